"""Pieces that can be chosen -> of copies that nobody can tell apart one, under names that tell nothing"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import (
    bit,
    both,
    combine,
    compare,
    either,
    has,
    minus,
    number,
    opposite,
    plus,
    size,
    times,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, bare
from gamedsl.kernel.lowering.pieces.knowing import alike_marks, each_piece, means, same_sort
from gamedsl.kernel.lowering.pieces.stacks import routine, spot_field, stack_at
from gamedsl.kernel.lowering.values.loops import walk_listed
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, run_word
from gamedsl.kernel.lowering.values.table import zone_field
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Break,
    DeclareRow,
    Expression,
    Int,
    Item,
    Name,
    Put,
    Return,
    While,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

_FEWEST, _MOST = 8, 128
"""Pieces of a kind for which it is worth to know which are first of those alike, and of which functions remember it."""


def merges(b: Lowering, kind: t.PieceType) -> bool:
    """Tell whether copies of a kind that nobody can tell apart are one choice."""
    declared = b.game.kinds[kind.kind]
    return declared.form != "space" and any(design.copies > 1 for design in declared.designs)


def lie_apart(b: Lowering, node: core.Value) -> bool:
    """Tell whether pieces surely lie in slots, each in its own, and openly: then no two of them are alike."""
    match node:
        case core.Contents(zone=zone):
            declared = b.game.zones[zone.entry]
            several = any(key.is_set for key in declared.keys)
            return declared.form == "slot" and not several and declared.kind not in b.facts.hidden_kinds
        case core.Collect(loops=(loop,), value=core.Local(slot=slot)):
            return slot == loop.slot and isinstance(loop.source.type, t.SetType) and lie_apart(b, loop.source)
        case core.TermCall(term=term):
            return term not in b.settings.changers and lie_apart(b, b.game.terms[term].value)
        case core.Join(sign=sign, left=left, right=right):
            return lie_apart(b, left) and (sign != "+" or lie_apart(b, right))
        case core.Either(value=one, otherwise=other):
            return lie_apart(b, one) and lie_apart(b, other)
        case _:
            return False


def known_first(b: Lowering, kind: t.PieceType, pieces: Expression) -> Listed:
    """Return pieces, those before others that more players know."""
    low, wide = b.base(kind), b.wide(kind)
    count = b.variable(number(0), Int(0, wide), "n")
    row = Name(b.temp("row"), Int(low, low + max(0, wide - 1)))
    b.emit(DeclareRow(row.name, row.type, max(1, wide)))

    def put(piece: Expression) -> None:
        many = b.let(size(b.read("known", piece)), always=True)
        at = b.variable(count, count.type, "i")
        before = Item(row.name, minus(at, 1), row.type)
        better = compare(">", many, size(b.read("known", before)))
        shift = (Put(row.name, at, before), Assign(at.name, narrowed(minus(at, 1), 0, wide)))
        b.emit(While(both(compare(">", at, 0), better), shift), Put(row.name, at, piece))
        b.assign(count, narrowed(plus(count, 1), 0, wide))

    each_piece(b, kind, pieces, put)
    return Listed(count, lambda at: Item(row.name, at, row.type), kind)


def alike(b: Lowering, kind: t.PieceType, one: Expression, other: Expression) -> Expression:
    """Return whether two pieces are copies that nobody can tell apart: they lie alike, and what belongs to them is."""
    piece = _piece(b, kind)

    def write(given: list[Expression]) -> None:
        _unless(b, same_sort(b, kind, *given))
        _unless(b, compare("=", *(b.read("place", x) for x in given)))
        for zone in b.game.zones.values():
            if zone.kind == kind.kind and zone.form == "stack":
                grid = b.layout.cells[zone.name]
                cell = b.let(b.read("place", given[0]))
                inside = both(compare(">=", cell, grid.base), compare("<", cell, grid.base + grid.size))
                with b.when(inside):
                    c = b.let(stack_at(b, zone.name, minus(cell, grid.base)))
                    _unless(b, compare("=", *(routine(b, kind.kind, "rank_of", c, x) for x in given)))
        _write_together(b, kind, given)

    b.function(f"same.{kind.kind}", [("one", piece), ("other", piece)], BOOL, write)
    return b.call(f"same.{kind.kind}", one, other)


def _alike_together(b: Lowering, kind: t.PieceType, one: Expression, other: Expression) -> Expression:
    """Return whether two copies of one sort that lie in the same place, and in no stack, cannot be told apart."""
    name, piece = f"together.{kind.kind}", _piece(b, kind)
    b.function(name, [("one", piece), ("other", piece)], BOOL, lambda given: _write_together(b, kind, given))
    return b.call(name, one, other)


def _write_together(b: Lowering, kind: t.PieceType, given: list[Expression]) -> None:
    low = b.base(kind)
    _unless(b, compare("=", *(b.read("exposed", x) for x in given)))
    for zone in b.game.zones.values():
        if zone.kind == kind.kind and zone.form != "purse" and any(key.is_set for key in zone.keys):
            _unless(b, compare("=", *(b.read(spot_field(zone.name), minus(x, low)) for x in given)))
    b.emit(Return(alike_marks(b, kind, *given)))


def _piece(b: Lowering, kind: t.PieceType) -> Int:
    low = b.base(kind)
    return Int(low, low + max(0, b.wide(kind) - 1))


def _unless(b: Lowering, condition: Expression) -> None:
    """Write that a function gives 0 where something is otherwise."""
    with b.when(opposite(condition)):
        b.emit(Return(number(0)))


def pieces_of(b: Lowering, domain: core.Value) -> Expression:
    """Return the pieces that are picked from as a word."""
    found = lowered(b, domain)
    if isinstance(found, Run):
        return run_word(b, found)
    if not isinstance(found, Listed):
        return b.let(found)
    kind = found.kind
    low, wide = b.base(kind), b.wide(kind)
    result = b.variable(word(0, wide), Word(wide), "w")

    def add(one: Lowered) -> None:
        assert not isinstance(one, Listed | Run)
        b.assign(result, combine("|", result, bit(minus(one, low), wide)))

    walk_listed(b, found, add)
    return result


Tested = Callable[[Expression, Callable[[], None]], None]


def first_of_each(b: Lowering, kind: t.PieceType, pieces: Expression, tested: Tested, heap: str = "") -> Name:
    """Return of pieces for which tests hold, as a word, one of those that are alike: the one that most players know.

    ``tested`` writes the tests, which come to the same for all that are alike, around what is done then. ``heap``: the
    entry whose one heap the pieces are.
    """
    low, wide = b.base(kind), b.wide(kind)
    first = b.variable(word(0, wide), Word(wide), "w")

    def own(piece: Expression) -> Expression:
        return bit(minus(piece, low), wide)

    def put(piece: Expression) -> None:
        twin = b.variable(number(0), BOOL)

        def meet(other: Expression) -> None:
            b.assign(twin, number(1))
            with b.when(compare(">", *(size(b.read("known", one)) for one in (piece, other)))):
                b.assign(first, combine("|", combine("&~", first, own(other)), own(piece)))

        _look_among(b, kind, piece, first, (), meet)
        with b.when(opposite(twin)):
            b.assign(first, combine("|", first, own(piece)))

    def put_first(piece: Expression) -> None:
        with b.when(_is_first(b, kind, heap, piece)):
            b.assign(first, combine("|", first, own(piece)))

    work = put_first if heap else put
    each_piece(b, kind, pieces, lambda piece: tested(piece, lambda: work(piece)))
    return first


def heap_of(b: Lowering, kind: t.PieceType, domain: core.Value) -> str:
    """Return the entry whose one heap is picked from, where that is of many pieces; else nothing."""
    if not isinstance(domain, core.Contents) or not _FEWEST <= b.wide(kind) <= _MOST or own_values(b.layout, kind.kind):
        return ""
    entry = domain.zone.entry
    return entry if b.game.zones[entry].form == "heap" and b.layout.cells[entry].size == 1 else ""


def _is_first(b: Lowering, kind: t.PieceType, heap: str, piece: Expression) -> Expression:
    """Return whether none of the copies in a heap that are like a piece comes before it.

    It is asked piece by piece, so that what is known of others lasts when one of them is taken.
    """
    low, wide = b.base(kind), b.wide(kind)

    def write(given: list[Expression]) -> None:
        one = given[0]
        many = b.let(size(b.read("known", one)))
        others = combine("&~", b.read(zone_field(heap)), bit(minus(one, low), wide))

        def look(other: Expression) -> None:
            more = size(b.read("known", other))
            before = either(compare(">", more, many), both(compare("=", more, many), compare("<", other, one)))
            with b.when(both(before, _alike_together(b, kind, other, one))):
                b.emit(Return(number(0)))

        each_piece(b, kind, _copies(b, kind, one, others), look)
        b.emit(Return(number(1)))

    name = f"first in {heap}"
    b.function(name, [("piece", _piece(b, kind))], BOOL, write)
    return b.call(name, piece)


Named = Sequence[tuple[Lowered, t.Type]]
"""Pieces, and sets of them, that have been named before, with their types: none of them is like its copies."""


def named_alike(b: Lowering, named: Named, one: Expression, other: Expression) -> Expression:
    """Return whether the same names that were given before mean two pieces."""
    found: Expression = number(1)
    for own, kind in named:
        first, second = (_is_named(b, own, kind, piece) for piece in (one, other))
        found = both(found, compare("=", first, second))
    return found


def own_values(layout: Layout, kind: str) -> list[str]:
    """Return the values that name pieces of a kind, and that only their owner sees: for this player no copies of them.

    Others must not tell by their choices which copy somebody else has named in secret.
    """
    return [
        name
        for name, grid in layout.values.items()
        if means(layout.game.values[name].type, kind)
        and grid.base in layout.secret
        and layout.secret_viewers[layout.secret[grid.base]]
    ]


def with_own(b: Lowering, kind: t.PieceType, named: Named) -> Named:
    """Return what has been named before, and besides what the player who is asked has named in secret."""
    found = [*named]
    for name in own_values(b.layout, kind.kind):
        own = narrowed(b.scope.you, 0, b.seats - 1)
        stride = b.layout.values[name].owner_stride
        fields = [b.let(b.read(f"value.{name}", plus(times(own, stride), at))) for at in range(stride)]
        found += [(field, b.game.values[name].type) for field in fields]
    return found


def _is_named(b: Lowering, own: Lowered, kind: t.Type, piece: Expression) -> Expression:
    if isinstance(own, Run):
        own = run_word(b, own)
    if isinstance(own, Listed):
        result, items = b.variable(number(0), BOOL), own.kind

        def look(found: Lowered) -> None:
            with b.when(_is_named(b, found, items, piece)):
                b.assign(result, number(1))

        walk_listed(b, own, look)
        return result
    kind = bare(kind)
    if isinstance(kind, t.SetType):
        return has(own, minus(piece, b.base(kind.item)))
    return compare("=", own, piece)


def named_before(b: Lowering, pick: Any) -> Named:
    """Return the pieces, and sets of them, that the action has named before a part, with their types."""
    question = b.game.questions[pick.question]
    own = b.game.actions.get(question.paragraph)
    item = bare(model.kind_picked(pick))
    item = item.item if isinstance(item, t.SetType) else item
    found: dict[int, t.Type] = dict(enumerate(own.params)) if own is not None else {}
    for element in own.elements if own is not None else ():
        if isinstance(element, model.PickField) and (element.question, element.part) == (pick.question, pick.part):
            return [(b.scope.slots[slot], kind) for slot, kind in found.items() if _means(kind, item)]
        match element:
            case model.PickField():
                found[element.slot] = model.kind_picked(element)
            case model.LetField():
                found[element.slot] = element.value.type
            case model.When():
                pass
            case _:
                raise TypeError(type(element).__name__)
    return ()


def _means(kind: t.Type, item: t.Type) -> bool:
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return isinstance(kind, t.PieceType) and kind == item


def look_for_twin(
    b: Lowering, kind: t.PieceType, piece: Expression, marked: Expression, twin: Name, named: Named = ()
) -> None:
    """Write the search for a copy among marked ones that nobody can tell from a piece."""
    _look_among(b, kind, piece, marked, named, lambda _: b.assign(twin, number(1)))


def _look_among(
    b: Lowering,
    kind: t.PieceType,
    piece: Expression,
    marked: Expression,
    named: Named,
    meet: Callable[[Expression], None],
) -> None:
    """Write the search for the first copy among marked ones that nobody can tell from a piece."""

    named = with_own(b, kind, named)

    def look(other: Expression) -> None:
        with b.when(both(alike(b, kind, other, piece), named_alike(b, named, other, piece))):
            meet(other)
            b.emit(Break())

    each_piece(b, kind, _copies(b, kind, piece, marked), look)


def _copies(b: Lowering, kind: t.PieceType, piece: Expression, among: Expression) -> Expression:
    """Return the copies of a piece, and the piece itself, among others."""
    name = f"copies of {kind.kind}"
    rows = b.program.tables.get(name) or copies_rows(b, kind)
    return combine("&", among, b.table(name, rows, minus(piece, b.base(kind)), b.wide(kind)))


def copies_rows(b: Lowering, kind: t.PieceType) -> list[int]:
    """Return by piece the word of the copies of its design, made for the same player."""
    low, count = b.span_of(kind)
    layout = b.layout
    sort = [(layout.piece_design[low + at], layout.piece_seat[low + at]) for at in range(count)]
    copies = dict.fromkeys(sort, 0)
    for at, one in enumerate(sort):
        copies[one] |= 1 << at
    return [copies[one] for one in sort]


def names_pieces(kind: t.Type) -> bool:
    """Tell whether values of a type name pieces."""
    if isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        return names_pieces(kind.item)
    return isinstance(kind, t.PieceType)
