"""An engine -> what chance gives in its games, told or replaced while it gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs
import pytest

from gamedsl.kernel.lowering.trace_points import MIX
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.state.values import bits
from gamedsl.kernel.trace.journal import decoder_of
from gamedsl.play.engine import Engine

Give = Callable[[Any, int, tuple[int, ...], int], int]
"""Of a state, a stream, the pieces drawn from and the piece that came: the piece that is taken."""
Throw = Callable[[Any, int, int, int], int]
"""Of a state, a die, the number of its faces and the one that came (from 0): the one that it shows."""


@attrs.frozen
class Chance:
    """Who is asked when chance gives something; ``rest`` hears of a piece that was left, so that nothing was drawn."""

    give: Give
    rest: Callable[[int], None] | None = None
    throw: Throw | None = None


@contextmanager
def replaced(engine: Engine, chance: Chance) -> Iterator[None]:
    """Let somebody be asked what chance gives in the games of an engine that have a log: imagined ones have none."""
    with pytest.MonkeyPatch.context() as patch:
        _Replaced(engine, engine.programs.first.told, chance).put(patch)
        yield


class _Replaced:
    """Stands between a program printed as Python and its chance: a draw is followed by what it picks of a word."""

    def __init__(self, engine: Engine, kernel: PythonKernel, chance: Chance) -> None:
        self.engine, self.kernel, self.chance = engine, kernel, chance
        layout = engine.layout
        kinds = [engine.game.zones[entry].kind for entry in layout.cell_entry]
        self.low = {
            stream: layout.kind_pieces[kind][0]
            for stream, kind in zip(layout.cell_stream, kinds, strict=True)
            if kind in layout.kind_pieces
        }
        self.thrown_by = {layout.streams[kind] for kind in layout.kind_pieces if kind in layout.streams}
        self.waits: tuple[int, int] | None = None
        """Stream and outcomes of a draw from a zone that has not picked its piece yet."""
        self.dice: list[int] = []
        """Dice that are about to be rolled, in their order."""

    def put(self, patch: pytest.MonkeyPatch) -> None:
        """Stand in the place of what draws, what picks, and what is told of dice that are about to be rolled."""
        kernel, module = self.kernel, self.kernel.module
        kernel.functions.complete()
        patch.setitem(module, "draw", self._drawing(module["draw"]))
        for name in kernel.program.functions:
            printed = kernel.printer.name("F", name)
            if name.startswith("nth.") and printed in module:
                patch.setitem(module, printed, self._picking(module[printed]))
        for number, about in kernel.printer.noted.items():
            if about == MIX and kernel.program.notes[number].what == "turned":
                patch.setitem(module, f"N{number}", self._turning(number, module[f"N{number}"]))

    def _drawing(self, draw: Any) -> Any:
        def drawn(s: Any, stream: int, number: int, many: int) -> int:
            assert self.waits is None, "what was drawn from a zone was not picked as pieces are"
            found = int(draw(s, stream, number, many))
            if stream in self.low:
                self.waits = stream, many
            elif stream in self.thrown_by and self.chance.throw is not None and self.dice:
                return self.chance.throw(s, self.dice.pop(0), many, found)
            return found

        return drawn

    def _picking(self, nth: Any) -> Any:
        def picked(s: Any, found: int, which: int) -> int:
            if self.waits is None:
                return self._left(s, found, which, nth)
            (stream, many), self.waits = self.waits, None
            pieces = bits(found, self.low[stream])
            assert len(pieces) == many
            return self.chance.give(s, stream, pieces, pieces[which]) - self.low[stream]

        return picked

    def _left(self, s: Any, found: int, which: int, nth: Any) -> int:
        """Pick without a draw; the last of pieces that are put in an order is left."""
        place = int(nth(s, found, which))
        if found.bit_count() == 1 and self.chance.rest is not None:
            for low in set(self.low.values()):
                self.chance.rest(place + low)
        return place

    def _where(self, s: Any, piece: int) -> tuple[int, int, int]:
        """Return what dice are rolled by: place by place, those of a stack from the top."""
        cell, height = s.place[piece], 0
        if cell >= 0 and self.engine.layout.cell_form[cell] == "stack":
            height = -next(number for number, block in enumerate(s.zones[cell]) if piece in block)
        return cell, height, piece

    def _turning(self, number: int, turned: Any) -> Any:
        decode = decoder_of(self.kernel.program.notes[number])

        def note_dice(s: Any, dice: int, *rest: Any) -> Any:
            self.dice = sorted(decode(dice), key=lambda die: self._where(s, die))
            return turned(s, dice, *rest)

        return note_dice
