"""A value -> the texts of everything in a state that it depends on: where these are equal, so is the value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Literal, assert_never

import attrs

from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.setup.as_written import parts
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Grid
from gamedsl.engine.write.compiling import Compiler, is_set
from gamedsl.engine.write.drafts import Draft
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

_WIDEST = 600
"""Fields of the state; to compare more is not worth it."""
_NARROW = 8
"""Fields that are compared one by one; for more the state remembers a number that stands for them."""
UNTOLD = frozenset({core.Possible, core.During, core.LabelOf, core.Repeated})
"""Values that depend on what is going on, or on more than fields of the table."""


@attrs.frozen
class _Given:
    """A text that a key can hold, and the type that its value surely has (not only where a condition holds)."""

    text: str
    type: t.Type


@attrs.frozen
class _Scope:
    """Who ``you`` are and what stands in the slots, as far as a key can hold it; what is missing can be anything.

    ``counted`` lists slots whose pieces all lie in zones that have been noted: so it is known where each of them lies.
    """

    you: str = ""
    slots: tuple[tuple[int, _Given], ...] = ()
    counted: frozenset[int] = frozenset()

    def given(self, slot: int) -> _Given | None:
        """Return what stands in a slot, None when it can be anything."""
        return dict(self.slots).get(slot)

    def binding(self, slot: int, counted: bool) -> _Scope:
        """Return the scope inside a loop."""
        slots = tuple(pair for pair in self.slots if pair[0] != slot)
        return _Scope(self.you, slots, self.counted | {slot} if counted else self.counted - {slot})


class _UntoldError(Exception):
    """The value depends on something that no key tells."""


@cache
def _numbered(name: str, values: str, first: int, end: int) -> Callable[[State], int]:
    """Return a function that tells what lies in these fields by a number from 1: the same where the same lies there."""

    def number(s: State) -> int:
        memo, kept = s.memo, s.kept
        assert memo is not None
        assert kept is not None
        inside = getattr(s, values)[first:end]
        before, found = kept.get(name, (None, 0))
        if inside != before:
            found = kept.setdefault((name, *inside), len(kept) + 1)
            kept[name] = inside, found
        memo[name] = found
        return int(found)

    return number


class Footprint:
    """Gathers the texts of what values depend on: fields of the state, and what is given to a term."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._c: Compiler = draft.c
        self._texts: dict[str, int] = {}
        self._seen: set[tuple[str, _Scope]] = set()

    @staticmethod
    def of_value(draft: Draft, node: core.Value) -> list[str] | None:
        """Return the footprint of a value that is read for ``you``, in a frame; None when nothing can tell it."""
        return Footprint(draft)._gathered(_Scope(draft.you), node)

    @staticmethod
    def of_term(draft: Draft, name: str) -> list[str] | None:
        """Return the footprint of a term inside the function of the term; None when nothing can tell it."""
        c = draft.c
        term = c.game.terms[name]
        kinds = [*([t.PieceType(term.each)] if term.each not in ("", "player") else []), *term.params]
        slots = tuple(
            (slot, _Given(f"v{slot}", kind)) for slot, kind in enumerate(kinds) if not isinstance(kind, t.MaybeType)
        )
        you = draft.you if term.each == "player" else ""
        return Footprint(draft)._gathered(_Scope(you, slots), *term_parts(c, name))

    def _gathered(self, scope: _Scope, *nodes: core.Core) -> list[str] | None:
        try:
            for node in nodes:
                self._walk(node, scope)
        except _UntoldError:
            return None
        return None if sum(self._texts.values()) > _WIDEST else list(self._texts)

    def _note(self, text: str, width: int = 1) -> None:
        if text and not text.isdigit():
            self._texts[text] = width

    def _all(self, values: str, first: int, count: int) -> None:
        if count > _NARROW:
            name = f"{values} {first} {first + count}"
            number = self._draft.bind(_numbered(name, values, first, first + count))
            self._note(f"(memo.get({name!r}) or {number}(s))", count)
        elif count > 1:
            self._note(f"*s.{values}[{first}:{first + count}]", count)
        elif count:
            self._note(f"s.{values}[{first}]")

    # ------------------------------------------------------------ nodes

    def _walk(self, node: core.Core, scope: _Scope) -> None:
        if type(node) in UNTOLD or self._is_drawn(node):
            raise _UntoldError
        self._own(node, scope)
        loops = _loops(node)
        for loop in loops:
            self._walk(loop.source, scope)
            scope = scope.binding(loop.slot, self._is_counted(loop.source))
            if loop.condition is not None:
                self._walk(loop.condition, scope)
        for part in parts(node):
            if not isinstance(part, core.Loop):
                self._walk(part, scope)

    def _is_drawn(self, node: core.Core) -> bool:
        """Tell whether reading a value may draw the order of a stack."""
        return isinstance(node, core.Top | core.Bottom) and self._c.game.zones[node.zone.entry].form == "stack"

    def _own(self, node: Any, scope: _Scope) -> None:
        """Note what a node itself reads."""
        reading = core.reading_of(node)
        for part in reading.state:
            self._state(part, node, reading, scope)
        if reading.calls:
            self._call(node, scope)

    def _state(self, part: core.StatePart, node: Any, reading: core.Reading, scope: _Scope) -> None:
        """Note what a node reads of one part of a state."""
        layout = self._c.layout
        match part:
            case "you":
                self._note(scope.you or self._draft.you)
            case "active":
                self._note(self._draft.active)
            case "slots":
                given = scope.given(node.slot)
                self._note("" if given is None else given.text)
            case "zones" if node.entry in layout.purses:
                self._fields("purses", layout.purses[node.entry], node.owner, node.keys, scope)
            case "zones":
                self._fields("zones", layout.cells[node.entry], node.owner, node.keys, scope)
            case "values":
                self._fields("values", layout.values[node.entry], node.owner, node.keys, scope)
            case "dice":
                self._all("dice", *layout.dice[getattr(node, reading.entry)])
            case "places":
                self._places(node.subject, scope)
            case "points" | "turn" | "status" | "winners":
                self._play(part, node)
            case "purses" | "pieces":
                pass  # the zone inside is read
            case "paragraph" | "past":
                raise _UntoldError
            case _:
                assert_never(part)

    def _play(self, part: Literal["points", "turn", "status", "winners"], node: Any) -> None:
        """Note what a node reads that is not on the table."""
        match part:
            case "points" if node.source is None:
                self._note("*s.points", self._c.layout.seats)
            case "points":
                self._note("*s.scores", self._c.layout.seats)
            case "turn":
                self._note("s.turns[-1]")
            case "status":
                self._note("s.status")
            case "winners":
                self._note("s.winners")
            case _:
                assert_never(part)

    # ------------------------------------------------------------ fields

    def _fields(
        self, values: str, grid: Grid, owner: core.Value | None, keys: Iterable[core.Value | None], scope: _Scope
    ) -> None:
        """Note the fields of an entry from the first owner or key on that can be anything."""
        base, size, steps = grid.base, grid.size, []
        written = [(key, *limits, stride) for key, limits, stride in zip(keys, grid.keys, grid.strides, strict=False)]
        if owner is not None or grid.owner_count != 1:
            written.insert(0, (owner, grid.owner_base, grid.owner_count, grid.owner_stride))
        for node, low, count, stride in written:
            text = self._certain(node, low, count, scope)
            if not text:
                break
            base, size = base - low * stride, stride
            steps.append(text if stride == 1 else f"{text} * {stride}")
        first, end = (" + ".join([*steps, str(place)]) for place in (base, base + size))
        if not steps:
            self._all(values, base, size)
        elif size == 1:
            self._note(f"s.{values}[{first}]")
        else:
            self._note(f"*s.{values}[{first}:{end}]", size)

    def _certain(self, node: core.Value | None, low: int, count: int, scope: _Scope) -> str:
        """Return the text of an owner or key that surely lies in its range, empty when it can be anything."""
        if node is None or is_set(node.type):
            return ""
        known = self._draft.known(node)
        if known is not UNKNOWN:
            return str(int(known)) if known is not None and low <= known < low + count else ""
        given = self._given(node, scope)
        if given is None:
            return ""
        fits = not isinstance(given.type, t.IntType) or (low <= given.type.low and given.type.high < low + count)
        return given.text if fits else ""

    def _given(self, node: core.Value, scope: _Scope) -> _Given | None:
        """Return what a key can hold for a value; None when it can be anything."""
        if isinstance(node, core.You):
            return _Given(scope.you, node.type) if scope.you else None
        if isinstance(node, core.Local):
            return scope.given(node.slot)
        known = self._draft.known(node)
        return _Given(str(int(known)), t.IntType(known, known)) if isinstance(known, int) else None

    def _is_counted(self, source: core.Value) -> bool:
        """Tell whether a loop walks pieces of zones that are noted, none of which can lie elsewhere, too."""
        while isinstance(source, core.Collect) and len(source.loops) == 1:
            loop = source.loops[0]
            if not (isinstance(source.value, core.Local) and source.value.slot == loop.slot):
                return False
            source = loop.source
        zone = source.zone if isinstance(source, core.Contents) else source
        return isinstance(zone, core.ZoneRef) and not any(key.is_set for key in self._c.game.zones[zone.entry].keys)

    def _places(self, subject: core.Value, scope: _Scope) -> None:
        """Note where the pieces lie that a subject can be."""
        kind = subject.type.item if isinstance(subject.type, t.MaybeType) else subject.type
        if not isinstance(kind, t.PieceType):
            raise _UntoldError
        if isinstance(subject, core.Local) and subject.slot in scope.counted:
            return
        first, count = self._c.layout.kind_pieces[kind.kind]
        self._all("place", first, count)
        if any(key.is_set for zone in self._c.game.zones.values() if zone.kind == kind.kind for key in zone.keys):
            self._all("spot", first, count)

    # ------------------------------------------------------------ calls

    def _call(self, node: core.TermCall | core.CellCall, scope: _Scope) -> None:
        c = self._c
        if isinstance(node, core.CellCall):
            name = f"{node.kind}.{node.column}"
            body, values = _cell_parts(c, node), [node.subject, *node.arguments]
            inside = _Scope(scope.you)
        else:
            each = c.game.terms[node.term].each
            name, body, values = node.term, term_parts(c, node.term), [*node.arguments]
            inside = _Scope(scope.you)
            if node.owner is not None and each == "player":
                owner = self._given(node.owner, scope)
                inside = _Scope("" if owner is None else owner.text)
            elif node.owner is not None:
                values.insert(0, node.owner)
        given = [(slot, self._given(value, scope)) for slot, value in enumerate(values)]
        inside = attrs.evolve(inside, slots=tuple((slot, one) for slot, one in given if one is not None))
        if (name, inside) in self._seen:
            return
        self._seen.add((name, inside))
        for part in body:
            self._walk(part, inside)


def _cell_parts(c: Compiler, node: core.CellCall) -> list[core.Value]:
    cells = [design.code[node.column].value for design in c.game.kinds[node.kind].designs if node.column in design.code]
    return [cell for cell in cells if cell is not None]


def term_parts(c: Compiler, name: str) -> list[core.Value]:
    """Return everything that is read for a term: its value, and the paragraphs that change it."""
    found = [c.game.terms[name].value]
    for modifier in c.changers.get(name, ()):
        found += [value for value in (*_conditions(modifier), modifier.value) if value is not None]
    return found


def _conditions(modifier: model.CheckedModifier) -> list[core.Value]:
    return [when.condition for when in modifier.whens]


def _loops(node: core.Core) -> tuple[core.Loop, ...]:
    if isinstance(node, core.Collect | core.Reduce | core.Best):
        return node.loops
    return (node.loop,) if isinstance(node, core.Rank | core.Stopped) else ()
