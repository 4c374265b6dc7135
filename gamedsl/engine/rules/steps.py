"""Steps of paragraphs -> operations of a Code: control flow, decisions and calls. Single steps are in ``atoms``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.errors import SetupError
from gamedsl.engine.rules.alike import merger, namer
from gamedsl.engine.rules.asks import ChosenAsk, Move, PickAsk, PlanAsk
from gamedsl.engine.rules.codes import JUMP, Code, Passage, Target
from gamedsl.engine.rules.offers import action_offer, answering, check_arguments, forbidden_test
from gamedsl.engine.rules.paragraph_codes import ParagraphCodes
from gamedsl.engine.setup.choosing import parts_from
from gamedsl.engine.state.flat import HEADER, State
from gamedsl.engine.state.forcing import release
from gamedsl.engine.write.basic import jumped
from gamedsl.engine.write.compiling import Compiler, in_limits, nothing_there
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.engine.write.loops import chosen, spending
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.automata import MOST_STATES, TooManyStatesError, build

Frame = list[Any]
Steps = tuple[core.CoreStep, ...]


class Writer:
    """Writes the steps of one paragraph."""

    def __init__(self, paragraphs: ParagraphCodes, code: Code) -> None:
        self.paragraphs = paragraphs
        self.c: Compiler = paragraphs.c
        self.code = code
        self.behind: Steps = ()
        """The steps of the same block behind the one that is being written."""

    def steps(self, steps: Steps) -> None:
        """Append all steps."""
        for place, step in enumerate(steps):
            self.behind = steps[place + 1 :]
            self.code.mark(step)
            maker = STEPS.get(type(step))
            if maker is not None:
                maker(self, step)
            else:
                self.paragraphs.atoms.write(self.code, step)


# ---------------------------------------------------------------- control flow


def _if(w: Writer, step: core.If) -> None:
    end: Target = [0]
    for branch in step.branches:
        _branch(w, branch, end)
    w.steps(step.otherwise)
    w.code.here(end)


def _branch(w: Writer, branch: core.CoreBranch, end: Target) -> None:
    other: Target = [0]

    def decide(p: Passage) -> Lines:
        return [f"if not {p.draft.value(branch.condition)}:", *indented(p.jump(other))]

    w.code.write(decide)
    w.steps(branch.body)
    w.code.write(lambda p: _leaving(p, end))
    w.code.here(other)


def _leaving(p: Passage, target: Target) -> Lines:
    p.ended = True
    return p.jump(target)


def _for_each(w: Writer, step: core.ForEach) -> None:
    code = w.code
    w.c.layout.loads.of(step)
    of_pieces = _is_of_pieces(w.c, step.loop.source.type)
    values = code.slot("none" if not of_pieces else "list" if step.question is None else "set")
    at = code.slot()
    if code.holding.get(values):
        code.loops[values] = step.loop.slot + HEADER
    end: Target = [0]
    seats = w.c.layout.seats

    def in_order(found: tuple[int, ...], first: int) -> tuple[int, ...]:
        return tuple(sorted(found, key=lambda seat: (seat - first) % seats))

    def begin(p: Passage) -> Lines:
        found = chosen(p.draft, step.loop)
        if step.start is not None:
            found = f"{p.draft.bind(in_order)}({found}, {p.draft.value(step.start)} or 0)"
        elif of_pieces and step.question is None and isinstance(step.loop.source.type, t.SetType):
            found = f"{p.draft.bind(w.paragraphs.atoms.board.in_turn)}(s, {found})"
        return [f"f[{values}] = {found}", f"f[{at}] = 0"]

    code.write(begin)
    again = code.here()
    if step.question is not None:
        _next_chosen(w, step, step.question, values, end)
        w.steps(step.body)
        code.jump(again)
    else:
        body: Target = [0]

        def advance(p: Passage) -> Lines:
            return _next_element(p, step, (values, at), body, end)

        code.write(advance)
        code.here(body)
        w.steps(step.body)
        code.write(advance)
    code.here(end)


def _is_of_pieces(c: Compiler, kind: t.Type) -> bool:
    """Tell whether something is a set of pieces that can move."""
    item = getattr(kind, "item", kind)
    return isinstance(item, t.PieceType) and c.game.kinds[item.kind].form != "space"


def _next_element(p: Passage, step: core.ForEach, places: tuple[int, int], body: Target, end: Target) -> Lines:
    """Write what stands before and behind the body of a loop: take the next element or leave; passes are counted."""
    values, at = places
    _d, number, found = p.draft, p.draft.temp(), p.draft.temp()
    lines = [
        f"{number} = f[{at}]",
        f"{found} = f[{values}]",
        f"if {number} == len({found}):",
        f" f[{values}] = None",
        *indented(p.jump(end)),
        f"f[{step.loop.slot + HEADER}] = {found}[{number}]",
        f"f[{at}] = {number} + 1",
    ]
    p.ended = True
    return [*lines, *p.jump(body)]


def _next_chosen(w: Writer, step: core.ForEach, question: int, values: int, end: Target) -> None:
    code, place = w.code, step.loop.slot + HEADER
    numbering = w.paragraphs.numbering
    kind = w.c.game.questions[question].type
    assert isinstance(kind, t.Type)
    ask = ChosenAsk(
        question,
        step.loop.slot,
        numbering.question_base[question],
        values,
        numbering.domains[question].index,
        merger(w.c, kind),
        namer(w.c, kind),
    )
    w.paragraphs.complete(ask, step.span, code.paragraph)

    def next_one(p: Passage) -> Lines:
        left = p.draft.temp()
        return [
            f"{left} = f[{values}]",
            f"if len({left}) > 1:",
            *indented([*p.put_away(), f"return {p.draft.bind(ask.enter)}(s, f)"]),
            f"if not {left}:",
            *indented(p.jump(end)),
            f"f[{place}] = {left}[0]",
            f"f[{values}] = ()",
        ]

    code.ask(ask, next_one)


def _repeat(w: Writer, step: core.Repeat) -> None:
    code, count = w.code, step.count
    if count is None:
        _until(w, step)
        return
    left, weight = code.slot(), w.c.layout.loads.repeated(step)
    end: Target = [0]

    def begin(p: Passage) -> Lines:
        passes = spending(p.draft, f"max(0, f[{left}])", step.span, weight)
        return [f"f[{left}] = {p.draft.value(count)}", *passes]

    def again(p: Passage) -> Lines:
        until = "" if step.until is None else f" or {p.draft.value(step.until)}"
        return [f"if f[{left}] <= 0{until}:", *indented(p.jump(end)), f"f[{left}] -= 1"]

    code.write(begin)
    start = code.here()
    code.write(again)
    w.steps(step.body)
    code.jump(start)
    code.here(end)


def _until(w: Writer, step: core.Repeat) -> None:
    """Write passes that a condition alone ends; too many of them between two decisions stop the game (GDRUN07)."""
    code, until = w.code, step.until
    assert until is not None
    end: Target = [0]

    def again(p: Passage) -> Lines:
        return [f"if {p.draft.value(until)}:", *indented(p.jump(end)), counted(p)]

    def counted(p: Passage) -> str:
        return f"{p.draft.bind(jumped)}(s, {p.draft.bind(step.span)}, 'this loop')"

    start = code.here()
    code.write(again)
    w.steps(step.body)
    code.jump(start)
    code.here(end)


def _let(w: Writer, step: core.Let) -> None:
    w.code.write(lambda p: [f"f[{step.slot + HEADER}] = {p.draft.value(step.value)}"])


# ---------------------------------------------------------------- decisions


def _pick(w: Writer, step: core.Pick) -> None:
    if step.part:
        return  # it is answered with the first part
    numbering = w.paragraphs.numbering
    parts = parts_from((step, *w.behind))
    ask = PickAsk(
        step.question,
        [part.slot for part in parts],
        numbering.question_base[step.question],
        answering(w.c, parts, (), ()),
        numbering.domains[step.question].index,
        namer(w.c, w.c.game.questions[step.question].type),
    )
    w.paragraphs.complete(ask, step.span, w.code.paragraph)
    w.code.ask(ask, ask.write)


def _bound(value: Any) -> int | None:
    return None if value is None else int(value)


def plan_ask(w: Writer, plan: core.CorePlan, code: Code) -> PlanAsk:
    """Compile a plan for a frame of ``code``; its state takes two places there."""
    c, paragraphs = w.c, w.paragraphs
    order = {name: place for place, name in enumerate(c.game.actions)}
    try:
        automaton = build(plan, lambda value: _bound(c.known(value)), order)
    except TooManyStatesError as error:
        raise SetupError(f"{plan.span}: this plan has more than {MOST_STATES} states") from error
    leaves = [leaf.arguments for leaf in automaton.leaves]
    moves = []
    for state in automaton.states:
        row = []
        for step in state.steps:
            action = c.game.actions[step.action]
            offer = action_offer(c, step.action)
            base = paragraphs.numbering.action_base[step.action]
            first = paragraphs.numbering.first_question.get(step.action)
            domain = None if first is None else paragraphs.numbering.domains[first.number]
            shift = None if domain is None or domain.low is None else base - domain.low
            row.append(
                Move(
                    step.action,
                    offer,
                    tuple(check_arguments(c, action, leaves[step.leaf])),
                    base,
                    shift,
                    domain.index if domain is not None else (lambda value: 0),
                    step.next,
                    paragraphs.action_code(step.action).template,
                    tuple(part.slot + HEADER for part in offer.parts),
                    None if first is None else namer(c, first.type),
                    step.unless,
                )
            )
        moves.append(row)
    code.mark(plan)
    places = code.slot(), code.slot()
    for place in places:
        code.template[place] = 0
    waited_for = [
        (
            tuple(action_offer(c, name) for name in leaf.actions),
            tuple(check_arguments(c, c.game.actions[leaf.actions[0]], leaf.arguments)),
        )
        for leaf in automaton.leaves
    ]
    read = [c.limited(value, value.type, "the number before `of`") for value in automaton.limits]
    pass_code = paragraphs.numbering.pass_code
    ask = PlanAsk(c, automaton, moves, places, pass_code, plan.span, waited_for, read)
    paragraphs.complete(ask, plan.span, code.paragraph)
    return ask


def _offer(w: Writer, step: core.Offer) -> None:
    size, span, push = w.code.slots, step.span, w.paragraphs.push
    offer = w.paragraphs.offer_code(w.code, size)
    w.code.offers[id(step)] = offer.number
    ask = plan_ask(Writer(w.paragraphs, offer), step.plan, offer)
    offer.ask(ask, ask.write)
    offer.pop()

    def begin(s: State, f: Frame, seat: int | None) -> None:
        if seat is None:
            raise nothing_there(span, "the player of this offer")
        frame = offer.template[:]
        frame[2], frame[3] = seat, f[3]
        frame[HEADER : HEADER + size] = f[HEADER : HEADER + size]
        push(s, frame, span)

    w.code.write(lambda p: p.leave(f"{p.draft.bind(begin)}(s, f, {p.draft.value(step.player)})"))


# ---------------------------------------------------------------- calls


def _call_rule(w: Writer, step: core.CallRule) -> None:
    rule = w.c.game.rules[step.rule]
    target = w.paragraphs.rule_code(step.rule)
    forbidden = forbidden_test(w.c, step.rule)
    push, depth, span = w.paragraphs.push, rule.depth, step.span
    count = len(step.arguments)
    whens = w.c.later(
        lambda d: [*[f"if not {d.value(when.condition)}: return False" for when in rule.whens], "return True"]
    )

    def call(s: State, f: Frame, values: tuple[Any, ...]) -> int | None:
        frame = target.template[:]
        frame[2], frame[3] = f[2], f[3]
        frame[HEADER : HEADER + count] = values
        if rule.whens and not whens(s, frame):
            return None
        push(s, frame, span, depth)
        return JUMP

    def write(p: Passage) -> Lines:
        d, answer = p.draft, p.draft.temp()
        values = _values(d, step.arguments, rule.params, step.rule)
        lines = [f"{answer} = {d.bind(call)}(s, f, {values})", f"if {answer} is not None: return {answer}"]
        if forbidden is None:
            return lines
        return [f"if not {d.bind(forbidden)}(s, f[2], f[3]):", *indented(lines)]

    w.code.write(write)


def _values(d: Draft, arguments: tuple[core.Value, ...], params: tuple[t.Type, ...], name: str) -> str:
    """Write the arguments of a paragraph as a tuple."""
    return f"({''.join([in_limits(d, v, kind, name) + ', ' for v, kind in zip(arguments, params, strict=True)])})"


def _call_cell(w: Writer, step: core.CallCell) -> None:
    layout, span = w.c.layout, step.span
    kind = step.subject.type.item if isinstance(step.subject.type, t.MaybeType) else step.subject.type
    by_piece = isinstance(kind, t.PieceType)
    params = layout.columns[step.kind, step.column].params
    codes = w.paragraphs.cell_codes(step.kind, step.column)
    push, designs = w.paragraphs.push, layout.piece_design

    def find(value: int | None) -> Code | None:
        if value is None:
            raise nothing_there(span, "the subject of this rule")
        return codes.get(designs[value] if by_piece else value)

    def call(s: State, f: Frame, target: Code, values: tuple[Any, ...]) -> None:
        frame = target.template[:]
        frame[2], frame[3] = f[2], f[3]
        frame[HEADER : HEADER + len(values)] = values
        push(s, frame, span)

    def write(p: Passage) -> Lines:
        d, value, target = p.draft, p.draft.temp(), p.draft.temp()
        arguments = _values(d, step.arguments, params, step.column)
        return [
            f"{value} = {d.value(step.subject)}",
            f"{target} = {d.bind(find)}({value})",
            f"if {target} is not None:",
            f" {d.bind(call)}(s, f, {target}, ({value}, *{arguments}))",
            f" return {JUMP}",
        ]

    w.code.write(write)


def _force(w: Writer, step: core.Force) -> None:
    """Forced values are gathered before setup; in ``given`` they are for the steps behind this line and for play."""
    spans = frozenset(value.span for value in step.values)

    def free(s: State, f: list[Any]) -> None:
        release(s, spans)

    w.code.emit(free)


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
