"""A program -> the same program after all passes; each has a name under which it can be left out"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import islice

from gamedsl.collecting import deep, without_collector
from gamedsl.kernel.optimising.emptiness import ask_for_any
from gamedsl.kernel.optimising.gathering import gather
from gamedsl.kernel.optimising.hoisting import hoist
from gamedsl.kernel.optimising.inlining import inline
from gamedsl.kernel.optimising.keeping import keep, key_of, keys_of, taken
from gamedsl.kernel.optimising.kept.answers import ask_together
from gamedsl.kernel.optimising.kept.remembering import remember
from gamedsl.kernel.optimising.kept.upkeep import keep_up
from gamedsl.kernel.optimising.masking import mask
from gamedsl.kernel.optimising.narrowing import narrow
from gamedsl.kernel.optimising.sifting import sift
from gamedsl.kernel.optimising.splicing import splice
from gamedsl.kernel.optimising.tidying import tidy
from gamedsl.kernel.optimising.trees import bodies, walk
from gamedsl.kernel.program import Program
from gamedsl.kernel.shortening.sharing import share
from gamedsl.kernel.shortening.shorten import WAYS, shorten

PASSES: dict[str, Callable[[Program], None]] = {
    "inline": inline,
    "sift": sift,
    "upkeep": keep_up,
    "hoist": hoist,
    "remember": remember,
    "together": ask_together,
    "splice": splice,
    "tidy": tidy,
    "any": ask_for_any,
}
"""What is done to a program, in this order; then it is shortened, in ways that can be left out like these."""
LAST: dict[str, Callable[[Program], None]] = {"mask": mask, "narrow": narrow, "gather": gather, "share": share}
"""What is done to a program that is shortened."""
PLACES = "places"
"""Without this way what functions remember is forgotten where anything is written into a field that they read."""
NAMES = frozenset({*PASSES, *WAYS, *LAST, PLACES})
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
        _carry_out(program, without)
    keep(program, key)
    return program


def take_known(program: Program, *without: Collection[str]) -> Collection[str] | None:
    """Change a program as ``optimise`` does without some passes, if that was done before: it costs next to nothing.

    Return the first of these for which it was; else leave the program as it is.
    """
    key = keys_of(program, "passes")
    return next((one for one in without if taken(program, key(NAMES - set(one)))), None)


def _carry_out(program: Program, without: Collection[str]) -> None:
    for name, work in PASSES.items():
        if name == "remember" and name not in without:
            remember(program, PLACES not in without)
        elif name not in without:
            work(program)
    shorten(program, WAYS - set(without))
    for name, work in LAST.items():
        if name not in without:
            work(program)


def _is_too_large(program: Program) -> bool:
    return next(islice((x for body in bodies(program) for x in walk(body)), MOST_NODES, None), None) is not None
