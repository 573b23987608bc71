"""What the resolver makes of a rulebook that reads: the records, literally."""

from pathlib import Path

import pytest

from misdeal.model.language import RulebookError, read
from misdeal.model.language.expression import And, Compare, Const, FactRef, Quantified, Sum
from misdeal.model.language.overriding import beneath, is_under
from misdeal.model.language.rulebook import Place, Role, Rulebook
from misdeal.model.language.types import Choice, Flag, Number, Seat, Timeline

PARLOUR = (Path(__file__).parent / "good" / "parlour.md").read_bytes()
HEAD = """rulebook a "A"
seats player 2..4 usually 3
type side = {ours, theirs}
option o: yes/no "O?"
fact cards[p]: 0..9 usually 5 "C?"
fact dealer: player "D?"
ruling r: {x, y} "R?"
ruling s: {x, y} "S?"
ruling n: -9..9 "N?"
"""


def book(body: str) -> Rulebook:
    return read(f"# Heading\n```misdeal\n{HEAD}{body}\n```\n", "a.md")


def messages(body: str) -> list[str]:
    with pytest.raises(RulebookError) as caught:
        book(body)
    return [each.message for each in caught.value.diagnostics]


def test_the_long_example_reads_as_it_says() -> None:
    """Facts, options, parts, overrides, paragraphs and cases of the parlour rulebook."""
    parlour = read(PARLOUR, "parlour.md")
    assert parlour.table is not None
    assert (parlour.table.least, parlour.table.most, parlour.table.usual) == (3, 6, 4)
    assert [fact.role for fact in parlour.options] == [Role.OPTION, Role.READING]
    assert parlour.facts["wrong_means"].ambiguity == "R-1"
    assert parlour.facts["wrong_means"].type == Choice("", ("not_five", "over_five"), ("not five", "more than five"))
    assert parlour.facts["cut_by"].type == Seat(parlour.table, vacant=True)
    assert isinstance(parlour.types["stage"], Timeline)
    assert parlour.clauses["5.1"].overrides == {"5.0"}
    assert parlour.clauses["5.1"].parts == ("5",)
    assert isinstance(parlour.clauses["5.1"].when, And)
    assert len(parlour.clauses["5.1"].when.operands) == 3
    assert parlour.clauses["5.1"].paragraphs == ("5", "5.1")
    assert parlour.clauses["5.0"].implied
    assert parlour.clauses["5.0"].paragraphs == ("5",)
    assert parlour.cases[0].given[Place("cards", 2)] == 7
    assert parlour.cases[0].expected == {Place("coup"): 1, Place("fine", 0): 1}
    assert parlour.claims[0].title == "nobody cuts his own deal"
    assert parlour.rulings["fine"].otherwise == 0


def test_an_id_is_under_another_if_it_goes_on_with_no_digit() -> None:
    """`P5.a` and `P5a` are under `P5`, `P51` is not, and nothing is under itself."""
    assert [each for each in ("P5.a", "P5a", "P51", "P5", "P") if is_under(each, "P5")] == ["P5.a", "P5a"]
    assert beneath(["P5", "P5.a", "P51", "P5b1"], ["P5", "P51", "X"]) == {
        "P5": ("P5", "P5.a", "P5b1"),
        "P51": ("P51",),
        "X": (),
    }


def test_overrides_are_expanded_and_closed() -> None:
    """Through ids above, transitively, and never to the clause itself."""
    read_book = book(
        'clause 5 "a" then r is x\n'
        'clause 5.1 "b" then r is x overrides 5\n'
        'clause 6.1 "c" then r is x overrides 6\n'
        'clause 6.2 "d" then r is x overrides 5.1\n'
    )
    overrides = {name: set(clause.overrides) for name, clause in read_book.clauses.items()}
    assert overrides == {"5": set(), "5.1": {"5"}, "6.1": {"6.2", "5.1", "5"}, "6.2": {"5.1", "5"}}


