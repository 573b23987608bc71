"""Amendments of generated rulebooks: taken apart into several editions, and with every option decided."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from misdeal.model.language import Written, read
from misdeal.model.language.reader import nothing_beside
from misdeal.model.language.rulebook import Rulebook

from .strategies import Book, Statement, page, seeded

OVERRIDES = re.compile(r" overrides ([\w., ]+)$")
ADDED = {"clause", "note", "claim", "case", "always"}
JUNK = (
    Statement("fact", 'fact junk_1: yes/no "Junk?"'),
    Statement("let", "let junk_2 = not junk_1"),
    Statement("always", 'always junk_2 or junk_1 "junk"'),
    Statement("claim", 'claim "junk": junk_2'),
    Statement("note", 'note junk_3 "junk"'),
    Statement("part", 'part junk_4 "junk" when junk_1'),
)
REPEALS = (
    "fact junk_1",
    "let junk_2",
    'always "junk"',
    'claim "junk"',
    "note junk_3",
    "part junk_4",
)


class Amending:
    """Takes a rulebook apart into a first edition and two amendments of it."""

    def __init__(self, statements: Sequence[Statement], random: Random) -> None:
        self.random = random
        _, *self.rest = statements
        self.levels: tuple[list[Statement], ...] = ([Statement("rulebook", 'rulebook edition_1 "The first"')], [], [])
        for level, (under, name) in enumerate(pairwise(("edition_1", "edition_2", "edition_3")), 1):
            self.levels[level].append(Statement("rulebook", f'rulebook {name} amends {under} "The {name}"'))
        self.added = {at for at, each in enumerate(self.rest) if each.keyword in ADDED and random.random() < 0.3}
        for at, each in enumerate(self.rest):
            self.place(at, each)
        self.junk()

    def place(self, at: int, whole: Statement) -> None:
        """Put a statement into the levels so that it comes out whole."""
        overrides = OVERRIDES.search(whole.text) if whole.keyword == "clause" else None
        level = 2 if overrides else self.random.choice((1, 2))
        if at in self.added:
            self.levels[level].append(whole)
        elif overrides and self.random.random() < 0.5:
            self.levels[0].append(Statement("clause", whole.text[: overrides.start()]))
            id_ = whole.text.split()[1]
            for over in dict.fromkeys(overrides[1].split(", ")):
                self.levels[level].append(Statement("override", f"override {id_} over {over}"))
        elif overrides or self.random.random() < 0.4:
            self.levels[0].append(altered(whole))
            self.levels[level].append(Statement("restate", f"restate {whole.text}"))
            if level == 2 and self.random.random() < 0.3:
                self.levels[1].append(Statement("restate", f"restate {altered(whole).text}"))
        else:
            self.levels[0].append(whole)

    def junk(self) -> None:
        """Add what is repealed on a later level."""
        junk: list[Statement] = list(JUNK)
        repeals: list[str] = list(REPEALS)
        for case in [each.text for each in self.rest if each.keyword == "case"][:1]:
            junk.append(Statement("case", re.sub(r'^case "[^"]*"', 'case "junk"', case)))
            repeals.append('case "junk"')
        kept = [each.text for at, each in enumerate(self.rest) if each.keyword == "clause" and at not in self.added]
        if kept:
            copied = re.sub(r"^clause \S+", "clause junk_5", OVERRIDES.sub("", self.random.choice(kept)))
            override = f"override junk_5 over {self.random.choice(kept).split()[1]}"
            junk += [Statement("clause", copied), Statement("override", override)]
            repeals += ["clause junk_5", override]
        since = self.random.choice((0, 1))
        self.levels[since].extend(junk)
        until = self.random.choice(range(since + 1, 3))
        self.levels[until].extend(Statement("repeal", f"repeal {each}") for each in repeals)

    def read(self) -> Rulebook:
        """The last amendment."""
        texts = {
            name: page(level) for name, level in zip(("edition_1", "edition_2", "edition_3"), self.levels, strict=True)
        }
        return read(texts["edition_3"], "edition_3.md", lambda name: written(texts, name))


def written(texts: Mapping[str, str], name: str) -> Written:
    """One of some pages, which amend each other."""
    return Written(texts[name], f"{name}.md", lambda other: written(texts, other))


def distinct(book: Book) -> list[Statement]:
    """The statements of a rulebook, each `always` with a reason of its own."""
    return [
        each._replace(text=re.sub(r'"[^"]*"$', f'"reason {at}"', each.text)) if each.keyword == "always" else each
        for at, each in enumerate(book.statements)
    ]


def altered(statement: Statement) -> Statement:
    """Another statement of the same keyword and name."""
    keyword, text = statement
    match keyword:
        case "fact" | "option" | "reading" | "ruling":
            text = re.sub(r'"[^"]*"$', '"Asked otherwise?"', text)
        case "let":
            text = re.sub(r' "[^"]*"$', "", text) + ' "Asked otherwise?"'
        case "clause":
            text = re.sub(r"\n  when .*(?=\n  then)", "", OVERRIDES.sub("", text), flags=re.DOTALL)
            text = re.sub(r'"[^"]*"', '"Altered"', text, count=1)
        case "part":
            text = re.sub(r" when .*", "", text, flags=re.DOTALL)
        case "note":
            text = re.sub(r'"[^"]*"', '"altered"', text)
        case _:
            pass
    return Statement(keyword, text)


def block(statements: str) -> str:
    """A page of some statements."""
    return f"```misdeal\n{statements}\n```"


def amend(base: str, text: str) -> Rulebook:
    """The rulebook of a page that amends another."""
    return read(text, "amendment.md", lambda _: Written(base, "base.md", nothing_beside))


def undecided(seed: int) -> str:
    """The page of a generated rulebook without its cases, which may give an option any value."""
    return page([each for each in seeded(seed).statements if each.keyword != "case"])


def decided(seed: int) -> Rulebook:
    """A generated rulebook with a value for every option."""
    random = Random(seed)  # noqa: S311 - nothing secret
    whole = undecided(seed)
    decisions = [
        f'decide {each.name} = {each.type.show(random.randint(each.type.low, each.type.high))} "so it is"'
        for each in read(whole, "base.md").options
    ]
    return amend(whole, block("\n".join(['rulebook edition_2 amends edition_1 "The second"', *decisions])))
