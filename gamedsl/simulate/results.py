"""What is kept of one simulated game: frozen plain data, and its one-line JSON form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import attrs

CHECKPOINTS = (25, 50, 75)
"""Per cent of the decisions of a game after which the standings are looked at."""


@attrs.frozen
class GameResult:
    """One game. Seats count from 0; ``kinds`` is the kind of player at each seat.

    ``status`` is ``finished``, ``stopped`` (a rule could not be carried out: ``error`` names code and place) or
    ``unfinished`` (a limit). ``standings`` holds for each of CHECKPOINTS the points of all seats as they would have
    counted then (empty when the rules cannot tell). ``turns`` is the number of uninterrupted rows of decisions of one
    player; ``forced`` counts decisions with a single choice, ``choices`` is the sum of the numbers of choices.
    ``lead_changes`` counts how often a turn ended with other leaders than the turn before. ``uses`` gives for each
    action how often each seat has chosen it. ``cards`` and ``moved`` are known of logged games only: the cards that
    were carried out, and the designs of pieces that have moved.
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
    error: str = ""
    logged: bool = False
    cards: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()

    def share(self, seat: int) -> float:
        """Return the part of the victory that a seat has: 1, 0, or a fraction when several have won."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def to_line(self) -> str:
        """Return the game as one line of JSON."""
        return json.dumps(attrs.asdict(self), separators=(",", ":"), sort_keys=True)

    @classmethod
    def from_line(cls, line: str) -> GameResult:
        """Read what ``to_line`` wrote; raise ValueError for anything else."""
        try:
            data = json.loads(line)
            return cls(**{name: _plain(value) for name, value in data.items()})
        except (TypeError, AttributeError) as error:
            raise ValueError("this is not the result of a game") from error


def leading(standing: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with most points."""
    best = max(standing)
    return tuple(seat for seat, points in enumerate(standing) if points == best)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_plain(one) for one in value)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return value
