"""A state in which a player tries choices out: only what searching asks of it, so that it can be as fast as it may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from gamedsl.engine.state.flat import State


class Trial(Protocol):
    """A game that nobody sees, from a decision on: without a log, and without notes of who knows what.

    ``codes`` are the legal choices, empty when the game is over. ``seed`` is what its chance comes from.
    """

    codes: Sequence[int]
    seed: int

    def copy(self) -> Trial:
        """Return an independent trial that continues identically."""

    def become(self, other: Any) -> None:
        """Take everything over from another trial, which must not be used any more."""

    def sow(self, seed: int) -> None:
        """Let chance come from another seed from here on."""

    def follow(self, other: Any) -> None:
        """Let chance come as in another trial from here on."""

    def apply(self, code: int) -> None:
        """Carry out a legal choice and run to the next decision."""

    @property
    def decider(self) -> int | None:
        """The seat that has to decide; None when the game is over."""

    @property
    def status(self) -> str:
        """How the game stands, as in ``State``."""

    @property
    def asks_plan(self) -> bool:
        """Whether a plan asks in a game that goes on: what is chosen is an action."""

    @property
    def is_secret(self) -> bool:
        """Whether all decide at the same time, without seeing what others do."""

    @property
    def draws(self) -> list[int]:
        """How often chance has been asked, by stream."""

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won."""

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Groups of seats as in ``State``, of a game that has ended."""

    def judged(self, level: str) -> list[int] | None:
        """Return how well each seat stands for players of a level; None where a state has to be asked."""

    def state(self) -> State:
        """Return the game as a state, for who asks more; it has no log and no past."""

    def take(self, state: State) -> None:
        """Take over what has come to be known of chance in a state of this moment."""
