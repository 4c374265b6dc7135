"""The three kinds of decisions: a plan, a pick, the next element of a ``chosen`` loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Literal, NoReturn

import attrs

from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.rules.alike import Namer, Signature, best_known_first
from gamedsl.engine.rules.codes import WAIT, Ask, Passage
from gamedsl.engine.rules.offers import Offer
from gamedsl.engine.setup.choosing import fill
from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.flat import HEADER, State
from gamedsl.engine.write.compiling import Compiler, Eval
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.engine.write.memory import once_each, shares
from gamedsl.semantics import core
from gamedsl.semantics.core.automata import Automaton
from gamedsl.semantics.core.walk import guards
from gamedsl.source import Span

Frame = list[Any]
Encode = Callable[[Any], int]


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
    template: list[Any]
    places: tuple[int, ...]
    """Where the answer to its first question goes in the frame: a place for each part."""
    named: Namer | None = None
    unless: tuple[int, ...] = ()


_Reply = tuple[str, Move | None, Any, int, bool]
"""What a choice means: its action, the move (None: pass), the answer to its first pick, the next state, is it over."""
_MOST_BRANCHES = 3


class _Rows(dict[int, Callable[[State, Frame], "tuple[tuple[int, ...], Any]"]]):
    """What every state of a plan offers: functions that are written when they are first needed."""

    def __init__(self, ask: PlanAsk) -> None:
        super().__init__()
        self.ask = ask

    def __missing__(self, number: int) -> Callable[[State, Frame], tuple[tuple[int, ...], Any]]:
        draft = Draft.in_frame(self.ask.c)
        made = self[number] = draft.function(self.ask.row(draft, number))
        return made


class PlanAsk(Ask):
    """A decision within a plan; the plan's state is in the frame."""

    def __init__(
        self,
        c: Compiler,
        automaton: Automaton,
        moves: list[list[Move]],
        places: tuple[int, int],
        pass_code: int,
        span: Span,
        leaves: list[tuple[tuple[Offer, ...], tuple[Eval, ...]]],
        limits: list[Eval],
    ) -> None:
        self.c = c
        self.leaves = leaves
        self.limits = limits
        self.starts = dict(automaton.starts)
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
        self.rows = _Rows(self)
        self._replies: list[dict[int, _Reply]] = [{} for _ in moves]

    def write(self, p: Passage) -> Lines:
        """Write the operation that asks, or goes on when the plan holds nothing.

        Answers put a plan that is over back to its beginning, so that only an empty one can be over here.
        """
        d, found = p.draft, p.draft.temp()
        reset = f"f[{self.state_place}] = f[{self.count_place}] = 0"
        if self.over[0]:
            return [reset]
        choices, sure = self._choices_at(d)
        stuck = [] if sure else [f"if not {found}[0]: {d.bind(self.stuck)}(s, f)"]
        asking = [*p.put_away(), f"s.cache = {found} = {choices}", *stuck, f"f[1] = {p.place}", f"return {WAIT}"]
        if self.starts:
            return [f"if {d.bind(self.begin)}(s, f): {reset}", "else:", *indented(asking)]
        p.ended = True
        return asking

    def begin(self, s: State, f: Frame) -> bool:
        """Read the limits of a plan that begins; tell whether it holds nothing then."""
        if not f[self.state_place]:
            f[self.state_place] = self.starts[tuple([limit(s, f) for limit in self.limits])]
        return self.over[f[self.state_place]]

    def _choices_at(self, d: Draft) -> tuple[str, bool]:
        """Write the choices as an expression, and tell whether there always is one."""
        if all(self.over[1:]) and not self.starts:
            tree = self._simple(d, 0)
            if tree:
                free = any(not move.offer.test(d) for move in self.moves[0])
                return f"({tree}, None)", free or self.ends[0]
        return f"{d.bind(self.rows)}[f[{self.state_place}]](s, f)", False

    def stuck(self, s: State, f: Frame) -> NoReturn:
        """Stop the game: nothing is possible (GDRUN01)."""
        s.cache = None
        raise RuleError("GDRUN01", self.span, player=self.seat_name(f[2]), place=self.where)

    def row(self, d: Draft, number: int) -> Lines:
        """Write the choices in one state of the plan: their numbers, and what is known of moves that are not plain."""
        moves, tree = self.moves[number], self._simple(d, number)
        if tree:
            return [f"return {tree}, None"]
        ends = self.automaton.states[number].ends
        asked = sorted({leaf for move in moves for leaf in move.unless} | {leaf for end in ends for leaf in end})
        lines = ["codes, known = [], None", *[f"g{leaf} = {d.bind(self.is_possible(leaf))}(s, f)" for leaf in asked]]
        for _, same in groupby(moves, lambda move: move.name):
            lines += self._offered(d, number, list(same))
        if self.ends[number]:
            lines.append(f"codes.append({self.pass_code})")
        elif ends:
            lines.append(f"if {' or '.join([_none_of(end) for end in ends])}: codes.append({self.pass_code})")
        lines.append("return tuple(codes), known")
        offered = [part for move in moves for part in guards(move.offer.action)]
        return once_each(lines) if shares(self.c, *offered) else lines

    def is_possible(self, leaf: int) -> Callable[[State, Frame], bool]:
        """Return the test of whether an action that others wait for is possible."""
        offers, arguments = self.leaves[leaf]

        def test(s: State, f: Frame) -> bool:
            values = [argument(s, f[:]) for argument in arguments]
            return any(offer.possible(s, f[2], f[3], values) for offer in offers)

        return test

    def _simple(self, d: Draft, number: int) -> str:
        """Write the numbers of the choices as one expression; empty when they are not plain actions with few tests."""
        moves = self.moves[number]
        waits = any(move.unless for move in moves) or self.automaton.states[number].ends
        if waits or not all(move.offer.simple for move in moves):
            return ""
        tests = [(move.base, move.offer.test(d)) for move in moves]
        few = sum(1 for _, test in tests if test) <= _MOST_BRANCHES
        return self._tree(tests, self.ends[number], ()) if few else ""

    def _tree(self, tests: list[tuple[int, str]], may_end: bool, codes: tuple[int, ...]) -> str:
        """Write the numbers of simple actions as one expression: all that the tests can lead to."""
        if not tests:
            return str((*codes, self.pass_code) if may_end else codes)
        (base, test), *rest = tests
        there = self._tree(rest, may_end, (*codes, base))
        return f"({there} if {test} else {self._tree(rest, may_end, codes)})" if test else there

    def _offered(self, d: Draft, number: int, moves: list[Move]) -> Lines:
        """Write the choices of one action: those of the first of its ways that is possible."""
        move = moves[0]
        if move.offer.simple and not move.unless and move is self.by_name[number][move.name]:
            test, add = move.offer.test(d), f"codes.append({move.base})"
            return [f"if {test}: {add}" if test else add]
        lines = ["values = ()"]
        if move.arguments:
            lines.append(f"values = {d.bind(_together(move.arguments))}(s, f[:])")
        asking = f"{d.bind(move.offer.asking)}(s, f[2], f[3], *values)"
        waiting = f" if {_none_of(move.unless)} else None" if move.unless else ""
        lines += [f"found = {asking}{waiting}", "if found is not None:"]
        if move.arguments or move is not self.by_name[number][move.name]:
            lines += [" if known is None: known = {}", f" known[{d.bind(move.name)}] = {d.bind(move)}, values"]
        if move.named is not None:
            lines += [
                f" found, meant = {d.bind(move.named)}(s, found)",
                " if meant:",
                "  if known is None: known = {}",
                f"  known.setdefault('', {{}}).update({d.bind(_by_code(move))}(meant))",
            ]
        if move.shift is not None:
            lines.append(f" codes.extend([{move.shift} + value for value in found])")
        else:
            lines.append(f" codes.extend({d.bind(_encoder(move))}(found))")
        if len(moves) > 1:
            lines += ["else:", *indented(self._offered(d, number, moves[1:]))]
        return lines

    def choices(self, s: State, f: Frame) -> tuple[tuple[int, ...], Any]:
        return self.rows[f[self.state_place]](s, f)

    def move_of(self, f: Frame, action: str, known: Any) -> tuple[Move, Sequence[Any]]:
        """Return the move that a legal choice of an action means, and its arguments."""
        if known is not None and action in known:
            found: tuple[Move, Sequence[Any]] = known[action]
            return found
        return self.by_name[f[self.state_place]][action], ()

    def meant(self, code: int, value: Any, known: Any) -> Any:
        return value if known is None or "" not in known else known[""].get(code, value)

    def answer(self, s: State, f: Frame, code: int, known: Any) -> None:
        number = f[self.state_place]
        reply = self._replies[number].get(code) or self._reply(number, code)
        action, move, value, following, over = reply
        if move is None:
            f[1] += 1
            f[self.state_place] = f[self.count_place] = 0
            return
        values: Sequence[Any] = ()
        if known is not None and action in known:
            move, values = known[action]
            following, over = move.next, self.over[move.next]
        if self.endless:
            f[self.count_place] += 1
            if f[self.count_place] > Limits.any_number:
                raise RuleError("GDRUN07", self.span, what=move.name, bound=Limits.any_number)
        if over:
            f[1] += 1
            f[self.state_place] = f[self.count_place] = 0
        else:
            f[self.state_place] = following
        frame = move.template[:]
        frame[2] = f[2]
        frame[3] = f[3]
        if values:
            frame[HEADER : HEADER + len(values)] = values
        if move.places:
            fill(frame, move.places, self.meant(code, value, known))
        s.frames.append(frame)

    def _reply(self, number: int, code: int) -> _Reply:
        """Work out once what a choice in a state of the plan means."""
        if code == self.pass_code:
            reply: _Reply = ("", None, None, 0, True)
        else:
            choice = self.numbering.choice(code)
            assert choice.action is not None
            move = self.by_name[number][choice.action]
            reply = (choice.action, move, choice.value, move.next, self.over[move.next])
        self._replies[number][code] = reply
        return reply

    numbering: Numbering


