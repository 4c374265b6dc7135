"""Arithmetic, comparisons and logic -> core values, with the interval of every number."""

from __future__ import annotations

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.boards import board_kind, rectangle
from gamedsl.semantics.expressions.checker import Checker, describe, same, text_of
from gamedsl.semantics.expressions.cures.conditions import alternative, compared_set, told_emptiness
from gamedsl.semantics.expressions.cures.places import sum_of_places
from gamedsl.semantics.expressions.names import constants, value_meanings
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.source import Span
from gamedsl.syntax import nodes

NUMBER = t.IntType()


def negative(checker: Checker, node: nodes.Negative, scope: Scope, _: t.Type | None) -> core.Value:
    """``-x``."""
    value = checker.number(node.value, scope)
    if not isinstance(value.type, t.IntType):
        return checker.unknown(node.span)
    if isinstance(value, core.Const) and isinstance(value.value, int):
        return core.Const(span=node.span, type=t.IntType(-value.value, -value.value), value=-value.value)
    kind = intervals.opened(t.IntType(-value.type.high, -value.type.low), value.type)
    return core.Negate(span=node.span, type=kind, value=value)


def arithmetic(checker: Checker, node: nodes.Arithmetic, scope: Scope, expected: t.Type | None) -> core.Value:
    """``+ - * / mod`` on numbers; ``+`` and ``-`` also on sets."""
    left = checker.value(node.left, scope, expected)
    if isinstance(left.type, t.SetType) and node.sign in ("+", "-"):
        return _join(checker, node, left, scope)
    if spoken := sum_of_places(checker, node, left, scope):
        checker.report("GDTYP01", node.span, expected="numbers", found=describe(left.type), hint=spoken)
        checker.value(node.right, scope)
        return checker.unknown(node.span)
    left = checker.fit(left, NUMBER)
    if isinstance(left.type, t.UnknownType):
        checker.value(node.right, scope)
        return checker.unknown(node.span)
    right = checker.number(node.right, scope)
    if not isinstance(left.type, t.IntType) or not isinstance(right.type, t.IntType):
        return checker.unknown(node.span)
    may_be_zero = right.type.low <= 0 <= right.type.high and not checker.narrower.is_not_zero(scope, right)
    if node.sign in ("/", "mod") and may_be_zero:
        divisor = text_of(node.right.span)
        if right.type.low == right.type.high:  # to take 1 for it would hide what is wrong in it
            always = f"`{divisor}` is always 0 as it is written: look at what makes it so"
            checker.report("GDRNG03", node.right.span, divisor=divisor, help=always)
        elif right.type.low < 0:
            checker.report("GDRNG03", node.right.span, divisor=divisor, help=f"ask first: `if {divisor} != 0`")
        else:
            checker.report("GDRNG03", node.right.span, divisor=divisor)
        return checker.unknown(node.span)
    interval = intervals.arithmetic(node.sign, left.type, right.type)
    interval = fits(checker, interval, node.span)
    return core.Arithmetic(span=node.span, type=interval, sign=node.sign, left=left, right=right)


def fits(checker: Checker, interval: t.IntType, span: Span) -> t.IntType:
    """Report an interval beyond 32 bits and cut it off."""
    if not intervals.fits_32_bits(interval):
        found = interval.high if interval.high > t.HIGHEST else interval.low
        checker.report("GDRNG04", span, found=found)
        return intervals.clamp(interval)
    return interval


def _join(checker: Checker, node: nodes.Arithmetic, left: core.Value, scope: Scope) -> core.Value:
    assert isinstance(left.type, t.SetType)
    right = checker.value(node.right, scope, left.type.item)
    if not isinstance(right.type, t.SetType | t.ListType | t.UnknownType):
        right = make_set(checker, (checker.fit(right, t.MaybeType(left.type.item)),), node.right.span)
    left, right = alike(checker, left, right)
    if node.sign == "-":
        right = _beside(right, left)
    joined = intervals.join(left.type, right.type)
    if joined is None:
        return checker.wrong(right, describe(left.type))
    assert isinstance(joined, t.SetType | t.UnknownType)
    if isinstance(joined, t.SetType):
        most = left.type.most if isinstance(left.type, t.SetType) else t.HIGHEST
        if node.sign == "+":
            most = min(t.HIGHEST, most + getattr(right.type, "most", t.HIGHEST), _size(checker, joined.item))
            joined = t.SetType(joined.item, most)
        else:
            joined = t.SetType(joined.item, most)
    sign = "+" if node.sign == "+" else "-"
    return core.Join(span=node.span, type=joined, sign=sign, left=left, right=right)  # type: ignore[arg-type]


