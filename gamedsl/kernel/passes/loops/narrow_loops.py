"""Loops through a word that find nothing for numbers outside of another word -> loops through what is in both

Known as pruning of the iteration space. So it is with lines of a board through the places that have changed: a line
that is held whole is held there, too.

    for place in changed:                         for place in changed & held:
        for line in first[place]..last[place]:        (the same)
            if lines[line] & held = lines[line]: found = 1; break
"""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.kernel.builder import combine, constant
from gamedsl.kernel.passes.walk import change_bodies, with_children
from gamedsl.kernel.program import (
    Assign,
    Break,
    Entry,
    Expression,
    For,
    ForBits,
    If,
    Name,
    Number,
    Operation,
    Program,
    Read,
    Word,
)


def narrow_loops(program: Program) -> None:
    """Let loops through words leave out the numbers for which they find nothing."""
    change_bodies(program, lambda body: tuple([_changed(program, one) for one in body]))


def _changed(program: Program, x: Any) -> Any:
    x = with_children(x, lambda one: _changed(program, one))
    if not isinstance(x, ForBits):
        return x
    held = _held(program, x)
    if held is None or not isinstance(held.type, Word) or not isinstance(x.word.type, Word):
        return x
    return attrs.evolve(x, word=combine("&", x.word, held))


def _held(program: Program, x: ForBits) -> Expression | None:
    """Return the word that holds the words that a loop looks for, all of which have the number of the pass."""
    if len(x.body) != 2:
        return None
    search, end = x.body
    if not isinstance(search, For) or not isinstance(end, If):
        return None
    flag = end.condition
    if not isinstance(flag, Name) or end != If(flag, (Break(),)) or len(search.body) != 1:
        return None
    test = search.body[0]
    if not isinstance(test, If) or test.otherwise or len(test.then) != 2 or not isinstance(test.then[1], Break):
        return None
    found = test.then[0]
    if not isinstance(found, Assign) or found.name != flag.name or constant(found.value) != 1:
        return None
    looked_for, held = _inside(test.condition)
    plain = isinstance(held, Read) and isinstance(held.index, Number)
    own = isinstance(looked_for, Entry) and looked_for.index == Name(search.name, looked_for.index.type)
    return held if plain and own and _have_number(program, x, search, looked_for) else None


def _inside(x: Expression) -> tuple[Any, Expression | None]:
    """Return of a condition that a word is all inside another one these two."""
    if isinstance(x, Operation) and x.sign == "=" and isinstance(x.left, Operation) and x.left.sign == "&":
        for one, other in ((x.left.left, x.left.right), (x.left.right, x.left.left)):
            if one == x.right:
                return one, other
    return None, None


def _have_number(program: Program, x: ForBits, search: For, word: Entry) -> bool:
    """Tell whether the words that are looked for in each pass hold its number."""
    low, end = search.low, search.end
    if not isinstance(low, Entry) or not isinstance(end, Entry) or not isinstance(x.word.type, Word):
        return False
    if not all(isinstance(one.index, Name) and one.index.name == x.name for one in (low, end)):
        return False
    rows, firsts, ends = (program.tables[one.table] for one in (word, low, end))
    wide = x.word.type.width
    if min(len(firsts), len(ends)) < wide:
        return False
    return all(one >> at & 1 for at in range(wide) for one in rows[firsts[at] : ends[at]])
