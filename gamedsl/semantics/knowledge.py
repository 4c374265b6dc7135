"""A checked game in, findings about what players cannot know out: guards, words and what is done together."""

from __future__ import annotations

from gamedsl.semantics import model
from gamedsl.semantics.flow_values import has_circles
from gamedsl.semantics.knowledge_cards import NOBODY, Watch, phases_with_you, taken
from gamedsl.semantics.knowledge_displays import check_displays
from gamedsl.semantics.knowledge_together import check_together
from gamedsl.semantics.knowledge_values import Env, Eyes
from gamedsl.semantics.symbols import Report


def check(game: model.CheckedGame, report: Report) -> None:
    """Report guards and words that read what their decider cannot know, and common things touched together.

    Values that need themselves are left to the check of the flow.
    """
    if has_circles(game):
        return
    watch = Watch(game, Eyes(game), report)
    watch.steps(game.setup, Env("setup", NOBODY))
    for action in game.actions.values():
        watch.action(action)
    with_you = phases_with_you(game)
    for phase in game.phases.values():
        watch.phase(phase, with_you.get(phase.name, True))
    for trigger in game.triggers.values():
        watch.trigger(trigger, taken(game, trigger))
    for modifier in game.modifiers.values():
        watch.modifier(modifier)
    for hint in game.hints.values():
        watch.hint(hint)
    check_displays(game, watch.eyes, report)
    check_together(game, report)
