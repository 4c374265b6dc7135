"""Simulations on a real Ray cluster of two machines, which are lost while they play; run by .ci/ray."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import sleep

import attrs
import pyarrow.dataset
import pytest

from tests.helpers.sample_games.every_result import odd_game

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")

AT_A_TERMINAL = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
COMMAND = (sys.executable, "-c", AT_A_TERMINAL + "from gamedsl.cli import main; main()")
LOST = re.compile(r"(The cluster has lost 1 of [23] processors: games that were played there are played again\.\n)?")
"""What may be told of a machine that is lost: one that takes its place may come before that is noticed."""
LONG = ("simulate", "mogul", "--players", "4", "--seed", "7", "--engine", "python", "--games", "6000")
"""A simulation that goes on for some time."""


@attrs.frozen
class Nodes:
    """The process that holds the cluster."""

    process: subprocess.Popen[str]
    address: str
    errors: Path

    def say(self, word: str) -> None:
        """Have something done, and wait until it is."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            print(word, file=self.process.stdin, flush=True)
        self.answer(word)

    def answer(self, beginning: str) -> str:
        """Return the next line that begins so; of a process that has ended tell what it said at last."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(beginning):
                return line.strip()
        pytest.fail(f"the cluster has ended with {self.process.wait()}: {self.errors.read_text()[-3000:]}")

    def playing(self) -> list[int]:
        """Return the processes that play."""
        found = subprocess.run(["pgrep", "-f", "^ray::play"], capture_output=True, text=True).stdout.split()
        return [one for one in map(int, found) if self.process.pid in ancestors(one)]


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """A cluster of two machines, each with one processor."""
    script, told = str(Path(__file__).with_name("two_nodes.py")), tmp_path_factory.mktemp("cluster") / "errors"
    with (
        told.open("w") as errors,
        subprocess.Popen(
            [sys.executable, script], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        ) as process,
    ):
        found = Nodes(process, "", told)
        yield attrs.evolve(found, address=found.answer("at ").removeprefix("at "))


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command line of gamedsl to its end."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, cwd=cwd)


def begun(arguments: Sequence[str], kept: Path) -> subprocess.Popen[str]:
    """Begin a command line, and wait until some hundreds of results are kept: then it is in the midst of it."""
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 300):
        sleep(0.05)
    return process


@pytest.fixture(scope="module")
def alone() -> str:
    """The report on the long simulation from this machine alone."""
    return run(*LONG).stdout


@pytest.mark.parametrize(
    "verb",
    [
        ("simulate", "later.game", "--seats", "quick,random", "--games", "100"),
        ("simulate", "later.game", "--games", "2000", "--engine", "native", "--format", "json"),
        ("simulate", "hex", "--limit", "40", "--games", "100", "--sweep", "swap=yes,no"),
        ("compare", "mogul", "mogul", "--with", "sale=all_or_none", "--games", "150"),
    ],
)
def test_reports_are_those_of_one_machine(nodes: Nodes, tmp_path: Path, verb: tuple[str, ...]) -> None:
    """Byte for byte; rules with bases and tables travel."""
    odd_game(tmp_path)
    there = run(*verb, "--seed", "3", "--on", nodes.address, cwd=tmp_path)
    here = run(*verb, "--seed", "3", cwd=tmp_path)

    assert (0, here.stdout) == (there.returncode, there.stdout)
    assert here.stderr == there.stderr


def test_into_one_data_set(nodes: Nodes, tmp_path: Path) -> None:
    """All games are in it once; the report is that of one machine; the same command finds all of them there."""
    into = ("--into", str(tmp_path / "games"))
    many = ("simulate", "connect_four", "--seed", "7", "--games", "20000")
    there, again = run(*many, "--on", nodes.address, *into), run(*many, *into)
    rows = pyarrow.dataset.dataset(tmp_path / "games").to_table(columns=["number", "decisions"]).to_pylist()

    assert run(*many).stdout == there.stdout == again.stdout
    assert list(range(20_000)) == sorted(row["number"] for row in rows)


def test_a_worker_that_is_killed(nodes: Nodes, tmp_path: Path, alone: str) -> None:
    """All processes that play are killed at once: their tasks are played again."""
    kept = tmp_path / "kept.jsonl"
    process = begun((*LONG, "--on", nodes.address, "--keep", str(kept)), kept)
    own = nodes.playing()
    for one in own:
        os.kill(one, signal.SIGKILL)
    told, errors = process.communicate()

    assert own
    assert (0, alone, "") == (process.returncode, told, errors)


def ancestors(process: int) -> list[int]:
    """Return the processes that a process comes from."""
    found = []
    with suppress(OSError):  # it may end meanwhile
        while process > 1:
            process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
            found.append(process)
    return found


def test_a_machine_that_is_lost(nodes: Nodes, tmp_path: Path, alone: str) -> None:
    """With everything on it, while it plays; another one joins later. Nothing of Ray's stands in the report."""
    kept = tmp_path / "kept.jsonl"
    process = begun((*LONG, "--on", nodes.address, "--keep", str(kept)), kept)
    nodes.say("kill")
    was_playing = process.poll() is None
    nodes.say("new")
    told, errors = process.communicate()

    assert was_playing
    assert (0, alone) == (process.returncode, told)
    assert LOST.fullmatch(errors)


