"""What is kept up to date beside the state because conditions ask for it: words of places by what they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from gamedsl.engine.state.by_game import ByGame, parts_of_game
from gamedsl.kernel.builder import arithmetic, bit, combine, compare, minus, number, plus, word
from gamedsl.kernel.lowering.context import Lowering, bare, is_set
from gamedsl.kernel.lowering.derived import is_left_out
from gamedsl.kernel.lowering.facts import Facts
from gamedsl.kernel.program import Derive, Expression, Int, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import Part, walk

MOST_VALUES = 16


def of_value_field(entry: str) -> str:
    """Return the field that has for each value of an entry the word of the pieces or places that have it."""
    return f"with.{entry}"


def held_field(entry: str) -> str:
    """Return the field with the word of the places of slots that hold something, then of those of each player."""
    return f"held.{entry}"


def inside_field(entry: str) -> str:
    """Return the field with the word of the pieces that lie in the slots of each owner of an entry."""
    return f"inside.{entry}"


def everywhere_field(entry: str) -> str:
    """Return the field with the word of the pieces that lie in any slot of an entry."""
    return f"anywhere in {entry}"


def is_kept_everywhere(b: Lowering, found: core.ZoneRef) -> bool:
    """Tell whether it is kept which pieces lie in the slots that are meant: all those of an entry."""
    return found.entry in b.facts.anywhere and _is_everywhere(b, found)


def is_kept_inside(b: Lowering, found: core.ZoneRef) -> bool:
    """Tell whether it is kept which pieces lie in the slots that are meant: all those of one owner."""
    return found.entry in b.facts.inside and _is_whole(b, found)


def is_kept_value(b: Lowering, entry: str) -> bool:
    """Tell whether it is kept which pieces or places have which value of an entry."""
    return entry in b.facts.of_value


def is_kept_slot(b: Lowering, entry: str) -> bool:
    """Tell whether it is kept which places of an entry of slots hold something."""
    return entry in b.facts.held


def _asked_of(game: model.CheckedGame) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the parts that mean places of zones, and those in loops that mean a value or what lies in a slot."""
    zones: list[Part] = []
    inside: list[Part] = []
    seen: set[int] = set()
    for part in parts_of_game(game):
        if isinstance(part, core.Lines | core.CountPieces | core.ZoneRef):
            zones.append(part)
        if not isinstance(part, core.Loop) or id(part) in seen:
            continue  # what is in a loop in a loop has been looked at with that
        for node in walk(part):
            if isinstance(node, core.Loop):
                seen.add(id(node))
            elif isinstance(node, core.ReadValue | core.SlotPiece):
                inside.append(node)
    return tuple(zones), tuple(inside)


_asked = ByGame(_asked_of)


def find_kept(b: Lowering) -> Facts:
    """Return with what is known which values and slots conditions ask about for elements of loops."""
    values: set[str] = set()
    slots: set[str] = set()
    whole: set[str] = set()
    everywhere: set[str] = set()
    zones, inside = _asked(b.game)
    for part in zones:
        if isinstance(part, core.ZoneRef):
            if _is_whole(b, part):
                whole.add(part.entry)
            if _is_everywhere(b, part):
                everywhere.add(part.entry)
        elif isinstance(part, core.Lines | core.CountPieces) and _is_part(b, part.zone, isinstance(part, core.Lines)):
            slots.add(part.zone.entry)
    for node in inside:
        if isinstance(node, core.ReadValue):
            if isinstance(node.owner, core.Local) and _is_small(b, node.entry):
                values.add(node.entry)
        elif isinstance(node, core.SlotPiece) and _is_plain_slot(b, node.zone):
            slots.add(node.zone.entry)

    def kept(found: set[str], name: str) -> frozenset[str]:
        return frozenset() if is_left_out(b, name) else frozenset(found)

    return attrs.evolve(
        b.facts,
        of_value=kept(values, "values"),
        held=kept(slots, "owners"),
        inside=kept(whole, "inside"),
        anywhere=kept(everywhere, "inside"),
    )


def _is_small(b: Lowering, entry: str) -> bool:
    declared = b.game.values[entry]
    if declared.each in ("", "player") or declared.keys or is_set(declared.type):
        return False
    kind = bare(declared.type)
    if not isinstance(kind, t.BoolType | t.PlayerType | t.WordType | t.IntType):
        return False
    return b.span_of(kind)[1] < MOST_VALUES


def _is_plain_slot(b: Lowering, found: core.ZoneRef) -> bool:
    zone = b.game.zones[found.entry]
    each = zone.form == "slot" and zone.each not in ("", "player") and not zone.keys
    return each and isinstance(found.owner, core.Local)


def _is_part(b: Lowering, found: core.ZoneRef, lines: bool) -> bool:
    """Tell whether several slots with keys are meant, some of an entry: lines of it, or rows."""
    zone = b.game.zones[found.entry]
    if zone.form != "slot" or zone.each or any(key.is_set for key in zone.keys):
        return False
    written = [one for one in found.keys if one is not None]
    return lines or 0 < len(written) < len(zone.keys)


MANY_SLOTS = 3
"""Slots of one owner from which on it is kept what lies in them."""


def _is_whole(b: Lowering, found: core.ZoneRef) -> bool:
    """Tell whether all slots of one owner are meant."""
    zone = b.game.zones[found.entry]
    if zone.form != "slot" or any(found.keys):
        return False
    grid = b.layout.cells[found.entry]
    owned = grid.owner_count == 1 if found.owner is None else not is_set(found.owner.type)
    return owned and grid.owner_count > 0 and grid.size // grid.owner_count >= MANY_SLOTS


