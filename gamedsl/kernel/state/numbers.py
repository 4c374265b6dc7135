"""The numbers of a state: what the program reads and writes"""

from __future__ import annotations

from typing import Any


class Numbers(list[int]):
    """The numbers of a state, and whether what stands beside them is still true.

    ``stale``: something has been written from outside, so what follows from it has to be worked out before the program
    goes on. ``decoded``: what has been read of the numbers since the program last ran; None while it runs.
    """

    __slots__ = ("decoded", "stale")

    stale: bool
    decoded: dict[str, Any] | None
