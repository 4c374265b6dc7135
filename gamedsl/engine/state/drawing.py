"""A state with forced outcomes -> what comes next from its stacks, heaps and dice; and who sees which piece it is."""

from __future__ import annotations

from typing import Any, Protocol

from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.state.chance import draw
from gamedsl.engine.state.flat import Exposed, Forced, StateLike, flat
from gamedsl.engine.state.forcing import coming, kept, strike
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics.core import types as t
from gamedsl.source import Span, written


class Names(Protocol):
    """What refusals of forced outcomes call things by."""

    def label(self, kind: t.Answer, value: Any) -> str:
        """Return how a value is called."""
        ...

    def cell(self, cell: int) -> str:
        """Return how a cell is called."""
        ...


class Drawing:
    """Draws where outcomes are forced, what is not forced by chance, and puts what is forced where it comes from."""

    def __init__(self, layout: Layout, names: Names) -> None:
        self.layout = layout
        self.names = names
        self.viewers = layout.cell_viewers
        self.stream = layout.cell_stream
        self.stack = [form == "stack" for form in layout.cell_form]
        self.slot = [form == "slot" for form in layout.cell_form]
        zones = layout.game.zones
        self.burdens = [layout.loads.piece(zones[entry].kind) for entry in layout.cell_entry]
        """What a piece that comes into a cell counts, in passes of loops."""
        self.spread = [any(key.is_set for key in zones[entry].keys) for entry in layout.cell_entry]

    def chance(self, s: StateLike, stream: int, outcomes: int) -> int:
        """Draw one of ``outcomes`` from a stream."""
        number = s.draws[stream]
        s.put("draws", stream, number + 1)
        return draw(s.key, s.game_number, stream, number, outcomes)

    def choose(self, s: StateLike, cell: int, pieces: tuple[int, ...], seen: bool) -> int:
        """Draw one of ``pieces`` (sorted) that lie in ``cell``; ``seen``: somebody will see which."""
        stream = self.stream[cell]
        if s.forced[stream]:
            entry = coming(s, stream, cell, seen)
            found = [] if entry is None else [piece for piece in entry.value if piece in pieces]
            if entry is not None and found:
                strike(s, stream, entry)
                return int(found[0])
            later = kept(s, stream, cell, pieces)
            pieces = tuple([piece for piece in pieces if piece not in later]) or pieces
        if len(pieces) == 1:
            return pieces[0]
        return pieces[self.chance(s, stream, len(pieces))]

    def toil(self, s: StateLike, cell: int, pieces: int, span: Span | None = None) -> None:
        """Count pieces that move or are put in order; stop a game that moves too many between two decisions."""
        s.work += pieces * self.burdens[cell]
        if s.work > Limits.passes:
            place = span or self.layout.game.zones[self.layout.cell_entry[cell]].span
            raise RuleError("GDRUN07", place, what="a step that moves pieces", bound=Limits.passes)

    def settle(self, s: StateLike, cell: int, at_bottom: bool = False) -> None:
        """Order the top or bottom block of a stack by draws from the top down; nothing where it is empty."""
        blocks = s.zones[cell]
        if not blocks:
            return
        rest, below, above = (blocks[0], (), blocks[1:]) if at_bottom else (blocks[-1], blocks[:-1], ())
        first = kept(s, self.stream[cell], cell, rest)
        order: list[tuple[int, ...]] = [(piece,) for piece in first]
        rest = tuple([piece for piece in rest if piece not in first])
        self.toil(s, cell, len(rest))
        while rest:
            piece = self.choose(s, cell, rest, True)
            order.append((piece,))
            rest = tuple(one for one in rest if one != piece)
        s.put("zones", cell, (*below, *reversed(order), *above))

    def put_on_top(self, s: StateLike, cell: int, piece: int) -> None:
        """Lay a piece that is in a stack on top of it."""
        self._lift(s, cell, piece)
        s.put("zones", cell, (*s.zones[cell], (piece,)))

    def _lift(self, s: StateLike, cell: int, piece: int) -> None:
        """Take a piece out of a stack, wherever it is."""
        blocks = s.zones[cell]
        for place in range(len(blocks) - 1, -1, -1):
            block = blocks[place]
            if piece in block:
                if len(block) == 1:
                    s.put("zones", cell, blocks[:place] + blocks[place + 1 :])
                else:
                    at = block.index(piece)
                    s.put("zones", cell, (*blocks[:place], block[:at] + block[at + 1 :], *blocks[place + 1 :]))
                return

    def contents(self, s: StateLike, cell: int) -> tuple[int, ...]:
        """Return the pieces of a cell as a set."""
        inside = s.zones[cell]
        return flat(inside) if self.stack[cell] else inside

    # ------------------------------------------------------------ who sees it

    def hidden(self, cell: int) -> bool:
        """Tell whether somebody does not see a cell."""
        return self.viewers[cell] != self.layout.everybody

    def can_hide(self, kind: str) -> bool:
        """Tell whether pieces of a kind can lie where somebody does not see them."""
        zones = self.layout.game.zones
        return any(self.hidden(cell) for cell, entry in enumerate(self.layout.cell_entry) if zones[entry].kind == kind)

    def recognised(self, s: StateLike, piece: int, exposed: Exposed) -> int:
        """Return, as bits, the seats that would see which piece is taken: of a heap only those who look into it.

        ``exposed`` pieces lie open on the table, for whom they were shown to.
        """
        cell = s.place[piece]
        alone = cell < 0 or self.stack[cell] or len(s.zones[cell]) == 1
        eyes = self.layout.everybody if alone else self.viewers[cell] | eyes_on(exposed, piece)
        return s.known[piece] & eyes

    # ------------------------------------------------------------ what is forced

    def settle_forced(self, s: StateLike, stream: int) -> None:
        """Lay what is still forced of a stack on top of it, the next value uppermost."""
        cells = [cell for cell, number in enumerate(self.stream) if number == stream and self.stack[cell]]
        if not s.forced[stream] or not cells:
            return
        free = {piece for cell in cells for piece in flat(s.zones[cell])}
        for entry in s.forced[stream]:
            there = cells if entry.places is None else entry.places
            piece = next((one for one in entry.value if one in free and s.place[one] in there), None)
            if piece is None:
                first = entry.value[0]
                label = self.names.label(t.PieceType(self.layout.piece_kind[first]), first)
                span = entry.span or self.layout.game.zones[self.layout.cell_entry[cells[0]]].span
                label = written(entry.span) if entry.span else label
                home = s.place[first]
                where = f"it lies in {self.names.cell(home)}" if home >= 0 else "it lies nowhere"
                reason = f"{where} after the setup"
                raise RuleError("GDSCN03", span, value=label, reason=reason)
            free.remove(piece)
        for cell in cells:
            self.lay(s, cell)

    def expected_in_heap(self, s: StateLike, cell: int, seen: bool) -> None:
        """Raise RuleError where what is forced to come next from a heap does not lie there."""
        stream = self.stream[cell]
        entry = coming(s, stream, cell, seen) if s.forced[stream] else None
        if entry is not None:
            self._expected(s, cell, entry)

    def _expected(self, s: StateLike, cell: int, entry: Forced) -> int | None:
        """Return the forced piece that comes next from a cell; it must lie there, but where it is only imagined."""
        for piece in entry.value:
            if s.place[piece] == cell:
                return int(piece)
        if entry.span is None:
            return None
        names, home = self.names, s.place[entry.value[0]]
        where = f"it lies in {names.cell(home)}" if home >= 0 else "it lies nowhere"
        reason = f"{where} when something comes from {names.cell(cell)}"
        raise RuleError("GDSCN03", entry.span, value=written(entry.span), reason=reason)

    def next_block(self, s: StateLike, cell: int, seen: bool) -> tuple[int, ...]:
        """Return the block of a stack from which the next draw comes, when outcomes are forced.

        What was laid on top comes as it lies. Draws that are not forced themselves leave alone what is kept for others.
        """
        blocks: tuple[tuple[int, ...], ...] = s.zones[cell]
        top = blocks[-1]
        later = kept(s, self.stream[cell], cell, flat(blocks))
        if len(top) == 1 and top[0] not in later:
            return top
        entry = coming(s, self.stream[cell], cell, seen)
        piece = None if entry is None else self._expected(s, cell, entry)
        if piece is not None:
            return next(block for block in blocks if piece in block)
        return next((block for block in reversed(blocks) if not set(block) <= set(later)), top)

    def lay(self, s: StateLike, cell: int) -> None:
        """Lay what is forced to come from a stack on top of it, the next one uppermost."""
        for piece in reversed(kept(s, self.stream[cell], cell, flat(s.zones[cell]))):
            self.put_on_top(s, cell, piece)

    def fixed_top(self, s: StateLike, cell: int) -> int:
        """Return the top piece of a stack that is not empty; its order is settled now if it was open."""
        blocks = s.zones[cell]
        if s.forced[self.stream[cell]]:
            return self._forced_top(s, cell)
        block = blocks[-1]
        if len(block) == 1:
            return int(block[0])
        piece = self.choose(s, cell, block, bool(self.viewers[cell]))
        self._lift(s, cell, piece)
        s.put("zones", cell, (*s.zones[cell], (piece,)))
        return piece

    def _forced_top(self, s: StateLike, cell: int) -> int:
        """Return the top piece of a stack from which outcomes are forced; ``given`` does not see what is kept."""
        stream = self.stream[cell]
        entry = coming(s, stream, cell, True) or coming(s, stream, cell, False)
        block = self.next_block(s, cell, entry is not None and not entry.unseen)
        piece = next((one for one in block if entry is not None and one in entry.value), None)
        if piece is None:
            later = kept(s, stream, cell, block) if len(block) > 1 else []
            free = tuple([one for one in block if one not in later]) or block
            piece = free[self.chance(s, stream, len(free))] if len(free) > 1 else free[0]
        if not any(one.held for one in s.forced[stream]):
            self.put_on_top(s, cell, piece)
        return int(piece)

    def fixed_bottom(self, s: StateLike, cell: int) -> int:
        """Return the bottom piece of a stack that is not empty; which one it is, is settled now if it was open."""
        block = s.zones[cell][0]
        if len(block) == 1:
            return int(block[0])
        stream = self.stream[cell]
        later = kept(s, stream, cell, block) if s.forced[stream] else []
        free = tuple([one for one in block if one not in later]) or block
        piece = free[self.chance(s, stream, len(free))] if len(free) > 1 else free[0]
        self._lift(s, cell, piece)
        s.put("zones", cell, ((piece,), *s.zones[cell]))
        return int(piece)

    def came(self, s: StateLike, piece: int, seers: int) -> None:
        """Strike out a forced piece that a rule takes out of a stack or heap by itself."""
        cell = s.place[piece]
        stream = self.stream[cell]
        entry = coming(s, stream, cell, bool(seers | self.viewers[cell])) if s.forced[stream] else None
        if entry is not None and piece in entry.value:
            strike(s, stream, entry)

    def rolled(self, s: StateLike, stream: int, place: int, values: Any, span: Span) -> Any:
        """Return the outcome that is forced for a die or a field, or a uniform one of ``values``."""
        entry = coming(s, stream, place, True)
        if entry is None:
            return values[self.chance(s, stream, len(values))]
        strike(s, stream, entry)
        if entry.value not in values:
            shown = f"line {span.line} rolls it among others"
            raise RuleError(
                "GDSCN03", entry.span or span, value=str(entry.value), reason=f"it is not possible: {shown}"
            )
        return entry.value


def eyes_on(exposed: Exposed, piece: int) -> int:
    """Return the seats that a piece was shown to in this action."""
    eyes = 0
    for shown, seats in exposed:
        eyes |= seats if shown == piece else 0
    return eyes
