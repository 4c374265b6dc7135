"""Calls -> core values: the built-in functions, terms with parameters, cells."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions import boards
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.cures.calls import (
    FUNCTIONS,
    as_attribute,
    as_call,
    call_form,
    can_take,
    from_spreadsheets,
)
from gamedsl.semantics.expressions.cures.loops import told_second_loop
from gamedsl.semantics.expressions.cures.places import places_call, told_steps
from gamedsl.semantics.expressions.members import term_call
from gamedsl.semantics.expressions.names import owner_example
from gamedsl.semantics.expressions.plans import leaves
from gamedsl.semantics.expressions.reductions import BEST, REDUCTIONS, by_keys, one_argument
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.source import Span
from gamedsl.syntax import nodes
from gamedsl.syntax.recovery.patterns.calls import BUILTIN_FORMS

Builtin = Callable[[Checker, nodes.Call, Scope], core.Value]


def call(checker: Checker, node: nodes.Call, scope: Scope, _: t.Type | None) -> core.Value:
    """``f(a, b)``: a built-in function, a term, or a cell of rule text."""
    if isinstance(node.function, nodes.Member):
        return _member_call(checker, node, node.function, scope)
    if not isinstance(node.function, nodes.Name):
        return checker.wrong(checker.value(node.function, scope), "the name of a function or a term")
    name = node.function.name
    symbols = checker.symbols
    builtin = BUILTINS.get(name)
    if builtin is not None:
        told = name in symbols.broken or told_second_loop(checker, node, scope)
        return checker.unknown(node.span) if told else builtin(checker, node, scope)
    if name in symbols.terms:
        return _call_term(checker, node, name, None, scope)
    for bare in reversed(scope.bare):
        found = _owned_call(checker, node, bare.subject, name, scope)
        if found is not None:
            return found
    if name in symbols.kinds:
        return _made_piece(checker, node, name, scope)
    if name in symbols.owned_names("player"):
        example = f"{owner_example(scope, 'player')}.{name}(…)"
        checker.report("GDNAM05", node.function.span, name=name, kind="player", example=example)
        return checker.unknown(node.span)
    keys = f"the keys of a chart stand in square brackets: `{name}[…]`" if name in symbols.charts else ""
    read = as_attribute(name, text_of(node.arguments[0].span)) if _is_attribute(checker, node, name) else ""
    spoken = "" if name in ("top", "bottom") else FUNCTIONS.get(name, "")
    entry = symbols.values.get(name) or symbols.zones.get(name)
    if entry is not None:
        given = ", ".join(text_of(argument.span) for argument in node.arguments)
        keys = f"its keys stand in square brackets: `{name}[{given}]`" if entry.keys else f"write `{name}` alone"
    cure = keys or from_spreadsheets(name, [text_of(one.span) for one in node.arguments]) or spoken or read
    cure = cure or FUNCTIONS.get(name, "") or FUNCTIONS.get(name.upper(), "")
    count = len(node.arguments)
    symbols.unknown(
        node.function.span,
        "function or term",
        name,
        lambda: [] if cure else _called_with(checker, count),
        otherwise=cure,
    )
    return checker.unknown(node.span)


def _is_attribute(checker: Checker, node: nodes.Call, name: str) -> bool:
    """Tell whether a call is an attribute of something that is written like a function."""
    kinds = (t.PieceType(kind) for kind in checker.symbols.kinds)
    known = (name in checker.symbols.attribute_names(kind) for kind in kinds)
    return len(node.arguments) == 1 and (name in ("top", "bottom") or any(known))


def _called_with(checker: Checker, count: int) -> list[str]:
    """Return what can be called with so many values: nothing else can be meant by a word that nobody knows."""
    terms = checker.symbols.terms
    return [
        name
        for name in _callable_names(checker)
        if (len(terms[name].node.params or ()) == count if name in terms else can_take(name, count))
    ]


def _callable_names(checker: Checker) -> list[str]:
    symbols = checker.symbols
    made = (name for name, kind in symbols.kinds.items() if any(column.made for column in kind.columns))
    return [*BUILTINS, *(name for name in symbols.terms if "." not in name), *made]


def _member_call(checker: Checker, node: nodes.Call, function: nodes.Member, scope: Scope) -> core.Value:
    subject = checker.raw(function.value, scope)
    if isinstance(subject.type, t.ZoneType):
        subject = checker.narrow(checker.read(subject), scope)
    if isinstance(subject.type, t.UnknownType):
        return subject
    found = _owned_call(checker, node, subject, function.name, scope)
    if found is not None:
        return found
    points = isinstance(subject.type, t.PlayerType) and function.name == "points"
    names = [] if points else checker.symbols.attribute_names(subject.type)
    source = "of one source, in square brackets: `points[SOURCE]`" if points else ""
    spoken = as_call(function.name, text_of(function.value.span), [text_of(one.span) for one in node.arguments])
    if spoken or function.name in names:
        names, source = [], spoken or f"leave out the brackets: write `{text_of(function.span)}`"
    checker.symbols.unknown(function.name_span, "term", function.name, lambda: names, otherwise=source)
    return checker.unknown(node.span)


def _owned_call(checker: Checker, node: nodes.Call, subject: core.Value, name: str, scope: Scope) -> core.Value | None:
    """A term or a cell of ``subject`` with arguments; None when it has none of this name."""
    kind = intervals.strip(subject.type)
    each = "player" if isinstance(kind, t.PlayerType) else getattr(kind, "kind", "")
    full = f"{each}.{name}"
    if each and full in checker.symbols.terms:
        return _call_term(checker, node, full, subject, scope)
    if isinstance(kind, t.PieceType | t.DesignType):
        column = checker.symbols.column(kind.kind, name)
        if column is not None and column.code:
            checker.symbols.used.add(f"columns.{kind.kind}.{name}")
            params = checker.symbols.column_params.get((kind.kind, name), ())
            called, body = f"columns.{kind.kind}.{name}", checker.symbols.cells_of(kind.kind, name)
            arguments = fit_arguments(
                checker, node, column.params, scope, name, [one.name for one in params], False, called, body
            )
            return core.CellCall(
                span=node.span,
                type=column.type,
                column=name,
                kind=kind.kind,
                subject=subject,
                arguments=arguments,
            )
    return None


def _call_term(checker: Checker, node: nodes.Call, full: str, owner: core.Value | None, scope: Scope) -> core.Value:
    code = checker.check_term(full)
    checker.symbols.used.add("terms." + full)
    names = [param.name for param in checker.symbols.terms[full].node.params or ()]
    body, word = checker.symbols.terms[full].node.span, full.rpartition(".")[2]
    if code is None:
        if len(node.arguments) > len(names):  # perhaps the name that it wants, and nothing has
            checker.symbols.wrong_counts.add(f"terms.{full}", body, node.span, word, len(names), len(node.arguments))
        return checker.unknown(node.span)
    arguments = fit_arguments(checker, node, code.params, scope, word, names, True, f"terms.{full}", body)
    if len(arguments) != len(code.params):
        return checker.unknown(node.span)
    return term_call(checker, full, owner, arguments, node.span)


def fit_arguments(
    checker: Checker,
    node: nodes.Call,
    params: tuple[t.Type, ...],
    scope: Scope,
    name: str,
    names: list[str],
    is_term: bool = False,
    called: str = "",
    body: Span | None = None,
) -> tuple[core.Value, ...]:
    """Check the arguments of a call against parameter types; ``names`` are those of the parameters.

    Terms take none for a place, which gives nothing. ``called`` is the full name of what is called, ``body`` where
    that stands: with these, wrong numbers of arguments are told once for all calls.
    """
    if len(node.arguments) != len(params):
        form = call_form(name, zip(names, params, strict=False))
        checker.symbols.wrong_counts.add(
            called or f"made.{name}", body, node.span, name, len(params), len(node.arguments), form
        )
        return ()
    fitted = []
    for argument, wanted in zip(node.arguments, params, strict=True):
        value = checker.value(argument, scope, wanted)
        is_place = is_term and isinstance(wanted, t.PieceType) and checker.symbols.kinds[wanted.kind].form == "space"
        taken = t.MaybeType(wanted) if is_place and isinstance(value.type, t.MaybeType) else wanted
        fitted.append(checker.in_range(value, taken, f"`{name}`"))
    return tuple(fitted)


def _made_piece(checker: Checker, node: nodes.Call, kind: str, scope: Scope) -> core.Value:
    """``card(hearts, 3)``: the row made for these key values; with values that are worked out its piece."""
    known = checker.symbols.kinds[kind]
    made = [column for column in known.columns if column.made]
    if not made:
        checker.symbols.unknown(node.function.span, "function or term", kind, lambda: _callable_names(checker))
        return checker.unknown(node.span)
    names = [column.name for column in made]
    if len(node.arguments) != len(made):
        fit_arguments(checker, node, tuple(column.type for column in made), scope, kind, names)
        return checker.unknown(node.span)
    given = [checker.value(one, scope, column.type) for one, column in zip(node.arguments, made, strict=True)]
    if not all(isinstance(one, core.Const) for one in given):
        return by_keys(checker, node, known, given, scope)
    fitted = [checker.in_range(one, column.type, f"`{column.name}`") for one, column in zip(given, made, strict=True)]
    values = [one.value if isinstance(one, core.Const) else None for one in fitted]
    for design in known.designs:
        if [design.data[column.name] for column in made] == values:
            return core.Const(span=node.span, type=t.DesignType(kind), value=design.number)
    return checker.unknown(node.span)


# ---------------------------------------------------------------- built-in functions


def _abs(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if not one_argument(checker, node, "abs"):
        return checker.unknown(node.span)
    value = checker.number(node.arguments[0], scope)
    if not isinstance(value.type, t.IntType):
        return checker.unknown(node.span)
    low, high = value.type.low, value.type.high
    least = 0 if low <= 0 <= high else min(abs(low), abs(high))
    kind = intervals.opened(t.IntType(least, max(abs(low), abs(high))), value.type)
    return core.Absolute(span=node.span, type=kind, value=value)


def _next(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if len(node.arguments) not in (1, 2):
        found, form = len(node.arguments), BUILTIN_FORMS["next"]
        checker.report("GDTYP03", node.span, name="next", expected="1 or 2", found=found, form=form)
        return checker.unknown(node.span)
    wanted = boards.wanted_place(checker, node.arguments[0]) or t.PlayerType()
    first = boards.as_place(checker, checker.value(node.arguments[0], scope, wanted))
    if boards.board_kind(checker.symbols, first.type) and not isinstance(first.type, t.SetType | t.ListType):
        if boards.count_is(checker, node, "next", 2):
            return boards.next_place(checker, node, first, scope)
        return checker.unknown(node.span)
    if (spoken := places_call(checker, node, first)) is not None:
        return spoken
    if told_steps(checker, node) or (len(node.arguments) == 2 and isinstance(first.type, t.UnknownType)):
        return checker.unknown(node.span)
    player = checker.fit(first, t.PlayerType())
    if len(node.arguments) == 1:
        return core.NextPlayer(span=node.span, type=t.PlayerType(), player=player, among=None)
    among = checker.fit(checker.set_value(node.arguments[1], scope, t.PlayerType()), t.SetType(t.PlayerType()))
    kind = t.MaybeType(t.PlayerType())
    return core.NextPlayer(span=node.span, type=kind, player=player, among=among)


def _space(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Value:
    """Check an expression that must be a space (or none)."""
    value = checker.value(node, scope, boards.wanted_place(checker, node))
    if isinstance(value, core.Const) and isinstance(value.type, t.DesignType):
        value = checker.piece_of(value) or value
    kind = intervals.strip(value.type)
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    if isinstance(item, t.PieceType) and checker.symbols.kinds[item.kind].adjacency is not None:
        return value
    return checker.wrong(value, "a space with neighbours (`space, adjacent by …`)")


def _neighbours(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if len(node.arguments) == 2:
        return boards.some_neighbours(checker, node, scope)
    if not boards.count_is(checker, node, "neighbours", 1, 2):
        return checker.unknown(node.span)
    space = _space(checker, node.arguments[0], scope)
    if isinstance(space.type, t.UnknownType):
        return space
    kind = intervals.strip(space.type)
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    return core.Neighbours(span=node.span, type=t.SetType(item, checker.symbols.members(item)), space=space)


def _distance(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if not one_argument(checker, node, "distance", 2):
        return checker.unknown(node.span)
    seat = checker.value(node.arguments[0], scope)
    if isinstance(seat.type, t.UnknownType):
        return seat
    if isinstance(intervals.strip(seat.type), t.PlayerType):
        return _seat_distance(checker, node, checker.fit(seat, t.PlayerType()), scope)
    first, second = (_space(checker, argument, scope) for argument in node.arguments)
    if isinstance(first.type, t.UnknownType) or isinstance(second.type, t.UnknownType):
        return checker.unknown(node.span)
    most = checker.symbols.members(intervals.strip(first.type)) - 1
    return core.Distance(span=node.span, type=t.MaybeType(t.IntType(0, most)), first=first, second=second)


def _seat_distance(checker: Checker, node: nodes.Call, first: core.Value, scope: Scope) -> core.Value:
    second = checker.player(node.arguments[1], scope)
    if isinstance(first.type, t.UnknownType) or isinstance(second.type, t.UnknownType):
        return checker.unknown(node.span)
    kind = t.IntType(0, checker.symbols.high - 1)
    return core.SeatDistance(span=node.span, type=kind, first=first, second=second)


def _path_ends(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if not one_argument(checker, node, "path_ends", 2):
        return checker.unknown(node.span)
    space = _space(checker, node.arguments[0], scope)
    steps = checker.number(node.arguments[1], scope)
    if isinstance(space.type, t.UnknownType):
        return space
    item = intervals.strip(space.type)
    return core.PathEnds(span=node.span, type=t.SetType(item, checker.symbols.members(item)), space=space, steps=steps)


def _lines(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if not boards.count_is(checker, node, "lines", 1, 2):
        return checker.unknown(node.span)
    found = boards.lines_of(checker, node, scope)
    if found is not None:
        return found
    first, last = node.arguments[0], node.arguments[-1]
    if isinstance(first, nodes.Number) and isinstance(last, nodes.Name) and last.name in checker.symbols.kinds:
        hint = f"first the board, then how many places: `lines({last.name}, {first.value})`"
        checker.report("GDTYP01", first.span, expected="a board", found="a number", hint=hint)
        return checker.unknown(node.span)
    raw = checker.raw(node.arguments[0], scope)
    length = checker.number(node.arguments[1], scope)
    zone = raw if isinstance(raw, core.ZoneRef) else None
    keys = [] if zone is None else checker.symbols.zones[zone.entry].keys
    if zone is None or len(keys) != 2 or not all(isinstance(key.type, t.IntType) for key in keys):
        return checker.wrong(raw, "a zone with two number keys, for example `grid[x: 1..7, y: 1..6]`")
    if checker.symbols.zones[zone.entry].each and (
        zone.owner is None or isinstance(zone.owner.type, t.SetType | t.ListType)
    ):
        return checker.wrong(raw, "the places of one owner, for example `lines(you.grid, 4)`")
    cells = checker.symbols.members(keys[0].type) * checker.symbols.members(keys[1].type)
    assert isinstance(zone.type, t.ZoneType) and isinstance(length.type, t.IntType | t.UnknownType)
    run = t.SetType(t.PieceType(zone.type.kind), getattr(length.type, "high", cells))
    return core.Lines(span=node.span, type=t.ListType(run, cells * 4), zone=zone, length=length)


def _possible(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    if not one_argument(checker, node, "possible"):
        return checker.unknown(node.span)
    argument = node.arguments[0]
    name, arguments = _paragraph_call(argument)
    if name is None:
        return checker.wrong(checker.value(argument, scope), "an action or a group of actions")
    plan = nodes.PlanCall(name, arguments, span=argument.span)
    found = leaves(checker, plan, scope)
    offers = tuple(core.Possible(span=node.span, type=t.BoolType(), leaf=leaf) for leaf in found)
    if len(offers) > 1:
        return core.Or(span=node.span, type=t.BoolType(), items=offers)
    return offers[0] if offers else checker.unknown(node.span)


def _paragraph_call(node: nodes.Expr) -> tuple[str | None, tuple[nodes.Expr, ...] | None]:
    match node:
        case nodes.Name(name=name):
            return name, None
        case nodes.Call(function=nodes.Name(name=name), arguments=arguments):
            return name, arguments
        case _:
            return None, None


def _done(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    name = _paragraph_name(checker, node, "done")
    if name is None:
        return checker.unknown(node.span)
    symbols = checker.symbols
    actions = symbols.groups.get(name) or ([name] if _section(checker, name) == "actions" else [])
    if not actions:
        known = [
            *symbols.groups,
            *(paragraph for paragraph in symbols.paragraphs if _section(checker, paragraph) == "actions"),
        ]
        symbols.unknown(node.arguments[0].span, "action or group", name, lambda: known)
        return checker.unknown(node.span)
    return core.Done(span=node.span, type=t.IntType(0, 1000 * len(actions)), actions=tuple(actions))


def _during(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    name = _paragraph_name(checker, node, "during")
    if name is None:
        return checker.unknown(node.span)
    if name not in checker.symbols.paragraphs:
        checker.symbols.unknown(node.arguments[0].span, "paragraph", name, lambda: list(checker.symbols.paragraphs))
        return checker.unknown(node.span)
    return core.During(span=node.span, type=t.BoolType(), paragraph=name)


def _section(checker: Checker, name: str) -> str:
    head = checker.symbols.paragraphs.get(name)
    return head.section if head else ""


def _paragraph_name(checker: Checker, node: nodes.Call, function: str) -> str | None:
    if not one_argument(checker, node, function):
        return None
    argument = node.arguments[0]
    if isinstance(argument, nodes.Name):
        return argument.name
    checker.report(
        "GDTYP01", argument.span, expected="the name of a paragraph", found=f"`{text_of(argument.span)}`", hint=""
    )
    return None


MOST_REPEATED = 1_000
"""How many positions are kept: one that came back later than after so many turns has been forgotten."""


def _repeated(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:
    """``repeated(3, here, crowned)``: a number of times, then entries of the table by their bare names."""
    if not scope.counts_turns:
        checker.report("GDTYP18", node.span)
        return checker.unknown(node.span)
    if len(node.arguments) < 2:
        found, form = len(node.arguments), BUILTIN_FORMS["repeated"]
        checker.report("GDTYP03", node.span, name="repeated", expected="2 or more", found=found, form=form)
        return checker.unknown(node.span)
    *entries_first, last = node.arguments
    if isinstance(last, nodes.Number) and all(isinstance(one, nodes.Name) for one in entries_first):
        turned = ", ".join(text_of(one.span) for one in (last, *entries_first))
        checker.report(
            "GDTYP03",
            last.span,
            name="repeated",
            expected="the number first",
            found="the entries",
            form=BUILTIN_FORMS["repeated"],
            help=f"write `repeated({turned})`",
        )
        return checker.unknown(node.span)
    limit = t.IntType(2, MOST_REPEATED)
    times = checker.in_range(checker.value(node.arguments[0], scope, limit), limit, "`repeated`")
    entries = [entry for argument in node.arguments[1:] for entry in _whole_entries(checker, argument)]
    if isinstance(times.type, t.UnknownType) or len(entries) < len(node.arguments) - 1:
        return checker.unknown(node.span)
    return core.Repeated(span=node.span, type=t.BoolType(), times=times, entries=tuple(entries))


def _whole_entries(checker: Checker, node: nodes.Expr) -> list[core.ZoneRef | core.ReadValue]:
    """Return all places of the entries of a name, whoever they belong to; none when it names none."""
    symbols = checker.symbols
    name = node.name if isinstance(node, nodes.Name) else ""
    found = [entry for entry in symbols.table_order if name and entry.rpartition(".")[2] == name]
    known = list(dict.fromkeys(entry.rpartition(".")[2] for entry in symbols.table_order))
    if not found and name:
        symbols.unknown(node.span, "entry of the table", name, lambda: known)
    elif not found:
        bare = next((one for one in known if text_of(node.span).endswith("." + one)), "ENTRY")
        hint = f"write the bare name, `{bare}`: it stands for all of its places"
        value = f"`{text_of(node.span)}`"
        checker.report("GDTYP01", node.span, expected="the name of an entry of the table", found=value, hint=hint)
    symbols.used.update("table." + entry for entry in found)
    return [_whole_entry(checker, entry, node) for entry in found]


def _whole_entry(checker: Checker, entry: str, node: nodes.Expr) -> core.ZoneRef | core.ReadValue:
    symbols, span = checker.symbols, node.span
    zone = symbols.zones.get(entry)
    declared = symbols.values[entry] if zone is None else zone
    kind = t.PlayerType() if declared.each == "player" else t.PieceType(declared.each)
    every = t.SetType(kind, symbols.members(kind)) if declared.each else None
    owner: core.Value | None = None
    if every is not None:
        owner = (core.AllPlayers if declared.each == "player" else core.AllMembers)(span=span, type=every)
    if zone is not None:
        all_of_it = t.ZoneType(entry, zone.form, zone.kind, single=False)
        return core.ZoneRef(span=span, type=all_of_it, entry=entry, owner=owner, keys=(None,) * len(zone.keys))
    value = symbols.values[entry]
    keys = tuple(core.AllMembers(span=span, type=t.SetType(key.type, symbols.members(key.type))) for key in value.keys)
    return core.ReadValue(span=span, type=value.type, entry=entry, owner=owner, keys=keys)


def _with_forms(checks: dict[str, Builtin]) -> dict[str, Builtin]:
    """Return the built-in functions; each needs the form in which it is called, for calls with other values.

    Raises:
        TypeError: a function without a form, or a form without a function.
    """
    if checks.keys() != BUILTIN_FORMS.keys():
        raise TypeError(f"in BUILTIN_FORMS or BUILTINS alone: {sorted(checks.keys() ^ BUILTIN_FORMS.keys())}")
    return checks


BUILTINS: dict[str, Builtin] = _with_forms(
    {
        **REDUCTIONS,
        "abs": _abs,
        "next": _next,
        "possible": _possible,
        "done": _done,
        "during": _during,
        "neighbours": _neighbours,
        "distance": _distance,
        "path_ends": _path_ends,
        "lines": _lines,
        "repeated": _repeated,
        **boards.OF_BOARDS,
        **BEST,
    }
)