def _size(checker: Checker, item: t.Type) -> int:
    return checker.symbols.members(item)


def make_set(checker: Checker, items: tuple[core.Value, ...], span: Span) -> core.Value:
    """Return the set of the items; none is dropped, sets are joined in."""
    item: t.Type = t.NothingType()
    most = 0
    for value in items:
        kind = intervals.strip(value.type)
        if isinstance(kind, t.SetType | t.ListType):
            most += kind.most
            kind = kind.item
        elif not isinstance(kind, t.NothingType):
            most += 1
        joined = kind if isinstance(item, t.NothingType) else item
        if not isinstance(kind, t.NothingType) and not isinstance(item, t.NothingType):
            found = intervals.join(item, kind)
            if found is None:
                return checker.wrong(value, sort_of(item))
            joined = found
        item = joined
    if isinstance(item, t.UnknownType):
        return checker.unknown(span)
    return core.MakeSet(span=span, type=t.SetType(item, min(most, t.HIGHEST)), items=items)


def set_of(checker: Checker, node: nodes.SetOf, scope: Scope, expected: t.Type | None) -> core.Value:
    """``{a, b}``."""
    wanted = expected.item if isinstance(expected, t.SetType | t.ListType | t.MaybeType) else expected
    items = [checker.value(item, scope, wanted) for item in node.items]
    if any(isinstance(item.type, t.UnknownType) for item in items):
        return checker.unknown(node.span)
    if isinstance(wanted, t.PieceType):
        fitted = [_piece(checker, item, wanted) for item in items]
        if all(isinstance(intervals.strip(item.type), t.PieceType | t.NothingType | t.SetType) for item in fitted):
            items = fitted
    elif any(isinstance(intervals.strip(item.type), t.PieceType) or _is_space(checker, item) for item in items):
        items = _one_sort(checker, items)
    return make_set(checker, tuple(each_another(items)), node.span)


def _piece(checker: Checker, item: core.Value, wanted: t.PieceType) -> core.Value:
    if isinstance(item, core.Const) and item.type == t.DesignType(wanted.kind):
        return checker.piece_of(item) or item
    return item


def _is_space(checker: Checker, item: core.Value) -> bool:
    """Spaces are places: by their names they are meant themselves, not their rows."""
    return isinstance(item.type, t.DesignType) and checker.symbols.kinds[item.type.kind].form == "space"


def _one_sort(checker: Checker, items: list[core.Value]) -> list[core.Value]:
    """Pieces and rows in one set: rows with one copy become pieces."""
    return [
        (checker.piece_of(item) or item)
        if isinstance(item, core.Const) and isinstance(item.type, t.DesignType)
        else item
        for item in items
    ]


def between(checker: Checker, node: nodes.Between, scope: Scope, _: t.Type | None) -> core.Value:
    """``low..high``."""
    ends = [checker.value(end, scope, t.IntType()) for end in (node.low, node.high)]
    found = rectangle(checker, node, ends[0], ends[1])
    if found is not None:
        return found
    low, high = (checker.fit(end, t.IntType()) for end in ends)
    if not isinstance(low.type, t.IntType) or not isinstance(high.type, t.IntType):
        return checker.unknown(node.span)
    if low.type.low > high.type.high:
        write = f"{text_of(node.high.span)}..{text_of(node.low.span)}"
        checker.report("GDRNG05", node.span, range=text_of(node.span), write=f"`{write}`")
        return checker.unknown(node.span)
    item = t.IntType(low.type.low, high.type.high, low.type.is_open or high.type.is_open)
    return core.Interval(span=node.span, type=t.SetType(item, item.high - item.low + 1), low=low, high=high)


# ---------------------------------------------------------------- comparisons


