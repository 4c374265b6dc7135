"""A checked game in, warnings about what holds from the beginning out: an end, and what is forbidden all the time."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import enumerated
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.flow.logic import always, never
from gamedsl.semantics.flow.reach.ends import far
from gamedsl.semantics.flow.reach.reach import Reach
from gamedsl.source import written


def check_beginning(reach: Reach, report: Report) -> None:
    """Warn about conditions under `end` that hold before the first phase, whatever the set-up and the setup."""
    for end in reach.game.ends:
        condition = end.condition
        opposite = core.Not(span=condition.span, type=t.BoolType(), value=condition)
        if never(reach.game, opposite, reach.at_first) and not always(reach.game, [condition]):
            known = enumerated([*far(reach.game, condition, reach.at_first)], "and")
            told = f"then {known}" if known else "the setup changes nothing of it"
            report("GDFLO31", condition.span, condition=written(condition.span), far=told)


def check_forbidden(game: model.CheckedGame, report: Report) -> None:
    """Warn about actions and rules that are forbidden all the time; a variant may leave out so what its base has."""
    for modifier in game.modifiers.values():
        whens = [when.condition for when in modifier.whens]
        own = [name for name in modifier.forbids if _place(game, name) == modifier.span.path]
        if own and all(_holds(game, condition) for condition in whens):
            names = enumerated([f"`{name}`" for name in own], "and")
            result = "nobody can ever do that" if own[0] in game.actions else "that never does anything"
            report("GDFLO30", modifier.span, modifier=modifier.name, names=names, result=result)


def _holds(game: model.CheckedGame, condition: core.Value) -> bool:
    """Tell whether a condition always holds; of a single comparison that is told where it stands."""
    return not isinstance(condition, core.Compare) and always(game, [condition])


def _place(game: model.CheckedGame, name: str) -> str:
    found = game.actions.get(name) or game.rules[name]
    return found.span.path
