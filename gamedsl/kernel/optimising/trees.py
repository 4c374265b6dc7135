"""Nodes of a program -> the nodes inside them, and nodes in which some are replaced"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

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


def is_node(x: object) -> typing.TypeGuard[Node]:
    """Tell whether something is a node."""
    return isinstance(x, _NODES)


def children(x: Node) -> Iterator[Node]:
    """Yield the nodes directly inside a node, in the order in which they are worked out."""
    for name in _NAMES[type(x)]:
        found = getattr(x, name)
        if is_node(found):
            yield found
        elif type(found) is tuple:
            yield from filter(is_node, found)


def walk(found: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes and all nodes inside them."""
    left = list(found)[::-1]
    while left:
        x = left.pop()
        yield x
        left.extend(list(children(x))[::-1])


def mapped(x: Node, change: Callable[[Any], Any]) -> Any:
    """Return a node in which each node directly inside is what ``change`` makes of it."""
    changed: dict[str, object] = {}
    for name in _NAMES[type(x)]:
        found = getattr(x, name)
        if is_node(found):
            new = change(found)
            if new is not found:
                changed[name] = new
        elif type(found) is tuple and found and is_node(found[0]):
            many = tuple([change(one) for one in found])
            if any(new is not old for new, old in zip(many, found, strict=True)):
                changed[name] = many
    return attrs.evolve(typing.cast(Any, x), **changed) if changed else x


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
