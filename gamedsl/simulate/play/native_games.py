"""A game and settings of players of this program -> results of their games, played by the program as machine code

They are those of ``one_game.py``, in a small part of the time. Who thinks does so as machine code, too; decisions that
it leaves to Python are made there in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gamedsl import studies
from gamedsl.engine.errors import Limits
from gamedsl.game import Game, Table
from gamedsl.kernel import build_cache
from gamedsl.kernel.lowering.trace_points import MEASURE
from gamedsl.kernel.native.batches import PLACES, Asked, Batches, Places, Rules, Slice, in_order
from gamedsl.kernel.native.building import PATIENCE, SHORT_PATIENCE
from gamedsl.kernel.native.runs import Runs
from gamedsl.kernel.native.sorting import Sorter
from gamedsl.kernel.playing import FINISHED, STOPPED
from gamedsl.kernel.printing.batch import batch_text
from gamedsl.kernel.printing.structs import UNFIT
from gamedsl.kernel.program import Program
from gamedsl.kernel.queries.metrics import NUMBERS
from gamedsl.kernel.queries.outcome import Outcome
from gamedsl.kernel.trace.following import following
from gamedsl.kernel.trace.seen import FIELDS, Counted
from gamedsl.kernel.trace.together import beginnings
from gamedsl.option_values import completed
from gamedsl.play.engine import Engine
from gamedsl.play.playouts import NotNativeError, Playouts, why_not_native
from gamedsl.semantics.core.types import BoolType
from gamedsl.simulate.play.one_game import CAME, FIRST_LONG, LAST, Long, Watch, came_of, own_of
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult, Own
from gamedsl.simulate.results.keys import Rowed
from gamedsl.simulate.results.results import Results
from gamedsl.simulate.results.rows import Reader, Rows, read_now
from gamedsl.studies import standing

if TYPE_CHECKING:
    from gamedsl.players.whole_games import Bots

_LANES = 2
"""Lanes for each thread: one is played while the other waits for its results to be put away, so no thread ever does."""
_ELSEWHERE = {STOPPED, UNFIT}
"""The status of games whose engine tells how they go."""
_SHARES = 2
"""So much less than its share of what is left a lane begins at once, so that all are done at about the same time."""


class _Lane:
    """A row of games that are played one after the other, slice by slice, by any thread."""

    def __init__(self, batches: Batches) -> None:
        self.batches = batches
        self.numbers: Sequence[int] = ()
        """The games of the batch."""
        self.done = 0
        """How many of them are done."""
        self.future: Future[None] | None = None

    def begin(self, numbers: Sequence[int], settings: Settings, bots: Bots | None) -> None:
        """Begin a batch of games."""
        self.numbers, self.done = numbers, 0
        kinds = None
        if bots is not None:
            kinds = [bots.number(kind) for one in numbers for kind in settings.kinds_of(one)]
        self.batches.begin(settings.seeds_of(numbers), settings.logged_among(numbers), kinds)

    @property
    def playing(self) -> Sequence[int]:
        """The games of the batch that are not done."""
        return self.numbers[self.done :]

    def running(self, pool: ThreadPoolExecutor) -> Future[None]:
        """Play a slice in a thread, unless one is being played."""
        if self.future is None:
            self.future = pool.submit(self.batches.run)
        return self.future

    def leave(self) -> None:
        """Leave the games where they are."""
        if self.future is not None:
            self.future.result()
        self.future, self.numbers = None, ()


def _plain(game: Game, settings: Settings) -> Playouts:
    return Playouts(game.checked, settings.players, completed(game.checked.options, settings.options))


def _purpose(settings: Settings) -> str:
    """Return what machine code of a set-up is made for: what nobody reads who does not think is not followed."""
    return "simulations of random players" if settings.is_random else "simulations of players who think"


def _all_known(engine: Engine, settings: Settings) -> bool:
    wanted = [_purpose(settings), *([] if settings.is_random else [build_cache.THINKING])]
    return all(build_cache.found(build_cache.key_of(engine.set_up, one)) is not None for one in wanted)


def is_known(game: Game, settings: Settings) -> bool:
    """Tell whether there is machine code that was compiled for such games before."""
    return _all_known(_plain(game, settings).engine, settings)


def _made(playouts: Playouts, is_followed: bool) -> build_cache.Made:
    """Return what machine code is made of, with the paragraphs and phases that its games count."""
    printed = playouts.printed()
    counted, program = printed.counted, printed.counted.program
    losing = following(printed.losing, playouts.layout, beginnings(program)) if is_followed else None
    given = FIELDS, counted.places, (MEASURE, printed.measured), printed.changed, losing
    return batch_text(program, printed.leading, LAST, *given), program, (counted.cards, counted.phases)


class NativeGames:
    """Plays games of one simulation, some ahead of those that are asked for, in several threads if that is wanted."""

    def __init__(self, game: Game, settings: Settings, playouts: Playouts | None = None, threads: int = 1) -> None:
        """Compile the rules, unless they are kept from before; raise NotNativeError where that cannot be done.

        ``playouts``: those of the same game and settings, if there is one.
        """
        self.game, self.settings = game, settings
        self._names: list[str] = []
        self._metrics = (*game.checked.metrics.values(),)
        self._ready: dict[int, Results | None] = {}
        """By the first of them games that are done; None: a rule stops it."""
        self._expected: Sequence[int] = ()
        self._begun = 0
        """How many of those have been begun, or are not wanted any more."""
        with why_not_native(lambda: self.playouts.layout):
            self.playouts = playouts or _plain(game, settings)
            self.engine = self.playouts.engine
            self._ends = self._words_of_ends()
            self._bots = self._thinking()
            patience = PATIENCE if settings.engine == "native" else SHORT_PATIENCE
            made = build_cache.machine_code(
                self.engine.set_up, _purpose(settings), lambda: _made(self.playouts, self._bots is not None), patience
            )
            library, program, rules = made.library, made.program, self._rules()
            cards, phases = made.words
            self._counted = Counted(program, cards, phases, {})
            self._threads, lanes = threads, threads if threads == 1 else _LANES * threads
            self._lanes = [_Lane(Batches(library, program, rules, FIELDS)) for _ in range(lanes)]
            self._reader = self._reading(rules, Sorter(library, self._lanes[0].batches.most_games, threads))
            self._let_think(program)

    @classmethod
    def known(cls, game: Game, settings: Settings, threads: int = 1) -> NativeGames | None:
        """Return what plays by machine code that was compiled before; None where it has to be made."""
        playouts = _plain(game, settings)
        return cls(game, settings, playouts, threads) if _all_known(playouts.engine, settings) else None

    def _thinking(self) -> Bots | None:
        """Return what thinks for the players; None where all choose at random."""
        settings = self.settings
        if settings.is_random:
            return None
        from gamedsl.players.whole_games import Bots  # random players need nothing of it

        engine = Engine(self.game.checked, settings.players, self.engine.set_up.chosen)
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
        named = [(codes, name) for codes, name in self.engine.numbering.named_codes() if "." not in name]
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

    def _reading(self, rules: Rules, sorter: Sorter) -> Reader:
        """Return what reads results of rows."""
        settings = self.settings
        turns = settings.players if settings.rotate and len(set(settings.seats)) > 1 else 1
        size = sum(self._counted.program.fields[name].count for name in FIELDS)
        phases = dict(zip(CAME, self._counted.parts, strict=True))["phases"].indices(size)[0]
        rowed = Rowed(
            places=Places.of(rules),
            seats=rules.seats,
            sources=(*self.game.checked.sources,),
            actions=(*self._names,),
            turns=turns,
            phases={name: phases + at for at, name in enumerate(self._counted.phases)},
            counted=size,
        )
        came = came_of(self._counted, studies.designs_of(self.engine.layout))
        own = self._own if self._metrics else lambda measured: {}
        return Reader(rowed, sorter, settings.seed, self._ends, settings.kinds_of, own, came)

    # ------------------------------------------------------------ playing

    def expect(self, numbers: Sequence[int]) -> None:
        """Learn which games will be asked for, in this order."""
        self._expected, self._begun = numbers, 0

    def play(self, number: int, watch: Watch | None = None) -> Results | None:
        """Return the results of a game and of those that are expected behind it, as far as they are done by then.

        None where a rule stops the game: only its engine knows how to tell that.
        """
        while number not in self._ready:
            if self._parted(number):
                continue
            if not any(number in lane.playing for lane in self._lanes):
                self._look_for(number)
            self._go_on(watch)
        return self._ready.pop(number)

    def _parted(self, number: int) -> bool:
        """Part games that are done where one stands among them, if it does; they follow each other by number."""
        for first, found in self._ready.items():
            if first < number and found is not None and number in found.numbers:
                at = found.numbers.index(number)
                self._ready[first], self._ready[number] = found[:at], found[at:]
                return True
        return False

    def _look_for(self, number: int) -> None:
        """Let a game be the next one that is begun; those that would be asked for before it are not."""
        coming = self._expected[self._begun :]
        if coming and coming[0] == number:
            return
        for lane in self._lanes:
            lane.leave()
        if number in coming:
            self._begun += coming.index(number)
        else:
            self.expect([number])

    def _go_on(self, watch: Watch | None) -> None:
        """Let every lane play, and take what the first is done with; tell whoever watches of games that become long."""
        for lane in self._lanes:
            self._occupy(lane)
        if len(self._lanes) == 1:
            self._lanes[0].batches.run()
            self._take(self._lanes[0], watch)
            return
        busy = {lane.running(self._pool): lane for lane in self._lanes if lane.playing}
        for future in wait(busy, return_when=FIRST_COMPLETED)[0]:
            future.result()
            self._take(busy[future], watch)

    def _occupy(self, lane: _Lane) -> None:
        """Give a lane that is done with its games others, as long as there are some."""
        left = len(self._expected) - self._begun
        if not lane.playing and left:
            many = min(lane.batches.most_games, -(-left // (_SHARES * len(self._lanes))))
            lane.begin(self._expected[self._begun : self._begun + many], self.settings, self._bots)
            self._begun += many

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads)

    def _take(self, lane: _Lane, watch: Watch | None) -> None:
        """Take the games that a lane is done with, which plays on meanwhile."""
        rows, long = lane.batches.done()
        numbers = lane.playing[: len(rows)]
        lane.done += len(rows)
        lane.future = None
        if long and watch is not None:
            number, last = lane.playing[0], tuple(self._last_actions(lane.batches.last_actions()))
            watch(Long(number, self.settings.seed_of(number), long, last))
        asked = lane.batches.asked()
        if asked is not None:
            lane.batches.answer(self._decided(asked, lane.numbers[asked.game]))
        if len(self._lanes) > 1:
            self._occupy(lane)
            if lane.playing:
                lane.running(self._pool)
        self._keep(numbers, rows)

    def _decided(self, asked: Asked, number: int) -> int:
        """Return what Python decides where C leaves that to it."""
        assert self._bots is not None
        kind, seed = self.settings.kinds_of(number)[asked.seat], self.settings.seed_of(number)
        return self._bots.choose(kind, seed, asked)

    # ------------------------------------------------------------ results

    def _keep(self, numbers: Sequence[int], found: Slice) -> None:
        """Keep games that are done: rows as such, what they do not say as results, and gaps where a rule stops one."""
        status, rows = found.column(PLACES["status"]), Rows(self._reader, [found])
        known = {at: self._result(numbers[at], found, at, block) for at, block in found.blocks.items()}
        whole = Results.of_rows(rows, Runs.of(numbers, found.place), known)
        begin = 0
        for at in [at for at, one in enumerate(status) if one in _ELSEWHERE] if {*status} & _ELSEWHERE else ():
            self._put(whole[begin:at])
            self._ready[numbers[at]] = None
            begin = at + 1
        self._put(whole[begin:] if begin else whole)

    def _put(self, results: Results) -> None:
        if results:
            self._ready[results.numbers[0]] = results

    def _result(self, number: int, found: Slice, at: int, block: list[int]) -> GameResult:
        """Return the result of a game of which the state says what its row does not."""
        row, seed = found.first + at, self.settings.seed_of(number)
        status = found.number(row, PLACES["status"])
        outcome, points = self._told(block, seed)
        known: dict[str, Any] = {
            "status": "finished" if status == FINISHED else "unfinished",
            "points": points,
            "end": "" if outcome is None else outcome.words,
            "last": () if status == FINISHED else tuple(self._last_actions(self._last_of(found, row))),
        }
        if outcome is None:
            known |= {"winners": (), "sources": {}}
        return read_now(self._reader, found, row, number, known)

    def _last_of(self, found: Slice, row: int) -> tuple[tuple[int, int], ...]:
        places = self._reader.rowed.places
        actions, seats = (found.part(row, first, LAST) for first in (places.last, places.seats))
        return in_order(found.number(row, PLACES["made"]), actions, seats)

    def _told(self, block: list[int], seed: int) -> tuple[Outcome | None, tuple[int, ...]]:
        """Return how a game has ended, None where it was left at the limit, and the points."""
        table = self._table(block, seed)
        outcome = table.outcome()
        if outcome is not None:
            return outcome, outcome.points
        return None, standing(table) or (0,) * self.settings.players

    def _table(self, block: list[int], seed: int) -> Table:
        return Table(self.game, self.engine, self.playouts.state(block, seed), seed, self.settings.options)

    def _own(self, measured: Sequence[int]) -> dict[str, Own]:
        """Return what metrics have measured."""
        metrics = self._metrics
        values: list[list[tuple[int, int | bool | None]]] = [[] for _ in metrics]
        rows = (measured[at : at + NUMBERS] for at in range(0, len(measured), NUMBERS))
        for at, seat, is_there, value in rows:
            made = bool(value) if isinstance(metrics[at].worth.type, BoolType) else value
            values[at].append((seat, made if is_there else None))
        return own_of(self.game.checked, values)

    def _last_actions(self, last: Sequence[tuple[int, int]]) -> list[str]:
        seats = self.game.checked.seat_names
        return [f"{seats[seat]} {self._names[action]}" for action, seat in last]
