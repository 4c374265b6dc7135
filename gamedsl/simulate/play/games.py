"""A game, settings and which games are to come -> their results, played in the way that takes the least time"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import process_time

import attrs

from gamedsl import studies
from gamedsl.game import Game
from gamedsl.kernel.native.building import NO_COMPILER
from gamedsl.kernel.native.compilers import compilers
from gamedsl.kernel.plain import NotNativeError
from gamedsl.players.search.thinking import why_not
from gamedsl.players.seats import own
from gamedsl.players.whole_games import can_think
from gamedsl.simulate.play.native_games import NativeGames
from gamedsl.simulate.play.one_game import Makers, Watch, play_one
from gamedsl.simulate.play.random_games import RandomGames, random_games
from gamedsl.simulate.play.results import GameResult
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.play.todo import Task

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
Results = list[tuple[int, GameResult]]
"""Results, each with the place of its simulation."""
Remark = Callable[[str], None]
"""Is told in a sentence of what makes a simulation slower than it could be."""


class Games:
    """Plays the games of one simulation in one process; ``many``: about how many it will be asked for.

    ``threads``: how many play where that is by machine code.
    """

    def __init__(
        self, game: Game, settings: Settings, many: int, makers: Makers | None = None, threads: int = 1
    ) -> None:
        self.game, self.settings, self.makers, self.threads = game, settings, makers, threads
        self._left = many
        self._played, self._spent = 0, 0.0
        self._played_quickly, self._spent_quickly = 0, 0.0
        self._quick: RandomGames | NativeGames | None = None
        self._expected: Sequence[int] = ()
        self._may_be_quick = not makers and _is_random(settings)
        self._thinks = not self._may_be_quick
        is_own = not makers and all(can_think(kind) for kind in settings.seats)
        self.may_be_native = is_own and settings.engine != "python"
        """Whether it is still open whether machine code plays."""

    def is_native(self) -> bool:
        """Tell whether the games to come are played by machine code, as far as is known by now."""
        if self.may_be_native and (self.settings.engine == "native" or self._is_worth_compiling()):
            self._compile()
        return isinstance(self._quick, NativeGames)

    def expect(self, numbers: Sequence[int]) -> None:
        """Learn which games will be asked for next, in this order."""
        self._expected = numbers
        if isinstance(self._quick, NativeGames):
            self._quick.expect(self._expected)

    def is_ready(self, number: int) -> bool:
        """Tell whether a game has been played ahead, so that its result takes no time."""
        return isinstance(self._quick, NativeGames) and self._quick.is_ready(number)

    def play(self, number: int, watch: Watch | None = None) -> GameResult:
        """Return the result of a game; it is the same in every way. See ``play_one``."""
        found = self._quickly(number, watch)
        self._left -= 1
        if found is not None:
            return found
        told = None if self._quick else watch  # that it is long has been told then
        began = process_time()
        result = play_one(self.game, self.settings, number, self.makers, told)
        self._played, self._spent = self._played + 1, self._spent + process_time() - began
        return result

    def _quickly(self, number: int, watch: Watch | None) -> GameResult | None:
        """Return the result of a game that the program plays; None for others."""
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
        return result

    def _compile(self) -> None:
        """Go on with machine code, where that can be had."""
        self.may_be_native = False
        engine = self._quick.engine if isinstance(self._quick, RandomGames) else None
        try:
            self._quick = NativeGames(self.game, self.settings, engine, self.threads)
        except NotNativeError:
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


def played(games: Callable[[int], Games], tasks: Sequence[Task], watch: Watch | None) -> Iterator[Results]:
    """Play tasks in order, and give results whenever the next one would take time; ``games``: by place."""
    for place in {place for place, _ in tasks}:
        games(place).expect([number for own, number in tasks if own == place])
    portion: Results = []
    for place, number in tasks:
        if portion and not games(place).is_ready(number):
            yield portion
            portion = []
        portion.append((place, games(place).play(number, watch)))
    if portion:
        yield portion


def _is_random(settings: Settings) -> bool:
    return all(kind == "random" for kind in settings.seats)


def possible(game: Game, settings: Settings, many: int, remark: Remark) -> Settings:
    """Return settings that name no engine that cannot be had, and say so of one that is wanted."""
    if settings.engine == "python" or not _is_random(settings):
        return _possible_thinking(game, settings, many, remark)
    if settings.engine == "native":
        try:
            NativeGames(game, settings)
        except NotNativeError as error:
            remark(f"The games are played in Python, not as machine code: {error}.")
            return attrs.evolve(settings, engine="python")
    elif many >= MANY_NATIVE and next(compilers(), None) is None:
        remark(f"Many games of random players would be played many times as fast as machine code: {NO_COMPILER}.")
    return settings


def _possible_thinking(game: Game, settings: Settings, many: int, remark: Remark) -> Settings:
    """Do the same for games of which players think about their choices."""
    kinds = [own(kind) for kind in settings.seats]
    if settings.engine == "python" or not any(kind is not None and kind.level for kind in kinds):
        return settings
    if settings.engine == "native":
        table = game.start(settings.players, settings.seed_of(0), settings.options, log=False)
        missing = why_not(studies.engine_of(table), studies.state_of(table))
        if missing:
            remark(f"Players think in Python, not by machine code: {missing}.")
            return attrs.evolve(settings, engine="python")
    elif many >= MANY_THINKING and next(compilers(), None) is None:
        remark(f"Players would think many times as fast by machine code: {NO_COMPILER}.")
    return settings
