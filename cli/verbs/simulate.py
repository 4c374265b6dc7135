"""``gamedsl simulate``: a game and a number of games in; win rates, lengths, uses and troubles out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import click

from gamedsl.game import Game
from gamedsl.simulate.figures.claims import ClaimError, check_claim, expected, parse_claim
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.reports.report import Report
from gamedsl.simulate.reports.simulated import simulated_report
from gamedsl.simulate.reports.sweeping import Part, judged, sweep_report

from ..console import FINDINGS, WRONG_USE, complete_games, friendly_errors
from ..language import EnglishVerb
from ..render.simulation import check_files, check_raw, write, write_raw
from ..simulation_options import (
    Meant,
    check_stored,
    file_for,
    folder_for,
    held_of,
    path_of,
    place_of,
    report_options,
    seed_of,
    settings_of,
    simulation_options,
)
from ..terminal.progress import INTERRUPTED, Stored, remarks, run, tell_held
from ..terminal.seats import pair


@attrs.frozen
class Prepared:
    """One of the simulations: where its rows and its results go, what it is called, and what is to be played."""

    raw: Path | None
    stored: Stored
    label: str
    game: Game
    settings: Settings


@click.command("simulate", cls=EnglishVerb)
@click.argument("game", shell_complete=complete_games)
@simulation_options
@report_options(
    raw="Write a row for each game: a CSV file, or a Parquet file if FILE ends in .parquet.",
    keep="Keep results while playing, and go on with those already there.",
)
@click.option(
    "--sweep",
    multiple=True,
    metavar="OPTION=A,B,C",
    help="Simulate once for each value of an option, or of players, with the same seeds.",
)
@click.option(
    "--assert",
    "claims",
    multiple=True,
    metavar="CLAIM",
    help='A claim such as "seat_balance >= 0.9"; exit 1 when the games rule it out.',
)
def command(
    game: str,
    meant: Meant,
    form: str,
    output: str | None,
    raw: str | None,
    keep: str | None,
    into: str | None,
    sweep: tuple[str, ...],
    claims: tuple[str, ...],
) -> None:
    """Play GAME many times and tell whether it is fair, how long it takes, and what is never used.

    The same seed, seats and options give the same games on every machine.
    """
    with friendly_errors():
        check_stored(meant, keep, into)
        if raw is not None:
            check_raw(raw)
        if len(sweep) > 1:
            raise click.UsageError("--sweep: only one option can be swept at a time")
        swept = sweep[0] if sweep else None
        prepared = _prepared(swept, raw, Stored(path_of(keep), path_of(into)), game, meant)
        check_files((("into", into), ("output", output), *_files(prepared)))
        _check_claims(claims, prepared)
        parts, is_whole, is_written = _played(prepared, meant)
        report, wrong = _report(swept, parts, claims)
    write(report, form, output)
    if wrong:
        raise click.UsageError(f"--assert: {wrong}")
    if any(verdict.answer == "fails" for verdict in report.verdicts):
        raise SystemExit(FINDINGS)
    if not is_whole:
        raise SystemExit(INTERRUPTED)
    if not is_written:
        raise SystemExit(WRONG_USE)


def _played(prepared: Sequence[Prepared], meant: Meant) -> tuple[list[Part], bool, bool]:
    """Play what has been prepared until it is done or interrupted; leave when nothing was played.

    Tell whether it is done, and whether all rows could be written.
    """
    parts, remark, is_whole, is_written = [], remarks(), False, True
    with place_of(meant) as place:
        for one in prepared:
            results, done = run(one.game, one.settings, place, one.stored, one.label or "games", remark)
            if not results:
                break
            if done > len(results):
                tell_held(len(results), done, "game", str(one.stored.into))
            reported = attrs.evolve(one.settings, games=min(meant.games, one.stored.held or meant.games))
            parts.append(Part(one.label, one.game, reported, results))
            if one.raw is not None:
                is_written &= write_raw(results, one.raw)
            if done < meant.games:
                break
        else:
            is_whole = True
    if not parts:
        raise SystemExit(INTERRUPTED)
    return parts, is_whole, is_written


# ---------------------------------------------------------------- what is meant


def _files(prepared: Sequence[Prepared]) -> Iterator[tuple[str, Path | None]]:
    """Walk the files of all values of a sweep, with the names of their options."""
    for one in prepared:
        yield from (("raw", one.raw), ("keep", one.stored.keep))


def _check_claims(claims: Sequence[str], prepared: Sequence[Prepared]) -> None:
    """Say at once, not after an hour of play, that a claim cannot be meant."""
    try:
        for claim in map(parse_claim, claims):
            for one in prepared:
                check_claim(claim, expected(one.game, one.settings))
    except ClaimError as error:
        raise click.UsageError(f"--assert: {error}") from error


def _swept(sweep: str) -> tuple[str, list[str]]:
    """Return the name of an option, or ``players``, and the values to try."""
    name, written = pair(sweep, "--sweep", "OPTION=A,B,C")
    values = list(dict.fromkeys(value.strip() for value in written.split(",") if value.strip()))
    if not values:
        raise click.UsageError(f"--sweep {sweep}: write --sweep OPTION=A,B,C")
    if name == "players" and not all(value.isdecimal() for value in values):
        raise click.UsageError(f"--sweep {sweep}: write --sweep players=2,3,4")
    return name, values


def _prepared(sweep: str | None, raw: str | None, stored: Stored, game: str, meant: Meant) -> list[Prepared]:
    """Return what to simulate, one for each value of a sweep, each with files of its own."""
    name, values = ("", [""]) if sweep is None else _swept(sweep)
    own = [
        Stored(
            stored.keep and file_for(stored.keep, value),
            stored.into and folder_for(stored.into, name, value),
            held_of(stored.into, len(values)),
        )
        for value in values
    ]
    seed = seed_of(meant.seed, [one.head for one in own if one.head is not None])
    found = []
    for value, files in zip(values, own, strict=True):
        number = int(value) if name == "players" else meant.players
        chosen = meant.options if name in ("", "players") else (*meant.options, f"{name}={value}")
        label = f"{name} = {value}" if name else ""
        table = None if raw is None else file_for(Path(raw), value)
        which = settings_of(game, attrs.evolve(meant, players=number, options=chosen, seed=seed))
        found.append(Prepared(table, files, label, *which))
    return found


# ---------------------------------------------------------------- telling


def _report(sweep: str | None, parts: Sequence[Part], claims: Sequence[str]) -> tuple[Report, str]:
    """Return the report, and what is wrong with a claim: only the results tell which metrics there are."""
    if sweep is None:
        report = simulated_report(parts[0].game, parts[0].settings, parts[0].results)
    else:
        report = sweep_report(_swept(sweep)[0], parts)
    verdicts, wrong = [], ""
    for claim in claims:
        try:
            verdicts += judged(parse_claim(claim), parts, report.metrics)
        except ClaimError as error:
            wrong = wrong or str(error)
    return attrs.evolve(report, verdicts=tuple(verdicts)), wrong
