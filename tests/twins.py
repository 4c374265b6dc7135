"""Lockstep twins: two worlds that differ only in what one seat cannot know, played on with the same moves.

Everything that the seat and a spectator get must stay equal, order included, until something hidden is told by the
rules. What is dealt, drawn and laid in an order by chance corresponds in both worlds: where the first has a piece, the
second has the piece that stands for it there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import attrs
import pytest

from gamedsl.engine.errors import IllegalChoice
from gamedsl.engine.machine import Engine
from gamedsl.engine.present.breakdown import breakdowns
from gamedsl.engine.present.events import LedgerEvent, ShowEvent
from gamedsl.engine.present.narrate import narrate, seen_events
from gamedsl.engine.present.views import project
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import RUNNING, State
from gamedsl.engine.state.saving import mixes_of
from gamedsl.players.imagine.determinization import DeterminizationError, Determinizer

World = dict[int, int]
"""The piece of the second world for each piece of the first that lies elsewhere there."""


class DivergedError(Exception):
    """The second world cannot follow: its rules take something else there."""


def shown(engine: Engine, state: State, seat: int | None) -> list[Any]:
    """Return everything that a seat (None: a spectator) is shown: view, question, choices, refusals, log, events."""
    asked: list[Any] = []
    if seat is not None and engine.decider(state) == seat:
        asked = [attrs.asdict(engine.question(state)), engine.codes(state)]
        asked += [
            [engine.choice_text(state, one), engine.choice_words(state, one), attrs.asdict(one)]
            for one in engine.legal(state)
        ]
        asked += [attrs.asdict(one) for one in engine.refusals(state)]
    lines = [attrs.asdict(line) for line in narrate(engine, state, seat)]
    events = json.dumps(seen_events(engine, state, seat), sort_keys=True)
    paid = [attrs.asdict(one) for one in breakdowns(engine, state, seat)]
    return [project(engine, state, seat), json.dumps([asked, lines], default=str), events, paid]


def dealt(engine: Engine, state: State, seat: int, number: int) -> Any:
    """Return a deal for a seat as plain data; None where none is found."""
    try:
        deal = Determinizer(engine, state, seat).deal(Random(number))
    except DeterminizationError:
        return None
    return deal.record(), deal.mixes, sorted(deal.exposed)


class Draws:
    """What chance gives of pieces: written down in the first world, followed in the second."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.given: list[tuple[int, tuple[int, ...]]] = []
        self.first_met: dict[int, frozenset[int]] = {}
        self.looking = False
        """What is drawn while somebody looks is no part of the game: in imagined games."""

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Write down which pieces chance gives, and among which pieces each was drawn first."""
        board = self.engine.board
        choose, mixed = board.choose, board.mixed

        def chosen(s: State, cell: int, pieces: tuple[int, ...], *rest: Any, **named: Any) -> int:
            if self.looking:
                return choose(s, cell, pieces, *rest, **named)
            for piece in pieces if len(pieces) > 1 else ():
                self.first_met.setdefault(piece, frozenset(pieces))
            found = choose(s, cell, pieces, *rest, **named)
            self.given.append((cell, (found,)))
            return found

        def in_order(s: State, cell: int, pieces: Any) -> list[int]:
            found = mixed(s, cell, pieces)
            if self.looking:
                return found
            self.given.append((cell, tuple(found)))
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(board, "choose", chosen)
            patch.setattr(board, "mixed", in_order)
            yield

    @contextmanager
    def followed(self, world: World, start: int = 0) -> Iterator[None]:
        """Give the pieces that stand for those written down; raise DivergedError where the rules ask for others."""
        board, left = self.engine.board, iter(self.given[start:])
        choose, mixed = board.choose, board.mixed

        def follow(cell: int, pieces: Any, size: int) -> list[int]:
            before, given = next(left, (None, ()))
            found = [world.get(piece, piece) for piece in given]
            if before != cell or len(found) != size or not set(found) <= set(pieces):
                raise DivergedError
            return found

        def chosen(s: State, cell: int, pieces: tuple[int, ...], *rest: Any, **named: Any) -> int:
            return choose(s, cell, pieces, *rest, **named) if self.looking else follow(cell, pieces, 1)[0]

        def in_order(s: State, cell: int, pieces: Any) -> list[int]:
            return mixed(s, cell, pieces) if self.looking else follow(cell, pieces, len(pieces))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(board, "choose", chosen)
            patch.setattr(board, "mixed", in_order)
            yield


class Played:
    """Some decisions of the first world, with what a seat was shown and came to know."""

    def __init__(self, engine: Engine, seat: int, seed: int, length: int, start: State | None = None) -> None:
        self.engine, self.seat, self.random = engine, seat, Random(seed)
        self.seed = seed
        self.draws = Draws(engine)
        self.moves: list[tuple[Choice, Any]] = []
        self.seen: list[Any] = []
        self.known: set[int] = set()
        self.start = start
        with self.draws.recorded():
            state = engine.start(seed) if start is None else start.copy()
            self._note(state)
            for _ in range(length):
                if state.status != RUNNING:
                    break
                choice = self.random.choice(engine.legal(state))
                self.moves.append((choice, engine.meant(state, choice)))
                engine.apply(state, choice.code)
                self._note(state)
        self._note_events(state)

    def _note(self, state: State) -> None:
        """Write down what is seen now; at the end of a game everything lies open."""
        self.known |= {piece for piece, seats in enumerate(state.known) if seats >> self.seat & 1}
        if state.status == RUNNING:
            self.seen.append(self.look(state, len(self.seen)))

    def look(self, state: State, number: int) -> list[Any]:
        """Return what the seat and a spectator are shown, and a deal for the seat."""
        self.draws.looking = True
        seen = [shown(self.engine, state, self.seat), shown(self.engine, state, None)]
        seen.append(dealt(self.engine, state, self.seat, number))
        self.draws.looking = False
        return seen

    def _note_events(self, state: State) -> None:
        for event in state.events():
            if isinstance(event, LedgerEvent) and event.piece is not None and event.audience >> self.seat & 1:
                self.known.add(event.piece)
            if isinstance(event, ShowEvent) and event.audience >> self.seat & 1:
                self.known |= set(event.pieces)

    # ------------------------------------------------------------ the second world

    def world(self) -> World:
        """Return other pieces for those that the seat never came to know: from the beginning, or from a deal."""
        if self.start is not None:
            determinizer = Determinizer(self.engine, self.start, self.seat)
            return self._among(_alike(determinizer.could))
        groups: dict[frozenset[int], list[int]] = {}
        for piece, met in self.draws.first_met.items():
            groups.setdefault(met, []).append(piece)
        return self._among(list(groups.values()))

    def _among(self, groups: list[list[int]]) -> World:
        found: World = {}
        for group in groups:
            free = sorted(piece for piece in group if piece not in self.known)
            other = self.random.sample(free, len(free))
            found.update((one, two) for one, two in zip(free, other, strict=True) if one != two)
        return found

    def compare(self) -> tuple[int, str]:
        """Play the second world; return how many moments were equal, and what was different (empty: nothing)."""
        world = self.world()
        if not world and self.start is None:
            return 0, ""
        equal = 0
        try:
            with self.draws.followed(world):
                state = self.engine.start(self.seed) if self.start is None else other_world(self, world)
                for number, seen in enumerate(self.seen):
                    if number:
                        self._follow(state, *self.moves[number - 1], world)
                    if state.status != RUNNING:
                        return equal, ""
                    found = self.look(state, number)
                    if seen != found:
                        return equal, difference(seen, found)
                    equal += 1
        except (DivergedError, IllegalChoice):
            pass
        return equal, ""

    def _follow(self, state: State, choice: Choice, value: Any, world: World) -> None:
        """Make the move that corresponds; raise IllegalChoice where the rules do not allow it."""
        engine = self.engine
        if not _is_piece(choice.type):
            engine.apply(state, choice.code)
            return
        for one in engine.legal(state):
            same = (one.action, one.question) == (choice.action, choice.question)
            if same and engine.meant(state, one) == world.get(value, value):
                engine.apply(state, one.code)
                return
        raise IllegalChoice("there is no such move in the other world")


def difference(one: Any, other: Any, path: str = "") -> str:
    """Return where two nested values differ first, and how."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for place, (first, second) in enumerate(zip(one, other, strict=True)):
            if first != second:
                return difference(first, second, f"{path}/{place}")
    if attrs.has(type(one)) and type(one) is type(other):
        for field in attrs.fields(type(one)):
            first, second = getattr(one, field.name), getattr(other, field.name)
            if first != second:
                return difference(first, second, f"{path}.{field.name}")
    if isinstance(one, str) and isinstance(other, str):
        at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        return f"{path}: …{one[max(0, at - 150) : at + 80]}… ≠ …{other[max(0, at - 150) : at + 80]}…"
    return f"{path}: {str(one)[:300]} ≠ {str(other)[:300]}"


