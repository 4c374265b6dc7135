"""``gamedsl compare``: two rule files or options in; what differs between their games out, in words."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from gamedsl.simulate.play.running import simulate_both
from gamedsl.simulate.reports.compared import Side, compared_report

from ..console import complete_games, friendly_errors
from ..render.simulation import check_folder, check_raw, write, write_raw
from ..simulation_options import Meant, file_for, report_options, seed_of, settings_of, simulation_options
from ..terminal.progress import INTERRUPTED, cores, long_games, playing, remarks, tell_interrupted


@click.command("compare")
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
) -> None:
    """Play FIRST and SECOND with the same seeds and seats, and tell which differences are real.

    Name the same game twice to compare options: gamedsl compare mogul mogul --with sale=all_or_none
    """
    with friendly_errors():
        for file in (output, raw, keep):
            check_folder(file)
        if raw is not None:
            check_raw(raw)
        kept = None if keep is None else (file_for(Path(keep), "A"), file_for(Path(keep), "B"))
        seed = seed_of(meant.seed, kept or ())
        game, before = settings_of(first, attrs.evolve(meant, seed=seed))
        both = attrs.evolve(meant, players=before.players, seed=seed, options=(*meant.options, *changed))
        other, after = settings_of(second, both)
        with playing(2 * meant.games, "A and B", None if keep is None else Path(keep)) as told:
            watch, workers = long_games(before.limit), meant.workers or cores()
            results = simulate_both(before, after, workers=workers, kept=kept, told=told, watch=watch, remark=remarks())
        for name, one in zip("AB", results, strict=True):
            if raw is not None:
                write_raw(one, file_for(Path(raw), name))
    played = min(map(len, results))
    again = "" if keep is None else f" The same command goes on with {keep}."
    tell_interrupted(played, meant.games, "pair", again)
    if not played:
        raise SystemExit(INTERRUPTED)
    write(compared_report(Side(game, before, results[0]), Side(other, after, results[1])), form, output)
    if played < meant.games:
        raise SystemExit(INTERRUPTED)
