"""Settings -> played games, with a progress bar, remarks on what takes long, and a word on what ended them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gamedsl.simulate.play.one_game import Long
from gamedsl.simulate.play.processes import WorkerError
from gamedsl.simulate.play.results import GameResult
from gamedsl.simulate.play.running import simulate
from gamedsl.simulate.play.settings import Settings

from ..console import fail

INTERRUPTED = 130
_FEW_LONG = 3
"""Games of the same length that are told; more would say nothing new."""


def run(
    settings: Settings, workers: int | None, keep: Path | None, doing: str, remark: Callable[[str], None]
) -> list[GameResult]:
    """Simulate with a progress bar on standard error; Ctrl-C keeps what is done, which may be nothing."""
    again = f" The same command goes on with {keep}." if keep is not None else ""
    with playing(settings.games, doing, keep) as told:
        watch = long_games(settings.limit)
        results = simulate(settings, workers=workers or cores(), kept=keep, told=told, watch=watch, remark=remark)
    tell_interrupted(len(results), settings.games, "game", again)
    return results


def tell_interrupted(done: int, wanted: int, what: str, again: str = "") -> None:
    """Say that not everything was played."""
    if done < wanted:
        click.echo(f"Interrupted after {done:,} of {wanted:,} {what}s.{again}", err=True)


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
def playing(games: int, doing: str, keep: Path | None = None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar, and say what ended the games."""
    with _progress(games, doing) as told:
        try:
            yield told
        except WorkerError as error:
            fail(f"{error}; {'nothing was kept (see --keep)' if keep is None else f'what was done is in {keep}'}")
        except ValueError as error:
            fail(str(error))


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _progress(games: int, doing: str) -> Iterator[Callable[[int], None]]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing.replace("[", "\\["), total=games)
        yield lambda done: bar.update(task, completed=done)
