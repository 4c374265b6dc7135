"""Steps, ways, lines and chains of boards -> entries of constant tables and loops over them"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from gamedsl.engine.state.board_tables import Tables
from gamedsl.kernel.builder import (
    bit,
    both,
    choose,
    combine,
    compare,
    constant,
    interval,
    minus,
    number,
    plus,
    times,
    word,
    word_of,
)
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowered, Lowering, bare, is_set
from gamedsl.kernel.lowering.values.registry import known, lowered, lowers, narrowed, value
from gamedsl.kernel.program import (
    Break,
    Expression,
    For,
    ForBits,
    Int,
    Name,
    Statement,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


def space_kind(kind: t.Type) -> str:
    """Return the kind of space of a type, of sets and of lists of them; empty for none."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return kind.kind if isinstance(kind, t.PieceType) else ""


def tables_of(b: Lowering, kind: t.Type) -> Tables:
    """Return the tables of the board on which the places of a type lie."""
    name = space_kind(kind)
    made = b.written.boards
    if name not in made:
        made[name] = Tables(b.layout, name)
    return made[name]


def space(b: Lowering, node: core.Value) -> tuple[Expression, Expression]:
    """Return a place counted from the first of its board, and whether there is one."""
    found = value(b, node)
    low, count = b.span_of(node.type)
    if isinstance(node.type, t.MaybeType | t.NothingType):
        found = b.let(found)
    return narrowed(minus(found, low), 0, max(0, count - 1)), b.there(found, node.type)


def of_space(
    b: Lowering, name: str, node: core.Value, rows: list[int], wide: int = 0, missing: int = NOBODY
) -> Expression:
    """Return what a table has for a place; something else for none."""
    at, there = space(b, node)
    none = word(0, wide) if wide else number(missing)
    return choose(there, b.table(name, rows, at, wide), none)


def directions_key(found: int) -> str:
    """Return what names a set of directions in tables."""
    return format(found, "x")


@lowers(core.NextPlace)
def _next_place(b: Lowering, node: core.NextPlace) -> Expression:
    kind = space_kind(node.space.type)
    tables = tables_of(b, node.space.type)
    first, count = tables.first, tables.count
    rows = [NOBODY if one is None else one for steps in tables.steps for one in steps[first : first + count]]
    at, there = space(b, node.space)
    direction = value(b, node.direction)
    if isinstance(node.direction.type, t.MaybeType | t.NothingType):
        direction = b.let(direction)
        there = both(there, b.there(direction, node.direction.type))
        direction = narrowed(direction, 0, len(tables.steps) - 1)
    return choose(there, b.table(f"next {kind}", rows, plus(times(direction, count), at)), number(NOBODY))


class Ways:
    """The ways of a board as rows of one table, by direction and place."""

    def __init__(self, b: Lowering, kind: t.Type) -> None:
        self.b, self.name, self.tables = b, space_kind(kind), tables_of(b, kind)
        first, self.count = self.tables.first, self.tables.count
        rows = [way for ways in self.tables.ways for way in ways[first : first + self.count]]
        self.lengths = [len(row) for row in rows]
        self.begins: list[int] = []
        self.places: list[int] = []
        for row in rows:
            self.begins.append(len(self.places))
            self.places += row

    def row(self, direction: Expression, at: Expression) -> Listed:
        """Return the way in a direction from a place."""
        b, index = self.b, self.b.let(plus(times(direction, self.count), at))
        length = b.table(f"way {self.name} length", self.lengths, index)
        begin = b.let(b.table(f"way {self.name} begin", self.begins, index))
        places = self.places or [0]
        kind = t.PieceType(self.name)
        return Listed(length, lambda one: b.table(f"way {self.name}", places, plus(begin, one)), kind)

    def steps(self, direction: Expression, at: Expression, body: Callable[[Expression], None]) -> None:
        """Write a loop through the way in a direction from a place; ``body`` may write ``Break``."""
        b, index = self.b, self.b.let(plus(times(direction, self.count), at))
        begin = b.table(f"way {self.name} begin", self.begins, index)
        end = b.table(f"way {self.name} end", [sum(row) for row in zip(self.begins, self.lengths, strict=True)], index)
        one = Name(b.temp("j"), Int(0, max(0, len(self.places) - 1)))
        inner: list[Statement] = []
        with b.into(inner), b.within():
            body(b.let(b.table(f"way {self.name}", self.places or [0], one), always=True))
        b.emit(For(one.name, one.type, begin, end, tuple(inner)))


