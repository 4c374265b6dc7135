"""A checked condition -> a clause for people: "your gold is at least 6", "the chosen card is in your hand"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.present.deeds.scope import Scope
from gamedsl.engine.present.words import bare
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.values import OPPOSITE, Loop
from gamedsl.source import written

_SIGNS = {"=": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}


class Naming(Protocol):
    """What clauses need: names of the expressions in them."""

    def of(self, node: core.Value, scope: Scope) -> str:
        """Return what an expression is called."""
        ...

    def place(self, zone: core.ZoneRef, scope: Scope) -> str:
        """Return what a place of the table is called."""
        ...

    def loop(self, loop: Loop, scope: Scope) -> tuple[str, Scope]:
        """Return what a loop goes through, and the scope inside."""
        ...

    def paragraph(self, name: str) -> str:
        """Return what an action, rule or phase is called."""
        ...


def clause(phrases: Naming, node: core.Value, scope: Scope, wanted: bool = True) -> str:
    """Return a condition as a clause; with ``wanted`` no its opposite."""
    teller = _CLAUSES.get(type(node))
    if teller is not None:
        return teller(phrases, node, scope, wanted)
    found = scope.tell(node)
    if found is not UNKNOWN:
        return "it is so" if bool(found) is wanted else "it is not so"
    noun = phrases.of(node, scope)
    return f"{noun}: {'yes' if wanted else 'no'}"


def _compare(phrases: Naming, node: core.Compare, scope: Scope, wanted: bool) -> str:
    sign = node.sign if wanted else OPPOSITE[node.sign]
    if isinstance(node.right, core.Const) and node.right.value is None:
        return f"{phrases.of(node.left, scope)} is {'none' if sign == '=' else 'there'}"
    if isinstance(node.right, core.Const) and isinstance(node.right.value, bool) and sign in ("=", "!="):
        return clause(phrases, node.left, scope, node.right.value is (sign == "="))
    return f"{phrases.of(node.left, scope)} is {_SIGNS[sign]}{phrases.of(node.right, scope)}"


def _member(phrases: Naming, node: core.Member, scope: Scope, wanted: bool) -> str:
    is_in = "is" if wanted else "is not"
    element, container = phrases.of(node.element, scope), node.container
    if isinstance(node.element, core.You):
        is_in = "are" if wanted else "are not"
    if isinstance(container, core.MakeSet):
        return f"{element} {is_in} {enumerated([phrases.of(item, scope) for item in container.items], 'or')}"
    if isinstance(container, core.Contents):
        return f"{element} {is_in} in {phrases.place(container.zone, scope)}"
    return f"{element} {is_in} among {phrases.of(container, scope)}"


def _not(phrases: Naming, node: core.Not, scope: Scope, wanted: bool) -> str:
    return clause(phrases, node.value, scope, not wanted)


def _joint(phrases: Naming, node: core.And | core.Or, scope: Scope, wanted: bool) -> str:
    word = "and" if isinstance(node, core.And) is wanted else "or"
    left = [item for item in node.items if scope.tell(item) is UNKNOWN] or list(node.items)
    return f" {word} ".join(clause(phrases, item, scope, wanted) for item in left)


def _reduce(phrases: Naming, node: core.Reduce, scope: Scope, wanted: bool) -> str:
    if node.function not in ("any", "all"):
        return f"{phrases.of(node, scope)}: {'yes' if wanted else 'no'}"
    told = []
    for loop in node.loops:
        words, scope = phrases.loop(loop, scope)
        told.append(words)
    through, inside = " and ".join(told), clause(phrases, node.value, scope)
    if node.function == "any":
        return f"{'for one' if wanted else 'for none'} of {through} {inside}"
    return f"{'for' if wanted else 'not for'} each of {through} {inside}"


def _during(phrases: Naming, node: core.During, _: Scope, wanted: bool) -> str:
    return f"this is {'' if wanted else 'not '}during {phrases.paragraph(node.paragraph)}"


def _possible(phrases: Naming, node: core.Possible, _: Scope, wanted: bool) -> str:
    actions = enumerated([phrases.paragraph(name) for name in node.leaf.actions], "or")
    return f"{actions} is {'' if wanted else 'not '}possible"


def _over(_: Naming, __: core.GameOver, ___: Scope, wanted: bool) -> str:
    return "the game is over" if wanted else "the game is on"


def _term(phrases: Naming, node: core.TermCall, scope: Scope, wanted: bool) -> str:
    owner = node.owner
    if owner is None or node.arguments or isinstance(intervals.strip(owner.type), t.PlayerType):
        return f"{phrases.of(node, scope)}: {'yes' if wanted else 'no'}"
    return f"{phrases.of(owner, scope)} {_is(wanted)} {bare(node.term.rpartition('.')[2])}"


def _cell(phrases: Naming, node: core.CellCall, scope: Scope, wanted: bool) -> str:
    return f"{phrases.of(node, scope)}: {'met' if wanted else 'not met'}"


def _column(phrases: Naming, node: core.Attribute, scope: Scope, wanted: bool) -> str:
    subject = node.subject
    of = ", ".join(
        phrases.of(one, scope) for one in (subject.keys if isinstance(subject, core.ChartRow) else (subject,))
    )
    return f"{of} {_is(wanted)} {bare(node.column)}"


def _is(wanted: bool) -> str:
    return "is" if wanted else "is not"


def _option(_: Naming, node: core.OptionValue, __: Scope, wanted: bool) -> str:
    return f"the option “{bare(node.option)}” is {'on' if wanted else 'off'}"


def _either(phrases: Naming, node: core.Either, scope: Scope, wanted: bool) -> str:
    value, otherwise = (clause(phrases, part, scope, wanted) for part in (node.value, node.otherwise))
    return f"{value} if {clause(phrases, node.condition, scope)}, else {otherwise}"


def _let(phrases: Naming, node: core.LetIn, scope: Scope, wanted: bool) -> str:
    for slot, value in zip(node.slots, node.given, strict=True):
        scope = scope.meaning(slot, value)
    return clause(phrases, node.value, scope, wanted)


def _bool(_: Naming, node: core.Const, __: Scope, wanted: bool) -> str:
    return written(node.span) if wanted else f"not {written(node.span)}"


_CLAUSES: dict[type[core.Value], Callable[[Naming, Any, Scope, bool], str]] = {
    core.Compare: _compare,
    core.Member: _member,
    core.Not: _not,
    core.And: _joint,
    core.Or: _joint,
    core.Reduce: _reduce,
    core.During: _during,
    core.Possible: _possible,
    core.GameOver: _over,
    core.TermCall: _term,
    core.CellCall: _cell,
    core.Attribute: _column,
    core.OptionValue: _option,
    core.Either: _either,
    core.LetIn: _let,
    core.Const: _bool,
}
"""What makes a clause of a kind of condition; anything else is called, and said to be so."""
