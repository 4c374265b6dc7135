"""Plans -> blocks that ask and go on with what was chosen, and the legal choices in each of their states"""

from __future__ import annotations

from gamedsl.engine.errors import Limits
from gamedsl.kernel.builder import both, choose, compare, minus, number, opposite, plus, word
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowering, Run
from gamedsl.kernel.lowering.play.answers import answer_of
from gamedsl.kernel.lowering.play.blocks import waits_at
from gamedsl.kernel.lowering.play.frames import _call
from gamedsl.kernel.lowering.play.offers import cut_of, first_choice, possible
from gamedsl.kernel.lowering.play.rows import Plan, _arguments, _leaf_possible, _legal
from gamedsl.kernel.lowering.play.several import meant
from gamedsl.kernel.lowering.play.waiting import ask, opened, standing
from gamedsl.kernel.lowering.rule_errors import Chain
from gamedsl.kernel.lowering.trace_points import begins, carried_out, ends
from gamedsl.kernel.lowering.values.registry import in_limits, lowered, narrowed, value
from gamedsl.kernel.lowering.values.table import narrowed_seat
from gamedsl.kernel.lowering.values.terms import running_field, seats_type
from gamedsl.kernel.program import Expression, Int, Jump, Statement, Target, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import model

MOST_INSIDE = 32
"""Offers of one step inside each other."""


def lower_plan(b: Lowering, plan: core.CorePlan, frame: str, is_phase: bool) -> None:
    """Write a plan for ``you``; behind it stands what follows."""
    made = Plan(b, plan, frame)
    automaton = made.automaton
    end = Target()
    if made.many:
        b.field(made.state, 1, Int(0, max(1, len(automaton.states) - 1)))
        b.field(f"{made.state}.over", 1, Int(0, 1))
    if automaton.endless:
        b.field(made.count, 1, Int(0, Limits.any_number + 1))
    _begin(b, made, end)
    if not automaton.starts and automaton.states[0].over:
        b.block(end)
        return
    asking = b.block()
    state, count = (made.state if made.many else "", made.count if automaton.endless else "")
    with opened(b, plan, "plan", state, count):
        code = ask(b, lambda: _legal(b, made), plan, is_phase, automaton)
        _dispatch(b, made, code, (asking, end))
    b.block(end)


def _begin(b: Lowering, plan: Plan, end: Target) -> None:
    """Write the reading of limits that are known only in play."""
    if plan.many:
        b.store(plan.state, 0)
    if plan.automaton.endless:
        b.store(plan.count, 0)
    starts = plan.automaton.starts
    if not starts:
        return
    read = []
    for limit in plan.automaton.limits:
        found = in_limits(b, limit, limit.type, "the number before `of`")
        read.append(b.let(found))  # type: ignore[arg-type]
    for values, state in starts:
        fits: Expression = number(1)
        for one, limit, wanted in zip(read, plan.automaton.limits, values, strict=True):
            fits = both(fits, compare("=", one, b.none_of(limit.type) if wanted is None else wanted))
        with b.when(fits):
            if plan.automaton.states[state].over:
                b.emit(Jump(end))
            elif plan.many:
                b.store(plan.state, state)


def _dispatch(b: Lowering, plan: Plan, code: Expression, around: tuple[Target, Target]) -> None:
    asking, end = around
    automaton = plan.automaton
    if any(state.may_end or state.ends for state in automaton.states if not state.over):
        with b.when(compare("=", code, b.numbering.pass_code)):
            _reset(b, plan)
            b.emit(Jump(end))
    names = list(dict.fromkeys(step.action for state in automaton.states for step in state.steps))
    for at, name in enumerate(names):
        other = Target()
        base, many = b.numbering.action_base[name], _answers(b, name)
        inside = both(compare(">=", code, base), compare("<", code, base + many))
        if at < len(names) - 1:
            with b.when(opposite(inside)):
                b.emit(Jump(other))
        _chosen(b, plan, name, code, around)
        if at < len(names) - 1:
            b.block(other)
    _ = asking


