"""What has been confirmed is not only written but on the disk: a power failure loses no more than a kill does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from gamedsl.cli import group
from gamedsl.simulate import Settings, simulate
from gamedsl.storage.writing import write_whole

NIM = str(Path(__file__).parents[1] / "cli" / "nim.game")


class Disk:
    """Which files have been written to, and not yet been brought to the disk, since they were opened."""

    def __init__(self) -> None:
        self.waiting: set[int] = set()
        self.synced = 0

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Watch all that is written from now on."""
        write, sync = os.write, os.fsync

        def written(handle: int, data: bytes) -> int:
            self.waiting.add(os.fstat(handle).st_ino)
            return write(handle, data)

        def brought(handle: int) -> None:
            sync(handle)
            self.waiting.discard(os.fstat(handle).st_ino)
            self.synced += 1

        monkeypatch.setattr(os, "write", written)
        monkeypatch.setattr(os, "fsync", brought)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """A disk that is watched."""
    found = Disk()
    found.watch(monkeypatch)
    return found


def test_no_question_before_all_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: Disk) -> None:
    """Whenever a person is asked, every decision before, those of bots too, has been brought to the disk."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path))
    asked: list[set[int]] = []
    synced: list[int] = []
    typed = iter(["take 1", "undo", "take 2", "take 1", "q", "y"])

    def ask(prompt: str) -> str:
        asked.append(set(disk.waiting))
        synced.append(disk.synced)
        return next(typed)

    monkeypatch.setattr("gamedsl.cli.terminal.session.ask_line", ask)
    result = CliRunner().invoke(group, ["play", NIM, "--seed", "1", "--seat", "1=human", "--save", str(tmp_path / "a")])
    assert 0 == result.exit_code
    assert len(asked) >= 3
    assert [set()] * len(asked) == asked
    assert 0 < synced[0] < synced[-1]


def test_results_are_on_the_disk_when_they_are_told(tmp_path: Path, disk: Disk) -> None:
    """A simulation tells how many games are done when they are kept, not before."""
    synced: list[int] = []
    settings = Settings("no_thanks", 3, ("random",) * 3, seed=1, games=4)
    simulate(settings, kept=tmp_path / "kept", told=lambda _: synced.append(disk.synced))
    assert synced == sorted(set(synced))
    assert 4 == len(synced)
    assert 0 < synced[0]


def test_pipes_are_written_as_they_are() -> None:
    """What is no file, under whatever name, gets the text."""
    code = (
        "from pathlib import Path; from gamedsl.storage.writing import write_whole; "
        "write_whole(Path('/dev/stdout'), b'rows')"
    )
    if Path("/dev/stdout").exists():
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        assert b"rows" == done.stdout


def test_a_file_is_whole_or_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: Disk) -> None:
    """When writing fails in the middle, what stood there stays and nothing lies beside it."""
    path = tmp_path / "report.html"
    path.write_text("before")
    path.chmod(0o640)
    write_whole(path, b"after")
    assert ("after", 0o640) == (path.read_text(), path.stat().st_mode & 0o777)
    assert disk.synced

    def broken(handle: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, b"third")
    assert ("after", ["report.html"]) == (path.read_text(), [one.name for one in tmp_path.iterdir()])
