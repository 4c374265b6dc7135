"""A view -> what is printed of the table: the common part, then the players, side by side where there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.verbalize.scope import in_sentence
from gamedsl.presentation.view_data import CellView, SeatView, ValueView, View
from gamedsl.semantics.core.types import UNLIMITED

from ..console import plain, told_points
from .boards import draw_boards, is_on, listed, short_legend
from .displays import draw, in_line, is_legend, labelled, room_for, short_words, titled
from .pieces import (
    LABEL,
    cell_text,
    dice_text,
    entry_label,
    filled,
    is_short,
    pieces_text,
    seat_style,
    short_sign,
    value_text,
)

SIDE_BY_SIDE = 100
"""So many columns a terminal has at least where players stand beside each other."""
_PANEL = 36
_FRAME = 4
_GAP = "   "
_EMPTY = "–"


def render_view(view: View, width: int, *, legends: bool = True) -> RenderableType:
    """Return the whole table as a viewer sees it, for a terminal of ``width`` columns.

    ``legends``: with the displays that say the same all the time.
    """
    if not legends:
        view = without_legends(view)
    parts: list[RenderableType] = [heading(view), *_place(view, None)]
    parts += [Text()]
    return Group(*parts, *players(view, width))


def players(view: View, width: int) -> list[RenderableType]:
    """Return the players with all their things, side by side where there is room."""
    return _side_by_side(view, width) if width >= SIDE_BY_SIDE else _stacked(view)


def without_legends(view: View) -> View:
    """Return a view without the displays that say the same all the time."""
    return attrs.evolve(view, displays=tuple(one for one in view.displays if one.instead or not is_legend(one)))


def seat_text(seat: SeatView) -> Text:
    """Return the name of a player in the colour of the seat."""
    return Text(plain(seat.name), style=f"bold {seat_style(seat)}")


def heading(view: View) -> Rule:
    """Return the line above a table: the game, its phase, and who decides."""
    title = Text(plain(view.title), style="bold")
    if view.phase_words and not view.over:
        title.append(f" · {plain(view.phase_words)}", style="not bold")
    if view.decider is not None:
        title.append(" · ", style="not bold")
        title.append_text(filled(gettext("{name}'s decision"), name=seat_text(view.seats[view.decider])))
    elif view.over:
        said = gettext("the game has stopped") if view.stopped else gettext("the game is over")
        title.append(f" · {said}", style="not bold")
    return Rule(title, style="dim", align="left")


def _side_by_side(view: View, width: int) -> list[RenderableType]:
    widest = max((room_for(display, view.seats) for display in view.displays if display.seat is not None), default=0)
    rows = -(-len(view.seats) // max(1, width // max(_PANEL, widest + _FRAME)))
    per_row = -(-len(view.seats) // rows)
    grid = Table.grid(expand=True, padding=(0, 0))
    for _ in range(per_row):
        grid.add_column(ratio=1)
    panels = [_panel(view, seat) for seat in view.seats]
    for start in range(0, len(panels), per_row):
        grid.add_row(*panels[start : start + per_row])
    return [grid]


def _panel(view: View, seat: SeatView) -> Panel:
    lines = _place(view, seat.seat)
    return Panel(
        Group(*lines) if lines else Text("–", style=LABEL),
        title=player_head(seat, view),
        title_align="left",
        border_style=seat_style(seat) if seat.deciding else "dim",
        box=box.ROUNDED,
        padding=(0, 1),
    )


def _stacked(view: View) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for seat in view.seats:
        parts.append(player_head(seat, view))
        parts += [Padding(line, (0, 0, 0, 2), expand=False) for line in _place(view, seat.seat)]
    return parts


def player_head(seat: SeatView, view: View) -> Text:
    """Return the line above the things of a player."""
    head = Text("▶ " if seat.deciding else "  ", style=seat_style(seat))
    head.append_text(seat_text(seat))
    if seat.sources and (view.scored or view.over):
        head.append("  " + told_points(seat.points))
    if seat.you:
        head.append("  " + gettext("you"), style=LABEL)
    if seat.winner:
        head.append("  " + gettext("winner"), style="bold green")
    return head


@attrs.frozen
class Thing:
    """Something of the table: how ``look`` finds it, how it is drawn, and what fits in one line of it.

    ``entries`` are its names in the rule file; ``board``: it is a board or boxes, which say little in one line;
    ``empty``: nothing is there. ``said`` is all that stands there, also where the line says less;
    ``places``: it is a board of places, on which its entries lie.
    """

    name: str
    full: RenderableType
    line: Text
    entries: frozenset[str]
    board: bool = False
    empty: bool = False
    said: str = ""
    places: bool = False


def things_of(view: View, seat: int | None) -> list[Thing]:
    """Return the things of one player, or the common ones, as they are printed one after another."""
    cells = [cell for cell in view.cells if cell.seat == seat and not is_replaced(view, cell.entry, seat)]
    values = [value for value in view.values if value.seat == seat and not is_replaced(view, value.entry, seat)]
    values = [value for value in values if not value.stale]  # who won the auction of the last round
    short = [*_plain_pairs(cells, values, view), *(_dice_pairs(view) if seat is None else [])]
    flowing = [_flowing(short, cells, values)] if short else []
    things: list[CellView | ValueView] = [*cells, *values]
    laid = [thing for thing in things if any(is_on(one, thing) for one in view.boards)]
    places = " ".join(place for one in view.boards for row in one.rows for place in row if place is not None)
    drawn = [_drawn(name, board, laid, places, view) for name, board in draw_boards(view.boards, laid, view)]
    elsewhere = [cell for cell in cells if not any(is_on(one, cell) for one in view.boards)]
    other = [value for value in values if not any(is_on(one, value) for one in view.boards)]
    return [
        *flowing,
        *_long_lines(cells, view.seats),
        *_sparse_lines(elsewhere, other, view.seats, places),
        *drawn,
        *_boards(cells, values, view, wide=seat is None),
        *_displays(view, seat),
    ]


def _place(view: View, seat: int | None) -> list[RenderableType]:
    """Return the lines about the things of one player, or about the common ones."""
    return [thing.full for thing in things_of(view, seat)]


def _flowing(pairs: list[tuple[str, Text]], cells: Sequence[CellView], values: Sequence[ValueView]) -> Thing:
    flow, told = Flow(pairs), Flow([(label, value) for label, value in pairs if value.plain != _EMPTY])
    alone = frozenset(one.entry for one in cells if not one.keys and one.holder is None)
    alone |= frozenset(one.entry for one in values if not one.keys and one.holder is None)
    return Thing("", flow, Text(_GAP).join(told.facts), alone)


def _drawn(name: str, board: Text, laid: Sequence[CellView | ValueView], places: str, view: View) -> Thing:
    entries = frozenset(one.entry for one in laid)
    full: RenderableType = labelled(name, board) if name else board
    if (legend := short_legend(view.boards, view)) is not None:
        full = Group(full, legend)
    name = name or gettext("board")
    line = Text(f"{name} ", style=LABEL) + listed(laid, view.seats)
    return Thing(name, full, line, entries, board=True, said=places, places=True)


def _displays(view: View, seat: int | None) -> Iterator[Thing]:
    for display in view.displays:
        drawn = list(draw(display, view.seats)) if display.seat == seat else []
        if drawn:
            words = short_words(display)
            line = in_line(display, view.seats)
            everything = [one.text for box in display.boxes for part in (box.title, *box.lines) for one in part]
            boxed = display.form in ("grid", "ring", "flow") and display.boxed
            head = words if display.boxed else titled(display)
            yield Thing(
                in_sentence(words),
                Group(*drawn),
                Text(f"{head} ", style=LABEL) + line if line.plain != _EMPTY or not boxed else Text(words, style=LABEL),
                frozenset({display.name, *display.instead}),
                board=boxed,
                empty=line.plain == _EMPTY and not boxed,
                said=" ".join(everything),
            )


def is_replaced(view: View, entry: str, seat: int | None) -> bool:
    """Is an entry of the table shown by a display instead? One of a player only by a display of that player or all."""
    own = entry.startswith("player.")
    return any(entry in one.instead and (not own or one.seat in (None, seat)) for one in view.displays)


class Flow:
    """Short facts one after another in as many lines as they need; a fact is never torn at the end of a line."""

    def __init__(self, pairs: list[tuple[str, Text]]) -> None:
        self.facts = [Text(f"{label} ", style=LABEL) + value for label, value in pairs]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for fact in self.facts:
            if line and line.cell_len + len(_GAP) + fact.cell_len > options.max_width:
                yield line
                line = Text()
            line = line + Text(_GAP) + fact if line else fact
        yield line


def is_endless(cell: CellView) -> bool:
    """Is it a purse that is never empty? Then there is nothing to tell."""
    return cell.form == "purse" and cell.amount is not None and cell.amount >= UNLIMITED


def _plain_pairs(cells: list[CellView], values: list[ValueView], view: View) -> list[tuple[str, Text]]:
    pairs = [
        (entry_label(cell.entry, cell.words), cell_text(cell, view.seats))
        for cell in cells
        if not cell.keys and cell.holder is None and is_short(cell, view.seats) and not is_endless(cell)
    ]
    nothings = (gettext("none"), gettext("nothing"))
    told = [value for value in values if not value.keys and value.holder is None and value.text not in nothings]
    return pairs + [(entry_label(value.entry, value.words), value_text(value)) for value in told]


def _dice_pairs(view: View) -> list[tuple[str, Text]]:
    return [
        (entry_label(dice.entry, dice.words), dice_text(dice))
        for dice in view.dice
        if dice.fresh and not is_replaced(view, dice.entry, None)
    ]


def _long_lines(cells: list[CellView], seats: tuple[SeatView, ...]) -> Iterator[Thing]:
    for cell in cells:
        if not cell.keys and cell.holder is None and not is_short(cell, seats):
            yield _labelled(cell.entry, cell.words, pieces_text(cell, seats))


def _labelled(entry: str, words: str, content: Text) -> Thing:
    label = entry_label(entry, words)
    line = Text(f"{label} ", style=LABEL) + content
    return Thing(label, labelled(label, content), line, frozenset({entry}), empty=content.plain == _EMPTY)


def _marks(value: ValueView, places: str) -> bool:
    """Does a value only mark what lies on a board, where it is seen?"""
    return value.text == "yes" and bool(value.where) and value.where.rpartition(" ")[2] in places.split()


def _sparse_lines(
    cells: list[CellView], values: list[ValueView], seats: tuple[SeatView, ...], places: str
) -> Iterator[Thing]:
    """Yield entries of which only a few places hold something: things of pieces, and places found by sets."""
    found: dict[tuple[str, str], list[Text]] = {}
    for cell in cells:
        if cell.spot or (cell.holder is not None and (cell.amount or cell.count)):
            where = " ".join(plain(part) for part in ((cell.holder_words,) if cell.holder else cell.keys))
            found.setdefault((cell.entry, cell.words), []).append(
                Text(f"{where} ", style=LABEL) + cell_text(cell, seats)
            )
    for value in values:
        if value.holder is not None and not value.initial and not _marks(value, places):
            found.setdefault((value.entry, value.words), []).append(
                Text(f"{plain(value.holder_words)} ", style=LABEL) + value_text(value)
            )
    for (entry, words), texts in found.items():
        yield _labelled(entry, words, Text(", ").join(texts))


def _boards(cells: list[CellView], values: list[ValueView], view: View, wide: bool) -> Iterator[Thing]:
    """Yield entries with keys: a grid for two numbers, else one row for each value of the first key."""
    by_entry: dict[str, list[CellView | ValueView]] = {}
    both: list[CellView | ValueView] = [*cells, *values]
    for item in both:
        if item.keys and item.holder is None and not (isinstance(item, CellView) and item.spot):
            by_entry.setdefault(item.entry, []).append(item)
    matrices: dict[tuple[str, ...], list[list[CellView | ValueView]]] = {}
    for items in by_entry.values():
        if (grid := _grid(items, view)) is not None:
            label = entry_label(items[0].entry, items[0].words)
            yield Thing(label, grid, Text(label, style=LABEL), frozenset({items[0].entry}), board=True)
        else:
            matrices.setdefault(tuple(dict.fromkeys(item.keys[0] for item in items)), []).append(items)
    for first_keys, entries in matrices.items():
        lines = list(_key_lines(entries, view))
        if wide:
            first, line = entries[0][0], Text(_GAP).join(one.line for one in lines)
            named = frozenset(items[0].entry for items in entries)
            yield Thing(entry_label(first.entry, first.words), _matrix(first_keys, entries, view), line, named)
        else:
            yield from lines


def _grid(items: list[CellView | ValueView], view: View) -> RenderableType | None:
    """Return a board for slots with two int keys: the first to the right, the second upwards."""
    slots = [item for item in items if isinstance(item, CellView) and item.form == "slot" and len(item.numbers) == 2]
    if len(slots) != len(items) or not all(key.lstrip("-").isdigit() for item in slots for key in item.keys):
        return None
    signs = {slot.numbers: short_sign(slot, view.seats) for slot in slots}
    columns = sorted({x for x, _ in signs})
    table = Table.grid(padding=0)
    table.add_column(style=LABEL, justify="right")
    for _ in columns:
        table.add_column(justify="center", width=3)
    for y in sorted({y for _, y in signs}, reverse=True):
        table.add_row(str(y), *(signs.get((x, y), Text()) for x in columns))
    table.add_row("", *(Text(str(x), style=LABEL) for x in columns))
    return Panel.fit(table, box=box.ROUNDED, border_style="dim", padding=(0, 1))


def _matrix(first_keys: tuple[str, ...], entries: list[list[CellView | ValueView]], view: View) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style=LABEL, pad_edge=False, show_edge=False)
    table.add_column("")
    for items in entries:
        table.add_column(Text(entry_label(items[0].entry, items[0].words)))
    for key in first_keys:
        row = [_row_text([item for item in items if item.keys[0] == key], view) for items in entries]
        table.add_row(Text(plain(key)), *row)
    return table


def _row_text(items: list[CellView | ValueView], view: View) -> Text:
    if len(items) == 1:
        return _item_text(items[0], view)
    if all(isinstance(item, CellView) and item.form == "slot" for item in items):
        return Text().join(short_sign(item, view.seats) for item in items if isinstance(item, CellView))
    return Text(" ").join(_item_text(item, view) for item in items)


def _item_text(item: CellView | ValueView, view: View) -> Text:
    if isinstance(item, ValueView):
        return value_text(item)
    return cell_text(item, view.seats)


def _key_lines(entries: list[list[CellView | ValueView]], view: View) -> Iterator[Thing]:
    """Yield the keyed things of a player, one line for each entry, without what is still as it was at first."""
    for items in entries:
        told = [item for item in items if not (isinstance(item, ValueView) and item.initial)]
        told = [item for item in told if not (isinstance(item, CellView) and item.count == 0 and not item.amount)]
        texts = [Text(f"{' '.join(map(plain, item.keys))} ", style=LABEL) + _item_text(item, view) for item in told]
        if texts:
            yield _labelled(items[0].entry, items[0].words, Text(", ").join(texts))
