"""``gamedsl play``: a game, seats and a seed in; a game at the terminal out."""

from __future__ import annotations

import json
import secrets
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .check import counted
from .console import FINDINGS, fail, friendly_errors, make_console, print_findings

if TYPE_CHECKING:
    from gamedsl.api import Choice, Game, Table
    from gamedsl.players.protocol import Player

    from .dialogue import Dialogue

_MOST_LINES = 500
_SEVERAL = 2
_KINDS = ("human", "random")


@click.command("play")
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="Number of players; default: the fewest the game allows.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=human|random",
    help="Who plays at seat N (from 1, or its name); may be repeated. Default: seat 1 human, the others random.",
)
@click.option("--seed", type=int, metavar="S", help="Seed of all chance; default: a new one, which is printed.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--resume", type=click.Path(dir_okay=False), help="Go on with a game saved by `save FILE`.")
@click.option("--language", default="", metavar="CODE", help="Texts of a translation: de for NAME.de.csv.")
@click.option("--ask-all", is_flag=True, help="Ask also when only one choice is possible.")
def command(
    game: str,
    players: int | None,
    seats: tuple[str, ...],
    seed: int | None,
    options: tuple[str, ...],
    resume: str | None,
    language: str,
    ask_all: bool,
) -> None:
    """Play GAME: the path of a rule file, or the name of a bundled game.

    Without a terminal on standard input all seats are random, unless --seat says otherwise.
    """
    with friendly_errors():
        from gamedsl import SaveError, load
        from gamedsl.files import read_source

        loaded = load(game, language)
        if resume is not None:
            if players is not None or seed is not None or options:
                raise click.UsageError("--resume goes on with the players, the seed and the options of the saved game")
            saved = read_source(Path(resume)).text
            try:
                table = loaded.restore(saved)
            except SaveError as error:
                fail(f"{resume}: {error}")
            default = _saved_people(saved, table)
        else:
            chosen = dict(_pair(option, "--option", "NAME=VALUE") for option in options)
            new = secrets.randbelow(2**32) if seed is None else seed
            table = loaded.start(players=players, seed=new, options=chosen)
            default = {0} if sys.stdin.isatty() else set()
        people = _people(seats, table, default)
    _announce(loaded, table, people)
    again = shlex.join(["gamedsl", "play", game, *(["--language", language] if language else [])])
    _Evening(table, people, ask_all, again).run()


def _pair(written: str, option: str, form: str) -> tuple[str, str]:
    name, sign, value = written.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise click.UsageError(f"{option} {written}: write {option} {form}")
    return name.strip(), value.strip()


def _saved_people(saved: str, table: Table) -> set[int]:
    """Return the seats that people decided for when the game was saved; the first when the save does not tell."""
    seats = json.loads(saved).get("people")
    known = isinstance(seats, list) and all(isinstance(seat, int) and 0 <= seat < table.players for seat in seats)
    return set(seats) if known else {0} if sys.stdin.isatty() else set()


def _people(seats: tuple[str, ...], table: Table, default: set[int]) -> frozenset[int]:
    """Return the seats that people decide for."""
    people = set(default)
    names = [name.casefold() for name in table.names]
    for written in seats:
        number, kind = _pair(written, "--seat", "N=human|random")
        if number.casefold() in names:
            number = str(names.index(number.casefold()) + 1)
        if not number.isdecimal() or not 1 <= int(number) <= table.players:
            called = ", ".join(table.names)
            raise click.UsageError(f"--seat {written}: the seats are 1 to {table.players}, or {called}")
        if kind not in _KINDS:
            raise click.UsageError(f"--seat {written}: a seat is human or random")
        people.discard(int(number) - 1)
        if kind == "human":
            people.add(int(number) - 1)
    return frozenset(people)


def _announce(game: Game, table: Table, people: frozenset[int]) -> None:
    from .console import plain

    who = [
        f"{name} ({'you' if people == {seat} else 'human' if seat in people else 'random'})"
        for seat, name in enumerate(table.names)
    ]
    click.echo(f"{plain(game.title)} · {plain(', '.join(who))} · seed {table.seed}")
    if people:
        click.echo("Type help to see what you can type.")


class _Evening:
    """One game at one terminal, from the first decision to the result."""

    def __init__(self, table: Table, people: frozenset[int], ask_all: bool, again: str) -> None:
        from gamedsl.players.random_player import RandomPlayer

        self.table = table
        self.people = people
        self.ask_all = ask_all
        self.again = again
        self.console = make_console()
        self.bots: dict[int, Player] = {
            seat: RandomPlayer(table.seed) for seat in range(table.players) if seat not in people
        }

    def run(self) -> None:
        from .dialogue import Dialogue, GameLeftError

        dialogue = Dialogue(self.console, self.table, len(self.people) > 1, _ask, self.people, self.again)
        try:
            while (seat := self.table.decider) is not None:
                self.table.apply(self._decide(dialogue, seat))
        except GameLeftError:
            if dialogue.hot_seat:
                dialogue.clear()
            click.echo(f"Left after {counted(self.table.decisions, 'decision')}. Seed {self.table.seed}.")
            return
        except KeyboardInterrupt:
            click.echo("\nInterrupted.")
            raise SystemExit(130) from None
        self._finish(dialogue)

    def _decide(self, dialogue: Dialogue, seat: int) -> Choice | int:
        if seat not in self.people:
            codes = self.table.codes()
            return codes[self.bots[seat].choose(self.table.situation(), codes)]
        choices = self.table.legal()
        if len(choices) == 1 and not self.ask_all:
            if not dialogue.hot_seat:
                dialogue.only_choice(seat, choices[0])
            return choices[0]
        return dialogue.choose(seat)

    def _finish(self, dialogue: Dialogue) -> None:
        from .report import render_log, render_outcome
        from .table import render_view

        viewer = min(self.people) if len(self.people) == 1 else None
        lines = self.table.narration(viewer)
        news = lines if viewer is None else dialogue.unseen(viewer, lines)
        self.console.print()
        self.console.print(render_log(news, limit=30 if self.people else _MOST_LINES))
        self.console.print()
        error = self.table.error()
        view = self.table.view(viewer, revealed=error is not None and len(self.people) < _SEVERAL)
        self.console.print(render_view(view, self.console.width))
        self.console.print(render_outcome(self.table, view))
        if error is not None:
            self.console.print()
            print_findings([error])
            click.echo(self._reproduced())
            raise SystemExit(FINDINGS)

    def _reproduced(self) -> str:
        """Return the command that shows the same again."""
        from gamedsl.api import written

        table = self.table
        command = [self.again, f"--players {table.players} --seed {table.seed}"]
        for name, value in table.options.items():
            if value != table.game.options[name][0]:
                command.append(f"--option {name}={written(value)}")
        command += [f"--seat {seat + 1}={'human' if seat in self.people else 'random'}" for seat in self._unusual()]
        decisions = " and the same decisions" if self.people else ""
        return f"The same again: {' '.join(command)}{decisions}"

    def _unusual(self) -> list[int]:
        """Return the seats that must be named: the first is a person's by default."""
        return [seat for seat in range(self.table.players) if (seat == 0) != (seat in self.people)]


def _ask(prompt: str) -> str:
    """Ask a line on standard input; the prompt is echoed with the answer when no terminal shows it."""
    answer = input(prompt)
    if not sys.stdin.isatty():
        print(answer)  # noqa: T201
    return answer
