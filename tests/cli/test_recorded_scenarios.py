"""Sessions and records as scenarios, and records that can only be read, end early or are none."""

import gc
import os
import shutil
from pathlib import Path

import pytest

from tests.helpers.play.recordings import NIM, STEPS, begun, nim, records, run

pytestmark = pytest.mark.usefixtures("own_folder")


def test_a_session_becomes_a_scenario(tmp_path: Path) -> None:
    """--record FILE.game writes a file that `gamedsl test` passes, when the game ends and when it is left."""
    gc.freeze()  # `test` looks for garbage between files: only in what is made here
    (tmp_path / "steps.game").write_text(Path(STEPS).read_text("utf-8"), "utf-8")
    whole = run("play", "steps.game", "--seed", "3", "--record", "whole.game")
    assert "written to whole.game\n" in whole.stdout
    run("play", "steps.game", "--seat", "1=human", "--record", "left.game", typed="throw\ntake 2\nundo\ntake 3\nq\ny\n")
    assert "Ann: throw; Ann: take(3)\n" in (tmp_path / "left.game").read_text("utf-8")
    tested = run("test", "whole.game", "left.game")
    assert (0, "2 passed") == (tested.exit_code, tested.stdout.splitlines()[-1])


def test_a_record_becomes_a_scenario(tmp_path: Path) -> None:
    """`replay --record` does the same for a game that was played before."""
    path = nim()
    result = run("replay", path, "--game", NIM, "--record", "a.game")
    assert (2, True) == (result.exit_code, "scenarios stand beside their rule file" in result.stderr)
    (tmp_path / "nim.game").write_text(Path(NIM).read_text("utf-8"), "utf-8")
    assert 0 == run("replay", path, "--game", "nim.game", "--record", "a.game").exit_code
    assert 0 == run("test", "a.game").exit_code
    assert 2 == run("play", "nim.game", "--record", "a.game").exit_code


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--record", "missing/a.game"), "there is no folder missing"),
        (("--save", "a.game", "--record", "./a.game"), "the record itself goes to this file"),
    ],
)
def test_where_a_session_cannot_be_written_is_said_at_once(more: tuple[str, ...], said: str) -> None:
    """Nothing is played when its scenario could not be written."""
    shutil.copy(NIM, "nim.game")
    result = run("play", "nim.game", *more)
    assert (2, "", True) == (result.exit_code, result.stdout, said in " ".join(result.stderr.split()))


def test_a_session_that_was_not_written_can_be_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """When writing fails at the end, the command that does it later is told."""
    shutil.copy(NIM, "nim.game")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gamedsl.cli.terminal.recording.write_scenario", full)
    result = run("play", "nim.game", "--record", "a.game", "--save", "a.jsonl")
    assert (
        "gamedsl: a.game cannot be written: No space left on device; later: gamedsl replay a.jsonl --record FILE.game\n"
    ) == result.stderr


def test_a_record_that_can_only_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it cannot be written is no trouble of reading, and it is said how its decisions are played on."""
    path = begun("take 1")
    opened = os.open

    def read_only(name: object, flags: int, *more: int) -> int:
        if name == path and flags & os.O_RDWR:
            raise OSError(30, "Read-only file system")
        return opened(name, flags, *more)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr("gamedsl.records.files.os.open", read_only)
    said = run("play", NIM, "--resume", str(path)).stderr
    assert "it can be read but not written: Read-only file system; with --at N a new record begins" in said


def test_a_limit_ends_a_game_without_a_winner(tmp_path: Path) -> None:
    """What nobody has won has no winner, and the record says so; it is verified like any other."""
    file = tmp_path / "game.jsonl"
    played = run("play", NIM, "--seed", "4", "--limit", "2", "--save", str(file))

    assert 0 == played.exit_code
    assert "stopped after 2 decisions: no winner" in " ".join(played.stdout.split())
    assert "wins" not in played.stdout
    assert '"status":"unfinished","winners":[]' in file.read_text("utf-8")
    assert 0 == run("replay", str(file), "--verify").exit_code


def test_files_that_are_no_records_are_named(tmp_path: Path) -> None:
    """They are not passed over in silence, and the others are read."""
    run("play", NIM, "--seed", "4")
    (path,) = records()
    (path.parent / "other.record.jsonl").write_text("hello\n", "utf-8")
    listed = run("replay").stdout

    assert "1 file in" in listed
    assert "cannot be read, such as other.record.jsonl" in listed
    assert "Nim, finished" in listed
    assert 0 == run("replay", str(path), "--verify").exit_code
