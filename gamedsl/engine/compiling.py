"""Core values -> Python closures ``(state, frame) -> value``: the registry, the shared context and static folding."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.layout import Layout
from gamedsl.engine.state import State
from gamedsl.semantics import core, model
from gamedsl.semantics import types as t
from gamedsl.source import Span

if TYPE_CHECKING:
    from gamedsl.engine.board import Board
    from gamedsl.engine.words import Wording

Eval = Callable[[State, list[Any]], Any]
Maker = Callable[["Compiler", Any], Eval]
MAKERS: dict[type[core.Value], Maker] = {}
Action = Any


class _Unknown:
    """Type of the mark for values that are not known before play."""


UNKNOWN = _Unknown()

STATIC: tuple[type[core.Value], ...] = (
    core.Const,
    core.OptionValue,
    core.AllPlayers,
    core.AllMembers,
    core.CopyOf,
    core.Checked,
    core.Certain,
    core.Attribute,
    core.ChartRow,
    core.Arithmetic,
    core.Negate,
    core.Join,
    core.MakeSet,
    core.Interval,
    core.Compare,
    core.Member,
    core.Not,
    core.And,
    core.Or,
    core.Either,
    core.Count,
    core.Extreme,
    core.Absolute,
    core.Only,
    core.Neighbours,
    core.Distance,
    core.PathEnds,
)
"""Kinds of values that depend on nothing but their parts and the layout."""


def makes(kind: type[core.Value]) -> Callable[[Maker], Maker]:
    """Register the compiler of one kind of value."""

    def register(maker: Maker) -> Maker:
        MAKERS[kind] = maker
        return maker

    return register


class Compiler:
    """Everything that closures of one engine share; compiled parts are made once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.game = layout.game
        self.board: Board
        self.wording: Wording
        self.actions: dict[str, Action] = {}
        self.card_codes: dict[str, set[int]] = {}
        self.terms: dict[str, Eval] = {}
        self.cells: dict[tuple[str, str], dict[int, tuple[Eval, int]]] = {}
        self.forbidders = _forbidders(self.game)
        self.changers = _changers(self.game)

    def value(self, node: core.Value) -> Eval:
        """Return the closure that evaluates ``node``; what is known before play is worked out now."""
        maker = MAKERS.get(type(node))
        if maker is None:
            raise TypeError(f"unknown value {type(node).__name__}")
        if not isinstance(node, core.Const):
            known = self.known(node)
            if known is not UNKNOWN:
                return lambda s, f: known
        return maker(self, node)

    def known(self, node: core.Value) -> Any:
        """Return the value of ``node`` when it is the same in every state of this set-up, else UNKNOWN."""
        if not is_static(node):
            return UNKNOWN
        try:
            _NO_STATE.work = 0
            return MAKERS[type(node)](self, node)(_NO_STATE, [])
        except RuleError:
            return UNKNOWN

    def holds(self, condition: core.Value) -> bool:
        """Tell whether a condition over options and the number of seats holds."""
        return bool(self.value(condition)(_NO_STATE, [0, 0, None, None]))


_NO_STATE = State(0, 0, False)


def parts(node: core.Core) -> list[core.Core]:
    """Return the core nodes directly below a node, in the order of its fields."""
    found: list[core.Core] = []
    for field in attrs.fields(type(node)):
        _gather(getattr(node, field.name), found)
    return found


def _gather(value: Any, found: list[core.Core]) -> None:
    if isinstance(value, core.Core):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _gather(item, found)


def is_static(node: core.Core) -> bool:
    """Tell whether a value depends on constants and options only."""
    return isinstance(node, STATIC) and all(is_static(part) for part in parts(node))


def is_set(kind: t.Type) -> bool:
    """Tell whether values of this type are sets or lists."""
    if isinstance(kind, t.MaybeType):
        return is_set(kind.item)
    return isinstance(kind, t.SetType | t.ListType)


def in_limits(c: Compiler, value: core.Value, wanted: t.Type, target: str) -> Eval:
    """Compile a value that is stored where ``wanted`` is declared; test its range when it may leave it (GDRUN05)."""
    evaluate = c.value(value)
    limit = wanted.item if isinstance(wanted, t.MaybeType) else wanted
    have = value.type.item if isinstance(value.type, t.MaybeType) else value.type
    if not isinstance(limit, t.IntType):
        return evaluate
    if isinstance(have, t.IntType) and limit.low <= have.low and have.high <= limit.high:
        return evaluate
    low, high, span = limit.low, limit.high, value.span

    def checked(s: State, f: list[Any]) -> Any:
        result = evaluate(s, f)
        if result is not None and not low <= result <= high:
            raise out_of_range(span, target, low, high, result)
        return result

    return checked


def source_text(value: core.Value) -> str:
    """Return an expression as written, or a phrase when its text is not at hand."""
    span = value.span
    if span.line != span.end_line:
        return "this"
    return span.source.line(span.line)[span.column - 1 : span.end_column - 1] or "this"


def unchecked(value: core.Value) -> core.Value:
    """Return a value without its range test, for a step that tests the range itself with a better message."""
    return value.value if isinstance(value, core.Checked) else value


def out_of_range(span: Span, target: str, low: int, high: int, found: object) -> RuleError:
    """Return the error of a value outside its range."""
    return RuleError("GDRUN05", span, target=target, range=f"{low}..{high}", found=str(found))


def _forbidders(game: model.CheckedGame) -> dict[str, list[model.ModifierCode]]:
    """Return for each forbidden card its modifiers in file order; a forbidden group forbids its actions."""
    found: dict[str, list[model.ModifierCode]] = {}
    for modifier in game.modifiers.values():
        for card in modifier.forbids:
            for name in game.groups[card].actions if card in game.groups else (card,):
                found.setdefault(name, []).append(modifier)
    return found


def _changers(game: model.CheckedGame) -> dict[str, list[model.ModifierCode]]:
    """Return for each term the modifiers that change it, in file order."""
    found: dict[str, list[model.ModifierCode]] = {}
    for modifier in game.modifiers.values():
        if modifier.term is not None:
            found.setdefault(modifier.term, []).append(modifier)
    return found
