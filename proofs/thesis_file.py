"""A thesis as a file of its own in SMT-LIB 2, for any solver.

The terms are written as the encoder made them, bounded integers as integers: what `order` makes of them for z3 is not
in it, so that a solver which agrees has checked that too. All that comes from a rulebook stands in comments.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from misdeal.model.language.diagnostic import escape
from misdeal.model.meaning.settle import place_name

from .finding import Verdict
from .obligation import Sense
from .smtlib import Script
from .term import Op, Term, bottom_up
from .thesis import Thesis
from .world import World

LOGIC = "QF_LIA"
_PLAYERS = "players"
_TWIN = "_"
_STATUS = "(set-info :status {})"


@dataclass(frozen=True, slots=True)
class Maker:
    """By what a thesis was found out: the versions of Misdeal and of its solver."""

    misdeal: str
    solver: str


def status(thesis: Thesis, verdict: Verdict) -> str:
    """What a solver has to answer where a thesis has that verdict: `sat` or `unsat`."""
    return "sat" if thesis.verdicts[True] is verdict else "unsat"


def without_status(text: str, expected: str) -> str:
    """The text of a file without the line that says what a solver has to answer: it is not told."""
    return text.replace(_STATUS.format(expected) + "\n", "", 1)


def thesis_file(world: World, thesis: Thesis, verdict: Verdict, maker: Maker) -> str:
    """The text of the file of a thesis that was found out."""
    terms = (*thesis.axioms, thesis.formula)
    script = Script()
    symbols = list(_symbols(terms))
    for symbol in symbols:
        if symbol.sort == "Int":
            script.interval(symbol)
    for axiom in thesis.axioms:
        script.word(axiom)
    possible = script.take()[1]
    script.word(thesis.formula)
    formula = script.take()[1]
    lines = [
        *_comments(_head(world, thesis, verdict, maker)),
        f"(set-logic {LOGIC})",
        _STATUS.format(status(thesis, verdict)),
        "",
        *_comments(["What the symbols stand for.", *_legend(world, symbols)]),
        *_part("What is possible: intervals, types, and every `always`.", possible),
        *_part("What must hold " + thesis.sense.value + " in that.", formula),
        "(check-sat)",
    ]
    return "\n".join(lines) + "\n"


def _head(world: World, thesis: Thesis, verdict: Verdict, maker: Maker) -> Iterator[str]:
    yield f"Rulebook: {world.rulebook.name}"
    for chosen in world.rulebook.chosen:
        yield f"Option: {chosen.fact.name} = {chosen.fact.type.show(chosen.value)}"
    yield f"Thesis: {thesis.sentence}"
    yield f"Kind: {thesis.kind.value}"
    yield f"Verdict: {verdict.value}, by Misdeal {maker.misdeal} with {maker.solver}"
    there = "there is one" if status(thesis, verdict) == "sat" else "there is none"
    asked = "in which that fails" if thesis.sense is Sense.NOWHERE else "that shows it"
    yield f"The question is whether there is a possible situation {asked}: {there}."


def _legend(world: World, symbols: Iterable[Term]) -> Iterator[str]:
    """What each symbol stands for, as far as it is a fact."""
    named = world.encoder.symbols
    for symbol in symbols:
        name = str(symbol.payload)
        place, other = named.get(name), named.get(name.removesuffix(_TWIN))
        if place is not None:
            told = place_name(world.rulebook, place)
        elif other is not None:
            told = f"{place_name(world.rulebook, other)} in a second situation"
        else:
            told = "the number of players" if name == _PLAYERS else "an index"
        within = "" if symbol.sort == "Bool" else f", {symbol.low} to {symbol.high}"
        yield f"{name}: {told}{within}"


def _symbols(terms: Iterable[Term]) -> Iterator[Term]:
    """The symbols of some terms, in the order in which they come."""
    seen = set[Term]()
    for term in terms:
        for this in bottom_up(term, seen):
            seen.add(this)
            if this.op is Op.SYMBOL:
                yield this


def _part(title: str, text: str) -> Iterator[str]:
    yield ""
    yield from _comments([title])
    yield from text.split("\n") if text else ()


def _comments(texts: Iterable[str]) -> Iterator[str]:
    """Each text as a line that a solver passes over, whatever is in it."""
    return (f"; {escape(text)}" for text in texts)