def compare(checker: Checker, node: nodes.Compare, scope: Scope, _: t.Type | None) -> core.Value:
    """``= != < <= > >=`` and ``in``, ``not in``."""
    if node.sign in ("in", "not in"):
        return _membership(checker, node, scope)
    left, right = sides(checker, node.left, node.right, scope)
    if isinstance(left.type, t.UnknownType) or isinstance(right.type, t.UnknownType):
        return core.Const(span=node.span, type=t.UnknownType(), value=None)
    left, right = alike(checker, left, right)
    left, right = _beside(left, right), _beside(right, left)
    for one, other in ((left, right), (right, left)):
        if isinstance(intervals.strip(other.type), t.IntType) and counted(one):
            return compared_set(checker, node, one, scope, is_left=one is left)
    if (told := told_emptiness(checker, node, left, right)) is not None:
        return told
    if intervals.join(left.type, right.type) is None or not _comparable(left, right):
        return checker.wrong(right, sort_of(intervals.strip(left.type)), hint=_design(left, right))
    if node.sign in ("<", "<=", ">", ">=") and not _ordered(left):
        return checker.wrong(left, "a number or a word")
    _warn_decided(checker, node, left, right)
    for one, other in ((left, right), (right, left)):
        _warn_of_nothing(checker, node, one, other)
    return core.Compare(span=node.span, type=t.BoolType(), sign=node.sign, left=left, right=right)  # type: ignore[arg-type]


def _design(left: core.Value, right: core.Value) -> str:
    """Return what to write for the name of a kind that is compared with one of its rows; empty for all else."""
    if not isinstance(left, core.AllMembers) or not isinstance(right.type, t.DesignType):
        return ""
    is_own = getattr(getattr(left.type, "item", None), "kind", "") == right.type.kind
    return f"`design` is which one a piece is: write `design = {text_of(right.span)}`" if is_own else ""


def _beside(value: core.Value, other: core.Value) -> core.Value:
    """Return a set that names rows of which there are several copies with those that lie in the other set."""
    if not isinstance(value, core.MakeSet) or isinstance(other, core.MakeSet):
        return value
    items = [attrs.evolve(one, beside=other) if isinstance(one, core.FreeCopy) else one for one in value.items]
    return attrs.evolve(value, items=tuple(items))


def each_another(items: list[core.Value]) -> list[core.Value]:
    """Let every name of a row with several copies mean another copy."""
    found: list[core.Value] = []
    for item in items:
        if isinstance(item, core.FreeCopy):
            before = sum(isinstance(one, core.FreeCopy) and one.design == item.design for one in found)
            item = attrs.evolve(item, number=before)
        found.append(item)
    return found


def counted(value: core.Value) -> bool:
    """Tell whether a value is a set, of which `count` says how large it is."""
    return isinstance(value.type, t.SetType | t.ListType)


def sort_of(kind: t.Type) -> str:
    """Return a type as a phrase for messages, without the interval of a number."""
    return describe(NUMBER if isinstance(kind, t.IntType) else kind)


def sides(checker: Checker, left: nodes.Expr, right: nodes.Expr, scope: Scope) -> tuple[core.Value, core.Value]:
    """Check both sides; a bare constant takes its type from the other side."""
    if is_constant(checker, left, scope) and not is_constant(checker, right, scope):
        second = checker.value(right, scope)
        return checker.value(left, scope, wanted_by(second)), second
    first = checker.value(left, scope)
    return first, checker.value(right, scope, wanted_by(first))


def wanted_by(value: core.Value) -> t.Type | None:
    """Return the type a constant beside this value should have."""
    kind = intervals.strip(value.type)
    return None if isinstance(kind, t.UnknownType | t.NothingType) else kind


def is_constant(checker: Checker, node: nodes.Expr, scope: Scope) -> bool:
    """Tell whether an expression is a bare word with no meaning but as a constant (or a set of such)."""
    if isinstance(node, nodes.SetOf):
        return all(is_constant(checker, item, scope) for item in node.items)
    return (
        isinstance(node, nodes.Name)
        and bool(constants(checker, node.name))
        and not value_meanings(checker, node, scope)
    )


def alike(checker: Checker, left: core.Value, right: core.Value) -> tuple[core.Value, core.Value]:
    """Bring a piece and a row (or sets of them) to one sort: to pieces where one copy exists, else to rows."""
    return _to_sort_of(checker, left, right), _to_sort_of(checker, right, left)


def _to_sort_of(checker: Checker, value: core.Value, other: core.Value) -> core.Value:
    have, beside = intervals.strip(value.type), intervals.strip(other.type)
    if isinstance(have, t.PieceType) and isinstance(beside, t.DesignType):
        if isinstance(other, core.Const) and _one_copy(checker, other) is not None:
            return value
        return checker.fit(value, t.MaybeType(t.DesignType(have.kind)))
    if isinstance(have, t.DesignType) and isinstance(beside, t.PieceType) and isinstance(value, core.Const):
        return _one_copy(checker, value) or value
    pieces = isinstance(have, t.SetType | t.ListType) and isinstance(have.item, t.PieceType)
    rows = isinstance(beside, t.SetType | t.ListType) and isinstance(beside.item, t.DesignType)
    return checker.designs_of(value) if pieces and rows else value


