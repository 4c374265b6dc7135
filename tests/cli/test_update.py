"""``gamedsl update``: what it writes, what it says, and its exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gamedsl.cli import group

NIM = Path(__file__).parent / "nim.game"
BOM = b"\xef\xbb\xbf"
PAIR = """game Pair "Pair"   # for two\r
  players: 2\r
table\r
  turns: 0..9999, quiet        # counts\r
phases\r
  game\r
    who: players from A\r
    play: go\r
    until: turns > 4\r
actions\r
  go "Go"\r
    then: set turns to min(9999, turns + 1)   # on\r
end\r
  winner: the p in players with most (1 if p = A else 0) ties all\r
"""
NEW = PAIR.replace("0..9999", "number").replace("min(9999, turns + 1)", "turns + 1")


def run(*arguments: str) -> Result:
    """Run the verb."""
    return CliRunner().invoke(group, ["update", *arguments])


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An old file with the mark and the line ends that an editor of Windows makes."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "pair.game"
    path.write_bytes(BOM + PAIR.encode())
    return path


def test_a_file_is_written_as_a_whole(pair: Path) -> None:
    """Only what is old is otherwise: line ends, comments and the mark in front stay; then nothing is old."""
    result = run("pair.game")

    assert (0, BOM + NEW.encode(), ["pair.game"]) == (
        result.exit_code,
        pair.read_bytes(),
        [path.name for path in pair.parent.iterdir()],
    )
    assert "pair.game:4: turns: 0..9999 → turns: number (no end of it matters)\n1 old form in 1 file\n" == result.stdout
    assert (0, "nothing is old\n") == ((again := run("pair.game")).exit_code, again.stdout)


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_nothing_is_written_where_it_is_only_told(option: str, pair: Path) -> None:
    """The exit code is 1 then, and 0 where nothing is old."""
    result = run("pair.game", option)

    assert (1, BOM + PAIR.encode()) == (result.exit_code, pair.read_bytes())
    pair.write_bytes(NEW.encode())
    assert (0, "nothing is old\n") == ((again := run("pair.game", option)).exit_code, again.stdout)


def test_the_difference_is_shown_line_by_line(pair: Path) -> None:
    """As programs for versions show it."""
    shown = run("pair.game", "--diff").stdout.splitlines()

    assert ["--- pair.game", "+++ pair.game", "@@ -3,3 +3,3 @@"] == shown[:3]
    assert ["-  turns: 0..9999, quiet        # counts", "+  turns: number, quiet        # counts"] == shown[4:6]


def test_a_file_with_errors_is_refused(pair: Path) -> None:
    """The errors are shown, the exit code is 1, and the file stays."""
    broken = PAIR.replace("turns > 4", "turnz > 4").encode()
    pair.write_bytes(broken)

    result = run("pair.game")

    assert (1, broken) == (result.exit_code, pair.read_bytes())
    assert "GDNAM01" in result.stdout and "pair.game stays as it is: mend its errors first" in result.stdout


def test_wrong_use(pair: Path) -> None:
    """What cannot be found, and what belongs to the program itself, is told; the rest is done."""
    assert (2, "") == ((result := run("nothing.game")).exit_code, result.stdout.replace("nothing is old\n", ""))
    bundled = run("mogul", "pair.game")
    assert (2, True, NEW.encode()) == (
        bundled.exit_code,
        "is bundled with gamedsl, and only your own files are changed; copy it first" in bundled.stderr,
        pair.read_bytes().removeprefix(BOM),
    )


def test_a_file_that_cannot_be_written_is_told(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 2, and the file stays."""

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gamedsl.cli.verbs.update.write_whole", full)
    result = run("pair.game")

    assert (2, BOM + PAIR.encode()) == (result.exit_code, pair.read_bytes())
    assert "cannot be written: No space left on device" in result.stderr


def test_a_folder_means_its_rule_files(pair: Path) -> None:
    """As with other verbs."""
    (pair.parent / "more").mkdir()
    (pair.parent / "more" / "second.game").write_text(PAIR, "utf-8", newline="")

    assert "2 old forms in 2 files" == run(".").stdout.splitlines()[-1]
