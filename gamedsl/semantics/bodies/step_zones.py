"""The places and pieces of a step -> core values: one purse, one place for pieces, pieces to move."""

from __future__ import annotations

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.boards import as_place, wanted_place
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.members import checker_zone, zone_ref
from gamedsl.semantics.expressions.operators import each_another
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.wrong_type import what_lies_there
from gamedsl.syntax import nodes


def one_purse(checker: Checker, node: nodes.Expr, scope: Scope) -> core.ZoneRef | None:
    """Check an expression that must be one purse."""
    value = checker.raw(node, scope)
    if isinstance(value.type, t.UnknownType):
        return None
    if not isinstance(value.type, t.ZoneType) or value.type.form != "purse":
        hint = "money and other counters lie in purses; pieces are moved: `move … to …`"
        checker.wrong(value, "a purse", hint=hint)
        return None
    return single(checker, checker_zone(value))


def single(checker: Checker, zone: core.ZoneRef) -> core.ZoneRef | None:
    """Return the zone if it is one place for certain."""
    assert isinstance(zone.type, t.ZoneType)
    if not zone.type.single:
        every = f"`{text_of(zone.span)}` stands for several places"
        checker.report("GDTYP01", zone.span, expected="one place", found="several", hint=f"{every}: say which one")
        return None
    _check_keys(checker, zone)
    return attrs.evolve(
        zone, owner=certainly(checker, zone.owner), keys=tuple(certainly(checker, key) for key in zone.keys)
    )


def _check_keys(checker: Checker, zone: core.ZoneRef) -> None:
    """Report numbers in brackets that may leave the board: nothing can be put there, or taken from there."""
    for key, value in zip(checker.symbols.zones[zone.entry].keys, zone.keys, strict=True):
        wanted, have = key.type, None if value is None else value.type
        if value is None or not isinstance(wanted, t.IntType) or not isinstance(have, t.IntType):
            continue
        if intervals.meets(wanted, have) and not intervals.contains(wanted, have):
            fix = f"`if {text_of(value.span)} in {wanted}: …` around this step, or more places under `table`"
            target = f"`{key.name}` in these brackets"
            checker.report("GDRNG02", value.span, target=target, range=str(wanted), found=str(have), fix=fix)


def certainly(checker: Checker, value: core.Value | None) -> core.Value | None:
    """Return an owner or key that must be there, tested in play where that is not certain."""
    if value is None or not isinstance(value.type, t.MaybeType):
        return value
    return checker.certain(value, describe(value.type.item))


def one_place(checker: Checker, node: nodes.Expr, scope: Scope, kind: str | None) -> core.ZoneRef | None:
    """Check an expression that must be one heap, stack or slot for pieces of ``kind``."""
    return as_one_place(checker, node, checker.raw(node, scope, wanted_place(checker, node)), kind)


def as_one_place(checker: Checker, node: nodes.Expr, value: core.Value, kind: str | None) -> core.ZoneRef | None:
    """Return what is written as the one place that it must be."""
    if isinstance(value.type, t.UnknownType):
        return None
    if kind is not None and not isinstance(value.type, t.ZoneType):
        is_place, found = _on_space(checker, node, value, kind)
        if is_place:
            return found
    if not isinstance(value.type, t.ZoneType) or value.type.form == "purse":
        if kind is not None or not isinstance(value.type, t.ZoneType):
            hint = ""
            if isinstance(value.type, t.WordType) and value.type.words == checker.symbols.directions:
                hint = f"`{text_of(node.span)}` is a direction; the place there is `next(m.at, {text_of(node.span)})`"
            checker.wrong(value, "a heap, a stack or a slot", hint=hint)
        return None
    zone = checker_zone(value)
    if kind is not None and kind != value.type.kind:
        name = text_of(node.span)
        checker.report("GDTYP04", node.span, zone=name, zone_kind=value.type.kind, kind=kind)
        return None
    if any(k.is_set for k in checker.symbols.zones[zone.entry].keys) and None not in zone.keys:
        return _set_keyed(checker, zone)
    return single(checker, zone)


