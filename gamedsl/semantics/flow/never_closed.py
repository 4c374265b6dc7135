"""A checked game -> warnings about rows that are never closed: what ends them can never be what closes them."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import bodies, walk
from gamedsl.semantics.flow.logic import exclude
from gamedsl.source import written


def check_rows(game: model.CheckedGame, report: Report) -> None:
    """Report ``until C closed by D`` on boards, where C and D exclude each other."""
    if all(kind.board is None for kind in game.kinds.values()):
        return
    for body in bodies(game):
        for node in walk(*body.parts):
            if isinstance(node, core.Stopped) and node.closed is not None and exclude(game, node.until, node.closed):
                until, closed = written(node.until.span), written(node.closed.span)
                report("GDFLO18", node.closed.span, until=until, closed=closed)
