"""What every player is: a situation and the legal choices in, the index of one of them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import attrs

from gamedsl.engine.view_data import View


@attrs.frozen
class Situation:
    """What a player may know when it decides for ``seat``: ``decisions`` made so far, and the view of that seat.

    The view is made when it is asked for: many players do without.
    """

    seat: int
    decisions: int
    look: Callable[[], View] = attrs.field(repr=False)


class Player(Protocol):
    """Decides for one seat or several. It sees what that seat may see and nothing else."""

    def choose(self, situation: Situation, choices: Sequence[object]) -> int:
        """Return the index of a choice, from 0 to ``len(choices) - 1``; ``choices`` is never empty."""
        ...
