"""What values of the table can be in, warnings about conditions that always say the same because of that out."""

from __future__ import annotations

from collections.abc import Container, Iterator

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.graph import steps_of
from gamedsl.semantics.flow.reach.ends import ends_of
from gamedsl.semantics.flow.reach.reach import Reach
from gamedsl.source import written


def check_conditions(reach: Reach, rarer: Container[str], report: Report) -> None:
    """Warn about a part of a condition that asks a value which only ever is what it begins with; once for each value.

    That is told where a step sets the value so, or where a variant has taken its name away somewhere. Values that no
    step names yet are mostly those of games that are still being written.
    """
    told: set[str] = set()
    for condition, is_end in _conditions(reach.game):
        for leaf in _leaves(condition):
            entry = _asked(leaf)
            if entry is None or entry in told or not (reach.is_set(entry) or entry.split(".")[-1] in rarer):
                continue
            if not reach.stays(entry):
                continue
            result = _result(reach, leaf, entry)
            if result is not None and not (is_end and (leaf is condition or not result)):
                told.add(entry)
                says = "always holds" if result else "never holds"
                report("GDFLO34", leaf.span, condition=written(leaf.span), says=says, name=entry.split(".")[-1])


def _conditions(game: model.CheckedGame) -> Iterator[tuple[core.Value, bool]]:
    """Walk what is asked, and whether that is an end: those that never come, or at once, are told elsewhere."""
    for when in _whens(game):
        yield when.condition, False
    for trigger in game.triggers.values():
        yield from ((trigger.once, False),) if trigger.once is not None else ()
    for part in walk(*(part for parts in steps_of(game).values() for part in parts)):
        if isinstance(part, core.CoreBranch):
            yield part.condition, False
        elif isinstance(part, core.Repeat) and part.until is not None:
            yield part.until, True
    yield from ((end, True) for end in ends_of(game))


def _whens(game: model.CheckedGame) -> Iterator[model.When]:
    for action in game.actions.values():
        yield from (element for element in action.elements if isinstance(element, model.When))
    for phase in game.phases.values():
        yield from phase.whens
    for rule in game.rules.values():
        yield from rule.whens
    for trigger in game.triggers.values():
        yield from trigger.whens
    for modifier in game.modifiers.values():
        yield from modifier.whens


def _leaves(condition: core.Value) -> Iterator[core.Value]:
    """Walk what `and` and `or` put together."""
    if isinstance(condition, core.And | core.Or):
        for item in condition.items:
            yield from _leaves(item)
    else:
        yield condition


def _asked(leaf: core.Value) -> str | None:
    """Return the only value of the table that a condition asks; None where it asks others, or none."""
    entries = {part.entry for part in walk(leaf) if isinstance(part, core.ReadValue)}
    return entries.pop() if len(entries) == 1 else None


def _result(reach: Reach, leaf: core.Value, entry: str) -> bool | None:
    """Return what a condition says as long as a value stays what it is; None where that depends on something else."""
    if isinstance(leaf, core.Not):
        inner = _result(reach, leaf.value, entry)
        return None if inner is None else not inner
    if isinstance(intervals.strip(reach.game.values[entry].type), t.SetType):
        # Sets that stay are empty, and no single thing is in them.
        if not isinstance(leaf, core.Member) or not isinstance(leaf.container, core.ReadValue):
            return None
        return None if isinstance(intervals.strip(leaf.element.type), t.SetType) else False
    if reach.never(leaf):
        return False
    opposite = core.Not(span=leaf.span, type=t.BoolType(), value=leaf)
    return True if reach.never(opposite) else None
