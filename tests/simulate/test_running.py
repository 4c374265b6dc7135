"""Whole simulations: repeatable, the same over several processes, kept in files, told in every format."""

import csv
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from time import sleep
from typing import Any, ClassVar

import attrs
import pyarrow.parquet
import pytest

from gamedsl import SetupError, load
from gamedsl.examples.bots.careful import Careful
from gamedsl.players.kinds.random_player import RandomPlayer
from gamedsl.simulate import GameResult, Settings, measure, simulate
from gamedsl.simulate.play import here
from gamedsl.simulate.play.columns import MissingLibraryError
from gamedsl.simulate.play.one_game import Long, PlayerError
from gamedsl.simulate.play.processes import _Spawning
from gamedsl.simulate.play.results_file import ResultsFileError, kept_seed
from gamedsl.simulate.reports.formats import (
    results_csv,
    to_csv,
    to_json,
    to_markdown,
    write_parquet,
)
from gamedsl.simulate.reports.html import to_html
from gamedsl.simulate.reports.simulated import simulated_report
from gamedsl.simulate.reports.study import reproduced
from gamedsl.storage.locking import lock
from tests.helpers.sample_games.every_result import BASE, odd_settings
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text

SETTINGS = Settings(
    "no_thanks", 3, ("random",) * 3, seed=5, games=12, engine="python"
)  # one by one, whatever some test has compiled


@cache
def twelve() -> list[GameResult]:
    """Return the results of the settings, for tests of what is made of results."""
    return simulate(SETTINGS)


def test_the_same_seed_gives_the_same_games() -> None:
    """Twice the same settings; other seeds give other games."""
    first = simulate(SETTINGS)

    assert first == simulate(SETTINGS)
    assert list(range(5, 17)) == [one.seed for one in first]
    assert len({one.points for one in first}) > 6


def test_a_single_game_can_be_played_again() -> None:
    """Its seed and seats are all that is needed."""
    one = twelve()[7]
    table = load("no_thanks").start(3, one.seed, log=False)
    bot = RandomPlayer(one.seed)
    while table.decider is not None:
        codes = table.codes()
        table.apply(codes[bot.choose(table.situation(), codes)])
    outcome = table.outcome()

    assert outcome is not None
    assert (one.points, one.winners, one.decisions) == (outcome.points, outcome.winners, table.decisions)
    assert "gamedsl play no_thanks --players 3 --seed 12 --seat 1=random" in reproduced(
        load("no_thanks"), SETTINGS, one
    )


def test_seats_move_on() -> None:
    """Each kind of player has each seat in turn; fixed seats stay."""
    kinds = ("a", "b", "c")

    assert [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a"), ("a", "b", "c")] == [
        Settings("x", 3, kinds, 0, 1).kinds_of(number) for number in range(4)
    ]
    assert kinds == Settings("x", 3, kinds, 0, 1, rotate=False).kinds_of(1)


def test_less_is_asked_for_than_was_kept(tmp_path: Path) -> None:
    """Only the games that are asked for are told; the others stay in the file."""
    kept = tmp_path / "results.jsonl"
    simulate(SETTINGS, kept=kept)
    fewer = attrs.evolve(SETTINGS, games=4)

    assert simulate(fewer) == simulate(fewer, kept=kept)
    assert twelve() == simulate(SETTINGS, kept=kept)


def test_players_from_python() -> None:
    """A player of one's own sits at the seats that name it."""

    class First:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, situation: object, choices: object) -> int:
            return 0

    settings = Settings("no_thanks", 3, ("first", "random", "random"), seed=1, games=6)
    results = simulate(settings, makers={"first": First})

    assert all(one.uses["take"][one.kinds.index("first")] > 0 for one in results)
    assert all(one.uses.get("no_thanks", (0, 0, 0))[one.kinds.index("first")] == 0 for one in results)


