"""Games for a cluster, without one: rules that travel, tasks that are lost, results in order, and what is told."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Thread
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from gamedsl import load
from gamedsl.cli import group
from gamedsl.simulate import GameResult, Settings, simulate
from gamedsl.simulate.cluster import bundle, worker
from gamedsl.simulate.cluster.bundle import OtherProgramError, bundle_of, carried, program_hash
from gamedsl.simulate.cluster.on_ray import NoClusterError, check_address, ray_cluster
from gamedsl.simulate.cluster.tasks import LOST, MOST, Task, give_out
from gamedsl.simulate.cluster.worker import FEWEST, Done, Worker
from gamedsl.simulate.play.columns import MissingLibraryError
from gamedsl.simulate.play.executors import Job
from gamedsl.simulate.play.processes import RulesChangedError, WorkerError
from gamedsl.simulate.play.running import simulate_both
from gamedsl.simulate.play.todo import Todo
from tests.helpers.sample_games.every_result import odd_settings


def bundled(settings: Settings, is_stored: bool = False, held: int = 0) -> str:
    """Return the bundle of a simulation."""
    return bundle_of([load(settings.game)], [settings], [settings.games], is_stored, held)


def told(results: Sequence[GameResult]) -> list[str]:
    """Return results to the letter."""
    return [one.to_line() for one in results]


# ---------------------------------------------------------------- rules that travel


@pytest.mark.parametrize("seats", [("random", "random"), ("quick", "mcts:3")])
def test_rules_travel_as_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, str]) -> None:
    """Where no file is, a bundle plays the same to the letter, with the places in its messages: variant, base, CSV."""
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    away.mkdir()
    monkeypatch.chdir(home)
    settings = attrs.evolve(odd_settings(home, 20, seats), game="later.game", limit=15)
    results, text = simulate(settings), bundled(settings)
    for file in home.iterdir():
        file.unlink()
    monkeypatch.chdir(away)
    done = Worker(text).play([(0, range(10)), (0, range(10, 20))])

    assert told(results) == told([one for _, some in done.portion.results for one in some])
    assert any("odd.game:20" in one.error for one in results)
    assert {"format": str}.keys().isdisjoint(json.loads(text))


def test_settings_travel_whole(tmp_path: Path) -> None:
    """Everything in them, what results depend on and the engine."""
    settings = Settings("mogul", 4, ("random", "quick", "mcts:2", "random"), 2**64 - 9, 9, {"sale": "any"}, False, 77)
    settings = attrs.evolve(settings, engine="python", log_first=3, log_every=5)
    (one,) = carried(json.loads(bundled(settings)))

    assert settings == one.settings
    assert load("mogul").checked.rules_hash == one.game.checked.rules_hash


def test_rules_that_change_before_they_travel(tmp_path: Path) -> None:
    """Another game than the one that was checked is not sent."""
    settings = odd_settings(tmp_path, 5)
    game = load(settings.game)
    (tmp_path / "prizes.csv").write_text("n,worth\n0,2\n1,5\n")
    with pytest.raises(RulesChangedError, match=r"later\.game was changed while the simulation began"):
        bundle_of([game], [settings], [5], False, 0)
    (tmp_path / "odd.game").unlink()
    with pytest.raises(RulesChangedError, match=r"later\.game was changed while the simulation began"):
        bundle_of([game], [settings], [5], False, 0)


@pytest.mark.parametrize(
    ("field", "said"), [("program", "a worker has gamedsl .*, here it is other"), ("files", "install the same on both")]
)
def test_a_worker_with_another_program(field: str, said: str) -> None:
    """It plays nothing: its games might go another way."""
    data = json.loads(bundled(Settings("tic_tac_toe", 2, ("random",) * 2, 1, 5))) | {field: "other"}
    with pytest.raises(OtherProgramError, match=said):
        worker.play(json.dumps(data), [(0, range(5))])


def test_the_program_is_told_by_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any change to a module or to the grammar is another program; what is beside them is not."""
    folders = {"gamedsl": tmp_path / "gamedsl", "gamedsl.grammar": tmp_path / "grammar"}
    for folder in folders.values():
        (folder / "cli").mkdir(parents=True)
    (folders["gamedsl"] / "one.py").write_text("1\n")
    (folders["gamedsl.grammar"] / "one.lark").write_text("a\n")
    monkeypatch.setattr(bundle, "package_folder", folders.__getitem__)
    make = program_hash.__wrapped__
    first = make()
    (folders["gamedsl"] / "cli" / "two.py").write_text("2\n")
    (folders["gamedsl"] / "one.txt").write_text("2\n")
    assert first == make()
    (folders["gamedsl"] / "one.py").write_text("2\n")
    second = make()
    (folders["gamedsl.grammar"] / "one.lark").write_text("b\n")
    assert 3 == len({first, second, make()})


