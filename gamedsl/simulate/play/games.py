"""A game, settings and how many games are to come -> their results, played in the way that takes the least time"""

from __future__ import annotations

from time import process_time

from gamedsl.game import Game
from gamedsl.simulate.play.one_game import Makers, Watch, play_one
from gamedsl.simulate.play.random_games import RandomGames, random_games
from gamedsl.simulate.play.results import GameResult
from gamedsl.simulate.play.settings import Settings

MANY = 200
"""Games from which on it is worth while to make a program first: that takes as long as 5 to 160 games save."""
LONG = 10.0
"""Seconds of CPU that the games to come would take, from which on it is worth while for fewer of them, too."""


class Games:
    """Plays the games of one simulation in one process; ``many``: about how many it will be asked for."""

    def __init__(self, game: Game, settings: Settings, many: int, makers: Makers | None = None) -> None:
        self.game, self.settings, self.makers = game, settings, makers
        self._left = many
        self._played, self._spent = 0, 0.0
        self._quick: RandomGames | None = None
        self._may_be_quick = not makers and all(kind == "random" for kind in settings.seats)

    def play(self, number: int, watch: Watch | None = None) -> GameResult:
        """Return the result of a game; it is the same in every way. See ``play_one``."""
        found = None if self.settings.is_logged(number) else self._quickly(number, watch)
        self._left -= 1
        if found is not None:
            return found
        told = None if self._quick and not self.settings.is_logged(number) else watch  # that it is long is told then
        began = process_time()
        result = play_one(self.game, self.settings, number, self.makers, told)
        self._played, self._spent = self._played + 1, self._spent + process_time() - began
        return result

    def _quickly(self, number: int, watch: Watch | None) -> GameResult | None:
        """Return the result of a game that the program plays; None for others."""
        if self._may_be_quick and self._quick is None and self._is_worth_while():
            self._quick = random_games(self.game, self.settings)
            self._may_be_quick = self._quick is not None
        return None if self._quick is None else self._quick.play(number, watch)

    def _is_worth_while(self) -> bool:
        each = self._spent / self._played if self._played else 0.0
        return self._left >= MANY or self._left * each >= LONG
