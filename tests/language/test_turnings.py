"""Claims that a ruling turns with the table: what is read, what is refused, and what amendments do to them."""

import pytest

from misdeal.model.language.choosing import choose
from misdeal.model.language.diagnostic import RulebookError
from misdeal.model.language.reader import Written, read
from misdeal.model.language.rulebook import Turning
from misdeal.model.language.span import NOWHERE

SEATS = "seats player 2..3 usually 3\n"
PAGE = f"""```misdeal
rulebook small "Small"
{SEATS}fact cold: yes/no "Cold?"
option strict: yes/no "Strict?"
let warm = not cold
ruling r: {{a, b}} otherwise b "What?"
clause 1 "One" when strict and warm then r is a
claim "another": strict or r = b
"""


def told(statements: str, page: str = PAGE) -> list[tuple[str, str]]:
    """The messages about a page with more statements, and the advice of each."""
    with pytest.raises(RulebookError) as raised:
        read(f"{page}{statements}\n```\n", "small.md")
    return [(each.message, each.help) for each in raised.value.diagnostics]


@pytest.mark.parametrize("seats", [SEATS, "seats player = north, east\n"])
def test_a_claim_of_turning_is_read(seats: str) -> None:
    """Of numbered seats and of named ones; other claims stay apart."""
    page = PAGE.replace(SEATS, seats)
    rulebook = read(f'{page}claim "so": r turns with the table\n```\n', "small.md")
    (turning,) = rulebook.turnings
    assert (turning.title, turning.ruling, turning.span.line) == ("so", "r", 10)
    assert [claim.title for claim in rulebook.claims] == ["another"]
    assert choose(rulebook, {"strict": True}).turnings == rulebook.turnings


@pytest.mark.parametrize(
    ("statement", "message", "advice"),
    [
        (
            "r turns around the table",
            "found `around`, expected `with`",
            'the form is `claim "title": ruling turns with',
        ),
        (
            "r turns with a table",
            "found `a`, expected `the`",
            'the form is `claim "title": ruling turns with the table`',
        ),
        ("r turns with the seats", "`seats` is a word of the language, it cannot be a name", ""),
        ("r turns with the room", "found `room`, expected `table`", 'the form is `claim "title": ruling turns with'),
        ("r turns with the", "the statement ends too early: expected a name", ""),
        ("s turns with the table", "unknown ruling `s`", ""),
        ("cold turns with the table", "`cold` is a fact, and here stand rulings only", "a ruling stands before `turns"),
        ("strict turns with the table", "`strict` is an option, and here stand rulings only", "a ruling stands before"),
        ("warm turns with the table", "`warm` is a let, and here stand rulings only", "name the facts beneath it"),
    ],
)
def test_what_cannot_turn_is_told(statement: str, message: str, advice: str) -> None:
    """With what was expected."""
    ((found, helped),) = told(f'claim "so": {statement}')
    assert found == message
    assert advice in helped


def test_without_seats_nothing_turns() -> None:
    """And how seats are declared."""
    ((message, advice),) = told('claim "so": r turns with the table', PAGE.replace(SEATS, ""))
    assert message == "`r` cannot turn with the table, but this rulebook has no seats"
    assert advice.startswith("declare them: `seats player 2..6")


def test_its_title_is_a_name_among_claims() -> None:
    """No two claims of any form have one title."""
    ((message, _),) = told('claim "another": r turns with the table')
    assert message.startswith("two claims have the title `another`")


def test_an_amendment_restates_and_repeals_it() -> None:
    """As any claim, and in the other forms as well; the seats it turns about cannot be repealed beneath it."""
    base = Written(f'{PAGE}claim "so": r turns with the table\n```\n'.encode(), "small.md", lambda _: base)

    def amended(statements: str) -> list[Turning]:
        text = f'```misdeal\nrulebook small_2 amends small "Two"\n{statements}\n```\n'
        found = read(text, "two.md", lambda _: base).turnings
        return [Turning(each.title, each.ruling, NOWHERE) for each in found]

    assert amended('restate claim "another": r turns with the table') == [
        Turning("another", "r", NOWHERE),
        Turning("so", "r", NOWHERE),
    ]
    assert amended('repeal claim "so"') == amended('restate claim "so": r depends only on cold') == []
    for used in ("repeal ruling r", "repeal seats"):
        with pytest.raises(RulebookError, match="is still used"):
            amended(used)
