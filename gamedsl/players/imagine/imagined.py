"""A determinization -> a game that a bot may play on with: choices, moves, how well everybody stands, results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamedsl.engine.errors import IllegalChoice
from gamedsl.kernel.state.block import State
from gamedsl.option_values import shortly, whole
from gamedsl.play.engine import Engine
from gamedsl.players.judge import Judge, rewards
from gamedsl.storage.one_thread import Owned

if TYPE_CHECKING:
    from gamedsl.kernel.queries.outcome import Outcome
    from gamedsl.presentation.view_data import View

_MOST_CODE = 2**63


def _code(move: Any) -> int:
    """Return the code of a move as a number of Python; raise IllegalChoice for what can be none."""
    code = whole(move)
    if type(code) is not int or abs(code) >= _MOST_CODE:
        raise IllegalChoice(f"a move is made by its code, not by {shortly(move)}")
    return code


class Imagined(Owned):
    """A game as ``seat`` imagines it. Moves are made in place; ``copy`` is cheap. Its chance is not the real one."""

    __slots__ = ("_engine", "_judge", "_state", "seat")
    _saved_by = "imagine() and the same seed"

    def __init__(self, engine: Engine, state: State, seat: int, judge: Judge | None = None) -> None:
        self._engine = engine
        self._state = state
        self._judge = judge or Judge(engine)
        self.seat = seat

    @property
    def players(self) -> int:
        """Number of players."""
        return self._engine.layout.seats

    @property
    def decider(self) -> int | None:
        """The seat that is asked; None when the game is over."""
        return self._engine.decider(self._state)

    def codes(self) -> tuple[int, ...]:
        """Return the codes of the legal choices of the decider, in the order of the choices; empty at the end."""
        return self._engine.codes(self._state)

    def text(self, code: int) -> str:
        """Return a legal choice in its short form: ``sell(2)``; raise IllegalChoice where it is none."""
        code = _code(code)
        if code not in self.codes():
            raise IllegalChoice(f"{shortly(code)} is not legal here")
        return self._engine.choice_text(self._state, self._engine.numbering.choice(code))

    def apply(self, code: int) -> None:
        """Make a move; raise IllegalChoice when it is not legal."""
        self._engine.apply(self._state, _code(code))

    def copy(self) -> Imagined:
        """Return an independent copy with the same secrets and the same chance to come."""
        return Imagined(self._engine, self._state.copy(), self.seat, self._judge)

    def values(self) -> list[int]:
        """Return how well each seat stands: the first key of the winner as if the game ended now, plus all hints."""
        return self._judge.values(self._state)

    def rewards(self) -> list[float] | None:
        """Return how good the end is for each seat, from 0 to 1; None while the game goes on."""
        return None if self.decider is not None else rewards(self._state, self.players)

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return self._engine.outcome(self._state)

    def view(self) -> View:
        """Return everything on the imagined table."""
        from gamedsl.presentation.views import project

        return project(self._engine, self._state, self.seat, revealed=True)
