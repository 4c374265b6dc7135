"""The step ``shuffle … to`` -> a core step: which pieces, and the stack that they are laid on."""

from __future__ import annotations

from gamedsl.semantics import core
from gamedsl.semantics.bodies.blocks.dealing import Around
from gamedsl.semantics.bodies.step_zones import all_pieces, kind_of, one_place
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import text_of
from gamedsl.semantics.expressions.narrowing import forget
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes


def shuffle_to(steps: Around, node: nodes.ShuffleTo, scope: Scope) -> core.CoreStep | None:
    """Check that several pieces are laid on one stack."""
    checker = steps.checker
    pieces = all_pieces(checker, node.pieces, scope)
    target = one_place(checker, node.target, scope, None if pieces is None else kind_of(pieces))
    label = steps.label(node, scope)
    forget(scope, "move")
    if pieces is None or target is None:
        return None
    if checker.symbols.zones[target.entry].form != "stack":
        checker.wrong(target, "a stack", hint="only a stack has an order; to a heap or a slot pieces `move`")
        return None
    if not isinstance(intervals.strip(pieces.type), t.ZoneType | t.SetType | t.ListType):
        cure = f"one piece has no order: write `move {text_of(node.pieces.span)} to {text_of(node.target.span)}`"
        checker.wrong(pieces, "a set of pieces", hint=cure)
        return None
    return core.ShuffleTo(span=node.span, words=label, pieces=pieces, target=target, at_bottom=node.at_bottom)
