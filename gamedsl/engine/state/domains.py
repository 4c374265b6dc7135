"""The type of the answers to a question -> their numbers from 0, whatever the situation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from math import comb, prod
from typing import Any, Protocol

from gamedsl.engine.state.layout import Layout
from gamedsl.semantics.core import types as t


class Domain(Protocol):
    """The values of a finite type as numbers from 0; ``low`` where a number is the value less it, else None."""

    size: int
    low: int | None

    def index(self, value: Any) -> int:
        """Return the number of a value; negative or too large when it does not belong here."""
        ...

    def value(self, index: int) -> Any:
        """Return the value of a number."""
        ...


def domain_of(layout: Layout, kind: t.Answer) -> Domain:
    """Return the numbers of the values of a type; raise SetupError for one without an end."""
    match kind:
        case t.PartsType(parts):
            return Parts(tuple(domain_of(layout, part) for part in parts))
        case t.SomeType(item, least, most):
            low, count = layout.span_of(item)
            return Some(low, count, least, min(most, count))
        case t.MaybeType(item):
            return Maybe(domain_of(layout, item))
        case t.BoolType():
            return Truths()
        case _:
            return Row(*layout.span_of(kind))


class Row:
    """Values that are numbers in a row themselves."""

    def __init__(self, low: int, size: int) -> None:
        self.low: int | None = low
        self.size = size
        self._first = low

    def index(self, value: Any) -> int:
        """Return the number of a value."""
        return int(value) - self._first

    def value(self, index: int) -> Any:
        """Return the value of a number."""
        return index + self._first


class Truths:
    """Yes and no."""

    low: int | None = 0
    size = 2

    def index(self, value: Any) -> int:
        """Return the number of a value."""
        return int(value)

    def value(self, index: int) -> Any:
        """Return the value of a number."""
        return bool(index)


class Maybe:
    """None, then the values of another type."""

    low: int | None = None

    def __init__(self, inner: Domain) -> None:
        self._inner = inner
        self.size = inner.size + 1

    def index(self, value: Any) -> int:
        """Return the number of a value."""
        return 0 if value is None else self._inner.index(value) + 1

    def value(self, index: int) -> Any:
        """Return the value of a number."""
        return None if index == 0 else self._inner.value(index - 1)


class Parts:
    """Answers to questions of several parts: in the order of the first part, then of the next."""

    low: int | None = None

    def __init__(self, parts: tuple[Domain, ...]) -> None:
        self._parts = parts
        self.size = prod(part.size for part in parts)

    def index(self, value: Any) -> int:
        """Return the number of an answer."""
        found = 0
        for part, own in zip(self._parts, value, strict=True):
            found = found * part.size + part.index(own)
        return found

    def value(self, index: int) -> Any:
        """Return the answer of a number."""
        found = []
        for part in reversed(self._parts):
            index, own = divmod(index, part.size)
            found.append(part.value(own))
        return tuple(reversed(found))


class Some:
    """Sets of ``least`` to ``most`` of ``count`` values: small ones first, then in the order of their members."""

    low: int | None = None

    def __init__(self, first: int, count: int, least: int, most: int) -> None:
        self._first, self._count, self._least = first, count, least
        self._starts = [0, *accumulate(comb(count, size) for size in range(least, most + 1))]
        self.size = self._starts[-1]

    def index(self, value: Any) -> int:
        """Return the number of a sorted tuple: how many sets of its size come before it, behind all smaller ones."""
        size, count = len(value), self._count
        if not 0 <= size - self._least < len(self._starts) - 1:
            return -1
        behind = sum(comb(count - 1 - one + self._first, size - place) for place, one in enumerate(value))
        return self._starts[size - self._least] + comb(count, size) - 1 - behind

    def value(self, index: int) -> Any:
        """Return the sorted tuple of a number."""
        place = max(at for at, start in enumerate(self._starts[:-1]) if start <= index)
        size, count = self._least + place, self._count
        behind = comb(count, size) - 1 - (index - self._starts[place])
        found, own = [], count - 1
        for left in range(size, 0, -1):
            while comb(own, left) > behind:
                own -= 1
            behind -= comb(own, left)
            found.append(count - 1 - own + self._first)
            own -= 1
        return tuple(found)


def composed(kind: t.Answer, value: Any, one: Callable[[t.Type, Any], Any]) -> Any:
    """Return an answer with every single value in it replaced by what ``one`` makes of its type and it."""
    match kind:
        case t.PartsType(parts):
            return tuple([composed(part, own, one) for part, own in zip(parts, value, strict=True)])
        case t.SomeType(item):
            return tuple(sorted([one(item, own) for own in value]))
        case _:
            return one(kind, value)


def singles(kind: t.Answer | None, value: Any) -> Iterator[tuple[t.Type, Any]]:
    """Walk the single values in an answer, each with its type."""
    match kind:
        case None:
            return
        case t.PartsType(parts):
            for part, own in zip(parts, value, strict=True):
                yield from singles(part, own)
        case t.SomeType(item):
            yield from ((item, own) for own in value)
        case _:
            yield kind, value
