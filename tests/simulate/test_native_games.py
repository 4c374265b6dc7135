"""Games of random players as machine code have the results of those in Python, which plays them without a compiler."""

from __future__ import annotations

from pathlib import Path
from random import Random

import attrs
import pytest

import gamedsl
from gamedsl.engine.errors import Limits, SetupError
from gamedsl.game import Game
from gamedsl.kernel.native import batches, compilers
from gamedsl.kernel.native.batches import Batches, Slice
from gamedsl.kernel.printing.batch import batch_text
from gamedsl.simulate import GameResult, Settings, simulate
from gamedsl.simulate.play import games as ways
from gamedsl.simulate.play import native_games
from gamedsl.simulate.play.games import MANY, Games
from gamedsl.simulate.play.native_games import NativeGames
from gamedsl.simulate.play.one_game import Long, play_one
from gamedsl.simulate.play.random_games import RandomGames, random_games
from gamedsl.simulate.play.running import simulate_both
from tests.engine.test_errors import GAME as STOPS
from tests.helpers.kernel.oversized_rows import unfit
from tests.helpers.play.batches import played_by
from tests.helpers.play.engines import FRAME, WINNER
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import NIGHTLY, examples
from tests.kernel.test_same_game import EXAMPLES, GAMES
from tests.simulate.test_own_metrics import GAME as PILES
from tests.simulate.test_own_metrics import ROWS_OF_ALL_KINDS as METRICS
from tests.simulate.test_random_games import settings_of
from tests.simulate.test_running import ENDLESS

NIM = Path(__file__).parent.parent / "cli" / "nim.game"

pytestmark = pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")


def played(game: Game, settings: Settings, many: int, threads: int = 1) -> list[GameResult | None]:
    """Return the results of games from number 1 on."""
    native = NativeGames(game, settings, threads=threads)
    native.expect(range(1, many + 1))
    return played_by(native.play, range(1, many + 1))


def assert_same(game: Game, settings: Settings, many: int) -> list[GameResult | None]:
    """Play games in both ways, compare the results and the lines of the file that keeps them, and return them.

    Every third game is followed in detail.
    """
    settings = attrs.evolve(settings, log_every=3)
    quick = random_games(game, settings)
    assert quick is not None
    results = played(game, settings, many)
    expected = [quick.play(number) for number in range(1, many + 1)]
    assert expected == results
    lines = [[one.to_line() for one in each if one is not None] for each in (expected, results)]
    assert lines[0] == lines[1]
    return results


@pytest.mark.parametrize("number", range(examples(1, 2)))
@pytest.mark.parametrize("name", GAMES if NIGHTLY else ["mogul"])
def test_large_games(name: str, number: int) -> None:
    """The four games with numbers of players and options by chance: finished and unfinished ones."""
    game = gamedsl.load(name)
    random = Random(f"native {name} {number}")
    options = {one: random.choice(values) for one, values in game.options.items() if random.random() < 0.5}
    settings = settings_of(
        random.choice(game.players), options, random.choice([None, 300]) if number else examples(150, 250)
    )
    if name == "quatre_etoiles":
        settings = attrs.evolve(settings, limit=3000)
    try:
        game.start(settings.players, 0, options, log=False)
    except SetupError:
        settings = attrs.evolve(settings, options={})
    assert_same(game, settings, examples(4, 12))


@pytest.mark.parametrize("name", EXAMPLES if NIGHTLY else [EXAMPLES[at] for at in (3, 6, 12, 14)])
def test_examples(name: str) -> None:
    """Examples with the most players, by night with the fewest as well."""
    game = gamedsl.load(name)
    for seats in {game.players[0], game.players[-1]} if NIGHTLY else game.players[-1:]:
        assert_same(game, settings_of(seats), examples(6, 25))


@pytest.mark.parametrize("number", range(examples(1, 3)))
@pytest.mark.parametrize("make", [card_game, trigger_game, dice_game, secret_game][: examples(2, 4)])
def test_games_made_at_random(make: object, number: int) -> None:
    """Rules made at random, also such as stop, or never end."""
    assert callable(make)
    game = gamedsl.loads(make(Random(number)))
    assert_same(game, settings_of(game.players[-1], limit=60), examples(12, 30))


def coins(winner: str, scoring: str = "worth: 1") -> Game:
    """Return a game in which a player may take coins or not, with its victory and what is worth something."""
    parts = STOPS.format(then="      pay 1 from bank to you.coins", depth="")
    parts = parts.replace("worth: 1", scoring) if scoring else parts.partition("scoring")[0]
    return gamedsl.loads(FRAME.format(parts=parts.strip("\n"), winner=winner))


