"""A record and its game -> its log and situations, one after another, as one seat or everybody saw them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click
from rich.console import Group, RenderableType
from rich.text import Text

from gamedsl.game import Game, Table
from gamedsl.i18n.speaking import behind_colon, gettext, mark, ngettext
from gamedsl.presentation.story.passages import Passage, news
from gamedsl.presentation.view_data import View
from gamedsl.records.lines import Record
from gamedsl.records.replaying import Replay
from gamedsl.semantics.core.walk import asked_about

from ..console import plain, told_decisions, too_much
from ..nearest import nearest
from ..render.compact import opened
from ..render.describe import render_described
from ..render.effects import render_rules
from ..render.lines import render_help, render_log, render_outcome, render_scores, render_story
from ..render.table import render_view, seat_text
from ..render.why import explain, explain_amounts
from .keyboard import edit_lines
from .recording import told_record
from .screen import Screens
from .typed import LOG_HELP, command, log_wanted, words_of

_EVERYTHING = 10**9
_SHOWN = 60
_DIGITS = 20


class Stepping:
    """Where in a record one is, whose view is shown, and what can be typed."""

    def __init__(self, game: Game, record: Record, screens: Screens) -> None:
        self.replay = Replay(game, record)
        self.record = self.replay.record
        self.screens = screens
        self.console = screens.console
        self.at = 0
        self.seat: int | None = None
        self.everything = False
        self.whole = True

    # ------------------------------------------------------------ where and who

    def jump(self, decisions: int | None) -> None:
        """Go behind so many decisions; None: the start, and all of it for ``tell``. Raises click.UsageError."""
        if decisions is not None and not 0 <= decisions <= len(self.replay):
            has = told_decisions(len(self.replay))
            raise click.UsageError(f"--at {decisions}: " + gettext("the record has {decisions}", decisions=has))
        self.at = decisions if decisions is not None else 0
        self.whole = decisions is None

    def watch_as(self, named: str | None) -> None:
        """Show the view of a seat, by name or number from 1; ``all``: every secret; None or ``public``: what all see.

        Raises click.UsageError for anything else.
        """
        names = self.record.start.names
        folded = [name.casefold() for name in (*names, *self.replay.game.checked.seat_labels[: len(names)])]
        wanted = "public" if named is None else named.strip().casefold()
        if wanted in folded:
            self.seat = folded.index(wanted) % len(names)
        elif wanted.isdecimal() and 1 <= int(wanted) <= len(names):
            self.seat = int(wanted) - 1
        elif wanted in ("all", "public"):
            self.seat = None
        else:
            known = ", ".join(names)
            raise click.UsageError(
                gettext("`{typed}` is no seat: they are {names}, or say all or public", typed=named, names=known)
            )
        self.everything = wanted == "all"

    # ------------------------------------------------------------ what is shown

    def _table(self) -> Table:
        return self.replay.table(self.at)

    def _view(self, table: Table) -> View:
        return table.view(self.seat, revealed=self.everything)

    def _story(self, table: Table) -> tuple[Passage, ...]:
        return table.story(self.seat, revealed=self.everything)

    def _may_ask(self, table: Table) -> bool:
        """May this viewer see what the player who decides is asked, and why something is not possible?"""
        return self.everything or (table.decider is not None and table.decider == self.seat)

    def _print_story(self, table: Table, story: Sequence[Passage], limit: int) -> None:
        tables = table.breakdowns(self.seat, revealed=self.everything)
        self.console.print(render_story(story, limit, table.names, tables))

    def tell(self) -> None:
        """Print the whole game, or one moment of it with what came before."""
        self.at = len(self.replay) if self.whole else self.at
        table = self._table()
        self.console.print(Text(plain(self._title()), style="bold"))
        self._print_story(table, self._story(table), _EVERYTHING)
        self.console.print()
        self.show_table("")

    def _title(self) -> str:
        start = self.record.start
        seed = gettext("seed {number}", number=start.seed)
        return f"{start.title}: {told_record(self.record, self.replay.game.checked)}, {seed}"

    def show_table(self, rest: str) -> None:
        """Show the table and who decides, or the result."""
        del rest
        table = self._table()
        view = self._view(table)
        self.console.print(render_view(view, self.console.width))
        if table.outcome() is not None:
            self.console.print(render_outcome(table, view))
        self.console.print(self._where(view, table))

    def _moment(self, since: int) -> None:
        """Show the table, what has happened since so many decisions and whose they were, and where this is."""
        table = self._table()
        view = self._view(table)
        whose = [self._whose(since, view)] if since < self.at else []
        news = self._new(since) if since < self.at else []
        end = [] if table.outcome() is None else [render_outcome(table, view)]
        place = self._where(view, table)
        told = self._told(table, news) if since < self.at else []
        whole: list[RenderableType] = [render_view(view, self.console.width), *whose, *told, *end, place]
        if self.screens.is_fitted(*whole):
            tables = table.breakdowns(self.seat, revealed=self.everything)
            asked = asked_about(self.replay.game.checked)
            whole = self.screens.fitted(view, news, tables, [Group(*whose, *end, place)], asked)
        for part in whole:
            self.console.print(part)

    def _whose(self, since: int, view: View) -> Text:
        """Say whose the decisions were that led here."""
        moves = self.record.moves[since : self.at]
        seats = [view.seats[seat] for seat in dict.fromkeys(move.seat for move in moves)]
        turns = range(self.replay.turn_of(since + 1), self.replay.turn_of(self.at) + 1)
        if since + 1 == self.at:
            which = gettext("decision {number}", number=self.at)
        else:
            which = gettext("decisions {first} to {last}", first=since + 1, last=self.at)
        if len(turns) == 1:
            turn = gettext("turn {number}", number=turns[0])
        else:
            turn = gettext("turns {first} to {last}", first=turns[0], last=turns[-1])
        head = Text(f"\n{which}, {turn}: ", style="dim")
        return head.append_text(Text(", ").join(seat_text(seat) for seat in seats))

    def _where(self, view: View, table: Table) -> Text:
        """Say where in the record this is, who decides, and what is decided next."""
        at = {"number": self.at, "last": len(self.replay)}
        if table.outcome() is not None:
            return Text(gettext("decision {number} of {last}, the end of the game", **at), style="dim")
        turn = self.replay.turn_at(self.at)
        head = Text(gettext("decision {number} of {last}, turn {turn}", **at, turn=turn) + "  ", style="dim")
        decision = table.decision()
        if decision is not None:
            head.append_text(seat_text(view.seats[decision.seat]))
            head.append(behind_colon(plain(decision.words)) if decision.words and self._may_ask(table) else "")
        return head

    def _step(self, number: int) -> None:
        """Go on by some decisions (back: below 0) and tell what happens, or show the table."""
        before = self.at
        self.at = max(0, min(len(self.replay), self.at + number))
        if self.at == before:
            self.console.print(
                Text(gettext("This is the end.") if number > 0 else gettext("This is the start."), style="yellow")
            )
            return
        table = self._table()
        if self.at < before:
            self._moment(max(0, self.at - 1))
        elif table.outcome() is None:
            self._news(before)
            self.console.print(self._where(self._view(table), table))
        else:
            self._moment(before)

    def _new(self, before: int) -> tuple[Passage, ...]:
        """Return what has happened since so many decisions."""
        return news(self._story(self.replay.table(before)), self._story(self._table()))

    def _told(self, table: Table, new: Sequence[Passage]) -> list[RenderableType]:
        """Return what is printed of what is new, also when there is nothing."""
        if not new:
            return [Text(gettext("Nothing that this viewer could see."), style="dim")]
        return [render_story(new, _SHOWN, table.names, table.breakdowns(self.seat, revealed=self.everything))]

    def _news(self, before: int) -> None:
        """Tell what has happened since so many decisions."""
        for part in self._told(self._table(), self._new(before)):
            self.console.print(part)

    # ------------------------------------------------------------ what can be typed

    def talk(self) -> None:
        """Ask what to show until the person has seen enough."""
        self.console.print(Text(plain(self._title()), style="bold"))
        self.console.print(gettext("Enter shows the next decision; type help to see what you can type."), style="dim")
        self._moment(self.at)
        edit_lines(remember=True)
        while True:
            try:
                typed = input("replay> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return
            if trouble := too_much(typed):
                self.console.print(Text(trouble, style="yellow"))
                continue
            word, _, rest = typed.partition(" ")
            if command(word) in ("quit", "q", "exit"):
                return
            self._answer(command(word), rest.strip())

    def _answer(self, word: str, rest: str) -> None:
        if word.isdecimal():
            word, rest = "jump", word
        said = _TALK.get(word)
        if said is None:
            if suggested := nearest(word, [*filter(None, _TALK), *(one for name in _TALK for one in words_of(name))]):
                hint = gettext("`{typed}` is nothing to type here; did you mean {near}?", typed=word, near=suggested)
            else:
                hint = gettext("`{typed}` is nothing to type here; type help", typed=word)
            self.console.print(Text(plain(hint), style="yellow"))
            return
        try:
            said(self, rest)
        except click.UsageError as error:
            self.console.print(Text(plain(error.message), style="yellow"))

    def next(self, rest: str) -> None:
        self._step(_number(rest, 1))

    def back(self, rest: str) -> None:
        self._step(-_number(rest, 1))

    def go_to(self, rest: str) -> None:
        number = _number(rest, None)
        if number > len(self.replay):
            raise click.UsageError(gettext("the record has {decisions}", decisions=told_decisions(len(self.replay))))
        self.at = number
        self._moment(max(0, number - 1))

    def turn(self, rest: str) -> None:
        """Go to a turn, without a number to the next one; on the way forward tell what happens until then."""
        number = _number(rest, self.replay.turn_at(self.at) + 1)
        if not 1 <= number <= len(self.replay.turns):
            raise click.UsageError(
                ngettext("the record has {count} turn", "the record has {count} turns", len(self.replay.turns))
            )
        before, self.at = self.at, self.replay.turns[number - 1]
        self._moment(before if before < self.at else max(0, self.at - 1))

    def end(self, rest: str) -> None:
        del rest
        self.at = len(self.replay)
        self._moment(max(0, self.at - 1))

    def log(self, rest: str) -> None:
        table = self._table()
        wanted = log_wanted(rest, _SHOWN)
        if wanted.details:
            self.console.print(render_log(table.narration(self.seat, revealed=self.everything), wanted.limit))
        else:
            self._print_story(table, self._story(table), wanted.limit)

    def look(self, rest: str) -> None:
        if command(rest) in ("", "table"):
            self.show_table(rest)
            return
        view = self._view(self._table())
        self.console.print(opened(view, rest) or render_described(view, rest, self.replay.game.checked))

    def scores(self, rest: str) -> None:
        del rest
        table = self._table()
        standings = table.standings(self.seat, revealed=self.everything)
        self.console.print(render_scores(standings, self._view(table), is_over=table.outcome() is not None))

    def rules(self, rest: str) -> None:
        self.console.print(render_rules(self._table().rules(), rest))

    def why(self, rest: str) -> None:
        table = self._table()
        answer = explain if self._may_ask(table) else explain_amounts
        view = table.view(self.seat, revealed=self.everything, bookkeeping=True)
        self.console.print(answer(table, view, rest))

    def change_view(self, rest: str) -> None:
        self.watch_as(rest or None)
        self._moment(self.at)

    def help(self, rest: str) -> None:
        word = command(rest)
        if word and word not in _TALK:
            self.rules(rest)
            return
        rows = [row for row in _HELP if word in row[0].replace(",", "").split()] or _HELP
        self.console.print(render_help([(gettext(typed), gettext(words)) for typed, words in rows]))


def _number(typed: str, default: int | None) -> int:
    if not typed and default is not None:
        return default
    if not typed.isdecimal():
        raise click.UsageError(
            gettext("`{typed}` is no number", typed=typed) if typed else gettext("a number is missing")
        )
    return min(int(typed[:_DIGITS]), _EVERYTHING)


_TALK: dict[str, Callable[[Stepping, str], None]] = {
    "": Stepping.next,
    "n": Stepping.next,
    "next": Stepping.next,
    "b": Stepping.back,
    "back": Stepping.back,
    "jump": Stepping.go_to,
    "turn": Stepping.turn,
    "end": Stepping.end,
    "log": Stepping.log,
    "table": Stepping.show_table,
    "look": Stepping.look,
    "scores": Stepping.scores,
    "rules": Stepping.rules,
    "why": Stepping.why,
    "as": Stepping.change_view,
    "help": Stepping.help,
    "?": Stepping.help,
}
_HELP = (
    (mark("Enter, next [n]"), mark("the next decision, or n of them")),
    (mark("back [n]"), mark("one decision back, or n")),
    (mark("jump n"), mark("to the moment behind n decisions, with the last of them; 0 is the start, end the end")),
    (mark("turn [n]"), mark("to the next turn, or to turn n")),
    (mark("as seat"), mark("see it as this player saw it; as public: what all see; as all: every secret")),
    (mark("table or look"), mark("show the table")),
    LOG_HELP,
    (
        mark("look word"),
        mark("everything known about a player, a piece, a place, a space, a chart or a word of the rules"),
    ),
    (mark("scores"), mark("points by source")),
    (mark("why points"), mark("how an amount or the points came about")),
    (mark("rules [word]"), mark("phases and actions in words")),
    (mark("quit or q"), mark("leave")),
)
