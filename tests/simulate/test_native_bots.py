"""Games between players who think, played as machine code, have the results of those that are played one by one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import attrs
import pytest

import gamedsl
from gamedsl.game import Game
from gamedsl.kernel.native import batches, compilers
from gamedsl.play.playouts import NotNativeError
from gamedsl.players import whole_games
from gamedsl.players.opened import Paragraphs
from gamedsl.players.seats import can_think
from gamedsl.simulate import GameResult, Settings
from gamedsl.simulate.play import games as ways
from gamedsl.simulate.play.games import Games
from gamedsl.simulate.play.native_games import NativeGames
from gamedsl.simulate.play.one_game import play_one
from tests.helpers.play.batches import played_by
from tests.helpers.play.recordings import NIM
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text
from tests.kernel.test_same_game import EXAMPLES
from tests.players.test_numbers_of_copies import KEPT

SECRETS = game_text("simulate/native_bots")
KINDS = ("quick", "greedy", "mcts:12", "random")
pytestmark = pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")


def settings_of(players: int, limit: int | None = None) -> Settings:
    """Return settings in which players of all kinds sit beside each other."""
    seats = tuple(KINDS[seat % len(KINDS)] for seat in range(players))
    return Settings("any", players, seats, 1, 10, limit=limit, engine="native")


def both(
    game: Game, settings: Settings, many: int, threads: int = 1
) -> tuple[list[GameResult | None], list[GameResult]]:
    """Return the results of games as machine code, and one by one."""
    native = NativeGames(game, settings, threads=threads)
    native.expect(range(many))
    return played_by(native.play, range(many)), [play_one(game, settings, number) for number in range(many)]


@pytest.mark.parametrize(
    ("name", "players", "limit"),
    [("mogul", 4, None), ("tycoon", 2, 60), ("quatre_etoiles", 2, 80), ("saloon_tycoon", 2, 25)]
    if NIGHTLY
    else [("mogul", 4, 40)],
)
def test_large_games(name: str, players: int, limit: int | None) -> None:
    """Hidden hands, stacks that are shuffled, pieces that are shown, frames that hold pieces, all deciding at once."""
    game = gamedsl.load(name)
    found, expected = both(game, settings_of(players, limit), 20 if NIGHTLY else 1)
    assert expected == found


@pytest.mark.parametrize("name", EXAMPLES if NIGHTLY else ["examples/six_tricks.game"])
def test_examples(name: str) -> None:
    """Examples with the fewest players, unless something else than pieces is hidden in them."""
    game = gamedsl.load(name)
    try:
        found, expected = both(game, settings_of(game.players[0], 60), 4 if NIGHTLY else 2)
    except NotNativeError as error:
        assert "players have to work out in Python" in str(error)
    else:
        assert expected == found


@pytest.mark.parametrize("most", [0, 3] if NIGHTLY else [3])
def test_codes_behind_the_table(most: int, tune: pytest.MonkeyPatch) -> None:
    """Actions are looked for where codes are higher than the table reaches."""
    tune.setattr(batches, "_MOST_CODES", most)
    game = gamedsl.load("mogul" if NIGHTLY else "examples/no_thanks.game")
    found, expected = both(game, Settings("any", 4, ("random",) * 4, 1, 10, limit=60), 2)
    assert expected == found


@pytest.mark.parametrize("number", range(40 if NIGHTLY else 1))
def test_games_at_random(number: int) -> None:
    """Games that nobody meant: copies are hidden, shown, swapped and lost track of, so are dice, which are turned."""
    game = gamedsl.loads((card_game, dice_game)[number % 2](Random(f"whole {number}")))
    settings = Settings(
        "cards", game.players[0], KINDS[: game.players[0]], 1, 5, limit=60 if NIGHTLY else 30, engine="native"
    )
    try:
        found, expected = both(game, settings, 4 if NIGHTLY else 2)
    except NotNativeError:
        return
    assert expected == [one or play_one(game, settings, at) for at, one in enumerate(found)]


def test_decisions_are_left_to_python(tune: pytest.MonkeyPatch) -> None:
    """Where paragraphs hold something that may be hidden, Python decides by what C has followed."""
    ask_always(tune)
    game = gamedsl.load("mogul")
    settings = settings_of(3, 60 if NIGHTLY else 30)
    native = NativeGames(game, settings)
    asked = asked_of(native, tune)
    assert [play_one(game, settings, 0)] == native.play(0)
    assert len(asked) > (20 if NIGHTLY else 10)


def test_copies_in_different_places_are_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where copies may lie in other places than others of their sort, Python says in which order they are dealt."""
    game = gamedsl.loads(KEPT)
    settings = settings_of(3, 12)
    native = NativeGames(game, settings)
    asked = asked_of(native, monkeypatch)
    assert [play_one(game, settings, 0)] == native.play(0)
    assert asked != []


