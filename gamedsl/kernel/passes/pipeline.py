"""A program -> the same program after all passes; each has a name under which it can be left out

Passes come in three phases. The first works on functions as the rules have them: it puts formulas where they are
asked, decides what functions remember, and what makes them forget. The second goes through bodies, callees first, and
writes them out: calls, loops, constants. The third sees bodies as they are printed, and makes loops shorter and equal
values locals. A pass is a function that changes a program in place, and whose module says what it does, before and
after; add it to its phase here, and all programs of tests are held to what they play without it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import islice

from gamedsl.gc_control import deep, without_collector
from gamedsl.kernel.passes.bottom_up import BOTTOM_UP, bottom_up
from gamedsl.kernel.passes.inline.inline_formulas import inline_formulas
from gamedsl.kernel.passes.loops.any_queries import any_queries
from gamedsl.kernel.passes.loops.hoist_calls import hoist_calls
from gamedsl.kernel.passes.loops.mask_loops import mask_loops
from gamedsl.kernel.passes.loops.narrow_loops import narrow_loops
from gamedsl.kernel.passes.loops.prefilter import prefilter
from gamedsl.kernel.passes.loops.tabulate_loops import tabulate_loops
from gamedsl.kernel.passes.memoize.batch_queries import batch_queries
from gamedsl.kernel.passes.memoize.incremental_sets import incremental_sets
from gamedsl.kernel.passes.memoize.memoize import memoize
from gamedsl.kernel.passes.program_cache import keep, key_of, keys_of, taken
from gamedsl.kernel.passes.scalar.cse import cse
from gamedsl.kernel.passes.scalar.simplify_control import simplify_control
from gamedsl.kernel.passes.walk import program_bodies, walk
from gamedsl.kernel.program import Program

PLACES = "places"
"""Without this functions forget what they remember whenever anything is written into a field that they read."""
PASSES: tuple[Callable[..., None], ...] = (
    # functions as the rules have them
    inline_formulas,
    prefilter,
    incremental_sets,
    hoist_calls,
    memoize,
    batch_queries,
    simplify_control,
    any_queries,
    # bodies, callees first: the passes of ``bottom_up.py`` take turns
    bottom_up,
    # bodies as they are printed
    mask_loops,
    narrow_loops,
    tabulate_loops,
    cse,
)
"""All passes, in the order in which they are carried out; their names are those of the functions."""
NAMES = frozenset({*[one.__name__ for one in PASSES if one is not bottom_up], *BOTTOM_UP, PLACES})
"""What can be left out."""
MOST_NODES = 120_000
"""Nodes of a program that goes through the passes: with more they take longer than games. Known ones have 40,000."""


def optimise(program: Program, without: Collection[str] = ()) -> Program:
    """Change a program so that it plays the same games in less time; return it. One that is too large stays.

    One that went through the same passes before, in whatever process, is taken from the cache.
    """
    if set(without) >= NAMES:
        return program
    key = key_of(program, "passes", NAMES - set(without))
    if taken(program, key) or _is_too_large(program):
        return program
    with without_collector(), deep():
        _carry_out(program, NAMES - set(without))
    keep(program, key)
    return program


def take_known(program: Program, *without: Collection[str]) -> Collection[str] | None:
    """Change a program as ``optimise`` does without some passes, if that was done before: it costs next to nothing.

    Return the first of these for which it was; else leave the program as it is.
    """
    key = keys_of(program, "passes")
    return next((one for one in without if taken(program, key(NAMES - set(one)))), None)


def _carry_out(program: Program, names: frozenset[str]) -> None:
    told = {memoize: (PLACES in names,), bottom_up: (BOTTOM_UP & names,)}
    for work in PASSES:
        if work is bottom_up or work.__name__ in names:
            work(program, *told.get(work, ()))


def _is_too_large(program: Program) -> bool:
    return next(islice((x for body in program_bodies(program) for x in walk(body)), MOST_NODES, None), None) is not None
