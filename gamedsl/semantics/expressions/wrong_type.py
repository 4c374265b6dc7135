"""A value of the wrong type and what is wanted in its place -> what may have been meant, as help; "" when unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.symbols import Symbols

_MOST = 3


def cure_for(symbols: Symbols, kind: t.Type, written: str, expected: str) -> str:
    """Return a help line for ``written``, which is of type ``kind`` where ``expected`` (a phrase) is wanted."""
    single = intervals.strip(kind)
    if expected.startswith("a piece") and isinstance(single, t.DesignType):
        return f"a design is a row of the table; the pieces made of it are `({single.kind} where design = {written})`"
    return _about_dice(symbols, single, written, expected) or _cure(symbols, single, written, expected)


def _cure(symbols: Symbols, single: t.Type, written: str, expected: str) -> str:
    if expected.startswith("a number"):
        if isinstance(single, t.BoolType):
            return f"yes and no are no numbers: write `1 if {written} else 0`"
        if isinstance(single, t.SetType | t.ListType):
            return _as_number(single, written)
        names = [f"{written}.{column.name}" for column in _columns(symbols, single) if _is_number(column)]
        return f"say which of its numbers: {listed(names[:_MOST])}" if names else ""
    if expected.startswith("a heap") and isinstance(single, t.PlayerType):
        names = [zone.name for zone in symbols.zones.values() if zone.form != "purse"]
        places = [name.replace("player", written, 1) for name in names if name.startswith("player.")]
        return f"say which place of this player: {listed(places[:_MOST])}" if places else ""
    if expected.startswith("yes or no"):
        return _as_condition(single, written, is_constant=written in symbols.constants)
    if expected.startswith("a word of `"):
        return _one_of(symbols, expected.split("`")[1], written)
    if expected.startswith(("a player", "one player")) and isinstance(single, t.SetType | t.ListType):
        return "name one of them: `for each p in players:` takes all in turn, `only(…)` the single one of a set"
    if expected.startswith("a design of ") and isinstance(single, t.WordType):
        name = expected.removeprefix("a design of ")
        made = [column for column in symbols.kinds[name].columns if column.made] if name in symbols.kinds else []
        return f"write `{name}({written})`" if [column.type for column in made] == [single] else ""
    if expected.startswith("something with numbered places") and written in symbols.kinds:
        keys = [column.name for column in symbols.kinds[written].columns if column.made]
        return f"the keys of a row stand in round brackets: `{written}({', '.join(keys)})`" if keys else ""
    wanted = symbols.kinds.get(expected.rpartition(" ")[2])
    if wanted is not None and wanted.form != "space" and (cure := what_lies_there(symbols, single, written)):
        return cure
    if expected.startswith("a player") and isinstance(single, t.IntType):
        names = [one.name for one in symbols.zones.values() if one.form == "purse" and one.name.startswith("player.")]
        own = f"p{next(iter(names), 'player.points').removeprefix('player')}"
        who = "`the p in players with most p.points ties all` is who has most"
        return f"a number tells how much, not who: {who}, and `{own}` is a number of one player"
    return ""


def keyed_by(symbols: Symbols, kind: t.Type, written: str, name: str) -> str:
    """Return how an entry of the table is read that has a place for each of these; empty where there is none."""
    entries: list[model.Zone | model.TableValue] = [*symbols.values.values(), *symbols.zones.values()]
    for one in entries:
        if name == one.name.split(".")[-1] and len(one.keys) == 1 and one.keys[0].type == kind:
            owner = "you." if one.each == "player" else ""
            return f"write `{owner}{name}[{written}]`"
    return ""


def _one_of(symbols: Symbols, name: str, written: str) -> str:
    """Return what to write where a word of a list is wanted."""
    if name not in symbols.word_lists:
        return ""
    words = symbols.word_lists[name].words_of
    return (
        _goes_before(symbols, written) if written in words else f"write one of the words of `{name}`: {listed(words)}"
    )


def _goes_before(symbols: Symbols, word: str) -> str:
    """Return what to do about a word of a list where something else of its name is read instead."""
    entry = symbols.zones.get(word) or symbols.values.get(word) or symbols.options.get(word) or symbols.dice.get(word)
    line = entry.span.line if entry is not None else symbols.terms[word].node.span.line if word in symbols.terms else 0
    place = f" in line {line}" if line else " given nearer by"
    return f"`{word}` is read as what is called so{place}, and not as the word: give one of the two another name"


def what_lies_there(symbols: Symbols, kind: t.Type, written: str) -> str:
    """Return how the pieces on a place are called, where a place stands for them; empty for anything else."""
    kind = intervals.strip(kind)
    if not isinstance(kind, t.PieceType | t.DesignType) or symbols.kinds[kind.kind].form != "space":
        return ""
    if isinstance(kind, t.PieceType) and written.endswith(".at"):
        return f"the piece is meant, not its place: write `{written.removesuffix('.at')}`"
    zones = [zone.name.partition(".")[2] for zone in symbols.zones.values() if zone.each == kind.kind]
    names = [f"{written}.{name}" for name in zones]
    return f"a place is no piece; what lies there is {listed(names)}" if names else ""


def _as_number(kind: t.SetType | t.ListType, written: str) -> str:
    """Return the number that may be meant by several things."""
    whole = written[1:-1] if written.startswith("(") and written.endswith(")") else written
    if isinstance(kind, t.ListType) and isinstance(kind.item, t.IntType):
        return f"`sum({whole})` adds them, `count({whole})` says how many they are"
    return f"`count({whole})` says how many they are"


def _about_dice(symbols: Symbols, kind: t.Type, written: str, expected: str) -> str:
    """Return how to read what dice show, where they stand for a number or are compared with one."""
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    if isinstance(item, t.PieceType) and symbols.kinds[item.kind].faces is not None:
        if not expected.startswith(("a number", "something with numbered places")):
            return ""
        if item is kind:
            return f"what a die shows is `{written}.{t.FACE}`"
        one = f"`any(d.{t.FACE} = … for each d in {written})` asks each of them"
        return f"they lie somewhere: `sum({written}.{t.FACE})` adds what they show, {one}"
    wanted = symbols.kinds.get(expected.rpartition(" ")[2])
    if wanted is not None and wanted.faces is not None and type(item) is type(wanted.faces):
        return f"dice are compared by what they show: `….{t.FACE} = {written}`"
    return ""


def _as_condition(kind: t.Type, written: str, *, is_constant: bool) -> str:
    """Return a condition that asks for what is no condition."""
    if isinstance(kind, t.PlayerType):
        return f"say who is meant to be this player: `active = {written}`, or another player in place of `active`"
    if isinstance(kind, t.IntType):
        known = {"1": "write `yes`", "0": "write `no`"}
        alone = f"a number alone says nothing: compare something with it, `… = {written}`"
        return known.get(written, alone if written.isdigit() else f"compare it: `{written} > 0`")
    if isinstance(kind, t.SetType | t.ListType) and isinstance(intervals.strip(kind.item), t.BoolType):
        return f"say whether all are meant, or one: `all({written})`, `any({written})`"
    if isinstance(kind, t.SetType | t.ListType):
        return f"compare it: `count({written}) > 0`"
    if isinstance(kind, t.DesignType):
        return f"say what is this one: `design = {written}` behind `where`, `c.design = {written}` of a piece `c`"
    if isinstance(kind, t.WordType) and is_constant:
        return f"compare something with it: `… = {written}`"
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


def ask_first(symbols: Symbols, value: core.Value, written: str, has_facts: bool) -> str:
    """Return what to write before ``value``, which may be none; "" where asking it itself is enough.

    ``has_facts`` tells whether what is asked about the value is known where it is read again.
    """
    refilled = _refilled_top(symbols, value, written)
    if refilled:
        return (
            f"an empty `{refilled}` is refilled when something is drawn from it, not when it is looked at: move what "
            f"lies on top to another place first (`move {refilled}.top to ZONE`), and look at it there"
        )
    if has_facts:
        return ""
    return (
        f"give it a name, `let found = {written}`, and ask first: `if found != none:` around what is done with `found`"
    )


def _refilled_top(symbols: Symbols, value: core.Value, written: str) -> str:
    """Return the zone whose top is read, or has been given the name that is, if it is one that is refilled."""
    zone = written.removesuffix(".top")
    if not isinstance(value, core.Top):
        lines = value.span.source.lines[: value.span.line]
        given = re.compile(rf"\s+(?:.*[;:] +)?let:? +{re.escape(written)} *= *(?P<zone>[\w.]+)\.top\b")
        found = next((match for line in reversed(lines) if (match := given.match(line))), None)
        if not isinstance(value, core.Local) or found is None:
            return ""
        zone = found["zone"]
    name = zone.rpartition(".")[2]
    known = [one for entry, one in symbols.zones.items() if entry.rpartition(".")[2] == name]
    return zone if any(use.name == "refilled" for one in known for use in one.traits) else ""
