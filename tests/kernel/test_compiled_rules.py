"""What an engine makes to carry rules out: no more than is needed, and passes where many games are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import gamedsl
from gamedsl.engine.state.chance import POLICY_STREAM, draw
from gamedsl.kernel.state.block import State
from gamedsl.play import programs
from gamedsl.play.engine import Engine
from tests.frozen.folds import folded, told_without_log
from tests.helpers.play.engines import play_out
from tests.helpers.suite.nightly import NIGHTLY

OFTEN = (
    "saloon_tycoon",
    "mogul",
    "examples/connect_four.game",
    "examples/sealed_bid.game",
    "examples/leduc_poker.game",
)


@pytest.fixture
def hurry() -> Iterator[Callable[[float], None]]:
    """Say after how many decisions passes are made; they are shared as they are elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        yield lambda after: patch.setattr(programs, "_PASSES", after)


def quiet_block(engine: Engine, seed: int) -> State:
    """Return a game that chance has played to its end without a log."""
    s = play_out(engine, seed, log=False)
    assert isinstance(s, State)
    return s


@pytest.mark.parametrize("name", OFTEN if NIGHTLY else OFTEN[2:])
def test_answers_where_many_games_are_played(name: str, hurry: Callable[[float], None]) -> None:
    """After many decisions a game goes on by the program that has been through the passes, and answers the same."""
    game = gamedsl.load(name).checked
    expected = folded(told_without_log, Engine(game, game.least_seats), [3], 200)
    hurry(0.05)
    assert expected == folded(told_without_log, Engine(game, game.least_seats), [3], 200)


def test_passes_are_made_after_many_decisions(hurry: Callable[[float], None]) -> None:
    """The first games are played without; a game that is under way then goes over, and ends as it would have."""
    checked = gamedsl.load("examples/connect_four.game").checked
    expected = [quiet_block(Engine(checked, 2), seed) for seed in range(6)]
    assert not any(one.reading.is_quick for one in expected)
    hurry(0.2)
    engine = Engine(checked, 2)
    quick = [quiet_block(engine, seed).reading.is_quick for seed in range(4)]
    assert (False, True) == (engine.start(9, log=False, limit=1).reading.is_quick, quick[-1])  # type: ignore[attr-defined]
    for seed, own in enumerate(expected):
        mine = quiet_block(engine, seed)
        assert (own.winners, own.ranking, own.decisions) == (mine.winners, mine.ranking, mine.decisions)


def test_states_of_both_layouts_are_equal(hurry: Callable[[float], None]) -> None:
    """What functions remember makes no difference between two states, nor between their hashes."""
    plain = quiet_block(Engine(gamedsl.load("examples/othello.game").checked, 2), 1)
    hurry(0)
    quick = quiet_block(Engine(gamedsl.load("examples/othello.game").checked, 2), 1)
    assert (False, True) == (plain.reading.is_quick, quick.reading.is_quick)
    assert len(plain) < len(quick)
    assert (plain, hash(plain)) == (quick, hash(quick))


def test_a_game_with_a_log_needs_one_printing() -> None:
    """Nothing is printed for games without a log, and no pass is made, where nobody plays such games."""
    engine = Engine(gamedsl.load("mogul").checked, 3)
    s = engine.start(1)
    for _ in range(5):
        codes = engine.codes(s)
        engine.apply(s, codes[draw(s.key, 0, POLICY_STREAM, s.decisions, len(codes))])
    assert ("functions" in vars(engine.programs.first.told), "functions" in vars(engine.programs.first.quiet)) == (
        True,
        False,
    )
    assert "_hurried" not in vars(engine)


def test_an_engine_that_plays_nothing_lowers_nothing() -> None:
    """The program is made when the first game is started."""
    engine = Engine(gamedsl.load("mogul").checked, 3)
    assert "carried" not in vars(engine)
