"""Games of random players that the program of a set-up plays have the results that the players bring about."""

from __future__ import annotations

from pathlib import Path
from random import Random

import attrs
import pytest

import gamedsl
from gamedsl.engine.errors import SetupError
from gamedsl.game import Game
from gamedsl.kernel.trace.listeners import NOTES
from gamedsl.kernel.trace.seen import OWN, SEEN, USES
from gamedsl.simulate import GameResult, Settings, simulate
from gamedsl.simulate.play import games as ways
from gamedsl.simulate.play.games import MANY, Games
from gamedsl.simulate.play.one_game import Long, play_one
from gamedsl.simulate.play.random_games import RandomGames, random_games
from gamedsl.simulate.play.running import simulate_both
from gamedsl.simulate.results.results import Results
from tests.engine.test_errors import GAME as STOPS
from tests.helpers.play.batches import played_by
from tests.helpers.play.engines import FRAME, WINNER
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import NIGHTLY, examples
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES
from tests.simulate.test_running import ENDLESS

LIMIT = examples(100, 300)
"""Decisions after which long games are given up here: so unfinished ones are compared as well."""


def settings_of(seats: int, options: dict[str, bool | int | str] | None = None, limit: int | None = LIMIT) -> Settings:
    """Return settings of random players without any log."""
    return Settings(
        "made", seats, ("random",) * seats, seed=seats, games=9, options=options or {}, limit=limit, log_first=0,
        log_every=10**9,
    )  # fmt: skip


def assert_same(game: Game, settings: Settings, many: int) -> list[GameResult]:
    """Play games in both ways, compare the results and the lines of the file that keeps them, and return them."""
    quick = random_games(game, settings)
    assert quick is not None
    results = []
    for number in range(1, many + 1):
        expected, found = play_one(game, settings, number), quick.play(number)
        assert found == (None if expected.status == "stopped" else expected)
        assert found is None or expected.to_line() == found.to_line()
        results.append(expected)
    logged = attrs.evolve(settings, log_every=1)
    for number in range(1, 1 + min(many, 3)):
        expected, found = play_one(game, logged, number), quick_logged(quick, logged).play(number)
        assert found == (None if expected.status == "stopped" else expected)
        assert found is None or expected.to_line() == found.to_line()
    return results


def quick_logged(quick: RandomGames, settings: Settings) -> RandomGames:
    """Return what plays games with settings of their own on the same program."""
    return RandomGames(quick.playouts, quick.game, settings)


@pytest.mark.parametrize("number", range(examples(1, 2)))
@pytest.mark.parametrize("name", GAMES if NIGHTLY else ["mogul"])
def test_large_games(name: str, number: int) -> None:
    """The four games with numbers of players and options by chance: finished and unfinished ones."""
    game = gamedsl.load(name)
    random = Random(f"{name} {number}")
    options = {one: random.choice(values) for one, values in game.options.items() if random.random() < 0.5}
    settings = settings_of(random.choice(game.players), options)
    try:
        game.start(settings.players, 0, options, log=False)
    except SetupError:
        options.clear()
    assert_same(game, settings, 2)


@pytest.mark.parametrize("name", ["mogul", "tycoon"] if NIGHTLY else ["mogul"])
def test_ends_of_large_games(name: str) -> None:
    """Without a limit games end by their rules: winners, points and words are the same."""
    game = gamedsl.load(name)
    results = assert_same(game, settings_of(game.players[-1], limit=None), examples(1, 3))

    assert {"finished"} == {one.status for one in results}


@pytest.mark.parametrize("name", EXAMPLES if NIGHTLY else FORMS[2:])
def test_examples(name: str) -> None:
    """Every example with the most players, by night with the fewest as well."""
    game = gamedsl.load(name)
    for seats in {game.players[0], game.players[-1]} if NIGHTLY else game.players[-1:]:
        assert_same(game, settings_of(seats), examples(2, 4))


@pytest.mark.parametrize("number", range(examples(1, 4)))
@pytest.mark.parametrize("make", [card_game, dice_game, secret_game, trigger_game])
def test_games_made_at_random(make: object, number: int) -> None:
    """Rules made at random, also such as stop, or never end."""
    assert callable(make)
    game = gamedsl.loads(make(Random(number)))
    assert_same(game, settings_of(game.players[-1], limit=60), 5)


