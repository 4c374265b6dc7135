"""Steps that only scenarios have -> core steps: moves with their answers, expectations, forced chance."""

from __future__ import annotations

from typing import Protocol

from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.names import constants
from gamedsl.semantics.expressions.narrowing import forget
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.words import text
from gamedsl.syntax import nodes


class Around(Protocol):
    """What a step of a scenario needs of the body in which it stands: ``key`` begins its translation keys."""

    @property
    def checker(self) -> Checker: ...

    @property
    def key(self) -> str: ...


def play_move(steps: Around, node: nodes.PlayMove, scope: Scope) -> core.CoreStep | None:
    """Check ``A: move, answers`` and ``illegal A: move "reason"``."""
    checker = steps.checker
    forget(scope)
    seats = list(checker.symbols.seat_names)
    if node.seat not in seats:
        upper = node.seat.upper()
        cure = f"write `{upper}:`" if upper in seats else f"the seats are {listed(seats, 'and')}"
        checker.symbols.unknown(node.span, "seat", node.seat, lambda: seats, cure)
        return None
    parts = tuple(_part(checker, move, scope, first=place == 0) for place, move in enumerate(node.moves))
    words = text(checker, node.words, f"{steps.key}.reason", scope)
    kept = tuple(part for part in parts if part is not None)
    if len(kept) < len(parts):
        return None
    seat = seats.index(node.seat)
    return core.PlayMove(span=node.span, words=words, seat=seat, parts=kept, illegal=node.illegal)


def _part(checker: Checker, node: nodes.Expr, scope: Scope, first: bool) -> core.MovePart | None:
    name, arguments = _named(node)
    head = checker.symbols.cards.get(name or "")
    if head is not None and head.section == "actions":
        checker.symbols.used.add("cards." + head.node.name)
        answers = [answer(checker, argument, scope) for argument in arguments]
        kept = tuple(item for item in answers if item is not None)
        if len(kept) < len(answers):
            return None
        return core.MovePart(span=node.span, action=head.node.name, answers=kept)
    if name == "pass" and not arguments:
        return core.MovePart(span=node.span, action=None, answers=(), is_pass=True)
    if isinstance(node, nodes.Call) and not _is_piece_call(checker, node):
        _unknown_move(checker, node)
        return None
    if isinstance(node, nodes.Name) and not _means_something(checker, node, scope):
        _unknown_move(checker, node)
        return None
    found = answer(checker, node, scope)
    return None if found is None else core.MovePart(span=node.span, action=None, answers=(found,))


def _unknown_move(checker: Checker, node: nodes.Expr) -> None:
    actions = [name for name, card in checker.symbols.cards.items() if card.section == "actions"]
    name, _ = _named(node)
    suggestions = did_you_mean(name or "", [*actions, "pass"])
    checker.report("GDSCN01", node.span, move=text_of(node.span), suggestions=suggestions)


def _named(node: nodes.Expr) -> tuple[str | None, tuple[nodes.Expr, ...]]:
    match node:
        case nodes.Name(name=name):
            return name, ()
        case nodes.Call(function=nodes.Name(name=name), arguments=arguments):
            return name, arguments
        case _:
            return None, ()


def _is_piece_call(checker: Checker, node: nodes.Call) -> bool:
    return isinstance(node.function, nodes.Name) and node.function.name in checker.symbols.kinds


def _means_something(checker: Checker, node: nodes.Name, scope: Scope) -> bool:
    return bool(constants(checker, node.name)) or node.name in scope.locals


def answer(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Answer | None:
    """Return all that a written answer may mean; the decision at hand chooses by its type."""
    if isinstance(node, nodes.Name) and node.name not in scope.locals:
        meanings: list[core.Value] = []
        for kind, value in constants(checker, node.name):
            meanings.append(core.Const(span=node.span, type=kind, value=value))
        known = checker.symbols.kinds.get(node.name)
        if known is not None and [design.name for design in known.designs] == [known.name]:
            number = known.designs[0].number
            meanings.append(core.Const(span=node.span, type=t.DesignType(known.name), value=number))
        if meanings:
            return core.Answer(span=node.span, meanings=tuple(meanings))
    written = checker.value(node, scope)
    if isinstance(written.type, t.UnknownType):
        return None
    return core.Answer(span=node.span, meanings=(written,))


def expect(steps: Around, node: nodes.Expect, scope: Scope) -> core.CoreStep:
    """Check ``expect C``."""
    condition = steps.checker.condition(node.condition, scope)
    return core.Expect(span=node.span, words=None, condition=condition, text=text_of(node.condition.span))


def force(steps: Around, node: nodes.Force, scope: Scope) -> core.CoreStep | None:
    """Check ``force NAME: values``."""
    checker = steps.checker
    symbols = checker.symbols
    wanted: t.Type
    if node.name in symbols.zones and symbols.zones[node.name].form != "purse":
        wanted = t.DesignType(symbols.zones[node.name].kind)
    elif node.name in symbols.dice:
        wanted = symbols.dice[node.name].faces
    elif node.name in symbols.values:
        wanted = intervals.strip(symbols.values[node.name].type)
    else:
        known = [
            *symbols.dice,
            *symbols.values,
            *(name for name, zone in symbols.zones.items() if zone.form == "stack"),
        ]
        symbols.unknown(node.span, "stack, dice or value", node.name, lambda: known)
        return None
    values = tuple(checker.fit(checker.value(value, scope, wanted), wanted) for value in node.values)
    for value in values:
        if not isinstance(value, core.Const) and not isinstance(value.type, t.UnknownType):
            reason = "only something written out can be forced"
            checker.report("GDSCN03", value.span, value=text_of(value.span), reason=reason)
    return core.Force(span=node.span, words=None, name=node.name, values=values)
