"""Log lines, scores, rules and results -> what is printed of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs
from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from gamedsl.engine.words.place_names import template
from gamedsl.game import Table
from gamedsl.i18n.speaking import gettext, ngettext
from gamedsl.kernel.queries.outcome import Outcome
from gamedsl.presentation.breakdown import Breakdown, with_payout_tables
from gamedsl.presentation.effects.standings import StandingLine, Standings
from gamedsl.presentation.story.lines import JOINT, lines
from gamedsl.presentation.story.passages import Passage
from gamedsl.presentation.view_data import CellView, Line, ValueView, View
from gamedsl.semantics.core.model import Named

from ..console import plain, told_points
from .payouts import render_payouts
from .pieces import entry_label, filled
from .table import seat_text

_STYLES = {"head": "bold dim", "move": "", "effect": "dim", "trouble": "yellow", "end": "bold"}
_MOST_PIECES = 40


def render_story(
    story: Sequence[Passage],
    limit: int,
    names: Sequence[str],
    tables: Sequence[Breakdown] = (),
    *,
    shortened: Shortened | None = None,
) -> RenderableType:
    """Return the last lines of a story; ``tables`` take the place of many payments.

    ``shortened``: where there is not room for all, what others brought about has no lines of its own: it stands
    behind their moves, as far as the line goes.
    """
    told = _told(story, names, tables)
    every = len(told)
    if shortened is not None and every > limit:
        apart = groupby(story, key=lambda passage: shortened.seat is not None and passage.seat == shortened.seat)
        told = [
            line
            for own, some in apart
            for line in (_told(list(some), names, tables) if own else _joined(_told(list(some), names, tables)))
        ]
        while told and not isinstance(told[-1], list) and told[-1].kind == "head":  # nothing has a line under it
            told.pop()
    return _last(told, limit, names, every)


@attrs.frozen
class Shortened:
    """That a story is to be short for who sits at ``seat``: what this player's own moves brought stays."""

    seat: int | None


@attrs.frozen
class _Cut(Line):
    """A line that ends where the terminal does."""


def _told(story: Sequence[Passage], names: Sequence[str], tables: Sequence[Breakdown]) -> list[Line | list[Breakdown]]:
    told: list[Line | list[Breakdown]] = []
    together: list[Passage] = []
    for passage, paid in with_payout_tables(story, tables):
        together += [] if passage is None else [passage]
        if paid:
            told += [*lines(together, names), paid]
            together = []
    return [*told, *lines(together, names)]


def _joined(told: Sequence[Line | list[Breakdown]]) -> list[Line | list[Breakdown]]:
    """Return lines of a story with what stands under a move behind it."""
    found: list[Line | list[Breakdown]] = []
    for line in told:
        if isinstance(line, list) or line.kind != "effect":
            found.append(line)
        elif found and not isinstance(move := found[-1], list) and move.kind == "move":
            joint = ", " if isinstance(move, _Cut) else JOINT
            found[-1] = _Cut(f"{move.text}{joint}{line.text}", move.kind, move.number)
    return found


def render_log(every: Sequence[Line], limit: int) -> RenderableType:
    """Return the last lines of a log that tells every single thing."""
    return _last(every, limit, (), len(every))


def _last(told: Sequence[Line | list[Breakdown]], limit: int, names: Sequence[str], every: int) -> RenderableType:
    """Return the last lines, and how many of ``every`` line are left out, with what shows them."""
    parts: list[RenderableType] = []
    if (more := every - min(limit, len(told))) > 0:
        said = ngettext("… {count} line before: log {every}", "… {count} lines before: log {every}", more, every=every)
        parts.append(Text(said, style="dim"))
    for line in told[max(0, len(told) - limit) :]:
        if isinstance(line, list):
            parts.append(render_payouts(line, names))
            continue
        text = Text(plain(line.text), style=_STYLES[line.kind])
        text.no_wrap, text.overflow = (True, "ellipsis") if isinstance(line, _Cut) else (None, None)
        parts.append(Padding(text, (0, 0, 0, 4), expand=False) if line.kind == "effect" else text)
    return Group(*parts) if parts else Text(gettext("Nothing has happened yet."), style="dim")


def render_help(rows: Sequence[tuple[str, str]]) -> RenderableType:
    """Return what can be typed, with what it does."""
    grid = Grid.grid(padding=(0, 2, 0, 0), pad_edge=True)
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for typed, words in rows:
        grid.add_row(f"  {typed}", words)
    return grid


