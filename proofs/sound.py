"""Whether what was kept may be shown: it is about the rulebook, and the reference evaluator sees what it shows.

Its sentences are believed, as long as they are plain text; its situations are not.
"""

from collections.abc import Iterator

from misdeal.model.language.diagnostic import escape
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.span import Span

from .bearing_records import Bearing
from .finding import Finding, FindingKind, Witness
from .records import is_value
from .replay import Disagreement
from .replay_finding import replay_bearing, replay_finding

_SHOWN = {FindingKind.GAP, FindingKind.CLASH, FindingKind.UNDEFINED, FindingKind.REFUTED}  # each with a situation
_RULED = {FindingKind.GAP, FindingKind.CLASH}
_CLAIMED = {FindingKind.REFUTED, FindingKind.UNTRIED}
_TRACED = {FindingKind.UNCITED, FindingKind.UNENCODED}  # nothing is kept of what is found without a solver


def is_sound(rulebook: Rulebook, finding: Finding) -> bool:
    """Whether a finding that was kept, without its nearest clauses, could be one of the rulebook, and shows itself."""
    fits = _is_named(rulebook, finding) and _has_form(finding) and _is_placed(rulebook, finding)
    if not (fits and all(map(is_plain, _sentences(finding)))):
        return False
    try:
        replay_finding(rulebook, finding)
    except (Disagreement, LookupError):
        return False
    return True


def is_sound_bearing(rulebook: Rulebook, bearing: Bearing) -> bool:
    """Whether what was kept of an option speaks of every ruling, and changes what it says."""
    changed = {place.name for change in bearing.changes for place in change.places}
    if {*changed, *bearing.unchanged} != set(rulebook.rulings) or changed.intersection(bearing.unchanged):
        return False
    try:
        replay_bearing(rulebook, bearing)
    except (Disagreement, LookupError):
        return False
    return True


def is_plain(text: str) -> bool:
    """Whether a text does nothing to whoever reads it: it is one line, and all of it shows."""
    return escape(text) == text


def _sentences(finding: Finding) -> Iterator[str]:
    yield finding.message
    yield finding.subject or ""
    yield from finding.options
    for region in finding.regions:
        yield from region.conditions


def _is_named(rulebook: Rulebook, finding: Finding) -> bool:
    """Whether its ruling, its clauses and its claim are those of the rulebook."""
    if finding.ruling not in {None, *rulebook.rulings} or (finding.kind in _RULED and finding.ruling is None):
        return False
    claims: list[tuple[str | None, str | None]] = [(None, claim.title) for claim in rulebook.claims]
    claims += [(claim.ruling, claim.title) for claim in rulebook.dependences]
    claims += [(claim.ruling, claim.title) for claim in rulebook.turnings]
    claimed = finding.kind not in _CLAIMED or (finding.ruling, finding.subject) in claims
    return claimed and {*rulebook.clauses, *(part.id for part in rulebook.parts)}.issuperset(finding.clauses)


def _has_form(finding: Finding) -> bool:
    """Whether it has what one of its kind has, and nothing that is found anew."""
    regions = finding.regions
    shows = (finding.witness, finding.beside, finding.beyond, *(region.witness for region in regions))
    anew = finding.uncounted or finding.mending or any(region.nearest for region in regions)
    if anew or finding.kind in _TRACED:
        return False
    if finding.kind is FindingKind.FAILED:
        return True  # it is replayed whole
    if finding.kind not in _SHOWN:
        return not any(shows) and finding.whole
    paired = finding.kind is FindingKind.REFUTED and finding.ruling is not None
    single = not (regions or finding.beyond)
    return finding.witness is not None and paired == (finding.beside is not None) and (single or not paired)


def _is_placed(rulebook: Rulebook, finding: Finding) -> bool:
    """Whether it stands in a page, and each of its situations is about an index that its ruling has there."""
    witnesses = (finding.witness, finding.beside, finding.beyond, *(region.witness for region in finding.regions))
    about = all(_is_about(rulebook, finding, witness) for witness in witnesses if witness)
    return about and (finding.kind is FindingKind.FAILED or _is_in_page(rulebook, finding.span))


def _is_about(rulebook: Rulebook, finding: Finding, witness: Witness) -> bool:
    if finding.ruling is None:
        return not isinstance(witness.subject, bool)
    index = rulebook.rulings[finding.ruling].index
    if index is None or witness.subject is None:
        return index is None and witness.subject is None
    return is_value(index.type, witness.subject, witness.situation.players)


def _is_in_page(rulebook: Rulebook, span: Span) -> bool:
    for edition in rulebook.editions:
        if edition.file == span.file:
            lines = edition.text.split("\n")
            within = 1 <= span.line <= len(lines) and span.column >= 1 and span.length >= 0
            return within and span.column - 1 + span.length <= len(lines[span.line - 1])
    return False
