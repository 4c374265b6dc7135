"""Displays of a checked game and a state -> boxes with lines of segments; made only when a view is asked for.

Nothing here changes or stops a game: what cannot be worked out is shown as ``?``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.flat import HEADER, Frame
from gamedsl.engine.words.place_names import static_words
from gamedsl.engine.words.wording import COVERED, MOST_MARKS, meter, nothing
from gamedsl.kernel.state.block import State
from gamedsl.presentation.verbalize.kinds import WordsInState
from gamedsl.presentation.view_data import BoxView, DisplayView, Segment, initials
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.texts.plurals import counted

if TYPE_CHECKING:
    from gamedsl.engine.state.flat import Eval
    from gamedsl.play.engine import Engine

MOST_BOXES = 1_000
"""Boxes of one display; what would be more is left out."""
MOST_PASSES = 100_000
"""Passes of all loops of a display together, those without a box among them; what comes behind is left out."""

Segments = tuple[Segment, ...]
_Part = Callable[[State, Frame], Iterable[Segment]]
_EMPTY = Segment("·", "empty")
_UNKNOWN = Segment("?", "unknown")
_MADE: WeakKeyDictionary[Engine, Displays] = WeakKeyDictionary()


def displays_of(engine: Engine) -> Displays:
    """Return the displays of an engine, compiled when they are first asked for."""
    made = _MADE.get(engine)
    if made is None:
        made = _MADE[engine] = Displays(engine)
    return made


@attrs.frozen
class _Drawn:
    """A compiled display."""

    loops: tuple[tuple[int, Eval, Eval | None], ...]
    row: Eval | None
    column: Eval | None
    joined: Eval | None
    title: tuple[_Part, ...]
    lines: tuple[tuple[Eval | None, tuple[_Part, ...]], ...]
    frame: int
    about: tuple[int, t.Type] | None


class Displays:
    """All displays of one engine."""

    def __init__(self, engine: Engine) -> None:
        self.value = engine.evaluator.value
        self.evaluator = engine.evaluator
        self.layout = engine.layout
        self.wording = engine.wording
        self._values: Sequence[Any] = ()
        self.signs = initials(engine.game.seat_labels)
        self.conditions = WordsInState(engine, lambda kind, value: self._scalar(kind, value, full=True))
        self._drawn = {display.name: self._compile(display) for display in engine.game.displays.values()}

    def is_own(self, display: model.DisplayCode) -> bool:
        """Is a display drawn for its owner only in this set-up?"""
        return display.own and (display.own_if is None or self.evaluator.holds(display.own_if))

    def draw(self, display: model.DisplayCode, state: State, seat: int | None) -> DisplayView:
        """Return a display filled in from a state, which is not changed but for its count of work."""
        drawn = self._drawn[display.name]
        frame: Frame = [0, 0, seat, state.active, *[None] * drawn.frame]
        state.work = 0
        self._values = state.values
        boxes: list[BoxView] = []
        same: list[Any] = []
        try:
            passes = 0
            for is_box in self._passes(drawn, 0, state, frame):
                passes += 1
                if len(boxes) == MOST_BOXES or passes > MOST_PASSES:
                    break
                if not is_box:
                    continue
                box = self._box(drawn, display.form == "grid", state, frame)
                if box is not None:
                    boxes.append(box)
                    same.append(_tried(drawn.joined, state, frame))
        except RuleError:
            boxes.append(BoxView((), ((_UNKNOWN,),)))
        return DisplayView(
            name=display.name,
            words=static_words(display),
            seat=seat,
            form=display.form,
            boxed=bool(display.loops),
            boxes=tuple(boxes if drawn.joined is None else _joined(boxes, same)),
            instead=display.instead,
        )

    def _passes(self, drawn: _Drawn, depth: int, s: State, f: Frame) -> Iterator[bool]:
        """Go through all loops; yield for each pass of any of them whether there is a box."""
        if not drawn.loops:
            yield True
            return
        slot, source, condition = drawn.loops[depth]
        for member in source(s, f):
            f[HEADER + slot] = member
            holds = condition is None or condition(s, f)
            is_innermost = depth + 1 == len(drawn.loops)
            yield bool(holds and is_innermost)
            if holds and not is_innermost:
                yield from self._passes(drawn, depth + 1, s, f)

    def _box(self, drawn: _Drawn, in_grid: bool, s: State, f: Frame) -> BoxView | None:
        """Return one box; None where it has no place in the grid."""
        row, column = (_tried(place, s, f) for place in (drawn.row, drawn.column))
        if in_grid and (row is None or column is None):
            return None
        lines = []
        for condition, parts in drawn.lines:
            holds = True if condition is None else _tried(condition, s, f, _UNKNOWN)
            if holds:
                lines.append((_UNKNOWN,) if holds is _UNKNOWN else _filled(parts, s, f))
        columns = () if column is None else (column,)
        about = None if drawn.about is None else (drawn.about[1], f[HEADER + drawn.about[0]])
        return BoxView(_filled(drawn.title, s, f), tuple(lines), row, column, columns, about)

    # ------------------------------------------------------------ compiling

    def _compile(self, display: model.DisplayCode) -> _Drawn:
        title: tuple[_Part, ...] = ()
        if display.title is not None:
            title = self._text(display.title)
        elif display.loops and not display.untitled:
            title = (self._default_title(display.loops[-1]),)
        return _Drawn(
            loops=tuple(
                (loop.slot, self.value(loop.source), None if loop.condition is None else self.value(loop.condition))
                for loop in display.loops
            ),
            row=None if display.row is None else self.value(display.row),
            column=None if display.column is None else self.value(display.column),
            joined=None if display.joined is None else self.value(display.joined),
            title=title,
            lines=tuple(
                (None if line.condition is None else self.value(line.condition), self._text(line.text))
                for line in display.lines
            ),
            frame=display.slots,
            about=_about(display.loops[-1]) if display.loops else None,
        )

    def _default_title(self, loop: core.Loop) -> _Part:
        slot = HEADER + loop.slot
        kind = getattr(loop.source.type, "item", loop.source.type)
        return lambda s, f: self._scalar(kind, f[slot], full=True)

    def _text(self, text: core.Text) -> tuple[_Part, ...]:
        is_said = any(sign.isalnum() for part in text.parts if isinstance(part, str) for sign in part)
        return tuple(_words(part) if isinstance(part, str) else self._part(part, is_said) for part in text.parts)

    def _part(self, slot: core.TextSlot, is_said: bool) -> _Part:
        """Compile a value; among words (``is_said``) nothing is a word, too; alone, and as one of a row, a sign."""
        part = self._slot(slot)
        if not is_said or core.is_condition(slot.value) or _is_one_of_a_row(slot.value):
            return part

        def told(s: State, f: Frame) -> Iterable[Segment]:
            found = tuple(part(s, f))
            return (Segment(nothing(self.layout.game, slot.value), "empty"),) if found == (_EMPTY,) else found

        return told

    def _slot(self, slot: core.TextSlot) -> _Part:
        value, kind = self.value(slot.value), slot.value.type
        if slot.most is not None:
            return _meter(value, self.value(slot.most))
        if slot.forms:
            return lambda s, f: _counted(*counted(slot, value(s, f)))
        if core.is_condition(slot.value):
            return lambda s, f: self.conditions.tell(slot.value, s, f)
        if isinstance(slot.value, core.Contents) and slot.value.zone.type.form == "slot":  # type: ignore[attr-defined]
            return self._places(slot.value)
        if isinstance(kind, t.SetType | t.ListType):
            item = kind.item
            return lambda s, f: self._several(item, value(s, f))
        return lambda s, f: self._scalar(kind, value(s, f))

    def _places(self, contents: core.Contents) -> _Part:
        """Compile a zone of several slots: a sign for each place in order."""
        cells, kind = self.evaluator.cells(contents.zone), _item(contents.type)

        def show(s: State, f: Frame) -> Iterator[Segment]:
            before = False
            for cell in cells(s, f):
                signs = [sign for piece in s.zones[cell] for sign in self._scalar(kind, piece)] or [_EMPTY]
                long = any(len(sign.text) > 1 for sign in signs)
                if before and long:
                    yield Segment(" ", "words")
                yield from signs
                before = True

        return show

    # ------------------------------------------------------------ values

    def _several(self, kind: t.Type, members: tuple[Any, ...]) -> Iterator[Segment]:
        """Yield the members of a set: equal ones counted, players by their first letters."""
        counted: dict[Segments, int] = {}
        players = isinstance(intervals.strip(kind), t.PlayerType)
        for member in self.wording.in_order(t.SetType(kind), members, self._values):
            signs = (self._letter(member, "player"),) if players else tuple(self._scalar(kind, member))
            counted[signs] = counted.get(signs, 0) + 1
        if not counted:
            yield _EMPTY
        letters = all(len(sign.text) == 1 for signs in counted for sign in signs)
        between = ", " if not letters else " " if len(members) > len(counted) else ""
        for place, (signs, number) in enumerate(counted.items()):
            if place and between:
                yield Segment(between, "words")
            yield from signs
            if number > 1:
                yield Segment(f"×{number}" if letters else f" ×{number}", "words")

    def _scalar(self, kind: t.Type, value: Any, full: bool = False) -> Iterator[Segment]:
        """Yield one value; ``full``: a piece by its label, not by the letter of its owner."""
        kind = intervals.strip(kind)
        if value is None:
            yield _EMPTY
        elif isinstance(value, tuple):
            yield from self._several(_item(kind), value)
        elif isinstance(kind, t.PlayerType):
            yield Segment(self.wording.label(kind, value, self._values), "player", owner=value)
        elif isinstance(kind, t.PieceType):
            owner = self.layout.piece_seat[value]
            _, designs = self.layout.kind_designs[kind.kind]
            letter = owner is not None and designs == 1 and not full and value not in self.layout.face_of
            if letter and owner is not None:
                yield attrs.evolve(self._letter(owner, "piece"), piece=value)
            else:
                yield Segment(self.wording.label(kind, value, self._values), "piece", owner=owner, piece=value)
        else:
            yield Segment(self.wording.label(kind, value, self._values), "value")

    def _letter(self, seat: int, kind: Literal["player", "piece"]) -> Segment:
        return Segment(self.signs[seat], kind, owner=seat)


def _joined(boxes: list[BoxView], same: list[Any]) -> Iterator[BoxView]:
    """Yield the boxes of a grid; those side by side with the same value are one, with what differs of them: "A1+A2"."""
    places = {(box.row, box.column): value for box, value in zip(boxes, same, strict=False)}
    columns = sorted({box.column for box in boxes if box.column is not None})
    order = {(box.row, box.column): box for box in boxes}
    for box in boxes:
        value = places.get((box.row, box.column))
        if value is None or box.column is None:
            yield box
            continue
        at = columns.index(box.column)
        if at and places.get((box.row, columns[at - 1])) == value:
            continue
        end = at + 1
        while end < len(columns) and places.get((box.row, columns[end])) == value:
            end += 1
        joined = tuple(columns[at:end])
        parts = [one for (row, column), one in order.items() if row == box.row and column in joined]
        yield attrs.evolve(
            box, columns=joined, title=_told_once([one.title for one in parts]), lines=_lines_of(box, parts)
        )


def _lines_of(box: BoxView, parts: Sequence[BoxView]) -> tuple[Segments, ...]:
    """Return the lines of a box that several make up; where they have different numbers of lines, those of the box."""
    if any(len(one.lines) != len(box.lines) for one in parts):
        return box.lines
    return tuple(_told_once(lines) for lines in zip(*(one.lines for one in parts), strict=True))


def _told_once(lines: Sequence[Segments]) -> Segments:
    """Return one line for several, which have values that differ one after the other: "on A1+A2"."""
    first = lines[0]
    if all(one == first for one in lines) or any(len(one) != len(first) for one in lines):
        return first
    told: list[Segment] = []
    for segments in zip(*lines, strict=True):
        for number, segment in enumerate(dict.fromkeys(segments)):
            told += [Segment(COVERED, "value")] if number else []
            told.append(segment)
    return tuple(told)


def _about(loop: core.Loop) -> tuple[int, t.Type]:
    """Return the place and the type of what a box is about: a member of the innermost loop."""
    return loop.slot, _item(loop.source.type)


def _item(kind: t.Type) -> t.Type:
    return getattr(intervals.strip(kind), "item", kind)


def _words(text: str) -> _Part:
    segments = (Segment(text, "words"),)
    return lambda s, f: segments


def _meter(value: Eval, most: Eval) -> _Part:
    def show(s: State, f: Frame) -> Segments:
        filled, of = value(s, f), most(s, f)
        shown = min(max(of, 0), MOST_MARKS)
        return (Segment(meter(filled, of), "meter", filled=min(max(filled, 0), shown), of=shown),)

    return show


def _counted(number: str, form: str) -> Segments:
    return (Segment(number, "value"), Segment(f" {form}", "words")) if number else (Segment(form, "words"),)


def _is_one_of_a_row(value: core.Value) -> bool:
    """Tell whether a value is what lies in a place with keys: it stands beside the others of its row."""
    return isinstance(value, core.SlotPiece) and bool(value.zone.keys)


def _filled(parts: tuple[_Part, ...], s: State, f: Frame) -> Segments:
    found: list[Segment] = []
    for part in parts:
        try:
            found += [*part(s, f)]
        except RuleError:
            found.append(_UNKNOWN)
    return tuple(found)


def _tried(evaluate: Eval | None, s: State, f: Frame, otherwise: Any = None) -> Any:
    """Return a value, or ``otherwise`` when there is nothing to work out or that fails."""
    if evaluate is None:
        return otherwise
    try:
        return evaluate(s, f)
    except RuleError:
        return otherwise
