"""A whole ruling as a decision table: rows that exclude one another and together are everything (design, section 6).

A table is about the situations in which its ruling arises and is examined (section 5), narrowed by a condition if one
is given. A row is a region of the method of section 5: it grows from the most ordinary situation that is in no row
before it, over the criteria of the ruling, while all of it has one outcome by one clause and none of it lies in another
row. That the finished rows are disjoint, complete and right is then proved from the rows alone.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Rulebook

from .criterion import TooManyCriteria
from .inquiry import Prover, Unusual
from .possibility import Possibility, possibility
from .refusal import unknown_ruling
from .solve import Process
from .table_records import Condition, Decides, Proof, Row, Table
from .table_rows import Rows, Subject, undetermined
from .world import World

__all__ = ["ROWS", "TIMEOUT", "Condition", "Decides", "Proof", "Row", "Table", "table"]

TIMEOUT = 60.0  # seconds
ROWS = 60

Progress: TypeAlias = Callable[[str], None]


def table(
    rulebook: Rulebook,
    ruling: str,
    where: Expression | None = None,
    *,
    rows: int = ROWS,
    timeout: float = TIMEOUT,
    progress: Progress = lambda _: None,
) -> Table:
    """The decision table of a ruling; `where` is a condition, which may speak of the ruling's index by its name.

    At most `rows` rows are made. `timeout` is in seconds; what is not found out by then is unknown. Raises Refusal
    where the rulebook has no such ruling.
    """
    if ruling not in rulebook.rulings:
        raise unknown_ruling(rulebook, ruling)
    empty = Table(rulebook, rulebook.rulings[ruling], where)
    world = World(rulebook)
    with Process(time.monotonic() + timeout) as process:
        prover = Prover(world, process)
        possible = possibility(world, prover)
        if not possible.some:
            return replace(empty, impossible=possible.finding)
        made = _made(prover, possible, empty, rows, progress)
    return replace(made, impossible=possible.finding)


def _made(prover: Prover, possible: Possibility, empty: Table, most: int, progress: Progress) -> Table:
    """The table, asked of the facts that it depends on, or of all where the others cannot be as usual."""
    world = prover.world
    try:
        subject = Subject(world, empty.ruling, empty.where)
    except TooManyCriteria:
        return replace(empty, proofs=undetermined(empty.ruling, empty.where, "its conditions have too many criteria"))
    for cone in (world.cone(subject.terms()), world.everything):
        try:
            with prover.inquiry(cone, [possible.known, *world.axioms(cone)]) as inquiry:
                return Rows(subject, inquiry, progress).table(empty, most)
        except Unusual:
            continue
    raise AssertionError("what all facts are asked about leaves nothing to be as usual")
