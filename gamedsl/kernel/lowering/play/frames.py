"""Paragraphs in which something may wait, and their calls -> blocks"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from gamedsl.engine.setup.choosing import parts_from
from gamedsl.kernel.builder import FALSE, arithmetic, choose, compare, has, number, opposite, plus
from gamedsl.kernel.lowering.context import NOBODY, Lowered, Lowering, bare
from gamedsl.kernel.lowering.play.blocks import picked, wait_steps, waits_at
from gamedsl.kernel.lowering.play.several import Asked
from gamedsl.kernel.lowering.play.waiting import MOST_SITES, Frame, holding, keep, opened, standing
from gamedsl.kernel.lowering.steps.calls import arguments_of, cell_subject, cells_of, forbidden, rule_condition
from gamedsl.kernel.lowering.steps.paragraphs import (
    after,
    bounded,
    call_paragraph,
    entered,
    key_of,
    kinds_of,
    measure_behind,
    members_after,
    record,
    taken_by,
    trigger_holds,
)
from gamedsl.kernel.lowering.steps.watching import watching
from gamedsl.kernel.lowering.trace_points import carried_out, drop_words, keep_words, trigger_told
from gamedsl.kernel.lowering.values.registry import lowered, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.program import Back, Expression, Int, Jump, Store, Target, Word
from gamedsl.kernel.resume_points import Standing
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.source import Span

At = tuple[object, Expression]
"""The step, plan or trigger that calls, and whether it is done with that."""


class Due:
    """Where watched triggers begin and come back to: written once for all steps that set them off.

    ``entry``: where the next one that is due begins. A step is numbered among ``behind``, where play goes on with it:
    in ``due.back`` when it sets triggers off, and in the frame of each that it has set off, so that these may set
    off others. ``begins`` has the place where each trigger begins, by its latches; ``sites``, where the steps stand,
    twice: for triggers that are carried out inside themselves their frames are saved.
    """

    def __init__(self, latches: int) -> None:
        self.entry, self.back, self.over = Target(), Target(), Target()
        self.begins = [self.over] * latches
        self.behind: list[Target] = []
        self.sites: dict[bool, list[Standing | None]] = {False: [], True: []}


DUE = "due"


def due_of(b: Lowering) -> Due:
    """Return where watched triggers begin in a program in which some of them wait."""
    if DUE not in b.shared:
        latches = watching(b).latches
        b.shared[DUE] = made = Due(latches)
        b.field("due.now", 1, Int(-1, max(0, latches)))
        b.field("due.back", 1, Int(0, MOST_SITES))
        b.field("due.active", 1, seats_type(b), [NOBODY])
        b.program.sites[DUE] = made.sites[False]
    found: Due = b.shared[DUE]
    return found


class Calls:
    """The places from which a paragraph that waits is called, and the block where it begins.

    ``is_due``: it is a watched trigger, which begins and comes back as all do that are due.
    """

    def __init__(self) -> None:
        self.entry = Target()
        self.sites: list[Target] = []
        self.is_due = False


def calls_of(b: Lowering, key: str) -> Calls:
    """Return the calls of a paragraph; it is written when all that calls it is."""
    made: dict[str, Calls] = b.shared.setdefault("calls", {})
    if key not in made:
        made[key] = Calls()
        b.shared.setdefault("todo", []).append(key)
    return made[key]


def call_waiting(b: Lowering, section: str, name: str, given: Sequence[Expression], where: At) -> None:
    """Write the call of a paragraph in which something may wait: ``you``, ``active``, then its first places."""
    key = key_of(section, name)
    frame, calls = Frame(b, key), calls_of(b, key)
    given = [b.let(one, always=True) for one in given]
    bounded(b, section, name, getattr(where[0], "span", None))
    if b.shared["recursive"](section, name):
        b.emit(SaveFrame(key))
    site = Target()
    b.store(f"{key}.back", len(calls.sites))
    calls.sites.append(site)
    b.program.sites.setdefault(key, []).append(standing(b, *where, saves=b.shared["recursive"](section, name)))
    b.store(f"{key}.you", given[0])
    b.store(f"{key}.active", given[1])
    for at, (one, kind) in enumerate(zip(given[2:], kinds_of(b, section, name), strict=True)):
        b.store(frame.place(f"{at}.{kind}", b.type_of(kind)), one)
    b.emit(Jump(calls.entry))
    b.block(site)
    if b.shared["recursive"](section, name):
        b.emit(RestoreFrame(key))


def begin_due(b: Lowering, trigger: model.CheckedTrigger, seat: Expression) -> None:
    """Write that a watched trigger in which something may wait begins; it goes back to the step that has set it off."""
    key, due = key_of("trigger", trigger.name), due_of(b)
    calls, saves = calls_of(b, key), b.shared["recursive"]("trigger", trigger.name)
    Frame(b, key)
    calls.is_due = True
    b.program.sites[key] = due.sites[saves]
    bounded(b, "trigger", trigger.name, None)
    if saves:
        b.emit(SaveFrame(key))
    b.store(f"{key}.back", b.read("due.back"))
    b.store(f"{key}.you", seat)
    b.store(f"{key}.active", b.read("due.active"))
    b.emit(Jump(calls.entry))


def _end_due(b: Lowering, key: str) -> None:
    """Write that a watched trigger is over; those that are due besides come next."""
    b.store("due.back", b.read(f"{key}.back"))
    if b.shared["recursive"](*key.split(" ", 1)):
        b.emit(RestoreFrame(key))
    b.emit(Jump(due_of(b).back))


def SaveFrame(key: str) -> Store:  # noqa: N802
    """Stand for the saving of the fields of a frame, until all of them are known."""
    return Store("save " + key, number(0), number(0))


def RestoreFrame(key: str) -> Store:  # noqa: N802
    """Stand for the restoring of the fields of a frame, until all of them are known."""
    return Store("restore " + key, number(0), number(0))


def later(b: Lowering, work: Callable[[], None]) -> None:
    """Have something written when all that calls paragraphs is."""
    b.shared.setdefault("later", []).append(work)


def write_called(b: Lowering) -> None:
    """Write the paragraphs that are called somewhere, and what is to come later, until none is left."""
    todo: list[str] = b.shared.setdefault("todo", [])
    others: list[Callable[[], None]] = b.shared.setdefault("later", [])
    while todo or others:
        if others:
            others.pop()()
            continue
        key = todo.pop()
        section, name = key.split(" ", 1)
        frame, calls = Frame(b, key), b.shared["calls"][key]
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
            design, column = b.shared["cells"][name]
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
        b.shared["action slots"] = b.scope.slots
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
