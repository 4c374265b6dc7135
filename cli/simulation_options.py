"""The options that all simulating verbs share -> what is to be simulated and where, and the files of each part."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import attrs
import click

from gamedsl import load
from gamedsl.game import Game
from gamedsl.kernel.native.compiling import processors
from gamedsl.players.seats import check
from gamedsl.simulate.cluster.on_ray import NoClusterError, ray_cluster
from gamedsl.simulate.play.columns import MissingLibraryError, arrow
from gamedsl.simulate.play.executors import Place
from gamedsl.simulate.play.here import Cores
from gamedsl.simulate.play.results_file import kept_seed
from gamedsl.simulate.play.settings import WAYS, Settings, Way
from gamedsl.studies import set_up

from .console import fail
from .render.simulation import FORMATS
from .terminal.seats import pair


@attrs.frozen
class Meant:
    """What the options that all simulating verbs share say."""

    games: int
    players: int | None
    seats: str
    seed: int | None
    workers: int | None
    on: str | None
    engine: Way
    options: tuple[str, ...]
    limit: int | None
    fixed_seats: bool


_MOST_CORES = 256
_MOST_HELD = 10_000_000
"""Games whose results a machine may hold in memory."""
HELD = 1_000_000
"""Games on which there is a report where all results go into a data set."""

_OPTIONS = (
    click.option("--games", type=click.IntRange(1, 1_000_000_000), default=1000, show_default=True, metavar="N"),
    click.option("--players", type=int, metavar="N", help="Number of players; default: the fewest the game allows."),
    click.option(
        "--seats",
        default="random",
        show_default=True,
        metavar="KIND,KIND…",
        help="Who plays: one kind for all seats, or one for each, such as mcts:200,random,random. Kinds are random, "
        "quick, greedy, mcts:500 (tries), mcts:2s (seconds), module:Class.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0),
        metavar="S",
        help="Seed of the first game; the next ones count up. Default: a new one, which is printed.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1, 100_000),
        metavar="W",
        help="Cores to use, at most 256; default: all. With --on: tasks at a time, at most.",
    ),
    click.option(
        "--on",
        metavar="ray|HOST:PORT",
        help="Play on a Ray cluster: the one to which this machine belongs, or the one at an address. "
        "Needs gamedsl[ray].",
    ),
    click.option(
        "--engine",
        type=click.Choice(WAYS),
        default="auto",
        show_default=True,
        help="How games of random players are played, and how other players of the program think: as machine code "
        "(native, which needs a C compiler or gamedsl[native]), in Python, or what is faster. Results are the same.",
    ),
    click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable."),
    click.option(
        "--limit",
        type=click.IntRange(1),
        metavar="N",
        help="Give a game up after N decisions; it has no winner.",
    ),
    click.option("--fixed-seats", is_flag=True, help="Do not move the players on by one seat from game to game."),
)


def simulation_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that all simulating verbs share; the verb gets them as ``meant``."""

    @wraps(function)
    def bundled(**given: Any) -> None:
        meant = Meant(**{field.name: given.pop(field.name) for field in attrs.fields(Meant)})
        function(meant=meant, **given)

    decorated: Callable[..., None] = bundled
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def report_options(*, raw: str, keep: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options for where reports and results go; ``raw`` and ``keep`` tell what is written there."""
    file = click.Path(dir_okay=False, writable=True)
    options = (
        click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True),
        click.option("--output", type=file, metavar="FILE", help="Write the report there."),
        click.option("--raw", type=file, metavar="FILE", help=raw),
        click.option("--keep", type=click.Path(dir_okay=False), metavar="FILE", help=keep),
        click.option(
            "--into",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help="Write all results into a Parquet data set while playing, and go on with what is there. "
            f"The report is on the first {HELD:,} games.",
        ),
    )

    def decorated(function: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorated


def settings_of(game: str, meant: Meant) -> tuple[Game, Settings]:
    """Return the game and what to simulate; raise click.UsageError for what cannot be meant."""
    loaded = load(game)
    chosen = dict(pair(option, "--option", "NAME=VALUE") for option in meant.options)
    number = loaded.players.start if meant.players is None else meant.players
    kinds = [kind.strip() for kind in meant.seats.split(",")]
    if len(kinds) not in (1, number):
        raise click.UsageError(f"--seats names {len(kinds)} players, the game has {number}")
    for kind in kinds:
        try:
            check(kind)
        except ValueError as error:
            raise click.UsageError(f"--seats {meant.seats}: {error}") from error
    start = secrets.randbelow(2**32) if meant.seed is None else meant.seed
    which = set_up(loaded, number, start, chosen)
    if start + meant.games > 2**64:
        raise click.UsageError(f"--seed {start}: the seeds of {meant.games} games must stay below {2**64}")
    every = tuple(kinds * number if len(kinds) == 1 else kinds)
    rotate = not meant.fixed_seats
    return loaded, Settings(
        game, number, every, start, meant.games, which.options, rotate, meant.limit, engine=meant.engine
    )


@contextmanager
def place_of(meant: Meant) -> Iterator[Place]:
    """Open the place where games are to be played; say what is wrong with it, and end."""
    if meant.on is None:
        if meant.workers is not None and meant.workers > _MOST_CORES:
            raise click.UsageError(f"--workers {meant.workers}: one machine has at most {_MOST_CORES} (see --on)")
        yield Cores(meant.workers or processors())
        return
    with ExitStack() as stack:
        try:
            place = stack.enter_context(ray_cluster(meant.on, meant.workers))
        except (MissingLibraryError, NoClusterError) as error:
            fail(f"--on {meant.on}: {error}")
        yield place


def check_stored(meant: Meant, keep: str | None, into: str | None) -> None:
    """Say at once, not after an hour of play, that results cannot be stored as they are meant to be."""
    if into is None:
        if meant.games > _MOST_HELD:
            raise click.UsageError(f"--games {meant.games}: more than {_MOST_HELD:,} need --into FOLDER")
        return
    if keep is not None:
        raise click.UsageError("--keep and --into both keep results: one of them is enough")
    try:
        arrow()
    except MissingLibraryError as error:
        fail(f"--into {into}: {error}")


def path_of(written: str | None) -> Path | None:
    """Return what an option says as a path."""
    return None if written is None else Path(written)


def folder_for(folder: Path, name: str, value: str) -> Path:
    """Return the folder of the data set for one value: ``NAME=VALUE`` inside it, which readers take for a column."""
    safe = re.sub(r"[^\w-]", "_", value)
    return folder / f"{name}={safe}" if name else folder


def held_of(into: str | Path | None, simulations: int) -> int | None:
    """Return how many games of each simulation are held for the report; None: all."""
    return None if into is None else max(1, HELD // simulations)


def file_for(file: Path, value: str) -> Path:
    """Return the file for one value of a sweep: ``kept.any.jsonl`` for ``kept.jsonl``."""
    safe = re.sub(r"[^\w-]", "_", value)
    return file.with_name(f"{file.stem}.{safe}{file.suffix}") if value else file


def seed_of(seed: int | None, kept: Sequence[Path]) -> int:
    """Return the seed that is wanted, else that of results kept before, else a new one."""
    for file in kept if seed is None else ():
        seed = kept_seed(file) if seed is None else seed
    return secrets.randbelow(2**32) if seed is None else seed
