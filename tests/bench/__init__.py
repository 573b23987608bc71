"""How long things take; run by `make bench`."""
