"""Amendments of generated rulebooks against the same rulebooks written whole, and what is kept of where all is from."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from misdeal.model.language import RulebookError, Written, read
from misdeal.model.language.expression import Expression, FactRef
from misdeal.model.language.limits import AMENDMENTS
from misdeal.model.language.reader import Amendable, again
from misdeal.model.language.rulebook import Clause, Place, Role, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.span import NOWHERE
from misdeal.model.language.walk import walk
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import Situation, places, ruling_places
from tests.amending import Amending, amend, block, decided, distinct, undecided
from tests.strategies import page, seeded, situation

from .test_corpus import base

SEEDS = range(150)


def bare(rulebook: Rulebook) -> dict[str, object]:
    """What a rulebook says, wherever it says it."""
    source = rulebook.source
    return {
        "source": source and (source.title, source.paragraphs),
        "table": rulebook.table,
        "types": dict(rulebook.types),
        "facts": [replace(each, span=NOWHERE) for each in rulebook.facts.values()],
        "lets": [replace(each, span=NOWHERE) for each in rulebook.lets.values()],
        "always": {replace(each, span=NOWHERE) for each in rulebook.always},
        "rulings": [replace(each, span=NOWHERE) for each in rulebook.rulings.values()],
        "parts": [replace(each, span=NOWHERE) for each in rulebook.parts],
        "clauses": {clause.id: bare_clause(clause) for clause in rulebook.clauses.values()},
        "notes": {replace(each, heading="", span=NOWHERE) for each in rulebook.notes},
        "claims": {replace(each, span=NOWHERE) for each in rulebook.claims},
        "dependences": {replace(each, span=NOWHERE) for each in rulebook.dependences},
        "turnings": {replace(each, span=NOWHERE) for each in rulebook.turnings},
        "cases": {each.title: (each.players, dict(each.given), dict(each.expected)) for each in rulebook.cases},
    }


def bare_clause(clause: Clause) -> Clause:
    """What a clause says."""
    effects = tuple(replace(effect, span=NOWHERE) for effect in clause.effects)
    return replace(clause, effects=effects, heading="", span=NOWHERE)


def outcomes(rulebook: Rulebook, here: Situation) -> list[object]:
    """What comes out for every ruling, and whether the situation is possible."""
    evaluation = Evaluation(rulebook, here)
    found = [evaluation.outcome(place) for place in ruling_places(rulebook, here.players)]
    return [evaluation.possible, *((each.kind, each.value) for each in found)]


@pytest.mark.parametrize("seed", SEEDS)
def test_an_amended_rulebook_is_the_one_written_whole(seed: int) -> None:
    """Restated, repealed, added and overriding on two levels, it says the same and rules the same."""
    random = Random(seed)  # noqa: S311 - nothing secret
    statements = distinct(seeded(seed))
    whole = read(page(statements), "whole.md")
    amending = Amending(statements, random)
    amended = amending.read()
    assert bare(amended) == bare(whole)
    kept = [
        text.split()[1]
        for at, (keyword, text) in enumerate(amending.rest)
        if keyword == "clause" and at not in amending.added
    ]
    assert [id_ for id_ in amended.clauses if id_ in kept] == kept
    for _ in range(5):
        here = situation(whole, random)
        assert outcomes(amended, here) == outcomes(whole, here)


def test_generated_amendments_do_everything() -> None:
    """Each way to amend occurs on many of them."""
    made = (Amending(distinct(seeded(seed)), Random(seed)) for seed in SEEDS)  # noqa: S311 - nothing secret
    texts = ["".join(page(level) for level in each.levels[1:]) for each in made]
    for sign in (
        "restate clause",
        "restate fact",
        "restate let",
        "\nclause",
        "\noverride",
        "repeal clause",
        "repeal override",
    ):
        assert sum(sign in text for text in texts) > len(SEEDS) / 8, sign


@pytest.mark.parametrize("seed", SEEDS)
def test_a_decided_option_is_a_constant(seed: int) -> None:
    """The rulebook rules as the base does where the options have their values, and never mentions them."""
    random = Random(seed)  # noqa: S311 - nothing secret
    first, amended = read(undecided(seed), "base.md"), decided(seed)
    values = {Place(each.fact.name): each.value for each in amended.decisions}
    parts = [part for each in expressions(amended) for part in walk(each)]
    assert [place.name for place in values] == [option.name for option in first.options]
    assert {part.fact for part in parts if isinstance(part, FactRef)} <= amended.facts.keys()
    assert not amended.options
    for _ in range(5):
        here = situation(amended, random)
        known = {**here.values, **values}
        there = Situation(here.players, {place: known[place] for place in places(first, here.players)})
        assert outcomes(amended, here) == outcomes(first, there)


def expressions(rulebook: Rulebook) -> Iterator[Expression]:
    """Every expression of a rulebook."""
    found: list[Expression | None] = [let.body for let in rulebook.lets.values()]
    found += [each.condition for each in rulebook.always] + [each.condition for each in rulebook.claims]
    found += [part for fact in rulebook.facts.values() for part in (fact.when, fact.usually)]
    found += [ruling.when for ruling in rulebook.rulings.values()] + [part.when for part in rulebook.parts]
    for clause in rulebook.clauses.values():
        found += [clause.own, clause.when, *(part for each in clause.effects for part in (each.index, each.value))]
    return (expression for expression in found if expression is not None)


# Where all is from


THIRD = """# The third edition

