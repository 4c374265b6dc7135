"""Games of players who think have the same results by machine code and in Python, and what cannot be had is said."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import attrs
import pytest

from gamedsl.kernel.native import compilers
from gamedsl.kernel.native.building import NO_COMPILER
from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.play.games import MANY_THINKING

NIM = Path(__file__).parent.parent / "cli" / "nim.game"


@pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")
def test_players_who_think_do_so_alike_in_every_way() -> None:
    """Results of games are the same whether players think in Python or by machine code."""
    settings = Settings(str(NIM), 2, ("greedy", "mcts:20"), seed=3, games=4)
    said: list[str] = []
    found = [simulate(attrs.evolve(settings, engine=way), remark=said.append) for way in ("python", "native", "auto")]
    assert [] == said
    assert found[0] == found[1] == found[2]


def test_that_players_think_in_python_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where machine code is wanted and cannot be had, and where it would be worth while for many games."""

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setenv("CC", "")
    monkeypatch.setattr(compilers, "NAMES", ())
    monkeypatch.setattr(compilers, "version", missing)
    settings = Settings(str(NIM), 2, ("quick", "random"), seed=3, games=MANY_THINKING)
    said: list[str] = []
    wanted = simulate(attrs.evolve(settings, games=2, engine="native"), remark=said.append)
    simulate(attrs.evolve(settings, games=2), remark=said.append)
    assert ["Players think in Python, not by machine code: " + NO_COMPILER + "."] == said
    assert wanted == simulate(attrs.evolve(settings, games=2, engine="python"))
    simulate(settings, remark=said.append)
    assert ["Players would think many times as fast by machine code: " + NO_COMPILER + "."] == said[1:]
