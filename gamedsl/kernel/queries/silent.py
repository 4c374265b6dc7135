"""A program, and what is asked of its states beside play -> the same, where asking tells nobody anything"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamedsl.kernel.passes.strip_notes import body_with_notes
from gamedsl.kernel.passes.walk import walk, with_children
from gamedsl.kernel.printing.answer import Answer
from gamedsl.kernel.program import GIVEN, Aside, Call, Expression, Note, Noted, Program, Statement


def untold(program: Program, answers: Sequence[Answer]) -> tuple[Program, list[Answer]]:
    """Return a program with functions of its own for answers, wherever those of play have notes."""
    calls = {name: _calls(one.body) for name, one in program.functions.items()}
    wanted: set[str] = set()
    waiting = {name for one in answers for name in _calls((*one.body, *one.values))}
    while waiting:
        wanted |= waiting
        waiting = {inner for one in waiting for inner in calls[one]} - wanted
    telling = {name for name in wanted if _tells(program.functions[name].body)}
    while more := {name for name in wanted - telling if calls[name] & telling}:
        telling |= more
    names = {name: f"{name} untold" for name in telling}

    def change(x: Any) -> Any:
        made = with_children(x, change)
        if isinstance(made, Noted):
            return made.value
        return attrs.evolve(made, function=names[made.function]) if _is_of(made, names) else made

    def body(found: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(change(one) for one in body_with_notes(found, ()))

    functions = {
        names[name]: attrs.evolve(one, name=names[name], body=body(one.body))
        for name, one in program.functions.items()
        if name in names
    }
    made = [
        attrs.evolve(one, body=body(one.body), values=tuple(change(value) for value in one.values)) for one in answers
    ]
    return attrs.evolve(program, functions={**program.functions, **functions}), made


def _is_of(x: Any, names: dict[str, str]) -> bool:
    return isinstance(x, Call) and x.function in names


def _calls(body: tuple[Statement | Expression, ...]) -> set[str]:
    return {x.function for x in walk(body) if isinstance(x, Call) and x.function not in GIVEN}


def _tells(body: tuple[Statement, ...]) -> bool:
    return any(isinstance(x, Note | Noted | Aside) for x in walk(body))
