"""Smallest values, arithmetic, logic and sets -> closures."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from gamedsl.engine.compiling import UNKNOWN, Compiler, Eval, is_set, makes, out_of_range, source_text
from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.state import FINISHED, HEADER, RUNNING, State
from gamedsl.semantics import core
from gamedsl.semantics import types as t
from gamedsl.source import Span

Frame = list[Any]


def spend(s: State, passes: int, span: Span) -> None:
    """Count passes of loops; stop rules that never come to an end (GDRUN07)."""
    s.work += passes
    if s.work > Limits.passes:
        raise RuleError("GDRUN07", span, what="this loop", bound=Limits.passes)


@makes(core.Const)
def const(_: Compiler, node: core.Const) -> Eval:
    value = node.value
    return lambda s, f: value


@makes(core.OptionValue)
def option(c: Compiler, node: core.OptionValue) -> Eval:
    value = c.layout.options[node.option]
    return lambda s, f: value


@makes(core.Local)
def local(_: Compiler, node: core.Local) -> Eval:
    place = node.slot + HEADER
    return lambda s, f: f[place]


@makes(core.You)
def you(_: Compiler, __: core.You) -> Eval:
    return lambda s, f: f[2]


@makes(core.Active)
def active(_: Compiler, __: core.Active) -> Eval:
    return lambda s, f: f[3]


@makes(core.AllPlayers)
def all_players(c: Compiler, _: core.AllPlayers) -> Eval:
    players = c.layout.players
    return lambda s, f: players


@makes(core.AllMembers)
def all_members(c: Compiler, node: core.AllMembers) -> Eval:
    assert isinstance(node.type, t.SetType | t.ListType)
    members = c.layout.members(node.type.item)
    return lambda s, f: members


@makes(core.CopyOf)
def copy_of(c: Compiler, node: core.CopyOf) -> Eval:
    piece = c.layout.design_pieces[node.design][0]
    return lambda s, f: piece


@makes(core.GameOver)
def game_over(_: Compiler, __: core.GameOver) -> Eval:
    return lambda s, f: s.status != RUNNING


@makes(core.Winners)
def winners(_: Compiler, __: core.Winners) -> Eval:
    return lambda s, f: s.winners if s.status == FINISHED else ()


@makes(core.Checked)
def checked(c: Compiler, node: core.Checked) -> Eval:
    inner, low, high, span = c.value(node.value), node.low, node.high, node.span

    def check(s: State, f: Frame) -> Any:
        value = inner(s, f)
        if value is not None and not low <= value <= high:
            raise out_of_range(span, f"`{source_text(node.value)}`", low, high, value)
        return value

    return check


@makes(core.Certain)
def certain(c: Compiler, node: core.Certain) -> Eval:
    inner, span = c.value(node.value), node.span

    def check(s: State, f: Frame) -> Any:
        value = inner(s, f)
        if value is None:
            raise RuleError("GDRUN04", span, value=source_text(node.value))
        return value

    return check


# ---------------------------------------------------------------- arithmetic

_SIGNS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "mod": lambda a, b: a % abs(b),
}


@makes(core.Arithmetic)
def arithmetic(c: Compiler, node: core.Arithmetic) -> Eval:
    left, right, sign, span = c.value(node.left), c.value(node.right), node.sign, node.span
    known = c.known(node.right)
    if sign == "+":
        if known is not UNKNOWN:
            return lambda s, f: left(s, f) + known
        return lambda s, f: left(s, f) + right(s, f)
    if sign == "-":
        if known is not UNKNOWN:
            return lambda s, f: left(s, f) - known
        return lambda s, f: left(s, f) - right(s, f)
    work = _SIGNS[sign]
    if sign == "*":
        return lambda s, f: _bounded(left(s, f) * right(s, f), span)

    def divide(s: State, f: Frame) -> int:
        a, b = left(s, f), right(s, f)
        if b == 0:
            raise RuleError("GDRUN05", span, target="a divisor", range="anything but 0", found="0")
        return work(a, b)

    return divide


def _bounded(value: int, span: Span) -> int:
    if not t.LOWEST <= value <= t.HIGHEST:
        raise out_of_range(span, "a number", t.LOWEST, t.HIGHEST, value)
    return value


@makes(core.Negate)
def negate(c: Compiler, node: core.Negate) -> Eval:
    inner = c.value(node.value)
    return lambda s, f: -inner(s, f)


@makes(core.Absolute)
def absolute(c: Compiler, node: core.Absolute) -> Eval:
    inner = c.value(node.value)
    return lambda s, f: abs(inner(s, f))


@makes(core.Extreme)
def extreme(c: Compiler, node: core.Extreme) -> Eval:
    items = [c.value(item) for item in node.items]
    best = min if node.function == "min" else max
    if len(items) == 2:
        first, second = items
        return lambda s, f: best(first(s, f), second(s, f))
    return lambda s, f: best([item(s, f) for item in items])


# ---------------------------------------------------------------- logic

_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@makes(core.Compare)
def compare(c: Compiler, node: core.Compare) -> Eval:
    left, right = c.value(node.left), c.value(node.right)
    known = c.known(node.right)
    if node.sign == "=":
        return _equal(left, right, known, frame_place(node.left), frame_place(node.right))
    if node.sign == "!=":
        if known is not UNKNOWN:
            return lambda s, f: left(s, f) != known
        return lambda s, f: left(s, f) != right(s, f)
    test = _ORDERS[node.sign]
    if not isinstance(node.left.type, t.MaybeType | t.NothingType | t.UnknownType):
        if isinstance(known, int):
            return lambda s, f: test(left(s, f), known)
        if not isinstance(node.right.type, t.MaybeType | t.NothingType | t.UnknownType):
            return lambda s, f: test(left(s, f), right(s, f))

    def order(s: State, f: Frame) -> bool:
        a, b = left(s, f), right(s, f)
        return a is not None and b is not None and test(a, b)

    return order


def frame_place(node: core.Value) -> int | None:
    """Return where a value stands in the frame, None when it does not stand there."""
    if isinstance(node, core.Local):
        return node.slot + HEADER
    return 2 if isinstance(node, core.You) else None


def _equal(left: Eval, right: Eval, known: Any, first: int | None, second: int | None) -> Eval:
    """Compile ``=``, with short ways for what stands in the frame."""
    if known is not UNKNOWN:
        if first is not None:
            return lambda s, f: f[first] == known
        return lambda s, f: left(s, f) == known
    if second is not None:
        return lambda s, f: left(s, f) == f[second]
    if first is not None:
        return lambda s, f: f[first] == right(s, f)
    return lambda s, f: left(s, f) == right(s, f)


@makes(core.Not)
def negation(c: Compiler, node: core.Not) -> Eval:
    inner = c.value(node.value)
    return lambda s, f: not inner(s, f)


def _decided(c: Compiler, items: tuple[core.Value, ...], neutral: bool) -> list[core.Value] | None:
    """Leave out items that decide nothing; cut behind one that decides all."""
    kept = []
    for item in items:
        known = c.known(item)
        if known is UNKNOWN:
            kept.append(item)
        elif bool(known) is not neutral:
            kept.append(item)
            break
    return kept


@makes(core.And)
def conjunction(c: Compiler, node: core.And) -> Eval:
    items = [c.value(item) for item in _decided(c, node.items, True) or ()]
    if not items:
        return lambda s, f: True
    if len(items) == 1:
        return items[0]
    if len(items) == 2:
        first, second = items
        return lambda s, f: first(s, f) and second(s, f)

    def every(s: State, f: Frame) -> bool:
        return all(item(s, f) for item in items)

    return every


@makes(core.Or)
def disjunction(c: Compiler, node: core.Or) -> Eval:
    items = [c.value(item) for item in _decided(c, node.items, False) or ()]
    if not items:
        return lambda s, f: False
    if len(items) == 1:
        return items[0]
    if len(items) == 2:
        first, second = items
        return lambda s, f: first(s, f) or second(s, f)

    def some(s: State, f: Frame) -> bool:
        return any(item(s, f) for item in items)

    return some


@makes(core.Either)
def either(c: Compiler, node: core.Either) -> Eval:
    known = c.known(node.condition)
    if known is not UNKNOWN:
        return c.value(node.value if known else node.otherwise)
    condition, value, otherwise = c.value(node.condition), c.value(node.value), c.value(node.otherwise)
    return lambda s, f: value(s, f) if condition(s, f) else otherwise(s, f)


# ---------------------------------------------------------------- sets


def union(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return values as a set: sorted, each once."""
    return tuple(sorted(set(values)))


