"""A checked condition -> a clause for people: "your gold is at least 6", "the chosen card is in your hand"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import attrs

from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.present.deeds.scope import Scope
from gamedsl.engine.present.words import bare
from gamedsl.i18n.speaking import gettext, mark, one_of
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.values import OPPOSITE, Loop
from gamedsl.source import written

_SIGNS = {
    "=": mark("{what} is {value}"),
    "!=": mark("{what} is not {value}"),
    "<": mark("{what} is less than {value}"),
    "<=": mark("{what} is at most {value}"),
    ">": mark("{what} is more than {value}"),
    ">=": mark("{what} is at least {value}"),
}
_MEMBERS = {
    ("one of", True): mark("{what} is {values}"),
    ("one of", False): mark("{what} is not {values}"),
    ("in", True): mark("{what} is in {place}"),
    ("in", False): mark("{what} is not in {place}"),
    ("among", True): mark("{what} is among {values}"),
    ("among", False): mark("{what} is not among {values}"),
}
_YOU = {
    ("one of", True): mark("you are {values}"),
    ("one of", False): mark("you are not {values}"),
    ("in", True): mark("you are in {place}"),
    ("in", False): mark("you are not in {place}"),
    ("among", True): mark("you are among {values}"),
    ("among", False): mark("you are not among {values}"),
}
"""The same, told to whoever it is about."""


_DEEPEST = 6


class Naming(Protocol):
    """What clauses need: names of the expressions in them."""

    game: model.CheckedGame

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

    def is_bent(self, term: str) -> bool:
        """Tell whether a modifier may change a term."""
        ...


def clause(phrases: Naming, node: core.Value, scope: Scope, wanted: bool = True) -> str:
    """Return a condition as a clause; with ``wanted`` no its opposite."""
    teller = _CLAUSES.get(type(node))
    if teller is not None:
        return teller(phrases, node, scope, wanted)
    found = scope.tell(node)
    if found is not UNKNOWN:
        return gettext("it is so") if bool(found) is wanted else gettext("it is not so")
    return _yes_no(phrases.of(node, scope), wanted)


def _yes_no(noun: str, wanted: bool) -> str:
    return noun + ": " + (gettext("yes") if wanted else gettext("no"))


def _compare(phrases: Naming, node: core.Compare, scope: Scope, wanted: bool) -> str:
    sign = node.sign if wanted else OPPOSITE[node.sign]
    if isinstance(node.left, core.Done) and isinstance(node.right, core.Const) and node.right.value == 0:
        actions = one_of(phrases.paragraph(name) for name in node.left.actions)
        if sign in ("=", "<="):
            return gettext("you did not do {actions} this turn", actions=actions)
        return gettext("you did {actions} this turn", actions=actions)
    if isinstance(node.right, core.Const) and node.right.value is None:
        left = phrases.of(node.left, scope)
        return gettext("{what} is none", what=left) if sign == "=" else gettext("{what} is there", what=left)
    if isinstance(node.right, core.Const) and isinstance(node.right.value, bool) and sign in ("=", "!="):
        return clause(phrases, node.left, scope, node.right.value is (sign == "="))
    return gettext(_SIGNS[sign], what=phrases.of(node.left, scope), value=phrases.of(node.right, scope))


def _member(phrases: Naming, node: core.Member, scope: Scope, wanted: bool) -> str:
    element, container = phrases.of(node.element, scope), node.container
    is_you = isinstance(node.element, core.You)
    texts, said = (_YOU, {}) if is_you else (_MEMBERS, {"what": element})
    if isinstance(container, core.MakeSet):
        values = one_of(phrases.of(item, scope) for item in container.items)
        template = texts["one of", wanted]
        return gettext(template, **said, values=values)
    if isinstance(container, core.Contents):
        template = texts["in", wanted]
        return gettext(template, **said, place=phrases.place(container.zone, scope))
    template = texts["among", wanted]
    return gettext(template, **said, values=phrases.of(container, scope))


def _not(phrases: Naming, node: core.Not, scope: Scope, wanted: bool) -> str:
    return clause(phrases, node.value, scope, not wanted)


def _joint(phrases: Naming, node: core.And | core.Or, scope: Scope, wanted: bool) -> str:
    word = gettext(" and ") if isinstance(node, core.And) is wanted else gettext(" or ")
    left = [item for item in node.items if scope.tell(item) is UNKNOWN] or list(node.items)
    return word.join(clause(phrases, item, scope, wanted) for item in left)


def _reduce(phrases: Naming, node: core.Reduce, scope: Scope, wanted: bool) -> str:
    if node.function not in ("any", "all"):
        return _yes_no(phrases.of(node, scope), wanted)
    told = []
    for loop in node.loops:
        words, scope = phrases.loop(loop, scope)
        told.append(words)
    said = {"things": gettext(" and ").join(told), "condition": clause(phrases, node.value, scope)}
    if node.function == "any":
        if wanted:
            return gettext("for one of {things} {condition}", **said)
        return gettext("for none of {things} {condition}", **said)
    if wanted:
        return gettext("for each of {things} {condition}", **said)
    return gettext("not for each of {things} {condition}", **said)


def _during(phrases: Naming, node: core.During, _: Scope, wanted: bool) -> str:
    phase = phrases.paragraph(node.paragraph)
    return (
        gettext("this is during {phase}", phase=phase) if wanted else gettext("this is not during {phase}", phase=phase)
    )


def _possible(phrases: Naming, node: core.Possible, _: Scope, wanted: bool) -> str:
    said = one_of(phrases.paragraph(name) for name in node.leaf.actions)
    return (
        gettext("{actions} is possible", actions=said) if wanted else gettext("{actions} is not possible", actions=said)
    )


def _over(_: Naming, __: core.GameOver, ___: Scope, wanted: bool) -> str:
    return gettext("the game is over") if wanted else gettext("the game is on")


def _term(phrases: Naming, node: core.TermCall, scope: Scope, wanted: bool) -> str:
    """Return a term that holds or not: without words of its own by what it stands for."""
    owner, term = node.owner, phrases.game.terms[node.term]
    mine = (owner is None or isinstance(owner, core.You)) and not node.arguments
    if mine and term.words is None and scope.depth < _DEEPEST and not phrases.is_bent(term.name):
        inside = attrs.evolve(scope, depth=scope.depth + 1, names={}, values={}, now=scope.always)
        return clause(phrases, term.value, inside, wanted)
    if owner is None or node.arguments or isinstance(intervals.strip(owner.type), t.PlayerType):
        return _yes_no(phrases.of(node, scope), wanted)
    return _is(phrases.of(owner, scope), bare(node.term.rpartition(".")[2]), wanted)


def _cell(phrases: Naming, node: core.CellCall, scope: Scope, wanted: bool) -> str:
    return phrases.of(node, scope) + ": " + (gettext("met") if wanted else gettext("not met"))


def _column(phrases: Naming, node: core.Attribute, scope: Scope, wanted: bool) -> str:
    subject = node.subject
    of = ", ".join(
        phrases.of(one, scope) for one in (subject.keys if isinstance(subject, core.ChartRow) else (subject,))
    )
    return _is(of, bare(node.column), wanted)


def _is(what: str, value: str, wanted: bool) -> str:
    template = _SIGNS["=" if wanted else "!="]
    return gettext(template, what=what, value=value)


def _option(_: Naming, node: core.OptionValue, __: Scope, wanted: bool) -> str:
    if wanted:
        return gettext("the option “{name}” is on", name=bare(node.option))
    return gettext("the option “{name}” is off", name=bare(node.option))


def _either(phrases: Naming, node: core.Either, scope: Scope, wanted: bool) -> str:
    known = scope.tell(node.condition)
    if known is not UNKNOWN:
        return clause(phrases, node.value if known else node.otherwise, scope, wanted)
    value, otherwise = (clause(phrases, part, scope, wanted) for part in (node.value, node.otherwise))
    condition = clause(phrases, node.condition, scope)
    return gettext("{value} if {condition}, else {otherwise}", value=value, condition=condition, otherwise=otherwise)


def _let(phrases: Naming, node: core.LetIn, scope: Scope, wanted: bool) -> str:
    for slot, value in zip(node.slots, node.given, strict=True):
        scope = scope.meaning(slot, value)
    return clause(phrases, node.value, scope, wanted)


def _bool(_: Naming, node: core.Const, __: Scope, wanted: bool) -> str:
    return written(node.span) if wanted else gettext("not {what}", what=written(node.span))


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
