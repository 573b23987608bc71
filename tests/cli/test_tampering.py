"""Whatever is changed in a certificate, `misdeal recheck` refuses it, and says where."""

from pathlib import Path

import pytest
from click.testing import Result

from tests.certificates import Forger, certify, copied, write_house
from tests.tampering import TAMPERINGS

from .running import SAMPLE, invoke


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificate `own`, in which not everything is proved, and `other`, of another rulebook."""
    home = tmp_path_factory.mktemp("certificates")
    certify(write_house(home), home / "own", "--option", "sober=yes")
    (home / "else.md").write_text(SAMPLE.replace("2..6 usually 5", "2..3 usually 2"), encoding="utf-8")
    certify(home / "else.md", home / "other")
    return home


@pytest.fixture
def forger(home: Path, request: pytest.FixtureRequest) -> Forger:
    """A copy of the certificate, to be changed."""
    return Forger(copied(home / "own", home / request.node.name / "own"))


def recheck(folder: Path, *arguments: str) -> Result:
    """What `misdeal recheck` makes of a folder."""
    return invoke("recheck", str(folder), "--jobs", "1", *arguments)


def plain(result: Result) -> str:
    """What was told, as one line."""
    return " ".join((result.output).split())


def test_untouched_it_is_accepted(forger: Forger) -> None:
    """The certificate that is tampered with below stands, and has theses of both senses that are not proved."""
    result = recheck(forger.folder)
    assert result.exit_code == 0, result.output
    assert "accepted" in result.output
    assert "`sober` = yes" in result.output
    assert {(each["sense"], each["verdict"]) for each in forger.theses} >= {
        ("nowhere", "proved"),
        ("nowhere", "refuted"),
        ("somewhere", "proved"),
        ("somewhere", "vacuous"),
    }


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_refused(forger: Forger, name: str) -> None:
    """It is refused with a message that names the place, and never with a traceback."""
    named = TAMPERINGS[name](forger)
    result = recheck(forger.folder)
    assert result.exit_code in {1, 2}, result.output
    assert "accepted" not in result.output
    assert named in plain(result)


def test_there_are_twenty_ways_and_more() -> None:
    """Nobody takes some away unnoticed."""
    assert len(TAMPERINGS) >= 50