@makes(core.Join)
def join(c: Compiler, node: core.Join) -> Eval:
    left, right = c.value(node.left), c.value(node.right)
    if node.sign == "+":
        return lambda s, f: union(_as_set(left(s, f)) + _as_set(right(s, f)))

    if not is_set(node.right.type) and not isinstance(node.right.type, t.MaybeType | t.NothingType):

        def without(s: State, f: Frame) -> tuple[Any, ...]:
            kept, gone = left(s, f), right(s, f)
            return tuple([one for one in kept if one != gone])

        return without

    def difference(s: State, f: Frame) -> tuple[Any, ...]:
        kept, gone = _as_set(left(s, f)), _as_set(right(s, f))
        return tuple([one for one in kept if one not in gone])

    return difference


def _as_set(value: Any) -> tuple[Any, ...]:
    if type(value) is tuple:
        return value
    return () if value is None else (value,)


@makes(core.MakeSet)
def make_set(c: Compiler, node: core.MakeSet) -> Eval:
    items = [c.value(item) for item in node.items]

    def build(s: State, f: Frame) -> tuple[Any, ...]:
        found: tuple[Any, ...] = ()
        for item in items:
            found += _as_set(item(s, f))
        return union(found)

    return build


@makes(core.Interval)
def interval(c: Compiler, node: core.Interval) -> Eval:
    low, high, span = c.value(node.low), c.value(node.high), node.span

    def build(s: State, f: Frame) -> tuple[int, ...]:
        first, last = low(s, f), high(s, f)
        if last - first > 1000:
            spend(s, last - first, span)
        return tuple(range(first, last + 1))

    return build


