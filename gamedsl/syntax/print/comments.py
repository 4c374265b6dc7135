"""Printed lines that know their source lines, and that source -> text with the comments and blank lines in place."""

from __future__ import annotations

import attrs

from gamedsl.source import Source
from gamedsl.syntax.print.wrapping import wrapped
from gamedsl.syntax.text.scanner import read_lines


@attrs.define(eq=False)
class Printed:
    """One printed line; ``line`` is a source line it was made of, ``section`` wants a blank line before it."""

    text: str
    line: int = 0
    section: bool = False

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip(" "))


@attrs.frozen
class Remark:
    """What a source line holds beside its code: a comment (with ``#``), or nothing on a blank line.

    ``behind`` tells a comment behind code from one on a line of its own.
    """

    line: int
    comment: str
    behind: bool
    indent: int


def remarks(source: Source) -> list[Remark]:
    """Return all comments and blank lines of a source, in order."""
    found: list[Remark] = []
    for number, line in enumerate(source.text.split("\n"), 1):
        code, comment = _cut(line.rstrip("\r"))
        if not code.strip() or comment:
            found.append(Remark(number, comment.rstrip(), bool(code.strip()), len(line) - len(line.lstrip(" "))))
    while found and not found[-1].comment:
        found.pop()
    return found


def _cut(line: str) -> tuple[str, str]:
    """Return the code and the comment of a line; a ``#`` between quotes begins no comment."""
    inside = False
    for position, sign in enumerate(line):
        if sign == '"':
            inside = not inside
        elif sign == "#" and not inside:
            return line[:position], line[position:]
    return line, ""


def code_of(line: str) -> str:
    """Return a line of a rule file without its comment."""
    return _cut(line)[0]


def logical_lines(source: Source) -> dict[int, int]:
    """Return for each line of a source with code the first line of the logical line it belongs to."""
    lines = read_lines(source, lambda *_, **__: None)
    return {line.number + i: line.number for line in lines for i in range(len(line.texts))}


def weave(lines: list[Printed], source: Source | None) -> str:
    """Return the text of printed lines, with the remarks of the source at the places where they stood."""
    starts: dict[int, int] = {} if source is None else logical_lines(source)
    lines = [part for line in lines for part in _folded(line)]
    ends = {start: line for line, start in starts.items()}
    left = [] if source is None else remarks(source)[::-1]
    out: list[str] = []
    for index, line in enumerate(lines):
        start = starts.get(line.line, 0)
        gap = _gap(_taken(left, start), lines, index)
        inside = [remark for remark in _taken(left, ends.get(start, 0) + 1) if remark.comment]
        last = inside.pop() if inside and inside[-1].behind else None
        gap += [" " * line.indent + remark.comment for remark in inside]
        if not out:
            gap = gap[next((i for i, text in enumerate(gap) if text), len(gap)) :]
        elif line.section and "" not in gap:
            gap.insert(0, "")
        out += [*gap, line.text if last is None else f"{line.text}  {last.comment}"]
    deepest = lines[-1].indent if lines else 0
    out += _without_doubles([" " * min(r.indent, deepest) * bool(r.comment) + r.comment for r in left[::-1]])
    return "\n".join(out) + "\n"


def _folded(line: Printed) -> list[Printed]:
    """Return a long line as several; the first of them keeps its place before the blank line of a section."""
    if line.text.lstrip().startswith("|"):
        return [line]
    first, *more = wrapped(line.text)
    return [attrs.evolve(line, text=first), *(attrs.evolve(line, text=text, section=False) for text in more)]


def _taken(left: list[Remark], line: int) -> list[Remark]:
    """Take the remarks above a source line off the (reversed) list."""
    taken = []
    while left and left[-1].line < line:
        taken.append(left.pop())
    return taken


def _gap(before: list[Remark], lines: list[Printed], index: int) -> list[str]:
    """Return the comments and blank lines between the printed line before and this one."""
    own = lines[index].indent
    above = lines[index - 1].indent if index else 0
    texts = []
    for remark in before:
        # A comment belongs to the line below, unless it stands deeper, at the end of the block above.
        indent = min(remark.indent, above) if remark.indent > own and above > own else own
        texts.append(" " * indent + remark.comment if remark.comment else "")
    return _without_doubles(texts)


def _without_doubles(texts: list[str]) -> list[str]:
    return [text for index, text in enumerate(texts) if text or not index or texts[index - 1]]