@lowers(core.Way)
def _way(b: Lowering, node: core.Way) -> Lowered:
    ways = Ways(b, node.space.type)
    if is_set(node.directions.type):
        return _together(b, node, ways)
    at, there = space(b, node.space)
    direction = value(b, node.directions)
    if isinstance(node.directions.type, t.MaybeType | t.NothingType):
        direction = b.let(direction)
        there = both(there, b.there(direction, node.directions.type))
        direction = narrowed(direction, 0, len(ways.tables.steps) - 1)
    found = ways.row(direction, at)
    if constant(there) == 1:
        return found
    return Listed(b.let(choose(there, found.length, number(0))), found.item, found.kind)


def _together(b: Lowering, node: core.Way, ways: Ways) -> Expression:
    sure = known(b, node.directions)
    first, count = ways.tables.first, ways.count
    if sure is not None:
        some = tuple(one for one in range(len(ways.tables.steps)) if sure >> one & 1)
        rows = [word_of(one, first) for one in ways.tables.together(some)[first : first + count]]
        return of_space(b, f"ways {ways.name} {directions_key(sure)}", node.space, rows, count)
    at, there = space(b, node.space)
    at = b.let(at)
    rows = [word_of(way, first) for each in ways.tables.ways for way in each[first : first + count]]
    return over_directions(b, node.directions, there, (f"way words {ways.name}", rows, count), at)


def over_directions(
    b: Lowering, directions: core.Value, there: Expression, table: tuple[str, list[int], int], at: Expression
) -> Expression:
    """Return what a table has in several directions together."""
    name, rows, count = table
    result = b.variable(word(0, count), Word(count), "w")
    found = b.let(value(b, directions))
    assert isinstance(found.type, Word)
    body: list[Statement] = []
    one = Name(b.temp("d"), Int(0, max(0, found.type.width - 1)))
    with b.into(body):
        b.assign(result, combine("|", result, b.table(name, rows, plus(times(one, count), at), count)))
    with b.when(there):
        b.emit(ForBits(one.name, one.type, found, tuple(body)))
    return result


@lowers(core.Stopped)
def _stopped(b: Lowering, node: core.Stopped) -> Lowered:
    source = node.loop.source
    if isinstance(source, core.Way) and is_set(source.directions.type) and not isinstance(node.type, t.ListType):
        return _cut_all(b, node, source)
    found = lowered(b, source)
    assert isinstance(found, Listed)
    most = interval(found.length)[1]
    cut = b.variable(found.length if node.closed is None else number(0), Int(0, most), "n")
    body: list[Statement] = []
    one = Name(b.temp("j"), Int(0, max(0, most - 1)))
    with b.into(body), b.within():
        b.bind(node.loop.slot, b.let(found.item(one)))  # type: ignore[arg-type]
        with b.when(value(b, node.until)):
            if node.closed is None:
                b.assign(cut, one)
            else:
                with b.when(value(b, node.closed)):
                    b.assign(cut, one)
            b.emit(Break())
    b.emit(For(one.name, one.type, number(0), found.length, tuple(body)))
    return Listed(cut, found.item, found.kind)


