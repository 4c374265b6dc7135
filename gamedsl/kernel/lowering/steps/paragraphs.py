"""Rules, actions, cells and triggers in which nothing waits -> functions"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.kernel.builder import bit, choose, compare, constant, every, number, plus, times, word
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, Scope
from gamedsl.kernel.lowering.rule_errors import Chain
from gamedsl.kernel.lowering.steps.control import lower_steps
from gamedsl.kernel.lowering.trace_points import begins, carried_out, ends, keep_words, measure, trigger_told
from gamedsl.kernel.lowering.values.counting import jumped
from gamedsl.kernel.lowering.values.loops import for_seats
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, value
from gamedsl.kernel.lowering.values.terms import running_field, seats_type
from gamedsl.kernel.program import Assign, Do, Expression, Int, Statement, Type
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.source import Span


def call_paragraph(b: Lowering, section: str, name: str, given: Sequence[Expression], span: Span | None = None) -> None:
    """Write the call of a paragraph in which nothing waits: ``you``, ``active``, then its first places."""
    if key_of(section, name) in b.waiting and not b.scope.at_once:
        raise TypeError(f"{section} {name} waits")
    made = f"{key_of(section, name)}{'.setup' if b.scope.armed is False else '.at once' if b.scope.at_once else ''}"
    parameters: list[tuple[str, Type]] = [("you", seats_type(b)), ("active", seats_type(b))]
    parameters += [(f"a{at}", one) for at, one in enumerate(places_of(b, section, name))]

    def write(found: list[Expression]) -> None:
        with b.within(you=found[0], active=found[1], slots=dict(enumerate(found[2:]))):
            body_of(b, section, name)

    b.function(made, parameters, None, write)
    bounded(b, section, name, span)
    b.emit(Do(b.call(made, *given)))


def bounded(b: Lowering, section: str, name: str, span: Span | None) -> None:
    """Write what bounds a call: how often a paragraph is carried out inside itself, and how many calls there are."""
    span = span or span_at(b, section, name)
    if section == "action":  # only people set them off
        return
    if b.is_recursive(section, name):
        b.field("deep", 1, Int(0, Limits.frames + 1))
        inside, deep = b.read(running_field(b, name)), b.read("deep")
        for count, most in ((inside, depth_of(b, section, name)), (deep, Limits.frames)):
            with b.when(compare(">=", count, most)):
                b.fail("GDRUN06", span, bound=most, chain=Chain(name))
    weight = b.layout.loads.called(counted_as(b, section, name))
    if weight:
        jumped(b, span, name, weight)


def counted_as(b: Lowering, section: str, name: str) -> str:
    """Return the key under which the passes of a paragraph are known: cells by their column."""
    if section != "cell":
        return key_of(section, name)
    design, column = cell_named(b, name)
    kind = next(one.name for one in b.game.kinds.values() if design in one.designs)
    return key_of("cell", f"{kind}.{column}")


def entered(b: Lowering, section: str, name: str, by: int) -> None:
    """Write that a paragraph begins (1) or ends (-1), where something asks for that."""
    if by > 0:
        begins(b, name)
    else:
        ends(b)
    recursive = b.is_recursive(section, name)
    if name in b.facts.asked_during or recursive:
        field = running_field(b, name)
        b.store(field, plus(b.read(field), by))
    if recursive:
        b.field("deep", 1, Int(0, Limits.frames + 1))
        b.store("deep", plus(b.read("deep"), by))


def span_at(b: Lowering, section: str, name: str) -> Span:
    """Return where a paragraph stands that can be called."""
    game = b.game
    match section:
        case "cell":
            return cell_named(b, name)[0].span
        case "rule":
            return game.rules[name].span
        case "trigger":
            return game.triggers[name].span
        case "action":
            return game.actions[name].span
        case _:
            raise TypeError(section)


def key_of(section: str, name: str) -> str:
    """Return the name under which a paragraph is known here."""
    return f"{section} {name}"


def places_of(b: Lowering, section: str, name: str) -> list[Type]:
    """Return the types of what a paragraph is given."""
    return [b.type_of(kind) for kind in kinds_of(b, section, name)]


def kinds_of(b: Lowering, section: str, name: str) -> list[t.Type]:
    """Return the types of what a paragraph is given: parameters, of an action its first pick, of a cell its subject."""
    game = b.game
    match section:
        case "rule":
            return list(game.rules[name].params)
        case "trigger":
            return trigger_kinds(b, game.triggers[name])
        case "action":
            action = game.actions[name]
            first = b.numbering.first_question.get(name)
            return [*action.params, *([] if first is None else b.answer_kinds(first.number))]
        case "cell":
            design, column = cell_named(b, name)
            kind = next(one.name for one in game.kinds.values() if design in one.designs)
            return [b.written.cell_subjects[kind, column], *b.layout.columns[kind, column].params]
        case _:
            raise TypeError(section)


def trigger_kinds(b: Lowering, trigger: model.CheckedTrigger | model.Metric) -> list[t.Type]:
    """Return the types of the places that a trigger or metric takes over from the paragraph that it follows."""
    if not trigger.taken:
        return []
    name = trigger.follows[0]
    action = b.game.actions.get(name)
    if action is None:
        rule = b.game.rules[name]
        return [rule.params[slot] for slot in trigger.taken]
    kinds: dict[int, t.Type] = dict(enumerate(action.params))
    for element in action.elements:
        if isinstance(element, model.PickField):
            kinds[element.slot] = model.kind_picked(element)
        elif isinstance(element, model.LetField):
            kinds[element.slot] = element.value.type
    return [kinds[slot] for slot in trigger.taken]


def cell_named(b: Lowering, name: str) -> tuple[model.Design, str]:
    """Return the row and the column of a cell."""
    return b.written.cells[name]


def depth_of(b: Lowering, section: str, name: str) -> int:
    """Return how often a paragraph may be carried out inside itself."""
    if section == "rule":
        return b.game.rules[name].depth
    return b.game.triggers[name].depth if section == "trigger" else 32


def body_of(b: Lowering, section: str, name: str) -> None:
    """Write a paragraph: what it counts, its steps, and the triggers that follow it."""
    game = b.game
    carried_out(b, section, name)
    entered(b, section, name, 1)
    match section:
        case "rule":
            keep_words(b, name, False)
            lower_steps(b, game.rules[name].then)
        case "trigger":
            keep_words(b, name, False)
            lower_steps(b, game.triggers[name].then)
        case "cell":
            design, column = cell_named(b, name)
            b.scope = attrs.evolve(b.scope, card=name)
            lower_steps(b, design.code[column].steps)
        case "action":
            action = game.actions[name]
            bind_action(b, action, b.scope.slots)
            record(b, action)
            keep_words(b, name, False)
            lower_steps(b, action.cost)
            lower_steps(b, action.then)
        case _:
            raise TypeError(section)
    if section != "cell":
        after(b, name)
    entered(b, section, name, -1)


def bind_action(b: Lowering, action: model.CheckedAction, given: object) -> None:
    """Bind the places of an action: parameters stand first, then the answer to its first pick."""
    slots = dict(b.scope.slots)
    params = len(action.params)
    first = b.numbering.first_question.get(action.name)
    bound: dict[int, Lowered] = {at: slots[at] for at in range(params)}
    for element in action.elements:
        if isinstance(element, model.PickField) and first is not None and element.question == first.number:
            bound[element.slot] = slots[params + element.part]
    b.scope = _with_slots(b, bound)
    for element in action.elements:
        if isinstance(element, model.LetField):
            found = lowered(b, element.value)
            b.bind(element.slot, found if isinstance(found, Listed | Run) else b.let(found, always=True))
    _ = given


def _with_slots(b: Lowering, slots: dict[int, Lowered]) -> Scope:
    return attrs.evolve(b.scope, slots=slots)


def record(b: Lowering, action: model.CheckedAction) -> None:
    """Count an action as done in this turn, where something asks."""
    asked = b.facts.asked_done
    if action.name not in asked:
        return
    you = b.scope.you
    with b.when(compare(">=", you, 0)):
        at = plus(times(b.read("turn.level"), len(asked)), asked.index(action.name))
        place = plus(times(at, b.seats), narrowed(you, 0, b.seats - 1))
        b.store("done", plus(b.read("done", place), 1), place)


def after(b: Lowering, name: str) -> None:
    """Write what is measured behind a paragraph, and the triggers that follow it, in file order."""
    measure_behind(b, name)
    if b.scope.armed is False:
        return
    for trigger in b.game.triggers.values():
        if name in trigger.follows:
            with b.when(b.read("armed") if b.scope.armed is None else number(1)):
                _after(b, trigger)


def measure_behind(b: Lowering, name: str) -> None:
    """Write what is measured behind a paragraph."""
    measure(b, name, lambda metric: trigger_kinds(b, metric))


def _after(b: Lowering, trigger: model.CheckedTrigger) -> None:
    taken = taken_by(b, trigger)
    if trigger.who is None:
        _run(b, trigger, b.scope.you, taken)
        return
    among = members_after(b, trigger, taken)
    start: Expression = number(0)
    if trigger.who.start is not None:
        with b.within(slots=dict(enumerate(taken))):
            start = b.let(value(b, trigger.who.start))
        start = b.let(choose(compare("<", start, 0), number(0), start))
    for_seats(b, among, start, lambda seat: _run(b, trigger, seat, taken))  # type: ignore[arg-type]


def taken_by(b: Lowering, trigger: model.CheckedTrigger) -> list[Expression]:
    """Return the places that a trigger takes over."""
    found = []
    for slot in trigger.taken:
        one = b.scope.slots[slot]
        assert not isinstance(one, Listed | Run)
        found.append(b.let(one, always=True))
    return found


def members_after(b: Lowering, trigger: model.CheckedTrigger, taken: list[Expression]) -> Expression:
    """Return the members of ``who`` of a trigger that follows a paragraph."""
    who = trigger.who
    assert who is not None
    with b.within(slots=dict(enumerate(taken))):
        found = b.let(value(b, who.value), always=True)
    if isinstance(who.value.type, t.SetType):
        return found
    there = compare(">=", found, 0)
    return b.let(choose(there, bit(narrowed(found, 0, b.seats - 1), b.seats), word(0, b.seats)))


def trigger_holds(b: Lowering, trigger: model.CheckedTrigger, seat: Expression, taken: list[Expression]) -> Expression:
    """Return whether the conditions of a trigger that follows a paragraph hold."""
    found: list[Expression] = []
    with b.within(you=seat, slots=dict(enumerate(taken))):
        for when in trigger.whens:
            body: list[Statement] = []
            with b.into(body):
                one = value(b, when.condition)
            if not body:
                found.append(one)
            elif constant(every(found)) == 1:
                b.emit(*body)
                found = [one]
            else:
                result = b.variable(every(found), Int(0, 1))
                body.append(Assign(result.name, one))
                with b.when(result):
                    b.emit(*body)
                found = [result]
    return every(found)


def _run(b: Lowering, trigger: model.CheckedTrigger, seat: Expression, taken: list[Expression]) -> None:
    with b.when(trigger_holds(b, trigger, seat, taken)):
        trigger_told(b, trigger, seat, taken)
        call_paragraph(b, "trigger", trigger.name, (seat, b.scope.active, *taken), trigger.span)
