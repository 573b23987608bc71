"""`misdeal ask`: an interview that leads to a ruling."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

import click

from misdeal.model.language.diagnostic import near
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.library import load
from misdeal.model.meaning.ranges import Ranges
from misdeal.model.meaning.settle import place_name
from misdeal.model.meaning.situation import ruling_places, table_sizes
from misdeal.proofs.answer import Answer, Standing
from misdeal.proofs.answer import answer as rule
from misdeal.proofs.known import Known
from misdeal.proofs.refusal import Refusal, fact_text, unknown_ruling

from .book import Book
from .chosen import Choice, choosing
from .exits import ExitCode, Judging
from .facts import collect, read_arguments
from .seconds import Seconds
from .terminal import Paper
from .values import quote

TIMEOUT = 30.0  # seconds
_CODES = {
    Standing.SETTLED: ExitCode.CLEAN,
    Standing.UNRULED: ExitCode.FOUND,
    Standing.OPEN: ExitCode.UNKNOWN,
}


@click.command(cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@click.argument("facts", nargs=-1, metavar="[FACT=VALUES]...")
@choosing
@click.option(
    "--ruling", "wanted", multiple=True, metavar="NAME",
    help="Settle this ruling only, as `standing`, or `standing[2]` at one index; may be given several times.",
)  # fmt: skip
@click.option("--script", metavar="FILE", help="Play the answers of a file, one a line; `#` begins a comment.")
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long a solver may look into one question. What is not found out by then is open.",
)  # fmt: skip
def ask(
    *,
    book: str,
    facts: tuple[str, ...],
    choice: Choice,
    wanted: tuple[str, ...],
    script: str | None,
    timeout: float,
) -> ExitCode:
    """Ask about a case until its rulings are settled.

    Nothing is asked that is implied or cannot matter. What is known already can be given, as for `misdeal rule`. Each
    question has answers with a mark before them; a number, a range or a name can be typed as well. `?` says that you
    do not know, `why` tells what the question is for, `back` goes back, `over` starts over, `help` tells more, and
    `quit` ends. At the end stand the rulings, with the clauses that decide, and the line of `misdeal rule` that gives
    them again.
    """
    from misdeal.proofs.interview import Interview  # noqa: PLC0415 - start-up stays small
    from misdeal.proofs.study import Study  # noqa: PLC0415

    from .dialogue import Dialogue  # noqa: PLC0415
    from .lines import Script, Typed  # noqa: PLC0415

    rulebook = load(book)
    chosen = ((Place(name), Ranges.of({value})) for name, value in choice.values(rulebook).items())
    known = collect(rulebook, chain(chosen, read_arguments(rulebook, facts)), usual=False)
    places = tuple(_wanted(rulebook, wanted))
    lines = Typed() if script is None else Script(script)
    paper = Paper()
    paper.paragraph(rulebook.title, bold=True)
    paper.print()
    with Study(rulebook, places, timeout) as study:
        end = Dialogue(Interview.of(study, known), lines).run()
    return _tell(book, end.known, end.unsure, places, wanted, timeout)


def _wanted(rulebook: Rulebook, wanted: Sequence[str]) -> Iterator[Place]:
    """The rulings that are wanted, at their indices, in order of declaration."""
    places = {place_name(rulebook, place): place for place in ruling_places(rulebook, table_sizes(rulebook)[-1])}
    for each in ("".join(each.split()) for each in wanted):
        if each.partition("[")[0] not in rulebook.rulings:
            raise unknown_ruling(rulebook, each.partition("[")[0])
        if each not in places and each not in rulebook.rulings:
            raise Refusal(f"there is no ruling {quote(each)} here", near(each, places))
    kept = {"".join(each.split()) for each in wanted}
    return (place for name, place in places.items() if not kept or {name, place.name} & kept)


def _tell(
    book: str, known: Known, unsure: frozenset[Place], places: Sequence[Place], wanted: Sequence[str], timeout: float
) -> ExitCode:
    """The rulings at the end, and how to have them again."""
    from .ruling_text import write_answer  # noqa: PLC0415 - start-up stays small

    answer = rule(known, dict.fromkeys(place.name for place in places), timeout)
    answer = replace(answer, rulings=tuple(ruled for ruled in answer.rulings if ruled.place in places))
    if answer.standing is not Standing.OPEN:
        answer = replace(answer, missing=())
    paper = Paper()
    paper.line("")
    write_answer(paper, answer)
    paper.gap()
    paper.paragraph("The same again:")
    paper.command(map(shlex.quote, _words(book, answer, unsure, wanted)), indent=2)
    paper.paragraph("With `--why` it tells the smallest set of these facts that forces each ruling.")
    paper.print()
    return _CODES[answer.standing]


def _words(book: str, answer: Answer, unsure: frozenset[Place], wanted: Sequence[str]) -> Iterator[str]:
    """The command that gives the rulings again."""
    known, facts = answer.known, answer.known.rulebook.facts
    yield from ("misdeal", "rule", f"./{book}" if book.startswith("-") else book)
    for place, values in known.given.items():
        yield fact_text(known.rulebook, place, values)
    for place in sorted(unsure - known.given.keys(), key=lambda place: (place.name, place.index or 0)):
        if place.name in facts:
            yield f"{place_name(known.rulebook, place)}=?"
    for name in wanted:
        yield from ("--ruling", name)
