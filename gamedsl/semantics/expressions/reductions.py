"""Calls of functions over sets and passes of loops -> core values: counts, sums, extremes, the only one, the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.cures.listed import may_vanish, told_in_loops, told_listed
from gamedsl.semantics.expressions.cures.lists import many_among_few, set_among_numbers
from gamedsl.semantics.expressions.cures.loops import told_unnamed
from gamedsl.semantics.expressions.members import checker_zone, collect
from gamedsl.semantics.expressions.operators import fits
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.sets import loops_of, passes
from gamedsl.syntax import nodes
from gamedsl.syntax.recovery.patterns.calls import BUILTIN_FORMS

Builtin = Callable[[Checker, nodes.Call, Scope], core.Value]
_ONCE = ("count", "sum", "min", "max")
"""Functions for which each value may be taken once."""
_WITH_ELSE = ("min", "max", "only")
"""Functions that may say what they are where there is nothing."""


def one_argument(checker: Checker, node: nodes.Call, name: str, count: int = 1) -> bool:
    """Tell whether a call has as many arguments as it needs; report it otherwise."""
    if len(node.arguments) != count:
        found, form = len(node.arguments), BUILTIN_FORMS[name]
        checker.report("GDTYP03", node.span, name=name, expected=count, found=found, form=form)
        return False
    return True


def _count(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if not one_argument(checker, node, "count"):
        return checker.unknown(node.span)
    argument = node.arguments[0]
    if told_unnamed(checker, "count", argument, scope):
        return checker.unknown(node.span)
    if isinstance(argument, nodes.Gather):
        return _reduce(checker, "count", node, argument, scope)
    if isinstance(argument, nodes.Different):
        source = once(checker, argument, scope)
        if isinstance(source.type, t.UnknownType):
            return checker.unknown(node.span)
        assert isinstance(source.type, t.SetType | t.ListType)
        return core.Count(span=node.span, type=t.IntType(0, source.type.most), source=source)
    raw = checker.raw(argument, scope)
    if isinstance(raw.type, t.ZoneType) and raw.type.form != "purse":
        zone = checker_zone(raw)
        most = 1 if raw.type.form == "slot" and raw.type.single else checker.symbols.pieces_of(raw.type.kind)
        return core.CountPieces(span=node.span, type=t.IntType(0, most), zone=zone)
    source = checker.read(raw)
    if _each_attribute(argument, source):
        return _reduce(checker, "count", node, argument, scope)
    if not isinstance(source.type, t.SetType | t.ListType):
        hint = "a purse is its amount already: leave out `count`" if isinstance(source, core.Amount) else ""
        return checker.wrong(source, "a zone or a set", hint=hint)
    told_listed(checker, "count", node, argument, source)
    low = checker.symbols.low if isinstance(source, core.AllPlayers) else getattr(source.type, "least", 0)
    return core.Count(span=node.span, type=t.IntType(low, source.type.most), source=source)


def _reduction(function: str) -> Builtin:
    def reduction(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
        if function in ("min", "max") and len(node.arguments) > 1:
            return _extreme(checker, function, node, scope)
        if function == "sum" and len(node.arguments) > 1:
            return _total(checker, node, scope)
        if not node.arguments and function in ("min", "max"):
            form = BUILTIN_FORMS[function]
            checker.report("GDTYP03", node.span, name=function, expected="1 or more", found=0, form=form)
            return checker.unknown(node.span)
        if not one_argument(checker, node, function) or told_unnamed(checker, function, node.arguments[0], scope):
            return checker.unknown(node.span)
        return _reduce(checker, function, node, node.arguments[0], scope)

    return reduction


def _reduce(checker: Checker, function: str, node: nodes.Call, argument: nodes.Expr, scope: Scope) -> core.Value:
    otherwise = None
    if isinstance(argument, nodes.Fallback) and function in _WITH_ELSE:
        otherwise = checker.value(argument.otherwise, scope, t.IntType())
        argument = argument.source
    drawn = _drawn(checker, function, node, argument, scope)
    if drawn is None:
        return checker.unknown(node.span)
    value, loops = drawn
    kind = _reduced_type(checker, function, node, value, loops)
    if kind is not None and otherwise is not None:
        kind = _with_else(checker, function, otherwise, value, loops)
    if kind is None:
        return checker.unknown(node.span)
    return core.Reduce(
        span=node.span,
        type=kind,
        function=function,  # type: ignore[arg-type]
        value=value,
        loops=loops,
        otherwise=otherwise,
    )


def _drawn(
    checker: Checker, function: str, node: nodes.Call, argument: nodes.Expr, scope: Scope
) -> tuple[core.Value, tuple[core.Loop, ...]] | None:
    """Check what a function goes through: the value of each pass and the loops; None after an error."""
    inner = scope.child()
    if isinstance(argument, nodes.Gather):
        loops = loops_of(checker, argument.loops, inner)
        value = checker.value(argument.value, inner)
        told_in_loops(checker, function, argument, loops)
    else:
        is_once = isinstance(argument, nodes.Different) and function in (*_ONCE, *BEST)
        source = once(checker, argument, scope) if is_once else checker.set_value(argument, scope)
        if not is_once:
            told_listed(checker, function, node, argument, source)
        if isinstance(source, core.Collect) and _each_attribute(argument, source):
            value, loops = source.value, source.loops
        else:
            slot = scope.body.take()
            item = getattr(source.type, "item", t.UnknownType())
            value = core.Local(span=argument.span, type=item, slot=slot)
            loops = (core.Loop(span=argument.span, slot=slot, source=source, condition=None),)
    if isinstance(value.type, t.UnknownType) or any(isinstance(loop.source.type, t.UnknownType) for loop in loops):
        return None
    return value, loops


def once(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Value:
    """Check ``different S``: the set of what is drawn; a set of things holds each of them once anyway."""
    assert isinstance(node, nodes.Different)
    source = checker.set_value(node.source, scope)
    collected = isinstance(node.source, nodes.Gather) or _each_attribute(node.source, source)
    if not collected and isinstance(source.type, t.SetType) and not may_vanish(source):
        checker.report("GDTYP14", node.span, value=text_of(node.source.span))
    if not isinstance(source.type, t.ListType):
        return source
    slot = scope.body.take()
    one = core.Local(span=node.span, type=source.type.item, slot=slot)
    loop = core.Loop(span=node.span, slot=slot, source=source, condition=None)
    return core.Collect(span=node.span, type=t.SetType(one.type, source.type.most), value=one, loops=(loop,))


def _with_else(
    checker: Checker, function: str, otherwise: core.Value, value: core.Value, loops: tuple[core.Loop, ...]
) -> t.Type | None:
    """Return what ``min(S else x)`` can be; report an ``else`` that is never needed."""
    least, _ = passes(checker, loops)
    if least and not isinstance(value.type, t.MaybeType):
        checker.report("GDTYP17", otherwise.span, function=function)
    joined = intervals.join(intervals.strip(value.type), otherwise.type)
    if joined is None:
        checker.wrong(otherwise, "a number or none")
    return joined


def _best(function: str) -> Builtin:
    """Return the check of ``largest(n, S)`` or ``smallest(n, S)``."""

    def best(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
        several = len(node.arguments) > 2
        if not several and not one_argument(checker, node, function, 2):
            return checker.unknown(node.span)
        if isinstance(node.arguments[0], nodes.Gather | nodes.Filter):
            last = node.arguments[1]
            hint = f"turn it round: `{function}({text_of(last.span)}, {text_of(node.arguments[0].span)})`"
            checker.report("GDTYP01", node.span, expected="first how many", found="first a set", hint=hint)
            return checker.unknown(node.span)
        if not several and isinstance(node.arguments[1], nodes.Arithmetic | nodes.Number):
            other = "max" if function == "largest" else "min"
            hint = f"of two numbers: `{other}({text_of(node.arguments[0].span)}, {text_of(node.arguments[1].span)})`"
            checker.report("GDTYP01", node.span, expected="how many, then a set", found="two numbers", hint=hint)
            return checker.unknown(node.span)
        limit = t.IntType(0, t.HIGHEST)
        count = checker.in_range(checker.value(node.arguments[0], scope, limit), limit, f"how many of the {function}")
        if several:
            drawn = _by_place(checker, function, node, scope)
        else:
            drawn = _drawn(checker, function, node, node.arguments[1], scope)
        if drawn is None or not isinstance(count.type, t.IntType):
            return checker.unknown(node.span)
        value, loops = drawn
        kind = intervals.strip(value.type)
        if not isinstance(kind, t.IntType):
            name = text_of(node.arguments[1].span)
            plain = not isinstance(node.arguments[1], nodes.Gather)
            hint = f"say which number counts: `{function}(…, NUMBER for each x in {name})`" if plain else ""
            checker.wrong(value, "a number", hint=hint)
            return checker.unknown(node.span)
        least, most = passes(checker, loops)
        certain = 0 if isinstance(value.type, t.MaybeType) else min(least, max(0, count.type.low))
        size = t.ListType(kind, min(most, max(0, count.type.high)), certain)
        return core.Best(span=node.span, type=size, function=function, count=count, value=value, loops=loops)  # type: ignore[arg-type]

    return best


def _by_place(
    checker: Checker, function: str, node: nodes.Call, scope: Scope
) -> tuple[core.Value, tuple[core.Loop, ...]] | None:
    """Check several numbers behind the first argument, of which equal ones count each: a loop over their places."""
    items = [_single_number(checker, function, node, argument, scope) for argument in node.arguments[1:]]
    kinds = [item.type for item in items if isinstance(item.type, t.IntType)]
    if len(kinds) != len(items):
        return None
    span, slot = node.span, scope.body.take()
    place = core.Local(span=span, type=t.IntType(1, len(items)), slot=slot)
    found = items[-1]
    for at, item in reversed([*enumerate(items[:-1], 1)]):
        number = core.Const(span=span, type=t.IntType(at, at), value=at)
        here = core.Compare(span=span, type=t.BoolType(), sign="=", left=place, right=number)
        kind = intervals.join(item.type, found.type)
        assert kind is not None
        found = core.Either(span=span, type=kind, condition=here, value=item, otherwise=found)
    ends = [core.Const(span=span, type=t.IntType(end, end), value=end) for end in (1, len(items))]
    whole = core.Interval(span=span, type=t.SetType(place.type, len(items)), low=ends[0], high=ends[1])
    return found, (core.Loop(span=span, slot=slot, source=whole, condition=None),)


def misplaced(checker: Checker, node: nodes.Fallback | nodes.Different, scope: Scope, _: t.Type | None) -> core.Value:
    """Report ``else`` or ``different`` in brackets where they mean nothing."""
    word, where = ("else", _WITH_ELSE) if isinstance(node, nodes.Fallback) else ("different", (*_ONCE, *BEST))
    cure = _ELSE_CURE if word == "else" else _DIFFERENT_CURE
    checker.report("GDTYP16", node.span, word=word, where=listed(where, "and"), cure=cure)
    checker.raw(node.source, scope)
    return checker.unknown(node.span)


_ELSE_CURE = "for one of two values write `a if CONDITION else b`"
_DIFFERENT_CURE = "leave it out: a set holds everything once"


def _each_attribute(node: nodes.Expr, source: core.Value) -> bool:
    """Tell whether an expression is an attribute of every element of a set: ``sum(you.cards.value)`` adds them all."""
    return (
        isinstance(node, nodes.Member | nodes.Index)
        and isinstance(source, core.Collect)
        and not isinstance(source.value.type, t.SetType | t.ListType)
    )


def _reduced_type(
    checker: Checker, function: str, node: nodes.Call, value: core.Value, loops: tuple[core.Loop, ...]
) -> t.Type | None:
    least, most = passes(checker, loops)
    if function == "count" and isinstance(value.type, t.BoolType):
        checker.wrong(value, "something to be counted", hint=_counting(node.arguments[0]))
        return None
    if function == "count":
        return fits(checker, t.IntType(0, most), node.span)
    kind = intervals.strip(value.type)
    if function in ("any", "all"):
        return t.BoolType() if not isinstance(checker.fit(value, t.BoolType()).type, t.UnknownType) else None
    if not isinstance(kind, t.IntType):
        checker.wrong(value, "a number")
        return None
    if isinstance(value.type, t.MaybeType):
        least = 0
    if function == "sum":
        return fits(checker, intervals.total(kind, least, most), node.span)
    return kind if least else t.IntType(min(0, kind.low), max(0, kind.high), kind.is_open)


def _counting(argument: nodes.Expr) -> str:
    """Return how to count where a condition holds: yes and no are counted alike."""
    if not isinstance(argument, nodes.Gather):
        source, asked = text_of(argument.span).rpartition(".")[::2]
        told = f"x for each x in {source} where x.{asked}"
    else:
        last = argument.loops[-1]
        tests = [one for one in (last.condition, argument.value) if one is not None]
        where = [
            f"({text_of(one.span)})"
            if len(tests) > 1 and isinstance(one, nodes.Or | nodes.Either)
            else text_of(one.span)
            for one in tests
        ]
        sources = [text_of(one.span) for one in argument.loops[:-1]]
        sources.append(f"{last.name} in {text_of(last.source.span)}")
        told = f"{last.name} for each {' for each '.join(sources)} where {' and '.join(where)}"
    return f"yes and no are counted alike; to count where it holds: `count({told})`"


def _total(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    """Check `sum(a, b)`, where equal numbers count each."""
    found, *others = (_single_number(checker, "sum", node, argument, scope) for argument in node.arguments)
    for other in others:
        if not isinstance(found.type, t.IntType) or not isinstance(other.type, t.IntType):
            return checker.unknown(node.span)
        kind = fits(checker, intervals.arithmetic("+", found.type, other.type), node.span)
        found = core.Arithmetic(span=node.span, type=kind, sign="+", left=found, right=other)
    return found


def _extreme(checker: Checker, function: str, node: nodes.Call, scope: Scope) -> core.Value:
    if (several := many_among_few(function, node)) is not None:
        argument, hint = several
        checker.report("GDTYP01", argument.span, expected="a number", found="several of them", hint=hint)
        return checker.unknown(node.span)
    items = tuple(_single_number(checker, function, node, argument, scope) for argument in node.arguments)
    kinds = [item.type for item in items if isinstance(item.type, t.IntType)]
    if len(kinds) != len(items):
        return checker.unknown(node.span)
    pick = min if function == "min" else max
    found = t.IntType(pick(kind.low for kind in kinds), pick(kind.high for kind in kinds))
    interval = intervals.opened(found, *kinds)
    return core.Extreme(span=node.span, type=interval, function=function, items=items)  # type: ignore[arg-type]


def _single_number(checker: Checker, function: str, node: nodes.Call, argument: nodes.Expr, scope: Scope) -> core.Value:
    """Check one of several numbers of `min` or `max`."""
    value = checker.value(argument, scope, t.IntType())
    hint = set_among_numbers(function, value, node)
    return checker.wrong(value, "a number", hint=hint) if hint else checker.fit(value, t.IntType())


def _only(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if not one_argument(checker, node, "only"):
        return checker.unknown(node.span)
    argument = node.arguments[0]
    written = argument.otherwise if isinstance(argument, nodes.Fallback) else None
    source = checker.set_value(argument.source if isinstance(argument, nodes.Fallback) else argument, scope)
    if not isinstance(source.type, t.SetType | t.ListType):
        return checker.unknown(node.span)
    maybe = t.MaybeType(source.type.item)
    if written is None:
        return core.Only(span=node.span, type=maybe, source=source)
    otherwise = checker.fit(checker.value(written, scope, source.type.item), maybe)
    joined = intervals.join(source.type.item, otherwise.type)
    if joined is None or isinstance(otherwise.type, t.UnknownType):
        return checker.unknown(node.span)
    return core.Only(span=node.span, type=joined, source=source, otherwise=otherwise)


BEST: dict[str, Builtin] = {"largest": _best("largest"), "smallest": _best("smallest")}
"""Functions that came late: a name of the file's own goes before them."""

