"""`misdeal show` of a name: the statement that declares it, and those that use it."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from misdeal.cli.show import names
from misdeal.cli.uses import Uses
from misdeal.model.language.expression import Call, Expression, FactRef, RulingRef
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.walk import walk
from misdeal.model.library import load, shipped

from ..strategies import seeded
from .running import SAMPLE, invoke, write_sample

MORE = """
```misdeal
let short(p) = cards[p] < 5
let all_short = every p: short(p)
option strict: yes/no "Is the strict rule played?"
clause 5 "All are short" when all_short and wrong = any and found != opened  # wrong is found
  then coup is void
clause 6 "Short" for each p when short(p) and strict then fine[p] is 2
part 6 "Late" when found in dealing..opened
note 7 "the found, the wrong and the coup"
case "found and wrong" given found = dealt, wrong = few expect coup is stands
case "wrong again" given found = dealt, wrong = any expect coup is stands
```
"""


@pytest.fixture
def book(tmp_path: Path) -> str:
    """A rulebook with users of every kind."""
    return write_sample(tmp_path, text=SAMPLE + MORE)


def shown(*arguments: str) -> str:
    result = invoke("show", *arguments)
    assert result.exit_code == 0
    return re.sub(r" +", " ", result.stdout)


def test_a_reading_is_found_by_the_id_of_its_ambiguity(book: str) -> None:
    """Its statement and the clauses that use it; its own name shows the same."""
    text = shown(book, "R-1")
    assert text == shown(book, "wrong")
    assert text == (
        f"""reading wrong
 under "The house"
 {book}:10:1
 reading wrong "R-1": {{few "too few", any "any number"}} "What is a wrong hand?"
 used by clause 5 "All are short"
 2 cases
"""
    )


def test_all_readings_of_an_ambiguity_are_shown(tmp_path: Path) -> None:
    """One after the other."""
    twice = 'reading reach "R-1": {near, far} "How far?"\n'
    text = shown(write_sample(tmp_path, text=SAMPLE.replace("ruling coup", f"{twice}ruling coup")), "R-1")
    assert re.findall(r"^reading (\w+)$", text, re.MULTILINE) == ["wrong", "reach"]


def test_a_fact_is_shown_with_those_that_use_it(book: str) -> None:
    """Clauses first, with their titles; then others in the order of the text; those of lets apart."""
    assert shown(book, "cards").split("\n used by ")[1] == (
        'clause 1 "Six cards"\n clause 2 "All is well"\n clause 4 "The fine"\n let short\n'
        ' through lets clause 5 "All are short"\n clause 6 "Short"\n'
    )
    assert shown(book, "found").split("\n used by ")[1] == (
        'clause 5 "All are short"\n fact cards\n ruling coup\n ruling fine\n part 6 "Late"\n 2 cases\n'
    )


def test_a_ruling_is_shown_with_the_clauses_that_decide_it(book: str) -> None:
    """Apart from those that read it."""
    assert shown(book, "fine").split("\n decided by ")[1] == (
        'clause 4 "The fine"\n clause 6 "Short"\n used by claim "nobody pays while the coup stands"\n'
    )


def test_a_let_is_no_user_of_itself(book: str) -> None:
    """Nor are those that use it directly told as using it through others."""
    assert shown(book, "short").split("\n used by ")[1] == (
        'clause 6 "Short"\n let all_short\n through lets clause 5 "All are short"\n'
    )


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("player", "seats player"),
        ("stage", "timeline stage"),
        ("strict", "option strict"),
        ("nobody pays while the coup stands", 'claim "nobody pays while the coup stands"'),
        ("wrong again", 'case "wrong again"'),
        ("7", "note 7: the found, the wrong and the coup"),
    ],
)
def test_everything_that_has_a_name_can_be_shown(book: str, name: str, head: str) -> None:
    """Seats by theirs; claims and cases by their titles."""
    assert shown(book, name).startswith(f"{head}\n")


@pytest.mark.parametrize(("name", "advice"), [("fownd", "did you mean `found`?"), ("R-2", "did you mean `R-1`?")])
def test_an_unknown_name_gets_the_near_one(book: str, name: str, advice: str) -> None:
    """Exit 2; what is near may be of any kind."""
    result = invoke("show", book, name)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert f"nothing in `house` is called `{name}`: {advice}" in result.stderr


@pytest.mark.parametrize("name", ["entirely different", ""])
def test_where_nothing_is_near_the_whole_is_offered(book: str, name: str) -> None:
    """As for what has no name, such as the source."""
    result = invoke("show", book, name)
    assert f"nothing in `house` is called `{name}`: `misdeal show house` shows them all" in result.stderr
    assert result.exit_code == 2


@pytest.mark.parametrize("rulebook", [*shipped(), *range(12)])
def test_users_are_those_that_refer_to_a_name(rulebook: str | int) -> None:
    """Of the clauses, rulings and facts, as they are typed: no text or comment is taken for a use, none is missed."""
    read = load(rulebook) if isinstance(rulebook, str) else seeded(rulebook).rulebook
    uses, referring = Uses(read), dict(_referring(read))
    for name in (*read.facts, *read.lets, *read.rulings):
        users = {passage.subject for passage in uses.direct(name) if passage.subject in referring}
        declared = {subject for subject in referring if subject[1] == name}
        typed = {subject for subject, named in referring.items() if name in named}
        assert users >= typed
        if not read.decisions:  # where an option is decided, less is left than the text names
            assert users - declared == typed - declared


def _referring(rulebook: Rulebook) -> Iterable[tuple[tuple[str, str], frozenset[str]]]:
    for clause in rulebook.clauses.values():
        parts = [clause.own, *(part for effect in clause.effects for part in (effect.index, effect.value))]
        yield ("clause", clause.id), _named(parts) | {effect.ruling for effect in clause.effects}
    for ruling in rulebook.rulings.values():
        yield ("ruling", ruling.name), _named([ruling.when])
    for fact in rulebook.facts.values():
        yield (fact.role.value, fact.name), _named([fact.when, fact.usually])
    for let in rulebook.lets.values():
        yield ("let", let.name), _named([let.body])


def _named(parts: Iterable[Expression | None]) -> frozenset[str]:
    found = set[str]()
    for part in (each for whole in parts if whole is not None for each in walk(whole)):
        match part:
            case FactRef(name) | RulingRef(name) | Call(name):
                found.add(name)
            case _:
                pass
    return frozenset(found)


def test_what_completes_is_what_can_be_shown(book: str) -> None:
    """Ids, names, titles and ambiguities, each once."""
    named = names(load(book))
    assert {"1", "6", "7", "R-1", "wrong", "found", "short", "fine", "player", "stage", "wrong again"} <= set(named)
    assert all(invoke("show", book, name).exit_code == 0 for name in named)
