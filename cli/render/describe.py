"""A view, the constants of its game and a typed name -> everything known about what is called so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from gamedsl.i18n.speaking import behind_colon, gettext, mark, ngettext
from gamedsl.presentation.view_data import BoxView, CellView, PieceView, Segment, Trait, ValueView, View
from gamedsl.semantics.core.model import CheckedGame

from ..console import plain, told_points
from .constants import Chart, Constants, Thing
from .displays import segments_text
from .lines import where
from .pieces import HIDDEN, LABEL, cell_text, entry_label, piece_text, seat_style, trait_words, value_text
from .table import seat_text

_MOST_PIECES = 40
_MOST_PLACES = 12
"""So many places of one entry are shown even if all are empty."""
_MOST_ROWS = 15
_MOST_BOXES = 6
_SHORT = 2
"""Letters that stand inside too many words, like those of `me` in "game"."""
_CHART = mark("chart")


def render_described(view: View, wanted: str, game: CheckedGame) -> RenderableType:
    """Return all that is known of everything with ``wanted`` in its name, and of what is keyed by it.

    Players, entries of the table, charts, words of lists, spaces and other rows are found, and pieces that are seen.
    What is printed on components comes from ``game``; what lies where only from the view.
    """
    simple = _simple(wanted)
    if not simple:
        return Text(gettext("Look at what? Type a part of the name of a piece or place."), style="yellow")
    return _Question(view, simple, Constants(game)).answer(wanted)


class _Question:
    """One question: the view, what is asked for, and what the rules print on the components."""

    def __init__(self, view: View, simple: str, constants: Constants) -> None:
        self.view = view
        self.simple = simple
        self.constants = constants
        called = {_simple(seat.name) for seat in view.seats}
        items: list[CellView | ValueView] = [*view.cells, *view.values]
        for item in items:
            called |= {_simple(item.words), _simple(item.entry.rpartition(".")[2])}
        self.fits = _whole if simple in called else _part  # the name A stands in many words, and a hand in Handyman

    def answer(self, wanted: str) -> RenderableType:
        things = self._things()
        parts: list[RenderableType] = [
            line for seat in self.view.seats if _whole(self.simple, seat.name) for line in _player(seat.seat, self.view)
        ]
        parts += self._entries()
        parts += self._charts()
        parts += self._pieces(things)
        parts += self._keyed([*(thing.label for thing in things if not thing.many), *self._numbers()])
        return Group(*parts) if parts else _unknown(wanted)

    # ------------------------------------------------------------ what is called so

    def _things(self) -> list[Thing]:
        """Return the rows and words that are called so: in full, else in part."""
        things = list(self.constants.things())
        whole = [one for one in things if any(_whole(self.simple, name) for name in one.names)]
        return whole or [one for one in things if any(self.fits(self.simple, name) for name in one.names)]

    def _numbers(self) -> list[str]:
        return [self.simple] if self.simple.isdecimal() else []

    def _entries(self) -> Iterator[RenderableType]:
        """Yield the places and values that are called so; many empty places only as their number."""
        items: list[CellView | ValueView] = [*self.view.cells, *self.view.values]
        for entry in dict.fromkeys(item.entry for item in items):
            named = [item for item in items if item.entry == entry]
            short = entry.rpartition(".")[2]
            if any(self.fits(self.simple, name) for name in (named[0].words, short)):
                yield from self._places(named, _MOST_PLACES)
        for dice in self.view.dice:
            if any(self.fits(self.simple, name) for name in (dice.words, dice.entry)):
                shown = " ".join(dice.faces) if dice.faces else gettext("not rolled yet")
                yield Text("  ").append(entry_label(dice.entry, dice.words), style="bold").append(behind_colon(shown))

    def _places(self, items: Sequence[CellView | ValueView], most_empty: int) -> Iterator[Text]:
        full = [item for item in items if not _is_empty(item)]
        shown = items if len(items) <= most_empty else full
        yield from (_told(item, self.view) for item in shown[:_MOST_PIECES])
        said, empty = entry_label(items[0].entry, items[0].words), len(items) - len(shown)
        if len(shown) > _MOST_PIECES:
            more = gettext("{number} more", number=len(shown) - _MOST_PIECES)
            yield Text(f"  {said}{behind_colon(more)}", style=LABEL)
        if empty and full:
            told = ngettext("{count} more place, empty", "{count} more places, all empty", empty)
            yield Text(f"  {said}{behind_colon(told)}", style=LABEL)
        elif empty:
            told = ngettext("{count} place, empty", "{count} places, all empty", empty)
            yield Text(f"  {said}{behind_colon(told)}", style=LABEL)

    def _charts(self) -> Iterator[RenderableType]:
        """Yield the charts that are called so, and the rows of others for what is called so."""
        for chart in self.constants.charts():
            if any(self.fits(self.simple, name) for name in chart.names):
                yield from _rows(chart, range(len(chart.rows)))

    # ------------------------------------------------------------ pieces and rows

    def _pieces(self, things: Sequence[Thing]) -> Iterator[RenderableType]:
        """Yield pieces that are seen with their places, then rows that nobody sees, spaces and words."""
        found: dict[tuple[str, str], list[tuple[PieceView, CellView]]] = {}
        for cell in self.view.cells:
            for piece in cell.pieces:
                if self.fits(self.simple, piece.label) or self.fits(self.simple, piece.name):
                    found.setdefault((piece.kind, piece.name), []).append((piece, cell))
        named = [(copies[0][0].label, self._piece(copies)) for copies in found.values()]
        labels = {label for label, _ in named}
        named += [(thing.label, _thing(thing)) for thing in things if thing.label not in labels or thing.many]
        named.sort(key=lambda one: not _whole(self.simple, one[0]))  # what is called exactly so comes first
        lines = [line for _, line in named]
        yield from lines[:_MOST_PIECES]
        for thing in things:
            bearers = [] if thing.many else self.constants.bearers(thing.label)
            if bearers:
                told = gettext("{what} is printed on: {pieces}", what=thing.label, pieces=", ".join(bearers))
                yield Text("  " + plain(told), style=LABEL)
        if len(lines) > _MOST_PIECES:
            more = gettext("… and {number} more: type more of the name", number=len(lines) - _MOST_PIECES)
            yield Text(f"  {more}", style="dim")

    def _piece(self, copies: list[tuple[PieceView, CellView]]) -> Text:
        """Return a piece with all that is printed on it, and the places of all its copies that are seen."""
        piece = copies[0][0]
        return _piece(copies, self.view, (*piece.traits, *self.constants.keyed(piece.kind, piece.name)))

    # ------------------------------------------------------------ what is keyed by it

    def _keyed(self, labels: Iterable[str]) -> Iterator[RenderableType]:
        for label in list(dict.fromkeys(labels))[:_MOST_BOXES]:
            yield from self._boxes(label)
            items: list[CellView | ValueView] = [*self.view.cells, *self.view.values]
            keyed = [item for item in items if _is_keyed(item, label)]
            for entry in dict.fromkeys(item.entry for item in keyed):
                yield from self._places([item for item in keyed if item.entry == entry], 0)
            if not label.isdecimal():
                yield from (
                    _told(value, self.view) for value in self.view.values if _simple(value.text) == _simple(label)
                )
            for chart in self.constants.charts():
                rows = [number for number, keys in enumerate(chart.keys) if _simple(label) in map(_simple, keys)]
                if rows and not any(self.fits(self.simple, name) for name in chart.names):
                    yield from _rows(chart, rows)

    def _boxes(self, label: str) -> Iterator[RenderableType]:
        """Yield the boxes of displays that are headed so."""
        for display in self.view.displays:
            for one in display.boxes:
                if _is_headed(one, label) and any(map(_written, one.lines)):
                    said = entry_label(display.name, display.words)
                    if display.seat is not None:
                        owner = plain(self.view.seats[display.seat].name)
                        said = gettext("{owner}'s {what}", owner=owner, what=said)
                    head = Text("  ").append(said, style=LABEL)
                    yield head.append(" ").append_text(segments_text(one.title, self.view.seats))
                    lines = [segments_text(line, self.view.seats) for line in one.lines if _written(line).strip()]
                    yield Padding(Text("\n").join(lines), (0, 0, 0, 4), expand=False)


def _unknown(wanted: str) -> Text:
    return Text(gettext("Nothing on the table is called `{typed}`.", typed=plain(wanted)), style="yellow")


def _simple(text: str | None) -> str:
    return " ".join((text or "").casefold().replace("_", " ").split())


def _part(wanted: str, text: str) -> bool:
    """Is it a part of the text? A number is never a part of a longer one, and one or two letters begin a word."""
    if wanted.isdecimal():
        return wanted in re.findall(r"\d+", text)
    if len(wanted) <= _SHORT:
        return any(word.startswith(wanted) for word in re.findall(r"\w+", _simple(text)))
    return wanted in _simple(text)


def _whole(wanted: str, text: str) -> bool:
    return wanted == _simple(text)


def _is_keyed(item: CellView | ValueView, label: str) -> bool:
    keys = [part for key in item.keys for part in (key, *key.split("+"))]
    return _simple(label) in map(_simple, [*keys, item.holder or "", item.holder_words])


def _is_headed(one: BoxView, label: str) -> bool:
    return bool(one.title) and _simple(_written(one.title)) == _simple(label)


def _written(line: Iterable[Segment]) -> str:
    return "".join(segment.text for segment in line)


def _is_empty(item: CellView | ValueView) -> bool:
    """Is there nothing to tell? A purse without keys always says something."""
    if isinstance(item, CellView):
        return item.count == 0 and (
            item.amount == 0 if item.form == "purse" and (item.keys or item.holder) else item.form != "purse"
        )
    owned = item.holder is not None or (item.seat is not None and bool(item.keys))
    if item.text in (gettext("none"), gettext("nothing"), "", None):
        return True
    return owned and item.initial and item.text in ("0", gettext("no"))  # how many values begin: they say nothing yet


# ---------------------------------------------------------------- lines


def _player(number: int, view: View) -> Iterator[Text]:
    """Yield the player and everything the player has."""
    points = behind_colon(told_points(view.seats[number].points)) if view.scored or view.over else ""
    yield Text("  ").append_text(seat_text(view.seats[number])).append(points)
    for cell in view.cells:
        if cell.seat == number and (cell.count or (cell.form == "purse" and (cell.amount != 0 or not cell.keys))):
            yield _told(cell, view)
    for value in view.values:
        if value.seat == number and not (value.keys and value.initial):
            yield _told(value, view)


def _told(item: CellView | ValueView, view: View) -> Text:
    head = Text("  ").append(where(item, view), style="bold")
    head.append(behind_colon(""), style="not bold")
    if isinstance(item, ValueView):
        return head.append_text(value_text(item))
    if item.form == "purse" and item.amount is None:
        return head.append(gettext("hidden"), style=HIDDEN)
    if item.form == "purse" or len(item.pieces) == 0:
        return head.append_text(cell_text(item, view.seats))
    return head.append_text(Text(", ").join(_pieces_told(item, view)))


def _pieces_told(cell: CellView, view: View) -> list[Text]:
    """Return the pieces of a place, equal ones once with their number."""
    seen: dict[str, tuple[Text, int]] = {}
    for piece in cell.pieces:
        text = piece_text(piece, view.seats)
        seen[text.plain] = (text, seen[text.plain][1] + 1 if text.plain in seen else 1)
    told = [text if number == 1 else text + Text(f" ×{number}", style=LABEL) for text, number in seen.values()]
    return [*told, Text(gettext("{number} hidden", number=cell.unseen), style=HIDDEN)] if cell.unseen else told


def _piece(copies: list[tuple[PieceView, CellView]], view: View, traits: Sequence[Trait]) -> Text:
    """Return a piece, its attributes, and the places of all its copies that are seen."""
    piece = copies[0][0]
    text = Text("  ").append_text(piece_text(piece, view.seats, traits=False))
    text.stylize("bold")
    owners = {one.owner for one, _ in copies}
    if len(owners) == 1 and piece.owner is not None and piece.owner < len(view.seats):
        seat = view.seats[piece.owner]
        text.append(gettext(" of {name}", name=plain(seat.name)), style=seat_style(seat))
    said = ", ".join(trait_words(one for one in traits if _simple(one.text) != _simple(piece.label)))
    text.append(behind_colon(said) if said else "", style="not bold")
    places = [where(cell, view) for _, cell in copies]
    counted = [(place, places.count(place)) for place in dict.fromkeys(places)]
    lying = ", ".join(place if number == 1 else f"{place} ×{number}" for place, number in counted)
    return text.append(f"   ({lying})", style="dim")


def _thing(thing: Thing) -> Text:
    """Return a space, a row or a word with what is printed about it."""
    text = Text("  ").append(plain(thing.label), style="bold")
    return text.append(behind_colon(plain(thing.about)) if thing.about else "").append(
        f"   ({plain(thing.what)})", style="dim"
    )


def _rows(chart: Chart, numbers: Sequence[int]) -> Iterator[RenderableType]:
    """Yield rows of a chart as a table; at most 15."""
    yield Text("  ").append(plain(chart.label), style="bold").append(f"   ({gettext(_CHART)})", style="dim")
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    for column in chart.columns:
        grid.add_column(plain(column))
    for number in numbers[:_MOST_ROWS]:
        grid.add_row(*map(plain, chart.rows[number]))
    yield Padding(grid, (0, 0, 0, 4), expand=False)
    if len(numbers) > _MOST_ROWS:
        more = gettext("… and {number} more rows: look at one of its keys", number=len(numbers) - _MOST_ROWS)
        yield Text(f"    {more}", style="dim")
