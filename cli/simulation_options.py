"""The options that all simulating verbs share -> what is to be simulated, and the files that belong to each part."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import attrs
import click

from gamedsl import load
from gamedsl.game import Game
from gamedsl.players.seats import check
from gamedsl.simulate.play.kept import kept_seed
from gamedsl.simulate.play.settings import WAYS, Settings, Way

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
    engine: Way
    options: tuple[str, ...]
    limit: int | None
    fixed_seats: bool


_OPTIONS = (
    click.option("--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, metavar="N"),
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
    click.option("--workers", type=click.IntRange(1, 256), metavar="W", help="Cores to use; default: all."),
    click.option(
        "--engine",
        type=click.Choice(WAYS),
        default="auto",
        show_default=True,
        help="How games of random players are played: as machine code (native, which needs a C compiler or "
        "gamedsl[native]), in Python, or what is faster. Results are the same.",
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
    table = loaded.start(number, start, chosen)
    if start + meant.games > 2**64:
        raise click.UsageError(f"--seed {start}: the seeds of {meant.games} games must stay below {2**64}")
    every = tuple(kinds * number if len(kinds) == 1 else kinds)
    rotate = not meant.fixed_seats
    return loaded, Settings(
        game, number, every, start, meant.games, table.options, rotate, meant.limit, engine=meant.engine
    )


def file_for(file: Path, value: str) -> Path:
    """Return the file for one value of a sweep: ``kept.any.jsonl`` for ``kept.jsonl``."""
    safe = re.sub(r"[^\w-]", "_", value)
    return file.with_name(f"{file.stem}.{safe}{file.suffix}") if value else file


def seed_of(seed: int | None, kept: Sequence[Path]) -> int:
    """Return the seed that is wanted, else that of results kept before, else a new one."""
    for file in kept if seed is None else ():
        seed = kept_seed(file) if seed is None else seed
    return secrets.randbelow(2**32) if seed is None else seed
