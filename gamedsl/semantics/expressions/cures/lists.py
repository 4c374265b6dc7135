"""Lists and several numbers as people write them -> what was meant, as help."""

from __future__ import annotations

from gamedsl.diagnostics.suggest import suggest
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.source import Span
from gamedsl.syntax import nodes

_ENDS = {"first": "top", "upper": "top", "head": "top", "last": "bottom", "lowest": "bottom", "lower": "bottom"}


def told_several(checker: Checker, node: nodes.Index, value: core.Value) -> bool:
    """Report two numbers in brackets behind a list; tell whether there are."""
    if len(node.keys) != 2 or not all(isinstance(key, nodes.Number) for key in node.keys):
        return False
    first, last = (text_of(key.span) for key in node.keys)
    form = f"write `[{first}..{last}]` for these places and those between them"
    checker.report("GDTYP03", node.span, name=text_of(value.span), expected=1, found=2, form=form)
    return True


def told_end(checker: Checker, subject: core.Value, kind: t.ZoneType, name: str, span: Span) -> bool:
    """Report the top or bottom of a stack under another name; tell whether that is it."""
    known = checker.symbols.attribute_names(kind)
    near = next(iter(suggest(name, ["top", "bottom"])), "") or _ENDS.get(name, "")
    if kind.form != "stack" or name in known or name in checker.symbols.removed or not near:
        return False
    checker.symbols.unknown(span, "attribute", name, list, otherwise=f"write `{text_of(subject.span)}.{near}`")
    return True


def dashed(key: nodes.Expr) -> dict[str, str]:
    """Return the help for `1-3`, two numbers with a dash; nothing for any other place."""
    if isinstance(key, nodes.Arithmetic) and key.sign == "-" and isinstance(key.left, nodes.Number):
        return {"help": f"write `{text_of(key.left.span)}..{text_of(key.right.span)}`"}
    return {}


def many_among_few(function: str, node: nodes.Call) -> tuple[nodes.Expr, str] | None:
    """Return what stands for many numbers among single ones, and what to write: ``max(2, E for each x in S)``."""
    first, last = node.arguments[0], node.arguments[-1]
    if len(node.arguments) == 2 and isinstance(last, nodes.Gather):
        best = "largest" if function == "max" else "smallest"
        alone = f"the {best} of these alone is `{function}({text_of(last.span)})`"
        return last, f"`{best}({text_of(first.span)}, {text_of(last.span)})` are several; {alone}"
    if len(node.arguments) == 2 and isinstance(first, nodes.Gather):
        return first, f"what counts where there is none: `{function}({text_of(first.span)} else {text_of(last.span)})`"
    return None


def set_among_numbers(function: str, value: core.Value, node: nodes.Call) -> str:
    """Return what to write where one of several numbers is a set of them: ``max(you.hand.value, 0)``; else nothing."""
    if not isinstance(value.type, t.SetType | t.ListType) or not isinstance(
        intervals.strip(value.type.item), t.IntType
    ):
        return ""
    parts = [text_of(one.span) for one in node.arguments]
    written = text_of(value.span)
    shown = ", ".join(f"{function}({part})" if part == written else part for part in parts)
    return f"one number of several is `{function}({written})`: write `{function}({shown})`"
