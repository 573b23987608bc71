"""Obligations: what has to be proved of a rulebook, as data. Making them asks no solver.

Two senses. What must hold `NOWHERE` (a gap, a clash, a false claim) is proved where its formula has no possible
situation, and a situation refutes it. What must hold `SOMEWHERE` (a clause's condition, an effect in force) is proved
by any possible situation, and there is a finding where there is none.
"""

from dataclasses import dataclass
from enum import Enum

from misdeal.model.language.expression import Expression
from misdeal.model.language.span import Span

from .criterion import Derived
from .decide import Decision
from .encode import Names
from .finding import FindingKind
from .term import Term
from .twin import Twin


class Sense(Enum):
    """Whether the formula of an obligation must hold nowhere or somewhere."""

    NOWHERE = "nowhere"
    SOMEWHERE = "somewhere"


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Where something is looked for (`examined`) and where it is (`formula`, which implies `examined`).

    `names` binds the index that it is about, `index` is the symbol of that index; `decision` is that of its ruling.
    `conditions` and `derived` are what its regions are described by; without conditions it has no regions.
    """

    examined: Term
    formula: Term
    names: Names
    index: Term | None = None
    decision: Decision | None = None
    conditions: tuple[Expression | None, ...] = ()
    derived: tuple[Derived, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Obligation:
    """One thing to prove: `sentence` is what holds once it is proved, `problem` what is wrong where it is not.

    `twin` is the second situation of what is about two.
    """

    kind: FindingKind
    sense: Sense
    sentence: str
    problem: str
    scene: Scene
    span: Span
    ruling: str | None = None
    clauses: tuple[str, ...] = ()
    subject: str | None = None
    twin: Twin | None = None
