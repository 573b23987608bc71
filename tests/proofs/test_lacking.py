"""What a condition lacks is the fewest of its parts that, were they otherwise, would make it true."""

from itertools import combinations, product
from random import Random

import pytest

from misdeal.model.language.expression import FLAG, And, Expression, If, Implies, Not, Or, RulingRef
from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import Situation
from misdeal.proofs import lacking as searching
from misdeal.proofs.lacking import Lacking, lacking

PARTS = 5
PAGE = "\n".join(
    [
        "```misdeal",
        'rulebook parts "Parts"',
        *(f'fact has_{at}: yes/no "Has it?"\nfact is_{at}: yes/no "Is it?"' for at in range(PARTS)),
        *(f'ruling part_{at}: yes/no "Which?"' for at in range(PARTS)),
        *(f'clause {at} "Part" when has_{at} then part_{at} is is_{at}' for at in range(PARTS)),
        "```",
    ]
)
BOOK = read(PAGE, "parts.md")
LEAVES: list[Expression] = [RulingRef(f"part_{at}", None, FLAG) for at in range(PARTS)]


def valued(values: "dict[int, bool | None]") -> Evaluation:
    """The situation in which each part has a value, or none."""
    facts = dict[Place, Value]()
    for at, value in values.items():
        facts |= {Place(f"has_{at}"): value is not None, Place(f"is_{at}"): bool(value)}
    return Evaluation(BOOK, Situation(0, facts))


def made(random: Random, depth: int) -> Expression:
    """A condition over the parts, which may stand in it more than once."""
    if depth == 0 or random.random() < 0.1:
        return random.choice(LEAVES)
    form = random.choice(["and", "or", "and", "or", "not", "implies", "if"])
    inner = [made(random, depth - 1) for _ in range(3)]
    match form:
        case "and":
            return And(tuple(inner[: random.choice([2, 3])]))
        case "or":
            return Or(tuple(inner[: random.choice([2, 3])]))
        case "not":
            return Not(inner[0])
        case "implies":
            return Implies(inner[0], inner[1])
        case _:
            return If(inner[0], inner[1], inner[2], FLAG)


def changed(found: Lacking) -> dict[int, bool]:
    """What is lacking, as the parts with the values that they would have."""
    parts: dict[int, bool] = {}
    for part in found.parts:
        leaf, value = (part.operand, False) if isinstance(part, Not) else (part, True)
        parts[LEAVES.index(leaf)] = value
    return parts


def fewest(condition: Expression, present: "dict[int, bool | None]") -> int | None:
    """How many parts have to be otherwise at least, from all that they can be."""
    for size in range(PARTS + 1):
        for parts in combinations(range(PARTS), size):
            for values in product([False, True], repeat=size):
                if valued({**present, **dict(zip(parts, values, strict=True))}).holds(condition):
                    return size
    return None


def test_what_is_lacking_is_fewest() -> None:
    """Were just these parts otherwise, the condition would be true; with fewer it never is."""
    random, sizes = Random(1), set[int | None]()  # noqa: S311 - nothing secret
    for _ in range(300):
        condition = made(random, random.choice([1, 2, 3, 4]))
        present = {at: random.choice([False, True, None]) for at in range(PARTS)}
        found, expected = lacking(valued(present), condition, {}), fewest(condition, present)
        sizes.add(expected)
        if found is None:
            assert expected is None
            continue
        assert found.fewest
        assert len(changed(found)) == len(found.parts) == expected
        assert valued({**present, **changed(found)}).holds(condition)
    assert sizes >= {None, 0, 1, 2, 3}


