"""A game and settings of random players -> results of their games, played by the program of the set-up

They are the results that the players would bring about one by one, in a small part of the time.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from gamedsl import studies
from gamedsl.engine.errors import Limits
from gamedsl.engine.state.chance import POLICY_STREAM, key_of, values
from gamedsl.game import Game, Table
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.playing import RUNNING, STOPPED, Block, PythonKernel
from gamedsl.option_values import completed
from gamedsl.play.playouts import Playouts
from gamedsl.simulate.play.one_game import FIRST_LONG, LAST, Long, Notes, Watch, action_of, seen_of
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.results.game_result import GameResult


class RandomGames:
    """Plays games of one simulation."""

    def __init__(self, playouts: Playouts, game: Game, settings: Settings) -> None:
        self.playouts, self.game, self.settings = playouts, game, settings
        self.leading = playouts.leading
        self.action_of = action_of(playouts.engine.numbering.named_codes())
        self.limit = math.inf if settings.limit is None else settings.limit

    def play(self, number: int, watch: Watch | None = None) -> GameResult | None:
        """Return the result of game ``number``; None where a rule stops it: only its engine knows how to tell that."""
        seed = self.settings.seed_of(number)
        run = _Run(self, number, seed, watch)
        is_logged = self.settings.is_logged(number)
        s = self.playouts.begin(seed, seen=is_logged)
        run.play(s, self.playouts.seen if is_logged else self.playouts.kernel)
        if s[self.playouts.kernel.at["status"]] == STOPPED:
            return None
        notes = Notes(self._table(s, seed), self.action_of)
        run.tell(notes)
        seen = self.playouts.counted.seen_in(s) if is_logged else None
        return notes.result(
            number,
            self.settings.kinds_of(number),
            None if seen is None else seen_of(studies.designs(notes.table), seen),
        )

    def _table(self, s: Block, seed: int) -> Table:
        state = self.playouts.state(s, seed)
        return Table(self.game, self.playouts.engine, state, seed, self.settings.options)

    def last_actions(self, made: Sequence[tuple[int, int]]) -> list[str]:
        """Return the last actions of a game, from the seat and the code of every choice."""
        found: list[str] = []
        names = self.game.checked.seat_names
        for seat, code in reversed(made):
            action = self.action_of(code)
            if action is not None:
                found.append(f"{names[seat]} {action}")
                if len(found) == LAST:
                    break
        return found[::-1]


class _Run:
    """One game while it is played."""

    def __init__(self, games: RandomGames, number: int, seed: int, watch: Watch | None) -> None:
        self.games, self.number, self.seed, self.watch = games, number, seed, watch
        self.made: list[tuple[int, int]] = []
        self.offered: set[int] = set()
        self.turns = self.forced = self.choices = 0
        self.is_long = FIRST_LONG
        self.standings: list[tuple[int, tuple[int, ...], int]] = []
        """After how many decisions all stood how, and how many turns there had been."""

    def play(self, s: Block, kernel: PythonKernel) -> None:
        """Play to the end, to the limit, or until a rule stops the game."""
        try:
            self._choose(s, kernel)
        except kernel.module["Halted"]:
            self._tell_long(s[kernel.at["decisions"]])
        except kernel.module["Failed"]:
            s[kernel.at["status"]] = STOPPED

    def _choose(self, s: Block, kernel: PythonKernel) -> None:
        """Choose what random players choose; the loop of ``PythonKernel.play``, with notes."""
        at, blocks, legal, made = kernel.at, kernel.module["B"], kernel.module["L"], self.made
        status, resume, decider = at["status"], at["resume"], at.get("decider", 0)
        counted, work, jumps = at["decisions"], at["work"], at["jumps"]
        drawn, last, limit = values(key_of(self.seed), 0, POLICY_STREAM), -1, self.games.limit
        decisions = 0
        while s[status] == RUNNING and decisions < Limits.decisions:
            block = s[resume]
            codes = legal[block](s)
            if not codes:
                kernel.codes(s)  # a game in which nothing can be chosen stops
                break
            if decisions >= limit:
                break
            seat, many = s[decider], len(codes)
            if seat != last:
                self._turn(s, decisions)
                last = seat
            code = codes[next(drawn) * many >> 32]
            self.choices += many
            self.forced += many == 1
            self.offered.update(codes)
            made.append((seat, code))
            decisions += 1
            s[counted], s[work], s[jumps] = decisions, 0, 0
            while block >= 0:
                block = blocks[block](s, code)
            if decisions == self.is_long:
                self._tell_long(decisions)
        self.games.playouts.give_up(s)

    def _turn(self, s: Block, decisions: int) -> None:
        standing = self.games.leading(s)
        if standing is not None:
            self.standings.append((decisions, standing, self.turns))
        self.turns += 1

    def _tell_long(self, decisions: int) -> None:
        """Tell whoever watches of a game that has become long by now."""
        if decisions != self.is_long:
            return
        self.is_long *= 10
        if self.watch is not None:
            self.watch(Long(self.number, self.seed, decisions, tuple(self.games.last_actions(self.made))))

    def tell(self, notes: Notes) -> None:
        """Write into notes what they would have noted decision by decision."""
        notes.first = self.made[0][0] if self.made else None
        notes.forced, notes.choices, notes.offered = self.forced, self.choices, self.offered
        for decisions, standing, turns in self.standings:
            notes.turns = turns
            notes.stand(decisions, standing)
        notes.turns = self.turns
        for (seat, code), times in Counter(self.made).items():
            action = notes.action_of(code)
            if action is not None:
                notes.uses.setdefault(action, [0] * notes.table.players)[seat] += times
        notes.last_actions.extend(self.games.last_actions(self.made))


def random_games(game: Game, settings: Settings) -> RandomGames | None:
    """Return what plays the games of a simulation of random players; None for rules that have no program.

    Making it takes as long as some dozens of games.
    """
    options = completed(game.checked.options, settings.options)
    try:
        return RandomGames(Playouts(game.checked, settings.players, options), game, settings)
    except NotLoweredError:
        return None
