"""Files of others beside a rulebook: case files, saved options, accepted findings, the answers of a script."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import date
from functools import cache
from io import StringIO
from random import Random

from misdeal.cli.asking import options
from misdeal.cli.asking import read as understood
from misdeal.cli.baseline import read_baseline, renewed, written
from misdeal.cli.checked import Checked, Run, checked, judged
from misdeal.cli.chosen import Choice
from misdeal.cli.dialogue import Dialogue
from misdeal.cli.forms import FORMS, write
from misdeal.cli.lines import Script
from misdeal.cli.terminal import Paper
from misdeal.cli.text_report import write_report
from misdeal.cli.tried import Tested, tell_case
from misdeal.cli.tried_json import write_json as write_tried_json
from misdeal.cli.tried_junit import write_junit as write_tried_junit
from misdeal.cli.tried_text import write_tested
from misdeal.model.language import RulebookError, WrittenCases, read
from misdeal.model.language.choosing import choose
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.meaning.situation import ruling_places, table_sizes
from misdeal.proofs.check import check
from misdeal.proofs.finding import FindingKind, Severity
from misdeal.proofs.interview import Interview
from misdeal.proofs.known import Known
from misdeal.proofs.precedents import try_cases
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.report import Report
from misdeal.proofs.study import Study

from ..cli.running import SAMPLE
from ..language.test_case_file import BOOK
from .given import GOOD, book_of, books
from .target import Take, Target, filed, harmless, pages, refused, simply

DAY = date(2030, 6, 15)

# Case files

CASES = """rulebook: parlour
cases:
  - name: "six cards, and a seat away"
    source: "the house, 1911"
    given: {players: 5, cards: {2: 6, 3: 5}, away: no, strict: yes}
    expect: {coup: void}
    clause: "5.1"
  - name: seven
    source: https://example.org/forum?topic=7
    given:
      cards: {1: 7}
    expect:
      coup: a gap
      fine: {ours: 2, theirs: gap}
    clause: ["5.10", '5.1']
    note: |
      in two
      lines
  - {name: away, source: x, given: {away: yes}, expect: {coup: does not arise}}
