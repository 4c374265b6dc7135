"""What every player is: a situation and the legal choices in, the index of one of them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from gamedsl.players.imagine.determinization import Determinizer
    from gamedsl.players.imagine.imagined import Imagined
    from gamedsl.presentation.view_data import View

Progress = Callable[[int, float], None]
"""Called before every step of thinking with the steps made and the share of the budget used, from 0 to 1.

When it raises KeyboardInterrupt, thinking ends, and the choice that is best so far is made.
"""


class Seated(Protocol):
    """The table that a situation looks at, from the chair of its seat."""

    def view(self, seat: int) -> View: ...

    def legal(self) -> Sequence[Any]: ...

    def log(self, seat: int) -> list[str]: ...

    def _determinizer(self, seat: int) -> Determinizer: ...

    def _sealed(self, seat: int, seed: int) -> Seated: ...

    def situation(self) -> Situation: ...


class Situation:
    """What a player may know when it decides for ``seat``: ``decisions`` made so far, and the view of that seat.

    Decisions that others make ``together`` with it are not counted yet. Everything is made when it is asked for: many
    players do without.
    """

    __slots__ = ("_number", "_table", "decisions", "seat")

    def __init__(self, seat: int, decisions: int, table: Seated, number: int) -> None:
        self.seat = seat
        self.decisions = decisions
        self._table = table
        self._number = number
        """The number of this decision among all, secret ones too: so that no two of them are thought about alike."""

    def view(self) -> View:
        """Return what the seat sees."""
        return self._table.view(self.seat)

    def legal(self) -> Sequence[Any]:
        """Return the choices with their codes and words."""
        return self._table.legal()

    def log(self) -> list[str]:
        """Return what has happened in words, as far as the seat may know; empty when the game has no log."""
        return self._table.log(self.seat)

    def _determinizer(self) -> Determinizer:
        """Return what makes determinizations: deals in which all that the seat cannot know is another."""
        return self._table._determinizer(self.seat)

    def _sealed(self, seed: int) -> Situation:
        """Return the same situation (by a seed of determinizations) at a table with no secret of the real one."""
        return self._table._sealed(self.seat, seed).situation()

    def imagine(self, seed: int) -> Imagined:
        """Return a game to try things out: as the seat sees this one, everything that it cannot know dealt anew.

        The same ``seed`` (any int) gives the same deal; other seeds give others.
        """
        from gamedsl.option_values import whole_number
        from gamedsl.players.imagine.imagined import Imagined
        from gamedsl.players.randomness import Random

        seed = whole_number(seed, "the seed of an imagined game")
        determinizer = self._determinizer()
        return Imagined(determinizer.engine, determinizer.deal(Random(seed)), self.seat)


class Player(Protocol):
    """Decides for one seat or several. It sees what that seat may see and nothing else."""

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of a choice, from 0 to ``len(choices) - 1``; ``choices`` is never empty."""
        ...
