"""What every test has: the Hypothesis profiles, no proofs from before, and the switch that rewrites expectations."""

import os
import signal

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("deep", max_examples=5_000, deadline=None)
settings.load_profile("ci")

# A run in the background is told to ignore Ctrl-C, and would hand that on to all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ["MISDEAL_CACHE"] = ""  # nothing is kept unless a test says where


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rewrite`."""
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write what the code says now into files of expectations and generated pages",
    )


@pytest.fixture(scope="session")
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether expectations are to be rewritten rather than compared."""
    return bool(request.config.getoption("--rewrite"))
