"""What was found out about an answer, as text beneath the ruling that it is about."""

from collections.abc import Iterable

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.proofs.answer import Answer
from misdeal.proofs.explained import Prospect, WhatIf
from misdeal.proofs.impossible import SIZES
from misdeal.proofs.smallest import Size

from .account import Cited, Lack
from .explained_words import (
    ToldLeading,
    ToldWay,
    ToldWhatIf,
    ToldWhy,
    ToldWhyNot,
    told_what_if,
    told_why,
    told_why_not,
)
from .explaining import Explained
from .stated import Stated
from .terminal import Paper
from .witness import replay_line
from .wording import listed, value_text

_WAYS = 5  # clauses told before the rest is only counted


class ExplainedWriter:
    """Writes what was found out about the rulings of one answer; `book` is how the rulebook was named."""

    def __init__(self, paper: Paper, answer: Answer, found: Explained, book: str) -> None:
        self._paper = paper
        self._answer = answer
        self._found = found
        self._book = book

    def write(self, place: Place, indent: int) -> None:
        """What was found out about a ruling."""
        found = self._found
        if found.why is not None and place in found.why:
            self._why(told_why(self._answer.known, found.why[place]), indent)
        if found.why_not is not None:
            self._why_not(told_why_not(self._answer.rulebook, found.why_not), indent)
        if found.what_if is not None:
            self._what_if(told_what_if(self._answer.known, found.what_if), indent)

    # Why

    def _why(self, told: ToldWhy, indent: int) -> None:
        self._paper.paragraph(_forcing(told), indent=indent, mark="why: ")
        for each in told.facts:
            self._paper.paragraph(_stated(each), indent=indent + 2, mark="- ")
        for each in told.usual:
            self._paper.paragraph(_stated(each, "as usual"), indent=indent + 2, mark="- ")
        if told.size is not Size.SMALLEST and (told.facts or told.usual):
            self._paper.paragraph(f"({SIZES[told.size]})", indent=indent + 2)

    # Why not

    def _why_not(self, told: ToldWhyNot, indent: int) -> None:
        why_not, said = told.why_not, ""
        if why_not.prospect is not Prospect.NOT:
            said = _PROSPECTS[why_not.prospect] + why_not.reason
        elif not told.ways and not told.scope:
            said = self._none()
        self._paper.paragraph(f"why not {self._value(why_not.place, why_not.value)}? {said}".rstrip(), indent=indent)
        if told.scope:
            self._paper.paragraph(f"it does not arise, {_but_for(told.scope)}", indent=indent + 2, mark="- ")
        for way in told.ways[:_WAYS]:
            self._way(way, indent + 2)
        if len(told.ways) > _WAYS:
            self._paper.paragraph(f"and {len(told.ways) - _WAYS} more clauses", indent=indent + 2, mark="- ")
        if told.telling is not None:
            self._paper.paragraph("This is so in the most ordinary situation with these facts:", indent=indent + 2)
            self._paper.command(replay_line(self._book, told.telling), indent=indent + 2)

    def _value(self, place: Place, value: Value) -> str:
        return value_text(self._answer.rulebook.rulings[place.name].type, value)

    def _none(self) -> str:
        table = self._answer.rulebook.table
        return "no clause gives it" + (" at this table" if table and table.least < table.most else "")

    def _way(self, way: ToldWay, indent: int) -> None:
        self._paper.paragraph(_way(way), indent=indent, mark="- ")
        if way.clause and way.clause.heading:
            self._paper.paragraph(f"under “{way.clause.heading}”", indent=indent + 4)
        if way.overriding and way.lacks:
            alone = len(way.overriding) == 1
            verbs = ("applies", "overrides") if alone else ("apply", "override")
            told = f"{_clauses(way.overriding)}, which {verbs[0]} here, {verbs[1]} it"
            self._paper.paragraph(told, indent=indent + 4)
        if not way.fewest:
            self._paper.paragraph("(there may be fewer parts that would do)", indent=indent + 4)

    # What if

    def _what_if(self, told: ToldWhatIf, indent: int) -> None:
        what_if = told.what_if
        asked = f"what if {self._value(what_if.place, what_if.value)}?"
        if not told.leading:
            said = f"not found out: {what_if.reason}" if what_if.reason else "no situation has it"
            self._paper.paragraph(f"{asked} {said}", indent=indent)
            return
        for at, each in enumerate(told.leading):
            said = self._change(what_if, len(each.changes))
            self._paper.paragraph(f"or {said}" if at else f"{asked} {said}", indent=indent + 2 * bool(at))
            self._leading(each, indent + 2)
        if what_if.reason:
            self._paper.paragraph(f"whether there is another way was not found out: {what_if.reason}", indent=indent)

    def _change(self, what_if: WhatIf, count: int) -> str:
        """How much has to be otherwise."""
        (ruled,) = (each for each in self._answer.rulings if each.place == what_if.place)
        if not count:
            comes = ruled.whole and {each.value for each in ruled.comes} == {what_if.value}
            return "it is what comes out, as here:" if comes else "nothing given has to be otherwise:"
        given = len(self._answer.known.given)
        facts = "the fact given" if given == 1 else f"{count} of the {given} facts given"
        table = "" if what_if.same_table else "no situation at this table has it; "
        return f"{table}{facts} would be otherwise:"

    def _leading(self, told: ToldLeading, indent: int) -> None:
        for change in told.changes:
            new = change.new.value or "no value"
            asked = f": {change.new.question} {change.new.answer}" if change.new.question else ""
            said = f"`{change.old.place}: {change.old.value} -> {new}`{asked}"
            self._paper.paragraph(said, indent=indent, mark="- ")
        for each in told.beside:
            self._paper.paragraph(f"and with {_stated(each)}", indent=indent, mark="- ")
        if told.gone:
            names = listed([f"`{each.place}`" for each in told.gone])
            self._paper.paragraph(f"{names} would not arise", indent=indent, mark="- ")
        self._paper.paragraph(told.telling.rest, indent=indent)
        self._paper.command(replay_line(self._book, told.telling), indent=indent)


