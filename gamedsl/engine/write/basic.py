"""Smallest values, arithmetic, logic and sets -> Python text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.setup.as_written import source_text
from gamedsl.engine.state.flat import FINISHED, RUNNING, State
from gamedsl.engine.write.compiling import in_range, is_set, nothing_there, out_of_range, writes
from gamedsl.engine.write.drafts import WRITERS, Draft, may_be_none, never_none
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.source import Span


def spend(s: State, passes: int, span: Span) -> None:
    """Count passes of loops; stop rules that never come to an end (GDRUN07)."""
    s.work += passes
    if s.work > Limits.passes:
        raise RuleError("GDRUN07", span, what="this loop", bound=Limits.passes)


def jumped(s: State, span: Span, what: str) -> None:
    """Count what leads on without a decision; stop rules that never come to one (GDRUN07)."""
    s.jumps += 1
    if s.jumps > Limits.jumps:
        raise RuleError("GDRUN07", span, what=what, bound=Limits.jumps)


def _by_itself(d: Draft, node: core.Value) -> str:
    return d.constant(d.known(node))


for _kind in (core.Const, core.OptionValue, core.AllPlayers, core.AllMembers, core.CopyOf):
    WRITERS[_kind] = (_by_itself, None)


@writes(core.Local)
def local(d: Draft, node: core.Local) -> str:
    return d.slot(node.slot)


@writes(core.You)
def you(d: Draft, _: core.You) -> str:
    return d.you


@writes(core.Active)
def active(d: Draft, _: core.Active) -> str:
    return d.active


@writes(core.GameOver)
def game_over(_: Draft, __: core.GameOver) -> str:
    return f"(s.status != {RUNNING!r})"


@writes(core.Winners)
def winners(_: Draft, __: core.Winners) -> str:
    return f"(s.winners if s.status == {FINISHED!r} else ())"


@writes(core.Checked)
def checked(d: Draft, node: core.Checked) -> str:
    return in_range(d, d.value(node.value), (node.low, node.high), node.span, f"`{source_text(node.value)}`")


def _too_short(item: core.ListItem) -> Callable[[tuple[Any, ...]], NoReturn]:
    name = source_text(item.source)

    def fail(values: tuple[Any, ...]) -> NoReturn:
        places = f"`{name}` has only {len(values)} {'place' if len(values) == 1 else 'places'}"
        raise nothing_there(item.span, source_text(item), places if values else f"`{name}` is empty")

    return fail


@writes(core.Certain)
def certain(d: Draft, node: core.Certain) -> str:
    def fail() -> NoReturn:
        raise nothing_there(node.span, source_text(node.value))

    one, item = d.temp(), node.value
    if isinstance(item, core.ListItem):
        missing = f"{d.bind(_too_short(item))}({d.value(item.source)})"
        return f"({one} if ({one} := {d.value(item)}) is not None else {missing})"
    return f"({one} if ({one} := {d.value(node.value)}) is not None else {d.bind(fail)}())"


# ---------------------------------------------------------------- arithmetic


@writes(core.Arithmetic)
def arithmetic(d: Draft, node: core.Arithmetic) -> str:
    left, right = d.value(node.left), d.value(node.right)
    if node.sign in ("+", "-"):
        return _within(d, node, f"{left} {node.sign} {right}")
    if node.sign == "*":
        return bounded(d, f"{left} * {right}", node.span)
    divisor = d.known(node.right)
    if isinstance(divisor, int) and divisor != 0:
        return f"({left} // {right})" if node.sign == "/" else f"({left} % {abs(divisor)})"
    return f"{d.bind(_divider(node.sign, node.span))}({left}, {right})"


def _within(d: Draft, node: core.Value, text: str) -> str:
    """Write a result that stays within 32 bits as far as the ranges of its parts tell; without an end it is tested."""
    is_open = isinstance(node.type, t.IntType) and node.type.is_open
    return bounded(d, text, node.span) if is_open else f"({text})"


def bounded(d: Draft, product: str, span: Span) -> str:
    """Write a number that is tested to lie within 32 bits (GDRUN05)."""

    def fail(found: int) -> NoReturn:
        raise out_of_range(span, "a number", t.LOWEST, t.HIGHEST, found)

    one = d.temp()
    return f"({one} if {t.LOWEST} <= ({one} := {product}) <= {t.HIGHEST} else {d.bind(fail)}({one}))"


def _divider(sign: str, span: Span) -> Callable[[int, int], int]:
    def divide(left: int, right: int) -> int:
        if right == 0:
            raise RuleError("GDRUN05", span, target="a divisor", range="anything but 0", found="0")
        return left // right if sign == "/" else left % abs(right)

    return divide


@writes(core.Negate)
def negate(d: Draft, node: core.Negate) -> str:
    return _within(d, node, f"-{d.value(node.value)}")


@writes(core.Absolute)
def absolute(d: Draft, node: core.Absolute) -> str:
    return _within(d, node, f"abs({d.value(node.value)})")


@writes(core.Extreme)
def extreme(d: Draft, node: core.Extreme) -> str:
    items = [d.value(item) for item in node.items]
    if len(items) == 1:
        return items[0]
    if len(items) > 2:
        return f"{node.function}({', '.join(items)})"
    first, second, sign = d.temp(), d.temp(), "<=" if node.function == "min" else ">="
    return f"({first} if ({first} := {items[0]}) {sign} ({second} := {items[1]}) else {second})"


# ---------------------------------------------------------------- logic


def _lower(first: Any, second: Any) -> bool:
    return first is not None and second is not None and bool(first < second)


def _at_most(first: Any, second: Any) -> bool:
    return first is not None and second is not None and bool(first <= second)


def _higher(first: Any, second: Any) -> bool:
    return first is not None and second is not None and bool(first > second)


def _at_least(first: Any, second: Any) -> bool:
    return first is not None and second is not None and bool(first >= second)


_ORDERS = {"<": _lower, "<=": _at_most, ">": _higher, ">=": _at_least}
_SIGNS = {"=": "==", "!=": "!="}


@writes(core.Compare)
def compare(d: Draft, node: core.Compare) -> str:
    left, right = d.value(node.left), d.value(node.right)
    if node.sign in _SIGNS:
        return f"({left} {_SIGNS[node.sign]} {right})"
    if not may_be_none(node.left.type) and not may_be_none(node.right.type):
        return f"({left} {node.sign} {right})"
    return f"{d.bind(_ORDERS[node.sign])}({left}, {right})"


@writes(core.Not)
def negation(d: Draft, node: core.Not) -> str:
    return f"(not {d.value(node.value)})"


def _decided(d: Draft, items: tuple[core.Value, ...], neutral: bool) -> list[core.Value]:
    """Leave out items that decide nothing; cut behind one that decides all."""
    kept = []
    for item in items:
        known = d.known(item)
        if known is UNKNOWN:
            kept.append(item)
        elif bool(known) is not neutral:
            kept.append(item)
            break
    return kept


@writes(core.And)
def conjunction(d: Draft, node: core.And) -> str:
    return _joined(d, node.items, True, " and ")


@writes(core.Or)
def disjunction(d: Draft, node: core.Or) -> str:
    return _joined(d, node.items, False, " or ")


def _joined(d: Draft, items: tuple[core.Value, ...], neutral: bool, sign: str) -> str:
    kept = _decided(d, items, neutral)
    if not kept:
        return str(neutral)
    if len(kept) == 1:
        return d.value(kept[0])
    text = sign.join([d.value(item) for item in kept])
    plain = len(kept) <= 2 or all(isinstance(item.type, t.BoolType) for item in kept)
    return f"({text})" if plain else f"bool({text})"


@writes(core.Either)
def either(d: Draft, node: core.Either) -> str:
    known = d.known(node.condition)
    if known is not UNKNOWN:
        return d.value(node.value if known else node.otherwise)
    return f"({d.value(node.value)} if {d.value(node.condition)} else {d.value(node.otherwise)})"


# ---------------------------------------------------------------- sets


def union(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return values as a set: sorted, each once."""
    return tuple(sorted(set(values)))


