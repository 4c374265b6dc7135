"""Of nothing there is nothing, in the kernel program too: conditions over loops, and what is given to terms."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.play.engine import Engine
from tests.helpers.texts import game_text

GAME = game_text("kernel/of_nothing")


@pytest.mark.parametrize(
    "condition",
    [
        "any(guest.ready for each p in players) = no",
        "all(guest.ready for each p in players) = no",
        "any(p.ready for each p in players) and all(p.ready for each p in players)",
        "beyond(next(a1, south)) = {}",
        "count(beyond(next(a1, north))) = 4",
        "A.reached(next(a1, south)) = none",
    ],
)
def test_conditions_hold(condition: str) -> None:
    """A condition of nothing does not hold, and a term that takes a place gives nothing of none."""
    engine = Engine(gamedsl.loads(GAME.format(condition=condition)).checked, 2)
    assert 1 == len(engine.codes(engine.start(1)))
