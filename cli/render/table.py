"""A view -> what is printed of the table: the common part, then the players, side by side where there is room."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gamedsl.engine.present.view_data import CellView, DisplayView, SeatView, ValueView, View
from gamedsl.semantics.symbols import UNLIMITED

from ..console import plain
from .boards import draw_boards, is_on
from .displays import draw, labelled, room_for
from .pieces import (
    LABEL,
    cell_text,
    dice_text,
    entry_label,
    is_short,
    pieces_text,
    seat_style,
    short_sign,
    value_text,
)

_SIDE_BY_SIDE = 100
_PANEL = 36
_FRAME = 4
_GAP = "   "
_NOTHING = ("none", "nothing")


def render_view(view: View, width: int, *, legends: bool = True) -> RenderableType:
    """Return the whole table as a viewer sees it, for a terminal of ``width`` columns.

    ``legends``: with the displays that say the same all the time.
    """
    if not legends:
        view = attrs.evolve(view, displays=tuple(one for one in view.displays if one.instead or not _is_legend(one)))
    parts: list[RenderableType] = [_heading(view), *_place(view, None)]
    parts += [Text()]
    parts += _side_by_side(view, width) if width >= _SIDE_BY_SIDE else _stacked(view)
    return Group(*parts)


def _is_legend(display: DisplayView) -> bool:
    """Does a display hold nothing but words of the rule file?"""
    segments = [one for box in display.boxes for line in (box.title, *box.lines) for one in line]
    return all(one.kind == "words" for one in segments)


def seat_text(seat: SeatView) -> Text:
    """Return the name of a player in the colour of the seat."""
    return Text(plain(seat.name), style=f"bold {seat_style(seat)}")


def _heading(view: View) -> Rule:
    title = Text(plain(view.title), style="bold")
    if view.phase_words and not view.over:
        title.append(f" · {plain(view.phase_words)}", style="not bold")
    if view.decider is not None:
        title.append(" · ", style="not bold")
        title.append_text(seat_text(view.seats[view.decider]))
        title.append("'s decision", style="not bold")
    elif view.over:
        title.append(" · the game has stopped" if view.stopped else " · the game is over", style="not bold")
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
        title=_player_head(seat, view),
        title_align="left",
        border_style=seat_style(seat) if seat.deciding else "dim",
        box=box.ROUNDED,
        padding=(0, 1),
    )


def _stacked(view: View) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for seat in view.seats:
        parts.append(_player_head(seat, view))
        parts += [Padding(line, (0, 0, 0, 2), expand=False) for line in _place(view, seat.seat)]
    return parts


def _player_head(seat: SeatView, view: View) -> Text:
    head = Text("▶ " if seat.deciding else "  ", style=seat_style(seat))
    head.append_text(seat_text(seat))
    if view.scored or view.over:
        head.append(f"  {seat.points} {'point' if abs(seat.points) == 1 else 'points'}")
    if seat.you:
        head.append("  you", style=LABEL)
    if seat.winner:
        head.append("  winner", style="bold green")
    return head


def _place(view: View, seat: int | None) -> list[RenderableType]:
    """Return the lines about the things of one player, or about the common ones."""
    cells = [cell for cell in view.cells if cell.seat == seat and not is_replaced(view, cell.entry, seat)]
    values = [value for value in view.values if value.seat == seat and not is_replaced(view, value.entry, seat)]
    short = [*_plain_pairs(cells, values, view), *(_dice_pairs(view) if seat is None else [])]
    displays = [drawn for display in view.displays if display.seat == seat for drawn in draw(display, view.seats)]
    long = list(_long_lines(cells, view.seats))
    boards = list(_boards(cells, values, view, wide=seat is None))
    things: list[CellView | ValueView] = [*cells, *values]
    laid = [thing for thing in things if any(is_on(one, thing) for one in view.boards)]
    drawn = [labelled(name, board) if name else board for name, board in draw_boards(view.boards, laid, view)]
    elsewhere = [cell for cell in cells if not any(is_on(one, cell) for one in view.boards)]
    other = [value for value in values if not any(is_on(one, value) for one in view.boards)]
    sparse = list(_sparse_lines(elsewhere, other, view.seats))
    flowing: list[RenderableType] = [Flow(short)] if short else []
    return [*flowing, *long, *sparse, *drawn, *boards, *displays]


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
    told = [value for value in values if not value.keys and value.holder is None and value.text not in _NOTHING]
    return pairs + [(entry_label(value.entry, value.words), value_text(value)) for value in told]


def _dice_pairs(view: View) -> list[tuple[str, Text]]:
    return [
        (entry_label(dice.entry, dice.words), dice_text(dice))
        for dice in view.dice
        if dice.faces and not is_replaced(view, dice.entry, None)
    ]


def _long_lines(cells: list[CellView], seats: tuple[SeatView, ...]) -> Iterator[RenderableType]:
    for cell in cells:
        if not cell.keys and cell.holder is None and not is_short(cell, seats):
            yield labelled(entry_label(cell.entry, cell.words), pieces_text(cell, seats))


def _sparse_lines(
    cells: list[CellView], values: list[ValueView], seats: tuple[SeatView, ...]
) -> Iterator[RenderableType]:
    """Yield entries of which only a few places hold something: things of pieces, and places found by sets."""
    found: dict[str, list[Text]] = {}
    for cell in cells:
        if cell.spot or (cell.holder is not None and (cell.amount or cell.count)):
            where = " ".join(plain(part) for part in ((cell.holder_words,) if cell.holder else cell.keys))
            found.setdefault(entry_label(cell.entry, cell.words), []).append(
                Text(f"{where} ", style=LABEL) + cell_text(cell, seats)
            )
    for value in values:
        if value.holder is not None and not value.initial:
            found.setdefault(entry_label(value.entry, value.words), []).append(
                Text(f"{plain(value.holder_words)} ", style=LABEL) + value_text(value)
            )
    for label, texts in found.items():
        yield labelled(label, Text(", ").join(texts))


def _boards(cells: list[CellView], values: list[ValueView], view: View, wide: bool) -> Iterator[RenderableType]:
    """Yield entries with keys: a grid for two numbers, else one row for each value of the first key."""
    by_entry: dict[str, list[CellView | ValueView]] = {}
    both: list[CellView | ValueView] = [*cells, *values]
    for item in both:
        if item.keys and item.holder is None and not (isinstance(item, CellView) and item.spot):
            by_entry.setdefault(item.entry, []).append(item)
    matrices: dict[tuple[str, ...], list[list[CellView | ValueView]]] = {}
    for items in by_entry.values():
        if (grid := _grid(items, view)) is not None:
            yield grid
        else:
            matrices.setdefault(tuple(dict.fromkeys(item.keys[0] for item in items)), []).append(items)
    for first_keys, entries in matrices.items():
        yield from _matrix(first_keys, entries, view) if wide else _key_lines(entries, view)


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


def _matrix(
    first_keys: tuple[str, ...], entries: list[list[CellView | ValueView]], view: View
) -> Iterator[RenderableType]:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style=LABEL, pad_edge=False, show_edge=False)
    table.add_column("")
    for items in entries:
        table.add_column(Text(entry_label(items[0].entry, items[0].words)))
    for key in first_keys:
        row = [_row_text([item for item in items if item.keys[0] == key], view) for items in entries]
        table.add_row(Text(plain(key)), *row)
    yield table


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


def _key_lines(entries: list[list[CellView | ValueView]], view: View) -> Iterator[RenderableType]:
    """Yield the keyed things of a player, one line for each entry, without what is still as it was at first."""
    for items in entries:
        told = [item for item in items if not (isinstance(item, ValueView) and item.initial)]
        told = [item for item in told if not (isinstance(item, CellView) and item.count == 0 and not item.amount)]
        texts = [Text(f"{' '.join(map(plain, item.keys))} ", style=LABEL) + _item_text(item, view) for item in told]
        if texts:
            yield labelled(entry_label(items[0].entry, items[0].words), Text(", ").join(texts))
