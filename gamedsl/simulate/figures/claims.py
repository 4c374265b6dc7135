"""Text such as ``seat_balance >= 0.9`` and metrics -> whether the sample shows it, rules it out, or is too small."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Literal

import attrs

from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.game import Game
from gamedsl.semantics.core import model
from gamedsl.semantics.core.types import BoolType
from gamedsl.simulate.figures.metrics import Metric, measure
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.results.game_result import CHECKPOINTS, PASS, GameResult, Own

_FORM = re.compile(r"\s*([^\s<>=!]*)\s*([<>=!]*)\s*([^%]*?)\s*(%?)\s*")
_NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)")
_LIKE = "write METRIC >= NUMBER, for example seat_balance >= 0.9"
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class ClaimError(ValueError):
    """A claim that cannot be read, or names no metric of this simulation."""


@attrs.frozen
class Claim:
    """``metric`` compared with ``bound`` by ``sign``; the bound may have been written in per cent."""

    metric: str
    sign: str
    bound: float
    text: str
    in_per_cent: bool = False


@attrs.frozen
class Verdict:
    """What the sample says of a claim: ``holds`` or ``fails`` beyond the interval, or ``open``: it is too small."""

    claim: Claim
    answer: Literal["holds", "fails", "open"]
    words: str


def parse_claim(text: str) -> Claim:
    """Return the claim that a text makes; raise ClaimError when it makes none."""
    found = _FORM.fullmatch(text)
    metric, sign, number, per_cent = found.groups() if found else ("", "", "", "")
    wrong = ""
    if not metric:
        wrong = "it does not begin with a metric"
    elif sign not in _SIGNS:
        wrong = f"{f'`{sign}` is none' if sign else 'it has none'} of the signs {', '.join(_SIGNS)}"
    elif _NUMBER.fullmatch(number) is None:
        wrong = f"`{number}` is no number" if number else "the number is missing"
    if wrong:
        raise ClaimError(f"`{text}` is no claim: {wrong}; {_LIKE}")
    return Claim(metric, sign, float(number) / (100 if per_cent else 1), text.strip(), bool(per_cent))


def expected(game: Game, settings: Settings) -> dict[str, Metric]:
    """Return metrics with the names and units that a simulation may have; their values mean nothing."""
    seats = range(settings.players)
    points = tuple(range(1, settings.players + 1))
    some = GameResult(
        number=0,
        seed=0,
        kinds=settings.seats,
        status="finished",
        winners=(0,),
        points=points,
        sources=dict.fromkeys(game.checked.sources, points),
        decisions=1,
        turns=1,
        forced=0,
        choices=1,
        lead_changes=0,
        standings=(tuple(seats),) * len(CHECKPOINTS),
        uses={},
        own={name: _measured(one, seats) for name, one in game.checked.metrics.items()},
    )
    games = [attrs.evolve(some, first=seat) for seat in seats]
    return measure(games, [*game.checked.actions, PASS])


def _measured(metric: model.Metric, seats: range) -> Own:
    """Return what might be measured of a metric of the rule file."""
    is_condition = isinstance(metric.worth.type, BoolType)
    values = tuple((seat if metric.has_you else -1, True if is_condition else 1) for seat in seats)
    return is_condition, metric.has_you, values


def check_claim(claim: Claim, metrics: Mapping[str, Metric]) -> Metric:
    """Return the metric of a claim; raise ClaimError when there is none, or its bound cannot be meant."""
    metric = metrics.get(claim.metric)
    if metric is None:
        suggestion = did_you_mean(claim.metric, list(metrics))
        cure = f"did you mean {suggestion}?" if suggestion else f"there are {', '.join(metrics)}"
        raise ClaimError(f"`{claim.metric}` is no metric of this simulation; {cure}")
    if metric.unit == "mean" and claim.in_per_cent:
        raise ClaimError(f"`{claim.text}`: {claim.metric} is no share, so no per cent of it can be meant")
    if metric.unit != "mean" and not 0 <= claim.bound <= 1:
        raise ClaimError(f"`{claim.text}`: {claim.metric} is never below 0 or above 1; 30 % is 0.3 or 30%")
    return metric


def judge(claim: Claim, metrics: Mapping[str, Metric]) -> Verdict:
    """Return what the sample says of a claim; raise ClaimError when there is no such metric."""
    metric = check_claim(claim, metrics)
    holds = _SIGNS[claim.sign]
    found = metric.estimate
    low, high = holds(found.low, claim.bound), holds(found.high, claim.bound)
    known = math.isfinite(found.low) and math.isfinite(found.high)
    between = f"95 %: {found.low:.3f} to {found.high:.3f}" if known else "too few cases for an interval"
    said = f"{claim.text}: measured {found.value:.3f} ({between}, {found.size} cases)"
    if math.isnan(found.value):
        return Verdict(claim, "open", f"{claim.text}: nothing was measured")
    if low and high:
        return Verdict(claim, "holds", f"{said}: holds")
    if not low and not high:
        return Verdict(claim, "fails", f"{said}: does not hold")
    return Verdict(claim, "open", f"{said}: the sample is too small to tell{_wanted(metric, claim)}")


def _wanted(metric: Metric, claim: Claim) -> str:
    """Return how many cases might do: the interval shrinks with the square root of their number."""
    found = metric.estimate
    if metric.unit == "ratio":
        return "; the worst and the best seat come nearer to each other the more games are played"
    distance = abs(found.value - claim.bound)
    reach = found.high - found.value if found.value < claim.bound else found.value - found.low
    if not distance or not math.isfinite(reach):
        return ""
    wanted = math.ceil(found.size * (reach / distance) ** 2)
    return f"; about {wanted:,} would do if the value stays" if wanted > found.size else ""
