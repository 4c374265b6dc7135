"""What the table tells without being wrong: who may look, what decides, what is refused, rows with all columns."""

import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console, RenderableType

from gamedsl.api import loads
from gamedsl.cli import group
from gamedsl.cli.render.describe import render_described
from gamedsl.cli.render.lines import render_scores
from gamedsl.cli.render.why import explain
from gamedsl.cli.terminal.seats import has_secrets
from gamedsl.game import Table

WALK = """
game Walk
  players: 2

types
  gem: ruby, onyx

components
  card: card
    | card   | tier: 1..3 | cost[gem]: 0..7 |
    | red_12 | 1          | 3; 4            |
    | red_1  | 2          | 0; 5            |

table
  row: heap of card, full
  turns: number "turns"
  runner[c: 2..5]: 0..13 "runner"
  each player
    hand: heap of card{seen}
    won: bool

terms
  zenith = 9
  far(c: 2..5) = runner[c] > 3
  each player
    best(g: gem) = max(c.cost[g] for each c in hand)

phases
  game
    who: players from A
    steps: begin, act
    until: turns > zenith
  begin
    then: for each c in 2..5: set runner[c] to 0
  act
    play: walk or rest or take

actions
  walk "Walk"
    pick: k in 1..3, c in {{k + 1, 5 - k}} where runner[c] = 0 "Which column?" as "column {{c}}"
    when: turns > 4 "too early"
    then: set runner[c] to 1
  rest "Rest"
    then: set turns to turns + 1
  take "Take a card"
    pick: c in row "Which?"
    then: move c to you.hand; set turns to turns + 1
{scoring}
end
  winner: {winner}
"""
POINTS = '\nscoring\n  none_yet "Points"\n    worth: 0\n'


def walk(
    seen: str = "", winner: str = "the p in players where p.won with most 1 ties none", scoring: str = ""
) -> Table:
    """Return a new game."""
    return loads(WALK.format(seen=seen, winner=winner, scoring=scoring)).start(seed=5)


def shown(what: RenderableType) -> str:
    """Return what a terminal shows, without blanks at the ends of lines."""
    console = Console(width=120, file=io.StringIO(), markup=False, highlight=False)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def test_refused_answers_are_called_as_choices_are() -> None:
    """By the words for all parts of an answer."""
    table = walk()
    told = "  Walk: column 2 ×2, column 4 ×2, column 3 — not now: too early"
    assert told == shown(explain(table, table.view(0), "walk"))


def test_all_that_is_possible_is_named() -> None:
    """Not only the first of the choices of an action."""
    table = walk()
    assert "It is possible now: Take a card: red 12, red 1" == shown(explain(table, table.view(0), "take"))


def test_cards_in_sight_show_all_columns() -> None:
    """Columns with keys too; and what is called exactly so stands before what only contains it."""
    table = walk()
    first, second = shown(render_described(table.view(0), "red 1", table.game.checked)).splitlines()
    assert "  red 1: tier 2, cost 0 / 5   (row)" == first
    assert "  red 12: tier 1, cost 3 / 4   (row)" == second


@pytest.mark.parametrize(
    ("winner", "scoring", "heads"),
    [
        ("the p in players with most count(p.hand) ties all", "", ["What decides"]),
        ("the p in players with most p.points ties all", POINTS, ["If the game ended now"]),
        (
            "the p in players with most p.points then most count(p.hand) ties all",
            POINTS,
            ["If the game ended now", "If that is equal"],
        ),
        ("the p in players where p.won with most 1 ties none", "", ["Nothing is counted in this game"]),
    ],
)
def test_scores_say_what_they_count(winner: str, scoring: str, heads: list[str]) -> None:
    """No table speaks of another one that is not there, and none is empty."""
    table = walk(winner=winner, scoring=scoring)
    text = shown(render_scores(table.standings(), table.view(0)))
    known = ("What decides", "If the game ended now", "If that is equal", "Nothing is counted in this game")
    assert heads == [line for part in text.splitlines() for line in known if part.startswith(line)]


def test_values_that_stay_are_not_told() -> None:
    """What the first phase sets to what it is stands in no log, and under no set-up; what is new does."""
    table = walk()
    assert () == table.story(0)
    for _ in range(5):
        table.apply("rest")
    table.apply("walk(1, 2)")
    told = [effect.words for passage in table.story(0)[-2:] for effect in passage.effects]
    assert ["runner (2): 1", "runner (2): 0"] == told


@pytest.mark.parametrize(("seen", "secret"), [("", False), (", seen by owner", True)])
def test_everybody_may_look_where_nothing_is_secret(
    seen: str, secret: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where one player may see what another may not, nobody else should look; mere names of phases ask nothing."""
    assert secret is has_secrets(walk(seen).game.checked)
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path))
    path = tmp_path / "walk.game"
    path.write_text(WALK.format(seen=seen, winner="the p in players where p.won with most 1 ties none", scoring=""))
    typed = ["play", str(path), "--seat", "1=human", "--seat", "2=human"]
    told = CliRunner().invoke(group, typed, input="\n".join(("", "rest", "", "quit", "y")) + "\n").stdout
    assert secret is ("Nobody else should look now" in told)
    assert "A, what do you do?" in told and "A: act" not in told


def test_terms_are_shown_as_they_are_written(tmp_path: Path) -> None:
    """With their parameters, in the order of the file."""
    path = tmp_path / "walk.game"
    path.write_text(WALK.format(seen="", winner="players", scoring=""))
    told = CliRunner().invoke(group, ["show", str(path)]).stdout
    heads = [line.strip().partition("  ")[0] for line in told.partition("Terms\n")[2].partition("\n\n")[0].splitlines()]
    assert ["zenith", "far(c: 2..5)", "player.best(g: gem)"] == heads
