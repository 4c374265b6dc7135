"""Expressions and statements -> their parts, and the same ones with other parts"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from gamedsl.kernel.program import (
    BOOL,
    Aside,
    Assign,
    Back,
    Break,
    Choose,
    Continue,
    Declare,
    DeclareRow,
    Expression,
    Fail,
    For,
    ForBits,
    Halt,
    If,
    Item,
    Jump,
    Name,
    Note,
    Number,
    Operation,
    Ordered,
    Put,
    Return,
    Statement,
    Try,
    Wait,
    While,
)

_PARTS: dict[type, tuple[tuple[str, bool], ...]] = {}
_BODIES = {
    If: ("then", "otherwise"),
    For: ("body",),
    ForBits: ("body",),
    While: ("body",),
    Aside: ("body",),
    Ordered: ("body",),
    Try: ("body", "otherwise"),
}
LEAVING = (Break, Continue, Return, Fail, Halt, Jump, Back, Wait)
"""Statements behind which nothing is carried out."""
Body = tuple[Statement, ...]


def _parts_of(kind: type) -> tuple[tuple[str, bool], ...]:
    """Return the attributes of a node that hold an expression, or several (true)."""
    if kind not in _PARTS:
        found = []
        for one in attrs.fields(kind):
            declared = str(one.type)
            if declared.startswith("tuple[Expression"):
                found.append((one.name, True))
            elif declared.startswith(("Expression", "Call")):
                found.append((one.name, False))
        _PARTS[kind] = tuple(found)
    return _PARTS[kind]


def parts(x: Any) -> list[Expression]:
    """Return the expressions that stand directly in an expression or statement, in the order of their working out."""
    found: list[Expression] = []
    for name, several in _PARTS.get(type(x)) or _parts_of(type(x)):
        one = getattr(x, name)
        if several:
            found += one
        elif one is not None:
            found.append(one)
    return found


def everything(x: Any) -> list[Expression]:
    """Return all expressions inside an expression or statement, not those of the bodies of a statement."""
    found: list[Expression] = []
    waiting = parts(x)
    while waiting:
        one = waiting.pop()
        found.append(one)
        if not isinstance(one, Name | Number):
            waiting += parts(one)
    return found


def surely(x: Any) -> Iterator[Expression]:
    """Give the expressions inside an expression or statement that are worked out in any case, parts first."""
    shown = parts(x)
    if isinstance(x, Choose) or (isinstance(x, Operation) and x.sign in ("and", "or")):
        shown = shown[:1]
    for one in shown:
        yield from surely(one)
        yield one


def bodies(x: Statement) -> tuple[Body, ...]:
    """Return the bodies of a statement."""
    return tuple(getattr(x, name) for name in _BODIES.get(type(x), ()))


def bodies_of(x: Statement) -> Iterator[tuple[str, Body]]:
    """Give the bodies of a statement with the names of their attributes."""
    return ((name, getattr(x, name)) for name in _BODIES.get(type(x), ()))


def all_statements(body: Sequence[Statement]) -> Iterator[Statement]:
    """Give all statements of a body, those inside of others too."""
    for one in body:
        yield one
        for inner in bodies(one):
            yield from all_statements(inner)


def all_expressions(body: Sequence[Statement]) -> Iterator[Expression]:
    """Give all expressions of a body."""
    for one in all_statements(body):
        yield from everything(one)


def with_parts(x: Any, change: Callable[[Expression], Expression]) -> Any:
    """Return a node whose direct expressions are changed."""
    changes: dict[str, Any] = {}
    for name, several in _parts_of(type(x)):
        found = getattr(x, name)
        if several:
            made = tuple(change(one) for one in found)
            if any(one is not other for one, other in zip(made, found, strict=True)):
                changes[name] = made
        elif found is not None:
            one = change(found)
            if one is not found:
                changes[name] = one
    return attrs.evolve(x, **changes) if changes else x


def with_bodies(x: Any, change: Callable[[Body], Body]) -> Any:
    """Return a statement whose bodies are changed."""
    names = _BODIES.get(type(x), ())
    return attrs.evolve(x, **{name: tuple(change(getattr(x, name))) for name in names}) if names else x


def leaves(body: Sequence[Statement]) -> bool:
    """Tell whether nothing behind a body is ever carried out."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, If):
        return bool(last.otherwise) and leaves(last.then) and leaves(last.otherwise)
    return isinstance(last, LEAVING)


def assigned(body: Sequence[Statement]) -> set[str]:
    """Return the names that get a new value somewhere in a body."""
    return {one.name for one in all_statements(body) if isinstance(one, Assign)}


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
        made = with_parts(x, value)
        return attrs.evolve(made, row=target(made.row)) if isinstance(made, Item) else made

    def target(name: str) -> str:
        found = names.get(name)
        assert found is None or isinstance(found, Name)
        return name if found is None else found.name

    def statement(x: Statement) -> Statement:
        made = with_bodies(with_parts(x, value), lambda inner: tuple(statement(one) for one in inner))
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


def weight(body: Sequence[Statement]) -> int:
    """Return how many nodes a body has, roughly."""
    return sum(1 for _ in all_statements(body)) + sum(1 for _ in all_expressions(body))
