"""`python -m misdeal` is the command `misdeal`."""

from misdeal.cli.main import main

if __name__ == "__main__":
    main()
