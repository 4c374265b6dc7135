"""Moves of pieces, draws and knowledge on the flat lists of a state."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.engine.errors import RuleError
from gamedsl.engine.present.events import ChanceEvent, ShuffleEvent
from gamedsl.engine.present.journal import Journal
from gamedsl.engine.state.copies import Marks, own_marks
from gamedsl.engine.state.drawing import Drawing, eyes_on
from gamedsl.engine.state.flat import State, flat
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.state.refilling import supplies
from gamedsl.semantics.core import types as t
from gamedsl.source import Span


class Board(Drawing):
    """What may happen to pieces; every method keeps zones, places, spots and knowledge in step."""

    def __init__(self, layout: Layout, journal: Journal) -> None:
        super().__init__(layout, journal.wording)
        self.journal = journal
        self._own_marks: dict[str, Marks] = {}
        self._supplies: dict[str, list[tuple[int, ...]]] = {}

    # ------------------------------------------------------------ chance

    def in_turn(self, s: State, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return pieces (sorted) in the order in which rules go through them, which tells nothing about hidden ones.

        What everybody knows comes in the order of the file. Else it is done place by place: a stack from the top, and
        what nobody can know the order of by chance.
        """
        known, everybody = s.known, self.layout.everybody
        if len(pieces) < 2 or all(known[piece] == everybody for piece in pieces):
            return pieces
        by_cell: dict[int, list[int]] = {}
        for piece in pieces:
            by_cell.setdefault(s.place[piece], []).append(piece)
        found: list[int] = []
        for cell, inside in sorted(by_cell.items()):
            for block in self._in_sight(s, cell, inside):
                found += block if all(known[piece] == everybody for piece in block) else self.mixed(s, cell, block)
        return tuple(found)

    def _in_sight(self, s: State, cell: int, pieces: list[int]) -> list[list[int]]:
        """Return pieces of a place as they lie above each other; what has no order stays together."""
        if cell < 0 or not self.stack[cell]:
            return [pieces]
        blocks = [[piece for piece in block if piece in pieces] for block in reversed(s.zones[cell])]
        return [block for block in blocks if block]

    def mixed(self, s: State, cell: int, pieces: Sequence[int]) -> list[int]:
        """Return pieces that lie in one place in an order by chance."""
        rest, found = list(pieces), []
        while len(rest) > 1:
            found.append(rest.pop(self.chance(s, self.stream[cell], len(rest))))
        return found + rest

    def forget(self, s: State, cell: int, pieces: Sequence[int], seers: int) -> None:
        """After a random draw from ``cell``: who sees neither the place nor the drawn piece loses track of all."""
        kept = self.viewers[cell] | seers
        for piece in pieces:
            s.known[piece] &= kept

    def mix(self, s: State, pieces: tuple[int, ...], seers: int, sort: str) -> None:
        """Remember that all but ``seers`` cannot tell any more which of ``pieces`` lies where."""
        if len(pieces) > 1 and seers != self.layout.everybody:
            known = s.known
            s.mixes = (s.mixes, pieces, tuple([known[piece] for piece in pieces]), self.layout.everybody & ~seers, sort)

    def reveal(self, s: State, piece: int, seats: int) -> None:
        """Let seats know a piece that stays where it is; who does not see the heap cannot tell what is left there."""
        cell = s.place[piece]
        for place in (s.spot[piece] or (cell,)) if cell >= 0 and not self.stack[cell] else ():
            fresh = seats & ~self.viewers[place] & ~s.known[piece]
            if fresh:
                self.mix(s, s.zones[place], self.layout.everybody & ~fresh, "unknown")
        s.known[piece] |= seats

    def shuffle(self, s: State, cell: int) -> None:
        """Make one block of a stack, its order unknown; a stack that somebody sees is ordered at once."""
        pieces = flat(s.zones[cell])
        viewers = self.viewers[cell]
        self.mix(s, pieces, viewers, "all")
        for piece in pieces:
            s.known[piece] = viewers
        s.zones[cell] = (pieces,) if pieces else ()
        if viewers:
            self.settle(s, cell)
        elif s.forced[self.stream[cell]]:
            self.lay(s, cell)
        if s.log is not None:
            self.journal.add(s, ShuffleEvent, place=self.wording.cell(cell), count=len(pieces))

    # ------------------------------------------------------------ what a deal takes

    def take(self, s: State, cell: int, seers: int) -> int:
        """Return the piece that a deal takes from a cell that is not empty; ``seers`` see its new place."""
        inside = s.zones[cell]
        if self.stack[cell]:
            forced = s.forced[self.stream[cell]]
            block = self.next_block(s, cell, bool(seers | self.viewers[cell])) if forced else inside[-1]
            if len(block) == 1:
                if forced:
                    self.came(s, block[0], seers)
                return int(block[0])
            piece = self.choose(s, cell, block, bool(seers | self.viewers[cell]))
            kept, known = self.viewers[cell] | seers, s.known
            if any(known[one] & ~kept for one in block):
                self.mix(s, block, kept, "all")
                self.forget(s, cell, block, seers)
            self._note(s, cell, piece, seers)
            return piece
        hidden = self.hidden(cell)
        if hidden:
            self.expected_in_heap(s, cell, bool(seers | self.viewers[cell]))
        if len(inside) == 1 or not hidden:
            if s.forced[self.stream[cell]]:
                self.came(s, inside[0], seers)
            return int(inside[0])
        piece = self.choose(s, cell, inside, bool(seers | self.viewers[cell]))
        self.mix(s, inside, self.viewers[cell] | seers, "all")
        self.forget(s, cell, inside, seers)
        self._note(s, cell, piece, seers)
        return piece

    def take_of(self, s: State, pieces: tuple[int, ...], seers: int) -> int:
        """Return the piece that a deal takes from a set that is not empty."""
        secret = [cell for cell in (s.place[piece] for piece in pieces) if cell >= 0 and self.hidden(cell)]
        if secret:
            cell = min(secret)
            piece = self.choose(s, cell, pieces, bool(seers | self.viewers[cell]))
            home = s.place[piece]
            if home >= 0:
                inside = flat(s.zones[home]) if self.stack[home] else s.zones[home]
                self.mix(s, inside, self.viewers[home] | seers, "all")
                self.forget(s, home, inside, seers)
                self._note(s, home, piece, seers)
            return piece
        cell = s.place[pieces[0]]
        if cell >= 0 and self.stack[cell]:
            for block in reversed(s.zones[cell]):
                for piece in block:
                    if piece in pieces:
                        return int(piece)
        return pieces[0]

    def _note(self, s: State, cell: int, piece: int, seers: int) -> None:
        if s.log is not None:
            wording = self.wording
            label = wording.label(t.PieceType(self.layout.piece_kind[piece]), piece, s.values)
            audience = self.viewers[cell] | seers
            self.journal.add(s, ChanceEvent, audience, source=wording.cell(cell), form="piece", outcome=label)

    # ------------------------------------------------------------ moving

    def move(self, s: State, piece: int, cells: tuple[int, ...], bottom: bool, below: int, span: Span) -> None:
        """Move one piece; into a stack: ``below`` that many pieces from the top, or to the ``bottom``."""
        zones = s.zones
        target = cells[0]
        if self.burdens[target]:
            self.toil(s, target, 1, span)
        if self.slot[target]:
            for cell in cells:
                if zones[cell] and zones[cell][0] != piece:
                    raise self._taken(s, cell, piece, span)
        seers = self.viewers[target]
        if self.spread[target]:
            for cell in cells:
                seers |= self.viewers[cell]
        self._take_out(s, piece, seers)
        if self.stack[target]:
            blocks = zones[target]
            place = 0 if bottom else max(0, len(blocks) - below)
            zones[target] = (*blocks[:place], (piece,), *blocks[place:])
        else:
            for cell in cells:
                inside = zones[cell]
                zones[cell] = tuple(sorted((*inside, piece))) if inside else (piece,)
        s.place[piece] = target
        if self.spread[target]:
            s.spot[piece] = cells
        s.known[piece] |= seers

    def _take_out(self, s: State, piece: int, seers: int) -> None:
        """Take a piece out of where it lies; ``seers`` see the place where it goes."""
        cell = s.place[piece]
        if cell < 0:
            return
        if self.stack[cell]:
            self._lift(s, cell, piece)
            return
        for place in s.spot[piece] or (cell,):
            inside = s.zones[place]
            if self.viewers[place] != self.layout.everybody:
                self._lose_track(s, place, inside, piece, seers | eyes_on(s.exposed, piece))
            if len(inside) == 1:
                s.zones[place] = ()
            else:
                at = inside.index(piece)
                s.zones[place] = inside[:at] + inside[at + 1 :]
        s.spot[piece] = ()

    def _lose_track(self, s: State, cell: int, inside: tuple[int, ...], gone: int, seers: int) -> None:
        """Remember who cannot tell what is left of a heap when ``gone``, which ``seers`` see, is taken out of it.

        Who sees neither the heap nor the piece that goes cannot even tell any more where those are that it knew.
        """
        if len(inside) < 2:
            return
        viewers, everybody = self.viewers[cell], self.layout.everybody
        blind = everybody & ~viewers & ~seers
        self.mix(s, inside, viewers | blind, "unknown")
        self.mix(s, inside, everybody & ~blind, "all")
        for piece in inside:
            s.known[piece] &= ~blind
        self._confuse(s, gone, inside, seers & ~viewers)

    def _confuse(self, s: State, gone: int, inside: tuple[int, ...], seers: int) -> None:
        """Let those who see ``gone`` lose track of a copy that they knew in the heap: they cannot tell which one went.

        Whoever was shown that very piece in this action, or knew it, knows of all others what it knew before.
        """
        designs, seat = self.layout.piece_design, self.layout.piece_seat[gone]
        design = designs[gone]
        copies = self.layout.design_pieces[design]
        unsure = seers & ~s.known[gone]
        if len(copies) == 1 or not unsure:
            return
        marks = self._marks(self.layout.piece_kind[gone])
        for other in inside:
            lost = s.known[other] & unsure
            if lost and other != gone and designs[other] == design and self.layout.piece_seat[other] == seat:
                if marks(s, other) != marks(s, gone):
                    continue
                s.mixes = (s.mixes, (gone, other), (s.known[gone], s.known[other]), lost, "swapped")
                s.known[other] &= ~lost
                unsure &= ~lost

    def _marks(self, kind: str) -> Marks:
        """Return what tells copies of a kind apart, made once."""
        if kind not in self._own_marks:
            self._own_marks[kind] = own_marks(self.layout, kind)
        return self._own_marks[kind]

    def _taken(self, s: State, cell: int, piece: int, span: Span) -> RuleError:
        wording, kinds = self.wording, self.layout.piece_kind
        there = s.zones[cell][0]
        return RuleError(
            "GDRUN03",
            span,
            place=wording.cell(cell),
            piece=wording.label(t.PieceType(kinds[piece]), piece),
            occupant=wording.label(t.PieceType(kinds[there]), there),
        )

    def move_block(self, s: State, block: tuple[int, ...], target: int, bottom: bool, below: int) -> None:
        """Move an unordered block from one stack to another as it is."""
        source = s.place[block[0]]
        blocks = s.zones[source]
        place = blocks.index(block)
        s.zones[source] = blocks[:place] + blocks[place + 1 :]
        blocks = s.zones[target]
        place = 0 if bottom else max(0, len(blocks) - below)
        s.zones[target] = (*blocks[:place], block, *blocks[place:])
        viewers = self.viewers[target]
        for piece in block:
            s.place[piece] = target
            s.known[piece] |= viewers

    # ------------------------------------------------------------ refilling

    def refill(self, s: State, cell: int) -> None:
        """Shuffle in the pieces of the zone that refills an empty cell, if there is one."""
        layout = self.layout
        entry = layout.cell_entry[cell]
        source = layout.refills.get(entry)
        if source is None or s.zones[cell]:
            return
        if entry not in self._supplies:
            self._supplies[entry] = supplies(layout, entry, source)
        cells = self._supplies[entry][cell - layout.cells[entry].base]
        pieces = [piece for place in cells for piece in self.contents(s, place)]
        for piece in sorted(set(pieces)):
            self._take_out(s, piece, self.viewers[cell])
            s.place[piece] = cell
            s.known[piece] |= self.viewers[cell]
        found = tuple(sorted(set(pieces)))
        if not found:
            return
        if self.stack[cell]:
            s.zones[cell] = (found,)
            self.shuffle(s, cell)
        else:
            s.zones[cell] = found


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
