"""``value.name`` and ``value[keys]`` -> core values: attributes, things owned, zone cells, chart rows."""

from __future__ import annotations

import attrs

from gamedsl.diagnostics.suggest import nearest
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.cures.calls import call_form
from gamedsl.semantics.expressions.cures.lists import dashed, told_end, told_several
from gamedsl.semantics.expressions.cures.places import ATTRIBUTED, NUMBERED, behind_a_dot, in_brackets
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.symbols import MOST_POINTS
from gamedsl.source import Span
from gamedsl.syntax import nodes


def member(checker: Checker, node: nodes.Member, scope: Scope, _: t.Type | None) -> core.Value:
    """An attribute behind a dot."""
    subject = checker.raw(node.value, scope)
    return attribute(checker, subject, node.name, node.span, node.name_span, scope)


def attribute(
    checker: Checker, subject: core.Value, name: str, span: Span, name_span: Span, scope: Scope
) -> core.Value:
    """Return attribute ``name`` of ``subject``; of a set: the union over its elements."""
    kind = subject.type
    if isinstance(kind, t.UnknownType):
        return checker.unknown(span)
    if isinstance(kind, t.ZoneType):
        if name == "top" and kind.form != "purse":
            return core.Top(span=span, type=t.MaybeType(t.PieceType(kind.kind)), zone=checker_zone(subject))
        if name == "bottom" and _has_bottom(checker, kind):
            if kind.form != "stack":
                cure = f"{describe(kind)} has no order; only a stack has a bottom"
                return checker.wrong(subject, "a stack before `.bottom`", hint=cure)
            return core.Bottom(span=span, type=t.MaybeType(t.PieceType(kind.kind)), zone=checker_zone(subject))
        if told_end(checker, subject, kind, name, name_span):
            return checker.unknown(span)
        return attribute(checker, checker.narrow(checker.read(subject), scope), name, span, name_span, scope)
    if isinstance(kind, t.SetType | t.ListType):
        return _attribute_of_set(checker, subject, name, span, name_span, scope)
    found = _attribute_of_one(checker, subject, intervals.strip(kind), name, span)
    if found is None and (piece := _the_copy(checker, subject)) is not None:
        found = _attribute_of_one(checker, piece, piece.type, name, span)
    if found is None:
        what = "attribute" if not isinstance(intervals.strip(kind), t.PlayerType) else "thing of a player"
        candidates = checker.symbols.attribute_names(kind)
        if name in checker.symbols.removed or candidates:
            spoken = behind_a_dot(checker, subject, name)
            has = f"{describe(intervals.strip(kind))} has {nearest(name, candidates)}" if candidates else ""
            checker.symbols.unknown(name_span, what, name, lambda: [] if spoken else candidates, spoken or has)
        else:
            checker.wrong(subject, ATTRIBUTED, behind_a_dot(checker, subject, name))
        return checker.unknown(span)
    if isinstance(kind, t.MaybeType) and not isinstance(found, core.ZoneRef):
        found = attrs.evolve(found, type=intervals.maybe(found.type))
    return found


def _has_bottom(checker: Checker, kind: t.ZoneType) -> bool:
    """Tell whether `.bottom` of a zone is its lowest piece, and not an attribute of what lies there."""
    own = checker.symbols.attribute_names(t.PieceType(kind.kind)) if kind.kind in checker.symbols.kinds else []
    return "bottom" not in own and kind.form != "purse"


def _the_copy(checker: Checker, subject: core.Value) -> core.Value | None:
    """Return the piece that a row with exactly one copy also means."""
    if isinstance(subject, core.Const) and isinstance(subject.type, t.DesignType):
        return checker.piece_of(subject)
    return None


def checker_zone(value: core.Value) -> core.ZoneRef:
    """Return the value as the zone it must be."""
    if not isinstance(value, core.ZoneRef):
        raise TypeError(f"not a zone: {type(value).__name__}")
    return value