REDUCTIONS: dict[str, Builtin] = {
    "count": _count,
    **{function: _reduction(function) for function in ("sum", "min", "max", "any", "all")},
    "only": _only,
}


# ---------------------------------------------------------------- rows by their keys


def by_keys(
    checker: Checker, node: nodes.Call, kind: model.Kind, given: Sequence[core.Value], scope: Scope
) -> core.Value:
    """``card(suit, n + 1)``: the piece with these key values where each row has one copy, else the row; else none."""
    span, made = node.span, [column for column in kind.columns if column.made]
    fitted = [_fit_key(checker, one, column) for one, column in zip(given, made, strict=True)]
    if any(isinstance(one.type, t.UnknownType) for one in fitted):
        return checker.unknown(span)
    is_single = not kind.each_player and all(design.copies == 1 for design in kind.designs)
    item = t.PieceType(kind.name) if is_single else t.DesignType(kind.name)
    keys = [core.Local(span=one.span, type=one.type, slot=scope.body.take()) for one in fitted]
    row = core.Local(span=span, type=item, slot=scope.body.take())
    fitting = tuple(
        core.Compare(
            span=span,
            type=t.BoolType(),
            sign="=",
            left=core.Attribute(span=span, type=column.type, column=column.name, subject=row),
            right=key,
        )
        for column, key in zip(made, keys, strict=True)
    )
    condition = fitting[0] if len(fitting) == 1 else core.And(span=span, type=t.BoolType(), items=fitting)
    every = t.SetType(item, len(kind.designs))
    loop = core.Loop(span=span, slot=row.slot, source=core.AllMembers(span=span, type=every), condition=condition)
    one = core.Only(span=span, type=t.MaybeType(item), source=collect(row, (loop,), span))
    found: core.Value = core.LetIn(
        span=span, type=one.type, slots=tuple(key.slot for key in keys), given=tuple(fitted), value=one
    )
    if _has_all_keys(checker, kind, made, fitted):
        return core.Certain(span=span, type=item, value=found)
    return found


def _fit_key(checker: Checker, value: core.Value, column: model.Column) -> core.Value:
    """Fit the value of a key: a number may well be one that no row has, but not always."""
    have = intervals.strip(value.type)
    if isinstance(column.type, t.IntType) and isinstance(have, t.IntType):
        never = not intervals.meets(column.type, have)
        return checker.in_range(value, column.type, f"`{column.name}`") if never else value
    return checker.fit(value, t.MaybeType(column.type) if isinstance(value.type, t.MaybeType) else column.type)


def _has_all_keys(
    checker: Checker, kind: model.Kind, made: Sequence[model.Column], given: Sequence[core.Value]
) -> bool:
    """Tell whether there surely is a row with these key values."""
    for one, column in zip(given, made, strict=True):
        numbers = isinstance(column.type, t.IntType) and isinstance(one.type, t.IntType)
        if isinstance(one.type, t.MaybeType) or (numbers and not intervals.contains(column.type, one.type)):  # type: ignore[arg-type]
            return False
    return len(kind.designs) == prod(checker.symbols.members(column.type) for column in made)
