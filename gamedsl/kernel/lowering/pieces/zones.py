"""What lies where -> expressions: contents and sizes of zones, tops of stacks, owners, keys, designs of pieces"""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.engine.setup.geometry import runs_of_grid
from gamedsl.kernel.builder import (
    bit,
    both,
    choose,
    combine,
    compare,
    constant,
    lowest,
    minus,
    number,
    plus,
    size,
    times,
    word,
)
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowered, Lowering, Run, bare, is_set, within
from gamedsl.kernel.lowering.pieces.drawing import settled
from gamedsl.kernel.lowering.pieces.stacks import above_top, block_at, capacity, spot_field, stack_at, stack_field
from gamedsl.kernel.lowering.values.boards import lengths_of, space_kind
from gamedsl.kernel.lowering.values.loops import b_assign, walk_over, walk_word
from gamedsl.kernel.lowering.values.maintained_sets import (
    everywhere_field,
    held_field,
    inside_field,
    is_kept_everywhere,
    is_kept_inside,
    is_kept_slot,
)
from gamedsl.kernel.lowering.values.registry import known, lowers, narrowed, value
from gamedsl.kernel.lowering.values.table import each_place, full_keys, if_there, is_single, place_of, zone_field
from gamedsl.kernel.program import Expression, For, Int, Name, Return, Statement, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


def form_of(b: Lowering, zone: core.ZoneRef) -> str:
    """Return the form of a zone."""
    return b.game.zones[zone.entry].form


def kind_of(b: Lowering, entry: str) -> t.PieceType:
    """Return the type of the pieces of a zone."""
    return t.PieceType(b.game.zones[entry].kind)


def cell_word(b: Lowering, entry: str, index: Expression) -> Expression:
    """Return the pieces of a cell as a word."""
    form, kind = b.game.zones[entry].form, kind_of(b, entry)
    low, wide = b.base(kind), b.wide(kind)
    if form == "heap":
        return b.read(zone_field(entry), index)
    if form == "slot":
        piece = b.let(b.read(zone_field(entry), index))
        one = bit(narrowed(minus(piece, low), 0, max(0, wide - 1)), wide)
        return choose(compare(">=", piece, 0), one, word(0, wide))
    b.function(
        f"contents.{kind.kind}",
        [("c", Int(0, 1 << 20))],
        Word(wide),
        lambda given: _stack_word(b, kind.kind, given[0]),
    )
    return b.call(f"contents.{kind.kind}", stack_at(b, entry, index))


def _stack_word(b: Lowering, kind: str, c: Expression) -> None:
    item = t.PieceType(kind)
    wide = b.wide(item)
    found = b.variable(word(0, wide), Word(wide), "w")
    first = b.let(times(c, capacity(b, kind)))
    one = Name(b.temp("j"), Int(0, 1 << 24))
    body = (b_assign(found, combine("|", found, block_at(b, kind, one))),)
    b.emit(For(one.name, one.type, first, above_top(b, kind, c), body), Return(found))


@lowers(core.Contents)
def _contents(b: Lowering, node: core.Contents) -> Expression:
    zone, wide = node.zone, b.wide(kind_of(b, node.zone.entry))
    if is_single(b, zone):
        place = place_of(b, zone)
        if constant(place.exists) == 0:
            return word(0, wide)
        if form_of(b, zone) == "heap":
            return if_there(b, place, lambda index: cell_word(b, zone.entry, index), word(0, wide))
    if is_kept_everywhere(b, zone):
        return b.read(everywhere_field(zone.entry))
    if is_kept_inside(b, zone):
        return _inside(b, zone, wide)
    found = b.variable(word(0, wide), Word(wide), "w")
    if form_of(b, zone) == "slot":
        _slots_word(b, zone, found)
    else:
        each_place(b, zone, lambda at: b.assign(found, combine("|", found, cell_word(b, zone.entry, at))))
    return found


def _inside(b: Lowering, zone: core.ZoneRef, wide: int) -> Expression:
    """Return the pieces in all slots of an owner, which are kept."""
    field, grid = inside_field(zone.entry), b.layout.cells[zone.entry]
    if zone.owner is None:
        return b.read(field)
    owner, low, high = value(b, zone.owner), grid.owner_base, grid.owner_base + grid.owner_count - 1
    if within(owner, low, high):
        return b.read(field, minus(owner, low))
    owner = b.let(owner)
    there = both(compare(">=", owner, low), compare("<=", owner, high))
    return choose(there, b.read(field, minus(narrowed(owner, low, high), low)), word(0, wide))


def _slots_word(b: Lowering, zone: core.ZoneRef, found: Any) -> None:
    kind = kind_of(b, zone.entry)
    low, wide = b.base(kind), b.wide(kind)

    def add(at: Expression) -> None:
        piece = b.let(b.read(zone_field(zone.entry), at))
        with b.when(compare(">=", piece, 0)):
            b.assign(found, combine("|", found, bit(narrowed(minus(piece, low), 0, wide - 1), wide)))

    each_place(b, zone, add)


