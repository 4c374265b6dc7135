"""Batches of games between random players: the same in Python and as machine code, with and without NumPy."""

from __future__ import annotations

import sys
from array import array
from pathlib import Path
from typing import Any

import numpy
import pytest

import gamedsl
from gamedsl import batch as module
from gamedsl.batch import Batch
from gamedsl.game import Game
from gamedsl.kernel.native import batches, compilers
from gamedsl.kernel.printing.batch import batch_text
from gamedsl.play.engine import Engine
from gamedsl.simulate.play.one_game import play_one
from gamedsl.simulate.play.settings import Settings
from tests.engine.test_errors import GAME as STOPS
from tests.helpers.kernel.oversized_rows import unfit
from tests.helpers.play.engines import FRAME, WINNER
from tests.helpers.suite import sharing
from tests.helpers.suite.nightly import NIGHTLY, examples

GAMES = {"examples/kuhn_poker.game": 2, "examples/no_thanks.game": 4, "examples/othello.game": 2, "mogul": 3}
native = pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")


def plain(batch: Batch) -> list[object]:
    """Return all numbers of a batch."""
    by_seat = {"winners": batch.winners, "points": batch.points, **batch.scores}
    own = [[int(one) for one in column] for column in (batch.status, batch.decisions)]
    return [*own, {name: [[int(one) for one in row] for row in rows] for name, rows in by_seat.items()}]


def stopping() -> Game:
    """Return a game that a rule stops sooner or later."""
    parts = STOPS.format(then="      pay 2 from bank to you.coins", depth="")
    return gamedsl.loads(FRAME.format(parts=parts.strip("\n"), winner=WINNER))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("limit", [None, 30])
def test_they_are_the_games_of_random_players(name: str, limit: int | None) -> None:
    """Seeds, outcomes, points of sources and games given up are those of single games."""
    game, seats = gamedsl.load(name), GAMES[name]
    many = examples(2, 4)
    batch = game.batch(many, seats, seed=5, limit=limit, engine="python")
    settings = Settings(name, seats, ("random",) * seats, seed=5, games=many, limit=limit)
    for number in range(many):
        one = play_one(game, settings, number)
        is_over = one.status == "finished"
        assert (batch.FINISHED if is_over else batch.UNFINISHED, one.decisions) == (
            batch.status[number],
            batch.decisions[number],
        )
        if is_over:
            assert one.winners == tuple(seat for seat in range(seats) if batch.winners[seat][number])
            assert one.points == tuple(batch.points[seat][number] for seat in range(seats))
            assert one.sources == {source: tuple(row[number] for row in rows) for source, rows in batch.scores.items()}


@native
@pytest.mark.parametrize("name", GAMES)
def test_machine_code_plays_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any number of threads, and in batches of any size."""
    game, seats = gamedsl.load(name), GAMES[name]
    expected = plain(game.batch(20, seats, seed=3, engine="python", limit=400))
    found = [plain(game.batch(20, seats, seed=3, engine="native", limit=400, threads=threads)) for threads in (1, 2)]
    monkeypatch.setattr(batches, "_MOST_GAMES", 3)

    assert [expected] * 2 == found
    assert expected == plain(game.batch(20, seats, seed=3, engine="native", limit=400, threads=3))


@native
@pytest.mark.parametrize("name", GAMES if NIGHTLY else ["examples/kuhn_poker.game"])
def test_optimised_machine_code_plays_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All other tests leave optimising out: here it is compiled as users have it."""
    monkeypatch.setattr(compilers, "_FLAGS", sharing.users_flags)
    assert "-O2" in sharing.users_flags
    game, seats = gamedsl.load(name), GAMES[name]
    expected = plain(game.batch(200, seats, seed=3, engine="python", limit=400))

    assert expected == plain(game.batch(200, seats, seed=3, engine="native", limit=400))


