"""The numbers from which a run of the rules failed -> which paragraphs were open where it failed, and for whom

The run is carried out once more by the same program without any pass, in which every paragraph is a function or a block
of its own: so what Python tells of the failure is what was called by what.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.engine.machine import Engine
from gamedsl.kernel.lowering.context import NOBODY
from gamedsl.kernel.optimising.passes import NAMES
from gamedsl.kernel.playing import PythonKernel, lowering_of
from gamedsl.kernel.program import Program
from gamedsl.kernel.standing import Standing
from gamedsl.kernel.state.frames import Frames
from gamedsl.semantics import core

_PARAGRAPHS = ("rule ", "action ", "trigger ", "cell ")
_SETUP, _FINISH = ".setup", "finish"


@attrs.frozen
class Opened:
    """The names of the open paragraphs, outermost first, and whose turn it was to be spoken to; None for nobody's."""

    names: tuple[str, ...] = ()
    seat: int | None = None


class Tracing:
    """Finds out where runs fail."""

    def __init__(self, engine: Engine, givens: Sequence[tuple[core.CoreStep, ...]] | None = None) -> None:
        program = lowering_of(engine, NAMES, givens).program
        self.kernel, self.frames = PythonKernel(program), Frames(engine, program)
        self.lines = self.kernel.text.splitlines()
        names = {made: known[1:] for known, made in self.kernel.printer.names.items() if known.startswith("F")}
        self.functions = {made: name for made, name in names.items() if name in program.functions}

    def opened(self, program: Program, before: list[int], block: int, code: int) -> Opened:
        """Return what was open where a run of another program of the set-up failed, from its numbers before."""
        s = self._numbers(program, before)
        module = self.kernel.module
        try:
            while block >= 0:
                block = module["B"][block](s, code)
        except module["Failed"] as error:
            return self._told(s, error)
        except module["Halted"]:
            pass
        return Opened()

    def _numbers(self, program: Program, before: list[int]) -> list[int]:
        s, at = self.kernel.initial[:], program.places()
        for name, first in self.kernel.at.items():
            count = self.kernel.program.fields[name].count
            s[first : first + count] = before[at[name] : at[name] + count]
        return s

    def _told(self, s: list[int], error: BaseException) -> Opened:
        called: list[tuple[str, int]] = []
        standing: Standing | None = None
        step = error.__traceback__
        while step is not None:
            name = step.tb_frame.f_code.co_name
            known = self.functions.get(name, "")
            if known == _FINISH:
                return Opened()
            if known.startswith(_PARAGRAPHS):
                called.append((known.removesuffix(_SETUP).split(" ", 1)[1], step.tb_frame.f_locals.get("you", NOBODY)))
            elif name.startswith("B") and name[1:].isdigit():
                found = self.kernel.program.within.get(self._block(step.tb_lineno, int(name[1:])))
                standing = found if isinstance(found, Standing) else None
            step = step.tb_next
        open_ = [] if standing is None else list(self.frames.open(s, standing))
        seats = [seat for _, seat in reversed(called)]
        seats += [NOBODY if one is None else one for one in (self.frames.seat(s, *each) for each in open_)]
        names = [self.frames.name(one) for one, _ in reversed(open_)] + [name for name, _ in called]
        return Opened(tuple(one for one in names if one), next((seat for seat in seats if seat >= 0), None))

    def _block(self, line: int, first: int) -> int:
        """Return the block that a line of the printed program belongs to: others may be written inside its function."""
        deep = len(self.lines[line - 1]) - len(self.lines[line - 1].lstrip())
        for text in reversed(self.lines[: line - 1]):
            own = len(text) - len(text.lstrip())
            if own > deep:
                continue
            if text.lstrip().startswith("# block "):
                return int(text.split()[-1])
            if own == 0:
                break
            deep = own
        return first
