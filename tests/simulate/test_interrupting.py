"""Simulations that are ended: by Ctrl-C, by a process that dies, by rules that change; and what goes on after that."""

import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from time import sleep
from typing import Any

import attrs
import pytest

from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.play import here
from gamedsl.simulate.play.processes import RulesChangedError, WorkerError, spread
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text

MANY = Settings("no_thanks", 3, ("random",) * 3, seed=5, games=5000, engine="python")  # machine code needs no processes


ENDED = [
    (("simulate", "no_thanks"), "", "1"),
    (("compare", "no_thanks", "no_thanks"), ".B", "2"),
    (("simulate", "no_thanks"), "", "2"),
    (("compare", "no_thanks", "no_thanks"), ".B", "1"),
]


@pytest.mark.parametrize(("verb", "files", "workers"), ENDED if NIGHTLY else ENDED[1:2])
def test_ctrl_c_leaves_a_report(tmp_path: Path, verb: tuple[str, ...], files: str, workers: str) -> None:
    """It covers what was played and says so; the exit code is 130."""
    kept = tmp_path / f"kept{files}.jsonl"
    arguments = [
        *verb,
        "--games",
        "100000",
        "--seed",
        "5",
        "--workers",
        workers,
        "--keep",
        str(tmp_path / "kept.jsonl"),
        "--engine",
        "python",
    ]
    at_a_terminal = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    command = [sys.executable, "-c", at_a_terminal + "from gamedsl.cli import main; main()", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 15):
        sleep(0.02)
    process.send_signal(signal.SIGINT)
    told, errors = process.communicate()

    assert (130, "") == (process.returncode, errors.partition("Interrupted after")[0])
    assert "The same command goes on with" in errors
    assert "Decisions in a game" in told


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it is not told here when a process has begun")
def test_processes_that_begin_hear_no_interrupt() -> None:
    """Ctrl-C reaches all that runs at a terminal; processes say nothing of it, whatever they are about."""
    arguments = ["simulate", "no_thanks", "--games", "100000", "--workers", "2", "--engine", "python"]
    at_once = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    at_once += (
        "from gamedsl.simulate.play import here; here.SHORT = here._FEW = 0; from gamedsl.cli import main; main()"
    )
    command = [sys.executable, "-c", at_once, *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None and len(children.read_text().split()) < 3:  # one of them looks after what is shared
        sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    errors = process.communicate()[1]

    assert (130, "") == (process.returncode, errors[errors.find("Traceback") :] if "Traceback" in errors else "")


def test_a_process_that_dies_ends_the_simulation() -> None:
    """With an error that says so, not with results that lack games."""

    def kill(done: int) -> None:
        for child in multiprocessing.active_children():
            child.kill()

    with pytest.raises(WorkerError, match="has ended by itself"):
        simulate(MANY, workers=2, told=kill)


def test_a_process_that_dies_between_two_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the death is noticed when more is to be played, the error is the same."""

    def broken(*given: object) -> None:
        raise BrokenProcessPool("a child process terminated abruptly")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", broken)
    with pytest.raises(WorkerError, match="has ended by itself"):
        simulate(MANY, workers=2)


def test_other_processes_of_the_program_stay() -> None:
    """Ctrl-C ends the processes of the simulation, and no others that the program has begun."""
    own = multiprocessing.get_context("spawn").Process(target=sleep, args=(600,))
    own.start()

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    try:
        results = simulate(MANY, workers=2, told=interrupt)
        left = [own.pid]
        for _ in range(1000):  # until the others are gone
            left = [child.pid for child in multiprocessing.active_children()]
            if left == [own.pid]:
                break
            sleep(0.02)

        assert 0 < len(results) < MANY.games
        assert [own.pid] == left
    finally:
        own.kill()
        own.join()


@pytest.mark.parametrize("games", [21, 40] if NIGHTLY else [21])
def test_no_process_is_left_behind(games: int, capfd: pytest.CaptureFixture[str]) -> None:
    """With the last result all processes are gone, also one that was still beginning; none of them complains."""
    others = multiprocessing.active_children()  # of tests before, which something may still hold
    results = simulate(attrs.evolve(MANY, games=games), workers=2)
    left = [one for one in multiprocessing.active_children() if one not in others]

    assert (games, [], ("", "")) == (len(results), left, capfd.readouterr())


RACE = game_text("simulate/interrupting")


@pytest.mark.parametrize(
    ("slow_first", "changes", "standings"),
    [(False, 0, ((2, 0), (2, 1), (4, 1))), (True, 3, ((1, 0), (1, 2), (2, 2)))],
)
def test_the_lead_of_a_played_game(
    tmp_path: Path, slow_first: bool, changes: int, standings: tuple[tuple[int, int], ...]
) -> None:
    """Each end of a turn counts, the last one too; the first lead out of the tie at the beginning is no change."""
    path = tmp_path / "race.game"
    path.write_text(RACE)
    settings = Settings(str(path), 2, ("random",) * 2, seed=1, games=1, options={"slow_first": slow_first})
    one = simulate(settings)[0]

    assert (4, 4, changes, standings) == (one.decisions, one.turns, one.lead_changes, one.standings)


def test_rules_that_change_while_processes_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes would play another game: that is refused."""
    path = tmp_path / "race.game"
    path.write_text(RACE)

    def changed(*arguments: Any) -> Any:
        path.write_text(RACE.replace("you.way + 2", "you.way + 3"))
        return spread(*arguments)

    monkeypatch.setattr(here, "spread", changed)
    with pytest.raises(RulesChangedError, match=r"race\.game was changed while the simulation began"):
        simulate(Settings(str(path), 2, ("random",) * 2, seed=1, games=50), workers=2)
