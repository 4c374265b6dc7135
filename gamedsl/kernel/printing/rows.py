"""Bodies of loops over tables -> where the number of a pass only serves to find an entry, and bodies with the entry"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamedsl.kernel.program import Entry, Name, Statement

Body = tuple[Statement, ...]


def _nodes(x: Any) -> Iterator[Any]:
    """Give the nodes in a node or in several, themselves included."""
    if isinstance(x, tuple):
        for one in x:
            yield from _nodes(one)
    elif attrs.has(type(x)):
        yield x
        for field in attrs.fields(type(x)):
            if field.name != "type":
                yield from _nodes(getattr(x, field.name))


def entries_by(body: Body, name: str) -> Iterator[str]:
    """Give the tables of which a number finds an entry, once for each time."""
    for one in _nodes(body):
        if isinstance(one, Entry) and isinstance(one.index, Name) and one.index.name == name:
            yield one.table


def uses(body: Body, name: str) -> int:
    """Return how often a number is read."""
    return sum(1 for one in _nodes(body) if isinstance(one, Name) and one.name == name)


def with_items(body: Body, name: str, item: Name) -> Body:
    """Return a body in which a local stands for the entries that a number finds."""

    def changed(x: Any) -> Any:
        if isinstance(x, tuple):
            return tuple([changed(one) for one in x])
        if not attrs.has(type(x)):
            return x
        if isinstance(x, Entry) and isinstance(x.index, Name) and x.index.name == name:
            return item
        return attrs.evolve(
            x, **{one.name: changed(getattr(x, one.name)) for one in attrs.fields(type(x)) if one.name != "type"}
        )

    made: Body = changed(body)
    return made