@pytest.mark.parametrize(
    ("winner", "scoring", "told"),
    [
        (WINNER, "worth: you.coins * 2", {True}),
        (WINNER, "worth: (the p in players with most p.coins ties never).coins", {False, True}),
        ("the p in players with least p.coins then most 1 ties all", "", {True}),
        (
            "the p in players with most p.coins - (the q in players with most q.coins ties never).coins ties all",
            "",
            {False, True},
        ),
        ("none", "worth: 1", {False}),
        ("the p in players with most p.points * 3 - p.coins ties all", "worth: you.coins", {True}),
        (
            "the p in players with most p.points - (the q in players with most q.points ties never).coins ties all",
            "worth: you.coins * 2",
            {False, True},
        ),
    ],
)
def test_who_leads(winner: str, scoring: str, told: set[bool]) -> None:
    """Points with what would be counted at the end, or keys; nobody can tell where these cannot be worked out."""
    results = assert_same(coins(winner, scoring), settings_of(3, limit=4), 30)
    assert told == {bool(standing) for one in results if one is not None for standing in one.standings}


def test_metrics_of_the_rule_file() -> None:
    """Behind actions and rules, at the end; for one, for all in their order, where nobody can tell for whom; draws."""
    game = gamedsl.loads(PILES.replace("{metrics}\n", METRICS))
    results = assert_same(game, settings_of(2), 60)
    told: dict[str, set[object]] = {}
    for one in results:
        for name, (_, _, values) in ({} if one is None else one.own).items():
            told.setdefault(name, set()).update(value for _, value in values)

    assert {"taken", "here", "all", "top", "odd", "whose", "richest", "over"} == told.keys()
    assert [True] * 4 == [None in told[name] for name in ("odd", "whose", "richest")] + [{False, True} == told["over"]]
    assert {None, False, True} & told["all"] == {False, True}


def test_much_that_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on over slices, and each game has its own."""
    game = gamedsl.loads(PILES.replace("{metrics}\n", METRICS))
    expected = played(game, settings_of(2), 20)
    monkeypatch.setattr(batches, "SECONDS", 0.0)
    monkeypatch.setattr(batches, "_FIRST_BUDGET", 1)

    assert expected == played(game, settings_of(2), 20)


def test_who_looks_on_is_not_counted() -> None:
    """A modifier that is only in force where somebody asks how all stand is not in force in the game."""
    parts = STOPS.format(then="      pay 1 from bank to you.coins", depth="").replace(
        "worth: 1", "worth: rate * you.coins"
    )
    parts += '\nterms\n  rate = 1\nmodifiers\n  dear "Dear"\n    when: bank < 5\n    change: rate to 2\n'
    game = gamedsl.loads(FRAME.format(parts=parts.strip("\n"), winner=WINNER))
    results = assert_same(game, settings_of(3, limit=4), 30)
    followed = [one for one in results if one is not None and one.logged]

    assert {True} == {bool(one.standings[2]) for one in followed}
    assert {"unfinished"} == {one.status for one in followed}
    assert {"act", "game"} == {name for one in followed for name in one.cards}


def test_points_that_no_state_holds() -> None:
    """Where more would be counted now than points can be, how all stand is told by the engine."""
    rich = "worth: 60000 if you.coins > 0 else 0"
    game = coins("the p in players with most p.points * 3 - p.coins ties all", f"{rich}\n  too\n    {rich}")
    settings = attrs.evolve(settings_of(3, limit=5), engine="native")
    games = Games(game, settings, 1)
    games.expect(range(1, 9))
    found = played_by(games.play, range(1, 9))
    assert [play_one(game, settings, number) for number in range(1, 9)] == found
    assert isinstance(games._quick, NativeGames)
    assert any(point > 3 * Limits.points for one in found for standing in one.standings for point in standing)


def test_words_of_ends_with_values() -> None:
    """The words of an end are said with what stands in that game."""
    text = NIM.read_text().replace("  winner:", '  when: heap = 0 "{A.coins} for Ann"\n  winner:').replace("A.", "Ann.")
    results = assert_same(gamedsl.loads(text), settings_of(2), 40)
    assert 3 < len({one.end for one in results if one is not None})


def test_games_that_go_on_to_the_limit_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that comes to the limit of the engine is given up with the same words, one decision before goes on."""
    monkeypatch.setattr("gamedsl.engine.errors.Limits.decisions", 20)
    game = gamedsl.load("examples/no_thanks.game")
    for limit, end in ((None, "stopped after 20 decisions: no winner"), (20, "stopped after 20"), (19, "")):
        results = assert_same(game, settings_of(3, limit=limit), 3)
        assert all(one is not None and one.end.startswith(end) and bool(one.end) == bool(end) for one in results)


