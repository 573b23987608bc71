"""What was found out before about the parts of a rulebook, whatever has changed in others.

That a formula holds in some possible situation depends on the formula and on what is said of the facts in its cone.
What is told of a finding depends on more: on all facts, for a witness has them all, and on the words of its ruling.

A memory only reads: what is to be kept it hands out, so that what a check finds out does not depend on what its jobs
find out beside one another.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from misdeal.model.language.rulebook import Fact

from .bearing_records import Bearing, Change
from .cache import Cache, recalled, written
from .criterion import TooManyCriteria, criteria
from .digest import digest, program
from .finding import Finding, Region, Witness
from .flat import flat
from .inquiry import Inquiry
from .nearest import with_nearest, without_nearest
from .obligation import Obligation, Sense
from .records import Records
from .sound import is_sound, is_sound_bearing
from .sounding import cell_terms
from .telling import plain
from .term import Term
from .term_digest import TermDigests
from .world import World


@dataclass(frozen=True, slots=True)
class Told:
    """What is kept of a finding: all that is told of it beyond its obligation, but for what the evaluator adds."""

    witness: Witness | None
    beside: Witness | None
    regions: tuple[Region, ...]
    whole: bool
    beyond: Witness | None
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What is kept of what an option does."""

    changes: tuple[Change, ...]
    unchanged: tuple[str, ...]


