"""What lies next to places, how far apart they are, where paths end -> entries of tables, and paths that are gone"""

from __future__ import annotations

from gamedsl.engine.setup.geometry import distances
from gamedsl.engine.state.board_tables import Tables
from gamedsl.kernel.builder import (
    arithmetic,
    bit,
    both,
    choose,
    combine,
    compare,
    every,
    has,
    interval,
    lowest,
    minus,
    number,
    plus,
    size,
    times,
    word,
    word_of,
)
from gamedsl.kernel.lowering.context import NOBODY, Lowered, Lowering, is_set
from gamedsl.kernel.lowering.values.boards import (
    directions_key,
    made_once,
    of_space,
    over_directions,
    space,
    space_kind,
    tables_of,
)
from gamedsl.kernel.lowering.values.counting import passed
from gamedsl.kernel.lowering.values.loops import walk_over
from gamedsl.kernel.lowering.values.registry import known, lowers, narrowed, value
from gamedsl.kernel.program import (
    DeclareRow,
    Expression,
    ForBits,
    If,
    Int,
    Item,
    Name,
    Put,
    Return,
    Statement,
    While,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

_PATH = 10
"""As how many passes of a loop each step of a path counts that is gone when it is asked for."""
MOST_APART = 1_024
"""Places whose distances are worked out beforehand; of more they are when they are asked for."""
_FEW_PATHS = 200_000
"""Paths that are gone beforehand; where there may be more they are gone when they are asked for."""


def near_rows(b: Lowering, kind: str) -> list[int]:
    """Return by place the word of the places next to it."""
    table = b.game.kinds[kind].adjacency or ()
    return [sum(1 << other for other in others) for others in table]


@lowers(core.Neighbours)
def _neighbours(b: Lowering, node: core.Neighbours) -> Expression:
    kind = space_kind(node.space.type)
    count = b.wide(t.PieceType(kind)) if kind else 0
    if not kind:
        return word(0, 0)
    if node.directions is None:
        name, rows = f"near {kind}", near_rows(b, kind)
    else:
        tables, sure = tables_of(b, node.space.type), known(b, node.directions)
        by_seat = None if sure is not None or is_set(node.space.type) else _by_seat(b, node.directions)
        if by_seat is not None:
            return _beside_by_seat(b, node, tables, by_seat)
        if not is_set(node.directions.type):
            return _beside(b, node, tables)
        if sure is None:
            return _beside_some(b, node, tables)
        some = tuple(one for one in range(len(tables.steps)) if sure >> one & 1)
        first = tables.first
        name = f"near {kind} {directions_key(sure)}"
        rows = [word_of(one, first) for one in tables.beside(some)[first : first + count]]
    if not is_set(node.space.type):
        return of_space(b, name, node.space, rows, count)
    result = b.variable(word(0, count), Word(count), "w")
    first = b.base(t.PieceType(kind))
    walk_over(
        b,
        node.space,
        lambda one: b.assign(result, combine("|", result, b.table(name, rows, minus(one, first), count))),  # type: ignore[arg-type]
    )
    return result


def _by_seat(b: Lowering, node: core.Value) -> list[int] | None:
    """Return the directions meant, as words, where they depend on nothing but ``you``: for nobody, then each seat."""
    own = node
    while isinstance(own, core.TermCall) and not own.arguments and own.term not in b.settings.changers:
        if not (own.owner is None or (isinstance(own.owner, core.You) and b.game.terms[own.term].each == "player")):
            return None
        own = b.game.terms[own.term].value
    if any(isinstance(part, core.Active) for part in walk(own)):
        return None
    found: list[int] = []
    slots = b.scope.slots if own is node else {}
    for seat in range(NOBODY, b.seats):
        with b.within(you=number(seat), slots=slots):
            one = known(b, own)
        if one is None:
            return None
        found.append(one if is_set(own.type) else 1 << one if one >= 0 else 0)
    return found


def _beside_by_seat(b: Lowering, node: core.Neighbours, tables: Tables, found: list[int]) -> Expression:
    """Return the places next to one, in directions that depend on ``you``."""
    first, count = tables.first, tables.count
    rows: list[int] = []
    for directions in found:
        some = tuple(one for one in range(len(tables.steps)) if directions >> one & 1)
        rows += [word_of(one, first) for one in tables.beside(some)[first : first + count]]
    at, there = space(b, node.space)
    name = f"near {space_kind(node.space.type)} by seat {' '.join(directions_key(one) for one in found)}"
    own = plus(times(plus(b.scope.you, -NOBODY), count), at)
    return choose(there, b.table(name, rows, own, count), word(0, count))


def _step_words(tables: Tables) -> list[int]:
    first, count = tables.first, tables.count
    return [0 if one is None else 1 << (one - first) for steps in tables.steps for one in steps[first : first + count]]


def _beside(b: Lowering, node: core.Neighbours, tables: Tables) -> Expression:
    """Return the place next to one in one direction, as a set."""
    assert node.directions is not None
    if is_set(node.space.type):
        return _beside_several(b, node, tables)
    at, there = space(b, node.space)
    direction = b.let(value(b, node.directions))
    there = both(there, b.there(direction, node.directions.type))
    direction = narrowed(direction, 0, len(tables.steps) - 1)
    kind = space_kind(node.space.type)
    found = b.table(f"step words {kind}", _step_words(tables), plus(times(direction, tables.count), at), tables.count)
    return choose(there, found, word(0, tables.count))


def _beside_some(b: Lowering, node: core.Neighbours, tables: Tables) -> Expression:
    assert node.directions is not None
    if is_set(node.space.type):
        return _beside_several(b, node, tables)
    at, there = space(b, node.space)
    table = (f"step words {space_kind(node.space.type)}", _step_words(tables), tables.count)
    return over_directions(b, node.directions, there, table, b.let(at))


def _beside_several(b: Lowering, node: core.Neighbours, tables: Tables) -> Expression:
    """Return the places next to several, in one direction or some that are worked out."""
    assert node.directions is not None
    first, count = tables.first, tables.count
    name, rows = f"step words {space_kind(node.space.type)}", _step_words(tables)
    result = b.variable(word(0, count), Word(count), "w")
    given = b.let(value(b, node.directions))

    def from_one(direction: Expression) -> None:
        def add(place: Lowered) -> None:
            at = plus(times(direction, count), minus(place, first))  # type: ignore[arg-type]
            b.assign(result, combine("|", result, b.table(name, rows, at, count)))

        walk_over(b, node.space, add)

    if not isinstance(given.type, Word):
        with b.when(b.there(given, node.directions.type)):
            from_one(narrowed(given, 0, len(tables.steps) - 1))
        return result
    body: list[Statement] = []
    one = Name(b.temp("d"), Int(0, max(0, given.type.width - 1)))
    with b.into(body):
        from_one(one)
    b.emit(ForBits(one.name, one.type, given, tuple(body)))
    return result


@lowers(core.Distance)
def _distance(b: Lowering, node: core.Distance) -> Expression:
    kind = space_kind(node.first.type) or space_kind(node.second.type)
    if not kind:
        return number(NOBODY)
    name = f"distance {kind}"
    count = b.wide(t.PieceType(kind))
    one, there = space(b, node.first)
    other, too = space(b, node.second)
    both_there = both(there, too)
    if count > MOST_APART:
        result = b.variable(number(NOBODY), Int(NOBODY, count), "n")
        with b.when(both_there):
            b.assign(result, _walked_distance(b, node, kind, one, other))
        return result
    rows = made_once(b, name, lambda: distances(b.game.kinds[kind].adjacency or [()] * count, NOBODY))
    return choose(both_there, b.table(name, rows, plus(times(one, count), other)), number(NOBODY))


def _walked_distance(b: Lowering, node: core.Distance, kind: str, one: Expression, other: Expression) -> Expression:
    """Return the steps between two of very many places: a call of a function that goes out from the first."""
    count = b.wide(t.PieceType(kind))
    place, steps = Int(0, count - 1), Int(NOBODY, count)

    def write(given: list[Expression]) -> None:
        reached, layer, beyond = (b.variable(word(0, count), Word(count), "w") for _ in range(3))
        long = b.variable(number(0), steps, "n")
        b.assign(layer, bit(given[0], count))
        body: list[Statement] = []
        with b.into(body):
            with b.when(has(layer, given[1])):
                b.emit(Return(long))
            passed(b, plus(arithmetic("/", size(layer), number(4)), 1), node.span, 1)
            b.assign(reached, combine("|", reached, layer))
            b.assign(beyond, word(0, count))
            at, inner = Name(b.temp("j"), place), list[Statement]()
            with b.into(inner):
                near = b.table(f"near {kind}", near_rows(b, kind), at, count)
                b.assign(beyond, combine("|", beyond, near))
            b.emit(ForBits(at.name, at.type, layer, tuple(inner)))
            b.assign(layer, combine("&~", beyond, reached))
            b.assign(long, narrowed(plus(long, 1), 0, count))
        b.emit(While(compare("!=", layer, 0), tuple(body)), Return(number(NOBODY)))

    name = b.function(f"distance.{kind}", [("one", place), ("other", place)], steps, write)
    return b.call(name, one, other)


@lowers(core.PathEnds)
def _path_ends(b: Lowering, node: core.PathEnds) -> Expression:
    kind = space_kind(node.space.type)
    if not kind:
        return word(0, 0)
    count, table = b.wide(t.PieceType(kind)), b.game.kinds[kind].adjacency or ()
    steps = b.let(value(b, node.steps))
    most = min(max(0, interval(steps)[1]), count - 1)  # a path of more steps comes to a space twice
    widest = max(map(len, table), default=0)
    if count * sum(widest**long for long in range(most + 1)) > _FEW_PATHS:
        return _walked_ends(b, node, steps)
    name = f"path ends {kind} {most}"
    rows = made_once(b, name, lambda: [_ends(table, at, long) for long in range(most + 1) for at in range(count)])
    at, there = space(b, node.space)
    there = every([there, b.there(steps, node.steps.type), compare(">=", steps, 0), compare("<=", steps, most)])
    found = b.table(name, rows, plus(times(narrowed(steps, 0, most), count), at), count)
    return choose(there, found, word(0, count))


def _walked_ends(b: Lowering, node: core.PathEnds, steps: Expression) -> Expression:
    """Return where long paths end: a call of a function that goes them all."""
    kind = space_kind(node.space.type)
    count = b.wide(t.PieceType(kind))
    at, there = space(b, node.space)
    there = every([there, b.there(steps, node.steps.type), compare(">=", steps, 0), compare("<", steps, count)])
    result = b.variable(word(0, count), Word(count), "w")
    parameters = [("start", Int(0, count - 1)), ("steps", Int(0, count - 1))]
    name = b.function(f"path ends.{kind}", parameters, Word(count), lambda given: _walk_paths(b, node, kind, given))
    body: list[Statement] = []
    with b.into(body):
        b.assign(result, b.call(name, at, narrowed(steps, 0, count - 1)))
    b.emit(If(there, tuple(body)))
    return result


def _walk_paths(b: Lowering, node: core.PathEnds, kind: str, given: list[Expression]) -> None:
    """Write the function: a path grows by the lowest space that is left to go on to, and shrinks where none is."""
    start, steps = given
    count = b.wide(t.PieceType(kind))
    rows = near_rows(b, kind)
    ends, held = (b.variable(word(0, count), Word(count), "w") for _ in range(2))
    long = b.variable(number(0), Int(-1, count), "n")
    path, left = Name(b.temp("row"), Int(0, count - 1)), Name(b.temp("row"), Word(count))
    b.emit(DeclareRow(path.name, path.type, count), DeclareRow(left.name, left.type, count))

    def reach(place: Expression) -> None:
        passed(b, number(1), node.span, _PATH)
        b.emit(Put(path.name, long, place))
        b.assign(held, combine("|", held, bit(place, count)))
        on = combine("&~", b.table(f"near {kind}", rows, place, count), held)
        b.emit(Put(left.name, long, choose(compare("=", long, steps), word(0, count), on)))
        with b.when(compare("=", long, steps)):
            b.assign(ends, combine("|", ends, bit(place, count)))

    reach(start)
    body: list[Statement] = []
    with b.into(body):
        rest = b.let(Item(left.name, long, left.type), always=True)

        def forth() -> None:
            place = b.let(lowest(rest), always=True)
            b.emit(Put(left.name, long, combine("&~", rest, bit(place, count))))
            b.assign(long, narrowed(plus(long, 1), 0, count))
            reach(place)

        def back() -> None:
            b.assign(held, combine("&~", held, bit(Item(path.name, long, path.type), count)))
            b.assign(long, minus(long, 1))

        b.branch(compare("!=", rest, 0), forth, back)
    b.emit(While(compare(">=", long, 0), tuple(body)), Return(ends))


def _ends(table: tuple[tuple[int, ...], ...], start: int, steps: int) -> int:
    found = 0
    waiting: list[tuple[int, ...]] = [(start,)]
    while waiting:
        path = waiting.pop()
        if len(path) > steps:
            found |= 1 << path[-1]
        else:
            waiting += [(*path, other) for other in table[path[-1]] if other not in path]
    return found
