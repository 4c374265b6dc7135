"""Nothing -> how fast this machine is at the moment: rounds of a fixed loop of plain Python for one CPU second."""

from __future__ import annotations

import time

_ROUNDS = 200_000


def reference() -> float:
    """Return how often a second a fixed loop of list accesses, calls and small numbers runs 1,000 times."""
    cells = list(range(64))

    def read(place: int) -> int:
        return cells[place & 63]

    begin = time.process_time()
    total = 0
    for number in range(_ROUNDS):
        total = (total + read(number)) & 0xFFFF
        cells[number & 63] = total
    return _ROUNDS / 1000 / (time.process_time() - begin)
