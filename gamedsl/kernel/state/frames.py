"""A waiting state -> the paragraphs that are open in it, outermost first, with frames that write through

A frame has what has been bound in its paragraph and not yet gone out of scope, all else is None. Behind that it has the
pieces of what is under way: of loops, moves of several, deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Any

import attrs

from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.state.flat import HEADER
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import bits, word_of
from gamedsl.kernel.lowering.context import bare
from gamedsl.kernel.program import Expression, Program
from gamedsl.kernel.resume_points import Held, Opened, Standing
from gamedsl.kernel.state.frame_view import FrameView, ItemRow, Put
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs, Where, outermost, slots_of
from gamedsl.kernel.state.values import number_of
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@attrs.define
class _Frame:
    """A frame while it is put together, and which of its places hold pieces."""

    view: FrameView
    held: dict[int, bool] = attrs.field(factory=dict)
    loops: dict[int, int] = attrs.field(factory=dict)
    by_chance: dict[int, int] = attrs.field(factory=dict)

    def hold(
        self, value: Any, put: Put, in_order: bool, var: int | None = None, by_chance_from: int | None = None
    ) -> None:
        """Put something behind the rest; ``var``: the place of the one whose turn it is.

        ``by_chance_from``: from where on nobody knows the order; None: it is no order by chance.
        """
        place = len(self.view)
        self.view.append(value)
        self.view.puts[place] = put
        self.held[place] = in_order
        if var is not None:
            self.loops[place] = var
        if by_chance_from is not None:
            self.by_chance[place] = by_chance_from


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

    def of(self, s: list[int]) -> list[OpenParagraph]:
        """Return the paragraphs that are open in a state that waits for an answer."""
        return [self._paragraph(s, standing, where) for standing, where in self.open(s)][::-1]

    def _paragraph(self, s: list[int], standing: Standing, where: Where) -> OpenParagraph:
        paragraph = outermost(standing).paragraph
        seats = [self.seat_of(s, one, where) for one in (standing.you, standing.active)]
        made = _Frame(FrameView(s, [0, 0, *seats, *[None] * self._slots[paragraph]]))
        self._bind(s, made.view, standing, where)
        for one in standing.opened:
            self._opened(s, made, one, [self.place(where, name) if name else -1 for name in one.fields])
        return OpenParagraph(paragraph, standing.offer is not None, made.view, made.held, made.loops, made.by_chance)

    # ------------------------------------------------------------ what one holds

    def _bind(self, s: list[int], f: FrameView, standing: Standing, where: Where) -> None:
        """Put in the local values, those around an offer first."""
        if standing.offer is not None and standing.around is not None:
            self._bind(s, f, standing.around, where)
        for slot, held in standing.slots.items():
            self._hold(s, f, slot + HEADER, held, where)

    def _hold(self, s: list[int], f: FrameView, place: int, held: Held | Expression, where: Where) -> None:
        list.__setitem__(f, place, self.held(s, held, where))
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

        f.puts[place] = put

    def _list_put(self, s: list[int], kind: t.Type, at: int, length: int) -> Put:
        def put(values: Any) -> None:
            s[length] = len(values or ())
            for place, one in enumerate(values or ()):
                s[at + place] = number_of(self.layout, kind, one)

        return put

    # ------------------------------------------------------------ what is under way

    def _opened(self, s: list[int], f: _Frame, one: Opened, fields: list[int]) -> None:
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
                f.hold(self.listed(s, one.kind, fields[0], fields[1]), put, True, var, first)
            case "chosen" | "rest":
                self._word(s, f, one, fields[0])
            case "deal":
                if fields[1] >= 0:
                    self._word(s, f, one, fields[1])
            case "items":
                row = ItemRow(s, fields)
                f.hold(row.left(), row.put, True, by_chance_from=0 if one.by_chance else None)
            case _:
                raise TypeError(one.sort)

    def can_move(self, kind: t.Type | None) -> bool:
        """Tell whether values of a type are pieces that can move, or sets or lists of them."""
        item = None if kind is None else bare(kind)
        return isinstance(item, t.PieceType) and self.layout.game.kinds[item.kind].form != "space"

    def _base(self, kind: t.Type | None) -> int:
        assert kind is not None
        return self.layout.span_of(bare(kind))[0]

    def _remaining(self, s: list[int], f: _Frame, one: Opened, place: int) -> None:
        """Put in which element of a set is being gone through, and those that come."""
        assert isinstance(one.node, core.ForEach)
        base, var = self._base(one.kind), one.node.loop.slot + HEADER

        def put(values: Any) -> None:
            s[place] = word_of(values[1:], base)

        f.hold((f.view[var], *bits(s[place], base)), put, True, var)

    def _word(self, s: list[int], f: _Frame, one: Opened, place: int) -> None:
        """Put in the pieces of a word."""
        base = self._base(one.kind)

        def put(values: Any) -> None:
            s[place] = word_of(values, base)

        f.hold(bits(s[place], base), put, False)


def _within(standing: Standing) -> Iterator[Opened]:
    """Walk what is under way in a paragraph and in those in which it is written."""
    inner: Standing | None = standing
    while inner is not None:
        yield from inner.opened
        inner = inner.around
