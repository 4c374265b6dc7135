"""What phases paid to players, as a table for each -> what is printed of it, a row for each thing paid for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from gamedsl.i18n.speaking import behind_colon, gettext
from gamedsl.presentation.breakdown import Breakdown, Row

from ..console import plain

_WIDTH = 78
_LABEL = 24
_COLUMN = 6


def render_payouts(tables: Sequence[Breakdown], names: Sequence[str]) -> RenderableType:
    """Return the tables of one phase: a column for each player, or a line where they do not fit side by side."""
    parts: list[RenderableType] = []
    for table in tables:
        title = Text(plain(table.words), style="bold").append(f"  {plain(table.unit)}", style="dim")
        widths = [max(len(plain(name)), _COLUMN) for name in names]
        fits = _LABEL + sum(width + 2 for width in widths) <= _WIDTH
        parts += [title, _grid(table, names) if fits else _lines(table, names)]
    return Group(*parts)


def _grid(table: Breakdown, names: Sequence[str]) -> RenderableType:
    grid = Grid(
        box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_footer=True, header_style="dim", footer_style="bold"
    )
    room = _WIDTH - sum(max(len(plain(name)), _COLUMN) + 2 for name in names)
    grid.add_column("", footer=gettext("together"), max_width=room)
    for seat, name in enumerate(names):
        grid.add_column(plain(name), footer=_total(table.rows, seat), justify="right", no_wrap=True)
    for paragraph, group in groupby(_by_paragraph(table.rows), key=lambda row: row.card):
        rows = list(group)
        if len(rows) > 1:
            grid.add_row(Text(plain(paragraph)), *(_total(rows, seat) for seat in range(len(names))))
        for row in rows:
            own = row.words or (gettext("other") if len(rows) > 1 else "")
            label = Text(f"  {plain(own)}", style="dim") if len(rows) > 1 else Text(plain(_one_label(row, table)))
            style = "dim" if len(rows) > 1 else ""
            grid.add_row(label, *(Text(_amount(row, seat), style=style) for seat in range(len(names))))
    return grid


def _one_label(row: Row, table: Breakdown) -> str:
    """Return what a row alone is called: its own words say more than those of the paragraph."""
    if not row.words:
        return row.card
    return row.words if row.card in ("", table.words) else f"{row.card}{behind_colon(row.words)}"


def _by_paragraph(rows: Sequence[Row]) -> list[Row]:
    """Return the rows by paragraph, paragraphs in the order in which they first paid."""
    paragraphs = list(dict.fromkeys(row.card for row in rows))
    return sorted(rows, key=lambda row: paragraphs.index(row.card))


def _amount(row: Row, seat: int) -> str:
    if seat not in row.amounts:
        return ""
    amount = row.amounts[seat]
    return "?" if amount is None else f"{amount:+d}" if amount else "0"


def _total(rows: Sequence[Row], seat: int) -> str:
    amounts = [row.amounts[seat] for row in rows if seat in row.amounts]
    known = [amount for amount in amounts if amount is not None]
    if not amounts:
        return "–"
    return "?" if len(known) < len(amounts) else f"{sum(known):+d}" if sum(known) else "0"


def _lines(table: Breakdown, names: Sequence[str]) -> RenderableType:
    """Return one paragraph for each player."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True, style="bold")
    grid.add_column()
    for seat, name in enumerate(names):
        told = [f"{plain(_one_label(row, table))} {_amount(row, seat)}" for row in table.rows if seat in row.amounts]
        if told:
            grid.add_row(Text(plain(name)), _total(table.rows, seat), Text(", ".join(told), style="dim"))
    return grid
