"""A state -> a short text that is the same for the same situation, whatever way the engine keeps it inside."""

from __future__ import annotations

import hashlib
import json

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine

_LENGTH = 12
_LISTS = ("purses", "zones", "values", "dice", "scores", "points", "draws")


def fingerprint(engine: Engine, s: State) -> str:
    """Return twelve hexadecimal digits of everything on the table, who decides and what is legal."""
    parts = [s.decisions, s.status, engine.decider(s), engine.codes_meant(s), *[[*getattr(s, name)] for name in _LISTS]]
    text = json.dumps(parts, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:_LENGTH]