def _attribute_of_set(
    checker: Checker, subject: core.Value, name: str, span: Span, name_span: Span, scope: Scope
) -> core.Value:
    subject, symbols = checker.pieces_of(subject, name), checker.symbols
    kind = subject.type
    assert isinstance(kind, t.SetType | t.ListType)
    full = f"{_each_of(kind.item)}.{name}"
    if full in symbols.zones:
        return zone_ref(checker, full, subject, span)
    slot = scope.body.take()
    item = core.Local(span=subject.span, type=kind.item, slot=slot)
    found = checker.read(attribute(checker, item, name, span, name_span, scope))
    if isinstance(found.type, t.UnknownType):
        return found
    return collect(found, (core.Loop(span=span, slot=slot, source=subject, condition=None),), span)


def collect(value: core.Value, loops: tuple[core.Loop, ...], span: Span) -> core.Value:
    """Return the set of ``value`` over the loops."""
    most = 1
    for loop in loops:
        most = min(t.HIGHEST, most * getattr(loop.source.type, "most", 1))
    item = intervals.strip(value.type)
    if isinstance(item, t.SetType | t.ListType):
        most, item = min(t.HIGHEST, most * item.most), item.item
    return core.Collect(span=span, type=t.SetType(item, most), value=value, loops=loops)


def _each_of(kind: t.Type) -> str:
    match intervals.strip(kind):
        case t.PlayerType():
            return "player"
        case t.PieceType(name):
            return name
        case (
            t.BoolType()
            | t.IntType()
            | t.WordType()
            | t.DesignType()
            | t.RowType()
            | t.TextType()
            | t.NothingType()
            | t.MaybeType()
            | t.SetType()
            | t.ListType()
            | t.ZoneType()
            | t.UnknownType()
        ):
            return ""
        case _:
            raise TypeError(f"unknown type {type(kind).__name__}")


def _attribute_of_one(checker: Checker, subject: core.Value, kind: t.Type, name: str, span: Span) -> core.Value | None:
    symbols = checker.symbols
    each = _each_of(kind)
    full = f"{each}.{name}"
    if each and full in symbols.zones:
        return zone_ref(checker, full, subject, span)
    if each and full in symbols.values:
        return _owned_value(checker, full, subject, span)
    if each and full in symbols.terms:
        return term_call(checker, full, subject, (), span)
    match kind:
        case t.PlayerType():
            return _player_attribute(checker, subject, name, span)
        case t.PieceType(piece):
            return _piece_attribute(checker, subject, piece, name, span)
        case t.DesignType(kind_name) | t.RowType(kind_name):
            return _column(checker, subject, kind_name, name, span)
        case (
            t.BoolType()
            | t.IntType()
            | t.WordType()
            | t.TextType()
            | t.NothingType()
            | t.MaybeType()
            | t.SetType()
            | t.ListType()
            | t.ZoneType()
            | t.UnknownType()
        ):
            return None
        case _:
            raise TypeError(f"unknown type {type(kind).__name__}")


def term_call(
    checker: Checker, word: str, owner: core.Value | None, arguments: tuple[core.Value, ...], span: Span
) -> core.Value:
    """A term by its full name; its body is checked now when it was not yet."""
    checker.symbols.used.add("terms." + word)
    code = checker.check_term(word)
    if code is None:
        return checker.unknown(span)
    if len(arguments) != len(code.params):
        term, name = checker.symbols.terms[word].node, word.rpartition(".")[2]
        form = call_form(name, zip([param.name for param in term.params or ()], code.params, strict=True))
        checker.symbols.wrong_counts.add(f"terms.{word}", term.span, span, name, len(code.params), len(arguments), form)
        return checker.unknown(span)
    kind = code.value.type
    unsure = any(
        isinstance(given.type, t.MaybeType) and not isinstance(taken, t.MaybeType)
        for given, taken in zip(arguments, code.params, strict=True)
    )
    if unsure or (owner is not None and isinstance(owner.type, t.MaybeType)):
        kind = intervals.maybe(kind)
    return core.TermCall(span=span, type=kind, term=word, owner=owner, arguments=arguments)


