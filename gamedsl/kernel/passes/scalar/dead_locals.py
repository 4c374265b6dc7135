"""Bodies -> bodies without locals that nobody reads"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.walk import Body, all_statements, subexpressions, with_bodies
from gamedsl.kernel.program import Assign, Call, Declare, DeclareRow, Expression, Item, Name, Put, Statement


def without_dead_locals(body: Body, effects: Effects) -> Body:
    """Return a body without locals that nobody reads, as far as working them out does nothing else."""
    while True:
        read = _read(body)
        made = _cut(body, read, effects)
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
    found: list[Statement] = []
    for one in body:
        if isinstance(one, Declare | Assign) and one.name not in read and _does_nothing(one.value, effects):
            continue
        if isinstance(one, DeclareRow) and one.name not in read:
            continue
        if isinstance(one, Put) and one.row not in read:
            continue
        found.append(with_bodies(one, lambda inner: _cut(inner, read, effects)))
    return tuple(found)


def _does_nothing(x: Expression, effects: Effects) -> bool:
    return all(effects.is_total(one.function) for one in (x, *subexpressions(x)) if isinstance(one, Call))