def render_scores(standings: Standings, view: View, *, is_over: bool = False) -> RenderableType:
    """Return how everybody stands: points by source, and what else decides who wins; a column for each player."""
    has_points = bool(standings.sources) or view.scored or standings.by_points
    if not has_points and not standings.keys:
        return Text(gettext("Nothing is counted in this game: the rules say who wins."), style="dim")
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_footer=bool(standings.sources))
    grid.footer_style = "bold"
    grid.add_column("" if is_over else gettext("If the game ended now"), footer=standings.points.words)
    for seat, points in zip(view.seats, standings.points.values, strict=True):
        grid.add_column(seat_text(seat), justify="right", footer=_known(points))
    for line in standings.sources:
        grid.add_row(Text(plain(line.words)), *(_known(value, nothing="–") for value in line.values))
    if not standings.sources:
        grid.add_row(standings.points.words, *map(_known, standings.points.values), style="bold")
    parts: list[RenderableType] = [grid] if standings.sources or (has_points and standings.by_points) else []
    if standings.keys:
        keys = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        keys.add_column(gettext("If that is equal") if parts else gettext("What decides"))
        for seat in view.seats:
            keys.add_column(seat_text(seat), justify="right")
        for line in standings.keys:
            keys.add_row(Text(plain(line.words)), *map(_known, line.values))
        parts += [Text(), keys] if parts else [keys]
    return Group(*parts)


def _known(value: str | None, nothing: str = "0") -> str:
    return gettext("hidden") if value is None else nothing if value == "0" else plain(value)


def render_outcome(table: Table, view: View) -> RenderableType:
    """Return how the game ended: places, and all that counted for them."""
    outcome = table.outcome()
    if outcome is None:
        return Text(gettext("The game is not over."), style="dim")
    standings = table.standings(revealed=True)
    parts: list[RenderableType] = [Text()]
    if outcome.status == "finished":
        parts.append(_winners(view))
        nothing = not standings.sources and not standings.keys  # who wins is decided by how things lie
        first = standings.points if standings.by_points or not standings.keys else standings.keys[0]
        place = 1
        for group in outcome.ranking:
            for seat in group:
                line = Text(f"  {place}. ")
                line.append_text(seat_text(view.seats[seat]))
                value = "" if nothing else _decisive(first, seat, standings)
                parts.append(line.append(f"  {value}" if value else ""))
            place += len(group)
    else:
        parts.append(Text(_no_result(outcome), style="bold yellow"))
    if outcome.status == "finished":
        standings = _as_far_as_needed(standings)
    if standings.sources or standings.keys:
        parts += [Text(), render_scores(standings, view, is_over=True)]
    return Group(*parts)


def _decisive(first: StandingLine, seat: int, standings: Standings) -> str:
    """Return what counted first for a player: points with their word; nothing of what is only so or not so."""
    value = first.values[seat] or ""
    if first is not standings.points and {gettext("yes"), gettext("no")} >= set(first.values):
        return ""
    return told_points(int(value)) if first is standings.points and value.lstrip("-").isdecimal() else plain(value)


def _as_far_as_needed(standings: Standings) -> Standings:
    """Return how everybody stood without what would have decided if more had been equal."""
    needed: list[StandingLine] = []
    lines = [standings.points, *standings.keys] if standings.by_points else list(standings.keys)
    for line in lines:
        seen = list(zip(*(one.values for one in needed), strict=True))
        if needed and len(set(seen)) == len(seen):
            break
        needed.append(line)
    return attrs.evolve(standings, keys=tuple(line for line in standings.keys if line in needed))


def _no_result(outcome: Outcome) -> str:
    if outcome.status == "stopped":
        said = gettext("The game is stopped: it has no result.")
    else:
        said = gettext("The game is unfinished: it has no result.")
    return said + " " + gettext("It was {what}.", what=outcome.words) if outcome.words else said


def _winners(view: View) -> Text:
    winners = [seat_text(seat) for seat in view.seats if seat.winner]
    if not winners:
        return Text(gettext("Nobody wins."))
    if len(winners) == 1:
        return filled(gettext("{name} wins."), name=winners[0])
    most = Text(", ").join(winners[:-1])
    return filled(gettext("{most} and {last} win together."), most=most, last=winners[-1])


def paragraph_words(paragraph: Named) -> str:
    """Return the words of a paragraph, its name when it has none."""
    return plain(template(paragraph.words) if paragraph.words is not None else paragraph.name.replace("_", " "))


def where(cell: CellView | ValueView, view: View) -> str:
    """Return the name of a place with its owner and keys."""
    owner = view.seats[cell.seat].name if cell.seat is not None else cell.holder_words
    keys = f" ({', '.join(cell.keys)})" if cell.keys else ""
    words = entry_label(cell.entry, cell.words)
    return plain(gettext("{owner}'s {what}", owner=owner, what=f"{words}{keys}") if owner else f"{words}{keys}")