def _owned_value(checker: Checker, full: str, subject: core.Value, span: Span) -> core.Value:
    value = checker.symbols.values[full]
    checker.symbols.used.add("table." + full)
    if value.keys:
        hint = f"write which one in brackets: {text_of(span)}[…]"
        return checker.wrong(core.Const(span=span, type=t.SetType(value.type), value=()), "one value", hint=hint)
    return core.ReadValue(span=span, type=value.type, entry=full, owner=subject, keys=())


def _player_attribute(checker: Checker, subject: core.Value, name: str, span: Span) -> core.Value | None:
    symbols = checker.symbols
    if name == "points":
        return core.PointsOf(span=span, type=t.IntType(-MOST_POINTS, MOST_POINTS), subject=subject)
    if name in symbols.kinds and symbols.is_own_piece(symbols.kinds[name]):
        return own_piece(checker, subject, name, span)
    return None


def own_piece(checker: Checker, subject: core.Value, kind: str, span: Span) -> core.Value:
    """The one piece of a kind that was made for a player."""
    checker.symbols.used.add("components." + kind)
    return core.OwnPiece(span=span, type=t.PieceType(kind), kind=kind, owner=subject)


def _piece_attribute(checker: Checker, subject: core.Value, kind: str, name: str, span: Span) -> core.Value | None:
    symbols = checker.symbols
    found = _column(checker, subject, kind, name, span)
    if found is not None:
        return found
    if name == "design":
        return core.DesignOf(span=span, type=t.DesignType(kind), subject=subject)
    if name == "owner":
        made = symbols.kinds[kind].each_player
        player = t.PlayerType()
        return core.OwnerOf(span=span, type=player if made else t.MaybeType(player), subject=subject)
    for zone in symbols.zones_of(kind):
        for key in zone.keys:
            if key.name == name:
                item: t.Type = t.SetType(key.type, symbols.members(key.type)) if key.is_set else t.MaybeType(key.type)
                return core.KeyOf(span=span, type=item, key=name, subject=subject)
    if name == "at" and (place := symbols.place_kind(kind)):
        return core.PlaceOf(span=span, type=t.MaybeType(t.PieceType(place)), subject=subject)
    return None


def _column(checker: Checker, subject: core.Value, kind: str, name: str, span: Span) -> core.Value | None:
    column = checker.symbols.column(kind, name)
    if column is None:
        return None
    checker.symbols.used.add(f"columns.{kind}.{name}")
    if column.code == "rule":
        hint = f"these are steps: `{text_of(span)}()` is a step of its own"
        checker.report("GDTYP01", span, expected="a value", found="a cell of steps", hint=hint)
        return checker.unknown(span)
    if column.code:
        if column.params:
            params = checker.symbols.column_params.get((kind, name), ())
            form = call_form(name, zip([param.name for param in params], column.params, strict=False))
            body, counts = checker.symbols.cells_of(kind, name), checker.symbols.wrong_counts
            counts.add(f"columns.{kind}.{name}", body, span, name, len(column.params), 0, form)
            return checker.unknown(span)
        return core.CellCall(span=span, type=column.type, column=name, kind=kind, subject=subject, arguments=())
    if column.keys:
        keys = t.SetType(column.type)
        hint = f"write which one in brackets: {text_of(span)}[…]"
        return checker.wrong(core.Const(span=span, type=keys, value=()), "one value", hint=hint)
    return core.Attribute(span=span, type=column.type, column=name, subject=subject)


# ---------------------------------------------------------------- zones


def zone_ref(checker: Checker, full: str, owner: core.Value, span: Span) -> core.Value:
    """Return the zone of an owner (or of a set of owners) without keys written."""
    zone = checker.symbols.zones[full]
    checker.symbols.used.add("table." + full)
    one = not isinstance(owner.type, t.SetType | t.ListType)
    kind = t.ZoneType(full, zone.form, zone.kind, one and not zone.keys)
    return core.ZoneRef(span=span, type=kind, entry=full, owner=owner, keys=(None,) * len(zone.keys))


