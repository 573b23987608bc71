"""A run as Markdown, for the text of a pull request or the summary of a job. Words of the rulebooks are escaped."""

from collections.abc import Iterator

from misdeal.model.language.diagnostic import Diagnostic
from misdeal.model.language.rulebook import Rulebook

from .accepted import Judged
from .account import Account, Area, account
from .artifact import artifact
from .checked import Checked, Looked, Run, Unusable
from .markdown import code, fenced, prose, sentence
from .sentences import MAY_BE_MORE, cited_in_words, everywhere, near_in_words, only_under, situation_in_words
from .standing import stale_note, standing_note
from .summary import apart, by_reason, found, proofs, reason_of
from .witness import Telling, replay_line

MOST = 50_000  # characters, beyond which findings are only counted: a comment on GitHub has at most 65,536


def write_markdown(run: Run) -> str:
    """The page, with a line break at its end."""
    return "\n\n".join(part for looked in run.books for part in _book(run, looked)) + "\n"


def _book(run: Run, looked: Looked) -> Iterator[str]:
    if isinstance(looked, Unusable):
        yield from _mistakes(looked)
        return
    report = looked.report
    yield f"## {prose(report.rulebook.title)}"
    yield f"{code(report.rulebook.name)}: **{sentence(found(looked))}** {sentence(' '.join(proofs(report, ())))}"
    if told := " ".join(apart(report.rulebook)):
        yield sentence(told)
    yield from _cut_short(["\n\n".join(_finding(run, looked, each)) for each in looked.judged if each.counts])
    for reason, tallies in by_reason(report.unknown):
        yield f"**Not found out**, for {sentence(reason_of(reason))}:"
        yield "\n".join(f"- {sentence(tally.sentence)}" for tally in tallies)
    yield from _baseline(run, looked)


def _mistakes(looked: Unusable) -> Iterator[str]:
    error = looked.error
    yield f"## {code(looked.book)} cannot be used"
    told = [f"- {code(_place(each))}: {sentence(each.message)} ({code(each.code)})" for each in error.diagnostics]
    helps = [f"\n  {sentence(each.help)}" if each.help else "" for each in error.diagnostics]
    yield "\n".join(f"{one}{advice}" for one, advice in zip(told, helps, strict=True))
    if error.left_out:
        yield f"And {error.left_out} more."


def _place(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    return str(span) if span.line else span.file


def _cut_short(findings: list[str]) -> Iterator[str]:
    """As many as there is room for."""
    room = MOST
    for number, text in enumerate(findings):
        room -= len(text)
        if room < 0:
            yield f"**And {len(findings) - number} more**, for which there is no room here: `misdeal check` tells them."
            return
        yield text


def _finding(run: Run, checked: Checked, judged: Judged) -> Iterator[str]:
    rulebook, finding = checked.report.rulebook, judged.finding
    told = account(rulebook, finding)
    severity, span = finding.kind.severity.name.lower(), finding.span
    yield f"### {severity} {code(finding.kind.value)}: {sentence(finding.message)}"
    place = code(f"{artifact(checked.book, span.file).path}:{span.line}")
    yield " ".join([place, *(f"{sentence(each)}." for each in _clauses(rulebook, told))])
    if note := standing_note(judged, run.baseline):
        yield sentence(note)
    if told.claimed:
        yield f"It says {code(told.claimed)}."
    if under := only_under(told):
        yield sentence(under)
    ids = dict(told.readings)
    for number, area in enumerate(told.areas, 1):
        where = sentence(everywhere(told.about, area.conditions, ids))
        parts = [where, *_example(checked.book, area.telling), *_near(area)]
        yield _item(f"{number}. " if len(told.areas) > 1 else "", parts)
    if told.telling:
        yield from _example(checked.book, told.telling)
    if told.beside:
        yield from _example(checked.book, told.beside, "Beside it")
    if told.beyond:
        yield "**And more**, in situations of other kinds."
        yield from _example(checked.book, told.beyond, "One of them")
    elif not finding.whole:
        yield f"**{MAY_BE_MORE}**"


def _clauses(rulebook: Rulebook, told: Account) -> Iterator[str]:
    return (cited_in_words(each, rulebook.file) for each in told.clauses)


def _example(book: str, telling: Telling, begin: str = "For instance") -> Iterator[str]:
    yield sentence(situation_in_words(telling, begin))
    yield fenced(" ".join(replay_line(book, telling)), "sh")


def _near(area: Area) -> Iterator[str]:
    if area.nearest:
        yield "\n".join(f"- {sentence(near_in_words(near))}" for near in area.nearest)


def _item(mark: str, parts: list[str]) -> str:
    """An item of a list, of several paragraphs; with no mark these by themselves."""
    lines = "\n\n".join(parts).split("\n")
    return "\n".join(f"{' ' * len(mark) if at and line else '' if at else mark}{line}" for at, line in enumerate(lines))


def _baseline(run: Run, checked: Checked) -> Iterator[str]:
    """What is accepted, folded away, and what is accepted and is no more."""
    accepted = [each for each in checked.judged if not each.counts]
    if accepted:
        told = (
            f"- {sentence(each.finding.message)}: {sentence(standing_note(each, run.baseline))}" for each in accepted
        )
        lines = "\n".join(told)
        yield f"<details><summary>Accepted ({len(accepted)})</summary>\n\n{lines}\n\n</details>"
    if checked.stale:
        yield "\n".join(f"- {sentence(stale_note(each, run.baseline))}" for each in checked.stale)
