"""Lockstep twins: two worlds that differ only in what one seat cannot know, played on with the same moves.

Everything that the seat and a spectator get must stay equal, order included, until something hidden is told by the
rules. What is dealt, drawn and laid in an order by chance corresponds in both worlds: where the first has a piece, the
second has the piece that stands for it there. Others decide alike in both; now and then otherwise, where the seat does
not see what they decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import attrs
import pytest

import gamedsl
from gamedsl.engine.errors import IllegalChoice
from gamedsl.engine.events import DecisionEvent, LedgerEvent, ShowEvent, ShowValueEvent, ValueEvent
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.domains import composed
from gamedsl.engine.state.flat import HEADER, RUNNING
from gamedsl.engine.state.saving import mixes_of
from gamedsl.game import Game, Table
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.imagine.hidden_values import deal_faces, deal_values
from gamedsl.semantics.core import types as t
from tests.helpers.secrecy.observations import difference, look, without_numbers
from tests.helpers.secrecy.twin_draws import DivergedError, Draws, World
from tests.helpers.secrecy.twin_moves import Move, is_piece, pieces_of, since, values_of
from tests.helpers.secrecy.twin_names import name_alike, named_in_secret, pieces_named, plays_what_values_name
from tests.helpers.suite.nightly import NIGHTLY

_OTHERWISE = 0.5
"""Share of the hidden decisions of others that are made otherwise in the second world."""


DEPTHS = (0, 0, 4, 15, 30)
"""Decisions before the two worlds part, by turns; 0: they are two from the beginning."""
_MOST_LONG = 13


@attrs.frozen
class Twins:
    """How many moments of two worlds were equal, what was different (empty: nothing), and why they ended early."""

    equal: int
    leak: str = ""
    diverged: bool = False


class Played:
    """Some decisions of the first world, with what a seat was shown and came to know."""

    def __init__(self, table: Table, seat: int, seed: int, length: int, start: State | None = None) -> None:
        self.table, self.engine, self.seat, self.random = table, table._engine, seat, Random(seed)
        self.seed = seed
        self.draws = Draws(self.engine)
        self.moves: list[Move] = []
        self.seen: list[Any] = []
        self.came: list[set[int]] = []
        """For each moment the pieces that the seat knows then, or was told since the moment before."""
        self.knows: list[set[int]] = []
        """For each moment the pieces that the seat knows then."""
        self.faces: list[dict[int, Any]] = []
        """For each moment what dice in zones show."""
        self.shown: list[bool] = []
        """For each moment whether the seat was shown a value since the moment before."""
        self.news: list[set[int]] = []
        """The pieces of these that it did not know before, or was told of again."""
        self.places: list[list[int]] = []
        self.start = start
        self.before: Table | None = None
        self.is_played_by_value = plays_what_values_name(self.engine)
        with self.draws.recorded():
            state = self.engine.start(seed) if start is None else start.copy()
            self._note(state, 0)
            for _ in range(length):
                if state.status != RUNNING:
                    break
                self._decide(state)
        self.known = set().union(*self.came)

    def _decide(self, state: State) -> None:
        choice = self.random.choice(self.engine.legal(state))
        value = self.engine.meant(state, choice)
        decider, size = self.engine.decider(state), state.log_size
        heaps = self._heaps(state, choice, value)
        number = choice.question in self.engine.wording.secrets.numbers and not is_piece(choice.type)
        purses, together = self._purses(state), state.curtain is not None
        named = named_in_secret(self.engine, state)
        self.engine.apply(state, choice.code)
        self._note(state, size)
        now = named_in_secret(self.engine, state)
        picked = set(pieces_of(choice, value))
        same_names = not self.is_played_by_value or (named == now and all(picked.isdisjoint(one) for one in now))
        hidden = same_names and decider != self.seat and not together and not self._was_told(state, size)
        open_now = not hidden or any(piece in self.news[-1] for piece in pieces_of(choice, value))
        same = hidden and number and value != 0 and purses == self._purses(state)
        self.moves.append(Move(choice, value, None if open_now else heaps, same))

    def _heaps(self, state: State, choice: Choice, value: Any) -> tuple[int | None, ...] | None:
        """Return the heaps from which hidden pieces are picked; None for none, or several of them held by a loop."""
        pieces = pieces_of(choice, value)
        held = [slot for one in self.engine.open(state) for slot in one.frame[HEADER:] if type(slot) is tuple]
        is_held = len(pieces) > 1 and any(piece in slot for slot in held for piece in pieces)
        if is_held or any(state.place[piece] < 0 for piece in pieces):
            return None
        heaps = tuple(self._heap(state.place[piece]) for piece in pieces)
        return heaps if any(heap is not None for heap in heaps) else None

    def _heap(self, cell: int) -> int | None:
        open_to_all = self.engine.layout.cell_viewers[cell] >> self.seat & 1
        return None if self.engine.layout.cell_form[cell] == "stack" or open_to_all else cell

    def _purses(self, state: State) -> list[int]:
        """Return the amounts that the seat sees."""
        viewers = self.engine.layout.purse_viewers
        return [amount for amount, seats in zip(state.purses, viewers, strict=True) if seats >> self.seat & 1]

    def _was_told(self, state: State, size: int) -> bool:
        """Tell whether the seat reads what was decided."""
        found = next(event for event in since(state, size) if isinstance(event, DecisionEvent))
        return bool(found.audience >> self.seat & 1)

    def _note(self, state: State, size: int) -> None:
        """Write down what is seen now; at the end of a game everything lies open."""
        known = {piece for piece, seats in enumerate(state.known) if seats >> self.seat & 1}
        news = known - self.came[-1] if self.came else set()
        self.knows.append(known)
        self.faces.append(self.shown_by(state))
        told = [event for event in since(state, size) if event.audience >> self.seat & 1]
        self.shown.append(any(isinstance(event, ShowValueEvent) for event in told))
        for event in told:
            if isinstance(event, LedgerEvent) and event.piece is not None:
                news.add(event.piece)
            if isinstance(event, ShowEvent):
                news |= set(event.pieces)
            if isinstance(event, ValueEvent | ShowValueEvent):
                news |= set(pieces_named(self.engine, state, int(event.where[0][1:])))
        self.news.append(news)
        self.came.append(known | news)
        self.places.append(state.place[:])
        self.seen.append(self.look(state, len(self.seen)))

    def shown_by(self, state: State) -> dict[int, Any]:
        """Return what every die in a zone shows."""
        return {die: state.values[field] for die, field in self.engine.layout.face_of.items()}

    def look(self, state: State, number: int) -> Any:
        """Return what the seat and a spectator get; of a game that is over only how it ended."""
        if state.status != RUNNING:
            return state.status
        self.draws.looking = True
        now = attrs.evolve(self.table, state=state)
        seen = look(now, self.before, self.seat, number)
        self.before = now.copy()
        self.draws.looking = False
        return seen

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

    def compare(self) -> Twins:
        """Play the second world and compare it at every moment."""
        other = Follower(self, self.world())
        self.before = None
        equal, state = 0, None
        try:
            with self.draws.followed(other.world, self.seat, self.random):
                for number, seen in enumerate(self.seen):
                    state = other.begin() if state is None else other.follow(state, number)
                    if other.shows_otherwise(state, number) or other.has_told(number):
                        break
                    found = self.look(state, number)
                    if other.copies and state.status == RUNNING and isinstance(seen, list):
                        seen, found = without_numbers(seen), without_numbers(found)
                    if seen != found:
                        return Twins(equal, difference(seen, found))
                    equal += other.differs or bool(other.dice_differ)
        except (DivergedError, IllegalChoice):
            return Twins(equal, diverged=True)
        return Twins(equal)


class Follower:
    """The second world of some decisions: which pieces lie elsewhere, and what others have decided otherwise."""

    def __init__(self, played: Played, world: World) -> None:
        self.played, self.engine, self.world = played, played.engine, world
        self.random = Random(played.seed)
        self.differs = bool(world)
        self.apart: set[int] = set()
        """Pieces, by those of the first world, of which others decided otherwise: until the seat comes to know one."""
        self.values_differ = False
        self.dice_differ: set[int] = set()
        self.chosen: list[tuple[int, int]] = []
        """Pieces that others have picked in the running action, one in each world, and that lie where they lay."""
        self.copies = False
        """Does a copy lie where another one lies in the first world, in sight of the seat?"""

    def begin(self) -> State:
        """Return the beginning."""
        played = self.played
        if played.start is None:
            return self.engine.start(played.seed)
        state = other_world(played, self.world)
        self.values_differ = state.values != played.start.values
        self.differs = self.differs or self.values_differ or state.purses != played.start.purses
        return state

    def shows_otherwise(self, state: State, number: int) -> bool:
        """Tell whether the seat now knows a die that shows something else here; note whether any does."""
        mine, theirs, world = self.played.shown_by(state), self.played.faces[number], self.world
        other = {die for die, face in theirs.items() if mine[world.get(die, die)] != face}
        before, self.dice_differ = self.dice_differ, other
        knows, came = self.played.knows[number], self.played.came[number]
        return bool(other & knows) or (number > 0 and bool((before | other) & came))

    def has_told(self, number: int) -> bool:
        """Tell whether the seat has now come to know something about which the others decided otherwise.

        Of two pieces that stay where they are, one picked in each world, it may well know one: not which was picked.
        """
        now = {piece for pair in self.chosen for piece in pair}
        told = bool(self.apart & self.played.came[number] or now & self.played.news[number])
        return told or (self.played.shown[number] and self.values_differ)

    def _part(self, state: State, number: int) -> None:
        """Let pieces picked in one world alone stand for each other once they move; forget them when it is over."""
        before, after = self.played.places[number - 1], self.played.places[number]
        for pair in self.chosen[:]:
            if any(before[piece] != after[piece] for piece in pair):
                self.chosen.remove(pair)
                self._exchange(pair[0], self.world.get(pair[1], pair[1]))
                self.apart |= set(pair)
        if state.status != RUNNING or self.engine.asked(state).section == "phase":
            self.chosen.clear()

    def follow(self, state: State, number: int) -> State:
        """Make the move that corresponds; raise IllegalChoice where the rules do not allow it."""
        move = self.played.moves[number - 1]
        if (move.heaps is not None or move.number) and self.random.random() < _OTHERWISE:
            self._decide_otherwise(state, move)
        elif pieces_of(move.choice, move.value):
            self.engine.apply(state, self._same(state, move).code)
        else:
            self.engine.apply(state, move.choice.code)
        self._part(state, number)
        return state

    def _alike(self, state: State, move: Move) -> list[Choice]:
        """Return the legal answers to the same question."""
        asked = (move.choice.action, move.choice.question)
        return [one for one in self.engine.legal(state) if (one.action, one.question) == asked]

    def _same(self, state: State, move: Move) -> Choice:
        """Return the choice of the pieces that stand for those of the first world, or of copies beside them."""
        wanted = composed(move.choice.type, move.value, self._stand_in)
        for one in self._alike(state, move):
            if self.engine.meant(state, one) == wanted:
                return one
        sort = self._sorts(state, move.choice, wanted)
        for one in self._alike(state, move):
            found = self.engine.meant(state, one)
            if (
                sort
                and self._sorts(state, one, found) == sort
                and values_of(one, found) == values_of(move.choice, wanted)
            ):
                for piece, other in self._pairs(state, move, one, found):
                    self._exchange(piece, other)
                self.copies = True
                return one
        raise IllegalChoice("there is no such move in the other world")

    def _stand_in(self, kind: t.Type, value: Any) -> Any:
        return self.world.get(value, value) if is_piece(kind) else value

    def _sorts(self, state: State, choice: Choice, value: Any) -> list[tuple[int, int]]:
        """Return place and design of each piece of an answer; of a set in order."""
        design, place = self.engine.layout.piece_design, state.place
        found = [(place[piece], design[piece]) for piece in pieces_of(choice, value)]
        return sorted(found) if isinstance(choice.type, t.SomeType) else found

    def _pairs(self, state: State, move: Move, other: Choice, found: Any) -> list[tuple[int, int]]:
        """Return each piece of the first world with the one that is picked for it; of a set those alike together."""
        design, place = self.engine.layout.piece_design, state.place
        mine, theirs = pieces_of(move.choice, move.value), pieces_of(other, found)
        if isinstance(other.type, t.SomeType):
            mine = sorted(mine, key=lambda one: (place[self.world.get(one, one)], design[self.world.get(one, one)]))
            theirs = sorted(theirs, key=lambda one: (place[one], design[one]))
        return list(zip(mine, theirs, strict=True))

    def _decide_otherwise(self, state: State, move: Move) -> None:
        """Let somebody pick another hidden number, or other pieces out of the same heaps."""
        choice = self.random.choice(self._alike(state, move) or [self._same(state, move)])
        found = self.engine.meant(state, choice)
        if move.number:
            self.values_differ = self.values_differ or choice.code != move.choice.code
            self.differs = self.differs or self.values_differ
        elif not self._is_of_same_heaps(state, move, choice, found):
            choice = self._same(state, move)
        elif isinstance(move.choice.type, t.Type):
            if found != self.world.get(move.value, move.value):
                stood = next((one for one, two in self.world.items() if two == found), found)
                self.chosen.append((move.value, stood))
                self.differs = True
        else:
            for piece, other in self._pairs(state, move, choice, found):
                if other != self.world.get(piece, piece):
                    self.apart |= {piece, self._exchange(piece, other)}
                    self.differs = True
        self.engine.apply(state, choice.code)

    def _is_of_same_heaps(self, state: State, move: Move, choice: Choice, found: Any) -> bool:
        pieces, heaps = pieces_of(choice, found), move.heaps or ()
        if len(pieces) != len(heaps) or (isinstance(choice.type, t.SomeType) and len(set(heaps)) > 1):
            return False
        mine = [self.world.get(piece, piece) for piece in pieces_of(move.choice, move.value)]
        same = zip(pieces, mine, heaps, strict=True)
        return values_of(choice, found) == values_of(move.choice, move.value) and all(
            piece == own if heap is None else state.place[piece] == heap for piece, own, heap in same
        )

    def _exchange(self, piece: int, found: int) -> int:
        """Let ``found`` stand for a piece of the first world from now on; return for which one it stood before."""
        stood = next((one for one, two in self.world.items() if two == found), found)
        self.world[piece], self.world[stood] = found, self.world.get(piece, piece)
        return stood


def other_world(played: Played, world: World) -> State:
    """Return the start with other hidden pieces in their places, and hidden purses shared out anew."""
    assert played.start is not None
    determinizer = Determinizer(played.engine, played.start, played.seat)
    state = played.start.copy()
    moved = {piece: world.get(piece, piece) for piece in determinizer.could}
    determinizer._put(state, moved)
    for piece, other in moved.items():
        state.put("known", other, played.start.known[piece])
    for group in determinizer._purses:
        group.share_out(state, played.random)
    deal_values(played.engine, played.start, state, played.seat, played.random)
    deal_faces(played.engine, state, sorted(determinizer.could), played.random)
    if played.is_played_by_value:
        name_alike(played.engine, played.start, state, played.seat, moved)
    of = {moved[one]: mask for one, mask in determinizer.could.items()}
    state.mixes, state.cache = summed_up(played.start, played.seat, of, moved), None
    return state


def from_here(engine: Engine, state: State, seat: int) -> State:
    """Return a state that remembers what a seat lost track of in the way that tells nothing of the past."""
    start = state.copy()
    start.log, start.log_size = (), 0
    start.mixes = summed_up(state, seat, Determinizer(engine, state, seat).could, {})
    return start


def summed_up(before: State, seat: int, could: dict[int, int], moved: World) -> Any:
    """Return what a seat has lost track of: pieces by what may lie where, payments and picks in loops as they are."""
    order = sorted(could)
    mixes: Any = ((), tuple(order), tuple(could[one] for one in order), 1 << seat, "could")
    for things, known, blind, sort in mixes_of(before):
        if sort == "paid":
            mixes = (mixes, things, known, blind, sort)
        if sort == "picked":
            inside, loop = (tuple([moved.get(piece, piece) for piece in pieces]) for pieces in (things, known))
            mixes = (mixes, tuple(sorted(inside)), loop, blind, sort)
    return mixes


def _alike(could: dict[int, int]) -> list[list[int]]:
    """Return the pieces of places in which the same may lie: they can change their places."""
    groups: dict[int, list[int]] = {}
    for piece, mask in could.items():
        groups.setdefault(mask, []).append(piece)
    return list(groups.values())


# ---------------------------------------------------------------- what is decided together


def together(table: Table, state: State, seat: int, random: Random) -> Twins:
    """Compare a moment of a phase ``together`` with another in which the others have decided otherwise."""
    engine, curtain = table._engine, state.curtain
    assert curtain is not None
    answers = [code for asked, code, _ in curtain[4] if asked == seat]
    other = engine.before_together(state)
    other.log = _shortened(state.log, state.log_size - curtain[2])
    other.log_size = curtain[2]
    other.curtain = (*other.curtain[:2], curtain[2], *other.curtain[3:])
    asked, determinizer = engine.decider(state), Determinizer(engine, state, seat)
    engine.run(other)
    while other.status == RUNNING and other.curtain is not None:
        decider, codes = engine.decider(other), engine.codes(other)
        if not answers and decider == asked:
            seen, found = (look(attrs.evolve(table, state=one), None, seat, 0) for one in (state, other))
            one, two = ([answer[:2] for answer in now[4] if answer[0] != seat] for now in (curtain, other.curtain))
            return Twins(int(one != two), "" if seen == found else difference(seen, found))
        if decider == seat and (not answers or answers[0] not in codes):
            return Twins(0, diverged=True)
        if decider == seat:  # what it draws is the same, though others may have drawn more
            determinizer._force(other)
        engine.apply(other, answers.pop(0) if decider == seat else random.choice(codes))
        other.forced = [()] * len(other.forced)
    return Twins(0, diverged=True)


def _shortened(log: Any, back: int) -> Any:
    """Return a log without its last events."""
    for _ in range(back):
        log = log[0]
    return log


def twins(table: Table, seed: int, length: int, depth: int) -> Twins:
    """Play twins of one game: from the beginning, or after ``depth`` random decisions."""
    engine, random = table._engine, Random(seed)
    seat = random.randrange(engine.layout.seats)
    start = None
    if depth:
        state = engine.start(seed)
        for _ in range(depth):
            if state.status == RUNNING:
                engine.apply(state, random.choice(engine.codes(state)))
        if state.status != RUNNING:
            return Twins(0)
        if state.curtain is not None:
            return together(table, state, seat, random)
        start = from_here(engine, state, seat)
    return Played(table, seat, seed, length, start).compare()


class Tables:
    """Tables of a game for the fewest and the most players, each made when somebody plays at it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._made: dict[int, Table] = {}

    def by(self, seed: int) -> Table:
        """Return the table for a seed: by turns that for the fewest players and that for the most."""
        players = self._game.players[-(seed % 2)]
        if players not in self._made:
            self._made[players] = self._game.start(players=players)
        return self._made[players]


