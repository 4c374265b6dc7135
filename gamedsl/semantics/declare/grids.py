"""The traits ``grid`` and ``lines`` of a space -> its places by name and how they lie to each other, or findings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.effort import CELL, spend
from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.semantics.core import board_directions, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.data.tables import RawRow, RawTable, is_code
from gamedsl.semantics.symbols import Symbols
from gamedsl.source import Span
from gamedsl.syntax import nodes

_MOST_ROWS = 99
_SHOWN = 3
COORDINATES = ("column", "row")


@attrs.frozen(kw_only=True)
class Places:
    """The places of a board in order, with their column and row where there is a grid, and its drawn lines."""

    names: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    letters: str
    numbers: tuple[int, ...]
    hexagons: bool
    lines: tuple[tuple[int, ...], ...]
    span: Span


def grid_trait(node: nodes.Entry) -> nodes.Grid | None:
    """Return the trait ``grid`` of an entry."""
    return next((trait for trait in node.traits if isinstance(trait, nodes.Grid)), None)


def is_board(node: nodes.Entry) -> bool:
    """Tell whether the places of an entry are made by a grid or by drawn lines."""
    return any(isinstance(trait, nodes.Grid | nodes.DrawnLines) for trait in node.traits)


# ---------------------------------------------------------------- directions


def declare_directions(symbols: Symbols, entries: Sequence[nodes.Entry], taken: set[str]) -> None:
    """Make the list of directions where there is a grid; its name and its words give way to those of the file."""
    grids = [trait for node in entries if (trait := grid_trait(node)) is not None]
    if not grids:
        return
    words = board_directions.HEXAGONAL if all(trait.hexagons for trait in grids) else board_directions.DIRECTIONS
    free = ("direction", "directions", "direction of a board")
    name = next(one for one in free if one not in taken and one not in symbols.word_lists)
    symbols.directions = name
    symbols.mixed_grids = len({trait.hexagons for trait in grids}) > 1
    symbols.word_lists[name] = model.WordList(name=name, span=grids[0].span, words_of=words)
    symbols.used.add(f"types.{name}")
    for number, word in enumerate(words):
        symbols.add_constant(word, t.WordType(name), number)


def sets_of_directions(symbols: Symbols, hexagons: bool) -> dict[str, tuple[int, ...]]:
    """Return the sets of directions that have names, as numbers of the words, for one sort of grid."""
    words = symbols.word_lists[symbols.directions].words_of
    known = board_directions.HEXAGONAL if hexagons else board_directions.DIRECTIONS
    straight = board_directions.HEXAGONAL if hexagons else board_directions.STRAIGHT
    named = {
        "straight": straight,
        "diagonal": tuple(word for word in known if word not in straight),
        "direction": known,
    }
    return {name: tuple(words.index(word) for word in chosen) for name, chosen in named.items()}


# ---------------------------------------------------------------- places


def places_of(symbols: Symbols, node: nodes.Entry) -> Places | None:
    """Return the places that the traits of a space make; None when it has no such trait, or after an error."""
    grid = grid_trait(node)
    drawn = next((trait for trait in node.traits if isinstance(trait, nodes.DrawnLines)), None)
    if grid is None and drawn is None:
        return None
    places = None
    if grid is not None:
        places = _grid(symbols, node, grid)
        if places is None:
            return None
    return places if drawn is None else _drawn(symbols, node, drawn, places)


def _refuse(symbols: Symbols, node: nodes.Entry, span: Span, problem: str, cure: str) -> None:
    symbols.report("GDDAT19", span, kind=node.name, problem=problem, cure=cure)


def _grid(symbols: Symbols, node: nodes.Entry, grid: nodes.Grid) -> Places | None:
    (first, last), (low, high) = grid.columns, grid.rows
    hexagons = " of hexagons" if grid.hexagons else ""
    wrong = ("", "")
    if first.isdigit() and last.isdigit() and not low.isdigit() and not high.isdigit():
        wrong = "its columns are called by letters and come first", f"grid {low}..{high} by {first}..{last}{hexagons}"
    elif not (len(first) == len(last) == 1 and first.isalpha() and last.isalpha()):
        wrong = "each column is called by one letter, from a to z", f"grid a..h by 1..8{hexagons}"
    elif not low.isdigit() or not high.isdigit() or first.isupper() != last.isupper():
        wrong = "letters call its columns, numbers its rows", f"grid a..h by 1..8{hexagons}"
    elif first > last:
        wrong = "the first letter comes first", f"grid {last}..{first} by {low}..{high}{hexagons}"
    elif int(low) > int(high):
        wrong = "the lowest number comes first", f"grid {first}..{last} by {high}..{low}{hexagons}"
    elif int(high) > _MOST_ROWS:
        wrong = f"a grid has at most {_MOST_ROWS} rows", f"grid {first}..{last} by 1..{_MOST_ROWS}{hexagons}"
    if wrong[0]:
        _refuse(symbols, node, grid.span, wrong[0], f"write `{wrong[1]}`")
        return None
    letters = "".join(chr(code) for code in range(ord(first), ord(last) + 1))
    numbers = tuple(range(int(low), int(high) + 1))
    at = tuple((ord(letter.lower()) - ord("a") + 1, row) for row in numbers for letter in letters)
    names = tuple(f"{letter}{row}" for row in numbers for letter in letters)
    return Places(
        names=names, at=at, letters=letters, numbers=numbers, hexagons=grid.hexagons, lines=(), span=grid.span
    )


def _drawn(symbols: Symbols, node: nodes.Entry, drawn: nodes.DrawnLines, grid: Places | None) -> Places | None:
    """Return the places that the lines name: of a grid those that no line names do not exist."""
    named = dict.fromkeys(name for run in drawn.runs for name in run.places)
    if not _runs_fit(symbols, node, drawn, grid):
        return None
    kept = [place for place, name in enumerate(grid.names) if name in named] if grid is not None else []
    names = tuple(grid.names[place] for place in kept) if grid is not None else tuple(named)
    number = {name: place for place, name in enumerate(names)}
    lines = tuple(tuple(number[name] for name in run.places) for run in drawn.runs)
    if grid is not None:
        return attrs.evolve(grid, names=names, at=tuple(grid.at[place] for place in kept), lines=lines)
    return Places(names=names, at=(), letters="", numbers=(), hexagons=False, lines=lines, span=drawn.span)


def _runs_fit(symbols: Symbols, node: nodes.Entry, drawn: nodes.DrawnLines, grid: Places | None) -> bool:
    """Report lines that name a place twice or one beside the grid, and ways that are drawn twice."""
    ways: dict[frozenset[str], Span] = {}
    fits = True
    for run in drawn.runs:
        twice = next((name for name in run.places if run.places.count(name) > 1), None)
        beside = next((name for name in run.places if grid is not None and name not in grid.names), None)
        if twice is not None:
            _refuse(symbols, node, run.span, f"`{twice}` stands twice on one line", "name each place of a line once")
            fits = False
        elif beside is not None and grid is not None:
            board = f"{grid.names[0]} to {grid.names[-1]}"
            cure = f"write `{beside.swapcase()}`" if beside.swapcase() in grid.names else f"its places are {board}"
            _refuse(symbols, node, run.span, f"`{beside}` is no place of its grid", cure)
            return False
        for one, other in pairwise(run.places) if twice is None else ():
            way = frozenset((one, other))
            if way in ways:
                label = Label(ways[way], "the first one is here")
                problem, cure = f"the way between `{one}` and `{other}` is drawn twice", "leave one of them out"
                symbols.report("GDDAT19", run.span, labels=(label,), kind=node.name, problem=problem, cure=cure)
                fits = False
            ways[way] = run.span
    return fits


# ---------------------------------------------------------------- how the places lie to each other


def board_of(symbols: Symbols, places: Places) -> board_directions.Board:
    """Return the steps from every place in every direction, and the lines."""
    words = symbols.word_lists[symbols.directions].words_of if places.at else ()
    spend(CELL * len(places.names) * (1 + len(words)))
    steps = tuple(tuple(_steps(places, word)) for word in words)
    return board_directions.Board(
        letters=places.letters,
        numbers=places.numbers,
        hexagons=places.hexagons,
        steps=steps,
        lines=places.lines,
    )


def _steps(places: Places, word: str) -> Iterator[int]:
    """Yield the next place in a direction from each place, -1 beside the board.

    Where lines are drawn, a step goes along a line to its next place, if that lies in this direction.
    """
    if places.hexagons and word not in board_directions.HEXAGONAL:
        yield from (board_directions.BESIDE for _ in places.at)
        return
    across, up = board_directions.OFFSETS[word]
    number = {at: place for place, at in enumerate(places.at)}
    if not places.lines:
        yield from (number.get((column + across, row + up), board_directions.BESIDE) for column, row in places.at)
        return
    beside = joined(len(places.names), places.lines)
    for place, (column, row) in enumerate(places.at):
        found = board_directions.BESIDE
        for other in beside[place]:
            far, high = places.at[other][0] - column, places.at[other][1] - row
            size = max(abs(far), abs(high))
            if (far, high) == (across * size, up * size):
                found = other
        yield found


def joined(count: int, lines: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return for each place those next to it along drawn lines."""
    beside: list[set[int]] = [set() for _ in range(count)]
    for line in lines:
        for one, other in pairwise(line):
            beside[one].add(other)
            beside[other].add(one)
    return tuple(tuple(sorted(others)) for others in beside)


