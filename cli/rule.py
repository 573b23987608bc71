"""`misdeal rule`: what a rulebook rules on some facts, and by which clauses."""

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import click

from misdeal.model.language.rulebook import Place
from misdeal.model.library import load
from misdeal.model.meaning.ranges import Ranges
from misdeal.model.meaning.settle import place_name
from misdeal.proofs.answer import TIMEOUT, Answer, Standing
from misdeal.proofs.answer import answer as ask
from misdeal.proofs.refusal import Refusal

from .book import Book
from .chosen import Choice, choosing
from .exits import ExitCode, Judging
from .explaining import Asked, Explained, explained
from .facts import collect, read_arguments, read_file
from .once import Once
from .seconds import Seconds
from .terminal import Paper
from .values import quote

_CODES = {
    Standing.SETTLED: ExitCode.CLEAN,
    Standing.UNRULED: ExitCode.FOUND,
    Standing.OPEN: ExitCode.UNKNOWN,
}


@click.command(cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@click.argument("facts", nargs=-1, metavar="[FACT=VALUES]...")
@click.option(
    "--facts", "files", multiple=True, metavar="FILE",
    help='Take facts from a JSON file too, as {"found": "opened", "cards": {"1": 6, "2": [4, "6..8"]}}; - is stdin.',
)  # fmt: skip
@choosing
@click.option("--usual", is_flag=True, help="Take the usual value for every fact that is not given and has one.")
@click.option("--why", is_flag=True, help="Tell of each ruling the smallest set of facts given that forces it.")
@click.option(
    "--why-not", cls=Once, metavar="VALUE",
    help="Tell of the one ruling chosen by --ruling what is in the way of a value: what the clauses that could give it"
    " lack, or what overrides them.",
)  # fmt: skip
@click.option(
    "--what-if", cls=Once, metavar="VALUE",
    help="Tell of the one ruling chosen by --ruling the smallest change of the facts given that leads to a value.",
)  # fmt: skip
@click.option(
    "--ruling", "wanted", multiple=True, metavar="NAME",
    help="Give this ruling only, as `standing`, or `standing[2]` at one index; may be given several times.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Text for people, or JSON by the schema in docs/cli.md.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long a solver may look at what the facts leave open. What is not found out by then is open.",
)  # fmt: skip
def rule(  # noqa: PLR0913 - one for each option
    *,
    book: str,
    facts: tuple[str, ...],
    files: tuple[str, ...],
    choice: Choice,
    usual: bool,
    why: bool,
    why_not: str | None,
    what_if: str | None,
    wanted: tuple[str, ...],
    form: str,
    timeout: float,
) -> ExitCode:
    """Give the rulings of one situation, with the clauses that decide.

    Facts are given as `found=opened`, `'cards[1]=6'` or `players=5`: a seat by its number or its name, yes/no
    as yes or no. A fact may have one of several values: `'cards[1]=4..6'`, `found=dealt,opened`, and `'cut_by=?'` says
    that it is not known. What follows from facts can be given in their place, as `'wrong(1)=yes'`. What is left out is
    unknown: then a ruling is given if it is the same whatever the unknown facts are, and otherwise all that it may
    still be, or if it depends on options what it is under which, and the facts that still matter.

    What is asked besides, by --why, --why-not and --what-if, does not change the exit code.
    """
    rulebook = load(book)
    chosen = ((Place(name), Ranges.of({value})) for name, value in choice.values(rulebook).items())
    items = chain(chosen, *(read_file(rulebook, path) for path in files), read_arguments(rulebook, facts))
    known = collect(rulebook, items, usual=usual)
    names = [each.partition("[")[0].strip() for each in wanted]
    deadline = time.monotonic() + timeout
    answer = _restricted(ask(known, names or None, timeout), wanted)
    found = explained(answer, Asked(why, why_not, what_if), chosen=bool(wanted), deadline=deadline)
    _print(answer, found, book, form)
    return _CODES[answer.standing]


def _restricted(answer: Answer, wanted: Sequence[str]) -> Answer:
    """The answer with the rulings that were asked for, in order of declaration."""
    if not wanted:
        return answer
    places = {place_name(answer.rulebook, ruled.place): ruled for ruled in answer.rulings}
    kept: set[str] = set()
    for each in ("".join(each.split()) for each in wanted):
        found = {place for place, ruled in places.items() if each in {place, ruled.place.name}}
        if not found:
            known = ", ".join(f"`{place}`" for place in places if place.startswith(each.partition("[")[0]))
            raise Refusal(f"there is no ruling {quote(each)} here", f"there are {known}")
        kept |= found
    return replace(answer, rulings=tuple(ruled for place, ruled in places.items() if place in kept))


def _print(answer: Answer, found: Explained, book: str, form: str) -> None:
    if form == "json":
        from .ruling_json import write_json  # noqa: PLC0415 - start-up stays small

        click.echo(write_json(book, answer, found), nl=False)
        return
    from .ruling_text import write_answer  # noqa: PLC0415 - start-up stays small

    paper = Paper()
    write_answer(paper, answer, found, book)
    paper.print()
