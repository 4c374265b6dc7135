"""Text such as ``seat_balance >= 0.9`` and metrics -> whether the sample shows it, rules it out, or is too small."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Literal

import attrs

from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.simulate.metrics import Metric

_FORM = re.compile(r"\s*([^\s<>=]+)\s*(<=|>=|<|>)\s*(-?\d+(?:\.\d+)?)\s*(%?)\s*")
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
    """``metric`` compared with ``bound`` by ``sign``."""

    metric: str
    sign: str
    bound: float
    text: str


@attrs.frozen
class Verdict:
    """What the sample says of a claim: ``holds`` or ``fails`` beyond the interval, or ``open``: it is too small."""

    claim: Claim
    answer: Literal["holds", "fails", "open"]
    words: str


def parse_claim(text: str) -> Claim:
    """Return the claim that a text makes; raise ClaimError when it makes none."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise ClaimError(f"`{text}` is no claim; write METRIC >= NUMBER, for example seat_balance >= 0.9")
    metric, sign, number, per_cent = found.groups()
    return Claim(metric, sign, float(number) / (100 if per_cent else 1), text.strip())


def judge(claim: Claim, metrics: Mapping[str, Metric]) -> Verdict:
    """Return what the sample says of a claim; raise ClaimError when there is no such metric."""
    metric = metrics.get(claim.metric)
    if metric is None:
        near = did_you_mean(claim.metric, list(metrics))
        cure = f"did you mean {near}?" if near else f"there are {', '.join(metrics)}"
        raise ClaimError(f"`{claim.metric}` is no metric of this simulation; {cure}")
    holds = _SIGNS[claim.sign]
    found = metric.estimate
    low, high = holds(found.low, claim.bound), holds(found.high, claim.bound)
    said = f"{claim.text}: measured {found.value:.3f} (95 %: {found.low:.3f} to {found.high:.3f}, {found.size} cases)"
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
