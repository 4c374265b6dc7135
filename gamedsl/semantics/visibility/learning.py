"""Steps that are carried out -> what everybody knows of the pieces with a name behind them."""

from __future__ import annotations

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.visibility.entries import is_of_dice, slot_of
from gamedsl.semantics.visibility.known import Observer
from gamedsl.semantics.visibility.labels import COMMON, PUBLIC, Visibility
from gamedsl.semantics.visibility.surroundings import Env


def learn(observer: Observer, step: core.CoreStep, env: Env) -> None:
    """Note that everybody knows a piece with a name: it is moved to where all see it, or shown to all."""
    match step:
        case core.Move(pieces=pieces, target=target):
            slot, seen = slot_of(pieces), _unread(observer, target, env)
            if slot is None and not seen.public:
                env.away.update(env.slots)
            if slot is not None:
                (env.away.discard if seen.public else env.away.add)(slot)
                known = PUBLIC if seen.public else env.slots[slot].bare()
                env.slots[slot] = attrs.evolve(known, place=seen.place or COMMON)
        case core.Deal(target=target) if not _unread(observer, target, env).public:
            env.away.update(env.slots)
        case core.RollPieces():
            env.rolled.update(env.slots)
        case core.Assign(target=target) if target.owner is not None and is_of_dice(observer.game, target.owner.type):
            env.rolled.update(env.slots)
        case core.Show(pieces=pieces, viewers=core.AllPlayers()):
            slot = slot_of(pieces)
            if slot is not None:
                env.slots[slot] = Visibility(place=env.slots[slot].place)
                env.rolled.discard(slot)


def _unread(observer: Observer, zone: core.ZoneRef, env: Env) -> Visibility:
    """Return the label of a zone that is not read."""
    start = len(observer.log)
    seen = observer.zone(zone, env)
    del observer.log[start:]
    return seen