def test_ctrl_c_and_going_on(nodes: Nodes, tmp_path: Path, alone: str) -> None:
    """There is a report on what was played, and nobody plays on; the same command does, on another place, too."""
    kept = tmp_path / "kept.jsonl"
    process = begun((*LONG, "--on", nodes.address, "--keep", str(kept)), kept)
    process.send_signal(signal.SIGINT)
    told, errors = process.communicate()
    for _ in range(1000):  # until all processes are gone
        if not nodes.playing():
            break
        sleep(0.02)

    assert (130, []) == (process.returncode, nodes.playing()), errors
    assert errors.startswith("Interrupted after") and "The same command goes on with" in errors
    assert "Decisions in a game" in told
    assert alone == run(*LONG, "--keep", str(kept)).stdout


def test_another_gamedsl_here(nodes: Nodes) -> None:
    """Workers that have another program than we play nothing; one line says so."""
    code = "import gamedsl.simulate.cluster.bundle as one; one.program = lambda: '9.9'; " + COMMAND[2]
    arguments = ("simulate", "no_thanks", "--on", nodes.address)
    found = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)

    assert (2, "") == (found.returncode, found.stdout)
    assert "a worker has gamedsl" in found.stderr and "here it is 9.9" in found.stderr


def test_a_bot_that_workers_do_not_have(nodes: Nodes, tmp_path: Path) -> None:
    """Players from Python go along by name alone; where they are not installed, that is told."""
    (tmp_path / "mybot.py").write_text("from gamedsl.examples.bots.careful import Careful\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); " + COMMAND[2]
    arguments = ("simulate", "no_thanks", "--seats", "mybot:Careful", "--games", "3", "--on", nodes.address)
    found = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)

    assert (2, "") == (found.returncode, found.stdout)
    assert "the module mybot cannot be imported" in found.stderr


def test_the_cluster_of_this_machine(nodes: Nodes) -> None:
    """``--on ray`` is the one that RAY_ADDRESS names; one that is not there is told."""
    arguments = [*COMMAND, "simulate", "tic_tac_toe", "--seed", "1", "--games", "50", "--on", "ray"]
    found = subprocess.run(arguments, capture_output=True, text=True, env=os.environ | {"RAY_ADDRESS": nodes.address})
    nobody = subprocess.run(arguments, capture_output=True, text=True, env=os.environ | {"RAY_ADDRESS": "127.0.0.1:1"})

    assert run("simulate", "tic_tac_toe", "--seed", "1", "--games", "50").stdout == found.stdout
    assert (2, "") == (nobody.returncode, nobody.stdout)
    assert nobody.stderr.startswith("gamedsl: --on ray: no Ray cluster answers at 127.0.0.1:1: ")
