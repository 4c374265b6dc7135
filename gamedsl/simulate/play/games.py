"""A game, settings and which games are to come -> their results, played in the way that takes the least time"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from time import process_time

import attrs

from gamedsl import studies
from gamedsl.game import Game
from gamedsl.kernel.native.building import NO_COMPILER
from gamedsl.kernel.native.compilers import compilers
from gamedsl.kernel.native.compiling import NotBuiltError
from gamedsl.kernel.printing.c_types import TooWideError
from gamedsl.play.playouts import NotNativeError
from gamedsl.players.seats import can_think, own
from gamedsl.simulate.play.native_games import NativeGames
from gamedsl.simulate.play.one_game import Makers, Watch, play_one
from gamedsl.simulate.play.random_games import RandomGames, random_games
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.play.todo import Stretch
from gamedsl.simulate.results.results import Results, joined

MANY = 200
"""Games from which on it is worth while to make a program first: that takes as long as 5 to 160 games save."""
LONG = 10.0
"""Seconds of CPU that the games to come would take, from which on it is worth while for fewer of them, too."""
LONG_NATIVE = 3.0
"""Seconds of CPU that the games to come would take in Python, from which on it is worth while to compile."""
LONG_THINKING = 8.0
"""The same of games of players who think: two programs are made for them."""
SAMPLE_THINKING = 2
"""Games of players who think after which it is known how long one takes."""
SAMPLE = 10
"""Games after which it is known how long one takes in Python."""
MANY_NATIVE = 5_000
"""Games for which somebody may want to know that they could be played as machine code."""
MANY_THINKING = 50
"""Games for which somebody may want to know that players could think as machine code."""
_AHEAD = 64
"""Games by which one simulation may be told ahead of another, where more of it have been played."""
Some = list[tuple[int, Results]]
"""Results, each with the place of their simulation."""
Remark = Callable[[str], None]
"""Is told in a sentence of what makes a simulation slower than it could be."""


class Games:
    """Plays the games of one simulation in one process; ``many``: about how many it will be asked for.

    ``threads``: how many play where that is by machine code; ``native``: what plays so, if it has been made already.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings,
        many: int,
        makers: Makers | None = None,
        threads: int = 1,
        native: NativeGames | None = None,
        remark: Remark = lambda text: None,
    ) -> None:
        self.game, self.settings, self.makers, self.threads = game, settings, makers, threads
        self._remark = remark
        self._left = many
        self._played, self._spent = 0, 0.0
        self._played_quickly, self._spent_quickly = 0, 0.0
        self._quick: RandomGames | NativeGames | None = native
        self._expected: Sequence[int] = ()
        self._may_be_quick = not makers and settings.is_random
        self._thinks = not self._may_be_quick
        is_own = not makers and all(can_think(kind) for kind in settings.seats)
        self.may_be_native = is_own and settings.engine != "python" and native is None
        """Whether it is still open whether machine code plays."""
        self._may_be_known = self.may_be_native

    def is_native(self) -> bool:
        """Tell whether the games to come are played by machine code, as far as is known by now."""
        if self.may_be_native and self._may_be_known:
            self._look_for_known()
        if self.may_be_native and (self.settings.engine == "native" or self._is_worth_compiling()):
            self._compile()
        return isinstance(self._quick, NativeGames)

    @property
    def seconds_left(self) -> float:
        """About how many seconds of CPU the games to come take as they are played now; infinite where nobody knows."""
        if self._played_quickly:
            return self._left * self._spent_quickly / self._played_quickly
        return self._left * self._spent / self._played if self._played else math.inf

    def _look_for_known(self) -> None:
        """Begin with machine code that was compiled before: no game is worth while to be played in another way then."""
        self._may_be_known = False
        with suppress(NotNativeError):
            known = NativeGames.known(self.game, self.settings, self.threads)
            if known is not None:
                self.may_be_native, self._quick = False, known
                known.expect(self._expected)

    def expect(self, numbers: Sequence[int]) -> None:
        """Learn which games will be asked for next, in this order."""
        self._expected = numbers
        if isinstance(self._quick, NativeGames):
            self._quick.expect(self._expected)

    def play(self, number: int, watch: Watch | None = None) -> Results:
        """Return the results of a game, and of those that are expected behind it as far as they have been played ahead.

        They are the same in every way. See ``play_one``.
        """
        found = self._quickly(number, watch)
        if found is None:
            began = process_time()
            told = None if self._quick else watch  # that it is long has been told then
            found = Results([play_one(self.game, self.settings, number, self.makers, told)])
            self._played, self._spent = self._played + 1, self._spent + process_time() - began
        self._left -= len(found)
        return found

    def _quickly(self, number: int, watch: Watch | None) -> Results | None:
        """Return the results of games that the program plays; None for others."""
        self.is_native()
        if self._may_be_quick and self._quick is None and self._is_worth_while():
            self._quick = random_games(self.game, self.settings)
            self._may_be_quick = self._quick is not None
        if self._quick is None:
            return None
        if isinstance(self._quick, NativeGames):
            return self._quick.play(number, watch)
        began = process_time()
        result = self._quick.play(number, watch)
        self._played_quickly += 1
        self._spent_quickly += process_time() - began
        return None if result is None else Results([result])

    def _compile(self) -> None:
        """Go on with machine code, where that can be had."""
        self.may_be_native = False
        playouts = self._quick.playouts if isinstance(self._quick, RandomGames) else None
        try:
            self._quick = NativeGames(self.game, self.settings, playouts, self.threads)
        except NotNativeError as error:
            is_news = isinstance(error.__cause__, NotBuiltError | TooWideError) and str(error) != NO_COMPILER
            if is_news:  # that there is no compiler is said at once
                self.settings = attrs.evolve(self.settings, engine="python")  # nor do other processes try it again
                self._remark(f"The games are played in Python, not as machine code: {error}.")
            return
        self._quick.expect(self._expected)

    def _is_worth_while(self) -> bool:
        each = self._spent / self._played if self._played else 0.0
        return self._left >= MANY or self._left * each >= LONG

    def _is_worth_compiling(self) -> bool:
        if self._thinks:
            return self._played >= SAMPLE_THINKING and self._left * self._spent / self._played >= LONG_THINKING
        if self._played_quickly < SAMPLE:
            return False
        return self._left * self._spent_quickly / self._played_quickly >= LONG_NATIVE


