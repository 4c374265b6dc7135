"""Log lines, scores, rules and results -> what is printed of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from gamedsl.api import Table
from gamedsl.engine.view_data import CellView, Line, PieceView, View
from gamedsl.scenarios.explain import written
from gamedsl.semantics.core import Text as Words
from gamedsl.semantics.core import TextSlot
from gamedsl.semantics.model import ActionCode, CheckedGame, Named, PickField, When

from .console import plain
from .pieces import cell_text, piece_text, seat_style, trait_words
from .table import seat_text

_STYLES = {"head": "bold dim", "move": "", "effect": "dim", "trouble": "yellow", "end": "bold"}
_MOST_PIECES = 40


def render_log(lines: Sequence[Line], limit: int) -> RenderableType:
    """Return the last lines of a log."""
    parts: list[RenderableType] = []
    if len(lines) > limit:
        parts.append(Text(f"… {len(lines) - limit} lines before", style="dim"))
    for line in lines[max(0, len(lines) - limit) :]:
        text = Text(plain(line.text), style=_STYLES[line.kind])
        parts.append(Padding(text, (0, 0, 0, 4), expand=False) if line.kind == "effect" else text)
    return Group(*parts) if parts else Text("Nothing has happened yet.", style="dim")


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
        parts.append(Text(f"The game is {outcome.status}: it has no result.", style="bold yellow"))
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
    return lines if wanted in Text("\n").join(lines).plain.casefold() else []


def card_words(card: Named) -> str:
    """Return the words of a card, its name when it has none."""
    return template(card.words) if card.words is not None else plain(card.name.replace("_", " "))


def template(words: Words) -> str:
    """Return words with their places for values as they are written in the file."""
    return plain("".join(part if isinstance(part, str) else _place_for(part) for part in words.parts))


def _place_for(slot: TextSlot) -> str:
    value = f"{{{written(slot.value.span)}}}"
    return f"{value} {slot.forms[-1]}" if slot.forms else value


def render_look(view: View, wanted: str) -> RenderableType:
    """Return every seen piece and place with ``wanted`` in its name, with all that is known of it."""
    simple = wanted.casefold().replace("_", " ")
    if not simple:
        return Text("Look at what? Type a part of the name of a piece or place.", style="yellow")
    parts: list[RenderableType] = []
    told: set[tuple[str, str]] = set()
    for cell in view.cells:
        if simple in cell.words.casefold() and (cell.pieces or cell.amount is not None or cell.count):
            parts.append(_place(cell, view))
        for piece in cell.pieces:
            if simple in f"{piece.label} {piece.name}".casefold().replace("_", " "):
                key = (piece.kind, piece.name)
                if key not in told and len(told) < _MOST_PIECES:
                    told.add(key)
                    parts.append(_piece(piece, cell, view))
    return Group(*parts) if parts else Text(f"Nothing on the table is called `{plain(wanted)}`.", style="yellow")


def _place(cell: CellView, view: View) -> Text:
    head = Text("  ").append(where(cell, view), style="bold")
    head.append(": ", style="not bold")
    if cell.form == "purse" or len(cell.pieces) == 0:
        return head.append_text(cell_text(cell, view.seats))
    return head.append_text(Text(", ").join(piece_text(piece, view.seats) for piece in cell.pieces))


def where(cell: CellView, view: View) -> str:
    """Return the name of a place with its owner and keys."""
    owner = view.seats[cell.seat].name if cell.seat is not None else cell.holder or ""
    keys = f" [{', '.join(cell.keys)}]" if cell.keys else ""
    return plain(f"{owner}'s {cell.words}{keys}" if owner else f"{cell.words}{keys}")


def _piece(piece: PieceView, cell: CellView, view: View) -> Text:
    text = Text("  ").append_text(piece_text(piece, view.seats, traits=False))
    text.stylize("bold")
    if piece.owner is not None and piece.owner < len(view.seats):
        seat = view.seats[piece.owner]
        text.append(f" of {plain(seat.name)}", style=seat_style(seat))
    said = ", ".join(trait_words(piece.traits))
    text.append(f": {said}" if said else "", style="not bold")
    return text.append(f"   ({where(cell, view)})", style="dim")
