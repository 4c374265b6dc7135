"""The three kinds of decisions: a plan, a pick, the next element of a ``chosen`` loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from gamedsl.engine.choices import Numbering
from gamedsl.engine.codes import WAIT, Ask, Code, Operation
from gamedsl.engine.compiling import Eval
from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.offers import Offer, Signature
from gamedsl.engine.plans import Automaton
from gamedsl.engine.state import HEADER, State
from gamedsl.semantics import core
from gamedsl.source import Span

Frame = list[Any]
Push = Callable[[State, Code], None]
Encode = Callable[[Any], int]
_NO_VALUES: list[Any] = []


@attrs.frozen
class Move:
    """One action of a plan state, ready to be offered."""

    name: str
    offer: Offer
    arguments: tuple[Eval, ...]
    base: int
    shift: int | None
    encode: Encode
    next: int
    code: Code
    slot: int | None


_Row = tuple[str, tuple[Eval, ...], Any, Any, int, "int | None", Move]
"""Name, arguments, how to find answers, a short way without any (False: none), first number, shift, move."""


class PlanAsk(Ask):
    """A decision within a plan; the plan's state is in the frame."""

    kind = "plan"

    def __init__(
        self, automaton: Automaton, moves: list[list[Move]], places: tuple[int, int], pass_code: int, span: Span
    ) -> None:
        self.automaton = automaton
        self.moves = moves
        self.state_place, self.count_place = places
        self.pass_code = pass_code
        self.span = span
        self.where = ""
        self.pass_words: core.Text | None = None
        self.seat_name: Callable[[int | None], str] = str
        self.over = [state.over for state in automaton.states]
        self.ends = [state.may_end for state in automaton.states]
        self.endless = automaton.endless
        self.by_name: list[dict[str, Move]] = []
        for row in moves:
            first: dict[str, Move] = {}
            for move in row:
                first.setdefault(move.name, move)
            self.by_name.append(first)
        self.rows: list[list[_Row]] | None = None

    def enter(self) -> Operation:
        """Return the operation that asks, or goes on when nothing is left in the plan.

        A plan that is over is put back to its beginning for the next time.
        """
        over, place, count_place, choices = self.over, self.state_place, self.count_place, self.choices

        def ask(s: State, f: Frame) -> int | None:
            if over[f[place]]:
                f[place] = f[count_place] = 0
                return None
            s.cache = cache = choices(s, f)
            if not cache[0]:
                s.cache = None
                raise RuleError("GDRUN01", self.span, player=self.seat_name(f[2]), place=self.where)
            f[1] -= 1
            return WAIT

        return ask

    def _table(self) -> list[list[_Row]]:
        """Lay out what every state offers, when it is first needed."""
        self.rows = [
            [(m.name, m.arguments, m.offer.answers, m.offer.simple(), m.base, m.shift, m) for m in row]
            for row in self.moves
        ]
        return self.rows

    def choices(self, s: State, f: Frame) -> tuple[tuple[int, ...], Any]:
        number = f[self.state_place]
        codes: list[int] = []
        known: dict[str, tuple[Move, list[Any]]] | None = None
        last = ""
        for name, arguments, answers_of, simple, base, shift, move in (self.rows or self._table())[number]:
            if simple is not False:
                if name != last and (simple is None or simple(s, f)):
                    codes.append(base)
                    last = name
                continue
            if name == last:
                continue
            values: list[Any] = _NO_VALUES
            if arguments:
                frame = f[:]
                values = [argument(s, frame) for argument in arguments]
            answers = answers_of(s, f[2], f[3], values)
            if answers is None:
                continue
            last = name
            if arguments or move is not self.by_name[number][name]:
                known = {} if known is None else known
                known[name] = (move, values)
            if shift is not None:
                codes.extend([shift + value for value in answers])
            else:
                codes.extend([base + move.encode(value) for value in answers])
        if self.ends[number]:
            codes.append(self.pass_code)
        return tuple(codes), known

    def move_of(self, f: Frame, action: str, known: Any) -> tuple[Move, list[Any]]:
        """Return the move that a legal choice of an action means, and its arguments."""
        if known is not None and action in known:
            found: tuple[Move, list[Any]] = known[action]
            return found
        return self.by_name[f[self.state_place]][action], _NO_VALUES

    def answer(self, s: State, f: Frame, code: int, known: Any) -> None:
        if code == self.pass_code:
            f[1] += 1
            f[self.state_place] = f[self.count_place] = 0
            return
        choice = self.numbering.choice(code)
        assert choice.action is not None
        move, values = self.move_of(f, choice.action, known)
        following = move.next
        if self.endless:
            f[self.count_place] += 1
            if f[self.count_place] > Limits.any_number:
                raise RuleError("GDRUN07", self.span, what=move.name, bound=Limits.any_number)
        if self.over[following]:
            f[1] += 1
            f[self.state_place] = f[self.count_place] = 0
        else:
            f[self.state_place] = following
        frame = move.code.template[:]
        frame[2], frame[3] = f[2], f[3]
        if values:
            frame[HEADER : HEADER + len(values)] = values
        if move.slot is not None:
            frame[move.slot] = choice.value
        s.frames.append(frame)

    numbering: Numbering


class PickAsk(Ask):
    """The answer to a ``pick`` step or to a later ``pick`` of an action goes into a slot."""

    kind = "pick"

    def __init__(self, question: int, slot: int, base: int, candidates: Eval, encode: Encode) -> None:
        self.question = question
        self.place = slot + HEADER
        self.base = base
        self.candidates = candidates
        self.encode = encode
        self.span: Span
        self.where = ""
        self.seat_name: Callable[[int | None], str] = str
        self.numbering: Numbering

    def enter(self) -> Operation:
        """Return the operation that asks."""

        def ask(s: State, f: Frame) -> int:
            codes, known = self.choices(s, f)
            if not codes:
                raise RuleError("GDRUN01", self.span, player=self.seat_name(f[2]), place=self.where)
            f[1] -= 1
            s.cache = (codes, known)
            return WAIT

        return ask

    def choices(self, s: State, f: Frame) -> tuple[tuple[int, ...], Any]:
        base, encode = self.base, self.encode
        return tuple([base + encode(value) for value in self.candidates(s, f[:])]), None

    def answer(self, s: State, f: Frame, code: int, known: Any) -> None:  # noqa: ARG002
        f[self.place] = self.numbering.choice(code).value
        f[1] += 1


class ChosenAsk(PickAsk):
    """Which element of a loop is next; the elements left are in the frame."""

    kind = "chosen"

    def __init__(
        self, question: int, slot: int, base: int, left: int, encode: Encode, signature: Signature | None
    ) -> None:
        super().__init__(question, slot, base, lambda s, f: (), encode)
        self.left = left
        self.signature = signature

    def choices(self, s: State, f: Frame) -> tuple[tuple[int, ...], Any]:
        values: Sequence[Any] = f[self.left]
        if self.signature is not None:
            lowest: dict[Any, Any] = {}
            for value in values:
                lowest.setdefault(self.signature(s, value), value)
            values = sorted(lowest.values())
        return tuple([self.base + self.encode(value) for value in values]), None

    def answer(self, s: State, f: Frame, code: int, known: Any) -> None:  # noqa: ARG002
        value = self.numbering.choice(code).value
        f[self.place] = value
        f[self.left] = tuple(one for one in f[self.left] if one != value)
        f[1] += 1
