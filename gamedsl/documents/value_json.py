"""Types, and values of them -> JSON: numbers, truth values, words, and handles of players and pieces"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.documents.schemas.values import Number, Type
from gamedsl.engine.event_names import seat_place, space_place
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics.core import types as t

Piece = Callable[[int], str | None]
"""Gives the handle of a piece; None where it cannot be told."""


def type_data(kind: t.Answer) -> Type:
    """Return a type: ``is`` says which, the other keys its bounds, its members or where these stand."""
    return _TYPES[type(kind)](kind)


def _number(kind: t.IntType) -> Number:
    bounded = kind.low > t.LOWEST or kind.high < t.HIGHEST
    return {"is": "number", "low": kind.low, "high": kind.high} if bounded else {"is": "number"}


_TYPES: dict[type, Callable[[Any], Type]] = {
    t.BoolType: lambda _: {"is": "yes or no"},
    t.IntType: _number,
    t.WordType: lambda kind: {"is": "word", "list": kind.words},
    t.PlayerType: lambda _: {"is": "player"},
    t.PieceType: lambda kind: {"is": "piece", "kind": kind.kind},
    t.DesignType: lambda kind: {"is": "design", "kind": kind.kind},
    t.RowType: lambda kind: {"is": "row", "table": kind.chart},
    t.TextType: lambda _: {"is": "words"},
    t.NothingType: lambda _: {"is": "nothing"},
    t.MaybeType: lambda kind: {"is": "maybe", "of": type_data(kind.item)},
    t.SetType: lambda kind: {"is": "set", "of": type_data(kind.item)},
    t.ListType: lambda kind: {"is": "list", "of": type_data(kind.item)},
    t.SomeType: lambda kind: {"is": "some", "of": type_data(kind.item), "least": kind.least, "most": kind.most},
    t.PartsType: lambda kind: {"is": "parts", "of": [type_data(part) for part in kind.parts]},
}
"""Types of zones, and of expressions with an error, are no types of anything that is told."""


def value_data(layout: Layout, kind: t.Answer, value: Any, piece: Piece) -> Any:
    """Return a value: players and pieces by their handles, words and designs by their names in the rules.

    Null for none, and for a piece that cannot be told; the text beside it says which.
    """
    if value is None:
        return None
    match kind:
        case t.PartsType(parts):
            return [value_data(layout, part, one, piece) for part, one in zip(parts, value, strict=True)]
        case t.MaybeType(item) if not isinstance(value, tuple):
            return value_data(layout, item, value, piece)
        case t.SetType(item) | t.ListType(item) | t.SomeType(item) | t.MaybeType(item):
            inner = getattr(item, "item", item) if isinstance(kind, t.MaybeType) else item
            return [value_data(layout, inner, one, piece) for one in value]
        case t.WordType(words):
            return layout.game.word_lists[words].words_of[value]
        case t.PlayerType():
            return seat_place(value)
        case t.PieceType():
            return piece(value)
        case t.DesignType():
            return layout.designs[value].name
        case _:
            return value


def static_handle(layout: Layout, kind: t.Type, value: Any) -> str | None:
    """Return the handle of a player or of a place of a board; None for everything else."""
    item = kind.item if isinstance(kind, t.MaybeType) else kind
    if value is not None and isinstance(item, t.PlayerType):
        return seat_place(value)
    if value is not None and isinstance(item, t.PieceType) and layout.game.kinds[item.kind].form == "space":
        return space_place(value)
    return None
