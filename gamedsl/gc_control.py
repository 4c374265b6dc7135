"""Work that makes many objects, or goes deep -> the same, without the garbage collector, or with room for that"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sys import getrecursionlimit, setrecursionlimit
from threading import Lock

DEEP = 12_000
"""Calls of Python inside each other that paragraphs or expressions inside each other may need."""

_lock = Lock()
_before: list[int] = []
"""An entry for each who needs room now; the first tells what the limit was before."""


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector off: it would look through what grows again and again and find no garbage."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def staying() -> Iterator[Callable[[], None]]:
    """Give what is called whenever much has been made that stays, which the garbage collector then does not look at.

    It looks at all of it again in the end. Where others have told it that something stays, nothing is done.
    """
    free: list[bool] = []  # asked when first needed: the collector counts all that stays, one by one

    def stay() -> None:
        if not free:
            free.append(not gc.get_freeze_count())
        if free[0]:
            gc.freeze()

    try:
        yield stay
    finally:
        if True in free:
            gc.unfreeze()


@contextmanager
def deep() -> Iterator[None]:
    """Let functions be called inside each other as often as rules may need, without changing that for others."""
    make_room()
    try:
        yield
    finally:
        leave_room()


def make_room() -> None:
    """Let functions be called inside each other as often as rules may need, until `leave_room`.

    Python knows one limit for all threads: the first who needs room makes it, and the last who leaves takes it back.
    """
    with _lock:
        _before.append(getrecursionlimit())
        setrecursionlimit(max(_before[-1], DEEP))


def leave_room() -> None:
    """Take back what `make_room` did, unless somebody else needs it still."""
    with _lock:
        first = _before[0]
        _before.pop()
        if not _before:
            setrecursionlimit(first)
