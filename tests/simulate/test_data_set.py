"""Results in a Parquet data set: nothing of them is lost, and whoever is ended goes on."""

import json
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import sleep
from typing import Any

import attrs
import pyarrow.dataset
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from gamedsl import load
from gamedsl.cli import group, simulation_options
from gamedsl.simulate import GameResult, Settings, simulate
from gamedsl.simulate.play import columns, data_set
from gamedsl.simulate.play.columns import Columns, MissingLibraryError
from gamedsl.simulate.play.data_set import HEAD
from gamedsl.simulate.play.results_file import ResultsFileError
from gamedsl.simulate.play.running import simulate_both
from gamedsl.storage.locking import lock
from tests.helpers.sample_games.every_result import odd_settings
from tests.helpers.suite.nightly import NIGHTLY, examples

GAMES = Settings(
    "no_thanks", 3, ("random",) * 3, seed=2, games=32, engine="python"
)  # one by one, whatever some test has compiled
MOGUL = Settings("mogul", 4, ("random",) * 4, seed=2, games=10, log_first=2)


def told(results: Sequence[GameResult]) -> list[str]:
    """Return results to the letter."""
    return [one.to_line() for one in results]


def read(folder: Path) -> list[dict[str, Any]]:
    """Return the rows of a data set, by number."""
    rows = pyarrow.dataset.dataset(folder, partitioning="hive").to_table().to_pylist()
    return sorted(rows, key=lambda row: row["number"])


