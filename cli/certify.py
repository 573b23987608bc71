"""`misdeal certify`: everything that is proved of a rulebook, as a folder that others can check."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from misdeal.model.language.choosing import choose
from misdeal.model.language.reader import reread
from misdeal.model.language.rulebook import Edition, Rulebook
from misdeal.proofs.certified import TIMEOUT, Certified, Unlisted
from misdeal.proofs.certified import certify as prove
from misdeal.proofs.effort import JOBS
from misdeal.proofs.finding import Verdict
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.thesis_file import thesis_file
from misdeal.proofs.world import World

from .book import Book, pages
from .certificate import (
    MANIFEST,
    MANIFEST_BYTES,
    MOST,
    THESIS_BYTES,
    Entry,
    Manifest,
    Page,
    any_possible,
    digest,
    kept_pages,
    made_by,
    thesis_name,
)
from .certificate_folder import check_place, write_folder
from .chosen import Choice, choosing
from .exits import ExitCode, Judging
from .manifest import write_manifest, write_situation
from .seconds import Seconds
from .terminal import Paper, progress
from .values import written


@click.command(cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@choosing
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR",
    help="The folder to write, NAME.certificate if left out. It must not be there, or be empty.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Write over an earlier certificate.")
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the proofs may take. What is not found out by then is unknown, and has no file.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=JOBS, show_default="the number of processors, 4 at most",
    help="How many processes prove side by side.",
)  # fmt: skip
def certify(*, choice: Choice, book: str, output: Path | None, force: bool, timeout: float, jobs: int) -> ExitCode:
    """Write all that is proved of a rulebook, for others to check.

    A certificate is a folder with the pages of the rulebook, a file in SMT-LIB 2 for everything that was found out,
    the situations that show what must be possible, and a manifest. What is refuted is in it too, and said to be.
    `misdeal recheck` checks it with a second solver; docs/certificates.md tells what has to be trusted for that.
    """
    rulebook = choice.load(book)
    target = output or Path(f"{rulebook.name}.certificate")
    check_place(target, [*pages(book, rulebook), *choice.paths], force=force)
    world = World(_reread(rulebook))
    with progress(book) as tell:
        try:
            found = prove(world, timeout=timeout, jobs=jobs, progress=tell)
        except Unlisted:
            click.echo(
                "misdeal: the time limit was reached before everything was listed: nothing was written", err=True
            )
            return ExitCode.UNKNOWN
    if not any_possible((each.thesis, each.verdict) for each in found):
        raise Refusal("no situation is possible, so that everything would be proved", f"see `misdeal check {book}`")
    write_folder(target, dict(_files(world, found)), force=force)
    _tell(target, found, book)
    return _exit_code(found)


def _reread(rulebook: Rulebook) -> Rulebook:
    """The rulebook, read from its pages as they are named in the certificate, so that sentences name those."""
    own = reread(kept_pages(rulebook))
    values = {each.fact.name: each.value for each in rulebook.chosen}
    return choose(own, values) if values else own


def _files(world: World, found: Sequence[Certified]) -> Iterator[tuple[str, bytes]]:
    """The files of a certificate, the manifest last. Raises Refusal where they are too large."""
    if len(found) > MOST:
        raise Refusal(f"there are {len(found)} theses, and a certificate has at most {MOST}")
    editions = world.rulebook.editions
    yield from ((page.file, _bytes(page)) for page in editions)
    misdeal, solver = made_by()
    manifest = Manifest(
        misdeal,
        solver,
        world.rulebook.name,
        world.rulebook.title,
        {each.fact.name: written(each.fact.type, each.value) for each in world.rulebook.chosen},
        tuple(Page(page.file, page.name, digest(_bytes(page))) for page in editions),
        (),
    )
    entries = list[Entry]()
    for number, each in enumerate(found, 1):
        data = None
        if each.verdict is not Verdict.UNKNOWN:
            data = thesis_file(world, each.thesis, each.verdict, manifest.maker).encode()
        entry = _entry(world.rulebook, number, each, data)
        entries.append(entry)
        if entry.file is not None and data is not None:
            yield entry.file, _bounded(data, THESIS_BYTES, each.thesis.sentence)
    text = write_manifest(replace(manifest, entries=tuple(entries)))
    yield MANIFEST, _bounded(text.encode(), MANIFEST_BYTES, "the manifest")


def _entry(rulebook: Rulebook, number: int, each: Certified, data: bytes | None) -> Entry:
    thesis, situation = each.thesis, each.situation
    return Entry(
        thesis.kind.value,
        thesis.sense.value,
        thesis.sentence,
        each.verdict.value,
        each.reason,
        None if data is None else thesis_name(number, thesis),
        None if data is None else digest(data),
        None if situation is None else write_situation(rulebook, situation),
    )


def _bytes(page: Edition) -> bytes:
    return page.text.encode()


def _bounded(data: bytes, most: int, what: str) -> bytes:
    if len(data) > most:
        raise Refusal(f"{what} comes to {len(data)} bytes, and a certificate has at most {most} in a file")
    return data


def _tell(target: Path, found: Sequence[Certified], book: str) -> None:
    """What was written, and what of it is not proved."""
    paper, counts = Paper(), Counter(each.verdict for each in found)
    proved, situations = counts[Verdict.PROVED], sum(each.situation is not None for each in found)
    told = "all of them proved" if proved == len(found) else f"{proved} of them proved"
    paper.paragraph(f"wrote {target}: {len(found)} theses, {told}; {situations} situations, replayed")
    for verdict in (Verdict.REFUTED, Verdict.VACUOUS, Verdict.UNKNOWN):
        if counts[verdict]:
            paper.paragraph(f"NOT PROVED: {counts[verdict]} {verdict.value}", indent=2)
    if counts[Verdict.REFUTED] + counts[Verdict.VACUOUS]:
        paper.paragraph(f"`misdeal check {book}` shows what is wrong; the certificate says so too", indent=2)
    paper.paragraph(f"`misdeal recheck {target}` checks it with a second solver", indent=2)
    paper.print()


def _exit_code(found: Sequence[Certified]) -> ExitCode:
    verdicts = {each.verdict for each in found}
    if verdicts & {Verdict.REFUTED, Verdict.VACUOUS}:
        return ExitCode.FOUND
    return ExitCode.UNKNOWN if Verdict.UNKNOWN in verdicts else ExitCode.CLEAN
