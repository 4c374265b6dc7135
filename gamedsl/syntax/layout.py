"""The text of a source -> a tree of blocks (one logical line and what stands under it); layout faults are reported."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import get_args

import attrs

from gamedsl.record import Mutable, Record, mutable, record
from gamedsl.source import Source, Span
from gamedsl.syntax.build import Report
from gamedsl.syntax.nodes import SectionKeyword
from gamedsl.syntax.row_slips import find_in_row

MAX_LINE = 4_000
MAX_LINES = 5_000
MAX_CELLS = 20_000
"""In all tables together: each cell becomes several nodes."""

MAX_CHARACTERS = 250_000
"""Ten times the largest known rule file; what is longer belongs into CSV files, and would take long to read."""

MAX_BRACKETS = 100
MAX_LEVELS = 30
MAX_CONTINUATION = 200
STEP = 2

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {")": "(", "]": "[", "}": "{"}
WRONG_QUOTES = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb\u2039\u203a'`"
CORRECTIONS = {
    "==": "=",
    "=<": "<=",
    "=>": ">=",
    "<>": "!=",
    "~=": "!=",
    "&&": "and",
    "&": "and",
    "||": "or",
    "!": "not",
    "%": "mod",
    "->": "to",
    "\u2192": "to",
    "\u21d2": ">=",
    "**": "*",
    "++": "set x to x + 1",
    "+=": "set x to x + n",
    "-=": "set x to x - n",
    "*=": "set x to x * n",
    "/=": "set x to x / n",
    "\u2260": "!=",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u00d7": "*",
    "\u2212": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2026": "..",
}
DASHES = "\u2013\u2014\u2212"
WORDED = {
    "//": "`#` before a comment, or `/` to divide",
    "/*": "`#` before a comment",
    "*/": "`#` before a comment",
    ":=": "`=`; to change a value in steps, `set x to …`",
}
_SIGN = re.compile(
    r'"[^"]*"|"|#|[()\[\]{}]|==|\+\+|[-+*/:~]=|=<|=>|<>|\*\*|//|/\*|\*/|->|&&?|\|\||!(?!=)|\.\.\.+'
    r"|[^A-Za-z0-9_ :;,.|=!<>+*/-]"
)
_REST = re.compile(r"\w*")
_HIDDEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_OUTERMOST = {*get_args(SectionKeyword), "game", "variant"}
_EACH = re.compile(r"each \w+")
_CARD = re.compile(r'(?:change )?\w+(?:\(.*\))?(?: *"[^"]*")?(?: *\[[^\]]*\])?')
_FIELD = re.compile(r"(?:change )?\w+:")


@record
class Line(Record):
    """One logical line: several lines of the source where brackets are open at the end of a line.

    ``texts`` are its lines without comments and blanks at the end; ``bad`` lines have been reported and must not be
    parsed; of ``misplaced`` lines the indentation has been reported.
    """

    number: int
    indent: int
    texts: tuple[str, ...]
    bad: bool = False
    misplaced: bool = False

    @property
    def text(self) -> str:
        """The first line without its indentation."""
        return self.texts[0].strip(" \t")

    @property
    def margin(self) -> int:
        """The number of signs in front of the first word; ``indent`` is where the line is meant to stand."""
        return len(self.texts[0]) - len(self.texts[0].lstrip(" \t"))

    def span(self, source: Source) -> Span:
        """Return the span of what is written on the line."""
        end = self.number + len(self.texts) - 1
        return Span(source, self.number, self.margin + 1, end, len(self.texts[-1]) + 1)


@mutable
class Block(Mutable):
    """A logical line and the blocks under it; ``sound`` is False when a line in it is bad."""

    line: Line
    children: list[Block] = attrs.field(factory=list)
    sound: bool = True
    size: int = 1


@mutable
class _Fault(Mutable):
    code: str
    span: Span
    values: dict[str, object]


class _Scanner:
    """Reads one logical line after another."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.physical = [line[:-1] if line.endswith("\r") else line for line in source.text.split("\n")]
        if self.physical[0].startswith("\ufeff"):
            self.physical[0] = self.physical[0][1:]

    def lines(self) -> list[Line]:
        """Return all logical lines; blank lines and comments are left out."""
        found: list[Line] = []
        number = 1
        if self._too_long():
            return []
        while number <= len(self.physical):
            text = self.physical[number - 1]
            bare = text.lstrip(" \t")
            if not bare or (bare[0] == "#" and not _HIDDEN.search(text)):
                number += 1
                continue
            line = self._logical(number)
            if line.texts[0].strip(" \t") or line.bad:
                found.append(line)
            number += len(line.texts)
        return found

    def _too_long(self) -> bool:
        """Report a text that is too long as a whole."""
        if len(self.physical) > MAX_LINES:
            at = Span(self.source, MAX_LINES + 1, 1, MAX_LINES + 1, 1)
            self.report("GDSYN13", at, what="lines", limit=MAX_LINES)
            return True
        cells = 0
        for number, text in enumerate(self.physical, 1):
            cells += text.count("|") if text.lstrip(" \t").startswith("|") else 0
            if cells > MAX_CELLS:
                self.report("GDSYN13", self._at(number, 1), what="cells of tables", limit=MAX_CELLS)
                return True
        if len(self.source.text) > MAX_CHARACTERS:
            line = self.source.text.count("\n", 0, MAX_CHARACTERS) + 1
            self.report("GDSYN13", Span(self.source, line, 1, line, 1), what="characters", limit=MAX_CHARACTERS)
            return True
        return False

    def _logical(self, number: int) -> Line:
        first = self.physical[number - 1]
        indent = len(first) - len(first.lstrip(" \t"))
        faults: list[_Fault] = []
        open_: list[tuple[str, Span]] = []
        texts = [self._scan(number, open_, faults)]
        cut: tuple[list[str], int] = ([*texts], len(faults))
        last = number
        while open_ and not self._ends(last + 1, indent) and last - number < MAX_CONTINUATION:
            last += 1
            texts.append(self._scan(last, open_, faults))
        if open_:
            # The bracket is never closed: only its own line is spoilt, the lines below are read on their own.
            texts, kept = cut
            unclosed = [item for item in open_ if item[1].line == number] or open_
            sign, span = unclosed[-1]
            end = Span(self.source, span.line, span.column, span.line, span.column + 1)
            faults = faults[:kept] or [_Fault("GDSYN03", end, {"what": "bracket", "closing": f"`{OPENING[sign]}`"})]
            if span.line != number:
                texts = [self._code(n) for n in range(number, span.line + 1)]
        while len(texts) > 1 and not texts[-1].strip():
            texts.pop()
        for fault in faults:
            self.report(fault.code, fault.span, **fault.values)
        return Line(number, indent, tuple(texts), bool(faults))

    def _code(self, number: int) -> str:
        return self._scan(number, [], [])

    def _ends(self, number: int, indent: int) -> bool:
        """Tell whether the line cannot go on an open bracket: it stands too far out and closes nothing."""
        if number > len(self.physical):
            return True
        text = self.physical[number - 1]
        bare = text.lstrip(" \t")
        if not bare or bare[0] == "#" or bare[0] in CLOSING:
            return False
        return len(text) - len(bare) <= indent

    def _scan(self, number: int, open_: list[tuple[str, Span]], faults: list[_Fault]) -> str:
        """Return the code of one line without comment; note brackets and faults."""
        text = self.physical[number - 1]
        if len(text) > MAX_LINE:
            faults.append(
                _Fault("GDSYN13", self._at(number, MAX_LINE + 1), {"what": "characters in one line", "limit": MAX_LINE})
            )
            return text[:MAX_LINE].rstrip()
        hidden = _HIDDEN.search(text)
        if hidden:
            faults.append(self._unknown(number, hidden.start() + 1, hidden[0]))
            return text[: hidden.start()].rstrip()
        indent = len(text) - len(text.lstrip(" \t"))
        position = indent
        is_row = text.startswith("|", indent)
        while match := _SIGN.search(text, position):
            sign, column = match[0], match.start() + 1
            position = match.end()
            if sign == "#":
                return text[: match.start()].rstrip()
            if sign in OPENING or sign in CLOSING:
                self._bracket(sign, number, column, open_, faults)
            elif sign[0] == '"':
                if len(sign) == 1:
                    faults.append(_Fault("GDSYN03", self._to_end(number, column), {"what": "text", "closing": '`"`'}))
                    return text.rstrip()
            elif sign in WRONG_QUOTES:
                faults.append(_Fault("GDSYN10", self._at(number, column), {"found": sign}))
                return text.rstrip()
            elif sign.isalpha():
                faults.append(self._in_row(number, column) or self._foreign_letter(number, column))
                position = _REST.match(text, position).end()  # type: ignore[union-attr]  # It fits everywhere.
            elif sign != "||" or not is_row:
                faults.append(self._in_row(number, column) or self._wrong_sign(number, column, sign))
                if sign in {"//", "/*"}:
                    return text.rstrip()
        return text.rstrip()

    def _bracket(
        self, sign: str, number: int, column: int, open_: list[tuple[str, Span]], faults: list[_Fault]
    ) -> None:
        at = self._at(number, column)
        if sign in OPENING:
            open_.append((sign, at))
            if len(open_) == MAX_BRACKETS + 1:
                faults.append(_Fault("GDSYN14", at, {"limit": MAX_BRACKETS}))
        elif open_ and open_[-1][0] == CLOSING[sign]:
            open_.pop()
        elif open_:
            opened, _ = open_.pop()
            faults.append(_Fault("GDSYN15", at, {"found": sign, "expected": f"`{OPENING[opened]}`"}))
        else:
            faults.append(_Fault("GDSYN15", at, {"found": sign, "expected": "no closing bracket"}))

    def _in_row(self, number: int, column: int) -> _Fault | None:
        """Return a finding about the cell of a row in which a sign cannot stand, when the cell as a whole is known."""
        text = self.physical[number - 1]
        found = find_in_row(text, column - 1, is_head=True) if text.lstrip().startswith("|") else None
        if found is None:
            return None
        at = self._at(number, found.start + 1, found.end - found.start)
        return _Fault("GDSYN30", at, {"found": found.found, "cure": found.cure})

    def _wrong_sign(self, number: int, column: int, sign: str) -> _Fault:
        if sign.startswith("...") and len(sign) >= 3:
            return _Fault("GDSYN05", self._at(number, column, len(sign)), {"found": sign, "write": "`..`"})
        if sign in CORRECTIONS or sign in WORDED:
            write = WORDED.get(sign) or f"`{CORRECTIONS[sign]}`"
            if sign in DASHES and self.physical[number - 1].lstrip().startswith("players:"):
                write = "`to`, as in `players: 2 to 4`"
            return _Fault("GDSYN05", self._at(number, column, len(sign)), {"found": sign, "write": write})
        return self._unknown(number, column, sign)

    def _foreign_letter(self, number: int, column: int) -> _Fault:
        sign = self.physical[number - 1][column - 1]
        cure = "write names with the letters a to z, digits and `_`; anything may stand in words in quotes"
        name = unicodedata.name(sign, "letter").lower()
        return _Fault("GDSYN11", self._at(number, column), {"found": sign, "name": name, "cure": cure})

    def _unknown(self, number: int, column: int, sign: str) -> _Fault:
        name = unicodedata.name(sign, "invisible sign").lower()
        shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
        values: dict[str, object] = {"found": shown, "name": "tab" if sign == "\t" else name, "cure": "remove it"}
        return _Fault("GDSYN11", self._at(number, column), values)

    def _at(self, number: int, column: int, width: int = 1) -> Span:
        return Span(self.source, number, column, number, column + width)

    def _to_end(self, number: int, column: int) -> Span:
        return Span(self.source, number, column, number, len(self.physical[number - 1].rstrip()) + 1)


