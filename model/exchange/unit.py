"""What is compiled of a rulebook: its rulings as routines, and all that callers give and get. No target language yet.

A routine has its own parameters first, then `players` where their number varies, then the facts that it needs in the
order of their declaration.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..language.expression import Const, Expression, FactRef, RulingRef
from ..language.rulebook import Always, Clause, Fact, Rulebook, Ruling
from ..language.types import Flag, Type, Value
from ..language.walk import walk_expanded
from ..meaning.evaluate import Kind
from .code import (
    Code,
    Compute,
    Deciding,
    Give,
    Is,
    Local,
    Parameter,
    Read,
    Return,
    Routine,
    Set,
    Settle,
    Sift,
    Statement,
    Use,
    When,
)
from .diagram import Diagram, Form, Leaf, Sieve
from .flow import Flow, Subject, negated
from .lower import PLAYERS, Lowered, Lowering, bound, fact, seat_names
from .reach import Aim, aim, index_name, index_names, values
from .stamp import Stamp, stamp


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that may come out for a ruling, all of it known."""

    ruling: str
    kind: Kind
    value: Value | None
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sieved:
    """An effect in a sieve: its clause, its value, and the marks of the effects that it overrides."""

    clause: str
    value: Value
    overrides: int


@dataclass(frozen=True, slots=True)
class SieveTable:
    """A sieve with what comes of its marks: where the scope is not marked `nothing`, where no effect is `otherwise`."""

    sieve: Sieve
    effects: tuple[Sieved, ...]
    nothing: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A fact that a caller gives, and where it arises: None is everywhere. Its index is bound there."""

    fact: Fact
    arises: Code | None


@dataclass(frozen=True, slots=True)
class Required:
    """What has to be so of the facts that are given, and the reason."""

    condition: Code
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruling as a caller meets it.

    `routine` takes the index, if there is one, the number of players, if that varies, and the facts `needed`, all
    unchecked. `asked` are the facts that have to be given where they are checked: those needed and all that decides
    whether these are possible; each comes after those on which it depends. It is `proved` where it and all rulings
    that it reads have forms.
    """

    ruling: Ruling
    routine: str
    needed: tuple[Fact, ...]
    asked: tuple[Asked, ...]
    required: tuple[Required, ...]
    form: Form | None
    proved: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """Everything that is compiled; `entries` are the rulings that were asked for, in order of declaration."""

    rulebook: Rulebook
    stamp: Stamp
    outcomes: tuple[Outcome, ...]
    sieves: tuple[SieveTable, ...]
    routines: tuple[Routine, ...]
    entries: tuple[Entry, ...]
    clauses: tuple[Clause, ...]
    varies: bool

    @property
    def decided(self) -> Mapping[str, Ruling]:
        """The rulings that there are routines for, those that others read among them."""
        names = dict.fromkeys(routine.ruling for routine in self.routines if routine.ruling is not None)
        return {name: self.rulebook.rulings[name] for name in names}


def unit(rulebook: Rulebook, forms: Mapping[str, Form | None], asked: Iterable[str]) -> Unit:
    """What is compiled of a rulebook for the rulings that are asked for.

    `forms` has them and all that they read; None stands for a ruling that is worked out clause by clause.
    """
    return Making(rulebook, forms).unit(frozenset(asked))


def rulings_needed(rulebook: Rulebook, asked: Iterable[str]) -> tuple[str, ...]:
    """Some rulings and all that they read, in reading order."""
    needed = set(asked)
    for name in reversed(rulebook.reading_order):
        if name in needed:
            for part in rulebook.expressions(name):
                needed |= {each.ruling for each in walk_expanded(part, rulebook.lets) if isinstance(each, RulingRef)}
    return tuple(name for name in rulebook.reading_order if name in needed)


