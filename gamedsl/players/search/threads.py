"""A search by machine code whose planning is over -> the same search in several threads (root parallelization)

Each has deals, chance and a tree of its own (Chaslot, Winands and van den Herik 2008). What all have found of a choice
counts together, and after each portion they go on with the same choices: so halving, leaving out what is clearly worse
and ending early go by the tries of all.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager

from gamedsl.players.search.in_c import SECONDS, InC


class Threads:
    """Searches in this thread and in others; nothing may be asked of ``first`` while it does."""

    def __init__(self, first: InC, pool: ThreadPoolExecutor, others: int) -> None:
        self._first, self._pool = first, pool
        self._others = [first.beside(number + 1) for number in range(others)]

    def go(self, share: float) -> tuple[int, bool]:
        """Search for a portion, with such a share of all time used; return the tries, and whether it is settled.

        Whatever is raised: when this returns, no thread searches.
        """
        running = list[Future[int]]()
        try:
            running += (self._pool.submit(one.go_for, SECONDS, share) for one in self._others)
            made = self._first.go_for(SECONDS, share)
        finally:
            _end(running)
        return made + sum(one.result() for one in running), self._first.compare(share)


@contextmanager
def threads(first: InC, others: int) -> Iterator[Threads]:
    """Give what searches on in so many other threads as well."""
    with ThreadPoolExecutor(others, "search") as pool:
        yield Threads(first, pool, others)


def _end(running: list[Future[int]]) -> None:
    """Wait until all have made their portion; Ctrl-C is heard when they have."""
    heard = None
    while any(not one.done() for one in running):
        try:
            wait(running)
        except KeyboardInterrupt as error:
            heard = error
    if heard is not None:
        raise heard
