"""Values that are set, rolls of dice and values -> statements"""

from __future__ import annotations

from gamedsl.engine.setup.as_written import unchecked
from gamedsl.kernel.builder import FALSE, arithmetic, both, compare, either, interval, minus, number, plus, size
from gamedsl.kernel.lowering.context import Listed, Lowering, Run, bare, is_set, within
from gamedsl.kernel.lowering.pieces import forcing
from gamedsl.kernel.lowering.pieces.drawing import chance, nth, rolled
from gamedsl.kernel.lowering.steps.checks import check
from gamedsl.kernel.lowering.steps.control import lowers_step
from gamedsl.kernel.lowering.steps.showing import learned
from gamedsl.kernel.lowering.trace_points import LOG, Told, value_told
from gamedsl.kernel.lowering.values.loops import item_of
from gamedsl.kernel.lowering.values.maintained_sets import store_value
from gamedsl.kernel.lowering.values.registry import lowered, made, narrowed, single, value
from gamedsl.kernel.lowering.values.sets import set_as
from gamedsl.kernel.lowering.values.table import field_index
from gamedsl.kernel.program import Expression, Int
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@lowers_step(core.Assign)
def _assign(b: Lowering, step: core.Assign) -> None:
    entry = step.target.entry
    declared = b.game.values[entry].type
    limit, node = bare(declared), unchecked(step.value)
    new = b.converted(lowered(b, node), node.type, declared)
    assert not isinstance(new, Listed | Run)
    new = b.let(new)
    index: Expression = number(0)
    if b.layout.values[entry].size != 1:
        index = field_index(b, step.target)
    if isinstance(limit, t.IntType) and not _fits(new, limit, declared, node.type):
        none = b.is_none(new, declared) if isinstance(node.type, t.MaybeType | t.NothingType) else FALSE
        inside = either(none, both(compare(">=", new, limit.low), compare("<=", new, limit.high)))
        at = plus(index, b.layout.values[entry].base)
        b.fail_unless(
            inside, "GDRUN05", step.span, at, new,
            target=lambda place, _: ("field", place), range=f"{limit.low}..{limit.high}", found=lambda _, one: str(one),
        )  # fmt: skip
    store_value(b, entry, new, index)
    value_told(b, step, index, learned(b, step, index))
    check(b, "value " + entry)


def _fits(new: Expression, limit: t.IntType, declared: t.Type, have: t.Type) -> bool:
    if isinstance(have, t.MaybeType | t.NothingType):
        have = bare(have)
        return isinstance(have, t.NothingType) or (
            isinstance(have, t.IntType) and limit.low <= have.low and have.high <= limit.high
        )
    return within(new, limit.low, limit.high)


@lowers_step(core.RollDice)
def _roll_dice(b: Lowering, step: core.RollDice) -> None:
    _, count = b.layout.dice[step.dice]
    low, faces = b.layout.span_of(b.game.dice[step.dice].faces)
    stream, name = number(b.layout.streams[step.dice]), f"dice.{step.dice}"
    if step.index is None:
        for one in range(count):
            b.store(name, rolled(b, step, (stream, number(one)), (low, faces)), one)
            b.note(LOG, Told("die", b.scope.card, step), b.read(name, one))
    else:
        index = b.let(value(b, step.index))
        if not within(index, 1, count):
            inside = both(compare(">=", index, 1), compare("<=", index, count))
            b.fail_unless(
                inside, "GDRUN05", step.span, index, target="the number of a die", range=f"1..{count}", found=str
            )
        at = narrowed(minus(index, 1), 0, count - 1)
        b.store(name, rolled(b, step, (stream, at), (low, faces)), at)
        b.note(LOG, Told("die", b.scope.card, step), b.read(name, at))
    check(b, "dice " + step.dice)


@lowers_step(core.RollValue)
def _roll_value(b: Lowering, step: core.RollValue) -> None:
    entry = step.target.entry
    grid = b.layout.values[entry]
    index = field_index(b, step.target) if grid.size > 1 else number(0)
    found = made(b, step.domain)
    found = found if isinstance(found, Listed) else b.let(found)
    many = found.length if isinstance(found, Listed) else found
    b.fail_unless(
        compare("!=", many, 0), "GDRUN05", step.span, target=entry, range="something to choose from", found="nothing"
    )
    stream: Expression = number(b.layout.streams[entry])
    if b.game.values[entry].each == "player":
        stream = plus(stream, arithmetic("/", index, number(grid.owner_stride)))
    item = item_of(step.domain.type)
    if isinstance(found, Listed):
        new = _of_list(b, step, found, stream, plus(index, grid.base))
    else:
        word_, place = found, plus(index, grid.base)
        new = forcing.one_of(
            b,
            lambda: forcing.rolled_among(b, step, item, word_, stream, place),
            lambda: plus(nth(b, word_, chance(b, stream, size(word_))), b.base(item)),
        )
    store_value(b, entry, new, index)
    value_told(b, step, index, learned(b, step, index))
    check(b, "value " + entry)


def _of_list(b: Lowering, step: core.RollValue, found: Listed, *where: Expression) -> Expression:
    """Return an item of a list by chance, or the one that is forced; ``where``: the stream, and the field."""

    def by_chance() -> Expression:
        which = narrowed(chance(b, where[0], found.length), 0, max(0, interval(found.length)[1] - 1))
        return single(b, found.item(which))

    def forced() -> Expression:
        nothing = b.span_of(found.kind)[0] - 1
        kind = b.type_of(found.kind)
        assert isinstance(kind, Int)
        members = set_as(b, step.domain, t.SetType(found.kind))
        new = b.variable(forcing.forced_among(b, step, found.kind, members, *where), Int(nothing, kind.high))
        with b.when(compare("=", new, nothing)):
            b.assign(new, by_chance())
        return narrowed(new, kind.low, kind.high)

    return by_chance() if is_set(found.kind) else forcing.one_of(b, forced, by_chance)
