"""The section ``table`` -> zones and values."""

from __future__ import annotations

from math import prod

import attrs

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.declare.dice import declare_faces
from gamedsl.semantics.declare.heads import Names, items, owned_items, plain, resolve, resolve_keys
from gamedsl.semantics.declare.lots import told_thousands
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.scopes import Body, Scope
from gamedsl.semantics.expressions.words import references
from gamedsl.semantics.symbols import Symbols
from gamedsl.syntax import nodes

_AS_VALUES = {
    "player": "players are no pieces: one is a value, `NAME: player or none`, several are `NAME: set of player`",
    "players": "players are no pieces: several are a value, `NAME: set of player`",
    "number": "numbers are no pieces: one is a value with its range, such as `NAME: 0..9`",
}
"""What people put into zones that is no component -> how it is declared."""
_MOST_CELLS = 50_000
_MOST_PIECES = 50_000
_MOST_PLACES = 100_000
"""Of the whole game, in the largest set-up."""
_MOST_SOURCES = 254
"""What chance is drawn for: as in ``engine/state/chance.py``."""


def declare_table(symbols: Symbols, game: nodes.GameFile, values: Names) -> None:
    """Read ``table``: zones and values, common and under ``each K``; initial values come later."""
    declare_faces(symbols)
    for entry, each in owned_items(symbols, game, "table", nodes.Entry):
        _declare(symbols, entry, each, values)
    _check_totals(symbols)


def _check_totals(symbols: Symbols) -> None:
    """Report where the pieces, and the places and values, of the whole game become too many for any set-up."""
    pieces = places = 0
    for kind in symbols.kinds.values():
        pieces += symbols.pieces_of(kind.name)
        if pieces > _MOST_PIECES:
            symbols.report("GDLIM01", kind.span, found=pieces, what="pieces", limit=_MOST_PIECES)
            break
    entries: list[model.Zone | model.TableValue] = [*symbols.zones.values(), *symbols.values.values()]
    for entry in entries:
        own = 1 if not entry.each else symbols.high if entry.each == "player" else symbols.pieces_of(entry.each)
        places += own * prod(symbols.members(key.type) for key in entry.keys)
        if places > _MOST_PLACES:
            symbols.report("GDLIM01", entry.span, found=places, what="places and values", limit=_MOST_PLACES)
            break
    _check_chance(symbols)


def _check_chance(symbols: Symbols) -> None:
    """Report where dice and zones are more than chance is drawn for: each has draws of its own."""
    zones = [one for one in symbols.zones.values() if one.form != "purse"]
    dice = [*symbols.dice.values(), *(kind for kind in symbols.kinds.values() if kind.faces is not None)]
    sources = len(dice)
    for entry in zones:
        sources += symbols.high if entry.each == "player" else 1
        if sources > _MOST_SOURCES:
            what = "dice, stacks, heaps and slots, each of a player counted"
            symbols.report("GDLIM01", entry.span, found=sources, what=what, limit=_MOST_SOURCES)
            break


def _declare(symbols: Symbols, node: nodes.Entry, each: str, values: Names) -> None:
    full = f"{each}.{node.name}" if each else node.name
    _declare_entry(symbols, node, full, each, values)
    if full not in symbols.zones and full not in symbols.values:
        symbols.broken.add(node.name)


def _declare_entry(symbols: Symbols, node: nodes.Entry, full: str, each: str, values: Names) -> None:
    keys = resolve_keys(symbols, node.keys)
    if keys is None or not values.add(full, "entry of the table", node.name_span, reserved=True):
        return
    if full in symbols.values:
        symbols.report("GDNAM03", node.name_span, name=node.name, other=f"what every `{each}` shows")
        return
    if told_thousands(symbols, node) or not _few_cells(symbols, node, keys):
        return
    if isinstance(node.type, nodes.ZoneType):
        _zone(symbols, node, node.type, full, each, keys)
    else:
        _value(symbols, node, full, each, keys)


def _few_cells(symbols: Symbols, node: nodes.Entry, keys: tuple[model.Key, ...]) -> bool:
    cells = 1
    for key in keys:
        cells *= 1 if key.is_set else symbols.members(key.type)
    if cells > _MOST_CELLS:
        found, expected = f"{cells} places", f"at most {_MOST_CELLS} places"
        symbols.report("GDTYP01", node.span, expected=expected, found=found, hint="")
    return cells <= _MOST_CELLS


