"""Steps that are carried out -> what everybody knows of the pieces with a name behind them."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility.changing import ANYTHING, touched
from gamedsl.semantics.visibility.entries import is_of_dice, slot_of
from gamedsl.semantics.visibility.knowledge import Observer
from gamedsl.semantics.visibility.labels import COMMON, PUBLIC, Visibility
from gamedsl.semantics.visibility.surroundings import EVERY, Env


def learn(observer: Observer, step: core.CoreStep, env: Env) -> None:
    """Note that everybody knows a piece with a name: it is moved to where all see it, or shown to all."""
    _laid_open(observer, step, env)
    match step:
        case core.Move(pieces=pieces, target=target) | core.ShuffleTo(pieces=pieces, target=target):
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
            elif isinstance(pieces, core.ZoneRef):
                _show(observer, "", pieces, env)
            elif isinstance(pieces, core.Top | core.Bottom | core.SlotPiece):
                _show(observer, type(pieces).__name__, pieces.zone, env)
        case core.ShowValue(target=value, viewers=core.AllPlayers()):
            _show(observer, "", value, env)


def name_top(step: core.Let, env: Env) -> None:
    """Note that a local place holds the top of a stack, if it does; of several stacks of a sort nothing is noted."""
    value = step.value
    if isinstance(value, core.Top) and value.zone.owner is None and not value.zone.keys:
        env.tops[step.slot] = value.zone.entry


def _laid_open(observer: Observer, step: core.CoreStep, env: Env) -> None:
    """Note that everybody knows the top of a stack by its name, as it comes to where all see it."""
    match step:
        case core.Deal(source=core.ZoneRef(entry=entry), target=target, at_most=False, count=count):
            comes = isinstance(count.type, t.IntType) and count.type.low > 0
        case core.Move(pieces=core.Top(zone=core.ZoneRef(entry=entry)), target=target):
            comes = True
        case _:
            return
    seen = _unread(observer, target, env)
    for slot in [slot for slot, stack in env.tops.items() if stack == entry and comes and seen.public]:
        env.away.discard(slot)
        env.slots[slot] = Visibility(place=seen.place or COMMON)


def _show(observer: Observer, part: str, place: core.ZoneRef | core.ReadValue, env: Env) -> None:
    """Note that all have been shown what lies or stands somewhere; of several keys nothing is noted."""
    if place.keys or place.entry in observer.moving:
        return
    start = len(observer.log)
    owner = COMMON if place.owner is None else observer.see(place.owner, env).who
    del observer.log[start:]
    if isinstance(place.owner, core.AllPlayers):
        owner = EVERY
    if owner is not None:
        env.shown |= {(part, place.entry, owner)}


def forget(observer: Observer, steps: Iterable[core.CoreStep], env: Env) -> None:
    """Note that what was shown, and what lies on top, may be otherwise behind these steps."""
    if env.shown or env.tops:
        changed = touched(observer.game, steps)
        for slot in [slot for slot, stack in env.tops.items() if stack in changed or ANYTHING in changed]:
            del env.tops[slot]
        env.shown = frozenset(one for one in env.shown if one[1] not in changed and ANYTHING not in changed)


def shown_to_each(observer: Observer, step: core.ForEach, inside: Env, env: Env) -> None:
    """Note what a loop over all players has shown of each of them, and did not change."""
    new = inside.shown - env.shown
    if not new or step.loop.condition is not None or not isinstance(step.loop.source, core.AllPlayers):
        return
    changed = touched(observer.game, step.body)
    own = (inside.paragraph, step.loop.slot)
    if ANYTHING not in changed:
        env.shown |= {(part, entry, EVERY) for part, entry, who in new if who == own and entry not in changed}


def _unread(observer: Observer, zone: core.ZoneRef, env: Env) -> Visibility:
    """Return the label of a zone that is not read."""
    start = len(observer.log)
    seen = observer.zone(zone, env)
    del observer.log[start:]
    return seen
