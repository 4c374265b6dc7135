"""Displays of a view -> boxes, rings, lists and plain lines for a terminal of any width."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import attrs
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.view_data import BoxView, DisplayView, SeatView, Segment

from ..console import plain
from .pieces import HIDDEN, LABEL, NOTHING, entry_label, seat_style

_LONGEST_WORD = 24
_LONGEST_TITLE = 16
_SMALL = 4
"""Boxes of a ring with so little in them have no margins, and may be narrower still."""
_SIGN = 3
"""In a grid of such short signs they stand in the middle of their boxes."""
_MOST_RING_ROWS = 6
_LINES = {
    (0, 1, 0, 1): "╭",
    (0, 1, 1, 0): "╮",
    (1, 0, 0, 1): "╰",
    (1, 0, 1, 0): "╯",
    (0, 0, 1, 1): "─",
    (1, 1, 0, 0): "│",
    (1, 1, 0, 1): "├",
    (1, 1, 1, 0): "┤",
    (0, 1, 1, 1): "┬",
    (1, 0, 1, 1): "┴",
    (1, 1, 1, 1): "┼",
    (0, 0, 0, 0): " ",
}
"""What is drawn where lines go up, down, to the left and to the right."""
_FRAME = "dim"
_TIMES = re.compile(" ?×[0-9]+")
"""How often something is there, behind it."""
_LYING, _THERE = ("piece", "player"), ("piece", "player", "meter")


def short_words(display: DisplayView) -> str:
    """Return the words of a display without what explains them behind a comma or in brackets; its name without any."""
    words = display.words.partition(",")[0].partition(" (")[0]
    return plain(words) or entry_label(display.name, "")


def is_legend(display: DisplayView) -> bool:
    """Does a display hold nothing but words of the rule file?"""
    segments = [one for box in display.boxes for line in (box.title, *box.lines) for one in line]
    return all(one.kind == "words" for one in segments)


def draw(display: DisplayView, seats: Sequence[SeatView]) -> Iterator[RenderableType]:
    """Yield what is printed of a display: its words, then its boxes; nothing of plain lines none of which is shown."""
    words, label = short_words(display), Text(plain(display.words), style=LABEL)
    boxes = [_Box.of(box, seats) for box in display.boxes]
    if not boxes:
        yield labelled(words, Text("–", style=NOTHING))
    elif not display.boxed:
        lines, words = [*boxes[0].head(), *boxes[0].lines], titled(display)
        if len(lines) > 1 and is_legend(display):
            yield label
            yield Padding(Text("\n").join(lines), (0, 0, 0, 1), expand=False)
        elif lines:
            yield labelled(words, Text("\n").join(lines))
    elif display.form == "text":
        yield labelled(words, Sentence([Text(" ").join([*box.head(), *box.lines]) for box in boxes]))
    elif display.form == "list":
        yield label
        yield Padding(_list(boxes), (0, 0, 0, 1), expand=False)
    else:
        yield label
        yield Boxes(display, boxes)


def titled(display: DisplayView) -> str:
    """Return the words of a display as they stand before its lines: with a colon before words, "Round 3" without."""
    words, lines = short_words(display), display.boxes[0].lines if display.boxes else ()
    text = "".join(one.text for one in lines[0]) if lines else ""
    if not text[:1].isalpha() or words.endswith((":", "?", "!", ".")):
        return words
    return gettext("{head}: {told}", head=words, told="").strip()


def in_line(display: DisplayView, seats: Sequence[SeatView]) -> Text:
    """Return what a line can say of a display: of boxes side by side, which pieces and players are in them."""
    if not display.boxed:
        lines = display.boxes[0].lines if display.boxes else ()
        return Text(" · ").join(segments_text(line, seats) for line in lines)
    spread = display.form in ("grid", "ring", "flow")
    boxes = [_in_line(box, seats, spread=spread) for box in display.boxes]
    return Text(", ").join(box for box in boxes if box) or Text("–", style=NOTHING)


def _in_line(box: BoxView, seats: Sequence[SeatView], *, spread: bool) -> Text:
    """Return a box in a line; of those that lie ``spread`` only what is in them, nothing of empty ones."""
    segments = [_there(line) if spread else line for line in box.lines]
    if spread and not any(one.kind in _LYING for line in segments for one in line):
        return Text()
    lines = [segments_text(line, seats) for line in segments if line]
    return Text(" ").join([*([segments_text(box.title, seats)] if box.title else []), *lines])


def room_for(display: DisplayView, seats: Sequence[SeatView]) -> int:
    """Return the width at which a display can be drawn without folding it."""
    boxes = [_Box.of(box, seats) for box in display.boxes]
    if not display.boxed or display.form in ("list", "text") or not boxes:
        return 0
    columns = len({column for box in display.boxes for column in box.columns}) if display.form == "grid" else 1
    return columns * (_least(boxes, _margin(boxes, display.form)) + 1) + 1


def labelled(label: str, content: RenderableType) -> RenderableType:
    """Return "label content" with further lines under the content."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True, max_width=24)
    grid.add_column()
    grid.add_row(Text(plain(label), style=LABEL), content)
    return grid


