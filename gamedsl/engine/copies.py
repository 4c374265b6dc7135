"""A legal choice and a piece -> whether that piece is meant, though another copy stands for it in the choice."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.errors import IllegalChoice
from gamedsl.engine.machine import Engine
from gamedsl.engine.rules.alike import merger
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import State


def is_meant(engine: Engine, s: State, choice: Choice, value: Any) -> bool:
    """Is this value what a legal choice picks, or a copy that nobody can tell apart from that?"""
    meant = engine.meant(s, choice)
    if meant == value or choice.type is None or meant is None or value is None:
        return bool(meant == value)
    signature = merger(engine.compiler, choice.type)
    return signature is not None and bool(signature(s, meant) == signature(s, value))


def code_of_copy(engine: Engine, s: State, code: int) -> int:
    """Return the legal choice that takes a copy like the piece that a code names by its own number.

    Raise IllegalChoice when there is none.
    """
    named = engine.numbering.choice(code) if 0 <= code < engine.numbering.total else None
    if named is not None and named.type is not None and named.value is not None:
        for choice in engine.legal(s):
            same = (choice.action, choice.question) == (named.action, named.question)
            if same and is_meant(engine, s, choice, named.value):
                return choice.code
    raise IllegalChoice(f"choice {code} is not legal here")
