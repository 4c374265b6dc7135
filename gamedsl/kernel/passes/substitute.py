"""Expressions and bodies -> the same ones with values for names, or with names of their own

Known as substitution and alpha-renaming. With ``n`` replaced by ``3``, and fresh names for what is declared:

    k = n + 1          k__7 = 3 + 1
    out[0] = k         out[0] = k__7
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from gamedsl.kernel.passes.walk import Body, all_statements, with_bodies, with_operands
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Declare,
    DeclareRow,
    Expression,
    For,
    ForBits,
    Item,
    Name,
    Note,
    Put,
    Statement,
)


def replaced(
    x: Expression,
    instead: Callable[[Expression], Expression | None],
    finish: Callable[[Expression], Expression] | None = None,
) -> Expression:
    """Return an expression with others in the place of some: of those for which ``instead`` does not answer None.

    ``finish`` makes the last of all others, behind what stands in them.
    """
    found = instead(x)
    if found is not None:
        return found
    made: Expression = with_operands(x, lambda part: replaced(part, instead, finish))
    return made if finish is None else finish(made)


def renamed(body: Body, names: dict[str, Expression], fresh: Callable[[str], str]) -> Body:
    """Return a body with other names for all that it declares, and expressions for others of its names."""
    names = dict(names)
    for one in all_statements(body):
        if isinstance(one, Declare | For | ForBits | DeclareRow) and one.name not in names:
            names[one.name] = Name(fresh(one.name), one.type)
        elif isinstance(one, Note) and one.result and one.result not in names:
            names[one.result] = Name(fresh(one.result), BOOL)

    def value(x: Expression) -> Expression:
        if isinstance(x, Name):
            found = names.get(x.name)
            if found is None:
                return x
            return attrs.evolve(found, type=x.type) if isinstance(found, Name) and _narrower(x, found) else found
        made = with_operands(x, value)
        return attrs.evolve(made, row=target(made.row)) if isinstance(made, Item) else made

    def target(name: str) -> str:
        found = names.get(name)
        assert found is None or isinstance(found, Name)
        return name if found is None else found.name

    def statement(x: Statement) -> Statement:
        made = with_bodies(with_operands(x, value), lambda inner: tuple(statement(one) for one in inner))
        if isinstance(made, Declare | For | ForBits | DeclareRow | Assign):
            return attrs.evolve(made, name=target(made.name))
        if isinstance(made, Note) and made.result:
            return attrs.evolve(made, result=target(made.result))
        return attrs.evolve(made, row=target(made.row)) if isinstance(made, Put) else made

    return tuple(statement(one) for one in body)


def _narrower(x: Name, than: Name) -> bool:
    """Tell whether more is known of a number where it is read than where it was made."""
    low, high = getattr(x.type, "low", None), getattr(x.type, "high", None)
    return low is not None and (low > than.type.low or high < than.type.high)  # type: ignore[union-attr,operator]