def read_blocks(source: Source, report: Report) -> list[Block]:
    """Return the blocks at the left margin, each with its tree of blocks under it.

    Faults of layout and signs that no rule file contains are reported here, each once: GDSYN02, 03, 05, 10, 11, 13,
    14, 15.
    """
    top: list[Block] = []
    stack: list[Block] = []
    steps_seen: set[int] = set()
    too_deep = False
    lines = list(_without_tabs(_Scanner(source, report).lines(), source, report))
    snap = _Snap(source, report, sum(line.indent % STEP for line in lines) * 3 <= len(lines))
    for line in lines:
        line = snap(stack, line)
        _unwind(stack, line)
        if stack:
            line = _check_step(stack, line, source, report, steps_seen)
            if len(stack) >= MAX_LEVELS:
                if not too_deep:
                    report("GDSYN14", line.span(source), limit=MAX_LEVELS)
                too_deep = True
                line = attrs.evolve(line, bad=True)
                del stack[MAX_LEVELS - 1 :]
        elif line.indent and not line.bad:
            report("GDSYN02", _margin(line, source), problem="the first line belongs at the left margin")
            line = attrs.evolve(line, indent=0, misplaced=True)
        block = Block(line, sound=not line.bad)
        (stack[-1].children if stack else top).append(block)
        stack.append(block)
    _total(top)
    return top


