"""The keyboard: what counts as an answer, what hides hands of others, and a terminal that is closed in mid-game."""

import io
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from gamedsl.cli import group
from gamedsl.cli.terminal.dialogue import Dialogue
from gamedsl.cli.terminal.keyboard import drop_typed
from gamedsl.records.files import Writer

HERE = Path(__file__).parent
NIM, STEPS = (str(HERE / f"{name}.game") for name in ("nim", "steps"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records go to a folder of the test, and the test stands in another one."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: str) -> Result:
    """Run the command line."""
    result = CliRunner().invoke(group, list(arguments), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_what_was_typed_before_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that wait at a terminal are gone, lines typed afterwards are read."""
    master, slave = pty.openpty()
    os.write(master, b"take 3\n")
    with os.fdopen(slave, encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        assert drop_typed()
        assert not drop_typed()
        os.write(master, b"take 1\n")
        assert "take 1\n" == terminal.readline()
    os.close(master)


def test_when_lines_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are dropped whenever somebody else has decided, not within the own turn, and never from a file."""
    dropped: list[int] = []
    monkeypatch.setattr("gamedsl.cli.terminal.dialogue.drop_typed", lambda: dropped.append(1))
    text = run("play", STEPS, "--seat", "1=human", "--seed", "1", typed="take 1\ntake 1\nundo\npass\nq\ny\n").stdout
    assert "Taken back." in text
    assert 2 == len(dropped)


@pytest.mark.parametrize("term", ["dumb", "unknown", "xterm"])
def test_the_screen_is_emptied(term: str) -> None:
    """Where no codes are understood blank lines move everything out of sight."""
    console = Console(file=io.StringIO(), force_terminal=True, _environ={"TERM": term}, height=40)
    Dialogue.clear(type("Spoken", (), {"console": console})())  # type: ignore[arg-type]
    assert isinstance(console.file, io.StringIO)
    written = console.file.getvalue()
    assert (term == "xterm") == ("\x1b" in written)
    assert term == "xterm" or 40 <= written.count("\n")


def test_long_lines_are_no_answers() -> None:
    """They are refused at once, whatever the game would make of them."""
    text = run("play", NIM, "--seat", "1=human", typed=f"{'x' * 3000}\nwhy {'(' * 900}\nq\ny\n").stdout
    assert "That is more than 2,000 characters" in text
    assert "These are too many brackets." in text


def test_saving_in_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``~`` is the home folder there too."""
    monkeypatch.setenv("HOME", str(tmp_path))
    run("play", NIM, "--seat", "1=human", typed="save ~/mine.jsonl\nq\ny\n")
    assert (tmp_path / "mine.jsonl").is_file()


@pytest.mark.parametrize("typed", ["take 1\nq\ny\n", "take 3\ntake 3\ntake 3\n"])
def test_a_game_that_is_not_recorded_says_so_at_the_end(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was said when the disk was full has scrolled away by then."""
    written = Writer.add

    def full(self: Writer, *lines: object, sync: bool = True) -> None:
        if os.fstat(self._handle).st_size:
            raise OSError(28, "No space left on device")
        written(self, *lines, sync=sync)  # type: ignore[arg-type]

    monkeypatch.setattr(Writer, "add", full)
    said = run("play", NIM, "--seat", "1=human", "--seed", "4", typed=typed).stderr
    assert said.splitlines()[-1].startswith("gamedsl: this game is not recorded to its end: ")
    assert said.splitlines()[-1].endswith("No space left on device")


def test_a_closed_terminal_ends_the_game_as_ctrl_c_does(tmp_path: Path) -> None:
    """The scenario that is wanted at the end is still written."""
    (tmp_path / "nim.game").write_text(Path(NIM).read_text("utf-8"), "utf-8")
    at_a_terminal = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL); from gamedsl.cli import main; main()"
    command = [sys.executable, "-c", at_a_terminal, "play", "nim.game", "--seat", "1=human", "--seat", "2=human"]
    with subprocess.Popen(
        [*command, "--record", "a.game"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\ntake 1\n")
        process.stdin.flush()
        for line in process.stdout:
            if "Bob's decision" in line:
                break
        process.send_signal(signal.SIGHUP)
        assert 129 == process.wait()
    assert "Ann: take(1)" in (tmp_path / "a.game").read_text("utf-8")
