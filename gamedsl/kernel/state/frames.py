"""A waiting state -> the paragraphs that are open in it, outermost first, and what writes into their frames

A frame has what has been bound in its paragraph and not yet gone out of scope, all else is None. Behind that it has the
pieces of what is under way: of loops, moves of several, deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any

from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.state.flat import HEADER
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import bits, word_of
from gamedsl.kernel.lowering.context import bare
from gamedsl.kernel.program import Expression, Program
from gamedsl.kernel.resume_points import Held, Opened, Standing
from gamedsl.kernel.state.numbers import Numbers
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs, Where, outermost, slots_of
from gamedsl.kernel.state.values import number_of
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

Put = Callable[[Any], None]


class _ItemRow:
    """What a move of several still takes: pieces, and tuples of those that go as they lie."""

    def __init__(self, s: Numbers, fields: list[int]) -> None:
        self.s = s
        self.pieces, self.together, self.count, self.at, _ = fields

    def left(self) -> tuple[Any, ...]:
        """Return what is still to be moved."""
        s, found, at = self.s, [], self.s[self.at]
        while at < s[self.count]:
            many = max(1, s[self.together + at] if self.together >= 0 else 1)
            pieces = tuple(s[self.pieces + at : self.pieces + at + many])
            found.append(pieces if many > 1 else pieces[0])
            at += many
        return tuple(found)

    def put(self, items: Any) -> None:
        """Let other pieces be moved."""
        s, at = self.s, self.s[self.at]
        for item in items or ():
            pieces = item if type(item) is tuple else (item,)
            for piece in pieces:
                s[self.pieces + at] = piece
                if self.together >= 0:
                    s[self.together + at] = len(pieces)
                at += 1
        s[self.count], s.stale = at, True


class Frames(OpenParagraphs):
    """Reads the frames of states of one program."""

    def __init__(self, layout: Layout, program: Program) -> None:
        super().__init__(layout, program)
        self._slots = slots_of(layout.game)

    @cached_property
    def has_loops(self) -> bool:
        """Whether a decision may be wanted inside a loop through pieces that can move."""
        sites = {id(one): one for one in self.program.sites.values()}.values()
        ends = [*self.program.standing.values(), *chain.from_iterable(sites)]
        return any(
            one.sort in ("set", "listed") and self.can_move(one.kind)
            for standing in ends
            for one in (_within(standing) if isinstance(standing, Standing) else ())
        )

    def of(self, s: Numbers) -> list[OpenParagraph]:
        """Return the paragraphs that are open in a state that waits for an answer."""
        return [self._paragraph(s, standing, where) for standing, where in self.open(s)][::-1]

    def _paragraph(self, s: Numbers, standing: Standing, where: Where) -> OpenParagraph:
        paragraph = outermost(standing).paragraph
        seats = [self.seat_of(s, one, where) for one in (standing.you, standing.active)]
        frame = [0, 0, *seats, *[None] * self._slots[paragraph]]
        made = OpenParagraph(paragraph, standing.offer is not None, frame)
        self._bind(s, made, standing, where)
        for one in standing.opened:
            self._opened(s, made, one, [self.place(where, name) if name else -1 for name in one.fields])
        return made

    # ------------------------------------------------------------ what one holds

    def _bind(self, s: Numbers, f: OpenParagraph, standing: Standing, where: Where) -> None:
        """Put in the local values, those around an offer first."""
        if standing.offer is not None and standing.around is not None:
            self._bind(s, f, standing.around, where)
        for slot, held in standing.slots.items():
            self._hold(s, f, slot + HEADER, held, where)

    def _hold(self, s: Numbers, f: OpenParagraph, place: int, held: Held | Expression, where: Where) -> None:
        f.frame[place] = self.held(s, held, where)
        if not isinstance(held, Held):
            return
        at = self.place(where, held.field)
        if held.inside:
            return  # lists of places, which nobody deals
        if held.length:
            f.puts[place] = self._list_put(s, held.kind, at, self.place(where, held.length))
            return

        def put(value: Any) -> None:
            s[at] = number_of(self.layout, held.kind, value)
            s.stale = True

        f.puts[place] = put

    def _list_put(self, s: Numbers, kind: t.Type, at: int, length: int) -> Put:
        def put(values: Any) -> None:
            s[length] = len(values or ())
            for place, one in enumerate(values or ()):
                s[at + place] = number_of(self.layout, kind, one)
            s.stale = True

        return put

    # ------------------------------------------------------------ what is under way

    def _opened(self, s: Numbers, f: OpenParagraph, one: Opened, fields: list[int]) -> None:
        """Put the pieces of what is under way behind the local values of a frame."""
        if not self.can_move(one.kind):
            return
        match one.sort:
            case "set":
                self._remaining(s, f, one, fields[0])
            case "listed":
                assert isinstance(one.node, core.ForEach) and one.kind is not None
                put = self._list_put(s, one.kind, fields[0], fields[1])
                var, first = one.node.loop.slot + HEADER, s[fields[2]] if one.by_chance else None
                _hold(f, self.listed(s, one.kind, fields[0], fields[1]), put, True, var, first)
            case "chosen" | "rest":
                self._word(s, f, one, fields[0])
            case "deal":
                if fields[1] >= 0:
                    self._word(s, f, one, fields[1])
            case "items":
                row = _ItemRow(s, fields)
                _hold(f, row.left(), row.put, True, by_chance_from=0 if one.by_chance else None)
            case _:
                raise TypeError(one.sort)

    def can_move(self, kind: t.Type | None) -> bool:
        """Tell whether values of a type are pieces that can move, or sets or lists of them."""
        item = None if kind is None else bare(kind)
        return isinstance(item, t.PieceType) and self.layout.game.kinds[item.kind].form != "space"

    def _base(self, kind: t.Type | None) -> int:
        assert kind is not None
        return self.layout.span_of(bare(kind))[0]

    def _remaining(self, s: Numbers, f: OpenParagraph, one: Opened, place: int) -> None:
        """Put in which element of a set is being gone through, and those that come."""
        assert isinstance(one.node, core.ForEach)
        base, var = self._base(one.kind), one.node.loop.slot + HEADER

        def put(values: Any) -> None:
            s[place] = word_of(values[1:], base)
            s.stale = True

        _hold(f, (f.frame[var], *bits(s[place], base)), put, True, var)

    def _word(self, s: Numbers, f: OpenParagraph, one: Opened, place: int) -> None:
        """Put in the pieces of a word."""
        base = self._base(one.kind)

        def put(values: Any) -> None:
            s[place] = word_of(values, base)
            s.stale = True

        _hold(f, bits(s[place], base), put, False)


def _hold(
    f: OpenParagraph, value: Any, put: Put, in_order: bool, var: int | None = None, by_chance_from: int | None = None
) -> None:
    """Put something behind the rest of a frame; ``var``: the place of the one whose turn it is.

    ``by_chance_from``: from where on nobody knows the order; None: it is no order by chance.
    """
    place = len(f.frame)
    f.frame.append(value)
    f.puts[place], f.held[place] = put, in_order
    if var is not None:
        f.loops[place] = var
    if by_chance_from is not None:
        f.by_chance[place] = by_chance_from


def _within(standing: Standing) -> Iterator[Opened]:
    """Walk what is under way in a paragraph and in those in which it is written."""
    inner: Standing | None = standing
    while inner is not None:
        yield from inner.opened
        inner = inner.around
