"""Output that nobody reads to its end, terminals without a width, and what shells complete."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from gamedsl.cli import group
from gamedsl.files import bundled_names
from tests.helpers.suite.nightly import NIGHTLY

HERE = Path(__file__).parent
NIM = str(HERE / "nim.game")
BOTS = ("--seat", "1=random", "--seat", "2=random")


def ended(*arguments: str, home: Path, read: bool, columns: str = "80") -> tuple[int, str, str]:
    """Return exit code, output and complaints of a command; without ``read`` its output is a pipe nobody reads."""
    command = [sys.executable, "-m", "gamedsl", *arguments]
    environment = os.environ | {"GAMEDSL_HOME": str(home), "COLUMNS": columns}
    if read:
        ran = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        return ran.returncode, ran.stdout.decode(), ran.stderr.decode()
    reader, writer = os.pipe()
    os.close(reader)
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE
    ) as process:
        os.close(writer)
        _, complaints = process.communicate()
    return process.returncode, "", complaints.decode()


VERBS = [
    ("play", "kuhn_poker", "--seed", "1", *BOTS),
    ("simulate", "kuhn_poker", "--games", "3", "--workers", "1"),
    ("check", str(HERE.parent / "semantics" / "hostile" / "r_plan2.game")),
    ("--help",),
    ("check", NIM),
    ("explain",),
    ("schema", "view"),
    ("show", NIM),
    ("show", NIM, "--format", "json"),
    ("test", "kuhn_poker"),
    ("diff", "mogul", "mogul_open_purse"),
]


@pytest.mark.parametrize("arguments", VERBS if NIGHTLY else VERBS[1:2])
def test_a_reader_who_goes_away_changes_nothing(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """With ``| head -1`` every verb ends with the exit code it has otherwise, and complains of nothing."""
    code, shown, complaints = ended(*arguments, home=tmp_path, read=True)
    assert "" != shown
    assert (code, "", complaints) == ended(*arguments, home=tmp_path, read=False)


@pytest.mark.parametrize("columns", ["0", "x", "1", "-3"] if NIGHTLY else ["x"])
def test_a_terminal_without_a_width_shows_the_game(columns: str, tmp_path: Path) -> None:
    """Where COLUMNS is nonsense, the table and the result are printed all the same."""
    code, shown, _ = ended("play", "kuhn_poker", "--seed", "1", *BOTS, home=tmp_path, read=True, columns=columns)
    assert 0 == code
    assert "Kuhn poker" in shown
    assert "Ann" in shown.split("Kuhn poker", 1)[1]


@pytest.mark.parametrize("verb", ["check", "play", "show", "simulate", "test", "diff", "compare"])
def test_shells_complete_bundled_games(verb: str) -> None:
    """Names of bundled games are offered, and files besides."""
    offered = ShellComplete(group, {}, "gamedsl", "_GAMEDSL_COMPLETE").get_completions([verb], "sal")
    names = [one.value for one in offered if one.type == "plain"]
    assert [name for name in bundled_names() if name.startswith("sal")] == names
    assert ["file"] == [one.type for one in offered if one.type != "plain"]
