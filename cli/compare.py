"""``gamedsl compare``: two rule files or options in; what differs between their games out, in words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from .console import friendly_errors, make_console, plain
from .simulate import INTERRUPTED, cores, long_games, playing, settings_of, simulation_options, tell_interrupted

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gamedsl.api import Game
    from gamedsl.simulate.comparing import Difference
    from gamedsl.simulate.results import GameResult
    from gamedsl.simulate.settings import Settings

_FEW = 100


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
    from gamedsl.simulate.comparing import compare
    from gamedsl.simulate.results import actions_of
    from gamedsl.simulate.running import simulate_both

    with friendly_errors():
        game, before = settings_of(first, games, players, seats, seed, options, limit, fixed_seats)
        both = (*options, *changed)
        other, after = settings_of(second, games, before.players, seats, before.seed, both, limit, fixed_seats)
        with playing(2 * games, "A and B") as told:
            results = simulate_both(before, after, workers=workers or cores(), told=told, watch=long_games())
    played = min(map(len, results))
    tell_interrupted(played, games, "pair")
    declared = [name for name in game.checked.actions if name in other.checked.actions]
    actions = actions_of(declared, [one for played in results for one in played])
    found = compare(*results, actions)
    names = _names(game, other, before, after)
    if form == "json":
        click.echo(json.dumps(_data(names, (before, after), results, found), indent=2, ensure_ascii=False))
    else:
        make_console().print(_rendered(names, before, results, found))
    if played < games:
        raise SystemExit(INTERRUPTED)


def _names(game: Game, other: Game, before: Settings, after: Settings) -> tuple[str, str]:
    """Return what the two sides are called: title, and the options in which B differs from A, or the file."""
    from gamedsl.api import written

    changes = [
        f"{name} = {written(value)}"
        for name, value in after.options.items()
        if before.options.get(name, value) != value
    ]
    names = game.title, other.title + (f" with {', '.join(changes)}" if changes else "")
    return names if names[0] != names[1] else (f"{names[0]} ({before.game})", f"{names[1]} ({after.game})")


def _data(
    names: tuple[str, str],
    settings: tuple[Settings, Settings],
    results: tuple[Sequence[GameResult], Sequence[GameResult]],
    found: Sequence[Difference],
) -> dict[str, Any]:
    from gamedsl.simulate.comparing import pairs_of

    return {
        "pairs": len(pairs_of(*results)),
        "games": [
            {"name": name, **one.to_data(), "endings": Counter(game.status for game in played)}
            for name, one, played in zip(names, settings, results, strict=True)
        ],
        "differences": [
            {
                "name": one.name,
                "words": one.words,
                "unit": "rate" if one.is_rate else "mean",
                "first": one.first,
                "second": one.second,
                "difference": one.difference.value,
                "low": _known(one.difference.low),
                "high": _known(one.difference.high),
                "answer": one.answer,
            }
            for one in found
        ],
    }


def _known(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


def _rendered(
    names: tuple[str, str],
    settings: Settings,
    results: tuple[Sequence[GameResult], Sequence[GameResult]],
    found: Sequence[Difference],
) -> RenderableType:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from gamedsl.simulate.comparing import told
    from gamedsl.simulate.report import seeds_told, who_plays

    facts = Table.grid(padding=(0, 2, 0, 0))
    facts.add_row(Text("A", style="bold"), Text(plain(names[0])))
    facts.add_row(Text("B", style="bold"), Text(plain(names[1])))
    facts.add_row(Text("Players", style="dim"), Text(plain(f"{settings.players}: {who_plays(settings)}")))
    facts.add_row(Text("Seeds", style="dim"), Text(f"{seeds_told(results[0])}, the same for A and B"))
    parts: list[RenderableType] = [facts, Text()]
    parts += [_points([*_remarks(settings, results)]), Text()]
    groups = [[one for one in found if one.answer == answer] for answer in ("real", "perhaps")]
    if groups[0]:
        parts += [Text("Real differences (A and B):", style="bold"), _points([told(one) for one in groups[0]]), Text()]
    else:
        parts += [Text("No real difference was found.", style="bold"), Text()]
    if groups[1]:
        head = f"Perhaps real, perhaps chance (of {len(found)} figures about one in twenty looks like this):"
        parts += [Text(head, style="bold"), _points([told(one) for one in groups[1]]), Text()]
    if found:
        parts += [_table(found)]
    return Group(*parts)


def _points(lines: Sequence[str]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    shown = Table.grid(padding=(0, 1, 0, 0))
    for line in lines:
        shown.add_row("•", Text(plain(line)))
    return shown


def _remarks(settings: Settings, results: tuple[Sequence[GameResult], Sequence[GameResult]]) -> Iterator[str]:
    """Walk what to think of the sample."""
    from gamedsl.simulate.comparing import pairs_of
    from gamedsl.simulate.findings import who_played
    from gamedsl.simulate.wording import several

    yield from who_played(settings)
    pairs = len(pairs_of(*results))
    for name, played in zip("AB", results, strict=True):
        for status, words in (("stopped", "could not go on because of a rule"), ("unfinished", "had no end")):
            count = sum(one.status == status for one in played)
            if count:
                yield f"{several(count, 'game')} of {name} {words}; games are compared only where both sides ended."
    if not pairs:
        yield "No game was played to its end on both sides, so nothing can be compared."
    elif pairs < _FEW:
        yield f"{several(pairs, 'pair')} of games {'is' if pairs == 1 else 'are'} few: only large differences show."
    else:
        yield f"{several(pairs, 'pair')} of games with the same seeds are compared."


def _table(found: Sequence[Difference]) -> RenderableType:
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from gamedsl.simulate.comparing import change_told, value_told

    shown = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for place, column in enumerate(("", "A", "B", "B less A, 95 %")):
        shown.add_column(column, justify="left" if place == 0 else "right")
    marks = {"real": "**", "perhaps": " *", "open": "  "}
    for one in found:
        change = f"{change_told(one)} {marks[one.answer]}"
        shown.add_row(plain(one.words), value_told(one.first, one), value_told(one.second, one), change)
    note = "** real, * perhaps. The intervals say how large a difference may be; rates in percentage points."
    return Group(shown, Text(note, style="dim"))
