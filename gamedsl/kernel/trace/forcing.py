"""Notes of what may be forced -> the outcomes, as the state that is played says beside its numbers what is forced"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.state.drawing import Drawing
from gamedsl.engine.state.forcing import coming, release
from gamedsl.kernel.lowering.context import NOBODY
from gamedsl.kernel.lowering.trace_points import Told
from gamedsl.kernel.trace.journal import Heard, decoder_of


class Forcing:
    """Answers what comes: what is forced, or else what chance gives. Pieces are those of a block's own table."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing

    def listener(self, told: Told) -> Heard:
        """Return what answers a note."""
        return _LISTENERS[told.what](self, told)

    def seen(self, cell: int, seers: int) -> bool:
        """Tell whether somebody sees what comes from a place; ``seers`` see where it goes."""
        return bool(seers | self.drawing.viewers[cell])

    def begins(self, s: Any) -> None:
        """Lay what is still forced of stacks on top of them."""
        for stream in range(len(s.forced)):
            self.drawing.settle_forced(s, stream)
        s.settle()

    def came(self, s: Any, piece: int, seers: int) -> None:
        """Strike out a forced piece that comes without a draw."""
        if s.place[piece] >= 0:
            self.drawing.came(s, piece, seers)

    def expected(self, s: Any, cell: int, seers: int) -> None:
        """Raise RuleError where a piece is forced to come from a heap in which it does not lie."""
        if self.drawing.hidden(cell):
            self.drawing.expected_in_heap(s, cell, self.seen(cell, seers))

    def lay(self, s: Any, cell: int) -> None:
        """Lay what is forced to come from a stack on top of it."""
        self.drawing.lay(s, cell)
        s.settle()

    def top(self, s: Any, cell: int) -> int:
        """Return the top piece of a stack; nobody where nothing is forced to come from its like."""
        return self._end(s, cell, self.drawing.fixed_top)

    def bottom(self, s: Any, cell: int) -> int:
        """Return the bottom piece of a stack; nobody where nothing is forced to come from its like."""
        return self._end(s, cell, self.drawing.fixed_bottom)

    def _end(self, s: Any, cell: int, find: Callable[[Any, int], int]) -> int:
        if not s.forced[self.drawing.stream[cell]]:
            return NOBODY
        piece = find(s, cell)
        s.settle()
        return piece


def _ordered(a: Forcing, told: Told) -> Heard:
    """Put the top or bottom block of a stack in order."""

    def listen(s: Any, cell: int) -> None:
        a.drawing.settle(s, cell, bool(told.node))
        s.settle()

    return listen


def _drawn(a: Forcing, told: Told) -> Heard:
    decode, drawing = decoder_of(told), a.drawing
    return lambda s, pieces, cell, seers: drawing.choose(s, cell, decode(pieces), a.seen(cell, seers))


def _next_block(a: Forcing, told: Told) -> Heard:
    assert told.form is not None
    drawing, low = a.drawing, told.form.low

    def listen(s: Any, cell: int, seers: int) -> int:
        forced = s.forced[drawing.stream[cell]]
        block = drawing.next_block(s, cell, a.seen(cell, seers)) if forced else s.zones[cell][-1]
        return sum([1 << piece - low for piece in block])

    return listen


def _rolled(a: Forcing, told: Told) -> Heard:
    drawing, (step, faces) = a.drawing, told.node
    return lambda s, stream, place: int(drawing.rolled(s, stream, place, faces, step.span))


def _rolled_among(a: Forcing, told: Told) -> Heard:
    drawing, decode, span = a.drawing, decoder_of(told), told.node.span
    return lambda s, found, stream, place: int(drawing.rolled(s, stream, place, decode(found), span))


def _forced_among(a: Forcing, told: Told) -> Heard:
    drawing, decode, (step, nothing) = a.drawing, decoder_of(told), told.node

    def answer(s: Any, found: int, stream: int, place: int) -> int:
        if coming(s, stream, place, True) is None:
            return int(nothing)
        return int(drawing.rolled(s, stream, place, decode(found), step.span))

    return answer


def _released(_: Forcing, told: Told) -> Heard:
    spans = frozenset(value.span for value in told.node.values)
    return lambda s: release(s, spans)


_LISTENERS: dict[str, Callable[[Forcing, Told], Heard]] = {
    "begins": lambda a, _: a.begins,
    "came": lambda a, _: a.came,
    "drawn": _drawn,
    "expected": lambda a, _: a.expected,
    "fixed top": lambda a, _: a.top,
    "fixed bottom": lambda a, _: a.bottom,
    "forced among": _forced_among,
    "lay": lambda a, _: a.lay,
    "next block": _next_block,
    "ordered": _ordered,
    "released": _released,
    "rolled": _rolled,
    "rolled among": _rolled_among,
}