def _zone(
    symbols: Symbols, node: nodes.Entry, kind: nodes.ZoneType, full: str, each: str, keys: tuple[model.Key, ...]
) -> None:
    if kind.kind in symbols.twice:
        return
    if kind.kind not in symbols.kinds and kind.kind not in symbols.counters:
        known = [*symbols.counters] if kind.form == "purse" else [*symbols.kinds, *symbols.dice]
        symbols.unknown(kind.span, "component", kind.kind, lambda: known, _AS_VALUES.get(kind.kind, ""))
        return
    symbols.used.add("components." + kind.kind)
    counter = kind.kind in symbols.counters
    if counter != (kind.form == "purse"):
        nature = "a counter" if counter else f"a {symbols.kinds[kind.kind].form}"
        instead = "purse" if counter else "heap"
        symbols.report("GDTYP05", kind.span, kind=kind.kind, nature=nature, form=kind.form, instead=instead)
        return
    if not counter and symbols.kinds[kind.kind].form == "space":
        symbols.report("GDTYP05", kind.span, kind=kind.kind, nature="a space", form=kind.form, instead="")
        return
    if node.initial is not None:
        hint = "components start in the zone marked `full`; `setup` lays them out"
        symbols.report("GDTYP01", node.initial.span, expected="no value", found="a starting value", hint=hint)
    symbols.table_order.append(full)
    symbols.zones[full] = model.Zone(
        name=full,
        span=node.name_span,
        words=plain(node.words, f"table.{full}"),
        references=references(node.words),
        form=kind.form,
        kind=kind.kind,
        each=each,
        keys=keys,
        traits=(),
    )


def _value(symbols: Symbols, node: nodes.Entry, full: str, each: str, keys: tuple[model.Key, ...]) -> None:
    kind = resolve(symbols, node.type)
    if isinstance(kind, t.UnknownType):
        return
    if isinstance(kind, t.TextType) or (isinstance(kind, t.IntType) and symbols.members(kind) > 2**32):
        symbols.report("GDTYP01", node.type.span, expected="a type of values", found=f"`{kind}`", hint="")
        return
    for trait in node.traits:
        if not _fits_value(trait):
            hint = "only zones are filled or refilled"
            symbols.report("GDTYP01", trait.span, expected="a trait of a value", found="a trait of a zone", hint=hint)
        elif isinstance(trait, nodes.Seen) and trait.by != "all":
            _can_hide(symbols, trait, full, each, kind)
    symbols.table_order.append(full)
    symbols.values[full] = model.TableValue(
        name=full,
        span=node.name_span,
        words=plain(node.words, f"table.{full}"),
        references=references(node.words),
        type=kind,
        each=each,
        keys=keys,
        initial=_first_value(symbols, kind, node),
    )


def _fits_value(trait: nodes.Trait) -> bool:
    return isinstance(trait, nodes.Seen) or (isinstance(trait, nodes.Flag) and trait.name == "quiet")


def _can_hide(symbols: Symbols, trait: nodes.Seen, full: str, each: str, kind: t.Type) -> None:
    """Report a hidden value that names dice, or belongs to pieces: these are hidden by the place where they lie."""
    inner = kind
    while isinstance(inner, t.MaybeType | t.SetType):
        inner = inner.item
    of = inner.kind if isinstance(inner, t.PieceType) else None
    name = full.rpartition(".")[2]
    if of is not None and symbols.kinds[of].faces is not None:
        why, fix = f"it names a {of}", f"lay the {of} in a zone: `{name}: slot of {of}, seen by …`"
        symbols.report("GDTYP19", trait.span, name=name, why=why, hint=fix)
    elif each not in ("", "player") and each in symbols.kinds and symbols.kinds[each].form != "space":
        why, fix = f"it belongs to a {each}", f"hide the {each} itself, by the zone in which it lies"
        symbols.report("GDTYP19", trait.span, name=name, why=why, hint=fix)


