"""All modules that register how a kind of value or step is lowered."""

from __future__ import annotations

from gamedsl.kernel.lowering import options
from gamedsl.kernel.lowering.boards import chains, fills, near
from gamedsl.kernel.lowering.pieces import positions, zones
from gamedsl.kernel.lowering.play import blocks, frames, offers, plans, triggered
from gamedsl.kernel.lowering.steps import amounts, calls, chance, control, deals, moves, showing, together
from gamedsl.kernel.lowering.values import arithmetic, boards, columns, copies, folds, lets, ranks, sets, table, terms

MODULES = (
    *(
        options,
        arithmetic,
        table,
        columns,
        copies,
        sets,
        folds,
        ranks,
        lets,
        boards,
        near,
        chains,
        fills,
        terms,
        zones,
        positions,
    ),
    *(control, amounts, chance, moves, deals, showing, calls, together),
    *(offers, blocks, frames, plans, triggered),
)
