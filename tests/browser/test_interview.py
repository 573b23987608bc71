"""The interview of a page, as it is used: it comes to what is right, and what is done with it does what it says."""

import json
import re
import shlex
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from misdeal import load, shipped
from misdeal.cli.exits import ExitCode
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.settle import place_name
from misdeal.model.meaning.situation import ruling_places
from tests.cli.running import invoke
from tests.project.test_proved import possible

from .driving import Ended, answers, drive, expected
from .opened import Opened
from .pages import light, of_text

FEW = 6
CHUNK = 50
MANY = 500


def check_ends(page: Page, name: str, seeds: Sequence[int]) -> None:
    """In some situations every ruling that arises comes out as the reference evaluator says, and no other is told."""
    evaluations = [possible(seed, load(name)) for seed in seeds]
    ends = drive(page, [answers(each) for each in evaluations])
    for evaluation, ended in zip(evaluations, ends, strict=True):
        check_end(evaluation, ended)


def check_end(evaluation: Evaluation, ended: Ended) -> None:
    """What came out is what has to come out, and the clauses that decide are named."""
    right = expected(evaluation)
    told = {place: text for place, (text, _) in ended.came.items()}
    assert told == {place: text for place, (text, _) in right.items()}, evaluation.situation
    assert ended.open == 0
    for place, (_, clauses) in right.items():
        assert clauses <= ended.came[place][1]


@pytest.mark.parametrize("name", shipped())
def test_an_interview_comes_to_what_is_right(opened: Opened, name: str) -> None:
    """For random possible situations of every shipped rulebook, answered through the controls of its page."""
    check_ends(opened.page(light(name)), name, range(FEW))


@pytest.mark.deep
@pytest.mark.parametrize("first", range(FEW, FEW + MANY, CHUNK))
@pytest.mark.parametrize("name", shipped())
def test_many_interviews_come_to_what_is_right(opened: Opened, name: str, first: int) -> None:
    """The same for hundreds more."""
    check_ends(opened.page(light(name)), name, range(first, first + CHUNK))


def answer_first(page: Page) -> None:
    """Give the first answer that there is."""
    if page.locator(".seats input").count():
        page.locator(".seats input").first.check()
    if page.locator("#exact").count() and not page.locator(".options button").count():
        page.locator("#exact").fill(page.locator("#exact").get_attribute("min") or "0")
    page.locator(".options button, .seats button, .now form button").first.click()


def finish(page: Page, *, at_most: int = 60) -> None:
    """Give the first answer that there is until nothing more is asked."""
    for _ in range(at_most):
        if page.locator("#link").count():
            return
        answer_first(page)
    raise AssertionError("the interview does not end")


def outcomes(page: Page) -> list[str]:
    """What is shown of the rulings."""
    return page.locator(".rulings").inner_text().splitlines()


def questions(page: Page) -> list[str]:
    """What has been answered."""
    return page.locator(".answers .asked").all_inner_texts()


def test_a_link_restores_all_answers(opened: Opened, bridge_page: str) -> None:
    """In another window: the same answers, the same rulings, the same link again."""
    page = opened.page(bridge_page)
    finish(page)
    link = page.locator("#link").get_attribute("href") or ""
    assert link == page.url
    other = opened.page(bridge_page, fragment=link[link.index("#") :])
    assert (questions(other), outcomes(other)) == (questions(page), outcomes(page))
    assert other.locator("#link").get_attribute("href") == link
    assert len(questions(page)) > 2


def damaged(link: str) -> Iterator[str]:
    """Fragments that are none, or were."""
    fragment = link[link.index("#") :]
    hash_of_it = fragment.split("/")[2]
    yield fragment.replace(hash_of_it, "0" * len(hash_of_it))
    yield fragment.replace("/1/", "/99/")
    yield f"{fragment}/found=99"
    yield f"{fragment}/found=-1..2"
    yield f"{fragment}/no_such_fact=1"
    yield f"{fragment}/__proto__=1"
    yield f"{fragment}/rulings=constructor"
    yield f"{fragment}/%E0%A4%A"
    yield f"{fragment}/cards[north]=0..99999999"
    yield f"{fragment}/{'x' * 30_000}"
    yield "#answers/"
    yield "#answers/<img src=x onerror=alert(1)>"
    yield f"#answers/1/{hash_of_it}/some_defective=0/some_short=1"


