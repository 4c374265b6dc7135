"""Bodies that are left early -> bodies that run to their end

Known as removal of jumps by structuring: what stands behind a way out goes into the branch that does not take it.
Functions are written where they are called without their ``return``, passes of loops without their ``break``.

    if rank > 2: return 5                         if rank > 2: r = 5
    x = 1                                         else:
    return x                                          x = 1
                                                      r = x
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.passes.walk import Body, is_terminated
from gamedsl.kernel.program import If, Statement


def without_exits(
    body: Body, exits: Callable[[Statement], bool], instead: Callable[[Statement], Body | None], rest: Body = ()
) -> Body | None:
    """Return a body without its ways out, and ``rest`` behind it where none is taken; None where that cannot be said.

    ``exits`` tells whether a statement is one or has one in it; ``instead`` returns what stands for one, None for
    statements that have one in them.
    """

    def inside(one: Body, behind: Body) -> Body | None:
        return without_exits(one, exits, instead, behind)

    found: list[Statement] = []
    for at, one in enumerate(body):
        if not exits(one):
            found.append(one)
            continue
        last = instead(one)
        if last is not None:
            return (*found, *last)
        if not isinstance(one, If):
            return None
        behind = body[at + 1 :]
        if is_terminated(one.then):
            then, otherwise = inside(one.then, ()), inside((*one.otherwise, *behind), rest)
        elif is_terminated(one.otherwise):
            then, otherwise = inside((*one.then, *behind), rest), inside(one.otherwise, ())
        elif not behind and not rest:
            then, otherwise = inside(one.then, ()), inside(one.otherwise, ())
        else:
            return None
        return None if then is None or otherwise is None else (*found, If(one.condition, then, otherwise))
    return (*found, *rest)
