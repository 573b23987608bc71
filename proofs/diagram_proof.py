"""A diagram as terms: where each of its nodes is reached, and where it says other than its ruling does."""

from collections.abc import Sequence

from misdeal.model.exchange.diagram import Diagram, Leaf, Test
from misdeal.model.meaning.evaluate import Kind

from .decide import Decision
from .encode import Names
from .term import Term
from .world import World


class DiagramTerms:
    """A diagram beside the decision of its ruling, at any index.

    `seated` is where the index is at the table.
    """

    def __init__(self, world: World, diagram: Diagram) -> None:
        self._world = world
        self._diagram = diagram
        index = diagram.ruling.index
        self.seated, self._names = world.encoder.anywhere([] if index is None else [index])
        symbol = None if index is None else self._names[index.name].value
        self._decision = world.decider.decision(diagram.ruling, symbol)
        self._reached = self._reached_terms(self._names)

    def branches(self) -> dict[tuple[int, bool], Term]:
        """Where each test is reached and comes out true, and where it is reached and comes out false."""
        t, found = self._world.terms, dict[tuple[int, bool], Term]()
        for at, node in enumerate(self._diagram.nodes):
            if isinstance(node, Test):
                holds = self._holds(node, self._names)
                found[at, True] = t.conjunction((self._reached[at], holds))
                found[at, False] = t.conjunction((self._reached[at], t.negation(holds)))
        return found

    def wrong(self) -> Term:
        """Where the diagram leads to an end that is not what comes out for the ruling."""
        t = self._world.terms
        return t.disjunction(
            t.conjunction((self._reached[at], t.negation(self._right(node, self._decision))))
            for at, node in enumerate(self._diagram.nodes)
            if isinstance(node, Leaf)
        )

    def _reached_terms(self, names: Names) -> Sequence[Term]:
        t, nodes = self._world.terms, self._diagram.nodes
        ways: list[list[Term]] = [[] for _ in nodes]
        ways[-1].append(t.true)
        reached = [t.false] * len(nodes)
        for at in range(len(nodes) - 1, -1, -1):
            node = nodes[at]
            reached[at] = t.disjunction(ways[at])
            if isinstance(node, Test):
                holds = self._holds(node, names)
                ways[node.yes].append(t.conjunction((reached[at], holds)))
                ways[node.no].append(t.conjunction((reached[at], t.negation(holds))))
        return reached

    def _holds(self, test: Test, names: Names) -> Term:
        """Where a test comes out true."""
        t, subject = self._world.terms, self._diagram.subjects[test.subject]
        coded = self._world.encoder.code(subject, names)
        if coded.value.sort == "Bool":
            within = t.disjunction(
                t.equal(coded.value, t.truth(bool(value)))
                for low, high in test.ranges
                for value in range(low, high + 1)
            )
        else:
            within = t.disjunction(
                t.conjunction((t.at_most(t.number(low), coded.value), t.at_most(coded.value, t.number(high))))
                for low, high in test.ranges
            )
        missing = t.negation(coded.defined) if test.undefined else t.false
        return t.disjunction((t.conjunction((coded.defined, within)), missing))

    def _right(self, leaf: Leaf, decision: Decision) -> Term:  # noqa: PLR0911 - one case a kind
        """Where what comes out for the ruling is what a leaf says, and the deciding effects are its."""
        t = self._world.terms
        if leaf.kind is Kind.DOES_NOT_ARISE:
            return t.negation(decision.arises)
        deciding = t.conjunction(
            reach.decides if at in leaf.effects else t.negation(reach.decides)
            for at, reach in enumerate(decision.reaches)
        )
        match leaf.kind:
            case None:
                return t.conjunction((decision.arises, deciding, t.truth(bool(leaf.effects))))
            case Kind.VALUE:
                assert leaf.value is not None
                value = self._world.encoder.value_of(decision.ruling.type, leaf.value)
                return t.conjunction((decision.valued, t.equal(decision.value, value), deciding))
            case Kind.DEFAULT:
                return t.conjunction((decision.defaulted, t.truth(leaf.value == decision.ruling.otherwise)))
            case Kind.GAP:
                return decision.gap
            case Kind.CLASH:
                return t.conjunction((decision.clash, deciding))
            case Kind.UNDEFINED:
                return t.conjunction((decision.undefined, deciding))
