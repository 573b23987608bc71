"""The bridge rulebook, proved once for all pages that show what is found in it."""

import pytest

from misdeal import Report
from tests.project.test_proved import report_of


@pytest.fixture(scope="session")
def bridge() -> Report:
    """What is found in the bridge rulebook."""
    return report_of("bridge_1987")