def read_lines(source: Source, report: Report) -> list[Line]:
    """Return the logical lines of a text that has no blocks, such as one expression."""
    return _Scanner(source, report).lines()


def _without_tabs(lines: list[Line], source: Source, report: Report) -> Iterator[Line]:
    """Count a tab as one level, so that every line finds its place; report the first of neighbouring lines.

    Where tabs and blanks are mixed nobody can tell the level of a line: it is then not looked into.
    """
    reported = False
    mixed = any(line.indent and line.texts[0].startswith(" ") for line in lines)
    for line in lines:
        start = line.texts[0][: line.indent]
        if "\t" not in start:
            reported = False
            yield line
            continue
        if not reported and not line.bad:
            at = Span(source, line.number, start.index("\t") + 1, line.number, line.indent + 1)
            report("GDSYN02", at, problem="it holds a tab; write two spaces for each level")
        reported = True
        indent = start.count("\t") * STEP + start.count(" ")
        text = " " * line.indent + line.texts[0][line.indent :]
        yield attrs.evolve(line, indent=indent, texts=(text, *line.texts[1:]), bad=line.bad or mixed)


@mutable
class _Snap(Mutable):
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
        return line.text.split(" ", 1)[0].rstrip(":") not in _OUTERMOST
    if above.text.startswith("if ") and line.text.startswith("else"):
        return False
    if line.text.startswith("|"):
        return not above.text.startswith("|")
    if above.text.endswith(":") or _EACH.fullmatch(above.text):
        return True
    return _CARD.fullmatch(above.text) is not None and _FIELD.match(line.text) is not None


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
    if not line.bad and (first is not None or step not in seen):
        report("GDSYN02", _margin(line, source), problem=f"{line.indent} spaces where {expected} are needed")
    if first is None:
        seen.add(step)
    return attrs.evolve(line, misplaced=True)


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
