"""Which paragraphs may wait for a decision; their frames as fields of the state; questions"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs

from gamedsl.engine.state.by_game import ByGame
from gamedsl.kernel.builder import FALSE, interval, number, word
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.steps.calls import cells_of
from gamedsl.kernel.lowering.steps.changing import changed_by, changed_in
from gamedsl.kernel.lowering.steps.checks import may_wait
from gamedsl.kernel.lowering.steps.moves import Items
from gamedsl.kernel.lowering.steps.paragraphs import key_of
from gamedsl.kernel.lowering.trace_points import lost
from gamedsl.kernel.lowering.values.registry import Room, Shelf, run_word, shelf, single
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.program import Expression, For, Int, Length, Name, Read, Statement, Store, Target, Type, Wait
from gamedsl.kernel.resume_points import Held, Opened, Sort, Standing
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import Part, children

MOST_SITES = (1 << 15) - 1
"""Places from which a paragraph may be called: more than stand in a file."""


def find_waiting(b: Lowering) -> frozenset[str]:
    """Return the keys of all rules, triggers, cells and actions in which something may wait."""
    game = b.game
    bodies: dict[str, tuple[core.CoreStep, ...]] = {}
    for rule in game.rules.values():
        bodies[key_of("rule", rule.name)] = rule.then
    for trigger in game.triggers.values():
        bodies[key_of("trigger", trigger.name)] = trigger.then
    for action in game.actions.values():
        bodies[key_of("action", action.name)] = (*action.cost, *action.then)
    for kind in game.kinds.values():
        for column in kind.columns:
            for design in kind.designs:
                code = design.code.get(column.name)
                if column.code == "rule" and code is not None:
                    bodies[key_of("cell", f"{design.name}.{column.name}")] = code.steps
    found: set[str] = {
        key_of("action", action.name)
        for action in game.actions.values()
        if len({e.question for e in action.elements if isinstance(e, model.PickField)}) > 1
    }
    while True:
        b.waiting = frozenset(found)
        more = {key for key, steps in bodies.items() if key not in found and any(waits(b, one) for one in steps)}
        more |= {
            key
            for key in bodies
            if key not in found and key.split(" ", 1)[0] != "cell" and _followed(b, key.split(" ", 1)[1])
        }
        if not more:
            return frozenset(found)
        found |= more


def _followed(b: Lowering, name: str) -> bool:
    return any(
        name in trigger.follows and key_of("trigger", trigger.name) in b.waiting for trigger in b.game.triggers.values()
    )


_steps_inside: ByGame[dict[int, tuple[core.CoreStep, list[core.CoreStep]]]] = ByGame(lambda _: {})
"""By the number of a step the step, which keeps the number its own, and all steps in it."""


def waits(b: Lowering, step: core.CoreStep) -> bool:
    """Tell whether something may wait in a step."""
    known = _steps_inside(b.game)
    if id(step) not in known:
        known[id(step)] = step, list(_outside_moments(step))
    for part in known[id(step)][1]:
        if isinstance(part, core.Pick | core.Offer) or (isinstance(part, core.ForEach) and part.question is not None):
            return True
        if isinstance(part, core.CallRule) and key_of("rule", part.rule) in b.waiting:
            return True
        if isinstance(part, core.CallCell) and any(key_of("cell", name) in b.waiting for _, name in cells_of(b, part)):
            return True
        if b.waiting and _sets_off(b, part):
            return True
    return False


def _outside_moments(step: Part) -> Iterator[core.CoreStep]:
    """Walk a step and the steps in it; of a moment only itself, as nothing waits before it is over."""
    if isinstance(step, core.CoreStep):
        yield step
    if isinstance(step, core.CoreStep | core.CoreBranch) and not isinstance(step, core.Moment):
        for part in children(step):
            yield from _outside_moments(part)


def _sets_off(b: Lowering, step: core.CoreStep) -> bool:
    """Tell whether a watched trigger that waits may be due behind a single step, or a moment."""
    parts = changed_in(b, step.body) if isinstance(step, core.Moment) else changed_by(b, step)
    return bool(parts) and may_wait(b, *parts)


class Frame:
    """The fields of a paragraph that may wait: who it speaks to, where it goes back to, and its places."""

    def __init__(self, b: Lowering, key: str) -> None:
        self.b, self.key = b, key
        seats = seats_type(b)
        for name in ("you", "active"):
            b.field(f"{key}.{name}", 1, seats, [NOBODY])
        b.field(f"{key}.back", 1, Int(0, MOST_SITES))

    @property
    def you(self) -> Expression:
        return self.b.read(f"{self.key}.you")

    @property
    def active(self) -> Expression:
        return self.b.read(f"{self.key}.active")

    def place(self, name: object, kind: Type) -> str:
        """Make a field of the frame; return its name."""
        made = f"{self.key}.{name}"
        first = kind.low if isinstance(kind, Int) and not kind.low <= 0 <= kind.high else 0
        self.b.field(made, 1, kind, [first])
        return made


def keep(b: Lowering, slot: int, kind: t.Type, found: Lowered) -> None:
    """Bind a place to a value; where something may wait it is a field of the state."""
    if isinstance(found, Listed):
        b.bind(slot, keep_list(b, slot, found) if b.scope.frame else found)
        return
    if isinstance(found, Run):
        found = run_word(b, found)
    if not b.scope.frame:
        b.bind(slot, b.let(found, always=True))
        return
    name = f"{b.scope.frame}.{slot}.{kind}"
    b.field(name, 1, b.type_of(kind), [0])
    b.store(name, found)
    b.bind(slot, holding(b, name, kind))


def keep_list(b: Lowering, slot: object, found: Listed) -> Listed:
    """Return a list that is kept under a name in the fields of the paragraph."""
    most = max(1, interval(found.length)[1])
    stem = f"{b.scope.frame}.{slot}"
    length = f"{stem}.length"
    items = shelf(b, found.kind, most, _room(b, stem))
    b.field(length, 1, Int(0, most))
    b.store(length, found.length)
    held = held_list(b, stem, found.kind)
    b.program.rows[held.field] = Length(length)
    body: list[Statement] = []
    if held.inside:  # so that what lies behind a list is always the same
        every = b.program.fields[held.inside].count
        at = Name(b.temp("j"), Int(0, every))
        b.emit(For(at.name, at.type, number(0), number(every), (Store(held.inside, at, number(0)),)))
    one = Name(b.temp("j"), Int(0, most))
    with b.into(body):
        items.put(one, found.item(one))
    b.emit(For(one.name, one.type, number(0), b.read(length), tuple(body)))
    b.written.lists[b.scope.frame, slot] = held
    return Listed(b.read(length), items.get, found.kind)


def held_list(b: Lowering, stem: str, kind: t.Type) -> Held:
    """Return the fields of a list that is kept."""
    if not isinstance(kind, t.ListType):
        return Held(kind, f"{stem}.list", f"{stem}.length")
    longest = b.program.fields[f"{stem}.inside"].count // b.program.fields[f"{stem}.lengths"].count
    return Held(kind, f"{stem}.lengths", f"{stem}.length", f"{stem}.inside", longest)


def _room(b: Lowering, stem: str) -> Room:
    """Return what makes room in fields of a paragraph."""

    def make(part: str, kind: Type, most: int) -> Shelf:
        name = f"{stem}.{part}"
        b.field(name, most, kind)
        return Shelf(lambda at, one: b.store(name, single(b, one), at), lambda at: b.read(name, at))

    return make


def holding(b: Lowering, field: str, kind: t.Type) -> Read:
    """Return the value that a field holds in a paragraph, and note its type for who looks at states."""
    b.written.kinds[field] = kind
    return b.read(field)


@contextmanager
def opened(b: Lowering, node: object, sort: Sort, *fields: str, **more: Any) -> Iterator[None]:
    """Write the inside of a loop, plan or row of triggers, whose fields these are."""
    with b.within(opened=(*b.scope.opened, Opened(node, sort, fields, **more))):
        yield


def standing(b: Lowering, node: object, over: Expression = FALSE, saves: bool = False) -> Standing:
    """Return where play stands when a paragraph waits at ``node``, or calls another one."""
    scope, slots = b.scope, dict[int, Held | Expression]()
    kinds = b.written.kinds
    for slot, found in scope.slots.items():
        if isinstance(found, Listed):
            slots[slot] = b.written.lists[scope.frame, slot]
        elif isinstance(found, Read):
            slots[slot] = Held(kinds[found.field], found.field)
    slots = {slot: held for slot, held in slots.items() if slot >= 0}
    return Standing(
        scope.frame, node, scope.you, scope.active, slots, scope.opened, scope.around, scope.offer, over, saves
    )


def keep_number(b: Lowering, kind: Type, stem: str) -> str:
    """Make a field of the frame of now; return its name."""
    name = f"{b.scope.frame}.{b.own(stem)}"
    b.field(name, 1, kind)
    return name


def keep_items(b: Lowering, found: Items, kind: t.PieceType) -> tuple[Items, tuple[str, str, str]]:
    """Let fields of the frame of now hold what a move of several takes; return it, and their names."""
    wide = b.wide(kind)
    count = keep_number(b, Int(0, wide), "count")
    b.store(count, found.count)
    parts = [found.piece, *([] if found.together is None else [found.together])]
    types = (b.type_of(kind), Int(0, wide))
    names = []
    for part, one in zip(parts, types, strict=False):
        name = f"{b.scope.frame}.{b.own('items')}"
        b.field(name, wide, one)
        b.program.rows[name] = Length(count)
        at = Name(b.temp("j"), Int(0, wide))
        body: list[Statement] = []
        with b.into(body):
            b.store(name, part(at), at)
        b.emit(For(at.name, at.type, number(0), found.count, tuple(body)))
        names.append(name)
    piece, *together = [lambda at, name=name: b.read(name, at) for name in names]
    items = Items(b.read(count), piece, together[0] if together else None, found.by_chance)
    return items, (names[0], names[1] if len(names) > 1 else "", count)


ANSWER = Int(0, 2**31 - 1)


def _put_away(b: Lowering) -> None:
    """Write that what was shown lies open no more, before it is asked in a phase what to do next."""
    pieces = len(b.layout.piece_design)
    if not pieces or not b.facts.has_show:
        return
    lost(b, "put away")
    one, nobody = Name(b.temp("j"), Int(0, pieces - 1)), word(0, b.seats + 1)
    b.emit(For(one.name, one.type, number(0), number(pieces), (Store("exposed", one, nobody),)))


def is_in_phase(b: Lowering) -> bool:
    """Tell whether the steps that are being written are those of a phase itself."""
    return b.scope.frame.startswith(key_of("phase", ""))


def _asked(seat: int) -> tuple[str, int]:
    return "seat", seat


def ask(b: Lowering, legal: Callable[[], None], node: Any, is_phase: bool, asks: object) -> Expression:
    """Write that ``you`` are asked; ``legal`` writes the codes. Return the code of the answer, in a new block.

    ``node``: the step, pick or plan that asks. ``is_phase``: a phase asks, not one of the paragraphs that it calls; so
    what was shown is put away. ``asks``: the automaton of a plan, or the choice.
    """
    if is_phase:
        _put_away(b)
    b.store("decider", b.scope.you)
    behind = Target()
    b.emit(Wait(behind))
    body: list[Statement] = []
    with b.into(body), b.within(frame=""):
        legal()
    b.block(behind)
    b.program.waits[behind.block] = tuple(body)
    owner = b.scope.frame.partition(" ")[2] or b.scope.frame
    b.program.stuck[behind.block] = b.fault("GDRUN01", node.span, player=_asked, place=owner.replace("_", " "))
    b.program.standing[behind.block] = attrs.evolve(standing(b, node), asks=asks)
    return Name("code", ANSWER)