def test_games_that_a_rule_stops() -> None:
    """They are played again by the engine, which tells what has stopped them."""
    parts = STOPS.format(then="      pay 6 from bank to you.coins", depth="")
    game = gamedsl.loads(FRAME.format(parts=parts.strip("\n"), winner=WINNER))
    settings = attrs.evolve(settings_of(game.players[0]), engine="native")
    assert None in assert_same(game, settings, 30)
    games = Games(game, settings, 1)
    games.expect(range(1, 5))
    found = played_by(games.play, range(1, 5))
    assert [play_one(game, settings, number) for number in range(1, 5)] == found
    assert any("GDRUN02" in one.error for one in found)
    assert isinstance(games._quick, NativeGames)


def test_games_with_numbers_that_are_too_large_for_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are played by the engine: here every third game of a batch is such a one."""
    game = gamedsl.load("mogul")
    settings = attrs.evolve(settings_of(3, limit=40), engine="native")
    expected = [play_one(game, settings, number) for number in range(1, 8)]
    monkeypatch.setattr(native_games, "batch_text", lambda *given: unfit(batch_text(*given)))
    games = Games(game, settings, 1)
    games.expect(range(1, 8))

    assert expected == played_by(games.play, range(1, 8))
    assert None in played(game, settings, 7)


# ---------------------------------------------------------------- slices


def test_slices_and_batches_of_any_size(tune: pytest.MonkeyPatch) -> None:
    """A slice may end after any decision, a batch after any game, and there may be room for a single state."""
    game, settings = gamedsl.load("mogul"), settings_of(3, limit=70)
    expected = played(game, settings, 8)
    tune.setattr(batches, "SECONDS", 0.0)
    tune.setattr(batches, "_FIRST_BUDGET", 1)
    tune.setattr(batches, "_BLOCKS", 1)
    tune.setattr(batches, "_MOST_GAMES", 3)

    assert expected == played(game, settings, 8)


WAYS = [(seconds, threads) for seconds in (0.0, 0.05) for threads in (2, 3)]


@pytest.mark.parametrize(("seconds", "threads"), WAYS if NIGHTLY else WAYS[::3])
def test_threads(threads: int, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many threads play, the results are the same, also where batches are small and slices short."""
    game = gamedsl.loads(PILES.replace("{metrics}\n", METRICS))
    expected = played(game, settings_of(2), 50)
    monkeypatch.setattr(batches, "SECONDS", seconds)
    monkeypatch.setattr(batches, "_FIRST_BUDGET", 40)
    monkeypatch.setattr(batches, "_MOST_GAMES", 4)

    assert expected == played(game, settings_of(2), 50, threads)


