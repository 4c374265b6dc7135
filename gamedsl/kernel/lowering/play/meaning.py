"""The answer to a pick of pieces -> the piece that is meant, where copies that can be hidden are called otherwise"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.kernel.lowering.context import Listed, Lowering, NotLoweredError, Run, bare
from gamedsl.kernel.lowering.pieces.knowing import each_piece
from gamedsl.kernel.lowering.pieces.stacks import routine, stack_at
from gamedsl.kernel.lowering.play.alike import _look_for_twin, copies_rows, known_first, merges
from gamedsl.kernel.lowering.play.passing import completing
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, run_word
from gamedsl.kernel.making import bit, both, combine, compare, either, minus, number, opposite, plus, size, word
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Break,
    Continue,
    Expression,
    For,
    ForBits,
    If,
    Int,
    Name,
    Return,
    Statement,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

Behind = tuple[Sequence[Any], tuple[core.CoreStep, ...], bool]
"""What stands behind a pick: further elements, the cost, and whether no piece was named before."""


def meant(b: Lowering, pick: Any, behind: Behind, answer: Expression) -> Expression:
    """Return what an answer means: most often itself."""
    kind = bare(b.answer_type(pick.question))
    if not isinstance(kind, t.PieceType) or not merges(b, kind) or not b.shared["can hide"](kind.kind):
        return answer
    found = _found(b, pick, behind, kind)
    low, wide = b.base(kind), b.wide(kind)
    own = narrowed(minus(answer, low), 0, max(0, wide - 1))
    copies = b.let(b.table(f"copies of {kind.kind}", copies_rows(b, kind), own, wide))
    below = b.let(
        size(combine("&", copies, b.table(f"below {wide}", [(1 << at) - 1 for at in range(wide)], own, wide)))
    )
    among = b.let(combine("&", found, copies), always=True)
    result = b.variable(answer, b.type_of(b.answer_type(pick.question)))

    def look(piece: Expression) -> None:
        before = b.variable(number(0), Int(0, wide), "n")

        def count(other: Expression) -> None:
            with b.when(both(compare("!=", other, piece), _stands_before(b, kind, other, piece))):
                b.assign(before, narrowed(plus(before, 1), 0, wide))

        each_piece(b, kind, among, count)
        b.emit(If(compare("=", before, below), (assign(result, piece), Break())))

    each_piece(b, kind, among, look)
    return result


def assign(name: Name, found: Expression) -> Statement:
    """Return a new value for a local as a statement."""
    return Assign(name.name, found)


def _found(b: Lowering, pick: Any, behind: Behind, kind: t.PieceType) -> Expression:
    """Return the pieces that can be chosen, of copies that are alike one."""
    elements, cost, alone = behind
    low, wide = b.base(kind), b.wide(kind)
    domain = lowered(b, pick.domain)
    if isinstance(domain, Run):
        domain = run_word(b, domain)
    if isinstance(domain, Listed | Run):
        raise NotLoweredError("a list of pieces that is picked from")
    ordered = known_first(b, kind, domain)
    found, marked = (b.variable(word(0, wide), Word(wide), "w") for _ in range(2))
    body: list[Statement] = []
    at = Name(b.temp("j"), Int(0, max(0, wide - 1)))
    with b.into(body), b.within():
        piece = ordered.item(at)
        assert not isinstance(piece, Listed | Run)
        piece = b.let(piece)
        twin = b.variable(number(0), BOOL)
        _look_for_twin(b, kind, piece, marked, twin)
        b.emit(If(twin, (Continue(),)))
        own = bit(minus(piece, low), wide)
        if alone:
            b.assign(marked, combine("|", marked, own))
        b.bind(pick.slot, piece)

        def take() -> None:
            b.assign(found, combine("|", found, own))
            if not alone:
                b.assign(marked, combine("|", marked, own))

        completing(b, pick, elements, cost, take)
    b.emit(For(at.name, at.type, number(0), ordered.length, tuple(body)))
    return found


def _stands_before(b: Lowering, kind: t.PieceType, one: Expression, other: Expression) -> Expression:
    """Return whether a copy is called by an earlier number than another.

    By place, then by height in a stack, then by who has been shown it in this action.
    """
    place, there = (b.read("place", x) for x in (one, other))
    found: Expression = compare("<", place, there)
    same: Expression = compare("=", place, there)
    for zone in b.game.zones.values():
        if zone.kind != kind.kind or zone.form == "purse":
            continue
        grid = b.layout.cells[zone.name]
        inside = both(compare(">=", place, grid.base), compare("<", place, grid.base + grid.size))
        if zone.form == "stack":
            c = stack_at(b, zone.name, narrowed(minus(place, grid.base), 0, max(0, grid.size - 1)))
            ranks = [routine(b, kind.kind, "rank_of", c, x) for x in (one, other)]
            found = either(found, both(both(same, inside), compare("<", *ranks)))
            same = both(same, either(opposite(inside), compare("=", *ranks)))
    order = [_shown(b, x) for x in (one, other)]
    return either(found, both(same, compare("<", *order)))


def _shown(b: Lowering, piece: Expression) -> Expression:
    """Return what orders copies by who has been shown them in this action: the seats as a number."""
    return b.call(_as_number(b), b.read("exposed", piece))


def _as_number(b: Lowering) -> str:
    """Make the function that gives a word of seats as a number."""
    wide = b.seats + 1

    def write(given: list[Expression]) -> None:
        found = b.variable(number(0), Int(0, (1 << wide) - 1), "n")
        one = Name(b.temp("v"), Int(0, wide - 1))
        body: list[Statement] = []
        with b.into(body):
            power = b.table("powers of two", [1 << at for at in range(wide)], one)
            b.assign(found, narrowed(plus(found, power), 0, (1 << wide) - 1))
        b.emit(ForBits(one.name, one.type, given[0], tuple(body)), Return(found))

    return b.function("seats as number", [("seats", Word(wide))], Int(0, (1 << wide) - 1), write)
