"""The language reference: its examples are read, its results are evaluated, its lists are those of the code."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from misdeal.model.language import RulebookError, Written, expression, limits, read
from misdeal.model.language.overriding import is_under
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.source import OPENERS
from misdeal.model.language.tables import tables
from misdeal.model.language.walk import walk
from misdeal.model.meaning.evaluate import Evaluation, Undefined
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation
from misdeal.proofs import answer, effort, solve
from misdeal.proofs.cases import is_expected

from .pages import blocks, read_page, section

PAGE = read_page("docs/language.md")
EXAMPLES = blocks(PAGE, "misdeal")
BEGINNING = EXAMPLES[0].text
GOOD = [block.text for block in EXAMPLES if len(block.words) == 1]
REFUSED = [(block.words[2], block.text) for block in EXAMPLES if block.words[1:2] == ("refused",)]
RESULTS = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|[^|]*\|$", section(PAGE, "Expressions"), re.MULTILINE)
NAMED_LIMITS = {
    "bytes in a file": limits.FILE_BYTES,
    "expressions within one another, `let`s that are called included": limits.NESTING,
    "seats": limits.SEATS,
    "named values of a type": limits.VALUES,
    "a number that is written": limits.MAGNITUDE,
    "what any expression can come to": limits.EXACT,
    "instances that all quantifiers, indices and `for each` together come to": limits.EXPANSION,
    "characters in a name": limits.NAME_LENGTH,
    "pairs of clauses of which one overrides the other": limits.OVERRIDES,
    "amendments that stand on one another": limits.AMENDMENTS,
    "what a question costs": limits.COST,
    "mistakes told in one run": limits.DIAGNOSTICS,
    "bytes in a case file": limits.DOCUMENT_BYTES,
    "keys and values in a case file": limits.DOCUMENT_NODES,
    "lists and mappings within one another in a case file": limits.DOCUMENT_NESTING,
    "characters of a text in a case file": limits.TEXT_LENGTH,
    "seconds for all proofs of a rulebook": effort.TIMEOUT,
    "seconds for a ruling on facts that leave much open": answer.TIMEOUT,
    "regions told of one finding": effort.REGIONS,
    "bytes of memory for a solver's process": solve.MEMORY,
}


def whole(example: str) -> str:
    """An example as a page that is a rulebook: by itself, or after the beginning that the others go on from."""
    before = "" if example.startswith("rulebook") else BEGINNING
    return f"```misdeal\n{before}{example}```\n"


def base(name: str) -> Written:
    """The whole rulebook of a name that is an example."""
    example = next(example for example in GOOD if example.startswith(f"rulebook {name} "))
    return Written(whole(example), f"{name}.md", base)


def case_situations(rulebook: Rulebook) -> Iterator[tuple[str, Situation]]:
    """The situations of the cases of a rulebook by their titles, under every value of the options left out."""
    for case in rulebook.cases:
        players = case.players or (rulebook.table.usual if rulebook.table else 0)
        left_out = [option for option in rulebook.options if Place(option.name) not in case.given]
        for values in product(*(range(option.type.low, option.type.high + 1) for option in left_out)):
            chosen = {Place(option.name): value for option, value in zip(left_out, values, strict=True)}
            situation = settle(rulebook, players, {**case.given, **chosen}, usual=True)
            assert isinstance(situation, Situation), situation.message(rulebook)
            yield case.title, situation


@pytest.mark.parametrize("example", GOOD)
def test_an_example_is_read_and_its_cases_come_out(example: str) -> None:
    """The example is a rulebook, and each case in it has the outcome that it states."""
    rulebook = read(whole(example), "example.md", base)
    expected = {case.title: case.expected for case in rulebook.cases}
    for title, situation in case_situations(rulebook):
        evaluation = Evaluation(rulebook, situation)
        assert evaluation.possible
        assert all(is_expected(each, evaluation.outcome(place)) for place, each in expected[title].items())


@pytest.mark.parametrize(("code", "example"), REFUSED)
def test_a_refused_example_is_refused_for_that_reason(code: str, example: str) -> None:
    """Nothing else is wrong with it."""
    with pytest.raises(RulebookError) as raised:
        read(whole(example), "example.md", base)
    assert [diagnostic.code for diagnostic in raised.value.diagnostics] == [code]


@pytest.mark.parametrize(("text", "result"), RESULTS)
def test_an_expression_has_the_result_that_is_stated(text: str, result: str) -> None:
    """In the situation of the case that the section begins with."""
    (case,) = [example for example in GOOD if "the table of the examples" in example]
    rulebook = read(whole(f"{case}let asked_for = {text}\n"), "example.md")
    ((_, situation),) = case_situations(rulebook)
    let = rulebook.lets["asked_for"]
    value = Evaluation(rulebook, situation).value(let.body)
    assert ("undefined" if isinstance(value, Undefined) else let.body.type.show(value)) == result


def test_every_word_and_sign_stands_in_an_example() -> None:
    """No word of the grammar is without an example."""
    examples = "".join(GOOD) + "".join(f"{text}\n" for text, _ in RESULTS)
    spoken = set(re.findall(r"[A-Za-z_]\w*|\.\.|[<>!]=|[^\s\w]", re.sub(r'"[^"\n]*"|#[^\n]*', "", examples)))
    assert sorted(tables().literals.keys() - spoken) == []


def test_every_kind_of_expression_stands_in_an_example() -> None:
    """No class of expression is without an example."""
    lets = "".join(f"let asked_for_{at} = {text}\n" for at, (text, _) in enumerate(RESULTS))
    rulebooks = [read(whole(example), "example.md", base) for example in (*GOOD, lets)]
    found = {type(part) for book in rulebooks for let in book.lets.values() for part in walk(let.body)}
    found |= {type(part) for book in rulebooks for fact in book.facts.values() if fact.when for part in walk(fact.when)}
    assert {kind.__name__ for kind in expression.Expression.__args__ if kind not in found} == set()


def test_ids_are_under_others_as_stated() -> None:
    """The table of ids is what the resolver says."""
    rows = re.findall(r"^\| `([\w.]+)` \| (yes|no) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 1
    assert rows == [(id_, "yes" if is_under(id_, "P5") else "no") for id_, _ in rows]


def test_words_are_those_of_the_grammar() -> None:
    """The list of keywords, and of those that open a statement, is the grammar's."""
    words, openers = (block.text.split() for block in blocks(section(PAGE, "Words of the language"), "text"))
    assert words == sorted(word for word in tables().literals if word.isalpha())
    assert openers == list(OPENERS)


def test_limits_are_those_of_the_code() -> None:
    """Every limit of the language has a row, and every row has its number."""
    rows = re.findall(r"^\| ([^|]+) \| ([\d,]+) \|", section(PAGE, "Limits"), re.MULTILINE)
    assert {what: int(number.replace(",", "")) for what, number in rows} == NAMED_LIMITS
    constants = {value for name, value in vars(limits).items() if name.isupper()}
    assert constants - set(NAMED_LIMITS.values()) == set()
