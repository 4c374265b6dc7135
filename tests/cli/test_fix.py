"""``gamedsl check --fix``: what is certain is written, what is not is told, and nothing else is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import run

GAME = """game Nim
  players: 2

components
  match: counter, 20

table
  heap: purse of match, full
  used: purse of match
  first: player

phases
  game
    who: players from first
    play: take
    until: heap = 0

actions
  take "Take one"
    then: pay min(1, heap) from heap to used

end
  winner: active
"""
SLIPS = GAME.replace("    play: take", "    plai: take").replace("from heap to", "from haep to")
UNCERTAIN = SLIPS.replace("until: heap = 0", "until: nothing_left")


@pytest.fixture
def slips(tmp_path: Path) -> Path:
    """A rule file with two slips."""
    path = tmp_path / "nim.game"
    path.write_bytes(SLIPS.encode())
    return path


def test_the_file_is_written(slips: Path) -> None:
    """It is told how many findings are gone, and the exit code is that of a clean file."""
    result = run("check", "--fix", str(slips))

    assert (0, "") == (result.exit_code, result.stderr)
    assert GAME == slips.read_text("utf-8")
    assert [f"fixed 2 findings in {slips}", "1 file checked: no findings"] == result.stdout.splitlines()


def test_what_is_left_is_told(slips: Path) -> None:
    """The exit code goes by what is still found, and no cure is lost because of it."""
    slips.write_text(UNCERTAIN, "utf-8")
    result = run("check", "--fix", str(slips))

    assert 1 == result.exit_code
    assert GAME.replace("heap = 0", "nothing_left") == slips.read_text("utf-8")
    assert "There is no value called `nothing_left` here." in result.stdout
    assert "1 file checked: 1 error and 0 warnings" in result.stdout


def test_a_diff_writes_nothing(slips: Path) -> None:
    """``--diff``, with ``--fix`` or alone, shows lines on standard output, all else beside it."""
    both, alone = run("check", "--fix", "--diff", str(slips)), run("check", "--diff", str(slips))

    assert (both.exit_code, both.stdout) == (alone.exit_code, alone.stdout) == (1, alone.stdout)
    assert SLIPS == slips.read_text("utf-8")
    assert ["-    plai: take", "+    play: take"] == [line for line in alone.stdout.splitlines() if "take" in line][:2]
    assert f"would fix 2 findings in {slips}" in alone.stderr


def test_nothing_is_written_where_nothing_is_certain(slips: Path) -> None:
    """The file is as it was, to the byte and to the moment; a diff of it is empty and fails for the error."""
    slips.write_text(GAME.replace("until: heap = 0", "until: nothing_left"), "utf-8")
    before = slips.stat().st_mtime_ns, slips.stat().st_ino
    result, shown = run("check", "--fix", str(slips)), run("check", "--diff", str(slips))

    assert before == (slips.stat().st_mtime_ns, slips.stat().st_ino)
    assert "fix" not in result.stdout.splitlines()[0]
    assert (1, "") == (shown.exit_code, shown.stdout)


def test_clean_files_are_left_alone(slips: Path) -> None:
    """There is nothing to show for a clean file; the exit code is 0."""
    slips.write_text(GAME, "utf-8")

    assert (0, "1 file checked: no findings\n") == ((one := run("check", "--fix", str(slips))).exit_code, one.stdout)
    assert (0, "") == ((two := run("check", "--diff", str(slips))).exit_code, two.stdout)


def test_standard_input_is_printed() -> None:
    """An editor gets the text, fixed or not, and nothing else on standard output."""
    fixed, left = run("check", "--fix", "-", typed=SLIPS), run("check", "--fix", "-", typed="game")

    assert (0, GAME) == (fixed.exit_code, fixed.stdout)
    assert "fixed 2 findings in <stdin>" in fixed.stderr
    assert (1, "game") == (left.exit_code, left.stdout)


def test_files_keep_their_mark_and_line_ends(slips: Path) -> None:
    """A file of Windows stays one."""
    slips.write_bytes(b"\xef\xbb\xbf" + SLIPS.replace("\n", "\r\n").encode())
    run("check", "--fix", str(slips))

    assert b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode() == slips.read_bytes()


def test_formats_tell_what_is_left(slips: Path) -> None:
    """A program gets the findings that remain; what was fixed is told beside them."""
    slips.write_text(UNCERTAIN, "utf-8")
    result = run("check", "--fix", "--format", "json", str(slips))

    assert ["GDNAM01"] == [one["code"] for one in json.loads(result.stdout)["diagnostics"]]
    assert f"fixed 2 findings in {slips}\n" == result.stderr


@pytest.mark.parametrize(
    "arguments",
    [("--fix", "-", "nim.game"), ("--diff", "--format", "json", "-"), ("--fix", "--format", "sarif", "-")],
)
def test_wrong_use(arguments: tuple[str, ...]) -> None:
    """Two things cannot stand on one output."""
    assert 2 == run("check", *arguments, typed=GAME).exit_code


def test_bundled_games_are_nobodys_own() -> None:
    """A name of a bundled game is no file here."""
    result = run("check", "--fix", "mogul")

    assert (2, "gamedsl: there is no file or folder mogul\n") == (result.exit_code, result.stderr)


def test_a_file_that_cannot_be_written(slips: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, and the exit code is 2."""

    def fails(path: Path, data: bytes) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("gamedsl.storage.writing.write_whole", fails)
    result = run("check", "--fix", str(slips))

    assert 2 == result.exit_code
    assert f"gamedsl: {slips} cannot be written: Permission denied" in result.stderr
    assert "fixed" not in result.stdout
