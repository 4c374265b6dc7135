"""The best of several, rankings, lists and their items -> statements"""

from __future__ import annotations

from gamedsl.kernel.builder import (
    TRUE,
    arithmetic,
    bit,
    both,
    choose,
    combine,
    compare,
    either,
    every,
    interval,
    lowest,
    minus,
    number,
    plus,
    size,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, bare, is_set
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.values.counting import passed
from gamedsl.kernel.lowering.values.folds import _counting
from gamedsl.kernel.lowering.values.loops import _scalar, b_assign, item_of, nested
from gamedsl.kernel.lowering.values.registry import (
    LONGEST,
    Shelf,
    local_room,
    lowered,
    lowers,
    narrowed,
    shelf,
    single,
    value,
)
from gamedsl.kernel.lowering.values.table import clockwise
from gamedsl.kernel.program import DeclareRow, Expression, For, If, Int, Item, Name, Put, Statement, While, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

FEW = 256
"""Things in a row that are brought in order without counting how often one makes way for another."""
AT_ONCE = 8
"""How many that make way count as one pass of a loop."""


def _keys(b: Lowering, node: core.Rank, element: Expression, kind: t.Type) -> list[Expression]:
    """Return the keys of an element, larger is better; none ranks below everything."""
    you = b.scope.you
    if isinstance(kind, t.PlayerType) and not within_seats(b, you):
        you = choose(compare("<", you, 0), element, you)
    found = []
    with b.within(you=you):
        for key in node.keys:
            one = b.let(value(b, key.key))
            low, high = interval(one)
            better = one if key.most else minus(number(0), one)
            if isinstance(key.key.type, t.MaybeType):
                worst = min(low, -high) - 1
                better = choose(b.is_none(one, key.key.type), number(worst), better)
            found.append(b.let(better))
    return found


def _kind_of_key(b: Lowering, key: core.OrderKey) -> Int:
    """Return the type of the best value of a key: turned round, or with none below everything, it may be wider."""
    kind = b.type_of(key.key.type)
    assert isinstance(kind, Int)
    low, high = (kind.low, kind.high) if key.most else (-kind.high, -kind.low)
    if isinstance(key.key.type, t.MaybeType):
        low = min(kind.low, -kind.high) - 1
    return Int(min(low, t.LOWEST), max(high, t.HIGHEST))


def within_seats(b: Lowering, you: Expression) -> bool:
    """Tell whether a seat is surely somebody."""
    low, high = interval(you)
    return low >= 0 and high < b.seats


@lowers(core.Rank)
def _rank(b: Lowering, node: core.Rank) -> Lowered:
    kind = item_of(node.loop.source.type)
    return _ranked(b, node, kind) if node.form == "ranked" else _the(b, node, kind)


def _the(b: Lowering, node: core.Rank, kind: t.Type) -> Expression:
    base, wide = b.base(kind), b.wide(kind)
    best = b.variable(word(0, wide), Word(wide), "w")
    first = b.variable(number(b.none_of(kind)), b.type_of(t.MaybeType(kind)))
    top = [b.variable(number(0), _kind_of_key(b, key), "k") for key in node.keys]

    def look() -> None:
        element = _scalar(b.scope.slots[node.loop.slot])
        keys = _keys(b, node, element, kind)
        better, same = _order(keys, list(top))
        one = bit(minus(element, base), wide)
        fresh = [b_assign(best, one), b_assign(first, element)]
        fresh += [b_assign(name, key) for name, key in zip(top, keys, strict=True)]
        more = b_assign(best, combine("|", best, one))
        with_same = (If(same, (more,)),)
        b.emit(If(either(compare("=", best, 0), better), tuple(fresh), with_same))

    nested(b, (node.loop,), look)
    none = number(b.none_of(kind))
    if node.tie == "all":
        return best
    if node.tie == "in order":
        return first
    if node.tie == "none":
        return choose(compare("=", size(best), 1), plus(lowest(best), base), none)
    if node.tie == "from":
        assert node.start is not None
        start = b.let(value(b, node.start))
        if isinstance(node.start.type, t.MaybeType):
            start = choose(compare("<", start, 0), number(0), start)
        return clockwise(b, best, start)
    b.fail_unless(
        compare("<=", size(best), 1),
        "GDRUN08",
        node.span,
        best,
        tied=lambda found: ("tied", kind, _members(found, base)),
    )
    return first


def _members(word: int, base: int) -> tuple[int, ...]:
    return tuple([base + bit for bit in range(word.bit_length()) if word >> bit & 1])


_IN_A_ROW = 16
"""Keys that are compared one behind the other."""


def _order(keys: list[Expression], others: list[Expression]) -> tuple[Expression, Expression]:
    """Return whether keys are better than others, and whether they are the same; many are halved, to go less deep."""
    if len(keys) > _IN_A_ROW:
        middle = len(keys) // 2
        higher, equal = _order(keys[:middle], others[:middle])
        further, alike = _order(keys[middle:], others[middle:])
        return either(higher, both(equal, further)), both(equal, alike)
    better: Expression | None = None
    same: Expression = TRUE
    for one, other in zip(reversed(keys), reversed(others), strict=True):
        higher, equal = compare(">", one, other), compare("=", one, other)
        better = higher if better is None else either(higher, both(equal, better))
        same = both(equal, same)
    assert better is not None
    return better, same


def _ranked(b: Lowering, node: core.Rank, kind: t.Type) -> Listed:
    declared = bare(node.loop.source.type)
    most = b.wide(kind) if isinstance(declared, t.SetType) else declared.most  # type: ignore[attr-defined]
    if most > LONGEST:
        raise NotLoweredError(f"a ranking of {most} things", "rank fewer of them: filter them with `where`")
    length = b.variable(number(0), Int(0, most), "n")
    shelved = shelf(b, kind, most, local_room(b)) if is_set(kind) else None
    items = row(b, b.type_of(kind) if shelved is None else Int(0, most), most)
    start: Expression | None = None
    if node.start is not None:
        start = b.let(value(b, node.start))
        if isinstance(node.start.type, t.MaybeType):
            start = b.let(choose(compare("<", start, 0), number(0), start))
    rows = [row(b, _kind_of_key(b, key), most) for key in node.keys]
    rows += [row(b, Int(-b.seats, 0), most)] if start is not None else []

    def put() -> None:
        one = b.scope.slots[node.loop.slot]
        if shelved is None:
            element = b.let(_scalar(one))
        else:  # sets and lists stay where they are put, and their numbers are brought in order
            element = length
            shelved.put(length, one)
        keys = _keys(b, node, element, kind)
        if start is not None:
            near = arithmetic("mod", minus(element, start), number(b.seats))
            keys = [*keys, b.let(minus(number(0), near))]
        insert(b, length, [*zip([items, *rows], [element, *keys], strict=True)], keys, rows, node.span)

    nested(b, (node.loop,), put)
    if node.tie == "never" and start is None:
        _no_ties(b, node, kind, items, rows, length, shelved)
    if shelved is not None:
        return Listed(length, lambda at: shelved.get(Item(items.name, at, items.type)), kind)
    return Listed(length, lambda at: Item(items.name, at, items.type), kind)


def row(b: Lowering, kind: Int | Word, count: int) -> Name:
    """Return a new local row."""
    name = b.temp("row")
    b.emit(DeclareRow(name, kind, max(1, count)))
    return Name(name, kind)


def insert(
    b: Lowering, length: Name, put: list[tuple[Name, Expression]], keys: list[Expression], rows: list[Name], span: Span
) -> None:
    """Write how an element goes into rows that are in order, behind those that are as good."""
    at = b.variable(length, length.type, "i")
    before = minus(at, 1)
    better, _ = _order(keys, [Item(one.name, before, one.type) for one in rows])
    body: list[Statement] = [
        *[Put(one.name, at, Item(one.name, before, one.type)) for one, _ in put],
        b_assign(at, before),
    ]
    b.emit(While(both(compare(">", at, 0), better), tuple(body)))
    _moved(b, length, at, span)
    b.emit(*[Put(one.name, at, found) for one, found in put])
    b.assign(length, plus(length, 1))


def _moved(b: Lowering, length: Name, at: Name, span: Span) -> None:
    """Write the counting of what makes way for a new one in long rows: it grows with the square of their length."""
    most = interval(length)[1]
    if most > FEW:
        behind = narrowed(minus(length, at), 0, most)
        passed(b, b.let(arithmetic("/", behind, number(AT_ONCE))), span, 1, "this ranking")


def _no_ties(
    b: Lowering, node: core.Rank, kind: t.Type, items: Name, rows: list[Name], length: Name, shelved: Shelf | None
) -> None:
    body: list[Statement] = []
    one = Name(b.temp("j"), Int(1, max(1, interval(length)[1])))
    before = minus(one, 1)
    same = every([compare("=", Item(r.name, one, r.type), Item(r.name, before, r.type)) for r in rows])
    with b.into(body), b.when(same):
        pair = [Item(items.name, at, items.type) for at in (before, one)]
        if shelved is None:
            b.fail("GDRUN08", node.span, *pair, tied=lambda a, c: ("tied", kind, (a, c)))
        else:
            _fail_tied(b, node, [shelved.get(at) for at in pair], kind)
    b.emit(For(one.name, one.type, number(1), length, tuple(body)))


def _fail_tied(b: Lowering, node: core.Rank, pair: list[Lowered], kind: t.Type) -> None:
    """Write the fault that two sets or lists are equal; lists are told as the set of what is in them."""
    item = item_of(kind)
    words = [b.set_of(one) if isinstance(one, Listed) else single(b, one) for one in pair]
    low, told = b.base(item), t.SetType(item)
    b.fail(
        "GDRUN08", node.span, *words,
        tied=lambda one, other: ("tied", told, (_members(one, low), _members(other, low))),
    )  # fmt: skip


@lowers(core.Best)
def _best(b: Lowering, node: core.Best) -> Listed:
    assert isinstance(node.type, t.ListType)
    most = min(node.type.most, _counting(b, node.loops).high)
    if most > LONGEST:
        raise NotLoweredError(f"a list of {most} numbers", "ask for fewer of them")
    kind = b.type_of(bare(node.value.type))
    assert isinstance(kind, Int)
    length = b.variable(number(0), Int(0, most), "n")
    items = row(b, kind, most + 1)

    def put() -> None:
        found = b.let(value(b, node.value))
        with b.when(b.there(found, node.value.type)):
            at = b.variable(length, length.type, "i")
            before = Item(items.name, minus(at, 1), kind)
            better = compare(">" if node.function == "largest" else "<", found, before)
            shift = (Put(items.name, at, before), b_assign(at, minus(at, 1)))
            b.emit(While(both(compare(">", at, 0), better), shift))
            _moved(b, length, at, node.span)
            b.emit(Put(items.name, at, found))
            with b.when(compare("<", length, most)):
                b.assign(length, plus(length, 1))

    nested(b, node.loops, put)
    wanted = b.let(value(b, node.count))
    wanted = choose(compare("<", wanted, 0), number(0), wanted)
    cut = b.let(choose(compare("<", wanted, length), narrowed(wanted, 0, most), length))
    return Listed(cut, lambda at: Item(items.name, at, kind), bare(node.value.type))


@lowers(core.ListItem)
def _list_item(b: Lowering, node: core.ListItem) -> Lowered:
    found = lowered(b, node.source)
    assert isinstance(found, Listed)
    at = b.let(value(b, node.index))
    inside = both(compare(">=", at, 1), compare("<=", at, found.length))
    if isinstance(node.index.type, t.MaybeType):
        inside = both(b.there(at, node.index.type), inside)
    place = minus(at, 1)
    if is_set(found.kind):  # what is worked out before the item is read must find one
        place = b.let(narrowed(choose(inside, place, number(0)), 0, max(0, interval(found.length)[1] - 1)))
    item = found.item(place)
    if isinstance(item, Listed):
        return Listed(b.let(choose(inside, item.length, number(0))), item.item, item.kind)
    item = single(b, item)
    missing = word(0, item.type.width) if isinstance(item.type, Word) else number(b.none_of(node.type))
    return choose(inside, item, missing)


@lowers(core.ListPart)
def _list_part(b: Lowering, node: core.ListPart) -> Listed:
    found = lowered(b, node.source)
    assert isinstance(found, Listed)
    low, high = b.let(value(b, node.low)), b.let(value(b, node.high))
    first = b.let(choose(compare("<", low, 1), number(0), minus(low, 1)))
    last = b.let(choose(compare("<", high, found.length), high, found.length))
    most = interval(found.length)[1]
    length = b.let(choose(compare(">", last, first), narrowed(minus(last, first), 0, most), number(0)))
    return Listed(length, lambda at: found.item(plus(at, first)), found.kind)