class Making:
    """Makes one unit; routines are made as they are called for."""

    def __init__(self, rulebook: Rulebook, forms: Mapping[str, Form | None]) -> None:
        self._rulebook = rulebook
        self._forms = forms
        self._routines: list[Routine] = []
        self._outcomes: dict[Outcome, int] = {}
        self._sieves: list[SieveTable] = []
        self._lets: dict[tuple[str, tuple[tuple[bool, bool], ...]], tuple[str, Lowered]] = {}
        self._facts: dict[str, frozenset[str]] = {}
        self._varies = bool(rulebook.table and rulebook.table.least < rulebook.table.most)
        self.lowering = Lowering(rulebook.table, self.called, self._read)

    def unit(self, asked: frozenset[str]) -> Unit:
        """All of it."""
        for name in self._rulebook.reading_order:
            if name in self._forms:
                self._facts[name] = self._facts_of(self._rulebook.expressions(name))
                self._decide(self._rulebook.rulings[name])
        entries = tuple(self._entry(ruling) for name, ruling in self._rulebook.rulings.items() if name in asked)
        cited = {id_ for outcome in self._outcomes for id_ in outcome.clauses}
        cited |= {clause.id for name in self._forms for clause, _ in self._rulebook.effects[name]}
        clauses = tuple(clause for clause in self._rulebook.clauses.values() if clause.id in cited)
        outcomes, sieves, routines = tuple(self._outcomes), tuple(self._sieves), tuple(self._routines)
        return Unit(self._rulebook, stamp(self._rulebook), outcomes, sieves, routines, entries, clauses, self._varies)

    # What routines need

    def _facts_of(self, parts: Iterable[Expression]) -> frozenset[str]:
        """The facts that some expressions need, through rulings too."""
        found: set[str] = set()
        for part in parts:
            for each in walk_expanded(part, self._rulebook.lets):
                if isinstance(each, FactRef):
                    found.add(each.fact)
                elif isinstance(each, RulingRef):
                    found |= self._facts[each.ruling]
        return frozenset(found)

    def _shared(self, facts: frozenset[str]) -> tuple[Parameter, ...]:
        """The parameters that routines share."""
        players = (Parameter(PLAYERS, truth=False),) if self._varies else ()
        needed = (each for name, each in self._rulebook.facts.items() if name in facts)
        return (*players, *(Parameter(fact(each.name), _truth(each.type), bool(each.index)) for each in needed))

    def _passed(self, facts: frozenset[str]) -> tuple[Code, ...]:
        return tuple(Local(parameter.name) for parameter in self._shared(facts))

    def called(self, name: str, arguments: tuple[Lowered, ...]) -> Lowered:
        """A call of a `let`: of the routine for arguments that have values, or are at the table, as these do."""
        let = self._rulebook.lets[name]
        facts = self._facts_of([let.body])
        key = (name, tuple((each.sure, each.seated) for each in arguments))
        if key not in self._lets:
            pairs = list(zip(let.parameters, arguments, strict=True))
            own = {each.name: Lowered(Local(bound(each.name)), given.sure, given.seated) for each, given in pairs}
            body = self.lowering.lower(let.body, own)
            routine = f"_let{len(self._lets)}_{name}"
            parameters = (
                Parameter(bound(each.name), _truth(each.type), partial=not given.sure) for each, given in pairs
            )
            self._lets[key] = routine, body
            statement = Return(body.code)
            truth = _truth(let.body.type)
            self._routines.append(
                Routine(routine, (*parameters, *self._shared(facts)), (statement,), truth=truth, partial=not body.sure)
            )
        routine, body = self._lets[key]
        passed = (*(each.code for each in arguments), *self._passed(facts))
        return Lowered(Use(routine, passed), body.sure, body.seated)

    def _read(self, name: str, index: tuple[Lowered, ...]) -> Lowered:
        passed = (*(each.code for each in index), *self._passed(self._facts[name]))
        return Lowered(Read(_routine(name), passed), sure=False)

    # Rulings

    def _decide(self, ruling: Ruling) -> None:
        own = () if ruling.index is None else (Parameter(index_name(ruling), truth=False),)
        parameters = (*own, *self._shared(self._facts[ruling.name]))
        match self._forms[ruling.name]:
            case Diagram() as diagram:
                bodies = self._by_diagram(diagram)
            case Sieve() as sieve:
                bodies = [(_routine(ruling.name), (self._by_sieve(sieve),))]
            case None:
                bodies = [(_routine(ruling.name), self._by_clauses(ruling))]
        for name, body in bodies:
            self._routines.append(Routine(name, parameters, body, ruling.name))

    def _by_diagram(self, diagram: Diagram) -> list[tuple[str, tuple[Statement, ...]]]:
        ruling, names = diagram.ruling, index_names(diagram.ruling)
        subjects = [Subject(self.lowering.lower(each, names), each.type) for each in diagram.subjects]
        last = len(diagram.nodes) - 1

        def name(at: int) -> str:
            return _routine(ruling.name) if at == last else f"_part{at}_{ruling.name}"

        return list(Flow(diagram, subjects, lambda leaf: self._ending(ruling, leaf), name).routines())

    def _ending(self, ruling: Ruling, leaf: Leaf) -> Statement:
        if leaf.kind is not None:
            return Give(self._outcome(Outcome(ruling.name, leaf.kind, leaf.value, leaf.clauses)))
        aims = [self._aims(ruling)[at] for at in leaf.effects]
        effects = (Deciding(each.clause.id, None, values(self.lowering, ruling, each, known=True)) for each in aims)
        return Settle(tuple(effects), self.lowering.players, self._unruled(ruling))

    def _by_sieve(self, sieve: Sieve) -> Statement:
        ruling, effects = sieve.ruling, self._rulebook.effects[sieve.ruling.name]
        sieved: list[Sieved] = []
        for clause, effect in effects:
            assert isinstance(effect.value, Const)
            over = sum(1 << at for at, (other, _) in enumerate(effects) if other.id in clause.overrides)
            sieved.append(Sieved(clause.id, effect.value.value, over))
        nothing = self._outcome(Outcome(ruling.name, Kind.DOES_NOT_ARISE, None, ()))
        self._sieves.append(SieveTable(sieve, tuple(sieved), nothing, self._unruled(ruling)))
        looked_at = (self.lowering.lower(column.subject, index_names(ruling)).code for column in sieve.columns)
        return Sift(len(self._sieves) - 1, tuple(looked_at))

    def _by_clauses(self, ruling: Ruling) -> tuple[Statement, ...]:
        """The ruling as it is defined: all effects, then those that nothing overrides."""
        found: list[Statement] = []
        scope = self.lowering.true(ruling.when, index_names(ruling))
        if scope is not None:
            nothing = Outcome(ruling.name, Kind.DOES_NOT_ARISE, None, ())
            found.append(When(negated(scope), (Give(self._outcome(nothing)),)))
        aims = self._aims(ruling)
        for at, each in enumerate(aims):
            given = values(self.lowering, ruling, each, known=False)
            found.append(Set(f"v{at}", given))
        effects = tuple(
            Deciding(each.clause.id, _free(at, each, aims), Local(f"v{at}")) for at, each in enumerate(aims)
        )
        return (*found, Settle(effects, self.lowering.players, self._unruled(ruling)))

    def _aims(self, ruling: Ruling) -> Sequence[Aim]:
        return [aim(ruling, clause, effect) for clause, effect in self._rulebook.effects[ruling.name]]

    def _unruled(self, ruling: Ruling) -> int:
        """What comes out where nothing applies."""
        kind = Kind.GAP if ruling.otherwise is None else Kind.DEFAULT
        return self._outcome(Outcome(ruling.name, kind, ruling.otherwise, ()))

    def _outcome(self, outcome: Outcome) -> int:
        return self._outcomes.setdefault(outcome, len(self._outcomes))

    # What callers give

    def _entry(self, ruling: Ruling) -> Entry:
        needed = self._facts[ruling.name]
        asked, concerned = self._asked(needed)
        return Entry(
            ruling,
            _routine(ruling.name),
            tuple(each for name, each in self._rulebook.facts.items() if name in needed),
            tuple(self.ask(self._rulebook.facts[name]) for name in self._rulebook.settling_order if name in asked),
            tuple(self.require(each) for each in concerned),
            self._forms[ruling.name],
            all(self._forms[name] is not None for name in rulings_needed(self._rulebook, [ruling.name])),
        )

    def _asked(self, needed: frozenset[str]) -> tuple[frozenset[str], list[Always]]:
        """The facts that have a part in whether some facts are possible, and every `always` about them."""
        groups = [(always, self._facts_of([always.condition])) for always in self._rulebook.always]
        found = set(needed)
        before = -1
        while before != len(found):
            before = len(found)
            found.update(*(group for _, group in groups if not group.isdisjoint(found)))
            found.update(*(self._facts_of([when]) for name in found if (when := self._rulebook.facts[name].when)))
        return frozenset(found), [always for always, group in groups if not group or not group.isdisjoint(found)]

    def ask(self, asked: Fact) -> Asked:
        """A fact, and where it arises."""
        names = {} if asked.index is None else seat_names(asked.index.name)
        return Asked(asked, self.lowering.true(asked.when, names))

    def require(self, always: Always) -> Required:
        """What an `always` has to be."""
        return Required(self.lowering.not_false(always.condition), always.reason)


def _routine(ruling: str) -> str:
    return f"_rule_{ruling}"


def _truth(kind: Type) -> bool:
    return isinstance(kind, Flag)


def _free(at: int, aimed: Aim, aims: Sequence[Aim]) -> Code:
    """Where an effect applies and nothing that applies overrides it."""
    over = [by for by, other in enumerate(aims) if aimed.clause.id in other.clause.overrides]
    filled = [Is("filled", Local(f"v{each}")) for each in (at, *over)]
    return Compute("and", (filled[0], *(Compute("not", (each,)) for each in filled[1:])))
