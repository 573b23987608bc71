"""Another edition of a generated rulebook: a few of its statements left out, moved or written differently."""

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from misdeal.model.language import RulebookError, read
from misdeal.model.language.rulebook import Rulebook

from .strategies import Book, Statement, seeded

_TRIES = 40


def editions(seed: int, most: int = 120) -> tuple[Rulebook, Rulebook]:
    """The rulebook of a seed and an amendment of it that can be read."""
    book, random = seeded(seed, most=most), Random(seed)  # noqa: S311 - nothing secret
    changed = book
    for _ in range(random.choice((1, 2, 2, 3))):
        changed = _changed(changed, random)
    return book.rulebook, changed.rulebook


def _changed(book: Book, random: Random) -> Book:
    """The book after one change that leaves it readable; the same book where none was found."""
    for _ in range(_TRIES if len(book.statements) > 1 else 0):
        at = random.randrange(1, len(book.statements))
        statements = list(book.statements)
        random.choice(_CHANGES)(statements, at, random)
        changed = replace(book, statements=tuple(statements))
        try:
            read(changed.text, "generated.md")
        except RulebookError:
            continue
        if changed.text != book.text:
            return changed
    return book


def _drop(statements: list[Statement], at: int, _: Random) -> None:
    del statements[at]


def _move(statements: list[Statement], at: int, random: Random) -> None:
    statements.insert(random.randrange(1, len(statements)), statements.pop(at))


def _copy(statements: list[Statement], at: int, random: Random) -> None:
    """The same clause again under another id, with other conditions or values where that comes to pass."""
    keyword, text = statements[at]
    statements.append(Statement(keyword, re.sub(r"^clause \S+", f"clause {random.randrange(70, 90)}", text)))
    _number(statements, len(statements) - 1, random)


def _number(statements: list[Statement], at: int, random: Random) -> None:
    """Another number, in a condition, a value or a range."""
    _rewrite(
        statements, at, random, r"(?<![\w.])-?\d+(?![\w.]*\")", lambda found: str(int(found) + random.choice((-1, 1)))
    )


def _range(statements: list[Statement], at: int, random: Random) -> None:
    """A wider range or a narrower one."""
    _rewrite(statements, at, random, r"(?<=\.\.)\d+", lambda found: str(int(found) + random.choice((-1, 1))))


def _word(statements: list[Statement], at: int, random: Random) -> None:
    """A word that turns the meaning."""
    other = {"and": "or", "or": "and", "some": "every", "every": "some", "after": "before", "yes": "no", "no": "yes"}
    _rewrite(statements, at, random, rf"\b({'|'.join(other)})\b", other.__getitem__)


def _given(statements: list[Statement], at: int, random: Random) -> None:
    """What another effect gives."""
    others = re.findall(r"(?<= is )[^,\n]+?(?=,|$| overrides)", "\n".join(text for _, text in statements))
    if others:
        _rewrite(statements, at, random, r"(?<= is )[^,\n]+?(?=,|$| overrides)", lambda _: random.choice(others))


def _relation(statements: list[Statement], at: int, random: Random) -> None:
    """Another relation."""
    _rewrite(statements, at, random, r"(?<= )(=|!=|<=|>=)(?= )", lambda _: random.choice(("=", "!=", "<", ">=")))


def _tail(statements: list[Statement], at: int, random: Random) -> None:
    """Without what a clause overrides, a default, what is usual, a scope."""
    _rewrite(
        statements,
        at,
        random,
        r" (overrides [^\n]*|otherwise \S+|usually \S+|when [^\n\"]*?(?= otherwise|\n| \"))",
        lambda _: "",
    )


def _value(statements: list[Statement], at: int, random: Random) -> None:
    """One more value of a choice, one more stage."""
    _rewrite(statements, at, random, r"(?<=\w)\}|(?<= )< ", lambda found: ", added}" if found == "}" else "< added < ")


def _fact(statements: list[Statement], _: int, random: Random) -> None:
    """A new fact that a clause looks at."""
    clauses = [at for at, (keyword, _) in enumerate(statements) if keyword == "clause"]
    if clauses:
        at = random.choice(clauses)
        keyword, text = statements[at]
        statements[at] = Statement(
            keyword, re.sub(r"\n  then", "\n  then" if " when " not in text else " and added_fact\n  then", text)
        )
    statements.append(Statement("fact", 'fact added_fact: yes/no "Added?"'))


def _ruling(statements: list[Statement], _: int, random: Random) -> None:
    """A new ruling."""
    statements.append(
        Statement("ruling", f'ruling added_ruling: yes/no{random.choice((" otherwise no", ""))} "Added?"')
    )


def _rewrite(statements: list[Statement], at: int, random: Random, pattern: str, made: Callable[[str], str]) -> None:
    """Write one of the places where a pattern matches differently."""
    keyword, text = statements[at]
    places = list(re.finditer(pattern, text))
    if places:
        place = random.choice(places)
        statements[at] = Statement(keyword, text[: place.start()] + made(place[0]) + text[place.end() :])


_CHANGES = (
    _given,
    _given,
    _drop,
    _drop,
    _move,
    _copy,
    _copy,
    _number,
    _number,
    _range,
    _word,
    _word,
    _relation,
    _tail,
    _tail,
    _value,
    _fact,
    _ruling,
)
