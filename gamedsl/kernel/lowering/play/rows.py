"""The legal choices in each state of a plan -> statements"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from gamedsl.kernel.builder import both, compare, either, number, opposite
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.play.offers import offer, possible
from gamedsl.kernel.lowering.values.registry import in_limits, known
from gamedsl.kernel.program import Append, Expression, Int, Remark
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.automata import Automaton, Step, build


class Plan:
    """A plan while it is lowered: its automaton, and the field that holds its state."""

    def __init__(self, b: Lowering, plan: core.CorePlan, frame: str) -> None:
        order = {name: at for at, name in enumerate(b.game.actions)}

        def number_of(node: core.Value) -> int | None:
            found = known(b, node)
            assert found is not None, "a limit is the same always, or one of those that are kept when the plan begins"
            is_none = isinstance(node.type, t.MaybeType | t.NothingType) and found == b.none_of(node.type)
            return None if is_none else found

        self.b, self.node, self.span = b, plan, plan.span
        self.automaton: Automaton = build(plan, number_of, order)
        self.state, self.count = f"{frame}.plan", f"{frame}.count"
        self.number = b.written.plans
        b.written.plans += 1
        self.many = sum(not state.over for state in self.automaton.states) > 1
        states = self.automaton.states
        self.returns = any(step.next == 0 for state in states for step in state.steps) and not states[0].over

    def state_is(self, at: int) -> Expression:
        """Return whether the plan is in a state."""
        return compare("=", self.b.read(self.state), at) if self.many else number(1)


def _legal(b: Lowering, plan: Plan) -> None:
    """Write the codes of every state of a plan; equal rows are written once."""
    rows: dict[object, list[int]] = {}
    for at, state in enumerate(plan.automaton.states):
        if not state.over and (state.steps or state.may_end or state.ends):
            key = (tuple((one.action, one.leaf, one.unless) for one in state.steps), state.may_end, state.ends)
            rows.setdefault(key, []).append(at)
    for same in rows.values():
        state = plan.automaton.states[same[0]]
        fits: Expression = number(0)
        for at in same:
            fits = either(fits, plan.state_is(at))
        if len(same) == sum(not one.over for one in plan.automaton.states):
            fits = number(1)
        elif plan.many and len(same) > 3:
            table = [int(at in same) for at in range(len(plan.automaton.states))]
            fits = b.table(f"plan {plan.number} row {same[0]}", table, b.read(plan.state))
        with b.when(fits):
            _row(b, plan, state.steps, state.may_end, state.ends)


def _row(b: Lowering, plan: Plan, steps: Sequence[Step], may_end: bool, ends: Sequence[tuple[int, ...]]) -> None:
    asked = sorted({leaf for step in steps for leaf in step.unless} | {leaf for end in ends for leaf in end})
    can = {leaf: b.let(_leaf_possible(b, plan, leaf), always=True) for leaf in asked}
    for name, same in groupby(steps, lambda step: step.action):
        b.emit(Remark(b.game.actions[name].span.line))
        _offered(b, plan, name, list(same), can)
    passed: Expression = number(int(may_end))
    for end in ends:
        passed = either(passed, _none_of(can, end))
    with b.when(passed):
        b.emit(Append(number(b.numbering.pass_code)))


def _none_of(can: dict[int, Expression], leaves: Sequence[int]) -> Expression:
    found: Expression = number(1)
    for leaf in leaves:
        found = both(found, opposite(can[leaf]))
    return found


def _arguments(b: Lowering, plan: Plan, action: str, leaf: int) -> list[Expression]:
    params = b.game.actions[action].params
    given = plan.automaton.leaves[leaf].arguments
    found = []
    for node, kind in zip(given, params, strict=True):
        one = in_limits(b, node, kind, action)
        found.append(b.let(one))  # type: ignore[arg-type]
    return found


def _leaf_possible(b: Lowering, plan: Plan, leaf: int) -> Expression:
    found: Expression = number(0)
    actions = plan.automaton.leaves[leaf].actions
    given = _arguments(b, plan, actions[0], leaf)
    for name in actions:
        found = either(found, possible(b, name, given))
    return found


def _offered(b: Lowering, plan: Plan, name: str, steps: list[Step], can: dict[int, Expression]) -> None:
    """Write the codes of one action: those of the first of its ways that is possible."""
    if len(steps) == 1:
        with b.when(_none_of(can, steps[0].unless)):
            offer(b, name, _arguments(b, plan, name, steps[0].leaf))
        return
    # which way it is counts by whether it is possible at all
    taken: Expression = number(0)
    for step in steps:
        free = both(opposite(taken), _none_of(can, step.unless))
        way = b.variable(number(0), Int(0, 1), "way")
        with b.when(free):
            given = _arguments(b, plan, name, step.leaf)
            b.assign(way, possible(b, name, given))
            with b.when(way):
                offer(b, name, given)
        taken = either(taken, way)
