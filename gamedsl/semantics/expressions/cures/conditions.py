"""Conditions as people speak them -> what was meant, as help."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes

_PLAIN = re.compile(r"[\w.]+(?:\([^()]*\)|\[[^\[\]]*\])?")
_COUNTED = {"=": "=", "!=": ">"}
_IN = {"=": "in", "!=": "not in"}


def alternative(
    checker: Checker, before: tuple[nodes.Expr, core.Value] | None, items: Sequence[nodes.Expr], scope: Scope
) -> core.Value | None:
    """Check the next part of a condition, which should be one itself; None where `c.value = 1 or 2` is reported.

    ``before``: the part in front of ``items`` and what it is. No part behind the reported one is looked at.
    """
    compared, known = before if before is not None else (None, None)
    if not isinstance(compared, nodes.Compare) or not isinstance(known, core.Compare):
        return checker.value(items[0], scope, t.BoolType())
    kind = intervals.strip(known.left.type)
    value = checker.value(items[0], scope, kind if _is_alone(items[0], checker) else t.BoolType())
    given = intervals.strip(value.type)
    if isinstance(given, t.BoolType | t.UnknownType | t.NothingType) or intervals.join(kind, given) is None:
        return value
    others = [items[0], *_leading(items[1:], checker)]
    subject, sign = text_of(compared.left.span), compared.sign
    parts = [text_of(item.span) for item in (compared.right, *others)]
    if sign in _IN:
        hint = f"write `{subject} {_IN[sign]} {{{', '.join(parts)}}}`"
    else:
        hint = f"say on both sides what is compared: `{subject} {sign} {parts[1]}`"
    checker.report("GDTYP01", value.span, expected="yes or no", found=describe(value.type), hint=hint)
    return None


def compared_set(
    checker: Checker, node: nodes.Compare, several: core.Value, scope: Scope, *, is_left: bool
) -> core.Value:
    """Report a set on one side of a comparison with a number: of numbers each is compared, all else is counted."""
    kind = several.type
    assert isinstance(kind, t.SetType | t.ListType)
    if not isinstance(intervals.strip(kind.item), t.IntType):
        return checker.wrong(several, "a number")
    side, other = (node.left, node.right) if is_left else (node.right, node.left)
    drawn, loops = _each_of(side, scope)
    written = f"{drawn} {node.sign} {text_of(other.span)}" if is_left else f"{text_of(other.span)} {node.sign} {drawn}"
    loop = f"{written} {loops}"
    hint = f"`any({loop})` asks for one of these numbers, `all(…)` for each"
    checker.report("GDTYP01", node.span, expected="one number", found=describe(kind), hint=hint)
    return checker.unknown(node.span)


def told_emptiness(checker: Checker, node: nodes.Compare, left: core.Value, right: core.Value) -> core.Value | None:
    """Report a list in a comparison with the empty set, which is none of its lists; None for anything else."""
    for one, other, side in ((left, right, node.left), (right, left, node.right)):
        empty = isinstance(other.type, t.SetType) and isinstance(other.type.item, t.NothingType)
        if isinstance(one.type, t.ListType) and empty and node.sign in _COUNTED:
            hint = f"write `count({text_of(side.span)}) {_COUNTED[node.sign]} 0`"
            found = f"{describe(one.type)} and the empty set"
            checker.report("GDTYP01", node.span, expected="two sets or two lists", found=found, hint=hint)
            return checker.unknown(node.span)
    return None


def _each_of(several: nodes.Expr, scope: Scope) -> tuple[str, str]:
    """Return what stands for each of several numbers, and the loop through them."""
    if isinstance(several, nodes.Gather):
        drawn = text_of(several.value.span)
        return drawn, text_of(several.span).removeprefix(drawn).strip()
    source = text_of(several.value.span if isinstance(several, nodes.Member) else several.span)
    first = "p" if source == "players" else "x"
    name = next(one for one in (first, "x", "y", "each_one", "each_other") if one not in scope.locals)
    drawn = f"{name}.{several.name}" if isinstance(several, nodes.Member) else name
    return drawn, f"for each {name} in {source if _PLAIN.fullmatch(source) else f'({source})'}"


def _leading(items: Sequence[nodes.Expr], checker: Checker) -> list[nodes.Expr]:
    """Return the parts at the beginning that are no conditions by themselves."""
    end = next((place for place, item in enumerate(items) if not _is_alone(item, checker)), len(items))
    return list(items[:end])


def _is_alone(item: nodes.Expr, checker: Checker) -> bool:
    """Tell whether a part is a number, or a word that is nothing but one of a list or the name of a row."""
    if isinstance(item, nodes.Number):
        return True
    if not isinstance(item, nodes.Name):
        return False
    symbols, name = checker.symbols, item.name
    known = (*symbols.zones, *symbols.values, *symbols.terms, *symbols.options)
    return name in symbols.constants and not any(one.rpartition(".")[2] == name for one in known)
