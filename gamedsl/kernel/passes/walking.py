"""Expressions and statements -> their parts, and the same ones with other parts"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter, is_
from typing import Any, get_args

import attrs

from gamedsl.by_fields import changed
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

_BODIES = {
    If: ("then", "otherwise"),
    For: ("body",),
    ForBits: ("body",),
    While: ("body",),
    Aside: ("body",),
    Ordered: ("body",),
    Try: ("body", "otherwise"),
}
_INSIDE = {kind: names[::-1] for kind, names in _BODIES.items()}
LEAVING = (Break, Continue, Return, Fail, Halt, Jump, Back, Wait)
"""Statements behind which nothing is carried out."""
Body = tuple[Statement, ...]


@attrs.frozen
class _Shape:
    """Where in nodes of a kind expressions stand.

    ``parts`` gives them all, ``attributes`` all that a node is made of; ``places`` are the numbers of those that are an
    expression (or None), or several (true).
    """

    parts: Callable[[Any], Sequence[Expression]]
    attributes: Callable[[Any], tuple[Any, ...]]
    places: tuple[tuple[int, bool], ...]


def _shape_of(kind: type) -> _Shape:
    fields = [(one.name, str(one.type)) for one in attrs.fields(kind)]
    held = [
        (at, name, declared)
        for at, (name, declared) in enumerate(fields)
        if declared.startswith(("tuple[Expression", "Expression", "Call"))
    ]
    names = [name for name, _ in fields]
    every: Callable[[Any], tuple[Any, ...]] = lambda x: tuple([getattr(x, name) for name in names])  # noqa: E731
    return _Shape(
        _giving([(name, declared) for _, name, declared in held]),
        attrgetter(*names) if len(names) > 1 else every,
        tuple([(at, declared.startswith("tuple")) for at, _, declared in held]),
    )


def _giving(held: Sequence[tuple[str, str]]) -> Callable[[Any], Sequence[Expression]]:
    """Return what gives the expressions in some attributes, of which the types are given."""
    if not held:
        return lambda _: ()
    names = [name for name, _ in held]
    value: Callable[[Any], Any] = attrgetter(*names)
    if len(held) > 1:
        return value
    declared = held[0][1]
    if declared.startswith("tuple"):
        return value
    if declared.endswith("None"):
        return lambda x: () if (one := value(x)) is None else (one,)
    return lambda x: (value(x),)


_SHAPES = {kind: _shape_of(kind) for kind in (*get_args(Expression), *get_args(Statement))}
_PARTS = {kind: one.parts for kind, one in _SHAPES.items()}
_LEAVES = frozenset({Name, Number})


def parts(x: Any) -> Sequence[Expression]:
    """Return the expressions that stand directly in an expression or statement, in the order of their working out."""
    return _PARTS[type(x)](x)


def everything(x: Any) -> list[Expression]:
    """Return all expressions inside an expression or statement, not those of the bodies of a statement."""
    found: list[Expression] = []
    waiting = list(_PARTS[type(x)](x))
    while waiting:
        one = waiting.pop()
        found.append(one)
        kind = type(one)
        if kind not in _LEAVES:
            waiting += _PARTS[kind](one)
    return found


def surely(x: Any) -> list[Expression]:
    """Return the expressions inside an expression or statement that are worked out in any case, parts first."""
    found: list[Expression] = []
    _add_surely(x, found)
    return found


def _add_surely(x: Any, found: list[Expression]) -> None:
    kind = type(x)
    shown = _PARTS[kind](x)
    if kind is Choose or (kind is Operation and x.sign in ("and", "or")):
        shown = shown[:1]
    for one in shown:
        if type(one) not in _LEAVES:
            _add_surely(one, found)
        found.append(one)


def bodies(x: Statement) -> tuple[Body, ...]:
    """Return the bodies of a statement."""
    return tuple([getattr(x, name) for name in _BODIES.get(type(x), ())])


def bodies_of(x: Statement) -> Iterator[tuple[str, Body]]:
    """Give the bodies of a statement with the names of their attributes."""
    return ((name, getattr(x, name)) for name in _BODIES.get(type(x), ()))


def all_statements(body: Sequence[Statement]) -> Iterator[Statement]:
    """Give all statements of a body, those inside of others too."""
    waiting = [*reversed(body)]
    while waiting:
        one = waiting.pop()
        yield one
        for name in _INSIDE.get(type(one), ()):
            waiting += reversed(getattr(one, name))


def all_expressions(body: Sequence[Statement]) -> Iterator[Expression]:
    """Give all expressions of a body."""
    for one in all_statements(body):
        yield from everything(one)


def with_parts(x: Any, change: Callable[[Expression], Expression]) -> Any:
    """Return a node whose direct expressions are changed."""
    kind = type(x)
    shape = _SHAPES[kind]
    if not shape.places:
        return x
    values = shape.attributes(x)
    new: list[Any] | None = None
    for at, several in shape.places:
        found = values[at]
        if several:
            made: Any = tuple([change(one) for one in found])
            is_same = all(map(is_, made, found))
        else:
            made = None if found is None else change(found)
            is_same = made is found
        if not is_same:
            new = list(values) if new is None else new
            new[at] = made
    return x if new is None else kind(*new)


def with_bodies(x: Any, change: Callable[[Body], Body]) -> Any:
    """Return a statement whose bodies are changed."""
    names = _BODIES.get(type(x))
    return x if names is None else changed(x, **{name: tuple(change(getattr(x, name))) for name in names})


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
    return {one.name for one in all_statements(body) if type(one) is Assign}


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
