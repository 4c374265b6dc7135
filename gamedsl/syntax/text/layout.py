"""The text of a source -> a tree of blocks (one logical line and what stands under it); layout faults are reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.source import Source, Span
from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.text.scanner import Line, Scanner

MAX_LEVELS = 30
STEP = 2
_EACH = re.compile(r"each \w+")
_PARAGRAPH = re.compile(r'(?:change )?\w+(?:\(.*\))?(?: *"[^"]*")?(?: *\[[^\]]*\])?')
_FIELD = re.compile(r"(?:change )?\w+:")


@attrs.define(eq=False)
class Block:
    """A logical line and the blocks under it; ``sound`` is False when a line in it is bad."""

    line: Line
    children: list[Block] = attrs.field(factory=list)
    sound: bool = True
    size: int = 1


def _is_outermost(word: str) -> bool:
    """Tell whether a word begins a file or a section."""
    return word in WORDS.sections or word in WORDS.headers


def read_blocks(source: Source, report: Report) -> list[Block]:
    """Return the blocks at the left margin, each with its tree of blocks under it.

    Faults of layout and signs that no rule file contains are reported here, each once: GDSYN02, 03, 05, 10, 11, 13,
    14, 15.
    """
    top: list[Block] = []
    stack: list[Block] = []
    steps_seen: set[int] = set()
    too_deep = False
    lines = list(_without_tabs(Scanner(source, report).lines(), source, report))
    lines = _indented(lines, source, report)
    rows = _Rows(source, report)
    snap = _Snap(source, report, sum(line.indent % STEP for line in lines) * 3 <= len(lines))
    for line in lines:
        line = rows(line)
        line = line if line.misplaced else snap(stack, line)
        _unwind(stack, line)
        if stack:
            line = _check_step(stack, line, source, report, steps_seen)
            if len(stack) >= MAX_LEVELS:
                if not too_deep:
                    report("GDSYN14", line.span(source), limit=MAX_LEVELS)
                too_deep = True
                line = attrs.evolve(line, bad=True)
                del stack[MAX_LEVELS:]  # it stands under a line that is read, which so has something under it
        elif line.indent and not line.bad:
            if _is_outermost(line.text.split(" ", 1)[0]):  # else the first line is missing, which is told
                report("GDSYN02", _margin(line, source), problem="the first line belongs at the left margin")
            line = attrs.evolve(line, indent=0, misplaced=True)
        block = Block(line, sound=not line.bad)
        (stack[-1].children if stack else top).append(block)
        stack.append(block)
    _total(top)
    return top


def _without_tabs(lines: list[Line], source: Source, report: Report) -> Iterator[Line]:
    """Count a tab as one level, so that every line finds its place; report the first line of a text that has one.

    Where tabs and blanks are mixed nobody can tell the level of a line: it is then not looked into.
    """
    reported = False
    mixed = any(line.indent and line.texts[0].startswith(" ") for line in lines)
    count = sum("\t" in line.texts[0][: line.indent] for line in lines)
    others = f", here and in {count - 1} other line{'s' if count > 2 else ''}" if count > 1 else ""
    for line in lines:
        start = line.texts[0][: line.indent]
        if "\t" not in start:
            yield line
            continue
        if not reported and not line.bad:
            at = Span(source, line.number, start.index("\t") + 1, line.number, line.indent + 1)
            report("GDSYN02", at, problem=f"it holds a tab; write two spaces for each level{others}")
            reported = True
        indent = start.count("\t") * STEP + start.count(" ")
        text = " " * line.indent + line.texts[0][line.indent :]
        yield attrs.evolve(line, indent=indent, texts=(text, *line.texts[1:]), bad=line.bad or mixed)


def _indented(lines: list[Line], source: Source, report: Report) -> list[Line]:
    """Report a text without any indentation, or with one blank for each level throughout; put the latter right."""
    if len(lines) < 3 or not any(_is_outermost(line.text.split(" ", 1)[0]) for line in lines):
        return lines
    if not any(line.indent for line in lines):
        first_words = (line.text.removeprefix("remove ").split(" ", 1)[0] for line in lines)
        inner = next((line for line, word in zip(lines, first_words, strict=True) if not _is_outermost(word)), None)
        if inner is None or any(line.bad for line in lines):
            return lines
        problem = "nothing in this file is indented, so nobody can tell what belongs to what"
        report("GDSYN02", inner.span(source), problem=problem)
        return [attrs.evolve(line, bad=True) for line in lines]
    steps = [line.indent - above.indent for above, line in pairwise(lines)]
    if lines[0].indent or max(steps) != 1 or sum(step == 1 for step in steps) < 3:
        return lines
    first = next(line for line in lines if line.indent)
    problem = f"1 space where {STEP} are needed, and so on in the whole file"
    report("GDSYN02", _margin(first, source), problem=problem)
    return [attrs.evolve(line, indent=STEP * line.indent) for line in lines]


_CELLS = re.compile(r"(?![^\"]*\")\w+ *(?::[^;,|\t]*)?(?P<s>[;,|\t])[^;,|\t]*(?:(?P=s)[^;,|\t]*)*")
_OF_ROWS = re.compile(r"(?:change +)?\w+: *(?:card|tile|piece|space|chart)s?\b(?!.*csv)|cases:")
_FAULT = re.compile(r"\|\s*(?P<at>#(?:REF|NAME|VALUE|DIV/0|NULL|NUM|N/A|WERT|BEZUG|NV|VALEUR|NOM)[!?]?)(?=\s*\|)")
_NO_VALUE = "the spreadsheet has an error in this cell: write the value that is meant"
_BARS = "between the cells of a row stand bars, and at both ends: "
_FIRST_BAR = "a row begins with a bar as well: "
_ONE_HEAD = "leave this line out: a table has one head"


@attrs.define(eq=False)
class _Rows:
    """Puts the rows of a table below each other, one level under their entry; each table is reported once."""

    source: Source
    report: Report
    above: Line | None = None
    told: bool = False
    head: str = ""
    level: int = -1
    """Where the rows of the table stand; -1 outside one."""

    def __call__(self, line: Line) -> Line:
        above, self.above = self.above, line
        if not line.text.startswith("|"):
            if self._lacks_bars(above, line):
                return self._without_bars(line)
            self.told, self.head, self.level = False, "", -1
            return line
        placed = self._row(above, line)
        self.level = placed.indent
        return placed

    def _lacks_bars(self, above: Line | None, line: Line) -> bool:
        """Tell whether a line without a bar in front is a row, by what stands around it and in it."""
        if above is None or len(line.texts) > 1 or _CELLS.fullmatch(line.text) is None:
            return False
        begins = _OF_ROWS.match(above.text) is not None and line.indent == above.indent + STEP
        return begins or line.indent == self.level

    def _without_bars(self, line: Line) -> Line:
        """Report the first row of a table that has other signs between its cells."""
        sign = next(one for one in line.text if one in ";,|\t")
        cells = [cell.strip() for cell in line.text.strip().removesuffix("|").split(sign)]
        if not self.told and not line.bad:
            cure = f"{_FIRST_BAR if sign == '|' else _BARS}`| {' | '.join(cells)} |`"
            self.report("GDSYN30", line.span(self.source), found=line.text, cure=cure)
        self.told, self.level = True, line.indent
        return attrs.evolve(line, bad=True)

    def _row(self, above: Line | None, line: Line) -> Line:
        """Return a row where it is meant to stand."""
        number = line.number
        if (fault := _FAULT.search(self.source.line(number))) and not line.bad:
            at = Span(self.source, number, fault.start("at") + 1, number, fault.end("at") + 1)
            self.report("GDSYN30", at, found=fault["at"], cure=_NO_VALUE)
            return attrs.evolve(line, bad=True)
        if above is not None and not above.text.startswith("|") and line.indent == self.level:
            return line
        written = "".join(line.text.split())
        if written == self.head and ":" in written and not line.bad:
            self.report("GDSYN30", line.span(self.source), found=line.text, cure=_ONE_HEAD)
            return attrs.evolve(line, bad=True)
        self.head = self.head or written
        if above is None or above.bad or line.bad or above.text.startswith("remove "):
            return line
        first = not above.text.startswith("|")
        wanted = above.indent + STEP if first else above.indent
        if line.indent == wanted or (first and line.indent > above.indent):
            return line
        if not self.told:
            found = f"{line.margin} {'space' if line.margin == 1 else 'spaces'}"
            beside = "one level under the line they belong to" if first else "below each other"
            problem = f"{found} where {wanted} are needed; the rows of a table stand {beside}"
            self.report("GDSYN02", _margin(line, self.source), problem=problem)
        self.told = True
        self.above = attrs.evolve(line, indent=wanted, misplaced=True)
        return self.above


@attrs.define(eq=False)
class _Snap:
    """Moves lines that stand one blank off to the level they are meant for; neighbours are reported once.

    ``active`` is False for texts that are indented by another number of blanks throughout.
    """

    source: Source
    report: Report
    active: bool
    last: tuple[int, int] | None = None

    def __call__(self, stack: list[Block], line: Line) -> Line:
        before, self.last = self.last, None
        level = _level(stack, line) if self.active and stack else line.indent
        if level == line.indent:
            return line
        self.last = (line.indent, level)
        if not line.bad and before != self.last:
            blanks = f"{line.indent} space{'s' if line.indent > 1 else ''}"
            self.report("GDSYN02", _margin(line, self.source), problem=f"{blanks} where {level} are needed")
        return attrs.evolve(line, indent=level, misplaced=True)


def _level(stack: list[Block], line: Line) -> int:
    """Return where a line is meant to stand: where it does, or one blank beside that."""
    levels = {block.line.indent: block for block in stack}
    deepest = stack[-1].line.indent
    if line.indent in levels or line.indent > deepest + STEP + 1 or line.indent == deepest + STEP:
        return line.indent
    outer, inner = line.indent - 1, line.indent + 1
    if outer not in levels:
        found = {level for level in (outer, inner) if level in levels or level == deepest + STEP}
        return min(found, default=line.indent)
    return inner if _takes(levels[outer].line, line) else outer


def _takes(above: Line, line: Line) -> bool:
    """Tell whether a line between two levels rather belongs under the one above than beside it, by what they say."""
    if above.indent == 0:
        return not _is_outermost(line.text.split(" ", 1)[0].rstrip(":"))
    if above.text.startswith("if ") and line.text.startswith("else"):
        return False
    if line.text.startswith("|"):
        return not above.text.startswith("|")
    if above.text.endswith(":") or _EACH.fullmatch(above.text):
        return True
    return _PARAGRAPH.fullmatch(above.text) is not None and _FIELD.match(line.text) is not None


def _unwind(stack: list[Block], line: Line) -> None:
    """Take the blocks off that the line does not stand under."""
    while stack and stack[-1].line.indent >= line.indent:
        stack.pop()


def _check_step(stack: list[Block], line: Line, source: Source, report: Report, seen: set[int]) -> Line:
    """Report a line that stands neither on the level of its neighbours nor one level deeper."""
    if len(stack) > 1 and not stack[-1].children and line.indent == stack[-1].line.indent + 1:
        stack.pop()
    parent = stack[-1]
    first = parent.children[0].line if parent.children else None
    step = line.indent - parent.line.indent
    expected = parent.line.indent + STEP if first is None or first.misplaced else first.indent
    wrong = line.indent != expected
    if first is not None and first.indent == line.indent:
        wrong = False
    if not wrong:
        return line
    is_told = first is None and step == 2 * STEP and _strayed(parent.line)
    if not line.bad and not is_told and (first is not None or step not in seen):
        blanks = f"{line.indent} {'space' if line.indent == 1 else 'spaces'}"
        report("GDSYN02", _margin(line, source), problem=f"{blanks} where {expected} are needed")
    if first is None:
        seen.add(step)
    return attrs.evolve(line, misplaced=True)


def _strayed(line: Line) -> bool:
    """Tell whether a line at the margin is no section: that is told, and what stands under it fits a paragraph."""
    return not line.indent and not _is_outermost(line.text.partition(" ")[0])


def _margin(line: Line, source: Source) -> Span:
    return Span(source, line.number, 1, line.number, line.margin + 1)


def heading(word: str, number: int, children: list[Block]) -> Block:
    """Return a block for a section whose own line is missing or misspelt."""
    return summed(Block(Line(number, 0, (word,)), children))


def summed(block: Block) -> Block:
    """Fill in ``sound`` and ``size`` of a block that was made anew from the blocks under it."""
    block.sound = not block.line.bad and all(child.sound for child in block.children)
    block.size = 1 + sum(child.size for child in block.children)
    return block


def _total(blocks: list[Block]) -> None:
    """Fill in ``sound`` and ``size`` from the leaves up, without recursion."""
    order, todo = [], list(blocks)
    while todo:
        block = todo.pop()
        order.append(block)
        todo.extend(block.children)
    for block in reversed(order):
        for child in block.children:
            block.sound = block.sound and child.sound
            block.size += child.size
