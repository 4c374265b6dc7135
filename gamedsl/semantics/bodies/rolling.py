"""The steps ``roll`` and ``show`` -> core steps: dice, pieces and values; and the values that steps set."""

from __future__ import annotations

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.bodies.blocks.changes import forget_value
from gamedsl.semantics.bodies.step_advice import instead_of
from gamedsl.semantics.bodies.step_zones import all_pieces, certainly, kind_of
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes


def field_of(checker: Checker, node: nodes.Expr, value: core.Value, step: str) -> core.ReadValue | None:
    """Check an expression that must be a table value to be set."""
    if isinstance(value, core.Checked | core.Certain):
        value = value.value
    if isinstance(value, core.ReadValue):
        keys = tuple(certainly(checker, key) for key in value.keys)
        return attrs.evolve(value, owner=certainly(checker, value.owner), keys=keys)  # type: ignore[arg-type]
    if not isinstance(value.type, t.UnknownType):
        target, instead = instead_of(value)
        checker.report("GDTYP10", node.span, step=step, target=target, instead=instead)
    return None


def roll(checker: Checker, node: nodes.Roll, scope: Scope, label: core.Text | None) -> core.CoreStep | None:
    """Check what is rolled: dice, dice that lie somewhere, or a value out of a set."""
    if node.domain is None:
        value = checker.raw(node.target, scope)
        forget_value(checker.symbols, scope, "roll", getattr(value, "dice", ""))
        if isinstance(value, core.DiceSum):
            return core.RollDice(span=node.span, words=label, dice=value.dice, index=None)
        if isinstance(value, core.DieFace):
            whole = isinstance(node.target, nodes.Name)
            return core.RollDice(span=node.span, words=label, dice=value.dice, index=None if whole else value.index)
        return None if isinstance(value.type, t.UnknownType) else _roll_pieces(checker, node, value, label)
    target = checker.raw(node.target, scope)
    if kind_of(target) in checker.symbols.kinds and checker.symbols.kinds[kind_of(target)].faces is not None:
        hint = f"dice have faces of their own: `roll {text_of(node.target.span)}`"
        checker.report("GDTYP01", node.domain.span, expected="nothing more", found="where to roll from", hint=hint)
        return None
    field = field_of(checker, node.target, target, "roll")
    if field is None:
        return None
    declared = checker.symbols.values[field.entry].type
    wanted = intervals.strip(declared)
    domain = checker.fit(checker.set_value(node.domain, scope, wanted), t.SetType(wanted))
    item = getattr(domain.type, "item", None)
    if isinstance(wanted, t.IntType) and isinstance(item, t.IntType) and not intervals.contains(wanted, item):
        hint = f"`{text_of(node.target.span)}` takes {wanted}: all that can be rolled must fit"
        checker.wrong(domain, f"a set of {wanted}", hint=hint)
    forget_value(checker.symbols, scope, "roll", field.entry)
    return core.RollValue(span=node.span, words=label, target=field, domain=domain)


def _roll_pieces(
    checker: Checker, node: nodes.Roll, value: core.Value, label: core.Text | None
) -> core.CoreStep | None:
    """Return the step for dice that lie somewhere, or for all of a kind."""
    pieces = value
    if isinstance(value, core.Const) and isinstance(value.type, t.DesignType):
        of = t.PieceType(value.type.kind)
        pieces = core.AllMembers(span=value.span, type=t.SetType(of, checker.symbols.members(of)))
    kind = kind_of(pieces)
    found = checker.symbols.kinds.get(kind)
    if found is None or found.faces is None:
        hint, text = "for a value write where from: `roll x in 1..6`", text_of(node.target.span)
        if text.endswith(f".{t.FACE}"):
            hint = f"roll the dice themselves: `roll {text.removesuffix(f'.{t.FACE}')}`"
        elif found is not None:
            hint = f"a {kind} has no faces; dice are `{kind}: dice 1..6` under `components`"
        checker.wrong(value if isinstance(value.type, t.ZoneType) else checker.read(value), "dice", hint=hint)
        return None
    if not isinstance(pieces.type, t.ZoneType):
        pieces = checker.certain(pieces, f"a {kind}")
    return core.RollPieces(span=node.span, words=label, pieces=pieces, face=t.face_of(found.name))


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
    kind = checker.symbols.kinds.get(checker.symbols.values[entry].each)
    if kind is not None and kind.faces is not None and t.face_of(kind.name) == entry:
        dice = text_of(whole.span).removesuffix(f".{t.FACE}")
        checker.report(
            "GDTYP01", whole.span, expected="dice", found="what they show", hint=f"show the dice themselves: `{dice}`"
        )
        return None
    if not any(trait.name in ("seen by owner", "seen by none") for trait in checker.symbols.values[entry].traits):
        name = entry.rpartition(".")[2]
        hint = f"without `seen by` everybody sees `{name}` all the time"
        checker.report("GDTYP01", whole.span, expected="something hidden", found=f"`{text_of(whole.span)}`", hint=hint)
        return None
    if not isinstance(whole, core.Collect):
        return step
    loop = whole.loops[-1]
    return core.ForEach(span=step.span, words=None, loop=loop, name="", start=None, question=None, body=(step,))
