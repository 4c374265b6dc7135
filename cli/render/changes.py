"""Two views of the same viewer -> what is printed of the table where the later one differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import attrs
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from gamedsl.engine.present.view_data import BoxView, CellView, DisplayView, ValueView, View

from ..console import plain
from .displays import draw, labelled, segments_text
from .pieces import LABEL, cell_text, dice_text, entry_label, is_short, value_text
from .table import Flow, is_endless, is_replaced, seat_text

_GAP = "   "


def render_changes(before: View, after: View) -> RenderableType | None:
    """Return the things of the table that are not as they were, with what they are now; None when all are.

    Common things come first, then those of each player. Boxes of displays show the lines that differ.
    """
    parts: list[RenderableType] = list(_things(before, after, None))
    for seat in after.seats:
        points = [Text(f"points {seat.points}")] if _scores(before, after, seat.seat) else []
        things = [*points, *_things(before, after, seat.seat)]
        if things:
            parts += [seat_text(seat), *(_indented(thing) for thing in things)]
    return Group(*parts) if parts else None


def _indented(thing: RenderableType) -> RenderableType:
    return Padding(thing, (0, 0, 0, 2), expand=False)


def _scores(before: View, after: View, seat: int) -> bool:
    return after.scored and before.seats[seat].points != after.seats[seat].points


def _things(before: View, after: View, seat: int | None) -> Iterator[RenderableType]:
    """Yield what has changed of one player's things, or of the common ones."""
    old_cells, old_values = set(before.cells), set(before.values)
    cells = [cell for cell in after.cells if cell.seat == seat and cell not in old_cells]
    cells = [cell for cell in cells if not is_replaced(after, cell.entry, seat) and not is_endless(cell)]
    values = [value for value in after.values if value.seat == seat and value not in old_values]
    values = [value for value in values if not is_replaced(after, value.entry, seat)]
    pairs = [(_called(cell), cell_text(cell, after.seats)) for cell in cells if is_short(cell, after.seats)]
    pairs += [(_called(value), value_text(value)) for value in values]
    if seat is None:
        rolled = [dice for dice in after.dice if dice.faces and dice not in before.dice]
        rolled = [dice for dice in rolled if not is_replaced(after, dice.entry, None)]
        pairs += [(entry_label(dice.entry, dice.words), dice_text(dice)) for dice in rolled]
    if pairs:
        yield Flow(pairs)
    for cell in cells:
        if not is_short(cell, after.seats):
            yield labelled(_called(cell), _more(next(filter(_same_place(cell), before.cells), None), cell, after))
    earlier = {(display.name, display.seat): display for display in before.displays}
    for display in after.displays:
        old = earlier.get((display.name, display.seat))
        if display.seat == seat and old != display:
            yield from _display(old, display, after)


def _same_place(cell: CellView) -> Callable[[CellView], bool]:
    where = (cell.entry, cell.seat, cell.holder_words, cell.keys)
    return lambda other: (other.entry, other.seat, other.holder_words, other.keys) == where


def _more(before: CellView | None, cell: CellView, view: View) -> Text:
    """Return how many pieces a place of many holds now, and those that are new there; all, if all are new."""
    known = Counter(() if before is None else before.pieces)
    new = tuple((Counter(cell.pieces) - known).elements())
    if len(new) == len(cell.pieces):
        return cell_text(cell, view.seats)
    text = Text(str(cell.count), style="bold")
    if new:
        text.append(", new: ", style=f"not bold {LABEL}")
        text.append_text(cell_text(attrs.evolve(cell, pieces=new, count=len(new)), view.seats))
    return text


def _called(item: CellView | ValueView) -> str:
    """Return the name of a place with the piece it is of and its keys."""
    return " ".join(
        filter(None, [plain(item.holder_words), entry_label(item.entry, item.words), *map(plain, item.keys)])
    )


def _display(before: DisplayView | None, display: DisplayView, view: View) -> Iterator[RenderableType]:
    """Yield a display, of one with boxes that have heads only the lines that differ."""
    if before is None or not display.boxed or display.form == "text" or not all(box.title for box in display.boxes):
        yield from draw(display, view.seats)
        return
    known = {_head(box): box for box in before.boxes}
    lines = [line for box in display.boxes if (line := _box(known.get(_head(box)), box, view)).plain]
    if lines:
        yield labelled(entry_label(display.name, display.words), Text("\n").join(lines))


def _head(box: BoxView) -> tuple[object, ...]:
    return (box.row, box.column, "".join(segment.text for segment in box.title))


def _box(before: BoxView | None, box: BoxView, view: View) -> Text:
    """Return the head of a box and the lines that it has not had; nothing when there are none."""
    known = set() if before is None else set(before.lines)
    lines = [segments_text(line, view.seats) for line in box.lines if line not in known]
    if not lines and before is not None:
        return Text()
    head = segments_text(box.title, view.seats)
    head.stylize(LABEL)
    return Text(_GAP).join([head, *lines] if head else lines)
