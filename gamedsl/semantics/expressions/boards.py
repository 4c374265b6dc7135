"""Calls and brackets about places of boards -> core values: steps, ways and what stops them, lines, chains."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import board_directions, intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.cures.places import NO_PLACE, places_call, where_it_lies
from gamedsl.semantics.expressions.scopes import Scope, at_hand
from gamedsl.semantics.expressions.sets import element
from gamedsl.semantics.symbols import Symbols
from gamedsl.source import Span
from gamedsl.syntax import nodes
from gamedsl.syntax.recovery.patterns.calls import BUILTIN_FORMS


def count_is(checker: Checker, node: nodes.Call, name: str, *counts: int) -> bool:
    """Tell whether a call has one of these numbers of arguments; report it otherwise."""
    if len(node.arguments) in counts:
        return True
    expected = " or ".join(map(str, counts))
    form = BUILTIN_FORMS[name]
    checker.report("GDTYP03", node.span, name=name, expected=expected, found=len(node.arguments), form=form)
    return False


# ---------------------------------------------------------------- places and directions


def board_kind(symbols: Symbols, kind: t.Type) -> str:
    """Return the kind of the places of a board that a type (or a set of it) stands for; empty for any other type."""
    kind = intervals.strip(kind)
    item = intervals.strip(kind.item) if isinstance(kind, t.SetType | t.ListType) else kind
    if isinstance(item, t.PieceType | t.DesignType) and symbols.kinds[item.kind].board is not None:
        return item.kind
    return ""


def wanted_place(checker: Checker, node: nodes.Expr) -> t.Type | None:
    """Return the type that lets the name of a board mean the place at hand; None for anything else."""
    if isinstance(node, nodes.Name) and node.name in checker.symbols.kinds:
        return t.PieceType(node.name)
    return None


def as_place(checker: Checker, value: core.Value) -> core.Value:
    """Return the name of a place as the place itself; any other value as it is."""
    if not isinstance(value, core.Const) or not isinstance(value.type, t.DesignType):
        return value
    is_space = checker.symbols.kinds[value.type.kind].form == "space"
    return (checker.piece_of(value) or value) if is_space else value


def place(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Value:
    """Check an expression that must be one place of a board, or none."""
    value = as_place(checker, checker.value(node, scope, wanted_place(checker, node)))
    if isinstance(value.type, t.UnknownType):
        return value
    if isinstance(value.type, t.SetType | t.ListType) and board_kind(checker.symbols, value.type):
        return checker.wrong(value, "one place", hint="of several places say which: `… for each x in …`")
    if board_kind(checker.symbols, value.type):
        return value
    hint = where_it_lies(checker.symbols, value.type, text_of(value.span))
    return checker.wrong(value, NO_PLACE, hint=hint or "call it by its name, such as `a1`, or by a name of a `pick`")


def _on_grid(checker: Checker, value: core.Value) -> bool:
    """Tell whether a place lies on a grid; report it otherwise."""
    kind = board_kind(checker.symbols, value.type)
    board = checker.symbols.kinds[kind].board if kind else None
    if board is not None and board.steps:
        return True
    if kind:
        hint = "directions need columns and rows: `space, grid a..g by 1..7, lines (…)`"
        checker.wrong(value, "a place of a grid", hint=hint)
    return False


def directions(checker: Checker, node: nodes.Expr, scope: Scope, one: str = "") -> core.Value:
    """Check an expression that must be a direction or a set of them; ``one``: what takes a single one only."""
    symbols = checker.symbols
    if not symbols.directions:
        return checker.wrong(checker.value(node, scope), "a direction", hint="directions need a `grid`")
    word = t.WordType(symbols.directions)
    if isinstance(node, nodes.Or | nodes.And):
        hint = f"several directions stand in braces: `{{{', '.join(text_of(item.span) for item in node.items)}}}`"
        checker.report("GDTYP01", node.span, expected="a direction", found="yes or no", hint=hint)
        return checker.unknown(node.span)
    value = checker.value(node, scope, word if one else t.SetType(word))
    many = isinstance(value.type, t.SetType | t.ListType)
    item = value.type.item if isinstance(value.type, t.SetType | t.ListType) else intervals.strip(value.type)
    if item != word and not isinstance(item, t.UnknownType | t.NothingType):
        hint = f"directions are {listed(symbols.word_lists[word.words].words_of)}"
        return checker.wrong(value, "a direction", hint=hint)
    if many and one:
        return checker.wrong(value, "one direction", hint=one)
    return value


# ---------------------------------------------------------------- functions


def next_place(checker: Checker, node: nodes.Call, space: core.Value, scope: Scope) -> core.Value:
    """``next(s, d)``: the next place in a direction."""
    single = f"of several directions: `neighbours({text_of(node.arguments[0].span)}, …)`"
    where = directions(checker, node.arguments[1], scope, one=single)
    if isinstance(where.type, t.UnknownType) or not _on_grid(checker, space):
        return checker.unknown(node.span)
    kind = t.MaybeType(intervals.strip(space.type))
    return core.NextPlace(span=node.span, type=kind, space=space, direction=where)


def way(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    """``way(s, d)`` and ``way(s, D)``."""
    if not count_is(checker, node, "way", 2):
        return checker.unknown(node.span)
    first = checker.value(node.arguments[0], scope, wanted_place(checker, node.arguments[0]))
    if (spoken := places_call(checker, node, first)) is not None:
        return spoken
    space = place(checker, node.arguments[0], scope)
    where = directions(checker, node.arguments[1], scope)
    if isinstance(space.type, t.UnknownType) or isinstance(where.type, t.UnknownType) or not _on_grid(checker, space):
        return checker.unknown(node.span)
    item = intervals.strip(space.type)
    board = checker.symbols.kinds[board_kind(checker.symbols, item)].board
    assert board is not None
    longest = max(len(board.letters), len(board.numbers)) - 1
    kind: t.Type = t.ListType(item, longest)
    if isinstance(where.type, t.SetType | t.ListType):
        kind = t.SetType(item, min(checker.symbols.members(item) - 1, longest * where.type.most))
    return core.Way(span=node.span, type=kind, space=space, directions=where)


def some_neighbours(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    """``neighbours(s, D)``: the places next to a place, or to several, in some directions."""
    value = as_place(checker, checker.value(node.arguments[0], scope, wanted_place(checker, node.arguments[0])))
    if (spoken := places_call(checker, node, value)) is not None:
        return spoken
    where = directions(checker, node.arguments[1], scope)
    if isinstance(value.type, t.UnknownType) or isinstance(where.type, t.UnknownType):
        return checker.unknown(node.span)
    if not board_kind(checker.symbols, value.type):
        return checker.wrong(value, NO_PLACE)
    if not _on_grid(checker, value):
        return checker.unknown(node.span)
    kind = intervals.strip(value.type)
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    most = checker.symbols.members(item)
    if item is kind:
        most = min(most, where.type.most if isinstance(where.type, t.SetType | t.ListType) else 1)
    return core.Neighbours(span=node.span, type=t.SetType(item, most), space=value, directions=where)


def behind(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    """``behind(a, b)``."""
    found = _two_places(checker, node, "behind", scope)
    if found is None:
        return checker.unknown(node.span)
    first, second = found
    kind = t.MaybeType(intervals.strip(first.type))
    return core.Behind(span=node.span, type=kind, first=first, second=second)


def places_between(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    """``between(a, b)``."""
    found = _two_places(checker, node, "between", scope)
    if found is None:
        return checker.unknown(node.span)
    first, second = found
    item = intervals.strip(first.type)
    kind = t.SetType(item, max(0, checker.symbols.members(item) - 2))
    return core.PlacesBetween(span=node.span, type=kind, first=first, second=second)


def _two_places(checker: Checker, node: nodes.Call, name: str, scope: Scope) -> tuple[core.Value, core.Value] | None:
    if not count_is(checker, node, name, 2):
        return None
    first, second = (place(checker, argument, scope) for argument in node.arguments)
    if isinstance(first.type, t.UnknownType) or isinstance(second.type, t.UnknownType):
        return None
    if intervals.strip(first.type) != intervals.strip(second.type):
        checker.wrong(second, describe(intervals.strip(first.type)))
        return None
    return first, second


def lines_of(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value | None:
    """``lines(p)``, ``lines(point)`` and ``lines(square, 4)``; None for lines of a zone."""
    symbols, argument = checker.symbols, node.arguments[0]
    named = argument.name if isinstance(argument, nodes.Name) and argument.name in symbols.kinds else ""
    if len(node.arguments) == 2:
        if not named or symbols.kinds[named].board is None:
            return None
        return _runs(checker, node, named, scope)
    own = at_hand(scope, named) if named else None
    space = None
    if not named or own is not None:
        space = place(checker, argument, scope)
        if isinstance(space.type, t.UnknownType):
            return checker.unknown(node.span)
    item = t.PieceType(named) if space is None else intervals.strip(space.type)
    kind = board_kind(symbols, item)
    board = symbols.kinds[kind].board if kind else None
    if board is None or not board.lines:
        hint = "draw them, `space, lines (a b c, …)`, or say how long the runs of a grid are: `lines(square, 4)`"
        written = space or core.AllMembers(span=argument.span, type=t.SetType(item))
        return checker.wrong(written, "places with drawn lines", hint=hint)
    if space is None:
        symbols.used.add("components." + named)
    assert isinstance(item, t.PieceType)
    line = t.ListType(item, max(map(len, board.lines)), min(map(len, board.lines)))
    most = len(board.lines) if space is None else max(_lines_through(board, p) for p in range(symbols.members(item)))
    return core.DrawnLines(span=node.span, type=t.ListType(line, most), space=space)


def _lines_through(board: board_directions.Board, number: int) -> int:
    return sum(number in line for line in board.lines)


def _runs(checker: Checker, node: nodes.Call, kind: str, scope: Scope) -> core.Value:
    board = checker.symbols.kinds[kind].board
    item = t.PieceType(kind)
    everything = core.AllMembers(span=node.arguments[0].span, type=t.SetType(item))
    if board is None or not board.steps:
        return checker.wrong(everything, "a board with a grid")
    checker.symbols.used.add("components." + kind)
    length = checker.number(node.arguments[1], scope)
    if not isinstance(length.type, t.IntType):
        return checker.unknown(node.span)
    low, longest = max(0, length.type.low), max(len(board.letters), len(board.numbers))
    if length.type.low > longest or length.type.high < 1:
        target, found = "how many places a run has", str(length.type)
        own_help = {"help": f"the longest row of `{kind}` has {longest} places"}
        checker.report("GDRNG01", length.span, target=target, range=f"1..{longest}", found=found, **own_help)
    run = t.ListType(item, max(low, min(length.type.high, longest)), low)
    most = 4 * checker.symbols.members(item)
    return core.Runs(span=node.span, type=t.ListType(run, most), length=length)


def connected(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    """``connected(A, S)``."""
    if not count_is(checker, node, "connected", 2):
        return checker.unknown(node.span)
    within = checker.set_value(node.arguments[1], scope)
    argument = node.arguments[0]
    raw = checker.raw(argument, scope, wanted_place(checker, argument))
    start = as_place(checker, checker.contents(raw))
    if isinstance(within.type, t.UnknownType) or isinstance(start.type, t.UnknownType):
        return checker.unknown(node.span)
    assert isinstance(within.type, t.SetType | t.ListType)
    item = within.type.item
    if isinstance(item, t.NothingType):
        return within
    if not isinstance(item, t.PieceType) or checker.symbols.kinds[item.kind].adjacency is None:
        hint = where_it_lies(checker.symbols, within.type, text_of(within.span))
        return checker.wrong(within, "a set of places with neighbours", hint=hint)
    kind = intervals.strip(start.type)
    one = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    if one != item and not isinstance(one, t.NothingType):
        return checker.wrong(start, f"{describe(item)} or a set of them")
    return core.Connected(span=node.span, type=t.SetType(item, within.type.most), start=start, within=within)


# ---------------------------------------------------------------- rectangles, rows that are stopped


def rectangle(checker: Checker, node: nodes.Between, low: core.Value, high: core.Value) -> core.Value | None:
    """``a1..h2``: the places between two corners; None when the ends are no places."""
    first, last = as_place(checker, low), as_place(checker, high)
    kind = board_kind(checker.symbols, first.type)
    if not kind or isinstance(first.type, t.SetType | t.ListType):
        return None
    board = checker.symbols.kinds[kind].board
    if board is None or not board.steps:
        return checker.wrong(first, "a place of a grid")
    if intervals.strip(last.type) != t.PieceType(kind):
        hint = ""
        if isinstance(node.high, nodes.Member):
            hint = f"put the rectangle in brackets: `({text_of(node.low.span)}..{text_of(node.high.value.span)})"
            hint += f".{node.high.name}`"
            checker.report("GDTYP01", node.span, expected="places", found=describe(last.type), hint=hint)
            return checker.unknown(node.span)
        return checker.wrong(last, f"a place of `{kind}`", hint=hint)
    _check_corners(checker, low, high, node.span)
    item = t.PieceType(kind)
    kind_of = t.SetType(item, checker.symbols.members(item))
    return core.Rectangle(span=node.span, type=kind_of, first=first, last=last)


def _check_corners(checker: Checker, low: core.Value, high: core.Value, span: Span) -> None:
    """Report corners that are written out and stand in the wrong order."""
    ends = [checker.symbols.designs[end.value][1] for end in (low, high) if _is_row(end)]  # type: ignore[attr-defined]
    if len(ends) < 2:
        return
    (left, bottom), (right, top) = ((end.data["column"], end.data["row"]) for end in ends)
    if left <= right and bottom <= top:  # type: ignore[operator]
        return
    letters = sorted((ends[0].name[0], ends[1].name[0]))
    numbers = sorted((bottom, top))  # type: ignore[type-var]
    write = f"{letters[0]}{numbers[0]}..{letters[1]}{numbers[1]}"
    checker.report("GDRNG05", span, range=text_of(span), write=f"`{write}`")


def _is_row(value: core.Value) -> bool:
    return isinstance(value, core.Const) and isinstance(value.type, t.DesignType)


def stopped(checker: Checker, node: nodes.Stopped, scope: Scope, expected: t.Type | None) -> core.Value:
    """``row until C`` and ``row until C closed by D``: attributes stand bare in C and D."""
    source = checker.set_value(node.source, scope, expected)
    if isinstance(source.type, t.UnknownType):
        return source
    assert isinstance(source.type, t.SetType | t.ListType)
    if not isinstance(source, core.Way) and not isinstance(source.type, t.ListType):
        name = text_of(node.source.span)
        return checker.wrong(source, "a row or a list", hint=f"`{name}` is a set and has no first member: use `where`")
    if isinstance(source.type.item, t.ListType):
        return checker.wrong(source, "one row", hint="of each row: `((l until …) for each l in …)`")
    slot = scope.body.take()
    inner = scope.child()
    local = element(checker, source, slot, inner, node.source.span)
    inner = inner.with_bare(local, local.type)
    until = checker.condition(node.condition, inner)
    closed = None
    if node.closed is not None:
        behind_it = inner.child()
        checker.learn(behind_it, until)
        closed = checker.condition(node.closed, behind_it)
    loop = core.Loop(span=node.source.span, slot=slot, source=source, condition=None)
    kind: t.Type = t.SetType(source.type.item, source.type.most)
    if isinstance(source.type, t.ListType):
        kind = t.ListType(source.type.item, source.type.most)
    return core.Stopped(span=node.span, type=kind, loop=loop, until=until, closed=closed)


Builtin = Callable[[Checker, nodes.Call, Scope], core.Value]
OF_BOARDS: dict[str, Builtin] = {
    "way": way,
    "behind": behind,
    "between": places_between,
    "connected": connected,
}
"""Functions that ask how boards lie."""
