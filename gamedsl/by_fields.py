"""Objects of attrs classes -> compared, hashed and printed by their fields, with one set of methods for all classes.

attrs writes these three methods anew for every class, which takes longer than all else it does to make one. For the
hundreds of node classes that ``gamedsl check`` makes as it starts they are inherited instead.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

import attrs

__all__ = ["ByFields", "Shown", "changed"]


class Shown:
    """Base of classes that attrs compares and hashes, but need not write the printing of; they may have slots."""

    __slots__ = ()

    def __repr__(self) -> str:
        fields: Any = attrs.fields(type(self))  # type: ignore[arg-type]
        shown = [f"{field.name}={getattr(self, field.name)!r}" for field in fields if field.repr]
        return f"{type(self).__name__}({', '.join(shown)})"


@attrs.frozen(slots=False, eq=False, repr=False)
class ByFields(Shown):
    """Base of node classes; they are made with ``attrs.frozen(slots=False, eq=False, repr=False)``."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return _compared(self) == _compared(other)

    def __hash__(self) -> int:
        return hash((type(self).__name__, *_compared(self)))


def _compared(node: ByFields) -> list[Any]:
    kind = type(node)
    if kind not in _NAMES:
        _NAMES[kind] = [field.name for field in attrs.fields(kind) if field.eq]
    return [getattr(node, name) for name in _NAMES[kind]]


_T = TypeVar("_T")


def changed(node: _T, **changes: Any) -> _T:
    """Return a node with other values in some fields: ``attrs.evolve``, for where that is done thousands of times."""
    kind = type(node)
    known = _GIVEN.get(kind)
    if known is None:
        known = _GIVEN[kind] = _given(kind)
    values_of, places = known
    if values_of is None:
        return kind(**{name: getattr(node, name) for name in places} | changes)
    values = [*values_of(node)]
    for name, value in changes.items():
        values[places[name]] = value
    return kind(*values)


def _given(kind: type[Any]) -> tuple[Callable[[Any], Any] | None, dict[str, int]]:
    """Return what gives the values of all fields, None where they have to be named; and their places."""
    fields = attrs.fields(kind)
    places = {field.name: at for at, field in enumerate(fields)}
    named = len(places) < 2 or any(field.kw_only for field in fields)
    return None if named else attrgetter(*places), places


_GIVEN: dict[type[Any], tuple[Callable[[Any], Any] | None, dict[str, int]]] = {}
_NAMES: dict[type[ByFields], list[str]] = {}  # of the fields that are compared
