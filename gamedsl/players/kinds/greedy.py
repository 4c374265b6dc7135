"""The greedy and the quick player: each choice is tried in imagined games, as far as the own turn goes or one move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinization import DeterminizationError
from gamedsl.players.judge import Judge
from gamedsl.players.protocol import Progress, Situation
from gamedsl.players.randomness import Random
from gamedsl.players.search.ahead import MOST_ACTIONS, MOST_CHOICES, judge_of
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.in_c import InC
from gamedsl.players.search.in_python import InPython
from gamedsl.players.search.opening import Looking
from gamedsl.players.search.thinking import Tick, think
from gamedsl.players.seeding import generator
from gamedsl.semantics.core.model import LEVELS

DEALS = 4
"""Imagined games in which each choice is tried, at most; with many choices fewer, at least 1."""
MOST_LOOKS = 20
"""Choices looked at in all imagined games together, before their number is cut."""
LONG = 1000
"""Decisions after which a game goes on so long that it may go round in a circle."""
RESTLESS = 0.1
"""Share of decisions made at random from then on."""


class GreedyPlayer:
    """Looks one own turn ahead. Equally good choices are drawn from a stream of its own.

    Players who look ahead so little can take something from each other for ever: in a very long game it sometimes
    chooses at random.

    With ``actions`` 0 it looks to the end of one move only, with ``deals`` 1 in one imagined game: the quick player.
    ``progress`` is told how far it is; hints are known up to its ``level``. Ctrl-C ends thinking: then what was tried
    with all choices counts, or with some.
    """

    def __init__(
        self,
        seed: int,
        deals: int = DEALS,
        actions: int = MOST_ACTIONS,
        progress: Progress | None = None,
        level: str = LEVELS[-1],
    ) -> None:
        self._seed = seed
        self.deals = deals
        self.actions = actions
        self._progress = progress
        self.level = level
        self._judges: dict[Engine, Judge] = {}

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of the choice after which the own lead is largest on average."""
        if len(choices) == 1:
            return 0
        random = generator(self._seed, situation._number)
        if situation.decisions >= LONG and random.random() < RESTLESS:
            return random.randrange(len(choices))
        found: list[list[int]] = [[] for _ in choices]
        place: int | None = None
        with suppress(KeyboardInterrupt, DeterminizationError):
            deals = Deals(situation._determinizer(), self._seed, situation._number)
            judge, began = judge_of(deals.engine, self._judges, self.level), random.at

            def work(means: InPython, tick: Tick) -> None:
                nonlocal place
                found[:], random.at, place = [[] for _ in choices], began, None
                self._look(deals, means.ahead(deals.seat, self.actions), tick, found, random)

            def work_in_c(means: InC) -> None:
                nonlocal place
                means.look(len(choices), self.actions, self._many(len(choices)), began)
                try:
                    self._look_in_c(means, len(choices))
                finally:
                    place = means.best()

            think(deals, judge, self.level, work, work_in_c, self._progress)
        if place is not None:
            return place
        complete = max(1, min(map(len, found)))
        leads = {place: sum(one[:complete]) for place, one in enumerate(found) if len(one) >= complete}
        best = max(leads.values(), default=0)
        return random.choice([place for place, lead in leads.items() if lead == best] or range(len(choices)))

    def _many(self, choices: int) -> int:
        """Return in how many imagined games so many choices are tried."""
        return max(1, min(self.deals, -(-MOST_LOOKS // choices)))

    def _look_in_c(self, means: InC, choices: int) -> None:
        looked, is_over = 0, False
        while not is_over:
            if self._progress is not None:
                self._progress(looked, looked / (self._many(choices) * choices))
            done = means.go()
            looked, is_over = looked + done.made, done.is_over

    def _look(self, deals: Deals, look: Looking, tick: Tick, found: list[list[int]], random: Random) -> None:
        """Note for each choice the own lead after it in each imagined game, as far as thinking is not ended."""
        many = self._many(len(found))
        places: Sequence[int] = range(len(found))
        if len(found) > MOST_CHOICES:
            places = sorted(random.sample(places, MOST_CHOICES))
        for number in range(many):
            game = deals.deal(number)
            for place in places:
                tick()
                if self._progress is not None:
                    looked = number * len(found) + place
                    self._progress(looked, looked / (many * len(found)))
                found[place].append(look.after(game, game.codes[place], random))
