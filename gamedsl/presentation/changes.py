"""What a viewer saw at two moments -> what is new at the later one, as data: of the story, and things of the table."""

from __future__ import annotations

from collections import Counter

import attrs

from gamedsl.presentation.story.passages import Passage, kept, news
from gamedsl.presentation.view_data import (
    BoxView,
    CellView,
    DiceView,
    DisplayView,
    PieceView,
    ValueView,
    View,
)


@attrs.frozen
class CellChange:
    """A place of the table that is not as it was: ``now``, and ``before`` if there was anything to see of it."""

    now: CellView
    before: CellView | None = None

    @property
    def new(self) -> tuple[PieceView, ...]:
        """The pieces that are seen there now and were not seen there before."""
        known = Counter(() if self.before is None else self.before.pieces)
        return tuple((Counter(self.now.pieces) - known).elements())


@attrs.frozen
class DisplayChange:
    """A display that is not as it was: ``now``, and ``before`` if it was there."""

    now: DisplayView
    before: DisplayView | None = None

    @property
    def boxes(self) -> tuple[BoxView, ...]:
        """The boxes with heads of which something is new, with the lines that are; a new box has all of them."""
        known = {} if self.before is None else {_head(box): box for box in self.before.boxes}
        found = []
        for box in self.now.boxes:
            old = known.get(_head(box))
            lines = tuple(line for line in box.lines if old is None or line not in old.lines)
            if lines or old is None:
                found.append(attrs.evolve(box, lines=lines))
        return tuple(found)


@attrs.frozen
class Changes:
    """What is new for a viewer: of the ``story``, and what of the table is not as it was; ``seats`` whose points.

    A place or value that is no more is among none of them.
    """

    story: tuple[Passage, ...]
    seats: tuple[int, ...]
    cells: tuple[CellChange, ...]
    values: tuple[ValueView, ...]
    dice: tuple[DiceView, ...]
    displays: tuple[DisplayChange, ...]


@attrs.frozen
class Look:
    """What a viewer sees at a moment, and the ``story`` of the game so far. Kept, it tells later what is new."""

    view: View
    story: tuple[Passage, ...]

    def since(self, before: Look | None) -> Changes:
        """Return what has changed since an earlier look of the same viewer; None: everything is new.

        Raises ValueError for a look of somebody else, or at another game.
        """
        if before is not None and _looked_at(before.view) != _looked_at(self.view):
            raise ValueError("what is new is told since an earlier look of the same viewer at the same game")
        old, story = (None, self.story) if before is None else (before.view, news(before.story, self.story))
        return Changes(story, *_of_views(old, self.view))

    def back_to(self, now: Look) -> Look:
        """Return this look behind an undo: without what the look ``now`` knows nothing of."""
        return attrs.evolve(self, story=kept(self.story, now.story))


def looker(look: Look) -> int | None:
    """Return whose look it is."""
    if not isinstance(look, Look):
        raise TypeError(f"what there was before must be a Look, not of the type {type(look).__name__}")
    return look.view.viewer


def _looked_at(view: View) -> tuple[str, int | None, int]:
    return view.game, view.viewer, len(view.seats)


def _of_views(
    old: View | None, now: View
) -> tuple[
    tuple[int, ...],
    tuple[CellChange, ...],
    tuple[ValueView, ...],
    tuple[DiceView, ...],
    tuple[DisplayChange, ...],
]:
    cells, values, dice = (set[object](), set[object](), set[object]()) if old is None else _sets(old)
    places = {} if old is None else {_place(cell): cell for cell in old.cells}
    displays = {} if old is None else {(one.name, one.seat): one for one in old.displays}
    points = {} if old is None else {seat.seat: seat.points for seat in old.seats}
    return (
        tuple(seat.seat for seat in now.seats if now.scored and points.get(seat.seat, 0) != seat.points),
        tuple(CellChange(cell, places.get(_place(cell))) for cell in now.cells if cell not in cells),
        tuple(value for value in now.values if value not in values),
        tuple(one for one in now.dice if one.faces and one not in dice),
        tuple(
            DisplayChange(one, displays.get((one.name, one.seat)))
            for one in now.displays
            if displays.get((one.name, one.seat)) != one
        ),
    )


def _sets(view: View) -> tuple[set[object], set[object], set[object]]:
    return set(view.cells), set(view.values), set(view.dice)


def _place(cell: CellView) -> tuple[object, ...]:
    return (cell.entry, cell.seat, cell.holder_words, cell.keys)


def _head(box: BoxView) -> tuple[object, ...]:
    return (box.row, box.column, "".join(segment.text for segment in box.title))
