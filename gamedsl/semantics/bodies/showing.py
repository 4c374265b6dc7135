"""The step ``show`` -> core steps: pieces, or hidden values of the table, that others may know from then on."""

from __future__ import annotations

from gamedsl.semantics import core
from gamedsl.semantics.bodies.step_zones import all_pieces
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes


def show(checker: Checker, node: nodes.Show, scope: Scope, label: core.Text | None) -> core.CoreStep | None:
    """Check what is shown to whom."""
    raw = checker.raw(node.pieces, scope)
    value = raw.value if isinstance(raw, core.Checked | core.Certain) else raw
    field = value.value if isinstance(value, core.Collect) and len(value.loops) == 1 else value
    pieces = None if isinstance(field, core.ReadValue) else all_pieces(checker, node.pieces, scope)
    viewers = checker.value(node.viewers, scope, t.PlayerType())
    many = isinstance(viewers.type, t.SetType | t.ListType)
    viewers = checker.fit(viewers, t.SetType(t.PlayerType()) if many else t.PlayerType())
    if isinstance(field, core.ReadValue):
        return _values(checker, core.ShowValue(span=node.span, words=label, target=field, viewers=viewers), value)
    return None if pieces is None else core.Show(span=node.span, words=label, pieces=pieces, viewers=viewers)


def _values(checker: Checker, step: core.ShowValue, whole: core.Value) -> core.CoreStep | None:
    """Return the step for one value, or for that of each member of a set."""
    entry = step.target.entry
    if not any(trait.name in ("seen by owner", "seen by none") for trait in checker.symbols.values[entry].traits):
        name = entry.rpartition(".")[2]
        hint = f"without `seen by` everybody sees `{name}` all the time"
        checker.report("GDTYP01", whole.span, expected="something hidden", found=f"`{text_of(whole.span)}`", hint=hint)
        return None
    if not isinstance(whole, core.Collect):
        return step
    loop = whole.loops[-1]
    return core.ForEach(span=step.span, words=None, loop=loop, name="", start=None, question=None, body=(step,))