def _on_space(checker: Checker, node: nodes.Expr, value: core.Value, kind: str) -> tuple[bool, core.ZoneRef | None]:
    """A space stands for its only place for pieces of ``kind``; return whether it is a space, and that place."""
    space = as_place(checker, value)
    of = intervals.strip(space.type)
    if not isinstance(of, t.PieceType) or checker.symbols.kinds[of.kind].form != "space":
        return False, None
    symbols, name = checker.symbols, text_of(node.span)
    zones = [zone for zone in symbols.zones_of(kind) if zone.each == of.kind and not zone.keys]
    if len(zones) == 1:
        return True, single(checker, checker_zone(zone_ref(checker, zones[0].name, space, value.span)))
    places = [zone.name.removeprefix(f"{of.kind}.") for zone in zones]
    if places:
        written = " or ".join(f"`{name}.{place}`" for place in places)
        said = f"`{name}` has several places for a {kind}: write {written}"
    else:
        said = f"no {kind} can lie on a {of.kind}: under `each {of.kind}` there is no place for one"
    checker.wrong(space, f"one place for a {kind}", hint=said)
    return True, None


def _set_keyed(checker: Checker, zone: core.ZoneRef) -> core.ZoneRef:
    """A piece may lie on several places at once: a set is a target as good as one of them."""
    assert isinstance(zone.type, t.ZoneType)
    return attrs.evolve(zone, type=attrs.evolve(zone.type, single=True))


def all_pieces(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Value | None:
    """Check an expression that must be a piece, a set of pieces or a zone with all its pieces."""
    raw = checker.raw(node, scope)
    if isinstance(raw.type, t.ZoneType):
        if raw.type.form == "purse":
            hint = "amounts are paid: `pay … from … to …`"
            checker.wrong(raw, "pieces", hint=hint)
            return None
        return raw
    value = raw
    kind = intervals.strip(value.type)
    is_space = isinstance(kind, t.DesignType) and checker.symbols.kinds[kind.kind].form == "space"
    if isinstance(value, core.Const) and isinstance(kind, t.DesignType) and not is_space:
        piece = checker.piece_of(value)
        if piece is None:
            name = text_of(node.span)
            hint = f"there are several copies of `{name}`: take them from a zone, `(zone where design = {name})`"
            checker.wrong(value, "a piece", hint=hint)
        return piece
    if isinstance(kind, t.SetType | t.ListType) and isinstance(kind.item, t.DesignType):
        return _pieces_of_rows(checker, value)
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    if isinstance(item, t.PieceType) and checker.symbols.kinds[item.kind].form != "space":
        # What is drawn from a stack is there as a rule: it is refilled, or the rules count.
        is_drawn = isinstance(value, core.Top | core.Bottom)
        return value if is_drawn or item is not kind else checker.certain(value, "a piece")
    if not isinstance(item, t.UnknownType):
        hint = what_lies_there(checker.symbols, kind, text_of(node.span))
        checker.wrong(value, "a piece or a set of pieces", hint=hint)
    return None


def _pieces_of_rows(checker: Checker, value: core.Value) -> core.Value | None:
    if isinstance(value, core.MakeSet):
        items = [_piece_of_row(checker, item) for item in value.items]
        if all(item is not None for item in items):
            kept = tuple(each_another([item for item in items if item is not None]))
            kind = t.SetType(kept[0].type, len(kept))
            return core.MakeSet(span=value.span, type=kind, items=kept)
    checker.wrong(value, "a set of pieces")
    return None


def _piece_of_row(checker: Checker, item: core.Value) -> core.Value | None:
    if isinstance(item, core.Const) and isinstance(item.type, t.DesignType):
        return checker.piece_of(item)
    return item if isinstance(item.type, t.PieceType) else None


def kind_of(value: core.Value) -> str:
    """Return the kind of a piece, a set of pieces or a zone."""
    kind = intervals.strip(value.type)
    if isinstance(kind, t.SetType | t.ListType):
        kind = kind.item
    return str(getattr(kind, "kind", ""))
