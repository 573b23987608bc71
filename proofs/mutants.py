"""Mutants of a rulebook: each is the rulebook with one small mistake in what it rules.

Altered are the conditions and values of clauses, the conditions of parts, the scopes and defaults of rulings, and the
`let`s that these read. What is possible stays as it is: facts, `always`, and the `let`s that these read. The records
are altered, not the text; a mutant shares all else with the rulebook that it is of.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from misdeal.model.language.clauses import join
from misdeal.model.language.expression import Call, Const, Expression
from misdeal.model.language.rulebook import Clause, Effect, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Flag
from misdeal.model.language.walk import rulings_read, walk_expanded

from .alterations import Alteration, Manner, another, conditions, values


@dataclass(frozen=True, slots=True)
class Subject:
    """The statement that is altered: its keyword, and its id or name."""

    keyword: str
    name: str

    def __str__(self) -> str:
        """As people call it."""
        return f"{self.keyword} {self.name}"


@dataclass(frozen=True, slots=True)
class Mutant:
    """An altered rulebook: in which statement, in what manner, and what was done in the rulebook's own notation.

    No two of one rulebook have the same subject and the same words. `clauses` are those that are not as before;
    `rulings` are those about which something else is said, not those that only read one of them.
    """

    subject: Subject
    manner: Manner
    told: str
    rulebook: Rulebook
    clauses: frozenset[str]
    rulings: frozenset[str]

    @property
    def name(self) -> str:
        """By which it is known."""
        return f"{self.subject}: {self.told}"

    def touched(self) -> tuple[Ruling, ...]:
        """The rulings of which something else may come out: `rulings` and all that read them, first what is read."""
        book, names = self.rulebook, set(self.rulings)
        for name in book.reading_order:
            if any(names & rulings_read(part, book.lets) for part in book.expressions(name)):
                names.add(name)
        return tuple(book.rulings[name] for name in book.reading_order if name in names)


def mutants(rulebook: Rulebook) -> Iterator[Mutant]:
    """Every mutant, statement by statement: clauses, parts, rulings and `let`s, each in the order of the text."""
    makers = (_of_clauses, _of_parts, _of_rulings, _of_lets)
    counts = Counter[str]()
    for mutant in (each for made in makers for each in made(rulebook)):
        counts[mutant.name] += 1
        again = counts[mutant.name]
        yield mutant if again == 1 else replace(mutant, told=f"{mutant.told}, in place {again}")


def struck(rulebook: Rulebook, id_: str) -> Mutant:
    """The rulebook without a clause; what others override by way of it they still do."""
    clause = rulebook.clauses[id_]
    rest = {each.id: each for each in rulebook.clauses.values() if each is not clause}
    rulings = frozenset(effect.ruling for effect in clause.effects)
    made = replace(rulebook, clauses=rest)
    return Mutant(_subject(clause), Manner.STRUCK, "without it", made, frozenset({id_}), rulings)


# Clauses and parts


def _of_clauses(rulebook: Rulebook) -> Iterator[Mutant]:
    for clause in rulebook.clauses.values():
        subject = _subject(clause)
        yield struck(rulebook, clause.id)
        for each in () if clause.own is None else conditions(clause.own):
            yield _mutant(rulebook, subject, each, [replace(clause, own=each.made)])
        for at, effect in enumerate(clause.effects):
            for alteration, effects in _effects(rulebook, effect, alone=len(clause.effects) == 1):
                others = (*clause.effects[:at], *effects, *clause.effects[at + 1 :])
                yield replace(
                    _mutant(rulebook, subject, alteration, [replace(clause, effects=others)]),
                    rulings=frozenset({effect.ruling}),
                )
        for target in sorted(_direct(rulebook.clauses, clause)):
            yield _without_override(rulebook, clause, target)


def _of_parts(rulebook: Rulebook) -> Iterator[Mutant]:
    for part in rulebook.parts:
        for each in () if part.when is None else conditions(part.when):
            parts = tuple(replace(one, when=each.made) if one is part else one for one in rulebook.parts)
            clauses = [clause for clause in rulebook.clauses.values() if part.id in clause.parts]
            yield _mutant(replace(rulebook, parts=parts), Subject("part", part.id), each, clauses)


def _subject(clause: Clause) -> Subject:
    return Subject("clause", clause.id)


def _mutant(rulebook: Rulebook, subject: Subject, alteration: Alteration, altered: Sequence[Clause]) -> Mutant:
    """A rulebook with some clauses in place of those of their ids, conditions joined with the parts' anew."""
    parts = {part.id: part.when for part in rulebook.parts}
    clauses = {
        clause.id: replace(clause, when=join([*(parts[part] for part in clause.parts), clause.own], clause.span))
        for clause in altered
    }
    return Mutant(
        subject,
        alteration.manner,
        alteration.told,
        replace(rulebook, clauses={**rulebook.clauses, **clauses}),
        frozenset(clauses),
        frozenset(effect.ruling for clause in altered for effect in clause.effects),
    )


