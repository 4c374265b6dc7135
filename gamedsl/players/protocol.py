"""What every player is: a view and the legal choices in, the index of one of them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gamedsl.engine.view_data import View


class Player(Protocol):
    """Decides for one seat. It sees the view of that seat and nothing else."""

    def choose(self, view: View, choices: Sequence[object]) -> int:
        """Return the index of a choice, from 0 to ``len(choices) - 1``; ``choices`` is never empty."""
        ...
