"""What the writers of steps and phases need of all paragraphs of an engine: their codes, and how one calls another."""

from __future__ import annotations

from typing import Any, Protocol

from gamedsl.engine.rules.asks import ChosenAsk, PickAsk, PlanAsk
from gamedsl.engine.rules.atoms import Atoms
from gamedsl.engine.rules.codes import Code
from gamedsl.engine.rules.watching import Watching
from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Compiler
from gamedsl.source import Span


class ParagraphCodes(Protocol):
    """The codes of all paragraphs; see ``Paragraphs``, which makes them."""

    c: Compiler
    numbering: Numbering
    by_name: dict[str, Code]
    atoms: Atoms
    watching: Watching

    def action_code(self, name: str) -> Code:
        """Return the code of an action."""
        ...

    def rule_code(self, name: str) -> Code:
        """Return the code of a rule."""
        ...

    def cell_codes(self, kind: str, column: str) -> dict[int, Code]:
        """Return the codes of a column of rules by design."""
        ...

    def offer_code(self, parent: Code, slots: int) -> Code:
        """Make the code of an ``offer`` step."""
        ...

    def complete(self, ask: PlanAsk | PickAsk | ChosenAsk, span: Span, paragraph: str) -> None:
        """Give a question what its messages need."""
        ...

    def keep_words(self, code: Code, name: str) -> None:
        """Keep the words of a paragraph with values as they are when it begins, for the ledger entries of its steps."""
        ...

    def after(self, code: Code, paragraph: str) -> None:
        """Append the triggers that follow a paragraph, in file order."""
        ...

    def push(self, s: State, frame: list[Any], span: Span, depth: int = 32) -> None:
        """Begin a paragraph."""
        ...
