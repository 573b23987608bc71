"""The types of two rulebooks as one: every value of either, and where it lies in both.

Values of choices and stages are paired by name; numbers and seats are what they are. A type of one rulebook belongs to
one type of both, however many facts have it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from misdeal.model.language.diagnostic import near
from misdeal.model.language.rulebook import Fact, Parameter, Rulebook, Ruling
from misdeal.model.language.types import Choice, Number, Seat, Table, Timeline, Type, Value
from misdeal.model.language.words import describe, named_values

from .pairing import Edition, Misnamed, Pairs, Renames, paired
from .refusal import Refusal

Key = tuple[Edition, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Group:
    """One type of both rulebooks; `places` says of each type in it which values its own values are."""

    type: Choice | Timeline
    places: Mapping[Key, tuple[int, ...]]


class CommonTypes:
    """The types of both rulebooks, and their values. Raises Refusal where things that are paired do not go together."""

    def __init__(self, old: Rulebook, new: Rulebook, pairs: Pairs, renames: Renames) -> None:
        self._books = {Edition.OLD: old, Edition.NEW: new}
        self.table = _table(old.table, new.table)
        self._groups: dict[Key, Group] = {}
        for name in renames.values:
            _type_named(old, name)
        for members in _connected(_all(old, new), list(self._pairs(pairs))):
            group = _united(members, self._renamed(members, renames))
            self._groups.update(dict.fromkeys(group.places, group))

    def group(self, edition: Edition, kind: Choice | Timeline) -> Group:
        """The type of both to which one of a rulebook belongs."""
        return self._groups[_key(edition, kind)]

    def of(self, edition: Edition, kind: Type) -> Type:
        """A type of a rulebook as one of both; numbers stay as they are."""
        match kind:
            case Choice() | Timeline():
                return self.group(edition, kind).type
            case Seat(_, vacant):
                assert self.table
                return Seat(self.table, vacant)
            case _:
                return kind

    def value(self, edition: Edition, kind: Type, value: Value) -> Value:
        """A value of a rulebook's type as one of both."""
        match kind:
            case Choice() | Timeline():
                return self.group(edition, kind).places[_key(edition, kind)][value]
            case Seat(table):
                assert self.table
                return self.table.nobody if value == table.nobody else value
            case _:
                return value

    def own(self, edition: Edition, kind: Type, value: Value) -> Value | None:
        """The value of a rulebook's own type that one of both is; None where it has none."""
        if isinstance(kind, Choice | Timeline):
            places = self.group(edition, kind).places[_key(edition, kind)]
            return places.index(value) if value in places else None
        if isinstance(kind, Seat):
            assert self.table
            if value == self.table.nobody:
                return kind.table.nobody if kind.vacant else None
            return value if value <= kind.table.most else None
        return value if kind.low <= value <= kind.high else None

    def values(self, edition: Edition, kind: Type) -> tuple[Value, ...]:
        """The values of a rulebook's type, as values of both."""
        return tuple(self.value(edition, kind, value) for value in range(kind.low, kind.high + 1))

    def joined(self, old: Type, new: Type) -> Type:
        """The least type of both that covers a type of each; they go together."""
        ours, theirs = self.of(Edition.OLD, old), self.of(Edition.NEW, new)
        match ours, theirs:
            case (Number(low, high), Number(least, most)):
                return Number(min(low, least), max(high, most))
            case (Seat(table, vacant), Seat(_, other)):
                return Seat(table, vacant or other)
            case _:
                return ours

    def _pairs(self, pairs: Pairs) -> Iterator[tuple[Key, Key]]:
        """The types of what is paired. Raises Refusal where they do not go together."""
        old, new = self._books[Edition.OLD], self._books[Edition.NEW]
        for name, kind in old.types.items():
            other = new.types.get(name)
            if isinstance(kind, Choice | Timeline) and type(other) is type(kind):
                assert isinstance(other, Choice | Timeline)
                yield _key(Edition.OLD, kind), _key(Edition.NEW, other)
        both: list[tuple[Fact | Ruling, Fact | Ruling]] = []
        both += [(old.facts[mine], new.facts[yours]) for mine, yours in pairs.facts.items()]
        both += [(old.rulings[mine], new.rulings[yours]) for mine, yours in pairs.rulings.items()]
        for ours, theirs in both:
            told = f"`{ours.name}`" if ours.name == theirs.name else f"`{ours.name}` and `{theirs.name}`"
            yield from _alike(told, ours.type, theirs.type)
            yield from _same_index(told, ours.index, theirs.index)

    def _renamed(self, members: list[tuple[Edition, Choice | Timeline]], renames: Renames) -> Mapping[str, str]:
        """Old values with the new names that they are said to have. Raises Refusal."""
        found: dict[str, str] = {}
        for name, values in renames.values.items():
            kind = _type_named(self._books[Edition.OLD], name)
            if any(edition is Edition.OLD and member == kind for edition, member in members):
                ours, theirs = (
                    [value for at, member in members if at is edition for value in named_values(member)]
                    for edition in Edition
                )
                if not theirs:
                    advice = "pair a fact or a ruling that has its values"
                    raise Misnamed(f"nothing of the new rulebook is paired with `{name}`", advice, ("values", name))
                paired("value", ours, theirs, {**found, **values}, ("values", name))
                found.update(values)
        return found


