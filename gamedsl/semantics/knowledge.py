"""A checked game in, findings about what players cannot know out: guards, words and what is done together."""

from __future__ import annotations

from gamedsl.semantics import model
from gamedsl.semantics.flow_values import has_circles
from gamedsl.semantics.knowledge_cards import Watch
from gamedsl.semantics.knowledge_displays import check_displays
from gamedsl.semantics.knowledge_numbers import secret_numbers
from gamedsl.semantics.knowledge_together import check_together
from gamedsl.semantics.knowledge_values import Eyes
from gamedsl.semantics.symbols import Report


def check(game: model.CheckedGame, report: Report) -> None:
    """Report guards and words that read what their decider cannot know, and common things touched together.

    Values that need themselves are left to the check of the flow.
    """
    if has_circles(game):
        return
    watch = Watch(game, Eyes(game, numbers=secret_numbers(game)), report)
    watch.cards()
    check_displays(game, watch.eyes, report)
    check_together(game, report)