def may_repeat(b: Lowering, zone: core.ZoneRef) -> bool:
    """Tell whether a piece may lie in several of the cells meant."""
    keys = b.game.zones[zone.entry].keys
    written = full_keys(zone, b.grid_of(zone))
    return any(key.is_set and (one is None or is_set(one.type)) for key, one in zip(keys, written, strict=True))


@lowers(core.CountPieces)
def _count_pieces(b: Lowering, node: core.CountPieces) -> Expression:
    zone = node.zone
    if may_repeat(b, zone):
        kind = t.SetType(kind_of(b, zone.entry))
        return size(value(b, core.Contents(span=node.span, type=kind, zone=zone)))
    form = form_of(b, zone)
    if is_single(b, zone):
        place = place_of(b, zone)
        return if_there(b, place, lambda index: cell_size(b, zone.entry, index), number(0))
    wide = max(1, b.wide(kind_of(b, zone.entry)))
    if is_kept_everywhere(b, zone):
        return size(b.read(everywhere_field(zone.entry)))
    if is_kept_inside(b, zone):
        return size(_inside(b, zone, wide))
    among = cells_word(b, zone) if is_kept_slot(b, zone.entry) else None
    if among is not None:
        return size(combine("&", b.read(held_field(zone.entry)), among))
    total = b.variable(number(0), Int(0, wide))

    def add(at: Expression) -> None:
        if form == "slot":
            with b.when(compare(">=", b.read(zone_field(zone.entry), at), 0)):
                b.assign(total, narrowed(plus(total, 1), 0, wide))
        else:
            b.assign(total, narrowed(plus(total, cell_size(b, zone.entry, at)), 0, wide))

    each_place(b, zone, add)
    return total


