"""A set-up and kinds of players -> what decides for them in games that are played in C, and what C leaves to Python"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.state.layout import Grid
from gamedsl.kernel.native.batches import Asked
from gamedsl.kernel.native.bots import Board, Bot, Cell, Deciding, Habits
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.playouts import NotNativeError
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.kinds.greedy import LONG, MOST_LOOKS, RESTLESS, GreedyPlayer
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.opened import Paragraphs, is_followed
from gamedsl.players.protocol import Player, Situation
from gamedsl.players.search.ahead import MOST_CHOICES
from gamedsl.players.seats import make
from gamedsl.semantics.core.model import LEVELS

_MOST_GAMES = 8
"""Games that are played along at the same time: as many as threads may ask about, and some more."""


class Bots:
    """Kinds of players in the games of a set-up; ``limit``: decisions after which a game is given up.

    Raise NotNativeError where not only pieces are hidden in the set-up, or there is no machine code.
    """

    def __init__(self, engine: Engine, kinds: Sequence[str], limit: int) -> None:
        self.engine, self.kinds = engine, [kind for kind in dict.fromkeys(kinds) if kind != "random"]
        why = _more_than_pieces(engine)
        if why:
            raise NotNativeError(f"{why}, which players have to work out in Python")
        self._state = engine.start(0, log=False)
        self._trials = engine.trials(self._state)
        if not self._trials.compiled.build():
            raise NotNativeError(self._trials.compiled.missing)
        self._board = _board(engine, self._trials.compiled.tail.initial)
        most = min(limit or Limits.decisions, Limits.decisions)
        self._bots = [_bot(make(kind, 0), most) for kind in self.kinds]
        self._players: dict[tuple[str, int], Player] = {}
        self._games: dict[int, State] = {}

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

    def choose(self, kind: str, seed: int, asked: Asked) -> int:
        """Decide as C would in a game, in the state that it gives."""
        engine = self.engine
        engine.thinks = "native"
        opened = engine.programs.first.reading.open.open(asked.numbers)
        more = any(is_followed(engine, one) for one, _ in opened)
        state = self._played(seed, asked) if more else self._given(seed, asked)
        if (kind, seed) not in self._players:
            self._players = {one: player for one, player in self._players.items() if one[1] == seed}
            self._players[kind, seed] = make(kind, seed)
        decisions, codes = state.decisions, engine.codes(state)
        situation = Situation(asked.seat, decisions, _Table(engine, state), decisions)  # type: ignore[arg-type]
        return self._players[kind, seed].choose(situation, codes)

    def _given(self, seed: int, asked: Asked) -> State:
        """Return the state that C gives, with what the seat has lost track of."""
        state = State(self.engine.programs.first.reading, asked.numbers[: self._board.common])
        state.seed, state.shown = seed, asked.shown
        lost = [(piece, mask) for piece, mask in enumerate(asked.could) if mask != 1 << piece]
        pieces, masks = (tuple(one) for one in zip(*lost, strict=True)) if lost else ((), ())
        state.mixes = ((), pieces, masks, 1 << asked.seat, "could")
        return state

    def _played(self, seed: int, asked: Asked) -> State:
        """Return the state of a game in which choices have been made: more than C can follow may be hidden there."""
        state = self._games.get(seed)
        if state is None or state.decisions > asked.decisions:
            self._games = dict([*self._games.items()][-_MOST_GAMES:])
            state = self.engine.start(seed, log=False)
        for code in asked.made(state.decisions):
            self.engine.apply(state, code)
        self._games[seed] = state
        return state


@attrs.frozen
class _Table:
    """A table at which players ask for nothing but deals."""

    _engine: Engine
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


def _more_than_pieces(engine: Engine) -> str:
    """Return what else may be hidden from somebody than where pieces lie, or be otherwise in a deal; else nothing."""
    layout = engine.layout
    found = {
        "triggers ask for what is hidden": bool(engine.wording.secrets.triggers),
        "there are secret values": bool(layout.secret),
        "something follows from what dice show": engine.programs.first.reading.follows_from_faces,
        "positions are hidden": bool(engine.hidden_positions),
        "pieces may lie unseen in several places": _lie_unseen_in_several(engine),
    }
    return next((why for why, holds in found.items() if holds), "")


def _lie_unseen_in_several(engine: Engine) -> bool:
    """Tell whether there are places, several of which a piece may take at once, into which not everybody sees."""
    layout, zones = engine.layout, engine.game.zones
    spread = {name for name, zone in zones.items() if any(key.is_set for key in zone.keys)}
    seers = zip(layout.cell_entry, layout.cell_viewers, strict=True)
    return any(entry in spread and viewers != layout.everybody for entry, viewers in seers)


def _board(engine: Engine, rest: Sequence[int]) -> Board:
    layout, reading = engine.layout, engine.programs.first.reading
    table, drawing, paragraphs = reading.table, engine.drawing, Paragraphs(engine)
    dice = {layout.streams[name] for name in layout.dice}
    dice |= {layout.streams[kind.name] for kind in engine.game.kinds.values() if kind.faces is not None}
    owners = [
        owner if owner is not None and entry.startswith("player.") else -1
        for entry, owner in zip(layout.cell_entry, layout.cell_owner, strict=True)
    ]
    cells = [
        Cell(word, low, table.blocks[cell], drawing.viewers[cell], not reading.follows_from_cells([cell]), owners[cell])
        for cell, (word, low) in enumerate(table.words)
    ]
    sorts = [*zip(layout.piece_design, layout.piece_seat, strict=True)]
    numbers = {sort: at for at, sort in enumerate(dict.fromkeys(sorts))}
    return Board(
        first=reading.at,
        common=len(engine.programs.first.quiet.initial),
        rest=rest,
        everybody=layout.everybody,
        cells=cells,
        sorts=[numbers[sort] for sort in sorts],
        first_open=paragraphs.first,
        opened=paragraphs.opened,
        keys=paragraphs.keys,
        dice=[stream in dice for stream in range(reading.lengths["draws"])],
        own=[*_own(engine)],
    )


def _own(engine: Engine) -> Iterator[tuple[int, int]]:
    """Walk the seats with the places of numbers that belong to them, and that they see: amounts, values and points."""
    layout, at = engine.layout, engine.programs.first.reading.at
    for seat in layout.players:
        for name, grid in layout.purses.items():
            for purse in _of_seat(name, grid, seat):
                if layout.purse_viewers[purse] >> seat & 1:
                    yield seat, at["purses"] + purse
        for name, grid in layout.values.items():
            for field in _of_seat(name, grid, seat):
                yield seat, at[f"value.{name}"] + field - grid.base
        yield seat, at["points"] + seat
        for source in range(len(engine.game.sources)):
            yield seat, at["scores"] + source * layout.seats + seat


def _of_seat(name: str, grid: Grid, seat: int) -> range:
    """Return the numbers of an entry of the table that belong to a seat."""
    first = grid.base + seat * grid.owner_stride
    return range(first, first + grid.owner_stride) if name.startswith("player.") else range(0)
