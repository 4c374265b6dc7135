"""A game and a set-up -> games that take the outcomes of chance from a script, and ask where that has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.engine.state.chance import draw
from gamedsl.kernel.lowering.context import bare
from gamedsl.play.engine import Engine
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

if TYPE_CHECKING:
    from gamedsl.kernel.state.block import State


@attrs.frozen
class ChanceOutcome:
    """One outcome of a chance event: its ``number`` from 0, how probable it is, and its words.

    ``source`` is the dice, value or zone that it comes from, as in the rule file. Pieces that are copies of each other
    are outcomes of their own; the words of copies are the same.
    """

    number: int
    probability: Fraction
    source: str
    words: str


class Needed(BaseException):
    """Chance is asked for an outcome that nobody has chosen yet."""

    def __init__(self, s: Any, stream: int, outcomes: int) -> None:
        super().__init__()
        self.state, self.stream, self.outcomes = s, stream, outcomes


class Scripted:
    """Games of which chance takes its outcomes from a script where there is one."""

    def __init__(self, game: model.CheckedGame, seats: int, options: Mapping[str, bool | int | str]) -> None:
        self.engine = Engine(game, seats, options, draw=self._draw)
        self.script: tuple[int, ...] | None = None
        self._place = 0

    def played(self, script: tuple[int, ...], run: Callable[[], State]) -> State:
        """Return what a run comes to with the outcomes of a script; raise Needed where it needs one more."""
        self.script, self._place = script, 0
        try:
            return run()
        finally:
            self.script = None

    def _draw(self, s: Any, stream: int, number: int, outcomes: int) -> int:
        if self.script is None:
            at = s.reading.at
            return draw(s[at["key"]], s[at["game"]], stream, number, outcomes)
        if outcomes == 1:
            return 0
        if self._place == len(self.script):
            raise Needed(s, stream, outcomes)
        self._place += 1
        return self.script[self._place - 1]

    def outcomes(self, needed: Needed) -> tuple[ChanceOutcome, ...]:
        """Return the outcomes among which chance chooses."""
        name = self.engine.layout.stream_names[needed.stream]
        words = self._words(name, needed)
        every = Fraction(1, needed.outcomes)
        source = name.removeprefix("player.")
        return tuple(ChanceOutcome(number, every, source, words(number)) for number in range(needed.outcomes))

    def _words(self, name: str, needed: Needed) -> Callable[[int], str]:
        """Return what gives an outcome its words; where nobody can tell, its place among all."""
        layout, count = self.engine.layout, needed.outcomes
        if name in layout.dice:
            return self._of(self.engine.game.dice[name].faces, count)
        if name in layout.values:
            return self._of(bare(self.engine.game.values[name].type), count)
        if name in self.engine.game.kinds and self.engine.game.kinds[name].faces is not None:
            return self._of(self.engine.game.kinds[name].faces, count)
        cells = [cell for cell, stream in enumerate(layout.cell_stream) if stream == needed.stream]
        blocks = [block for cell in cells for block in needed.state.zones[cell] if isinstance(block, tuple)]
        fitting = [block for block in blocks if len(block) == count]
        if len(fitting) == 1:
            return lambda number: str(layout.designs[layout.piece_design[fitting[0][number]]].label)
        return lambda number: f"{number + 1} of {count}"

    def _of(self, kind: Any, count: int) -> Callable[[int], str]:
        if not isinstance(kind, t.SetType | t.ListType):
            low, many = self.engine.layout.span_of(kind)
            if many == count:
                return lambda number: str(self.engine.wording.label(kind, low + number))
        return lambda number: f"{number + 1} of {count}"