def test_a_damaged_link_is_told_and_does_no_harm(opened: Opened, bridge_page: str) -> None:
    """The interview begins anew, and says why."""
    page = opened.page(bridge_page)
    finish(page)
    first = opened.page(bridge_page).locator("#question-title").inner_text()
    for fragment in damaged(page.url):
        page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
        expect(page.locator(".notice")).to_be_visible()
        assert (page.locator("#question-title").inner_text(), questions(page)) == (first, []), fragment


def test_one_can_go_back_and_begin_anew(opened: Opened, bridge_page: str) -> None:
    """By the page's own buttons and by the browser's."""
    page = opened.page(bridge_page)
    titles = []
    for _ in range(3):
        titles.append(page.locator("#question-title").inner_text())
        page.get_by_role("button", name="I don\u2019t know").click()
    page.get_by_role("button", name="Back").click()
    assert page.locator("#question-title").inner_text() == titles[2]
    page.go_back()
    page.go_back()
    assert page.locator("#question-title").inner_text() == titles[2]
    page.go_back()
    assert page.locator("#question-title").inner_text() == titles[1]
    page.get_by_role("button", name="Start over").click()
    assert (page.locator("#question-title").inner_text(), questions(page)) == (titles[0], [])


def test_what_is_not_known_is_not_asked_again(opened: Opened, bridge_page: str) -> None:
    """Who knows nothing comes to an end with everything open."""
    page = opened.page(bridge_page)
    asked = []
    while not page.locator("#link").count():
        asked.append(page.locator("#question-title").inner_text())
        page.get_by_role("button", name="I don\u2019t know").click()
    assert len(asked) == len(set(asked)) > 1
    assert page.locator("#question-title").inner_text() == "Nothing more can be asked"
    assert set(page.locator(".answers .given").all_inner_texts()) == {"not known"}


def test_an_answer_can_be_changed(opened: Opened, bridge_page: str) -> None:
    """What was said after it stands as far as it is asked again, and is not asked again."""
    page = opened.page(bridge_page)
    finish(page)
    before = questions(page)
    page.locator(".answers button").first.click()
    expect(page.locator("#question-title")).to_be_focused()
    page.get_by_role("button", name="Leave it as it is").click()
    assert questions(page) == before
    page.locator(".answers button").first.click()
    page.locator(".options button").last.click()
    assert questions(page)[0] == before[0]
    page.locator(".answers button").first.click()
    page.locator(".options button").first.click()
    assert questions(page) == before


def test_only_some_rulings_can_be_wanted(opened: Opened, bridge_page: str) -> None:
    """Then nothing else is shown, and it is over sooner; the command asks for the same."""
    page = opened.page(bridge_page)
    page.locator(".choose summary").click()
    boxes = page.locator(".choose input")
    for at in range(1, boxes.count()):
        boxes.nth(at).uncheck()
    expect(boxes.nth(boxes.count() - 1)).to_be_focused()
    assert page.locator(".rulings > li").count() == 1
    finish(page)
    assert re.match(r"misdeal rule bridge_1987 --ruling law ", page.locator("#command").inner_text())


def test_a_whole_interview_by_keyboard(opened: Opened, bridge_page: str) -> None:
    """With nothing but Tab, Enter and Space; the focus is on every new question, and is seen."""
    page = opened.page(bridge_page)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    while not page.locator("#link").count():
        title = page.locator("#question-title").inner_text()
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.closest('[data-topic]') !== null"):
                break
        if page.evaluate("document.activeElement.type") == "checkbox":
            page.keyboard.press("Space")
            while page.evaluate("document.activeElement.type") != "submit":
                page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        expect(page.locator("#question-title")).to_be_focused()
        assert page.locator("#question-title").inner_text() != title
    assert "settled" in page.locator("#question-title").inner_text()


