"""A decision table as data: its rows, and what is proved of them together."""

from dataclasses import dataclass

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Rulebook, Ruling
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Kind

from .finding import Finding, Verdict, Witness
from .table_outcome import UNRULED


@dataclass(frozen=True, slots=True)
class Condition:
    """What a row says of one criterion; `criterion` is its position among those of the table.

    `holds` is whether what the criterion is called is so, None where it is no yes or no. `least` is where the row
    begins among the values of the criterion in their order, so that rows can be sorted by it.
    """

    criterion: int
    text: str
    holds: bool | None
    least: int


@dataclass(frozen=True, slots=True)
class Decides:
    """A clause that decides in a row, with what it gives: in all of the row, or only in a part of it."""

    clause: str
    gives: Expression
    throughout: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Situations with one outcome. `value` is None where there is none, or where it is computed by the first clause.

    `deciding` begins with the clauses that lead to the outcome: of a value the one that gives it, of a clash the two
    that differ (one, where its own instances do). `witness` is the most ordinary situation not in the rows before.
    """

    kind: Kind
    value: Value | None
    deciding: tuple[Decides, ...]
    conditions: tuple[Condition, ...]
    witness: Witness


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing that has to be so of the rows together, and whether it is; `reason` says why it is not known."""

    sentence: str
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a ruling, the most ordinary situations first.

    `criteria` are those that some row speaks of, in words. `beyond` is a situation outside the rows, where they are not
    all; `unread` are the rulings that this one reads, where it arises in situations in which one of them has no value:
    these are not in the table. `nowhere` is whether `where` holds in no possible situation. `impossible` is the finding
    of combinations of options under which nothing is possible.
    """

    rulebook: Rulebook
    ruling: Ruling
    where: Expression | None
    criteria: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    beyond: Witness | None = None
    unread: tuple[str, ...] = ()
    nowhere: bool = False
    proofs: tuple[Proof, ...] = ()
    impossible: Finding | None = None

    @property
    def unruled(self) -> bool:
        """Whether some row has no ruling: a gap, a clash or something undefined."""
        return any(row.kind in UNRULED for row in self.rows)

    @property
    def whole(self) -> bool:
        """Whether everything that has to be so of the rows is proved."""
        return all(proof.verdict in {Verdict.PROVED, Verdict.VACUOUS} for proof in self.proofs)