```misdeal
rulebook house_3 amends house_2 "The house rules, third edition"
repeal case "two long hands"
decide wrong_means = not_five "five cards to everybody"
restate clause 4 "Still no wrong hand"
  when not any_wrong then coup is stands
```

## More

```misdeal
restate option strict: {no_more, still} "Is the house strict?"
restate clause 5 "A wrong hand" when any_wrong and strict = still then coup is void
restate reading wrong_means "R-2": {not_five, over_five} "What is a wrong hand, again?"
override 7 over 5
```
"""


def third(text: str = THIRD) -> Rulebook:
    """An amendment of an amendment in the corpus."""
    return read(text, "house_3.md", base)


def refusal(text: str) -> RulebookError:
    """What is told of a page that amends what is in the corpus."""
    with pytest.raises(RulebookError) as caught:
        read(text, "house_3.md", base)
    return caught.value


def test_everything_keeps_its_file_and_line() -> None:
    """Clauses, lets and passages of three pages."""
    rulebook = third()
    assert [(each.name, each.file) for each in rulebook.editions] == [
        ("house_3", "house_3.md"),
        ("house_2", "house_2.md"),
        ("house", "house.md"),
    ]
    assert (rulebook.name, rulebook.file, rulebook.text) == ("house_3", "house_3.md", THIRD)
    places = {id_: (each.span.file, each.span.line, each.heading) for id_, each in rulebook.clauses.items()}
    assert places == {
        "4": ("house_3.md", 7, "The third edition"),
        "5": ("house_3.md", 15, "More"),
        "5.1": ("house.md", 32, "What is decided"),
        "6": ("house.md", 33, "What is decided"),
        "7": ("house_2.md", 7, "An amendment, which is amended"),
    }
    assert rulebook.lets["wrong"].body.span.file == "house.md"
    assert rulebook.clauses["5.1"].effects[1].span.file == "house.md"


def test_passages_tell_what_became_of_each_statement() -> None:
    """In the order of the base: restated, twice and once, and repealed; what is new follows."""
    passages = {each.subject: each for each in third().passages}
    clause = passages["clause", "4"]
    assert clause.text.startswith('clause 4 "Still no wrong hand"\n  when')
    assert clause.restates is not None
    assert clause.restates.restates is not None
    assert [each.span.file for each in (clause, clause.restates, clause.restates.restates)] == [
        "house_3.md",
        "house_2.md",
        "house.md",
    ]
    note = passages["note", "6.1"].repealed
    assert note is not None
    assert (note.file, note.line) == ("house_2.md", 6)
    order = [each for each in passages if each[0] in {"clause", "override", "decide"}]
    assert order[:2] == [("clause", "4"), ("clause", "5")]
    assert order[-2:] == [("decide", "wrong_means"), ("override", "7 over 5")]
    assert {each.repealed for each in passages.values() if each.subject[0] == "clause"} == {None}


def test_a_reading_and_an_option_can_be_restated_as_each_other() -> None:
    """Both are settled once."""
    head = '```misdeal\nrulebook house_3 amends house "x"\n'
    rulebook = third(
        f'{head}restate option wrong_means: {{not_five, over_five}} "What?"\n'
        'restate reading strict "R-9": yes/no "Is it strict?"\n```'
    )
    assert rulebook.facts["wrong_means"].role is Role.OPTION
    assert (rulebook.facts["strict"].role, rulebook.facts["strict"].ambiguity) == (Role.READING, "R-9")


def test_what_is_decided_settles_what_hangs_on_it() -> None:
    """The branch that is left, in a `let`; the value that is left, in a case."""
    rulebook = third()
    (decision,) = rulebook.decisions
    assert (decision.fact.name, decision.fact.ambiguity, decision.reason) == (
        "wrong_means",
        "R-2",
        "five cards to everybody",
    )
    assert show(rulebook.lets["wrong"].body) == "cards[p] != 5"
    settled = (
        '```misdeal\nrulebook house_3 amends house "x"\ndecide wrong_means = over_five "so"\n'
        "let is_over = wrong_means = over_five\nlet is_not(p) = not is_over and away[p]\n"
        'clause 8 "Eight" when is_over and strict then coup is void overrides 4\n'
        'always is_over or strict "so"\n'
        'claim "a": (some p: is_not(p)) implies (strict and wrong_means in {not_five, over_five})\n```'
    )
    rulebook = third(settled)
    assert not {"is_over", "is_not"} & rulebook.lets.keys()
    assert show(rulebook.clauses["8"].when or rulebook.lets["wrong"].body) == "strict"
    assert show(rulebook.always[-1].condition) == "yes"
    assert show(rulebook.claims[-1].condition) == "yes"
    assert Place("wrong_means") not in {place for case in rulebook.cases for place in case.given}


def test_what_shares_a_reason_is_restated_and_repealed_together() -> None:
    """A reason is all that an `always` is known by."""
    first = block(
        'rulebook plain "x"\nfact size: 0..9 "How large?"\nalways size > 1 "so"\nalways size < 9 "other"\n'
        'always size > 2 "so"\nalways size < 8 "other"'
    )
    text = block('rulebook plain_2 amends plain "x"\nrestate always size > 3 "so"\nrepeal always "other"')
    assert [show(each.condition) for each in amend(first, text).always] == ["size > 3"]


def test_numbers_that_are_decided_are_added_up() -> None:
    """A sum keeps its one form."""
    first = (
        '```misdeal\nrulebook plain "x"\nseats player 2..3\noption limit: 0..5 "How many?"\n'
        'fact cards[p]: 0..9 "How many?"\nlet much = total p: cards[p] + limit - 2\n'
        "let more = 2 * limit + cards[1] - limit\nlet alone = limit + 3 - 3 + limit\n"
        "let inside = limit in 2..3\nlet apart = limit > 3 or limit in {0, 1}\n```"
    )
    text = (
        '```misdeal\nrulebook plain_2 amends plain "x"\ndecide limit = 2 "two"\nclaim "c": more > alone or apart\n```'
    )
    rulebook = amend(first, text)
    assert {name: show(let.body) for name, let in rulebook.lets.items()} == {
        "much": "total p: cards[p]",
        "more": "cards[1] + 2",
    }
    assert show(rulebook.claims[0].condition) == "more > 4"


def test_a_rulebook_can_be_taken_up_again() -> None:
    """From its editions alone, with no file."""
    rulebook = third()
    assert bare(again(rulebook).resolve()) == bare(rulebook)
    assert set(rulebook.constants) == {"wrong_means"}


def test_mistakes_are_told_in_the_order_of_the_pages() -> None:
    """The page itself first, then what it amends, each in its lines; and each quotes the line of its file."""
    error = refusal(
        block('rulebook house_3 amends house_2 "x"\nrestate ruling coup: {stands, anew} "What?"\nrepeal part 6')
    )
    assert [(each.span.file, each.span.line) for each in error.diagnostics] == [
        ("house_3.md", 4),
        ("house.md", 31),
        ("house.md", 32),
        ("house.md", 37),
    ]
    assert '    clause 5 "A wrong hand" when any_wrong and strict then coup is void\n' in str(error)


def test_many_users_are_told_in_short() -> None:
    """Eight of them, and how many more."""
    clauses = "".join(f'clause c{at} "C" when misdealt then coup is void\n' for at in range(12))
    first = (
        '```misdeal\nrulebook plain "x"\nfact misdealt: yes/no "Was it?"\nruling coup: {stands, void} "What?"\n'
        f"{clauses}```"
    )
    text = '```misdeal\nrulebook plain_2 amends plain "x"\nrepeal fact misdealt\n```'
    with pytest.raises(RulebookError) as caught:
        amend(first, text)
    (found,) = caught.value.diagnostics
    assert "by `clause c0` (line 5 of base.md), " in found.message
    assert found.message.endswith("`clause c7` (line 12 of base.md) and 4 more")


def test_as_many_amendments_as_are_allowed_are_read() -> None:
    """Eight, and no more: `too_many_amendments` in the corpus has nine."""
    bases = Path(__file__).parent / "bases"
    last = base("level_3")
    rulebook = read(last.text, last.file, last.base)
    assert len(rulebook.editions) == len(list(bases.glob("level_*.md"))) - 2 == AMENDMENTS + 1


# Untrusted amendments


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mangled_amendment_is_read_or_refused(seed: int) -> None:
    """With lines left out, doubled, exchanged and cut, and words of other lines."""
    random = Random(seed)  # noqa: S311 - nothing secret
    lines = (Path(__file__).parent / "good" / "house_3.md").read_text(encoding="utf-8").split("\n")
    words = [word for line in lines for word in line.split()]
    for _ in range(random.choice((1, 2, 3, 8))):
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        cut = lines[at][: random.randrange(len(lines[at]) + 1)]
        mixed = lines[at].split(" ")
        mixed[random.randrange(len(mixed))] = random.choice(words)
        lines[at] = random.choice(("", lines[other], cut, f"{lines[at]}\n{lines[other]}", " ".join(mixed)))
    error = refused("\n".join(lines))
    if error is not None:
        assert error.diagnostics
        for each in error.diagnostics:
            assert each.message in str(error)
            assert each.span.line <= error.texts[each.span.file].count("\n") + 1


def refused(text: str) -> RulebookError | None:
    """What is told of a page, if anything is."""
    try:
        third(text)
    except RulebookError as error:
        return error
    return None


@pytest.mark.parametrize("seed", range(20))
def test_what_is_amended_again_and_again_is_the_amendment_read(seed: int) -> None:
    """Also of an amendment; and one that cannot be read leaves the others as they were."""
    whole = decided(seed)
    amendable = Amendable(whole)
    for statements in ('claim "added": 1 = 1', "repeal source", 'claim "added": 1 =', 'claim "added": 2 = 2'):
        text = block(f'rulebook draft amends {whole.name} "A draft"\n{statements}')
        expected = come_to(partial(read, text, "draft.md", lambda _: kept(whole)))
        assert come_to(partial(amendable.amended, statements)) == expected


def come_to(reading: Callable[[], Rulebook]) -> object:
    """What a rulebook says, or what is wrong with it."""
    try:
        return bare(reading())
    except RulebookError as error:
        return [diagnostic.message for diagnostic in error.diagnostics]


def kept(rulebook: Rulebook, edition: int = 0) -> Written:
    """A page that a rulebook was read from."""
    page = rulebook.editions[edition]
    return Written(page.text, page.file, lambda _: kept(rulebook, edition + 1))
