"""A job and workers that may die -> its results: tasks of growing numbers of games, given out a few at a time

Nothing here knows what the workers are. A task that is lost is given out again: games depend on their numbers alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from typing import Protocol

import attrs

from gamedsl.simulate.cluster.worker import Done
from gamedsl.simulate.play.executors import Job, Portion
from gamedsl.simulate.play.processes import WorkerError
from gamedsl.simulate.play.todo import Stretch

FIRST, MOST = 16, 5_000
"""Games of the first tasks, and of the largest."""
QUICK, SLOW = 1.0, 10.0
"""Seconds of a task below which the next ones get more games, and above which they get fewer."""
LOST = 5
"""Times that a task is given out again before it is taken for what kills its workers."""


@attrs.frozen(eq=False)
class Task:
    """Games that a worker plays at one go; ``lost``: how often that has come to nothing."""

    stretches: Sequence[Stretch]
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(len(numbers) for _, numbers in self.stretches)

    @property
    def told(self) -> str:
        """Which games there are, for people."""
        numbers = [one for _, one in self.stretches]
        return f"games {min(one.start for one in numbers) + 1:,} to {max(one.stop for one in numbers):,}"


class Workers(Protocol):
    """Those who play tasks."""

    def room(self) -> int:
        """Return how many tasks may be out at a time now."""
        ...

    def give(self, task: Task) -> None:
        """Give a task out."""
        ...

    def done(self) -> Sequence[tuple[Task, Done | None]]:
        """Return tasks that have ended since, after a short wait; None for one that has come to nothing.

        Raises what playing has raised.
        """
        ...


def give_out(job: Job, workers: Workers) -> Generator[Portion, None, None]:
    """Have all games of a job played. Raises WorkerError for games that no worker outlives."""
    size, out = FIRST, 0
    again: deque[Task] = deque()
    while job.todo or again or out:
        while (job.todo or again) and out < max(1, workers.room()):
            workers.give(again.popleft() if again else Task(job.todo.take(size)))
            out += 1
        for task, found in workers.done():
            out -= 1
            if found is None:
                again.append(_again(task))
                continue
            size = _next_size(size, task, found.seconds)
            if job.watch is not None:
                for long in found.long:
                    job.watch(long)
            for text in found.remarks:
                job.remark(text)
            yield found.portion


def _again(task: Task) -> Task:
    """Return a lost task to be given out again."""
    if task.lost >= LOST:
        raise WorkerError(
            f"{task.told} have come to nothing {task.lost + 1} times: their workers have died each time, perhaps for "
            "want of memory, or whole machines were lost"
        )
    return attrs.evolve(task, lost=task.lost + 1)


def _next_size(size: int, task: Task, seconds: float) -> int:
    """Return how many games the next tasks have; only tasks of the present size tell."""
    if seconds < QUICK and task.games >= size:
        return min(MOST, size * 2)
    if seconds > SLOW and task.games <= size:
        return max(1, size // 2)
    return size