def _effects(rulebook: Rulebook, effect: Effect, *, alone: bool) -> Iterator[tuple[Alteration, tuple[Effect, ...]]]:
    """Each way to alter an effect, and what stands in its place: nothing, unless it is the only one, or another one."""
    ruling, shown = rulebook.rulings[effect.ruling], _shown(effect)
    if not alone:
        yield Alteration(Manner.STRUCK, f"without `{shown}`", None), ()
    made = [(each, replace(effect, value=each.made)) for each in values(effect.value, ruling.type) if each.made]
    if effect.index is not None and ruling.index is not None:
        made += [
            (each, replace(effect, index=each.made)) for each in values(effect.index, ruling.index.type) if each.made
        ]
    for alteration, other in made:
        yield replace(alteration, told=f"`{_shown(other)}` for `{shown}`"), (other,)


def _shown(effect: Effect) -> str:
    """An effect as it is written."""
    index = "" if effect.index is None else f"[{show(effect.index)}]"
    return f"{effect.ruling}{index} is {show(effect.value)}"


def _direct(clauses: Mapping[str, Clause], clause: Clause) -> frozenset[str]:
    """What a clause overrides by itself, and not by way of another."""
    return clause.overrides.difference(*(clauses[target].overrides for target in clause.overrides))


def _without_override(rulebook: Rulebook, clause: Clause, target: str) -> Mutant:
    """The rulebook in which a clause does not override another, the rest closed anew."""
    direct = {each.id: _direct(rulebook.clauses, each) for each in rulebook.clauses.values()}
    direct[clause.id] -= {target}
    closed: dict[str, frozenset[str]] = {}
    for each in sorted(rulebook.clauses.values(), key=lambda one: len(one.overrides)):  # what is overridden comes first
        closed[each.id] = direct[each.id].union(*(closed[other] for other in direct[each.id]))
    altered = [replace(each, overrides=closed[each.id]) for each in rulebook.clauses.values()]
    changed = [each for each in altered if each.overrides != rulebook.clauses[each.id].overrides]
    told = Alteration(Manner.UNBOUND, f"does not override `{target}`", None)
    return _mutant(rulebook, _subject(clause), told, changed)


# Rulings and `let`s


def _of_rulings(rulebook: Rulebook) -> Iterator[Mutant]:
    for ruling in rulebook.rulings.values():
        for each in () if ruling.when is None else conditions(ruling.when):
            yield _ruled(rulebook, replace(ruling, when=each.made), each)
        other = None if ruling.otherwise is None else another(ruling.type, ruling.otherwise)
        if ruling.otherwise is not None and other is not None:
            told = f"`otherwise {ruling.type.show(other)}` for `otherwise {ruling.type.show(ruling.otherwise)}`"
            yield _ruled(rulebook, replace(ruling, otherwise=other), Alteration(Manner.SWAPPED, told, None))


def _ruled(rulebook: Rulebook, ruling: Ruling, alteration: Alteration) -> Mutant:
    made = replace(rulebook, rulings={**rulebook.rulings, ruling.name: ruling})
    subject, names = Subject("ruling", ruling.name), frozenset({ruling.name})
    return Mutant(subject, alteration.manner, alteration.told, made, frozenset(), names)


def _of_lets(rulebook: Rulebook) -> Iterator[Mutant]:
    """The `let`s that rulings read, but for those that say what is possible or usual."""
    fixed = _called(rulebook, _possible(rulebook))
    for let in rulebook.lets.values():
        rulings = frozenset(
            name for name in rulebook.rulings if let.name in _called(rulebook, rulebook.expressions(name))
        )
        if let.name in fixed or not rulings or isinstance(let.body, Const):
            continue
        flag = isinstance(let.body.type, Flag)
        for each in conditions(let.body) if flag else values(let.body, let.body.type):
            if each.made is not None:
                made = replace(rulebook, lets={**rulebook.lets, let.name: replace(let, body=each.made)})
                yield Mutant(Subject("let", let.name), each.manner, each.told, made, frozenset(), rulings)


def _possible(rulebook: Rulebook) -> Iterator[Expression]:
    """What says which situations are possible, and which are usual."""
    yield from (always.condition for always in rulebook.always)
    for fact in rulebook.facts.values():
        yield from (part for part in (fact.when, fact.usually) if part is not None)


def _called(rulebook: Rulebook, expressions: Iterable[Expression]) -> frozenset[str]:
    """The `let`s that some expressions call, through others too."""
    lets = rulebook.lets
    return frozenset(part.let for each in expressions for part in walk_expanded(each, lets) if isinstance(part, Call))
