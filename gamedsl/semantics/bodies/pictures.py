"""The place behind ``lay`` -> its single places, row by row as a picture shows them, the top row first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.members import checker_zone
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.source import Span
from gamedsl.syntax import nodes

Target = core.ZoneRef | core.ReadValue


@attrs.frozen
class Picture:
    """What can be laid: the type of all places, and the places; None where a drawn board has none.

    ``everything`` is written as the author could write it: all that lies on the table there.
    """

    type: t.Type
    rows: tuple[tuple[Target | None, ...], ...]
    everything: nodes.Expr


def picture_of(checker: Checker, place: nodes.Expr, scope: Scope) -> Picture | None:
    """Return the places of a picture; None after a report."""
    entries = _on_boards(checker, place)
    if entries:
        return _board(checker, place, entries, scope)
    found = _values_with_keys(checker, place, scope) or checker.raw(place, scope)
    if isinstance(found.type, t.UnknownType):
        return None
    target: Target
    if isinstance(found.type, t.ZoneType) and found.type.form != "purse":
        target = checker_zone(found)
        keys = checker.symbols.zones[target.entry].keys
    elif isinstance(found, core.ReadValue):
        target, keys = found, checker.symbols.values[found.entry].keys
    else:
        is_purse = isinstance(found.type, t.ZoneType) and found.type.form == "purse"
        hint = "counters are paid: `pay 3 from PURSE to PURSE`" if is_purse else "write an entry of the table with keys"
        checker.wrong(found, "a place for pieces, or a value", hint=hint)
        return None
    written = (*target.keys, *[None] * (len(keys) - len(target.keys)))
    free = [key for key, value in zip(keys, written, strict=True) if value is None]
    if not 1 <= len(free) <= 2 or any(key.is_set for key in keys):
        problem = "a picture goes through one key (a row) or two (columns and rows), or shows a board"
        checker.report("GDSCN30", place.span, problem=problem)
        return None
    values = [list(_values(checker, key.type, place.span)) for key in free]
    places: list[list[tuple[core.Value, ...]]] = [[(value,) for value in values[0]]]
    if len(values) == 2:
        places = [[(column, row) for column in values[0]] for row in reversed(values[1])]
    rows = tuple(tuple(_single(target, written, laid, place.span) for laid in row) for row in places)
    return Picture(target.type, rows, place)


def _single(target: Target, written: Sequence[core.Value | None], laid: tuple[core.Value, ...], span: Span) -> Target:
    between = iter(laid)
    keys = tuple(next(between) if value is None else value for value in written)
    single = attrs.evolve(target, keys=keys, span=span)
    if isinstance(single, core.ZoneRef) and isinstance(single.type, t.ZoneType):
        return attrs.evolve(single, type=attrs.evolve(single.type, single=True))
    return single


def _values_with_keys(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Value | None:
    """Return a value with fewer keys than it has, which nothing else can mean; None for whatever else is written."""
    base = node.value if isinstance(node, nodes.Index) else node
    written = node.keys if isinstance(node, nodes.Index) else ()
    value = checker.symbols.values.get(base.name) if isinstance(base, nodes.Name) else None
    if value is None or len(value.keys) <= len(written):
        return None
    checker.symbols.used.add("table." + value.name)
    keys = tuple(
        checker.in_range(checker.value(one, scope, key.type), key.type, f"`{key.name}` in these brackets")
        for one, key in zip(written, value.keys, strict=False)
    )
    unknown = next((key for key in keys if isinstance(key.type, t.UnknownType)), None)
    return unknown or core.ReadValue(span=node.span, type=value.type, entry=value.name, owner=None, keys=keys)


def _values(checker: Checker, kind: t.Type, span: Span) -> Iterator[core.Value]:
    match kind:
        case t.IntType(low, high):
            numbers: Sequence[int] = range(low, high + 1)
        case t.WordType(name):
            numbers = range(len(checker.symbols.word_lists[name].words_of))
        case t.PlayerType():
            numbers = range(len(checker.symbols.seat_names))
        case t.DesignType(name) | t.PieceType(name):
            for design in checker.symbols.kinds[name].designs:
                yield core.CopyOf(span=span, type=t.PieceType(name), design=design.number)
            return
        case _:
            raise TypeError(f"no key can have the type {kind}")
    for number in numbers:
        yield core.Const(span=span, type=kind, value=number)


# ---------------------------------------------------------------- boards


def _on_boards(checker: Checker, place: nodes.Expr) -> list[model.Zone | model.TableValue]:
    """Return what stands under ``each`` place of a grid and is called as the picture is."""
    symbols = checker.symbols
    if not isinstance(place, nodes.Name | nodes.Member):
        return []
    if isinstance(place, nodes.Name) and (place.name in symbols.zones or place.name in symbols.values):
        return []
    grids = [kind.name for kind in symbols.kinds.values() if kind.board is not None and kind.board.letters]
    names = [f"{name}.{place.name}" for name in grids]
    entries = [symbols.zones.get(name) or symbols.values.get(name) for name in names]
    return [entry for entry in entries if entry is not None and not entry.keys]


def _board(
    checker: Checker, place: nodes.Expr, entries: Sequence[model.Zone | model.TableValue], scope: Scope
) -> Picture | None:
    """Return the places of a whole board (`here`, `square.here`), or of a rectangle (`(a1..c3).here`)."""
    everything = place
    if isinstance(place, nodes.Name):
        everything = nodes.Member(nodes.Name(entries[0].each, span=place.span), place.name, place.span, span=place.span)
    assert isinstance(everything, nodes.Member)
    shown = checker.raw(everything.value, scope)
    item = shown.type.item if isinstance(shown.type, t.SetType) else t.UnknownType()
    entry = next((one for one in entries if isinstance(item, t.PieceType) and one.each == item.kind), None)
    if isinstance(shown.type, t.UnknownType):
        return None
    corners = _corners(checker, shown)
    if entry is None or corners is None or (len(entries) > 1 and isinstance(place, nodes.Name)):
        forms = [*(f"lay {one.each}.{everything.name}:" for one in entries), f"lay (a1..c3).{everything.name}:"]
        problem = f"a picture shows a whole board or a rectangle of it: {listed(forms, 'or')}"
        checker.report("GDSCN30", place.span, problem=problem)
        return None
    checker.symbols.used.add("table." + entry.name)
    (left, low), (right, high) = corners
    at = {(one.data["column"], one.data["row"]): one for one in checker.symbols.kinds[entry.each].designs}
    rows = tuple(
        tuple(_on(entry, at.get((column, row)), place.span) for column in range(left, right + 1))
        for row in range(high, low - 1, -1)
    )
    kind = next(target.type for row in rows for target in row if target is not None)
    return Picture(kind, rows, everything)


def _corners(checker: Checker, shown: core.Value) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return column and row of the corners at the left below and at the right above; None for no rectangle."""
    match shown:
        case core.AllMembers(type=t.SetType(item=t.PieceType(kind))):
            found = checker.symbols.kinds[kind].designs
        case core.Rectangle(first=core.CopyOf(design=first), last=core.CopyOf(design=last)):
            kind = shown.type.item.kind  # type: ignore[attr-defined]
            found = tuple(one for one in checker.symbols.kinds[kind].designs if one.number in (first, last))
        case _:
            return None
    columns, rows = ([int(one.data[name]) for one in found] for name in ("column", "row"))  # type: ignore[arg-type]
    return (min(columns), min(rows)), (max(columns), max(rows))


def _on(entry: model.Zone | model.TableValue, design: model.Design | None, span: Span) -> Target | None:
    """Return what an entry has on one place of a board."""
    if design is None:
        return None
    owner = core.CopyOf(span=span, type=t.PieceType(entry.each), design=design.number)
    if isinstance(entry, model.Zone):
        kind = t.ZoneType(entry.name, entry.form, entry.kind, True)
        return core.ZoneRef(span=span, type=kind, entry=entry.name, owner=owner, keys=())
    return core.ReadValue(span=span, type=entry.type, entry=entry.name, owner=owner, keys=())
