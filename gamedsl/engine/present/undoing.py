"""A state and an earlier one -> what has been seen since that nobody can forget: why a decision stays made."""

from __future__ import annotations

from gamedsl.engine.machine import Engine
from gamedsl.engine.present import events as ev
from gamedsl.engine.present.called import Places
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.public import known_by


def seen_since(engine: Engine, before: State, after: State) -> str:
    """Return what chance or hidden things showed somebody between two states; empty when nothing did.

    It is for the seat that was asked first, and says no more than this seat can tell: whom a piece was shown to in
    secret before makes no difference.
    """
    names = engine.game.seat_names[: engine.layout.seats]
    places = Places(engine.game, names)
    for event in _events_since(before, after):
        match event:
            case ev.ChanceEvent(form="dice") if event.audience:
                place = places.read(event.source)
                if place.entry in engine.game.zones:
                    return f"dice in {place.label} have been rolled"
                return f"{places.named(event.source)} has been rolled"
            case ev.ChanceEvent(form="value") if event.audience:
                return f"{places.read(event.source).label} has been rolled"
            case ev.ChanceEvent() if event.audience:
                return "hidden pieces have been seen"
            case ev.ShuffleEvent() if event.count > 1:
                return f"{places.read(event.place).label} has been shuffled"
            case ev.ShowEvent():
                return "hidden pieces have been shown"
            case ev.ShowValueEvent():
                return "hidden values have been shown"
            case _:
                pass
    seat, layout = engine.decider(before), engine.layout
    if seat is not None:
        known = zip(known_by(layout, after, seat), known_by(layout, before, seat), strict=True)
        if any(now & ~then for now, then in known):
            return "hidden pieces have been seen"
    return ""


def _events_since(before: State, after: State) -> list[ev.Event]:
    found: list[ev.Event] = []
    rest = after.log
    while rest and len(found) < after.log_size - before.log_size:
        rest, event = rest
        found.append(event)
    return found[::-1]
