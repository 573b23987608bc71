"""Diagrams and sieves: proved equal to the rulebook, and a mistake in one is found."""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from misdeal.model.exchange.diagram import Column, Diagram, Form, Leaf, Node, Sieve, Test
from misdeal.model.language import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.library import load, shipped
from misdeal.model.meaning.evaluate import Bindings, Kind
from misdeal.proofs.compiled import compiled, prove
from misdeal.proofs.diagram_grow import OutOfTime, TooLarge, diagram
from misdeal.proofs.inquiry import Inquiry, Prover
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.replay import Disagreement
from misdeal.proofs.solve import Process
from misdeal.proofs.world import World
from tests.bench.tables import rulebook_of, sparse, tree
from tests.strategies import seeded
from tests.worlds import World as Everything

HOUSE = """```misdeal
rulebook house "Rules of the house"
seats player 2..3
fact cards[p]: 0..8 "How many cards?"
fact found: yes/no "Was it found?"
always found implies some p: cards[p] > 5 "it is found by a long hand"
ruling coup: {stands, void} "What becomes of the coup?"
ruling out[p]: yes/no otherwise no "Must the player leave?"
clause 1 "A long hand" when found then coup is void
clause 2 "None" when not found and every p: cards[p] <= 5 then coup is stands
clause 3 "Six cards" for each p when cards[p] = 6 then out[p] is yes
```
"""


@contextmanager
def inquiry(rulebook: Rulebook) -> "Generator[Inquiry]":
    """An inquiry about everything that is possible."""
    world = World(rulebook)
    with Process(time.monotonic() + 60) as process:
        prover = Prover(world, process)
        with prover.inquiry(world.everything, world.axioms(world.everything)) as asked:
            yield asked


@pytest.mark.parametrize("name", shipped())
def test_shipped_rulebooks_are_proved(name: str) -> None:
    """Every ruling is a diagram."""
    rulebook = load(name)
    found = compiled(rulebook, tuple(rulebook.rulings))
    assert [(each.ruling.name, each.reason) for each in found] == [(name, "") for name in rulebook.rulings]
    assert all(isinstance(each.form, Diagram) for each in found)


def test_diagrams_lead_to_what_comes_out_wherever_it_is_possible() -> None:
    """On generated rulebooks, in every situation there is."""
    compared = 0
    for seed in range(30):
        everything = Everything(seeded(seed).rulebook)
        rulebook = everything.rulebook
        if not everything.possible:
            continue
        for each in compiled(rulebook, tuple(rulebook.rulings)):
            assert not each.reason
            assert isinstance(each.form, Diagram)
            for point in everything.points(each.ruling.index):
                names: Bindings = {}
                if each.ruling.index and point.subject is not None:
                    names = {each.ruling.index.name: point.subject}
                came = point.evaluation.outcome(Place(each.ruling.name, point.subject))
                leaf = each.form.leaf(point.evaluation, names)
                compared += 1
                assert leaf.clauses == tuple(dict.fromkeys(one.clause.id for one in came.deciding))
                if leaf.kind is not None:
                    assert (leaf.kind, leaf.value) == (came.kind, came.value)
    assert compared > 1_000


def test_what_no_situation_leads_to_is_left_out() -> None:
    """What an `always` excludes is not tested."""
    rulebook = read(HOUSE, "house.md")
    grown = diagram(rulebook, rulebook.rulings["coup"])
    (made,) = compiled(rulebook, ["coup"])
    assert isinstance(made.form, Diagram)
    assert len(made.form.nodes) == len(grown.nodes) == 5
    narrower = read(
        HOUSE.replace("ruling coup", 'always every p: cards[p] <= 5 "they are short"\nruling coup'), "house.md"
    )
    (made,) = compiled(narrower, ["coup"])
    assert isinstance(made.form, Diagram)
    assert made.form.nodes == (Leaf(Kind.VALUE, 0, ("2",), (1,)),)


# Planted faults


def faulty_diagrams(made: Diagram) -> Iterator[Diagram]:
    """The diagram with one node changed: what is tested, where it leads, what comes out, by which clauses."""
    for at, node in enumerate(made.nodes):
        for changed in _changed(node):
            yield replace(made, nodes=(*made.nodes[:at], changed, *made.nodes[at + 1 :]))


def _changed(node: Node) -> Iterator[Node]:
    if isinstance(node, Test):
        yield replace(node, yes=node.no, no=node.yes)
        return
    if node.clauses:
        yield replace(node, effects=())
    if node.kind is Kind.VALUE:
        assert node.value is not None
        yield replace(node, value=not node.value if isinstance(node.value, bool) else node.value + 1)
    if node.kind is Kind.GAP:
        yield Leaf(Kind.DOES_NOT_ARISE, None, (), ())
    if node.kind is Kind.DOES_NOT_ARISE:
        yield Leaf(Kind.GAP, None, (), ())