def _one_copy(checker: Checker, value: core.Const) -> core.Value | None:
    assert isinstance(value.type, t.DesignType) and isinstance(value.value, int)
    kind = checker.symbols.kinds[value.type.kind]
    if kind.each_player or checker.symbols.designs[value.value][1].copies != 1:
        return None
    return core.CopyOf(span=value.span, type=t.PieceType(kind.name), design=value.value)


def _comparable(left: core.Value, right: core.Value) -> bool:
    texts = (t.TextType, t.RowType)
    return not isinstance(intervals.strip(left.type), texts) and not isinstance(intervals.strip(right.type), texts)


def _ordered(value: core.Value) -> bool:
    return isinstance(intervals.strip(value.type), t.IntType | t.WordType)


def _warn_decided(checker: Checker, node: nodes.Compare, left: core.Value, right: core.Value) -> None:
    """A comparison of numbers whose intervals decide it, or with none where none cannot be."""
    reason = ""
    verdict = ""
    a, b = left.type, right.type
    if isinstance(a, t.NothingType) != isinstance(b, t.NothingType):
        other = b if isinstance(a, t.NothingType) else a
        if not isinstance(other, t.MaybeType):
            verdict = "false" if node.sign == "=" else "true"
            written = text_of((node.right if isinstance(a, t.NothingType) else node.left).span)
            reason = f"`{written}` is never none"
            if isinstance(other, t.SetType | t.ListType):
                reason = f"`{written}` is a set, never none; `{{}}` is the empty set"
    elif isinstance(a, t.IntType) and isinstance(b, t.IntType):
        decided = _decide(node.sign, a, b)
        if decided is not None:
            verdict = "true" if decided else "false"
            reason = f"the left side is {a}, the right side {b}"
    elif isinstance(left, core.Const) and isinstance(right, core.Const) and a == b and not isinstance(a, t.BoolType):
        verdict = "true" if (left.value == right.value) == (node.sign == "=") else "false"
        verdict = verdict if node.sign in ("=", "!=") else ""
        reason = "both sides are written out"
    if verdict:
        checker.report("GDRNG06", node.span, value=verdict, reason=reason)


def _warn_of_nothing(checker: Checker, node: nodes.Compare, one: core.Value, other: core.Value) -> None:
    """``!=`` also holds where there is nothing to compare; beside a board its places are empty, too."""
    empty = isinstance(other.type, t.NothingType)
    if node.sign == "!=" and not isinstance(other.type, t.NothingType | t.MaybeType) and checker.is_of_nothing(one):
        subject = _subject(one)
        if subject is not None:
            checker.report("GDTYP12", node.span, condition=text_of(node.span), subject=text_of(subject.span))
    owner = one.zone.owner if isinstance(one, core.SlotPiece | core.Top) else None
    owner = one.owner if isinstance(one, core.ReadValue) else owner
    unsure = node.sign == "=" and empty and owner is not None and isinstance(owner.type, t.MaybeType)
    if owner is not None and unsure and board_kind(checker.symbols, owner.type):
        checker.report("GDTYP13", node.span, condition=text_of(node.span), place=text_of(owner.span))


def _subject(value: core.Value) -> core.Value | None:
    """Return what may be nothing, so that an attribute of it is nothing."""
    match value:
        case core.Attribute(subject=subject) | core.CellCall(subject=subject) | core.OwnerOf(subject=subject):
            return subject
        case core.ReadValue(owner=owner, keys=given) | core.TermCall(owner=owner, arguments=given):
            parts = (owner, *given)
            return next((part for part in parts if part is not None and isinstance(part.type, t.MaybeType)), None)
        case _:
            return None


def _decide(sign: str, a: t.IntType, b: t.IntType) -> bool | None:
    if a.low > a.high or b.low > b.high:
        return None
    if sign in ("<", ">="):
        below = True if a.high < b.low else False if a.low >= b.high else None
        return below if sign == "<" or below is None else not below
    if sign in (">", "<="):
        above = True if a.low > b.high else False if a.high <= b.low else None
        return above if sign == ">" or above is None else not above
    if not intervals.meets(a, b):
        return sign == "!="
    return None


