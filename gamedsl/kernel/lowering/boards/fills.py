"""Ways over a board from all of its places at once -> words that are shifted step by step"""

from __future__ import annotations

from gamedsl.kernel.builder import combine, compare, shifted, word
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.values.boards import tables_of
from gamedsl.kernel.lowering.values.masks import FILLED, is_element, mask
from gamedsl.kernel.lowering.values.registry import known
from gamedsl.kernel.program import Expression, Statement, While, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


class Steps:
    """The steps of a board in one direction, where all of them lead equally far in the numbers of places."""

    def __init__(self, b: Lowering, kind: t.Type, direction: int) -> None:
        tables = tables_of(b, kind)
        first, self.wide = tables.first, tables.count
        steps = tables.steps[direction][first : first + self.wide]
        self.far = {one - first - at for at, one in enumerate(steps) if one is not None}
        self.some = sum(1 << at for at, one in enumerate(steps) if one is not None)

    @property
    def even(self) -> bool:
        """Tell whether all steps are equally far."""
        return len(self.far) < 2

    def into(self, found: Expression, among: int = -1) -> Expression:
        """Return the places, of some, whose step leads into a word."""
        if not self.far:
            return word(0, self.wide)
        moved = shifted(found, -next(iter(self.far)), self.wide)
        return combine("&", moved, word(self.some & among, self.wide))


def _stopped(b: Lowering, node: core.Stopped, slot: int, item: t.Type) -> Expression | None:
    """Return the places from which a way, cut where it says, has a place at all."""
    way = node.loop.source
    if not isinstance(way, core.Way) or not is_element(way.space, slot) or node.loop.condition is not None:
        return None
    if b.layout.loads.weight(node.loop):
        return None  # its passes are counted place by place
    directions = known(b, way.directions)
    if directions is None or not isinstance(way.directions.type, t.SetType):
        return None
    each = [Steps(b, item, at) for at in range(directions.bit_length()) if directions >> at & 1]
    if not all(one.even for one in each):
        return None
    until = mask(b, node.until, node.loop.slot, item)
    closed = until if node.closed is None else mask(b, node.closed, node.loop.slot, item)
    if until is None or closed is None:
        return None
    wide = b.wide(item)
    free = b.let(combine("&~", word((1 << wide) - 1, wide), until))
    found = b.variable(word(0, wide), Word(wide), "w")
    end = b.let(combine("&", until, closed))
    for steps in each:
        if node.closed is None:
            b.assign(found, combine("|", found, steps.into(free)))
        else:
            _fill(b, steps, (free, end), found)
    return found


def _fill(b: Lowering, steps: Steps, among: tuple[Expression, Expression], found: Expression) -> None:
    """Write that places are found from which free places, one at least, lead to an end."""
    free, end = among
    edge = b.variable(combine("&", steps.into(end), free), Word(steps.wide), "w")
    body: list[Statement] = []
    with b.into(body):
        one = b.let(steps.into(edge))
        b.assign(found, combine("|", found, one))  # type: ignore[arg-type]
        b.assign(edge, combine("&", one, free))
    b.emit(While(compare("!=", edge, 0), tuple(body)))


FILLED[core.Stopped] = _stopped
