"""What a deal takes: the one design of what columns choose, as "tiles whose kind is start", and how many there are"""

from __future__ import annotations

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.presentation.verbalize.scope import Scope
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.counts import is_filter, replaced
from gamedsl.semantics.visibility.offered import pieces_in


def only_design(game: model.CheckedGame, source: core.Value, scope: Scope) -> tuple[model.Design, core.ZoneRef] | None:
    """Return the design of all pieces of a set and where they lie, where what is written out decides it; else None.

    People say its name then: nobody calls a Saloon a tile whose kind is start.
    """
    item = getattr(source.type, "item", None)
    if not isinstance(source, core.Collect) or not is_filter(source) or not isinstance(item, t.PieceType):
        return None
    (loop,) = source.loops
    kind = game.kinds[item.kind]
    if not isinstance(loop.source, core.Contents) or loop.condition is None or len(kind.designs) == 1:
        return None
    if not _is_of_design(loop.condition, loop.slot):
        return None
    fitting = []
    for design in kind.designs:
        of = core.Const(span=source.span, type=t.DesignType(item.kind), value=design.number)
        holds = scope.always(replaced(loop.condition, {loop.slot: of}), frozenset())
        if holds is UNKNOWN:
            return None
        fitting += [design] if holds else []
    return (fitting[0], loop.source.zone) if len(fitting) == 1 else None


def _is_of_design(condition: core.Value, slot: int) -> bool:
    """Tell whether a condition asks of a piece only what its design decides."""
    own = sum(isinstance(one, core.Local) and one.slot == slot for one in walk(condition))
    asked = sum(
        isinstance(one, core.Attribute | core.DesignOf)
        and isinstance(one.subject, core.Local)
        and one.subject.slot == slot
        for one in walk(condition)
    )
    return own == asked


def lying_in(game: model.CheckedGame, zone: core.ZoneRef | None, scope: Scope) -> int | None:
    """Return how many pieces lie where a deal takes them, where that may be told and no others come there."""
    if zone is None or any(use.name == "refilled" for use in game.zones[zone.entry].traits):
        return None
    found = scope.tell(pieces_in(zone))
    return found if isinstance(found, int) else None
