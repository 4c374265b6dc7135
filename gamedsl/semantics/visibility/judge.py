"""A checked game in, findings about what players cannot know out: guards, words and what is done together."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.semantics.core import model
from gamedsl.semantics.flow.circular_values import has_circles
from gamedsl.semantics.visibility.guards import Watch
from gamedsl.semantics.visibility.heard import check_heard
from gamedsl.semantics.visibility.knowledge import Observer
from gamedsl.semantics.visibility.named import check_named
from gamedsl.semantics.visibility.quiet import check_quiet
from gamedsl.semantics.visibility.secret_numbers import secret_numbers
from gamedsl.semantics.visibility.shown import check_displays
from gamedsl.semantics.visibility.together import check_together


def check(game: model.CheckedGame, report: Report) -> None:
    """Report guards and words that read what their decider cannot know, and common things touched together.

    Values that need themselves are left to the check of the flow.
    """
    if has_circles(game):
        return
    numbers = secret_numbers(game)
    watch = Watch(game, Observer(game, numbers=numbers), report)
    watch.paragraphs()
    check_displays(game, watch.observer, report)
    check_together(game, watch.told_of, report)
    check_named(game, watch.observer, report)
    check_quiet(game, report)
    check_heard(game, numbers, report)
