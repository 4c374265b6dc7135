"""Steps of cards -> operations of a Code: control flow, decisions and calls. Single steps are in ``atoms``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gamedsl.engine.asks import ChosenAsk, Move, PickAsk, PlanAsk
from gamedsl.engine.codes import JUMP, Code, Operation
from gamedsl.engine.compile_basic import spend
from gamedsl.engine.compile_loops import candidates, source_of
from gamedsl.engine.compiling import Compiler, in_limits
from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.offers import accepted, action_offer, check_arguments, forbidden_test, merger
from gamedsl.engine.plans import build
from gamedsl.engine.state import HEADER, State
from gamedsl.semantics import core
from gamedsl.semantics import types as t
from gamedsl.source import Span

if TYPE_CHECKING:
    from gamedsl.engine.cards import Cards

Frame = list[Any]
Steps = tuple[core.CoreStep, ...]


class Writer:
    """Writes the steps of one card."""

    def __init__(self, cards: Cards, code: Code) -> None:
        self.cards = cards
        self.c: Compiler = cards.c
        self.code = code

    def steps(self, steps: Steps) -> None:
        """Append all steps."""
        for step in steps:
            maker = STEPS.get(type(step))
            if maker is not None:
                maker(self, step)
            else:
                self.cards.atoms.write(self.code, step)


# ---------------------------------------------------------------- control flow


def _if(w: Writer, step: core.If) -> None:
    end = [0]
    for branch in step.branches:
        other = [0]
        w.code.emit(_jump_unless(w.c, branch.condition, other))
        w.steps(branch.body)
        w.code.emit(_forward(end))
        w.code.here(other)
    w.steps(step.otherwise)
    w.code.here(end)


def _jump_unless(c: Compiler, condition: core.Value, target: list[int]) -> Operation:
    test = c.value(condition)

    def decide(s: State, f: Frame) -> None:
        if not test(s, f):
            f[1] = target[0]

    return decide


def _forward(target: list[int]) -> Operation:
    def go(_: State, f: Frame) -> None:
        f[1] = target[0]

    return go


def _for_each(w: Writer, step: core.ForEach) -> None:
    code, place = w.code, step.loop.slot + HEADER
    values, at, end = code.slot(), code.slot(), [0]
    chosen = candidates(w.c, step.loop)
    start = None if step.start is None else w.c.value(step.start)
    seats = w.c.layout.seats

    def begin(s: State, f: Frame) -> None:
        found = chosen(s, f)
        if start is not None:
            first = start(s, f) or 0
            found = tuple(sorted(found, key=lambda seat: (seat - first) % seats))
        f[values] = found
        f[at] = 0

    code.emit(begin)
    again = code.here()
    if step.question is None:
        body = [0]
        advance = _next_element(values, at, place, body, end, step.span)
        code.emit(advance)
        code.here(body)
        w.steps(step.body)
        code.emit(advance)
    else:
        _next_chosen(w, step, values, end)
        w.steps(step.body)
        code.jump(again)
    code.here(end)


def _next_element(values: int, at: int, place: int, body: list[int], end: list[int], span: Span) -> Operation:
    """Return what stands before and behind the body of a loop: take the next element or leave; passes are counted."""
    most = Limits.passes

    def advance(s: State, f: Frame) -> None:
        number = f[at]
        found = f[values]
        if number == len(found):
            f[values] = None
            f[1] = end[0]
            return
        f[place] = found[number]
        f[at] = number + 1
        f[1] = body[0]
        s.work += 1
        if s.work > most:
            spend(s, 0, span)

    return advance


def _next_chosen(w: Writer, step: core.ForEach, values: int, end: list[int]) -> None:
    assert step.question is not None
    code, place = w.code, step.loop.slot + HEADER
    numbering = w.cards.numbering
    kind = w.c.game.questions[step.question].type
    ask = ChosenAsk(
        step.question,
        step.loop.slot,
        numbering.question_base[step.question],
        values,
        numbering.domains[step.question].index,
        merger(w.c, kind),
    )
    w.cards.complete(ask, step.span, code.card)
    enter = ask.enter()

    def next_one(s: State, f: Frame) -> int | None:
        left = f[values]
        if len(left) > 1:
            return enter(s, f)
        if not left:
            f[1] = end[0]
            return None
        f[place] = left[0]
        f[values] = ()
        return None

    code.ask(ask, next_one)


def _repeat(w: Writer, step: core.Repeat) -> None:
    code = w.code
    left, end = code.slot(), [0]
    count = w.c.value(step.count)
    until = None if step.until is None else w.c.value(step.until)

    def begin(s: State, f: Frame) -> None:
        f[left] = count(s, f)

    def again(s: State, f: Frame) -> None:
        if f[left] <= 0 or (until is not None and until(s, f)):
            f[1] = end[0]
            return
        f[left] -= 1

    code.emit(begin)
    start = code.here()
    code.emit(again)
    w.steps(step.body)
    code.jump(start)
    code.here(end)


def _let(w: Writer, step: core.Let) -> None:
    value, place = w.c.value(step.value), step.slot + HEADER

    def bind(s: State, f: Frame) -> None:
        f[place] = value(s, f)

    w.code.emit(bind)


# ---------------------------------------------------------------- decisions


def _pick(w: Writer, step: core.Pick) -> None:
    numbering = w.cards.numbering
    domain = source_of(w.c, step.domain)
    condition = None if step.condition is None else w.c.value(step.condition)
    signature = merger(w.c, w.c.game.questions[step.question].type)
    ask = PickAsk(
        step.question,
        step.slot,
        numbering.question_base[step.question],
        lambda s, f: accepted(s, f, domain(s, f), step, condition, signature),
        numbering.domains[step.question].index,
    )
    w.cards.complete(ask, step.span, w.code.card)
    w.code.ask(ask, ask.enter())


def plan_ask(w: Writer, plan: core.CorePlan, code: Code) -> PlanAsk:
    """Compile a plan for a frame of ``code``; its state takes two places there."""
    c, cards = w.c, w.cards
    order = {name: place for place, name in enumerate(c.game.actions)}
    automaton = build(plan, lambda value: int(c.known(value)), order)
    leaves = [leaf.arguments for leaf in automaton.leaves]
    moves = []
    for state in automaton.states:
        row = []
        for step in state.steps:
            action = c.game.actions[step.action]
            offer = action_offer(c, step.action)
            base = cards.numbering.action_base[step.action]
            first = cards.numbering.first_question.get(step.action)
            domain = None if first is None else cards.numbering.domains[first.number]
            plain = domain is not None and domain.inner is None and not domain.bits
            row.append(
                Move(
                    step.action,
                    offer,
                    tuple(check_arguments(c, action, leaves[step.leaf])),
                    base,
                    base - domain.low if plain and domain is not None else None,
                    domain.index if domain is not None else (lambda value: 0),
                    step.next,
                    cards.action_code(step.action),
                    None if offer.pick is None else offer.pick.slot + HEADER,
                )
            )
        moves.append(row)
    places = code.slot(), code.slot()
    for place in places:
        code.template[place] = 0
    ask = PlanAsk(automaton, moves, places, cards.numbering.pass_code, plan.span)
    cards.complete(ask, plan.span, code.card)
    return ask


def _offer(w: Writer, step: core.Offer) -> None:
    player, span = w.c.value(step.player), step.span
    size = w.code.slots
    offer = w.cards.offer_code(w.code, size)
    ask = plan_ask(Writer(w.cards, offer), step.plan, offer)
    offer.ask(ask, ask.enter())
    offer.pop()

    def begin(s: State, f: Frame) -> int:
        seat = player(s, f)
        if seat is None:
            raise RuleError("GDRUN04", span, value="the player of this offer")
        frame = offer.template[:]
        frame[2], frame[3] = seat, f[3]
        frame[HEADER : HEADER + size] = f[HEADER : HEADER + size]
        w.cards.push(s, frame, span)
        return JUMP

    w.code.emit(begin)


# ---------------------------------------------------------------- calls


def _call_rule(w: Writer, step: core.CallRule) -> None:
    rule = w.c.game.rules[step.rule]
    target = w.cards.rule_code(step.rule)
    arguments = [in_limits(w.c, v, kind, step.rule) for v, kind in zip(step.arguments, rule.params, strict=True)]
    whens = [w.c.value(when.condition) for when in rule.whens]
    forbidden = forbidden_test(w.c, step.rule)
    push, depth, span, count = w.cards.push, rule.depth, step.span, len(arguments)

    def call(s: State, f: Frame) -> int | None:
        if forbidden is not None and forbidden(s, f[2], f[3]):
            return None
        frame = target.template[:]
        frame[2], frame[3] = f[2], f[3]
        frame[HEADER : HEADER + count] = [argument(s, f) for argument in arguments]
        for when in whens:
            if not when(s, frame):
                return None
        push(s, frame, span, depth)
        return JUMP

    w.code.emit(call)


def _call_cell(w: Writer, step: core.CallCell) -> None:
    layout = w.c.layout
    kind = step.subject.type.item if isinstance(step.subject.type, t.MaybeType) else step.subject.type
    by_piece = isinstance(kind, t.PieceType)
    subject, span = w.c.value(step.subject), step.span
    params = layout.columns[step.kind, step.column].params
    arguments = [in_limits(w.c, v, kind, step.column) for v, kind in zip(step.arguments, params, strict=True)]
    codes = w.cards.cell_codes(step.kind, step.column)
    push, designs = w.cards.push, layout.piece_design

    def call(s: State, f: Frame) -> int | None:
        value = subject(s, f)
        if value is None:
            raise RuleError("GDRUN04", span, value="the subject of this rule")
        target = codes.get(designs[value] if by_piece else value)
        if target is None:
            return None
        frame = target.template[:]
        frame[2], frame[3] = f[2], f[3]
        frame[HEADER : HEADER + 1 + len(arguments)] = [value, *[argument(s, f) for argument in arguments]]
        push(s, frame, span)
        return JUMP

    w.code.emit(call)


def _force(_: Writer, __: core.Force) -> None:
    """Forced values are gathered before setup; at its place the step does nothing."""


STEPS: dict[type[core.CoreStep], Callable[[Writer, Any], None]] = {
    core.If: _if,
    core.ForEach: _for_each,
    core.Repeat: _repeat,
    core.Let: _let,
    core.Pick: _pick,
    core.Offer: _offer,
    core.CallRule: _call_rule,
    core.CallCell: _call_cell,
    core.Force: _force,
}
