"""A layout without anything on the table -> what works out conditions over options and the number of seats

They decide what a set-up is made of, so that they are asked before it has a program.
"""

from __future__ import annotations

from typing import cast

from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.wording import Wording
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.facts import settings_of
from gamedsl.kernel.lowering.makers import MODULES
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.program import Int
from gamedsl.kernel.queries.compiler import ExpressionCompiler
from gamedsl.semantics.visibility.told import Secrets

_LOADED = MODULES
_NUMBER = Int(0, 2**63)
_RUNNING = ("key", "game", "status", "resume", "decisions", "work", "jumps")
"""Fields that every program has."""


def compiler_of_options(layout: Layout, wording: Wording) -> ExpressionCompiler:
    """Return what works out expressions that read no state."""
    settings = settings_of(layout, Secrets(), forces=False)
    b = Lowering(layout, cast(Numbering, None), settings)
    for name in _RUNNING:
        b.field(name, 1, _NUMBER)
    return ExpressionCompiler(b, PythonKernel(b.program), wording)
