"""A checked game in, warnings about hidden values out that are set to what everybody hears."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.visibility.entries import is_hidden, is_piece, slot_of
from gamedsl.semantics.visibility.secret_numbers import judged_by, picks_of


def check_heard(game: model.CheckedGame, secret: frozenset[int], report: Report) -> None:
    """Report where a player's open decision is put into a value that others should not know."""
    if not any(is_hidden(value) for value in game.values.values()):
        return
    told: set[object] = set()
    for pick, parts, paragraph in picks_of(game):
        kind = getattr(pick.domain.type, "item", None)
        if pick.question in secret or is_piece(game, kind):
            continue
        if conditions := judged_by(game, pick, parts, paragraph):
            if conditions[0].span not in told:
                told.add(conditions[0].span)
                report("GDKNO09", conditions[0].span, pick=pick.name)
            continue
        for step in walk(*parts):
            if not isinstance(step, core.Assign) or not is_hidden(game.values[step.target.entry]):
                continue
            if slot_of(step.value) == pick.slot and step.span not in told:
                told.add(step.span)
                report("GDKNO07", step.span, name=step.target.entry.rpartition(".")[2], pick=pick.name)