def tables_of(game: Game) -> Tables:
    """Return tables of a game for the fewest and the most players."""
    return Tables(game)


def some_twins(tables: Tables, seed: int) -> Twins:
    """Play twins by a seed, which also says how many players there are, when they part and how long they are."""
    return twins(tables.by(seed), seed, 1 + seed % _MOST_LONG, DEPTHS[seed % len(DEPTHS)])


def some_of(number: int, few: int, most: int) -> range:
    """Return seeds of twins for the game of a number: other few for each in everyday runs, most by night."""
    return range(most) if NIGHTLY else range(number * few, (number + 1) * few)


def leaks(text: str, seeds: Iterable[int]) -> Iterator[str]:
    """Walk what is told in twins of a game, by its text or its name, one for each seed."""
    tables = tables_of(gamedsl.loads(text) if "\n" in text else gamedsl.load(text))
    yield from (found.leak for found in (some_twins(tables, seed) for seed in seeds) if found.leak)


def tell_only(
    plant: Callable[[pytest.MonkeyPatch], object], monkeypatch: pytest.MonkeyPatch, text: str, seeds: Iterable[int]
) -> bool:
    """Is something told in twins of a game when a fault is planted, and nothing in the same twins without it?"""
    plant(monkeypatch)
    faulty = tables_of(gamedsl.loads(text))
    told = next((seed for seed in seeds if some_twins(faulty, seed).leak), None)
    monkeypatch.undo()
    return told is not None and [] == list(leaks(text, (told,)))
