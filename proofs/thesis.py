"""Theses: all that a certificate states of a rulebook, one after the other, as data. Making them asks no solver.

They are the obligations of `check`, and what that finds out beside them: that something is possible, that cases come
out, that each `always` denies something. All are about situations with every fact, so that a reader need not believe
which facts may be left out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from misdeal.model.language.rulebook import Always, Case, Place
from misdeal.model.language.types import Value

from .cases import comes_out, here
from .check import obligations
from .combinations import MOST, combinations, count
from .finding import FindingKind, Verdict
from .obligation import Obligation, Sense
from .options import fixing, relevant
from .possibility import SENTENCE
from .statements import denies
from .term import Term
from .world import World

Subject: TypeAlias = Obligation | Case | Always | Mapping[Place, Value]
"""What a thesis is about; some values of options where it says that something is possible under them."""


@dataclass(frozen=True, slots=True, eq=False)
class Thesis:
    """That a formula holds nowhere, or somewhere, among the situations in which all axioms hold."""

    kind: FindingKind
    sense: Sense
    sentence: str
    axioms: tuple[Term, ...]
    formula: Term
    subject: Subject

    @property
    def verdicts(self) -> dict[bool, Verdict]:
        """What it comes to where its formula holds somewhere, and where it holds nowhere."""
        if self.sense is Sense.NOWHERE:
            return {True: Verdict.REFUTED, False: Verdict.PROVED}
        says_nothing = self.kind is FindingKind.UNTRIED or isinstance(self.subject, Always)
        return {True: Verdict.PROVED, False: Verdict.VACUOUS if says_nothing else Verdict.REFUTED}


def theses(world: World) -> Iterator[Thesis]:
    """Everything that a certificate states of a rulebook, in order."""
    possible = _without_true(world, world.axioms(world.everything))
    yield from _possibilities(world, possible)
    for case in world.rulebook.cases:
        yield from _case(world, possible, case)
    for _, group in obligations(world):
        for each in group:
            yield Thesis(each.kind, each.sense, each.sentence, possible, each.scene.formula, each)
    for always in world.rulebook.always:
        yield _always(world, always)


def _possibilities(world: World, possible: tuple[Term, ...]) -> Iterator[Thesis]:
    """Of each combination of the options that matter to it that something is possible; of too many, just that."""
    options = relevant(world)
    if not options or count(options) > MOST:
        sentence = "some situation is possible" if options else SENTENCE
        yield Thesis(FindingKind.IMPOSSIBLE, Sense.SOMEWHERE, sentence, possible, world.terms.true, {})
        return
    for some in combinations(options):
        named = list(zip(options, some, strict=True))
        told = ", ".join(f"`{option.name}` = `{option.type.show(value)}`" for option, value in named)
        formula = world.terms.conjunction(fixing(world, options, some))
        under = {Place(option.name): value for option, value in named}
        sentence = f"under {told} some situation is possible"
        yield Thesis(FindingKind.IMPOSSIBLE, Sense.SOMEWHERE, sentence, possible, formula, under)


def _case(world: World, possible: tuple[Term, ...], case: Case) -> Iterator[Thesis]:
    """A case comes out as it must in each of its situations, and it has one."""
    t = world.terms
    within = t.conjunction(here(world, case))
    wrong = t.conjunction((within, t.negation(comes_out(world, case))))
    told = f"the case “{case.title}”"
    yield Thesis(FindingKind.FAILED, Sense.NOWHERE, f"{told} comes out as it must", possible, wrong, case)
    yield Thesis(FindingKind.FAILED, Sense.SOMEWHERE, f"{told} has a possible situation", possible, within, case)


def _always(world: World, always: Always) -> Thesis:
    """An `always` denies something that the types and the others allow."""
    denied, allowed = world.terms.negation(world.always[always]), _without_true(world, world.beside(always))
    sentence = denies(world.rulebook, always)
    return Thesis(FindingKind.VACUOUS, Sense.SOMEWHERE, sentence, allowed, denied, always)


def _without_true(world: World, terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(term for term in terms if term is not world.terms.true))