def _type_named(old: Rulebook, name: str) -> Type:
    """The type that a name of the old rulebook stands for. Raises Refusal."""
    known = {
        **{ruling.name: ruling.type for ruling in old.rulings.values()},
        **{fact.name: fact.type for fact in old.facts.values()},
        **old.types,
    }
    if name not in known:
        message = f"the old rulebook has no type, fact or ruling `{name}`"
        raise Misnamed(message, near(name, known), ("values", name))
    if not isinstance(known[name], Choice | Timeline):
        advice = "only choices and stages have values that can be paired"
        raise Misnamed(f"`{name}` has no named values", advice, ("values", name))
    return known[name]


def _key(edition: Edition, kind: Choice | Timeline) -> Key:
    return edition, kind.name, named_values(kind)


def _alike(told: str, ours: Type, theirs: Type) -> Iterator[tuple[Key, Key]]:
    if type(ours) is not type(theirs):
        advice = "give one of them another name, or pair it with another one"
        raise Refusal(f"{told}: {describe(ours)} in the old rulebook, {describe(theirs)} in the new one", advice)
    if isinstance(ours, Choice | Timeline) and isinstance(theirs, Choice | Timeline):
        yield _key(Edition.OLD, ours), _key(Edition.NEW, theirs)


def _same_index(told: str, ours: Parameter | None, theirs: Parameter | None) -> Iterator[tuple[Key, Key]]:
    if (ours is None) != (theirs is None):
        which = "new" if ours is None else "old"
        advice = "give one of them another name, or pair it with another one"
        raise Refusal(f"{told}: only the {which} rulebook has an index there", advice)
    if ours is not None and theirs is not None:
        yield from _alike(f"the index of {told}", ours.type, theirs.type)


def _all(old: Rulebook, new: Rulebook) -> Iterator[tuple[Edition, Choice | Timeline]]:
    """The choices and timelines of both rulebooks."""
    for edition, book in ((Edition.OLD, old), (Edition.NEW, new)):
        facts, rulings = (each.type for each in book.facts.values()), (each.type for each in book.rulings.values())
        for kind in (*book.types.values(), *facts, *rulings):
            if isinstance(kind, Choice | Timeline):
                yield edition, kind


def _connected(
    kinds: Iterable[tuple[Edition, Choice | Timeline]], pairs: list[tuple[Key, Key]]
) -> list[list[tuple[Edition, Choice | Timeline]]]:
    """The types that pairs connect, each together with all others."""
    known = {_key(edition, kind): (edition, kind) for edition, kind in kinds}
    root = {key: key for key in known}

    def find(key: Key) -> Key:
        while root[key] != key:
            key = root[key]
        return key

    for one, other in pairs:
        root[find(other)] = find(one)
    found: dict[Key, list[tuple[Edition, Choice | Timeline]]] = {}
    for key, member in known.items():
        found.setdefault(find(key), []).append(member)
    return list(found.values())


def _united(members: list[tuple[Edition, Choice | Timeline]], renames: Mapping[str, str]) -> Group:
    """Some types as one, the values of the old rulebook first. Raises Refusal for stages in two orders."""
    back = {yours: mine for mine, yours in renames.items()}
    chains = {_key(*member): _names_in_both(*member, renames, back) for member in members}
    names: list[str] = []
    for (_, kind), chain in zip(members, chains.values(), strict=True):
        if isinstance(kind, Timeline):
            names = _merged(kind, names, chain)
        else:
            names += [name for name in chain if name not in names]
    _, first = members[0]
    places = {key: tuple(names.index(name) for name in chain) for key, chain in chains.items()}
    if isinstance(first, Timeline):
        return Group(replace(first, stages=tuple(names)), places)
    return Group(Choice(first.name, tuple(names), _labels(members, chains, names)), places)


def _labels(
    members: list[tuple[Edition, Choice | Timeline]], chains: Mapping[Key, list[str]], names: list[str]
) -> tuple[str, ...]:
    """The first label that a rulebook has for each value."""
    found: dict[str, str] = {}
    for edition, kind in members:
        if isinstance(kind, Choice):
            for name, label in zip(chains[_key(edition, kind)], kind.labels, strict=True):
                found[name] = found.get(name) or label
    return tuple(found[name] for name in names)


def _names_in_both(
    edition: Edition, kind: Choice | Timeline, renames: Mapping[str, str], back: Mapping[str, str]
) -> list[str]:
    """The names of a type's values in both: those of the old rulebook where it has them."""
    if edition is Edition.OLD:
        return list(named_values(kind))
    return [back.get(name, f"new.{name}" if name in renames else name) for name in named_values(kind)]


def _merged(kind: Timeline, before: list[str], stages: list[str]) -> list[str]:
    """Stages in one order: new ones after the stage that they follow. Raises Refusal."""
    shared = [before.index(stage) for stage in stages if stage in before]
    if shared != sorted(shared):
        raise Refusal(f"the two rulebooks have the stages of `{kind.name}` in different orders")
    merged = list(before)
    at = shared[0] if shared else len(merged)
    for stage in stages:
        if stage in merged:
            at = merged.index(stage) + 1
        else:
            merged.insert(at, stage)
            at += 1
    return merged


def _table(old: Table | None, new: Table | None) -> Table | None:
    """The table of both, from the fewest seats to the most. Raises Refusal for seats with other names."""
    if old is None or new is None:
        return old or new
    longer, shorter = sorted((old.names, new.names), key=len, reverse=True)
    if old.names and new.names and longer[: len(shorter)] != shorter:
        raise Refusal(f"the seats of `{old.name}` have other names in the new rulebook", "give them the same names")
    names = longer if old.names and new.names else ()
    return Table(old.name, min(old.least, new.least), max(old.most, new.most), old.usual, names)