def _answers(b: Lowering, name: str) -> int:
    first = b.numbering.first_question.get(name)
    return 1 if first is None else b.numbering.domains[first.number].size


def _reset(b: Lowering, plan: Plan) -> None:
    if plan.many:
        b.store(plan.state, 0)
    if plan.automaton.endless:
        b.store(plan.count, 0)


def _chosen(b: Lowering, plan: Plan, name: str, code: Expression, around: tuple[Target, Target]) -> None:
    """Write what an action does when it is chosen, and where the plan goes on."""
    asking, end = around
    action = b.game.actions[name]
    ways = [(at, step) for at, state in enumerate(plan.automaton.states) for step in state.steps if step.action == name]
    leaves = {step.leaf for _, step in ways}
    chosen_leaf: Expression | None = None
    guarded = any(step.unless for _, step in ways) or any(
        sum(step.action == name for step in state.steps) > 1 for state in plan.automaton.states
    )
    following, leaf_of = _next_states(b, plan, name, guarded)
    if len(leaves) > 1:
        chosen_leaf = leaf_of
    given = _given(b, plan, action, code, (leaves, chosen_leaf))
    given = [b.let(one, always=True) for one in given]
    if plan.automaton.endless:
        b.store(plan.count, plus(b.read(plan.count), 1))
        with b.when(compare(">", b.read(plan.count), Limits.any_number)):
            b.fail("GDRUN07", plan.span, what=name, bound=Limits.any_number)
    over = [int(state.over) for state in plan.automaton.states]
    all_over = all(over[step.next] for _, step in ways)
    after_: Expression = number(1)
    if not all_over and plan.many:
        after_ = b.let(b.table(f"plan {plan.number} over", over, following), always=True)
        b.store(plan.state, choose_state(after_, following))
    elif not all_over:
        after_ = number(0)
    elif plan.many:
        b.store(plan.state, 0)
    if plan.many and not all_over and plan.returns:
        b.store(f"{plan.state}.over", after_)
    if plan.automaton.endless and not all_over:
        with b.when(after_):
            b.store(plan.count, 0)
    elif plan.automaton.endless:
        b.store(plan.count, 0)
    done = compare("=", b.read(plan.state), 0) if plan.many and not all_over else number(int(all_over))
    if plan.many and not all_over and plan.returns:
        done = b.read(f"{plan.state}.over")
    _call(b, "action", name, (b.scope.you, b.scope.active, *given), (plan.node, done), action.span)
    # the state of the plan says what is left: at its beginning nothing of this pass is
    if all_over:
        b.emit(Jump(end))
    elif not plan.many:
        b.emit(Jump(asking))
    else:
        _go_on(b, plan, asking, end)


def choose_state(over: Expression, following: Expression) -> Expression:
    """Return the state behind an action; one in which all is over begins anew."""
    return choose(over, number(0), following)


def _go_on(b: Lowering, plan: Plan, asking: Target, end: Target) -> None:
    """Write where a plan goes on behind an action: its first state is reached again only when it is over."""
    if plan.returns:
        flag = f"{plan.state}.over"
        with b.when(b.read(flag)):
            b.store(flag, 0)
            b.emit(Jump(end))
        b.emit(Jump(asking))
        return
    with b.when(compare("=", b.read(plan.state), 0)):
        b.emit(Jump(end))
    b.emit(Jump(asking))


