"""A set-up and kinds of players -> what decides for them in games that are played in C, and what C leaves to Python"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.state.flat import State
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.native.bots import Board, Bot, Cell, Deciding, Habits
from gamedsl.kernel.plain import NotNativeError
from gamedsl.kernel.state.block import BlockState
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.kinds.greedy import LONG, MOST_LOOKS, RESTLESS, GreedyPlayer
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.opened import Paragraphs
from gamedsl.players.protocol import Player, Situation
from gamedsl.players.search.ahead import MOST_CHOICES
from gamedsl.players.seats import make, own
from gamedsl.semantics.core.model import LEVELS


def can_think(kind: str) -> bool:
    """Tell whether a kind of player decides by chance, or thinks in C as long as its budget says, whatever the time."""
    mine = own(kind)
    return mine is not None and not (kind.startswith("mcts") and kind.endswith("s") and ":" in kind)


class Bots:
    """Kinds of players in the games of a set-up; ``limit``: decisions after which a game is given up.

    Raise NotNativeError where not only pieces are hidden in the set-up, or there is no machine code.
    """

    def __init__(self, engine: KernelEngine, kinds: Sequence[str], limit: int) -> None:
        self.engine, self.kinds = engine, [kind for kind in dict.fromkeys(kinds) if kind != "random"]
        why = _more_than_pieces(engine)
        if why:
            raise NotNativeError(f"{why}, which players have to work out in Python")
        self._state = engine.start(0, log=False)
        self._trials = engine.trials(self._state)
        if not self._trials.compiled.build():
            raise NotNativeError(self._trials.compiled.missing)
        self._board = _board(engine, self._trials.hurried().initial)
        most = min(limit or Limits.decisions, Limits.decisions)
        self._bots = [_bot(make(kind, 0), most) for kind in self.kinds]
        self._players: dict[tuple[str, int], Player] = {}

    def deciding(self) -> Deciding:
        """Return what decides, of which one thread may use one."""
        habits = Habits(LONG, RESTLESS, MOST_LOOKS)
        return Deciding(self._trials.compiled.another(), self._board, habits, self._bots)

    def number(self, kind: str) -> int:
        """Return the number of a kind, -1 of players by chance."""
        return -1 if kind == "random" else self.kinds.index(kind)

    @property
    def places(self) -> Mapping[str, int]:
        """Where fields begin among the numbers of a state that C gives."""
        return self._board.first

    def choose(
        self,
        kind: str,
        seed: int,
        seat: int,
        numbers: Sequence[int],
        could: Sequence[int],
        shown: tuple[tuple[int, int], ...],
    ) -> int:
        """Decide as C would, in a state that it gives: see ``Asked`` of ``kernel/native/batches.py``."""
        engine = self.engine
        engine.thinks = "native"
        state = BlockState(engine.carried.reading, numbers[: self._board.common])
        state.seed, state.shown = seed, shown
        lost = [(piece, mask) for piece, mask in enumerate(could) if mask != 1 << piece]
        pieces, masks = (tuple(one) for one in zip(*lost, strict=True)) if lost else ((), ())
        state.mixes = ((), pieces, masks, 1 << seat, "could")
        if (kind, seed) not in self._players:
            self._players = {one: player for one, player in self._players.items() if one[1] == seed}
            self._players[kind, seed] = make(kind, seed)
        decisions, codes = state.decisions, engine.codes(cast(State, state))
        situation = Situation(seat, decisions, _Table(engine, cast(State, state)), decisions)  # type: ignore[arg-type]
        return self._players[kind, seed].choose(situation, codes)


@attrs.frozen
class _Table:
    """A table at which players ask for nothing but deals."""

    _engine: KernelEngine
    _state: State

    def _determinizer(self, seat: int) -> Determinizer:
        return Determinizer(self._engine, self._state, seat)


def _bot(player: Player, most: int) -> Bot:
    """Return what a player weighs."""
    task: dict[str, float] = {"most": most, "most_choices": MOST_CHOICES}
    if isinstance(player, MctsPlayer):
        task |= {**attrs.asdict(player.tuning), "searches": 1, "level": LEVELS.index(player.level)}
        return Bot(task, player.iterations or 0, 0)
    assert isinstance(player, GreedyPlayer)
    return Bot(task | {"actions": player.actions, "level": LEVELS.index(player.level)}, 0, player.deals)


def _more_than_pieces(engine: KernelEngine) -> str:
    """Return what else may be hidden from somebody than where pieces lie, or be otherwise in a deal; else nothing."""
    layout, reading = engine.layout, engine.carried.reading
    found = {
        "all decide at once": any(one.who is not None and one.who.together for one in engine.game.phases.values()),
        "triggers ask for what is hidden": bool(engine.wording.secrets.triggers),
        "there are secret values": bool(layout.secret),
        "dice are hidden": bool(layout.face_of),
        "positions are hidden": bool(engine.hidden_positions),
        "pieces lie in several places": reading.table.spreads,
        "loops go through pieces": reading.open.has_loops,
    }
    return next((why for why, holds in found.items() if holds), "")


def _board(engine: KernelEngine, rest: Sequence[int]) -> Board:
    layout, reading = engine.layout, engine.carried.reading
    table, drawing, paragraphs = reading.table, engine.drawing, Paragraphs(engine)
    dice = {layout.streams[name] for name in layout.dice}
    dice |= {layout.streams[kind.name] for kind in engine.game.kinds.values() if kind.faces is not None}
    cells = [
        Cell(word, low, table.blocks[cell], drawing.viewers[cell], not reading.follows_from_cells([cell]))
        for cell, (word, low) in enumerate(table.words)
    ]
    sorts = [*zip(layout.piece_design, layout.piece_seat, strict=True)]
    numbers = {sort: at for at, sort in enumerate(dict.fromkeys(sorts))}
    return Board(
        first=reading.at,
        common=len(engine.carried.quiet.initial),
        rest=rest,
        everybody=layout.everybody,
        cells=cells,
        sorts=[numbers[sort] for sort in sorts],
        first_open=paragraphs.first,
        opened=paragraphs.opened,
        dice=[stream in dice for stream in range(reading.lengths["draws"])],
    )