def _cut_all(b: Lowering, node: core.Stopped, source: core.Way) -> Expression:
    """Return the places of several ways, each cut by itself."""
    ways = Ways(b, source.space.type)
    first, count = ways.tables.first, ways.count
    result = b.variable(word(0, count), Word(count), "w")
    at, there = space(b, source.space)
    at = b.let(at)
    found = b.let(value(b, source.directions))
    assert isinstance(found.type, Word)
    body: list[Statement] = []
    direction = Name(b.temp("d"), Int(0, max(0, found.type.width - 1)))
    with b.into(body):
        whole = node.closed is None  # what comes before the end counts in any case
        part = result if whole else b.variable(word(0, count), Word(count), "w")
        closed = number(1) if whole else b.variable(number(0), Int(0, 1))

        def step(place: Expression) -> None:
            b.bind(node.loop.slot, place)
            with b.when(value(b, node.until)):
                if node.closed is not None:
                    assert isinstance(closed, Name)
                    with b.when(value(b, node.closed)):
                        b.assign(closed, number(1))
                b.emit(Break())
            b.assign(part, combine("|", part, bit(minus(place, first), count)))

        ways.steps(direction, at, step)
        if not whole:
            with b.when(closed):
                b.assign(result, combine("|", result, part))
    with b.when(there):
        b.emit(ForBits(direction.name, direction.type, found, tuple(body)))
    return result


def _pair(b: Lowering, node: Any, first: core.Value, second: core.Value) -> tuple[Expression, Expression, Tables]:
    tables = tables_of(b, node)
    one, there = space(b, first)
    other, too = space(b, second)
    return plus(times(one, tables.count), other), both(there, too), tables


def _pairs(tables: Tables) -> list[tuple[int, int]]:
    places = range(tables.first, tables.first + tables.count)
    return [(one, other) for one in places for other in places]


def made_once(b: Lowering, name: str, make: Any) -> list[int]:
    """Return the rows of a table, worked out once."""
    rows = b.written.board_rows
    if name not in rows:
        rows[name] = make()
    return rows[name]


@lowers(core.Behind)
def _behind(b: Lowering, node: core.Behind) -> Expression:
    at, there, tables = _pair(b, node.first.type, node.first, node.second)
    name = f"behind {space_kind(node.first.type)}"
    rows = made_once(b, name, lambda: [-1 if (x := tables.behind(*pair)) is None else x for pair in _pairs(tables)])
    return choose(there, b.table(name, rows, at), number(NOBODY))


@lowers(core.PlacesBetween)
def _between(b: Lowering, node: core.PlacesBetween) -> Expression:
    at, there, tables = _pair(b, node.first.type, node.first, node.second)
    name = f"between {space_kind(node.first.type)}"
    rows = made_once(b, name, lambda: [word_of(tables.between(*pair), tables.first) for pair in _pairs(tables)])
    return choose(there, b.table(name, rows, at, tables.count), word(0, tables.count))


@lowers(core.Rectangle)
def _rectangle(b: Lowering, node: core.Rectangle) -> Expression:
    at, there, tables = _pair(b, node.first.type, node.first, node.last)
    one, other = known(b, node.first), known(b, node.last)
    if one is not None and other is not None:
        return word(word_of(tables.rectangle(one, other), tables.first), tables.count)
    name = f"rectangle {space_kind(node.first.type)}"
    rows = made_once(b, name, lambda: [word_of(tables.rectangle(*pair), tables.first) for pair in _pairs(tables)])
    return choose(there, b.table(name, rows, at, tables.count), word(0, tables.count))