@makes(core.Member)
def member(c: Compiler, node: core.Member) -> Eval:
    element = c.value(node.element)
    if is_set(node.element.type):
        container = c.value(node.container)

        def subset(s: State, f: Frame) -> bool:
            ours = element(s, f)
            theirs = container(s, f)
            return ours is not None and all(one in theirs for one in ours)

        return subset
    if isinstance(node.container, core.Interval) and c.known(node.container) is UNKNOWN:
        low, high = c.value(node.container.low), c.value(node.container.high)

        def between(s: State, f: Frame) -> bool:
            value = element(s, f)
            return value is not None and low(s, f) <= value <= high(s, f)

        return between
    container = c.value(node.container)
    place = frame_place(node.element)
    if place is not None:
        return lambda s, f: f[place] in container(s, f)
    return lambda s, f: element(s, f) in container(s, f)


@makes(core.Count)
def count(c: Compiler, node: core.Count) -> Eval:
    source = c.value(node.source)
    return lambda s, f: len(source(s, f))


@makes(core.Only)
def only(c: Compiler, node: core.Only) -> Eval:
    source = c.value(node.source)

    def single(s: State, f: Frame) -> Any:
        found = source(s, f)
        return found[0] if len(found) == 1 else None

    return single


@makes(core.ListItem)
def list_item(c: Compiler, node: core.ListItem) -> Eval:
    source, index, span = c.value(node.source), c.value(node.index), node.span

    def item(s: State, f: Frame) -> Any:
        values, place = source(s, f), index(s, f)
        if not 1 <= place <= len(values):
            raise out_of_range(span, "a place of this list", 1, len(values), place)
        return values[place - 1]

    return item


@makes(core.NextPlayer)
def next_player(c: Compiler, node: core.NextPlayer) -> Eval:
    player = c.value(node.player)
    seats = c.layout.seats
    if node.among is None:
        return lambda s, f: (player(s, f) + 1) % seats
    among = c.value(node.among)

    def following(s: State, f: Frame) -> int | None:
        return clockwise(among(s, f), player(s, f) + 1)

    return following


def clockwise(seats: tuple[int, ...], start: int) -> int | None:
    """Return the first of ``seats`` (sorted) at or after ``start`` going round the table; None of no seats."""
    for seat in seats:
        if seat >= start:
            return seat
    return seats[0] if seats else None