class _Turn:
    """The games of one simulation that are to be played in turns with others."""

    def __init__(self, place: int, games: Games, numbers: Sequence[int]) -> None:
        self.place, self.games, self.numbers = place, games, numbers
        self.at = 0
        """How many have been told."""
        self.ready = Results()
        games.expect(numbers)

    @property
    def next(self) -> tuple[int, int]:
        """The number of the next game, and the place."""
        return self.numbers[self.at], self.place

    def told(self, before: tuple[int, int] | None, watch: Watch | None) -> Results:
        """Return results of the next games, as far as these come before a game of another simulation, or soon after.

        What has been played already need not be told one by one.
        """
        if not self.ready:
            self.ready = self.games.play(self.numbers[self.at], watch)
        many = len(self.ready)
        if before is not None:
            last = before[0] + (self.place < before[1]) + (_AHEAD if many > _AHEAD else 0)
            many = max(1, bisect_left(self.numbers, last, self.at, self.at + many) - self.at)
        self.at += many
        found, self.ready = self.ready[:many], self.ready[many:]
        return found


def played(games: Callable[[int], Games], stretches: Iterable[Stretch], watch: Watch | None) -> Iterator[Some]:
    """Play stretches of games, by number and then by simulation, and give results as they come; ``games``: by place."""
    numbers: dict[int, list[range]] = {}
    for place, some in stretches:
        numbers.setdefault(place, []).append(some)
    turns = [
        _Turn(place, games(place), own[0] if len(own) == 1 else [*chain.from_iterable(own)])
        for place, own in numbers.items()
    ]
    while turns:
        turns.sort(key=lambda one: one.next)
        first, *others = turns
        yield [(first.place, first.told(others[0].next if others else None, watch))]
        turns = [one for one in turns if one.at < len(one.numbers)]


def gathered(portions: Iterable[Some]) -> Some:
    """Return results of several portions together, those of each simulation by number."""
    found: dict[int, list[Results]] = {}
    for place, results in chain.from_iterable(portions):
        found.setdefault(place, []).append(results)
    return [(place, joined(own)) for place, own in found.items()]


def possible(game: Game, settings: Settings, many: int, remark: Remark, threads: int = 1) -> Games:
    """Return what plays games; say so of an engine that is wanted and cannot be had."""
    if settings.engine == "python" or not settings.is_random:
        return Games(game, _possible_thinking(game, settings, many, remark), many, threads=threads, remark=remark)
    native = None
    if settings.engine == "native":
        try:
            native = NativeGames(game, settings, threads=threads)
        except NotNativeError as error:
            remark(f"The games are played in Python, not as machine code: {error}.")
            settings = attrs.evolve(settings, engine="python")
    elif many >= MANY_NATIVE and next(compilers(), None) is None:
        remark(f"Many games of random players would be played many times as fast as machine code: {NO_COMPILER}.")
    return Games(game, settings, many, threads=threads, native=native, remark=remark)


def _possible_thinking(game: Game, settings: Settings, many: int, remark: Remark) -> Settings:
    """Do the same for games of which players think about their choices."""
    kinds = [own(kind) for kind in settings.seats]
    if settings.engine == "python" or not any(kind is not None and kind.level for kind in kinds):
        return settings
    if settings.engine == "native":
        table = game.start(settings.players, settings.seed_of(0), settings.options, log=False)
        from gamedsl.players.search.thinking import why_not  # random players need nothing of it

        missing = why_not(studies.engine_of(table), studies.state_of(table))
        if missing:
            remark(f"Players think in Python, not by machine code: {missing}.")
            return attrs.evolve(settings, engine="python")
    elif many >= MANY_THINKING and next(compilers(), None) is None:
        remark(f"Players would think many times as fast by machine code: {NO_COMPILER}.")
    return settings
