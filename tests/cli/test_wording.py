"""Words that commands share."""

import pytest

from misdeal.cli.wording import conjoined


@pytest.mark.parametrize(
    ("conditions", "shown"),
    [
        (["a or b"], ["a or b"]),
        (["n <= 3 or n >= 7", "b"], ["(n <= 3 or n >= 7)", "b"]),
        (["a", "n <= 3 or n >= 7"], ["a", "(n <= 3 or n >= 7)"]),
        (["some p: a[p]", "b"], ["(some p: a[p])", "b"]),
        (["not every p: a[p] or b[p]", "c"], ["(not every p: a[p] or b[p])", "c"]),
        (["c", "some p: a[p] or b[p]"], ["c", "some p: a[p] or b[p]"]),
        (["(count p: a[p] or (b and c[p])) > 1", "d"], ["(count p: a[p] or (b and c[p])) > 1", "d"]),
        ([], []),
    ],
)
def test_what_and_would_tear_apart_is_in_parentheses(conditions: list[str], shown: list[str]) -> None:
    """So a reader can join the lines with `and`, and read what is meant."""
    assert list(conjoined(conditions)) == shown