@pytest.fixture(params=["odd", "mogul", "limit", "tic_tac_toe"][: examples(2, 4)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Settings whose results hold different things."""
    odd = odd_settings(tmp_path, 60)
    yield {
        "odd": odd,
        "limit": attrs.evolve(odd, limit=3),
        "mogul": MOGUL,
        "tic_tac_toe": Settings("tic_tac_toe", 2, ("random",) * 2, seed=2, games=60),
    }[request.param]


def test_nothing_of_results_is_lost(settings: Settings, tmp_path: Path) -> None:
    """What is written is read again to the letter: stopped games, metrics, hints that failed, shared victories."""
    results = simulate(settings)
    file = tmp_path / "games.parquet"
    found = Columns(load(settings.game), settings)
    file.write_bytes(found.packed(results))

    assert told(results) == told(list(found.unpacked(file, 60)))
    assert told(results[:7]) == told(list(found.unpacked(file, 7)))
    assert range(len(results)) == found.numbers(file)
    file.write_bytes(found.packed([results[3], results[9]]))
    assert [3, 9] == found.numbers(file)


def test_the_odd_game_has_everything(tmp_path: Path) -> None:
    """What the test before is about does come up."""
    results = simulate(odd_settings(tmp_path, 60))

    assert {"finished", "stopped"} == {one.status for one in results}
    assert any(one.hints for one in results) and all(len(one.own) == 2 for one in results)
    assert any(None in one.standings or one.last for one in results)


def test_a_data_set_holds_what_was_played(settings: Settings, tmp_path: Path) -> None:
    """All games with their figures; the settings stand beside them; the same results come back."""
    folder = tmp_path / "games"
    results = simulate(settings, into=folder)
    rows = read(folder)

    assert told(simulate(settings)) == told(results)
    assert [(one.number, one.seed, one.status, one.points[0]) for one in results] == [
        (row["number"], row["seed"], row["status"], row["points_1"]) for row in rows
    ]
    assert settings.seed == json.loads((folder / HEAD).read_text())["settings"]["seed"]


@pytest.mark.parametrize("whole", [1, 7, 1000] if NIGHTLY else [7])
def test_going_on(tmp_path: Path, tune: pytest.MonkeyPatch, whole: int) -> None:
    """Games that are there are not played again, whatever files they are in; a torn file is no file."""
    tune.setattr(data_set, "_WHOLE", whole)
    games = attrs.evolve(GAMES, games=24)
    folder, counts = tmp_path / "games", list[int]()
    simulate(attrs.evolve(games, games=8), into=folder)
    (folder / ".games-0000000090.parquet.abcd").write_bytes(b"PAR1")
    simulate(attrs.evolve(games, games=14), into=folder, workers=2)
    results = simulate(games, into=folder, told=counts.append)

    assert told(simulate(games)) == told(results)
    assert (15, 24) == (counts[0], counts[-1])
    assert list(range(24)) == [row["number"] for row in read(folder)]
    assert [] == [*folder.glob(".games*")]
    assert told(results[:8]) == told(simulate(attrs.evolve(games, games=8), into=folder))


def test_only_what_is_held_comes_back(tmp_path: Path) -> None:
    """The others are in the data set, and in no memory."""
    folder = tmp_path / "games"
    fresh, again = (simulate(GAMES, into=folder, held=13) for _ in range(2))

    assert told(simulate(GAMES)[:13]) == told(fresh) == told(again)
    assert GAMES.games == len(read(folder))


def test_two_simulations_are_one_data_set(tmp_path: Path) -> None:
    """Folders NAME=VALUE become a column."""
    folders = tmp_path / "side=A", tmp_path / "side=B"
    first = attrs.evolve(MOGUL, games=4)
    second = attrs.evolve(first, options={"sale": "all_or_none"})
    before, after = simulate_both(first, second, into=folders)
    rows = read(tmp_path)

    assert (told(simulate(first)), told(simulate(second))) == (told(before), told(after))
    assert [row["points_2"] for row in rows if row["side"] == "B"] == [one.points[1] for one in after]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 3}, "other --seed"),
        ({"game": "liars_dice"}, "the rules have changed"),
        ({"limit": 9}, "other --limit"),
    ],
)
def test_a_data_set_of_something_else_is_refused(tmp_path: Path, other: dict[str, Any], said: str) -> None:
    """The message names what differs; nothing is added."""
    few = attrs.evolve(GAMES, games=3)
    simulate(few, into=tmp_path / "games")
    with pytest.raises(ResultsFileError, match=said):
        simulate(attrs.evolve(few, **other), into=tmp_path / "games")
    assert 3 == len(read(tmp_path / "games"))


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    """A folder with Parquet files of something else, a damaged head, a damaged file."""
    few = attrs.evolve(GAMES, games=3)
    (tmp_path / "other.parquet").write_bytes(b"hello")
    with pytest.raises(ResultsFileError, match="Parquet files of something else"):
        simulate(few, into=tmp_path)
    simulate(few, into=tmp_path / "games")
    (file,) = (tmp_path / "games").glob("games-*.parquet")
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(
        ResultsFileError, match=r"0000000000\.parquet is damaged.*; delete it, and its games are played"
    ):
        simulate(few, into=tmp_path / "games")
    (tmp_path / "games" / HEAD).write_text("{")
    with pytest.raises(ResultsFileError, match=r"_simulation\.json is damaged"):
        simulate(few, into=tmp_path / "games")
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultsFileError, match="file: "):
        simulate(few, into=tmp_path / "file")


def test_two_programs_do_not_write_one_data_set(tmp_path: Path) -> None:
    """The second is told so."""
    few = attrs.evolve(GAMES, games=3)
    simulate(few, into=tmp_path)
    with (tmp_path / "_lock").open("rb") as file:
        assert lock(file.fileno())
        with pytest.raises(ResultsFileError, match="another program"):
            simulate(few, into=tmp_path)


def test_a_fault_while_playing_keeps_what_was_played(tmp_path: Path) -> None:
    """Whatever ends a simulation, its results so far are there."""

    def fail(done: int) -> None:
        if done == 30:
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        simulate(GAMES, into=tmp_path, told=fail)
    assert list(range(30)) == [row["number"] for row in read(tmp_path)]


COMMAND = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from gamedsl.cli import main; main()"
)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL] if NIGHTLY else [signal.SIGINT])
def test_ended_and_gone_on(tmp_path: Path, ending: signal.Signals) -> None:
    """After Ctrl-C or a kill the same command goes on; without a seed it takes that of the data set."""
    folder = tmp_path / "games"
    code = "import gamedsl.simulate.play.data_set as one; one._WHOLE = 100; " + COMMAND
    verb = ["simulate", "kuhn_poker", "--into", str(folder)]
    verb += ["--engine", "python"]  # several processes, and no compiler
    process = subprocess.Popen(
        [sys.executable, "-c", code, *verb, "--games", "200000", "--seed", "5", "--workers", "2" if NIGHTLY else "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not [*folder.glob("games-*.parquet")]:
        sleep(0.02)
    process.send_signal(ending)
    _, errors = process.communicate()
    known = [row["number"] for row in read(folder)]
    wanted = max(known) + 20
    again = CliRunner().invoke(group, [*verb, "--games", str(wanted), "--workers", "1"], catch_exceptions=False)
    results = simulate(Settings("kuhn_poker", 2, ("random",) * 2, seed=5, games=wanted))

    assert 100 <= len(known) < 200_000
    assert ending == signal.SIGKILL or f"The same command goes on with {folder}." in errors
    assert [one.points[0] for one in results] == [row["points_1"] for row in read(folder)]
    assert f"{wanted:,} finished" in again.stdout


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--games", "20000000"], 2, "more than 10,000,000 need --into FOLDER"),
        (["--keep", "a.jsonl", "--into", "b"], 2, "--keep and --into both keep results"),
        (["--into", "nowhere/at/all"], 2, "there is no such folder"),
        (["--workers", "257"], 2, "one machine has at most 256 (see --on)"),
    ],
)
def test_what_cannot_be_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], code: int, said: str
) -> None:
    """It is told before anything is played."""
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(group, ["simulate", "mogul", *options])

    assert code == found.exit_code
    assert said in found.stderr


def test_results_are_kept_in_one_place(tmp_path: Path) -> None:
    """Neither the file nor the folder is passed over without a word."""
    with pytest.raises(ValueError, match="both keep results"):
        simulate(GAMES, kept=tmp_path / "kept.jsonl", into=tmp_path / "games")
    assert [] == [*tmp_path.iterdir()]


def test_the_library_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says how to get it."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingLibraryError, match="pip install pyarrow"):
        columns.arrow()


def test_a_report_on_the_first_games(tmp_path: Path, tune: pytest.MonkeyPatch) -> None:
    """Where all games are in a data set, the report is that of the first ones, letter for letter; that is told."""
    tune.setattr(simulation_options, "HELD", 6)
    into = str(tmp_path / "games")
    verbs = [
        (("simulate", "no_thanks"), "6", f"The report is on the first 6 games; all 12 are in {into}.\n"),
        (("simulate", "hex", "--sweep", "swap=yes,no"), "3", "The report is on the first 3 games; all 12 are in"),
        (("compare", "no_thanks", "no_thanks"), "3", "The report is on the first 3 pairs; all 12 are in"),
    ]
    for verb, reported, said in verbs:
        options = ("--seed", "2", "--workers", "1", "--limit", "40", "--games")
        found = CliRunner().invoke(group, [*verb, *options, "12", "--into", into])
        few = CliRunner().invoke(group, [*verb, *options, reported])
        assert (0, few.stdout) == (found.exit_code, found.stdout)
        assert said in found.stderr
        if "--sweep" in verb:
            assert {"yes": 12, "no": 12} == Counter(row["swap"] for row in read(tmp_path / "games"))
        shutil.rmtree(into)