def test_settled_rulings_are_read_out(opened: Opened, bridge_page: str) -> None:
    """In a region that tells them once."""
    page = opened.page(bridge_page)
    heard = []
    while not page.locator("#link").count():
        page.locator(".options button, .seats input").first.click()
        if page.locator(".seats input:checked").count():
            page.locator(".now form button").click()
        heard.append(page.locator("#live").inner_text())
    told = " ".join(heard)
    for question in page.locator(".rulings h4").all_inner_texts():
        assert told.count(question) == 1


def test_the_result_can_be_printed(opened: Opened, bridge_page: str) -> None:
    """On paper stand the rulings with their clauses, the answers and the link; neither controls nor a command."""
    page = opened.page(bridge_page)
    finish(page)
    page.emulate_media(media="print")
    for shown in (".rulings", ".answers", "#link", "h1"):
        expect(page.locator(shown)).to_be_visible()
    expect(page.locator("#command")).to_be_hidden()
    assert page.locator("button:visible, input:visible, nav:visible, summary:visible").count() == 0
    assert page.pdf().startswith(b"%PDF")


def test_it_is_told_why_a_question_is_asked(opened: Opened, bridge_page: str) -> None:
    """The rulings that are open, and clauses, which lead to the rulebook and back."""
    page = opened.page(bridge_page)
    page.locator(".options button").first.click()
    title = page.locator("#question-title").inner_text()
    page.locator(".why summary").click()
    link = page.locator(".why a").first
    target = (link.get_attribute("href") or "").removeprefix("#")
    link.click()
    expect(page.locator(f"[id='{target}']")).to_be_in_viewport()
    page.go_back()
    assert page.locator("#question-title").inner_text() == title


COUNT = """```misdeal
rulebook counting "Counting"
fact many: 0..60 "How many are there?"
ruling enough: yes/no "Are there enough?"
clause 1 "Enough" when many > 20 then enough is yes
clause 2 "Not enough" when many <= 20 then enough is no
```
"""


def test_a_wrong_number_is_told(opened: Opened) -> None:
    """Beside the field, which keeps the focus; a number within a range is taken as it is."""
    page = opened.page(of_text(COUNT))
    assert page.locator(".options button").all_inner_texts() == ["0 to 20", "21 to 60"]
    for wrong in ("-1", "61", ""):
        page.locator("#exact").fill(wrong)
        page.locator("#exact").press("Enter")
        expect(page.locator("#exact-fault")).to_have_text("A whole number from 0 to 60 is possible here.")
        expect(page.locator("#exact")).to_be_focused()
    page.locator("#exact").fill("7")
    page.locator("#exact").press("Enter")
    expect(page.locator("#command")).to_have_text("misdeal rule house.md many=7")
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="21 to 60").click()
    expect(page.locator("#command")).to_have_text("misdeal rule house.md many=21..60")
    expect(page.locator(".answers .given")).to_have_text("21 to 60")


@pytest.mark.parametrize("name", ["bridge_1987", "poker_it_settled"])
def test_the_command_comes_to_the_same(opened: Opened, name: str) -> None:
    """What stands at the end for a command line rules as the situation that was answered for."""
    evaluations = [possible(seed, load(name)) for seed in range(3)]
    ends = drive(opened.page(light(name)), [answers(each) for each in evaluations])
    for evaluation, ended in zip(evaluations, ends, strict=True):
        misdeal, *words = shlex.split(ended.command)
        result = invoke(*words, "--format", "json")
        assert misdeal == "misdeal"
        assert result.exit_code in {ExitCode.CLEAN, ExitCode.FOUND}, result.output
        ruled = {each["place"]: each for each in json.loads(result.stdout)["rulings"]}
        assert {each["standing"] for each in ruled.values()} <= {"settled", "unruled"}
        for place in ruling_places(evaluation.rulebook, evaluation.situation.players):
            told = {each["outcome"] for each in ruled[place_name(evaluation.rulebook, place)]["outcomes"]}
            assert evaluation.outcome(place).kind.value in told
