"""What stands in the place of a step, or behind `set` -> what to write instead."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.functions import BUILTINS
from gamedsl.semantics.expressions.names import visible_names
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes

NO_STEPS: Mapping[str, str] = {
    **dict.fromkeys(("skip", "nothing", "do_nothing", "continue", "noop"), "leave it out: nothing needs no step"),
    **dict.fromkeys(("stop", "end", "finish", "end_game"), "`until:` ends a phase, and `when:` under `end` the game"),
}
"""What to write instead of a word that does nothing, or ends something, in other languages."""


def instead_of(value: core.Value) -> tuple[str, str]:
    """Return what a value is called that cannot be set, and what is set or done instead."""
    match value:
        case core.ZoneRef():
            zone = value.type
            if isinstance(zone, t.ZoneType) and zone.form == "purse":
                return f"the purse `{text_of(value.span)}`", "`pay … from … to …`"
            return f"the zone `{text_of(value.span)}`", "`move … to …`"
        case core.OptionValue():
            return f"the option `{value.option}`", "a value of the table that can change"
        case core.TermCall():
            return f"the term `{text_of(value.span)}`, which is always worked out", "a value of the table"
        case core.DieFace() | core.DiceSum():
            return "dice", f"`roll {text_of(value.span)}`"
        case core.PointsOf():
            return "points, which come from sources", "`score SOURCE … for …`; the sources stand under `scoring`"
        case _:
            return f"`{text_of(value.span)}`", "a value of the table"


def is_unknown(checker: Checker, call: nodes.Expr, target: nodes.Name, scope: Scope) -> bool:
    """Is nothing known by the name of what is called as a step?"""
    if isinstance(call, nodes.Call):
        known = {*BUILTINS, *checker.symbols.terms}
        return target.name not in known and f"player.{target.name}" not in known
    return target.name not in visible_names(checker, scope)


def better(checker: Checker, call: nodes.Expr, scope: Scope) -> str:
    """Return what to write instead of an expression that stands where a step should."""
    match call:
        case nodes.Compare(sign="=", left=left) if isinstance(_meant(checker, left, scope), core.ZoneRef):
            return "`pay … from … to …` for an amount, `move … to …` for pieces"
        case nodes.Compare(sign="=", left=left, right=right):
            return f"`set {text_of(left.span)} to {text_of(right.span)}`"
        case _:
            return "a step: `pay`, `move`, `set`, `score` or a rule by its name"


def _meant(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Value | None:
    return checker.raw(node, scope) if isinstance(node, nodes.Name | nodes.Member | nodes.Index) else None


def check_amount(checker: Checker, amount: nodes.Expr) -> None:
    """Warn about a step that does nothing because the number 0 is written there."""
    if isinstance(amount, nodes.Number) and amount.value == 0 and checker.mood != "scenario":
        checker.report("GDRNG10", amount.span)