def test_what_is_lacking_is_enough_where_the_fewest_are_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said that there may be fewer, and the parts do make the condition true."""
    monkeypatch.setattr(searching, "WORK", 0)
    monkeypatch.setattr(searching, "LEAST", 0)
    random, told = Random(2), 0  # noqa: S311 - nothing secret
    for _ in range(200):
        condition = made(random, 3)
        present = {at: random.choice([False, True, None]) for at in range(PARTS)}
        found = lacking(valued(present), condition, {})
        if found is not None and found.parts and found.parts != (condition,):
            assert not found.fewest
            assert valued({**present, **changed(found)}).holds(condition)
            told += 1
    assert told > 50


WORDS = """```misdeal
rulebook words "Words"
seats player 3..4
fact cards[p]: 0..9 "How many?"
fact away[p]: yes/no "Is the player away?"
let wrong(p) = cards[p] != 5
let both(p) = wrong(p) and away[p]
let either(p) = wrong(p) or away[p]
ruling out[p]: yes/no "Is the player out?"
clause 1 "A let that is both" for each p when both(p) then out[p] is yes
clause 2 "A let that is either" for each p when either(p) then out[p] is yes
clause 3 "Neither of either" for each p when not either(p) then out[p] is no
clause 4 "Another player" for each p, q when p != q and away[q] then out[p] is no
clause 5 "More play" for each p when players > 3 and cards[p] < 4 then out[p] is no
clause 6 "Nobody is himself" for each p when p != p or before(p) = p then out[p] is no
```
"""


def told(clause: str, **names: int) -> "list[str] | None":
    """What a clause lacks at a table of three where all hold five cards and the third is away."""
    rulebook: Rulebook = read(WORDS, "words.md")
    facts: dict[Place, Value] = {Place("cards", seat): 5 for seat in (1, 2, 3)}
    facts |= {Place("away", seat): seat == 3 for seat in (1, 2, 3)}
    condition = rulebook.clauses[clause].when
    assert condition
    found = lacking(Evaluation(rulebook, Situation(3, facts)), condition, names)
    return None if found is None else [show(part) for part in found.parts]


def test_parts_are_told_in_the_words_of_the_rulebook() -> None:
    """A `let` by its name, or by its parts where each of them has to be so; what is denied by its opposite."""
    assert told("1", p=1) == ["wrong(p)", "away[p]"]
    assert told("1", p=3) == ["wrong(p)"]
    assert told("2", p=1) == ["either(p)"]
    assert told("3", p=3) == ["not away[p]"]
    assert told("5", p=1) == ["players > 3", "cards[p] < 4"]


def test_what_no_fact_can_change_is_never_lacking() -> None:
    """That a player is another one is not a matter of fact: for the player himself the clause cannot apply."""
    assert told("4", p=1, q=2) == ["away[q]"]
    assert told("4", p=1, q=1) is None
    assert told("6", p=1) is None


@pytest.mark.parametrize("joined", [" and ", " or "])
def test_a_condition_of_thousands_of_parts_is_looked_at(joined: str) -> None:
    """Without end of time or stack."""
    facts = "\n".join(f'fact f{at}: yes/no "F?"' for at in range(3000))
    condition = joined.join(f"(f{at} or f{at + 1})" for at in range(2999))
    text = f'```misdeal\nrulebook many "Many"\n{facts}\nalways {condition} "many"\n```\n'
    rulebook = read(text, "many.md")
    evaluation = Evaluation(rulebook, Situation(0, {Place(f"f{at}"): False for at in range(3000)}))
    found = lacking(evaluation, rulebook.always[0].condition, {})
    assert found is not None
    assert found.parts


@pytest.mark.parametrize("inner", ["({} or f0) and ({} or f1)", "{} and ({} or f1)", "if f0 then not {} else {}"])
def test_what_is_looked_at_in_many_ways_is_looked_at_once(inner: str) -> None:
    """Each `let` stands twice in the next, and an `if` within an `if` is read in three ways: too many to count."""
    lets = "\n".join(f"let l{at + 1} = {inner.format(f'l{at}', f'l{at}')}" for at in range(24))
    nested = "f1"
    for _ in range(30):
        nested = f"(if {nested} then f0 else f1)"
    text = f'fact f0: yes/no "F?"\nfact f1: yes/no "F?"\nlet l0 = f0\n{lets}\nalways l24 and {nested} "many"'
    rulebook = read(f'```misdeal\nrulebook many "Many"\n{text}\n```\n', "many.md")
    evaluation = Evaluation(rulebook, Situation(0, {Place("f0"): False, Place("f1"): False}))
    found = lacking(evaluation, rulebook.always[0].condition, {})
    assert found is not None
    assert found.fewest