@lowers(core.DrawnLines)
def _drawn_lines(b: Lowering, node: core.DrawnLines) -> Listed:
    tables = tables_of(b, node.type)
    name = space_kind(node.type)
    lines = tables.lines
    begins: list[int] = []
    places: list[int] = []
    for row in lines:
        begins.append(len(places))
        places += row
    lengths = [len(line) for line in lines]

    def line(which: Expression) -> Listed:
        begin = b.let(b.table(f"line begin {name}", begins, which))
        length = b.table(f"line length {name}", lengths, which)
        own = b.table(f"line words {name}", [word_of(row, tables.first) for row in lines], which, tables.count)
        return Listed(length, lambda at: b.table(f"line {name}", places, plus(begin, at)), t.PieceType(name), own)

    item = bare(node.type)
    assert isinstance(item, t.ListType)
    if node.space is None:
        return Listed(number(len(lines)), line, item.item)
    own, starts = [], [0]
    for place in range(tables.first, tables.first + tables.count):
        own += [at for at, one in enumerate(lines) if place in one]
        starts.append(len(own))
    at, there = space(b, node.space)
    at = b.let(at)
    start = b.let(b.table(f"lines begin {name}", starts, at))
    many = [y - x for x, y in pairwise(starts)]
    length = choose(there, b.table(f"lines of {name}", many, at), number(0))
    return Listed(
        b.let(length),
        lambda one: line(b.let(b.table(f"lines through {name}", own or [0], plus(start, one)))),
        item.item,
    )


@lowers(core.Runs)
def _runs(b: Lowering, node: core.Runs) -> Listed:
    tables, length = tables_of(b, node.type), known(b, node.length)
    if length is None:
        return _runs_of_any_length(b, node, tables)
    runs = tables.runs(length)
    flat = [place for run in runs for place in run] or [0]
    name = f"runs {space_kind(node.type)} {length}"
    item = bare(node.type)
    assert isinstance(item, t.ListType)

    def run(which: Expression) -> Listed:
        begin = b.let(times(which, length))
        words = [word_of(one, tables.first) for one in runs] or [0]
        own = b.table(f"words of {name}", words, which, tables.count)
        kind = t.PieceType(space_kind(node.type))
        return Listed(number(length), lambda at: b.table(name, flat, plus(begin, at)), kind, own)

    return Listed(number(len(runs)), run, item.item)


def _runs_of_any_length(b: Lowering, node: core.Runs, tables: Tables) -> Listed:
    """Return the runs of a length that is worked out: those of all lengths stand behind each other in tables."""
    name, kind = f"runs {space_kind(node.type)}", t.PieceType(space_kind(node.type))
    board, item = b.game.kinds[kind.kind].board, bare(node.type)
    assert board is not None and isinstance(item, t.ListType)
    length, begins, counts, flat, words = lengths_of(
        b, node.length, max(len(board.letters), len(board.numbers)), tables.runs, tables.first
    )
    first = b.let(b.table(f"{name} begin", begins, length))
    place = b.let(b.table(f"{name} places", [sum(counts[:at]) for at in range(len(counts))], length))

    def run(which: Expression) -> Listed:
        begin = b.let(plus(first, times(which, length)))
        own = b.table(f"words of {name}", words or [0], plus(place, which), tables.count)
        return Listed(length, lambda at: b.table(name, flat or [0], plus(begin, at)), kind, own)

    return Listed(b.let(b.table(f"{name} count", counts, length)), run, item.item)


def lengths_of(
    b: Lowering, node: core.Value, longest: int, runs_of: Callable[[int], Any], first: int
) -> tuple[Expression, list[int], list[int], list[int], list[int]]:
    """Return a length of runs, and of each length where its places begin, how many runs there are; all places, words.

    There are no runs of no place, nor longer than a board is; such a length counts as 0.
    """
    length = b.let(value(b, node))
    least, most = interval(length)
    if least < 0 or most > longest or isinstance(node.type, t.MaybeType):
        length = b.let(choose(both(compare(">=", length, 0), compare("<=", length, longest)), length, number(0)))
        length = narrowed(length, 0, longest)
    begins, counts, flat, words = [], [], list[int](), list[int]()
    for one in range(min(most, longest) + 1):
        runs = runs_of(one) if one else ()
        begins.append(len(flat))
        counts.append(len(runs))
        flat += [place for run in runs for place in run]
        words += [word_of(run, first) for run in runs]
    return length, begins, counts, flat, words