def _none_of(leaves: tuple[int, ...]) -> str:
    """Write that none of some actions is possible."""
    return f"not ({' or '.join([f'g{leaf}' for leaf in leaves])})"


def _together(arguments: Sequence[Eval]) -> Callable[[State, Frame], list[Any]]:
    """Return what evaluates the arguments of a move in a frame that is thrown away."""
    return lambda s, f: [argument(s, f) for argument in arguments]


def _encoder(move: Move) -> Callable[[Sequence[Any]], list[int]]:
    """Return what numbers the answers to the first pick of a move."""
    base, encode = move.base, move.encode
    return lambda answers: sorted([base + encode(value) for value in answers])


def _by_code(move: Move) -> Callable[[dict[int, int]], dict[int, int]]:
    """Return what tells by the number of a choice which piece is meant."""
    base, encode = move.base, move.encode
    return lambda meant: {base + encode(name): piece for name, piece in meant.items()}


class PickAsk(Ask):
    """The answer to a ``pick`` step or to a later ``pick`` of an action goes into a slot."""

    kind: Literal["pick", "chosen"] = "pick"

    def __init__(
        self,
        question: int,
        slots: Sequence[int],
        base: int,
        candidates: Eval,
        encode: Encode,
        named: Namer | None = None,
    ) -> None:
        self.named = named
        self.question = question
        self.places = tuple(slot + HEADER for slot in slots)
        self.base = base
        self.candidates = candidates
        self.encode = encode
        self.span: Span
        self.where = ""
        self.seat_name: Callable[[int | None], str] = str
        self.numbering: Numbering

    def write(self, p: Passage) -> Lines:
        """Write the operation that asks."""
        p.ended = True
        return [*p.put_away(), f"return {p.draft.bind(self.enter)}(s, f)"]

    def enter(self, s: State, f: Frame) -> int:
        """Ask, and wait for an answer at this place."""
        codes, known = self.choices(s, f)
        if not codes:
            raise RuleError("GDRUN01", self.span, player=self.seat_name(f[2]), place=self.where)
        f[1] -= 1
        s.cache = (codes, known)
        return WAIT

    def choices(self, s: State, f: Frame) -> tuple[tuple[int, ...], Any]:
        return self._coded(s, self.candidates(s, f[:]))

    def _coded(self, s: State, values: Sequence[Any]) -> tuple[tuple[int, ...], Any]:
        """Return the numbers of answers, and which pieces are meant by those that are called otherwise."""
        base, encode = self.base, self.encode
        if self.named is None:
            return tuple(sorted([base + encode(value) for value in values])), None
        names, meant = self.named(s, values)
        return tuple(sorted([base + encode(name) for name in names])), {
            base + encode(name): piece for name, piece in meant.items()
        }

    def meant(self, code: int, value: Any, known: Any) -> Any:
        return value if known is None else known.get(code, value)

    def answer(self, s: State, f: Frame, code: int, known: Any) -> None:  # noqa: ARG002
        fill(f, self.places, self.meant(code, self.numbering.choice(code).value, known))
        f[1] += 1


class ChosenAsk(PickAsk):
    """Which element of a loop is next; the elements left are in the frame."""

    kind = "chosen"

    def __init__(
        self,
        question: int,
        slot: int,
        base: int,
        left: int,
        encode: Encode,
        signature: Signature | None,
        named: Namer | None,
    ) -> None:
        super().__init__(question, (slot,), base, lambda s, f: (), encode, named)
        self.left = left
        self.signature = signature

    def choices(self, s: State, f: Frame) -> tuple[tuple[int, ...], Any]:
        values: Sequence[Any] = f[self.left]
        if self.signature is not None:
            one_of: dict[Any, Any] = {}
            for value in best_known_first(s, values):
                one_of.setdefault(self.signature(s, value), value)
            values = sorted(one_of.values())
        return self._coded(s, values)

    def answer(self, s: State, f: Frame, code: int, known: Any) -> None:  # noqa: ARG002
        value = self.meant(code, self.numbering.choice(code).value, known)
        fill(f, self.places, value)
        f[self.left] = tuple(one for one in f[self.left] if one != value)
        f[1] += 1
