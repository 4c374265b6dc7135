"""A set-up that machine code was compiled for before is played by that, and nothing is made for it again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import attrs
import pytest

import gamedsl
from gamedsl.kernel.carrying import Carrying
from gamedsl.kernel.native import compilers
from gamedsl.simulate import simulate
from gamedsl.simulate.reports.simulated import simulated_report
from tests.simulate.test_random_games import settings_of

pytestmark = pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")


def test_what_was_compiled_before_plays_at_once(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set-up that is known is played from the first game on, and reported on, with nothing lowered; not in Python."""
    del own_store
    settings = attrs.evolve(settings_of(2), game="examples/kuhn_poker.game", games=60, log_first=60)
    compiled = simulate(attrs.evolve(settings, engine="native"))
    expected = simulated_report(gamedsl.load(settings.game), settings, compiled).data

    def never(*given: object, **named: object) -> None:
        raise AssertionError("it is lowered")

    monkeypatch.setattr(Carrying, "__init__", never)
    monkeypatch.setattr(subprocess, "Popen", None)
    found = simulate(settings)
    assert compiled == found
    assert expected == simulated_report(gamedsl.load(settings.game), settings, found).data
    for other in (
        {"engine": "python"},
        {"players": 2, "seats": ("quick", "quick")},
        {"seed": 5, "game": "examples/tic_tac_toe.game"},
    ):
        with pytest.raises(AssertionError, match="it is lowered"):
            simulate(attrs.evolve(settings, **other))
