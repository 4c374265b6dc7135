"""Numbers of a state -> values as rules mean them: players, pieces, sets as sorted tuples, None; and back"""

from __future__ import annotations

from typing import Any

from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import bits, word_of
from gamedsl.kernel.lowering.context import NOBODY, bare
from gamedsl.semantics.core import types as t


def none_of(kind: t.Type) -> int:
    """Return the number that stands for none beside the values of a type."""
    item = bare(kind)
    return min(NOBODY, item.low - 1) if isinstance(item, t.IntType) else NOBODY


def value_of(layout: Layout, kind: t.Type, number: int) -> Any:
    """Return the value of a type that a number stands for."""
    match kind:
        case t.SetType(item):
            members = bits(number, layout.span_of(bare(item))[0] if not isinstance(item, t.NothingType) else 0)
            return tuple([bool(one) for one in members]) if isinstance(item, t.BoolType) else members
        case t.MaybeType(item):
            return None if number == none_of(kind) else value_of(layout, item, number)
        case t.NothingType():
            return None
        case t.BoolType():
            return bool(number)
        case t.IntType() | t.PlayerType() | t.PieceType() | t.WordType() | t.DesignType() | t.RowType():
            return number
        case _:
            raise TypeError(f"{kind} is not kept in a state")


def number_of(layout: Layout, kind: t.Type, value: Any) -> int:
    """Return the number that stands for a value of a type; None stands for none."""
    if isinstance(kind, t.SetType):
        if isinstance(kind.item, t.NothingType):
            return 0
        return word_of(value or (), layout.span_of(bare(kind.item))[0])
    return none_of(kind) if value is None else int(value)