@native
def test_games_that_a_rule_stops() -> None:
    """They say so, and nothing else."""
    game = stopping()
    for engine in ("python", "native"):
        batch = game.batch(10, engine=engine)  # type: ignore[arg-type]
        stopped = [number for number in range(10) if batch.status[number] == batch.STOPPED]
        assert stopped
        assert {(0, 0, 0)} == {
            (int(batch.decisions[one]), int(batch.winners[0][one]), int(batch.points[0][one])) for one in stopped
        }
    assert plain(game.batch(10, engine="python")) == plain(game.batch(10, engine="native"))


@native
def test_games_with_numbers_that_are_too_large_for_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are played in Python: here every third game of a batch is such a one."""
    game, alone = gamedsl.load("mogul"), list[int]()
    expected = plain(game.batch(7, 3, seed=3, engine="native", limit=50))

    def in_python(engine: Engine, columns: Any, first: int, behind: int, most: int) -> int:
        alone.append(first)
        return in_python_first(engine, columns, first, behind, most)

    in_python_first = module._in_python
    monkeypatch.setattr(module, "_NATIVE", {})
    monkeypatch.setattr(module, "batch_text", lambda *given: unfit(batch_text(*given)))
    monkeypatch.setattr(module, "_in_python", in_python)

    assert expected == plain(game.batch(7, 3, seed=3, engine="native", limit=50))
    assert [1, 4] == alone


def test_with_and_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns are arrays of NumPy, by seat in one; without it arrays of the module `array`."""
    game = gamedsl.load("examples/kuhn_poker.game")
    with_ = game.batch(5)
    monkeypatch.setitem(sys.modules, "numpy", None)
    without = game.batch(5)

    assert isinstance(with_.points, numpy.ndarray)
    assert ((2, 5), (5,)) == (with_.points.shape, numpy.asarray(with_.status).shape)
    assert isinstance(without.points, tuple)
    assert isinstance(without.points[0], array)
    assert plain(with_) == plain(without)
    assert 5 == len(with_) == len(with_.seeds)


@native
def test_auto_compiles_where_that_saves_time(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten games; the next batch of the set-up is played by what is there, and so is one of another process."""
    del own_store
    game = gamedsl.load("examples/kuhn_poker.game")
    assert "python" == game.batch(12).engine
    monkeypatch.setattr(module, "LONG", 0.0)
    assert plain(game.batch(12, engine="python")) == plain(found := game.batch(12))
    assert "native" == found.engine
    monkeypatch.setattr(module, "LONG", 1e9)
    assert "native" == game.batch(12).engine
    assert "native" == gamedsl.load("examples/kuhn_poker.game").batch(12).engine


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python plays unless machine code alone is wanted."""
    monkeypatch.setenv("CC", "")
    monkeypatch.setattr(compilers, "NAMES", ())
    monkeypatch.setattr(compilers, "version", _missing)
    monkeypatch.setattr(module, "LONG", 0.0)
    game = gamedsl.load("examples/kuhn_poker.game")

    assert "python" == game.batch(12).engine
    with pytest.raises(gamedsl.SetupError, match="cannot be played as machine code: no C compiler was found"):
        game.batch(12, engine="native")


def _missing(name: str) -> str:
    raise ModuleNotFoundError(name)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "`games` must be a whole number from 1 to 1,000,000,000, not 0"),
        ({"games": True}, "not True"),
        ({"threads": 0}, "`threads` must be a whole number from 1 to 256"),
        ({"seed": -1}, "the seeds must be whole numbers"),
        ({"seed": 2**64 - 3}, "the seeds must be whole numbers"),
        ({"limit": 0}, "the limit must be"),
        ({"players": 9}, "is for 2 players"),
        ({"engine": "quick"}, "`engine` must be one of auto, python, native, not quick"),
    ],
)
def test_what_is_wrong_is_said(wrong: dict[str, int], said: str) -> None:
    """As for a single game."""
    with pytest.raises(gamedsl.SetupError, match=said):
        gamedsl.load("examples/kuhn_poker.game").batch(**{"games": 5, **wrong})  # type: ignore[arg-type]
