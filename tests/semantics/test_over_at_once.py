"""Games that are over after one turn, or one lap, though something waits for more; ends of games nobody can bring."""

import pytest

from gamedsl.api import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/over_at_once")
LAP = "round\n    who: players from A\n    play: go or rest"
COUNTS = "then: set n to min(9, n + 1)"
PASSES = "then: set up to next(you)"
WAITS = 'when: n = 9 "nine"'
ENDS = f"{LAP}\n    until: n = 9"


def told(code: str, phases: str = LAP, go: str = COUNTS, end: str = "") -> list[str]:
    """Return the messages with one code about a game without errors."""
    found = check_text(GAME.format(phases=phases, go=go, end=end))
    assert [] == [one.message for one in found if one.severity == "error"]
    return [one.message for one in found if one.code == code]


@pytest.mark.parametrize(
    ("phases", "turns"),
    [
        (LAP, "one turn of each player"),
        ("round\n    who: up\n    play: go or rest", "one turn"),
        ("day\n    steps: round\n  " + LAP, "one turn of each player"),
        ("day\n    who: players from A\n    steps: round\n  round\n    play: go or rest", "one turn of each player"),
    ],
)
def test_an_end_that_has_one_lap_to_come_in(phases: str, turns: str) -> None:
    """However the only lap of a game is written, an end that waits for something is told with it."""
    (message,) = told("GDFLO35", phases, end=WAITS)

    assert f"over after {turns}, when " in message
    assert "`end` waits for something" in message


@pytest.mark.parametrize(
    "phases",
    [
        LAP + "\n    until: n = 9",
        "day\n    steps: round\n    until: n = 9\n  " + LAP,
        "day\n    steps: round, late\n  " + LAP + "\n  late\n    who: players from A\n    play: go",
        "day\n    steps: round, round\n  " + LAP,
        LAP.replace("go or rest", "rest then go"),
        LAP.replace("go or rest", "up to 3 of go or rest"),
        LAP + "\n    then:\n      for each p in players: offer p: go",
    ],
)
def test_more_than_one_lap(phases: str) -> None:
    """What is repeated, comes up again or lets players decide several times may well last until the end."""
    assert [] == told("GDFLO35", phases, end=WAITS)


WINS = "the p in players with most p.coins ties all"


def won_by(winner: str, phases: str, end: str = "", go: str = COUNTS) -> list[str]:
    """Return what is told of a game of one lap that is won so."""
    found = check_text(GAME.replace(WINS, winner).format(phases=phases, go=go, end=end))
    assert [] == [one.message for one in found if one.severity == "error"]
    return [one.message for one in found if one.code == "GDFLO35"]


@pytest.mark.parametrize("winner", ["active", "next(active)", "active if count(players) = 2 else next(active)"])
@pytest.mark.parametrize("phases", [LAP, "day\n    steps: round\n  " + LAP, LAP.replace("players from A", "B")])
def test_a_lap_that_the_order_wins(winner: str, phases: str) -> None:
    """Who takes a last step wins, as in games of chains, but the lap ends by itself: the winner is known before."""
    (message,) = won_by(winner, phases)

    assert "only the order of turns says who wins" in message


@pytest.mark.parametrize(
    ("winner", "phases"),
    [
        ("active", LAP + "\n    until: n = 9"),
        ("active", "day\n    steps: round\n    until: n = 9\n  " + LAP),
        ("active", "round\n    who: up\n    play: go or rest"),
        ("active", "round\n    who: players from up\n    play: go or rest"),
        ("active if n > 3 else next(active)", LAP),
        ("the p in players with most (p.coins + (1 if p = active else 0)) ties all", LAP),
        ("none", LAP),
        ("active", LAP.replace("go or rest", "rest then go")),
        ("active", "day\n    steps: round, late\n  " + LAP + "\n  late\n    who: players from A\n    play: go or rest"),
        ("active", LAP + "\n    then:\n      for each p in players: offer p: go"),
    ],
)
def test_a_lap_that_decides(winner: str, phases: str) -> None:
    """Nothing is told where something in the game says who has the last turn, or more than the order counts."""
    assert [] == won_by(winner, phases)


