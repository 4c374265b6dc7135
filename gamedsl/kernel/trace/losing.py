"""Notes of what somebody loses track of, or is shown -> ``mixes`` and ``exposed`` of the state that tells of itself"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Any

from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import bits, flags
from gamedsl.kernel.lowering.trace_points import Told
from gamedsl.kernel.program import Program
from gamedsl.kernel.trace.journal import Heard

Pieces = tuple[int, ...]
_OF_PIECES = ("all", "unknown", "all of a block", "turned")


class Losing:
    """Notes who cannot tell any more what lies where."""

    def __init__(self, layout: Layout, program: Program) -> None:
        self.layout, self.known = layout, program.places()["known"]
        self.pieces = tuple(range(len(layout.piece_design)))
        self.everybody, self.viewers = layout.everybody, layout.cell_viewers
        zones = layout.game.zones
        self.stack = [zones[entry].form == "stack" for entry in layout.cell_entry]

    def listener(self, told: Told) -> Heard:
        """Return what is called when a note comes up."""
        if told.what not in _OF_PIECES:
            return _OTHERS[told.what](self)
        assert told.form is not None
        low, sort = told.form.low, told.what
        if sort == "turned":
            return lambda s, dice, _: self._turned(s, bits(dice, low))
        if sort == "all of a block":
            return lambda s, word, seers: self._taken(s, word, low, seers)
        return lambda s, word, seers: self._mixed(s, word, low, seers, sort)

    def mix(self, s: Any, pieces: Pieces, seers: int, sort: str) -> None:
        """Remember that all but ``seers`` cannot tell any more which of ``pieces`` lies where."""
        if len(pieces) > 1 and seers != self.everybody:
            known = s.known
            s.mixes = (s.mixes, pieces, tuple([known[one] for one in pieces]), self.everybody & ~seers, sort)

    def _mixed(self, s: Any, word: int, low: int, seers: int, sort: str) -> None:
        """Remember the same of the pieces of a word, whose first bit means piece ``low``."""
        if word & word - 1 and seers != self.everybody:
            inside, first, many = flags(word), self.known + low, word.bit_length()
            pieces = tuple(
                compress(self.pieces[low : low + many], inside)
            )  # one number for a piece in all that is kept
            s.mixes = (s.mixes, pieces, tuple(compress(s[first : first + many], inside)), self.everybody & ~seers, sort)

    def _taken(self, s: Any, word: int, low: int, seers: int) -> None:
        """A piece comes from an open block: who knew one of them there, and does not see which comes, is lost."""
        first = self.known + low
        if any(seats & ~seers for seats in set(compress(s[first : first + word.bit_length()], flags(word)))):
            self._mixed(s, word, low, seers, "all")

    def _turned(self, s: Any, dice: Pieces) -> None:
        """Dice show other faces: who does not see where they lie cannot tell them apart any more."""
        for place in sorted({place for die in dice for place in s.spot[die] or (s.place[die],) if place >= 0}):
            if not self.stack[place]:
                self.mix(s, s.zones[place], self.viewers[place], "all")
        if s.exposed:
            s.exposed = tuple([one for one in s.exposed if one[0] not in dice])

    def swapped(self, s: Any, gone: int, other: int, seats: int) -> None:
        """Some seats take a piece that goes for a copy of it that they knew."""
        s.mixes = (s.mixes, (gone, other), (s.known[gone], s.known[other]), seats, "swapped")

    def paid(self, s: Any, giver: int, taker: int) -> None:
        """Something is paid of which not everybody may know how much it is."""
        viewers = self.layout.purse_viewers
        seers = viewers[giver] | viewers[taker]
        if seers != self.everybody:
            s.mixes = (s.mixes, (giver, taker), (), self.everybody & ~seers, "paid")

    def shown(self, s: Any, piece: int, seats: int) -> None:
        """A piece is about to be shown: who does not see its heap cannot tell what else is there."""
        cell, known = s.place[piece], s.known[piece]
        for place in (s.spot[piece] or (cell,)) if cell >= 0 and not self.stack[cell] else ():
            fresh = seats & ~self.viewers[place] & ~known
            if fresh:
                self.mix(s, s.zones[place], self.everybody & ~fresh, "unknown")
        s.shown = (*s.shown, (piece, seats))

    def put_away(self, s: Any) -> None:
        """What was shown lies open no more."""
        s.shown = ()


_OTHERS: dict[str, Callable[[Losing], Heard]] = {
    "swapped": lambda a: a.swapped,
    "paid": lambda a: a.paid,
    "shown": lambda a: a.shown,
    "put away": lambda a: a.put_away,
}