def test_games_that_go_on_to_the_limit_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that comes to the limit of the engine is given up with the same words."""
    monkeypatch.setattr("gamedsl.engine.errors.Limits.decisions", 20)
    game = gamedsl.load("examples/no_thanks.game")
    results = assert_same(game, settings_of(3, limit=None), 3)

    assert {"stopped after 20 decisions: no winner"} == {one.end for one in results}


@pytest.mark.parametrize(
    ("winner", "is_told"),
    [
        ("the p in players with most p.points * 3 - p.coins ties all", True),
        ("the p in players with least p.coins then most p.points ties all", True),
        ("none", False),
    ],
)
def test_who_leads(winner: str, is_told: bool) -> None:
    """Where something else than points decides, it is worked out with what would be counted at the end."""
    parts = STOPS.format(then="      pay 1 from bank to you.coins", depth="")
    parts = parts.replace("worth: 1", "worth: you.coins * 2")
    game = gamedsl.loads(FRAME.format(parts=parts.strip("\n"), winner=winner))
    results = assert_same(game, settings_of(3, limit=4), 4)

    assert is_told == any(any(standing) for one in results for standing in one.standings)


def test_games_that_a_rule_stops() -> None:
    """Code, place and words of what has stopped a game are told as ever."""
    parts = STOPS.format(then="      pay 6 from bank to you.coins", depth="")
    game = gamedsl.loads(FRAME.format(parts=parts.strip("\n"), winner=WINNER))
    settings = settings_of(game.players[0])
    results = assert_same(game, settings, 4)
    games = Games(game, settings, MANY)

    assert "stopped" in {one.status for one in results}
    assert results == played_by(games.play, range(1, 5))
    assert any("GDRUN02" in one.error for one in results)


CARDS = "\n".join(["    | card |", *(f"    | c{number} |" for number in range(1, 13))])
TURNED = f"""
components
  card: card
{CARDS}
table
  deck: stack of card, full
  open: heap of card
  aside: heap of card, seen by none
  each player
    hand: heap of card, seen by owner
setup
  shuffle deck
  for each p in players: deal 1 from deck to p.hand
  move deck.top to open
  move deck.top to aside
phases
  game
    steps: opening, turns
  opening
    then: move deck.top to open
  turns
    who: players from A
    play: turn
    until: count(open) = 4
actions
  turn "Turn a card"
    then: move deck.top to open; show aside to players
"""


def test_pieces_that_came_into_play() -> None:
    """What setup gives to nobody has not yet; what is given there in the first phase has, and what is shown."""
    game = gamedsl.loads(FRAME.format(parts=TURNED, winner="none"))
    results = assert_same(game, settings_of(2), 3)
    quick = random_games(game, settings_of(2))
    assert quick is not None
    for number in (1, 2, 3):
        found = quick_logged(quick, attrs.evolve(settings_of(2), log_every=1)).play(number)
        assert found is not None
        assert (2 + 1 + 2 + 1, 2) == (len(found.moved), results[number - 1].decisions)
        assert {"game": 1, "opening": 1, "turns": 1} == found.phases


# ---------------------------------------------------------------- which way


def few(settings: Settings, game: Game, many: int, watch: list[Long] | None = None) -> tuple[Games, Results]:
    """Return what plays so many games, after one of them, and its result."""
    games = Games(game, settings, many)
    return games, games.play(1, None if watch is None else watch.append)


def test_a_program_is_made_for_many_games_only(own_store: Path) -> None:
    """Few short games are played one by one; for many, a program is made; the result is the same."""
    del own_store
    game = gamedsl.load("examples/kuhn_poker.game")
    (one_by_one, expected), (many, found) = (few(settings_of(2), game, each) for each in (MANY - 1, MANY))

    assert expected == found
    assert one_by_one._quick is None
    assert isinstance(many._quick, RandomGames)


def test_a_program_is_made_for_few_long_games(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the games to come would take long, a program is made for fewer of them."""
    del own_store
    monkeypatch.setattr(ways, "LONG", 1e-9)
    games, _ = few(settings_of(2), gamedsl.load("examples/kuhn_poker.game"), 5)
    before = games._quick
    games.play(2)

    assert before is None
    assert isinstance(games._quick, RandomGames)


def test_other_players_need_their_own_way(own_store: Path) -> None:
    """Players that think are asked one by one; what the log of a game would tell is seen without one."""
    del own_store
    game = gamedsl.load("examples/kuhn_poker.game")
    thinking, _ = few(attrs.evolve(settings_of(2), seats=("random", "quick")), game, MANY)
    logged, result = few(attrs.evolve(settings_of(2), log_every=1), game, MANY)

    assert thinking._quick is None
    assert isinstance(logged._quick, RandomGames)
    assert result[0].logged
    assert result[0].cards


def test_every_note_of_the_log_is_counted() -> None:
    """A kind of note counts by what it adds to the log; rows that say more are about notes that there are."""
    assert {*NOTES, *USES} == set(SEEN)
    assert {*NOTES, *USES} >= set(OWN)


def test_long_games_are_told_once() -> None:
    """Whoever watches is told the same of a game that becomes very long."""
    game = gamedsl.loads(ENDLESS)
    settings, told, expected = settings_of(2, limit=2001), [], []
    few(settings, game, MANY, told)
    few(settings, game, 1, expected)

    assert expected == told


def test_simulations_have_the_results_of_single_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games over processes, in turns with another simulation, and kept in a file."""
    name = "examples/kuhn_poker.game"
    monkeypatch.setattr(ways, "MANY", 40)
    settings = Settings(name, 2, ("random", "random"), seed=3, games=2 * ways.MANY + 20)
    game = gamedsl.load(name)
    expected = [play_one(game, settings, number) for number in range(settings.games)]
    kept = tmp_path / "kept"

    assert expected == simulate(settings, workers=2, kept=kept)
    assert [one.to_line() for one in expected] == sorted(
        kept.read_text().splitlines()[1:], key=lambda line: GameResult.from_line(line).number
    )
    assert (expected, expected) == simulate_both(settings, settings)


def test_an_engine_that_is_none() -> None:
    """It is refused with the ones that there are."""
    with pytest.raises(SetupError, match="must be one of auto, python, native, not quick"):
        attrs.evolve(settings_of(2), engine="quick")