def _membership(checker: Checker, node: nodes.Compare, scope: Scope) -> core.Value:
    if is_constant(checker, node.left, scope):
        container = checker.set_value(node.right, scope)
        item = getattr(container.type, "item", None)
        element = checker.value(node.left, scope, item)
    else:
        element = checker.value(node.left, scope)
        container = checker.set_value(node.right, scope, wanted_by(element))
    if isinstance(container.type, t.UnknownType) or isinstance(element.type, t.UnknownType):
        return core.Const(span=node.span, type=t.UnknownType(), value=None)
    element, container = _same_sort(checker, element, container)
    element = _beside(element, container)
    assert isinstance(container.type, t.SetType | t.ListType)
    inner = intervals.strip(element.type)
    inner = inner.item if isinstance(inner, t.SetType | t.ListType) else inner
    empty = isinstance(container.type.item, t.NothingType)
    if not empty and not same(inner, container.type.item) and not isinstance(inner, t.NothingType):
        return checker.wrong(element, describe(container.type.item))
    found = core.Member(span=node.span, type=t.BoolType(), element=element, container=container)
    return core.Not(span=node.span, type=t.BoolType(), value=found) if node.sign == "not in" else found


def _same_sort(checker: Checker, element: core.Value, container: core.Value) -> tuple[core.Value, core.Value]:
    item = getattr(container.type, "item", None)
    kind = intervals.strip(element.type)
    if isinstance(kind, t.DesignType) and isinstance(item, t.PieceType):
        if isinstance(element, core.Const) and (piece := _one_copy(checker, element)) is not None:
            return piece, container
        return element, checker.designs_of(container)
    if isinstance(kind, t.PieceType) and isinstance(item, t.DesignType):
        return checker.fit(element, t.MaybeType(item)), container
    return element, container


# ---------------------------------------------------------------- logic


def negation(checker: Checker, node: nodes.Not, scope: Scope, _: t.Type | None) -> core.Value:
    """``not C``."""
    return core.Not(span=node.span, type=t.BoolType(), value=checker.condition(node.value, scope))


def conjunction(checker: Checker, node: nodes.And, scope: Scope, _: t.Type | None) -> core.Value:
    """``a and b``: what ``a`` says holds in ``b``."""
    return core.And(span=node.span, type=t.BoolType(), items=_chain(checker, node.items, scope, True))


def disjunction(checker: Checker, node: nodes.Or, scope: Scope, _: t.Type | None) -> core.Value:
    """``a or b``: that ``a`` is false holds in ``b``."""
    return core.Or(span=node.span, type=t.BoolType(), items=_chain(checker, node.items, scope, False))


def _chain(checker: Checker, items: tuple[nodes.Expr, ...], scope: Scope, truth: bool) -> tuple[core.Value, ...]:
    inner = scope.child()
    checked: list[core.Value] = []
    for place in range(len(items)):
        before = (items[place - 1], checked[-1]) if checked else None
        found = alternative(checker, before, items[place:], inner)
        if found is None:
            break
        value = checker.fit(found, t.BoolType())
        checker.learn(inner, value, truth)
        checked.append(value)
    return tuple(checked)


def either(checker: Checker, node: nodes.Either, scope: Scope, expected: t.Type | None) -> core.Value:
    """``a if C else b``."""
    condition = checker.condition(node.condition, scope)
    yes, no = scope.child(), scope.child()
    checker.learn(yes, condition, True)
    checker.learn(no, condition, False)
    if expected is None and is_constant(checker, node.value, yes):
        otherwise = checker.value(node.otherwise, no)
        value = checker.value(node.value, yes, wanted_by(otherwise))
    else:
        value = checker.value(node.value, yes, expected)
        otherwise = checker.value(node.otherwise, no, expected or wanted_by(value))
    if isinstance(value.type, t.UnknownType) or isinstance(otherwise.type, t.UnknownType):
        return checker.unknown(node.span)
    value, otherwise = alike(checker, value, otherwise)
    joined = intervals.join(value.type, otherwise.type)
    if joined is None:
        return checker.wrong(otherwise, sort_of(value.type))
    return core.Either(span=node.span, type=joined, condition=condition, value=value, otherwise=otherwise)


__all__ = ["alike", "fits", "make_set", "sides"]
