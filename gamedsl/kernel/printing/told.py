"""A kernel program -> the same with the notes that somebody wants, without all others and what only these need"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import attrs

from gamedsl.kernel.making import opposite
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

Body = tuple[Statement, ...]


def with_notes(program: Program, told: Collection[str]) -> Program:
    """Return a program with the notes about what is ``told`` alone, asides written out."""
    return attrs.evolve(
        program,
        functions={
            name: attrs.evolve(function, body=_body(function.body, told))
            for name, function in program.functions.items()
        },
        blocks=[_body(body, told) for body in program.blocks],
        waits={number: _body(body, told) for number, body in program.waits.items()},
    )


def _body(body: Sequence[Statement], told: Collection[str]) -> Body:
    """Return statements with the notes that are wanted; tests and loops around nothing but others go, too."""
    found: list[Statement] = []
    for one in body:
        match one:
            case Note(about=about):
                found += [one] if about in told else []
            case Aside(about=about, body=inside):
                found += _body(inside, told) if about in told else []
            case If(condition=condition, then=then, otherwise=otherwise):
                first, second = _body(then, told), _body(otherwise, told)
                if first == then and second == otherwise:
                    found.append(one)
                elif first:
                    found.append(If(condition, first, second))
                elif second:
                    found.append(If(opposite(condition), second))
            case Try(body=inside, otherwise=otherwise):
                found.append(Try(_body(inside, told), _body(otherwise, told)))
            case For() | ForBits() | While() | Ordered():
                found.append(attrs.evolve(one, body=_body(one.body, told)))
            case _:
                found.append(one)
    return tuple(found)
