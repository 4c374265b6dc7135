"""Dice and values that are rolled -> what comes, forced or by chance; and who still knows dice on a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.board import Board
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.forcing import coming, strike
from gamedsl.source import Span


def rolled(board: Board, s: State, stream: int, place: int, values: Any, span: Span) -> Any:
    """Return the outcome that is forced for a die or a field, or a uniform one of ``values``."""
    entry = coming(s, stream, place, True)
    if entry is None:
        return values[board.chance(s, stream, len(values))]
    strike(s, stream, entry)
    if entry.value not in values:
        shown = f"line {span.line} rolls it among others"
        raise RuleError("GDSCN03", entry.span or span, value=str(entry.value), reason=f"it is not possible: {shown}")
    return entry.value


def faces_changed(board: Board, s: State, dice: Sequence[int]) -> None:
    """Let only those know dice who see the places where they lie.

    Who does not look into a heap cannot tell its dice from each other any more, nor, where only some have changed,
    which: all in it may show something else now.
    """
    changed, viewers = set(dice), board.viewers
    for place in sorted({place for piece in dice for place in s.spot[piece] or (s.place[piece],) if place >= 0}):
        if not board.stack[place]:
            board.mix(s, s.zones[place], viewers[place], "all")
    for piece in dice:
        cell = s.place[piece]
        seers = board.layout.everybody if cell < 0 else 0
        for place in s.spot[piece] or ((cell,) if cell >= 0 else ()):
            seers |= viewers[place]
            together = s.zones[place]
            if board.stack[place]:
                together = next(block for block in together if piece in block)
            if not changed.issuperset(together):
                for other in together:
                    s.known[other] &= viewers[place]
        s.known[piece] = seers
    if s.exposed:
        s.exposed = tuple([one for one in s.exposed if one[0] not in changed])
