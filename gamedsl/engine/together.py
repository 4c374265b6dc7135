"""A state in which all begin to decide ``together`` -> what others see meanwhile, and what else was so then."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.state.flat import TABLE, StateLike, mixes_back


def resume(s: StateLike) -> tuple[Any, ...]:
    """Return what else tells beginnings of a phase ``together`` apart, in comparisons and saves.

    Whoever plays on from there has the whole block of that moment (``State.second``). How much somebody had lost
    track of by then, what was just shown, and how often chance was asked are part of it: what others do since must not
    be known.
    """
    past = (sum(1 for _ in mixes_back(s)), s.exposed, tuple(s.draws))
    return s.open_now(), tuple(s.turns), tuple(s.latches), s.pending, past, s.ledger_size, s.decisions


def snapshot(s: StateLike) -> tuple[Any, ...]:
    """Return what the others see while a phase ``together`` is on: the table as it was when it began."""
    return tuple([tuple(getattr(s, name)) for name in TABLE])
