"""Log lines, scores, rules and results -> what is printed of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import attrs
from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from gamedsl.api import Table
from gamedsl.engine.breakdown import Breakdown
from gamedsl.engine.view_data import CellView, Line, PieceView, SeatView, ValueView, View
from gamedsl.semantics.core import Text as Words
from gamedsl.semantics.core import TextSlot
from gamedsl.semantics.model import ActionCode, CheckedGame, Named, PickField, When

from .console import plain
from .payday import render_breakdown, told_as_tables
from .pieces import HIDDEN, LABEL, cell_text, entry_label, piece_text, seat_style, trait_words, value_text
from .table import seat_text

_STYLES = {"head": "bold dim", "move": "", "effect": "dim", "trouble": "yellow", "end": "bold"}
_MOST_PIECES = 40


def render_log(
    lines: Sequence[Line], limit: int, tables: Sequence[Breakdown] = (), names: Sequence[str] = ()
) -> RenderableType:
    """Return the last lines of a log; ``tables`` take the place of the many lines of a payday."""
    parts: list[RenderableType] = []
    told = told_as_tables(_counted(lines), tables)
    if len(told) > limit:
        parts.append(Text(f"… {len(told) - limit} lines before", style="dim"))
    for line in told[max(0, len(told) - limit) :]:
        if isinstance(line, list):
            parts.append(render_breakdown(line, names))
            continue
        text = Text(plain(line.text), style=_STYLES[line.kind])
        parts.append(Padding(text, (0, 0, 0, 4), expand=False) if line.kind == "effect" else text)
    return Group(*parts) if parts else Text("Nothing has happened yet.", style="dim")


def render_help(rows: Sequence[tuple[str, str]]) -> RenderableType:
    """Return what can be typed, with what it does."""
    grid = Grid.grid(padding=(0, 2, 0, 0), pad_edge=True)
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for typed, words in rows:
        grid.add_row(f"  {typed}", words)
    return grid


def _counted(lines: Sequence[Line]) -> list[Line]:
    """Return the lines; effects that tell the same one after another are one line with how often."""
    found: list[Line] = []
    for (text, kind), group in groupby(lines, key=lambda line: (line.text, line.kind)):
        first, *more = group
        found += (
            [attrs.evolve(first, text=f"{text}  ×{len(more) + 1}")] if more and kind == "effect" else [first, *more]
        )
    return found


def render_scores(view: View) -> RenderableType:
    """Return points by source: one row for each source that has given any, one column for each player."""
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_footer=True, footer_style="bold")
    grid.add_column("", footer="Points")
    for seat in view.seats:
        grid.add_column(seat_text(seat), justify="right", footer=str(seat.points))
    for index, source in enumerate(view.seats[0].sources if view.seats else ()):
        points = [seat.sources[index].points for seat in view.seats]
        if any(points):
            grid.add_row(Text(plain(source.words)), *(str(number) if number else "–" for number in points))
    return grid


def render_outcome(table: Table, view: View) -> RenderableType:
    """Return how the game ended: places, points by source, winners."""
    outcome = table.outcome()
    if outcome is None:
        return Text("The game is not over.", style="dim")
    parts: list[RenderableType] = [Text()]
    if outcome.status == "finished":
        parts.append(_winners(view))
        place = 1
        for group in outcome.ranking:
            for seat in group:
                line = Text(f"  {place}. ")
                line.append_text(seat_text(view.seats[seat]))
                parts.append(line.append(f"  {view.seats[seat].points}"))
            place += len(group)
    else:
        said = f" It was {outcome.words}." if outcome.words else ""
        parts.append(Text(f"The game is {outcome.status}: it has no result.{said}", style="bold yellow"))
    return Group(*parts, Text(), render_scores(view))


def _winners(view: View) -> Text:
    winners = [seat_text(seat) for seat in view.seats if seat.winner]
    if not winners:
        return Text("Nobody wins.")
    said = Text(" and ").join(winners)
    return said.append(" wins." if len(winners) == 1 else " win together.")


def render_rules(game: CheckedGame, wanted: str = "") -> RenderableType:
    """Return phases and actions in the words of the rule file, with their places in the rulebook."""
    parts: list[RenderableType] = []
    cards: tuple[tuple[str, Iterable[Named]], ...] = (
        ("Phases", game.phases.values()),
        ("Actions", game.actions.values()),
        ("What happens by itself", game.triggers.values()),
        ("Points", game.sources.values()),
    )
    for title, named in cards:
        lines = [line for card in named for line in _rule_lines(card, wanted.casefold())]
        if lines:
            parts += [Text(title, style="bold"), *lines]
    return Group(*parts) if parts else Text(f"No rule with `{plain(wanted)}` in its words.", style="yellow")


def _rule_lines(card: Named, wanted: str) -> list[Text]:
    head = Text("  ").append(card_words(card), style="")
    if card.references:
        head.append(f"  [{', '.join(card.references)}]", style="dim")
    lines = [head]
    if isinstance(card, ActionCode):
        reasons = [one.words for one in card.elements if isinstance(one, When | PickField) and one.words is not None]
        lines += [Text(f"      {template(words)}", style="dim") for words in reasons]
    text = "\n".join([card.name.replace("_", " "), *(line.plain for line in lines)]).casefold()
    return lines if wanted.replace("_", " ") in text.replace("_", " ") else []


def card_words(card: Named) -> str:
    """Return the words of a card, its name when it has none."""
    return template(card.words) if card.words is not None else plain(card.name.replace("_", " "))


def template(words: Words) -> str:
    """Return words with … where a value stands in play."""
    return plain("".join(part if isinstance(part, str) else _place_for(part) for part in words.parts))


def _place_for(slot: TextSlot) -> str:
    return f"… {slot.forms[-1]}" if slot.forms else "…"


def render_look(view: View, wanted: str) -> RenderableType:
    """Return every player, place, value and seen piece with ``wanted`` in its name, with all that is known of it."""
    simple = wanted.casefold().replace("_", " ")
    if not simple:
        return Text("Look at what? Type a part of the name of a piece or place.", style="yellow")
    seats = [seat for seat in view.seats if seat.name.casefold() == simple]
    fits = _whole if seats else _part  # the name A stands in many words
    parts: list[RenderableType] = [line for seat in seats for line in _player(seat, view)]
    parts += [
        _place(cell, view)
        for cell in view.cells
        if fits(simple, f"{cell.words} {cell.entry.rpartition('.')[2]}") and (cell.form == "purse" or cell.count)
    ]
    parts += [_told(value, view) for value in view.values if fits(simple, value.words)]
    found: dict[tuple[str, str], list[tuple[PieceView, CellView]]] = {}
    for cell in view.cells:
        for piece in cell.pieces:
            if fits(simple, piece.label) or fits(simple, piece.name):
                found.setdefault((piece.kind, piece.name), []).append((piece, cell))
    parts += [_piece(copies, view) for copies in list(found.values())[:_MOST_PIECES]]
    if len(found) > _MOST_PIECES:
        parts.append(Text(f"  … and {len(found) - _MOST_PIECES} more: type more of the name", style="dim"))
    return Group(*parts) if parts else Text(f"Nothing on the table is called `{plain(wanted)}`.", style="yellow")


def _part(wanted: str, text: str) -> bool:
    return wanted in text.casefold().replace("_", " ")


def _whole(wanted: str, text: str) -> bool:
    return wanted == text.casefold().replace("_", " ")


def _player(seat: SeatView, view: View) -> Iterator[Text]:
    """Yield the player and everything the player has."""
    points = f": {seat.points} points" if view.scored or view.over else ""
    yield Text("  ").append_text(seat_text(seat)).append(points)
    for cell in view.cells:
        if cell.seat == seat.seat and (cell.count or (cell.form == "purse" and (cell.amount != 0 or not cell.keys))):
            yield _place(cell, view)
    for value in view.values:
        if value.seat == seat.seat and not (value.keys and value.initial):
            yield _told(value, view)


def _told(value: ValueView, view: View) -> Text:
    head = Text("  ").append(where(value, view), style="bold")
    return head.append(": ", style="not bold").append_text(value_text(value))


def _place(cell: CellView, view: View) -> Text:
    head = Text("  ").append(where(cell, view), style="bold")
    head.append(": ", style="not bold")
    if cell.form == "purse" and cell.amount is None:
        return head.append("hidden", style=HIDDEN)
    if cell.form == "purse" or len(cell.pieces) == 0:
        return head.append_text(cell_text(cell, view.seats))
    return head.append_text(Text(", ").join(_pieces_told(cell, view)))


def _pieces_told(cell: CellView, view: View) -> list[Text]:
    """Return the pieces of a place, equal ones once with their number."""
    seen: dict[str, tuple[Text, int]] = {}
    for piece in cell.pieces:
        text = piece_text(piece, view.seats)
        seen[text.plain] = (text, seen[text.plain][1] + 1 if text.plain in seen else 1)
    told = [text if number == 1 else text + Text(f" ×{number}", style=LABEL) for text, number in seen.values()]
    return [*told, Text(f"{cell.unseen} hidden", style=HIDDEN)] if cell.unseen else told


def where(cell: CellView | ValueView, view: View) -> str:
    """Return the name of a place with its owner and keys."""
    owner = view.seats[cell.seat].name if cell.seat is not None else cell.holder or ""
    keys = f" [{', '.join(cell.keys)}]" if cell.keys else ""
    words = entry_label(cell.entry, cell.words)
    return plain(f"{owner}'s {words}{keys}" if owner else f"{words}{keys}")


def _piece(copies: list[tuple[PieceView, CellView]], view: View) -> Text:
    """Return a piece, its attributes, and the places of all its copies that are seen."""
    piece = copies[0][0]
    text = Text("  ").append_text(piece_text(piece, view.seats, traits=False))
    text.stylize("bold")
    owners = {one.owner for one, _ in copies}
    if len(owners) == 1 and piece.owner is not None and piece.owner < len(view.seats):
        seat = view.seats[piece.owner]
        text.append(f" of {plain(seat.name)}", style=seat_style(seat))
    said = ", ".join(trait_words(piece.traits))
    text.append(f": {said}" if said else "", style="not bold")
    places = [where(cell, view) for _, cell in copies]
    counted = [(place, places.count(place)) for place in dict.fromkeys(places)]
    lying = ", ".join(place if number == 1 else f"{place} ×{number}" for place, number in counted)
    return text.append(f"   ({lying})", style="dim")
