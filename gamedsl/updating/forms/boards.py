"""A rule file -> spaces in it whose rows are all squares of a board, and the numbers that they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from gamedsl.semantics.data.tables import Files
from gamedsl.syntax import nodes
from gamedsl.updating.edits import Change, Edit
from gamedsl.updating.reading import Reading, walk

_PLACE = re.compile(r"(?P<letter>[a-z])(?P<number>[1-9][0-9]?)")
_LEAST_SQUARES = 4


@attrs.frozen
class _Board:
    """What a table turns out to be: its trait, and its columns by the names that a grid has for them."""

    trait: str
    renamed: dict[str, str]


def boards(reading: Reading) -> Iterator[Change]:
    """Find ``square: space, csv "squares.csv"`` with a row for each of a1 to h8 that says its column and row."""
    for name, entry in reading.game.spaces.items():
        here = next((node for node in reading.nodes(nodes.Entry) if node == entry), None)
        if here is None and not reading.bases:
            continue
        board = _board(entry, reading.files)
        if board is None or not _can_rename(reading, board):
            continue
        edits = tuple(_renames(reading, board))
        if here is not None:
            declared = _declaration(reading, here, board.trait)
            edits = (*declared, *edits) if declared else ()
        if edits:
            line = here.span.line if here is not None else reading.text.line_at(edits[0].start)
            columns = "".join(f"; {old} is {new}" for old, new in board.renamed.items() if old != new)
            yield Change(line, f"{name}: a table of places", f"{name}: space, {board.trait}{columns}", edits)


def _board(entry: nodes.Entry, files: Files) -> _Board | None:
    table = entry.table
    allowed = (nodes.Csv, nodes.Adjacent)
    if table is None or not all(isinstance(trait, allowed) for trait in entry.traits):
        return None
    keys = [column for column in table.columns if column.type is None]
    numbers = [column for column in table.columns if isinstance(column.type, nodes.RangeType)]
    if len(keys) != 1 or len(numbers) != 2 or len(table.columns) != 3:
        return None
    rows = _rows(entry, table, files)
    names = [column.name for column in numbers]
    for across, up in (names, names[::-1]):
        if rows and all(_stands_at(row, row.get(across), row.get(up)) for row in rows):
            return _whole_board(entry, [row[""] for row in rows], across, up)
    return None


def _rows(entry: nodes.Entry, table: nodes.Table, files: Files) -> list[dict[str, str]]:
    """Return the rows of a table and its file, the name under an empty key; empty where one cannot be told."""
    found: list[dict[str, str]] = []
    for trait in entry.traits:
        source = files.read(trait.path) if isinstance(trait, nodes.Csv) else None
        lines = source.text.splitlines() if source else []
        head = [cell.strip() for cell in lines[0].split(",")] if lines else []
        for line in lines[1:]:
            cells = [cell.strip() for cell in line.split(",")]
            if len(cells) == len(head) and any(cells):
                found.append({"": cells[0], **dict(zip(head[1:], cells[1:], strict=True))})
    for row in table.rows:
        written = [_plain(cell) for cell in row.cells]
        if len(written) != len(table.columns):
            return []
        place = dict(zip((column.name for column in table.columns), written, strict=True))
        found.append({**place, "": written[0]})
    return found


def _plain(cell: nodes.Cell) -> str:
    match cell.steps:
        case (nodes.CallStep(nodes.Name(name)),):
            return name
        case (nodes.CallStep(nodes.Number(value)),):
            return str(value)
        case _:  # nothing, or more than a name or number
            return ""


def _stands_at(row: dict[str, str], across: str | None, up: str | None) -> bool:
    found = _PLACE.fullmatch(row[""])
    return found is not None and across == str(ord(found["letter"]) - ord("a") + 1) and up == found["number"]


def _whole_board(entry: nodes.Entry, places: list[str], across: str, up: str) -> _Board | None:
    """Return the board of these places, if they are all squares of a rectangle, row by row as a grid has them."""
    letters = sorted({place[0] for place in places})
    numbers = sorted({int(place[1:]) for place in places})
    all_of_it = [f"{letter}{number}" for number in numbers for letter in letters]
    is_dense = ord(letters[-1]) - ord(letters[0]) < len(letters) and numbers[-1] - numbers[0] < len(numbers)
    beside = {frozenset(filter(None, (t.first, t.second))) for t in entry.traits if isinstance(t, nodes.Adjacent)}
    if places != all_of_it or not is_dense or len(places) < _LEAST_SQUARES or beside - {frozenset((across, up))}:
        return None
    trait = f"grid {letters[0]}..{letters[-1]} by {numbers[0]}..{numbers[-1]}"
    return _Board(trait, {across: "column", up: "row"})


def _can_rename(reading: Reading, board: _Board) -> bool:
    """Do the names of the columns mean nothing else, and those of a grid nothing yet?"""
    declared, renamed = reading.game.attributes, board.renamed
    once = all(len(declared.get(old, [])) == 1 for old in renamed)
    return once and not any(new in declared and new not in renamed for new in renamed.values())


def _renames(reading: Reading, board: _Board) -> Iterator[Edit]:
    for node in walk(reading.file, words=True):
        match node:
            case nodes.Member(_, name) if board.renamed.get(name, name) != name:
                yield reading.text.replaced(node.name_span, board.renamed[name])
            case nodes.Name(name) if board.renamed.get(name, name) != name:
                yield reading.text.replaced(node.span, board.renamed[name])
            case _:  # it speaks of something else
                pass


def _declaration(reading: Reading, entry: nodes.Entry, trait: str) -> tuple[Edit, ...]:
    """Return the edits that put the trait of a board in the place of a table; none where remarks would be lost."""
    text, table = reading.text, entry.table
    if table is None:
        return ()
    whole = text.source.text
    first, behind = text.line_start(table.span.line), text.line_start(table.span.end_line + 1)
    head = Edit(text.end(entry.type.span), text.end(entry.traits[-1].span if entry.traits else entry.type.span), "")
    if "#" in whole[first:behind] or "#" in whole[head.start : head.end]:
        return ()
    return attrs.evolve(head, text=f", {trait}"), Edit(first, behind, "")
