"""``gamedsl compare``: two rule files or options in; what differs between their games out, in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from .console import friendly_errors, make_console, plain
from .simulate import run, settings_of, simulation_options

if TYPE_CHECKING:
    from gamedsl.simulate.comparing import Difference


@click.command("compare")
@click.argument("first")
@click.argument("second")
@simulation_options
@click.option(
    "--with", "changed", multiple=True, metavar="NAME=VALUE", help="An option of the second game only; repeatable."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    first: str,
    second: str,
    games: int,
    players: int | None,
    seats: str,
    seed: int | None,
    workers: int | None,
    options: tuple[str, ...],
    limit: int | None,
    fixed_seats: bool,
    changed: tuple[str, ...],
    form: str,
) -> None:
    """Play FIRST and SECOND with the same seeds and seats, and tell which differences are real.

    Name the same game twice to compare options: gamedsl compare mogul mogul --with sale=all_or_none
    """
    with friendly_errors():
        game, before = settings_of(first, games, players, seats, seed, options, limit, fixed_seats)
        both = (*options, *changed)
        other, after = settings_of(second, games, before.players, seats, before.seed, both, limit, fixed_seats)
        results = [run(before, workers), run(after, workers)]
    from gamedsl.api import written
    from gamedsl.simulate.comparing import compare

    found = compare(*results)
    if form == "json":
        data = [
            {
                "name": one.name,
                "words": one.words,
                "first": one.first,
                "second": one.second,
                "difference": one.difference.value,
                "low": one.difference.low,
                "high": one.difference.high,
                "pairs": one.difference.size,
                "real": one.is_real,
            }
            for one in found
        ]
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    pairs = found[0].difference.size if found else 0
    facts = f"{pairs} pairs of games for {before.players} ({', '.join(before.seats)}), seeds from {before.seed}"
    changes = [
        f", {name} = {written(value)}" for name, value in after.options.items() if before.options.get(name) != value
    ]
    _print(f"{game.title} and {other.title}{''.join(changes)}", facts, found)


def _print(title: str, facts: str, found: list[Difference]) -> None:
    from rich.text import Text

    from gamedsl.simulate.comparing import told

    console = make_console()
    console.print(Text(plain(title), style="bold"))
    console.print(Text(plain(facts), style="dim"))
    real = [told(one) for one in found if one.is_real]
    others = [told(one) for one in found if not one.is_real]
    console.print(Text("\nReal differences:" if real else "\nNo real difference was found.", style="bold"))
    for line in real:
        console.print(Text(f"• {line}"))
    if others:
        console.print(Text("\nNo difference that this sample can show:", style="bold"))
        for line in others:
            console.print(Text(f"• {line}"))
    console.print(Text("\nOf twenty figures that are the same, about one looks different by chance.", style="dim"))
