"""A choice of one or several parts -> loops over its answers that can be completed, and what its answers mean"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from gamedsl.kernel.builder import bit, combine, minus, number, size, word
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, bare
from gamedsl.kernel.lowering.pieces.knowing import each_piece
from gamedsl.kernel.lowering.play.alike import (
    first_of_each,
    heap_of,
    known_first,
    lie_apart,
    look_for_twin,
    merges,
    named_before,
    names_pieces,
    pieces_of,
)
from gamedsl.kernel.lowering.play.combinations import walk_sets
from gamedsl.kernel.lowering.play.naming import collected, is_renamed, meant_by, piece_kind, renamed, renamed_kinds
from gamedsl.kernel.lowering.play.passing import completing, cut_out, quickly
from gamedsl.kernel.lowering.values.counting import Counted, passed, uncounted
from gamedsl.kernel.lowering.values.loops import walk_over, walk_word
from gamedsl.kernel.lowering.values.registry import value
from gamedsl.kernel.program import BOOL, Continue, Expression, For, If, Int, Name, Statement, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

Answer = list[tuple[Lowered, t.Type]]
"""The parts of an answer, each with its type."""


@attrs.frozen
class Asked:
    """A choice: its parts, and what is tested behind it."""

    parts: tuple[Any, ...]
    elements: Sequence[Any] = ()
    cost: tuple[core.CoreStep, ...] = ()

    @property
    def question(self) -> int:
        """The number of its question."""
        number_: int = self.parts[0].question
        return number_

    @property
    def is_plain(self) -> bool:
        """Whether it is about one thing."""
        return len(self.parts) == 1 and self.parts[0].many is None

    @property
    def is_alike(self) -> bool:
        """Whether it is about one piece, and what holds for one holds for all that are alike: no other is named."""
        if not self.is_plain:
            return False
        tested = [one for one in (self.parts[0].condition, *self.elements, *self.cost) if one is not None]
        nodes = [*walk(*tested)]
        named = [one for one in nodes if isinstance(one, core.Local) and names_pieces(one.type)]
        bound = [one.slot for one in nodes if hasattr(one, "slot") and not isinstance(one, core.Local)]
        own = {self.parts[0].slot, *bound}
        return all(one.slot in own for one in named)


def each_answer(b: Lowering, asked: Asked, work: Callable[[Answer], None]) -> None:
    """Write loops over the answers that can be completed; of pieces that are alike one."""
    _level(b, asked, [], [], work)


def _level(b: Lowering, asked: Asked, before: Answer, hits: list[Name], work: Callable[[Answer], None]) -> None:
    pick = asked.parts[len(before)]
    kind = model.kind_picked(pick)
    last = len(before) == len(asked.parts) - 1
    tested, elements = pick, asked.elements

    def deeper(found: Lowered, hits: list[Name]) -> None:
        found = found if isinstance(found, Listed | Run) else b.let(found)
        b.bind(pick.slot, found)
        answer: Answer = [*before, (found, kind)]
        if not last:
            with b.when(number(1) if pick.condition is None else value(b, pick.condition)):
                _level(b, asked, answer, hits, work)
            return

        def done() -> None:
            for hit in hits:
                b.assign(hit, number(1))
            work(answer)

        completing(b, tested, elements, asked.cost, done)

    with b.within():
        item = bare(kind)
        if pick.many is not None:
            walk_sets(b, pick, named_before(b, pick), lambda found: _inside(b, lambda: deeper(found, hits)))
            return
        weight = b.layout.loads.picked(pick, asked.elements, asked.cost) if asked.is_plain else 1
        counted = (pick.span, weight) if weight else None
        if isinstance(item, t.PieceType) and merges(b, item) and not lie_apart(b, pick.domain):
            _one_of_each(b, asked, (pick, item, counted), hits, deeper)
        else:
            found = cut_out(b, pick, asked.elements, counted) if last else None
            if found is None:
                walk_over(b, pick.domain, lambda one: _inside(b, lambda: deeper(one, hits)), counted)
                return
            tested, elements = found.pick, found.elements
            walk_word(b, found.word, found.base, lambda one: _inside(b, lambda: deeper(one, hits)))


def _inside(b: Lowering, work: Callable[[], None]) -> None:
    with b.within():
        work()


def _one_of_each(
    b: Lowering,
    asked: Asked,
    picked: tuple[Any, t.PieceType, Counted | None],
    hits: list[Name],
    deeper: Callable[[Lowered, list[Name]], None],
) -> None:
    """Write a loop over pieces, of copies that are alike over the first with which the choice can be completed."""
    pick, kind, counted = picked
    if asked.is_alike:
        pieces = pieces_of(b, pick.domain)
        if counted is not None:
            passed(b, size(pieces), *counted)

        def tested(piece: Expression, found: Callable[[], None]) -> None:
            quickly(b, pick, asked.elements, piece, found)

        first = first_of_each(b, kind, pieces, tested, heap_of(b, kind, pick.domain))
        each_piece(b, kind, first, lambda piece: _inside(b, lambda: deeper(piece, [])))
        return
    low, wide = b.base(kind), b.wide(kind)
    ordered = known_first(b, kind, pieces_of(b, pick.domain))
    if counted is not None:
        passed(b, ordered.length, *counted)
    marked = b.variable(word(0, wide), Word(wide), "w")
    named = () if asked.is_plain else named_before(b, pick)
    at = Name(b.temp("j"), Int(0, max(0, wide - 1)))
    body: list[Statement] = []
    with b.into(body), b.within():
        piece = ordered.item(at)
        assert not isinstance(piece, Listed | Run)
        piece = b.let(piece)
        twin = b.variable(number(0), BOOL)
        look_for_twin(b, kind, piece, marked, twin, named)
        b.emit(If(twin, (Continue(),)))
        hit = b.variable(number(0), BOOL)
        deeper(piece, [*hits, hit])
        with b.when(hit):
            b.assign(marked, combine("|", marked, bit(minus(piece, low), wide)))
    b.emit(For(at.name, at.type, number(0), ordered.length, tuple(body)))


# ---------------------------------------------------------------- what is called otherwise


def choosable(b: Lowering, asked: Asked, kinds: Sequence[t.Type]) -> dict[t.Type, Expression]:
    """Return by kind the pieces that stand in the answers that can be completed."""
    found: dict[t.Type, Name] = {}
    for kind in kinds:
        wide = b.wide(piece_kind(kind))
        found[kind] = b.variable(word(0, wide), Word(wide), "w")

    def look(answer: Answer) -> None:
        for part, (one, _) in zip(b.answer_kinds(asked.question), answer, strict=True):
            item = part.item if isinstance(part, t.SetType) else part
            if item in found:
                assert not isinstance(one, Listed | Run)
                collected(b, part, found[item], one)

    each_answer(b, asked, look)
    return dict(found)


def meant(b: Lowering, asked: Asked, answer: Sequence[Expression]) -> list[Expression]:
    """Return what the parts of an answer mean: most often themselves."""
    kinds = renamed_kinds(b, asked.question)
    if not kinds:
        return list(answer)
    with uncounted(b):
        found = choosable(b, asked, kinds)
    result = []
    for part, one in zip(b.answer_kinds(asked.question), answer, strict=True):
        item = part.item if isinstance(part, t.SetType) else part
        if not is_renamed(b, item):
            result.append(one)
            continue
        kind, among = piece_kind(item), found[item]
        result.append(renamed(b, part, one, lambda name, kind=kind, among=among: meant_by(b, kind, among, name)))  # type: ignore[misc]
    return result
