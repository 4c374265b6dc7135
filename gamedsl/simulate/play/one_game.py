"""One simulated game: a game, settings and its number in -> its result out."""

from __future__ import annotations

import math
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any

import attrs

from gamedsl import studies
from gamedsl.engine.events import DecisionEvent, LedgerEvent, PhaseEvent, ShowEvent, TriggerEvent
from gamedsl.game import Game, Table
from gamedsl.kernel.trace.seen import Counted
from gamedsl.kernel.trace.seen import Seen as Came
from gamedsl.players.judge import failed_hints
from gamedsl.players.protocol import Player
from gamedsl.players.seats import Sealed, make
from gamedsl.semantics.core import model
from gamedsl.semantics.core.types import BoolType
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult, Own, leading

Measured = tuple[int, int | bool | None]
Makers = Mapping[str, Callable[[int], Player]]
"""Players from Python, by the name that stands in ``Settings.seats``; made for each game with a seed of the seat."""


FIRST_LONG = 2_000
"""Decisions after which a game is told as long; then again after each ten times as many."""
LAST = 12
"""Actions at the end of a game that are kept when it was not finished."""


@attrs.frozen
class Long:
    """A game that is still going on after very many decisions; ``last`` are its last actions."""

    number: int
    seed: int
    decisions: int
    last: tuple[str, ...]


Watch = Callable[[Long], None]
CAME = ("cards", "phases", "moved")
"""What is known only of games that were followed in detail, in the order in which it is counted."""
_SORTS = 4096
"""Sorts of games whose names are kept."""
_NO_CARDS = frozenset({"", "setup"})
"""What is no paragraph that could be carried out."""


class PlayerError(ValueError):
    """A player that failed: a bot in Python with a mistake."""


def play_one(
    game: Game, settings: Settings, number: int, makers: Makers | None = None, watch: Watch | None = None
) -> GameResult:
    """Play game ``number`` to its end and return its result.

    The same settings and number give the same result. ``watch`` is told when the game becomes very long. Raises
    SetupError, ValueError for an unknown kind of player, and PlayerError when a player fails.
    """
    seed = settings.seed_of(number)
    logged = settings.is_logged(number)
    table = game.start(settings.players, seed, settings.options, log=logged)
    kinds = settings.kinds_of(number)
    bots = [_player(kind, seed, makers or {}) for kind in kinds]
    engine = studies.engine_of(table)
    engine.thinks = settings.engine
    failed = failed_hints(engine)
    failed.clear()
    notes = Notes(table, action_of(table.action_codes()))
    limit = math.inf if settings.limit is None else settings.limit
    is_long = FIRST_LONG
    while (seat := table.decider) is not None and table.decisions < limit:
        codes = table.codes()
        try:
            code = codes[bots[seat].choose(table.situation(), codes)]
        except Exception as error:  # a bot may be anybody's program
            raise PlayerError(_failure(kinds[seat], seat, number, table, error)) from error
        notes.before(seat, code, codes)
        table.apply(code)
        if table.decisions == is_long:
            is_long *= 10
            if watch is not None:
                watch(Long(number, seed, table.decisions, tuple(notes.last_actions)))
    return attrs.evolve(notes.result(number, kinds, seen_in(table) if logged else None), hints=failed.told())


def _player(kind: str, seed: int, makers: Makers) -> Player:
    return Sealed(makers[kind], seed) if kind in makers else make(kind, seed)


def _failure(kind: str, seat: int, number: int, table: Table, error: Exception) -> str:
    what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    when = f"decision {table.decisions + 1} of game {number} (seed {table.seed})"
    return f"the player {kind} at seat {seat + 1} failed in {when}: {what}"


class Notes:
    """What is written down while a game is played."""

    def __init__(self, table: Table, action_of: Callable[[int], str | None]) -> None:
        self.table = table
        self.uses: dict[str, list[int]] = {}
        self.offered: set[int] = set()
        self.turns = self.forced = self.choices = self.lead_changes = 0
        self.first: int | None = None
        self.last: int | None = None
        self.last_actions: deque[str] = deque(maxlen=LAST)
        self.leaders: tuple[int, ...] = ()
        self.standings: list[tuple[int, tuple[int, ...]]] = []
        self.action_of = action_of

    def before(self, seat: int, code: int, codes: Sequence[int]) -> None:
        """Note a decision before it is made."""
        if seat != self.last:
            self.first = seat if self.first is None else self.first
            self._stand()
            self.turns += 1
            self.last = seat
        self.choices += len(codes)
        self.forced += len(codes) == 1
        self.offered.update(codes)
        action = self.action_of(code)
        if action is not None:
            self.uses.setdefault(action, [0] * self.table.players)[seat] += 1
            self.last_actions.append(f"{self.table.names[seat]} {action}")

    def _stand(self) -> None:
        """Note how all stand at the end of a turn, or at the beginning of the game."""
        standing = studies.leading(self.table)
        if standing is not None:
            self.stand(self.table.decisions, standing)

    def stand(self, decisions: int, standing: tuple[int, ...]) -> None:
        """Note how all stand after so many decisions."""
        same = bool(self.standings) and self.standings[-1][1] == standing
        self.standings.append((decisions, standing))
        if same:
            return
        leaders = leading(standing)
        self.lead_changes += self.turns > 1 and leaders != self.leaders
        self.leaders = leaders

    def result(self, number: int, kinds: tuple[str, ...], seen: Seen | None) -> GameResult:
        """Return the result of the game, which is over or has reached the limit; ``seen``: if followed in detail."""
        self._stand()
        table = self.table
        outcome = table.outcome()
        status = "unfinished" if outcome is None else outcome.status
        return GameResult(
            number=number,
            seed=table.seed,
            kinds=kinds,
            status=status,
            winners=() if outcome is None else outcome.winners,
            points=(studies.standing(table) or (0,) * table.players) if outcome is None else outcome.points,
            sources={} if outcome is None else dict(outcome.breakdown),
            decisions=table.decisions,
            turns=self.turns,
            forced=self.forced,
            choices=self.choices,
            lead_changes=self.lead_changes,
            standings=tuple(self._at(share) for share in CHECKPOINTS),
            uses={name: tuple(uses) for name, uses in sorted(self.uses.items())},
            offered=tuple(sorted({name for name in map(self.action_of, self.offered) if name is not None})),
            end="" if outcome is None else outcome.words,
            first=self.first,
            error=_error(table),
            own=_own(table),
            last=() if status == "finished" else tuple(self.last_actions),
            **kept_of(seen),
        )

    def _at(self, share: int) -> tuple[int, ...]:
        """Return the standings at the end of the last turn within the first ``share`` per cent of the decisions."""
        wanted = self.table.decisions * share // 100
        known = [standing for decisions, standing in self.standings if decisions <= wanted]
        return known[-1] if known else ()


