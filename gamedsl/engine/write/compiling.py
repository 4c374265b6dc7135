"""Core values -> Python functions: the registry of writers, what all functions of an engine share, static folding."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.write.drafts import UNKNOWN, WRITERS, Draft, Later, Lines
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import children
from gamedsl.source import Span

if TYPE_CHECKING:
    from gamedsl.engine.present.words import Wording
    from gamedsl.engine.state.board import Board

Eval = Callable[[State, list[Any]], Any]
Writer = Callable[[Draft, Any], str]
LinesWriter = Callable[[Draft, Any], Lines]
Action = Any


def writes(kind: type[core.Value]) -> Callable[[Writer], Writer]:
    """Register what writes one kind of value as an expression."""

    def register(writer: Writer) -> Writer:
        WRITERS[kind] = (writer, None)
        return writer

    return register


def writes_lines(kind: type[core.Value]) -> Callable[[LinesWriter], LinesWriter]:
    """Register what writes one kind of value as the lines of a function that returns it."""

    def register(writer: LinesWriter) -> LinesWriter:
        WRITERS[kind] = (None, writer)
        return writer

    return register


class Compiler:
    """Everything that the functions of one engine share; compiled parts are made once, when they are first needed."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.game = layout.game
        self.board: Board
        self.wording: Wording
        self.actions: dict[str, Action] = {}
        self.card_codes: dict[str, set[int]] = {}
        self.terms: dict[str, Later] = {}
        self.term_costs: Any = None
        self.long_terms: set[str] = set()
        self.cells: dict[tuple[str, str], Any] = {}
        self.columns: dict[tuple[t.Type, str], list[Any]] = {}
        self.forbidders = _forbidders(self.game)
        self.changers = _changers(self.game)
        self.in_force: set[str] = set()
        """Modifiers that have changed or forbidden something in the last game with a log."""

    def value(self, node: core.Value) -> Eval:
        """Return a function of state and frame that evaluates ``node``; it is made when it is first called."""
        if type(node) not in WRITERS:
            raise TypeError(f"unknown value {type(node).__name__}")
        return self.later(lambda draft: draft.returning(node))

    def limited(self, node: core.Value, wanted: t.Type, target: str) -> Eval:
        """Return a function of state and frame that evaluates ``node`` and tests that it fits ``wanted`` (GDRUN05)."""
        return self.later(lambda draft: [f"return {in_limits(draft, node, wanted, target)}"])

    def later(self, write: Callable[[Draft], Lines]) -> Eval:
        """Return a function of state and frame whose lines are written when it is first called."""

        made: Eval | None = None

        def evaluate(s: State, f: list[Any]) -> Any:
            nonlocal made
            if made is None:
                draft = Draft.in_frame(self)
                made = draft.function(write(draft))
            return made(s, f)

        return evaluate

    def known(self, node: core.Value) -> Any:
        """Return the value of ``node`` when it is the same in every state of this set-up, else UNKNOWN."""
        return Draft.in_frame(self).known(node)

    def holds(self, condition: core.Value) -> bool:
        """Tell whether a condition over options and the number of seats holds."""
        return bool(self.value(condition)(State(0, 0, False), [0, 0, None, None]))


def parts(node: core.Core) -> list[core.Core]:
    """Return the core nodes directly below a node, in the order of its fields."""
    return [part for part in children(node) if isinstance(part, core.Core)]


def is_set(kind: t.Type) -> bool:
    """Tell whether values of this type are sets or lists."""
    if isinstance(kind, t.MaybeType):
        return is_set(kind.item)
    return isinstance(kind, t.SetType | t.ListType)


def in_limits(d: Draft, value: core.Value, wanted: t.Type, target: str) -> str:
    """Write a value that is stored where ``wanted`` is declared; test its range when it may leave it (GDRUN05)."""
    text = d.value(value)
    limit = wanted.item if isinstance(wanted, t.MaybeType) else wanted
    have = value.type.item if isinstance(value.type, t.MaybeType) else value.type
    if not isinstance(limit, t.IntType):
        return text
    if isinstance(have, t.IntType) and limit.low <= have.low and have.high <= limit.high:
        return text
    return in_range(d, text, (limit.low, limit.high), value.span, target)


def in_range(d: Draft, text: str, limits: tuple[int, int], span: Span, target: str) -> str:
    """Write a value that is None or lies in a range; anything else is an error."""
    low, high = limits

    def fail(found: Any) -> None:
        raise out_of_range(span, target, low, high, found)

    one = d.temp()
    return f"({one} if ({one} := {text}) is None or {low} <= {one} <= {high} else {d.bind(fail)}({one}))"


def source_text(value: core.Value) -> str:
    """Return an expression as written, or a phrase when its text is not at hand."""
    span = value.span
    if span.line != span.end_line:
        return "this"
    return span.source.line(span.line)[span.column - 1 : span.end_column - 1] or "this"


def note_in_force(d: Draft, modifier: model.ModifierCode) -> str:
    """Write the noting of a modifier that is in force, in games with a log."""
    return f"if s.log is not None: {d.bind(d.c.in_force)}.add({modifier.name!r})"


def unchecked(value: core.Value) -> core.Value:
    """Return a value without its range test, for a step that tests the range itself with a better message."""
    return value.value if isinstance(value, core.Checked) else value


def out_of_range(span: Span, target: str, low: int, high: int, found: object) -> RuleError:
    """Return the error of a value outside its range."""
    return RuleError("GDRUN05", span, target=target, range=f"{low}..{high}", found=str(found))


def nothing_there(span: Span, value: str, reason: str = "nothing is there") -> RuleError:
    """Return the error of a value that is none where something is needed."""
    return RuleError("GDRUN04", span, value=value, reason=reason)


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


__all__ = ["UNKNOWN", "Compiler", "Draft", "Eval", "Later", "Lines", "in_limits", "is_set", "writes", "writes_lines"]
