"""`misdeal draw`: files, what they show, and that nothing in them stands on anything else."""

import re
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from misdeal import load
from misdeal.cli.layers import MOST, TooMany, crossings, layered
from misdeal.cli.map_cells import spans
from misdeal.cli.map_picture import map_picture
from misdeal.cli.override_graph import override_graph
from misdeal.cli.override_picture import override_picture
from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.library import shipped
from misdeal.proofs.stage_map import Cell, MapRow, Mark, Sign, StageMap, stage_map
from tests.exchange.hostile import BOOK, QUOTED
from tests.pictures import Drawn, Room, check_form, check_room
from tests.strategies import seeded

from .running import invoke, run, write_sample

LONG = "a_name_as_long_as_one_may_be_WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"


def many(count: int, seed: int = 1, *, name: str = "c", title: str = "A title that goes on for a while") -> Rulebook:
    """A rulebook of many clauses, with overrides at random."""
    random = Random(seed)  # noqa: S311 - nothing secret
    clauses = []
    for at in range(count):
        under = [f"{name}{other}" for other in range(max(0, at - 25), at) if random.random() < 0.1]
        overrides = f" overrides {', '.join(under)}" if under else ""
        when = f"found >= s{random.randrange(7)} and n{random.randrange(6)}"
        value = f"r{random.randrange(8)}_ is v{random.randrange(3)}"
        clauses.append(f'clause {name}{at} "{title} {at}" when {when} then {value}{overrides}')
    facts = [f'fact n{at}: yes/no usually no "N{at}?"' for at in range(6)]
    rulings = [f'ruling r{at}_: {{v0, v1, v2}}{" otherwise v0" if at % 2 else ""} "What?"' for at in range(8)]
    head = ['rulebook many "Many clauses"', f"timeline stage = {' < '.join(f's{at}' for at in range(7))}"]
    lines = [*head, 'fact found: stage "When?"', *facts, *rulings, *clauses]
    return read("```misdeal\n" + "\n".join(lines) + "\n```\n", "many.md")


# The command


