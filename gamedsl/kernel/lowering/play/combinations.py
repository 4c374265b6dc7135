"""A pick of several members of a set -> a loop over all sets of so many, of those that are alike only the first"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.kernel.builder import bit, both, choose, combine, compare, has, minus, number, opposite, plus, word
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.play.alike import (
    Named,
    alike,
    known_first,
    merges,
    named_alike,
    pieces_of,
    with_own,
)
from gamedsl.kernel.lowering.values.counting import CHOICES, passed
from gamedsl.kernel.lowering.values.loops import item_of, walk_over
from gamedsl.kernel.lowering.values.registry import narrowed, value
from gamedsl.kernel.program import (
    Assign,
    Continue,
    DeclareRow,
    Expression,
    For,
    If,
    Int,
    Item,
    Name,
    Put,
    Statement,
    While,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


class _Members:
    """What a set is picked from in rows: members, and which of them are alike (those stand side by side)."""

    def __init__(self, b: Lowering, item: t.Type) -> None:
        self.b, self.item = b, item
        low, wide = b.base(item), max(1, b.wide(item))
        self.low, self.wide = low, wide
        self.count = b.variable(number(0), Int(0, wide), "n")
        self.members = Name(b.temp("row"), Int(low, low + wide - 1))
        self.sorts = Name(b.temp("row"), Int(0, wide))
        b.emit(DeclareRow(self.members.name, self.members.type, wide))
        self.merges = isinstance(item, t.PieceType) and merges(b, item)
        if self.merges:
            b.emit(DeclareRow(self.sorts.name, self.sorts.type, wide))

    def put(self, one: Expression, sort: Expression) -> None:
        """Write that a member is added; ``sort`` is the same for those that are alike."""
        b = self.b
        b.emit(Put(self.members.name, self.count, one))
        if self.merges:
            b.emit(Put(self.sorts.name, self.count, sort))
        b.assign(self.count, narrowed(plus(self.count, 1), 0, self.wide))

    def read(self, domain: core.Value, named: Named) -> None:
        """Write the reading of what is picked from."""
        if self.merges:
            self._by_sorts(domain, named)
            return

        def add(one: Lowered) -> None:
            assert not isinstance(one, Listed | Run)
            self.put(one, number(0))

        walk_over(self.b, domain, add)

    def _by_sorts(self, domain: core.Value, named: Named) -> None:
        b, kind = self.b, self.item
        assert isinstance(kind, t.PieceType)
        ordered = known_first(b, kind, pieces_of(b, domain))
        named = with_own(b, kind, named)
        taken = b.variable(word(0, self.wide), Word(self.wide), "w")
        first, second = (Name(b.temp("j"), Int(0, self.wide - 1)) for _ in range(2))

        def take(piece: Expression) -> None:
            self.put(piece, first)
            b.assign(taken, combine("|", taken, bit(minus(piece, self.low), self.wide)))

        body: list[Statement] = []
        inner: list[Statement] = []
        with b.into(body):
            piece = b.let(_one(ordered, first))
            b.emit(If(has(taken, minus(piece, self.low)), (Continue(),)))
            take(piece)
            with b.into(inner):
                other = b.let(_one(ordered, second))
                with b.when(opposite(has(taken, minus(other, self.low)))):
                    same = both(alike(b, kind, piece, other), named_alike(b, named, piece, other))
                    with b.when(same):
                        take(other)
            b.emit(For(second.name, second.type, plus(first, 1), ordered.length, tuple(inner)))
        b.emit(For(first.name, first.type, number(0), ordered.length, tuple(body)))


def _one(listed: Listed, at: Expression) -> Expression:
    found = listed.item(at)
    assert not isinstance(found, Listed | Run)
    return found


def walk_sets(b: Lowering, pick: Any, named: Named, work: Callable[[Expression], None]) -> None:
    """Write a loop through the sets that can be picked, small ones first; ``work`` may write ``Break``."""
    item = item_of(pick.domain.type)
    rows = _Members(b, item)
    rows.read(pick.domain, named)
    low, wide, count = rows.low, rows.wide, rows.count
    passed(b, count, pick.span, 1)
    least = b.let(value(b, pick.many.least), always=True)
    top: Expression = count
    if pick.many.most is not None:
        most = b.let(value(b, pick.many.most))
        top = b.let(choose(compare("<", most, count), most, count), always=True)
    many = b.variable(choose(compare("<", least, 0), number(0), least), Int(0, t.HIGHEST), "n")
    taken, at = (b.variable(number(0), Int(0, wide + 1), "n") for _ in range(2))
    held = b.variable(word(0, wide), Word(wide), "w")
    chosen = Name(b.temp("row"), Int(0, wide))
    b.emit(DeclareRow(chosen.name, chosen.type, wide))

    def member(place: Expression) -> Expression:
        return minus(Item(rows.members.name, place, rows.members.type), low)

    body: list[Statement] = []
    with b.into(body):
        more: list[Statement] = []
        with b.into(more):
            b.emit(Put(chosen.name, taken, at))
            b.assign(held, combine("|", held, bit(member(at), wide)))
            b.assign(taken, narrowed(plus(taken, 1), 0, wide))
            b.assign(at, narrowed(plus(at, 1), 0, wide + 1))
            b.emit(Continue())
        fits = compare("<=", plus(at, many), plus(count, taken))
        b.emit(If(both(compare("<", taken, many), fits), tuple(more)))
        passed(b, number(1), pick.span, 1, CHOICES)
        whole = b.let(compare("=", taken, many), always=True)
        found = b.let(held, always=True)
        b.branch(
            compare("=", taken, 0),
            lambda: _larger(b, many, at),
            lambda: _step_back(b, rows, (taken, at, held), (chosen, member)),
        )
        with b.when(whole):
            work(found)
    b.emit(While(compare("<=", many, top), tuple(body)))


def _larger(b: Lowering, many: Name, at: Name) -> None:
    """Write that all sets of so many are done."""
    b.assign(many, narrowed(plus(many, 1), 0, t.HIGHEST))
    b.assign(at, number(0))


def _step_back(
    b: Lowering,
    rows: _Members,
    names: tuple[Name, Name, Name],
    parts: tuple[Name, Callable[[Expression], Expression]],
) -> None:
    """Write that the last member is given back, and where the next one is looked for: of those alike at none."""
    (taken, at, held), (chosen, member) = names, parts
    b.assign(taken, narrowed(minus(taken, 1), 0, rows.wide))
    last = b.let(Item(chosen.name, taken, chosen.type), always=True)
    b.assign(held, combine("&~", held, bit(member(last), rows.wide)))
    b.assign(at, narrowed(plus(last, 1), 0, rows.wide + 1))
    if not rows.merges:
        return

    def sort(place: Expression) -> Expression:
        return Item(rows.sorts.name, place, rows.sorts.type)

    same = both(compare("<", at, rows.count), compare("=", sort(at), sort(minus(at, 1))))
    b.emit(While(same, (Assign(at.name, narrowed(plus(at, 1), 0, rows.wide + 1)),)))