"""


def case_seeds() -> list[bytes]:
    """Case files with all that they can say, shipped ones cut small, and bad ones."""
    shipped = [page[:2500] for page in pages("model/rulebooks/*.cases.yaml")]
    return [CASES.encode()] * 6 + shipped + pages("tests/language/bad/*.cases.yaml")


def take_cases(data: bytes) -> str:
    """A case file is read with its rulebook, its cases are tried, and what came of them is told."""
    try:
        rulebook = read(BOOK, "parlour.md", cases=(WrittenCases(data, "parlour.cases.yaml"),))
    except RulebookError as error:
        return refused(error)
    tried = [tell_case("parlour.md", rulebook, each) for each in try_cases(rulebook, timeout=1)]
    tested = Tested("parlour.md", rulebook, tuple(tried))
    paper = Paper(width=80, coloured=False)
    write_tested(paper, tested)
    harmless(paper.text())
    harmless(write_tried_json([tested]))
    harmless(write_tried_junit([tested]))
    return "failed" if tested.count("failed") else "read"


# Saved options


TOML = {"yes": "true", "no": "false"}


def option_seeds() -> list[bytes]:
    """TOML with values of the options of a rulebook; the first line, a comment, names it."""
    random, found = Random(3), list[bytes]()
    for name, rulebook in books().items():
        for at in range(12):
            lines = [f"# {name}", *(["[options]"] if at % 3 == 0 else [])]
            for option in random.sample(rulebook.options, random.randrange(len(rulebook.options) + 1)):
                shown = option.type.show(random.randrange(option.type.low, option.type.high + 1))
                lines.append(f"{option.name} = {TOML.get(shown, repr(shown))}")
            found.append("\n".join(lines).encode())
    return found


def take_options(data: bytes) -> str:
    """Saved options are read, and take their place in the rulebook; so do the same as arguments."""
    rulebook, rest = book_of(data)
    came = [
        _chosen(rulebook, Choice((filed("options.toml", data),), ())),
        _chosen(rulebook, Choice((), tuple(rest.split("\n")[:3]))),
    ]
    return came[0]


def _chosen(rulebook: Rulebook, choice: Choice) -> str:
    try:
        values = choice.values(rulebook)
    except Refusal as refusal:
        return refused(refusal)
    chosen = choose(rulebook, values)
    assert not values.keys() & {option.name for option in chosen.options}
    return "read" if values else "nothing"


# Accepted findings


@cache
def report() -> Report:
    """A report with findings of several kinds."""
    return check(read(SAMPLE, "house.md"), jobs=1)


def baseline_seeds() -> list[bytes]:
    """Baselines that accept all findings, by the report itself or a little more."""
    path = filed("none.toml", b"format = 1\n")
    entries = renewed(read_baseline(path, DAY), [report()], FindingKind, Severity.NOTE)
    text = written(entries)
    reasoned = text.replace("TODO", "the house has always lived with it")
    dated = reasoned.replace("fingerprint", "expires = 2030-12-31\nfingerprint")
    return [
        each.encode()
        for each in (text, reasoned, reasoned, dated, dated.replace("where = [", "whole = false\nwhere = ["))
    ]


def take_baseline(data: bytes) -> str:
    """A baseline is read, is the same once it is written anew, and accepts or does not."""
    path = filed("accepted.toml", data)
    try:
        baseline = read_baseline(path, DAY)
    except Refusal as refusal:
        return refused(refusal)
    text = harmless(written(baseline.entries))
    assert read_baseline(filed("again.toml", text.encode()), DAY).entries == baseline.entries
    looked = judged(checked("house.md", report()), baseline, FindingKind)
    assert isinstance(looked, Checked)
    harmless(_told(looked, ("text", *FORMS)[len(data) % (1 + len(FORMS))], path))
    renewed(baseline, [report()], FindingKind, Severity.NOTE)
    return "accepts" if any(not each.counts for each in looked.judged) else "read"


def _told(looked: Checked, form: str, path: str) -> str:
    """A report in one format."""
    if form != "text":
        return write(Run((looked,), Severity.WARNING, path), form)
    paper = Paper(width=80, coloured=False)
    write_report(paper, looked, baseline=path)
    return paper.text()


# Answers

ANSWERS = ("1", "2", "3", "?", "yes", "no", "y", "n", "why", "back", "over", "help", "quit", ":why", "none", "all", "0")
RENEWED = 300  # scripts after which an interview is begun anew, so that what it remembers stays small


def script_seeds() -> list[bytes]:
    """Answers that fit, a line each, and words that steer between them."""
    random, start = Random(4), _begun()
    with start.study:
        return [b"quit\n", *("\n".join(_answers(start, random)).encode() for _ in range(60))]


def _answers(now: Interview, random: Random) -> Iterator[str]:
    while now.question is not None and random.random() < 0.95:
        option = random.choice(options(now.question))
        if random.random() < 0.2:
            yield random.choice(("why", "help", "# a comment", ""))
        yield random.choice((option.mark, option.words))
        now = now.answered(understood(now.question, option.mark))


@contextmanager
def take_scripts() -> Generator[Take]:
    """Plays scripts against one interview."""
    begun, taken = _begun(), 0

    def take(data: bytes) -> str:
        nonlocal begun, taken
        taken += 1
        if taken % RENEWED == 0:
            begun.study.__exit__(None, None, None)
            begun = _begun()
        return _played(begun, data)

    try:
        yield take
    finally:
        begun.study.__exit__(None, None, None)


def _begun() -> Interview:
    """An interview with a solver of its own."""
    rulebook = read((GOOD / "parlour.md").read_bytes(), "parlour.md")
    wanted = tuple(ruling_places(rulebook, table_sizes(rulebook)[-1]))
    return Interview.of(Study(rulebook, wanted, 1.0).__enter__(), Known(rulebook))


def _played(begun: Interview, data: bytes) -> str:
    with redirect_stdout(StringIO()) as shown:
        try:
            end = Dialogue(begun, Script(filed("answers.txt", data))).run()
        except Refusal as refusal:
            came = refused(refusal)
        else:
            came = "settled" if end.question is None else "ended"
    harmless(shown.getvalue())
    return came


TARGETS = (
    Target("cases", "case files", case_seeds, simply(take_cases), ("name:", "expect:", "? ", "- ", "|", ">-", "~")),
    Target("options", "files of saved options", option_seeds, simply(take_options), ("options", "=", "[[", "'''", ".")),
    Target(
        "baseline", "baselines", baseline_seeds, simply(take_baseline), ("[[accepted]]", "=", "[]", "'''", ".", "[[]]")
    ),
    Target("script", "scripts of an interview", script_seeds, take_scripts, ANSWERS, by_clock=True),
)
