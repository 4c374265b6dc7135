"""Loops of few passes that are known before play -> their passes one after the other

Known as full loop unrolling. What stands behind a ``break`` stands under the condition that it was not reached.

    for p in {0, 2}:                              if cash[0] < 0: broke = 1
        if cash[p] < 0: broke = 1; break          else:
                                                      if cash[2] < 0: broke = 1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.kernel.builder import constant, number
from gamedsl.kernel.passes.early_exits import without_exits
from gamedsl.kernel.passes.substitute import renamed
from gamedsl.kernel.passes.walk import Body, all_statements, weight, with_bodies
from gamedsl.kernel.program import Break, Continue, Expression, For, ForBits, If, Statement

MOST = 8
"""Passes of a loop that is written out."""
HEAVY = 160
"""Nodes that a loop may become."""


def unrolled(body: Sequence[Statement], fresh: Callable[[str], str]) -> Body:
    """Return a body in which short loops are written out."""
    found: list[Statement] = []
    for one in body:
        made = with_bodies(one, lambda inner: unrolled(inner, fresh))
        written = _written(made, fresh) if isinstance(made, For | ForBits) else None
        found += [made] if written is None else written
    return tuple(found)


def _passes(x: For | ForBits) -> list[int] | None:
    if isinstance(x, For):
        low, end = constant(x.low), constant(x.end)
        return None if low is None or end is None or end - low > MOST else list(range(low, end))
    held = constant(x.word)
    if held is None or held.bit_count() > MOST:
        return None
    return [at for at in range(held.bit_length()) if held >> at & 1]


def _written(x: For | ForBits, fresh: Callable[[str], str]) -> Body | None:
    passes = _passes(x)
    if passes is None or weight(x.body) * len(passes) > HEAVY or _continues(x.body):
        return None
    rest: Body = ()
    for at in reversed(passes):
        names: dict[str, Expression] = {x.name: number(at)}
        made = without_exits(renamed(x.body, names, fresh), _breaks, _as_nothing, rest)
        if made is None:
            return None
        rest = made
    return rest


def _continues(body: Body) -> bool:
    return any(isinstance(one, Continue) for one in all_statements(body))


def _as_nothing(x: Statement) -> Body | None:
    return () if isinstance(x, Break) else None


def _breaks(x: Statement) -> bool:
    """Tell whether a statement may leave the loop around it."""
    if isinstance(x, Break):
        return True
    return isinstance(x, If) and any(_breaks(one) for one in (*x.then, *x.otherwise))
