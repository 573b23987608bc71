"""The tests of Misdeal, laid out by purpose."""
