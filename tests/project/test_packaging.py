"""What is installed is what is in the tree."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from zipfile import ZipFile

import pytest

from .tree import ROOMS, ROOT, list_files, list_packages, list_shipped, read_pyproject

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:home|opt|root|work|Users)/")


def run_python(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run this interpreter on this checkout, and return what came of it."""
    return subprocess.run(
        (sys.executable, *arguments),
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT / ".package")},
        capture_output=True,
        check=False,
        text=True,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Names of the files in a wheel, built from a copy so that no earlier build shows through."""
    copy = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / ".package", copy / ".package", ignore=shutil.ignore_patterns("__pycache__", *ROOMS))
    built = run_python("-m", "build", "--wheel", "--no-isolation", "--outdir", str(copy / "dist"), cwd=copy)
    assert built.returncode == 0, built.stdout + built.stderr
    (archive,) = (copy / "dist").glob("*.whl")
    with ZipFile(archive) as opened:
        return set(opened.namelist())


def test_listed_packages_equal_the_tree() -> None:
    """Every package in the tree is listed for the build, and nothing else is."""
    assert set(read_pyproject()["tool"]["setuptools"]["packages"]) == list_packages()


def test_every_directory_of_modules_is_a_package() -> None:
    """A directory that holds modules has an `__init__.py`."""
    homes = {path.parent for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    assert [home for home in sorted(homes) if not (home / "__init__.py").exists()] == []


def test_links_lead_to_the_rooms() -> None:
    """The links that the tools see stand for the directories that the build reads."""
    for room in ROOMS:
        assert (ROOT / ".package" / "misdeal" / room).resolve() == ROOT / room


def test_wheel_holds_everything_that_is_shipped(wheel: set[str]) -> None:
    """Every module, the grammar, every shipped rulebook and `py.typed` are in the wheel."""
    assert list_shipped() - wheel == set()


def test_wheel_holds_one_package_and_its_licence(wheel: set[str]) -> None:
    """The wheel installs `misdeal` and nothing beside it, and carries the licence."""
    metadata = f"misdeal-{version('misdeal')}.dist-info"
    assert {name.split("/")[0] for name in wheel} == {"misdeal", metadata}
    assert f"{metadata}/licenses/LICENSE" in wheel


def test_import_loads_neither_solver_nor_click() -> None:
    """`import misdeal` is light: z3 is loaded when a proof is asked for, click by the command line only."""
    script = "import sys, misdeal; print(sorted({'z3', 'click'} & sys.modules.keys()))"
    assert run_python("-c", script).stdout == "[]\n"


def test_import_contracts_hold() -> None:
    """Every contract of import-linter in `pyproject.toml` is kept."""
    script = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    result = run_python("-c", script)
    assert result.returncode == 0, result.stdout + result.stderr


def test_no_file_names_a_path_of_one_machine() -> None:
    """No file of the project mentions where somebody's checkout or home lies."""
    texts = ((path, path.read_bytes().decode("utf-8", "replace")) for path in list_files())
    assert [str(path.relative_to(ROOT)) for path, text in texts if MACHINE_PATH.search(text)] == []


def test_changelog_and_metadata_agree_on_the_version() -> None:
    """The newest version of the changelog is the one that is declared and the one that is installed."""
    found = re.search(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    assert found[1] == read_pyproject()["project"]["version"] == version("misdeal")
