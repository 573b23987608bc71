"""For whom a claim about every player is false, and what is told of them."""

import json
from pathlib import Path

import pytest

from misdeal.cli.breaking import breaking
from misdeal.model.language import read
from misdeal.model.language.expression import Expression, Implies, Quantified
from misdeal.model.language.rulebook import Place
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation

from .running import invoke, write_sample

BOOK = """```misdeal
rulebook late "Who comes late"
seats player 2..6 usually 5
fact late[p]: yes/no usually no "Is the player late?"
ruling coup: {{stands, void}} otherwise stands "What becomes of the coup?"
ruling fine[p]: 0..3 "What does the player pay?"
let paid(p) = fine[p] > 0
let next_pays(p) = paid(p) or paid(after(p))
clause 1 "Late" for each p when late[p] then fine[p] is 2
clause 2 "In time" for each p when not late[p] then fine[p] is 0
clause 3 "Void" when every p: late[p] then coup is void
claim "so": {}
```"""


def fine(*seats: int) -> set[Place]:
    return {Place("fine", seat) for seat in seats}


@pytest.mark.parametrize(
    ("claim", "late", "seats", "wanted"),
    [
        ("every p: fine[p] = 0", {2, 4}, [{"p": 2}, {"p": 4}], [fine(2), fine(4)]),
        ("every p: not late[p]", {2}, [{"p": 2}], [set()]),
        ("coup = stands implies every p: not paid(p)", {3}, [{"p": 3}], [{Place("coup"), *fine(3)}]),
        ("every p: late[p] implies not next_pays(p)", {5}, [{"p": 5}], [fine(5, 1)]),
        ("every p: late[p] implies every q: p = q or fine[q] = 2", {1, 2}, [{"p": 1, "q": 3}], [fine(3)]),
        ("every p: (fine[p] = 0 or coup = void)", {4}, [{"p": 4}], [{Place("coup"), *fine(4)}]),
        ("every p: (not late[p] or (total q: fine[q]) = 0)", {4}, [{"p": 4}], [fine(1, 2, 3, 4, 5)]),
        ("every p: not late[p] or (first q from p where fine[q] = 0) = p", {4}, [{"p": 4}], [fine(1, 2, 3, 4, 5)]),
        ("(every p: fine[p] = 0) implies coup = void", set(), [], []),
        ("(some p: paid(p)) implies every p: fine[p] = 2", {2, 3, 4, 5}, [{"p": 1}], [fine(1, 2, 3, 4, 5)]),
        ("coup = void", set(), [], []),
        ("some p: late[p]", set(), [], []),
    ],
)  # fmt: skip
def test_who_breaks_a_claim(claim: str, late: set[int], seats: list[dict[str, int]], wanted: list[set[Place]]) -> None:
    """Every seat for which what it says of each is false, and the rulings that it reads there."""
    rulebook = read(BOOK.format(claim), "late.md")
    situation = settle(rulebook, 5, {Place("late", seat): True for seat in late}, usual=True)
    assert isinstance(situation, Situation)
    evaluation, claimed = Evaluation(rulebook, situation), rulebook.claims[0].condition
    assert evaluation.fails(claimed)
    found = breaking(evaluation, claimed)
    assert [dict(each.seats) for each in found][: len(seats)] == seats
    assert [each.read for each in found][: len(seats)] == wanted
    assert bool(found) == bool(seats)
    for each in found:
        assert evaluation.fails(_body(claimed), dict(each.seats))


def _body(claimed: Expression) -> Expression:
    while isinstance(claimed, Quantified | Implies):
        claimed = claimed.body if isinstance(claimed, Quantified) else claimed.conclusion
    return claimed


def test_a_chain_of_lets_is_looked_into_once() -> None:
    """Each of many calls the one before it twice."""
    lets = "\n".join(f"let next_{n}(p) = next_{n - 1}(p) or next_{n - 1}(p)" for n in range(1, 45))
    text = BOOK.format("every p: not next_44(p)").replace(
        "let next_pays", f"let next_0(p) = paid(p)\n{lets}\nlet next_pays"
    )
    rulebook = read(text, "late.md")
    situation = settle(rulebook, 5, {Place("late", 3): True}, usual=True)
    assert isinstance(situation, Situation)
    (found,) = breaking(Evaluation(rulebook, situation), rulebook.claims[0].condition)
    assert found.read == fine(3)


@pytest.mark.parametrize(
    ("claim", "told", "breaks", "places"),
    [
        ("every p: fine[p] = 0", "It fails for player 5: there `fine[5]` is “2” by 1.", ["player 5"], ["fine[5]"]),
        ("every p: not late[p]", "It fails for player 5.", ["player 5"], []),
        ("every p: fine[p] = 2", "It fails for player 1, player 2, player 3, player 4 and player 5: there `fine[1]`,",
         [f"player {seat}" for seat in range(1, 6)], [f"fine[{seat}]" for seat in range(1, 6)]),
        ("every p: every q: p = q or fine[p] + fine[q] < 2",
         "It fails for player 1 as `p` and player 5 as `q`: there `fine[1]` is “0” by 2 and `fine[5]` is “2” by 1.",
         ["player 1 as `p` and player 5 as `q`"], ["fine[1]", "fine[5]"]),
        ("coup = void", "There `coup` is “stands” by default.", [], ["coup"]),
    ],
)  # fmt: skip
def test_it_is_told_for_whom_a_claim_fails(
    tmp_path: Path, claim: str, told: str, breaks: list[str], places: list[str]
) -> None:
    """With the rulings that concern them alone, in text and in JSON."""
    book = write_sample(tmp_path, text=BOOK.format(claim))
    assert told in " ".join(invoke("check", "--only", "refuted", book).stdout.split())
    (found,) = json.loads(invoke("check", "--only", "refuted", "--format", "json", book).stdout)["books"][0]["findings"]
    assert found["breaks"] == breaks
    assert [each["place"] for each in found["situation"]["rulings"]] == places
