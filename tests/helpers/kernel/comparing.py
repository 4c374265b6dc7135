"""Engines and kernel programs side by side: the same games, decision by decision, field by field."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

import attrs

from gamedsl.engine.state.chance import draw
from gamedsl.kernel.passes.pipeline import optimise
from gamedsl.kernel.passes.program_cache import _CHANGED
from gamedsl.kernel.playing import Block, PythonKernel, program_of
from gamedsl.kernel.program import Program
from gamedsl.play.engine import Engine
from tests.frozen.folds import folded, played
from tests.frozen.kept import freezes, held

POLICY = 255
COUNTED = {"work", "jumps"}
"""Counts that passes leave out where nothing can come to be too many."""


def kernel_of(engine: Engine) -> PythonKernel:
    """Return the kernel of an engine, printed as Python."""
    return PythonKernel(program_of(engine.set_up))


def field(kernel: PythonKernel, block: Block, name: str) -> list[int]:
    """Return the places of a field."""
    first = kernel.at[name]
    return block[first : first + kernel.program.fields[name].count]


def both_programs(engine: Engine) -> tuple[Program, Program]:
    """Return the program of an engine that has not been asked yet as it is lowered, and after all passes.

    It is lowered once: what an engine plays at first is a program without passes.
    """
    made = engine.programs.first.program
    plain, quick = (
        attrs.evolve(made, spare=copy(made.spare), **{name: copy(getattr(made, name)) for name in _CHANGED})
        for _ in range(2)
    )
    return plain, optimise(quick)


def same_games(
    section: str, case: str, engine: Engine, seeds: Iterable[int], limit: int, again: Iterable[int] | None = None
) -> None:
    """Hold random games to what is frozen, and the program after all passes to the program as it is lowered.

    ``again``: the seeds of the games that both programs play; None: all; none: there are no passes.
    """
    again = [*seeds] if again is None else [*again]
    programs = both_programs(engine) if again and not freezes() else ()
    held("kernel", section, case, folded(played, engine, seeds, limit))
    if programs:
        assert "" == _first_otherwise(*programs, again, limit)


def otherwise_after_passes(engine: Engine, seeds: Iterable[int], limit: int) -> str:
    """Play random games by the program as it is lowered, and after all passes; return the first difference."""
    return _first_otherwise(*both_programs(engine), seeds, limit)


def _first_otherwise(lowered: Program, passed: Program, seeds: Iterable[int], limit: int) -> str:
    plain, quick = PythonKernel(lowered), PythonKernel(passed)
    for seed in seeds:
        found = _otherwise(plain, quick, seed, limit)
        if found:
            return f"seed {seed}, {found}"
    return ""


def _otherwise(plain: PythonKernel, quick: PythonKernel, seed: int, limit: int) -> str:
    plain.failed = quick.failed = None
    s, block = plain.start(seed), quick.start(seed)
    for number in range(limit + 1):
        codes = plain.codes(s)
        if (codes, plain.failed) != (quick.codes(block), quick.failed):
            return f"decision {number}: other choices, or {plain.failed} is not {quick.failed}"
        fields = alike(plain.program, quick.program, plain.failed is not None)
        found = [name for name in fields if field(plain, s, name) != field(quick, block, name)]
        if found or not codes:
            return f"decision {number}: {found}" if found else ""
        code = codes[draw(seed, 0, POLICY, number, len(codes))]
        plain.apply(s, code)
        quick.apply(block, code)
    return ""


def alike(plain: Program, other: Program, failed: bool) -> set[str]:
    """Return the fields that must be the same; where a rule has failed, only how play stands.

    Behind a fault passes leave out stores that nobody reads.
    """
    if plain is other:
        return set(plain.fields)
    return {"status", "decisions", "draws"} & set(plain.fields) if failed else set(plain.fields) - COUNTED
