"""What an evaluation does not read has no part in what comes out."""

from random import Random

import pytest

from misdeal.model.meaning.situation import ruling_places
from misdeal.model.meaning.traced import Traced
from misdeal.proofs.known import Known
from tests.knowing import possible
from tests.strategies import seeded


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_what_is_not_read_changes_nothing(first: int) -> None:
    """In every possible situation that agrees on what was read the same comes out; now and then little is read."""
    spared = 0
    for seed in range(first, first + 10):
        rulebook, random = seeded(seed, most=120).rulebook, Random(seed)  # noqa: S311 - nothing secret
        every = list(possible(Known(rulebook)))
        for one in random.sample(every, min(len(every), 6)):
            situation = one.situation
            for place in ruling_places(rulebook, situation.players):
                traced = Traced(rulebook, situation)
                outcome = traced.outcome(place)
                read = [each for each in situation.values if each.name in traced.read]
                spared += len(read) < len(situation.values)
                for other in every:
                    alike = (other.situation.values.get(at) == situation.values[at] for at in read)
                    if other.situation.players == situation.players and all(alike):
                        assert other.outcome(place) == outcome
    assert spared
