"""What a report says: who played, whether it is fair, how large the sample is, which games to look at."""

import random
import re
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

from gamedsl import load
from gamedsl.cli import group
from gamedsl.simulate import GameResult, Settings, simulate
from gamedsl.simulate.figures.samples import seat_rates
from gamedsl.simulate.play.one_game import play_one
from gamedsl.simulate.reports.findings import _points
from gamedsl.simulate.reports.report import Report
from gamedsl.simulate.reports.simulated import simulated_report
from gamedsl.simulate.reports.study import reproduced
from gamedsl.simulate.reports.sweeping import Part, sweep_report
from gamedsl.simulate.results.results import Results

TWO = ("random", "random")
GAME = load("tic_tac_toe")
PLAYED = simulate(Settings("tic_tac_toe", 2, TWO, seed=1, games=30))


def report(seats: tuple[str, str] = TWO, rotate: bool = True, results: list[GameResult] | None = None) -> Report:
    """Return the report of games of noughts and crosses."""
    found = PLAYED if results is None else results
    return simulated_report(GAME, Settings("tic_tac_toe", 2, seats, 1, len(found), rotate=rotate), found)


def won(wins: list[tuple[int, ...]]) -> list[GameResult]:
    """Return games with these winners."""
    return [attrs.evolve(PLAYED[0], number=number, winners=one) for number, one in enumerate(wins)]


def said(found: Report, begin: str) -> str:
    """Return the first sentence that begins so; empty when there is none."""
    return next((line for line in found.findings if line.startswith(begin)), "")


def test_random_players_are_no_people() -> None:
    """Shares of victory of random players are never told as the balance of the game."""
    assert "without any aim" in report().findings[0]
    assert "quick (look one move ahead) and random (no aim at all)" in report(("quick", "random")).findings[0]
    assert "mcts:2s (search)" in report(("mcts:2s", "mcts:2s")).findings[0]


def test_games_that_cannot_be_repeated() -> None:
    """Players with a budget of time choose otherwise each time, and the report says so."""
    assert "cannot be repeated" in " ".join(report(("mcts:2s", "random")).findings)
    assert "cannot be repeated" not in " ".join(report(("mcts:20", "random")).findings)


def test_a_small_sample_is_called_small() -> None:
    """Under a hundred games."""
    assert "30 games are few" in " ".join(report().findings)
    assert "are few" not in " ".join(report(results=[*PLAYED] * 4).findings)


@pytest.mark.parametrize(
    ("lengths", "words"),
    [
        ([(1, 1)] * 3, "one decision"),
        ([(2, 2)] * 3, "one decision of each player"),
        ([(1, 1), (2, 2), (1, 1)], ""),
        ([(2, 1)] * 3, ""),
        ([(9, 9)] * 3, ""),
    ],
)
def test_games_that_are_over_at_once(lengths: list[tuple[int, int]], words: str) -> None:
    """Where all games last one decision, or one of each player, the report says so."""
    played = [attrs.evolve(one, decisions=n, turns=m) for one, (n, m) in zip(PLAYED, lengths, strict=False)]
    told = f"A game lasts {words}: every game was over then. If more is meant, a phase needs an `until`."

    assert (told if words else "") == said(report(results=played), "A game lasts")


def test_a_fair_game_and_what_could_be_hidden() -> None:
    """The sentence names the size of an advantage that would have shown."""
    found = said(report(results=won([(0,), (1,)] * 50)), "Fair?")

    assert "no seat wins clearly more or less often than 50.0 %" in found
    assert "An advantage of 15 percentage points shows in four of five simulations of this size" in found


@pytest.mark.parametrize(("seats", "size"), [(2, 400), (3, 600), (5, 600)])
def test_the_advantage_that_is_told_shows_so_often(seats: int, size: int) -> None:
    """In 70 to 90 of 100 samples with just that advantage of a seat its interval rules out a fair game."""
    chance = random.Random(seats)
    fair = 1 / seats
    points = _points(seat_rates(Results(won([(0,)] * size)), range(seats)), size, fair) / 100
    weights = [fair + points] + [(1 - fair - points) / (seats - 1)] * (seats - 1)
    shown = 0
    by_seat = [won([(seat,)] * size) for seat in range(seats)]
    for _ in range(200):
        games = [by_seat[seat][number] for number, seat in enumerate(chance.choices(range(seats), weights, k=size))]
        shown += seat_rates(Results(games), range(seats))[0].excludes(fair)

    assert 140 <= shown <= 180


