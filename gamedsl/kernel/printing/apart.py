"""A statement that is to stand in a function of its own inside -> what it shares, and the ways that lead out of it

Python takes no more than 20 loops inside each other in one function, and blanks for 100 levels in one text.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.kernel.passes.walk import all_statements, assigned, bodies
from gamedsl.kernel.program import (
    Append,
    Back,
    Break,
    Continue,
    Declare,
    DeclareRow,
    For,
    ForBits,
    Halt,
    If,
    Jump,
    Note,
    Return,
    Statement,
    Try,
    Wait,
    While,
)

LOOPS, LEVELS = 16, 50
"""How many loops, and levels of blanks, stand inside each other in one function."""
_LOOP = (For, ForBits, While)


def stands_apart(x: Statement, loops: int, levels: int) -> bool:
    """Tell whether a statement inside so many loops and levels is written as a function of its own."""
    if loops >= LOOPS and isinstance(x, (*_LOOP, Try)):
        return True
    return levels >= LEVELS and isinstance(x, (*_LOOP, Try, If))


def shared(x: Statement) -> list[str]:
    """Return what a statement gives another value, but does not declare; ``codes`` where it lists choices."""
    declared, lists = set(), False
    for one in all_statements([x]):
        if isinstance(one, Declare | DeclareRow | For | ForBits):
            declared.add(one.name)
        elif isinstance(one, Note):
            declared.add(one.result)
        elif isinstance(one, Append):
            lists = True
    return sorted((assigned([x]) - declared) | ({"codes"} if lists else set()))


def ways_out(x: Statement) -> set[type]:
    """Return the kinds of statements by which a statement may be left but at its end."""
    return {Break, Continue} & set(_of_loop(x)) | {
        Return for one in all_statements([x]) if isinstance(one, Return | Jump | Back | Wait | Halt)
    }


def _of_loop(x: Statement) -> Iterator[type]:
    """Give the kinds of statements that lead out of a statement to a loop around it."""
    if isinstance(x, _LOOP):
        return
    if isinstance(x, Break | Continue):
        yield type(x)
    for body in bodies(x):
        for one in body:
            yield from _of_loop(one)
