"""Games that stay rows as machine code has written them tell the same as results of games one by one."""

from __future__ import annotations

import pickle
from pathlib import Path

import attrs
import pytest

import gamedsl
from gamedsl.kernel.native import sorting
from gamedsl.simulate import Settings, compare, simulate
from gamedsl.simulate.reports.simulated import simulated_report
from gamedsl.simulate.results.results import Results, joined
from tests.helpers.suite.nightly import NIGHTLY
from tests.simulate.test_own_metrics import GAME as PILES
from tests.simulate.test_own_metrics import ROWS_OF_ALL_KINDS as METRICS

EVERYDAY = [("mogul", 310, ()), ("examples/kuhn_poker.game", None, ("quick", "random")), ("piles", None, ())]
MORE = [("mogul", None, ()), ("examples/no_thanks.game", None, ()), ("examples/tic_tac_toe.game", None, ())]


@pytest.mark.parametrize(("name", "limit", "seats"), EVERYDAY + MORE if NIGHTLY else EVERYDAY)
def test_rows_tell_what_results_do(
    name: str, limit: int | None, seats: tuple[str, ...], tmp_path: Path, tune: pytest.MonkeyPatch
) -> None:
    """Reports and comparisons are the same of rows as C has written them, of results one by one, and of both mixed.

    The rows are written and sorted by two threads.
    """
    tune.setattr(sorting, "_FEW", 0)
    if name == "piles":
        name = str(tmp_path / "piles.game")
        Path(name).write_text(PILES.replace("{metrics}\n", METRICS))
    game = gamedsl.load(name)
    seats = seats or ("random",) * game.players[-1]
    settings = Settings(name, len(seats), seats, 1, 60, limit=limit, engine="native")
    rows, other = (simulate(one, workers=2) for one in (settings, attrs.evolve(settings, seed=500)))
    plain, beside = (Results([attrs.evolve(one) for one in some]) for some in (rows, other))
    half = [rows[:31], plain[31:50], rows[50:]]

    assert [*rows] == [*plain] and pickle.loads(pickle.dumps(rows[7])) == plain[7]  # noqa: S301
    for some in (joined(half), joined(half[::-1]), joined([plain[60:], rows[:60]])):
        assert rows == some
        assert repr(simulated_report(game, settings, plain)) == repr(simulated_report(game, settings, some))
        assert repr(compare(plain, beside, [*game.checked.actions])) == repr(
            compare(some, other, [*game.checked.actions])
        )
