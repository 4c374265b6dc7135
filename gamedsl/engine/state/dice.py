"""Dice whose faces change on a board -> who still knows them: who sees where they lie."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.engine.state.board import Board
from gamedsl.engine.state.flat import State


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
