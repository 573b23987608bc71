"""Rulebooks of others: read, laid out, evaluated; proved; and compiled."""

from misdeal.cli.forms import FORMS
from misdeal.model.language import RulebookError, Written, read
from misdeal.model.language.layout_page import format_page
from misdeal.model.language.reader import nothing_beside
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.tables import tables
from misdeal.model.language.types import first_value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import ruling_places

from ..cli.running import SAMPLE
from ..language.test_layout import check as check_layout
from ..project.tree import ROOT
from ..strategies import seeded
from .target import Target, commanded, filed, pages, refused, simply

GENERATED = 100
BRIEFLY = ("--timeout", "0.5", "--jobs", "1", "--suggest")
FORMATS = ("text", *FORMS)
LARGEST = 3_000  # bytes of a seed: what is small is quick, and a few changes matter in it


COMMENTED = """Comments wherever they can stand.

```misdeal
# above all
rulebook commented "Comments"  # behind "a text"

  # alone, indented
fact late: yes/no # within
  # and again
  usually no "Late?"
ruling r: yes/no when late # of a scope
  otherwise no "R?"
# below
clause 1   "C" when late then r is yes

# at the end
```
"""


def whole() -> list[bytes]:
    """Rulebooks, some of them generated, with every construct; large ones are left out."""
    found = pages("tests/language/good/*.md", "tests/language/bases/*.md", "cli/starter.md")
    found += [
        SAMPLE.encode(),
        *[COMMENTED.encode()] * 8,
        *(seeded(seed).text.encode() for seed in range(GENERATED)),
    ]
    return [page for page in found if len(page) <= LARGEST and _is_read(page)]


def seeds() -> list[bytes]:
    """The same, and pages with every mistake that there is."""
    bad = pages("tests/language/bad/*.md")
    return [*whole() * 2, *(page for page in bad if len(page) <= LARGEST)]


def beside(name: str) -> Written:
    """The pages that can be amended."""
    for folder in ("good", "bases"):
        path = ROOT / "tests" / "language" / folder / f"{name}.md"
        if name.isidentifier() and name.isascii() and path.is_file():
            return Written(path.read_bytes(), path.name, beside)
    return nothing_beside(name)


def take(data: bytes) -> str:
    """A rulebook read, laid out, and evaluated where all is as usual."""
    try:
        rulebook = read(data, "page.md", beside)
    except RulebookError as error:
        _lay_out(data)
        return refused(error)
    check_layout(data)
    _evaluate(rulebook)
    return "read"


def take_check(data: bytes) -> str:
    """A whole run of `misdeal check`, which has to come back in time whatever the solver finds out."""
    form = FORMATS[len(data) % len(FORMATS)]
    return commanded("check", filed("page.md", data), *BRIEFLY, "--format", form)


def _is_read(data: bytes) -> bool:
    try:
        read(data, "page.md", beside)
    except RulebookError:
        return False
    return True


def _lay_out(data: bytes) -> None:
    """A page that is no rulebook is laid out once and for all, or is refused."""
    try:
        made = format_page(data, "page.md")
    except RulebookError as error:
        refused(error)
        return
    assert format_page(made, "page.md") == made, "laid out again it changes again"


def _evaluate(rulebook: Rulebook) -> None:
    """All that can be asked of the situation that is as usual; what has no usual value has the first."""
    players = rulebook.table.usual if rulebook.table else 0
    situation = settle(rulebook, players, {}, usual=True)
    if isinstance(situation, Unsettled):
        given = {place: first_value(rulebook.facts[place.name].type) for place in situation.missing}
        situation = settle(rulebook, players, given, usual=True)
    if isinstance(situation, Unsettled):  # by what is given, something has no usual value any more
        return
    evaluation = Evaluation(rulebook, situation)
    assert evaluation.possible in {True, False}
    for place in ruling_places(rulebook, players):
        evaluation.outcome(place)


WORDS = (*tables().literals, "# a comment", "\n# a comment\n")
TARGETS = (
    Target("rulebook", "rulebooks that are read, laid out and evaluated", seeds, simply(take), WORDS),
    Target("check", "runs of `misdeal check`", whole, simply(take_check), WORDS, by_clock=True),
)
