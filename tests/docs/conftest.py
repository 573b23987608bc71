"""The bridge rulebook, proved once for all pages that show what is found in it."""

import pytest

from misdeal import Report, check, load


@pytest.fixture(scope="session")
def bridge() -> Report:
    """What is found in the bridge rulebook."""
    return check(load("bridge_1987"))
