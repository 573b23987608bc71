"""What `misdeal check` keeps in the user's cache folder: the same is told with and without, whatever lies there."""

import os
import subprocess
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from misdeal.cli.cache_folder import FOLDER, MOST_OF_ONE, CacheFolder, cache_folder

from .running import COMMAND, environment, invoke, write_sample

KEY, OTHER = "0123456789abcdef" + "0" * 24, "01" + "f" * 38


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A rulebook with findings, and a folder that nothing is in."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "kept"))
    monkeypatch.delenv("CI", raising=False)
    return write_sample(tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> CacheFolder:
    """A folder that nothing is in."""
    found = CacheFolder.opened(tmp_path / "a folder")
    assert found
    return found


def checked(book: str, *options: str) -> Result:
    """The result of a check."""
    return invoke("check", book, "--jobs", "1", *options)


def files(root: Path) -> Iterator[Path]:
    """What lies in a folder."""
    return (path for path in root.rglob("*") if path.is_file())


def same(one: Result, other: Result) -> None:
    """Two checks come to the same and tell the same."""
    assert (one.exit_code, one.stdout) == (other.exit_code, other.stdout)


@pytest.mark.parametrize("options", [(), ("--format", "sarif"), ("--only", "gap")])
def test_the_same_is_told_again(house: str, options: tuple[str, ...]) -> None:
    """To the letter; only standard error says that it was known."""
    cold = checked(house, "--no-cache", *options)
    for _ in range(2):
        same(checked(house, *options), cold)


def test_a_count_says_what_was_known(house: str) -> None:
    """Nothing at first, everything the second time, and some of it once a clause has changed."""
    assert checked(house).stderr == ""
    said = checked(house).stderr
    number = int(said.split(" obligations ")[0].split()[-1])
    counted = f"of {number} obligations (cases apart) {number} known from before, 0 looked at anew"
    assert said == f"misdeal: {house}: {counted}\n"
    page = Path(house)
    page.write_text(page.read_text("utf-8").replace("cards[p] = 6 then fine", "cards[p] = 7 then fine"), "utf-8")
    words = checked(house).stderr.split()
    assert 0 < int(words[words.index("known") - 1]) < number


def test_another_width_is_told_anew(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told depends on how it is shown, too."""
    wide = checked(house)
    monkeypatch.setattr("misdeal.cli.terminal.WIDTH", 60)
    narrow = checked(house)
    assert narrow.stdout != wide.stdout
    same(narrow, checked(house, "--no-cache"))


def test_what_is_not_as_it_was_written_is_not_there(house: str, tmp_path: Path) -> None:
    """It is found out and written anew."""
    cold = checked(house)
    before = {path: path.read_bytes() for path in sorted(files(tmp_path / "kept"))}
    others = dict(zip(before, [*list(before.values())[1:], b""], strict=True))
    spoilt: dict[str, Callable[[Path, bytes], bytes]] = {
        "truncated": lambda _, data: data[:-3],
        "empty": lambda *_: b"",
        "changed": lambda _, data: data[:-1] + bytes([data[-1] ^ 1]),
        "exchanged": lambda path, _: others[path],
        "another version": lambda _, data: data.replace(b"misdeal ", b"misdeal2 ", 1),
    }
    for how, spoil in spoilt.items():
        for path, data in before.items():
            path.write_bytes(spoil(path, data))
        warm = checked(house)
        same(warm, cold)
        assert warm.stderr == "", how
        assert {path: path.read_bytes() for path in before} == before


def test_nothing_is_kept_where_it_is_not_wanted(house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `--no-cache`, where `CI` is set, and where the folder is to be none."""
    checked(house, "--no-cache")
    monkeypatch.setenv("CI", "true")
    checked(house)
    monkeypatch.delenv("CI")
    monkeypatch.setenv(FOLDER, "")
    checked(house)
    assert not (tmp_path / "kept").exists()


def test_a_folder_that_cannot_be_is_done_without(house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a file is in the way, or nothing can be written."""
    cold = checked(house, "--no-cache")
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "beneath"):
        monkeypatch.setenv(FOLDER, str(path))
        same(checked(house), cold)
    monkeypatch.setenv(FOLDER, str(tmp_path / "kept"))
    monkeypatch.setattr("tempfile.mkstemp", lambda **_: (_ for _ in ()).throw(PermissionError))
    same(checked(house), cold)


def test_a_folder_in_which_others_may_write_is_not_used(tmp_path: Path) -> None:
    """What lies there may be anybody's."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept").chmod(0o777)
    assert CacheFolder.opened(tmp_path / "kept") is None


def test_a_new_folder_is_the_users_own(tmp_path: Path) -> None:
    """Nobody else may look."""
    CacheFolder.opened(tmp_path / "cache" / "kept")
    assert (tmp_path / "cache" / "kept").stat().st_mode & 0o777 == 0o700


def test_the_users_cache_folder_is_obeyed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`XDG_CACHE_HOME` says where that is."""
    monkeypatch.delenv(FOLDER)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() is not None
    assert [path.name for path in tmp_path.iterdir()] == ["misdeal"]


def test_a_text_is_what_was_written(folder: CacheFolder) -> None:
    """Under its key, and under no other."""
    text = "a\nb\r\n\x00\u2028ä\udcff"
    folder.write(KEY, text)
    assert folder.read(KEY) == text
    assert folder.read(OTHER) is None
    folder.write(KEY, "another")
    assert folder.read(KEY) == "another"


def test_what_was_not_used_for_longest_goes_first(folder: CacheFolder, tmp_path: Path) -> None:
    """Reading is using."""
    keys = [f"{number:02x}{'0' * 38}" for number in range(10)]
    for key in keys:
        folder.write(key, key)
    for age, path in enumerate(sorted(files(tmp_path / "a folder"))):
        os.utime(path, (age, age))
    folder.read(keys[0])
    folder.tidy(most_files=3)
    assert [key for key in keys if folder.read(key)] == [keys[0], *keys[-2:]]
    folder.tidy(most_bytes=5_000)
    assert sum(1 for _ in files(tmp_path / "a folder")) == 1


def test_half_a_file_is_nothing_and_goes(folder: CacheFolder, tmp_path: Path) -> None:
    """Left by a run that was killed."""
    folder.write(KEY, "text")
    half = tmp_path / "a folder" / KEY[:2] / ".half-x"
    half.write_bytes(b"misdeal")
    folder.tidy()
    assert half.exists(), "it may be written just now"
    os.utime(half, (0, 0))
    folder.tidy()
    assert not half.exists()
    assert folder.read(KEY) == "text"


def test_nothing_is_removed_but_what_is_ours(folder: CacheFolder, tmp_path: Path) -> None:
    """Whoever names a folder that holds other things loses none of them."""
    root = tmp_path / "a folder"
    folder.write(KEY, "text")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / "cd").symlink_to(elsewhere)
    names = [
        "mine.bin",
        "ab/mine.bin",
        f"ab/{KEY}",
        f"ab/{'ab' * 19}",
        "ab/.half",
        "zz/" + "f" * 40,
        f"{KEY[:2]}/x{KEY}",
    ]
    theirs = [*(root / name for name in names), root / "ab" / ("ab" * 21), elsewhere / ("cd" * 20)]
    for path in theirs:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")
        os.utime(path, (0, 0))
    (root / "ef" / ("ef" * 20)).mkdir(parents=True)
    folder.tidy(most_bytes=0, most_files=0)
    assert all(path.exists() for path in theirs)
    assert (root / "ef" / ("ef" * 20)).exists()
    assert not (root / KEY[:2] / KEY).exists()


def entry(folder: CacheFolder, tmp_path: Path) -> Path:
    """The file of an entry that is read."""
    folder.write(KEY, "text")
    assert folder.read(KEY) == "text"
    return tmp_path / "a folder" / KEY[:2] / KEY


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_an_entry_in_which_others_may_write_is_not_there(folder: CacheFolder, tmp_path: Path, mode: int) -> None:
    """Neither is one in a subfolder in which they may."""
    path = entry(folder, tmp_path)
    path.chmod(mode)
    assert folder.read(KEY) is None
    path.chmod(0o600)
    path.parent.chmod(0o700 | mode & 0o022)
    assert folder.read(KEY) is None
    folder.write(OTHER, "text")
    assert not (path.parent / OTHER).exists()


def test_an_entry_of_somebody_else_is_not_there(
    folder: CacheFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it holds."""
    entry(folder, tmp_path)
    real = os.fstat
    monkeypatch.setattr(
        "os.fstat", lambda handle: os.stat_result((*real(handle)[:4], os.geteuid() + 1, *real(handle)[5:]))
    )
    assert folder.read(KEY) is None


def test_no_link_is_followed(folder: CacheFolder, tmp_path: Path) -> None:
    """Neither of an entry nor of a subfolder, to read or to write."""
    path = entry(folder, tmp_path)
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    assert folder.read(KEY) is None
    path.unlink()
    (tmp_path / "moved").rename(path)
    assert folder.read(KEY) == "text"
    path.parent.rename(tmp_path / "elsewhere")
    path.parent.symlink_to(tmp_path / "elsewhere")
    assert folder.read(KEY) is None
    folder.write(OTHER, "text")
    assert [each.name for each in (tmp_path / "elsewhere").iterdir()] == [KEY]


def test_what_is_no_file_is_not_waited_for(folder: CacheFolder, tmp_path: Path) -> None:
    """A pipe that nobody writes to, a folder."""
    path = entry(folder, tmp_path)
    path.unlink()
    os.mkfifo(path)
    assert folder.read(KEY) is None
    path.unlink()
    path.mkdir()
    assert folder.read(KEY) is None


def test_an_entry_has_a_bound(folder: CacheFolder, tmp_path: Path) -> None:
    """No more is read than is ever written, however large a file is."""
    path = entry(folder, tmp_path)
    os.truncate(path, 8 << 30)
    tracemalloc.start()
    assert folder.read(KEY) is None
    assert tracemalloc.get_traced_memory()[1] < 4 * MOST_OF_ONE
    tracemalloc.stop()
    folder.write(OTHER, "a" * MOST_OF_ONE)
    assert folder.read(OTHER) is None
    assert not (path.parent / OTHER).exists()


def test_two_processes_share_a_folder(tmp_path: Path) -> None:
    """Both tell the same, and leave what a third one takes."""
    book = write_sample(tmp_path)
    told = environment(**{FOLDER: str(tmp_path / "kept"), "CI": ""})
    words = (*COMMAND, "check", book, "--jobs", "2")
    both = [subprocess.Popen(words, env=told, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    texts = [process.communicate(timeout=60)[0] for process in both]
    third = subprocess.run(words, env=told, capture_output=True, check=False, encoding="utf-8", timeout=60)
    assert texts == [third.stdout] * 2
    assert third.stderr.endswith("known from before, 0 looked at anew\n")
    assert not [path for path in files(tmp_path / "kept") if path.name.startswith(".")]