def beside_each_other(
    symbols: Symbols, places: Places, board: board_directions.Board, trait: nodes.Adjacent | None
) -> tuple[tuple[int, ...], ...] | None:
    """Return which places are next to each other; None after an error."""
    if trait is None and places.lines:
        return joined(len(places.names), places.lines)
    known = sets_of_directions(symbols, places.hexagons) if places.at else {}
    name = "straight" if trait is None else trait.first
    if name not in known or (trait is not None and trait.second is not None):
        assert trait is not None
        written = [trait.first] if trait.second is None else [trait.first, trait.second]
        problem = f"there is no direction `{next((word for word in written if word not in known), written[0])}`"
        if set(written) == {"straight", "diagonal"}:
            problem = "straight and diagonal are all directions"
        cure = "write `adjacent by straight`, `adjacent by diagonal` or `adjacent by direction`"
        symbols.report("GDDAT19", trait.span, kind="these places", problem=problem, cure=cure)
        return None
    found = []
    for place in range(len(places.names)):
        beside = {board.steps[direction][place] for direction in known[name]} - {board_directions.BESIDE}
        found.append(tuple(sorted(beside)))
    return tuple(found)


def warn_of_islands(symbols: Symbols, node: nodes.Entry, places: Places) -> None:
    """Warn where no way leads from one drawn place to another."""
    if not places.lines:
        return
    beside = joined(len(places.names), places.lines)
    reached, waiting = {0}, [0]
    while waiting:
        for other in beside[waiting.pop()]:
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    lost = [name for place, name in enumerate(places.names) if place not in reached]
    if lost:
        drawn = next(trait for trait in node.traits if isinstance(trait, nodes.DrawnLines))
        symbols.report("GDDAT21", drawn.span, kind=node.name, first=places.names[0], lost=_some(lost))


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return listed(names[:_SHOWN], "and") + more


