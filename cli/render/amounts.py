"""A purse or the points of a player, named by typed words -> the ledger entries that led to the amount there is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from gamedsl.engine.words.labels import called
from gamedsl.engine.words.place_names import Places, static_words
from gamedsl.game import Table
from gamedsl.i18n.speaking import behind_colon, gettext, mark
from gamedsl.presentation.view_data import CellView, View
from gamedsl.semantics.core.types import UNLIMITED

from ..console import plain
from .lines import paragraph_words, where

_POINTS = mark("points")
_UNLIMITED = mark("unlimited")
_SHOWN = 20
_OWN = ("my", "your", "you", "me")


@attrs.frozen
class Account:
    """An amount: of a purse, or the points of a seat (``cell`` is None)."""

    seat: int | None
    cell: CellView | None


@attrs.frozen
class _Entry:
    """One change. ``amount`` is None when the viewer may not know it."""

    amount: int | None
    words: str
    other: str
    references: str


def find_accounts(view: View, wanted: str, *, whole: bool) -> tuple[list[Account], int]:
    """Return the amounts that typed words mean, and how many entries to show: ``cash``, ``Blue cash 50``, ``points``.

    Without a name the viewer's own one is meant, where everybody has one. ``whole``: all of the name must be typed.
    """
    words = wanted.casefold().replace("_", " ").replace("'s", "").split()
    points = (_POINTS, gettext(_POINTS).casefold())
    limit = int(words.pop()) if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < 7 else _SHOWN
    seats: dict[str, int | None] = {seat.name.casefold(): seat.seat for seat in view.seats}
    seats |= dict.fromkeys((*_OWN, *gettext("my your you me").split()), view.viewer)
    named = next((word for word in words if word in seats), None) if len(words) > 1 else None
    if named is not None:
        words.remove(named)
    seat = view.viewer if named is None else seats[named]
    name = " ".join(words)
    if not name:
        return [], limit
    if name in points or (not whole and any(name in word for word in points)):
        return ([Account(seat, None)] if seat is not None else []), limit
    return [
        Account(cell.seat, cell)
        for cell in view.cells
        if cell.form == "purse"
        and (cell.seat == seat or (cell.seat is None and named is None))
        and _fits(cell, name, whole)
    ], limit


def _fits(cell: CellView, name: str, whole: bool) -> bool:
    short = cell.entry.rpartition(".")[2].replace("_", " ").casefold()
    called_so = {short, cell.words.casefold(), called(cell.entry, cell.words).casefold()}
    keys = " ".join(cell.keys).casefold()
    with_keys = {f"{one} {keys}" for one in called_so} | {f"{cell.holder_words.casefold()} {one}" for one in called_so}
    every = called_so | with_keys
    return name in every if whole else any(name in one for one in every)


def render_account(table: Table, view: View, account: Account, limit: int) -> RenderableType:
    """Return the entries of one amount, the newest last, with what was there after each."""
    if account.cell is None:
        return _points(table, view, account.seat or 0, limit)
    cell = account.cell
    head = Text(where(cell, view), style="bold")
    if cell.amount is None:
        return head.append(behind_colon(gettext("hidden; only its owner may see it")), style="not bold dim")
    amount = gettext(_UNLIMITED) if cell.amount >= UNLIMITED else f"{cell.amount}"
    head.append(behind_colon(amount), style="not bold")
    entries = list(_of_purse(table, view, cell))
    return _listed(head, entries, None if cell.amount >= UNLIMITED else cell.amount, limit)


def _of_purse(table: Table, view: View, cell: CellView) -> Iterator[_Entry]:
    places = Places(table.game.checked, table.names)
    keys = f"[{', '.join(cell.keys)}]" if cell.keys else ""
    owner = "" if cell.seat is None else view.seats[cell.seat].name
    mine = (f"{called(cell.entry, cell.words)}{keys}", owner, cell.holder_words)
    for data in table.ledger(view.viewer):
        if data["form"] != "pay" or data["kind"] != cell.kind:
            continue
        sides = [places.read(data[side]) for side in ("source", "target")]
        named = [(side.label, side.seat, side.holder) for side in sides]
        if mine not in named or named[0] == named[1]:
            continue
        sign = 1 if named[1] == mine else -1
        other = sides[0] if sign > 0 else sides[1]
        told = (other.label if other.seat == owner else other.seat) or other.label
        amount = sign * data["amount"] if data["full"] else None
        side = gettext("from {place}", place=told) if sign > 0 else gettext("to {place}", place=told)
        yield _Entry(amount, _what_for(table, data), side, _references(data))


def _points(table: Table, view: View, seat: int, limit: int) -> RenderableType:
    sources = table.game.checked.sources
    entries = []
    for data in table.ledger(view.viewer):
        owners = [owner for owner in data["owners"] if owner is not None]
        if data["form"] == "score" and owners and owners[-1] == seat:
            amount = data["amount"] if data["full"] else None
            source = plain(static_words(sources[data["kind"]]))
            entries.append(_Entry(amount, _what_for(table, data), source, _references(data)))
    known = [entry.amount for entry in entries if entry.amount is not None]
    fed = sum(known) if len(known) == len(entries) else None
    said = gettext("{owner}'s {what}", owner=view.seats[seat].name, what=gettext(_POINTS))
    head = Text(said, style="bold").append(behind_colon("?" if fed is None else f"{fed}"), style="not bold")
    parts = [_listed(head, entries, fed, limit)]
    counted = [plain(static_words(source)) for source in sources.values() if source.worth is not None]
    if counted:
        parts.append(Text("  " + gettext("counted at the end: {sources}", sources=", ".join(counted)), style="dim"))
    return Group(*parts)


def _what_for(table: Table, data: dict[str, Any]) -> str:
    """Return the words of an entry with the paragraph that it belongs to, each once."""
    game = table.game.checked
    paragraphs = (game.phases, game.actions, game.rules, game.triggers)
    paragraph = next((of[data["card"]] for of in paragraphs if data["card"] in of), None)
    begun = gettext("Set-up") if data["card"] == "setup" else data["card"].replace("_", " ")
    name = begun if paragraph is None else paragraph_words(paragraph)
    words = data["words"]
    if paragraph is not None and "…" in name and words:
        return str(words)  # the words of the paragraph with the values of that moment
    return (
        name
        if not words or words.casefold() in (name.casefold(), data["card"])
        else f"{words} ({name})"
        if name
        else words
    )


def _references(data: dict[str, Any]) -> str:
    """Return the first place in the rulebook: who plays looks for words."""
    return " … ".join([*data["references"][:1], *([""] if len(data["references"]) > 1 else [])]).rstrip()


def _listed(head: Text, entries: Sequence[_Entry], now: int | None, limit: int) -> RenderableType:
    """Return the last entries with running balances, reckoned back from what is there now."""
    balances: list[int | None] = [now]
    for entry in reversed(entries):
        last = balances[-1]
        balances.append(None if last is None or entry.amount is None else last - entry.amount)
    balances.reverse()  # balances[i] is what was there before entry i
    if not entries:
        return Group(head, Text("  " + gettext("nothing has changed it yet"), style="dim"))
    first = max(0, len(entries) - limit)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    grid.add_column("", justify="right")
    grid.add_column(gettext("balance"), justify="right")
    grid.add_column(gettext("what for"), overflow="fold")
    grid.add_column("")
    grid.add_column("", style="dim", overflow="fold")
    before = gettext("at the start")
    if first:
        before = gettext("… {number} earlier (type a number too)", number=first)
    if balances[first] is not None and (first or balances[first]):
        grid.add_row("", str(balances[first]), Text(before, style="dim"), "", "")
    for entry, after in zip(entries[first:], balances[first + 1 :], strict=True):
        amount = "?" if entry.amount is None else f"{entry.amount:+d}"
        balance = "?" if after is None and now is not None else "" if after is None else str(after)
        grid.add_row(amount, balance, plain(entry.words), plain(entry.other), plain(entry.references))
    return Group(head, grid)