def index(checker: Checker, node: nodes.Index, scope: Scope, _: t.Type | None) -> core.Value:
    """Keys in brackets: of a zone, a value, a column, a chart, dice or a list."""
    base = node.value
    if isinstance(base, nodes.Name) and not _is_local(base, scope):
        found = _index_by_name(checker, node, base, scope)
        if found is not None:
            return found
    if isinstance(base, nodes.Member):
        subject = checker.raw(base.value, scope)
        found = _index_member(checker, node, subject, base.name, scope)
        if found is not None:
            return found
    if isinstance(base, nodes.Name):
        for bare in reversed(scope.bare):
            found = _index_member(checker, node, bare.subject, base.name, scope)
            if found is not None:
                return found
    value = checker.value(base, scope)
    return index_list(checker, node, value, scope)


def _is_local(node: nodes.Name, scope: Scope) -> bool:
    return node.name in scope.locals


def index_list(checker: Checker, node: nodes.Index, value: core.Value, scope: Scope) -> core.Value:
    """Item of a list by its number; none where the list may be shorter (of a list of sets the empty set)."""
    if isinstance(value.type, t.UnknownType):
        return value
    if not isinstance(value.type, t.ListType):
        return checker.wrong(value, NUMBERED, hint=in_brackets(checker, value, node.keys))
    if len(node.keys) == 1 and isinstance(node.keys[0], nodes.Between):
        return _part(checker, node, node.keys[0], value, value.type, scope)
    if told_several(checker, node, value):
        return checker.unknown(node.span)
    (key,) = _keys(checker, node, (model.Key(name="place", type=t.IntType()),), scope, False) or (None,)
    if key is None:
        return checker.unknown(node.span)
    item, place, places = value.type.item, intervals.strip(key.type), t.IntType(1, max(1, value.type.most))
    if isinstance(place, t.IntType) and not intervals.meets(places, place):
        values = {"target": "the place in these brackets", "range": str(places), "found": str(place)}
        checker.report("GDRNG01", key.span, **values, **dashed(node.keys[0]))
        return checker.unknown(node.span)
    sure = isinstance(item, t.SetType | t.ListType) or (
        isinstance(place, t.IntType) and place.high <= value.type.least and not isinstance(key.type, t.MaybeType)
    )
    return core.ListItem(
        span=node.span, type=item if sure else t.MaybeType(intervals.strip(item)), source=value, index=key
    )


def _part(
    checker: Checker, node: nodes.Index, written: nodes.Between, value: core.Value, kind: t.ListType, scope: Scope
) -> core.Value:
    """``best[1..3]``: the items at these places, as a list; those that are not there are left out."""
    low, high = checker.number(written.low, scope), checker.number(written.high, scope)
    if not isinstance(low.type, t.IntType) or not isinstance(high.type, t.IntType):
        return checker.unknown(node.span)
    places, asked = t.IntType(1, max(1, kind.most)), t.IntType(low.type.low, high.type.high)
    if asked.low > asked.high:
        write = f"{text_of(written.high.span)}..{text_of(written.low.span)}"
        checker.report("GDRNG05", written.span, range=text_of(written.span), write=f"`{write}`")
    elif not intervals.meets(places, asked) or low.type.high < 1:
        target = "the places in these brackets"
        checker.report("GDRNG01", written.span, target=target, range=str(places), found=str(asked))
    most = max(0, min(kind.most, asked.high) - max(1, asked.low) + 1)
    least = max(0, min(kind.least, high.type.low) - max(1, low.type.high) + 1)
    size = t.ListType(kind.item, most, min(least, most))
    return core.ListPart(span=node.span, type=size, source=value, low=low, high=high)


def _index_by_name(checker: Checker, node: nodes.Index, base: nodes.Name, scope: Scope) -> core.Value | None:
    symbols, word = checker.symbols, base.name
    if word in symbols.twice:
        return checker.unknown(node.span)
    if word in symbols.zones:
        symbols.used.add("table." + word)
        return _zone_cells(checker, node, word, None, scope)
    if word in symbols.values:
        symbols.used.add("table." + word)
        return _value_field(checker, node, word, None, scope)
    if word in symbols.charts:
        symbols.used.add("components." + word)
        chart = symbols.charts[word]
        keys = _keys(checker, node, chart.keys, scope, False)
        if keys is None:
            return checker.unknown(node.span)
        row: t.Type = t.RowType(word)
        if any(isinstance(key.type, t.MaybeType) for key in keys):
            row = t.MaybeType(row)
        return core.ChartRow(span=node.span, type=row, chart=word, keys=keys)
    if word in symbols.dice:
        return _die(checker, node, word, scope)
    return None


