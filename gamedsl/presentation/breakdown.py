"""Events and a viewer -> for every phase that paid or scored without asking anybody: who got how much for what.

A phase may tell dozens of payments; as a payout table, with one row for each thing that was paid for and one column
for each player, it can be read. Where it stands in place of lines of the story, these payments are told only there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.state.flat import RUNNING
from gamedsl.engine.words.place_names import many_of_kind, static_words
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import gettext, is_english
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.seen import visible
from gamedsl.presentation.story.passages import Effect, Passage
from gamedsl.semantics.core.model import CheckedGame

POINTS = "points"
_FEWEST = 3
"""Amounts that make a table."""
_FEWEST_LINES = 3
"""Lines of the story in place of which a table stands."""


@attrs.frozen
class Row:
    """What was paid for: the paragraph and the words of the payment (empty when it has none of its own).

    ``amounts`` has what each seat got (below 0: lost) by seat; None is an amount that the viewer may not know.
    """

    card: str
    words: str
    amounts: dict[int, int | None]


@attrs.frozen
class Breakdown:
    """What one phase paid to players: ``kind`` is a counter or ``points``, ``unit`` what it is called.

    ``phase`` is the number of the event with which the phase began, ``numbers`` are those of the events told here.
    """

    phase: int
    words: str
    kind: str
    numbers: frozenset[int]
    rows: tuple[Row, ...]
    unit: str


def _unit(game: CheckedGame, kind: str) -> str:
    if kind == POINTS:
        return gettext("points")
    return bare(kind) if is_english() else many_of_kind(game, kind, {})


def breakdowns(engine: Engine, state: State, seat: int | None, *, revealed: bool = False) -> tuple[Breakdown, ...]:
    """Return a table for each outermost phase without decisions in which at least three amounts reached players.

    A phase that pays several sorts of counters, or points too, gives one table for each sort. A phase that is not over
    yet gives none.
    """
    seen = list(visible(engine, state, seat, revealed=revealed))
    return tuple(
        table for phase in _quiet_phases(seen, over=state.status != RUNNING) for table in _Teller(engine).tables(phase)
    )


_Seen = tuple[int, ev.Event, bool]


def _quiet_phases(seen: Sequence[_Seen], *, over: bool) -> Iterator[Sequence[_Seen]]:
    """Yield the events of each outermost phase in which nobody decides, from its beginning to its end."""
    open_since: list[int] = []
    found: list[tuple[int, int]] = []
    decided: list[int] = []
    for place, (_, event, _) in enumerate(seen):
        if isinstance(event, ev.DecisionEvent):
            decided.append(place)
        elif isinstance(event, ev.PhaseEvent) and event.begins:
            open_since.append(place)
        elif isinstance(event, ev.PhaseEvent) and open_since:
            found.append((open_since.pop(), place))
    if over:
        found += [(begin, len(seen) - 1) for begin in reversed(open_since)]
    end = -1
    for begin, last in sorted(found, key=lambda span: (span[0], -span[1])):
        if last > end and not _any_between(decided, begin, last):
            yield seen[begin : last + 1]
            end = last


def _any_between(places: Sequence[int], first: int, last: int) -> bool:
    at = bisect_left(places, first)
    return at < len(places) and places[at] <= last


class _Teller:
    """Adds up the entries of one phase."""

    def __init__(self, engine: Engine) -> None:
        self.game = engine.game

    def tables(self, phase: Sequence[_Seen]) -> Iterator[Breakdown]:
        begins = phase[0][1]
        assert isinstance(begins, ev.PhaseEvent)
        entries = [
            (number, event, full)
            for number, event, full in phase
            if isinstance(event, ev.LedgerEvent)
            and event.form != "move"
            and _gains(event)
            and (event.amount or not full)
        ]
        heads = {number for number, event, _ in phase if isinstance(event, ev.PhaseEvent)}
        for kind in dict.fromkeys(_kind(event) for _, event, _ in entries):
            mine = [entry for entry in entries if _kind(entry[1]) == kind]
            rows = tuple(self._rows(mine))
            if sum(len(row.amounts) for row in rows) >= _FEWEST:
                told = frozenset({number for number, _, _ in mine} | heads)
                yield Breakdown(phase[0][0], begins.words, kind, told, rows, _unit(self.game, kind))

    def _rows(self, entries: Sequence[tuple[int, ev.LedgerEvent, bool]]) -> Iterator[Row]:
        found: dict[tuple[str, str], dict[int, int | None]] = {}
        for _, event, full in entries:
            paragraph = self._words(event)
            words = event.words if full and event.words.casefold() != paragraph.casefold() else ""
            amounts = found.setdefault((paragraph, words), {})
            for seat, sign in _gains(event):
                before = amounts.get(seat, 0)
                amounts[seat] = None if before is None or not full else before + sign * event.amount
        for (paragraph, words), amounts in found.items():
            yield Row(paragraph, words, amounts)

    def _words(self, event: ev.LedgerEvent) -> str:
        """Return what fed the points, else the paragraph that paid."""
        if event.form == "score":
            return static_words(self.game.sources[event.kind])
        paragraphs = (self.game.phases, self.game.triggers, self.game.rules, self.game.actions)
        paragraph = next((of[event.card] for of in paragraphs if event.card in of), None)
        return bare(event.card) if paragraph is None else static_words(paragraph)


def _kind(event: ev.LedgerEvent) -> str:
    return POINTS if event.form == "score" else event.kind


def _gains(event: ev.LedgerEvent) -> list[tuple[int, int]]:
    """Return (seat, sign) of the players who gain or lose by an entry."""
    source, target = event.owners
    if source == target and event.form == "pay":
        return []
    return [(seat, sign) for seat, sign in ((source, -1), (target, 1)) if seat is not None]


# ------------------------------------------------------------ in place of the lines of the story


def with_payout_tables(
    story: Sequence[Passage], tables: Sequence[Breakdown]
) -> Iterator[tuple[Passage | None, list[Breakdown]]]:
    """Yield passages; where a phase tells three or more payments, its tables stand behind what is left of them."""
    of_number = {number: table for table in tables for number in table.numbers}
    told = Counter(table.phase for effect in _effects(story) if (table := _table(effect, of_number)) is not None)
    large = {phase for phase, many in told.items() if many >= _FEWEST_LINES}
    placed: set[int] = set()
    for passage in story:
        found = [table for effect in passage.effects if (table := _table(effect, of_number)) is not None]
        phases = {table.phase for table in found} & large
        if not phases:
            yield passage, []
            continue
        left = [one for one in passage.effects if (table := _table(one, of_number)) is None or table.phase not in large]
        rest = attrs.evolve(passage, effects=tuple(left)) if left or passage.inside or passage.kind == "move" else None
        yield rest, [one for one in tables if one.phase in phases - placed]
        placed |= phases


def _effects(story: Sequence[Passage]) -> Iterator[Effect]:
    return (effect for passage in story for effect in passage.effects)


def _table(effect: Effect, of_number: Mapping[int, Breakdown]) -> Breakdown | None:
    return of_number.get(effect.numbers[0])
