"""Boards of a view -> what is printed of them: letters and numbers at the edges, a sign for what is on each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
from rich.text import Text

from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.view_data import BoardView, CellView, SeatView, ValueView, View

from ..console import plain
from .pieces import HIDDEN, LABEL, NOTHING, entry_label, seat_style, short_sign, sign_of

_WIDEST = 3
_MOST_PIECES = 3
_ON = " on "
"""What stands between a piece and the place that tells it from its copies."""
Thing = CellView | ValueView


def draw_boards(boards: Sequence[BoardView], things: Sequence[Thing], view: View) -> Iterator[tuple[str, Text]]:
    """Yield the name and the lines of each board with something on its places; no name where an entry has no words."""
    seats = view.seats
    marked = {value.where.removeprefix(_ON) for value in view.values if value.text == gettext("yes") and not value.keys}
    for board in boards:
        own = [thing for thing in things if is_on(board, thing)]
        if own:
            words = dict.fromkeys(entry_label(thing.entry, thing.words) for thing in own)
            named = all(
                f"{board.kind}.{name.replace(' ', '_')}" not in {thing.entry for thing in own} for name in words
            )
            yield ", ".join(words) if named else "", _drawn(board, own, seats, marked)


def listed(things: Sequence[Thing], seats: Sequence[SeatView]) -> Text:
    """Return what lies on boards as a list: each sign with the places where it stands."""
    places: dict[str, tuple[Text, list[str]]] = {}
    for thing in things:
        sign = _sign(thing, seats)
        if sign is not None and thing.holder is not None:
            places.setdefault(sign.plain, (sign, []))[1].append(plain(thing.holder))
    return Text("   ").join(sign + Text(f" {' '.join(there)}") for sign, there in places.values())


def legend_of(boards: Sequence[BoardView], view: View) -> dict[str, str]:
    """Return what the signs on boards mean, by sign, as far as they stand there now."""
    found: dict[str, str] = {}
    things: list[Thing] = [*view.cells, *view.values]
    for thing in things:
        if any(is_on(board, thing) for board in boards):
            for sign, meaning in _meanings(thing, view.seats):
                found.setdefault(sign, meaning)
    if any(value.text == gettext("yes") and value.where and not value.keys for value in view.values):
        marks = dict.fromkeys(value.words for value in view.values if value.text == gettext("yes") and value.where)
        found["*"] = ", ".join(marks)
    return found


def short_legend(boards: Sequence[BoardView], view: View) -> Text | None:
    """Return a line with the meanings of signs; None where all of them are the first letters of players."""
    found = legend_of(boards, view)
    names = {sign_of(seat, view.seats): seat.name for seat in view.seats}
    if all(names.get(sign) == meaning for sign, meaning in found.items()):
        return None
    return Text("   ").join(
        Text(plain(sign), style="bold").append(f" {plain(meaning)}", style=f"not bold {LABEL}")
        for sign, meaning in found.items()
    )


def _meanings(thing: Thing, seats: Sequence[SeatView]) -> Iterator[tuple[str, str]]:
    """Yield the signs of what is on a place, each with what it means."""
    sign = _sign(thing, seats)
    if sign is None:
        return
    words = entry_label(thing.entry, thing.words)
    if isinstance(thing, ValueView):
        owner = any(seat.name == thing.text for seat in seats)
        yield (
            sign.plain,
            thing.text if owner and thing.text else words if thing.text == gettext("yes") else thing.text or words,
        )
    elif thing.form == "purse":
        yield "1 …", words
    elif thing.count > _MOST_PIECES:
        yield f"{_MOST_PIECES + 1} …", gettext("so many pieces")
    else:
        for piece in thing.pieces:
            owner_seat = seats[piece.owner] if piece.owner is not None and piece.owner < len(seats) else None
            label = short_sign(attrs.evolve(thing, count=1, pieces=(piece,)), seats).plain
            yield label, piece.label if owner_seat is None else owner_seat.name
        if thing.unseen:
            yield "?", gettext("hidden")


def is_on(board: BoardView, thing: Thing) -> bool:
    """Does something lie on the places of a board?"""
    return thing.entry.startswith(f"{board.kind}.") and not thing.keys


def _drawn(board: BoardView, things: Sequence[Thing], seats: Sequence[SeatView], marked: set[str]) -> Text:
    there: dict[str, list[Text]] = {}
    for thing in things:
        sign = _sign(thing, seats)
        if sign is not None and thing.holder is not None:
            there.setdefault(thing.holder, []).append(sign)
    signs = {place: Text().join(found) + Text("*" * (place in marked)) for place, found in there.items()}
    width = max([1, *(min(sign.cell_len, _WIDEST) for sign in signs.values())])
    edge = max(len(str(number)) for number in board.numbers)
    lines = []
    for place, (number, row) in enumerate(zip(board.numbers, board.rows, strict=True)):
        line = Text(f"{number:>{edge}} ", style=LABEL)
        line.append(" " * _shift(board, len(board.rows) - 1 - place, width))
        for name in row:
            line.append_text(_centred(_of(name, signs), width)).append(" ")
        line.rstrip()
        lines.append(line)
    letters = Text(" " * (edge + 1), style=LABEL)
    for letter in board.letters:
        letters.append(letter.center(width)).append(" ")
    letters.rstrip()
    return Text("\n").join([*lines, letters])


def _shift(board: BoardView, steps: int, width: int) -> int:
    """Rows of hexagons are drawn slanted: each half a place to the right of the one below."""
    return steps * (width + 1) // 2 if board.hexagons else 0


def _of(name: str | None, signs: dict[str, Text]) -> Text:
    if name is None:
        return Text(" ")
    return signs.get(name, Text("·", style=NOTHING))


def _centred(sign: Text, width: int) -> Text:
    sign = sign.copy()
    sign.truncate(width)
    before = (width - sign.cell_len) // 2
    return Text(" " * before).append_text(sign).append(" " * (width - before - sign.cell_len))


def _sign(thing: Thing, seats: Sequence[SeatView]) -> Text | None:
    """Return the sign of what is on a place; None where there is nothing to show."""
    if isinstance(thing, ValueView):
        return None if thing.initial else _of_value(thing, seats)
    if thing.form == "purse":
        return None if not thing.amount else Text(str(thing.amount), style="bold")
    if not thing.count:
        return None
    if thing.count > _MOST_PIECES:
        return Text(str(thing.count), style="bold")
    return Text().join(short_sign(_alone(thing, number), seats) for number in range(thing.count))


def _alone(cell: CellView, number: int) -> CellView:
    """Return a place that holds only one of its pieces; what is hidden comes last."""
    return attrs.evolve(cell, count=1, pieces=cell.pieces[number : number + 1])


def _of_value(value: ValueView, seats: Sequence[SeatView]) -> Text | None:
    """Return a value as a sign: a player as a letter, `yes` as a cross, anything else by its beginning."""
    if value.text is None:
        return Text("?", style=HIDDEN)
    if value.text in (gettext("none"), gettext("no"), gettext("nothing"), ""):
        return None
    seat = next((seat for seat in seats if seat.name == value.text), None)
    if seat is not None:
        return Text(plain(sign_of(seat, seats)), style=f"bold {seat_style(seat)}")
    return Text("×" if value.text == gettext("yes") else plain(value.text)[:_WIDEST])