def test_a_limit_gives_games_up() -> None:
    """They are unfinished and nobody has won them."""
    results = simulate(Settings("no_thanks", 3, ("random",) * 3, seed=5, games=2, limit=7))

    assert [("unfinished", (), 7)] * 2 == [(one.status, one.winners, one.decisions) for one in results]


ENDLESS = game_text("simulate/running")


@pytest.mark.parametrize("workers", [1, 2])
def test_long_games_are_told_while_they_go_on(tmp_path: Path, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With number, seed and last actions, at 2,000 decisions."""
    path, games = tmp_path / "endless.game", 3
    path.write_text(ENDLESS)
    settings = Settings(str(path), 2, ("random",) * 2, seed=8, games=games, limit=2010)
    told: list[Long] = []
    monkeypatch.setattr(here, "_FEW", 2)  # so few games are shared out
    results = simulate(settings, workers=workers, watch=told.append)

    assert [(number, 8 + number, 2000) for number in range(games)] == sorted(
        (one.number, one.seed, one.decisions) for one in told
    )
    assert {12} == {len(one.last) for one in [*told, *results]}
    assert {"A wait", "B wait", "A hold", "B hold"} >= set(results[0].last)


def test_nobody_need_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What processes tell of long games is always taken from them: a full pipe would stop them."""
    path, made, make = tmp_path / "endless.game", [], _Spawning.SimpleQueue
    path.write_text(ENDLESS)

    def kept(self: _Spawning) -> Any:
        made.append(make(self))
        return made[-1]

    monkeypatch.setattr(_Spawning, "SimpleQueue", kept)
    monkeypatch.setattr(here, "_FEW", 2)  # so few games are shared out
    simulate(Settings(str(path), 2, ("random",) * 2, seed=8, games=3, limit=2010), workers=2)
    assert made[0].empty()  # the first is that of long games


def test_games_given_up_are_named_with_their_end(tmp_path: Path) -> None:
    """The report says what they did at last and how to play them again, also when no game was finished."""
    path = tmp_path / "endless.game"
    path.write_text(ENDLESS)
    settings = Settings(str(path), 2, ("random",) * 2, seed=8, games=5, limit=30)
    results = simulate(settings)
    table = next(one for one in simulated_report(load(path), settings, results).tables if one.title == "Games given up")

    assert 3 == len(table.rows)
    assert f"seed 8, 30 decisions; at the end: {', '.join(results[0].last)}" == table.rows[0][0]
    assert table.rows[0][1].endswith("--seed 8 --seat 1=random --seat 2=random --limit 30")
    assert "The first 3 of 5." in table.note


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_seating_is_seen_in_games_with_a_log(players: int) -> None:
    """Behind the first games, too: players that move on sit at every seat in games with a log."""
    kinds = tuple("abcdef"[:players])
    settings = Settings("x", players, kinds, 0, 1000)
    logged = [number for number in range(20, 1000) if settings.is_logged(number)]

    assert set(kinds) == {settings.kinds_of(number)[0] for number in logged}


def test_kept_results_are_not_played_again(tmp_path: Path) -> None:
    """A longer simulation goes on behind a shorter one; a torn last line is played again."""
    kept = tmp_path / "results.jsonl"
    told: list[int] = []
    simulate(Settings("no_thanks", 3, ("random",) * 3, seed=5, games=4), kept=kept)
    kept.write_bytes(kept.read_bytes()[:-20])
    results = simulate(SETTINGS, kept=kept, told=told.append)

    assert list(range(4, 13)) == told
    assert results == twelve()
    assert results == simulate(SETTINGS, kept=kept)


@pytest.mark.parametrize("other", [{"seed": 6}, {"players": 4, "seats": ("random",) * 4}, {"limit": 9}])
def test_results_of_other_settings_are_refused(tmp_path: Path, other: dict[str, object]) -> None:
    """The message names what differs."""
    kept = tmp_path / "results.jsonl"
    simulate(Settings("no_thanks", 3, ("random",) * 3, seed=5, games=1), kept=kept)

    with pytest.raises(
        ResultsFileError, match=f"other .*--{next(iter(other))}, .* and not {next(iter(other.values()))}"
    ):
        simulate(
            Settings(**{"game": "no_thanks", "players": 3, "seats": ("random",) * 3, "seed": 5, "games": 1, **other}),
            kept=kept,
        )


@pytest.mark.parametrize("text", ["hello\n", "{}\n", '{"format": "gamedsl simulation"}\n', "\x00\n"])
def test_other_files_are_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    """A file that is something else loses nothing."""
    kept = tmp_path / "results.jsonl"
    kept.write_text(text)

    with pytest.raises(ResultsFileError):
        simulate(SETTINGS, kept=kept)
    assert text == kept.read_text()


def test_a_killed_simulation_goes_on(tmp_path: Path) -> None:
    """After kill -9 in the middle everything that was confirmed is still there, and the end is the same."""
    kept = tmp_path / "results.jsonl"
    workers = "2" if NIGHTLY else "1"
    arguments = ["simulate", "no_thanks", "--games", "80", "--seed", "5", "--workers", workers, "--keep", str(kept)]
    arguments += ["--engine", "python"]  # machine code that some test has made would be done too soon
    command = [sys.executable, "-c", "from gamedsl.cli import main; main()", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 10):
        sleep(0.02)
    process.kill()
    process.wait()
    confirmed = {GameResult.from_line(line).number for line in kept.read_text().split("\n")[1:-1]}
    played: list[int] = []
    settings = Settings("no_thanks", 3, ("random",) * 3, seed=5, games=80, engine="python")
    results = simulate(settings, kept=kept, told=played.append)

    assert len(confirmed) >= 9
    assert 80 - len(confirmed) == len(played)
    assert results == simulate(settings)


def test_reports_say_the_same_in_every_format() -> None:
    """Markdown, JSON, CSV and HTML hold the metrics; the page loads nothing from elsewhere."""
    results = twelve()
    report = simulated_report(load("no_thanks"), SETTINGS, results)
    data = json.loads(to_json(report))
    rows = list(csv.DictReader(io.StringIO(to_csv(report))))
    page = to_html(report)

    assert set(data["metrics"]) == {row["name"] for row in rows} == set(report.metrics)
    assert all(f"## {table.title}" in to_markdown(report) for table in report.tables)
    assert all(f"<h2>{table.title}" in page.replace("&#x27;", "'") for table in report.tables)
    assert len(report.plots) == page.count("<svg")
    assert "src=" not in page
    assert "<script" not in page


def test_raw_results_have_a_row_for_each_game() -> None:
    """Seed, status, points and uses by seat."""
    rows = list(csv.DictReader(io.StringIO(results_csv(twelve()))))

    assert [str(seed) for seed in range(5, 17)] == [row["seed"] for row in rows]
    assert all(float(row["win_1"]) + float(row["win_2"]) + float(row["win_3"]) == pytest.approx(1) for row in rows)
    assert {"points_3", "uses_take_1", "source_cards_2", "kind_1"} <= set(rows[0])


def test_the_order_of_sources_outlives_a_file(tmp_path: Path) -> None:
    """Reports on kept results are the same, letter for letter."""
    kept = tmp_path / "results.jsonl"
    settings = Settings("mogul", 3, ("random",) * 3, seed=1, games=2)
    played, read = simulate(settings, kept=kept), simulate(settings, kept=kept)

    assert [list(one.sources) for one in played] == [list(one.sources) for one in read]


def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    """The second is told so, and changes nothing."""
    kept = tmp_path / "results.jsonl"
    simulate(SETTINGS, kept=kept)
    before = kept.read_bytes()
    with kept.open("rb") as file:
        assert lock(file.fileno())
        with pytest.raises(ResultsFileError, match="another program"):
            simulate(SETTINGS, kept=kept)

    assert before == kept.read_bytes()


def test_a_torn_first_line_is_written_again(tmp_path: Path) -> None:
    """A kill in the very first moment leaves a part of the first line."""
    kept = tmp_path / "results.jsonl"
    simulate(SETTINGS, kept=kept)
    kept.write_bytes(kept.read_bytes()[:30])

    assert twelve() == simulate(SETTINGS, kept=kept)


def test_hints_that_fail_are_counted_and_told(tmp_path: Path) -> None:
    """The report names the hint, its place, and how often it could not be worked out."""
    settings = odd_settings(tmp_path, 4)
    results = simulate(settings)
    hint = next(iter(results[0].hints))
    said = [line for line in simulated_report(load(settings.game), settings, results).findings if "hint" in line]

    assert hint.startswith("fortune (") and "odd.game:23:" in hint
    assert any(hint in line and "counted nothing" in line for line in said)
    assert results == simulate(settings)


def test_changed_hints_make_other_results(tmp_path: Path) -> None:
    """Players decide by hints, so results of other hints are not mixed; other comments do not matter."""
    settings, kept = odd_settings(tmp_path, 2), tmp_path / "results.jsonl"
    simulate(settings, kept=kept)
    base = tmp_path / "odd.game"
    base.write_text(BASE + "# a comment\n")
    simulate(settings, kept=kept)
    base.write_text(BASE.replace("prize[you.coins].worth", "2 * you.coins"))

    with pytest.raises(ResultsFileError, match="the hints have changed"):
        simulate(settings, kept=kept)


def test_a_file_knows_its_seed(tmp_path: Path) -> None:
    """So a simulation with a seed of chance can go on; other files have none."""
    kept = tmp_path / "results.jsonl"
    simulate(SETTINGS, kept=kept)

    assert 5 == kept_seed(kept)
    assert kept_seed(tmp_path / "nothing") is None
    assert kept_seed(Path(__file__)) is None


class Spy:
    """A bot that writes down the hands of all players, as far as it can reach them."""

    seen: ClassVar[list[list[tuple[str, ...]]]] = []

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, situation: Any, choices: Sequence[Any]) -> int:
        """Look behind the wall."""
        self.seen.append(hands(situation._table))
        return [choice.action for choice in choices].index(choices[0].action)


