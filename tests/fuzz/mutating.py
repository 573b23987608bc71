"""Inputs made of good ones: what is meant is kept often enough that most of them get past the first line.

An input depends on the seeds of its target, the seed of the run and its number alone.
"""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random

_TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\S\n]+|[<>!=.]+|\n|.', re.DOTALL)
_LARGEST = 100_000  # characters of an input
_CODEC = ("utf-8", "surrogateescape")
STRANGE = (
    "\0", "\x1b[31m", "\x07", "\x7f", "\x85", "\r", "\r\n", "\t", "\u202e", "\u200b", "\u200d", "\u2028", "\ufeff",
    "\ufffd", "\u0130", "\u00df", "\u0301", "\U0001f0a1", "\U000e0100", "\U0010ffff", "\udc80", "\udcff", "\u0663",
    "`", '"', "'", "\\", "#", "```", "~~~", "<!--", "-->", "<script>", "]]>", "${x}", "%0A::error::", "$(id)", "; id",
    "../", "/etc/passwd", "=1+1", "&a", "*a", "!!python/object:os.system", "---", "...", "{", "}", "[", "]", "|", ":",
)  # fmt: skip
NUMBERS = (
    "0", "-0", "-1", "1", "2", "007", "24", "25", "100", "1000", "1000000000", "1000000001", "9007199254740993",
    "9" * 40, "9" * 5000, "1e999", "0x10", "1_000", "1.5", "nan", "inf",
)  # fmt: skip


def tokens(text: str) -> list[str]:
    """The words, texts, spaces and marks of which a text is made."""
    return _TOKEN.findall(text)


def decoded(data: bytes) -> str:
    """Bytes as a text that can be made bytes again, as arguments of a command line are."""
    return data.decode(*_CODEC)


class Mutator:
    """Makes inputs of good ones; `words` are worth being put anywhere."""

    def __init__(self, seeds: Sequence[bytes], words: Sequence[str] = ()) -> None:
        self.seeds = tuple(seeds)
        self._words = (*words, *STRANGE, *NUMBERS)

    def made(self, run: str, number: int) -> bytes:
        """The input of a number in a run."""
        random = Random(f"{run}:{number}")
        return self._changed(random, random.choice(self._lists)[:])

    def changed(self, data: bytes, seed: int) -> bytes:
        """Another input made of one."""
        return self._changed(Random(seed), tokens(decoded(data)))

    @cached_property
    def _lists(self) -> list[list[str]]:
        return [tokens(decoded(seed)) for seed in self.seeds]

    @cached_property
    def _kinds(self) -> dict[str, list[str]]:
        """All tokens of the seeds by kind."""
        found: dict[str, list[str]] = {}
        for token in dict.fromkeys(token for each in self._lists for token in each):
            found.setdefault(_kind(token), []).append(token)
        return found

    @cached_property
    def _lines(self) -> list[list[str]]:
        """All lines of the seeds."""
        lines = dict.fromkeys(line for seed in self.seeds for line in decoded(seed).split("\n"))
        return [["\n", *tokens(line), "\n"] for line in lines if line.strip()]

    def _changed(self, random: Random, made: list[str]) -> bytes:
        for _ in range(random.choice((1, 1, 1, 1, 2, 2, 3, 8))):
            random.choice(_CHANGES)(self, random, made)
        data = "".join(made)[:_LARGEST].encode(*_CODEC)
        return _torn(random, data) if random.random() < 0.03 else data

    # What is done to a list of tokens

    def _other(self, random: Random, made: list[str]) -> None:
        """One of the same kind in place of a token, mostly of those beside it."""
        if made:
            at = random.randrange(len(made))
            near = [token for token in random.choices(made, k=24) if _kind(token) == _kind(made[at])]
            far = self._kinds.get(_kind(made[at]), self._words)
            made[at] = random.choice(near if near and random.random() < 0.7 else far)

    def _word(self, random: Random, made: list[str]) -> None:
        """A word or a strange character anywhere, or in place of a token."""
        at = random.randrange(len(made) + 1)
        made[at : at + random.randrange(2)] = [random.choice(self._words)]

    def _inside(self, random: Random, made: list[str]) -> None:
        """Something in the middle of a token."""
        if made:
            at = random.randrange(len(made))
            cut = random.randrange(len(made[at]) + 1)
            made[at] = made[at][:cut] + random.choice(STRANGE) + made[at][cut:]

    def _number(self, random: Random, made: list[str]) -> None:
        """Another number in place of one."""
        numbers = [at for at, token in enumerate(made) if token.isdigit()]
        if numbers:
            made[random.choice(numbers)] = random.choice(NUMBERS)

    def _drop(self, random: Random, made: list[str]) -> None:
        at, length = _run(random, made)
        del made[at : at + length]

    def _double(self, random: Random, made: list[str]) -> None:
        at, length = _run(random, made)
        made[at:at] = made[at : at + length]

    def _move(self, random: Random, made: list[str]) -> None:
        at, length = _run(random, made)
        taken = made[at : at + length]
        del made[at : at + length]
        to = random.randrange(len(made) + 1)
        made[to:to] = taken

    def _line(self, random: Random, made: list[str]) -> None:
        """A line of another."""
        ends = [at for at, token in enumerate(made) if token == "\n"] or [0]  # noqa: S105 - no secret
        at = random.choice(ends)
        made[at:at] = random.choice(self._lines)

    def _splice(self, random: Random, made: list[str]) -> None:
        """The end of another."""
        other = random.choice(self._lists)
        del made[random.randrange(len(made) + 1) :]
        made += other[random.randrange(len(other) + 1) :]

    def _cut(self, random: Random, made: list[str]) -> None:
        del made[random.randrange(len(made) + 1) :]

    def _repeat(self, random: Random, made: list[str]) -> None:
        """A run again and again."""
        if random.random() < 0.2:
            at, length = _run(random, made)
            times = random.choice((5, 30, 150, 2000))
            made[at:at] = made[at : at + length] * min(times, _LARGEST // max(1, length * 4))


_Change = Callable[[Mutator, Random, list[str]], None]
_CHANGES: tuple[_Change, ...] = (
    *[Mutator._other] * 6,  # noqa: SLF001 - these are its own
    *[Mutator._word] * 2,  # noqa: SLF001
    *[Mutator._number] * 2,  # noqa: SLF001
    *[Mutator._line] * 2,  # noqa: SLF001
    Mutator._inside, Mutator._drop, Mutator._double, Mutator._move,  # noqa: SLF001
    Mutator._splice, Mutator._cut, Mutator._repeat,  # noqa: SLF001
)  # fmt: skip


def _kind(token: str) -> str:
    if token.isdigit():
        return "number"
    return "word" if token[0].isalnum() or token[0] == "_" else token[0]


def _run(random: Random, made: list[str]) -> tuple[int, int]:
    """The place and the length of some tokens in a row."""
    return random.randrange(len(made) + 1), random.choice((1, 1, 2, 3, 5, 12))


def _torn(random: Random, data: bytes) -> bytes:
    """With some bytes changed, whatever they mean."""
    made = bytearray(data)
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(made) + 1)
        made[at : at + random.randrange(3)] = random.randbytes(random.randrange(3))
    return bytes(made)
