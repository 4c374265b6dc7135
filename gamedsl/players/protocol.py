"""What every player is: a situation and the legal choices in, the index of one of them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from gamedsl.engine.view_data import View

if TYPE_CHECKING:
    from gamedsl.players.imagine import Imagined
    from gamedsl.players.redeal import Redealer


def _nothing() -> Any:
    raise TypeError("this situation was made without a table")


@attrs.frozen
class Situation:
    """What a player may know when it decides for ``seat``: ``decisions`` made so far, and the view of that seat.

    Everything is made when it is asked for: many players do without. ``legal`` gives the choices with their codes and
    words, ``log`` what has happened in words, as far as the seat may know.
    """

    seat: int
    decisions: int
    look: Callable[[], View] = attrs.field(repr=False)
    legal: Callable[[], Sequence[Any]] = attrs.field(default=_nothing, repr=False)
    log: Callable[[], list[str]] = attrs.field(default=_nothing, repr=False)
    dealer: Callable[[], Redealer] = attrs.field(default=_nothing, repr=False)
    seal: Callable[[int], Situation] = attrs.field(default=_nothing, repr=False)
    """Returns the same situation (for a seed of redeals) on a table that holds no secret of the real one."""

    def view(self) -> View:
        """Return what the seat sees."""
        return self.look()

    def imagine(self, seed: int) -> Imagined:
        """Return a game to try things out: as the seat sees this one, everything that it cannot know dealt anew.

        The same ``seed`` (any int) gives the same deal; other seeds give others.
        """
        import random

        from gamedsl.players.imagine import Imagined

        dealer = self.dealer()
        return Imagined(dealer.engine, dealer.deal(random.Random(seed)), self.seat)


class Player(Protocol):
    """Decides for one seat or several. It sees what that seat may see and nothing else."""

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of a choice, from 0 to ``len(choices) - 1``; ``choices`` is never empty."""
        ...
