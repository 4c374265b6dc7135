"""Steps -> what they change, by the names that ends and watched triggers are found by; called paragraphs with them"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.engine.setup.reads import POINTS, Parts, zone_part
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.semantics import core
from gamedsl.semantics.core.walk import carried_out, walk


def changed_by(b: Lowering, step: core.CoreStep) -> tuple[str, ...]:
    """Return what a single step changes itself."""
    effect = core.EFFECTS.get(type(step), core.Effect())
    parts = [_part(b, getattr(step, name)) for name in effect.changes]
    if effect.dice:
        thrown = getattr(step, effect.dice)
        parts.append(f"{'dice' if thrown in b.layout.dice else 'value'} {thrown}")
    if effect.points:
        parts.append(POINTS)
    return tuple(parts)


def changed_in(b: Lowering, steps: Iterable[core.CoreStep]) -> Parts:
    """Return what may change in steps, in all that they call, and in the triggers that follow it at once."""
    found: set[str] = set()
    called: set[tuple[str, str]] = set()
    waiting = [*steps]
    while waiting:
        for part in walk(waiting.pop()):
            if not isinstance(part, core.CoreStep):
                continue
            found.update(changed_by(b, part))
            for name in carried_out(b.game, part):
                if name not in called:
                    called.add(name)
                    waiting += _steps_of(b, name)
    return frozenset(found)


def _part(b: Lowering, changed: core.ZoneRef | core.ReadValue) -> str:
    return zone_part(b.game, changed.entry) if isinstance(changed, core.ZoneRef) else f"value {changed.entry}"


def _steps_of(b: Lowering, name: tuple[str, str]) -> Iterator[core.CoreStep]:
    """Walk the steps of a paragraph, and those of the triggers that follow it."""
    section, own = name
    if section == "cells":
        kind, row, column = own.split(".")
        for design in b.game.kinds[kind].designs:
            code = design.code.get(column)
            if design.name == row and code is not None:
                yield from code.steps
        return
    if section == "rules":
        yield from b.game.rules[own].then
    for trigger in b.game.triggers.values():
        if own in trigger.follows:
            yield from trigger.then
