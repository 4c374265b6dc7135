"""Nodes of a program -> the nodes inside them, and nodes in which some are replaced"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter, is_
from typing import Any

import attrs

from gamedsl.by_fields import changed
from gamedsl.kernel import program as nodes

Node = nodes.Expression | nodes.Statement
_EXPRESSIONS: tuple[type, ...] = typing.get_args(nodes.Expression)
_STATEMENTS: tuple[type, ...] = typing.get_args(nodes.Statement)
_NODES = _EXPRESSIONS + _STATEMENTS
_NAMES: dict[type, tuple[str, ...]] = {
    kind: tuple(one.name for one in attrs.fields(kind) if one.name not in ("type", "name", "field", "line"))
    for kind in _NODES
}
"""By kind of node the attributes in which nodes may stand."""
_LEAVES = frozenset(kind for kind, names in _NAMES.items() if not names) | {nodes.Number}


def _values_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda _: ()) if not names else lambda x: (getattr(x, names[0]),)


_VALUES = {kind: _values_of(names) for kind, names in _NAMES.items()}
"""By kind of node what gives the values of these attributes."""


def is_node(x: object) -> typing.TypeGuard[Node]:
    """Tell whether something is a node."""
    return type(x) in _NAMES


def children(x: Node) -> list[Node]:
    """Return the nodes directly inside a node, in the order in which they are worked out."""
    found: list[Node] = []
    for one in _VALUES[type(x)](x):
        kind = type(one)
        if kind in _NAMES:
            found.append(one)
        elif kind is tuple:
            found += [inside for inside in one if type(inside) in _NAMES]
    return found


def walk(found: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes and all nodes inside them."""
    left = list(found)[::-1]
    while left:
        x = left.pop()
        yield x
        if type(x) not in _LEAVES:
            left += children(x)[::-1]


def mapped(x: Node, change: Callable[[Any], Any]) -> Any:
    """Return a node in which each node directly inside is what ``change`` makes of it."""
    kind = type(x)
    new: dict[str, object] = {}
    for name, found in zip(_NAMES[kind], _VALUES[kind](x), strict=True):
        if type(found) in _NAMES:
            made = change(found)
            if made is not found:
                new[name] = made
        elif type(found) is tuple and found and type(found[0]) in _NAMES:
            many = tuple([change(one) for one in found])
            if not all(map(is_, many, found)):
                new[name] = many
    return changed(x, **new) if new else x


def bodies(program: nodes.Program) -> Iterator[tuple[nodes.Statement, ...]]:
    """Yield the statements of functions, blocks and waits."""
    for function in program.functions.values():
        yield function.body
    yield from program.blocks
    yield from program.waits.values()


def change_bodies(
    program: nodes.Program, change: Callable[[tuple[nodes.Statement, ...]], tuple[nodes.Statement, ...]]
) -> None:
    """Replace the statements of every function, block and wait."""
    for name, function in program.functions.items():
        program.functions[name] = attrs.evolve(function, body=change(function.body))
    program.blocks = [change(body) for body in program.blocks]
    program.waits = {number: change(body) for number, body in program.waits.items()}
