"""The findings of `misdeal check` with their examples, and what was proved."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from misdeal.proofs.finding import Finding, FindingKind, Tally, Verdict, Witness

from .accepted import Judged
from .account import Account, Area, account
from .bearing import ToldBearing, told_bearings
from .checked import Checked
from .headings import grouped
from .markup import Content, Html, element, fragment, joined
from .page_places import Places
from .sentences import (
    MAY_BE_MORE,
    answers_in_words,
    came_there,
    everywhere,
    in_backticks,
    near_in_words,
    only_under,
    result,
)
from .summary import apart, by_reason, found, proofs, reason_of
from .table_picture import table_picture
from .witness import Telling, replay_line
from .wording import listed

_MOST_UNKNOWN = 20  # sentences told of what is unknown for one reason
_BETWEEN = re.compile(r">\n *<")
_CODE = re.compile(r"`([^`]*)`")
_PROVED = {
    FindingKind.IMPOSSIBLE: "a situation is possible under every combination of options",
    FindingKind.GAP: "some clause decides, wherever the ruling arises",
    FindingKind.CLASH: "no two clauses in force name different values",
    FindingKind.UNDEFINED: "no value is undefined",
    FindingKind.REFUTED: "the claim is true wherever the rulings have a value",
    FindingKind.FAILED: "the case comes out as it must",
    FindingKind.UNTRIED: "the claim is put to the test somewhere",
    FindingKind.DEAD: "the clause applies somewhere",
    FindingKind.STRAY: "the clause applies somewhere where its ruling arises",
    FindingKind.SHADOWED: "the clause decides somewhere",
    FindingKind.REDUNDANT: "the clause makes a difference somewhere",
    FindingKind.VACUOUS: "the part of a condition matters somewhere",
    FindingKind.UNUSED: "the value is given somewhere",
}


def findings_by_anchor(checked: Checked) -> Mapping[str, Finding]:
    """The findings in the order in which they are told, by where they are told."""
    ordered = [judged.finding for _, group in grouped(checked) for judged in group]
    return {f"finding-{number}": finding for number, finding in enumerate(ordered, 1)}


def findings_part(checked: Checked, places: Places, anchors: Mapping[str, Finding]) -> Html:
    """What was found and what was proved, in numbers; then every finding, and what the options do."""
    writer = _Writer(checked, places, {id(finding): anchor for anchor, finding in anchors.items()})
    groups = [writer.group(heading, findings) for heading, findings in grouped(checked)]
    bearings = [writer.bearing(each) for each in told_bearings(checked.report)]
    options = [element("section", element("h3", "Options and readings"), *bearings)] if bearings else []
    return fragment(writer.summary(), *groups, *options)


class _Writer:
    """Writes the findings of one rulebook."""

    def __init__(self, checked: Checked, places: Places, anchors: Mapping[int, str]) -> None:
        self._checked = checked
        self._rulebook = checked.report.rulebook
        self._places = places
        self._anchors = anchors
        self._pictures = 0

    # The summary

    def summary(self) -> Html:
        """In numbers, by kind; what is unknown by its reason."""
        report, told = self._checked.report, found(self._checked)
        lead = element("p", in_code(told[:1].upper() + told[1:]), class_="lead")
        sentences = [*proofs(report, ()), *apart(self._rulebook)]
        unknown = [self._unknown(reason, tallies) for reason, tallies in by_reason(report.unknown)]
        return fragment(lead, element("p", in_code(" ".join(sentences))), *unknown, self._counts())

    def _counts(self) -> Html:
        """How many obligations of each kind are proved, are not, and are unknown."""
        counts = Counter((tally.kind, tally.verdict) for tally in self._checked.report.tallies)
        rows = []
        for kind in FindingKind:
            told = [f"{counts[kind, verdict]} {word}" for verdict, word in _VERDICTS.items() if counts[kind, verdict]]
            if told:
                what = element("span", f" ({_PROVED[kind]})", class_="aside")
                rows.append(element("li", element("b", kind.value), what, f": {', '.join(told)}"))
        return element("details", element("summary", "What was proved, by kind"), element("ul", *rows), class_="counts")

    def _unknown(self, reason: str, tallies: Sequence[Tally]) -> Html:
        number = f"{len(tallies)} obligations are" if len(tallies) > 1 else "1 obligation is"
        more = len(tallies) - _MOST_UNKNOWN
        told = [element("li", in_code(tally.sentence)) for tally in tallies[:_MOST_UNKNOWN]]
        rest = [element("li", f"and {more} more")] if more > 0 else []
        lead = element("p", in_code(f"{number} unknown, for {reason_of(reason)}:"))
        return element("div", lead, element("ul", *told, *rest), class_="unknown")

    # Findings

    def group(self, heading: str, findings: Sequence[Judged]) -> Html:
        """The findings about one ruling."""
        told = (self._finding(account(self._rulebook, each.finding)) for each in findings)
        return element("section", element("h3", in_code(heading)), *told, class_="group")

    def _finding(self, told: Account) -> Html:
        finding = told.finding
        severity = finding.kind.severity.name.lower()
        badge = element("span", f"{severity}: {finding.kind.value}", class_=f"badge {severity}")
        where = element("a", finding.span.line_from(self._rulebook.file), href=f"#{self._places.anchor(finding.span)}")
        parts: list[Html] = [
            element("h4", badge, " ", in_code(finding.message)),
            element("p", where, *self._cited(told), class_="aside"),
        ]
        if told.claimed:
            parts.append(element("p", in_code(in_backticks(told.claimed))))
        if narrower := only_under(told):
            parts.append(element("p", in_code(narrower)))
        parts += self._areas(told)
        parts += self._examples(told)
        if finding.uncounted:
            named = listed([f"`{each}`" for each in finding.uncounted], "or")
            parts.append(element("p", in_code(f"Not counted: situations in which {named} has no ruling itself.")))
        return element("article", *parts, id=self._anchors[id(finding)], class_=f"finding {severity}")

    def _cited(self, told: Account) -> Iterator[Content]:
        for cited in told.clauses:
            yield ", clause "
            yield self._places.cited(cited.id)

    def _areas(self, told: Account) -> Iterator[Html]:
        """The regions; more than one in a numbered list."""
        ids = dict(told.readings)
        regions = zip(told.areas, told.finding.regions, strict=True)
        made = [
            fragment(
                element("p", in_code(everywhere(told.about, area.conditions, ids))),
                self._telling(area.telling, "For instance:", region.witness),
                self._nearest(area),
            )
            for area, region in regions
        ]
        if len(made) > 1:
            yield element("ol", *(element("li", each) for each in made), class_="regions")
        else:
            yield from made

    def _nearest(self, area: Area) -> Html:
        if not area.nearest:
            return fragment()
        items = []
        for near in area.nearest:
            rest = near_in_words(near).removeprefix(near.clause.id)
            items.append(element("li", self._places.clause(near.clause.id), in_code(rest)))
        return fragment(element("p", "Nearest:"), element("ul", *items))

    def _examples(self, told: Account) -> Iterator[Html]:
        """The examples of a finding without regions, and one outside those that are told."""
        finding = told.finding
        if told.telling:
            gaps = told.beside is not None
            yield self._telling(told.telling, "For instance:", finding.witness, breaks=told.breaks, gaps=gaps)
        if told.beside:
            yield self._telling(told.beside, "Beside it:", finding.beside, gaps=True)
        if told.beyond:
            yield element("p", "And more, in situations of other kinds.")
            yield self._telling(told.beyond, "One of them:", finding.beyond)
        elif not finding.whole:
            yield element("p", MAY_BE_MORE)

    def _telling(
        self, telling: Telling, begin: str, witness: Witness | None, *, breaks: Sequence[str] = (), gaps: bool = False
    ) -> Html:
        """A situation in questions and answers, what comes out there, and the picture of it."""
        subject = f" `{telling.bound}` is {telling.subject}." if telling.subject else ""
        parts = [element("p", in_code(begin + subject + ("" if telling.answers else f" {telling.rest}")))]
        if telling.answers:
            parts.append(element("ul", *(element("li", each) for each in answers_in_words(telling))))
            parts.append(element("p", telling.rest))
        if came := came_there(telling, breaks, gaps=gaps):
            parts.append(element("p", in_code(came)))
        command = element("pre", element("code", " ".join(replay_line(self._checked.book, telling))))
        parts.append(element("details", element("summary", "The same on a command line"), command))
        picture = [] if witness is None else [self._picture(telling, witness)]
        return element("div", element("div", *parts), *picture, class_="example")

    def _picture(self, telling: Telling, witness: Witness) -> Html:
        self._pictures += 1
        told = frozenset(each.fact for each in telling.answers)
        name = f"picture-{self._pictures}"
        drawn = table_picture(self._rulebook, witness.situation, told, subject=witness.subject, name=name)
        return Html(_BETWEEN.sub("><", drawn.strip()))

    # Options and readings

    def bearing(self, told: ToldBearing) -> Html:
        """What an option changes."""
        option = told.option
        ambiguity = f" ({option.ambiguity})" if option.ambiguity else ""
        parts = [element("h4", self._places.name(option.name), f"{ambiguity}: {option.question}")]
        for change in told.changes:
            names = joined((self._places.name(name) for name in change.rulings), ", ")
            rows = []
            for under in change.under:
                came = "; ".join(f"`{each.place}` is {result(each)}" for each in under.came)
                rows.append(element("li", "under ", element("code", under.value), ": ", in_code(came)))
            example = self._telling(change.telling, "For instance:", None)
            parts.append(element("div", element("p", "It changes ", names, "."), example, element("ul", *rows)))
        if told.unknown:
            names = joined((self._places.name(name) for name in told.unknown), ", ")
            parts.append(
                element("p", "Whether it changes ", names, f" was not found out: {told.reason}.", class_="unknown")
            )
        elif told.unchanged:
            parts.append(element("p", f"It changes nothing{' else' if told.changes else ''}."))
        return element("article", *parts, class_="bearing")


_VERDICTS = {
    Verdict.PROVED: "proved",
    Verdict.REFUTED: "found wrong",
    Verdict.VACUOUS: "empty",
    Verdict.UNKNOWN: "unknown",
}


def in_code(text: str) -> Html:
    """A sentence in which code stands between backticks."""
    parts = _CODE.split(text)
    return fragment(*(element("code", part) if at % 2 else part for at, part in enumerate(parts)))
