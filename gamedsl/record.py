"""Fields of a frozen class -> equality, hash and representation, shared by the hundreds of node classes.

Generating these for every class would double the time the program needs to start.
"""

from __future__ import annotations

import attrs

_compared: dict[type, tuple[str, ...]] = {}


def _names(kind: type) -> tuple[str, ...]:
    """Return the names of the fields that take part in equality."""
    if kind not in _compared:
        _compared[kind] = tuple(field.name for field in attrs.fields(kind) if field.eq)
    return _compared[kind]


class Record:
    """Base of frozen attrs classes declared with ``eq=False, repr=False``: they compare by class and fields."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _names(type(self)))

    def __hash__(self) -> int:
        return hash((type(self).__name__, *(getattr(self, name) for name in _names(type(self)))))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._shown())
        return f"{type(self).__name__}({shown})"

    def _shown(self) -> list[str]:
        return [field.name for field in attrs.fields(type(self)) if field.repr]  # type: ignore[arg-type]
