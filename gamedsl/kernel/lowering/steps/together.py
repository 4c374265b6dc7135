"""What happens at the same moment: loops step by step, each for all, with one test behind -> statements"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from gamedsl.engine.setup.reads import Reader
from gamedsl.kernel.builder import TRUE, both, compare, interval, number
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, bare
from gamedsl.kernel.lowering.steps.amounts import withdrawn
from gamedsl.kernel.lowering.steps.changing import changed_by, changed_in
from gamedsl.kernel.lowering.steps.checks import check
from gamedsl.kernel.lowering.steps.control import STEPS, lower_steps, lowers_step, walk_members
from gamedsl.kernel.lowering.steps.deals import dealt_by
from gamedsl.kernel.lowering.steps.lifting import move_all
from gamedsl.kernel.lowering.values.loops import item_of
from gamedsl.kernel.lowering.values.registry import Shelf, gathered, local_room, lowered, shelf, single, value
from gamedsl.kernel.program import Expression, For, Int, Name, Remark, Statement
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

_FIRST = -1000
"""Local places of what is worked out for a step count down from here."""


@lowers_step(core.Moment)
def _moment(b: Lowering, step: core.Moment) -> None:
    """Write what happens at one moment; moments inside it belong to it, and before play nothing is tested."""
    with b.within(at_once=True):
        lower_steps(b, step.body)
    check(b, *sorted(changed_in(b, step.body)))


@lowers_step(core.ForEach)
def _for_each(b: Lowering, step: core.ForEach) -> None:
    """Write a loop through what a set holds as it begins; the condition, too, is read then."""
    b.layout.loads.of(step)
    if step.together:
        _for_all(b, step)
        return

    def body(found: Lowered) -> None:
        with b.within():
            b.bind(step.loop.slot, found)
            lower_steps(b, step.body)

    walk_members(b, step, body)


def _for_all(b: Lowering, step: core.ForEach) -> None:
    source = bare(step.loop.source.type)
    kind = item_of(source)
    most = source.most if isinstance(source, t.ListType) else b.wide(kind)
    members, put = gathered(b, kind, most)
    walk_members(b, step, put)
    _All(b, Reader(b.game), members, {}, step.loop.slot).steps(step.body)


@attrs.frozen
class _All:
    """Writes steps, each for all members of a loop for which ``only`` holds; ``held``: what was named for each."""

    b: Lowering
    reader: Reader
    members: Listed
    held: Mapping[int, Shelf]
    slot: int
    only: Callable[[Expression], Expression] = lambda _: TRUE

    def each(self, work: Callable[[Expression], None]) -> None:
        """Write what is done for each member, which is bound with what was named for it."""
        b = self.b
        at = Name(b.temp("j"), Int(0, max(0, interval(self.members.length)[1] - 1)))
        body: list[Statement] = []
        with b.into(body), b.within(), b.when(self.only(at)):
            self._bind(self.slot, self.members.item(at))
            for slot, room in self.held.items():
                self._bind(slot, room.get(at))
            work(at)
        b.emit(For(at.name, at.type, number(0), self.members.length, tuple(body)))

    def _bind(self, slot: int, found: Lowered) -> None:
        self.b.bind(slot, found if isinstance(found, Listed | Run) else self.b.let(found, always=True))

    def room(self, kind: t.Type) -> Shelf:
        """Return room for a value of a type for each member."""
        return shelf(self.b, kind, max(1, interval(self.members.length)[1]), local_room(self.b))

    def worked_out(self, kind: t.Type, work: Callable[[], Lowered]) -> Shelf:
        """Write that a value is worked out for all members."""
        room = self.room(kind)

        def put(at: Expression) -> None:
            found = work()
            if isinstance(found, Listed) and not isinstance(kind, t.ListType):
                found = self.b.set_of(found)
            room.put(at, found)

        self.each(put)
        return room

    def steps(self, steps: tuple[core.CoreStep, ...]) -> None:
        """Write steps, one after the other."""
        around = self
        for step in steps:
            self.b.emit(Remark(step.span.line))
            if isinstance(step, core.Let):
                around = around._named(step)
            elif isinstance(step, core.If):
                around._branches(step)
            elif type(step) in core.EFFECTS:
                around = around._effect(step)
            else:
                around.each(lambda _, step=step: STEPS[type(step)](self.b, step))  # type: ignore[misc]

    def _named(self, step: core.Let) -> _All:
        kind = _kind_of(step.value)
        room = self.worked_out(kind, lambda: lowered(self.b, step.value))
        return attrs.evolve(self, held={**self.held, step.slot: room})

    def _branches(self, step: core.If) -> None:
        """Write branches: for whom which of them holds is asked for all before the first step."""
        b, many = self.b, len(step.branches)
        which = self.room(t.IntType(0, many))

        def ask(at: Expression) -> None:
            found = b.variable(number(many), Int(0, many), "which")
            for place, branch in enumerate(step.branches):
                with b.when(compare("=", found, many)), b.when(value(b, branch.condition)):
                    b.assign(found, number(place))
            which.put(at, found)

        self.each(ask)
        for place, body in enumerate((*(branch.body for branch in step.branches), step.otherwise)):
            if body:
                attrs.evolve(self, only=_and(b, self.only, which, place)).steps(body)

    def _effect(self, step: core.CoreStep) -> _All:
        """Write a step for all; what it reads of what it changes is worked out for all before.

        What a deal gives each of them is held for the name that it gets.
        """
        b, changes = self.b, frozenset(changed_by(self.b, step))
        taken: dict[int, Shelf] = {}

        def known(node: core.Value) -> core.Value:
            if not self.reader.reads(node) & changes:
                return node
            slot, kind = _FIRST - len(taken), _kind_of(node)
            taken[slot] = self.worked_out(kind, lambda: lowered(b, node))
            return core.Local(span=node.span, type=kind, slot=slot)

        made = _with_known(step, known)
        around = attrs.evolve(self, held={**self.held, **taken})
        if isinstance(made, core.Move):
            move_all(b, made, around)
            return self
        if isinstance(made, core.Pay) and made.source.entry == made.target.entry:
            around.each(lambda _: withdrawn(b, made, -1))  # nobody pays with what comes at the same moment
            around.each(lambda _: withdrawn(b, made, 1))
        if isinstance(made, core.Deal) and made.slot is not None and made.dealt is not None:
            room = around.worked_out(made.dealt, lambda: _dealt(b, made))
            return attrs.evolve(self, held={**self.held, made.slot: room})
        around.each(lambda _: STEPS[type(made)](b, made))
        return self


def _dealt(b: Lowering, step: core.Deal) -> Lowered:
    """Write a deal; return what it has dealt."""
    STEPS[core.Deal](b, step)
    return lowered(b, dealt_by(step))


_IN_TURN = {(core.Move, "pieces"), (core.Deal, "source"), (core.ShuffleTo, "pieces"), (core.RollValue, "domain")}
"""What is worked out for one after the other: draws come in the order of the members; pieces are lifted first."""


def _with_known(step: core.CoreStep, known: Callable[[core.Value], core.Value]) -> Any:
    """Return a step with what is known of the values that it works out; places stay, with known owners and keys."""
    changes: dict[str, Any] = {}
    for field in attrs.fields(type(step)):
        found = getattr(step, field.name)
        if isinstance(found, core.ZoneRef) or (isinstance(found, core.ReadValue) and field.name == "target"):
            owner = None if found.owner is None else known(found.owner)
            keys: Any = tuple(None if key is None else known(key) for key in found.keys)
            changes[field.name] = attrs.evolve(found, owner=owner, keys=keys)
        elif isinstance(found, core.Value) and (type(step), field.name) not in _IN_TURN:
            changes[field.name] = known(found)
    return attrs.evolve(step, **changes)


def _and(
    b: Lowering, only: Callable[[Expression], Expression], which: Shelf, place: int
) -> Callable[[Expression], Expression]:
    return lambda at: both(only(at), compare("=", single(b, which.get(at)), place))


def _kind_of(node: core.Value) -> t.Type:
    """Return the type of what is kept of a value: of a zone its pieces, or its amount."""
    if isinstance(node.type, t.ZoneType):
        return t.IntType(t.LOWEST, t.HIGHEST) if node.type.form == "purse" else t.SetType(t.PieceType(node.type.kind))
    return node.type
