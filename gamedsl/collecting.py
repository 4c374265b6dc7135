"""Work that makes many objects, or goes deep -> the same, without the garbage collector, or with room for that"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from sys import getrecursionlimit, setrecursionlimit

DEEP = 12_000
"""Calls of Python inside each other that paragraphs or expressions inside each other may need."""


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
def deep() -> Iterator[None]:
    """Let functions be called inside each other as often as rules may need, without changing that for others."""
    before = getrecursionlimit()
    setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        setrecursionlimit(before)
