"""Fuzzing: whatever is in a file or an argument of others, Misdeal reads it or refuses it, and soon.

`python -m tests.fuzz.run TARGET --inputs N --seed S` runs it by hand (`make fuzz`); docs/security.md says what was run.
"""
