"""Loops and filters as people speak them inside functions -> what was meant, as help."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.cures.calls import VALUES
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.source import Span
from gamedsl.syntax import nodes

_WORDS = ("players", "you", "active", "old", "winners", "game_over", "opponent", "unlimited", "direction")
"""Words of the language that mean something wherever they stand."""


def told_second_loop(checker: Checker, node: nodes.Call, scope: Scope) -> bool:
    """Report `sum(E for each a in S, b in T)`, where `b` means nothing; tell whether it is so."""
    loops = [one for one in node.arguments if isinstance(one, nodes.Gather)]
    for one in node.arguments[1:] if loops else ():
        if not isinstance(one, nodes.Compare) or one.sign != "in" or not isinstance(one.left, nodes.Name):
            continue
        if _means_nothing(checker, one.left.name, scope):
            more = f"{text_of(loops[0].loops[-1].span)} for each {text_of(one.span)}"
            cure = f"write one loop behind the other: `… for each {more}`"
            checker.symbols.unknown(one.left.span, "value", one.left.name, list, otherwise=cure)
            return True
    return False


def told_unnamed(checker: Checker, function: str, argument: nodes.Expr, scope: Scope) -> bool:
    """Report `count(c in S where C)` and `max(p.points)`, where `c` and `p` mean nothing yet; tell whether it is so."""
    source = argument.source if isinstance(argument, nodes.Filter) else argument
    if isinstance(source, nodes.Compare) and source.sign == "in" and isinstance(source.left, nodes.Name):
        name, drawn = source.left, f"{source.left.name} for each {text_of(argument.span)}"
    elif isinstance(argument, nodes.Member) and isinstance(argument.value, nodes.Name):
        if argument.name not in checker.symbols.attribute_names(t.PlayerType()):
            return False
        name, drawn = argument.value, f"{text_of(argument.span)} for each {argument.value.name} in players"
    else:
        return False
    if not _means_nothing(checker, name.name, scope):
        return False
    checker.symbols.unknown(name.span, "value", name.name, list, otherwise=f"name each of them: `{function}({drawn})`")
    return True


def told_filter(checker: Checker, node: nodes.Filter, source: core.Value, scope: Scope) -> bool:
    """Report `(S.number where C)` where C is about the members of S; tell whether it is so."""
    kind = source.type
    item = intervals.strip(kind.item) if isinstance(kind, t.SetType | t.ListType) else kind
    if not isinstance(node.source, nodes.Member) or not isinstance(source, core.Collect) or len(source.loops) != 1:
        return False
    if not isinstance(item, t.IntType | t.WordType | t.BoolType):
        return False
    members = source.loops[0].source.type
    own = checker.symbols.attribute_names(members)
    found = next((one for one in _names(node.condition) if one.name in own), None)
    if found is None or not _means_nothing(checker, found.name, scope):
        return False
    meant = f"({text_of(node.source.value.span)} where {text_of(node.condition.span)}).{node.source.name}"
    checker.symbols.unknown(found.span, "value", found.name, list, otherwise=f"say first which ones: `{meant}`")
    return True


def warn_of_all(
    checker: Checker, loop: core.Loop, source: nodes.Expr, condition: nodes.Expr | None, scope: Scope, named: str = ""
) -> None:
    """Warn about a condition that asks nothing of the member, but names all of them as if they were it.

    ``named``: the name of the member; a filter has none.
    """
    if condition is None or loop.condition is None or not isinstance(source, nodes.Name):
        return
    about = {part.slot for part in walk(loop.condition) if isinstance(part, core.Local)}
    if loop.slot in about or not any(one.name == source.name for one in _names(condition)):
        return
    member = named or next(one for one in (source.name[0], *_LETTERS) if _means_nothing(checker, one, scope))
    asked = text_of(condition.span)
    meant = re.sub(rf"(?<![.\w]){source.name}\b", member, asked)
    names = {"name": source.name, "condition": asked, "write": meant, "instead": asked}
    if not named:
        names["write"] = f"({member} for each {member} in {source.name} where {meant})"
        names["instead"] = f"{source.name} where {asked}"
    checker.report("GDTYP21", condition.span, **names)


_LETTERS = tuple("xyzabcdefghijklmnopqrstuvw")


def _means_nothing(checker: Checker, name: str, scope: Scope) -> bool:
    symbols = checker.symbols
    if name in scope.locals or name in VALUES or name in _WORDS:
        return False
    if any(name in symbols.attribute_names(bare.type) for bare in scope.bare):
        return False
    known = (symbols.zones, symbols.values, symbols.terms, symbols.options, symbols.dice, symbols.constants)
    return not any(
        name in names for names in (*known, symbols.kinds, symbols.word_lists, symbols.owned_names("player"))
    )


def _names(node: object) -> Iterator[nodes.Name]:
    """Walk the bare names of an expression."""
    if isinstance(node, nodes.Name):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _names(part)
    elif isinstance(node, nodes.Node) and not isinstance(node, Span):
        for field in attrs.fields(type(node)):
            if field.name != "span":
                yield from _names(getattr(node, field.name))
