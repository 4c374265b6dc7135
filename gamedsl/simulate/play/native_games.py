"""A game and settings of players of this program -> results of their games, played by the program as machine code

They are those of ``one_game.py``, in a small part of the time. Who thinks does so as machine code, too; decisions that
it leaves to Python are made there in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cached_property
from typing import Any

from gamedsl import studies
from gamedsl.engine.errors import Limits
from gamedsl.engine.outcome import Outcome
from gamedsl.game import Game, Table
from gamedsl.kernel.lone.metrics import NUMBERS
from gamedsl.kernel.lowering.notes import MEASURE
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.native.batches import Asked, Batches, Row, Rules
from gamedsl.kernel.native.building import library
from gamedsl.kernel.plain import NotNativeError, PlainEngine, why_not_native
from gamedsl.kernel.playing import FINISHED, STOPPED
from gamedsl.kernel.printing.batch import batch_text
from gamedsl.kernel.program import Program
from gamedsl.kernel.telling.following import following
from gamedsl.kernel.telling.seen import FIELDS
from gamedsl.option_values import completed
from gamedsl.players.whole_games import Bots
from gamedsl.semantics.core.types import BoolType
from gamedsl.simulate.play.one_game import FIRST_LONG, LAST, Long, Watch, kept_of, own_of, seen_of
from gamedsl.simulate.play.results import CHECKPOINTS, GameResult, Own
from gamedsl.simulate.play.settings import Settings
from gamedsl.studies import standing


class _Lane:
    """A row of games that are played one after the other; each lane may have a thread of its own."""

    def __init__(self, batches: Batches) -> None:
        self.batches = batches
        self.numbers: list[int] = []
        """The games of the batch."""
        self.playing: deque[int] = deque()
        """The games of the batch that is being played and are not done."""
        self.future: Future[None] | None = None

    def begin(self, numbers: Sequence[int], settings: Settings, bots: Bots | None) -> None:
        """Begin a batch of games."""
        self.playing.extend(numbers)
        kinds = None
        if bots is not None:
            kinds = [bots.number(kind) for one in numbers for kind in settings.kinds_of(one)]
        seeds, followed = [settings.seed_of(one) for one in numbers], [settings.is_logged(one) for one in numbers]
        self.batches.begin(seeds, followed, kinds)
        self.numbers = [*numbers]

    def running(self, pool: ThreadPoolExecutor) -> Future[None]:
        """Play a slice in a thread, unless one is being played."""
        if self.future is None:
            self.future = pool.submit(self.batches.run)
        return self.future

    def leave(self) -> None:
        """Leave the games where they are."""
        if self.future is not None:
            self.future.result()
        self.future = None
        self.playing.clear()


class NativeGames:
    """Plays games of one simulation, some ahead of those that are asked for, in several threads if that is wanted."""

    def __init__(self, game: Game, settings: Settings, engine: PlainEngine | None = None, threads: int = 1) -> None:
        """Compile the rules, unless they are kept from before; raise NotNativeError where that cannot be done.

        ``engine``: that of the same game and settings, if there is one.
        """
        self.game, self.settings = game, settings
        self._names: list[str] = []
        self._sources, self._metrics = (*game.checked.sources,), (*game.checked.metrics.values(),)
        self._winners: dict[int, tuple[int, ...]] = {}
        self._offered: dict[tuple[int, ...], tuple[str, ...]] = {}
        self._kinds: dict[int, tuple[str, ...]] = {}
        self._ready: dict[int, GameResult | None] = {}
        self._expected: deque[int] = deque()
        with why_not_native():
            options = completed(game.checked.options, settings.options)
            self.engine = engine = engine or PlainEngine(game.checked, settings.players, options)
            self._ends = self._words_of_ends()
            printed = engine.printed()
            self._counted, program = printed.counted, printed.counted.program
            measured, self._bots = (MEASURE, printed.measured), self._thinking(options)
            losing = None if self._bots is None else following(printed.losing, engine.layout)
            given = FIELDS, self._counted.places, measured, printed.changed, losing
            made, rules = library(batch_text(program, printed.leading, LAST, *given)), self._rules()
            self._lanes = [_Lane(Batches(made, program, rules, FIELDS)) for _ in range(threads)]
            self._let_think(program)

    def _thinking(self, options: Mapping[str, bool | int | str]) -> Bots | None:
        """Return what thinks for the players; None where all choose at random."""
        settings = self.settings
        if all(kind == "random" for kind in settings.seats):
            return None
        engine = KernelEngine(self.game.checked, settings.players, options)
        return Bots(engine, settings.seats, 0)

    def _let_think(self, program: Program) -> None:
        if self._bots is None:
            return
        at = program.places()
        if any(at.get(name) != place for name, place in self._bots.places.items()):
            raise NotNativeError("the numbers of games stand elsewhere than players think")
        for lane in self._lanes:
            lane.batches.think(self._bots.deciding(), at["decider"], at["decisions"])

    def _words_of_ends(self) -> dict[int, str]:
        """Return the words of the ends that say the same in every game."""
        found = {-1: ""}
        for number, end in enumerate(self.game.checked.ends):
            parts = () if end.words is None else end.words.parts
            if all(isinstance(part, str) for part in parts):
                found[number] = "".join(map(str, parts))
        return found

    def _rules(self) -> Rules:
        checked, limits = self.game.checked, Limits.decisions
        table = self._table(self.engine.begin(0), 0)
        self._designs = studies.designs(table)
        named = [(codes, name) for codes, name in table.action_codes() if "." not in name]
        self._names = sorted({name for _, name in named})
        places = {name: at for at, name in enumerate(self._names)}
        return Rules(
            seats=self.settings.players,
            sources=len(checked.sources),
            ends=len(checked.ends),
            actions=len(self._names),
            ranges=[(codes.start, codes.stop, places[name]) for codes, name in named if codes],
            checkpoints=CHECKPOINTS,
            wanted=frozenset(range(len(checked.ends))) - self._ends.keys(),
            limit=limits + 1 if self.settings.limit is None else self.settings.limit,
            most=limits,
            first_long=FIRST_LONG,
            last=LAST,
        )

    # ------------------------------------------------------------ playing

    def expect(self, numbers: Sequence[int]) -> None:
        """Learn which games will be asked for, in this order."""
        self._expected = deque(numbers)

    def is_ready(self, number: int) -> bool:
        """Tell whether a game has been played ahead."""
        return number in self._ready

    def play(self, number: int, watch: Watch | None = None) -> GameResult | None:
        """Return the result of a game; None where a rule stops it: only its engine knows how to tell that."""
        while number not in self._ready:
            if not any(number in lane.playing for lane in self._lanes):
                self._look_for(number)
            self._go_on(watch)
        return self._ready.pop(number)

    def _look_for(self, number: int) -> None:
        """Let a game be the next one that is begun; those that would be asked for before it are not."""
        if not self._expected or self._expected[0] != number:
            for lane in self._lanes:
                lane.leave()
        while self._expected and self._expected[0] != number:
            self._expected.popleft()
        if not self._expected:
            self._expected.append(number)

    def _go_on(self, watch: Watch | None) -> None:
        """Let every lane play, and take what the first is done with; tell whoever watches of games that become long."""
        for lane in self._lanes:
            if not lane.playing and self._expected:
                many = min(lane.batches.most_games, -(-len(self._expected) // len(self._lanes)))
                lane.begin([self._expected.popleft() for _ in range(many)], self.settings, self._bots)
        if len(self._lanes) == 1:
            self._lanes[0].batches.run()
            self._take(self._lanes[0], watch)
            return
        busy = {lane.running(self._pool): lane for lane in self._lanes if lane.playing}
        for future in wait(busy, return_when=FIRST_COMPLETED)[0]:
            future.result()
            self._take(busy[future], watch)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(len(self._lanes))

    def _take(self, lane: _Lane, watch: Watch | None) -> None:
        """Take the games that a lane is done with, which plays on meanwhile."""
        rows, long = lane.batches.done()
        numbers = [lane.playing.popleft() for _ in rows]
        lane.future = None
        if long and watch is not None:
            number, last = lane.playing[0], tuple(self._last_actions(lane.batches.last_actions()))
            watch(Long(number, self.settings.seed_of(number), long, last))
        asked = lane.batches.asked()
        if asked is not None:
            lane.batches.answer(self._decided(asked, lane.numbers[asked.game]))
        if len(self._lanes) > 1 and lane.playing:
            lane.running(self._pool)
        for number, row in zip(numbers, rows, strict=True):
            self._ready[number] = None if row.status == STOPPED else self._result(number, row)

    def _decided(self, asked: Asked, number: int) -> int:
        """Return what Python decides where C leaves that to it."""
        assert self._bots is not None
        kind, seed = self.settings.kinds_of(number)[asked.seat], self.settings.seed_of(number)
        return self._bots.choose(kind, seed, asked)

    # ------------------------------------------------------------ results

    def _result(self, number: int, row: Row) -> GameResult:
        seed = self.settings.seed_of(number)
        outcome, points = (None, row.points) if row.block is None else self._told(row.block, seed)
        words = self._ends[row.end] if row.block is None else "" if outcome is None else outcome.words
        is_over = row.block is None or outcome is not None
        return GameResult(
            number=number,
            seed=seed,
            kinds=self._kinds_of(number),
            status="finished" if row.status == FINISHED else "unfinished",
            winners=self._members(row.winners) if is_over else (),
            points=points,
            sources=dict(zip(self._sources, row.scores, strict=True)) if is_over else {},
            decisions=row.decisions,
            turns=row.turns,
            forced=row.forced,
            choices=row.choices,
            lead_changes=row.lead_changes,
            standings=row.standings,
            uses={name: own for name, own in zip(self._names, row.uses, strict=True) if any(own)},
            offered=self._names_of(row.offered),
            end=words,
            first=None if row.first < 0 else row.first,
            last=tuple(self._last_actions(row.last)) if row.last else (),
            own=self._own(row.measured) if self._metrics else {},
            **({} if row.counts is None else self._seen(row.counts)),
        )

    def _told(self, block: list[int], seed: int) -> tuple[Outcome | None, tuple[int, ...]]:
        """Return how a game has ended, None where it was left at the limit, and the points."""
        table = self._table(block, seed)
        outcome = table.outcome()
        if outcome is not None:
            return outcome, outcome.points
        return None, standing(table) or (0,) * self.settings.players

    def _table(self, block: list[int], seed: int) -> Table:
        state: Any = self.engine.state(block, seed)
        return Table(self.game, self.engine, state, seed, self.settings.options)

    def _seen(self, counts: list[int]) -> dict[str, Any]:
        """Return what is kept of what a game came to that was followed in detail."""
        return kept_of(seen_of(self._designs, self._counted.told(counts)))

    def _kinds_of(self, number: int) -> tuple[str, ...]:
        turn = number % self.settings.players
        if turn not in self._kinds:
            self._kinds[turn] = self.settings.kinds_of(number)
        return self._kinds[turn]

    def _members(self, word: int) -> tuple[int, ...]:
        found = self._winners.get(word)
        if found is None:
            found = self._winners[word] = tuple(seat for seat in range(self.settings.players) if word >> seat & 1)
        return found

    def _own(self, measured: list[int]) -> dict[str, Own]:
        """Return what metrics have measured."""
        metrics = self._metrics
        values: list[list[tuple[int, int | bool | None]]] = [[] for _ in metrics]
        rows = (measured[at : at + NUMBERS] for at in range(0, len(measured), NUMBERS))
        for at, seat, is_there, value in rows:
            made = bool(value) if isinstance(metrics[at].worth.type, BoolType) else value
            values[at].append((seat, made if is_there else None))
        return own_of(self.game.checked, values)

    def _names_of(self, offered: tuple[int, ...]) -> tuple[str, ...]:
        found = self._offered.get(offered)
        if found is None:
            flags = zip(self._names, offered, strict=True)
            found = self._offered[offered] = tuple([name for name, is_offered in flags if is_offered])
        return found

    def _last_actions(self, last: Sequence[tuple[int, int]]) -> list[str]:
        seats = self.game.checked.seat_names
        return [f"{seats[seat]} {self._names[action]}" for action, seat in last]
