"""A condition that does not hold -> the part of it that is to blame, and the values on both of its sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.source import Span, written

if TYPE_CHECKING:
    from gamedsl.kernel.state.block import State
    from gamedsl.play.engine import Engine


@attrs.frozen
class Blame:
    """The smallest part of a condition that fails, as written, and its values in words."""

    span: Span
    text: str
    values: str


def blame(engine: Engine, state: State, condition: core.Value) -> Blame:
    """Return why ``condition`` is false now."""
    if isinstance(condition, core.And):
        for item in condition.items:
            if engine.evaluate(state, item, None) is not True:
                return blame(engine, state, item)
    return Blame(condition.span, written(condition.span), "; ".join(_facts(engine, state, condition)))


def show(engine: Engine, state: State, type_: t.Type, value: object) -> str:
    """Return a run-time value as rule files write it, as far as they can."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(type_, t.MaybeType):
        return show(engine, state, type_.item, value)
    if isinstance(type_, t.SetType | t.ListType) and isinstance(value, tuple):
        left, right = "{}" if isinstance(type_, t.SetType) else "[]"
        return left + ", ".join(show(engine, state, type_.item, item) for item in value) + right
    return engine.wording.name(type_, value)


def _facts(engine: Engine, state: State, condition: core.Value) -> list[str]:
    if isinstance(condition, core.Compare):
        return _compared(engine, state, condition)
    if isinstance(condition, core.Member):
        return _read(engine, state, condition.element) + _read(engine, state, condition.container)
    if isinstance(condition, core.Or):
        return [fact for item in condition.items for fact in _facts(engine, state, item)]
    if isinstance(condition, core.Not):
        return _facts(engine, state, condition.value)
    return [f"`{written(condition.span)}` is {show(engine, state, t.BoolType(), _now(engine, state, condition))}"]


def _compared(engine: Engine, state: State, condition: core.Compare) -> list[str]:
    left, right = condition.left, condition.right
    if isinstance(left, core.Const) and not isinstance(right, core.Const):
        left, right = right, left
    if condition.sign == "=" and not isinstance(left, core.Const):
        expected = show(engine, state, right.type, _now(engine, state, right))
        whose = "" if isinstance(right, core.Const | core.MakeSet) else f", the value of `{written(right.span)}`"
        actual = show(engine, state, left.type, _now(engine, state, left))
        of_pieces = isinstance(left.type, t.SetType) and isinstance(left.type.item, t.PieceType)
        others = ": other copies of the same" if of_pieces and expected == actual else ""
        return [f"expected {expected}{whose}, but `{written(left.span)}` is {actual}{others}"]
    return _read(engine, state, left) + _read(engine, state, right)


def _read(engine: Engine, state: State, value: core.Value) -> list[str]:
    """Return "`text` is value", or nothing for what is written out already."""
    if isinstance(value, core.Const):
        return []
    return [f"`{written(value.span)}` is {show(engine, state, value.type, _now(engine, state, value))}"]


def _now(engine: Engine, state: State, value: core.Value) -> object:
    return engine.evaluate(state, value, None)
