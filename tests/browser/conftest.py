"""A Chromium that is installed, one for all tests of a process; without one these tests are skipped."""

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from playwright.sync_api import Browser, sync_playwright

from .opened import Opened
from .pages import light

NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    found = next((path for path in map(which, NAMES) if path), None)
    if found is None:
        pytest.skip("there is no Chromium: install one, such as Debian's package `chromium`")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Opens pages; when the test is over, nothing may have gone wrong in any."""
    opener = Opened(chromium, tmp_path)
    yield opener
    opener.close()


@pytest.fixture(scope="session")
def bridge_page() -> str:
    """A page with an interview and the rulebook, and without findings, which would take longer."""
    return light("bridge_1987")