def test_an_unfair_game() -> None:
    """Both seats are named with their interval."""
    found = said(report(results=won([(0,), (0,), (0,), (1,)] * 25)), "Fair?")

    assert "Not by seat" in found
    assert "seat 1 (Cross) wins more, 75.0 % (65.7 % to 82.5 %)" in found
    assert "hold for all seats at once" in found


def test_games_without_a_winner_do_not_look_unfair() -> None:
    """Fairness is told of the games that had a winner."""
    found = report(results=won([(), (), (), (0,), (1,)] * 200))

    assert "As far as 400 games with a winner (of 1,000) can tell, yes" in said(found, "Fair?")
    assert 1.0 == found.metrics["seat_balance"].estimate.value
    assert "60.0 % of the games ended without a winner." in found.findings


def test_few_games_are_too_few_for_any_answer() -> None:
    """However one-sided they were; and also where only a huge advantage would show."""
    assert "Fair? 4 games cannot tell: take some hundreds." == said(report(results=won([(0,)] * 4)), "Fair?")
    found = said(report(results=won([(0,)] * 12 + [()] * 100)), "Fair?")
    assert "Fair? 12 games with a winner (of 112) cannot tell: take some hundreds." == found
    assert "Fair? 40 games cannot tell yet: no seat" in said(report(results=won([(0,), (1,)] * 20)), "Fair?")
    assert "can tell, yes" in said(report(results=won([(0,), (1,)] * 200)), "Fair?")


def test_games_without_a_winner_leave_less_for_each() -> None:
    """Equally good players win less often then; and where nobody wins, nothing is said against leading."""
    drawn = report(results=[attrs.evolve(one, standings=((1, 0),) * 3) for one in won([()] * 40)])
    mixed = report(
        ("quick", "random"), results=[attrs.evolve(one, kinds=("quick", "random")) for one in won([(), (0,)] * 20)]
    )

    assert "(0.0 % each if it meant nothing). So far a lead then shows no clear effect." in said(drawn, "The course")
    assert "25.0 % if all were equally good." in said(mixed, "A player quick")
    assert "would win 0.0 %" in next(table.note for table in drawn.tables if table.title == "How games go")


def test_actions_that_are_hardly_ever_used() -> None:
    """In clearly fewer than one of twenty games, if there are enough games to tell."""
    seldom = [attrs.evolve(one, uses={"put": (int(one.number == 0), 0)}) for one in won([(0,), (1,)] * 100)]

    assert said(report(results=seldom), "Hardly ever used?").endswith("in 0.5 % of the games.")
    assert "" == said(report(results=seldom[:90]), "Hardly ever used?") == said(report(results=[*PLAYED] * 5), "Hardly")


def test_who_is_ahead_may_show_late() -> None:
    """Rows of moments when hardly ever somebody leads alone are left out, and a sentence says so."""
    level, ahead = ((1, 1), (1, 1), (1, 1)), ((1, 1), (1, 1), (2, 1))
    late = [attrs.evolve(one, standings=ahead) for one in won([(0,), (1,)] * 20)]
    last = [attrs.evolve(one, standings=level) for one in late[:39]] + late[39:]
    found = report(results=late)
    table = next(table for table in found.tables if table.title == "How games go")

    assert ["Changes of the lead in a game", "Who leads alone at 75 % wins"] == [row[0] for row in table.rows]
    assert "who is ahead shows late; at half-time" in said(found, "The course")
    assert "who is ahead shows only near the end" in said(report(results=last), "The course")
    assert "How games go" not in [table.title for table in report(results=last).tables]


def test_no_winner_at_all() -> None:
    """Then nothing is said of fairness."""
    found = report(results=won([()] * 20))

    assert "" == said(found, "Fair?")
    assert 0 == found.metrics["seat_balance"].estimate.size


def test_players_at_fixed_seats_tell_nothing_of_seats() -> None:
    """A strong player at seat 1 is no advantage of seat 1."""
    found = said(report(("quick", "random"), rotate=False, results=won([(0,)] * 50)), "Fair?")

    assert "That cannot be told" in found


