"""A block that cannot be read -> a report for each of its faults, and the lines that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from gamedsl.source import Span
from gamedsl.syntax.pieces import Failure, Piece, Reader, lines_of
from gamedsl.syntax.recovery.hints.cases import Finding
from gamedsl.syntax.recovery.hints.mistakes import UNDER
from gamedsl.syntax.text.layout import Block
from gamedsl.syntax.text.scanner import Line

if TYPE_CHECKING:
    from gamedsl.diagnostics.report import Report

_MISPLACED = ("GDSYN01", "GDSYN08", "GDSYN09", "GDSYN30", "GDSYN32")
"""Findings about a line that cannot stand where it does."""
CHUNK = 200
"""Lines that are tried at once: after a fault only so many are read again."""

CHUNK_CHARACTERS = 8_000
"""Characters that are tried at once, where lines are long."""


def sift(reader: Reader, block: Block, start: str, report: Report) -> Piece:
    """Report every fault of a top-level block once; return the lines that can be read without the faulty ones."""
    return _Sieve(reader, start, report).block([], block, 0)


def _ignore(code: str, span: Span, **values: object) -> None:
    """Take findings that the final reading of the kept lines will make again."""


@attrs.define(eq=False)
class _Sieve:
    reader: Reader
    start: str
    report: Report
    count: int = 0
    empty: Span | None = None
    """The last line under which nothing stands, grown by the lines behind it that are meant to stand there."""

    def tell(self, finding: Finding) -> None:
        """Report a finding; not that lines stand where they cannot, behind one that lacks something under it."""
        self.count += 1
        if self._is_missed(finding):
            self.empty = finding.span
            return
        self.empty = finding.span if finding.code == "GDSYN20" else None
        self.report(finding.code, finding.span, **finding.values)

    def _is_missed(self, finding: Finding) -> bool:
        """Tell whether a line that does not fit follows one that lacks something under it, on the same level."""
        if self.empty is None or finding.code not in _MISPLACED or finding.span.line <= self.empty.line:
            return False
        above, *between, line = finding.span.source.lines[self.empty.line - 1 : finding.span.line]
        blank = all(not one.strip() or one.lstrip().startswith("#") for one in between)
        return blank and len(above) - len(above.lstrip()) == len(line) - len(line.lstrip())

    def block(self, prefix: Piece, block: Block, depth: int) -> Piece:
        """Return what is left of a block that stands under the lines of ``prefix``."""
        header: Piece = [(block.line, depth)]
        if not block.children:
            return header if self._stands(prefix, block, depth) else []
        alone = self._stands(prefix, block, depth)
        under = [*prefix, *header] if alone else _stand_in(prefix, block, depth)
        if under is None:
            return []
        if alone and self._forbids_children(under, block, depth):
            return header
        if _is_table(block):
            kept = self._table(under, block, depth)
        else:
            kept = self.blocks(under, block.children, depth + 1, loose=not alone)
        if not alone or not (kept or self._complete([*prefix, *header])):
            return []
        return header + kept

    def blocks(self, prefix: Piece, blocks: list[Block], depth: int, loose: bool = False) -> Piece:
        """Return what is left of neighbouring blocks; each failing one is looked into, the next are read afresh.

        ``loose`` means that the line above is only a stand-in, so that even an ``else`` may come first.
        """
        kept: Piece = []
        alive = True
        position = 0
        while position < len(blocks):
            goes_on = _is_else(blocks[position]) and (position > 0 or loose)
            before = [*prefix, (_IF.at(blocks[position]), depth)] if goes_on else prefix
            end, bad, failure = self._run(before, blocks, position, depth)
            for block in blocks[position:end]:
                alive = alive or not _is_else(block)
                kept += lines_of(block, depth) if alive else []
            position = end
            if bad:
                block = blocks[end]
                goes_on = _is_else(block) and (end > 0 or loose)
                told = self.count
                left = self.block([*prefix, (_IF.at(block), depth)] if goes_on else prefix, block, depth)
                if failure is not None and told == self.count:
                    # On its own the block is sound: what is wrong is that it stands here.
                    self.tell(failure.explain())
                alive = (alive or not goes_on) and bool(left)
                kept += left if alive else []
                alive = alive or not (_is_if(block) or goes_on)
                position = end + 1
        return kept

    def _run(self, prefix: Piece, blocks: list[Block], start: int, depth: int) -> tuple[int, bool, Failure | None]:
        """Return where the readable blocks end, whether the next one is faulty, and its fault if that is known."""
        if blocks[start].size > CHUNK and blocks[start].children:
            return start, True, None
        end, size, characters = start, 0, 0
        piece = list(prefix)
        owners = [start] * len(prefix)
        while end < len(blocks) and blocks[end].sound and (size == 0 or size + blocks[end].size <= CHUNK):
            lines = lines_of(blocks[end], depth)
            characters += sum(len(text) for line, _ in lines for text in line.texts)
            if size and characters > CHUNK_CHARACTERS:
                break
            piece += lines
            owners += [end] * len(lines)
            size += blocks[end].size
            end += 1
        if end == start:
            return start, True, None
        made = self.reader.read(piece, self.start, _ignore)
        if not isinstance(made, Failure):
            return end, False, None
        return owners[made.index], True, made if made.index >= len(prefix) else None

    def _stands(self, prefix: Piece, block: Block, depth: int) -> bool:
        """Tell whether the line of a block can be read where it stands; report it if not (unless that is done)."""
        if block.line.bad:
            return False
        piece = [*prefix, (block.line, depth)]
        made = self.reader.read(piece, self.start, _ignore)
        if not isinstance(made, Failure):
            return True
        finding = made.explain()
        if block.children and finding.code == "GDSYN20":
            return True
        if made.index >= len(prefix):
            self.tell(finding)
        return False

    def _complete(self, piece: Piece) -> bool:
        return self.reader.failure(piece, self.start) is None

    def _forbids_children(self, under: Piece, block: Block, depth: int) -> bool:
        """Report children under a line that takes none."""
        first = next((child for child in block.children if not child.line.bad), None)
        if first is None:
            return False
        failure = self.reader.failure([*under, (first.line, depth + 1)], self.start)
        if failure is None or failure.explain().code != "GDSYN02":
            return False
        refused = block.line.text.startswith("remove ") and not self.reader.edits
        if not first.line.misplaced and not refused:
            line = first.line
            span = Span(self.reader.source, line.number, 1, line.number, line.margin + 1)
            self.tell(Finding("GDSYN02", span, {"problem": UNDER.format(line=block.line.text)}))
        self.count += 1
        return True

    def _table(self, under: Piece, block: Block, depth: int) -> Piece:
        """Return what is left of a table; its rows are looked at even when its head is faulty."""
        head, *rows = block.children
        stands = self._stands(under, head, depth + 1)
        line = head.line if stands else attrs.evolve(head.line, texts=("| x |",), bad=False)
        kept = self.blocks([*under, (line, depth + 1)], rows, depth + 1)
        return [(head.line, depth + 1), *kept] if stands else []


def _is_row(line: Line) -> bool:
    return line.text.startswith("|")


def _is_table(block: Block) -> bool:
    return bool(block.children) and _is_row(block.children[0].line)


def _is_if(block: Block) -> bool:
    return block.line.text.startswith("if ")


def _is_else(block: Block) -> bool:
    return block.line.text.split(" ", 1)[0].rstrip(":") == "else"


@attrs.frozen
class _Dummy:
    """A line that stands in for a faulty one, so that the lines around it can be read."""

    text: str

    def at(self, block: Block) -> Line:
        return attrs.evolve(block.line, texts=(self.text,), bad=False)


_IF = _Dummy("if yes: x")
_STATEMENT = _Dummy("if yes:")
_PARAGRAPH = _Dummy("x")
_ENTRY = _Dummy("x: x")
_EACH = _Dummy("each x")
_STEPS = _Dummy("then:")
_CASES = _Dummy("cases:")


def _stand_in(prefix: Piece, block: Block, depth: int) -> Piece | None:
    """Return the prefix for the children of a faulty line, or None when nobody can tell what they should be."""
    if not prefix:
        word = block.line.text.removeprefix("change ").split(" ", 1)[0].rstrip(":")
        dummy = {"game": "game X", "scenarios": 'scenarios X of "x"'}.get(word, word)
        return [(attrs.evolve(block.line, texts=(dummy,), bad=False), 0)] if word.isalpha() else None
    section = prefix[0][0].text.removeprefix("change ").split(" ", 1)[0]
    if block.line.text.startswith("cases:"):
        return None
    if depth >= 3 or (depth == 1 and section == "setup"):
        dummy_line = _STATEMENT
    elif depth == 2 and section == "scenarios" and _is_table(block):
        dummy_line = _CASES
    elif depth == 2 and section not in {"components", "table", "terms"}:
        dummy_line = _STEPS
    elif _is_table(block):
        dummy_line = _ENTRY
    elif section in {"components", "table", "terms"}:
        dummy_line = _EACH
    else:
        dummy_line = _PARAGRAPH
    return [*prefix, (dummy_line.at(block), depth)]
