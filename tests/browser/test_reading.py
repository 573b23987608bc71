"""The rulebook and the findings on a page, as they are read."""

import re

from playwright.sync_api import expect

from misdeal import load
from tests.project.test_proved import report_of

from .opened import Opened
from .pages import light, whole


def test_a_page_can_be_read_without_script(opened: Opened) -> None:
    """The rulebook and the findings are there, one below the other; of the interview it is said what it needs."""
    page = opened.page(whole("bridge_1987"), script=False)
    expect(page.locator("#interview")).to_contain_text("needs JavaScript")
    expect(page.locator("[id='clause-14.1.a']")).to_be_visible()
    expect(page.locator("#finding-1")).to_be_visible()
    expect(page.locator("#search")).to_be_hidden()


def test_the_search_finds_and_leads_there(opened: Opened, bridge_page: str) -> None:
    """From anywhere by a key, by words in any case, with the place in view."""
    page = opened.page(bridge_page)
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("OPENING PARAGRAPH")
    expect(page.locator("#search-count")).to_contain_text("places")
    results = page.locator("#search-results li")
    assert results.count() > 1
    assert all("opening paragraph" in each.lower() for each in results.all_inner_texts())
    assert "Clause 13.4.b" in " ".join(results.all_inner_texts())
    page.keyboard.press("Enter")
    expect(page.locator(":target")).to_be_in_viewport()
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert page.locator("#search-results li").count() == 0
    expect(page.locator(".contents")).to_be_visible()


def test_every_link_within_a_page_leads_somewhere(opened: Opened) -> None:
    """Contents, clauses, findings; and no two places have one name."""
    for name in ("bridge_1987", "poker_it_settled"):
        page = opened.page(whole(name))
        gone = """
        [...document.querySelectorAll('a[href^="#"]')].map((link) => decodeURIComponent(link.hash.slice(1)))
          .filter((id) => document.getElementById(id) === null)
        """
        assert page.evaluate(gone) == []
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
        assert len(ids) == len(set(ids))


def test_every_clause_is_there_with_its_status(opened: Opened) -> None:
    """What it decides, unless a finding says otherwise, and what overrides it."""
    for name in ("bridge_1987", "poker_it_settled"):
        page, rulebook = opened.page(whole(name), fragment="#rulebook"), load(name)
        for clause in rulebook.clauses.values():
            told = page.locator(f"[id='clause-{clause.id}'] .status").inner_text()
            decides = re.search(r"^✓? ?decides (.*)$", told, re.MULTILINE)
            assert decides, clause.id
            assert {each.ruling for each in clause.effects} == set(decides[1].split(", "))
            assert ("overrides" in told) == bool(clause.overrides)
            assert ("implied" in told) == clause.implied


def test_what_an_amendment_changed_is_told(opened: Opened) -> None:
    """On both pages: what it took away, restated, decided and added, each with a way to the other."""
    page = opened.page(light("poker_it_settled"), fragment="#rulebook")
    told = page.locator("#edition-poker_it .statement.gone .status").all_inner_texts()
    assert {each.split(" by ")[0] for each in told} == {"repealed", "restated", "decided"}
    assert page.locator("[id='clause-E7'] .status").inner_text().startswith("added by this amendment")
    page.locator("[id='clause-P4.2.a'] .status a", has_text="what stood before").click()
    expect(page.locator(":target")).to_have_class("statement gone")


def test_every_finding_is_told(opened: Opened) -> None:
    """With its kind, its message, its regions, and a picture of each example with a text that says the same."""
    page, report = opened.page(whole("bridge_1987"), fragment="#findings"), report_of("bridge_1987")
    assert page.locator(".finding").count() == len(report.findings)
    assert page.locator(".regions > li").count() == sum(
        len(each.regions) for each in report.findings if len(each.regions) > 1
    )
    assert (
        page.locator("svg[role=img] > desc").count() == page.locator(".example:has(svg)").count() > len(report.findings)
    )
    page.get_by_text("What was proved, by kind").click()
    proved = re.findall(r"(\d+) proved", page.locator(".counts").inner_text())
    assert sum(map(int, proved)) == sum(tally.verdict.value == "proved" for tally in report.tallies)
