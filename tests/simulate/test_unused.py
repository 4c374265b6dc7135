"""What games never use: found without false alarms, with words, and apart from what options rule out."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from gamedsl import load
from gamedsl.simulate import GameResult, Settings, simulate
from gamedsl.simulate.figures.scope import in_play
from gamedsl.simulate.figures.unused import Neglected, neglected
from gamedsl.simulate.reports.report import Report
from gamedsl.simulate.reports.simulated import simulated_report
from gamedsl.studies import set_up
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

TOOLS = game_text("simulate/unused_tools")


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A game with much that is never used."""
    path = tmp_path / "tools.game"
    path.write_text(TOOLS)
    return path


def study(path: Path, **options: bool) -> Neglected:
    """Return what four random games never use."""
    settings = Settings(str(path), 2, ("random",) * 2, seed=1, games=4, options=dict(options))
    return neglected(set_up(load(path), 2, options=options), simulate(settings))


def told(found: Neglected) -> dict[str, list[str]]:
    """Return the names of what was never used, by kind."""
    return {
        kind: [one.name for one in found.unused if one.kind == kind] for kind in sorted({o.kind for o in found.unused})
    }


def test_what_is_never_used(tools: Path) -> None:
    """Actions, triggers, pieces and sources; a rule that only calls another rule was used."""
    assert {
        "action": ["beg"],
        "piece": ["saw", "file"],
        "source of points": ["honour"],
        "trigger": ["wealth"],
    } == told(study(tools))


def test_what_the_options_rule_out_is_apart(tools: Path) -> None:
    """It is no news that it was not used; with the option it comes up."""
    out = [("action", "steal"), ("phase", "bonus"), ("rule", "fine"), ("trigger", "luxury")]

    assert out == [(one.kind, one.name) for one in study(tools).out]
    assert () == study(tools, rich=True).out


def test_words_and_reasons(tools: Path) -> None:
    """Things are listed with their words, values left open, and with what never happened."""
    found = {one.name: (one.words, one.why) for one in study(tools).unused}

    assert ("Beg for … coins", "never possible") == found["beg"]
    assert ("The Saw", "never came into play") == found["saw"]
    assert ("Somebody is rich", "never set off") == found["wealth"]


def test_possible_but_never_chosen(tools: Path) -> None:
    """That is another thing than never possible."""

    class Worker:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, situation: object, choices: Sequence[object]) -> int:
            return 0

    settings = Settings(str(tools), 2, ("worker",) * 2, seed=1, games=3, options={"rich": True})
    results = simulate(settings, makers={"worker": Worker})
    found = neglected(set_up(load(tools), 2, options={"rich": True}), results)

    assert {"steal": "possible in 3 games, never chosen", "beg": "never possible"} == {
        one.name: one.why for one in found.unused if one.kind == "action"
    }


def test_only_logged_games_tell_of_pieces(tools: Path) -> None:
    """Without a log nothing is said of rules and pieces, and the report says how many games had one."""
    settings = Settings(str(tools), 2, ("random",) * 2, seed=1, games=3, log_first=0, log_every=10**6)
    results = simulate(settings)[1:]
    found = neglected(set_up(load(tools), 2), results)

    assert {"action", "source of points"} == {one.kind for one in found.unused}
    assert 0 == found.logged
    assert "in the 0 of 2 games that were followed in detail" in " ".join(report(tools, settings, results).findings)


def report(path: Path, settings: Settings, results: Sequence[GameResult]) -> Report:
    """Return the report of a simulation."""
    return simulated_report(load(path), settings, results)


def test_the_report_lists_it(tools: Path) -> None:
    """The sentence names what is not much, the table tells more; what options rule out is told."""
    settings = Settings(str(tools), 2, ("random",) * 2, seed=1, games=4)
    found = report(tools, settings, simulate(settings))
    said = next(line for line in found.findings if line.startswith("Never used?"))
    table = next(table for table in found.tables if table.title == "Never used")

    assert "action beg; source of points honour; trigger wealth; piece saw and file: see" in said
    assert "phase bonus" in said
    assert ("piece", "saw", "The Saw", "never came into play") in table.rows