def test_a_process_makes_a_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next task of the same bundle finds it; another bundle takes its place."""
    one, other = (bundled(Settings("tic_tac_toe", 2, ("random",) * 2, seed, 50)) for seed in (1, 2))
    made: list[str] = []
    monkeypatch.setattr(worker, "Worker", lambda text: made.append(text) or Worker(text))
    for text in (one, one, other, other, one):
        worker.play(text, [(0, range(3))])

    assert [one, other, one] == made


# ---------------------------------------------------------------- tasks


class Losing:
    """Workers in this process, of which some die, and which answer in any order; notes how many tasks are out."""

    is_here = False

    def __init__(self, lost: float, room: int = 4) -> None:
        self.chance, self.lost, self.room_for = Random(1), lost, room
        self.worker: Worker | None = None
        self.out: list[Task] = []
        self.most = 0
        self.sizes: list[int] = []

    def play(self, job: Job) -> Any:
        """Play as a place."""
        self.worker = Worker(bundle_of(job.games, job.settings, job.todo.many, job.is_stored, job.held))
        return give_out(job, self)

    def room(self) -> int:
        """Return a number that changes."""
        return self.chance.randint(0, self.room_for)

    def give(self, task: Task) -> None:
        """Take a task."""
        self.out.append(task)
        self.most = max(self.most, len(self.out))

    def done(self) -> list[tuple[Task, Done | None]]:
        """Play or lose one."""
        assert self.worker is not None
        task = self.out.pop(self.chance.randrange(len(self.out)))
        self.sizes.append(task.games)
        found = self.worker.play(task.stretches)
        return [(task, None if self.chance.random() < self.lost else attrs.evolve(found, seconds=0.0))]


def test_lost_tasks_are_played_again() -> None:
    """With a third of all tasks lost, the results are those of this process; few tasks are ever out."""
    settings = Settings("kuhn_poker", 2, ("random",) * 2, seed=4, games=250)
    counts: list[int] = []
    workers = Losing(0.33)
    results = simulate(settings, on=workers, told=counts.append)

    assert told(simulate(settings)) == told(results)
    assert (250, []) == (counts[-1], workers.out)
    assert counts == sorted(counts)
    assert 1 < workers.most <= 4


def test_pairs_of_games_are_played_together(tmp_path: Path) -> None:
    """A comparison over workers that die gives the same, also into data sets."""
    first = Settings("hex", 2, ("random",) * 2, seed=4, games=30, limit=15)
    second = attrs.evolve(first, options={"swap": False}, games=24)
    folders = tmp_path / "a", tmp_path / "b"
    wanted = simulate_both(first, second)

    assert wanted == simulate_both(first, second, on=Losing(0.2))
    assert wanted == simulate_both(first, second, on=Losing(0.2), into=folders)
    assert wanted == simulate_both(first, second, into=folders)


def test_many_games_are_written_where_they_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large tasks come as files of the data set, with results only of games that are held; small ones as results."""
    monkeypatch.setattr(worker, "FEWEST", 30)
    settings = Settings("tic_tac_toe", 2, ("random",) * 2, seed=4, games=300)
    held = simulate(settings, on=Losing(0.2), into=tmp_path, held=100)
    again = simulate(settings, into=tmp_path)
    found = Worker(bundled(settings, True, 100)).play([(0, range(80, 120)), (0, range(20))])

    assert told(simulate(settings)) == told(again)
    assert told(again[:100]) == told(held)
    assert 3 <= len([*tmp_path.glob("games-*.parquet")])
    assert [range(80, 120)] == [one.numbers for one in found.portion.parts]
    assert [*range(20), *range(80, 100)] == sorted(
        number for _, some in found.portion.results for number in some.numbers
    )


def test_tasks_grow_while_they_are_quick() -> None:
    """From some games to some thousands, and not beyond."""
    workers = Losing(0.0)
    job = Job([], [], Todo([40_000], [[]]))
    workers.worker = Fake()
    found = list(give_out(job, workers))

    assert 40_000 == sum(workers.sizes) and len(found) == len(workers.sizes)
    assert MOST == max(workers.sizes) and FEWEST <= MOST
    assert workers.sizes[0] < 20