def cells_word(b: Lowering, zone: core.ZoneRef) -> Expression | None:
    """Return the cells of a zone with keys as a word; None where they are not given one by one."""
    grid = b.layout.cells[zone.entry]
    if zone.owner is not None or grid.owner_count != 1:
        return None
    found: Expression = word((1 << grid.size) - 1, grid.size)
    for node, (low, count), stride in zip(full_keys(zone, grid), grid.keys, grid.strides, strict=True):
        if node is None:
            continue
        if is_set(node.type):
            return None
        key = b.let(value(b, node))
        rows = [sum(1 << at for at in range(grid.size) if at // stride % count == one) for one in range(count)]
        there = both(compare(">=", key, low), compare("<", key, low + count))
        own = b.table(f"cells {zone.entry} {stride}", rows, minus(narrowed(key, low, low + count - 1), low), grid.size)
        found = combine("&", found, choose(there, own, word(0, grid.size)))
    return found


def cell_size(b: Lowering, entry: str, index: Expression) -> Expression:
    """Return how many pieces lie in a cell."""
    form = b.game.zones[entry].form
    if form == "stack":
        return b.read(stack_field(kind_of(b, entry).kind, "size"), stack_at(b, entry, index))
    if form == "heap":
        return size(b.read(zone_field(entry), index))
    return compare(">=", b.read(zone_field(entry), index), 0)


@lowers(core.SlotPiece)
def _slot_piece(b: Lowering, node: core.SlotPiece) -> Expression:
    zone, kind = node.zone, kind_of(b, node.zone.entry)
    if not is_single(b, zone) or form_of(b, zone) != "slot":
        found = b.let(value(b, core.Contents(span=node.span, type=t.SetType(kind), zone=zone)))
        return choose(compare("!=", found, 0), plus(lowest(found), b.base(kind)), number(NOBODY))
    return if_there(b, place_of(b, zone), lambda index: b.read(zone_field(zone.entry), index), number(NOBODY))


@lowers(core.Top)
def _top(b: Lowering, node: core.Top) -> Lowered:
    if form_of(b, node.zone) != "stack":
        return _slot_piece(b, core.SlotPiece(span=node.span, type=node.type, zone=node.zone))
    return _of_stacks(b, node.zone, "fixed top")


@lowers(core.Bottom)
def _bottom(b: Lowering, node: core.Bottom) -> Expression:
    return _of_stacks(b, node.zone, "fixed bottom")


def _of_stacks(b: Lowering, zone: core.ZoneRef, which: str) -> Expression:
    """Return the top or bottom piece of the first stack that is not empty."""
    kind = kind_of(b, zone.entry)
    found = b.variable(number(NOBODY), b.type_of(t.MaybeType(kind)))

    def look(at: Expression) -> None:
        c = b.let(stack_at(b, zone.entry, at))
        filled = compare(">", b.read(stack_field(kind.kind, "size"), c), 0)
        with b.when(both(compare("<", found, 0), filled)):
            b.assign(found, settled(b, kind.kind, c, which))

    each_place(b, zone, look)
    return found


@lowers(core.DesignOf)
def _design(b: Lowering, node: core.DesignOf) -> Expression:
    subject = node.subject
    item = subject.type.item if isinstance(subject.type, t.SetType) else bare(subject.type)
    assert isinstance(item, t.PieceType)
    low, count = b.span_of(item)
    designs = b.layout.piece_design[low : low + count]
    if not is_set(subject.type):
        found = value(b, subject)
        if isinstance(subject.type, t.MaybeType):
            found = b.let(found)
            inside = narrowed(minus(found, low), 0, max(0, count - 1))
            return choose(compare(">=", found, 0), b.table(f"design of {item.kind}", designs, inside), number(NOBODY))
        return b.table(f"design of {item.kind}", designs, minus(found, low))
    first, wide = b.layout.kind_designs[item.kind]
    result = b.variable(word(0, wide), Word(wide), "w")

    def add(one: Lowered) -> None:
        assert not isinstance(one, Listed | Run)
        design = b.table(f"design of {item.kind}", designs, minus(one, low))
        b.assign(result, combine("|", result, bit(minus(design, first), wide)))

    walk_over(b, subject, add)
    return result


@lowers(core.OwnPiece)
def _own_piece(b: Lowering, node: core.OwnPiece) -> Expression:
    first, count = b.layout.kind_pieces[node.kind]
    of_seat = {b.layout.piece_seat[piece]: piece for piece in range(first, first + count)}
    rows = [of_seat.get(seat, NOBODY) for seat in b.layout.players]
    owner = value(b, node.owner)
    if not isinstance(node.owner.type, t.MaybeType):
        return b.table(f"own {node.kind}", rows, owner)
    return b.table(f"own {node.kind} or none", [NOBODY, *rows], plus(owner, 1))


@lowers(core.OwnerOf)
def _owner(b: Lowering, node: core.OwnerOf) -> Expression:
    kind = bare(node.subject.type)
    if not isinstance(kind, t.PieceType):
        raise TypeError(f"{kind} has no owner")
    low, count = b.span_of(kind)
    piece = b.let(value(b, node.subject))
    there = b.there(piece, node.subject.type)
    inside = narrowed(minus(piece, low), 0, max(0, count - 1))
    seats = [NOBODY if one is None else one for one in b.layout.piece_seat[low : low + count]]
    made = b.table(f"seat of {kind.kind}", seats, inside)
    if b.game.kinds[kind.kind].each_player:
        return choose(there, made, number(NOBODY))
    cells = [NOBODY, *[NOBODY if one is None else one for one in b.layout.cell_seat]]
    lying = b.table("seat of cell or none", cells, plus(b.read("place", narrowed(piece, low, low + count - 1)), 1))
    if all(one == NOBODY for one in seats):
        return choose(there, lying, number(NOBODY))
    own = b.let(choose(there, made, number(NOBODY)))
    return choose(compare(">=", own, 0), own, choose(there, lying, number(NOBODY)))


@lowers(core.KeyOf)
def _key(b: Lowering, node: core.KeyOf) -> Expression:
    layout = b.layout
    position: dict[str, tuple[int, bool]] = {}
    for zone in b.game.zones.values():
        for place, key in enumerate(zone.keys):
            if key.name == node.key:
                position[zone.name] = (place, key.is_set)
    kind = bare(node.subject.type)
    assert isinstance(kind, t.PieceType)
    piece = b.let(value(b, node.subject))
    there = b.there(piece, node.subject.type)
    found = [position.get(entry) for entry in layout.cell_entry]
    low, count = b.span_of(kind)
    cell = b.read("place", narrowed(piece, low, max(low, low + count - 1)))
    if any(several for _, several in position.values()):
        return _keys_of_spots(b, node, (piece, there), position)
    rows = [b.none_of(node.type) if one is None else layout.cell_keys[at][one[0]] for at, one in enumerate(found)]
    if isinstance(node.type, t.SetType):
        raise TypeError("a key of a zone whose keys are single is no set")
    none = b.none_of(node.type)
    found_ = b.table(f"key {node.key} {none}", [none, *rows], plus(cell, 1))
    return choose(there, found_, number(none)) if isinstance(node.subject.type, t.MaybeType) else found_


def _keys_of_spots(
    b: Lowering, node: core.KeyOf, subject: tuple[Expression, Expression], position: dict[str, tuple[int, bool]]
) -> Expression:
    """Return the values of a set key where a piece lies in several cells."""
    assert isinstance(node.type, t.SetType)
    piece, there = subject
    kind = bare(node.subject.type)
    assert isinstance(kind, t.PieceType)
    low, wide = b.base(node.type.item), b.wide(node.type.item)
    result = b.variable(word(0, wide), Word(wide), "w")
    first, count = b.layout.kind_pieces[kind.kind]
    for entry, (place, several) in position.items():
        if b.game.zones[entry].kind != kind.kind:
            continue
        grid = b.layout.cells[entry]
        rows = [grid.decode(grid.base + at)[1][place] - low for at in range(grid.size)]
        own = narrowed(minus(piece, first), 0, max(0, count - 1))
        if several:
            with b.when(there):
                walk_word(
                    b,
                    b.read(spot_field(entry), own),
                    0,
                    lambda at, rows=rows, entry=entry, place=place: b.assign(  # type: ignore[misc]
                        result, combine("|", result, bit(b.table(f"key {place} of {entry}", rows, at), wide))
                    ),
                )
        else:
            cell = b.let(b.read("place", narrowed(piece, first, max(first, first + count - 1))))
            inside = both(compare(">=", cell, grid.base), compare("<", cell, grid.base + grid.size))
            at = narrowed(minus(cell, grid.base), 0, grid.size - 1)
            with b.when(both(there, inside)):
                b.assign(result, combine("|", result, bit(b.table(f"key {place} of {entry}", rows, at), wide)))
    return result


@lowers(core.PlaceOf)
def _place(b: Lowering, node: core.PlaceOf) -> Expression:
    layout, kind = b.layout, space_kind(node.type)
    owners = zip(layout.cell_entry, layout.cell_owner, strict=True)
    rows = [NOBODY if b.game.zones[entry].each != kind or owner is None else owner for entry, owner in owners]
    subject = b.let(value(b, node.subject))
    piece = bare(node.subject.type)
    low, count = b.span_of(piece)
    cell = b.read("place", narrowed(subject, low, max(low, low + count - 1)))
    found = b.table(f"{kind} of cell or none", [NOBODY, *rows], plus(cell, 1))
    return choose(b.there(subject, node.subject.type), found, number(NOBODY))


@lowers(core.Lines)
def _lines(b: Lowering, node: core.Lines) -> Listed:
    """Lower all straight and diagonal runs of cells of a zone with two number keys."""
    length = known(b, node.length)
    entry, grid = node.zone.entry, b.layout.cells[node.zone.entry]
    if length is None or form_of(b, node.zone) != "slot" or node.zone.owner is not None or length < 1:
        return _lines_of_sets(b, node)
    runs = runs_of_grid(grid, length)
    words = [sum(1 << cell for cell in run) for run in runs]
    flat = [cell for run in runs for cell in run]
    kind = kind_of(b, entry)

    def item(at: Expression) -> Lowered:
        first = b.let(times(at, length))

        def piece(one: Expression) -> Expression:
            return b.read(zone_field(entry), b.table(f"lines {entry} {length}", flat or [0], plus(first, one)))

        if not is_kept_slot(b, entry):
            return Run(length, piece, kind)
        return Run(length, piece, kind, entry, b.table(f"line words {entry} {length}", words or [0], at, grid.size))

    return Listed(number(len(runs)), item, t.SetType(kind))


def _lines_of_sets(b: Lowering, node: core.Lines) -> Listed:
    """Lower runs of cells that are heaps or stacks, or whose length is worked out: each is made a word."""
    entry, grid = node.zone.entry, b.layout.cells[node.zone.entry]
    keys = b.game.zones[entry].keys
    longest = max(b.span_of(key.type)[1] for key in keys)
    length, begins, counts, flat, _ = lengths_of(b, node.length, longest, lambda one: runs_of_grid(grid, one), 0)
    name, kind = f"lines of {entry}", kind_of(b, entry)
    wide = b.wide(kind)
    first = b.let(b.table(f"{name} begin {len(counts)}", begins, length))
    many = b.table(f"{name} count {len(counts)}", counts, length)
    own: Expression = number(0)
    if node.zone.owner is not None:
        corner = tuple(core.Const(span=node.span, type=key.type, value=b.base(key.type)) for key in keys)
        place = place_of(b, attrs.evolve(node.zone, keys=corner))
        many, own = choose(place.exists, many, number(0)), b.let(choose(place.exists, place.index, number(0)))

    def item(which: Expression) -> Lowered:
        begin = b.let(plus(first, times(which, length)))
        result = b.variable(word(0, wide), Word(wide), "w")
        body: list[Statement] = []
        one = Name(b.temp("j"), Int(0, longest))
        with b.into(body):
            cell = b.let(b.table(f"{name} {len(counts)}", flat or [0], plus(begin, one)))
            b.assign(result, combine("|", result, cell_word(b, entry, plus(own, cell))))
        b.emit(For(one.name, one.type, number(0), length, tuple(body)))
        return result

    return Listed(b.let(many), item, t.SetType(kind))
