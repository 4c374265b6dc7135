"""One simulated game: a game, settings and its number in -> its result out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from gamedsl.api import Game, Table
from gamedsl.engine.events import LedgerEvent
from gamedsl.players.protocol import Player
from gamedsl.players.seats import make
from gamedsl.players.seeding import seed_of_seat
from gamedsl.simulate.results import CHECKPOINTS, GameResult, leading
from gamedsl.simulate.settings import Settings

Makers = Mapping[str, Callable[[int], Player]]
"""Players from Python, by the name that stands in ``Settings.seats``; made for each game with a seed of the seat."""


def play_one(game: Game, settings: Settings, number: int, makers: Makers | None = None) -> GameResult:
    """Play game ``number`` to its end and return its result.

    The same settings and number give the same result. Raises SetupError, or ValueError for an unknown kind of player.
    """
    seed = settings.seed_of(number)
    logged = settings.is_logged(number)
    table = game.start(settings.players, seed, settings.options, log=logged)
    kinds = settings.kinds_of(number)
    bots = [_player(kind, seed, seat, makers or {}) for seat, kind in enumerate(kinds)]
    notes = _Notes(table)
    limit = math.inf if settings.limit is None else settings.limit
    while (seat := table.decider) is not None and table.decisions < limit:
        codes = table.codes()
        code = codes[bots[seat].choose(table.situation(), codes)]
        notes.before(seat, code, len(codes))
        table.apply(code)
    return notes.result(number, kinds, logged)


def _player(kind: str, seed: int, seat: int, makers: Makers) -> Player:
    return makers[kind](seed_of_seat(seed, seat)) if kind in makers else make(kind, seed)


class _Notes:
    """What is written down while a game is played."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.uses: dict[str, list[int]] = {}
        self.turns = self.forced = self.choices = self.lead_changes = 0
        self.last: int | None = None
        self.leaders: tuple[int, ...] = ()
        self.standings: list[tuple[int, tuple[int, ...]]] = []
        self.action_of = _actions(table)

    def before(self, seat: int, code: int, number: int) -> None:
        """Note a decision before it is made."""
        if seat != self.last:
            self.turns += 1
            self.last = seat
            self._stand()
        self.choices += number
        self.forced += number == 1
        action = self.action_of(code)
        if action is not None:
            self.uses.setdefault(action, [0] * self.table.players)[seat] += 1

    def _stand(self) -> None:
        standing = self.table.standing()
        if standing is None or (self.standings and standing == self.standings[-1][1]):
            return
        self.standings.append((self.table.decisions, standing))
        leaders = leading(standing)
        if self.leaders and leaders != self.leaders:
            self.lead_changes += 1
        self.leaders = leaders

    def result(self, number: int, kinds: tuple[str, ...], logged: bool) -> GameResult:
        """Return the result of the game, which is over or has reached the limit."""
        table = self.table
        outcome = table.outcome()
        cards, moved = _used(table) if logged else ((), ())
        return GameResult(
            number=number,
            seed=table.seed,
            kinds=kinds,
            status="unfinished" if outcome is None else outcome.status,
            winners=() if outcome is None else outcome.winners,
            points=(table.standing() or (0,) * table.players) if outcome is None else outcome.points,
            sources={} if outcome is None else dict(outcome.breakdown),
            decisions=table.decisions,
            turns=self.turns,
            forced=self.forced,
            choices=self.choices,
            lead_changes=self.lead_changes,
            standings=tuple(self._at(share) for share in CHECKPOINTS),
            uses={name: tuple(uses) for name, uses in sorted(self.uses.items())},
            error=_error(table),
            logged=logged,
            cards=cards,
            moved=moved,
        )

    def _at(self, share: int) -> tuple[int, ...]:
        """Return the standings after ``share`` per cent of the decisions: the last ones known by then."""
        wanted = self.table.decisions * share // 100
        known = [standing for decisions, standing in self.standings if decisions <= wanted]
        return known[-1] if known else ()


def _actions(table: Table) -> Callable[[int], str | None]:
    """Return what tells the action of a code; None for an answer to a later question."""
    names: dict[int, str | None] = {}
    ranges = [(codes, name) for codes, name in table.action_codes() if "." not in name]

    def action(code: int) -> str | None:
        if code not in names:
            names[code] = next((name for codes, name in ranges if code in codes), None)
        return names[code]

    return action


def _error(table: Table) -> str:
    found = table.error()
    return "" if found is None else f"{found.code} {found.span}: {found.message}"


def _used(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cards that were carried out and the designs that have moved after setup, both sorted."""
    designs = table.designs()
    cards: set[str] = set()
    moved: set[str] = set()
    for event in table.all_events():
        cards.add(event.card)
        cards.update(getattr(event, name) for name in ("phase", "trigger") if hasattr(event, name))
        if isinstance(event, LedgerEvent) and event.piece is not None and event.card != "setup":
            moved.add(designs[event.piece])
    cards.discard("")
    return tuple(sorted(cards)), tuple(sorted(moved))
