"""A state and an earlier one -> what has been seen since that nobody can forget: why a decision stays made."""

from __future__ import annotations

from gamedsl.engine import events as ev
from gamedsl.engine.state.flat import events_since
from gamedsl.engine.state.public import known_by
from gamedsl.engine.words.place_names import Places
from gamedsl.i18n.speaking import gettext
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine


def seen_since(engine: Engine, before: State, after: State) -> str:
    """Return what chance or hidden things showed somebody between two states; empty when nothing did.

    It is for the seat that was asked first, and says no more than this seat can tell: whom a piece was shown to in
    secret before makes no difference.
    """
    names = engine.game.seat_labels[: engine.layout.seats]
    places = Places(engine.game, names)
    for event in events_since(after, before.log_size):
        match event:
            case ev.ChanceEvent(form="dice") if event.audience:
                place = places.read(event.source)
                if place.entry in engine.game.zones:
                    return gettext("dice in {label} have been rolled", label=place.label)
                return gettext("{source} has been rolled", source=places.named(event.source))
            case ev.ChanceEvent(form="value") if event.audience:
                return gettext("{label} has been rolled", label=places.read(event.source).label)
            case ev.ChanceEvent() if event.audience:
                return gettext("hidden pieces have been seen")
            case ev.PlaceEvent(count=count, place=called) if event.keeps and count > 1:
                return gettext(event.keeps, label=places.read(called).label)
            case ev.ShowEvent() | ev.ShowValueEvent():
                return gettext(event.keeps)
            case _:
                pass
    seat, layout = engine.decider(before), engine.layout
    if seat is not None:
        known = zip(known_by(layout, after, seat), known_by(layout, before, seat), strict=True)
        if any(now & ~then for now, then in known):
            return gettext("hidden pieces have been seen")
    return ""