def _is_everywhere(b: Lowering, found: core.ZoneRef) -> bool:
    """Tell whether all slots of an entry of places are meant, each of which has one."""
    zone = b.game.zones[found.entry]
    every_one = zone.form == "slot" and not zone.keys and isinstance(found.owner, core.AllMembers)
    return every_one and b.layout.cells[found.entry].size >= MANY_SLOTS


def make_kept(b: Lowering) -> None:
    """Make the fields of what is kept, from the fields that they follow."""
    for entry in sorted(b.facts.of_value):
        kind = Int(*b.range_of(b.game.values[entry].type))
        _follow(b, of_value_field(entry), b.layout.values[entry].size, _words_by_value(entry, kind))
    for entry in sorted(b.facts.held):
        _follow(b, held_field(entry), b.layout.cells[entry].size, _words_held(b, entry))
    for entry in sorted(b.facts.inside):
        item = t.PieceType(b.game.zones[entry].kind)
        _follow(b, inside_field(entry), b.wide(item), _words_inside(b, entry, b.base(item)))
    for entry in sorted(b.facts.anywhere):
        item = t.PieceType(b.game.zones[entry].kind)
        _follow(b, everywhere_field(entry), b.wide(item), _word_everywhere(entry, b.base(item)))


def _follow(b: Lowering, name: str, wide: int, derive: Derive) -> None:
    """Make a field of words that only follows from others."""
    found = derive(b.program.initial.__getitem__)
    b.field(name, len(found), Word(wide), found)
    b.program.derived[name] = derive


def _words_by_value(entry: str, kind: Int) -> Derive:
    def derive(read: Callable[[str], Sequence[int]]) -> list[int]:
        found = [0] * (kind.high - kind.low + 1)
        for at, one in enumerate(read(f"value.{entry}")):
            found[one - kind.low] |= 1 << at
        return found

    return derive


def _words_held(b: Lowering, entry: str) -> Derive:
    def derive(read: Callable[[str], Sequence[int]]) -> list[int]:
        words = [0] * (b.seats + 1)
        for at, piece in enumerate(read(f"zone.{entry}")):
            if piece >= 0:
                words[0] |= 1 << at
                seat = b.layout.piece_seat[piece]
                if seat is not None:
                    words[1 + seat] |= 1 << at
        return words

    return derive


def _words_inside(b: Lowering, entry: str, low: int) -> Derive:
    grid = b.layout.cells[entry]
    each = grid.size // grid.owner_count

    def derive(read: Callable[[str], Sequence[int]]) -> list[int]:
        words = [0] * grid.owner_count
        for at, piece in enumerate(read(f"zone.{entry}")[: grid.size]):
            if piece >= 0:
                words[at // each] |= 1 << piece - low
        return words

    return derive


def _word_everywhere(entry: str, low: int) -> Derive:
    def derive(read: Callable[[str], Sequence[int]]) -> list[int]:
        return [sum(1 << piece - low for piece in read(f"zone.{entry}") if piece >= 0)]

    return derive


def store_value(b: Lowering, entry: str, new: Expression, index: Expression) -> None:
    """Write a new value of the table, and what is kept of it."""
    name = f"value.{entry}"
    if is_kept_value(b, entry):
        kind = b.program.fields[name].type
        assert isinstance(kind, Int)
        index, new = b.let(index), b.let(new)
        wide = b.program.fields[name].count
        one, kept = bit(index, wide), of_value_field(entry)
        for place, sign in ((b.let(b.read(name, index), always=True), "&~"), (new, "|")):
            at = b.let(minus(place, kind.low))
            b.store(kept, combine(sign, b.read(kept, at), one), at)
    b.store(name, new, index)


def slot_changed(b: Lowering, entry: str, at: Expression, piece: Expression, sign: str) -> None:
    """Write that a piece has come to a slot (``|``), or leaves it (``&~``)."""
    if entry in b.facts.anywhere:
        item, everywhere = t.PieceType(b.game.zones[entry].kind), everywhere_field(entry)
        own = bit(minus(piece, b.base(item)), b.wide(item))
        b.store(everywhere, combine(sign, b.read(everywhere), own))
    if entry in b.facts.inside:
        grid, item = b.layout.cells[entry], t.PieceType(b.game.zones[entry].kind)
        owner = b.let(arithmetic("/", at, number(grid.size // grid.owner_count)))
        own = bit(minus(piece, b.base(item)), b.wide(item))
        b.store(inside_field(entry), combine(sign, b.read(inside_field(entry), owner), own), owner)
    if not is_kept_slot(b, entry):
        return
    field, wide = held_field(entry), b.layout.cells[entry].size
    one = b.let(bit(at, wide))
    for changed in b.facts.line_fields.get(entry, ()):
        b.store(changed, combine("|", b.read(changed), one))
    b.store(field, combine(sign, b.read(field, 0), one))
    kind = b.game.zones[entry].kind
    if not b.game.kinds[kind].each_player:
        return
    low, count = b.layout.kind_pieces[kind]
    seats = [-1 if seat is None else seat for seat in b.layout.piece_seat[low : low + count]]
    seat = b.let(plus(b.table(f"seat of {kind}", seats, minus(piece, low)), 1))
    b.store(field, combine(sign, b.read(field, seat), one), seat)


__all__ = ["compare", "number", "word"]
