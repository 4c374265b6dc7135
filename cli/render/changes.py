"""What has changed for a viewer -> what is printed of it: the things of the table as they are now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.changes import CellChange, Changes, DisplayChange
from gamedsl.presentation.view_data import BoxView, CellView, Segment, ValueView, View

from ..console import plain
from .displays import draw, labelled, segments_text, short_words
from .pieces import LABEL, cell_text, dice_text, entry_label, is_short, value_text
from .table import Flow, is_endless, is_replaced, seat_text, things_of

_GAP = "   "
_BLANKS = re.compile(" {2,}")


def render_changes(changes: Changes, view: View) -> RenderableType | None:
    """Return the things of the table that are not as they were, with what they are now; None when all are.

    Common things come first, then those of each player. Boxes of displays show the lines that differ.
    """
    parts: list[RenderableType] = list(_things(changes, view, None))
    for seat in view.seats:
        points = [Text(gettext("points {number}", number=seat.points))] if seat.seat in changes.seats else []
        things = [*points, *_things(changes, view, seat.seat)]
        if things:
            parts += [seat_text(seat), *(_indented(thing) for thing in things)]
    return Group(*parts) if parts else None


def _indented(thing: RenderableType) -> RenderableType:
    return Padding(thing, (0, 0, 0, 2), expand=False)


def _things(changes: Changes, view: View, seat: int | None) -> Iterator[RenderableType]:
    """Yield what has changed of one player's things, or of the common ones."""
    boards = [thing for thing in things_of(view, seat) if thing.board and thing.places]
    laid = frozenset(entry for thing in boards for entry in thing.entries)
    cells = [
        one
        for one in changes.cells
        if one.now.entry not in laid
        and one.now.seat == seat
        and not is_replaced(view, one.now.entry, seat)
        and not is_endless(one.now)
    ]
    values = [one for one in changes.values if one.seat == seat and not is_replaced(view, one.entry, seat)]
    values = [one for one in values if one.entry not in laid and not one.stale]
    pairs = [(_called(one.now), cell_text(one.now, view.seats)) for one in cells if is_short(one.now, view.seats)]
    pairs += [(_called(value), value_text(value)) for value in values]
    if seat is None:
        rolled = [dice for dice in changes.dice if dice.fresh and not is_replaced(view, dice.entry, None)]
        pairs += [(entry_label(dice.entry, dice.words), dice_text(dice)) for dice in rolled]
    if pairs:
        yield Flow(pairs)
    for one in cells:
        if not is_short(one.now, view.seats):
            yield labelled(_called(one.now), _more(one, view))
    new = {(one.now.entry, one.now.seat) for one in changes.cells} | {(one.entry, one.seat) for one in changes.values}
    for thing in boards:
        if any((entry, seat) in new for entry in thing.entries):
            yield thing.full
    for display in changes.displays:
        if display.now.seat == seat:
            yield from _display(display, view)


def _more(change: CellChange, view: View) -> Text:
    """Return how many pieces a place of many holds now, and those that are new there; all, if all are new."""
    cell, new = change.now, change.new
    if len(new) == len(cell.pieces):
        return cell_text(cell, view.seats)
    text = Text(str(cell.count), style="bold")
    if new:
        text.append(gettext(", new: "), style=f"not bold {LABEL}")
        text.append_text(cell_text(attrs.evolve(cell, pieces=new, count=len(new)), view.seats))
    return text


def _called(item: CellView | ValueView) -> str:
    """Return the name of a place with the piece it is of and its keys."""
    return " ".join(
        filter(None, [plain(item.holder_words), entry_label(item.entry, item.words), *map(plain, item.keys)])
    )


def _display(change: DisplayChange, view: View) -> Iterator[RenderableType]:
    """Yield a display, of one with boxes that have heads only the lines that differ."""
    display = change.now
    headed = display.boxed and display.form != "text" and all(box.title for box in display.boxes)
    if change.before is None or not headed:
        yield from draw(display, view.seats)
    elif boxes := change.boxes:
        lines = Text("\n").join(_box(box, view) for box in boxes)
        yield labelled(short_words(display), lines)


def _without_gaps(segment: Segment) -> Segment:
    """Return words of a line without the blanks that set columns in a drawn box."""
    return attrs.evolve(segment, text=_BLANKS.sub(" ", segment.text)) if segment.kind == "words" else segment


def _box(box: BoxView, view: View) -> Text:
    """Return the head of a box and its new lines."""
    head = segments_text(box.title, view.seats)
    head.stylize(LABEL)
    lines = [segments_text(tuple(map(_without_gaps, line)), view.seats) for line in box.lines]
    return Text(_GAP).join([head, *lines] if head else lines)


def with_unasked(changes: Changes, seat: int, unasked: Sequence[str]) -> Changes:
    """Return changes in whose story moves that were made for a player, as there was no other choice, say so."""
    left, story = list(unasked), []
    for passage in changes.story:
        is_one = bool(left) and passage.seat == seat and passage.words == left[0]
        words = gettext("{choice} (only choice)", choice=left.pop(0)) if is_one else passage.words
        story.append(attrs.evolve(passage, words=words))
    return attrs.evolve(changes, story=tuple(story))