def test_games_of_one_round() -> None:
    """A game of one round that waits for nothing is meant: sealed bids, a throw of each."""
    assert [] == told("GDFLO35")
    assert [] == told("GDFLO35", "round\n    who: up\n    play: go or rest")


def test_all_at_the_same_time() -> None:
    """One decision of all together is one turn of each."""
    phases = LAP.replace("from A", "together").replace("go or rest", "rest")
    waits = "when: any(p.loud for each p in players)"
    game = GAME.format(phases=phases, go=COUNTS, end=waits).replace(f'  go "Go"\n    {COUNTS}\n', "")
    found = [one.message for one in check_text(game) if one.code == "GDFLO35"]

    assert 1 == len(found)
    assert "one turn of each player" in found[0]


@pytest.mark.parametrize(
    ("phases", "go"),
    [
        ("walk\n    who: up\n    play: go or rest", PASSES),
        ("walk\n    who: up\n    play: go or rest", "then: roll up in players"),
        ("walk\n    who: up\n    play: go or rest\n    then: set up to next(up)", COUNTS),
        ("day\n    steps: walk\n    then: set up to next(up)\n  walk\n    who: up\n    play: go or rest", COUNTS),
        ("day\n    steps: first, walk\n  first\n    who: A\n    play: rest\n  walk\n    who: up\n    play: go", PASSES),
    ],
)
def test_a_turn_that_is_passed_on_to_nobody(phases: str, go: str) -> None:
    """The turn is given to somebody who never gets it: by an action, a roll, or steps behind the turn."""
    (message,) = told("GDFLO35", phases, go)

    assert message.startswith("The game is over after one turn, when `walk` is")
    assert "the turn is passed on" in message


@pytest.mark.parametrize(
    ("phases", "go"),
    [
        ("walk\n    who: up\n    play: go or rest\n    until: n = 9", PASSES),
        ("day\n    steps: walk\n    until: n = 9\n  walk\n    who: up\n    play: go or rest", PASSES),
        ("day\n    steps: walk, buy\n  walk\n    who: up\n    play: go\n  buy\n    who: up\n    play: rest", PASSES),
        ("walk\n    who: up\n    play: go or rest\n    then: pay 1 from bank to up.coins", PASSES),
        ("walk\n    who: up\n    play: go or rest", COUNTS),
    ],
)
def test_a_turn_that_is_passed_on(phases: str, go: str) -> None:
    """No warning where somebody gets the turn, or where it is read who would have it."""
    assert [] == told("GDFLO35", phases, go)


@pytest.mark.parametrize(
    ("end", "go", "is_told"),
    [
        ("when: n = 9", "then: set you.loud to yes", True),
        ("when: n = 9", COUNTS, False),
        ("when: n = 3", "then: set you.loud to yes", False),
        ("when: n = 9 or count(deck) = 0", "then: deal 1 from deck to you.hand", True),
        ("when: n = 3 or count(deck) = 0", "then: deal 1 from deck to you.hand", False),
        ("when: n = 9 and count(deck) = 0", "then: deal 1 from deck to you.hand", False),
        ("when: active.loud", COUNTS, False),
        ("when: count(market) = 3", "then: deal 1 from deck to you.hand", True),
        ("when: count(market) = 3", "then: deal 1 from deck to market", False),
    ],
)
def test_ends_that_nobody_brings_about(end: str, go: str, is_told: bool) -> None:
    """What no step in play changes is never the end of a game; what holds from the beginning is told as that."""
    phases = LAP + "\n    until: any(p.loud for each p in players)"

    assert is_told == bool(told("GDFLO27", phases, go, end))
