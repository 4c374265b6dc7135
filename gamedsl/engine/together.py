"""States of phases ``together`` -> what others see meanwhile, and from where to play on again."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.state.flat import TABLE, State, mixes_back


def resume(s: State) -> tuple[Any, ...]:
    """Return what else is needed to play a phase ``together`` again from its beginning.

    How much somebody had lost track of by then, what was just shown, and how often chance was asked are part of it:
    what others do since must not be known.
    """
    past = (sum(1 for _ in mixes_back(s)), s.exposed, tuple(s.draws))
    return s.open_now(), tuple(s.turns), tuple(s.latches), s.pending, past, s.ledger_size, s.decisions


def snapshot(s: State) -> tuple[Any, ...]:
    """Return what the others see while a phase ``together`` is on: the table as it was when it began."""
    return tuple([tuple(getattr(s, name)) for name in TABLE])


def before_together(state: State) -> State:
    """Return the state in which a phase ``together`` began."""
    assert state.curtain is not None
    board, _, _, rest, _ = state.curtain
    s = state.copy()
    for name, values in zip(TABLE, board, strict=True):
        setattr(s, name, list(values))
    frames, turns, latches, s.pending, (mixes, s.exposed, draws), s.ledger_size, s.decisions = rest
    s.draws = list(draws)
    s.mixes = [(), *reversed(list(mixes_back(s)))][mixes]
    s.frames = [list(frame) for frame in frames]
    s.turns, s.latches = list(turns), list(latches)
    s.curtain = (board, None, 0, rest, ())
    s.cache = None
    return s
