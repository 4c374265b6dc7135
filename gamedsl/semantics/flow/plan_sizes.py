"""A checked game in, findings about plans that have too many states to be played out."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.automata import MOST_STATES, TooManyStatesError, build
from gamedsl.semantics.core.walk import bodies, walk

_MOST_IN_ALL = 2
"""So many plans of the largest size a game may have."""


def check_plan_sizes(game: model.CheckedGame, report: Report) -> None:
    """Report plans that go beyond the bound, with each option at its largest number; behind some, none is looked at."""
    order = {name: place for place, name in enumerate(game.actions)}
    left = MOST_STATES * _MOST_IN_ALL
    for plan in _plans(game):
        try:
            left -= len(build(plan, lambda value: _most(game, value), order).states)
        except TooManyStatesError:
            left -= MOST_STATES
            report("GDLIM02", plan.span, limit=MOST_STATES)
        if left < 0:
            report("GDLIM02", plan.span, limit=MOST_STATES)
            return


def _plans(game: model.CheckedGame) -> Iterator[core.CorePlan]:
    """Walk the plans of all phases and offers."""
    for body in bodies(game):
        for part in walk(*body.parts):
            if isinstance(part, core.Offer):
                yield part.plan
            elif body.role == "plan" and isinstance(part, core.CorePlan) and part in body.parts:
                yield part


def _most(game: model.CheckedGame, value: core.Value) -> int | None:
    """Return the largest number that the bound of a repetition can have; None for none."""
    match value:
        case core.Const(value=int(number)):
            return number
        case core.OptionValue(option=option):
            return max((one for one in game.options[option].values if isinstance(one, int)), default=1)
        case _:
            raise TypeError(f"a plan is not bounded by {type(value).__name__}")
