"""Nobody is kept from using a page: WCAG 2.2 AA as far as axe-core tells, in every state, by day and by night."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .opened import Opened, Scheme
from .pages import whole
from .test_interview import answer_first, finish

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}
PHONE, DESK, NARROW = 390, 1280, 320


def check(page: Page) -> None:
    """No violation is found."""
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found] == []


def check_states(page: Page) -> None:
    """At the start, midway, at the end, in the rulebook and among the findings."""
    check(page)
    answer_first(page)
    page.locator(".choose summary").click()
    check(page)
    page.locator(".choose summary").click()
    finish(page)
    check(page)
    page.get_by_role("link", name="Rulebook", exact=True).click()
    page.locator("#search").fill("the")
    check(page)
    page.get_by_role("link", name="Findings", exact=True).click()
    check(page)


@pytest.mark.parametrize(
    ("name", "scheme", "width"),
    [
        ("bridge_1987", "light", DESK),
        ("bridge_1987_settled", "dark", PHONE),
        pytest.param("poker_it_settled", "light", PHONE, marks=pytest.mark.deep),
        pytest.param("poker_it", "dark", DESK, marks=pytest.mark.deep),
        pytest.param("poker_it", "light", PHONE, marks=pytest.mark.deep),
    ],
)
def test_axe_finds_nothing(opened: Opened, name: str, scheme: Scheme, width: int) -> None:
    """In any state, in both colour schemes, on a desk and on a phone."""
    check_states(opened.page(whole(name), scheme=scheme, width=width))


@pytest.mark.parametrize("name", ["bridge_1987", pytest.param("poker_it", marks=pytest.mark.deep)])
def test_nothing_is_cut_off_on_a_narrow_screen(opened: Opened, name: str) -> None:
    """At 320 pixels, which is a desk at 400 percent, nothing has to be scrolled sideways."""
    page = opened.page(whole(name), width=NARROW)
    widths = [page.evaluate("document.documentElement.scrollWidth")]
    finish(page)
    widths.append(page.evaluate("document.documentElement.scrollWidth"))
    for part in ("Rulebook", "Findings"):
        page.get_by_role("link", name=part, exact=True).click()
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        widths.append(page.evaluate("document.documentElement.scrollWidth"))
    assert widths == [NARROW] * 4


def test_there_are_landmarks_and_one_heading_of_the_first_level(opened: Opened, bridge_page: str) -> None:
    """And every part begins with a heading of the second."""
    page = opened.page(bridge_page)
    assert page.locator("h1").count() == 1
    assert page.locator("html").get_attribute("lang") == "en"
    for landmark in ("header", "main", "footer", "nav[aria-label]"):
        assert page.locator(landmark).count() >= 1
    assert page.locator("main > section > h2:first-child").count() == 3


def test_the_focus_follows_to_another_part(opened: Opened, bridge_page: str) -> None:
    """And the link to it says which one is shown."""
    page = opened.page(bridge_page)
    for part, title in (("Rulebook", "The rulebook"), ("Findings", "Findings"), ("Interview", "Interview")):
        link = page.locator(".parts").get_by_role("link", name=part)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        expect(page.get_by_role("heading", level=2, name=title, exact=True)).to_be_focused()
        assert page.locator("main > section:visible").count() == 1


def test_nothing_moves(opened: Opened, bridge_page: str) -> None:
    """So that there is nothing to be reduced for whoever wants less motion."""
    page = opened.page(bridge_page)
    moving = """
    [...document.querySelectorAll("*")].map((each) => getComputedStyle(each)).filter((style) =>
      style.animationName !== "none" || parseFloat(style.transitionDuration) > 0 || style.scrollBehavior === "smooth",
    ).length
    """
    assert page.evaluate(moving) == 0
