"""``gamedsl fmt``: one layout, the same rules, and nothing written that was not asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.authoring.formatting import format_source
from gamedsl.internal_errors import InternalError
from gamedsl.source import Source
from gamedsl.syntax.print import printer
from tests.cli.test_commands import run
from tests.helpers.suite.pages import ROOT

UNTIDY = """game Nim   # a comment behind
  players: 2


  # above the field
table
  heap: 0..5=5   "what is left"
  a_longer_name: 0..5 = 1 "another"
"""
TIDY = """game Nim  # a comment behind
  players: 2

  # above the field
table
  heap: 0..5 = 5                          "what is left"
  a_longer_name: 0..5 = 1                 "another"
"""
BROKEN = "game Nim\n  playrs: 2\n"


@pytest.fixture
def untidy(tmp_path: Path) -> Path:
    """A rule file that is not laid out."""
    path = tmp_path / "nim.game"
    path.write_text(UNTIDY, "utf-8")
    return path


def test_a_file_is_laid_out(untidy: Path) -> None:
    """Comments and single blank lines stay, and a second time nothing changes."""
    first = run("fmt", str(untidy))
    second = run("fmt", str(untidy))

    assert (first.exit_code, untidy.read_text("utf-8")) == (0, TIDY)
    assert first.stdout == f"laid out {untidy}\n1 file laid out anew\n"
    assert (second.exit_code, second.stdout) == (0, "1 file left as it is\n")


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_nothing_is_written_where_only_looking_is_asked_for(untidy: Path, option: str) -> None:
    """``--check`` and ``--diff`` end with 1 where something would change."""
    result = run("fmt", option, str(untidy))

    assert (result.exit_code, untidy.read_text("utf-8")) == (1, UNTIDY)
    assert "1 file would be laid out anew" in result.stderr
    assert run("fmt", str(untidy)).exit_code == run("fmt", option, str(untidy)).exit_code == 0


def test_a_diff_shows_lines(untidy: Path) -> None:
    """The diff is one that ``patch`` takes."""
    lines = run("fmt", "--diff", str(untidy)).stdout.splitlines()

    assert lines[:2] == [f"--- {untidy}", f"+++ {untidy}"]
    assert "+game Nim  # a comment behind" in lines


def test_standard_input_is_printed() -> None:
    """An editor hands a text over, and gets it back."""
    result = run("fmt", "-", typed=UNTIDY)

    assert (result.exit_code, result.stdout) == (0, TIDY)


def test_what_cannot_be_read_stays(tmp_path: Path) -> None:
    """Errors are told with their place, under the name that was given, and nothing is written."""
    path = tmp_path / "broken.game"
    path.write_text(BROKEN, "utf-8")
    of_file = run("fmt", str(path))
    of_input = run("fmt", "-", "--stdin-name", "typed.game", typed=BROKEN)

    assert (of_file.exit_code, path.read_text("utf-8")) == (1, BROKEN)
    assert f"{path}:2:3: error GDSYN23" in of_file.stdout
    assert (of_input.exit_code, of_input.stdout) == (1, "")
    assert "typed.game:2:3: error GDSYN23" in of_input.stderr


def test_bundled_games_are_not_written() -> None:
    """A name of a bundled game is no file of the user."""
    result = run("fmt", "mogul")

    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no file or folder mogul" in result.stderr


@pytest.mark.parametrize("change", ["players: 2", "# a comment behind"])
def test_a_faulty_printer_changes_no_file(untidy: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """A layout that says something else, or loses a comment, is an error of the program."""
    weave = printer.weave
    monkeypatch.setattr(printer, "weave", lambda *given: weave(*given).replace(change, change[:-1] + "3"))
    with pytest.raises(InternalError):
        format_source(Source(str(untidy), UNTIDY))

    assert untidy.read_text("utf-8") == UNTIDY


SHIPPED = [*(ROOT / "games").glob("*.game"), *(ROOT / "examples").rglob("*.game")]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_are_laid_out(path: Path) -> None:
    """``gamedsl fmt games examples`` changes nothing."""
    source = Source(str(path), path.read_text("utf-8"))

    assert format_source(source).text == source.text


def test_lines_end_as_they_did(untidy: Path) -> None:
    """A file from Windows keeps its line ends and its byte order mark, and is left alone when it is laid out."""
    untidy.write_bytes(b"\xef\xbb\xbf" + UNTIDY.replace("\n", "\r\n").encode())
    first = run("fmt", str(untidy))
    second = run("fmt", "--check", str(untidy))

    assert untidy.read_bytes() == b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode()
    assert (first.exit_code, second.exit_code, second.stderr) == (0, 0, "1 file left as it is\n")
