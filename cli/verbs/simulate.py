"""``gamedsl simulate``: a game and a number of games in; win rates, lengths, uses and troubles out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs
import click

from gamedsl.game import Game
from gamedsl.simulate.figures.claims import ClaimError, check_claim, expected, parse_claim
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.reports.report import Report
from gamedsl.simulate.reports.simulated import simulated_report
from gamedsl.simulate.reports.sweeping import Part, judged, sweep_report

from ..console import FINDINGS, complete_games, friendly_errors
from ..render.simulation import check_folder, check_raw, write, write_raw
from ..simulation_options import Meant, file_for, report_options, seed_of, settings_of, simulation_options
from ..terminal.progress import INTERRUPTED, remarks, run
from ..terminal.seats import pair

Prepared = tuple[tuple[Path | None, ...], str, Game, Settings]


@click.command("simulate")
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
    sweep: tuple[str, ...],
    claims: tuple[str, ...],
) -> None:
    """Play GAME many times and tell whether it is fair, how long it takes, and what is never used.

    The same seed, seats and options give the same games on every machine.
    """
    with friendly_errors():
        for file in (output, raw, keep):
            check_folder(file)
        if raw is not None:
            check_raw(raw)
        if len(sweep) > 1:
            raise click.UsageError("--sweep: only one option can be swept at a time")
        swept = sweep[0] if sweep else None
        prepared = _prepared(swept, (raw, keep), game, meant)
        _check_claims(claims, prepared)
        parts = _played(prepared, meant)
        report, wrong = _report(swept, parts, claims)
    write(report, form, output)
    if wrong:
        raise click.UsageError(f"--assert: {wrong}")
    if any(verdict.answer == "fails" for verdict in report.verdicts):
        raise SystemExit(FINDINGS)
    if len(parts) < len(prepared) or len(parts[-1].results) < meant.games:
        raise SystemExit(INTERRUPTED)


def _played(prepared: Sequence[Prepared], meant: Meant) -> list[Part]:
    """Play what has been prepared until it is done or interrupted; leave when there is nothing to report."""
    parts, remark = [], remarks()
    for files, label, loaded, settings in prepared:
        results = run(settings, meant.workers, files[1], label or "games", remark)
        if not results:
            break
        parts.append(Part(label, loaded, settings, results))
        if files[0] is not None:
            write_raw(results, files[0])
        if len(results) < meant.games:
            break
    if not parts:
        raise SystemExit(INTERRUPTED)
    return parts


# ---------------------------------------------------------------- what is meant


def _check_claims(claims: Sequence[str], prepared: Sequence[Prepared]) -> None:
    """Say at once, not after an hour of play, that a claim cannot be meant."""
    try:
        for claim in map(parse_claim, claims):
            for _, _, game, settings in prepared:
                check_claim(claim, expected(game, settings))
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


def _prepared(sweep: str | None, files: tuple[str | None, ...], game: str, meant: Meant) -> list[Prepared]:
    """Return what to simulate, one for each value of a sweep: files for raw and kept results, label, game, settings."""
    name, values = ("", [""]) if sweep is None else _swept(sweep)
    paths = [tuple(None if file is None else file_for(Path(file), value) for file in files) for value in values]
    seed = seed_of(meant.seed, [path for _, path in paths if path is not None])
    found = []
    for value, own in zip(values, paths, strict=True):
        number = int(value) if name == "players" else meant.players
        chosen = meant.options if name in ("", "players") else (*meant.options, f"{name}={value}")
        label = f"{name} = {value}" if name else ""
        found.append((own, label, *settings_of(game, attrs.evolve(meant, players=number, options=chosen, seed=seed))))
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