def _die(checker: Checker, node: nodes.Index, word: str, scope: Scope) -> core.Value:
    dice = checker.symbols.dice[word]
    checker.symbols.used.add("components." + word)
    keys = _keys(checker, node, (model.Key(name="die", type=t.IntType(1, dice.count)),), scope, False)
    if keys is None:
        return checker.unknown(node.span)
    keys = (checker.certain(keys[0], "the number of a die"),)
    return core.DieFace(span=node.span, type=dice.faces, dice=word, index=keys[0])


def _index_member(
    checker: Checker, node: nodes.Index, subject: core.Value, name: str, scope: Scope
) -> core.Value | None:
    """``subject.name[keys]`` where the name is keyed; None when it is not."""
    symbols = checker.symbols
    if isinstance(subject.type, t.ZoneType):
        subject = checker.narrow(checker.read(subject), scope)
    kind = subject.type
    many = isinstance(kind, t.SetType | t.ListType)
    item = intervals.strip(kind.item if isinstance(kind, t.SetType | t.ListType) else kind)
    full = f"{_each_of(item)}.{name}"
    if full in symbols.zones:
        symbols.used.add("table." + full)
        return _zone_cells(checker, node, full, subject, scope)
    if name == "points" and isinstance(item, t.PlayerType):
        return _points_from(checker, node, subject, scope)
    if many:
        return None
    if full in symbols.values and symbols.values[full].keys:
        symbols.used.add("table." + full)
        return _value_field(checker, node, full, subject, scope)
    if isinstance(item, t.PieceType | t.DesignType | t.RowType):
        owner = item.chart if isinstance(item, t.RowType) else item.kind
        column = symbols.column(owner, name)
        if column is not None and column.keys:
            symbols.used.add(f"columns.{owner}.{name}")
            return _keyed_column(checker, node, subject, column, scope)
    return None


def _points_from(checker: Checker, node: nodes.Index, subject: core.Value, scope: Scope) -> core.Value:
    """``p.points[S]``: the points from one scoring source; only names of sources may stand in these brackets."""
    sources = checker.symbols.sources
    if len(node.keys) != 1:
        name = text_of(node.value.span)
        form = f"write `{name}[SOURCE]`, with one name of a source"
        checker.report("GDTYP03", node.span, name=name, expected=1, found=len(node.keys), form=form)
        return checker.unknown(node.span)
    written = node.keys[0]
    if not isinstance(written, nodes.Name) or written.name not in sources:
        checker.symbols.unknown(written.span, "scoring source", text_of(written.span), lambda: list(sources))
        return checker.unknown(node.span)
    points = t.IntType(-MOST_POINTS, MOST_POINTS)
    if not isinstance(subject.type, t.SetType | t.ListType):
        kind = intervals.maybe(points) if isinstance(subject.type, t.MaybeType) else points
        return core.PointsOf(span=node.span, type=kind, subject=subject, source=written.name)
    slot = scope.body.take()
    one = core.Local(span=subject.span, type=subject.type.item, slot=slot)
    found = core.PointsOf(span=node.span, type=points, subject=one, source=written.name)
    return collect(found, (core.Loop(span=node.span, slot=slot, source=subject, condition=None),), node.span)


def _keyed_column(
    checker: Checker, node: nodes.Index, subject: core.Value, column: model.Column, scope: Scope
) -> core.Value:
    keys = _keys(checker, node, column.keys, scope, False)
    if keys is None:
        return checker.unknown(node.span)
    unsure = any(isinstance(value.type, t.MaybeType) for value in (subject, *keys))
    kind = intervals.maybe(column.type) if unsure else column.type
    return core.Attribute(span=node.span, type=kind, column=column.name, subject=subject, keys=keys)


