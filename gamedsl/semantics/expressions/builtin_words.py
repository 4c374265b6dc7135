"""Words of the language that give way to the names of a file -> core values: directions, the opponent, no limit."""

from __future__ import annotations

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import board_directions, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes


def builtin_name(checker: Checker, node: nodes.Name, scope: Scope) -> core.Value | None:
    """Return what a word of the language means that gives way to the names of a file; None for any other."""
    symbols, word = checker.symbols, node.name
    if word in board_directions.SETS and symbols.directions:
        return _set_of_directions(checker, node)
    if word == "direction" and symbols.directions not in ("", word):
        kind = t.WordType(symbols.directions)
        return core.AllMembers(span=node.span, type=t.SetType(kind, symbols.members(kind)))
    if word == model.NO_LIMIT:
        return core.Const(span=node.span, type=t.NothingType(), value=None)
    if word == "opponent":
        return _opponent(checker, node, scope)
    return None


def _set_of_directions(checker: Checker, node: nodes.Name) -> core.Value:
    symbols = checker.symbols
    words = symbols.word_lists[symbols.directions].words_of
    kind = t.WordType(symbols.directions)
    if symbols.mixed_grids:
        hint = "the squares and the hexagons of this game have other ones: write the directions in braces"
        return checker.wrong(core.AllMembers(span=node.span, type=t.SetType(kind)), "directions of one sort", hint=hint)
    hexagons = len(words) == len(board_directions.HEXAGONAL)
    straight = board_directions.HEXAGONAL if hexagons else board_directions.STRAIGHT
    chosen = straight if node.name == "straight" else tuple(word for word in words if word not in straight)
    if not chosen:
        hint = f"all directions of hexagons are straight: {listed(board_directions.HEXAGONAL, 'and')}"
        return checker.wrong(core.AllMembers(span=node.span, type=t.SetType(kind)), "directions that exist", hint=hint)
    numbers = tuple(words.index(word) for word in chosen)
    return core.Const(span=node.span, type=t.SetType(kind, len(numbers)), value=numbers)


def _opponent(checker: Checker, node: nodes.Name, scope: Scope) -> core.Value:
    """The other of two players."""
    symbols, span = checker.symbols, node.span
    if symbols.low != 2 or symbols.high != 2:
        hint = "only of two players there is one: write `next(you)`, or `(p for each p in players where p != you)`"
        checker.report("GDNAM01", span, help=hint, kind="player", name="opponent")
        return checker.unknown(span)
    if not scope.has_you:
        named = (name for name, local in reversed(scope.locals.items()) if local.type == t.PlayerType())
        who, of = next(((name, name) for name in named), ("active", "who had the last turn"))
        hint = f"nobody's turn surrounds this place: write `next({who})` for the other one than {of}"
        checker.report("GDNAM01", span, help=hint, kind="player", name="opponent")
        return checker.unknown(span)
    you = core.You(span=span, type=t.PlayerType())
    return core.NextPlayer(span=span, type=t.PlayerType(), player=you, among=None)
