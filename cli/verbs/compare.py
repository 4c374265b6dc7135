"""``gamedsl compare``: two rule files or options in; what differs between their games out, in words."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from gamedsl.simulate.play.data_set import HEAD
from gamedsl.simulate.play.running import simulate_both
from gamedsl.simulate.reports.compared import Side, compared_report

from ..console import WRONG_USE, complete_games, friendly_errors
from ..language import EnglishVerb
from ..render.simulation import check_files, check_raw, write, write_raw
from ..simulation_options import (
    Meant,
    check_stored,
    file_for,
    folder_for,
    held_of,
    place_of,
    report_options,
    seed_of,
    settings_of,
    simulation_options,
)
from ..terminal.progress import INTERRUPTED, long_games, playing, remarks, tell_held, tell_interrupted


@click.command("compare", cls=EnglishVerb)
@click.argument("first", shell_complete=complete_games)
@click.argument("second", shell_complete=complete_games)
@simulation_options
@click.option(
    "--with", "changed", multiple=True, metavar="NAME=VALUE", help="An option of the second game only; repeatable."
)
@report_options(
    raw="Write a row for each game, as simulate does; FILE gets an A or B before its ending.",
    keep="Keep results while playing, and go on with those there; FILE gets an A or B before its ending.",
)
def command(
    first: str,
    second: str,
    meant: Meant,
    changed: tuple[str, ...],
    form: str,
    output: str | None,
    raw: str | None,
    keep: str | None,
    into: str | None,
) -> None:
    """Play FIRST and SECOND with the same seeds and seats, and tell which differences are real.

    Name the same game twice to compare options: gamedsl compare mogul mogul --with sale=all_or_none
    """
    with friendly_errors():
        check_stored(meant, keep, into)
        if raw is not None:
            check_raw(raw)
        files = [] if raw is None else [file_for(Path(raw), name) for name in "AB"]
        kept = None if keep is None else (file_for(Path(keep), "A"), file_for(Path(keep), "B"))
        folders = None if into is None else (folder_for(Path(into), "side", "A"), folder_for(Path(into), "side", "B"))
        named = (*(("raw", one) for one in files), *(("keep", one) for one in kept or ()))
        check_files((("into", into), ("output", output), *named))
        seed = seed_of(meant.seed, kept or [folder / HEAD for folder in folders or ()])
        game, before = settings_of(first, attrs.evolve(meant, seed=seed))
        both = attrs.evolve(meant, players=before.players, seed=seed, options=(*meant.options, *changed))
        other, after = settings_of(second, both)
        held, done = held_of(into, 2), 0

        def note(now: int) -> None:
            nonlocal done
            done = now
            told(now)

        stored = into or keep
        with (
            place_of(meant) as place,
            playing(2 * meant.games, "A and B", None if stored is None else Path(stored)) as told,
        ):
            results = simulate_both(
                before,
                after,
                games=(game, other),
                on=place,
                kept=kept,
                into=folders,
                held=held,
                told=note,
                watch=long_games(before.limit),
                remark=remarks(),
            )
        written = [write_raw(one, file) for one, file in zip(results, files, strict=False)]
    pairs = min(map(len, results))
    played = pairs if held is None else done // 2
    tell_interrupted(played, meant.games, "pair", "" if stored is None else f" The same command goes on with {stored}.")
    if not pairs:
        raise SystemExit(INTERRUPTED)
    if played > pairs:
        tell_held(pairs, played, "pair", into)
    before, after = (attrs.evolve(one, games=min(one.games, held or one.games)) for one in (before, after))
    write(compared_report(Side(game, before, results[0]), Side(other, after, results[1])), form, output)
    if played < meant.games:
        raise SystemExit(INTERRUPTED)
    if not all(written):
        raise SystemExit(WRONG_USE)
