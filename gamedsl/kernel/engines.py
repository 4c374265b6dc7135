"""A checked game, seats and options -> the engine of this set-up: the one place where engines are made."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from gamedsl.engine.machine import Engine
from gamedsl.semantics.core import model

_SWITCH = "GAMEDSL_ENGINE"
"""The name of the environment variable that has ``kernel`` where rules are carried out by the kernel program."""


def engine_for(
    game: model.CheckedGame,
    seats: int,
    options: Mapping[str, bool | int | str] | None = None,
    scenarios: Sequence[model.CheckedScenario] = (),
) -> Engine:
    """Return an engine; raise SetupError for a set-up that seats, options, ``when`` or the size of its rules forbid.

    ``scenarios`` are those of this set-up that it will begin.
    """
    if os.environ.get(_SWITCH) == "kernel":
        from gamedsl.kernel.machine import KernelEngine

        engine = KernelEngine(game, seats, options, scenarios)
        engine.lower()
        return engine
    from gamedsl.engine.compiled import CompiledEngine

    return CompiledEngine(game, seats, options)
