"""A class of objects that change -> the same, used by one thread at a time, copied by ``copy``, and never pickled.

``Table`` is such a class: a server whose threads share a table, without a lock of its own, loses no move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, TypeVar

_T = TypeVar("_T")


def one_at_a_time(*methods: str) -> Callable[[type[_T]], type[_T]]:
    """Return what lets a thread wait in these methods until another one has left them; for classes with a ``_lock``."""

    def guarded(cls: type[_T]) -> type[_T]:
        for name in methods:
            setattr(cls, name, _alone(getattr(cls, name)))
        return cls

    return guarded


def _alone(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def alone(self: Any, *given: Any, **named: Any) -> Any:
        with self._lock:
            return method(self, *given, **named)

    return alone


class Owned:
    """What belongs to one process: ``copy.copy`` and ``copy.deepcopy`` give a copy, ``pickle`` says what to do instead.

    ``_lock`` is a field of the class, made by ``new_lock``; ``_saved_by`` says how an object is kept.
    """

    __slots__ = ()
    _saved_by = "save() and restore()"

    def __copy__(self) -> Any:
        return self.copy()  # type: ignore[attr-defined]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        found = memo[id(self)] = self.copy()  # type: ignore[attr-defined]
        return found

    def __reduce_ex__(self, protocol: object) -> Any:
        name = type(self).__name__
        raise TypeError(f"a {name} cannot be pickled, as it holds compiled rules: keep it by {self._saved_by}")


class Shared:
    """What never changes and belongs to one process: a copy is the thing itself."""

    __slots__ = ()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __reduce_ex__(self, protocol: object) -> Any:
        name = type(self).__name__
        raise TypeError(f"a {name} cannot be pickled, as it holds compiled rules: load its rule file again over there")


new_lock = RLock
