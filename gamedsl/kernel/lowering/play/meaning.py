"""The answer to a pick of pieces -> the piece that is meant, where copies that can be hidden are called otherwise"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.kernel.lowering.context import Listed, Lowering, NotLoweredError, Run, bare
from gamedsl.kernel.lowering.pieces.knowing import each_piece
from gamedsl.kernel.lowering.play.alike import _look_for_twin, copies_rows, known_first, merges
from gamedsl.kernel.lowering.play.ordering import stands_before
from gamedsl.kernel.lowering.play.passing import completing
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, run_word
from gamedsl.kernel.making import bit, both, combine, compare, minus, number, plus, size, word
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Break,
    Continue,
    Expression,
    For,
    If,
    Int,
    Name,
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
            with b.when(both(compare("!=", other, piece), stands_before(b, kind, other, piece))):
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