def hands(table: Any) -> list[tuple[str, ...]]:
    """Return what all players hold."""
    cells = [cell for cell in table.view(None, revealed=True).cells if cell.entry == "player.hand"]
    return [tuple(piece.name for piece in cell.pieces) for cell in cells]


def test_a_player_from_python_sits_behind_a_wall() -> None:
    """Bots that are handed over get choices in words and a table without secrets, as those that are named do."""
    Spy.seen.clear()
    simulate(Settings("six_tricks", 3, ("spy", "random", "random"), seed=3, games=1), makers={"spy": Spy})
    table, bot, truth = load("six_tricks").start(3, 3), RandomPlayer(3), []
    while table.decider is not None:
        codes = table.codes()
        truth += [hands(table)] if table.decider == 0 else []
        table.apply(codes[0 if table.decider == 0 else bot.choose(table.situation(), codes)])

    assert [own for own, *_ in truth] == [own for own, *_ in Spy.seen]
    assert truth[0][1:] != Spy.seen[0][1:]
    assert [len(hand) for hand in truth[0]] == [len(hand) for hand in Spy.seen[0]]


def test_the_bot_of_the_documentation_can_be_handed_over() -> None:
    """It plays as under its name."""
    name = "gamedsl.examples.bots.careful:Careful"
    settings = Settings("no_thanks", 3, (name, "random", "random"), seed=3, games=1)

    assert simulate(settings) == simulate(settings, makers={name: Careful})


