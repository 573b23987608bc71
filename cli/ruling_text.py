"""An answer as text: a note to the director, ruling after ruling, and at the end what it rests on."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from misdeal.model.language.rulebook import Clause, Place
from misdeal.model.language.show import show
from misdeal.model.language.types import Type, Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.settle import place_name
from misdeal.proofs.answer import Answer, Branch, Deciding, Ruled, Standing
from misdeal.proofs.common import Comes, Mattering

from .explaining import NOTHING, Explained, is_silent
from .terminal import Paper
from .wording import addressed, here, listed, subject_name, value_text

_COLOURS = {Standing.SETTLED: "green", Standing.UNRULED: "red", Standing.OPEN: "yellow"}
_INDENT = 4
_NAMED = 3  # options named before they are only counted
_RUN = 2  # indices in a row that are still named one by one
_LISTED = 12  # facts named before the rest is only counted


def write_answer(paper: Paper, told: Answer, found: Explained = NOTHING, book: str = "") -> None:
    """Put an answer on paper, and what was found out about it; `book` is how the rulebook was named."""
    _Writer(paper, told, found, book).write()


class _Writer:
    """Writes one answer."""

    def __init__(self, paper: Paper, told: Answer, found: Explained, book: str) -> None:
        self._paper = paper
        self._answer = told
        self._found = found
        self._book = book
        self._rulebook = told.rulebook

    def write(self) -> None:
        """The title, the rulings, what does not arise, what is missing or taken as usual."""
        self._paper.paragraph(self._rulebook.title, bold=True)
        silent = [each for each in self._answer.rulings if is_silent(each) and not self._found.about(each.place)]
        for ruled in self._answer.rulings:
            if ruled not in silent:
                self._paper.gap()
                self._ruled(ruled)
        self._paper.gap()
        if silent:
            self._paper.paragraph(", ".join(self._grouped(ruled.place for ruled in silent)), mark="does not arise: ")
        if self._answer.missing:
            self._missing()
        if self._answer.taken:
            self._taken(self._answer.taken)
        elif self._answer.known.usual and self._answer.situation is None:
            self._paper.paragraph("every other fact is taken as usual")
        if self._answer.reason:
            self._paper.paragraph(f"not everything was found out: {self._answer.reason}", fg="yellow")

    # One ruling

    def _ruled(self, ruled: Ruled) -> None:
        ruling, standing = self._rulebook.rulings[ruled.place.name], ruled.standing
        result = "open" if standing is Standing.OPEN else self._result(ruled.comes, ruled)
        name = place_name(self._rulebook, ruled.place)
        self._paper.paragraph(result, mark=f"{name}: ", bold=True, fg=_COLOURS[standing])
        self._paper.paragraph(addressed(ruling.question, ruling.index, ruled.place.index), indent=_INDENT)
        if not ruled.seated and ruling.index and ruled.place.index is not None:
            seat = subject_name(ruling.index.type, ruled.place.index)
            self._paper.paragraph(f"if {seat} is at the table", indent=_INDENT)
        for branch in ruled.branches:
            self._branch(branch)
        if standing is Standing.OPEN and not ruled.branches:
            self._open(ruled, _INDENT)
        if standing is Standing.OPEN:
            self._mattering(ruled.mattering)
        if ruled.whichever:
            self._paper.paragraph(f"the same {self._whichever(ruled.whichever)}", indent=_INDENT)
        if ruled.consequence and standing is Standing.UNRULED:
            self._paper.paragraph("this follows from another ruling that has no value", indent=_INDENT)
        for deciding in ruled.deciding if standing is not Standing.OPEN else ():
            self._deciding(ruled, deciding, _INDENT)
        self._nearest(ruled)
        if self._found.about(ruled.place):
            from .explained_text import ExplainedWriter  # noqa: PLC0415 - start-up stays small

            ExplainedWriter(self._paper, self._answer, self._found, self._book).write(ruled.place, _INDENT)

    def _result(self, comes: tuple[Comes, ...], ruled: Ruled) -> str:
        """What comes out, in a phrase."""
        kind = self._rulebook.rulings[ruled.place.name].type
        match comes[0].kind:
            case Kind.GAP:
                return "no clause decides it"
            case Kind.CLASH:
                return "clauses in force name different values"
            case Kind.UNDEFINED:
                return "undefined: a clause in force names no value of it"
            case _:
                value = "" if comes[0].value is None else value_text(kind, comes[0].value)
                return value + _DEFAULTS[frozenset(each.kind for each in comes)]

    def _branch(self, branch: Branch) -> None:
        """What comes out under some values of options that are not known."""
        ruled, under = branch.ruled, " or ".join(f"`{option}`" for option in branch.options)
        if ruled.standing is Standing.OPEN:
            self._paper.paragraph(f"under {under} still open", indent=_INDENT)
            self._open(ruled, _INDENT + 2)
            return
        colour = _COLOURS[ruled.standing]
        self._paper.paragraph(self._result(ruled.comes, ruled), indent=_INDENT, mark=f"under {under}: ", fg=colour)
        for deciding in ruled.deciding:
            self._deciding(ruled, deciding, _INDENT + 2)

    def _whichever(self, names: tuple[str, ...]) -> str:
        """For all values of some options."""
        if len(names) > _NAMED:
            return f"whatever the {len(names)} options and readings are that it depends on"
        options = [self._rulebook.facts[name] for name in names]
        told = [f"`{each.name}`" + (f" ({each.ambiguity})" if each.ambiguity else "") for each in options]
        return f"whatever {listed(told)} {'is' if len(told) == 1 else 'are'}"

    def _open(self, ruled: Ruled, indent: int) -> None:
        kind = self._rulebook.rulings[ruled.place.name].type
        values = dict.fromkeys(value_text(kind, each.value) for each in ruled.comes if each.value is not None)
        others = [_POSSIBLE[each.kind] for each in ruled.comes if each.value is None]
        more = [] if ruled.whole else ["something else" if ruled.comes else "anything"]
        self._paper.paragraph("; ".join([*values, *others, *more]), indent=indent, mark="may still be: ")

    def _mattering(self, mattering: Mattering) -> None:
        """The facts that still matter to an open ruling."""
        named = self._grouped(mattering.places)
        more = f" and {len(named) - _LISTED} more" if len(named) > _LISTED else ""
        if named:
            mark = "still matters: " if mattering.whole else "still matters, at least: "
            self._paper.paragraph(", ".join(named[:_LISTED]) + more, indent=_INDENT, mark=mark)

    def _deciding(self, ruled: Ruled, deciding: Deciding, indent: int) -> None:
        clause = deciding.clause
        cited = f"{'by' if deciding.sure else 'perhaps by'} {clause.id} “{clause.title}”"
        seats = _seats(clause, deciding.seats)
        notes = [*(["implied"] if clause.implied else []), *([seats] if seats else [])]
        gives = self._gives(ruled, deciding)
        self._paper.paragraph(cited + "".join(f", {note}" for note in notes) + gives, indent=indent)
        if clause.heading:
            self._paper.paragraph(f"under “{clause.heading}”", indent=indent + 2)
        if deciding.because:
            parts = ", ".join(f"`{show(part)}`" for part in deciding.because)
            self._paper.paragraph(parts, indent=indent + 2, mark="because ")
        if deciding.overrides:
            titled = [f"{each} “{self._rulebook.clauses[each].title}”" for each in deciding.overrides]
            self._paper.paragraph(", ".join(titled), indent=indent + 2, mark="overrides ")

    def _gives(self, ruled: Ruled, deciding: Deciding) -> str:
        """What a clause gives where that is not what comes out."""
        if ruled.standing is not Standing.UNRULED or self._answer.situation is None:
            return ""
        kind = self._rulebook.rulings[ruled.place.name].type
        if deciding.value is None:
            return ": no value"
        inside = kind.low <= deciding.value <= kind.high
        return f": {value_text(kind, deciding.value) if inside else f'{deciding.value}, which is outside {kind}'}"

    def _nearest(self, ruled: Ruled) -> None:
        """The clauses that would decide a gap, with what they lack."""
        if not ruled.nearest or self._answer.situation is None:
            return
        evaluation = Evaluation(self._rulebook, self._answer.situation)
        for near in ruled.nearest:
            clause = self._rulebook.clauses[near.clause]
            lacks = []
            for part in near.failing:
                found = here(evaluation, part, near.seats)
                lacks.append(f"`{show(part)}`" + (f" (here {found})" if found else ""))
            seats = _seats(clause, near.seats)
            cited = f"{clause.id} “{clause.title}”" + (f", {seats}" if seats else "")
            told = f"{cited} would decide it, but for {', '.join(lacks)}"
            self._paper.paragraph(told, indent=_INDENT, mark="nearest: ")

    # What the answer rests on

    def _missing(self) -> None:
        missing = self._answer.missing
        number = "1 fact is" if len(missing) == 1 else f"{len(missing)} facts are"
        named = self._grouped(missing)
        more = f" and {len(named) - _LISTED} more" if len(named) > _LISTED else ""
        least = "at least " if self._answer.reason else ""
        self._paper.paragraph(", ".join(named[:_LISTED]) + more, mark=f"{least}{number} not known: ")

    def _taken(self, taken: Mapping[Place, Value]) -> None:
        told = []
        for (name, value), places in groupby(taken.items(), lambda item: (item[0].name, item[1])):
            kind = self._rulebook.facts[name].type
            shown = "/".join(self._grouped(place for place, _ in places))
            told.append(f"`{shown} = {kind.show(value)}`")
        self._paper.paragraph(", ".join(told), mark="taken as usual: ")

    def _grouped(self, places: Iterable[Place]) -> list[str]:
        """Places by name: `cards[1, 3]`, `cards[1..5]`, `fine of each side`."""
        found = []
        for name, group in groupby(places, lambda place: place.name):
            indices = [each.index for each in group if each.index is not None]
            statement = self._rulebook.facts.get(name) or self._rulebook.rulings.get(name)
            kind = statement.index.type if statement and statement.index else None
            found.append(f"{name}{_run(kind, indices)}" if kind and indices else name)
        return found


_POSSIBLE = {
    Kind.GAP: "no ruling (a gap)",
    Kind.CLASH: "more than one ruling (a clash)",
    Kind.UNDEFINED: "undefined",
    Kind.DOES_NOT_ARISE: "it does not arise",
}

_DEFAULTS = {
    frozenset({Kind.VALUE}): "",
    frozenset({Kind.DEFAULT}): ", by default",
    frozenset({Kind.VALUE, Kind.DEFAULT}): ", by a clause or by default",
    frozenset({Kind.DOES_NOT_ARISE}): "does not arise",
}


def _run(kind: Type, indices: list[Value]) -> str:
    """Indices one by one, numbered seats without a gap by their ends, or all that have names by their type."""
    shown = [kind.show(each) for each in indices]
    numbered, gapless = shown[0].isdigit(), indices[-1] - indices[0] == len(indices) - 1
    if not gapless or len(shown) <= _RUN:
        return f"[{', '.join(shown)}]"
    if numbered:
        return f"[{shown[0]}..{shown[-1]}]"
    return f" of each {kind}" if len(indices) == kind.high - kind.low + 1 else f"[{', '.join(shown)}]"


def _seats(clause: Clause, seats: Mapping[str, Value]) -> str:
    """For whom a clause speaks: `p = 2`."""
    kinds = {parameter.name: parameter.type for parameter in clause.each}
    return ", ".join(f"{name} = {kinds[name].show(seat)}" for name, seat in seats.items())