def _first_value(symbols: Symbols, kind: t.Type, node: nodes.Entry) -> core.Value:
    """Return what a value is before anything is set: none, the empty set, no, the lowest or first."""
    value: bool | int | tuple[int, ...] | None = 0
    match kind:
        case t.MaybeType():
            value = None
        case t.SetType():
            value = ()
        case t.BoolType():
            value = False
        case t.IntType(low, high):
            value = min(max(low, 0), high)
        case t.DesignType(name):
            value = symbols.kinds[name].designs[0].number if symbols.kinds[name].designs else 0
        case t.PieceType(name):
            first = symbols.kinds[name].designs[0].number if symbols.kinds[name].designs else 0
            return core.CopyOf(span=node.span, type=kind, design=first)
        case t.WordType() | t.PlayerType() | t.UnknownType() | t.TextType():
            value = 0
        case _:
            raise TypeError(f"no value of the table can have the type {kind}")
    return core.Const(span=node.span, type=kind, value=value)


# ---------------------------------------------------------------- second round: what needs all names


def finish_table(checker: Checker, game: nodes.GameFile) -> None:
    """Check traits and starting values, now that all names are known."""
    symbols = checker.symbols
    for entry, each in _entries(game):
        full = f"{each}.{entry.name}" if each else entry.name
        if full in symbols.zones:
            traits = tuple(use for trait in entry.traits if (use := _trait(checker, trait, entry, each)) is not None)
            symbols.zones[full] = attrs.evolve(symbols.zones[full], traits=traits)
        elif full in symbols.values:
            symbols.values[full] = _finished_value(checker, entry, symbols.values[full])
    _check_full(checker, game)


def _finished_value(checker: Checker, entry: nodes.Entry, declared: model.TableValue) -> model.TableValue:
    uses = (_trait(checker, trait, entry, declared.each) for trait in entry.traits if _fits_value(trait))
    traits = tuple(use for use in uses if use is not None)
    if entry.initial is None:
        return attrs.evolve(declared, traits=traits)
    value = checker.value(entry.initial, Scope(Body(1_000)), declared.type)
    initial = checker.in_range(value, declared.type, f"`{entry.name}`")
    return attrs.evolve(declared, initial=initial, traits=traits)


def _entries(game: nodes.GameFile) -> list[tuple[nodes.Entry, str]]:
    found: list[tuple[nodes.Entry, str]] = []
    for item in items(game, "table", nodes.Node):
        if isinstance(item, nodes.Entry):
            found.append((item, ""))
        elif isinstance(item, nodes.EachBlock):
            found += [(entry, item.kind) for entry in item.items if isinstance(entry, nodes.Entry)]
    return found


def _trait(checker: Checker, node: nodes.Trait, entry: nodes.Entry, each: str) -> model.TraitUse | None:
    condition = None
    if node.condition is not None:
        condition = option_condition(checker, node.condition, _written(node))
    form = entry.type.form if isinstance(entry.type, nodes.ZoneType) else ""
    purse_only = isinstance(node, nodes.Flag) and node.name in ("unlimited", "overdraft")
    if (purse_only and form != "purse") or (isinstance(node, nodes.Refilled) and form == "purse"):
        hint = "amounts lie in purses, pieces in heaps, stacks and slots"
        checker.report("GDTYP01", node.span, expected=f"a trait of a {form}", found=f"`{_written(node)}`", hint=hint)
        return None
    match node:
        case nodes.Seen(by=by):
            if by == "owner" and each != "player":
                hint = "put the entry under `each player`"
                checker.report(
                    "GDTYP01", node.span, expected="something of a player", found="a common entry", hint=hint
                )
                return None
            return model.TraitUse(name=f"seen by {by}", condition=condition)  # type: ignore[arg-type]
        case nodes.Flag(name=name):
            return model.TraitUse(name=name, condition=condition)
        case nodes.Refilled():
            return _refilled(checker, node, entry, each, condition)
        case nodes.Copies() | nodes.Csv() | nodes.Adjacent() | nodes.Grid() | nodes.DrawnLines():
            word = "a trait of a zone (`seen by`, `full`, `unlimited`, `overdraft`, `refilled`, `quiet`)"
            checker.report("GDTYP01", node.span, expected=word, found="a trait of a component", hint="")
            return None
        case _:
            raise TypeError(f"unknown trait {type(node).__name__}")


