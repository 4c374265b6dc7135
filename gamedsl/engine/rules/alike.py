"""Kinds of pieces -> what tells copies of one design apart for players, and which of several copies is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.state.copies import own_marks
from gamedsl.engine.state.domains import composed
from gamedsl.engine.state.drawing import eyes_on
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Compiler
from gamedsl.semantics.core import types as t

Signature = Callable[[State, int], Any]
Namer = Callable[[State, Sequence[Any]], tuple[list[Any], dict[Any, Any]]]
"""Pieces that can be chosen -> the pieces that they are called by, sorted, and what is meant where that is another."""


def merger(c: Compiler, kind: t.Type) -> Signature | None:
    """Return what tells pieces of one kind apart for players; None when every piece is its own choice.

    Who has seen which of them does not: it is no difference for the game, and the choice would tell it. But what was
    shown since an action was chosen still lies on the table: whom it was shown to tells it apart.
    """
    item = kind.item if isinstance(kind, t.MaybeType) else kind
    if not isinstance(item, t.PieceType):
        return None
    declared = c.game.kinds[item.kind]
    if declared.form == "space" or all(design.copies == 1 for design in declared.designs):
        return None
    marks, stack = own_marks(c.layout, item.kind), c.board.stack

    def signature(s: State, piece: int) -> Any:
        cell = s.place[piece]
        rank = None
        if cell >= 0 and stack[cell]:
            rank = next(number for number, block in enumerate(s.zones[cell]) if piece in block)
        return cell, s.spot[piece], rank, eyes_on(s.exposed, piece), marks(s, piece)

    return signature


def namer(c: Compiler, kind: t.Answer) -> Namer | None:
    """Return how the pieces of a kind are called in choices; None where each is called by its own number.

    Of copies that can be hidden from somebody the number would tell its owner which of them has come back from a bag.
    So of those that can be chosen the first is called by the number of the first copy, and so on.
    """
    return _namer(c, kind) if isinstance(kind, t.Type) else _namer_of_several(c, kind)


def _namer_of_several(c: Compiler, kind: t.SomeType | t.PartsType) -> Namer | None:
    """Return how answers of several pieces are called: each piece in all of them by the same name."""
    items = (part.item if isinstance(part, t.SomeType) else part for part in t.parts_of(kind))
    namers = [(item, made) for item in dict.fromkeys(items) if (made := _namer(c, item)) is not None]
    if not namers:
        return None

    def named(s: State, answers: Sequence[Any]) -> tuple[list[Any], dict[Any, Any]]:
        names: dict[t.Type, dict[int, int]] = {item: {} for item, _ in namers}

        def collect(item: t.Type, piece: int) -> int:
            if item in names:
                names[item][piece] = piece
            return piece

        for answer in answers:
            composed(kind, answer, collect)
        for item, made in namers:
            called, own = made(s, best_known_first(s, list(names[item])))
            for name in called:
                piece: Any = own.get(name, name)
                names[item][piece] = name
        found = [
            composed(kind, answer, lambda item, one: names[item][one] if item in names else one) for answer in answers
        ]
        return found, {name: answer for name, answer in zip(found, answers, strict=True) if name != answer}

    return named


def _namer(c: Compiler, kind: t.Type) -> Namer | None:
    signature = merger(c, kind)
    item = kind.item if isinstance(kind, t.MaybeType) else kind
    if signature is None or not isinstance(item, t.PieceType):
        return None
    layout = c.layout
    if not c.board.can_hide(item.kind):
        return None
    copies: dict[tuple[int, int | None], list[int]] = {}
    first, count = layout.kind_pieces[item.kind]
    for piece in range(first, first + count):
        copies.setdefault((layout.piece_design[piece], layout.piece_seat[piece]), []).append(piece)

    def place(s: State, piece: int) -> tuple[Any, ...]:
        cell, spot, rank, eyes, marks = signature(s, piece)
        return cell, spot, -1 if rank is None else rank, eyes, _in_order(marks)

    def named(s: State, pieces: Sequence[int]) -> tuple[list[int], dict[int, int]]:
        found: dict[tuple[int, int | None], list[int]] = {}
        for piece in pieces:
            found.setdefault((layout.piece_design[piece], layout.piece_seat[piece]), []).append(piece)
        meant: dict[int, int] = {}
        for sort, same in found.items():
            ordered = sorted(same, key=lambda piece: place(s, piece)) if len(same) > 1 else same
            meant.update(zip(copies[sort], ordered, strict=False))
        return sorted(meant), {name: piece for name, piece in meant.items() if name != piece}

    return named


def _in_order(mark: Any) -> tuple[Any, ...]:
    """Return a mark of a copy so that it can be compared with the same mark of another: nothing comes first."""
    if mark is None:
        return (0,)
    return (1, *map(_in_order, mark)) if type(mark) is tuple else (1, mark)


def best_known_first(s: State, pieces: Sequence[int]) -> list[int]:
    """Return pieces, those before others that more players know: of copies that are alike, one that was seen goes.

    So whoever has seen one of them cannot tell whether there are others, as nobody could at a table.
    """
    return sorted(pieces, key=lambda piece: (-s.known[piece].bit_count(), piece))
