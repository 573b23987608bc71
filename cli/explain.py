"""`misdeal explain`: what a code means."""

import click
from click.shell_completion import CompletionItem

from misdeal.model.language.diagnostic import near
from misdeal.proofs.finding import FindingKind

from .codes import entries, first_sentence
from .exits import ExitCode
from .terminal import Paper

_SEVERITIES = {kind.value: kind.severity.name.lower() for kind in FindingKind}


def _complete(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    return [
        CompletionItem(code, help=first_sentence(text))
        for code, text in entries().items()
        if code.startswith(incomplete)
    ]


@click.command()
@click.argument("code", required=False, shell_complete=_complete, metavar="[CODE]")
def explain(code: str | None) -> ExitCode:
    """Explain a code: a kind of finding or a mistake in a rulebook.

    Without CODE all codes are listed, each with a sentence.
    """
    paper = Paper()
    if code is None:
        _list(paper)
    else:
        _explain(paper, code)
    paper.print()
    return ExitCode.CLEAN


def _explain(paper: Paper, code: str) -> None:
    if code not in entries():
        advice = near(code, entries()) or "`misdeal explain` lists them"
        raise click.UsageError(f"there is no code `{code}`: {advice}")
    paper.paragraph(f"{code} ({_SEVERITIES.get(code, 'the rulebook cannot be used')})", bold=True)
    for text in entries()[code].split("\n\n"):
        paper.gap()
        paper.paragraph(" ".join(text.split()))


def _list(paper: Paper) -> None:
    for title, shown in (
        ("Findings", _SEVERITIES),
        ("Mistakes in a rulebook", entries().keys() - _SEVERITIES.keys()),
    ):
        paper.gap()
        paper.paragraph(title, bold=True)
        for code, text in entries().items():
            if code in shown:
                severity = f" ({_SEVERITIES[code]})" if code in _SEVERITIES else ""
                paper.paragraph(f"{first_sentence(text)}{severity}", indent=2, mark=f"{code:20}")
