"""The AST of steps that arrange, play and test: of scenarios, and pictures of a board. See ``nodes`` for all of it."""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.syntax.nodes.bodies import Expr, Step


@attrs.frozen(slots=False, eq=False, repr=False)
class Lay(Step):
    """``lay place: "signs"``, or several texts in brackets, the top row first: ``lines`` without their quotes.

    ``drawn``: rows between bars below the step.
    """

    place: Expr
    lines: tuple[str, ...]
    drawn: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class Expect(Step, form="expect {condition}"):
    """Scenarios only."""

    condition: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class PlayMove(Step):
    """Scenarios only: ``A: move, answer`` or ``illegal A: move "reason"``."""

    seat: str
    moves: tuple[Expr, ...]
    illegal: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class ListedMoves(Step):
    """Scenarios only: ``legal A: move, move`` (at least these) or ``exactly A: move, move`` (these and no others)."""

    word: Literal["legal", "exactly"]
    seat: str
    moves: tuple[Expr, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class PassUntil(Step):
    """Scenarios only: ``pass until condition`` or ``pass until legal A: move``."""

    until: Expr | ListedMoves


@attrs.frozen(slots=False, eq=False, repr=False)
class Force(Step):
    """Scenarios only: ``force deck: values``, ``force A.cup[1]: values``, ``force deck unseen: values``."""

    target: Expr
    values: tuple[Expr, ...]
    unseen: bool = False
