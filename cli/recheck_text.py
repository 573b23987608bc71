"""What checking a certificate comes to as text."""

from collections.abc import Sequence

from misdeal.proofs.finding import Verdict

from .certificate_check import Objection
from .rechecked import Rechecked
from .terminal import Paper

_MOST = 20  # objections that are told one by one
_COLOURS = {"accepted": "green", "refused": "red", "unknown": "yellow"}


def write_text(paper: Paper, found: Rechecked) -> None:
    """What was found, and what it comes to."""
    manifest = found.manifest
    paper.paragraph(f"{found.folder}: {manifest.title}, certified by {_maker(found)}")
    pages = ", ".join(f"`{page.name}`" for page in manifest.pages)
    chosen = ", ".join(f"`{name}` = {_shown(value)}" for name, value in manifest.options.items())
    paper.paragraph(f"pages: {pages}" + (f"; options: {chosen}" if chosen else ""), indent=2)
    _list(paper, "refused", found, found.all_objections)
    _list(paper, "unknown", found, found.unknown)
    paper.gap()
    paper.lead(found.verdict, f"— {_summary(found)}", bold=True, fg=_COLOURS[found.verdict])
    if found.verdict == "accepted":
        _tell_unproved(paper, found)


def _shown(value: object) -> str:
    """The value of an option as a rulebook writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _maker(found: Rechecked) -> str:
    maker = found.manifest.maker
    return f"Misdeal {maker.misdeal} with {maker.solver}"


def _list(paper: Paper, word: str, found: Rechecked, some: Sequence[Objection]) -> None:
    if not some:
        return
    paper.gap()
    for each in some[:_MOST]:
        paper.lead(word, _told(found, each), indent=2, fg=_COLOURS[word])
    if len(some) > _MOST:
        paper.paragraph(f"and {len(some) - _MOST} more", indent=2)


def _told(found: Rechecked, each: Objection) -> str:
    if each.entry is None:
        return f"{each.file}: {each.message}"
    sentence = found.manifest.entries[each.entry - 1].sentence
    return f"{each.file}: thesis {each.entry}, {sentence}: {each.message}"


def _summary(found: Rechecked) -> str:
    number = len(found.manifest.entries)
    if not found.looked:
        return "nothing was solved, for what is above"
    solved = "solved again by" if found.same else "solved by"
    told = f"{found.standing} of {number} theses stand: derived anew, compared, replayed, and {solved} {found.solver}"
    return told + (", with which Misdeal proves too" if found.same else "")


def _tell_unproved(paper: Paper, found: Rechecked) -> None:
    """What the certificate itself says is not so."""
    failed = found.count(Verdict.REFUTED) + found.count(Verdict.VACUOUS)
    if failed:
        paper.paragraph(f"NOT PROVED, as it says itself: {failed}", indent=2)
        for entry in found.manifest.entries:
            if entry.verdict in {Verdict.REFUTED.value, Verdict.VACUOUS.value}:
                paper.lead(entry.verdict, f"{entry.file}: {entry.sentence}", indent=4)
