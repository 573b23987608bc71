"""`show` is the inverse of reading, with no parenthesis too many."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misdeal.model.language import read
from misdeal.model.language.diagnostic import Report
from misdeal.model.language.expression import Expression
from misdeal.model.language.phrases import Phrases
from misdeal.model.language.reader import Written, nothing_beside, prepare
from misdeal.model.language.show import show
from misdeal.model.language.source import Chunk
from misdeal.model.language.syntax import parse
from misdeal.model.language.tree import ClaimStatement
from misdeal.model.language.walk import walk

from .test_corpus import base

HERE = Path(__file__).parent
CONSTRUCTS = (HERE / "good" / "constructs.md").read_text(encoding="utf-8")


RESOLVER = prepare(Written(CONSTRUCTS, "constructs.md", nothing_beside))
RESOLVER.resolve()


def expression(text: str) -> Expression:
    """The expression, read as a claim over the rulebook of all constructs."""
    statement, told = parse(Chunk(f'claim "it": {text}', 1, ""), "it.md")
    report = Report()
    assert isinstance(statement, ClaimStatement), told
    found = Phrases(RESOLVER.names, report).condition(statement.condition, {})
    assert found is not None, report.diagnostics
    return found


def pick(draw: st.DrawFn, *texts: str) -> str:
    return draw(st.sampled_from(texts))


@st.composite
def flags(  # noqa: C901, PLR0911  (one case a construct)
    draw: st.DrawFn, names: tuple[str, ...] = (), depth: int = 4
) -> str:
    """The text of a condition, every operand in parentheses."""
    plain = ["strict", "yes", "no", "played[ours]", "decided(outcome)", "outcome = good", "mild in {a_lot}"]
    if depth == 0:
        return pick(draw, *plain)
    inner = flags(names, depth - 1)
    kind = draw(st.integers(0, 12))
    fresh = f"n{len(names)}"
    match kind:
        case 0:
            return f"not ({draw(inner)})"
        case 1 | 2:
            operands = draw(st.lists(inner, min_size=2, max_size=3))
            return pick(draw, " and ", " or ").join(f"({each})" for each in operands)
        case 3:
            return f"({draw(inner)}) implies ({draw(inner)})"
        case 4:
            return f"if ({draw(inner)}) then ({draw(inner)}) else ({draw(inner)})"
        case 5 | 6:
            body = draw(flags((*names, fresh), depth - 1))
            return f"{pick(draw, 'some', 'every', 'one')} {fresh}: ({body})"
        case 7:
            left, right = draw(numbers(names, depth - 1)), draw(numbers(names, depth - 1))
            return f"({left}) {pick(draw, '<', '<=', '>', '>=')} ({right})"
        case 8:
            return f"({draw(seats(names, depth - 1))}) {pick(draw, '=', '!=')} ({draw(seats(names, depth - 1))})"
        case 9:
            return f"neighbours({draw(seats(names, depth - 1))}, {draw(seats(names, depth - 1))})"
        case 10:
            return f"many({draw(seats(names, depth - 1))})"
        case 11:
            return f"({draw(inner)}) = ({draw(inner)})"
        case _:
            stage = pick(draw, "now in early..late", "now > early", "step = done", "look[theirs] != ours")
            return pick(draw, stage, "cutter in {1, 2, nobody}", "gains in -3..2")


@st.composite
def numbers(  # noqa: PLR0911  (one case a construct)
    draw: st.DrawFn, names: tuple[str, ...], depth: int
) -> str:
    """The text of a number."""
    if depth == 0:
        return pick(draw, "3", "-2", "gains", "players", "score[theirs]", "0")
    left, right = numbers(names, depth - 1), numbers(names, depth - 1)
    fresh = f"n{len(names)}"
    match draw(st.integers(0, 6)):
        case 0 | 1:
            return f"({draw(left)}) {pick(draw, '+', '-')} ({draw(right)})"
        case 2:
            return f"{pick(draw, '2', '-3')} * ({draw(left)})"
        case 3:
            return f"-({draw(left)})"
        case 4:
            return f"count {fresh}: ({draw(flags((*names, fresh), depth - 1))})"
        case 5:
            return f"if ({draw(flags(names, depth - 1))}) then ({draw(left)}) else ({draw(right)})"
        case _:
            return f"some_cards[{draw(seats(names, depth - 1))}]"


@st.composite
def seats(draw: st.DrawFn, names: tuple[str, ...], depth: int) -> str:
    """The text of a seat that says by itself that it is one."""
    if depth == 0:
        return pick(draw, "dealer", "best", *names)
    inner = seats(names, depth - 1)
    fresh = f"n{len(names)}"
    match draw(st.integers(0, 2)):
        case 0:
            return f"{pick(draw, 'before', 'after')}({draw(inner)})"
        case 1:
            turned = pick(draw, "", "backward ")
            body = draw(flags((*names, fresh), depth - 1))
            return f"first {fresh} {pick(draw, 'from', 'after')} ({draw(inner)}) {turned}where ({body})"
        case _:
            return draw(inner)


@settings(max_examples=400)
@given(flags())
def test_reading_what_is_shown_gives_the_expression_again(text: str) -> None:
    """Whatever the expression, and its text shown again is the same."""
    once = expression(text)
    shown = show(once)
    assert expression(shown) == once
    assert show(expression(shown)) == shown


@pytest.mark.parametrize("path", sorted((HERE / "good").glob("*.md")), ids=lambda path: path.stem)
def test_every_condition_of_a_good_rulebook_is_shown_as_it_reads(path: Path) -> None:
    """Claims put in the words of `show` are the same claims."""
    text = path.read_text(encoding="utf-8")
    for claim in read(text, path.name, base).claims:
        again = read(f'{text}\n```misdeal\nclaim "again": {show(claim.condition)}\n```\n', path.name, base)
        assert again.claims[-1].condition == claim.condition


@pytest.mark.parametrize(
    "text",
    [
        "strict and (played[ours] or yes) implies no",
        "(strict implies no) implies yes",
        "strict implies no implies yes",
        "not strict and not (strict and no)",
        "(some p: many(p)) and strict",
        "strict and some p: many(p) and p != dealer",
        "some p: (many(p) and strict)",
        "(count p: many(p)) > 1",
        "2 * (count p: many(p)) + 1 < 3",
        "one p: many(p)",
        "not (one p: many(p)) or strict",
        "dealer = first q after (if strict then dealer else best) backward where many(q)",
        "(if strict then 1 else 2) = gains",
        "gains = if strict then 1 else 2",
        "if (if strict then yes else no) then no else if no then yes else no",
        "2 * gains - players - 3 = -gains",
        "-2 * gains + 3 < -4",
        "(strict = no) = yes",
        "(strict and no) = yes",
        "3 * (if strict then 1 else 2) > 0",
        "decided(score[ours]) and decided(seat)",
        "near(1, cutter) or near(dealer, nobody)",
        "worth(ours, 3) in -3..2",
        "some_cards[before(after(1))] = 3",
        "look[ours] = ours",
        "players in {2, 3}",
    ],
)
def test_parentheses_stand_where_they_are_needed_and_nowhere_else(text: str) -> None:
    """A text without superfluous parentheses is shown as it is."""
    assert show(expression(text)) == text


def test_all_constructs_are_in_the_good_corpus() -> None:
    """Every class of expression occurs in the rulebook of all constructs."""
    book = read(CONSTRUCTS, "constructs.md")
    roots = [let.body for let in book.lets.values()] + [claim.condition for claim in book.claims]
    roots += [each.condition for each in book.always]
    scopes = [each.when for each in book.facts.values()] + [each.when for each in book.rulings.values()]
    roots += [each for each in scopes if each is not None]
    for clause in book.clauses.values():
        roots += [] if clause.when is None else [clause.when]
        for effect in clause.effects:
            roots += [effect.value] if effect.index is None else [effect.index, effect.value]
    seen = {type(each).__name__ for root in roots for each in walk(root)}
    names = {kind.__name__ for kind in Expression.__args__}
    assert seen == names
