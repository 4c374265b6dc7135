"""Whole simulations: repeatable, the same over several processes, kept in files, told in every format."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from gamedsl import load
from gamedsl.players.random_player import RandomPlayer
from gamedsl.simulate import GameResult, Settings, simulate
from gamedsl.simulate.formats import results_csv, to_csv, to_json, to_markdown
from gamedsl.simulate.html import to_html
from gamedsl.simulate.report import build, reproduced, unused
from gamedsl.simulate.running import ResultsFileError

SETTINGS = Settings("no_thanks", 3, ("random",) * 3, seed=5, games=12)


def test_the_same_seed_gives_the_same_games() -> None:
    """Twice the same settings; other seeds give other games."""
    first = simulate(SETTINGS)

    assert first == simulate(SETTINGS)
    assert list(range(5, 17)) == [one.seed for one in first]
    assert len({one.points for one in first}) > 6


def test_a_single_game_can_be_played_again() -> None:
    """Its seed and seats are all that is needed."""
    one = simulate(SETTINGS)[7]
    table = load("no_thanks").start(3, one.seed, log=False)
    bot = RandomPlayer(one.seed)
    while table.decider is not None:
        codes = table.codes()
        table.apply(codes[bot.choose(table.situation(), codes)])
    outcome = table.outcome()

    assert outcome is not None
    assert (one.points, one.winners, one.decisions) == (outcome.points, outcome.winners, table.decisions)
    assert "gamedsl play no_thanks --players 3 --seed 12 --seat 1=random" in reproduced(SETTINGS, one)


def test_several_processes_give_the_same_results() -> None:
    """Work is divided, results are not."""
    settings = Settings("no_thanks", 3, ("random",) * 3, seed=1, games=50)

    assert simulate(settings) == simulate(settings, workers=2)


def test_seats_move_on() -> None:
    """Each kind of player has each seat in turn; fixed seats stay."""
    kinds = ("a", "b", "c")

    assert [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a"), ("a", "b", "c")] == [
        Settings("x", 3, kinds, 0, 1).kinds_of(number) for number in range(4)
    ]
    assert kinds == Settings("x", 3, kinds, 0, 1, rotate=False).kinds_of(1)


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


def test_kept_results_are_not_played_again(tmp_path: Path) -> None:
    """A longer simulation goes on behind a shorter one; a torn last line is played again."""
    kept = tmp_path / "results.jsonl"
    told: list[int] = []
    simulate(Settings("no_thanks", 3, ("random",) * 3, seed=5, games=4), kept=kept)
    kept.write_bytes(kept.read_bytes()[:-20])
    results = simulate(SETTINGS, kept=kept, told=told.append)

    assert list(range(4, 13)) == told
    assert results == simulate(SETTINGS)
    assert results == simulate(SETTINGS, kept=kept)


@pytest.mark.parametrize("other", [{"seed": 6}, {"players": 4, "seats": ("random",) * 4}, {"limit": 9}])
def test_results_of_other_settings_are_refused(tmp_path: Path, other: dict[str, object]) -> None:
    """The message names what differs."""
    kept = tmp_path / "results.jsonl"
    simulate(Settings("no_thanks", 3, ("random",) * 3, seed=5, games=1), kept=kept)

    with pytest.raises(ResultsFileError, match=f"other .*{next(iter(other))}"):
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
    arguments = ["simulate", "no_thanks", "--games", "200", "--seed", "5", "--workers", "2", "--keep", str(kept)]
    command = [sys.executable, "-c", "from gamedsl.cli import main; main()", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 10):
        sleep(0.02)
    process.kill()
    process.wait()
    confirmed = {GameResult.from_line(line).number for line in kept.read_text().split("\n")[1:-1]}
    played: list[int] = []
    settings = Settings("no_thanks", 3, ("random",) * 3, seed=5, games=200)
    results = simulate(settings, kept=kept, told=played.append)

    assert len(confirmed) >= 9
    assert 200 - len(confirmed) == len(played)
    assert results == simulate(settings)


def test_reports_say_the_same_in_every_format() -> None:
    """Markdown, JSON, CSV and HTML hold the metrics; the page loads nothing from elsewhere."""
    results = simulate(SETTINGS)
    report = build(load("no_thanks"), SETTINGS, results, ("A", "B", "C"))
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
    rows = list(csv.DictReader(io.StringIO(results_csv(simulate(SETTINGS)))))

    assert [str(seed) for seed in range(5, 17)] == [row["seed"] for row in rows]
    assert all(float(row["win_1"]) + float(row["win_2"]) + float(row["win_3"]) == pytest.approx(1) for row in rows)
    assert {"points_3", "uses_take_1", "source_cards_2", "kind_1"} <= set(rows[0])


def test_what_is_never_used_is_found() -> None:
    """Mogul's phase of early loans exists only with its option."""
    settings = Settings("mogul", 3, ("random",) * 3, seed=1, games=1)
    game = load("mogul")
    designs = game.start(3).designs()
    found = unused(game, simulate(settings), designs)

    assert ["early_loans"] == found["phases"]
    assert "pieces" not in unused(game, [_moving_all(designs)], designs)


def _moving_all(designs: tuple[str, ...]) -> GameResult:
    one = simulate(Settings("mogul", 3, ("random",) * 3, seed=1, games=1))[0]
    return GameResult(
        **{**{name: getattr(one, name) for name in one.__slots__ if name != "__weakref__"}, "moved": designs}
    )