class Beyond(Spy):
    """A bot that counts from the end."""

    def choose(self, situation: Any, choices: Sequence[Any]) -> int:
        """Return what is no index of a choice."""
        return -1


def test_an_index_that_is_none_is_refused() -> None:
    """It is not taken for the last choice."""
    settings = Settings("no_thanks", 3, ("beyond", "random", "random"), seed=4, games=1)

    with pytest.raises(PlayerError, match=r"beyond at seat 1 failed .* must choose an index from 0 to"):
        simulate(settings, makers={"beyond": Beyond})


class Broken:
    """A bot with a mistake."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, situation: object, choices: object) -> int:
        """Fail."""
        return 1 // 0


def test_a_player_that_fails_is_named() -> None:
    """Kind, seat, decision and seed, and what went wrong."""
    settings = Settings("no_thanks", 3, ("broken", "random", "random"), seed=4, games=1)

    with pytest.raises(PlayerError, match=r"broken at seat 1 failed in decision .* \(seed 4\): ZeroDivisionError"):
        simulate(settings, makers={"broken": Broken})


def test_parquet_holds_the_same_as_csv(tmp_path: Path) -> None:
    """Columns and values of both files are the same."""
    results = twelve()
    path = tmp_path / "games.parquet"
    write_parquet(results, path)
    found = pyarrow.parquet.read_table(path).to_pylist()
    rows = list(csv.DictReader(io.StringIO(results_csv(results))))

    assert list(rows[0]) == list(found[0])
    assert rows == [{name: str(value) for name, value in one.items()} for one in found]


def test_metrics_can_be_worked_out_from_the_rows_of_games() -> None:
    """Who began, who won, and the standings stand in them; limits show as `status`."""
    results = twelve()
    rows = list(csv.DictReader(io.StringIO(results_csv(results))))
    wins = [float(one[f"win_{one['first']}"]) for one in rows if int(one["winners"])]
    half = [[int(one[f"standing_50_{seat}"]) for seat in (1, 2, 3)] for one in rows]
    led = [
        float(one[f"win_{standing.index(max(standing)) + 1}"])
        for one, standing in zip(rows, half, strict=True)
        if standing.count(max(standing)) == 1
    ]
    found = measure(results)

    assert found["win_rate.starter"].estimate.value == pytest.approx(sum(wins) / len(wins))
    assert found["leader_wins.50"].estimate.value == pytest.approx(sum(led) / len(led))
    assert [str(int(one.logged)) for one in results] == [one["logged"] for one in rows]


def test_parquet_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says how to get it."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(MissingLibraryError, match="pip install pyarrow"):
        write_parquet([], tmp_path / "games.parquet")


@pytest.mark.parametrize("seats", [("random", "random"), ("quick", "random")])
def test_no_processes_are_begun_for_short_games(seats: tuple[str, str], tune: pytest.MonkeyPatch) -> None:
    """Where the games to come take less time than to begin some; the results are the same."""

    def never(*given: object) -> None:
        raise AssertionError("processes are begun")

    settings = Settings("examples/kuhn_poker.game", 2, seats, seed=8, games=40, engine="python")
    expected = simulate(settings)
    tune.setattr(here, "spread", never)
    with pytest.raises(AssertionError, match="processes are begun"):
        simulate(settings, workers=2)
    tune.setattr(here, "SHORT", 60.0)
    assert expected == simulate(attrs.evolve(settings, engine="auto"), workers=2)


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (("random", "greedy"), "`seats` names 2 players, and `players` is 3"),
        ((), "`seats` names 0 players, and `players` is 3"),
        ("random", "`seats` must be a kind of player for each seat, as text, not random"),
        ((1, 2, 3), "`seats` must be a kind of player for each seat, as text, not (1, 2, 3)"),
    ],
)
def test_every_seat_has_a_kind_of_player(seats: Any, told: str) -> None:
    """It is said at once, not where a result is read."""
    with pytest.raises(SetupError) as raised:
        Settings("no_thanks", 3, seats, 1, 3)
    assert told == str(raised.value)
