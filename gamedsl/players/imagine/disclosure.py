"""A state and a later one -> whether what happened between them disclosed hidden things to some seat."""

from __future__ import annotations

import json
from typing import Any

from gamedsl.engine import events as ev
from gamedsl.engine.state.flat import RUNNING
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinization import DeterminizationError, Determinizer
from gamedsl.players.randomness import Random
from gamedsl.presentation.seen import seen_events
from gamedsl.presentation.views import project

DEALS = 24
"""Deals for each seat in which the same is decided again."""


def has_disclosed(engine: Engine, before: State, after: State) -> bool:
    """Tell whether hidden things leaked: some seat has seen what would have looked otherwise with others.

    What the seat that was asked could not know before is dealt anew, and the same decisions are made again: if in one
    of 24 deals it would then see something else, it has learned what is not so. Whether others have is asked in these
    deals, as it might be for all that this seat knows: the answer is for this seat, and must not tell it more. For each
    of the others all that this one could not know is dealt anew in turn. What is told only by a very unlikely deal may
    be missed. Both states must have a log.
    """
    seat, codes = engine.decider(before), _codes(before, after)
    if seat is None:
        return False
    seen = _seen(engine, after, before, seat)
    try:
        determinizer = Determinizer(engine, before, seat)
        for number in range(DEALS):
            deal = determinizer.deal(Random(number), others=True)
            world = deal.copy()
            again = _again(engine, world, before, codes)
            if again is None:
                continue
            if seen != _seen(engine, again, before, seat) or _another_sees(engine, deal, again, before, seat, codes):
                return True
    except DeterminizationError:
        return True
    return False


def _another_sees(engine: Engine, deal: State, after: State, before: State, seat: int, codes: list[int]) -> bool:
    """Tell whether some other seat sees something else behind the same decisions when hidden things are otherwise."""
    for other in range(engine.layout.seats):
        if other == seat:
            continue
        anew = Determinizer(engine, deal, other).deal(Random(other))
        again = _again(engine, anew, before, codes)
        if again is not None and _seen(engine, after, before, other) != _seen(engine, again, before, other):
            return True
    return False


def _codes(before: State, after: State) -> list[int]:
    found: list[int] = []
    rest = after.log
    while rest and rest is not before.log:
        rest, event = rest
        if isinstance(event, ev.DecisionEvent):
            found.append(event.code)
    return found[::-1]


def _again(engine: Engine, s: State, before: State, codes: list[int]) -> State | None:
    """Return a deal behind the same decisions, or as far as they go; None where even the first is not possible."""
    s.log, s.log_size = (), before.log_size
    for number, code in enumerate(codes):
        if s.status != RUNNING or code not in engine.codes(s):
            return s if number else None
        engine.apply(s, code)
    return s


def _seen(engine: Engine, s: State, before: State, seat: int) -> list[Any]:
    """Return what a seat sees of a state and has seen of the way there."""
    told: list[ev.Event] = []
    rest = s.log
    while rest and rest is not before.log:
        rest, event = rest
        told.append(event)
    short = s.copy()
    short.log, short.log_size = (), 0
    for event in reversed(told):
        short.log, short.log_size = (short.log, event), short.log_size + 1
    if short.curtain is not None:
        short.curtain = (*short.curtain[:2], max(0, short.curtain[2] - before.log_size), *short.curtain[3:])
    events = json.dumps(seen_events(engine, short, seat), sort_keys=True)
    asked = engine.codes(s) if engine.decider(s) == seat else ()
    return [project(engine, s, seat, bookkeeping=True), events, asked]
