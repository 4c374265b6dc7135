"""Bodies -> bodies without locals that nobody reads, and without tests for nothing

Known as dead code elimination. A value that may end the run, or whose functions write anything, is worked out in any
case:

    a = prices[3]              (nothing)
    b = draw_card()            b = draw_card()
    if ready: a = prices[4]    (nothing)
"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.walk import Body, all_statements, subexpressions, with_bodies
from gamedsl.kernel.program import Assign, Call, Declare, DeclareRow, Expression, If, Item, Name, Put, Statement


def without_dead_locals(body: Body, effects: Effects) -> Body:
    """Return a body without locals that nobody reads, as far as working them out does nothing else."""
    while True:
        made = _cut(body, _read(body), effects)
        if made == body:
            return body
        body = made


def _read(body: Body) -> set[str]:
    """Return the names of locals that are read; an assignment to a local does not read it."""
    found: set[str] = set()
    for one in all_statements(body):
        for x in subexpressions(one):
            if isinstance(x, Name):
                if not (isinstance(one, Assign) and one.name == x.name):
                    found.add(x.name)
            elif isinstance(x, Item):
                found.add(x.row)
    return found


def _cut(body: Sequence[Statement], read: set[str], effects: Effects) -> Body:
    inside = [with_bodies(one, lambda inner: _cut(inner, read, effects)) for one in body]
    return tuple([one for one in inside if not _is_dead(one, read, effects)])


def _is_dead(x: Statement, read: set[str], effects: Effects) -> bool:
    match x:
        case Declare(name=name, value=value) | Assign(name=name, value=value):
            return name not in read and _does_nothing(value, effects)
        case DeclareRow(name=name) | Put(row=name):
            return name not in read
        case If(condition=condition, then=(), otherwise=()):
            return _does_nothing(condition, effects)
        case _:
            return False


def _does_nothing(x: Expression, effects: Effects) -> bool:
    return all(effects.is_total(one.function) for one in (x, *subexpressions(x)) if isinstance(one, Call))
