"""A study -> what stands out, in sentences: who played, whether it is fair, how games go, what is never used."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from statistics import NormalDist

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.players.seats import OWN
from gamedsl.simulate.figures.estimates import Estimate, normal_quantile
from gamedsl.simulate.figures.figures import leader as leader_of
from gamedsl.simulate.figures.figures import led as keys_of_leaders
from gamedsl.simulate.figures.samples import seat_rates
from gamedsl.simulate.figures.wording import action_row, number, per_cent, several
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.reports.study import Study
from gamedsl.simulate.reports.tables import shown_courses
from gamedsl.simulate.results.keys import DECISIONS, HINTS, TURNS
from gamedsl.simulate.results.results import ended

_FEW = 100
_TOO_FEW = 20
_PAIR = 2
_MUCH = 0.05
_NAMED = 3
"""Unused things of a kind that are named at once."""
_POINT = 0.01
_SMALL = 2 * _POINT
_LARGE = 10
"""Percentage points: where only a larger advantage would show, nothing can be said."""
_LIKELY = NormalDist().inv_cdf(0.8)
_KINDS = {name: one.does for name, one in OWN.items() if one.does}
"""What players who think do, by what stands before the colon of their kind."""


def findings(study: Study) -> Iterator[str]:
    """Walk what a reader should know first."""
    yield from who_played(study.settings)
    yield from _sample(study)
    yield from _over_at_once(study)
    if study.finished:
        yield from _fairness(study)
        yield from _course(study)
    yield from _unused(study)
    yield from _rare(study)
    yield from _troubles(study)


def brief(study: Study) -> Iterator[str]:
    """Walk what a reader should know of one simulation beside others: its troubles, fairness, what is never used."""
    yield from _ended(study)
    yield from _over_at_once(study)
    if study.finished:
        yield from _fairness(study)
    yield from _unused(study)


def who_played(settings: Settings) -> Iterator[str]:
    """Walk what to think of the players."""
    kinds = dict.fromkeys(settings.seats)
    known = {kind.partition(":")[0] for kind in kinds}
    if known == {"random"}:
        yield (
            "Who played? Players who choose at random, without any aim. That tests the rules and shows what chance "
            "alone does, not what happens when people try to win: take --seats quick or --seats greedy for that."
        )
    else:
        able = [f"{kind} ({_KINDS[name]})" for kind in kinds if (name := kind.partition(":")[0]) in _KINDS]
        others = [kind for kind in kinds if kind.partition(":")[0] not in _KINDS and kind != "random"]
        aimless = ["random (no aim at all)"] if "random" in kinds else []
        yield (
            f"Who played? {enumerated([*able, *others, *aimless])}. What follows is true of players like these; "
            "people may play better or otherwise."
        )
    if len(kinds) > 1 and not settings.rotate:
        yield "Fair? That cannot be told: the players kept their seats, so victories by seat tell who played there."
    if any(kind.startswith("mcts:") and kind.endswith("s") for kind in kinds):
        yield "Players who search for seconds choose otherwise each time: these games cannot be repeated exactly."


def _sample(study: Study) -> Iterator[str]:
    yield from _ended(study)
    finished = study.finished
    if finished and len(finished) < _FEW:
        yield (
            f"{several(len(finished), 'game')} {'is' if len(finished) == 1 else 'are'} few: intervals are wide, and "
            "what is rare has not come up."
        )


def _ended(study: Study) -> Iterator[str]:
    """Walk what to know of games that were not finished."""
    results, finished, limit = study.results, study.finished, study.settings.limit
    stopped, given_up = (ended(results)[status] for status in ("stopped", "unfinished"))
    if stopped:
        part = per_cent(stopped / len(results))
        yield (
            f"{several(stopped, 'game')} ({part}) could not go on because of a rule: see “Games stopped by a rule”. "
            "Victories, points, lengths and courses are told of the others."
        )
    if given_up:
        where = "" if limit is None else f" after {several(limit, 'decision')}"
        yield (
            f"{several(given_up, 'game')} ({per_cent(given_up / len(results))}) had no end{where} (“Games given up”)."
            + (" Victories, points, lengths and courses are told of the others, the shorter ones." if finished else "")
        )
    if not finished:
        yield "No game was played to its end, so nothing can be said about victories, points and lengths."


def _over_at_once(study: Study) -> Iterator[str]:
    """Tell that all games are over after one decision, or one of each player: mostly an `until` was forgotten."""
    seats = len(study.names)
    lengths = {(one.decisions, one.turns) for one, _ in study.finished.alike(DECISIONS, TURNS)}
    if lengths == {(1, 1)}:
        told = "one decision"
    elif lengths == {(seats, seats)}:
        told = "one decision of each player"
    else:
        return
    yield f"A game lasts {told}: every game was over then. If more is meant, a phase needs an `until`."


# ---------------------------------------------------------------- fairness


def _fairness(study: Study) -> Iterator[str]:
    seats = range(len(study.names))
    found = seat_rates(study.finished, seats)
    decided, without = found[0].size, study.metrics["without_winner"].estimate
    if without.value > _MUCH:
        yield f"{per_cent(without.value)} of the games ended without a winner."
    if study.metrics["shared"].estimate.value > _MUCH:
        yield f"{per_cent(study.metrics['shared'].estimate.value)} of the games had several winners."
    if not decided or len(seats) == 1:
        return
    fair = 1 / len(seats)
    if len(set(study.settings.seats)) > 1 and not study.settings.rotate:
        yield from _kinds(study)
        return
    if decided < _TOO_FEW:
        yield f"Fair? {_games(study, decided)} cannot tell: take some hundreds."
        yield from _kinds(study)
        return
    apart = [(seat, one) for seat, one in enumerate(found) if one.excludes(fair)]
    if apart:
        told = [
            f"seat {seat + 1} ({study.names[seat]}) wins {'more' if one.value > fair else 'less'}, "
            f"{per_cent(one.value)} ({per_cent(one.low)} to {per_cent(one.high)})"
            for seat, one in apart
        ]
        yield (
            f"Fair? Not by seat, by {_games(study, decided)}: where {per_cent(fair)} would be fair, "
            f"{enumerated(told)}. In brackets the intervals that hold for all seats at once (95 %)."
        )
    else:
        answer = "cannot tell yet" if _points(found, decided, fair) > _LARGE else "can tell, yes"
        yield (
            f"Fair? {'As far as ' if answer.endswith('yes') else ''}{_games(study, decided)} {answer}: no seat wins "
            f"clearly more or less often than {per_cent(fair)}. {_power(found, decided, fair)}"
        )
    yield from _starter(study, fair)
    yield from _kinds(study)


def _games(study: Study, decided: int) -> str:
    """Return on how many games the answer rests."""
    every = len(study.finished)
    return several(decided, "game") + ("" if decided == every else f" with a winner (of {every:,})")


def _starter(study: Study, fair: float) -> Iterator[str]:
    """Tell whether it helps to begin, where that is not always the same seat."""
    if "win_rate.starter" not in study.metrics:
        return
    found = study.metrics["win_rate.starter"].estimate
    said = (
        f"To begin? Who decides first wins {per_cent(found.value)} ({_between(found)}), {per_cent(fair)} being fair: "
    )
    if found.excludes(fair):
        yield said + ("an advantage." if found.value > fair else "a disadvantage.")
    else:
        yield said + "no clear advantage or disadvantage."


def _kinds(study: Study) -> Iterator[str]:
    """Tell how the kinds of players did against each other; games that nobody wins leave less for each."""
    fair = (1 - study.metrics["without_winner"].estimate.value) / len(study.names)
    for kind in dict.fromkeys(study.settings.seats):
        name = f"win_rate.{kind}"
        if name in study.metrics:
            found = study.metrics[name].estimate
            share = f"{per_cent(found.value)} ({_between(found)})"
            yield f"A player {kind} wins {share}; {per_cent(fair)} if all were equally good."


def _between(found: Estimate) -> str:
    return f"95 %: {per_cent(found.low)} to {per_cent(found.high)}"


def _power(found: list[Estimate], size: int, fair: float) -> str:
    """Return how large an advantage would have been found in four of five samples like this."""
    if max((one.high - one.low) / 2 for one in found) < 1.5 * _POINT:
        return "A seat's advantage is at most about one percentage point."
    points = _points(found, size, fair)
    wanted = math.ceil((_reach(found, fair) / _SMALL) ** 2 / 100) * 100
    more = f" For 2 points it takes about {wanted:,} games." if wanted > size else ""
    return (
        f"An advantage of {points} percentage points shows in four of five simulations of this size, a smaller "
        f"one more rarely.{more}"
    )


def _points(found: list[Estimate], size: int, fair: float) -> int:
    """Return the percentage points of the advantage that shows in four of five samples."""
    return math.ceil(_reach(found, fair) / math.sqrt(size) / _POINT)


def _reach(found: list[Estimate], fair: float) -> float:
    return (normal_quantile(len(found) if len(found) > _PAIR else 1) + _LIKELY) * math.sqrt(fair * (1 - fair))


# ---------------------------------------------------------------- the course of games


def _course(study: Study) -> Iterator[str]:
    metrics = study.metrics
    if "leader_wins.50" not in metrics:
        return
    shown = shown_courses(study)
    if "leader_wins.50" not in shown:
        when = "late" if shown else "only near the end"
        yield f"The course: who is ahead shows {when}; at half-time hardly ever somebody leads alone."
        return
    leader, last = metrics["leader_wins.50"].estimate, metrics["comeback"].estimate
    led = study.finished.alike(*keys_of_leaders(50)).counted(
        lambda one: None if leader_of(one, 50) is None else bool(one.winners)
    )
    fair = led[True] / led.total() / len(study.names)
    said = f"The course: who leads alone at half-time wins {per_cent(leader.value)} of those games"
    said += f", who is last alone {per_cent(last.value)}" if "comeback" in shown else ""
    said += f" ({per_cent(fair)} each if it meant nothing). "
    if len(set(study.settings.seats)) > 1:
        yield said + "Better players lead more often, too."
        return
    if leader.low > 0.75:
        yield said + "Most games are decided at half-time."
    elif leader.low > fair:
        yield said + "A lead helps, but much can still change."
    elif leader.high < fair:
        yield said + "It is better not to lead then."
    elif "comeback" in shown and last.high < fair:
        yield said + "Who is behind then seldom wins any more."
    else:
        yield said + "So far a lead then shows no clear effect."


# ---------------------------------------------------------------- what is never used


def _unused(study: Study) -> Iterator[str]:
    found = study.neglected
    games = f"{found.logged:,} of {len(study.results):,} games that were followed in detail"
    seen = f"rules and pieces are seen in the {games}"
    if not found.unused:
        yield f"Never used? Nothing: every action was chosen, every paragraph and piece came up ({seen}).{_out(study)}"
        return
    counts = Counter(one.kind for one in found.unused)
    forms = {"source of points": "sources of points"}
    told = [
        f"{kind} {enumerated([one.name for one in found.unused if one.kind == kind])}"
        if count <= _NAMED
        else several(count, kind, forms.get(kind, ""))
        for kind, count in counts.items()
    ]
    yield f"Never used? {'; '.join(told)}: see “Never used” ({seen}).{_out(study)}"


def _rare(study: Study) -> Iterator[str]:
    """Name actions that are chosen in few games, where there are enough games to tell."""
    if len(study.finished) < _FEW:
        return
    told = [
        f"{action_row(study.game.checked, name)} in {per_cent(found.value)} of the games"
        for name in study.actions
        if (found := study.metrics[f"used.{name}"].estimate).value > 0 and found.high < _MUCH
    ]
    if told:
        yield f"Hardly ever used? {enumerated(told)}."


def _out(study: Study) -> str:
    """Return what is not counted as never used."""
    out = study.neglected.out
    if not out:
        return ""
    kinds = dict.fromkeys(one.kind for one in out)
    told = "; ".join(f"{kind} {enumerated([one.name for one in out if one.kind == kind])}" for kind in kinds)
    return f" Not counted, because these options or this number of players rule it out: {told}."


def _troubles(study: Study) -> Iterator[str]:
    failed = Counter[str]()
    games = 0
    for one, times in study.results.alike(HINTS):
        failed.update({hint: times * many for hint, many in one.hints.items()})
        games += times * bool(one.hints)
    yield from _unmeasured(study)
    for hint, times in failed.items():
        yield (
            f"A hint could not be worked out {number(times)} times, in {several(games, 'game')}; it counted nothing "
            f"then, so players who think were misled: {hint}"
        )


def _unmeasured(study: Study) -> Iterator[str]:
    """Tell metrics of the rule file that were never measured, or could not be worked out."""
    for name in study.game.checked.metrics:
        found = [value for one in study.finished if name in one.own for _, value in one.own[name][2]]
        failed = found.count(None)
        if failed:
            yield f"The metric `{name}` could not be worked out {number(failed)} of {number(len(found))} times."
        elif study.finished and not found:
            yield f"The metric `{name}` was never measured: what it waits for did not come up."
