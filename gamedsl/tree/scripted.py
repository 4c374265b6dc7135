"""A game and a set-up -> an engine that takes the outcomes of chance from a script, and asks where that has ended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.engine.state.chance import draw
from gamedsl.kernel.compiled_rules import CompiledRules
from gamedsl.kernel.lowering.context import bare
from gamedsl.kernel.machine import KernelEngine
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

if TYPE_CHECKING:
    from gamedsl.engine.state.flat import State


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


class Scripted(KernelEngine):
    """An engine that takes the outcomes of chance from a script where there is one."""

    script: tuple[int, ...] | None = None
    _place = 0

    def _carry(
        self,
        without: Collection[str],
        scenarios: Sequence[model.CheckedScenario] = (),
        options: Collection[str] = (),
    ) -> CompiledRules:
        """Let every program that plays ask for outcomes, also one that takes the place of another on the way."""
        made = super()._carry(without, scenarios, options)
        for kernel in (made.told, made.quiet):
            kernel.module["draw"] = self._draw
        return made

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
        name = self.layout.stream_names[needed.stream]
        words = self._words(name, needed)
        every = Fraction(1, needed.outcomes)
        source = name.removeprefix("player.")
        return tuple(ChanceOutcome(number, every, source, words(number)) for number in range(needed.outcomes))

    def _words(self, name: str, needed: Needed) -> Callable[[int], str]:
        """Return what gives an outcome its words; where nobody can tell, its place among all."""
        layout, count = self.layout, needed.outcomes
        if name in layout.dice:
            return self._of(self.game.dice[name].faces, count)
        if name in layout.values:
            return self._of(bare(self.game.values[name].type), count)
        if name in self.game.kinds and self.game.kinds[name].faces is not None:
            return self._of(self.game.kinds[name].faces, count)
        cells = [cell for cell, stream in enumerate(layout.cell_stream) if stream == needed.stream]
        blocks = [block for cell in cells for block in needed.state.zones[cell] if isinstance(block, tuple)]
        fitting = [block for block in blocks if len(block) == count]
        if len(fitting) == 1:
            return lambda number: str(layout.designs[layout.piece_design[fitting[0][number]]].label)
        return lambda number: f"{number + 1} of {count}"

    def _of(self, kind: Any, count: int) -> Callable[[int], str]:
        if not isinstance(kind, t.SetType | t.ListType):
            low, many = self.layout.span_of(kind)
            if many == count:
                return lambda number: str(self.wording.label(kind, low + number))
        return lambda number: f"{number + 1} of {count}"
