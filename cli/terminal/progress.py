"""Settings -> played games, with a progress bar, remarks on what takes long, and a word on what ended them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gamedsl.game import Game
from gamedsl.simulate.play.data_set import HEAD
from gamedsl.simulate.play.executors import Place
from gamedsl.simulate.play.one_game import Long
from gamedsl.simulate.play.processes import WorkerError
from gamedsl.simulate.play.running import simulate
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.results.results import Results

from ..console import fail

INTERRUPTED = 130
_FEW_LONG = 3
"""Games of the same length that are told; more would say nothing new."""


@attrs.frozen
class Stored:
    """Where results go while they are played: into a file, or into a data set, of which ``held`` games are reported."""

    keep: Path | None = None
    into: Path | None = None
    held: int | None = None

    @property
    def path(self) -> Path | None:
        """What is written."""
        return self.into or self.keep

    @property
    def head(self) -> Path | None:
        """The file that says what is kept."""
        return self.keep if self.into is None else self.into / HEAD

    @property
    def again(self) -> str:
        """The sentence on how to go on."""
        return "" if self.path is None else f" The same command goes on with {self.path}."


def run(
    game: Game, settings: Settings, place: Place, stored: Stored, doing: str, remark: Callable[[str], None]
) -> tuple[Results, int]:
    """Simulate a game with a progress bar on standard error; return the results that are held, and how many there are.

    Ctrl-C keeps what is done, which may be nothing.
    """
    done = 0

    def note(now: int) -> None:
        nonlocal done
        done = now
        told(now)

    with playing(settings.games, doing, stored.path) as told:
        results = simulate(
            settings,
            game=game,
            on=place,
            kept=stored.keep,
            into=stored.into,
            held=stored.held,
            told=note,
            watch=long_games(settings.limit),
            remark=remark,
        )
    done = max(done, len(results))
    tell_interrupted(done, settings.games, "game", stored.again)
    return results, done


def tell_interrupted(done: int, wanted: int, what: str, again: str = "") -> None:
    """Say that not everything was played."""
    if done < wanted:
        click.echo(f"Interrupted after {done:,} of {wanted:,} {what}s.{again}", err=True)


def tell_held(held: int, done: int, what: str, into: str | None) -> None:
    """Say that the report is on fewer games than were played."""
    click.echo(f"The report is on the first {held:,} {what}s; all {done:,} are in {into}.", err=True)


def remarks() -> Callable[[str], None]:
    """Return what says a sentence on standard error, each once."""
    said: set[str] = set()

    def remark(text: str) -> None:
        if text not in said:
            said.add(text)
            click.echo(text, err=True)

    return remark


def long_games(limit: int | None = None) -> Callable[[Long], None]:
    """Return what tells of games that become very long: the first few after each number of decisions.

    ``limit`` is the number of decisions after which they are given up, None where nobody has said one.
    """
    cure = (
        "If it has no end, press Ctrl-C and add --limit N: a game is then given up after N decisions."
        if limit is None
        else f"It is given up after {limit:,}."
    )
    seen: Counter[int] = Counter()

    def watch(one: Long) -> None:
        seen[one.decisions] += 1
        if seen[one.decisions] > _FEW_LONG:
            return
        click.echo(
            f"Game {one.number + 1:,} (seed {one.seed}) goes on after {one.decisions:,} decisions; its last actions: "
            f"{', '.join(one.last) or 'none'}. {cure}",
            err=True,
        )

    return watch


@contextmanager
def playing(games: int, doing: str, kept: Path | None = None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar, and say what ended the games."""
    with _progress(games, doing) as told:
        try:
            yield told
        except WorkerError as error:
            fail(f"{error}; {'nothing was kept (see --keep)' if kept is None else f'what was done is in {kept}'}")
        except ValueError as error:
            fail(str(error))


@contextmanager
def _progress(games: int, doing: str) -> Iterator[Callable[[int], None]]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing.replace("[", "\\["), total=games)
        yield lambda done: bar.update(task, completed=done)