def test_parts_join_the_conditions_of_the_clauses_under_them() -> None:
    """The outer part first, then the inner, then the clause's own, as one flat `and`."""
    read_book = book(
        'part 5.1 "inner" when dealer = 2 and o\npart 5 "outer" when o\npart 6 "no condition"\n'
        'clause 5.1.a "a" when dealer = 1 then r is x\nclause 6.1 "b" then r is x\n'
        'clause 51 "c" when o then r is x'
    )
    joined = read_book.clauses["5.1.a"]
    assert joined.parts == ("5", "5.1")
    assert isinstance(joined.when, And)
    assert [type(each).__name__ for each in joined.when.operands] == [
        "FactRef",
        "Compare",
        "FactRef",
        "Compare",
    ]
    assert isinstance(joined.own, Compare)
    assert read_book.clauses["6.1"].when is None
    assert read_book.clauses["51"].parts == ()


def test_paragraphs_are_those_that_the_id_is_or_is_under_or_that_are_named() -> None:
    """Without a source, or one that lists none, the clause's own id."""
    clauses = 'clause 5.1 "a" then r is x\nclause 51 "b" from 7, 8.a then r is x\nclause 9 "c" then r is x'
    listed = book('source "S" 5, 5.1, 7\n' + clauses).clauses
    assert [listed[name].paragraphs for name in listed] == [("5", "5.1"), ("7", "8.a"), ()]
    for source in ("", 'source "S"\n'):
        assert book(source + clauses).clauses["5.1"].paragraphs == ("5.1",)


def test_headings_and_spans_lead_back_to_the_file() -> None:
    """A clause knows the heading above its block and where it stands."""
    clause = book('clause 5.1 "a" then r is x').clauses["5.1"]
    assert clause.heading == "Heading"
    assert (clause.span.line, clause.span.column, clause.span.length) == (12, 1, 10)
    assert str(clause.effects[0].span) == "a.md:12:21"


def test_names_of_values_are_looked_up_in_the_type_that_is_expected() -> None:
    """Two types may share one, and a number where a seat is expected is that seat."""
    read_book = book(
        "type pair = {theirs, ours}\n"
        'fact which: pair "W?"\nfact whose: side "S?"\n'
        'claim "a": which = ours and ours = whose\n'
        'claim "b": which = (if o then ours else theirs)\n'
        'claim "c": dealer = 3 and players = 3 and cards[2] = 2'
    )
    conjunction = read_book.claims[0].condition
    assert isinstance(conjunction, And)
    left, right = conjunction.operands
    assert isinstance(left, Compare)
    assert isinstance(right, Compare)
    assert left.right == Const(1, Choice("pair", ("theirs", "ours"), ("", "")))
    assert right.left == Const(0, Choice("side", ("ours", "theirs"), ("", "")))
    seats = read_book.claims[2].condition
    assert isinstance(seats, And)
    kinds = [each.right.type for each in seats.operands if isinstance(each, Compare)]
    assert read_book.table is not None
    assert kinds == [Seat(read_book.table), Number(3, 3), Number(2, 2)]


def test_sums_have_one_form_and_bounds() -> None:
    """Constants together at the end, products multiplied out, intervals exact."""
    claim = book('claim "c": 1 + 2 * (cards[1] - 3) - (-n) - 4 * 2 > 0').claims[0].condition
    assert isinstance(claim, Compare)
    assert isinstance(claim.left, Sum)
    shown = [(factor, type(term).__name__) for factor, term in claim.left.terms]
    assert shown == [(2, "FactRef"), (1, "RulingRef"), (1, "Const")]
    assert claim.left.terms[-1][1] == Const(-13, Number(-13, -13))
    assert claim.left.type == Number(-13 - 9, 18 + 9 - 13)
    plain = book('claim "c": cards[1] + 1 - 1 > 2 * 3').claims[0].condition
    assert isinstance(plain, Compare)
    assert isinstance(plain.left, FactRef)
    assert plain.right == Const(6, Number(6, 6))