# ---------------------------------------------------------------- tables under a board


def with_all_places(symbols: Symbols, node: nodes.Entry, places: Places) -> nodes.Entry:
    """Return the entry with a row for each place: rectangles are written out, others have empty ones."""
    table = node.table or nodes.Table((nodes.Column(node.name, span=node.name_span),), span=node.name_span)
    written = [one for row in table.rows for one in _rows(symbols, node, places, row)]
    named: dict[str, list[nodes.Row]] = {}
    for name, row in written:
        named.setdefault(name, []).append(row)
    rows: list[nodes.Row] = []
    for name in places.names:
        rows += named.get(name) or [nodes.Row((_name_cell(name, node.name_span),), span=node.name_span)]
    edits = tuple(
        attrs.evolve(edit, rows=tuple(row for one in edit.rows for _, row in _rows(symbols, node, places, one)))
        for edit in node.edits
    )
    return attrs.evolve(node, table=attrs.evolve(table, rows=tuple(rows)), edits=edits)


def _name_cell(name: str, span: Span) -> nodes.Cell:
    return nodes.Cell(None, (nodes.CallStep(nodes.Name(name, span=span), span=span),), span=span)


def _rows(symbols: Symbols, node: nodes.Entry, places: Places, row: nodes.Row) -> Iterator[tuple[str, nodes.Row]]:
    """Yield a row for each place that it names, after a test that the board has these places."""
    cell = row.cells[0] if row.cells else nodes.Cell()
    names = _places_meant(cell)
    if names is None:
        problem = "a row of its table is called by a place, or by a rectangle of places"
        _refuse(symbols, node, cell.span, problem, f"write `{_corners(places, cell)}`")
        return
    if len(names) == 2:
        names = rectangle(places.names, places.at, *names) or names
    beside = next((name for name in names if name not in places.names), "")
    if beside:
        _report_unknown(symbols, node, places, beside, cell.span)
    for name in () if beside else names:
        yield name, attrs.evolve(row, cells=(_name_cell(name, cell.span), *row.cells[1:]))


