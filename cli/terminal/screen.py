"""What somebody sees, what is new and what is asked -> a screen that fits a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import attrs
import click
from rich.console import Console, Group, RenderableType
from rich.segment import SegmentLines

from gamedsl.i18n.speaking import ngettext
from gamedsl.presentation.breakdown import Breakdown
from gamedsl.presentation.story.passages import Passage
from gamedsl.presentation.view_data import View

from ..render.compact import Steady, screen_of
from ..render.lines import Shortened, render_story

Form = Literal["auto", "compact", "full"]
"""How tables are shown: whole, fitted to the screen, or fitted where the whole has no room on the terminal."""
FORMS: dict[bool | None, Form] = {None: "auto", True: "compact", False: "full"}
"""By what ``--compact`` and ``--full`` say."""
_PIPE_LINES = 24
_PROMPT = 1


@attrs.define
class Screens:
    """Makes screens for a terminal, or for what is taken for one. ``above``: lines that stand before the next one."""

    console: Console
    form: Form = "auto"
    above: int = 0
    steady: Steady = attrs.field(factory=Steady)

    @property
    def lines(self) -> int:
        """How many lines a screen has beside the one that is typed into; where there is no screen, as a small one."""
        return max(1, (self.console.height if self.console.is_terminal else _PIPE_LINES) - _PROMPT - self.above)

    def height(self, *parts: RenderableType) -> int:
        """Return how many lines something takes."""
        return len(self.console.render_lines(Group(*parts), pad=False))

    def paged(self, shown: RenderableType, ask: Callable[[str], str]) -> str:
        """Print something, page by page where it is higher than the terminal; return what is typed instead of Enter."""
        if not self.console.is_terminal or self.console.is_dumb_terminal or self.height(shown) < self.console.height:
            self.console.print(shown)
            return ""
        lines, room = self.console.render_lines(shown, pad=False), max(1, self.console.height - _PROMPT)
        for first in range(0, len(lines), room):
            page = lines[first : first + room]
            self.console.print(SegmentLines(page, new_lines=True), end="")
            left = len(lines) - first - len(page)
            if not left:
                break
            more = ngettext("… {count} more line: Enter", "… {count} more lines: Enter", left)
            try:
                typed = ask(f"{more} ")
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                break
            if typed:
                return typed
        return ""

    def is_fitted(self, *whole: RenderableType) -> bool:
        """Is what is shown to be fitted? ``whole`` is all of it: where that has room, it is shown as it is."""
        if self.form != "auto":
            return self.form == "compact"
        return self.console.is_terminal and self.height(*whole) > self.lines

    @property
    def is_steady(self) -> bool:
        """Does each screen stand where the one before it stood?"""
        return self.form == "compact" or (self.form == "auto" and self.console.is_terminal)

    def fitted(
        self,
        view: View,
        story: Sequence[Passage],
        tables: Sequence[Breakdown],
        asked: Sequence[RenderableType],
        chosen: frozenset[str],
        *,
        steady: bool = True,
    ) -> list[RenderableType]:
        """Return a screen: ``story`` is new, ``asked`` has forms, the shortest first.

        ``chosen``: entries that choices depend on; ``steady``: as much as can be stands where it stood before.
        """
        names = [seat.name for seat in view.seats]

        def told(most: int) -> RenderableType | None:
            return render_story(story, most, names, tables, shortened=Shortened(view.viewer)) if story else None

        screen = screen_of(view, told, asked, chosen, self.console.width)
        return screen.fitted(self.height, self.lines, self.steady if steady else None)


compact_or_full = click.option(
    "--compact/--full",
    default=None,
    help="Show a screen that fits the terminal, or all of the table. Default: what does not fit is made to fit; "
    "all of it where standard output is no terminal (--compact takes that for 80 × 24).",
)
"""The option of verbs that show tables; the verb gets it as ``compact``."""
