"""Metrics of a rule file: when they are measured, for whom, what is told of them, and that they change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

import gamedsl
from gamedsl import studies
from gamedsl.cli import group
from gamedsl.simulate import GameResult, Settings, measure, simulate
from gamedsl.simulate.play.results_file import ResultsFileError
from tests.helpers.texts import game_text

GAME = game_text("simulate/own_metrics")
ROWS_OF_ALL_KINDS = """\
  taken "Chips taken"
    after: take(n, k)
    worth: k
  here
    after: main
    who: next(you)
    worth: you.chips
  all
    after: grow
    who: players from B
    let: most = max(p.chips for each p in players)
    when: most > 1
    worth: you.chips = most
  top
    after: main
    worth: deck.top.value if deck.top != none else 0
  odd
    after: take(n, k)
    worth: (the c in card with most c.value mod (k + 1) ties never).value
  whose
    who: {the p in players with most p.chips ties never}
    worth: you.points
  richest
    who: the p in players with most p.chips ties never
    worth: 1
  over
    who: winners
    worth: game_over and you.points > 5
"""
"""Metrics of that game: behind actions and rules, at the end, for one and for all."""
TAKEN = """\
  taken "Chips taken"
    after: take(n, k)
    worth: k
"""


def game(metrics: str) -> gamedsl.Game:
    """Return the game with these metrics."""
    return gamedsl.loads(GAME.replace("{metrics}\n", metrics))


def played(metrics: str, *moves: str) -> tuple[tuple[str, int | None, int | bool | None], ...]:
    """Return what is measured while some moves are made."""
    table = game(metrics).start(2, 1)
    for move in moves:
        table.apply(next(one.code for one in table.legal() if one.text == move))
    return studies.measured(table)


def test_behind_an_action_before_its_triggers() -> None:
    """The names in brackets stand for its parameters and picks; the trigger that follows pays later."""
    here = '  here "Chips"\n    after: take\n    worth: you.chips\n'
    assert (("taken", 0, 2), ("taken", 1, 1)) == played(TAKEN, "take(2)", "take(1)")
    assert (("here", 0, 2), ("here", 1, 1), ("here", 0, 5)) == played(here, "take(2)", "take(1)", "take(2)")


def test_behind_groups_rules_and_phases() -> None:
    """A group is each of its actions; a phase without a player speaks to nobody but those of `who`."""
    of_group = "  a\n    after: main\n    worth: you.chips\n"
    of_rule = "  a\n    after: grow\n    worth: you.chips\n"
    of_phase = "  a\n    after: round\n    who: players\n    worth: you.chips\n"
    assert (("a", 0, 2), ("a", 1, 1)) == played(of_group, "take(2)", "draw")
    assert (("a", 1, 1),) == played(of_rule, "take(2)", "draw")
    assert (("a", 0, 3), ("a", 1, 1)) == played(of_phase, "take(2)", "draw")


def test_conditions_and_names_are_read_in_written_order() -> None:
    """A `when` may ask for what a `let` above it names, and measures nothing where it does not hold."""
    text = "  a\n    after: take(n, k)\n    let: twice = 2 * k\n    when: twice > 2\n    worth: twice = 4\n"
    assert (("a", 0, True),) == played(text, "take(2)", "take(1)")


def test_at_the_end_winners_and_points_are_known() -> None:
    """Without `after` a metric is measured once, at the end, for each whom it speaks to."""
    text = "  a\n    who: players\n    worth: you.points if you in winners else 0\n  b\n    worth: count(winners) = 2\n"
    table = game(text).start(2, 1)
    while table.decider is not None:
        assert () == studies.measured(table)
        table.apply(table.codes()[0])
    outcome = table.outcome()
    assert outcome is not None
    won = [points if seat in outcome.winners else 0 for seat, points in enumerate(outcome.points)]
    expected = (("a", 0, won[0]), ("a", 1, won[1]), ("b", None, len(outcome.winners) == 2))
    assert expected == studies.measured(table)


CURIOUS = TAKEN + "  top\n    after: main\n    worth: deck.top.value if deck.top != none else 0\n"


@pytest.mark.parametrize("seed", range(6))
def test_a_metric_changes_no_game(seed: int) -> None:
    """The same choices lead to the same game, also where a metric looks at a card whose place is still open."""
    results = []
    for metrics in ("", CURIOUS):
        table = (game(metrics) if metrics else gamedsl.loads(GAME.replace("metrics\n{metrics}\n", ""))).start(2, seed)
        while table.decider is not None:
            table.apply(table.codes()[-1])
        results.append((table.outcome(), [cell.pieces for cell in table.view().cells], table.events()))
    assert results[0] == results[1]


def test_records_and_rules_do_not_know_metrics() -> None:
    """A designer may add one while a game is interrupted: the hash of the rules is the same."""
    without = gamedsl.loads(GAME.replace("metrics\n{metrics}\n", ""))
    assert without.checked.rules_hash == game(TAKEN).checked.rules_hash


def test_bots_that_imagine_games_measure_nothing() -> None:
    """Only the game that is played counts."""
    table = game(TAKEN).start(2, 1)
    imagined = table.situation().imagine(1)
    imagined.apply(imagined.codes()[0])
    assert (None, ()) == (imagined._state.measured, studies.measured(table))


def file_of(path: Path, metrics: str) -> str:
    """Write the game with these metrics; return its path."""
    path.write_text(GAME.replace("{metrics}\n", metrics), encoding="utf-8")
    return str(path)


def results(path: str, games: int = 12) -> list[GameResult]:
    """Play games at random."""
    return list(simulate(Settings(path, 2, ("random", "random"), seed=1, games=games)))


def test_what_is_told_of_them(tmp_path: Path) -> None:
    """The mean within a game, then over games; winners, others and seats where it was measured for players."""
    path = file_of(tmp_path / "piles.game", TAKEN + "  long\n    worth: bank < 30\n")
    played_games = results(path)
    metrics = measure(played_games)
    means = []
    for one in played_games:
        values = [int(value or 0) for _, value in one.own["taken"][2]]
        means += [sum(values) / len(values)] if values else []
    assert pytest.approx(sum(means) / len(means)) == metrics["metric.taken"].estimate.value
    assert ("mean", "rate") == (metrics["metric.taken"].unit, metrics["metric.long"].unit)
    names = {name for name in metrics if name.startswith("metric.")}
    assert {f"metric.taken{part}" for part in ("", ".winner", ".others", ".seat_1", ".seat_2")} | {
        "metric.long"
    } == names


def run(*words: str) -> str:
    """Return what the command prints."""
    return CliRunner().invoke(group, ["simulate", *words], catch_exceptions=False).output


def test_claims_and_reports(tmp_path: Path) -> None:
    """A claim about a metric is judged like any other, and the report has its tables."""
    path = file_of(tmp_path / "piles.game", TAKEN)
    told = run(path, "--games", "20", "--seed", "1", "--assert", "metric.taken >= 1", "--assert", "metric.taken <= 0")
    assert "metric.taken >= 1: measured" in told
    assert "metric.taken <= 0: measured" in told
    assert ["Numbers of the rule file", "Numbers of winners and others"] == [
        line for line in told.split("\n") if line.startswith("Numbers of")
    ]
    assert "metric.takn` is no metric of this simulation; did you mean" in run(path, "--assert", "metric.takn >= 1")


def test_what_was_never_measured_is_told(tmp_path: Path) -> None:
    """A metric that waits for what never comes up says so."""
    path = file_of(tmp_path / "piles.game", "  never\n    after: draw\n    when: bank > 40\n    worth: you.chips\n")
    assert "The metric `never` was never measured" in run(path, "--games", "3", "--seed", "1")


def test_what_cannot_be_worked_out_is_left_out_and_told(tmp_path: Path) -> None:
    """A metric that fails stops no game."""
    odd = "(the c in card with most c.value mod (k + 1) ties never).value"
    path = file_of(tmp_path / "piles.game", f"  odd\n    after: take(n, k)\n    worth: {odd}\n")
    told = run(path, "--games", "6", "--seed", "1")
    assert "The metric `odd` could not be worked out" in told


def test_kept_results_belong_to_their_metrics(tmp_path: Path) -> None:
    """What was measured by other metrics is not mixed."""
    path, kept = file_of(tmp_path / "piles.game", TAKEN), tmp_path / "kept.jsonl"
    settings = Settings(path, 2, ("random", "random"), seed=1, games=3)
    first = list(simulate(settings, kept=kept))
    assert first == list(simulate(settings, kept=kept))
    file_of(tmp_path / "piles.game", TAKEN.replace("worth: k", "worth: k + 1"))
    with pytest.raises(ResultsFileError, match="the metrics of the rule file have changed"):
        list(simulate(settings, kept=kept))


SLIPS: Mapping[str, list[str]] = {
    "    after: take\n": ["GDFLO24"],
    "    worth: you.chips\n": ["GDNAM01"],
    "    after: tak\n    worth: 1\n": ["GDNAM01"],
    "    after: take(n, k, j)\n    worth: 1\n": ["GDTYP03"],
    "    after: main(k)\n    worth: 1\n": ["GDNAM11"],
    "    worth: players\n": ["GDTYP01"],
    "    worth: 1\n    worth: 2\n": ["GDNAM02"],
    "    worth: 1\n    then: pay 1 from bank to A.chips\n": ["GDNAM06"],
    "    once: bank = 0\n    worth: 1\n": ["GDNAM06"],
    "    after: round\n    worth: you.chips\n": [],
    "    who: players\n    when: repeated(3, hand)\n    worth: 1\n": ["GDTYP18"],
    "    who: players\n    worth: max(c.value for each c in next(you).hand)\n": [],
}


@pytest.mark.parametrize("fields", SLIPS)
def test_slips(fields: str) -> None:
    """Each is told by its code; hidden things may be read."""
    text = GAME.replace("{metrics}\n", f"  odd\n{fields}")
    assert SLIPS[fields] == [found.code for found in gamedsl.check_text(text) if found.severity == "error"]


def test_no_rule_reads_a_metric() -> None:
    """The message says what the name is."""
    text = GAME.replace("{metrics}\n", TAKEN).replace("until: bank <= 30", "until: taken > 3")
    (found,) = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    assert "metrics are measured in simulations" in f"{found.message} {found.help}"


def test_variants_add_change_and_remove_metrics(tmp_path: Path) -> None:
    """They are paragraphs like others."""
    file_of(tmp_path / "piles.game", TAKEN + "  other\n    worth: bank\n")
    (tmp_path / "more.game").write_text(
        'variant More "More" of "piles.game"\nmetrics\n  remove other\n  change taken\n    worth: 2 * k\n'
        "  third\n    worth: bank = 30\n",
        encoding="utf-8",
    )
    more = gamedsl.load(tmp_path / "more.game")
    assert ["taken", "third"] == list(more.checked.metrics)
    shown = CliRunner().invoke(group, ["show", str(tmp_path / "more.game")]).output
    assert "Metrics for simulations" in shown


def test_other_words_for_the_section_are_told() -> None:
    """Whoever writes `statistics` means metrics."""
    text = GAME.replace("{metrics}\n", TAKEN).replace("\nmetrics\n", "\nstatistics\n")
    found = [(one.code, one.help) for one in gamedsl.check_text(text) if one.severity == "error"]
    assert [("GDSYN09", "did you mean `metrics`?")] == found