def test_totals_and_counts_are_bounded_by_the_table() -> None:
    """A total of what can be negative is least at the largest table."""
    claim = book('claim "c": (total p: cards[p] - 4) > (count p: cards[p] > 1)').claims[0].condition
    assert isinstance(claim, Compare)
    assert claim.left.type == Number(-16, 20)
    assert claim.right.type == Number(0, 4)


def test_one_is_a_count_of_one() -> None:
    """`one p: E` is kept as `(count p: E) = 1`."""
    one, count = book('claim "a": one p: cards[p] = 5\nclaim "b": (count p: cards[p] = 5) = 1').claims
    assert one.condition == count.condition
    assert isinstance(one.condition, Compare)
    assert isinstance(one.condition.left, Quantified)


def test_rulings_and_facts_come_after_what_they_read() -> None:
    """Through lets, scopes, conditions and values."""
    read_book = book(
        'let via = s = x\nclause 1 "a" when via then r is x\nclause 2 "b" when n > 1 then s is x\n'
        'fact early: yes/no when later_ usually no "E?"\nfact later_: yes/no usually cards[1] = 5 "L?"'
    )
    order = read_book.reading_order
    assert order.index("n") < order.index("s") < order.index("r")
    assert read_book.beneath["r"] == ("n", "s", "r")
    assert read_book.beneath["n"] == ("n",)
    facts = read_book.settling_order
    assert facts.index("cards") < facts.index("later_") < facts.index("early")
    assert set(order) == set(read_book.rulings)
    assert set(facts) == set(read_book.facts)


def test_a_value_that_could_be_outside_is_not_refused() -> None:
    """A ruling may be given what can be outside its type; a constant outside is an error."""
    fact = 'fact cut_by: player or nobody "C?"\nruling who: player "W?"\n'
    assert book(fact + 'clause 1 "a" then who is cut_by, n is cards[1] + 5').clauses
    assert messages('clause 1 "a" then n is 10')
    assert messages('clause 1 "a" then n is cards[1] + 10')


def test_a_broken_declaration_is_told_once() -> None:
    """What uses a name whose declaration has a mistake is not told too."""
    assert len(messages('fact held: 9..1 "H?"\nclaim "c": held = 3')) == 1
    assert len(messages('fact held: 1..9\nclaim "c": held = 3 and held > 1')) == 1
    assert len(messages('type kind = {a, b,}\nfact held: kind "H?"\nclaim "c": held = a')) == 1
    assert len(messages('let few = cards = 3\nclaim "c": few')) == 1
    assert len(messages('clause 1 "a" when then r is x\nclause 2 "b" then r is x overrides 1')) == 1


def test_a_table_without_a_usual_size_is_usually_its_least() -> None:
    """Named seats are always all there."""
    numbered = read('```misdeal\nrulebook a "A"\nseats p_ 3..5\n```', "a.md").table
    named = read('```misdeal\nrulebook a "A"\nseats hand = n, e, s, w\n```', "a.md").table
    assert numbered is not None
    assert named is not None
    assert numbered.usual == 3
    assert (named.least, named.most, named.usual, named.nobody) == (4, 4, 4, 5)


def test_a_case_says_how_many_play_or_leaves_it() -> None:
    """`players` is not among what is given."""
    cases = book('case "a" given players = 4, dealer = 4 expect r is x\ncase "b" expect n is -3').cases
    assert [each.players for each in cases] == [4, None]
    assert dict(cases[0].given) == {Place("dealer"): 4}
    assert dict(cases[1].expected) == {Place("n"): -3}


def test_keywords_match_whole_words() -> None:
    """A name may begin with a word of the language."""
    names = ["some_cards", "inside", "orange", "notes", "isle", "yesterday", "clause_", "first2"]
    declared = "\n".join(f'fact {name}: yes/no "Q?"' for name in names)
    claim = " and ".join(names)
    assert [book(f'{declared}\nclaim "c": {claim}').facts[name].type for name in names] == [Flag()] * len(names)
