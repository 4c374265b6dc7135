"""Constants, arithmetic, logic -> expressions"""

from __future__ import annotations

from gamedsl.engine.setup.as_written import source_text
from gamedsl.kernel.builder import (
    arithmetic,
    both,
    choose,
    compare,
    constant,
    either,
    every,
    interval,
    minus,
    number,
    number_bool,
    opposite,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, bare, is_set, within
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.trace_points import noted_in_force
from gamedsl.kernel.lowering.values.registry import (
    absolute,
    bounded,
    constant_of,
    gathered,
    in_range,
    lowered,
    lowers,
    made,
    narrowed,
    single,
    value,
    value_as,
)
from gamedsl.kernel.program import BOOL, Assign, Break, Expression, For, If, Int, Name, Statement
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.intervals import join


@lowers(core.Const)
def _const(b: Lowering, node: core.Const) -> Expression:
    if isinstance(node.type, t.ListType):
        raise TypeError("no list is a constant")
    return constant_of(b, node.type, node.value)


@lowers(core.AllPlayers)
def _players(b: Lowering, _: core.AllPlayers) -> Expression:
    return word((1 << b.seats) - 1, b.seats)


@lowers(core.AllMembers)
def _members(b: Lowering, node: core.AllMembers) -> Expression:
    assert isinstance(node.type, t.SetType)
    wide = b.wide(node.type.item)
    return word((1 << wide) - 1, wide)


@lowers(core.CopyOf)
def _copy(b: Lowering, node: core.CopyOf) -> Expression:
    return number(b.layout.design_pieces[node.design][0])


@lowers(core.Dealt)
@lowers(core.Local)
def _local(b: Lowering, node: core.Local | core.Dealt) -> Lowered:
    found = b.scope.slots.get(node.slot)
    if found is None:
        return constant_of(b, node.type, None)
    return found


@lowers(core.You)
def _you(b: Lowering, _: core.You) -> Expression:
    return b.scope.you


@lowers(core.Active)
def _active(b: Lowering, _: core.Active) -> Expression:
    return b.scope.active


@lowers(core.GameOver)
def _over(b: Lowering, _: core.GameOver) -> Expression:
    return compare("!=", b.read("status"), 0)


@lowers(core.Winners)
def _winners(b: Lowering, _: core.Winners) -> Expression:
    return b.read("winners")


@lowers(core.Checked)
def _checked(b: Lowering, node: core.Checked) -> Expression:
    name = f"`{source_text(node.value)}`"
    return in_range(b, value(b, node.value), node.value.type, (node.low, node.high), node.span, name)


@lowers(core.Certain)
def _certain(b: Lowering, node: core.Certain) -> Expression:
    found = b.let(value(b, node.value))
    text, reason = source_text(node.value), "nothing is there"
    there = b.there(found, node.value.type)
    item = node.value
    if isinstance(item, core.ListItem):
        listed = lowered(b, item.source)
        assert isinstance(listed, Listed)
        name = source_text(item.source)

        def too_short(length: int) -> str:
            places = f"`{name}` has only {length} {'place' if length == 1 else 'places'}"
            return places if length else f"`{name}` is empty"

        b.fail_unless(there, "GDRUN04", item.span, listed.length, value=source_text(item), reason=too_short)
    else:
        b.fail_unless(there, "GDRUN04", node.span, value=text, reason=reason)
    return found


@lowers(core.Arithmetic)
def _arithmetic(b: Lowering, node: core.Arithmetic) -> Expression:
    left, right = value(b, node.left), value(b, node.right)
    if node.sign in ("+", "-", "*"):
        return bounded(b, arithmetic(node.sign, left, right), node)
    divisor = constant(right)
    if divisor is None and not within(right, 1, t.HIGHEST) and not within(right, t.LOWEST, -1):
        right = b.let(right)
        b.fail_unless(
            compare("!=", right, 0), "GDRUN05", node.span, target="a divisor", range="anything but 0", found="0"
        )
    elif divisor == 0:
        b.fail("GDRUN05", node.span, target="a divisor", range="anything but 0", found="0")
        return number(0)
    if node.sign == "mod" and not within(right, 1, t.HIGHEST):
        right = absolute(b, right)
    return arithmetic(node.sign, left, right)


@lowers(core.Negate)
def _negate(b: Lowering, node: core.Negate) -> Expression:
    return bounded(b, minus(number(0), value(b, node.value)), node)


@lowers(core.Absolute)
def _absolute(b: Lowering, node: core.Absolute) -> Expression:
    return bounded(b, absolute(b, value(b, node.value)), node)


@lowers(core.Extreme)
def _extreme(b: Lowering, node: core.Extreme) -> Expression:
    found = b.let(value(b, node.items[0]))
    sign = "<=" if node.function == "min" else ">="
    for item in node.items[1:]:
        other = b.let(value(b, item))
        (low, high), (other_low, other_high) = interval(found), interval(other)
        best = min if node.function == "min" else max
        chosen = choose(compare(sign, found, other), found, other)
        found = b.let(narrowed(chosen, best(low, other_low), best(high, other_high)))
    return found


@lowers(core.Compare)
def _compare(b: Lowering, node: core.Compare) -> Expression:
    if isinstance(bare(node.left.type), t.ListType) and isinstance(bare(node.right.type), t.ListType):
        same = _same_lists(b, node)
        return same if node.sign == "=" else opposite(same)
    left, right = value(b, node.left), value(b, node.right)
    if is_set(node.left.type) or is_set(node.right.type):
        return _compare_sets(b, node, left, right)
    if node.sign in ("=", "!="):
        return _equal(b, node, left, right)
    tests = []
    if isinstance(node.left.type, t.MaybeType | t.NothingType):
        left = b.let(left)
        tests.append(b.there(left, node.left.type))
    if isinstance(node.right.type, t.MaybeType | t.NothingType):
        right = b.let(right)
        tests.append(b.there(right, node.right.type))
    return every([*tests, compare(node.sign, left, right)])


def _equal(b: Lowering, node: core.Compare, left: Expression, right: Expression) -> Expression:
    """Return ``=`` or ``!=`` of two values of which each may be none."""
    ours, theirs = b.none_of(node.left.type), b.none_of(node.right.type)
    maybe = [isinstance(side.type, t.MaybeType | t.NothingType) for side in (node.left, node.right)]
    if isinstance(node.left.type, t.NothingType) and maybe[1]:
        left = number(theirs)
    elif isinstance(node.right.type, t.NothingType) and maybe[0]:
        right = number(ours)
    elif all(maybe) and ours != theirs:
        right = b.let(right)
        right = choose(b.is_none(right, node.right.type), number(ours), right)
    elif (maybe[0] and not maybe[1]) or (maybe[1] and not maybe[0]):
        # the number of none on one side may be a value on the other
        side, other, kind = (left, right, node.left.type) if maybe[0] else (right, left, node.right.type)
        least, most = interval(other)
        if least <= b.none_of(kind) <= most:
            side = b.let(side)
            same = both(b.there(side, kind), compare("=", side, other))
            return same if node.sign == "=" else opposite(same)
    return compare(node.sign, left, right)


def _compare_sets(b: Lowering, node: core.Compare, left: Expression, right: Expression) -> Expression:
    kind = _wider(node.left.type, node.right.type)
    one, other = b.converted(left, node.left.type, kind), b.converted(right, node.right.type, kind)
    assert not isinstance(one, Listed | Run)
    assert not isinstance(other, Listed | Run)
    return compare(node.sign, one, other)


def _same_lists(b: Lowering, node: core.Compare) -> Expression:
    """Return whether two lists have the same items in the same order."""
    one, other = made(b, node.left), made(b, node.right)
    assert isinstance(one, Listed)
    assert isinstance(other, Listed)
    if isinstance(one.kind, t.ListType):
        raise NotLoweredError("whether lists of lists are the same", "compare the lists in them one by one")
    ours, theirs = b.let(one.length, always=True), b.let(other.length, always=True)
    same = b.variable(compare("=", ours, theirs), BOOL)
    body: list[Statement] = []
    at = Name(b.temp("j"), Int(0, max(0, interval(ours)[1] - 1)))
    with b.into(body):
        mine, yours = single(b, one.item(at)), single(b, other.item(at))
        if isinstance(one.kind, t.SetType):
            yours = single(b, b.converted(yours, other.kind, one.kind))
        b.emit(If(compare("!=", mine, yours), (Assign(same.name, number(0)), Break())))
    loop: list[Statement] = [For(at.name, at.type, number(0), ours, tuple(body))]
    b.emit(If(same, tuple(loop)))
    return same


def _wider(a: t.Type, b: t.Type) -> t.Type:
    """Return the type of sets that holds what either of two holds."""
    found = join(a, b)
    return a if found is None else found


@lowers(core.Not)
def _not(b: Lowering, node: core.Not) -> Expression:
    return opposite(value(b, node.value))


@lowers(core.And)
def _and(b: Lowering, node: core.And) -> Expression:
    return _logic(b, node.items, True)


@lowers(core.Or)
def _or(b: Lowering, node: core.Or) -> Expression:
    return _logic(b, node.items, False)


def _logic(b: Lowering, items: tuple[core.Value, ...], neutral: bool) -> Expression:
    """Return ``and`` or ``or``; what stands to the right is worked out only where it decides."""
    join = both if neutral else either
    found: Expression = number_bool(neutral)
    for item in items:
        if constant(found) == int(not neutral):
            break
        body: list[Statement] = []
        with b.into(body):
            one = value(b, item)
        if not body:
            found = join(found, one)
        elif constant(found) is not None:
            b.emit(*body)
            found = one
        else:
            result = b.variable(found, BOOL)
            body.append(Assign(result.name, one))
            with b.when(result if neutral else opposite(result)):
                b.emit(*body)
            found = result
    return found


@lowers(core.Either)
def _either(b: Lowering, node: core.Either) -> Lowered:
    condition = value(b, node.condition)
    sure = constant(condition)
    if sure is not None:
        chosen = node.value if sure else node.otherwise
        return b.converted(lowered(b, chosen), chosen.type, node.type)
    return _one_of(b, condition, node)


def _one_of(b: Lowering, condition: Expression, node: core.Either, modifier: str = "") -> Lowered:
    """Return one of two values; ``modifier``: by whom the first one is told to be in force."""
    if isinstance(node.type, t.ListType):
        return _one_list(b, condition, node, node.type.item)
    first: list[Statement] = []
    second: list[Statement] = []
    with b.into(first):
        one = value_as(b, node.value, node.type)
        if modifier:
            one = noted_in_force(b, modifier, one)
    with b.into(second):
        other = value_as(b, node.otherwise, node.type)
    if not first and not second:
        return choose(condition, one, other)
    kind = b.type_of(node.type)
    result = b.variable(word(0, kind.width) if not isinstance(kind, Int) else number(kind.low), kind)
    first.append(Assign(result.name, one))
    second.append(Assign(result.name, other))
    b.branch(condition, lambda: b.emit(*first), lambda: b.emit(*second))
    return result


def _one_list(b: Lowering, condition: Expression, node: core.Either, item: t.Type) -> Lowered:
    """Return one of two lists, of which only that one is worked out."""
    ways: tuple[list[Statement], list[Statement]] = ([], [])
    found: list[Listed] = []
    for body, one in zip(ways, (node.value, node.otherwise), strict=True):
        with b.into(body):
            listed = lowered(b, one)
        assert isinstance(listed, Listed)
        found.append(listed)
    most = max(interval(listed.length)[1] for listed in found)
    result, put = gathered(b, item, most)
    for body, listed in zip(ways, found, strict=True):
        at, loop = Name(b.temp("j"), Int(0, max(0, most - 1))), list[Statement]()
        with b.into(loop):
            put(b.converted(listed.item(at), listed.kind, item))
        body.append(For(at.name, at.type, number(0), listed.length, tuple(loop)))
    b.branch(condition, lambda: b.emit(*ways[0]), lambda: b.emit(*ways[1]))
    return result


@lowers(core.Bent)
def _bent(b: Lowering, node: core.Bent) -> Lowered:
    condition = value(b, node.condition)
    sure = constant(condition)
    if sure == 0:
        return b.converted(lowered(b, node.old), node.old.type, node.type)
    if sure:
        found = b.converted(lowered(b, node.value), node.value.type, node.type)
        return found if isinstance(found, Listed | Run) else noted_in_force(b, node.modifier, found)
    bent = core.Either(span=node.span, type=node.type, condition=node.condition, value=node.value, otherwise=node.old)
    return _one_of(b, condition, bent, node.modifier)