def _as_set(value: Any) -> tuple[Any, ...]:
    if type(value) is tuple:
        return value
    return () if value is None else (value,)


def _join(first: Any, second: Any) -> tuple[Any, ...]:
    return union(_as_set(first) + _as_set(second))


def _without(kept: tuple[Any, ...], gone: Any) -> tuple[Any, ...]:
    return tuple([one for one in kept if one != gone])


def _difference(first: Any, second: Any) -> tuple[Any, ...]:
    kept, gone = _as_set(first), _as_set(second)
    return tuple([one for one in kept if one not in gone])


def _together(first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted({*first, *second}))


def _less(kept: tuple[Any, ...], gone: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([one for one in kept if one not in gone])


@writes(core.Join)
def join(d: Draft, node: core.Join) -> str:
    work: Callable[[Any, Any], tuple[Any, ...]] = _join
    if _always_set(node.left) and _always_set(node.right):
        work = _together if node.sign == "+" else _less
    elif node.sign == "-":
        single = not is_set(node.right.type) and not isinstance(node.right.type, t.MaybeType | t.NothingType)
        work = _without if single else _difference
    return f"{d.bind(work)}({d.value(node.left)}, {d.value(node.right)})"


def _always_set(node: core.Value) -> bool:
    return isinstance(node.type, t.SetType | t.ListType)


def _made(items: tuple[Any, ...]) -> tuple[Any, ...]:
    found: tuple[Any, ...] = ()
    for item in items:
        found += _as_set(item)
    return union(found)


@writes(core.MakeSet)
def make_set(d: Draft, node: core.MakeSet) -> str:
    if len(node.items) == 1 and not is_set(node.items[0].type):
        one = d.temp()
        return f"(({one},) if ({one} := {d.value(node.items[0])}) is not None else ())"
    return f"{d.bind(_made)}(({''.join([d.value(item) + ', ' for item in node.items])}))"


@writes(core.Interval)
def interval(d: Draft, node: core.Interval) -> str:
    span = node.span

    def build(s: State, first: int, last: int) -> tuple[int, ...]:
        if last - first > 1000:
            spend(s, last - first, span)
        return tuple(range(first, last + 1))

    return f"{d.bind(build)}(s, {d.value(node.low)}, {d.value(node.high)})"


def _subset(ours: Any, theirs: tuple[Any, ...]) -> bool:
    return ours is not None and all(one in theirs for one in ours)


@writes(core.Member)
def member(d: Draft, node: core.Member) -> str:
    element = d.value(node.element)
    if is_set(node.element.type):
        return f"{d.bind(_subset)}({element}, {d.value(node.container)})"
    if isinstance(node.container, core.Interval) and d.known(node.container) is UNKNOWN:
        one = d.temp()
        low, high = d.value(node.container.low), d.value(node.container.high)
        return f"(({one} := {element}) is not None and {low} <= {one} <= {high})"
    if isinstance(node.container, core.MakeSet) and not any(is_set(item.type) for item in node.container.items):
        one = d.temp()
        items = "".join([d.value(item) + ", " for item in node.container.items])
        return f"(({one} := {element}) in ({items}) and {one} is not None)"
    return f"({element} in {d.value(node.container)})"


@writes(core.Count)
def count(d: Draft, node: core.Count) -> str:
    return f"len({d.value(node.source)})"


@writes(core.Only)
def only(d: Draft, node: core.Only) -> str:
    one, other = d.temp(), "None" if node.otherwise is None else d.value(node.otherwise)
    return f"({one}[0] if len({one} := {d.value(node.source)}) == 1 else {other})"


@writes(core.ListItem)
def list_item(d: Draft, node: core.ListItem) -> str:
    missing = () if is_set(node.type) else None

    def item(values: tuple[Any, ...], place: int | None) -> Any:
        return values[place - 1] if place is not None and 1 <= place <= len(values) else missing

    return f"{d.bind(item)}({d.value(node.source)}, {d.value(node.index)})"


@writes(core.NextPlayer)
def next_player(d: Draft, node: core.NextPlayer) -> str:
    if node.among is None:
        return f"(({d.value(node.player)} + 1) % {d.c.layout.seats})"
    among = d.value(node.among)
    return f"{d.bind(clockwise)}({among}, {d.value(node.player)} + 1)"


def clockwise(seats: tuple[int, ...], start: int) -> int | None:
    """Return the first of ``seats`` (sorted) at or after ``start`` going round the table; None of no seats."""
    for seat in seats:
        if seat >= start:
            return seat
    return seats[0] if seats else None


__all__ = ["clockwise", "never_none", "spend", "union"]
