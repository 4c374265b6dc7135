"""The talk with one person at the terminal: shows the table and the choices, answers questions, returns a move."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path

import attrs
from rich.console import Console, RenderableType
from rich.text import Text

from gamedsl.api import Choice, Table
from gamedsl.engine.view_data import Line

from .choices import find_choice, render_choices
from .console import plain
from .report import render_log, render_look, render_rules, render_scores
from .table import render_view, seat_text
from .why import about_action

PEOPLE = "people"
"""Where a saved game keeps the seats that people decide for."""
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class GameLeftError(Exception):
    """The person has ended the game."""


@attrs.define
class Dialogue:
    """Speaks with all persons at one terminal, one after the other. ``seen`` holds the log lines shown to each.

    ``people`` are the seats that people decide for, ``again`` is the command that starts this game.
    """

    console: Console
    table: Table
    hot_seat: bool
    ask: Callable[[str], str]
    people: frozenset[int] = frozenset()
    again: str = "gamedsl play GAME"
    seen: dict[int, set[Line]] = attrs.field(factory=dict)
    last: int | None = None
    saved: int | None = None

    def choose(self, seat: int) -> Choice:
        """Return the move of the person at ``seat``; raise GameLeftError when the person leaves."""
        self._greet(seat)
        choices = self.table.legal()
        self._show(seat, choices)
        while True:
            found = self._command(seat, choices, self._read(seat))
            if found is not None:
                return found

    def only_choice(self, seat: int, choice: Choice) -> None:
        """Tell the person what has happened, and that the only possible choice has been made."""
        self._news(seat)
        self.console.print(Text(f"(only choice) {plain(choice.words)}", style="dim"))

    def _greet(self, seat: int) -> None:
        """With several persons, hide everything until the right one sits at the keyboard."""
        if self.hot_seat and self.last != seat:
            name = self.table.names[seat]
            self.clear()
            self.console.print(Text.assemble((plain(name), "bold"), " is next. Nobody else should look now."))
            self._ask_or_quit(f"{plain(name)}, press Enter when you are ready ")
            self.clear()
        self.last = seat

    def clear(self) -> None:
        """Empty the screen and what can be scrolled back to: hands of others may stand there."""
        if self.console.is_terminal:
            self.console.file.write(_CLEAR)
            self.console.file.flush()

    def _show(self, seat: int, choices: tuple[Choice, ...]) -> None:
        self._news(seat)
        self.console.print()
        self.console.print(render_view(self.table.view(seat), self.console.width))
        self._print_question()
        self.console.print(render_choices(choices))

    def _news(self, seat: int) -> None:
        lines = self.table.narration(seat)
        news = self.unseen(seat, lines)
        if news:
            self.console.print()
            self.console.print(render_log(news, limit=30))

    def unseen(self, seat: int, lines: list[Line]) -> list[Line]:
        """Return the lines that this person has not been shown yet, and mark them as shown."""
        known = self.seen.setdefault(seat, set())
        news = [line for line in lines if line not in known]
        known.update(news)
        return news

    def _print_question(self) -> None:
        decision = self.table.decision()
        if decision is not None:
            view = self.table.view(decision.seat)
            question = Text("\n")
            question.append_text(seat_text(view.seats[decision.seat]))
            question.append(f": {plain(decision.words)}" if decision.words else ", what do you do?")
            self.console.print(question)

    def _read(self, seat: int) -> str:
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
        saved = self.saved == self.table.decisions
        offer = "[y/N]" if saved else "It is not saved. [y]es, [s]ave and leave, [N]o:"
        try:
            answer = self.ask(f"Leave the game? {offer} ").strip().casefold()
        except (EOFError, KeyboardInterrupt) as error:
            self.console.print()
            raise GameLeftError from error
        if answer in ("s", "save") and not saved:
            answer = "yes" if self._save(self._free_name()) else "no"
        if answer in ("y", "yes"):
            raise GameLeftError

    # ------------------------------------------------------------ what can be typed

    def _command(self, seat: int, choices: tuple[Choice, ...], typed: str) -> Choice | None:
        """Return the move that is meant; do anything else that is asked and return None."""
        if not typed:
            self._print_question()
            self.console.print(render_choices(choices))
            return None
        word, _, rest = typed.partition(" ")
        talk = _TALK.get(word.casefold())
        found = find_choice(choices, typed)
        if talk is not None and not found.exact:
            talk(self, seat, rest.strip())
            return None
        if found.single is not None:
            return found.single
        if found.choices:
            fits = "1 choice fits" if len(found.choices) == 1 else f"{len(found.choices)} choices fit"
            self.console.print(Text(f"{fits} `{plain(typed)}`; which do you mean?", style="yellow"))
            self.console.print(render_choices(choices, found.choices))
        else:
            self._not_found(typed)
        return None

    def _not_found(self, typed: str) -> None:
        wanted = typed.casefold().replace("_", " ")
        refused = [
            refusal
            for refusal in self.table.refusals()
            if wanted in refusal.text.casefold().replace("_", " ") or wanted in refusal.words.casefold()
        ]
        if refused:
            for refusal in refused[:3]:
                self.console.print(
                    Text(f"{plain(refusal.words)} is not possible: {plain(refusal.reason)}", style="yellow")
                )
        else:
            self.console.print(
                Text(f"`{plain(typed)}` is no choice here; press Enter for the list, or type help", style="yellow")
            )

    def show_why(self, seat: int, rest: str) -> None:
        del seat
        refusals = self.table.refusals()
        wanted = rest.casefold().replace("_", " ")
        told = [one for one in refusals if wanted in f"{one.text} {one.words}".casefold().replace("_", " ")]
        if not told:
            said = about_action(self.table, wanted) if wanted else "Everything that could come next is possible."
            self.console.print(Text(plain(said), style="dim"))
        for refusal in told:
            line = Text("  ").append(plain(refusal.words), style="bold")
            self.console.print(line.append(f": {plain(refusal.reason)}", style="not bold"))

    def show_help(self, seat: int, rest: str) -> None:
        del seat, rest
        for name, words in _HELP:
            self.console.print(Text(f"  {name:<14}", style="bold").append(words, style="not bold"))

    def show_log(self, seat: int, rest: str) -> None:
        limit = int(rest) if rest.isdecimal() and len(rest) < 7 else 60
        self.console.print(render_log(self.table.narration(seat), limit=limit))

    def show_table(self, seat: int, rest: str) -> None:
        del rest
        self.console.print(render_view(self.table.view(seat), self.console.width))

    def show_scores(self, seat: int, rest: str) -> None:
        del rest
        self.console.print(render_scores(self.table.view(seat)))

    def show_rules(self, seat: int, rest: str) -> None:
        del seat
        self._print(render_rules(self.table.game.checked, rest))

    def show_choices(self, seat: int, rest: str) -> None:
        del seat, rest
        self._print_question()
        self.console.print(render_choices(self.table.legal()))

    def look(self, seat: int, rest: str) -> None:
        self._print(render_look(self.table.view(seat), rest))

    def save(self, seat: int, rest: str) -> None:
        del seat
        self._save(Path(rest) if rest else self._free_name())

    def _free_name(self) -> Path:
        """Return the name of a file in the working folder that is not there yet."""
        name = self.table.game.name.casefold()
        names = chain([f"{name}.save.json"], (f"{name}.save-{number}.json" for number in count(2)))
        return next(path for path in map(Path, names) if not path.exists())

    def _save(self, path: Path) -> bool:
        """Write the game and who plays; return whether that was possible."""
        try:
            with path.open("x", encoding="utf-8") as file:
                json.dump(self.table.save() | {PEOPLE: sorted(self.people)}, file)
        except FileExistsError:
            self._print(Text(f"{path} is there already; name another file: save FILE", style="yellow"))
        except OSError as error:
            self._print(Text(f"{path} cannot be written: {error.strerror}", style="yellow"))
        else:
            self.saved = self.table.decisions
            told = Text(f"Saved. Go on later with: {self.again} --resume {shlex.quote(str(path))}")
            self.console.print(told, soft_wrap=True)  # one line, to be copied
            return True
        return False

    def quit(self, seat: int, rest: str) -> None:
        del seat, rest
        self._confirm_quit()

    def _print(self, shown: RenderableType) -> None:
        self.console.print(shown)


_TALK: dict[str, Callable[[Dialogue, int, str], None]] = {
    "help": Dialogue.show_help,
    "?": Dialogue.show_help,
    "why": Dialogue.show_why,
    "log": Dialogue.show_log,
    "table": Dialogue.show_table,
    "scores": Dialogue.show_scores,
    "rules": Dialogue.show_rules,
    "choices": Dialogue.show_choices,
    "look": Dialogue.look,
    "save": Dialogue.save,
    "quit": Dialogue.quit,
    "q": Dialogue.quit,
    "exit": Dialogue.quit,
}
_HELP = (
    ("3 or a", "make the choice with this number or letter before it"),
    ("sell 2", "make a choice by its short form; sell(2) is the same"),
    ("7", "where a choice is a number: that number, never a place in the list"),
    ("a part of it", "search the choices; if only one begins so, it is made"),
    ("Enter", "show the choices again"),
    ("why [word]", "what is not possible now, and the reason; with a word: about that action"),
    ("table", "show the table"),
    ("look word", "show a player, a piece or a place with everything known about it"),
    ("scores", "points by source"),
    ("log [n]", "what has happened (the last n lines)"),
    ("rules [word]", "phases and actions in words, with their places in the rulebook"),
    ("save [file]", "save the game to go on later"),
    ("quit or q", "leave the game (Ctrl-C and Ctrl-D ask too)"),
)