def test_who_begins_where_that_differs() -> None:
    """The one who decides first is counted, whatever the seat."""
    games = [attrs.evolve(one, first=one.number % 2, winners=(one.number % 2,)) for one in won([()] * 40)]
    found = report(results=games)

    assert 1.0 == found.metrics["win_rate.starter"].estimate.value
    assert "an advantage" in said(found, "To begin?")
    assert "win_rate.starter" not in report().metrics


def test_unfinished_and_stopped_games_are_told() -> None:
    """With what they mean for all the rest."""
    games = [
        *PLAYED[:5],
        attrs.evolve(PLAYED[5], status="unfinished", winners=()),
        attrs.evolve(PLAYED[6], status="stopped", winners=(), error="GDRUN02 x.game:3:1: no cover: 3"),
        attrs.evolve(PLAYED[7], status="stopped", winners=(), error="GDRUN02 x.game:3:1: no cover: 4"),
    ]
    found = report(results=games)
    table = next(table for table in found.tables if table.title == "Games stopped by a rule")

    assert "2 games (25.0 %) could not go on because of a rule" in " ".join(found.findings)
    assert "1 game (12.5 %) had no end" in " ".join(found.findings)
    assert [("GDRUN02 x.game:3:1: no cover: 3", "2")] == [row[:2] for row in table.rows]


def test_an_interrupted_simulation_says_so() -> None:
    """In the facts, so that it stands in every format."""
    found = simulated_report(GAME, Settings("tic_tac_toe", 2, TWO, 1, 100), PLAYED)

    assert dict(found.facts)["Games"].startswith("30 of 100, interrupted")


def test_the_command_plays_the_very_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the report prints gives the points that the simulation had, with different players and options."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path))
    settings = Settings("mogul", 3, ("quick", "random", "mcts:3"), 7, 2, options={"sale": "all_or_none"})
    table = load("mogul").start(3, options=settings.options)
    settings = attrs.evolve(settings, options=table.options)
    one = play_one(load("mogul"), settings, 1)
    command = reproduced(load("mogul"), settings, one)
    result = CliRunner().invoke(group, command.split()[1:])
    points = dict(re.findall(r"^ +\d+\. (\w) +(-?\d+) points?$", result.stdout, re.MULTILINE))

    assert "--option sale=all_or_none --seat 1=mcts:3 --seat 2=quick --seat 3=random" in command
    assert {name: str(value) for name, value in zip("ABC", one.points, strict=True)} == points


def test_paths_in_commands_are_quoted() -> None:
    """A rule file in a folder with a blank can be played again, too."""
    settings = Settings("my games/x.game", 2, TWO, 1, 1)

    assert reproduced(GAME, settings, PLAYED[0]).startswith("gamedsl play 'my games/x.game' --players 2 --seed 1 ")


def test_phases_are_counted() -> None:
    """Noughts and crosses has one phase; Mogul's rounds are counted by what happens in each."""
    settings = Settings("mogul", 3, ("random",) * 3, seed=1, games=2)
    found = simulated_report(load("mogul"), settings, simulate(settings))
    rows = {row[0]: row[1] for row in next(t for t in found.tables if t.title == "How often phases begin").rows}

    assert "1.00" == rows["Rounds until the Crash"]
    assert float(rows["Auction"]) > 20


def test_a_sweep_compares_with_the_first_value() -> None:
    """Each other value has a sentence with its real differences; every metric a row."""
    parts = []
    for value in ("any", "all_or_none"):
        game = load("mogul")
        table = game.start(3, options={"sale": value})
        settings = Settings("mogul", 3, ("random",) * 3, seed=1, games=30, options=table.options, log_first=2)
        parts.append(Part(f"sale = {value}", game, settings, simulate(settings)))
    found = sweep_report("sale", parts)

    assert "sale = all_or_none instead of sale = any: Choices at a decision" in " ".join(found.findings)
    assert all(("", "sale = any", "sale = all_or_none") == table.columns for table in found.tables)
    assert "sale=any:seat_balance" in found.metrics
    assert "all as by default" == dict(found.facts)["Other options"]