@pytest.mark.parametrize("threads", [1, 2] if NIGHTLY else [2])
def test_games_are_asked_for_in_any_order(threads: int) -> None:
    """Also such as nobody expected, and twice."""
    game, settings = gamedsl.load("examples/kuhn_poker.game"), settings_of(2)
    native, expected = NativeGames(game, settings, threads=threads), played(game, settings, 40)
    native.expect(range(1, 30, 3))

    for number in (4, 1, 7, 40, 39, 7, 28):
        assert [expected[number - 1]] == played_by(native.play, [number])


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_long_games_are_told_while_they_go_on(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches is told the same of a game that becomes very long."""
    monkeypatch.setattr(batches, "SECONDS", seconds)
    monkeypatch.setattr("gamedsl.simulate.play.native_games.FIRST_LONG", 30)
    monkeypatch.setattr("gamedsl.simulate.play.random_games.FIRST_LONG", 30)
    game, settings = gamedsl.loads(ENDLESS), settings_of(2, limit=305)
    quick, told, expected = random_games(game, settings), list[Long](), list[Long]()
    assert quick is not None
    native = NativeGames(game, settings)
    native.expect([1, 2, 3])
    for number in (1, 2, 3):
        quick.play(number, expected.append)
    played_by(lambda number: native.play(number, told.append), (1, 2, 3))

    assert [(number, decisions) for number in (1, 2, 3) for decisions in (30, 300)] == [
        (one.number, one.decisions) for one in told
    ]
    assert expected == told


@pytest.mark.parametrize("workers", [1, 2] if NIGHTLY else [2])
def test_ctrl_c_within_a_batch_loses_nothing_that_was_done(
    workers: int, tmp_path: Path, tune: pytest.MonkeyPatch
) -> None:
    """The games of the slices before are results and are kept; the same simulation goes on behind them."""
    settings = attrs.evolve(settings_of(3), game="mogul", games=300, engine="native", log_first=1, log_every=100)
    whole, done, slices = simulate(settings), Batches.done, list[int]()

    def interrupted(self: Batches) -> tuple[Slice, int]:
        if len(slices) == 3:
            raise KeyboardInterrupt
        rows = done(self)
        slices.append(len(rows[0]))
        return rows

    tune.setattr(batches, "SECONDS", 0.002)
    tune.setattr(Batches, "done", interrupted)
    found = simulate(settings, workers=workers, kept=tmp_path / "kept")
    tune.setattr(Batches, "done", done)

    assert len(found) < 300 and (workers > 1 or 0 < sum(slices) <= len(found))  # one thread may be behind the others
    assert whole[: len(found)] == found
    assert len(found) + 1 == len((tmp_path / "kept").read_text().splitlines())
    assert whole == simulate(settings, kept=tmp_path / "kept")


# ---------------------------------------------------------------- which way


def test_the_engine_changes_no_results(tmp_path: Path) -> None:
    """Results, kept files and headers are the same; over processes and in turns, too."""
    settings = Settings("examples/kuhn_poker.game", 2, ("random",) * 2, seed=3, games=200)
    ways_ = [attrs.evolve(settings, engine=engine) for engine in ("python", "native", "auto")]
    results = [simulate(one, kept=tmp_path / one.engine) for one in ways_]

    assert results[0] == results[1] == results[2]
    assert 1 == len({(tmp_path / one.engine).read_text() for one in ways_})
    assert results[0] == simulate(ways_[1], workers=2)
    assert (results[0], results[0][:150]) == simulate_both(ways_[1], attrs.evolve(ways_[2], games=150))


@pytest.mark.parametrize(
    ("engine", "long", "first", "later"),
    [
        ("auto", 0.0, RandomGames, NativeGames),
        ("auto", 1e9, RandomGames, RandomGames),
        ("native", 1e9, NativeGames, NativeGames),
        ("python", 0.0, RandomGames, RandomGames),
    ],
)
def test_which_engine(
    engine: str, long: float, first: type, later: type, own_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is compiled as soon as that is wanted, or it is known that the games to come take longer than compiling."""
    del own_store
    monkeypatch.setattr(ways, "LONG_NATIVE", long)
    game, settings = gamedsl.load("examples/kuhn_poker.game"), attrs.evolve(settings_of(2), engine=engine)
    games = Games(game, settings, MANY)
    games.expect(range(1, 20))
    results = played_by(games.play, [1])
    assert first is type(games._quick)
    results += played_by(games.play, range(2, 20))

    assert later is type(games._quick)
    assert played(game, settings, 19) == results


def test_players_who_go_by_the_clock_are_never_compiled() -> None:
    """Whatever is wanted: how much time they have in C nobody could tell."""
    settings = attrs.evolve(settings_of(2), engine="native", seats=("random", "mcts:0.01s"))
    games = Games(gamedsl.load("examples/kuhn_poker.game"), settings, MANY)
    games.play(1)
    assert games._quick is None


MANY_TRIGGERS = """game Watched
  players: 2
table
  x: 0..200
  y: 0..99999
phases
  game
    who: players from A
    play: go or stay
    until: x >= 60
triggers
{triggers}
actions
  go "Go"
    then: set x to x + 3; score steps 1 for you
  stay "Stay"
    then: set x to x + 1; score steps y mod 7 for you
scoring
  steps "Steps"
end
  winner: the p in players with most p.points ties all
"""


@pytest.mark.parametrize("who", ["", "\n    who: active"][: examples(1, 2)])
def test_more_triggers_than_a_word_has_bits(who: str, tmp_path: Path) -> None:
    """However many triggers there are, machine code plays them as Python does, those that read whose turn it is too."""
    when = "    when: x mod {0} = {1}\n    then: set y to y + {2}"
    rows = (f"  t{at}{who}\n" + when.format(2 + at % 7, at % 2, at + 1) for at in range(65))
    path = tmp_path / "watched.game"
    path.write_text(MANY_TRIGGERS.format(triggers="\n".join(rows)))
    settings = attrs.evolve(settings_of(2), game=str(path), engine="native", games=3)
    said = list[str]()
    results = simulate(settings, remark=said.append)

    assert not any("too wide" in one for one in said)
    assert simulate(attrs.evolve(settings, engine="python")) == results
