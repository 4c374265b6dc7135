"""Steps as they are written in, what they may change out, so that what is known there can be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import attrs

from gamedsl.diagnostics.effort import NODE, spend
from gamedsl.semantics.declare.paragraph_fields import steps_of
from gamedsl.semantics.expressions.narrowing import OwnPass, forget
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.symbols import Symbols
from gamedsl.syntax import nodes


@attrs.frozen
class Change:
    """A sort of step ("": any), the name of the only value that it changes (""), and whose pass that belongs to."""

    step: str
    entry: str = ""
    owner: bool = False
    key: int | None = None


_SORTS: dict[type[nodes.Step], str] = {
    nodes.Pay: "pay",
    nodes.Move: "move",
    nodes.Deal: "move",
    nodes.ShuffleTo: "move",
    nodes.Score: "score",
    nodes.Roll: "roll",
    nodes.Assign: "set",
}
Changed = tuple[str, str | frozenset[str]]
"""A sort of step, and the names of the only values that it changes ("": it may change any)."""
_BY_TRIGGERS: WeakKeyDictionary[Symbols, tuple[Changed, ...]] = WeakKeyDictionary()
"""What the triggers of a game change, which every step asks for; all of them are declared before steps are checked."""
_CHANGE_NOTHING = (nodes.Shuffle, nodes.Let, nodes.Pick, nodes.Show)


def forget_changes(
    symbols: Symbols, scope: Scope, steps: tuple[nodes.Step, ...], name: str = "", slot: int | None = None
) -> None:
    """Forget what some steps may change; in a loop not what only other passes change (``name`` is in ``slot``)."""
    for change in dict.fromkeys(_changes(steps, name)):
        own = None if slot is None else OwnPass(slot, change.owner, change.key)
        forget(scope, change.step, change.entry, own)
    forget_triggered(symbols, scope, steps)


def forget_triggered(symbols: Symbols, scope: Scope, steps: tuple[nodes.Step, ...]) -> None:
    """Forget what triggers may change that some steps set off."""
    if any(True for _ in _changes(steps, "")):
        for step, entries in _of_triggers(symbols):
            forget(scope, step, entries)


def forget_value(symbols: Symbols, scope: Scope, step: str, entry: str) -> None:
    """Forget what a step says of a value that it changes, and of those that triggers set then."""
    forget(scope, step, entry)
    for changing, entries in _of_triggers(symbols):
        if changing in ("", "set", "roll"):
            forget(scope, changing or "set", entries)


def _of_triggers(symbols: Symbols) -> tuple[Changed, ...]:
    """Return what triggers change that watch, by sorts of steps: any step may set them off."""
    found = _BY_TRIGGERS.get(symbols)
    if found is None:
        by_step: dict[str, set[str]] = {}
        for change in _walk_triggers(symbols):
            by_step.setdefault(change.step, set()).add(change.entry)
        changed = ((step, "" if "" in names else frozenset(names)) for step, names in by_step.items())
        found = _BY_TRIGGERS[symbols] = tuple(changed)
    spend(NODE)
    return found


def _walk_triggers(symbols: Symbols) -> Iterator[Change]:
    """Walk what triggers change that watch. Those behind a paragraph belong to it."""
    for head in symbols.paragraphs.values():
        fields = head.node.fields
        if head.section == "triggers" and not any(isinstance(field, nodes.After) for field in fields):
            yield from _changes(steps_of(fields, "then"), "")


def _changes(steps: tuple[nodes.Step, ...], name: str) -> Iterator[Change]:
    for step in steps:
        match step:
            case nodes.If():
                for branch in step.branches:
                    yield from _changes(branch.body, name)
                yield from _changes(step.otherwise, name)
            case nodes.ForEach():
                yield from _changes(step.body, name if step.binder.name != name else "")
            case nodes.Repeat() | nodes.Moment():
                yield from _changes(step.body, name)
            case nodes.Assign():
                yield _value(step, step.target, name)
            case nodes.Roll() if step.domain is not None:
                yield _value(step, step.target, name)
            case _:
                yield from () if isinstance(step, _CHANGE_NOTHING) else (Change(_SORTS.get(type(step), "")),)


def _value(step: nodes.Step, target: nodes.Expr, name: str) -> Change:
    """Return the change of a value of the table."""
    sort, key = _SORTS[type(step)], None
    if isinstance(target, nodes.Index):
        keys = [one for one, part in enumerate(target.keys) if isinstance(part, nodes.Name) and part.name == name]
        target, key = target.value, keys[0] if keys else None
    if isinstance(target, nodes.Member):
        owner = isinstance(target.value, nodes.Name) and target.value.name == name
        return Change(sort, target.name, owner, key)
    return Change(sort, target.name, key=key) if isinstance(target, nodes.Name) else Change(sort)
