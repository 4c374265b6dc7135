"""A set-up that machine code was compiled for before is played by that, and nothing is made for it again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import attrs
import pytest

import gamedsl
from gamedsl.kernel import build_cache
from gamedsl.kernel.compiled_rules import CompiledRules
from gamedsl.kernel.native import compilers
from gamedsl.play.engine import Engine
from gamedsl.simulate import simulate
from gamedsl.simulate.play.games import Games
from gamedsl.simulate.reports.simulated import simulated_report
from gamedsl.simulate.results.results import Results
from tests.helpers.play.batches import played_by
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

    monkeypatch.setattr(CompiledRules, "__init__", never)
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


@pytest.mark.parametrize("first", ["native", "auto"])
def test_players_who_think_by_what_was_compiled_before(
    first: str, own_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both libraries have to be there: that by which games are played, and that by which players think."""
    settings = attrs.evolve(settings_of(2), game="examples/kuhn_poker.game", seats=("quick", "random"), games=4)
    game = gamedsl.load(settings.game)
    expected = simulate(attrs.evolve(settings, engine="native"))
    if first == "auto":  # what players think by is gone
        engine = Engine(game.checked, 2, game.start(2).options)
        (own_store / "set_ups" / build_cache.key_of(engine.set_up, build_cache.THINKING)).unlink()
    monkeypatch.setattr(subprocess, "Popen", None)
    games = Games(game, settings, 4)
    assert (first == "native") == games.is_native()
    assert expected == Results([*played_by(games.play, range(4))])