def ask_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python be asked wherever something is open."""
    walk = Paragraphs._walk
    monkeypatch.setattr(Paragraphs, "_walk", lambda it: [attrs.evolve(one, is_certain=False) for one in walk(it)])


def asked_of(native: NativeGames, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list into which all decisions are put that C leaves to Python."""
    asked, decide = list[object](), native._decided
    monkeypatch.setattr(native, "_decided", lambda *given: asked.append(given) or decide(*given))
    return asked


@pytest.mark.parametrize(
    ("name", "players"),
    [("examples/breakthrough.game", 2), *([("tycoon", 3), ("saloon_tycoon", 2)] if NIGHTLY else [])],
)
def test_what_open_paragraphs_hold_is_looked_at(name: str, players: int) -> None:
    """Paragraphs that hold pieces which everybody sees leave no decision to Python, though they are open twice."""
    game, settings = gamedsl.load(name), settings_of(players, 80 if NIGHTLY else 20)
    native, some = NativeGames(game, settings), range(2 if NIGHTLY else 1)
    with pytest.MonkeyPatch.context() as patch:
        asked = asked_of(native, patch)
        native.expect(some)
        found = played_by(native.play, some)
    assert [play_one(game, settings, number) for number in some] == found
    assert not asked


def test_threads_and_games_that_follow() -> None:
    """Threads have minds of their own; who asks for other games than were expected gets those."""
    game = gamedsl.load(NIM)
    settings = settings_of(2)
    found, expected = both(game, settings, 40, threads=2)
    assert expected == found
    native = NativeGames(game, settings)
    native.expect(range(100))
    assert [play_one(game, settings, number) for number in (3, 50, 7)] == played_by(native.play, (3, 50, 7))


def test_which_way_is_taken(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code plays when the games to come take long; players who go by the clock or come from Python never."""
    assert [True, True, True, False, False] == [
        can_think(kind) for kind in ("random", "greedy", "mcts:20", "mcts:2s", "some.module:Bot")
    ]
    game = gamedsl.load(NIM)
    settings = Settings(str(NIM), 2, ("quick", "greedy"), 1, 10)
    for seconds, is_native in ((0.0, True), (1e9, False)):
        monkeypatch.setattr(ways, "LONG_THINKING", seconds)
        monkeypatch.setenv("GAMEDSL_HOME", str(own_store / f"{seconds}"))
        games = Games(game, settings, 10)
        results = played_by(games.play, range(6))
        assert is_native == isinstance(games._quick, NativeGames)
        assert [play_one(game, settings, number) for number in range(6)] == results


@pytest.mark.parametrize("plays_along", [False, True] if NIGHTLY else [True])
def test_all_decide_at_once(plays_along: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What others decide unseen is decided again in C; Python can do it, too, in games that it plays along."""
    if plays_along:
        monkeypatch.setattr(whole_games, "_MOST_GAMES", 1)
        ask_always(monkeypatch)
    game, settings, some = gamedsl.load("examples/sealed_bid.game"), settings_of(3), range(6 if NIGHTLY else 3)
    native = NativeGames(game, settings, threads=1 + plays_along)
    asked = asked_of(native, monkeypatch)
    native.expect(some)
    found = played_by(native.play, some)
    assert [play_one(game, settings, number) for number in some] == found
    assert plays_along == bool(asked)


def test_secrets_that_are_no_pieces_are_for_python() -> None:
    """What C cannot work out is told in a sentence, and the games are played in another way."""
    game = gamedsl.loads(SECRETS)
    settings = Settings("secrets", 2, ("quick",) * 2, 1, 3, limit=20, engine="native")
    with pytest.raises(NotNativeError, match="which players have to work out in Python"):
        NativeGames(game, settings)
    games = Games(game, settings, 3)
    assert [play_one(game, settings, number) for number in range(3)] == played_by(games.play, range(3))