@pytest.mark.parametrize("ruling", ["law", "section", "action", "calls_stand", "penalty", "non_offending"])
def test_a_planted_fault_in_a_diagram_is_found(ruling: str) -> None:
    """Each of them, in every node."""
    rulebook = load("bridge_1987")
    (made,) = compiled(rulebook, [ruling])
    assert isinstance(made.form, Diagram)
    faults = list(faulty_diagrams(made.form))
    assert len(faults) >= len(made.form.nodes) - 1
    with inquiry(rulebook) as asked:
        prove(asked, made.form)
        for fault in faults:
            with pytest.raises(Disagreement, match=f"`{ruling}` is compiled wrongly"):
                prove(asked, fault)


def test_a_shifted_boundary_is_found() -> None:
    """By one value."""
    rulebook = read(rulebook_of(tree(10, 3)), "table.md")
    (made,) = compiled(rulebook, ["t1_output"])
    assert isinstance(made.form, Diagram)
    shifted = 0
    with inquiry(rulebook) as asked:
        for at, node in enumerate(made.form.nodes):
            if isinstance(node, Test) and node.ranges[-1][1] - node.ranges[-1][0] > 10:
                low, high = node.ranges[-1]
                changed = replace(node, ranges=(*node.ranges[:-1], (low, high - 1)))
                nodes = (*made.form.nodes[:at], changed, *made.form.nodes[at + 1 :])
                with pytest.raises(Disagreement):
                    prove(asked, replace(made.form, nodes=nodes))
                shifted += 1
    assert shifted > 5


def faulty_sieves(made: Sieve) -> Iterator[Sieve]:
    """The sieve with one mark changed in one range, or without one of its effects."""
    for at, column in enumerate(made.columns):
        low, high, marks = column.ranges[len(column.ranges) // 2]
        ranges = list(column.ranges)
        for effect in (0, 7, 39):
            ranges[len(column.ranges) // 2] = (low, high, marks ^ 1 << effect)
            yield replace(
                made, columns=(*made.columns[:at], Column(column.subject, tuple(ranges)), *made.columns[at + 1 :])
            )
    yield replace(made, every=made.every ^ 1)
    yield replace(made, every=made.every ^ 1 << 40)


def test_a_planted_fault_in_a_sieve_is_found() -> None:
    """A mark too many or too few, unless another column takes it anyhow."""
    rulebook = read(rulebook_of(sparse(40, 8)), "table.md")
    (made,) = compiled(rulebook, ["t1_output"])
    assert isinstance(made.form, Sieve)
    found = 0
    with inquiry(rulebook) as asked:
        for fault in faulty_sieves(made.form):
            with pytest.raises(Disagreement):
                prove(asked, fault)
            found += 1
    assert found > 20


# What is not made


def forms(rulebook: Rulebook, nodes: int) -> list[Form | None]:
    """What the rulings of a rulebook are compiled to, where diagrams may have so many nodes."""
    return [each.form for each in compiled(rulebook, tuple(rulebook.rulings), nodes=nodes)]


def test_what_is_too_large_is_a_sieve_or_neither() -> None:
    """A quantifier in a condition is a criterion like others; a value that is computed is no constant."""
    rulebook = read(HOUSE, "house.md")
    assert [type(form) for form in forms(rulebook, 2)] == [Sieve, Sieve]
    computed = read(HOUSE.replace("out[p] is yes", "out[p] is found"), "house.md")
    assert [type(form) for form in forms(computed, 2)] == [Sieve, type(None)]
    either = read(HOUSE.replace("when found then", "when found or cards[1] = 7 then"), "house.md")
    assert forms(either, 2)[0] is None


def test_no_diagram_is_larger_than_it_may_be() -> None:
    """However small that is."""
    rulebook = load("poker_it")
    for nodes in (0, 1, 5, 20, 100):
        for ruling in rulebook.rulings.values():
            try:
                assert len(diagram(rulebook, ruling, nodes).nodes) <= nodes
            except TooLarge:
                continue


def test_without_time_nothing_is_proved() -> None:
    """It has a reason."""
    rulebook = load("bridge_1987")
    found = compiled(rulebook, tuple(rulebook.rulings), timeout=0.001)
    assert {each.reason for each in found} == {"the time limit was reached"}


def test_an_unknown_ruling_is_refused() -> None:
    """With the nearest name."""
    with pytest.raises(Refusal) as caught:
        compiled(load("bridge_1987"), ["actoin"])
    assert (caught.value.message, "action" in caught.value.advice) == ("unknown ruling `actoin`", True)


def test_a_rulebook_under_which_nothing_is_possible_is_refused() -> None:
    """A proof of it would be of nothing."""
    text = HOUSE.replace("ruling coup", 'always found and not found "never"\nruling coup')
    with pytest.raises(Refusal, match="no situation is possible"):
        compiled(read(text, "house.md"), ["coup"])


def test_growing_ends_in_time() -> None:
    """Also where no diagram was grown yet."""
    rulebook = load("poker_it")
    with pytest.raises(OutOfTime):
        diagram(rulebook, rulebook.rulings["flaw"], deadline=time.monotonic())
