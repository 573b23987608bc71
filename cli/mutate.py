"""`misdeal mutate`: what no case and no claim of a rulebook protects."""

from fractions import Fraction
from pathlib import Path

import click

from misdeal.model.language.diagnostic import escape, near
from misdeal.model.language.overriding import is_under
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.library import cases_beside, load_with_cases
from misdeal.proofs.effort import CORES
from misdeal.proofs.mutants import Mutant, mutants
from misdeal.proofs.mutation import TIMEOUT
from misdeal.proofs.mutation import mutate as judge
from misdeal.proofs.mutation_records import Mutation

from .book import Book, pages
from .exits import ExitCode, Judging
from .journal import Journal
from .mutation_told import ToldMutation
from .seconds import Seconds
from .terminal import Paper, progress
from .writing import check_targets

_BAR = 24


@click.command(cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@click.option(
    "--clause", "ids", multiple=True, metavar="ID",
    help="Alter only this clause or part and those under it, or the ruling or `let` of that name; may be given several"
    " times.",
)  # fmt: skip
@click.option(
    "--cases", "files", multiple=True, metavar="FILE",
    help="Take cases from this file, and not from those that lie beside the rulebook; may be given several times.",
)  # fmt: skip
@click.option(
    "--at-least", type=click.FloatRange(0, 100), default=100.0, show_default=True, metavar="PERCENT",
    help="How many of the mutants that change something cases and claims have to kill.",
)  # fmt: skip
@click.option(
    "--resume", "journal", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Keep what is found in this file, and go on from what it has of the same rulebook, cases and version.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True,
    help="Text for people, or JSON by the schema in docs/cli.md.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 1024), default=CORES, show_default="the number of processors",
    help="How many processes work side by side.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long it may take. What is not found out by then is unknown.",
)  # fmt: skip
def mutate(  # noqa: PLR0913 - one an option
    *,
    book: str,
    ids: tuple[str, ...],
    files: tuple[str, ...],
    at_least: float,
    journal: Path | None,
    form: str,
    jobs: int,
    timeout: float,
) -> ExitCode:
    """Show what no case and no claim of a rulebook protects.

    Mutants are made of the rulebook: parts of conditions are left out, negated or shifted, clauses and overrides left
    out, values swapped. Those that are proven to change no ruling are set aside. The others have to be killed: a case,
    of the page or of the case files beside it, no longer comes out, or a claim is false. Which ones survive is told
    statement by statement, each with the situation that a new case could be about. The cases that `misdeal cases`
    writes are scored apart: they say what the rulebook says now, not what it has to say.

    The exit code is 0 where at least PERCENT are killed, 1 where fewer are, and 3 where that depends on what was not
    found out.
    """
    rulebook = load_with_cases(book, files or None)
    if journal is not None:
        cases = map(Path, files or cases_beside(book))
        check_targets([journal], [*pages(book, rulebook), *cases], "", force=True)
    chosen = _chosen(rulebook, ids)
    with Journal(rulebook, chosen, journal) as kept, progress(book) as tell:
        made = judge(
            rulebook,
            chosen,
            known=kept.known,
            told=kept.add,
            timeout=timeout,
            jobs=jobs,
            progress=lambda done: tell(bar(done, len(chosen))),
        )
    if kept.missed:
        lines = "1 line" if kept.missed == 1 else f"{kept.missed} lines"
        click.echo(
            f"misdeal: {escape(str(journal))}: {lines} of no use here: cut off, changed, or of something else", err=True
        )
    _print(ToldMutation(book, made), form)
    return _exit_code(made, at_least)


def _chosen(rulebook: Rulebook, ids: tuple[str, ...]) -> list[Mutant]:
    """The mutants of the statements named, or all. A usage error where there is no such statement."""
    every = list(mutants(rulebook))
    known = {*rulebook.clauses, *(part.id for part in rulebook.parts), *rulebook.rulings, *rulebook.lets}
    for id_ in ids:
        if id_ not in known and not any(is_under(each, id_) for each in rulebook.clauses):
            advice = near(id_, known)
            raise click.UsageError(f"no clause, part, ruling or `let` is `{escape(id_)}`{advice and ': '}{advice}")
    return [mutant for mutant in every if not ids or any(_is_of(mutant, id_) for id_ in ids)]


def _is_of(mutant: Mutant, id_: str) -> bool:
    name = mutant.subject.name
    return name == id_ or (mutant.subject.keyword in {"clause", "part"} and is_under(name, id_))


def bar(done: int, all_: int) -> str:
    """How far it has come."""
    full = _BAR * done // max(1, all_)
    return f"[{'#' * full}{'.' * (_BAR - full)}] {done} of {all_} mutants"


def _print(told: ToldMutation, form: str) -> None:
    if form == "json":
        from .mutation_json import write_json  # noqa: PLC0415 - start-up stays small

        click.echo(write_json(told), nl=False)
        return
    from .mutation_text import write_mutation  # noqa: PLC0415 - as above

    paper = Paper()
    write_mutation(paper, told)
    paper.print()


def _exit_code(made: Mutation, at_least: float) -> ExitCode:
    """Whether enough is killed, whatever becomes of what is unknown."""
    score, wanted = made.by_hand, Fraction(at_least) / 100
    if score.share >= wanted:
        return ExitCode.CLEAN
    return ExitCode.UNKNOWN if Fraction(score.killed + score.unknown, score.all) >= wanted else ExitCode.FOUND
