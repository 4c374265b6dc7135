"""A layout without anything on the table -> what works out conditions over options and the number of seats

They decide what a set-up is made of, so that they are asked before it has a program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from gamedsl.engine.present.words import Wording
from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.makers import MODULES
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.program import Int
from gamedsl.kernel.queries.compiler import ExpressionCompiler
from gamedsl.semantics.core import model

_LOADED = MODULES
_NUMBER = Int(0, 2**63)
_RUNNING = ("key", "game", "status", "resume", "decisions", "work", "jumps")
"""Fields that every program has."""


def compiler_of_options(
    layout: Layout, wording: Wording, changers: Mapping[str, list[model.CheckedModifier]]
) -> ExpressionCompiler:
    """Return what works out expressions that read no state. ``changers``: by term the modifiers that change it."""
    b = Lowering(layout, cast(Numbering, None))
    for name in _RUNNING:
        b.field(name, 1, _NUMBER)
    shared: dict[str, Any] = {"changers": changers, "kept values": set(), "kept slots": set()}
    b.shared |= shared
    return ExpressionCompiler(b, PythonKernel(b.program), wording)
