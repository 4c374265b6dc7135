"""A state and a viewer -> how everybody stands if the game ended now: points by source, and what else decides"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeGuard

import attrs

from gamedsl.engine.errors import NO_SENSE
from gamedsl.engine.state.by_game import ByGame
from gamedsl.engine.state.flat import FINISHED, HEADER, RUNNING, UNKNOWN
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.labels import called
from gamedsl.engine.words.place_names import static_words
from gamedsl.i18n.speaking import gettext
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.together import behind_curtain
from gamedsl.presentation.effects.rules import RulesTold
from gamedsl.presentation.verbalize.agreeing import NUMBER_OF, THEIRS, around
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.visibility.offered import StandingKnown, Viewers, known_of_standing

_known: ByGame[dict[Any, StandingKnown]] = ByGame(lambda _: {})


@attrs.frozen
class StandingLine:
    """One thing that counts: its words, and its value for each seat; None where the viewer cannot know it now."""

    words: str
    values: tuple[str | None, ...]


@attrs.frozen
class Standings:
    """How everybody stands. ``sources`` and ``points``: points as they would count now; ``keys``: what else decides.

    ``keys`` come in the order in which they decide; ``by_points``: points decide first.
    """

    sources: tuple[StandingLine, ...]
    points: StandingLine
    keys: tuple[StandingLine, ...]
    by_points: bool


class StandingsTold:
    """Tells how everybody stands in games of one set-up."""

    def __init__(self, engine: Engine, rules: RulesTold) -> None:
        self.engine, self.rules = engine, rules
        self.game = engine.game
        self.seats = range(engine.ending.layout.seats)
        known, held = _known(self.game), engine.wording.traits_held
        if held not in known:
            known[held] = known_of_standing(engine.wording.as_seen)
        self.known = known[held]

    def of(self, state: State, viewer: int | None, *, revealed: bool = False) -> Standings:
        """Return what a viewer can know of it; None: a spectator; ``revealed``: everything, as at the end."""
        everything = revealed or state.status == FINISHED
        s = state.copy() if everything else as_seen(self.engine.ending.layout, state, viewer)
        if s.status == RUNNING:
            self._count(s)
        sources = tuple(
            self._source(s, at, one, viewer, everything) for at, one in enumerate(self.game.sources.values())
        )
        shown = tuple(
            one for one in sources if any(value not in ("0", None) for value in one.values) or None in one.values
        )
        unknown = [any(one.values[seat] is None for one in sources) for seat in self.seats]
        points = tuple(None if unknown[seat] else str(s.points[seat]) for seat in self.seats)
        rank = self.engine.ending.rank
        keys = () if rank is None else tuple(self._keys(s, rank, viewer, everything))
        by_points = rank is not None and _is_points(rank.keys[0].key)
        return Standings(shown, StandingLine(gettext("Points"), points), keys, by_points)

    def _count(self, s: State) -> None:
        """Add what sources are worth now; what cannot be counted before the end counts nothing."""
        points, scores = [*s.points], [*s.scores]
        for place, slots, worth in self.engine.ending.worths:
            for seat in self.seats:
                try:
                    counted = worth(s, [0, 0, seat, None, *[None] * slots])
                except NO_SENSE:
                    continue
                points[seat] += counted
                scores[place * len(self.seats) + seat] += counted
        s.points, s.scores = points, scores

    def _source(
        self, s: State, at: int, source: model.ScoringSource, viewer: int | None, everything: bool
    ) -> StandingLine:
        viewers = self.known.sources.get(source.name, "all")
        values = [str(s.scores[at * len(self.seats) + seat]) for seat in self.seats]
        return StandingLine(static_words(source), self._seen(values, viewers, viewer, everything))

    def _seen(
        self, values: Sequence[str | None], viewers: Viewers, viewer: int | None, everything: bool
    ) -> tuple[str | None, ...]:
        def is_seen(seat: int) -> bool:
            return everything or viewers == "all" or (viewers == "owner" and seat == viewer)

        return tuple(value if is_seen(seat) else None for seat, value in enumerate(values))

    def _keys(self, s: State, rank: core.Rank, viewer: int | None, everything: bool) -> list[StandingLine]:
        _, inner = self.rules.phrases.loop(rank.loop, self.rules.scope({}))
        found = []
        for key, viewers in zip(rank.keys, self.known.keys, strict=True):
            if _is_points(key.key) or self.rules.now(key.key) is not UNKNOWN:
                continue
            words = self._called(key.key) or self.rules.phrases.of(key.key, inner)
            for before, behind in map(around, (NUMBER_OF, THEIRS)):
                words = words.removeprefix(before).removesuffix(behind)
            values = self._values(s, rank, key.key)
            found.append(StandingLine(words[:1].upper() + words[1:], self._seen(values, viewers, viewer, everything)))
        return found

    def _called(self, key: core.Value) -> str:
        """Return the words of a term that holds for a player or not, where one asks for just that; else nothing."""
        if not _is_yes_or_no(key) or not isinstance(key.condition, core.TermCall):
            return ""
        term = self.game.terms[key.condition.term]
        is_plain = term.words is not None and all(isinstance(part, str) for part in term.words.parts)
        return called(term.name, static_words(term)) if is_plain and not key.condition.arguments else ""

    def _values(self, s: State, rank: core.Rank, key: core.Value) -> list[str | None]:
        worked: Callable[[Any, list[Any]], Any] = self.engine.evaluator.value(key)
        found: list[str | None] = []
        for seat in self.seats:
            frame: list[Any] = [0, 0, seat, None, *[None] * self.game.end_slots]
            frame[rank.loop.slot + HEADER] = seat
            try:
                value = worked(s, frame)
            except NO_SENSE:
                found.append(None)
                continue
            if _is_yes_or_no(key) and value is not None:
                found.append(gettext("yes") if value else gettext("no"))
            else:
                found.append("–" if value is None else self.engine.wording.label(key.type, value, s.values))
        return found


def as_seen(layout: Layout, state: State, viewer: int | None) -> State:
    """Return a copy of a state; while players decide together what is not the viewer's own is as it was before."""
    if state.curtain is None:
        return state.copy()
    s = behind_curtain(layout, state, viewer)
    if viewer is not None:
        seats, scores, points = layout.seats, list(s.scores), list(s.points)
        scores[viewer::seats], points[viewer] = state.scores[viewer::seats], state.points[viewer]
        s.scores, s.points = scores, points
    return s


def _is_yes_or_no(key: core.Value) -> TypeGuard[core.Either]:
    """Is it told as yes or no: 1 where a condition holds, else 0?"""
    return isinstance(key, core.Either) and _is_number(key.value, 1) and _is_number(key.otherwise, 0)


def _is_number(value: core.Value, number: int) -> bool:
    return isinstance(value, core.Const) and value.value == number


def _is_points(key: core.Value) -> bool:
    return isinstance(key, core.PointsOf) and key.source is None
