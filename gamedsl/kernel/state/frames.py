"""A waiting state -> the frames of the paragraphs that are open, outermost first, each a list that writes through.

A frame is ``[code, place, you, active, slots …]`` with the numbers of the engine's codes: what has been bound there and
not yet gone out of scope, loops, plans and turns that are under way. All else is None.
"""

from __future__ import annotations

from typing import Any

from gamedsl.engine.machine import Engine
from gamedsl.engine.rules.codes import Code
from gamedsl.engine.state.flat import HEADER
from gamedsl.kernel.lowering.context import bare
from gamedsl.kernel.program import Expression, Program
from gamedsl.kernel.standing import Held, Opened, Standing
from gamedsl.kernel.state.frame_view import FrameView, Put
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs, Where
from gamedsl.kernel.state.setting_off import Due, ItemRow
from gamedsl.kernel.state.values import bits, number_of, word_of
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

SET_UP, IN_PLAY = 1, 2
"""Places of the outermost frame: during setup, and behind it."""


class Frames(OpenParagraphs):
    """Reads the frames of states of one program."""

    def __init__(self, engine: Engine, program: Program) -> None:
        super().__init__(engine.layout, program)
        self.codes = engine.paragraphs.codes
        self.names: dict[str, Code] = {"setup": engine.paragraphs.setup}
        self.due = Due(engine, program)
        for code in engine.paragraphs.by_name.values():
            self.names[f"{code.section} {code.paragraph}"] = code
        for table in engine.paragraphs.cells.values():
            self.names |= {f"cell {code.paragraph}": code for code in table.values()}

    # ------------------------------------------------------------ which are open

    def of(self, s: list[int]) -> list[list[Any]]:
        """Return the frames of a state that waits for an answer."""
        found: list[list[Any]] = []
        level = s[self.at["due.level"]]
        for standing, where in self.open(s):
            if standing.fires:
                found += self.due.waiting(s, level, self.seat_of(s, standing.active, where))
                level -= 1
            found.append(self._frame(s, standing, where))
        ended = IN_PLAY if not found or found[-1][0] != self.names["setup"].number else SET_UP
        return [FrameView(s, [0, ended, None, None]), *reversed(found)]

    # ------------------------------------------------------------ what one holds

    def _code(self, standing: Standing) -> Code:
        if standing.offer is None:
            return self.names[standing.paragraph]
        assert standing.around is not None
        return self.codes[self._code(standing.around).offers[id(standing.offer)]]

    def _frame(self, s: list[int], standing: Standing, where: Where) -> FrameView:
        code = self._code(standing)
        f = FrameView(s, code.template)
        set_ = list.__setitem__
        set_(f, 1, self._progress(s, standing, code, where))
        set_(f, 2, self.seat_of(s, standing.you, where))
        set_(f, 3, self.seat_of(s, standing.active, where))
        outer = standing.around
        if standing.offer is not None and outer is not None:
            self._hold_all(s, f, outer, self._code(outer), where)
        self._hold_all(s, f, standing, code, where)
        return f

    def _hold_all(self, s: list[int], f: FrameView, standing: Standing, code: Code, where: Where) -> None:
        for slot, held in standing.slots.items():
            self._hold(s, f, slot + HEADER, held, where)
        for one in standing.opened:
            self._opened(s, f, one, code.marks[id(one.node)][1], where)

    def _hold(self, s: list[int], f: FrameView, place: int, held: Held | Expression, where: Where) -> None:
        list.__setitem__(f, place, self.held(s, held, where))
        if not isinstance(held, Held):
            return
        at = self.place(where, held.field)
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

    # ------------------------------------------------------------ loops, plans, turns

    def _opened(self, s: list[int], f: FrameView, one: Opened, first: int, where: Where) -> None:
        """Put what is under way into its own places of a frame."""
        fields = [self.place(where, name) if name else -1 for name in one.fields]
        set_ = list.__setitem__
        match one.sort:
            case "set":
                self._remaining(s, f, one, (first, fields[0]))
            case "chosen":
                self._left(s, f, one, (first, fields[0]))
            case "listed":
                assert one.kind is not None
                set_(f, first, self.listed(s, one.kind, fields[0], fields[1]))
                f.puts[first] = self._list_put(s, one.kind, fields[0], fields[1])
                set_(f, first + 1, s[fields[2]])
            case "seats":
                members, asked = self._members(s, fields)
                set_(f, first, members)
                set_(f, first + 1, asked)
            case "after":
                members, asked = self._members(s, fields) if fields else ((), 0)
                set_(f, first, members[asked:])
            case "left":
                if fields:
                    set_(f, first, s[fields[0]])
            case "plan":
                for at, place in enumerate(fields):
                    set_(f, first + at, s[place] if place >= 0 else 0)
            case "turns":
                set_(f, first, None if s[fields[0]] < 0 else s[fields[0]])
                set_(f, first + 1, s[fields[1]])
                for at, seat in enumerate(one.around):
                    set_(f, first + 2 + at, self.seat_of(s, seat, where))
            case _:
                self._moved(s, f, one, (first, fields))

    def _moved(self, s: list[int], f: FrameView, one: Opened, at: tuple[int, list[int]]) -> None:
        """Put in what a move of several still takes and how many lie above the next one, or what is still dealt."""
        first, fields = at
        set_ = list.__setitem__
        if one.sort == "items":
            row = ItemRow(s, fields)
            set_(f, first, row.left())
            set_(f, first + 1, s[fields[4]])
            f.puts[first] = row.put
            return
        if one.sort != "deal":
            raise TypeError(one.sort)
        base = self._base(one.kind)
        left, rest = fields
        set_(f, first, s[left])
        if rest >= 0:
            set_(f, first + 1, bits(s[rest], base))
            f.puts[first + 1] = lambda values: s.__setitem__(rest, word_of(values, base))

    def _base(self, kind: t.Type | None) -> int:
        assert kind is not None
        return self.layout.span_of(bare(kind))[0]

    def _typed(self, kind: t.Type | None, members: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple([bool(one) for one in members]) if isinstance(kind, t.BoolType) else members

    def _remaining(self, s: list[int], f: FrameView, one: Opened, at: tuple[int, int]) -> None:
        """Put in which element of a set is being gone through, and those that come."""
        assert isinstance(one.node, core.ForEach)
        first, place = at
        base, var = self._base(one.kind), one.node.loop.slot + HEADER

        def put(values: Any) -> None:
            s[place] = word_of(values[1:], base)

        list.__setitem__(f, first, (f[var], *self._typed(one.kind, bits(s[place], base))))
        list.__setitem__(f, first + 1, 1)
        f.puts[first] = put

    def _left(self, s: list[int], f: FrameView, one: Opened, at: tuple[int, int]) -> None:
        """Put in the elements among which the next one is chosen."""
        first, place = at
        base = self._base(one.kind)

        def put(values: Any) -> None:
            s[place] = word_of(values, base)

        list.__setitem__(f, first, self._typed(one.kind, bits(s[place], base)))
        f.puts[first] = put

    def _members(self, s: list[int], fields: list[int]) -> tuple[tuple[int, ...], int]:
        """Return the seats of a loop in their order, and how many have had their turn."""
        word, first, asked = (s[place] for place in fields)
        seats = self.layout.seats
        order = [(first + at) % seats for at in range(seats)]
        members = [(at, seat) for at, seat in enumerate(order) if word >> seat & 1]
        return tuple([seat for _, seat in members]), sum(1 for at, _ in members if at < asked)

    # ------------------------------------------------------------ where it stands

    def _progress(self, s: list[int], standing: Standing, code: Code, where: Where) -> int:
        """Return the number of the operation at which a paragraph waits, or which follows what it has called."""
        node = standing.node
        if isinstance(node, str):
            return code.calls[node] + 1
        operation = code.marks[id(node)][0]
        if isinstance(node, core.Pick | model.PickField):
            return operation
        if isinstance(node, model.WhoField):
            return operation + 2
        return operation + (self.number(s, standing.over, where) if isinstance(node, core.CorePlan) else 1)
