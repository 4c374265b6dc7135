"""A game, settings and results -> everything that a report is made of, and the facts at its head."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import attrs

from gamedsl.game import Game
from gamedsl.option_values import written
from gamedsl.simulate.figures.metrics import Metric, measure
from gamedsl.simulate.figures.unused import Neglected, neglected
from gamedsl.simulate.play.settings import Settings, program
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.results import Results, actions_of, ended, finished_of, results_of
from gamedsl.studies import SetUp, set_up


@attrs.frozen
class Study:
    """Everything that a report is made of."""

    game: Game
    settings: Settings
    set_up: SetUp
    results: Results
    finished: Results
    metrics: dict[str, Metric]
    neglected: Neglected

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats."""
        return self.set_up.names

    @property
    def actions(self) -> list[str]:
        """Actions whose use is told: those in play, and passing where there is such a choice."""
        out = {one.name for one in self.neglected.out if one.kind == "action"}
        return [name for name in actions_of(self.game.checked.actions, self.results) if name not in out]


def study_of(game: Game, settings: Settings, results: Sequence[GameResult]) -> Study:
    """Return everything that a report on a simulation is made of."""
    which = set_up(game, settings.players, settings.seed, settings.options)
    games = results_of(results)
    return Study(
        game=game,
        settings=settings,
        set_up=which,
        results=games,
        finished=finished_of(games),
        metrics=measure(games, actions_of(game.checked.actions, games)),
        neglected=neglected(which, games),
    )


def played(study: Study) -> dict[str, Any]:
    """Return what was played as plain data."""
    wanted = study.settings.to_data()
    return wanted | {"played": len(study.results), "rules": study.game.checked.rules_hash, "program": program()}


def never_used(study: Study) -> dict[str, Any]:
    """Return what was never used, and what could not come up, as plain data."""
    found = study.neglected
    return {
        "never_used": [attrs.asdict(one) for one in found.unused],
        "not_in_play": [attrs.asdict(one) for one in found.out],
    }


def who_plays(settings: Settings) -> str:
    """Return who sat at the table."""
    if len(set(settings.seats)) == 1:
        return f"{settings.seats[0]} at every seat"
    moving = "moving on by one seat each game" if settings.rotate else "always at these seats"
    return f"{', '.join(settings.seats)} ({moving})"


def options_told(game: Game, settings: Settings) -> str:
    """Return the options that are not as by default."""
    chosen = [
        f"{name} = {written(value)}" for name, value in settings.options.items() if value != game.options[name][0]
    ]
    return ", ".join(chosen) or "all as by default"


def seeds_told(results: Sequence[GameResult]) -> str:
    """Return the seeds of games; after an interruption some between may be missing."""
    seeds = results_of(results).seeds
    if not seeds:
        return "none"
    whole = f"{seeds[0]} to {seeds[-1]}"
    return whole if len(seeds) <= len(results) else f"{len(results):,} of those from {whole}"


def facts(study: Study) -> tuple[tuple[str, str], ...]:
    """Return what was played, for people."""
    settings, results = study.settings, study.results
    ends = ", ".join(f"{count:,} {name}" for name, count in sorted(ended(results).items()))
    missing = f" of {settings.games:,}, interrupted" if len(results) < settings.games else ""
    found = [
        ("Game", settings.game),
        ("Players", f"{settings.players}: {who_plays(settings)}"),
        *([("Options", options_told(study.game, settings))] if study.game.options else []),
        ("Seeds", f"{seeds_told(results)}, one for each game"),
        ("Games", f"{len(results):,}{missing}: {ends}"),
        ("Made by", f"gamedsl {program()}, rules {study.game.checked.rules_hash[:12]}"),
    ]
    return tuple(found)


def reproduced(game: Game, settings: Settings, one: GameResult) -> str:
    """Return the command that plays a simulated game again; options that are as by default are left out."""
    options = "".join(
        f" --option {name}={written(value)}"
        for name, value in settings.options.items()
        if value != game.options[name][0]
    )
    seats = "".join(f" --seat {seat}={shlex.quote(kind)}" for seat, kind in enumerate(one.kinds, 1))
    return f"gamedsl play {shlex.quote(settings.game)} --players {settings.players} --seed {one.seed}{options}{seats}"
