"""A table, who plays, and a session -> one game at one terminal, from the first decision to the result, recorded."""

from __future__ import annotations

import click
from rich.console import Group, RenderableType
from rich.text import Text

from gamedsl.game import Table
from gamedsl.i18n.speaking import gettext
from gamedsl.option_values import written
from gamedsl.players.seats import HUMAN, failure, own
from gamedsl.records.history import History, rebuilt
from gamedsl.records.replaying import moments
from gamedsl.records.session import Session

from ..console import FINDINGS, WRONG_USE, make_console, print_findings, say_error, told_decisions
from .dialogue import Dialogue, GameLeftError, TakenBackError
from .keyboard import ask_line, edit_lines
from .screen import Form
from .seats import bots, people
from .thinking import Thinking, person_is_asked
from .undo import Playing

_MOST_LINES = 500
_SEVERAL = 2


class PlaySession:
    """A session of play: one game at one terminal.

    ``again`` is the command that starts this game, ``form`` how the table is shown, and so many lines ``announced`` it.
    """

    def __init__(
        self,
        table: Table,
        session: Session,
        ask_all: bool,
        again: str,
        form: Form = "auto",
        announced: int = 0,
    ) -> None:
        self.session = session
        self.kinds = session.seats
        self.people = people(self.kinds)
        self.ask_all = ask_all
        self.again = again
        self.console = make_console()
        self.thinking = Thinking(self.console)
        self.bots = bots(self.kinds, table.seed, self.thinking.progress)
        history = rebuilt(table.game, session.record, ask_all) if self.people else History()
        self.playing = Playing(table, session, history, self.people)
        self.told = False
        self.goal: RenderableType | None = None
        """What the game is about, to be told before anything else."""
        self.dialogue = Dialogue(self.console, self.playing, self._ask, again, form)
        self.dialogue.screens.above = announced
        if self.people:
            self._recall_numbers()

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.playing.table

    def _ask(self, prompt: str) -> str:
        person_is_asked(self.table)
        return ask_line(prompt)

    def _recall_numbers(self) -> None:
        """Give the numbers that were given before a game was interrupted: they follow from its record."""
        record = self.session.record
        if len(record.lines) == 1:
            return
        for table, kinds in moments(self.table.game, record):
            seat = table.decider
            if seat is not None and kinds[seat] == HUMAN:
                self.dialogue.offered(seat, table.legal())

    def run(self) -> None:
        """Play to the end or until somebody leaves; raise SystemExit when a rule has stopped the game."""
        if self.people:
            edit_lines(remember=not self.dialogue.hot_seat)  # what another player typed is not for all
        try:
            if self.goal is not None:
                self._tell(self.goal)
            while (seat := self.table.decider) is not None:
                self._turn(seat)
        except GameLeftError:
            self._left()
            return
        except KeyboardInterrupt:
            self.console.show_cursor()
            click.echo("\n" + gettext("Interrupted."))
            self._trouble_at_the_end()
            self._tell_how_to_go_on()
            raise SystemExit(130) from None
        self.session.ended(self.table)
        self._finish()

    def _tell(self, goal: RenderableType) -> None:
        """Tell people who play this game for the first time what it is about; raise GameLeftError where they leave."""
        said = Text(gettext("`rules` shows this again, with all rules by chapters."), style="dim")
        self.console.print(Group(Text(), goal, Text(), said))
        if self.console.is_terminal:
            try:
                self._ask(gettext("Press Enter to begin") + " ")
            except EOFError:
                raise GameLeftError from None
            self.dialogue.screens.above = 0

    # ------------------------------------------------------------ decisions

    def _turn(self, seat: int) -> None:
        before = self.table.copy()
        decided = self._decide(seat)
        if decided is None:
            return
        code, asked = decided
        text = self.table.text_of(code)
        self.table.apply(code)
        self.session.decided(self.table, seat, code, text, sync=seat in self.people)
        self._trouble()
        self.playing.history.note(before, self.table, seat, asked=asked, person=seat in self.people)

    def _decide(self, seat: int) -> tuple[int, bool] | None:
        """Return the code that is chosen and whether a person was asked; None when something was taken back."""
        self.dialogue.goes_on(seat)
        if seat not in self.people:
            return self._bot(seat), False
        choices = self.table.legal()
        if len(choices) == 1 and not self.ask_all:
            self.dialogue.offered(seat, choices)
            if not self.dialogue.hot_seat:
                self.dialogue.only_choice(choices[0])
            return choices[0].code, False
        self.session.sync()
        self._trouble()
        try:
            return self.dialogue.choose(seat).code, True
        except TakenBackError:
            return None

    def _bot(self, seat: int) -> int:
        codes = self.table.codes()
        known = own(self.kinds[seat])
        try:
            if known is not None and known.at_once:
                return codes[self.bots[seat].choose(self.table.situation(), codes)]
            with self.thinking.of(self.table.names[seat], searches=known is not None and known.searches):
                place = self.bots[seat].choose(self.table.situation(), codes)
        except Exception as error:
            self._tell_failed(seat, error)
            raise SystemExit(WRONG_USE) from error
        if self.thinking.stopped and not self.people:
            raise KeyboardInterrupt  # nobody plays who could leave in another way
        return codes[place]

    def _tell_failed(self, seat: int, error: Exception) -> None:
        """Say that a player of the program has failed, and how the game goes on with another one."""
        say_error(
            gettext(
                "the player {kind} at {name} failed: {error}",
                kind=self.kinds[seat],
                name=self.table.names[seat],
                error=failure(error),
            )
        )
        if self.session.path is not None:
            go_on = f"{self.dialogue.go_on(self.session.path)} --seat {seat + 1}=random"
            click.echo(gettext("Go on with another player there: {command}", command=go_on), err=True)

    def _trouble(self) -> None:
        """Say once that the game is not recorded any more."""
        if self.session.trouble and not self.told:
            self.told = True
            say_error(gettext("this game is not recorded: {trouble}", trouble=self.session.trouble))

    def _trouble_at_the_end(self) -> None:
        """Say again that there is no whole record: what was said in play has long scrolled away."""
        if self.session.trouble and self.dialogue.saved != self.table.decisions:
            say_error(gettext("this game is not recorded to its end: {trouble}", trouble=self.session.trouble))

    # ------------------------------------------------------------ the end

    def _left(self) -> None:
        if self.dialogue.hot_seat:
            self.dialogue.clear()
        decisions = told_decisions(self.table.decisions)
        click.echo(gettext("Left after {decisions}. Seed {seed}.", decisions=decisions, seed=self.table.seed))
        self._trouble_at_the_end()
        self._tell_how_to_go_on()

    def _tell_how_to_go_on(self) -> None:
        if self.session.path is not None and self.people:
            click.echo(gettext("Go on with: {command}", command=self.dialogue.go_on(self.session.path)))

    def _finish(self) -> None:
        viewer = min(self.people) if len(self.people) == 1 else None
        news = self.table.story(viewer) if viewer is None else self.dialogue.changes(viewer).story
        error = self.table.error()
        view = self.table.view(viewer, revealed=error is not None and len(self.people) < _SEVERAL)
        self.dialogue.show_end(view, news, limit=_MOST_LINES, fits=bool(self.people))
        self._trouble_at_the_end()
        if error is None and self.people and self.session.path is not None:
            click.echo("\n" + gettext("See the game again: {command}", command=f"gamedsl replay {self.session.path}"))
        if error is not None:
            self.console.print()
            print_findings([error])
            click.echo(self._reproduced())
            raise SystemExit(FINDINGS)

    def _reproduced(self) -> str:
        """Return the command that shows the same again."""

        if self.people and self.session.path is not None:
            return gettext("The same again: gamedsl replay {path}", path=self.session.path)
        table = self.table
        command = [self.again, f"--players {table.players} --seed {table.seed}"]
        for name, value in table.options.items():
            if value != table.game.options[name][0]:
                command.append(f"--option {name}={written(value)}")
        command += [f"--seat {seat + 1}={kind}" for seat, kind in enumerate(self.kinds)]
        return gettext("The same again: {command}", command=" ".join(command))
