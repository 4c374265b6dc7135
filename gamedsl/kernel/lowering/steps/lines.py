"""Ends that ask about lines of a grid -> tests of the lines through the cells that have changed since they were false

A word of the state holds the cells of a grid into which pieces have come, or which they have left, since the end was
last found false; at first, and where somebody writes into a state from outside, it holds all. So nothing depends on
where ends are tested, and where not.
"""

from __future__ import annotations

from itertools import accumulate

from gamedsl.engine.setup.geometry import runs_of_grid
from gamedsl.kernel.builder import number, opposite, plus, read, times, word
from gamedsl.kernel.lowering.context import Lowering, Run
from gamedsl.kernel.lowering.derived import is_left_out
from gamedsl.kernel.lowering.values.counting import of_loop, passed
from gamedsl.kernel.lowering.values.loops import nested
from gamedsl.kernel.lowering.values.registry import known, value
from gamedsl.kernel.program import BOOL, Break, Expression, For, ForBits, If, Int, Name, Return, Statement, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

_OF_LINES = (
    *(core.Compare, core.And, core.Or, core.Not, core.Count, core.Collect, core.Loop, core.Local, core.OwnerOf),
    *(core.You, core.NextPlayer, core.Const, core.OptionValue, core.MakeSet, core.AllPlayers),
)
"""Values that read nothing of a state but the pieces of a line, which are made for one player."""


def find_changed(b: Lowering) -> dict[str, list[str]]:
    """Return by entry the fields of the ends that can only become true by a line through a cell that has changed."""
    found: dict[str, list[str]] = {}
    for at, end in enumerate(b.game.ends):
        entries = _entries(b, end.condition)
        if entries is not None and len(set(entries)) == 1:
            found.setdefault(entries[0], []).append(_field(at))
    return {} if is_left_out(b, "lines") else found


def make_changed(b: Lowering) -> None:
    """Make the words of the cells that have changed."""
    for entry, fields in b.facts.line_fields.items():
        wide = b.layout.cells[entry].size
        for name in fields:
            b.field(name, 1, Word(wide), [(1 << wide) - 1])
            b.program.derived[name] = lambda _, wide=wide: [(1 << wide) - 1]  # type: ignore[misc]


def _field(at: int) -> str:
    return f"changed for end {at}"


def is_changed(b: Lowering, at: int) -> bool:
    """Tell whether an end is tested by what has changed."""
    return _field(at) in b.program.fields


def test_changed(b: Lowering, at: int, condition: core.Value) -> None:
    """Write the body of the test of an end."""
    stop = b.variable(number(0), BOOL)
    changed = b.let(b.read(_field(at)), always=True)
    _test(b, condition, changed, stop)
    with b.when(opposite(stop)):
        b.store(_field(at), word(0, 1))
    b.emit(Return(stop))


def _entries(b: Lowering, node: core.Value) -> list[str] | None:
    """Return the grids whose lines decide about a condition; None where anything else may."""
    match node:
        case core.Reduce(function="any", loops=(core.Loop(source=core.Lines() as lines, condition=None) as loop,)):
            kind = b.game.kinds[b.game.zones[lines.zone.entry].kind]
            whole = not any(lines.zone.keys) and lines.zone.owner is None
            parts = all(isinstance(part, _OF_LINES) for part in walk(node.value))
            plain = whole and parts and kind.each_player and known(b, lines.length) is not None
            return [lines.zone.entry] if plain and loop.slot is not None else None
        case core.Reduce(function="any", loops=(core.Loop(source=core.AllPlayers(), condition=None),)):
            return _entries(b, node.value)
        case core.TermCall(arguments=(), owner=core.Local() | core.You() | core.Const() | None, term=term):
            if term in b.settings.changers or b.game.terms[term].each not in ("", "player"):
                return None
            return _entries(b, b.game.terms[term].value)
        case core.Or(items=items):
            each = [_entries(b, one) for one in items]
            return None if None in each else [entry for one in each for entry in one or ()]
        case _:
            return None


def _test(b: Lowering, node: core.Value, changed: Expression, stop: Name) -> None:
    """Write that a local becomes 1 where a condition holds, which has not held before the cells changed."""
    match node:
        case core.Reduce(loops=(core.Loop(source=core.Lines()) as loop,)):
            _test_lines(b, node, loop, changed, stop)
        case core.Reduce():
            nested(b, node.loops, lambda: _test(b, node.value, changed, stop), stop)
        case core.TermCall():
            you = b.scope.you if node.owner is None else b.let(value(b, node.owner))
            with b.within(you=you, slots={}):
                _test(b, b.game.terms[node.term].value, changed, stop)
        case core.Or():
            for item in node.items:
                with b.when(opposite(stop)):
                    _test(b, item, changed, stop)
        case _:
            raise TypeError(type(node).__name__)


def _test_lines(b: Lowering, node: core.Reduce, loop: core.Loop, changed: Expression, stop: Name) -> None:
    lines = loop.source
    assert isinstance(lines, core.Lines)
    entry, length = lines.zone.entry, known(b, lines.length)
    assert length is not None
    grid, kind = b.layout.cells[entry], t.PieceType(b.game.zones[entry].kind)
    runs = runs_of_grid(grid, length)
    through = [[run for run in runs if cell in run] for cell in range(grid.size)]
    flat = [run for each in through for run in each]
    starts = [0, *accumulate(len(each) for each in through)]
    counted = of_loop(b, loop)
    if counted is not None:
        passed(b, number(len(runs)), *counted)
    if not runs:
        return
    cell = Name(b.temp("v"), Int(0, grid.size - 1))
    one = Name(b.temp("j"), Int(0, len(flat) - 1))
    name = f"{entry} {length}"
    outer: list[Statement] = []
    body: list[Statement] = []
    with b.into(body), b.within():
        cells = b.table(f"line words through {name}", [sum(1 << x for x in run) for run in flat], one, grid.size)

        def piece(place: Expression) -> Expression:
            at = b.table(f"lines through {name}", [x for run in flat for x in run], plus(times(one, length), place))
            return read(f"zone.{entry}", at, b.program.fields[f"zone.{entry}"].type)

        b.bind(loop.slot, Run(length, piece, kind, entry, cells))
        with b.when(value(b, node.value)):
            b.assign(stop, number(1))
            b.emit(Break())
    with b.into(outer):
        first, last = (b.table(f"lines of cell {name}", starts, plus(cell, more)) for more in (0, 1))
        b.emit(For(one.name, one.type, first, last, tuple(body)), If(stop, (Break(),)))
    b.emit(ForBits(cell.name, cell.type, changed, tuple(outer)))