@pytest.mark.parametrize(
    ("game", "options", "out"),
    [
        ("mogul", {}, {("phases", "early_loans")}),
        ("mogul", {"loans_before_reveal": True}, set()),
        ("saloon_tycoon", {}, {("phases", "must_act"), ("actions", "accept"), ("rules", "work_off")}),
    ][: examples(2, 3)],
)
def test_bundled_games(game: str, options: dict[str, bool], out: set[tuple[str, str]]) -> None:
    """Only what an option switches on is out of play."""
    which = set_up(load(game), options=options)
    checked = which.game.checked
    playable = in_play(which)
    cards = {
        (section, name) for section in ("phases", "actions", "rules", "triggers") for name in getattr(checked, section)
    }

    assert out == cards - playable


@pytest.mark.parametrize(
    ("options", "out"),
    [
        ({}, {("actions", "assign"), ("phases", "first_divisions"), ("actions", "play_unseen")}),
        ({"objective_mode": "free"}, {("actions", "play_unseen")}),
        ({"dealt_events": "blind"}, {("actions", "assign"), ("phases", "first_divisions")}),
    ],
)
def test_what_never_changes_is_as_at_the_beginning(options: dict[str, str], out: set[tuple[str, str]]) -> None:
    """Divisions are fixed, and always forbidden to change, where no step that can come up frees them."""
    which = set_up(load("quatre_etoiles"), options=options)

    assert out == {("actions", "assign"), ("phases", "first_divisions"), ("actions", "play_unseen")} - in_play(which)


def test_pieces_dealt_in_setup_are_in_play() -> None:
    """Objective cards of 4 Étoiles never move after they were dealt; they are no false alarm."""
    settings = Settings("quatre_etoiles", 2, ("quick",) * 2, seed=1, games=3, limit=40)
    found = neglected(set_up(load("quatre_etoiles"), 2), simulate(settings))

    assert [] == [one.name for one in found.unused if one.kind == "piece" and one.name.startswith("O")]


MODIFIERS = """\
terms
  each player
    pay_of_day = 1
modifiers
  better "Better pay"
    when: you.hand != none
    change: pay_of_day to old + 1
  best "Best pay"
    when: you.coins > 50
    change: pay_of_day to old + 2
  by_law "Only by law"
    when: rich
    change: pay_of_day to old + 3
  no_begging "Too rich to beg"
    when: you.coins > 45
    forbid: beg
  no_stealing "Too rich to steal"
    when: you.coins > 45
    forbid: steal
"""


def test_modifiers_that_were_never_in_force(tools: Path) -> None:
    """A modifier counts when it changed or forbade something in the real game; one of cards not in play is apart."""
    text = tools.read_text().replace("else: pay 1 from", "else: pay you.pay_of_day from")
    text = text.replace("\nrules\n", "\n" + MODIFIERS + "rules\n").replace("if you.hand != none:", "if you.coins > 7:")
    tools.write_text(text)

    found = study(tools)

    assert ["best", "no_begging"] == told(found)["modifier"]
    assert ["by_law", "no_stealing"] == [one.name for one in found.out if one.kind == "modifier"]


UNLIMITED = game_text("simulate/unused_unlimited")


@pytest.mark.parametrize("compared", ["gone < days", "days > gone", "gone != days"])
def test_nothing_is_less_than_unlimited(compared: str, tmp_path: Path) -> None:
    """It is no number: what is asked of it is known before play, and told as such."""
    file = tmp_path / "days.game"
    file.write_text(UNLIMITED.replace("gone < days", compared))
    settings = Settings(str(file), 2, ("random",) * 2, seed=1, games=4)
    found = neglected(set_up(load(file), 2), simulate(settings))
    assert (["grow"] if compared != "gone != days" else []) == [one.name for one in found.out if one.kind == "action"]
    assert "grow" not in [one.name for one in found.unused]
