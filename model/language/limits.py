"""How large a rulebook may be: it is untrusted, and passing a limit has a located message."""

FILE_BYTES = 1_000_000
NESTING = 100
SEATS = 24
VALUES = 1000
MAGNITUDE = 10**9
EXACT = 2**53
EXPANSION = 10**5
DIAGNOSTICS = 50
NAME_LENGTH = 60
OVERRIDES = 10**6
AMENDMENTS = 8
COST = 100