def _zone_cells(checker: Checker, node: nodes.Index, full: str, owner: core.Value | None, scope: Scope) -> core.Value:
    zone = checker.symbols.zones[full]
    keys = _keys(checker, node, zone.keys, scope, True)
    if keys is None:
        return checker.unknown(node.span)
    written = (*keys, *((None,) * (len(zone.keys) - len(keys))))
    many = (t.SetType, t.ListType)
    single = len(keys) == len(zone.keys) and not (owner is not None and isinstance(owner.type, many))
    single = single and not any(isinstance(key.type, many) for key in keys)
    kind = t.ZoneType(full, zone.form, zone.kind, single)
    return core.ZoneRef(span=node.span, type=kind, entry=full, owner=owner, keys=written)


def _value_field(checker: Checker, node: nodes.Index, full: str, owner: core.Value | None, scope: Scope) -> core.Value:
    value = checker.symbols.values[full]
    if not value.keys:
        return index_list(
            checker,
            node,
            core.ReadValue(span=node.value.span, type=value.type, entry=full, owner=owner, keys=()),
            scope,
        )
    keys = _keys(checker, node, value.keys, scope, False)
    if keys is None:
        return checker.unknown(node.span)
    unsure = any(isinstance(key.type, t.MaybeType) for key in keys)
    unsure = unsure or (owner is not None and isinstance(owner.type, t.MaybeType))
    kind = intervals.maybe(value.type) if unsure else value.type
    return core.ReadValue(span=node.span, type=kind, entry=full, owner=owner, keys=keys)


def _keys(
    checker: Checker, node: nodes.Index, declared: tuple[model.Key, ...], scope: Scope, zone: bool
) -> tuple[core.Value, ...] | None:
    """Check the keys written; zones take fewer keys, sets and none; others exactly one value for each."""
    written = node.keys
    if len(written) > len(declared) or (not zone and len(written) != len(declared)):
        name = text_of(node.value.span)
        form = call_form(name, ((key.name, key.type) for key in declared), "[]")
        checker.symbols.wrong_counts.add(f"table.{name}", None, node.span, name, len(declared), len(written), form)
        return None
    return tuple(_key(checker, item, key, scope, zone) for item, key in zip(written, declared, strict=False))


def _key(checker: Checker, node: nodes.Expr, key: model.Key, scope: Scope, zone: bool) -> core.Value:
    _warn_reference_shape(checker, node)
    value = checker.value(node, scope, key.type)
    target = f"`{key.name}` in these brackets"
    if zone and isinstance(value.type, t.SetType | t.ListType):
        return checker.fit(value, t.SetType(key.type))
    have = intervals.strip(value.type)
    if zone and isinstance(key.type, t.IntType) and isinstance(have, t.IntType) and not intervals.meets(key.type, have):
        checker.report("GDRNG01", node.span, target=target, range=str(key.type), found=str(have))
    if zone:
        fitted = checker.fit(value, t.MaybeType(key.type))
        return attrs.evolve(fitted, type=value.type) if isinstance(fitted.type, t.MaybeType) else fitted
    is_plain = isinstance(node, nodes.Name | nodes.Member | nodes.Index)
    written = text_of(node.span) if is_plain else f"({text_of(node.span)})"
    taken = t.MaybeType(key.type) if isinstance(value.type, t.MaybeType) else key.type
    return checker.in_range(value, taken, target, f"{written} in {key.type}")


def _warn_reference_shape(checker: Checker, node: nodes.Expr) -> None:
    """An uppercase name before a minus inside brackets is easily taken for a rulebook reference."""
    if (
        isinstance(node, nodes.Arithmetic)
        and node.sign == "-"
        and isinstance(node.left, nodes.Name)
        and node.left.name.isupper()
        and len(node.left.name) > 1
        and isinstance(node.right, nodes.Number)
    ):
        checker.report("GDNAM09", node.span, name=node.left.name)


__all__ = ["attribute", "collect", "own_piece", "term_call", "zone_ref"]
