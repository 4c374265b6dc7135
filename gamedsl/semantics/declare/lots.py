"""The head of a component and the table below it -> findings about numbers and keys for which that has no place"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.semantics.core import model
from gamedsl.semantics.data.cells import plain_text
from gamedsl.semantics.data.tables import RawTable
from gamedsl.semantics.symbols import Symbols
from gamedsl.source import Span, written
from gamedsl.syntax import nodes


def check_lots(symbols: Symbols, node: nodes.Entry, each: Sequence[model.Key], table: RawTable) -> None:
    """Report ``7 each suit`` above the rows of a table, and ``54`` where these say how many copies there are."""
    has_copies = any(column.name == "copies" for column in table.columns)
    for trait in (one for one in node.traits if isinstance(one, nodes.Copies)):
        cure = ""
        if each:
            names = enumerated([f"`{key.name}`" for key in each])
            cure = f"write {names} as a column of the table, with a row for each design, or leave the rows out"
        elif has_copies and trait.count > 1:
            cure = f"leave `, {trait.count}` out: the column `copies` says how many there are of each row"
        if cure:
            symbols.report("GDDAT22", trait.span, help=cure, kind=node.name, written=written(trait.span))


_THOUSANDS = re.compile(r"(?<![\w,])\d{1,3}(?:,\d{3})+(?![\w,])")


def told_thousands(symbols: Symbols, node: nodes.Entry) -> bool:
    """Report a number with a sign in it, which reads as two: `counter, 1,000`; tell whether it is so."""
    span = node.span
    if not any(isinstance(trait, nodes.Copies) for trait in node.traits):
        return False
    found = _THOUSANDS.search(span.source.line(span.line).partition('"')[0])
    if found is None:
        return False
    at = Span(span.source, span.line, found.start() + 1, span.line, found.end() + 1)
    cure = f"write numbers without a sign inside: `{found[0].replace(',', '')}`"
    symbols.report("GDSYN30", at, found=found[0], cure=cure)
    return True


def names_in(node: nodes.Entry) -> set[str]:
    """Return what a component would have named: itself, its rows and the places of its board."""
    found = {node.name}
    for row in node.table.rows if node.table is not None else ():
        if row.cells and (name := plain_text(row.cells[0])):
            found.add(name)
    for trait in node.traits:
        if isinstance(trait, nodes.Grid) and trait.columns[0].isalpha() and all(end.isdecimal() for end in trait.rows):
            letters = range(ord(trait.columns[0][0]), ord(trait.columns[1][0]) + 1)
            numbers = range(int(trait.rows[0][:3]), int(trait.rows[1][:3]) + 1)
            found |= {f"{chr(letter)}{number}" for letter in letters for number in numbers}
    return found
