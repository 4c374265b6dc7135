"""Types -> how their values are turned from numbers into what everybody else calls them, and back, as Python text"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gamedsl.kernel.builder import bits
from gamedsl.kernel.lowering.context import Lowering, bare
from gamedsl.semantics.core import types as t

Reader = Callable[[Iterator[int]], Any]


def without_zone(kind: t.Type) -> t.Type:
    """Return what the value of a zone is: an amount, or the set of what lies there."""
    if isinstance(kind, t.ZoneType):
        return t.IntType() if kind.form == "purse" else t.SetType(t.PieceType(kind.kind))
    return kind


def outward(b: Lowering, kind: t.Type, text: str) -> str:
    """Write a number or word of a type as everybody else calls it."""
    kind = without_zone(kind)
    item = bare(kind)
    match item:
        case t.NothingType():
            return f"({text}, None)[1]"
        case t.SetType():
            return _members(b, item, text)
        case t.TextType():
            return f"text_of({text})"
        case t.BoolType() if item is kind:
            return f"(True if {text} else False)"
        case t.BoolType():
            return f"(None if (r := {text}) == {b.none_of(kind)} else r != 0)"
        case t.IntType() | t.WordType() | t.PlayerType() | t.PieceType() | t.DesignType() | t.RowType():
            return f"+{text}" if item is kind else f"(None if (r := {text}) == {b.none_of(kind)} else +r)"
        case _:
            raise TypeError(f"a value of {kind}")


def _members(b: Lowering, kind: t.SetType, text: str) -> str:
    if isinstance(kind.item, t.NothingType):
        return f"({text}, ())[1]"
    low = b.base(kind.item)
    if isinstance(kind.item, t.BoolType):
        return f"tuple(map(bool, members_of({text}, {low})))"
    return f"members_of({text}, {low})"


def reader(b: Lowering, kind: t.Type) -> Reader:
    """Return what takes a value of a list, or of what is in it, from numbers: lists begin with their lengths."""
    item = bare(without_zone(kind))
    if isinstance(item, t.ListType):
        inner = reader(b, item.item)
        return lambda numbers: tuple([inner(numbers) for _ in range(next(numbers))])
    if isinstance(item, t.SetType):
        low = 0 if isinstance(item.item, t.NothingType) else b.base(item.item)
        return lambda numbers: bits(next(numbers), low)
    none = b.none_of(kind) if isinstance(kind, t.MaybeType | t.NothingType) else None
    make: Callable[[int], Any] = bool if isinstance(item, t.BoolType) else int

    def read(numbers: Iterator[int]) -> Any:
        found = next(numbers)
        return None if found == none else make(found)

    return read


def inward(b: Lowering, kind: t.Type, place: str) -> str:
    """Write what the engine has in a place as a number, a word, or a list of them; of lists in lists what is in all."""
    item = bare(without_zone(kind))
    match item:
        case t.SetType():
            low = 0 if isinstance(item.item, t.NothingType) else b.base(item.item)
            return f"word_of({place}, {low})"
        case t.ListType(item=inner):
            if isinstance(inner, t.SetType):
                return f"[word_of(one, {b.base(inner.item)}) for one in {place}]"
            if isinstance(inner, t.ListType):
                return f"[one for row in {place} for one in row]"
            if isinstance(inner, t.MaybeType):
                return f"[{b.none_of(inner)} if one is None else one for one in {place}]"
            return place
        case t.NothingType():
            return str(b.none_of(kind))
        case t.BoolType() | t.IntType() | t.WordType() | t.PlayerType() | t.PieceType() | t.DesignType() | t.RowType():
            return place if item is kind else f"{b.none_of(kind)} if {place} is None else {place}"
        case _:
            raise TypeError(f"a place of {kind}")
