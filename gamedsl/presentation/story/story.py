"""An engine, a state and a viewer -> the story of the game: a passage for each move, with what it cost and brought.

Each viewer is told more of the story as the game goes on, from where it was left off.
"""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.seen import closed_from, counted, log_at, seen_from, visible
from gamedsl.presentation.story.passages import Passage
from gamedsl.presentation.story.teller import Teller


def story(engine: Engine, state: State, seat: int | None, *, revealed: bool = False) -> tuple[Passage, ...]:
    """Return the story of a game as a seat (None: a spectator) may know it; ``revealed``: with all secrets."""
    if not revealed:
        return _heard(engine, state, seat).since(0)
    teller = Teller(engine)
    for number, event, full in visible(engine, state, seat, revealed=True):
        teller.hear(number, event, full)
    return teller.since(0)


@attrs.frozen
class _Heard:
    """What a viewer was told last, up to a size of the log: so each story hears what has happened since."""

    teller: Teller
    size: int
    log: Any


def _told_before(_: Engine) -> dict[int | None, _Heard]:
    """Return where what each viewer of the games of an engine was told last is kept."""
    return {}


def _heard(engine: Engine, state: State, seat: int | None) -> Teller:
    """Return a teller that has heard all, going on from the last story of this viewer where the log goes on."""
    told_before = engine.once(_told_before)
    before = told_before.pop(seat, None)
    if before is None or before.size > closed_from(state) or log_at(state, before.size) is not before.log:
        before = _Heard(Teller(engine), 0, log_at(state, 0))
    closed, teller, behind = closed_from(state), before.teller, False
    for one in seen_from(engine, state, seat, before.size):
        if one.number >= closed and not behind:
            teller, behind = teller.copy(), True
        teller.hear(one.number, one.event if one.full else counted(one.event, engine), one.full)
    told_before[seat] = _Heard(before.teller, closed, log_at(state, closed))
    return teller
