"""Paragraphs in which something may wait, and their calls -> blocks"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.setup.choosing import parts_from
from gamedsl.kernel.builder import FALSE, arithmetic, choose, compare, has, number, opposite, plus
from gamedsl.kernel.lowering.context import NOBODY, Lowered, Lowering, bare
from gamedsl.kernel.lowering.facts import Calls, Due
from gamedsl.kernel.lowering.play.blocks import picked, wait_steps, waits_at
from gamedsl.kernel.lowering.play.several import Asked
from gamedsl.kernel.lowering.play.waiting import MOST_SITES, Frame, holding, keep, opened, standing
from gamedsl.kernel.lowering.rule_errors import Chain
from gamedsl.kernel.lowering.steps.calls import arguments_of, cell_subject, cells_of, forbidden, rule_condition
from gamedsl.kernel.lowering.steps.paragraphs import (
    after,
    bounded,
    call_paragraph,
    depth_of,
    entered,
    key_of,
    kinds_of,
    measure_behind,
    members_after,
    record,
    span_at,
    taken_by,
    trigger_holds,
)
from gamedsl.kernel.lowering.trace_points import carried_out, drop_words, keep_words, trigger_told
from gamedsl.kernel.lowering.values.registry import lowered, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.program import BOOL, Back, Call, Do, Expression, Int, Jump, Length, Target, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.source import Span

At = tuple[object, Expression]
"""The step, plan or trigger that calls, and whether it is done with that."""


DUE = "due"
_LEAST_SAVED, _MOST_SAVED = 1 << 12, 1 << 15
"""Numbers of frames that can lie saved while their paragraphs are carried out inside themselves."""


def due_of(b: Lowering) -> Due:
    """Return where watched triggers begin in a program in which some of them wait."""
    if b.written.due is None:
        latches, over = b.facts.watching.latches, Target()
        b.written.due = Due([over] * latches, over)
        b.field("due.now", 1, Int(-1, max(0, latches)))
        b.field("due.back", 1, Int(0, MOST_SITES))
        b.field("due.active", 1, seats_type(b), [NOBODY])
        b.program.sites[DUE] = b.written.due.sites[False]
    return b.written.due


def calls_of(b: Lowering, key: str) -> Calls:
    """Return the calls of a paragraph; it is written when all that calls it is."""
    made = b.written.calls
    if key not in made:
        made[key] = Calls()
        b.written.to_write.append(key)
    return made[key]


def call_waiting(b: Lowering, section: str, name: str, given: Sequence[Expression], where: At) -> None:
    """Write the call of a paragraph in which something may wait: ``you``, ``active``, then its first places."""
    key = key_of(section, name)
    frame, calls = Frame(b, key), calls_of(b, key)
    given = [b.let(one, always=True) for one in given]
    bounded(b, section, name, getattr(where[0], "span", None))
    if b.is_recursive(section, name):
        _save_frame(b, key)
    site = Target()
    b.store(f"{key}.back", len(calls.sites))
    calls.sites.append(site)
    b.program.sites.setdefault(key, []).append(standing(b, *where, saves=b.is_recursive(section, name)))
    b.store(f"{key}.you", given[0])
    b.store(f"{key}.active", given[1])
    for at, (one, kind) in enumerate(zip(given[2:], kinds_of(b, section, name), strict=True)):
        b.store(frame.place(f"{at}.{kind}", b.type_of(kind)), one)
    b.emit(Jump(calls.entry))
    b.block(site)
    if b.is_recursive(section, name):
        _restore_frame(b, key)


def begin_due(b: Lowering, trigger: model.CheckedTrigger, seat: Expression) -> None:
    """Write that a watched trigger in which something may wait begins; it goes back to the step that has set it off."""
    key, due = key_of("trigger", trigger.name), due_of(b)
    calls, saves = calls_of(b, key), b.is_recursive("trigger", trigger.name)
    Frame(b, key)
    calls.is_due = True
    b.program.sites[key] = due.sites[saves]
    bounded(b, "trigger", trigger.name, None)
    if saves:
        _save_frame(b, key)
    b.store(f"{key}.back", b.read("due.back"))
    b.store(f"{key}.you", seat)
    b.store(f"{key}.active", b.read("due.active"))
    b.emit(Jump(calls.entry))


def _end_due(b: Lowering, key: str) -> None:
    """Write that a watched trigger is over; those that are due besides come next."""
    b.store("due.back", b.read(f"{key}.back"))
    if b.is_recursive(*key.split(" ", 1)):
        _restore_frame(b, key)
    b.emit(Jump(due_of(b).back))


def _save_frame(b: Lowering, key: str) -> None:
    """Write that the fields of a frame are put aside; the function is written when all of them are known."""
    if key not in b.written.saving:
        b.written.saving.append(key)
    b.emit(Do(Call(f"save {key}", (), BOOL)))


def _restore_frame(b: Lowering, key: str) -> None:
    """Write that what ``_save_frame`` has put aside comes back."""
    b.emit(Do(Call(f"restore {key}", (), BOOL)))


def write_saving(b: Lowering) -> None:
    """Write the functions that save and restore frames, now that all their fields are known."""
    keys = b.written.saving
    if not keys:
        return
    own: dict[str, list[tuple[str, int]]] = {key: [] for key in keys}
    for field in b.program.fields.values():
        for key in keys:
            if field.name.startswith(f"{key}."):
                own[key] += [(field.name, at) for at in range(field.count)]
    room = _room(b, {key: len(fields) for key, fields in own.items()})
    b.field("saved", room, Int(-(2**63), 2**63 - 1))
    b.field("saved.size", 1, Int(0, room))
    b.program.rows["saved"] = Length("saved.size")
    for key, fields in own.items():
        b.function(f"save {key}", (), None, lambda _, key=key, fields=fields: _save(b, key, fields, room))  # type: ignore[misc]
        b.function(f"restore {key}", (), None, lambda _, fields=fields: _restore(b, fields))  # type: ignore[misc]


def _room(b: Lowering, sizes: Mapping[str, int]) -> int:
    """Return how many numbers of frames can be saved: all that may ever be, unless that makes states too large."""
    deepest = sum(size * depth_of(b, *key.split(" ", 1)) for key, size in sizes.items())
    most = min(deepest, Limits.frames * max(sizes.values(), default=0))
    return max(_LEAST_SAVED, min(most, _MOST_SAVED))


def _save(b: Lowering, key: str, own: Sequence[tuple[str, int]], room: int) -> None:
    top = b.read("saved.size")
    if room == _MOST_SAVED:
        section, name = key.split(" ", 1)
        with b.when(compare(">", top, room - len(own))):
            b.fail("GDRUN06", span_at(b, section, name), bound=max(1, room // max(1, len(own))), chain=Chain(name))
    for at, (field, place) in enumerate(own):
        b.store("saved", b.read(field, place), plus(top, at))
    b.store("saved.size", plus(top, len(own)))


def _restore(b: Lowering, own: Sequence[tuple[str, int]]) -> None:
    top = b.read("saved.size")
    b.store("saved.size", plus(top, -len(own)))
    for at, (field, place) in enumerate(own):
        b.store(field, b.read("saved", plus(top, at)), place)
        b.store("saved", 0, plus(top, at))


def later(b: Lowering, work: Callable[[], None]) -> None:
    """Have something written when all that calls paragraphs is."""
    b.written.later.append(work)


def write_called(b: Lowering) -> None:
    """Write the paragraphs that are called somewhere, and what is to come later, until none is left."""
    todo, others = b.written.to_write, b.written.later
    while todo or others:
        if others:
            others.pop()()
            continue
        key = todo.pop()
        section, name = key.split(" ", 1)
        frame, calls = Frame(b, key), b.written.calls[key]
        b.block(calls.entry)
        slots: dict[int, Lowered] = {
            at: holding(b, frame.place(f"{at}.{kind}", b.type_of(kind)), kind)
            for at, kind in enumerate(kinds_of(b, section, name))
        }
        own = {"slots": slots, "frame": key, "opened": (), "around": None, "offer": None}
        with b.within(you=frame.you, active=frame.active, armed=None, **own):
            _wait_body(b, section, name)
        if calls.is_due:
            _end_due(b, key)
        else:
            b.emit(Back(f"{key}.back", calls.sites))


def _wait_body(b: Lowering, section: str, name: str) -> None:
    game = b.game
    carried_out(b, section, name)
    entered(b, section, name, 1)
    match section:
        case "rule":
            keep_words(b, name, True)
            wait_steps(b, game.rules[name].then)
        case "trigger":
            keep_words(b, name, True)
            wait_steps(b, game.triggers[name].then)
        case "cell":
            design, column = b.written.cells[name]
            b.scope = attrs.evolve(b.scope, card=name)
            wait_steps(b, design.code[column].steps)
        case "action":
            _wait_action(b, game.actions[name])
        case _:
            raise TypeError(section)
    if section != "cell":
        wait_after(b, name)
    drop_words(b)
    entered(b, section, name, -1)


def _wait_action(b: Lowering, action: model.CheckedAction) -> None:
    """Write an action that waits: its first pick is answered already."""
    slots = dict(b.scope.slots)
    params, first = len(action.params), b.numbering.first_question.get(action.name)
    bound: dict[int, Lowered] = {at: slots[at] for at in range(params)}
    with b.within(slots=bound):
        for place, element in enumerate(action.elements):
            if isinstance(element, model.LetField):
                keep(b, element.slot, element.value.type, lowered(b, element.value))
            elif isinstance(element, model.PickField):
                if first is not None and element.question == first.number:
                    b.bind(element.slot, slots[params + element.part])
                elif element.part == 0:
                    parts = parts_from(action.elements[place:])
                    picked(b, Asked(parts, action.elements[place + len(parts) :], action.cost))
        record(b, action)
        keep_words(b, action.name, True)
        wait_steps(b, action.cost)
        wait_steps(b, action.then)
        ended = b.scope
    b.scope = attrs.evolve(b.scope, slots=ended.slots, card=ended.card, kept=ended.kept)


def wait_after(b: Lowering, name: str) -> None:
    """Write the triggers that follow a paragraph, where one of them may wait."""
    followers = [trigger for trigger in b.game.triggers.values() if name in trigger.follows]
    if not any(key_of("trigger", trigger.name) in b.waiting for trigger in followers):
        with b.within(frame=""):
            after(b, name)
        return
    measure_behind(b, name)
    for trigger in followers:
        over = Target()
        with b.when(opposite(b.read("armed"))):
            b.emit(Jump(over))
        _wait_trigger(b, trigger)
        b.block(over)


def _wait_trigger(b: Lowering, trigger: model.CheckedTrigger) -> None:
    taken = taken_by(b, trigger)
    kinds = kinds_of(b, "trigger", trigger.name)
    kept: list[Expression] = []
    stem = f"{b.scope.frame}.{b.own('after')}"
    for at, (one, kind) in enumerate(zip(taken, kinds, strict=True)):
        b.field(f"{stem}.{at}", 1, b.type_of(kind))
        b.store(f"{stem}.{at}", one)
        kept.append(b.read(f"{stem}.{at}"))
    if trigger.who is None:
        with opened(b, trigger, "after"):
            _wait_run(b, trigger, b.scope.you, kept)
        return
    left, at_, first = f"{stem}.left", f"{stem}.at", f"{stem}.first"
    b.field(left, 1, Word(b.seats))
    b.field(at_, 1, Int(0, b.seats))
    b.field(first, 1, Int(0, b.seats - 1))
    b.store(left, members_after(b, trigger, kept))
    start: Expression = number(0)
    if trigger.who.start is not None:
        with b.within(slots=dict(enumerate(kept))):
            start = b.let(value(b, trigger.who.start))
        start = choose(compare("<", start, 0), number(0), start)
    b.store(first, start)
    b.store(at_, 0)
    end, again = Target(), b.block()
    with b.when(compare(">=", b.read(at_), b.seats)):
        b.emit(Jump(end))
    seat = b.let(arithmetic("mod", plus(b.read(first), b.read(at_)), number(b.seats)), always=True)
    b.store(at_, plus(b.read(at_), 1))
    with b.when(opposite(has(b.read(left), seat))):
        b.emit(Jump(again))
    with opened(b, trigger, "after", left, first, at_):
        _wait_run(b, trigger, seat, kept)
    b.emit(Jump(again))
    b.block(end)
    b.store(at_, 0)


def _wait_run(b: Lowering, trigger: model.CheckedTrigger, seat: Expression, taken: list[Expression]) -> None:
    over = Target()
    with b.within(frame=""):
        holds = trigger_holds(b, trigger, seat, taken)
    with b.when(opposite(holds)):
        b.emit(Jump(over))
    trigger_told(b, trigger, seat, taken)
    _call(b, "trigger", trigger.name, (seat, b.scope.active, *taken), (trigger, FALSE), trigger.span)
    b.block(over)


def _call(b: Lowering, section: str, name: str, given: Sequence[Expression], where: At, span: Span) -> None:
    """Write the call of a paragraph, whether it waits or not."""
    if key_of(section, name) in b.waiting:
        call_waiting(b, section, name, given, where)
        return
    call_paragraph(b, section, name, given, span)


@waits_at(core.CallRule)
def _wait_call_rule(b: Lowering, step: core.CallRule) -> None:
    rule, over = b.game.rules[step.rule], Target()
    with b.within(frame=""):
        with b.when(forbidden(b, step.rule)):
            b.emit(Jump(over))
        given = arguments_of(b, step.arguments, rule.params, step.rule)
        with b.when(opposite(rule_condition(b, rule, given))):
            b.emit(Jump(over))
    _call(b, "rule", step.rule, (b.scope.you, b.scope.active, *given), (step, FALSE), step.span)
    b.block(over)


@waits_at(core.CallCell)
def _wait_call_cell(b: Lowering, step: core.CallCell) -> None:
    params = b.layout.columns[step.kind, step.column].params
    with b.within(frame=""):
        given = arguments_of(b, step.arguments, params, step.column)
        subject, design = cell_subject(b, step)
    end = Target()
    stem = f"{b.scope.frame}.{b.own('cell')}"
    kept: list[Expression] = []
    for at, (one, kind) in enumerate(zip((subject, *given), (bare(step.subject.type), *params), strict=True)):
        b.field(f"{stem}.{at}", 1, b.type_of(kind))
        b.store(f"{stem}.{at}", one)
        kept.append(b.read(f"{stem}.{at}"))
    b.field(f"{stem}.design", 1, Int(0, len(b.layout.designs)))
    b.store(f"{stem}.design", design)
    for one_, name in cells_of(b, step):
        other = Target()
        with b.when(compare("!=", b.read(f"{stem}.design"), one_.number)):
            b.emit(Jump(other))
        _call(b, "cell", name, (b.scope.you, b.scope.active, *kept), (step, FALSE), step.span)
        b.emit(Jump(end))
        b.block(other)
    b.block(end)
