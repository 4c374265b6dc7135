"""A checked game, seats and options -> the engine of this set-up: the one place where engines are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.engine.machine import Engine
from gamedsl.kernel.machine import KernelEngine
from gamedsl.semantics.core import model


def engine_for(
    game: model.CheckedGame,
    seats: int,
    options: Mapping[str, bool | int | str] | None = None,
    scenarios: Sequence[model.CheckedScenario] = (),
) -> Engine:
    """Return an engine; raise SetupError when seats, options or the header's ``when`` do not allow this set-up.

    Rules that no program can say raise it later: when a game is first begun, or the program is first asked for a value.
    ``scenarios`` are those of this set-up that it will begin.
    """
    return KernelEngine(game, seats, options, scenarios)
