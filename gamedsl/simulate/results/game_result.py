"""What is kept of one simulated game: frozen plain data, and its one-line JSON form."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import attrs

CHECKPOINTS = (25, 50, 75)
"""Per cent of the decisions of a game after which the standings are looked at."""


Own = tuple[bool, bool, tuple[tuple[int, int | bool | None], ...]]
"""A metric of the rule file: whether it is a condition, whether it is measured for players, and what was measured.

Each is a seat, -1 for nobody's, and a value, None where it could not be worked out.
"""


@attrs.frozen
class GameResult:
    """One game. Seats count from 0; ``kinds`` is the kind of player at each seat.

    ``status`` is ``finished``, ``stopped`` (a rule could not be carried out: ``error`` names code and place) or
    ``unfinished`` (a limit). ``end`` is the words of what ended it, ``first`` the seat that made the first decision.
    ``standings`` holds for each of CHECKPOINTS how the seats would have been ranked if the game had ended then: the
    first thing that decides who wins, mostly points, more being better (empty when the rules cannot tell). ``turns`` is
    the number of uninterrupted rows of decisions of one player; ``forced`` counts decisions with a single choice,
    ``choices`` is the sum of the numbers of choices. ``lead_changes`` counts how often a turn ended with other leaders
    than the turn before. ``uses`` gives for each action how often each seat has chosen it, ``offered`` the actions that
    were possible. ``last`` are the last actions, each with the name of who chose it, of a game that was not finished.
    ``hints`` counts hints of the rule file that could not be worked out. ``own`` has for each metric of the rule file
    what was measured. ``cards``, ``phases`` and ``moved`` are known only of games that were followed in detail
    (``logged``): the cards that were carried out, how often each phase began, and the designs of pieces that came into
    play.
    """

    number: int
    seed: int
    kinds: tuple[str, ...]
    status: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    sources: dict[str, tuple[int, ...]]
    decisions: int
    turns: int
    forced: int
    choices: int
    lead_changes: int
    standings: tuple[tuple[int, ...], ...]
    uses: dict[str, tuple[int, ...]]
    offered: tuple[str, ...] = ()
    end: str = ""
    first: int | None = None
    hints: dict[str, int] = attrs.field(factory=dict)
    error: str = ""
    last: tuple[str, ...] = ()
    own: dict[str, Own] = attrs.field(factory=dict)
    logged: bool = False
    cards: tuple[str, ...] = ()
    phases: dict[str, int] = attrs.field(factory=dict)
    moved: tuple[str, ...] = ()

    def share(self, seat: int) -> float:
        """Return the part of the victory that a seat has: 1, 0, or a fraction when several have won."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def to_line(self) -> str:
        """Return the game as one line of JSON."""
        return json.dumps(attrs.asdict(self), separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> GameResult:
        """Read what ``to_line`` wrote; raise ValueError for anything else."""
        try:
            data = json.loads(line)
            return cls(**{name: _plain(value) for name, value in data.items()})
        except (TypeError, AttributeError) as error:
            raise ValueError("this is not the result of a game") from error


PASS = "pass"
"""What passing is called beside the actions of a game."""


def leading(standing: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that stand best."""
    best = max(standing)
    if standing.count(best) == 1:
        return (standing.index(best),)
    return tuple(seat for seat, points in enumerate(standing) if points == best)


def alone(standing: Sequence[int], which: Callable[[Sequence[int]], int]) -> int | None:
    """Return the seat that alone stands best (``max``) or worst (``min``), None when there is none or nothing known."""
    if not standing:
        return None
    points = which(standing)
    return standing.index(points) if standing.count(points) == 1 else None


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_plain(one) for one in value)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return value