def _corners(places: Places, cell: nodes.Cell) -> str:
    """Return the places that a cell speaks of as one place or a rectangle; where it names none, an example."""
    text = cell.span.source.line(cell.span.line)[cell.span.column - 1 : cell.span.end_column - 1]
    named = [word for word in re.findall(r"\w+", text) if word in places.names]
    if not places.at:
        return named[0] if named else places.names[0]
    return "..".join(dict.fromkeys((named or [*places.names[:2]])[:2]))


def _report_unknown(symbols: Symbols, node: nodes.Entry, places: Places, name: str, span: Span) -> None:
    """Report the name of a place that the board does not have."""
    near = f"`{name.swapcase()}`" if name.swapcase() in places.names else ""
    near = near or (did_you_mean(name, places.names) if not places.at else "")
    help_ = {} if near else {"help": f"its places are {places.names[0]} to {places.names[-1]}"}
    symbols.report("GDNAM01", span, kind=f"place of {node.name}", name=name, suggestions=near, **help_)


def _places_meant(cell: nodes.Cell) -> tuple[str, ...] | None:
    """Return the name in a cell, or both corners of a rectangle; None for anything else."""
    match cell.steps:
        case (nodes.CallStep(nodes.Name(name=name)),):
            return (name,)
        case (nodes.CallStep(nodes.Between(nodes.Name(name=first), nodes.Name(name=second))),):
            return (first, second)
        case _:
            return None


def rectangle(names: Sequence[str], at: Sequence[tuple[int, int]], first: str, second: str) -> tuple[str, ...] | None:
    """Return the names of the places between two corners; None when one of these is not there."""
    if first not in names or second not in names or not at:
        return None
    (left, low), (right, high) = (at[names.index(corner)] for corner in (first, second))
    columns, rows = sorted((left, right)), sorted((low, high))
    return tuple(
        name
        for name, (column, row) in zip(names, at, strict=True)
        if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]
    )


def complete(symbols: Symbols, node: nodes.Entry, places: Places, raw: RawTable) -> RawTable:
    """Report columns that have nothing for some places, once each, and places that are taken away."""
    rows = {row.name: row for row in raw.rows}
    for row in raw.rows:
        if row.name not in places.names:
            _report_unknown(symbols, node, places, row.name, row.span)
    gone = [name for name in places.names if name not in rows]
    if gone:
        _refuse(symbols, node, node.name_span, f"{_some(gone)} cannot be removed", "a board has all its places")
    missing = set()
    for column in raw.columns:
        if column.default is not None or is_code(column) or not _needs_value(column):
            continue
        empty = [name for name, row in rows.items() if all(cell is None for cell in row.cells[column.name])]
        if empty:
            missing.add(column.name)
            symbols.report("GDDAT20", column.span, kind=node.name, column=column.name, missing=_some(empty))
    known = tuple(rows[name] for name in places.names if name in rows)
    return attrs.evolve(raw, rows=known, reported=raw.reported | missing)


def _needs_value(column: nodes.Column) -> bool:
    """Tell whether an empty cell of a column would be an error."""
    return not isinstance(column.type, nodes.MaybeType | nodes.SetType)


def board_columns(places: Places) -> tuple[model.Column, ...]:
    """Return the columns that a grid has by itself."""
    if not places.at:
        return ()
    ends = [t.IntType(min(numbers), max(numbers)) for numbers in zip(*places.at, strict=True)]
    return tuple(model.Column(name=name, type=kind, made=True) for name, kind in zip(COORDINATES, ends, strict=True))


__all__ = ["RawRow", "Places", "board_of", "complete", "declare_directions", "places_of", "with_all_places"]
