"""Values in, out: what tells them apart however they are written, and one form for the many ways to ask for members.

`count(S where C) > 0`, `any(C for each x in S)` and `(S where C) != {}` ask the same; here they become one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.scopes import FactKey

_SIGNS: dict[str, core.Sign] = {"=": "=", "!=": ">"}


def some(loop: core.Loop) -> core.Value:
    """Return the condition that a loop has members."""
    members = core.Reduce(
        span=loop.span,
        type=t.IntType(0, getattr(loop.source.type, "most", t.HIGHEST)),
        function="count",
        value=core.Const(span=loop.span, type=t.BoolType(), value=True),
        loops=(loop,),
    )
    return _compared(plain(members), ">")


def _compared(members: core.Value, sign: core.Sign) -> core.Compare:
    none = core.Const(span=members.span, type=t.IntType(0, 0), value=0)
    return core.Compare(span=members.span, type=t.BoolType(), sign=sign, left=members, right=none)


def plain(value: core.Value) -> core.Value:
    """Return a value in the one form for counting members; one that does not count is returned as it is."""
    match value:
        case core.Reduce(function="any", value=asked, loops=(*others, last)):
            narrowed = attrs.evolve(last, condition=_both(last.condition, asked))
            everything = attrs.evolve(value, function="count", type=t.IntType(0), loops=(*others, narrowed))
            return _compared(plain(everything), ">")
        case core.Compare(sign="=" | "!=" as sign, left=left, right=right) if _is_empty(right):
            return _compared(_members(left), _SIGNS[sign])
        case core.Count(source=source):
            return _members(source)
        case core.Reduce(function="count", loops=(loop,)) if loop.condition is None:
            return _members(loop.source)
        case _:
            return value


def _members(source: core.Value) -> core.Value:
    """Return the number of members of a set, without a set of its own where it only filters another one."""
    number = t.IntType(0, getattr(source.type, "most", t.HIGHEST))
    if isinstance(source, core.Contents):
        return core.CountPieces(span=source.span, type=number, zone=source.zone)
    if isinstance(source, core.Collect) and is_filter(source):
        truth = core.Const(span=source.span, type=t.BoolType(), value=True)
        parts: dict[str, Any] = {"span": source.span, "type": number, "function": "count"}
        return core.Reduce(value=truth, loops=source.loops, **parts)
    return core.Count(span=source.span, type=number, source=source)


def _is_empty(value: core.Value) -> bool:
    return isinstance(value, core.MakeSet) and not value.items


def _both(one: core.Value | None, other: core.Value) -> core.Value:
    if one is None or (isinstance(other, core.Const) and other.value is True):
        return other if one is None else one
    return core.And(span=other.span, type=t.BoolType(), items=(one, other))


def is_filter(source: core.Collect) -> bool:
    """Tell whether a set has the members of another one for which a condition holds, as in ``S where C``."""
    return len(source.loops) == 1 and isinstance(source.value, core.Local) and source.value.slot == source.loops[0].slot


def conjuncts(condition: core.Value | None) -> Iterator[core.Value]:
    """Walk the conditions that must hold together."""
    if isinstance(condition, core.And):
        for item in condition.items:
            yield from conjuncts(item)
    elif condition is not None:
        yield condition


def unfolded(slot: int, source: core.Value) -> tuple[core.Value, list[core.Value]]:
    """Return the set behind filters, and the conditions of these about the member in ``slot``."""
    conditions: list[core.Value] = []
    while True:
        if isinstance(source, core.Checked | core.Certain):
            source = source.value
        elif isinstance(source, core.Collect) and is_filter(source):
            (loop,) = source.loops
            own = core.Local(span=source.span, type=source.value.type, slot=slot)
            conditions += (replaced(one, {loop.slot: own}) for one in conjuncts(loop.condition))
            source = loop.source
        else:
            return source, conditions


def replaced(value: Any, slots: Mapping[int, core.Value], you: core.Value | None = None, shift: int = 0) -> Any:
    """Return a value with other values in some local places and for ``you``; other places are moved by ``shift``."""
    if isinstance(value, core.You):
        return value if you is None else you
    if isinstance(value, core.Local):
        return slots[value.slot] if value.slot in slots else attrs.evolve(value, slot=value.slot + shift)
    if isinstance(value, tuple):
        return tuple(replaced(item, slots, you, shift) for item in value)
    if not isinstance(value, core.Core):
        return value
    names = [field.name for field in attrs.fields(type(value)) if field.name not in ("span", "type")]
    parts = {name: replaced(getattr(value, name), slots, you, shift) for name in names}
    if isinstance(value, core.Loop):
        parts["slot"] = value.slot + shift
    if isinstance(value, core.DesignOf) and isinstance(parts["subject"].type, t.DesignType):
        return parts["subject"]  # a design stands for the piece that it was asked of
    return attrs.evolve(value, **parts)


# ---------------------------------------------------------------- what tells values apart


def shape(value: object, bound: Mapping[int, int] | None = None) -> FactKey:
    """Return what tells a value apart: not its types, places in the file, the numbers of local places of loops.

    ``bound``: these places, with how deep their loop stands.
    """
    names = dict(bound or {})
    if isinstance(value, core.Checked | core.Certain):
        return shape(value.value, names)
    if isinstance(value, core.Local) and value.slot in names:
        return ("bound", names[value.slot])
    if isinstance(value, core.Reduce) and value.function == "count" and len(value.loops) == 1:
        return ("members", *_filtered(value.loops[0], names))
    if not isinstance(value, core.Core):
        return (repr(value),)
    parts: list[object] = [type(value).__name__]
    parts += [_part(getattr(value, field), names) for field in _in_order(value)]
    if isinstance(value, core.AllMembers):
        parts.append(value.type)  # nothing else tells the members of one kind from those of another
    return tuple(parts)


def _in_order(value: core.Core) -> Iterable[str]:
    """Return the fields of a value; loops first, because their places are bound in what follows."""
    names = [field.name for field in attrs.fields(type(value)) if field.name not in ("span", "type")]
    return sorted(names, key=lambda name: name not in ("loops", "loop"))


def _part(value: object, names: dict[int, int]) -> object:
    if isinstance(value, core.Loop):
        source = shape(value.source, names)
        names[value.slot] = len(names)
        return ("loop", source, None if value.condition is None else shape(value.condition, names))
    if isinstance(value, core.Core):
        return shape(value, names)
    if isinstance(value, tuple):
        return tuple(_part(item, names) for item in value)
    return value


def _filtered(loop: core.Loop, names: dict[int, int]) -> tuple[object, ...]:
    source, inner = unfolded(loop.slot, loop.source)
    base = shape(source, names)
    names[loop.slot] = len(names)
    conditions = {repr(shape(one, names)) for one in (*inner, *conjuncts(loop.condition))}
    return (base, *sorted(conditions))