class Sentence:
    """Things one after another with commas; none is torn at the end of a line that would fit in one."""

    def __init__(self, things: Sequence[Text]) -> None:
        self.things = [thing + Text(",") for thing in things[:-1]] + [*things[-1:]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for thing in self.things:
            if line and line.cell_len + 1 + thing.cell_len > options.max_width:
                yield line
                line = Text()
            line = line + Text(" ") + thing if line else thing
        yield line


def _there(line: Sequence[Segment]) -> Sequence[Segment]:
    """Return what of a line is in a box, from the first of it to the last, with how often: "B1+B2", "W×5"."""
    places = [place for place, one in enumerate(line) if one.kind in _THERE or (place and _TIMES.fullmatch(one.text))]
    return line[places[0] : places[-1] + 1] if places else ()


def segments_text(segments: Iterable[Segment], seats: Sequence[SeatView]) -> Text:
    """Return a line of a display in colours."""
    text = Text()
    for segment in segments:
        seat = seats[segment.owner] if segment.owner is not None and segment.owner < len(seats) else None
        written = plain(segment.text)
        if segment.kind == "meter" and segment.filled is not None:
            text.append(written[: segment.filled]).append(written[segment.filled :], style=NOTHING)
        elif seat is not None:
            text.append(written, style=f"bold {seat_style(seat)}")
        else:
            text.append(written, style=_STYLES.get(segment.kind, ""))
    return text


_STYLES = {"words": LABEL, "empty": NOTHING, "unknown": HIDDEN}


# ---------------------------------------------------------------- one box


@attrs.define
class _Box:
    """The texts of one box, and how many columns it covers."""

    title: Text
    lines: list[Text]
    columns: int = 1

    @classmethod
    def of(cls, box: BoxView, seats: Sequence[SeatView]) -> _Box:
        title = segments_text(box.title, seats)
        title.stylize("bold")
        return cls(title, [segments_text(line, seats) for line in box.lines], max(1, len(box.columns)))

    def head(self) -> list[Text]:
        return [self.title] if self.title else []

    def natural(self) -> int:
        """The width of the widest line."""
        return max([line.cell_len for line in self.lines], default=0)

    def longest_word(self) -> int:
        """The width below which words would be torn."""
        words = [Text(word).cell_len for line in self.lines for word in line.plain.split()]
        return min(max(words, default=0), _LONGEST_WORD)

    def share(self, width: int, margin: int) -> int:
        """Return the width of one column when the whole box needs ``width`` between its margins."""
        return -(-(width + 2 * margin + 1) // self.columns) - 1


def _margin(boxes: Sequence[_Box], form: str) -> int:
    return 0 if form == "ring" and max(box.natural() for box in boxes) <= _SMALL else 1


def _least(boxes: Sequence[_Box], margin: int) -> int:
    """Return the width between the borders that a column needs at least."""
    titles = [min(box.title.cell_len, _LONGEST_TITLE) + 2 * margin for box in boxes if box.title]
    return max(2, *titles, *(box.share(box.longest_word(), margin) for box in boxes))


def _natural(boxes: Sequence[_Box], margin: int) -> int:
    """Return the width between the borders at which no line of a column is wrapped."""
    titles = [box.title.cell_len + 2 * margin for box in boxes if box.title]
    return max(2, *titles, *(box.share(box.natural(), margin) for box in boxes))


def _list(boxes: list[_Box]) -> Table:
    """Return one row for each box: its title, then its lines side by side."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    widths = {len(box.lines) for box in boxes}
    for box in boxes:
        lines = box.lines if len(widths) == 1 else [Text("  ").join(box.lines)]
        box.title.style = "not bold"
        grid.add_row(*([box.title] if any(one.title for one in boxes) else []), *lines)
    return grid


# ---------------------------------------------------------------- many boxes

_Places = dict[tuple[int, int], _Box]


class Boxes:
    """Boxes of one width with common borders; how many stand side by side depends on the room there is."""

    def __init__(self, display: DisplayView, boxes: list[_Box]) -> None:
        self.form = display.form
        if not any(box.lines for box in boxes):
            boxes = [_Box(Text(), box.head(), box.columns) for box in boxes]
        self.boxes = boxes
        self.keys = [(box.row or 0, column) for box in display.boxes for column in box.columns or (0,)]
        self.owners = [number for number, box in enumerate(display.boxes) for _ in box.columns or (0,)]
        self.margin = self.usual = _margin(boxes, display.form)
        self.centred = self.form == "grid" and max(box.natural() for box in boxes) <= _SIGN

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        ascii_only = options.ascii_only or options.legacy_windows
        self.margin = self.usual
        for places, columns, widest in self._bands(options.max_width):
            width = max(1, min(widest, (options.max_width - 1) // columns - 1))
            yield from _Drawing(console, places, width, self.margin, self.centred, ascii_only).lines()

    def _bands(self, width: int) -> Iterator[tuple[_Places, int, int]]:
        """Yield what is drawn below each other: boxes by row and column, the number of columns, and their width."""
        natural = _natural(self.boxes, self.margin)
        if self.form == "grid":
            yield from ((places, columns, natural) for places, columns in self._grid(width))
            return
        for narrower in range(natural, 1 if natural <= _SMALL else natural - 1, -1) if self.form == "ring" else ():
            found = _ring(len(self.boxes), (width - 1) // (narrower + 1))
            if found:
                columns = 1 + max(column for _, column in found)
                yield dict(zip(found, self.boxes, strict=True)), columns, narrower
                return
        fitting = max(1, (width - 1) // (min(natural, width - 2) + 1))
        rows = -(-len(self.boxes) // fitting)
        columns = -(-len(self.boxes) // rows) if self.form == "ring" else min(fitting, len(self.boxes))
        yield {divmod(number, columns): box for number, box in enumerate(self.boxes)}, columns, natural

    def _grid(self, width: int) -> Iterator[tuple[_Places, int]]:
        """Cut a grid that is too wide even without margins into bands of columns."""
        columns = sorted({column for _, column in self.keys})
        least = _least(self.boxes, self.margin)
        if len(columns) * (least + 1) + 1 > width:
            self.margin = 0
            least = _least(self.boxes, 0)
        bands = -(-len(columns) // max(1, (width - 1) // (least + 1)))
        size = -(-len(columns) // bands)
        for start in range(0, len(columns), size):
            band = columns[start : start + size]
            rows = sorted({row for row, column in self.keys if column in band})
            places: _Places = {}
            for (row, column), number in zip(self.keys, self.owners, strict=True):
                if column in band:
                    place, box = (rows.index(row), band.index(column)), self.boxes[number]
                    over = places.get(place)
                    places[place] = box if over is None else _Box(over.title, [*over.lines, *box.head(), *box.lines])
            yield places, size


def _ring(count: int, fitting: int) -> list[tuple[int, int]] | None:
    """Return places clockwise around a rectangle of few rows; None when there is no room for one."""
    for rows in range(2, _MOST_RING_ROWS + 1):
        columns = -(-(count - 2 * (rows - 2)) // 2)
        if 2 <= columns <= fitting:
            sides = range(1, rows - 1)
            around = [(0, column) for column in range(columns)] + [(row, columns - 1) for row in sides]
            around += [(rows - 1, column) for column in reversed(range(columns))]
            around += [(row, 0) for row in reversed(sides)]
            return around[:count]
    return None


@attrs.frozen
class _Drawing:
    """Draws boxes that are placed already."""

    console: Console
    places: _Places
    width: int
    margin: int
    centred: bool
    ascii_only: bool

    def lines(self) -> Iterator[Text]:
        rows = 1 + max(row for row, _ in self.places)
        columns = 1 + max(column for _, column in self.places)
        for row in range(rows):
            yield self._border(row, columns)
            wrapped = {column: self._wrapped(row, column) for column in range(columns)}
            for line in range(max(1, *map(len, wrapped.values()))):
                yield self._content(row, columns, wrapped, line)
        yield self._border(rows, columns)

    def _wrapped(self, row: int, column: int) -> list[Text]:
        box = self.places.get((row, column))
        if box is None or self._goes_on(row, column):
            return []
        inner = max(1, self._room(row, column) - 2 * self.margin)
        return [part for line in box.lines for part in line.wrap(self.console, inner)]

    def _goes_on(self, row: int, column: int) -> bool:
        """Is this the same box as the one to the left?"""
        box = self.places.get((row, column))
        return box is not None and self.places.get((row, column - 1)) is box

    def _room(self, row: int, column: int) -> int:
        """Return the width of a box between its borders."""
        last = column
        while self._goes_on(row, last + 1):
            last += 1
        return (last - column + 1) * (self.width + 1) - 1

    def _content(self, row: int, columns: int, wrapped: dict[int, list[Text]], line: int) -> Text:
        made = Text()
        for column in range(columns):
            if self._goes_on(row, column):
                continue
            made.append_text(self._upright(row, column))
            lines, room = wrapped[column], self._room(row, column)
            text = lines[line].copy() if line < len(lines) else Text()
            text.rstrip()
            text.truncate(room - self.margin)
            before = (room - text.cell_len) // 2 if self.centred else self.margin
            made.append(" " * before).append_text(text).append(" " * (room - before - text.cell_len))
        return made.append_text(self._upright(row, columns))

    def _upright(self, row: int, column: int) -> Text:
        there = self._edge(row, column)
        return Text(self._sign((there, there, 0, 0)), style=_FRAME)

    def _border(self, row: int, columns: int) -> Text:
        """Return the line above a row, with the titles of its boxes."""
        made = Text()
        for column in range(columns + 1):
            up, down = self._edge(row - 1, column), self._edge(row, column)
            left, right = self._level(row, column - 1), self._level(row, column)
            made.append(self._sign((up, down, left, right)), style=_FRAME)
            if column < columns:
                made.append_text(self._heading(row, column, right))
        return made

    def _edge(self, row: int, column: int) -> int:
        return int(self.places.get((row, column - 1)) is not self.places.get((row, column)))

    def _level(self, row: int, column: int) -> int:
        return int((row - 1, column) in self.places or (row, column) in self.places)

    def _heading(self, row: int, column: int, line: int) -> Text:
        sign = self._sign((0, 0, line, line))
        box = self.places.get((row, column))
        if box is None or not box.title or self._goes_on(row, column):
            return Text(sign * self.width, style=_FRAME)
        title = box.title.copy()
        title.truncate(self.width - 2 * self.margin, overflow="ellipsis")
        blank = " " * self.margin
        rest = self.width - title.cell_len - 2 * self.margin
        return Text(blank).append_text(title).append(blank).append(sign * rest, style=_FRAME)

    def _sign(self, ways: tuple[int, int, int, int]) -> str:
        sign = _LINES[ways]
        if not self.ascii_only or sign == " ":
            return sign
        return {"─": "-", "│": "|"}.get(sign, "+")
