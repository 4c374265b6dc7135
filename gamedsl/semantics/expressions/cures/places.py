"""A value where a place, a direction or a number is wanted -> what was meant about boards, as help; "" when unknown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import board_directions, intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.cures.calls import as_call
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.wrong_type import keyed_by
from gamedsl.semantics.symbols import Symbols
from gamedsl.syntax import nodes

NUMBERED = "something with numbered places (a keyed entry, a chart, dice or a ranked list)"
ATTRIBUTED = "something with attributes (a player, a piece, a space)"
NO_PLACE = "a place of a board (`space, grid …`)"
_PLACE = re.compile(r"[A-Za-z][0-9]{1,2}")
_WORDS = {
    **dict.fromkeys(("up", "upwards", "upward", "n"), "north"),
    **dict.fromkeys(("down", "downwards", "downward", "s"), "south"),
    **dict.fromkeys(("right", "e"), "east"),
    **dict.fromkeys(("left", "w"), "west"),
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
    **dict.fromkeys(("orthogonal", "orthogonally", "orthogonals", "cardinal", "straights", "straightly"), "straight"),
    **dict.fromkeys(("diagonals", "diagonally", "diag"), "diagonal"),
    "horizontal": "{east, west}",
    "vertical": "{north, south}",
}
_ONE_OF_TWO = re.compile(r"\(?(?P<a>[\w.\[\]]+) if (?P<c>.+) else (?P<b>[\w.\[\]]+?)\)?")
_FORWARD = ("forward", "forwards", "ahead", "backward", "backwards", "back")
_MOST_STEPS = 11
"""From one player to another are no more steps: there are twelve players at most."""
_ALL = ("all", "any", "every", "each", "everywhere", "directions", "both")


def words_of(symbols: Symbols) -> tuple[str, ...]:
    """Return the words for directions in this game; none where it has no grid."""
    return symbols.word_lists[symbols.directions].words_of if symbols.directions else ()


def unknown_direction(symbols: Symbols, word: str, wanted: bool) -> str:
    """Return what to say of a direction in other words, or of one that this game does not have; else nothing."""
    if symbols.directions and ((word in _WORDS and (wanted or len(word) > 1)) or (wanted and word in _ALL)):
        return f"write `{_WORDS.get(word, symbols.directions)}`"
    if symbols.directions and word in _FORWARD:
        return f"say which way that is for each player, under `each player`: `{word} = north if you = … else south`"
    if word not in board_directions.OFFSETS and word not in (*board_directions.SETS, "direction"):
        return ""
    if not symbols.directions:
        return "directions exist where there is a board: `square: space, grid a..h by 1..8`"
    spoken = word.replace("_", "").replace("-", "")
    if spoken in words_of(symbols):
        return f"write `{spoken}`"
    return f"hexagons have no {word}; their directions are {listed(board_directions.HEXAGONAL, 'and')}"


def unknown_place(symbols: Symbols, word: str) -> str:
    """Return what to say of a place beside all boards; empty for any other word."""
    grids = [kind for kind in symbols.kinds.values() if kind.board is not None and kind.board.steps]
    if not grids or not _PLACE.fullmatch(word):
        return ""
    if word.swapcase() in symbols.constants:
        return f"write `{word.swapcase()}`"
    ends = [(kind.name, kind.designs[0].name, kind.designs[-1].name) for kind in grids if kind.designs]
    return "; ".join(f"the places of `{name}` are `{first}` to `{last}`" for name, first, last in ends)


def is_direction(symbols: Symbols, kind: t.Type) -> bool:
    """Tell whether a value is a direction or a set of them."""
    kind = intervals.strip(kind)
    item = intervals.strip(kind.item) if isinstance(kind, t.SetType | t.ListType) else kind
    return bool(symbols.directions) and item == t.WordType(symbols.directions)


def is_place(symbols: Symbols, kind: t.Type) -> bool:
    """Tell whether a value is one place of a board, or none."""
    kind = intervals.strip(kind)
    return isinstance(kind, t.PieceType | t.DesignType) and symbols.kinds[kind.kind].board is not None


def told_steps(checker: Checker, node: nodes.Call) -> bool:
    """Report `next(you, 2)`, the second player from one; tell whether it is so."""
    player, last = node.arguments[0], node.arguments[-1]
    if len(node.arguments) == 1 or not isinstance(last, nodes.Number) or not 0 < last.value <= _MOST_STEPS:
        return False
    written = text_of(player.span)
    hint = f"write `{'next(' * last.value}{written}{')' * last.value}`"
    known = f"a player and the number {last.value}"
    checker.report("GDTYP01", node.span, expected="a player, or a player and a set of them", found=known, hint=hint)
    return True


def places_call(checker: Checker, node: nodes.Call, first: core.Value) -> core.Value | None:
    """Report a call whose first value is no place, where it is plain what was meant: one finding; None otherwise."""
    symbols, name = checker.symbols, node.function.name if isinstance(node.function, nodes.Name) else ""
    written = [text_of(argument.span) for argument in node.arguments]
    if is_direction(symbols, first.type) and len(written) == 2:
        hint = f"first the place, then the direction: `{name}({written[1]}, {written[0]})`"
        checker.report("GDTYP01", node.span, expected="a place first", found=describe(first.type), hint=hint)
        return checker.unknown(node.span)
    hint = where_it_lies(symbols, first.type, written[0])
    return checker.wrong(first, NO_PLACE, hint=hint) if hint and len(written) == 2 else None


def where_it_lies(symbols: Symbols, kind: t.Type, written: str) -> str:
    """Return how the place of a piece, or in a direction, is called; empty for what lies on no place."""
    if is_direction(symbols, kind):
        return f"a direction is no place: the next place there is `next(PLACE, {written})`"
    kind = intervals.strip(kind)
    kind = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    is_piece = isinstance(kind, t.PieceType) and symbols.place_kind(kind.kind)
    return f"a piece is not its place: write `{written}.at`" if is_piece else ""


def sum_of_places(checker: Checker, node: nodes.Arithmetic, left: core.Value, scope: Scope) -> str:
    """Return what was meant by a sum or difference with places or directions; empty for any other."""
    symbols = checker.symbols
    first, second = text_of(node.left.span), text_of(node.right.span)
    if node.sign == "-" and first + second in words_of(symbols):
        return f"write `{first}{second}`"
    names = [name for design in _designs(checker, left) if (name := design)]
    if node.sign == "-" and names and second in names:
        if scope.scenario:
            one = f"what is picked is written one behind the other: `{first}, {second}`"
            return f"{one}; a rectangle is `{first}..{second}`"
        return f"write `{first}..{second}`"
    if node.sign == "-" and isinstance(intervals.strip(left.type), t.PlayerType):
        return f"how many seats lie between them is `distance({second}, {first})`"
    if is_place(symbols, left.type) and isinstance(node.right, nodes.Name) and _means_direction(checker, second):
        return f"write `next({first}, {second})`"
    return ""


def _designs(checker: Checker, value: core.Value) -> Sequence[str]:
    """Return the names of the places of the board that a place lies on."""
    kind = intervals.strip(value.type)
    if not is_place(checker.symbols, kind):
        return ()
    assert isinstance(kind, t.PieceType | t.DesignType)
    return [design.name for design in checker.symbols.kinds[kind.kind].designs]


def _means_direction(checker: Checker, name: str) -> bool:
    """Tell whether a name is a direction, by itself or as a term of a player."""
    symbols, full = checker.symbols, f"player.{name}"
    if name in words_of(symbols):
        return True
    if not symbols.directions or full not in symbols.terms or symbols.terms[full].node.params:
        return False
    code = checker.check_term(full)
    return code is not None and is_direction(symbols, code.value.type)


def behind_a_dot(checker: Checker, subject: core.Value, name: str) -> str:
    """Return what to write for an attribute that is a function, or a direction, behind a dot."""
    written = text_of(subject.span)
    if is_place(checker.symbols, subject.type) and _means_direction(checker, name):
        return f"write `next({written}, {name})`"
    if name in ("top", "bottom") and (zones := _ONE_OF_TWO.fullmatch(written)):
        return f"write `({zones['a']}.{name} if {zones['c']} else {zones['b']}.{name})`"
    return as_call(name, written) or keyed_by(checker.symbols, subject.type, written, name)


def in_brackets(checker: Checker, value: core.Value, keys: Sequence[nodes.Expr]) -> str:
    """Return what was meant by a direction in brackets behind a place; empty for anything else."""
    name = keys[0].name if len(keys) == 1 and isinstance(keys[0], nodes.Name) else ""
    fits = is_place(checker.symbols, value.type) and _means_direction(checker, name)
    return f"write `next({text_of(value.span)}, {name})`" if fits else ""
