"""A game with seats and options -> what programs, states and words of it are made of"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from gamedsl.engine.beginning import Table, beginning
from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.drawing import Drawing
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.wording import Wording
from gamedsl.semantics.core import model


@attrs.frozen(eq=False)
class SetUp:
    """A set-up: everything in it has its number, and its name. ``chosen``: the options that were given."""

    layout: Layout
    wording: Wording
    drawing: Drawing
    numbering: Numbering
    chosen: Mapping[str, bool | int | str]

    @property
    def game(self) -> model.CheckedGame:
        """The rules."""
        return self.layout.game

    def beginning(self) -> Table:
        """Return what is on the table before ``setup``."""
        return beginning(self.drawing, self.wording)