def test_it_writes_a_file_by_the_name_of_the_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The map, or the overrides, whole; and over none that is there."""
    book = write_sample(tmp_path)
    monkeypatch.chdir(tmp_path)
    for what in ("map", "overrides"):
        drawn = invoke("draw", book, "--what", what)
        assert (drawn.exit_code, drawn.stdout, drawn.stderr) == (0, f"wrote house.{what}.svg\n", "")
        text = (tmp_path / f"house.{what}.svg").read_text("utf-8")
        check_form(Drawn(text))
        again = invoke("draw", book, "--what", what)
        assert again.exit_code == 2
        assert "is there already" in again.stderr
        (tmp_path / f"house.{what}.svg").write_text("mine", "utf-8")
        assert invoke("draw", book, "--what", what, "--force").exit_code == 0
        assert (tmp_path / f"house.{what}.svg").read_text("utf-8") == text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.map.svg", "house.md", "house.overrides.svg"]


def test_it_writes_where_it_is_told_to(tmp_path: Path) -> None:
    """A file, a file in a directory, or standard output; each the same."""
    book = write_sample(tmp_path)
    printed = invoke("draw", book, "-o", "-")
    assert invoke("draw", book, "-o", str(tmp_path / "a.svg")).exit_code == 0
    assert invoke("draw", book, "-o", str(tmp_path)).exit_code == 0
    assert (tmp_path / "a.svg").read_text("utf-8") == printed.stdout == (tmp_path / "house.map.svg").read_text("utf-8")
    missing = invoke("draw", book, "-o", str(tmp_path / "none" / "a.svg"))
    assert missing.exit_code == 2
    assert "cannot be written" in missing.stderr


def test_the_same_rulebook_gives_the_same_picture(tmp_path: Path) -> None:
    """Letter by letter, whatever the hashes of the process."""
    book = write_sample(tmp_path)
    for what in ("map", "overrides"):
        other = run("draw", book, "--what", what, "-o", "-", PYTHONHASHSEED="1")
        assert invoke("draw", book, "--what", what, "-o", "-").stdout == other.stdout != ""


@pytest.mark.parametrize("what", ["map", "overrides"])
def test_only_some_rulings_are_drawn(tmp_path: Path, what: str) -> None:
    """Those that are named; a name that is none is told with the near one."""
    book = write_sample(tmp_path)
    drawn = invoke("draw", book, "--what", what, "--ruling", "coup", "-o", "-")
    assert drawn.exit_code == 0
    assert "fine" not in Drawn(drawn.stdout).texts("map-ruling")
    wrong = invoke("draw", book, "--what", what, "--ruling", "coups")
    assert wrong.exit_code == 2
    assert "unknown ruling `coups`" in wrong.stderr
    assert "coup" in wrong.stderr


def test_options_are_chosen(tmp_path: Path) -> None:
    """The picture says so, and is of what is left."""
    drawn = invoke("draw", write_sample(tmp_path), "--option", "wrong=few", "-o", "-")
    assert "Under wrong=few." in " ".join(Drawn(drawn.stdout).texts("map-quiet"))


def test_what_is_not_found_out_is_marked_and_exits_3(tmp_path: Path) -> None:
    """In the cells, in the legend and on stderr; the picture is written all the same."""
    drawn = invoke("draw", "bridge_1987", "--timeout", "0.000001", "-o", str(tmp_path))
    assert drawn.exit_code == 3
    assert "not all was found out" in drawn.stderr
    picture = Drawn((tmp_path / "bridge_1987.map.svg").read_text("utf-8"))
    check_room(picture)
    assert "?" in picture.texts("map-unknown-word")
    assert "was not found out in time" in " ".join(picture.texts("map-quiet"))
    assert "impossible" not in picture.texts("map-quiet")


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    """A rulebook without rulings, one in which nothing is possible, one with mistakes."""
    (tmp_path / "bare.md").write_text('```misdeal\nrulebook bare "Bare"\n```\n', "utf-8")
    bare = invoke("draw", str(tmp_path / "bare.md"), "-o", "-")
    assert (bare.exit_code, "has no rulings" in bare.stderr) == (2, True)
    impossible = write_sample(tmp_path, clauses='always found < found "never"')
    refused = invoke("draw", impossible, "-o", "-")
    assert (refused.exit_code, "no situation is possible" in refused.stderr) == (2, True)
    assert invoke("draw", write_sample(tmp_path, clauses="clause")).exit_code == 2


# The map


def cells_of(drawn: Drawn) -> list[Room]:
    """The cells of a map."""
    return [box for box in drawn.boxes if box.kind in {"map-cell", "map-none", "map-wrong", "map-open"}]


@pytest.mark.parametrize(
    "book",
    [name if not name.endswith("_settled") else pytest.param(name, marks=pytest.mark.deep) for name in shipped()],
)
def test_maps_of_shipped_rulebooks_are_legible(book: str) -> None:
    """As wide as a screen, nothing on anything else, every word of a cell inside it."""
    made = stage_map(load(book))
    drawn = Drawn(map_picture(made))
    check_form(drawn)
    check_room(drawn)
    assert drawn.width <= 1200
    cells = cells_of(drawn)
    assert len(cells) == sum(len(list(spans(row))) for row in made.rows)
    for row in made.rows:
        for cell in row.cells:
            for mark in cell.marks:
                assert not mark.clause or f"{mark.clause} {made.rulebook.clauses[mark.clause].title}" in drawn.titles


def test_neighbours_with_the_same_content_are_joined() -> None:
    """And only those; each cell spans its columns."""
    made = stage_map(load("bridge_1987"), ["law", "calls_stand"])
    law, calls = made.rows
    assert [(span.first, span.after) for span in spans(law)] == [(0, 6)]
    assert [(span.first, span.after) for span in spans(calls)] == [(0, 1), (1, 2), (2, 6)]
    for row in made.rows:
        joined = list(spans(row))
        assert all(one.cell.content != other.cell.content for one, other in pairwise(joined))
        for span in joined:
            assert {cell.content for cell in row.cells[span.first : span.after]} == {span.cell.content}
    drawn = Drawn(map_picture(made))
    one, _, _, last = cells_of(drawn)
    assert one.right == last.right


def test_what_is_wrong_shows_without_colour() -> None:
    """By a word, and a box of another shape for each."""
    rulebook = load("bridge_1987")
    ruling = rulebook.rulings["law"]
    witness = next(iter(stage_map(rulebook, ["law"]).rows[0].cells[0].marks.values()))
    marks = {Mark(sign): witness for sign in (Sign.GAP, Sign.CLASH, Sign.UNDEFINED)}
    made = StageMap(rulebook, None, (MapRow(ruling, (Cell(marks, (Mark(Sign.DEFAULT),), "no time"),)),))
    drawn = Drawn(map_picture(made))
    check_room(drawn)
    assert [*drawn.texts("map-gap-word"), *drawn.texts("map-clash-word")] == ["gap", "gap", "clash", "clash"]
    assert drawn.texts("map-undefined-word") == ["undefined"] * 2
    assert drawn.texts("map-unknown-word") == ["?"] * 2
    boxes = [part for part in drawn.parts if part.get("class") in {"map-gap", "map-clash", "map-undefined"}]
    assert len({part.get("rx") for part in boxes}) == 3
    assert "not found out whether also by default: no time" in drawn.titles


def test_generated_maps_are_legible() -> None:
    """Of many clauses, of long names, of one column."""
    for rulebook in (
        many(40),
        many(1),
        many(12, name=LONG[:50], title=f"{LONG} {LONG}"),
        *(seeded(seed).rulebook for seed in range(4)),
    ):
        if rulebook.rulings:
            drawn = Drawn(map_picture(stage_map(rulebook)))
            check_form(drawn)
            check_room(drawn)


# The overrides


def direct(rulebook: Rulebook) -> set[tuple[str, str]]:
    """The overrides that do not follow from others, one by one."""
    pairs = {(clause.id, under) for clause in rulebook.clauses.values() for under in clause.overrides}
    ids = list(rulebook.clauses)
    return {(one, last) for one, last in pairs if not any({(one, by), (by, last)} <= pairs for by in ids)}


@pytest.mark.parametrize("book", [*shipped(), *range(40)])
def test_arrows_stand_for_the_overrides_that_say_it_all(book: str | int) -> None:
    """No more and no less; the rest is counted, and so are clauses without any."""
    rulebook = load(book) if isinstance(book, str) else seeded(book).rulebook if book < 30 else many(40, book)
    graph = override_graph(rulebook)
    told = [
        (one.id, other.id)
        for arrow in graph.arrows
        for one, other in product(graph.groups[arrow.over], graph.groups[arrow.under])
    ]
    assert len(told) == len(set(told))
    assert set(told) == direct(rulebook)
    every = sum(len(clause.overrides) for clause in rulebook.clauses.values())
    assert graph.following == every - len(told)
    grouped = [clause.id for group in graph.groups for clause in group]
    assert sorted(grouped) == sorted({id for pair in told for id in pair})  # noqa: A001 - the language's word
    assert graph.alone == len(rulebook.clauses) - len(grouped)
    for arrow in graph.arrows:
        one, other = (
            {effect.ruling for clause in graph.groups[at] for effect in clause.effects}
            for at in (arrow.over, arrow.under)
        )
        assert arrow.idle == (not one & other)


def points(path: str) -> Iterator[tuple[float, float]]:
    """Points along an arrow."""
    numbers = [tuple(map(float, pair.split())) for pair in re.findall(r"[\d.]+ [\d.]+", path)]
    start = numbers[0]
    for at in range(1, len(numbers), 3):
        one, two, end = numbers[at : at + 3]
        for step in range(21):
            t = step / 20
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
            x, y = (sum(w * p[axis] for w, p in zip(weights, (start, one, two, end), strict=True)) for axis in (0, 1))
            yield x, y
        start = end


@pytest.mark.parametrize("book", [*shipped(), 0, 1, 2])
def test_no_arrow_passes_a_box(book: str | int) -> None:
    """Nor do boxes or words stand on others; an arrow begins and ends at a box."""
    rulebook = load(book) if isinstance(book, str) else many((12, 30, 100)[book], book)
    drawn = Drawn(override_picture(rulebook))
    check_form(drawn)
    check_room(drawn)
    boxes = [box for box in drawn.boxes if box.kind == "over-box"]
    assert len([1 for at, one in enumerate(boxes) for other in boxes[:at] if one.meets(other)]) == 0
    arrows = [part.get("d") or "" for part in drawn.parts if part.get("class") in {"over-arrow", "over-idle"}]
    assert arrows
    for arrow in arrows:
        along = list(points(arrow))
        assert not any(
            box.left + 1 < x < box.right - 1 and box.top + 1 < y < box.bottom - 1 for x, y in along for box in boxes
        )
        (x, y), (end_x, end_y) = along[0], along[-1]
        assert any(abs(box.right - x) < 1 and box.top <= y <= box.bottom for box in boxes)
        assert any(abs(box.left - 7 - end_x) < 1 and box.top <= end_y <= box.bottom for box in boxes)


def test_layers_lead_forward_and_crossings_are_counted() -> None:
    """On random graphs; two arrows that cross needlessly do not."""
    random = Random(3)  # noqa: S311 - nothing secret
    for _ in range(40):
        count = random.randrange(1, 14)
        arrows = [(one, other) for one in range(count) for other in range(one + 1, count) if random.random() < 0.2]
        made = layered([random.uniform(20, 60) for _ in range(count)], arrows)
        assert all(made.layer[one] < made.layer[other] for one, other in arrows)
        assert all(len(made.ways[one, other]) == made.layer[other] - made.layer[one] - 1 for one, other in arrows)
        row, below = list(range(5)), list(range(5, 10))
        random.shuffle(below)
        some = [(one, other) for one in row for other in below if random.random() < 0.4]
        naive = sum(
            one < two and below.index(end) > below.index(last)
            for at, (one, end) in enumerate(some)
            for two, last in some[at + 1 :]
        )
        assert crossings(row, below, some) == naive
    made = layered([20] * 4, [(0, 3), (1, 2)])
    assert (made.middle[0] < made.middle[1]) == (made.middle[3] < made.middle[2])


def test_too_many_overrides_are_refused() -> None:
    """Before any time is spent on them."""
    with pytest.raises(TooMany):
        layered([20] * (MOST + 1), [])


def test_a_rulebook_without_overrides_says_so() -> None:
    """In the picture and in its description."""
    drawn = Drawn(override_picture(many(1)))
    check_form(drawn)
    assert "No clause overrides another." in drawn.texts("over-quiet")
    assert drawn.text("desc") == "No clause overrides another."


# Hostile text


def test_what_is_hostile_stays_text() -> None:
    """Whatever a rulebook calls things: none of it is markup, and none is lost."""
    book = BOOK.replace('clause 2 "', 'clause 2 "').replace("then None is typeof", "then None is typeof overrides 1")
    rulebook = read(book, "hostile.md")
    for text in (map_picture(stage_map(rulebook)), override_picture(rulebook)):
        drawn = Drawn(text)
        check_form(drawn)
        check_room(drawn)
        assert f"2 {QUOTED}" in drawn.titles
        assert QUOTED in drawn.text("title")