class Fake(Worker):
    """A worker that plays nothing."""

    def __init__(self) -> None:
        pass

    def play(self, stretches: Any) -> Done:
        """Return nothing."""
        return Done(worker.Portion([]), 0.0, (), ("Slow.",))


def test_games_that_no_worker_outlives() -> None:
    """They are named after some tries."""
    with pytest.raises(WorkerError, match=rf"^games 1 to 16 have come to nothing {LOST + 1} times"):
        simulate(Settings("tic_tac_toe", 2, ("random",) * 2, seed=4, games=16), on=Losing(1.0))


def test_remarks_come_from_workers() -> None:
    """What makes games slower there is said here."""
    workers, said = Losing(0.0), list[str]()
    workers.worker = Fake()
    assert 1 == len([*give_out(Job([], [], Todo([5], [[]]), remark=said.append), workers)])
    assert ["Slow."] == said


def test_long_games_are_told(tmp_path: Path) -> None:
    """With their last actions, as the task ends."""
    path = tmp_path / "endless.game"
    path.write_text(
        'game Endless "Endless"\n  players: 2\ntable\n  n: 0..9 = 0\nphases\n  game\n    who: players from A\n'
        '    play: wait\n    until: n > 8\nactions\n  wait "Wait"\n    then: set n to 1\n'
        "end\n  winner: A\n"
    )
    long: list[Any] = []
    settings = Settings(str(path), 2, ("random",) * 2, seed=8, games=2, limit=2010)
    simulate(settings, on=Losing(0.0), watch=long.append)

    assert [(0, 2000), (1, 2000)] == [(one.number, one.decisions) for one in long]


# ---------------------------------------------------------------- command lines


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says how to get it."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingLibraryError, match=r'pip install "gamedsl\[ray\]"'), ray_cluster("ray"):
        pass


@pytest.mark.parametrize("verb", [("simulate", "no_thanks"), ("compare", "no_thanks", "no_thanks")])
def test_the_command_without_ray(verb: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, exit code 2, nothing played."""
    monkeypatch.setitem(sys.modules, "ray", None)
    found = CliRunner().invoke(group, [*verb, "--on", "ray"])
    line = 'gamedsl: --on ray: Playing on a Ray cluster needs Ray: pip install "gamedsl[ray]"\n'

    assert (2, "", line) == (found.exit_code, found.stdout, found.stderr)


@pytest.mark.parametrize("address", ["nonsense", "ray://", "host:", ":6379", "host:port", "10.0.0.1:99999"])
def test_no_address(address: str) -> None:
    """What is none says how they look."""
    with pytest.raises(NoClusterError, match="write the address of a Ray cluster as HOST:PORT"):
        check_address(address)


def test_nobody_answers() -> None:
    """A closed port is told at once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(NoClusterError, match=f"no Ray cluster answers at 127.0.0.1:{port}: "):
        check_address(f"127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n", "is no Ray cluster"),
        (b"", "is no Ray cluster"),
        (bytes((0, 0, 18, 4, 0, 0, 0, 0, 0)), ""),
    ],
)
def test_somebody_else_answers(answer: bytes, said: str) -> None:
    """What does not speak as Ray does is none: Ray would wait for it for minutes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(100)
                connection.sendall(answer)

        thread = Thread(target=serve)
        thread.start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        if said:
            with pytest.raises(NoClusterError, match=said):
                check_address(address)
        else:
            check_address(address)
        thread.join()


def test_a_cluster_of_this_machine_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray may still name one whose processes are gone: it is asked before it is joined."""
    named = SimpleNamespace(canonicalize_bootstrap_address=lambda address: "127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False))
    monkeypatch.setitem(sys.modules, "ray._private.services", named)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(NoClusterError, match=r"no Ray cluster answers at 127\.0\.0\.1:1: "), ray_cluster("ray"):
        pass


def test_ray_is_loaded_only_where_it_is_used() -> None:
    """Neither Ray nor what reads Parquet is loaded by a simulation that needs none."""
    code = (
        "import sys; from gamedsl.simulate import Settings, simulate; import gamedsl.simulate.cluster.on_ray; "
        "simulate(Settings('tic_tac_toe', 2, ('random',) * 2, 1, 3)); "
        "print([name for name in ('ray', 'pyarrow', 'numpy') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})

    assert "[]\n" == found.stdout
