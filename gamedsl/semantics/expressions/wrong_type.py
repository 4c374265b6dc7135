"""A value of the wrong type and what is wanted in its place -> what may have been meant, as help; "" when unknown."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.symbols import Symbols

_MOST = 3


def cure_for(symbols: Symbols, kind: t.Type, written: str, expected: str) -> str:
    """Return a help line for ``written``, which is of type ``kind`` where ``expected`` (a phrase) is wanted."""
    single = intervals.strip(kind)
    if expected.startswith("a number"):
        if isinstance(single, t.BoolType):
            return f"yes and no are no numbers: write `1 if {written} else 0`"
        if isinstance(single, t.SetType | t.ListType):
            return f"`count({written.removeprefix('(').removesuffix(')')})` says how many they are"
        names = [f"{written}.{column.name}" for column in _columns(symbols, single) if _is_number(column)]
        return f"say which of its numbers: {listed(names[:_MOST])}" if names else ""
    if expected.startswith("a heap") and isinstance(single, t.PlayerType):
        names = [zone.name for zone in symbols.zones.values() if zone.form != "purse"]
        places = [name.replace("player", written, 1) for name in names if name.startswith("player.")]
        return f"say which place of this player: {listed(places[:_MOST])}" if places else ""
    if expected.startswith("yes or no"):
        return _as_condition(single, written)
    if expected.startswith("a word of `"):
        name = expected.split("`")[1]
        if name in symbols.word_lists:
            return f"write one of the words of `{name}`: {listed(symbols.word_lists[name].words_of)}"
    if expected.startswith(("a player", "one player")) and isinstance(single, t.SetType | t.ListType):
        return "name one of them: `for each p in players:` takes all in turn, `only(…)` the single one of a set"
    if expected.startswith("a player") and isinstance(single, t.IntType):
        return "a number tells how much, not who: `the p in players with most p.points ties all` is who has most"
    return ""


def _as_condition(kind: t.Type, written: str) -> str:
    """Return a condition that asks for what is no condition."""
    if isinstance(kind, t.IntType):
        return f"compare it: `{written} > 0`"
    if isinstance(kind, t.SetType | t.ListType):
        return f"compare it: `count({written}) > 0`"
    return f"compare it with something: `{written} = …`, or `{written} != none` where it may be nothing"


def _columns(symbols: Symbols, kind: t.Type) -> Iterator[model.Column]:
    match kind:
        case t.RowType(chart):
            yield from symbols.charts[chart].columns
        case t.PieceType(name) | t.DesignType(name):
            yield from symbols.kinds[name].columns
        case _:
            return


def _is_number(column: model.Column) -> bool:
    return isinstance(column.type, t.IntType) and not column.keys
