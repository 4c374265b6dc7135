"""The form of compiled cards: flat lists of operations, and what they answer to the machine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from gamedsl.engine.state import HEADER, State
from gamedsl.source import Span

JUMP, WAIT, OVER = 1, 2, 3
"""What an operation answers: look at the top frame again; a decision is wanted; the game is over. None: go on."""
Operation = Callable[[State, list[Any]], int | None]
Target = list[int]
"""A place to jump to; filled in when it is known."""


class Ask(ABC):
    """A decision: who may answer what. One object for each place where play can wait."""

    @abstractmethod
    def choices(self, s: State, f: list[Any]) -> tuple[tuple[int, ...], Any]:
        """Return the codes of all legal choices in canonical order, and what ``answer`` needs to know about them."""

    @abstractmethod
    def answer(self, s: State, f: list[Any], code: int, known: Any) -> None:
        """Carry out a legal choice: change the frames so that the machine can go on."""


class Code:
    """One compiled card: its operations, its questions by place, and the frame it starts with."""

    def __init__(self, number: int, card: str, section: str, span: Span | None, slots: int) -> None:
        self.number = number
        self.card = card
        self.section = section
        self.span = span
        self.slots = slots
        self.operations: list[Operation] = []
        self.asks: dict[int, Ask] = {}
        self.entrance: list[int] = []
        """Operations that begin a turn of a phase with ``who``, when play starts inside it."""
        self.calls: dict[str, int] = {}
        """Where a phase calls the phases inside it."""
        self.template: list[Any] = [number, 0, None, None, *[None] * slots]

    def slot(self) -> int:
        """Take a further place in the frame; return its index in the frame."""
        self.slots += 1
        self.template.append(None)
        return self.slots - 1 + HEADER

    def emit(self, operation: Operation) -> int:
        """Append an operation; return its place."""
        self.operations.append(operation)
        return len(self.operations) - 1

    def here(self, target: Target | None = None) -> Target:
        """Return the place of the next operation as a target, or fill in a target given."""
        target = [0] if target is None else target
        target[0] = len(self.operations)
        return target

    def ask(self, question: Ask, enter: Operation) -> int:
        """Append a place where play can wait for an answer to ``question``."""
        self.asks[len(self.operations)] = question
        return self.emit(enter)

    def jump(self, target: Target) -> None:
        """Append a jump; jumps back count as steps."""

        def go(_: State, f: list[Any]) -> int:
            f[1] = target[0]
            return JUMP

        self.emit(go)

    def pop(self) -> None:
        """Append the end of the card."""

        def leave(s: State, _: list[Any]) -> int:
            s.frames.pop()
            return JUMP

        self.emit(leave)
