"""Drafts of a clause where no clause decides: the region as its condition, and the values that it could give."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from misdeal.model.language import RulebookError
from misdeal.model.language.expression import Bound, Expression
from misdeal.model.language.overriding import is_under
from misdeal.model.language.reader import Amendable
from misdeal.model.language.rulebook import Clause, Effect, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Seat
from misdeal.model.language.walk import free_names, substitute

from .draft import Candidate, DraftKind
from .finding import Region
from .phrase import written

MOST_VALUES = 10  # of the type of a ruling that a draft could give it
_WORD = "draft"


class Unsayable(Exception):  # noqa: N818 - an answer, not a mistake
    """No clause can say what a region says; the argument is why not."""


@dataclass(frozen=True, slots=True)
class Kin:
    """The clause beside which a draft is put: whose paragraphs it encodes; None in a rulebook without such a one."""

    clause: Clause | None

    def name(self, taken: Iterable[str]) -> str:
        """An id for a draft, that of none that are taken: under the clause, unless a part would join its condition."""
        stem = _WORD
        if self.clause and not self.clause.parts:
            stem = f"{self.clause.id}{'_' if '_' in self.clause.id else '.'}{_WORD}"
        known, number, name = frozenset(taken), 1, stem
        while name in known:
            number += 1
            name = f"{stem}{number}"
        return name


def kin(rulebook: Rulebook, ruling: Ruling, region: Region) -> Kin:
    """The clause that a draft for a region is put beside: one that is cited, the nearest of those that decide."""
    near = [rulebook.clauses[each.clause] for each in region.nearest]
    deciding = [clause for clause, _ in rulebook.effects[ruling.name]]
    return Kin(next((each for each in (*near, *deciding, *rulebook.clauses.values()) if each.paragraphs), None))


def clauses(amendable: Amendable, ruling: Ruling, region: Region, beside: Kin, name: str) -> Iterator[Candidate]:
    """A clause for each value that a draft for a region could give, the likelier first. Raises Unsayable."""
    rulebook = amendable.rulebook
    head = f'clause {name} implied "Drafted, for no clause decides {ruling.name}"{_origins(rulebook, beside, name)}'
    index = ruling.index.name if ruling.index and isinstance(ruling.index.type, Seat) else None
    head += f" for each {index}" if index else ""
    places = _places(ruling, region)
    values = [*_values(rulebook, ruling, region)]
    if not values:
        raise Unsayable(f"no clause says which value `{ruling.name}` could have")
    condition = _condition(amendable, name, head, region, f"{places[0]} is {values[0]}")
    for value in values:
        effects = ", ".join(f"{place} is {value}" for place in places)
        yield Candidate(DraftKind.CLAUSE, f"{head}\n{condition}  then {effects}", name)


def _origins(rulebook: Rulebook, beside: Kin, name: str) -> str:
    """From which paragraphs a draft is, where its id does not say it."""
    if rulebook.source is None or beside.clause is None:
        return ""
    if any(is_under(name, paragraph) for paragraph in rulebook.source.paragraphs):
        return ""
    return " from " + ", ".join(beside.clause.paragraphs)


def _places(ruling: Ruling, region: Region) -> list[str]:
    """What a draft decides: the ruling at its seat, or at each value of an index that `for each` does not bind."""
    if ruling.index is None:
        return [ruling.name]
    kind, name = ruling.index.type, ruling.index.name
    if isinstance(kind, Seat):
        return [f"{ruling.name}[{name}]"]
    if any(name in _words(condition) for condition in region.conditions):
        raise Unsayable(f"`for each` binds seats only, and the region speaks of `{name}`")
    return [f"{ruling.name}[{kind.show(value)}]" for value in range(kind.low, kind.high + 1)]


def _words(text: str) -> list[str]:
    return "".join(each if each.isalnum() or each == "_" else " " for each in text).split()


def _condition(amendable: Amendable, name: str, head: str, region: Region, effect: str) -> str:
    """The `when` of a draft, as it is best written: what its plain conjunction is read as."""
    parts = []
    for condition in region.conditions:
        said = written(condition)
        if said is None:
            raise Unsayable(f"only words can say where it is: {condition}")
        parts.append(f"({said})")
    if not parts:
        return ""
    try:
        own = amendable.amended(f"{head}\n  when {' and '.join(parts)}\n  then {effect}").clauses[name].own
    except RulebookError as error:
        raise Unsayable(f"a clause for it cannot be read: {error.diagnostics[0].message}") from None
    assert own
    return f"  when {show(own)}\n"


def _values(rulebook: Rulebook, ruling: Ruling, region: Region) -> list[str]:
    """What a draft could give: as the nearest clauses, as any other, and the first values of its type."""
    near = [each.clause for each in region.nearest]
    effects = sorted(
        rulebook.effects[ruling.name], key=lambda pair: near.index(pair[0].id) if pair[0].id in near else len(near)
    )
    given = (_value(ruling, effect) for _, effect in effects)
    texts = [show(value) for value in given if value is not None]
    if not isinstance(ruling.type, Seat):
        first = range(ruling.type.low, ruling.type.high + 1)[:MOST_VALUES]
        texts += [ruling.type.show(value) for value in first]
    return list(dict.fromkeys(texts))


def _value(ruling: Ruling, effect: Effect) -> Expression | None:
    """The value that an effect gives, in terms of the ruling's seat; None where it needs another."""
    names: dict[str, Expression] = {}
    if isinstance(effect.index, Bound) and ruling.index and isinstance(ruling.index.type, Seat):
        names[effect.index.name] = Bound(ruling.index.name, ruling.index.type)
    return None if free_names(effect.value) - set(names) else substitute(effect.value, names)
