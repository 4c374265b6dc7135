"""The form of compiled paragraphs: flat lists of operations, and what they answer to the machine.

An operation is a function, or lines of Python that are *written* when play first comes to them. Written operations that
follow each other become one function; play may still enter at each of them, because every place has its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from gamedsl.engine.state.flat import HEADER, State
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.source import Span

if TYPE_CHECKING:
    from gamedsl.engine.write.compiling import Compiler

JUMP, WAIT, OVER = 1, 2, 3
"""What an operation answers: look at the top frame again; a decision is wanted; the game is over. None: go on."""
Operation = Callable[[State, list[Any]], int | None]
Target = list[int]
"""A place to jump to; filled in when it is known."""
Write = Callable[["Passage"], Lines]
"""Writes an operation; its lines run through to the next one, or return what operations answer."""


class Ask(ABC):
    """A decision: who may answer what. One object for each place where play can wait."""

    @abstractmethod
    def choices(self, s: State, f: list[Any]) -> tuple[tuple[int, ...], Any]:
        """Return the codes of all legal choices in canonical order, and what ``answer`` needs to know about them."""

    @abstractmethod
    def meant(self, code: int, value: Any, known: Any) -> Any:
        """Return what is meant by a legal choice whose code says ``value``: another copy, where these can be hidden."""

    @abstractmethod
    def answer(self, s: State, f: list[Any], code: int, known: Any) -> None:
        """Carry out a legal choice: change the frames so that the machine can go on."""


class Passage:
    """Several operations of a paragraph that are written as one function."""

    def __init__(self, code: Code, start: int) -> None:
        self.code = code
        self.draft = Draft.in_frame(code.c)
        self.start = start
        self.place = start
        """Where the operation stands that is being written."""
        self.ended = False
        self.again = False

    def jump(self, target: Target) -> Lines:
        """Write a jump within the paragraph that does not count as a step; nothing may follow it in its block."""
        if target[0] == self.start:
            self.again = True
            return [f"f[1] = {self.start + 1}", "continue"]
        return [f"f[1] = {target[0]}", "return None"]

    def run_on(self, target: Target) -> Lines:
        """Write what a jump would lead to: the operation there, then a jump behind it."""
        write, place, ended = self.code.writing(target[0]), self.place, self.ended
        if write is None:
            return self.jump(target)
        self.place = target[0]
        lines = [f"f[1] = {target[0] + 1}", *write(self), "return None"]
        self.place, self.ended = place, ended
        return lines

    def put_away(self) -> Lines:
        """Write that what was shown lies open no more, where somebody is asked what to do next: in a phase.

        It is done before the choices are worked out: they would tell others which of two copies was shown in secret.
        """
        return ["s.exposed = ()"] if self.code.section == "phase" else []

    def leave(self, *lines: str, answer: int = JUMP) -> Lines:
        """Write the end of an operation that never runs through to the next one."""
        self.ended = True
        return [*lines, f"return {answer}"]


class Code:
    """One compiled paragraph: its operations, its questions by place, and the frame it starts with."""

    def __init__(self, c: Compiler, number: int, paragraph: str, section: str, span: Span | None, slots: int) -> None:
        self.c = c
        self.number = number
        self.paragraph = paragraph
        self.section = section
        self.span = span
        self.slots = slots
        self.operations: list[Operation] = []
        self._writes: list[Write | None] = []
        self.asks: dict[int, Ask] = {}
        self.entrance: list[int] = []
        """Operations that begin a turn of a phase with ``who``, when play starts inside it."""
        self.calls: dict[str, int] = {}
        """Where a phase calls the phases inside it."""
        self.holding: dict[int, bool] = {}
        """Places of the frame, behind those of names, that hold pieces; with whether their order counts."""
        self.loops: dict[int, int] = {}
        """Places that hold the pieces of a loop in their order, with the place of the one whose turn it is."""
        self.template: list[Any] = [number, 0, None, None, *[None] * slots]
        self.marks: dict[int, tuple[int, int]] = {}
        """By the ``id`` of a step, pick, plan, trigger or ``who``: its first operation and first place in the frame."""
        self.offers: dict[int, int] = {}
        """The numbers of the codes of ``offer`` steps, by the ``id`` of the step."""

    def mark(self, node: object) -> None:
        """Note that what is written next belongs to a node."""
        self.marks[id(node)] = len(self.operations), self.slots + HEADER

    def slot(self, pieces: Literal["none", "set", "list"] = "none") -> int:
        """Take a further place in the frame, for ``pieces`` or else; return its index in the frame."""
        self.slots += 1
        self.template.append(None)
        place = self.slots - 1 + HEADER
        if pieces != "none":
            self.holding[place] = pieces == "list"
        return place

    def emit(self, operation: Operation) -> int:
        """Append an operation that is a function; return its place."""
        self.operations.append(operation)
        self._writes.append(None)
        return len(self.operations) - 1

    def write(self, write: Write) -> int:
        """Append an operation that is written when play first comes to it; return its place."""
        place = len(self.operations)

        def first(s: State, f: list[Any]) -> int | None:
            made = self.operations[place] = self._passage(place, alone=False)
            return made(s, f)

        self.operations.append(first)
        self._writes.append(write)
        return place

    def operation(self, place: int) -> Operation:
        """Return a single operation, without those behind it."""
        return self.operations[place] if self._writes[place] is None else self._passage(place, alone=True)

    def writing(self, place: int) -> Write | None:
        """Return what writes an operation, None for one that is a function."""
        return self._writes[place]

    def _passage(self, start: int, alone: bool) -> Operation:
        passage = Passage(self, start)
        lines: Lines = []
        for write in self._writes[start : start + 1 if alone else None]:
            if write is None:
                break
            if passage.place > start:
                lines.append(f"f[1] = {passage.place + 1}")
            lines += write(passage)
            if passage.ended:
                break
            passage.place += 1
        if passage.again:
            lines = ["while True:", *indented([*lines, *([] if passage.ended else ["return None"])])]
        return passage.draft.function(lines or ["return None"])

    def here(self, target: Target | None = None) -> Target:
        """Return the place of the next operation as a target, or fill in a target given."""
        target = [0] if target is None else target
        target[0] = len(self.operations)
        return target

    def ask(self, question: Ask, enter: Write) -> int:
        """Append a place where play can wait for an answer to ``question``."""
        self.asks[len(self.operations)] = question
        return self.write(enter)

    def jump(self, target: Target) -> None:
        """Append a jump; jumps back count as steps."""
        self.write(lambda p: p.leave(f"f[1] = {target[0]}"))

    def pop(self) -> None:
        """Append the end of the paragraph."""
        self.write(lambda p: p.leave("s.frames.pop()"))