def action_of(named: Iterable[tuple[range, str]]) -> Callable[[int], str | None]:
    """Return what tells the action of a code, by ``Table.action_codes``; None for an answer to a later question."""
    names: dict[int, str | None] = {}
    ranges = [(codes, name) for codes, name in named if "." not in name]

    def action(code: int) -> str | None:
        if code not in names:
            names[code] = next((name for codes, name in ranges if code in codes), None)
        return names[code]

    return action


def _own(table: Table) -> dict[str, Own]:
    """Return what the metrics of the rule file have measured."""
    found: dict[str, list[Measured]] = {name: [] for name in table.game.checked.metrics}
    for name, seat, value in studies.measured(table):
        found[name].append((-1 if seat is None else seat, value))
    return own_of(table.game.checked, found.values())


def own_of(game: model.CheckedGame, values: Iterable[Sequence[Measured]]) -> dict[str, Own]:
    """Return what is kept of what metrics have measured, in their order: seats, -1 for nobody, and values."""
    return {
        name: (isinstance(metric.worth.type, BoolType), metric.has_you, tuple(own))
        for (name, metric), own in zip(game.metrics.items(), values, strict=True)
    }


def _error(table: Table) -> str:
    found = table.error()
    return "" if found is None else f"{found.code} {found.span}: {found.message}"


@attrs.frozen
class Seen:
    """What a game came to: paragraphs that were carried out, phases that began, designs that came into play.

    A piece comes into play when it moves during the game, when setup gives it to a player, or when it is shown.
    """

    cards: set[str]
    phases: Mapping[str, int]
    moved: set[str]


def kept_of(seen: Seen | None) -> dict[str, Any]:
    """Return what is kept of what a game came to, if it was followed in detail."""
    if seen is None:
        return {}
    return {
        "logged": True,
        "cards": tuple(sorted(seen.cards - _NO_CARDS)),
        "phases": dict(sorted(seen.phases.items())),
        "moved": tuple(sorted(seen.moved - {""})),
    }


def came_of(counted: Counted, designs: Sequence[str]) -> dict[str, Callable[[array[int]], Any]]:
    """Return by field what tells what is kept of a game whose program has counted what it came to.

    Few games differ in what they came to at all, so names are looked up once for each sort of games.
    """
    cards, phases, pieces = counted.parts
    begun = sorted((name, at) for at, name in enumerate(counted.phases))

    @lru_cache(_SORTS)
    def carried(flags: bytes) -> tuple[str, ...]:
        return tuple(sorted({*compress(counted.cards, array("q", flags))} - _NO_CARDS))

    @lru_cache(_SORTS)
    def moved(flags: bytes) -> tuple[str, ...]:
        return tuple(sorted({*compress(designs, array("q", flags))} - {""}))

    def phases_of(numbers: array[int]) -> dict[str, int]:
        own = numbers[phases]
        return {name: own[at] for name, at in begun if own[at]}

    return {
        "cards": lambda numbers: carried(numbers[cards].tobytes()),
        "phases": phases_of,
        "moved": lambda numbers: moved(numbers[pieces].tobytes()),
    }


def seen_of(designs: Sequence[str], came: Came) -> Seen:
    """Return what the log of a game would have told whose program has counted what it came to."""
    return Seen(set(came.cards), came.phases, {designs[piece] for piece in came.pieces})


def seen_in(table: Table) -> Seen:
    """Return what the log of a game tells."""
    designs = studies.designs(table)
    phases = Counter[str]()
    seen = Seen(set(studies.carried_out(table)), phases, set())
    is_setup = True
    for event in studies.all_events(table):
        seen.cards.add(event.card)
        if isinstance(event, PhaseEvent | DecisionEvent):
            is_setup = False
        if isinstance(event, PhaseEvent) and event.begins:
            phases[event.phase] += 1
        elif isinstance(event, TriggerEvent):
            seen.cards.add(event.trigger)
        elif isinstance(event, ShowEvent):
            seen.moved.update(designs[piece] for piece in event.pieces)
        elif isinstance(event, LedgerEvent) and event.piece is not None and not (is_setup and event.owners[1] is None):
            seen.moved.add(designs[event.piece])
    return seen