def _written(node: nodes.Trait) -> str:
    match node:
        case nodes.Seen(by=by):
            return f"seen by {by}"
        case nodes.Flag(name=name):
            return name
        case nodes.Refilled(source=source):
            return f"refilled from {source}"
        case nodes.Copies() | nodes.Csv() | nodes.Adjacent() | nodes.Grid():
            return type(node).__name__.lower()
        case nodes.DrawnLines():
            return "lines"
        case _:
            raise TypeError(f"unknown trait {type(node).__name__}")


def _refilled(
    checker: Checker, node: nodes.Refilled, entry: nodes.Entry, each: str, condition: core.Value | None
) -> model.TraitUse | None:
    symbols = checker.symbols
    names = [node.source, f"{each}.{node.source}"] if each else [node.source]
    source = next((name for name in names if name in symbols.zones), None)
    if source is None:
        symbols.unknown(node.span, "zone", node.source, lambda: [name for name in symbols.zones if "." not in name])
        return None
    symbols.used.add("table." + source)
    own = symbols.zones[f"{each}.{entry.name}" if each else entry.name]
    if symbols.zones[source].kind != own.kind:
        kind = symbols.zones[source].kind
        checker.report("GDTYP04", node.span, zone=entry.name, zone_kind=own.kind, kind=kind)
        return None
    if node.phase is not None and (
        node.phase not in symbols.paragraphs or symbols.paragraphs[node.phase].section != "phases"
    ):
        phases = [name for name, paragraph in symbols.paragraphs.items() if paragraph.section == "phases"]
        symbols.unknown(node.span, "phase", node.phase, lambda: phases)
        return None
    return model.TraitUse(name="refilled", condition=condition, source=source, level=node.level, phase=node.phase)


def option_condition(checker: Checker, node: nodes.Expr, trait: str) -> core.Value:
    """Check a condition that may read options and the number of players only."""
    value = checker.condition(node, Scope(Body(1_000)))
    found = play_state(value)
    if found is not None:
        checker.report("GDTYP09", node.span, trait=trait, name=text_of(found.span))
    return value


def play_state(value: object) -> core.Value | None:
    """Return the first part of an expression that changes during play."""
    changing = (
        core.ZoneRef,
        core.ReadValue,
        core.DieFace,
        core.DiceSum,
        core.PointsOf,
        core.TermCall,
        core.KeyOf,
        core.OwnerOf,
        core.GameOver,
        core.Winners,
        core.Active,
        core.Done,
        core.During,
        core.Possible,
    )
    if isinstance(value, changing):
        return value
    parts: tuple[object, ...] = ()
    if isinstance(value, core.Core):
        parts = tuple(getattr(value, field.name) for field in attrs.fields(type(value)) if field.name != "span")
    elif isinstance(value, tuple):
        parts = value
    for part in parts:
        found = play_state(part)
        if found is not None:
            return found
    return None


def _check_full(checker: Checker, game: nodes.GameFile) -> None:
    """Everything of a kind starts in one zone marked ``full``; counters without a limit need none."""
    symbols = checker.symbols
    if symbols.twice or symbols.broken:
        return
    full: dict[str, list[str]] = {}
    for zone in symbols.zones.values():
        if any(use.name == "full" for use in zone.traits):
            full.setdefault(zone.kind, []).append(zone.name)
    for kind in symbols.kinds.values():
        if kind.form != "space":
            _one_full(checker, kind, full.get(kind.name, []))
    for counter in symbols.counters.values():
        if counter.supply is not None:
            _one_full(checker, counter, full.get(counter.name, []))


def _one_full(checker: Checker, kind: model.Kind | model.Counter, full: list[str]) -> None:
    """Report a kind of which not exactly one zone is marked ``full``, with the zones that are."""
    if len(full) == 1:
        return
    zones = listed(full, "and")
    if not full:
        where = "purse" if isinstance(kind, model.Counter) else "heap"
        checker.symbols.homeless[kind.name] = f"{where} of {kind.name}, full", kind.span
        return
    cure = f"all of them lie in one zone before the game: leave `full` at one of {zones}"
    checker.report("GDTYP06", kind.span, kind=kind.name, count=_number(len(full)), help=cure)


def _number(count: int) -> str:
    return {1: "one", 2: "two"}.get(count, str(count))
