"""A kernel program -> the same with the notes that somebody wants, without all others and what only these need

note "paid" (you, n)                          (nothing, where nobody is told)
aside "paid": n = cash[you]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import is_

import attrs

from gamedsl.kernel.builder import opposite
from gamedsl.kernel.passes.walk import Body
from gamedsl.kernel.program import (
    Aside,
    For,
    ForBits,
    If,
    Note,
    Ordered,
    Program,
    Statement,
    Try,
    While,
)


def with_notes(program: Program, told: Collection[str]) -> Program:
    """Return a program with the notes about what is ``told`` alone, asides written out."""
    return attrs.evolve(
        program,
        functions={
            name: attrs.evolve(function, body=body_with_notes(function.body, told))
            for name, function in program.functions.items()
        },
        blocks=[body_with_notes(body, told) for body in program.blocks],
        waits={number: body_with_notes(body, told) for number, body in program.waits.items()},
    )


def body_with_notes(body: Sequence[Statement], told: Collection[str]) -> Body:
    """Return statements with the notes that are wanted; tests and loops around nothing but others go, too.

    What stays as it is, is the same object.
    """
    found: list[Statement] = []
    for one in body:
        if isinstance(one, Note):
            found += [one] if one.about in told else []
        elif isinstance(one, Aside):
            found += body_with_notes(one.body, told) if one.about in told else []
        elif isinstance(one, If):
            first, second = body_with_notes(one.then, told), body_with_notes(one.otherwise, told)
            if first is one.then and second is one.otherwise:
                found.append(one)
            elif first:
                found.append(If(one.condition, first, second))
            elif second:
                found.append(If(opposite(one.condition), second))
        elif isinstance(one, Try):
            found.append(Try(body_with_notes(one.body, told), body_with_notes(one.otherwise, told)))
        elif isinstance(one, For | ForBits | While | Ordered):
            inside = body_with_notes(one.body, told)
            found.append(one if inside is one.body else attrs.evolve(one, body=inside))
        else:
            found.append(one)
    same = isinstance(body, tuple) and len(found) == len(body) and all(map(is_, found, body))
    return body if same else tuple(found)  # type: ignore[return-value]
