"""Conditions about the elements of a set -> words of those for which they hold, where no loop is needed for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.kernel.builder import bit, choose, combine, compare, constant, every, minus, plus, shifted, word
from gamedsl.kernel.lowering.context import Lowering, Run, bare, is_set
from gamedsl.kernel.lowering.derived import is_left_out
from gamedsl.kernel.lowering.values.maintained_sets import held_field, is_kept_slot, is_kept_value, of_value_field
from gamedsl.kernel.lowering.values.registry import known, made, narrowed, value
from gamedsl.kernel.program import Assign, Expression, Statement, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

_SAFE = (
    *(core.Const, core.OptionValue, core.You, core.Active, core.Local, core.NextPlayer, core.AllPlayers),
    *(core.AllMembers, core.ReadValue, core.Either, core.Compare, core.Not, core.MakeSet, core.SeatDistance),
    *(core.Rectangle, core.CopyOf, core.And, core.Or, core.Amount, core.ZoneRef),
)
"""Values that may be worked out once before a loop: they cannot fail."""
_MIRRORED: dict[core.Sign, core.Sign] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def is_apart(b: Lowering, node: core.Value, slot: int) -> bool:
    """Tell whether a value is the same for all elements of a loop, and may be worked out before it.

    That is so where it cannot fail, or is worked out for the first element anyhow.
    """
    parts = list(walk(node))
    if any(isinstance(part, core.Local) and part.slot == slot for part in parts):
        return False
    return b.scope.sure == slot or all(_is_safe(b, part) for part in parts)


def _is_safe(b: Lowering, part: object) -> bool:
    if not isinstance(part, core.TermCall):
        return isinstance(part, _SAFE)
    term = b.game.terms[part.term]
    plain = not part.arguments and part.term not in b.settings.changers
    return plain and all(_is_safe(b, one) for one in walk(term.value))


def is_element(node: core.Value, slot: int) -> bool:
    """Tell whether a value is the element of a loop itself."""
    return isinstance(node, core.Local) and node.slot == slot


def mask(b: Lowering, node: core.Value, slot: int, item: t.Type) -> Expression | None:
    """Return the word of the elements for which a condition holds; None where a loop has to find them out."""
    if is_left_out(b, "masks") or isinstance(item, t.MaybeType) or is_set(item) or b.span_of(item)[1] > 4096:
        return None
    work = _MASKS.get(type(node))
    found = None if work is None else work(b, node, slot, item)
    if found is None and isinstance(node.type, t.BoolType) and is_apart(b, node, slot):
        found = choose(value(b, node), every_one(b, item), word(0, b.wide(item)))
    return found


def split(
    b: Lowering, found: Expression, conditions: Sequence[core.Value], slot: int, item: t.Type
) -> tuple[Expression, list[core.Value]]:
    """Return what is left of a word where the first of some conditions hold, and the other conditions."""
    parts = conjuncts(conditions)
    while parts and constant(found) != 0:
        one = mask(b, parts[0], slot, item)
        if one is not None:
            found = combine("&", found, one)
        else:
            body: list[Statement] = []
            with b.into(body), b.within(sure=slot):
                one = mask(b, parts[0], slot, item)
            if one is None:
                break
            left = b.variable(found, found.type, "w")
            body.append(Assign(left.name, combine("&", left, one)))
            with b.when(compare("!=", left, 0)):
                b.emit(*body)
            found = left
        parts.pop(0)
    return found, parts


def conjuncts(conditions: Sequence[core.Value]) -> list[core.Value]:
    """Return conditions with the parts of ``and`` one by one."""
    found: list[core.Value] = []
    for one in conditions:
        found += conjuncts(one.items) if isinstance(one, core.And) else [one]
    return found


def every_one(b: Lowering, item: t.Type) -> Expression:
    """Return the word of everything of a type."""
    wide = b.wide(item)
    return word((1 << wide) - 1, wide)


def _not(b: Lowering, node: core.Not, slot: int, item: t.Type) -> Expression | None:
    found = mask(b, node.value, slot, item)
    return None if found is None else combine("&~", every_one(b, item), found)


def _all_of(b: Lowering, node: core.And | core.Or, slot: int, item: t.Type) -> Expression | None:
    found: Expression | None = None
    for at, part in enumerate(node.items):
        with b.within(sure=b.scope.sure if at == 0 else -1):
            one = mask(b, part, slot, item)
        if one is None:
            return None
        found = one if found is None else combine("&" if isinstance(node, core.And) else "|", found, one)
        decided = constant(found)
        if decided is not None and decided == (0 if isinstance(node, core.And) else constant(every_one(b, item))):
            break
    return found


def _attribute(b: Lowering, node: core.Attribute, slot: int, item: t.Type) -> Expression | None:
    if not is_element(node.subject, slot) or node.keys or not isinstance(item, t.PieceType | t.DesignType):
        return None
    rows = _column(b, node, item)
    return word(sum(1 << at for at, one in enumerate(rows) if one), len(rows))


def _column(b: Lowering, node: core.Attribute, item: t.Type) -> list[Any]:
    low, count = b.span_of(item)
    found: list[Any] = b.settings.columns.table(node.subject.type, node.column)[low : low + count]
    return found


def _compare(b: Lowering, node: core.Compare, slot: int, item: t.Type) -> Expression | None:
    if node.sign not in ("=", "!="):
        return _ordered(b, node, slot, item)
    if isinstance(node.right, core.MakeSet) and not node.right.items:
        work = FILLED.get(type(node.left))
        found = None if work is None else work(b, node.left, slot, item)
        return found if node.sign == "!=" or found is None else combine("&~", every_one(b, item), found)
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if is_apart(b, other, slot) and not is_set(one.type) and not is_set(other.type):
            same = _equal(b, one, other, slot, item)
            if same is not None:
                return same if node.sign == "=" else combine("&~", every_one(b, item), same)
    return None


def _ordered(b: Lowering, node: core.Compare, slot: int, item: t.Type) -> Expression | None:
    """Return the elements in whose row a column holds a number up to a value, or above it."""
    one, other, sign = node.left, node.right, node.sign
    if not _is_number_of(one, slot, item):
        one, other, sign = other, one, _MIRRORED[sign]
    plain = _is_number_of(one, slot, item) and isinstance(other.type, t.IntType) and is_apart(b, other, slot)
    if not plain or not isinstance(one, core.Attribute):
        return None
    rows = _column(b, one, item)
    if not rows or any(row is None for row in rows) or max(rows) - min(rows) > 4096:
        return None
    wide, low, high = len(rows), min(rows), max(rows)
    table = [sum(1 << at for at, row in enumerate(rows) if row <= most) for most in range(low, high + 1)]
    most = value(b, other)
    most = b.let(minus(most, 1) if sign in ("<", ">=") else most)
    all_of = every_one(b, item)
    inside = b.table(f"mask {item} to {one.column}", table, narrowed(minus(most, low), 0, high - low), wide)
    found = choose(compare("<", most, low), word(0, wide), choose(compare(">=", most, high), all_of, inside))
    return found if sign in ("<", "<=") else combine("&~", all_of, found)


def _is_number_of(node: core.Value, slot: int, item: t.Type) -> bool:
    """Tell whether a value is a number in the row of the element of a loop."""
    if not isinstance(node, core.Attribute) or not isinstance(item, t.PieceType | t.DesignType):
        return False
    return isinstance(node.type, t.IntType) and is_element(node.subject, slot) and not node.keys


def _equal(b: Lowering, one: core.Value, other: core.Value, slot: int, item: t.Type) -> Expression | None:
    """Return the elements of which something is equal to a value."""
    work: Callable[..., Expression | None] | None = _EQUALS.get(type(one))
    return None if work is None else work(b, one, other, slot, item)


def _itself(b: Lowering, node: core.Local, other: core.Value, slot: int, item: t.Type) -> Expression | None:
    if node.slot != slot:
        return None
    low, wide = b.base(item), b.wide(item)
    found = b.let(value(b, other))
    inside = every([compare(">=", found, low), compare("<", found, low + wide), b.there(found, other.type)])
    return choose(inside, bit(narrowed(minus(found, low), 0, max(0, wide - 1)), wide), word(0, wide))


def _column_is(b: Lowering, node: core.Attribute, other: core.Value, slot: int, item: t.Type) -> Expression | None:
    """Return the elements in whose row a column holds a value."""
    if not is_element(node.subject, slot) or node.keys or not isinstance(item, t.PieceType | t.DesignType):
        return None
    if isinstance(bare(node.type), t.TextType) or isinstance(node.type, t.NothingType):
        return None
    rows = [None if one is None else int(one) for one in _column(b, node, item)]
    values = sorted({one for one in rows if one is not None})
    wide = len(rows)
    if isinstance(other.type, t.NothingType):
        return word(sum(1 << at for at, one in enumerate(rows) if one is None), wide)
    low, high = (values[0], values[-1]) if values else (0, 0)
    table = [sum(1 << at for at, one in enumerate(rows) if one == wanted) for wanted in range(low, high + 1)]
    if high - low > 4096:
        return None
    found = b.let(value(b, other))
    inside = every([compare(">=", found, low), compare("<=", found, high), b.there(found, other.type)])
    there = b.table(f"mask {item} {node.column}", table, narrowed(minus(found, low), 0, high - low), wide)
    missing = word(0, wide)
    if isinstance(other.type, t.MaybeType):
        nothing = word(sum(1 << at for at, one in enumerate(rows) if one is None), wide)
        missing = choose(b.is_none(found, other.type), nothing, missing)  # type: ignore[assignment]
    return choose(inside, there, missing)


def _value_is(b: Lowering, node: core.ReadValue, other: core.Value, slot: int, item: t.Type) -> Expression | None:
    """Return the elements of which a value of their own is this one; that is kept up to date."""
    if not is_kept_value(b, node.entry) or node.owner is None or not is_element(node.owner, slot) or node.keys:
        return None
    declared = b.game.values[node.entry].type
    low, high = _value_range(b, declared)
    found = b.converted(made(b, other), other.type, t.MaybeType(bare(declared)))
    assert not isinstance(found, Run)
    one = b.let(found)  # type: ignore[arg-type]
    inside = every([compare(">=", one, low), compare("<=", one, high)])
    wide = b.wide(item)
    return choose(inside, b.read(of_value_field(node.entry), narrowed(minus(one, low), 0, high - low)), word(0, wide))


def _value_range(b: Lowering, declared: t.Type) -> tuple[int, int]:
    return b.range_of(declared)


def _piece_is(b: Lowering, node: core.SlotPiece, other: core.Value, slot: int, item: t.Type) -> Expression | None:
    """Return the places on which nothing lies."""
    if not isinstance(other.type, t.NothingType) or not _is_own_slot(b, node, slot):
        return None
    return combine("&~", every_one(b, item), b.read(held_field(node.zone.entry), 0))


def _is_own_slot(b: Lowering, node: core.Value, slot: int) -> bool:
    if not isinstance(node, core.SlotPiece) or not is_kept_slot(b, node.zone.entry) or any(node.zone.keys):
        return False
    return node.zone.owner is not None and is_element(node.zone.owner, slot)


def _owner_is(b: Lowering, node: core.OwnerOf, other: core.Value, slot: int, item: t.Type) -> Expression | None:
    """Return the pieces that were made for a player, or the places on which such a piece lies."""
    subject, wide = node.subject, b.wide(item)
    if isinstance(other.type, t.NothingType):
        return None
    seat = b.let(value(b, other))
    inside = every([compare(">=", seat, 0), compare("<", seat, b.seats)])
    kind = bare(subject.type)
    if not isinstance(kind, t.PieceType) or not b.game.kinds[kind.kind].each_player:
        return None
    own = narrowed(seat, 0, b.seats - 1)
    if is_element(subject, slot):
        low, count = b.span_of(kind)
        made_for = b.layout.piece_seat[low : low + count]
        rows = [sum(1 << at for at, one in enumerate(made_for) if one == seat_) for seat_ in range(b.seats)]
        return choose(inside, b.table(f"pieces of {kind.kind}", rows, own, wide), word(0, wide))
    if not _is_own_slot(b, subject, slot):
        return None
    assert isinstance(subject, core.SlotPiece)
    return choose(inside, b.read(held_field(subject.zone.entry), plus(own, 1)), word(0, wide))


def holding(b: Lowering, node: core.Value, slot: int, entry: str) -> Expression | None:
    """Return the cells of an entry of slots in which a piece lies for which a condition holds, where that is kept."""
    all_of = b.read(held_field(entry), 0)
    if isinstance(node, core.Not):
        found = holding(b, node.value, slot, entry)
        return None if found is None else combine("&~", all_of, found)
    if isinstance(node, core.And | core.Or):
        each = [holding(b, one, slot, entry) for one in node.items]
        joined: Expression | None = each[0]
        for other in each[1:]:
            if joined is None or other is None:
                return None
            joined = combine("&" if isinstance(node, core.And) else "|", joined, other)
        return joined
    if not isinstance(node, core.Compare) or node.sign not in ("=", "!="):
        return None
    for one, value_ in ((node.left, node.right), (node.right, node.left)):
        if isinstance(one, core.OwnerOf) and is_element(one.subject, slot) and is_apart(b, value_, slot):
            own = _held_by(b, value_, entry)
            return own if own is None or node.sign == "=" else combine("&~", all_of, own)
    return None


def _held_by(b: Lowering, node: core.Value, entry: str) -> Expression | None:
    """Return the cells in which pieces of a player lie."""
    if isinstance(node.type, t.NothingType) or is_set(node.type):
        return None
    if not b.game.kinds[b.game.zones[entry].kind].each_player:
        return None
    seat = b.let(value(b, node))
    inside = every([compare(">=", seat, 0), compare("<", seat, b.seats)])
    own = b.read(held_field(entry), plus(narrowed(seat, 0, b.seats - 1), 1))
    return choose(inside, own, word(0, b.layout.cells[entry].size))


def _member(b: Lowering, node: core.Member, slot: int, item: t.Type) -> Expression | None:
    """Return the elements that are in a set."""
    if isinstance(node.container, core.MakeSet) and is_apart(b, node.element, slot):
        return _one_of(b, node.element, node.container.items, slot, item)
    if not is_element(node.element, slot) or not is_apart(b, node.container, slot):
        return None
    have = node.container.type
    if not isinstance(have, t.SetType) or isinstance(have.item, t.NothingType):
        return None
    found = value(b, node.container)
    assert isinstance(found.type, Word)
    by = b.base(have.item) - b.base(item)
    wide = b.wide(item)
    return combine("&", shifted(found, by, max(wide, b.wide(have.item) + max(0, by))), word((1 << wide) - 1, wide))


def _one_of(
    b: Lowering, wanted: core.Value, several: Sequence[core.Value], slot: int, item: t.Type
) -> Expression | None:
    """Return the elements of which one of several things is a value, which is something."""
    if is_set(wanted.type) or any(is_set(one.type) or isinstance(one.type, t.MaybeType) for one in several):
        return None
    found: Expression = word(0, b.wide(item))
    for one in several:
        equal = _equal(b, one, wanted, slot, item)
        if equal is None:
            return None
        found = combine("|", found, equal)
    return found


def _term(b: Lowering, node: core.TermCall, slot: int, item: t.Type) -> Expression | None:
    return through(b, node, slot, lambda inside, own: mask(b, inside, own, item))


def _filled_term(b: Lowering, node: core.TermCall, slot: int, item: t.Type) -> Expression | None:
    def look(inside: core.Value, own: int) -> Expression | None:
        work = FILLED.get(type(inside))
        return None if work is None else work(b, inside, own, item)

    return through(b, node, slot, look)


def through(
    b: Lowering, node: core.TermCall, slot: int, look: Callable[[core.Value, int], Expression | None]
) -> Expression | None:
    """Return what is found in a term that is given the element of a loop; ``look`` gets its value and the new place."""
    term = b.game.terms[node.term]
    if node.term in b.settings.changers:
        return None
    owner, given, kinds = node.owner, node.arguments, term.params
    if owner is not None and term.each != "player":
        given, kinds, owner = (owner, *given), (t.PieceType(term.each), *kinds), None
    if owner is not None and (isinstance(owner.type, t.MaybeType) or not is_apart(b, owner, slot)):
        return None
    if len(given) != 1 or not is_element(given[0], slot) or given[0].type != kinds[0]:
        return None
    you = b.scope.you if owner is None else b.let(value(b, owner))
    with b.within(you=you, slots={}, sure=0 if b.scope.sure == slot else -1):
        return look(term.value, 0)


FILLED: dict[type[core.Value], Callable[..., Expression | None]] = {core.TermCall: _filled_term}
"""By kind of set what finds the elements for which it is not empty."""
_MASKS: dict[type[core.Value], Callable[..., Expression | None]] = {
    core.Not: _not,
    core.And: _all_of,
    core.Or: _all_of,
    core.Attribute: _attribute,
    core.Compare: _compare,
    core.Member: _member,
    core.TermCall: _term,
}
_EQUALS: dict[type[core.Value], Callable[..., Expression | None]] = {
    core.Local: _itself,
    core.Attribute: _column_is,
    core.ReadValue: _value_is,
    core.SlotPiece: _piece_is,
    core.OwnerOf: _owner_is,
}

__all__ = ["constant", "known", "mask", "split"]
