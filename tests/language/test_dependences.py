"""Claims about two situations: what is read, what is refused, and what amendments do to them."""

import pytest

from misdeal.model.language.choosing import choose
from misdeal.model.language.diagnostic import RulebookError
from misdeal.model.language.reader import Written, read
from misdeal.model.language.rulebook import Dependence
from misdeal.model.language.span import NOWHERE

PAGE = """```misdeal
rulebook small "Small"
seats player 2..3 usually 3
fact cold: yes/no "Cold?"
fact size[p]: 0..3 usually 1 "How large?"
option strict: yes/no "Strict?"
let large(p) = size[p] > 2
ruling r: {a, b} otherwise b "What?"
clause 1 "One" when strict and cold and some p: large(p) then r is a
claim "another": strict or r = b
"""


def told(statements: str) -> list[tuple[str, str]]:
    """The messages about a page with more statements, and the advice of each."""
    with pytest.raises(RulebookError) as raised:
        read(f"{PAGE}{statements}\n```\n", "small.md")
    return [(each.message, each.help) for each in raised.value.diagnostics]


def test_a_claim_about_two_situations_is_read() -> None:
    """With its ruling and its facts in order; other claims stay apart."""
    rulebook = read(f'{PAGE}claim "so": r depends only on size, cold\n```\n', "small.md")
    (dependence,) = rulebook.dependences
    assert (dependence.title, dependence.ruling, dependence.facts) == ("so", "r", ("size", "cold"))
    assert [claim.title for claim in rulebook.claims] == ["another"]
    assert choose(rulebook, {"strict": True}).dependences == rulebook.dependences


@pytest.mark.parametrize(
    ("statement", "message", "advice"),
    [
        ("r depends upon on size", "found `upon`, expected `only`", 'the form is `claim "title": ruling depends only'),
        ("r depends only of size", "found `of`, expected `on`", 'the form is `claim "title": ruling depends only'),
        ("r depends only on", "the statement ends too early: expected a name", ""),
        ("r depends only on sise", "unknown fact `sise`", "did you mean `size`?"),
        ("s depends only on size", "unknown ruling `s`", ""),
        ("r depends only on size, size", "`size` stands twice here", "strike one of the two"),
        ("cold depends only on size", "`cold` is a fact, and here stand rulings only", "the ruling stands before"),
        ("r depends only on r", "`r` is a ruling, and here stand facts only", "the ruling stands before"),
        ("r depends only on strict", "`strict` is an option, and here stand facts only", "options are the same"),
        ("r depends only on large", "`large` is a let, and here stand facts only", "name the facts beneath it"),
    ],
)
def test_what_cannot_be_claimed_is_told(statement: str, message: str, advice: str) -> None:
    """With what was expected."""
    ((found, helped),) = told(f'claim "so": {statement}')
    assert found == message
    assert advice in helped


def test_its_title_is_a_name_among_claims() -> None:
    """No two claims of either form have one title."""
    ((message, _),) = told('claim "another": r depends only on size')
    assert message.startswith("two claims have the title `another`")


def test_an_amendment_restates_and_repeals_it() -> None:
    """As any claim, and in the other form as well; a fact that it names cannot be repealed beneath it."""
    base = Written(f'{PAGE}claim "so": r depends only on size\n```\n'.encode(), "small.md", lambda _: base)

    def amended(statements: str) -> list[Dependence]:
        text = f'```misdeal\nrulebook small_2 amends small "Two"\n{statements}\n```\n'
        found = read(text, "two.md", lambda _: base).dependences
        return [Dependence(each.title, each.ruling, each.facts, NOWHERE) for each in found]

    assert amended('restate claim "so": r depends only on cold') == [Dependence("so", "r", ("cold",), NOWHERE)]
    assert amended('repeal claim "so"') == amended('restate claim "so": r = b') == []
    with pytest.raises(RulebookError, match="is still used"):
        amended("repeal fact size")