class Memory:
    """What a cache knows of one world in which `known` holds beside the axioms of a cone.

    What comes back was true of a world in which all that it depends on was the same; what can be replayed has been.
    """

    def __init__(self, cache: Cache, world: World, known: Term, regions: int) -> None:
        self._cache = cache
        self._world = world
        self._known = known
        self._regions = regions
        self._records = Records(world.rulebook)
        self._digests = TermDigests(world.encoder.symbols)
        self._kept: dict[str, str] = {}
        self._told: dict[Obligation, Finding | None] = {}
        self._axioms: dict[frozenset[str], list[str]] = {}

    def take(self) -> Mapping[str, str]:
        """The texts that are to be kept, by their keys, since they were taken last."""
        kept, self._kept = self._kept, {}
        return kept

    def _keep(self, key: str, value: object) -> None:
        self._kept[key] = written(self._records, value)

    # Whether a formula holds anywhere

    def holds(self, formula: Term, axioms: Iterable[Term] | None = None) -> bool | None:
        """Whether a formula holds in some situation that is possible, or in which some axioms hold; None if unknown."""
        return recalled(self._cache, self._holds_key(formula, axioms), self._records, bool)

    def keep_holds(self, formula: Term, holds: bool, axioms: Iterable[Term] | None = None) -> None:  # noqa: FBT001
        """Keep that."""
        self._keep(self._holds_key(formula, axioms), holds)

    def _holds_key(self, formula: Term, axioms: Iterable[Term] | None) -> str:
        if axioms is not None:
            return digest("holds", program(), self._digests.of(formula), sorted(self._digests.of_all(axioms)))
        cone = self._world.closed(self._digests.facts(formula))
        return digest("holds", program(), self._digests.of(formula), self._possible(cone))

    def _possible(self, cone: frozenset[str]) -> list[str]:
        """What makes a situation possible, as far as a cone goes; in no order."""
        if cone not in self._axioms:
            self._axioms[cone] = sorted(self._digests.of_all([self._known, *self._world.axioms(cone)]))
        return self._axioms[cone]

    def verdict(self, obligation: Obligation) -> bool | None:
        """Whether the formula of an obligation holds somewhere; that it fails is known only with what is told of it."""
        holds = self.holds(obligation.scene.formula)
        fails = holds and obligation.sense is Sense.NOWHERE
        return None if fails and self.told(obligation) is None else holds

    # What is told of a finding

    def told(self, obligation: Obligation) -> Finding | None:
        """The finding of an obligation that fails, replayed; None if it is not known or does not hold."""
        if obligation not in self._told:
            self._told[obligation] = self._recalled(obligation)
        return self._told[obligation]

    def _recalled(self, obligation: Obligation) -> Finding | None:
        key = self._told_key(obligation)
        told = None if key is None else recalled(self._cache, key, self._records, Told)
        if told is None:
            return None
        finding = replace(
            plain(obligation),
            witness=told.witness,
            beside=told.beside,
            regions=told.regions,
            whole=told.whole,
            beyond=told.beyond,
            options=told.options,
        )
        rulebook = self._world.rulebook
        return with_nearest(rulebook, finding) if is_sound(rulebook, finding) else None

    def keep_told(self, obligation: Obligation, finding: Finding) -> None:
        """Keep that; nothing in it is unknown."""
        regions = without_nearest(finding).regions
        told = Told(finding.witness, finding.beside, regions, finding.whole, finding.beyond, finding.options)
        if (key := self._told_key(obligation)) is not None:
            self._keep(key, told)

    def _told_key(self, obligation: Obligation) -> str | None:
        """All that `telling` reads; the clauses of a ruling are in the terms, their ids in the derived criteria."""
        scene, rulebook = obligation.scene, self._world.rulebook
        try:
            found = criteria(rulebook, scene.conditions, scene.derived)
        except TooManyCriteria:
            return None
        cells = [self._digests.of_all(terms) for terms in cell_terms(self._world, scene, found)]
        terms = [scene.examined, scene.formula, *([] if scene.index is None else [scene.index])]
        changed = {} if obligation.twin is None else obligation.twin.changed
        twin = [self._digests.of_all(pair) for pair in changed.items()]
        about = (obligation.kind, obligation.problem, obligation.ruling, obligation.clauses, obligation.subject)
        named = [[clause.id for clause, _ in rulebook.effects[each.ruling]] for each in scene.derived]
        claims = [each for each in rulebook.dependences if each.title == obligation.subject]
        ruling = rulebook.rulings[obligation.ruling] if obligation.ruling else None
        index = ruling and (ruling.index, ruling.type)
        words = flat((about, index, scene.conditions, scene.derived, tuple(claims)))
        return digest("told", self._regions, self._stage, self._digests.of_all(terms), cells, twin, named, *words)

    @cached_property
    def _stage(self) -> str:
        """All about the facts: what a situation is, which are possible, what is usual, and how that is told."""
        book = self._world.rulebook
        words = flat((book.table, book.types, book.facts, book.lets, book.always, book.constants))
        return digest(program(), self._possible(self._world.everything), *words)

    # What an option does

    def bearing(self, option: Fact, formulas: Mapping[str, Term]) -> Bearing | None:
        """What an option does, replayed, where `formulas` say where it does something; None if it is not known."""
        changes = recalled(self._cache, self._bearing_key(option, formulas), self._records, Changes)
        if changes is None:
            return None
        bearing = Bearing(option.name, changes.changes, changes.unchanged)
        return bearing if is_sound_bearing(self._world.rulebook, bearing) else None

    def keep_bearing(self, option: Fact, formulas: Mapping[str, Term], bearing: Bearing) -> None:
        """Keep that, unless something in it is unknown."""
        if not bearing.reason:
            changes = Changes(bearing.changes, bearing.unchanged)
            self._keep(self._bearing_key(option, formulas), changes)

    def _bearing_key(self, option: Fact, formulas: Mapping[str, Term]) -> str:
        where = [(name, self._digests.of(formula)) for name, formula in formulas.items()]
        rulings = flat(tuple((each.name, each.index, each.type) for each in self._world.rulebook.rulings.values()))
        return digest("bearing", self._stage, option.name, where, *rulings)


def remembered(memory: Memory | None, inquiry: Inquiry, terms: Sequence[Term]) -> tuple[bool, bool]:
    """Whether some terms hold together in a situation that an inquiry is about, and whether that was known before.

    Raises Undetermined.
    """
    formula = inquiry.world.terms.conjunction(terms)
    known = None if memory is None else memory.holds(formula, inquiry.axioms)
    if known is not None:
        return known, True
    holds = inquiry.holds(terms)
    if memory is not None:
        memory.keep_holds(formula, holds, inquiry.axioms)
    return holds, False
