"""Who wins, as people say it by the number that decides -> what was meant, as help."""

from __future__ import annotations

from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes

_DECIDES = {"max": "most", "min": "least"}


def told_winner(checker: Checker, node: nodes.Expr, scope: Scope) -> bool:
    """Report `winner: max(p.points)`, a number where a player is wanted; tell whether it is so."""
    if not isinstance(node, nodes.Call) or not isinstance(node.function, nodes.Name) or len(node.arguments) != 1:
        return False
    decides, meant = _DECIDES.get(node.function.name), _meant(checker, node.arguments[0], scope)
    if decides is None or meant is None:
        return False
    among, key = meant
    hint = f"a number tells how much, not who: write `the {among} with {decides} {key} ties all`"
    checker.report("GDTYP01", node.span, expected="a player or none", found="a number", hint=hint)
    return True


def _meant(checker: Checker, argument: nodes.Expr, scope: Scope) -> tuple[str, str] | None:
    """Return among whom a number decides, and the number, each as it is written behind `the`."""
    if isinstance(argument, nodes.Gather) and len(argument.loops) == 1:
        (loop,) = argument.loops
        is_among_players = isinstance(loop.source, nodes.Name) and loop.source.name == "players"
        asked = "" if loop.condition is None else f" where {text_of(loop.condition.span)}"
        return (f"{loop.name} in players{asked}", text_of(argument.value.span)) if is_among_players else None
    if not isinstance(argument, nodes.Member) or not isinstance(argument.value, nodes.Name):
        return None
    owner = argument.value.name
    if argument.name not in checker.symbols.attribute_names(t.PlayerType()):
        return None
    is_free = owner not in checker.symbols.constants and owner not in scope.locals
    name = "p" if owner in ("players", "you", "player") else owner
    return (f"{name} in players", f"{name}.{argument.name}") if is_free else None
