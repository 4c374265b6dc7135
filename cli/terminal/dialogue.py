"""The talk with one person at the terminal: shows the table and the choices, answers questions, returns a move."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs
from rich.console import Console, Group, RenderableType
from rich.text import Text

from gamedsl.choices import Choice
from gamedsl.game import Table
from gamedsl.i18n.speaking import gettext, mark
from gamedsl.presentation.changes import Changes, Look
from gamedsl.presentation.story.passages import Passage
from gamedsl.presentation.view_data import View
from gamedsl.semantics.core.walk import asked_about

from ..console import is_no, is_yes, plain, too_much
from ..nearest import nearest
from ..render.changes import render_changes, with_unasked
from ..render.compact import opened
from ..render.describe import render_described
from ..render.effects import render_chapters, render_rules, rules_naming, short_deeds
from ..render.lines import render_log, render_outcome, render_scores, render_story
from ..render.pieces import filled
from ..render.table import render_view, without_legends
from ..render.why import explain
from .choices import About, Numbers, find_choice, handles, is_later, is_number, of_sign, other_numbers, slip
from .doubts import reason_to_ask
from .helping import an_amount, refused, told_help, told_legend, told_question
from .keyboard import drop_typed
from .listing import folded_choices, render_choices, told_about
from .recording import file_meant, free_name
from .screen import Form, Screens
from .seats import has_secrets
from .signs import Signs, signs_of
from .typed import command, log_wanted, words_of
from .undo import Playing

_MOST_NEWS = 30
_ALONE = mark("Press Enter alone, so that nothing is answered by mistake; undo takes back what was decided last.")
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_LINES = 60
"""So many blank lines hide what stands on a terminal that cannot be emptied, at least."""


class GameLeftError(Exception):
    """The person has ended the game."""


class TakenBackError(Exception):
    """The person has taken a decision back: the table is as it was before it."""


@attrs.define
class Dialogue:
    """Speaks with all persons at one terminal, one after the other. ``looks`` holds what each has been shown last.

    ``in_turn`` is who has seen the table last, while nobody else has decided since; ``legends`` who has seen what is
    always the same; ``unasked`` are choices that have been made for the one person, as there was no other.
    ``playing`` is the game as it is now, ``ask`` asks for a line, ``again`` is the command that starts this game.
    """

    console: Console
    playing: Playing
    ask: Callable[[str], str]
    again: str
    form: Form = "auto"
    looks: dict[int, Look] = attrs.field(factory=dict)
    last: int | None = None
    in_turn: int | None = None
    legends: set[int] = attrs.field(factory=set)
    unasked: list[str] = attrs.field(factory=list)
    saved: int | None = None
    news: str = ""
    pending: str = ""
    numbers: dict[int, Numbers] = attrs.field(factory=dict)
    signs: Signs = attrs.field(init=False)
    asked_about: frozenset[str] = attrs.field(init=False)
    screens: Screens = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.signs = signs_of(self.table)
        self.asked_about = asked_about(self.table.game.checked)
        self.screens = Screens(self.console, self.form)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.playing.table

    @property
    def hot_seat(self) -> bool:
        """Do several people share this terminal, of whom one may see what the others may not?"""
        return len(self.playing.people) > 1 and has_secrets(self.table.game.checked)

    def choose(self, seat: int) -> Choice:
        """Return the move of the person at ``seat``.

        Raises GameLeftError when the person leaves, TakenBackError when a decision was taken back.
        """
        if self.in_turn is None and drop_typed():  # while others decided: what is asked now was not on the screen
            self._print(Text(gettext("What was typed before this question is dropped."), style="dim"))
        choices = self.table.legal()
        self.offered(seat, choices)
        self._greet(seat)
        self._show(seat, choices)
        while True:
            found = self._command(seat, choices, self._read(seat))
            if found is not None:
                return found

    def offered(self, seat: int, choices: Sequence[Choice]) -> None:
        """Give numbers to what a person may choose, also where nothing is asked as there is only one choice."""
        self.numbers.setdefault(seat, Numbers()).note(choices, self.signs)

    def only_choice(self, choice: Choice) -> None:
        """Note that the only possible choice is made for the person: what has happened is told when something is asked.

        The only answer to a question of the person's own move is told with that move.
        """
        if choice.action is not None or choice.is_pass:
            self.unasked.append(choice.words)

    def _greet(self, seat: int) -> None:
        """With several persons, hide everything until the right one sits at the keyboard."""
        if self.hot_seat and self.last != seat:
            name = self.table.names[seat]
            self.clear()
            self.screens.above = 0
            said = gettext("{name} is next. Nobody else should look now.")
            self.console.print(Text(self.news).append_text(filled(said, name=Text(plain(name), style="bold"))))
            self.news = ""
            question = gettext("{name}, press Enter when you are ready", name=plain(name))
            while typed := self._ask_or_quit(f"{question} ").strip():
                if command(typed) in ("undo", "back", "cancel"):
                    self._undo_before()
                elif command(typed) in ("quit", "q"):
                    self._confirm_quit()
                else:
                    self.console.print(Text(gettext(_ALONE), style="dim"))
            self.clear()
        self.last = seat

    def _undo_before(self) -> None:
        """Take back what was decided last, before the next person has seen anything; raise TakenBackError then."""
        if reason := self._take_back(None):
            self._print(Text(gettext("It stays as it is: {reason}.", reason=plain(reason)), style="yellow"))
            return
        self.last = None  # whose decision it was is not sure to sit there: nothing is shown before Enter
        self.news = gettext("What was decided last has been taken back.") + " "
        raise TakenBackError

    def clear(self) -> None:
        """Empty the screen and what can be scrolled back to: hands of others may stand there."""
        if self.console.is_terminal:
            simple = self.console.is_dumb_terminal or self.console.legacy_windows
            self.console.file.write("\n" * max(_LINES, self.console.height) if simple else _CLEAR)
            self.console.file.flush()

    def goes_on(self, seat: int) -> None:
        """Take note of who decides next: a turn of somebody else is over then."""
        if self.in_turn != seat:
            self.in_turn = None

    def _show(self, seat: int, choices: tuple[Choice, ...]) -> None:
        """Print the table, what has happened, and at last the choices.

        Screens of a terminal look alike; in a pipe, within a turn, only what has changed of the table is printed.
        """
        changes, view = self.changes(seat), self.looks[seat].view
        about = self._about(view)
        if self.screens.is_steady:
            parts = self._steady(seat, view, changes, choices, about)
        else:
            news, asked = (
                self._told(seat, changes),
                [Text(), *self._question(view), render_choices(choices, about=about)],
            )
            table = Group(Text(), render_view(view, self.console.width, legends=seat not in self.legends))
            changed = None if self.in_turn is None else self._changed(changes, view, table)
            parts = [*news, *(changed or []), *asked]
            if changed is None:  # how the table was set up comes before it
                top = [*news, table] if self.table.decisions == 0 else [table, *news]
                parts = [*top, Text(), *self._question(view, below_heading=True), asked[-1]]
        self.legends.add(seat)
        self.in_turn = seat
        self.screens.above = 0
        for part in parts:
            self.console.print(part)

    def _steady(
        self, seat: int, view: View, changes: Changes, choices: tuple[Choice, ...], about: About
    ) -> list[RenderableType]:
        """Return a screen that fits the terminal, in the same order as all others."""
        short = self._question(view, below_heading=True)
        forms = [Group(*short, form) for form in folded_choices(choices, about)]
        forms.append(Group(Text(), forms[-1]))
        shown = view if seat not in self.legends else without_legends(view)
        return self.screens.fitted(shown, changes.story, self.table.breakdowns(seat), forms, self.asked_about)

    def _changed(self, changes: Changes, view: View, table: RenderableType) -> list[RenderableType] | None:
        """Return what has changed on the table; None when that is as long as the table."""
        found = render_changes(changes, view)
        parts = [] if found is None else [Text(), found]
        return None if self.screens.height(*parts) >= self.screens.height(table) else parts

    def _about(self, view: View, *, texts: bool = False) -> About:
        """Return what is known of the choices beside their words."""
        moves = short_deeds(self.table.legal(), self.table.consequences())
        seat = -1 if view.viewer is None else view.viewer
        return About(told_about(view, self.table.game.checked), moves, self.signs, self.numbers.get(seat), texts)

    def changes(self, seat: int) -> Changes:
        """Return what is new for this person since the last look, which this one takes the place of."""
        now, before = self.table.look(seat), self.looks.get(seat)
        self.looks[seat] = now
        unasked, self.unasked = self.unasked, []
        return with_unasked(now.since(before), seat, unasked)

    def _told(self, seat: int, changes: Changes) -> list[RenderableType]:
        """Return what has happened that this person has not been told yet."""
        return [Text(), self._story(seat, changes.story, _MOST_NEWS)] if changes.story else []

    def _story(self, viewer: int | None, story: Sequence[Passage], limit: int) -> RenderableType:
        """Return the last lines of a story, payments of a phase as payout tables."""
        return render_story(story, limit, self.table.names, self.table.breakdowns(viewer))

    def show_end(self, view: View, story: Sequence[Passage], limit: int, *, fits: bool) -> None:
        """Print what has happened last, the table, and how the game ended; where it ``fits``, on one screen."""
        outcome = render_outcome(self.table, view)
        log = self._story(view.viewer, story, limit)
        known = view.viewer in self.legends
        parts = [Text(), log, Text(), render_view(view, self.console.width, legends=not known), outcome]
        if fits and self.screens.is_fitted(*parts):  # nobody types any more: what has happened last may scroll away
            parts = [
                Text(),
                log,
                *self.screens.fitted(
                    without_legends(view) if known else view, (), (), [outcome], self.asked_about, steady=False
                ),
            ]
        for part in parts:
            self.console.print(part)

    def _question(self, view: View, *, below_heading: bool = False) -> list[RenderableType]:
        """Return what is asked; ``below_heading``: not again what the name of the phase says."""
        return told_question(self.table, view, below_heading=below_heading)

    def _ask_again(self, seat: int, *, texts: bool = False) -> None:
        """Print the question and the choices; ``texts``: with the short form of each."""
        view = self.table.view(seat)
        listed = render_choices(self.table.legal(), about=self._about(view, texts=texts))
        for part in [Text(), *self._question(view), listed]:
            self.console.print(part)

    def _read(self, seat: int) -> str:
        if self.pending:
            typed, self.pending = self.pending, ""
            return typed
        return self._ask_or_quit(f"{plain(self.table.names[seat])}> ").strip()

    def _ask_or_quit(self, prompt: str) -> str:
        while True:
            try:
                return self.ask(prompt)
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                self._confirm_quit()

    def _confirm_quit(self) -> None:
        """Raise GameLeftError when the person means it; another Ctrl-C or Ctrl-D means it too."""
        kept = self.playing.session.path is not None or self.saved == self.table.decisions
        if kept:
            question = gettext("Leave the game? It is kept. [y/N]")
        else:
            question = gettext("Leave the game? It is not saved. [y]es, [s]ave and leave, [N]o:")
        try:
            answer = self.ask(f"{question} ").strip().casefold()
        except (EOFError, KeyboardInterrupt) as error:
            self.console.print()
            raise GameLeftError from error
        saves = answer == "s" or command(answer) == "save"
        if is_yes(answer) or (saves and not kept and self._save(free_name(self.table.game.name))):
            raise GameLeftError

    # ------------------------------------------------------------ what can be typed

    def _command(self, seat: int, choices: tuple[Choice, ...], typed: str) -> Choice | None:
        """Return the move that is meant; do anything else that is asked and return None."""
        if not typed:
            self._ask_again(seat)
            return None
        if trouble := too_much(typed):
            self._print(Text(trouble, style="yellow"))
            return None
        word, _, rest = typed.partition(" ")
        talk = _TALK.get(command(word))
        found = find_choice(choices, typed, self._about(self.table.view(seat)))
        if talk is not None and not found.exact:
            talk(self, seat, rest.strip())
            return None
        if typed == "0" and not found.choices and is_later(choices):  # no number that is asked for
            self.undo(seat, "")
            return None
        if len(signed := of_sign(choices, typed, self.signs)) > 1:
            self._print(render_choices(choices, signed, self._about(self.table.view(seat))))
            return None
        if signed and not found.choices:
            return self._confirmed(signed[0], seat, choices)
        if len(found.choices) == 1:
            return self._confirmed(found.choices[0], seat, choices, sure=found.single is not None)
        if found.choices:
            said = gettext(
                "{number} choices fit `{typed}`; which do you mean?", number=len(found.choices), typed=plain(typed)
            )
            self.console.print(Text(said, style="yellow"))
            self.console.print(render_choices(choices, found.choices, self._about(self.table.view(seat))))
        else:
            self._not_found(typed, choices, self._about(self.table.view(seat)))
        return None

    def _confirmed(
        self, choice: Choice, seat: int, choices: tuple[Choice, ...], *, sure: bool = False
    ) -> Choice | None:
        """Return a choice when the person means it; anything but yes and no is a new answer.

        What is ``sure`` to be meant is asked back only where there is a reason, which is told.
        """
        why = reason_to_ask(self.table, choice, self.table.view(seat))
        if sure and not why:
            return choice
        if why:
            self._print(Text(plain(why), style="yellow"))
        question = gettext("Do you mean: {choice}? [y/N]", choice=plain(choice.words))
        answer = self._ask_or_quit(f"{question} ").strip()
        if is_yes(answer):
            return choice
        return None if not answer or is_no(answer) else self._command(seat, choices, answer)

    def _not_found(self, typed: str, choices: tuple[Choice, ...], about: About) -> None:
        if said := refused(self.table, self.signs, typed) or slip(choices, typed, about):
            self.console.print(Text(plain(said), style="yellow"))
            if is_later(choices):
                self.console.print(Text(gettext("undo goes back to the question before"), style="dim"))
            return
        if others := other_numbers(choices, typed):
            said = gettext("`{typed}` is not possible now: type {others}", typed=plain(typed), others=plain(others))
            self.console.print(Text(said, style="yellow"))
            return
        if typed.lstrip("-").isdecimal():
            said = gettext("`{typed}` is no choice here; what you can type stands in front:", typed=plain(typed))
            self.console.print(Text(said, style="yellow"))
            self.console.print(render_choices(choices, about=about))
            return
        wanted = typed.casefold().replace("_", " ")
        refusals = self.table.refusals()
        begins = re.compile(rf"(?<!\w){re.escape(wanted)}") if len(wanted) > 1 else re.compile(r"(?!)")
        meant = [one for one in refusals if begins.search(f"{one.text} {one.words}".casefold().replace("_", " "))]
        if meant:
            for refusal in meant[:3]:
                words, reason = plain(refusal.words), plain(refusal.reason)
                said = gettext("{choice} is not possible: {reason}", choice=words, reason=reason)
                self.console.print(Text(said, style="yellow"))
        else:
            texts = [text.partition("(")[0] for text in [one.text for one in choices] + [one.text for one in refusals]]
            known = [*texts, *(one.label for one in choices if not is_number(one)), *words_of(*_TALK)]
            if suggested := nearest(typed, known):
                said = gettext("`{typed}` is no choice here; did you mean {near}?", typed=typed, near=suggested)
            else:
                said = gettext("`{typed}` is no choice here; press Enter for the list, or type help", typed=typed)
            self.console.print(Text(plain(said), style="yellow"))

    def show_why(self, seat: int, rest: str) -> None:
        self._print(explain(self.table, self.table.view(seat, bookkeeping=True), rest))

    def show_help(self, seat: int, rest: str) -> None:
        """Show what can be typed; with a word, that command or sign, or what the rules and the table say about it."""
        word = command(rest)
        if not word or word in _TALK:
            self._print(told_help(word, self._examples(seat), an_amount(self.table.view(seat))))
            return
        if meaning := self.signs.meaning(word):
            self._print(Text(f"{word}  ", style="bold").append(plain(meaning), style="not bold"))
            for name in self.signs.actions(word):
                self.show_rules(seat, name)
            return
        self.show_rules(seat, rest)
        self.show_why(seat, rest)

    def _examples(self, seat: int) -> list[str]:
        """Return what can be typed for some of the choices there are now, each of another action."""
        choices = self.table.legal()
        typed = handles(choices, self.signs, self.numbers.get(seat))
        return list({self.signs.of(choice): typed[choice.code] for choice in reversed(choices)}.values())[:-4:-1]

    def show_log(self, seat: int, rest: str) -> None:
        wanted = log_wanted(rest)
        if wanted.details:
            self._print(render_log(self.table.narration(seat), wanted.limit))
        else:
            self._print(self._story(seat, self.table.story(seat), wanted.limit))

    def show_table(self, seat: int, rest: str) -> None:
        del rest
        self._print(render_view(self.table.view(seat), self.console.width))

    def show_scores(self, seat: int, rest: str) -> None:
        del rest
        self.console.print(render_scores(self.table.standings(seat), self.table.view(seat)))

    def show_rules(self, seat: int, rest: str) -> None:
        del seat
        rules = self.table.rules()
        shown = render_rules(rules, rest, self.signs.actions(rest.casefold().rstrip("0123456789")))
        self._print(shown if rest or not self.screens.is_fitted(shown) else render_chapters(rules))

    def show_legend(self, seat: int, rest: str) -> None:
        del rest
        self._print(told_legend(self.table.view(seat), self.signs))

    def show_choices(self, seat: int, rest: str) -> None:
        del rest
        self._ask_again(seat, texts=True)

    def look(self, seat: int, rest: str) -> None:
        if command(rest) in ("", "table"):
            self.show_table(seat, rest)
            return
        view = self.table.view(seat)
        shown = opened(view, rest) or render_described(view, rest, self.table.game.checked)
        naming = rules_naming(self.table.rules(), rest)
        self._print(shown if naming is None else Group(shown, naming))

    def save(self, seat: int, rest: str) -> None:
        del seat
        self._save(file_meant(rest) if rest else free_name(self.table.game.name))

    def _save(self, path: Path) -> bool:
        """Write the record so far to a file of its own; return whether that was possible."""
        try:
            self.playing.session.copy_to(path)
        except FileExistsError:
            said = gettext("{path} is there already; name another file: save FILE", path=path)
            self._print(Text(said, style="yellow"))
        except OSError as error:
            said = gettext("{path} cannot be written: {reason}", path=path, reason=error.strerror)
            self._print(Text(said, style="yellow"))
        else:
            self.saved = self.table.decisions
            said = gettext("Saved. Go on later with: {command}", command=self.go_on(path))
            self.console.print(Text(said), soft_wrap=True)  # to be copied
            return True
        return False

    def go_on(self, path: Path) -> str:
        """Return the command that goes on with a record."""
        return f"{self.again} --resume {shlex.quote(str(path))}"

    def undo(self, seat: int, rest: str) -> None:
        del rest
        shared = len(self.playing.people) > 1 and not self.hot_seat  # whoever decided last sits there as well
        reason = self._take_back(None if shared else seat)
        if reason:
            self._print(Text(gettext("It stays as it is: {reason}.", reason=plain(reason)), style="yellow"))
            return
        self._print(Text(gettext("Taken back."), style="dim"))
        raise TakenBackError

    def _take_back(self, seat: int | None) -> str:
        """Go back before the last decision of a seat and forget what was shown of it; return why not, else nothing."""
        reason = self.playing.take_back(seat)
        if not reason:
            self.looks = {one: look.back_to(self.table.look(one)) for one, look in self.looks.items()}
        return reason

    def quit(self, seat: int, rest: str) -> None:
        del seat, rest
        self._confirm_quit()

    def _print(self, shown: RenderableType) -> None:
        """Print an answer; what is typed between its pages is what the person wants next."""
        typed = self.screens.paged(shown, self.ask).strip()
        self.pending = "" if command(typed) in ("q", "quit") else typed


_TALK: dict[str, Callable[[Dialogue, int, str], None]] = {
    "help": Dialogue.show_help,
    "?": Dialogue.show_help,
    "why": Dialogue.show_why,
    "log": Dialogue.show_log,
    "table": Dialogue.show_table,
    "scores": Dialogue.show_scores,
    "rules": Dialogue.show_rules,
    "choices": Dialogue.show_choices,
    "legend": Dialogue.show_legend,
    "look": Dialogue.look,
    "save": Dialogue.save,
    "undo": Dialogue.undo,
    "back": Dialogue.undo,
    "cancel": Dialogue.undo,
    "quit": Dialogue.quit,
    "q": Dialogue.quit,
    "exit": Dialogue.quit,
}
