"""`check` tells what brute force finds: none missing, none more, witnesses and regions the same."""

from collections import Counter

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.check import check

from ..amending import decided
from ..brute import Found, brute, seeded_findings, told
from ..strategies import seeded

Differences = tuple[list[Found], list[Found]]

SMALL = {
    "nobody as an index": """seats player 2..3
        fact away[p]: yes/no "Away?"
        ruling r: {a, b} "What?"
        clause 1 "One" when away[nobody] then r is a""",
    "the usual value is not the first": """seats player 2..2
        fact dealer: player usually 2 "Who deals?"
        ruling r: {a, b} "What?"
        clause 1 "Never" when dealer = 1 and dealer = 2 then r is a""",
    "an always that mentions no fact": """seats player 3..3
        always one q: (q != 1) "nothing else was ever seen"
        ruling r: {a, b} "What?" """,
    "an always about the number of players": """seats player 2..4 usually 3
        fact away[p]: yes/no usually no "Away?"
        always players != 3 "they are never three"
        ruling r: {a, b} when some p: (away[p] and p != 2) "What?" """,
    "two always that say the same": """fact one_thing: yes/no "One?"
        always one_thing "first"
        always one_thing = yes "second" """,
    "an option that an always settles": """option strict: yes/no "Strict?"
        always not strict "as the sponsors have it"
        ruling r: {a, b} "What?" """,
    "a constant seat that is not always there": """seats player 1..3
        ruling r[p]: player "Which?"
        clause 1 "Two" for each p then r[p] is 2
        clause 2 "Three" for each p then r[p] is 3""",
    "several operands that say nothing": """fact size: 0..3 "How large?"
        ruling r: {a, b} otherwise b "What?"
        clause 1 "One" when size > 1 and size > 0 and size != 0 then r is a""",
    "operands of a part that say nothing": """fact size: 0..3 "How large?"
        fact cold: yes/no "Cold?"
        ruling r: {a, b} otherwise b "What?"
        part 1 "One" when (cold and size != 2) and size != 2 and (size = 1 or size = 0 and size != 3)
        clause 1.1 "One" then r is a""",
    "a dead clause from nowhere": """source "The law" 1
        fact size: 0..3 "How large?"
        ruling r: {a, b} otherwise b "What?"
        clause 2 "Two" when size > 2 and size < 1 then r is a""",
    "a case under every option": """option strict: yes/no "Strict?"
        fact size: 0..3 usually 1 "How large?"
        ruling r: {a, b} otherwise b "What?"
        clause 1 "One" when strict and size = 1 then r is a
        case "left out" expect r is b
        case "strict" given strict = yes expect r is a
        case "not strict" given strict = no, size = 2 expect r is b""",
}


def differences(rulebook: Rulebook, by_force: list[Found]) -> Differences:
    """The findings that only brute force has, and those that only `check` has."""
    report = check(rulebook)
    assert not report.unknown
    wanted, proved = Counter(by_force), Counter(told(report.findings))
    return list((wanted - proved).elements()), list((proved - wanted).elements())


@pytest.mark.parametrize("seed", range(50))
def test_findings_equal_brute_force(seed: int) -> None:
    """Kinds, places, witnesses, regions and options of all findings are those of brute force."""
    assert differences(seeded(seed).rulebook, seeded_findings(seed)) == ([], [])


@pytest.mark.parametrize("seed", range(20))
def test_findings_of_what_is_decided_equal_brute_force(seed: int) -> None:
    """The same where an amendment decides every option."""
    rulebook = decided(seed)
    assert differences(rulebook, brute(rulebook)) == ([], [])


@pytest.mark.parametrize("name", SMALL)
def test_findings_of_small_rulebooks_equal_brute_force(name: str) -> None:
    """The same on rulebooks that were once, or might be, told wrongly."""
    rulebook = read(f'```misdeal\nrulebook small "{name}"\n{SMALL[name]}\n```', "small.md")
    assert differences(rulebook, brute(rulebook)) == ([], [])


@pytest.mark.deep
@pytest.mark.parametrize("first", range(1_000, 2_000, 25))
def test_findings_of_many_equal_brute_force(first: int) -> None:
    """The same on a thousand more generated rulebooks."""
    found: dict[int, Differences] = {}
    for seed in range(first, first + 25):
        rulebook = seeded(seed).rulebook
        found[seed] = differences(rulebook, brute(rulebook))
    assert {seed: each for seed, each in found.items() if each != ([], [])} == {}