def _next_states(b: Lowering, plan: Plan, name: str, guarded: bool) -> tuple[Expression, Expression]:
    """Return the state behind an action, and the leaf whose arguments it has, by the state at hand."""
    states = plan.automaton.states
    if not guarded:
        following, leaves = [0] * len(states), [0] * len(states)
        for at, state in enumerate(states):
            for step in state.steps:
                if step.action == name:
                    following[at], leaves[at] = step.next, step.leaf
        here = b.read(plan.state) if plan.many else number(0)
        first = b.let(b.table(f"plan {plan.number} next {name}", following, here), always=True)
        return first, b.let(b.table(f"plan {plan.number} leaf {name}", leaves, here), always=True)
    next_, leaf_ = b.variable(number(0), Int(0, len(states))), b.variable(number(0), Int(0, len(plan.automaton.leaves)))
    for at, state in enumerate(states):
        steps = [step for step in state.steps if step.action == name]
        if not steps:
            continue
        body: list[Statement] = []
        with b.into(body):
            found = b.variable(number(0), Int(0, 1), "way")
            for step in steps:
                free: Expression = opposite(found)
                for leaf in step.unless:
                    free = both(free, opposite(_leaf_possible(b, plan, leaf)))
                with b.when(free):
                    fits: Expression = number(1)
                    if len(steps) > 1:
                        fits = possible(b, name, _arguments(b, plan, name, step.leaf))
                    with b.when(fits):
                        b.assign(found, number(1))
                        b.assign(next_, number(step.next))
                        b.assign(leaf_, number(step.leaf))
        with b.when(plan.state_is(at)):
            b.emit(*body)
    return next_, leaf_


def _given(
    b: Lowering, plan: Plan, action: model.CheckedAction, code: Expression, which: tuple[set[int], Expression | None]
) -> list[Expression]:
    """Return what an action is given: its arguments, and the answer to its first pick."""
    leaves, chosen = which
    name = action.name
    if chosen is None:
        given = _arguments(b, plan, name, next(iter(leaves)))
    else:
        types = [b.type_of(kind) for kind in action.params]
        given = [b.variable(word(0, one.width) if isinstance(one, Word) else number(0), one) for one in types]
        for leaf in sorted(leaves):
            body: list[Statement] = []
            with b.into(body):
                for to, one in zip(given, _arguments(b, plan, name, leaf), strict=True):
                    b.assign(to, one)  # type: ignore[arg-type]
            with b.when(compare("=", chosen, leaf)):
                b.emit(*body)
    cut = cut_of(action)
    if cut is None:
        return given
    asked = first_choice(action, cut)
    base = b.numbering.action_base[name]
    index = narrowed(minus(code, base), 0, max(0, b.numbering.domains[asked.question].size - 1))
    slots = dict(enumerate(given))
    with b.within(slots=slots, frame=""):
        for element in action.elements[:cut]:
            if isinstance(element, model.LetField):
                one_ = lowered(b, element.value)
                b.bind(element.slot, one_ if isinstance(one_, Listed | Run) else b.let(one_, always=True))
        answer = meant(b, asked, answer_of(b, asked.question, index))
    return [*given, *answer]


@waits_at(core.Offer)
def _wait_offer(b: Lowering, step: core.Offer) -> None:
    carried_out(b, "offer", b.scope.card or "")
    name = f"{b.scope.frame}.{b.own('offer')}"
    seat = b.let(value(b, step.player))
    b.fail_unless(
        b.there(seat, step.player.type), "GDRUN04", step.span, value="the player of this offer",
        reason="nothing is there",
    )  # fmt: skip
    b.field(f"{name}.you", 1, seats_type(b), [NOBODY])
    b.store(f"{name}.you", seat)
    around = standing(b, step)
    owner = b.scope.frame.partition(" ")[2] or b.scope.frame
    with b.within(you=narrowed_seat(b, b.read(f"{name}.you")), opened=(), around=around, offer=step):
        inside = _offered(b, step, owner)
        begins(b, owner)
        lower_plan(b, step.plan, name, is_phase=False)
        ends(b)
        for one in inside:
            b.store(one, minus(b.read(one), 1))


def _offered(b: Lowering, step: core.Offer, owner: str) -> tuple[str, ...]:
    """Write what bounds offers inside each other; return the fields that count them."""
    section, _, name = b.scope.frame.partition(" ")
    if section not in ("rule", "trigger", "action", "cell") or not b.is_recursive(section, name):
        return ()
    inside = running_field(b, b.own("offer "))
    b.field("deep", 1, Int(0, Limits.frames + 1))
    for one, most in ((inside, MOST_INSIDE), ("deep", Limits.frames)):
        with b.when(compare(">=", b.read(one), most)):
            b.fail("GDRUN06", step.span, bound=most, chain=Chain(owner))
    for one in (inside, "deep"):
        b.store(one, plus(b.read(one), 1))
    return inside, "deep"