_PROSPECTS = {
    Prospect.COMES: "it is what comes out",
    Prospect.MAY_COME: "it may still come out, as far as the facts are known",
    Prospect.UNKNOWN: "not found out: ",
}


def _forcing(told: ToldWhy) -> str:
    """What is said of the facts that follow."""
    count, usual = len(told.facts), len(told.usual)
    if not count + usual:
        return "so it is whatever the facts are"
    fewer = "; no fewer do" if told.size is Size.SMALLEST and count + usual > 1 else ""
    beside = f"{usual} fact{'s' * (usual > 1)} as usual"
    if not count:
        return f"{beside} force{'s' * (usual == 1)} it{fewer}"
    whole = f"the {count} facts given" if count > 1 else "the 1 fact given"
    given = whole if count == told.given else f"{count} of the {told.given} facts given"
    plural = count > 1 or usual
    return f"{given}{f', with {beside},' if usual else ''} force{'' if plural else 's'} it{fewer}"


def _stated(each: Stated, note: str = "") -> str:
    """A fact as it is given, with its question and answer."""
    said = f"`{each.place}={each.value}`" if each.value else f"`{each.place}`"
    asked = f": {each.question} {each.answer}".rstrip() if each.question else ""
    return said + (f", {note}" if note else "") + asked


def _way(way: ToldWay) -> str:
    """What is in the way of a clause or of the default."""
    if way.clause is None:
        verb = "decides" if len(way.against) == 1 else "decide"
        return f"by default, but {_clauses(way.against)} {verb}" if way.against else "by default"
    cited = f"{way.clause.id} “{way.clause.title}”" + (f", {way.seats}" if way.seats else "")
    if way.lacks:
        return f"{cited} would give it, {_but_for(way.lacks)}"
    if way.overriding:
        return f"{cited} applies, but {_clauses(way.overriding)} override{'s' * (len(way.overriding) == 1)} it"
    beside = f", but so {'does' if len(way.against) == 1 else 'do'} {_clauses(way.against)}" if way.against else ""
    return f"{cited} applies{beside}"


def _but_for(lacks: Iterable[Lack]) -> str:
    parts = [f"`{lack.condition}`" + (f" (here {lack.here})" if lack.here else "") for lack in lacks]
    return f"but for {listed(parts)}"


def _clauses(clauses: Iterable[Cited]) -> str:
    return listed([f"{clause.id} “{clause.title}”" for clause in clauses])
