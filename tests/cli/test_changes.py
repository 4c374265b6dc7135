"""Within a turn only what has changed on the table is printed."""

import io
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.render.changes import render_changes
from gamedsl.presentation.changes import Look

HERE = Path(__file__).parent
STEPS, HANDS = str(HERE / "steps.game"), str(HERE / "hands.game")


@cache
def tycoon() -> gamedsl.Game:
    """Return the largest game, read once."""
    return gamedsl.load("tycoon")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records go to a folder of the test."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))


def changed(game: gamedsl.Game, *moves: str, seed: int = 5) -> str:
    """Return what the first seat is shown to have changed by the last of some moves."""
    table = game.start(2, seed=seed)
    for move in moves[:-1]:
        table.apply(move)
    before = table.look(0)
    table.apply(moves[-1])
    return shown(before, table.look(0))


def shown(before: Look, after: Look) -> str:
    """Return what is printed of the differences."""
    found = render_changes(after.since(before), after.view)
    console = Console(width=80, file=io.StringIO(), markup=False, highlight=False)
    console.print("" if found is None else found)
    assert isinstance(console.file, io.StringIO)
    return "".join(f"{line.rstrip()}\n" for line in console.file.getvalue().splitlines())


def test_only_what_is_not_as_it_was() -> None:
    """Common things first, then those of each player; what stayed as it was is left out."""
    assert """\
Scheduled for sale Mexico City or 3 squares (6)
Blue
  Money 11 in cash - 0 owed = 11
  Scheduled Sydney or 1 square (4)
""" == changed(tycoon(), "buy_scheduled(scheduled_17)")  # fmt: skip


def test_boxes_show_the_lines_that_differ() -> None:
    """Of a display with boxes only the boxes and lines are shown that changed."""
    text = changed(tycoon(), "buy_scheduled(scheduled_17)", "fly_scheduled(scheduled_17)", "fly_scheduled.c=sydney")
    assert "The nine cities Sydney   strips 3 B 4 ·\n" in text
    assert "hotels" not in text
    assert "Cairo" not in text


def test_of_many_pieces_the_new_ones_are_shown() -> None:
    """A place with many pieces is told by their number and the new ones."""
    table = gamedsl.load("saloon_tycoon").start(2, seed=5)
    while "draw_two" not in [choice.text for choice in table.legal()] or table.decider != 0:
        table.apply(table.codes()[-1])
    before = table.look(0)
    table.apply("draw_two")
    assert re.search(r"\n  hand 5, new: (?!Lumber Delivery|Sweet Talk)", shown(before, table.look(0)))


def test_nothing_that_the_viewer_cannot_see() -> None:
    """A change of hidden things is no change for who does not see them."""
    table = gamedsl.load("saloon_tycoon").start(2, seed=5)
    while table.decider == 0:
        table.apply(table.codes()[0])
    before = table.look(0)
    table.apply(table.codes()[0])
    assert render_changes(table.changes(before), table.view(0)) is None


# ---------------------------------------------------------------- play


def play(*typed: str, game: str = STEPS, seats: int = 1) -> str:
    """Return what a game shows to whoever types these lines."""
    options = [part for seat in range(seats) for part in ("--seat", f"{seat + 1}=human")]
    lines = "\n".join((*typed, "quit", "y")) + "\n"
    return CliRunner().invoke(group, ["play", game, "--seed", "1", *options], input=lines).stdout


def tables(text: str) -> int:
    """Return how often the whole table was shown."""
    return sum("'s decision" in line and "─" in line for line in text.splitlines())


def test_the_whole_table_once_in_a_turn() -> None:
    """It stands at the beginning of a turn, and wherever it is asked for; else there is what has changed."""
    assert 1 == tables(play("take 1", "take 2"))
    assert 3 == tables(play("take 1", "table", "look", "take 2"))
    assert 2 == tables(play("take 1", "pass"))


def test_what_is_needed_most_stands_last() -> None:
    """At the beginning of a turn the log since then stands below the table, and the choices below the log."""
    text = play("pass").rpartition("'s decision ─")[2]
    assert text.index("Ann: ") < text.index("Bob: ") < text.rindex("Ann> ")


def test_each_person_sees_the_whole_table_first() -> None:
    """With several persons at one terminal nothing stays on it of what the other has seen."""
    text = play("", "take 1", "take 2", "pass", "", "take 1", seats=2)
    assert [1, 1] == [tables(part) for part in text.split("is next. Nobody else should look now.")[1:]]


@pytest.mark.parametrize("height", [24, 200])
def test_a_terminal_shows_the_table_with_every_decision(height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a turn, too, whether the screen is high enough for everything or not; in a pipe it tells what is new."""

    def terminal() -> Console:
        return Console(
            force_terminal=True, no_color=True, width=80, height=height, file=sys.stdout, markup=False, highlight=False
        )

    monkeypatch.setattr("gamedsl.cli.terminal.session.make_console", terminal)
    assert 3 == tables(play("", "bs1", "bs2", game="tycoon"))  # Enter behind what the game is about


def test_legends_are_shown_once() -> None:
    """Displays that hold only words are shown with the first table and where the table is asked for."""
    text = play("borrow(loan_10)", game="tycoon")
    assert (2, 1) == (tables(text), text.count("How to read it"))
    assert 2 == play("borrow(loan_10)", "table", game="tycoon").count("How to read it")
