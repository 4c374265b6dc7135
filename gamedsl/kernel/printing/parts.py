"""The functions of a C file -> the same, apart in two parts that two compilers can make side by side

With ``PART`` as 2 a compiler makes ``run``, which takes about as long as all other functions, and as 1 what is left.
Without ``PART`` it makes the whole file as one, in which everything is static. Functions that stand ``inline`` are in
both parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Lines = list[str]
Functions = dict[str, Lines]
"""By their names the lines of functions; the first one has the head, with nothing but an opening bracket behind it."""

PARTS = r"""#ifdef PART
#define COMMON __attribute__((visibility("hidden")))
#else
#define COMMON static
#endif
#if PART == 2
#define LOCAL extern COMMON __thread
#else
#define LOCAL COMMON __thread
#endif"""
"""How functions, and variables of a thread, stand that both parts know."""
_FIRST, _SECOND, _END = "#if PART != 2", "#if PART != 1", "#endif"
_CALL = re.compile(r"\b([AGLR]\d+|legal)\(")
_RUN = "run"
LEGAL = "legal"
"""The function that lists the choices of a decision."""
APART = "R0"
"""The function of blocks that are seldom run, where these stand apart."""
LIGHTLY = "LIGHTLY"
"""How ``run`` is compiled where it is little of what is done: see ``IN_HASTE``."""
_DENSER = 1.25
"""How long a compiler takes for a line outside of ``run``, in lines of that."""
_LIGHT = 0.6
"""The same for a line of ``run`` where it is compiled lightly."""


def in_parts(functions: Functions, run: Lines, between: Lines, behind: Lines) -> Lines:
    """Write functions, what stands ``between`` them and ``run`` in both parts, and what is ``behind`` in the first."""
    moved = _with_run(functions, run, behind)
    second = [*run, *[line for name in moved for line in functions[name]]]
    left = [name for name, lines in functions.items() if name not in moved and not _is_inline(lines)]
    first = [*behind, *[line for name in left for line in functions[name]]]
    both = called("\n".join(second), functions) - moved | called("\n".join(first), functions) & moved
    written = {name: [_common(lines[0]), *lines[1:]] if name in both else lines for name, lines in functions.items()}
    parts: tuple[Lines, Lines, Lines] = [], [], []
    for name, lines in written.items():
        parts[0 if _is_inline(lines) else 2 if name in moved else 1].extend(lines)
    inline, first, second = parts
    heads = [f"{lines[0][:-2]};" for lines in written.values()]
    lines = [*heads, *inline, _FIRST, *first, _END, *between, f"{run[0][:-2]};"]
    return [*lines, _SECOND, *second, *run, _END, _FIRST, *behind, _END]


def called(text: str, functions: Functions) -> set[str]:
    """Return the functions of one part that a text calls, also where what it calls is inline."""
    found: set[str] = set()
    waiting = [text]
    while waiting:
        new = {name for name in _CALL.findall(waiting.pop()) if name in functions} - found
        found |= new
        waiting += ["\n".join(functions[name][1:]) for name in new if _is_inline(functions[name])]
    return {name for name in found if not _is_inline(functions[name])}


def _with_run(functions: Functions, run: Lines, behind: Lines) -> set[str]:
    """Return functions that nothing else calls than ``run``, so many that both parts take about as long.

    Where ``run`` is compiled lightly these are not enough, and it is the same with what lists choices.
    """
    texts = {_RUN: run, "": behind, **{name: one[1:] for name, one in functions.items() if not _is_inline(one)}}
    callers: dict[str, set[str]] = {}
    for caller, lines in texts.items():
        for name in called("\n".join(lines), functions):
            callers.setdefault(name, set()).add(caller)
    is_light = LIGHTLY in run[0]
    ahead = _DENSER * sum(_size(lines) for name, lines in texts.items() if name != _RUN)
    ahead -= _size(run) * (_LIGHT if is_light else 1)
    moved: set[str] = set()
    for first in ((), (LEGAL,))[: 1 + is_light]:
        for name in (*first, *reversed(functions)):
            cost = 2 * _DENSER * len(functions.get(name, ()))
            if name not in callers or name in moved or cost > ahead:
                continue
            if name in first or callers[name] <= {_RUN, *moved}:
                moved.add(name)
                ahead -= cost
    return moved


def _size(lines: Iterable[str]) -> int:
    return sum(1 + one.count("\n") for one in lines)


def _is_inline(lines: Lines) -> bool:
    return lines[0].startswith(("static inline ", "static INLINE "))


def _common(head: str) -> str:
    return head.replace("static", "COMMON", 1)
