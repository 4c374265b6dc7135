"""A graph of paragraphs in, a warning out about a game that is over after one turn, though more is waited for."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.reads import reads, writes
from gamedsl.semantics.core.walk import Part, carried_out, walk
from gamedsl.semantics.flow.graph import Graph, Node, steps_of


def check_laps(paragraphs: Graph, report: Report) -> None:
    """Warn about the last phase with turns where it comes up once, and something in the game waits for more turns.

    That is: what says whose turn it is changes in that turn, the only lap of a game has an `end` to come true in, or
    its winner is whoever has the turn when it ends, which would be known before it begins.
    """
    laps = [*_laps(paragraphs.game)]
    if not laps or laps[-1].is_repeated:
        return
    lap = _Lap(paragraphs, laps[-1].phase, laps[-1].who)
    if not lap.plans:
        return
    turns = "one turn" if lap.is_single else "one turn of each player"
    if (passing := lap.passes_on()) is not None:
        why, label = "the turn is passed on in it", Label(passing.span, "the turn is passed on here")
    elif paragraphs.game.ends and len(laps) == 1 and not lap.asks_again():
        why, label = "`end` waits for something", Label(paragraphs.game.ends[0].condition.span, "this is waited for")
    elif len(laps) == 1 and lap.is_won_by_order() and not lap.asks_again():
        why = "only the order of turns says who wins"
        label = Label(paragraphs.game.winner.span, "this is known before the game begins")
    else:
        return
    report("GDFLO35", lap.phase.span, labels=[label], phase=lap.phase.name, turns=turns, why=why)


@attrs.frozen
class _Turns:
    """A phase with turns that stands in no other one, and whether it, or a phase around it, is repeated."""

    phase: model.CheckedPhase
    who: model.WhoField
    is_repeated: bool


def _laps(game: model.CheckedGame) -> Iterator[_Turns]:
    """Walk the phases with turns, but not what stands in these, in the order of play."""
    waiting = [(name, False) for name in [*game.phases][:1]]
    for _ in range(_MOST):
        if not waiting:
            return
        name, around = waiting.pop(0)
        phase = game.phases[name]
        is_repeated = around or phase.until is not None
        if phase.who is not None:
            yield _Turns(phase, phase.who, is_repeated)
        else:
            waiting[:0] = [(inner, is_repeated) for inner in phase.phases]


_MOST = 1000
"""Phases that are walked through: the same ones may be named again and again."""


@attrs.frozen(eq=False)
class _Lap:
    """The turns of a phase that come up once in a game."""

    paragraphs: Graph
    phase: model.CheckedPhase
    who: model.WhoField
    inside: list[Node] = attrs.field(init=False)
    plans: list[core.CorePlan] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        game = self.paragraphs.game
        watched = [("triggers", one.name) for one in game.triggers.values() if one.after is None]
        reached = self.paragraphs.reached([("phases", self.phase.name), *watched])
        object.__setattr__(self, "inside", [node for node in self.paragraphs.edges if node in reached])
        plans = [phase.plan for phase in self._phases() if phase.plan is not None]
        object.__setattr__(self, "plans", plans)

    @property
    def is_single(self) -> bool:
        """Tell whether one player has a turn, not a set of them."""
        return self.who.start is None and not self.who.together

    def _phases(self) -> list[model.CheckedPhase]:
        return [self.paragraphs.game.phases[name] for section, name in self.inside if section == "phases"]

    def _steps(self) -> Iterator[Part]:
        steps = steps_of(self.paragraphs.game)
        return (step for node in self.inside for step in walk(*steps[node]))

    def passes_on(self) -> core.CoreStep | None:
        """Return a step that sets what says whose turn it is, where nothing reads it any more."""
        game = self.paragraphs.game
        if not self.is_single:
            return None
        asked = (reads(game, self.who.value) & game.values.keys()) - reads(game, *self._read_besides())
        around = (one for phase in game.phases.values() if self.phase.name in phase.phases for one in walk(*phase.then))
        sets = (one for one in (*self._steps(), *around) if isinstance(one, core.Assign | core.RollValue))
        return next((one for one in sets if one.target.entry in asked), None)

    def is_won_by_order(self) -> bool:
        """Tell whether the winner is whoever has the turn at the end, and nothing in the game says who has it then."""
        game = self.paragraphs.game
        parts = [*walk(game.winner)]
        order = (*walk(self.who.value), *(walk(self.who.start) if self.who.start is not None else ()))
        return any(isinstance(part, core.Active) for part in parts) and not any(
            isinstance(part, core.TermCall) or reads(game, part) for part in (*parts, *order)
        )

    def _read_besides(self) -> Iterator[Part]:
        """Walk what may read whose turn it was: ends, phases inside the turn, steps that set other things."""
        game = self.paragraphs.game
        yield game.winner
        yield from (end.condition for end in game.ends)
        yield from (source.worth for source in game.sources.values() if source.worth is not None)
        for phase in game.phases.values():
            yield from (one for one in phase.then if not isinstance(one, core.Assign))
            yield from (one.value for one in phase.then if isinstance(one, core.Assign) and not self._is_own(one))
        for phase in self._phases():
            yield from (phase.who,) if phase.who is not None and phase is not self.phase else ()
            yield from (phase.until,) if phase.until is not None else ()
            yield from phase.whens if phase is not self.phase else ()

    def _is_own(self, step: core.Assign) -> bool:
        game = self.paragraphs.game
        return bool(writes(game, step) & reads(game, self.who.value))

    def asks_again(self) -> bool:
        """Tell whether a turn may hold many decisions: then it may well be the whole game."""
        several = core.PlanInOrder | core.PlanMixed | core.PlanTimes
        return (
            len(self.plans) > 1
            or any(isinstance(part, several) for plan in self.plans for part in walk(plan))
            or any(phase.until is not None for phase in self._phases())
            or any(_asks(self.paragraphs.game, step) for step in self._steps())
        )


def _asks(game: model.CheckedGame, step: Part) -> bool:
    """Tell whether a step may ask for decisions again and again, by itself or by what it sets off."""
    if isinstance(step, core.Offer):
        return True
    if not isinstance(step, core.Repeat | core.ForEach):
        return False
    inner = [*walk(*step.body)]
    return any(isinstance(one, core.Pick) or any(carried_out(game, one)) for one in inner)