def other_world(played: Played, world: World) -> State:
    """Return the start with other hidden pieces in their places, and hidden purses shared out anew."""
    assert played.start is not None
    determinizer = Determinizer(played.engine, played.start, played.seat)
    state = played.start.copy()
    moved = {piece: world.get(piece, piece) for piece in determinizer.could}
    determinizer._put(determinizer._base, state, moved)
    for piece, other in moved.items():
        state.known[other] = played.start.known[piece]
    for group in determinizer._purses:
        group.share_out(state, played.random)
    state.mixes = summed_up(
        state, played.start, played.seat, {moved[one]: mask for one, mask in determinizer.could.items()}
    )
    state.cache = None
    return state


def from_here(engine: Engine, state: State, seat: int) -> State:
    """Return a state that remembers what a seat lost track of in the way that tells nothing of the past."""
    start = state.copy()
    start.log, start.log_size = (), 0
    start.mixes = summed_up(start, state, seat, Determinizer(engine, state, seat).could)
    return start


def summed_up(state: State, before: State, seat: int, could: dict[int, int]) -> Any:
    """Return what a seat has lost track of: pieces by what may lie where, payments as they are."""
    order = sorted(could)
    mixes: Any = ((), tuple(order), tuple(could[one] for one in order), 1 << seat, "could")
    for things, known, blind, sort in mixes_of(before):
        if sort == "paid":
            mixes = (mixes, things, known, blind, sort)
    return mixes


def _alike(could: dict[int, int]) -> list[list[int]]:
    """Return the pieces of places in which the same may lie: they can change their places."""
    groups: dict[int, list[int]] = {}
    for piece, mask in could.items():
        groups.setdefault(mask, []).append(piece)
    return list(groups.values())


def _is_piece(kind: Any) -> bool:
    return "PieceType" in (type(kind).__name__, type(getattr(kind, "item", None)).__name__)


def twins(engine: Engine, seed: int, length: int, depth: int) -> tuple[int, str]:
    """Play twins of one game: from the beginning, or after ``depth`` random decisions. Return moments and a leak."""
    random = Random(seed)
    seat = random.randrange(engine.layout.seats)
    start = None
    if depth:
        state = engine.start(seed)
        for _ in range(depth):
            if state.status == RUNNING:
                engine.apply(state, random.choice(engine.codes(state)))
        if state.status != RUNNING or state.curtain is not None:
            return 0, ""
        start = from_here(engine, state, seat)
    return Played(engine, seat, seed, length, start).compare()
