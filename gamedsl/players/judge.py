"""A state -> how well every seat stands: the first key of the winner as if the game ended now, plus the hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from gamedsl.diagnostics.report import diagnostic
from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.flat import FINISHED, HEADER, Eval
from gamedsl.kernel.queries.evaluator import Evaluator
from gamedsl.kernel.search_engine import Trial
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import LEVELS
from gamedsl.source import Span

_WORST = -(2**40)
_NOBODY = [0, 0, None, None]
"""The frame of values that are worked out for all seats."""


class FailedHints:
    """How often hints could not be worked out. Such a hint counts nothing in that moment."""

    def __init__(self) -> None:
        self._times: Counter[tuple[str, str]] = Counter()
        self._first: dict[tuple[str, str], tuple[Span, dict[str, Any]]] = {}
        """Where and with what values; the error itself would keep the engine for ever, by the calls it came from."""

    def add(self, hint: str, error: RuleError) -> None:
        """Count one failure."""
        self._times[hint, error.code] += 1
        if self._times[hint, error.code] == 1:
            self._first[hint, error.code] = error.span, {**error.values}

    def copy(self) -> FailedHints:
        """Return the same failures, to which none are added."""
        found = FailedHints()
        found.become(self)
        return found

    def become(self, other: FailedHints) -> None:
        """Count what another has counted."""
        self._times, self._first = other._times.copy(), other._first.copy()

    def clear(self) -> None:
        """Forget all failures."""
        self._times.clear()
        self._first.clear()

    def told(self) -> dict[str, int]:
        """Return how often, by the hint with its place and the message of the first time, sorted."""
        found = {}
        for key, times in sorted(self._times.items()):
            span, values = self._first[key]
            said = diagnostic(key[1], span, **values)
            found[f"{key[0]} ({said.span}): {said.code} {said.message}"] = times
        return found


_FAILED: WeakKeyDictionary[Engine, FailedHints] = WeakKeyDictionary()


def failed_hints(engine: Engine) -> FailedHints:
    """Return the failures of hints that players of an engine have met in this process."""
    return _FAILED.setdefault(engine, FailedHints())


class Judge:
    """Judges states of one engine. It reads everything: give it only states that a player may know or has imagined."""

    def __init__(self, engine: Engine, level: str = LEVELS[-1]) -> None:
        """Make the judge of players of a level: hints of higher levels are left out."""
        evaluator = engine.evaluator
        game = engine.game
        self._level = level
        self._seats = engine.layout.seats
        self._worths = engine.ending.worths
        self._hints: list[tuple[str, list[None], Eval]] = [
            (hint.name, [None] * hint.slots, evaluator.value(hint.worth))
            for hint in game.hints.values()
            if LEVELS.index(hint.level) <= LEVELS.index(level)
        ]
        self._all_hints = evaluator.by_seat([game.hints[name].worth for name, _, _ in self._hints])
        sources = [source.worth for source in game.sources.values()]
        self._all_worths = evaluator.by_seat([worth for worth in sources if worth is not None])
        self.failed = failed_hints(engine)
        self._key: Callable[[State, list[Any], int], Any] | None = None
        self._pads = [None] * game.end_slots
        winner = game.winner
        if isinstance(winner, core.Rank) and getattr(winner.loop.source.type, "item", None) == t.PlayerType():
            first = winner.keys[0]
            if not (isinstance(first.key, core.PointsOf) and first.key.source is None and first.most):
                self._key = _key(evaluator, first.key, winner.loop.slot + HEADER, first.most)

    def values(self, s: State) -> list[int]:
        """Return how well each seat stands in an unfinished game: more is better. The state is not changed."""
        points, scores = self._counted(s)
        values = points if self._key is None else self._by_key(s, points, scores, self._key)
        return self._with_hints(s, values) if self._hints and s.status != FINISHED else values

    def _by_key(
        self, s: State, points: list[int], scores: list[int], key: Callable[[State, list[Any], int], Any]
    ) -> list[int]:
        """Return the first key of the winner by seat, as if these were the points, and those from each source."""
        before = list(s.points), list(s.scores)
        s.points, s.scores = points, scores
        try:
            return [key(s, [0, 0, seat, None, *self._pads], seat) for seat in range(self._seats)]
        except RuleError:
            return points
        finally:
            s.points, s.scores = before

    def _counted(self, s: State) -> tuple[list[int], list[int]]:
        """Points as they would count now, and by source too; what cannot be counted before the end counts nothing."""
        points, scores = list(s.points), list(s.scores)
        if s.status == FINISHED or not self._worths:
            return points, scores
        try:
            found = iter(self._all_worths(s, _NOBODY))
        except RuleError:
            found = iter(self._one_by_one(s))
        for seat in range(self._seats):
            for place, _, _ in self._worths:
                counted = next(found)
                points[seat] += counted
                scores[place * self._seats + seat] += counted
        return points, scores

    def _one_by_one(self, s: State) -> Iterator[int]:
        """Give for each seat what the sources are worth to it; 0 where that cannot be counted."""
        for seat in range(self._seats):
            for _, slots, worth in self._worths:
                try:
                    yield worth(s, [0, 0, seat, None, *[None] * slots])
                except RuleError:
                    yield 0

    def _with_hints(self, s: State, values: list[int]) -> list[int]:
        """Return some values with what the hints say besides."""
        many = len(self._hints)
        try:
            found = self._all_hints(s, _NOBODY)
        except RuleError:
            return [value + self._hinted(s, seat) for seat, value in enumerate(values)]
        return [value + sum(found[seat * many : (seat + 1) * many]) for seat, value in enumerate(values)]

    def _hinted(self, s: State, seat: int) -> int:
        """Return what the hints say of a seat, those left out that cannot be worked out."""
        found = 0
        for name, pads, worth in self._hints:
            try:
                found += worth(s, [0, 0, seat, None, *pads])
            except RuleError as error:
                self.failed.add(name, error)
        return found

    def judged(self, trial: Trial) -> list[int]:
        """Return what ``values`` tells of the state of a trial."""
        found = trial.judged(self._level)
        if found is None:
            state = trial.state()
            found = self.values(state)
            trial.take(state)
        return found

    def lead(self, trial: Trial, seat: int) -> int:
        """Return how well a seat stands against the others: its value, of all values the mean of the others' less.

        Both are multiplied by the number of others, so that whole numbers do. Who plays alone stands as its value says.
        """
        return lead_of(self.judged(trial), seat)


def _key(evaluator: Evaluator, key: core.Value, place: int, most: bool) -> Callable[[State, list[Any], int], int]:
    value = evaluator.value(key)

    def measure(s: State, f: list[Any], seat: int) -> int:
        f[place] = seat
        found = value(s, f)
        return _WORST if found is None else int(found) if most else -int(found)

    return measure


def lead_of(values: Sequence[int], seat: int) -> int:
    """Return what ``Judge.lead`` tells of a seat, from the values of all."""
    return len(values) * values[seat] - sum(values) if len(values) > 1 else values[seat]


def rewards(s: State | Trial, seats: int) -> list[float]:
    """Return how good the end of a game is for each seat, from 0 to 1: mostly who has won, partly the place reached.

    Winners share the prize, without winners all do; a game that was stopped or given up is a draw of all.
    """
    if s.status != FINISHED or seats == 1:
        return [1.0 if seats == 1 and s.winners else 0.5] * seats
    found = [0.0] * seats
    behind = seats
    for group in s.ranking:
        behind -= len(group)
        for seat in group:
            found[seat] = 0.25 * (behind + (len(group) - 1) / 2) / (seats - 1)
    first = s.winners or range(seats)
    for seat in first:
        found[seat] += 0.75 / len(first)
    return found
