"""Two rulebooks compared, as Markdown: a table a ruling. Words of the rulebooks are escaped."""

from collections.abc import Iterator

from misdeal.proofs.diff import Edition
from misdeal.proofs.table import Proof

from .diff_account import ToldComes, ToldDiff, ToldExample, ToldOnly, ToldRuling
from .diff_words import (
    counted,
    decided,
    example,
    follows,
    heading,
    listed,
    may_be_more,
    meant,
    only_heading,
    outcome,
    proved,
    reason,
    verdict,
)
from .markdown import code, prose, sentence


def write_markdown(told: ToldDiff) -> str:
    """The page, with a line break at its end."""
    return "\n".join(_page(told)) + "\n"


def _page(told: ToldDiff) -> Iterator[str]:
    old, new = (told.books[edition] for edition in Edition)
    yield from (f"# {prose(old.rulebook.title)}: what changed", "")
    yield f"- old: {prose(old.rulebook.title)} ({code(old.book)})"
    yield from (f"- new: {prose(new.rulebook.title)} ({code(new.book)})", "")
    if read := list(decided(told)):
        yield from ("The old rulebook is read as the new one decides:", "")
        yield from (f"- {sentence(each)}" for each in read)
        yield ""
    for ruling in told.rulings:
        if ruling.moved or may_be_more(ruling.compared.proof):
            yield from _ruling(ruling)
    for only in told.only:
        if only.areas or may_be_more(only.found.proof):
            yield from _only(only)
    lists = [f"- {kind}: {sentence(names)}" for kind, names in listed(told)]
    if lists:
        yield from ("## What only one has", "", *lists, "")
    yield from ("## What is proved", "", prose(counted(told)), "")
    for said in meant(told):
        yield from (sentence(said), "")
    yield from (f"- {verdict(proof)}: {sentence(said)}{prose(reason(proof))}" for proof, said in proved(told))


def _ruling(ruling: ToldRuling) -> Iterator[str]:
    yield from (f"## {sentence(heading(ruling))}", "")
    if why := follows(ruling):
        yield from (sentence(why), "")
    if ruling.moved:
        yield from ("| | when | old | new | for instance |", "|--:|---|---|---|---|")
        for number, moved in enumerate(ruling.moved, 1):
            unmeant = "<br>**not meant**" if moved.meant is False else ""
            comes = f"{_comes(moved.old)} | {_comes(moved.new)}{unmeant}"
            yield f"| {number} | {_where(moved.conditions)} | {comes} | {prose(example(moved.example, moved))} |"
        yield ""
    yield from _more(ruling.beyond, ruling.compared.proof)


def _comes(comes: ToldComes) -> str:
    clauses = (f"{prose(each.id)} {prose(each.title)}".rstrip() for each in comes.clauses)
    return "<br>".join((sentence(outcome(comes)), *(f"by {each}" for each in clauses)))


def _where(conditions: tuple[str, ...]) -> str:
    return "<br>".join(code(each) for each in conditions) or "always"


def _only(only: ToldOnly) -> Iterator[str]:
    yield from (f"## {sentence(only_heading(only.found))}", "")
    if only.areas:
        yield from ("| | when | for instance |", "|--:|---|---|")
        for number, (conditions, shown) in enumerate(only.areas, 1):
            yield f"| {number} | {_where(conditions)} | {prose(example(shown))} |"
        yield ""
    yield from _more(only.beyond, only.found.proof)


def _more(beyond: ToldExample | None, proof: Proof) -> Iterator[str]:
    if beyond is not None:
        yield from (f"**And more: these are not all regions.** For instance {prose(example(beyond))}.", "")
    elif may_be_more(proof):
        yield from ("**There may be more: not everything was found out.**", "")
