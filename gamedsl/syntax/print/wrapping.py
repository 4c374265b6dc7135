"""A long printed line -> several lines that are read as the same one.

Lines go on inside brackets and behind commas, so those are the places where a line may end. An expression that has no
brackets around it gets some::

    lures_sydney = citizens >= 2 if sydney = citizens_2 else count(saloon) >= 3 if sydney = characters_3 else ...

    lures_sydney = (
      citizens >= 2 if sydney = citizens_2
      else count(saloon) >= 3 if sydney = characters_3
      else ...)

What binds loosest is broken first. Where it is an operator, every one of its kind begins a line; lists and loops are
filled, as many parts on a line as there is room for. This is the usual way of pretty printers (Wadler, "A prettier
printer", 2003), on text: brackets and words say enough about the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

WIDEST = 120
"""The code of a line is broken behind so many characters; its words may stand out, as words are not broken."""

_STEP = 2
_LEVELS = (
    re.compile(r"(?<=,) "),
    re.compile(r" (?=(?:with|then|ties) )"),
    re.compile(r" (?=(?:for each|where) )"),
    re.compile(r" (?=else )"),
    re.compile(r" (?=or )"),
    re.compile(r" (?=and )"),
    re.compile(r" (?=[+-] )"),
)
"""Where a text may be broken, what binds loosest first."""
_FILLED = (0, 2)
"""Levels of which as many parts stand on a line as there is room for."""
_CONDITION = re.compile(r" *(?:change )?(?:when|once|until|worth|winner): ")
"""What stands before the value of a condition."""
_DEFINED = re.compile(r" *(?:change |let:? )?\w+(?:\([^()]*\))? = (?=[^ ])")
"""What stands before the value of a term or of a ``let``."""
_NEXT = re.compile(r"(?<=;) ")
"""What stands between two steps on one line."""
_WORDS = re.compile(r' +(?:"[^"]*"(?: \[[^]"]*\])?|\[[A-Z][^]"]*\])$')
_OPEN, _CLOSED = "([{", ")]}"


def wrapped(text: str) -> list[str]:
    """Return a line as lines of at most ``WIDEST`` characters of code, as far as it has places to be broken at."""
    words = _WORDS.search(text)
    code, behind = (text, "") if words is None else (text[: words.start()], text[words.start() :])
    if len(code) <= WIDEST:
        return [text]
    indent = len(code) - len(code.lstrip(" "))
    lines = _at_commas(code, indent) or _in_brackets(code, indent) or [code]
    if behind.startswith("  "):
        behind = "   " + behind.lstrip()
    return [*lines[:-1], lines[-1] + behind]


def _at_commas(code: str, indent: int) -> list[str]:
    """Return a list without brackets as filled lines; empty when the code is no such list or that does not help."""
    parts = _split(code, _LEVELS[0])
    if len(parts) == 1:
        return []
    lines = _fill(parts, indent + 4)
    return lines if max(map(len, lines)) <= WIDEST else []


def _in_brackets(code: str, indent: int) -> list[str]:
    """Return code broken inside its longest bracket, or inside brackets put around its value."""
    start = _value_of(code)
    opened = _longest_bracket(code, start)
    if start and opened != (start, len(code) - 1) and _is_operation(code[start:]):
        code = f"{code[:start]}({code[start:]})"
        opened = start, len(code) - 1
    if opened is None:
        return []
    first, last = opened
    inner = _broken(code[first + 1 : last], indent + _STEP)
    tail = code[last:]
    lines = [code[: first + 1], *inner]
    lines[-1] += tail
    if len(lines[-1]) > WIDEST and _longest_bracket(tail[1:]) is not None:
        rest = _in_brackets(lines[-1], indent + _STEP)
        lines[-1:] = rest or lines[-1:]
    return lines


def _broken(text: str, indent: int) -> list[str]:
    """Return what stands in brackets as lines, each indented at least so far."""
    pad = " " * indent
    if indent + len(text) <= WIDEST:
        return [pad + text]
    for level, where in enumerate(_LEVELS):
        parts = _split(text, where)
        if len(parts) > 1:
            lines = [pad + part for part in parts]
            if level in _FILLED:
                lines = _fill([pad + parts[0], *parts[1:]], indent if level == 0 else indent + _STEP)
            return [again for line in lines for again in _again(line)]
    opened = _longest_bracket(text)
    if opened is None:
        return [pad + text]
    first, last = opened
    inner = _broken(text[first + 1 : last], indent + _STEP)
    return [pad + text[: first + 1], *inner[:-1], inner[-1] + text[last:]]


def _again(line: str) -> list[str]:
    """Break a line once more that is too long still."""
    indent = len(line) - len(line.lstrip(" "))
    text = line.strip()
    first, *more = _broken(text, indent)
    if any(len(_split(text, where)) > 1 for where in _LEVELS):
        more = [" " * _STEP + part for part in more]
    return [first, *more]


def _fill(parts: list[str], indent: int) -> list[str]:
    """Return parts as lines, as many on each as there is room for; all but the first line are indented so far."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + 1 + len(part) <= WIDEST:
            lines[-1] += " " + part
        else:
            lines.append(" " * indent + part)
    return lines


def _split(text: str, where: re.Pattern[str]) -> list[str]:
    """Return the parts of a text between places that stand in no brackets and no words."""
    depths = list(_depths(text))
    parts, begun = list[str](), 0
    for found in where.finditer(text):
        if depths[found.start()] == 0:
            parts.append(text[begun : found.start()])
            begun = found.end()
    return [*parts, text[begun:]]


def _is_operation(text: str) -> bool:
    """Is a value more than one call or bracket, so that it can be broken at its operators?"""
    return any(len(_split(text, where)) > 1 for where in _LEVELS[1:])


def _value_of(code: str) -> int:
    """Return where the value of a field, a term or a ``let`` begins; 0 where a line has none."""
    before = _DEFINED.match(code) or _CONDITION.match(code)
    return 0 if before is None or len(_split(code, _NEXT)) > 1 else before.end()


def _longest_bracket(text: str, start: int = 0) -> tuple[int, int] | None:
    """Return where the longest outermost bracket behind a place opens and closes."""
    longest, begun = None, start
    before = 0
    for place, depth in enumerate([*_depths(text), 0]):
        if before == 0 and depth == 1:
            begun = place
        elif before == 1 and depth == 0 and begun >= start and _goes_on(text, begun):
            longest = max(longest or (begun, begun), (begun, place - 1), key=lambda ends: ends[1] - ends[0])
        before = depth
    return longest


def _goes_on(text: str, begun: int) -> bool:
    """Does a line go on inside a bracket? Not inside that of rule numbers, which stands behind a blank."""
    return text[begun] in _OPEN and not (text[begun] == "[" and text[begun - 1 : begun] in {"", " "})


def _depths(text: str) -> Iterator[int]:
    """Walk the signs of a text: in how many brackets each stands, both brackets and words counted as inside."""
    depth, quoted = 0, False
    for sign in text:
        if sign == '"':
            if quoted:
                yield depth + 1
                quoted = False
                continue
            quoted = True
        if not quoted and sign in _OPEN:
            depth += 1
        yield depth + quoted
        if not quoted and sign in _CLOSED:
            depth -= 1
