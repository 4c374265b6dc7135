"""Bodies of loops -> where the number of a pass only serves to find something, and bodies with what is there"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from gamedsl.kernel.builder import interval, plus
from gamedsl.kernel.program import (
    GIVEN,
    Assign,
    Call,
    Declare,
    Entry,
    Expression,
    For,
    ForBits,
    Item,
    Name,
    Number,
    Operation,
    Put,
    Read,
    Statement,
    Store,
)

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


@attrs.frozen
class Sweep:
    """A loop through what stands from ``low`` up to ``end`` in a list, as ``item``."""

    among: str
    low: Expression
    end: Expression
    item: Name
    body: Body


def swept(x: For, at: Mapping[str, int], most: int) -> Sweep | None:
    """Return how a loop runs through places that stand in a row, where its number serves for nothing else.

    ``at``: where each field begins in the state, which has so many places at ``most``. None, too, where what is there
    may change meanwhile.
    """
    place = _only_place(x)
    if place is None:
        return None
    head = x.body[0]
    first = head if isinstance(head, Declare) and head.value is place else None
    base, among = (at[place.field], "s") if isinstance(place, Read) else (0, place.row)
    low, end = (plus(_moved(place.index, x.name, one), base) for one in (x.low, x.end))
    if interval(low)[0] < 0 or interval(end)[0] < 0:
        return None
    if isinstance(place, Item) and first is None:
        return None  # places behind its end may be left out by a condition
    if isinstance(place, Read) and interval(end)[1] > most:
        return None
    if first is not None:
        return Sweep(among, low, end, Name(first.name, first.type), x.body[1:])
    item = Name(f"{x.name}_e", place.type)
    return Sweep(among, low, end, item, _replaced(x.body, lambda one: one is place, item))


def _only_place(x: For) -> Read | Item | None:
    """Return the only place at which a loop looks by its number, which nothing in it changes; None for others."""
    if uses(x.body, x.name) != 1:
        return None
    nodes = list(_nodes(x.body))
    found = [one for one in nodes if isinstance(one, Read | Item) and _counts_on(one.index, x.name)]
    if len(found) != 1:
        return None
    place = found[0]
    if not _has_other_names(place.index, x.body):
        return None
    for one in nodes:
        if isinstance(place, Item):
            changes = isinstance(one, Put) and one.row == place.row
        else:
            changes = isinstance(one, Store) and one.field == place.field
            changes |= isinstance(one, Call) and one.function not in GIVEN
        if changes:
            return None
    return place


def strided(x: ForBits) -> tuple[int, Expression, For] | None:
    """Return of a loop whose numbers only find the parts of a table for a loop inside how far these are apart.

    Then where the first of them stands, which nothing in the loop changes, and the loop inside.
    """
    if len(x.body) != 2 or uses(x.body, x.name) != 1:
        return None
    head, inner = x.body
    if not isinstance(head, Declare) or not isinstance(inner, For) or uses(x.body, head.name) != 2:
        return None
    match head.value:
        case Operation("+", left=Operation("*", left=Name(name=name), right=Number(value=step)), right=first):
            at = Name(head.name, head.type)
            found = all(isinstance(one, Entry) and one.index == at for one in (inner.low, inner.end))
            return (step, first, inner) if found and name == x.name and _stays(first, inner.body) else None
    return None


def _has_other_names(x: Expression, body: Body) -> bool:
    """Tell whether a body changes and makes none of the locals of an expression."""
    own = {one.name for one in _nodes(body) if isinstance(one, Assign | Declare | For | ForBits)}
    return not any(isinstance(one, Name) and one.name in own for one in _nodes(x))


def _stays(x: Expression, body: Body) -> bool:
    """Tell whether a number of locals is the same wherever it stands in a body."""
    return _is_fixed(x) and _has_other_names(x, body)


def _counts_on(x: Any, name: str) -> bool:
    """Tell whether a number is one higher in each pass."""
    if isinstance(x, Operation) and x.sign == "+":
        left, right = _counts_on(x.left, name), _counts_on(x.right, name)
        return left != right and _is_fixed(x.right if left else x.left)
    return isinstance(x, Name) and x.name == name


def _is_fixed(x: Any) -> bool:
    return all(isinstance(one, Name | Number | Operation) for one in _nodes(x))


def _moved(x: Expression, name: str, to: Expression) -> Expression:
    """Return a number that counts on with a local, where that is something else."""
    if isinstance(x, Operation):
        return plus(_moved(x.left, name, to), _moved(x.right, name, to)) if x.sign == "+" else x
    return to if isinstance(x, Name) and x.name == name else x


def with_items(body: Body, name: str, item: Name) -> Body:
    """Return a body in which a local stands for the entries that a number finds."""
    return _replaced(body, lambda x: isinstance(x, Entry) and isinstance(x.index, Name) and x.index.name == name, item)


def _replaced(body: Body, is_meant: Callable[[Any], bool], item: Name) -> Body:
    def changed(x: Any) -> Any:
        if isinstance(x, tuple):
            return tuple([changed(one) for one in x])
        if not attrs.has(type(x)):
            return x
        if is_meant(x):
            return item
        return attrs.evolve(
            x, **{one.name: changed(getattr(x, one.name)) for one in attrs.fields(type(x)) if one.name != "type"}
        )

    made: Body = changed(body)
    return made
