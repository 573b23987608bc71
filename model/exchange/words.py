"""What a compiled rulebook says of itself."""

from collections.abc import Iterator

from .unit import Entry, Unit

UNPROVED = "(This is not proved: its diagram, or that of a ruling that it reads, would be too large.)"


def about(unit: Unit, version: str) -> Iterator[str]:
    """Lines at the beginning; nothing in them but names, numbers and our own words."""
    yield f"The rulebook {unit.stamp.name}, compiled by Misdeal {version}. Do not edit this: compile it again."
    yield ""
    yield f"Editions: {', '.join(unit.stamp.editions)}"
    yield f"SHA-256 of their pages: {unit.stamp.hash}"
    yield ""
    proved = [entry.ruling.name for entry in unit.entries if entry.proved]
    evaluated = [entry.ruling.name for entry in unit.entries if not entry.proved]
    if proved:
        yield "Proved equal to the rulebook in every possible situation:"
        yield from (f"  {name}" for name in proved)
    if evaluated:
        yield "Not proved, because its diagram, or that of a ruling that it reads, would be too large:"
        yield from (f"  {name}" for name in evaluated)


def question(entry: Entry) -> str:
    """What a ruling answers, with a remark where it is not proved."""
    return entry.ruling.question if entry.proved else f"{entry.ruling.question} {UNPROVED}"
