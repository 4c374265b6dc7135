"""A legal choice -> what it costs and does now, as far as the player who is asked can know it"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from gamedsl.engine.errors import NO_SENSE
from gamedsl.engine.setup.choosing import first_parts
from gamedsl.engine.state.by_game import ByGame
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import HEADER, UNKNOWN
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.effects.deed import Deed
from gamedsl.presentation.effects.rules import RulesTold, Told
from gamedsl.presentation.effects.standings import StandingsTold, as_seen
from gamedsl.presentation.verbalize.scope import Scope, given, picked
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.visibility.offered import Known, free_places, known_when_offered

NOTHING_TOLD = Told((), ())
_known: ByGame[dict[Any, Known]] = ByGame(lambda _: {})
"""What may be told of actions, by the traits that hold with the options at hand."""


class MovesTold:
    """Words for the choices of one set-up. What chance decides, or what may be hidden, is told as the rules say it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.game = engine.game
        self.rules = RulesTold(engine.wording, engine.evaluator.known)
        self.standings = StandingsTold(engine, self.rules)
        known, held = _known(self.game), engine.wording.traits_held
        if held not in known:
            known[held] = known_when_offered(engine.wording.as_seen)
        self._known = known[held]
        self._usual: dict[str, frozenset[tuple[str, str]]] = {}
        self._places: dict[str, frozenset[tuple[str, str]]] = {}

    def of(self, s: State, choice: Choice) -> Told:
        """Return what a legal choice costs and does; nothing for passing and for the answers to later questions."""
        if choice.action is None or choice.is_pass:
            return NOTHING_TOLD
        action = self.game.actions[choice.action]
        now = _Now(self, s, action, choice)
        picks = [one for one in action.elements if isinstance(one, model.PickField)]
        names = given(self.game, action.param_names, action.params) | picked(self.game, picks)
        said = self.engine.questions.choice_words(s, choice)
        scope = Scope(names, now.tell, said=said, always=self.rules.now, hold=now.hold)
        for element in action.elements:
            if isinstance(element, model.LetField):
                scope = scope.let(element.slot, element.name, element.value)
        steps = self.rules.steps
        if self.engine.evaluator.forbidding(action.name)(now.state, now.frame[:]) is not None:
            return Told((), self._compared(action, steps.beside(action.then_words, action.then, scope)))
        behind = scope.behind(frozenset().union(*map(steps.changes, action.cost)))
        costs = steps.beside(action.cost_words, action.cost, scope)
        return Told(costs, self._compared(action, steps.beside(action.then_words, action.then, behind)))

    def _compared(self, action: model.CheckedAction, found: tuple[Deed, ...]) -> tuple[Deed, ...]:
        """Return what a choice does, each with whether the rules of the action say the same of all its choices."""
        usual = self._usual.get(action.name)
        if usual is None:
            effects = self.rules.told(action).effects
            usual = self._usual[action.name] = frozenset((one.kind, one.words) for one in _plainly(effects))
            self._places[action.name] = frozenset((one.kind, one.target) for one in _plainly(effects))
        places = self._places[action.name]
        return tuple(
            attrs.evolve(one, usual="all" if (one.kind, one.words) in usual else "place")
            if (one.kind, one.words) in usual or (one.target and (one.kind, one.target) in places)
            else one
            for one in found
        )


def _plainly(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Walk what is done in any case, also where words of the author stand for it; not what is done under conditions."""
    for one in deeds:
        yield from one.inside if one.kind == "told" else (one,)


class _Now:
    """What can be told of one action at one moment: values that nothing of it has changed before they are read."""

    def __init__(self, told: MovesTold, s: State, action: model.CheckedAction, choice: Choice) -> None:
        self.told = told
        self.frame = told.engine.runner.action_frame(s, choice)
        self.state = as_seen(told.engine.ending.layout, s, self.frame[2])
        self.bound = {*range(len(action.params)), *[part.slot for part in first_parts(action)]}
        self._known = told._known.get(action.name, frozenset())

    def tell(self, value: core.Value, changed: frozenset[str]) -> Any:
        """Return a value if the player can know it now and no change touches it, else UNKNOWN."""
        fixed = self.told.rules.now(value)
        if fixed is not UNKNOWN:
            return fixed
        found = self._read(value, changed)
        return self._by_parts(value, changed) if found is UNKNOWN else found

    def _by_parts(self, value: core.Value, changed: frozenset[str]) -> Any:
        """Return a value that some of its parts decide, where these can be told."""
        match value:
            case core.Either(condition=asked, value=then, otherwise=otherwise):
                condition = self.tell(asked, changed)
                return UNKNOWN if condition is UNKNOWN else self.tell(then if condition else otherwise, changed)
            case core.And(items=items) | core.Or(items=items):
                decisive = isinstance(value, core.Or)
                return decisive if any(self.tell(item, changed) is decisive for item in items) else UNKNOWN
            case _:
                return UNKNOWN

    def _read(self, value: core.Value, changed: frozenset[str]) -> Any:
        """Return a value that is known and that nothing has changed."""
        if value not in self._known or not free_places(value) <= self.bound:
            return UNKNOWN
        if changed and reads(self.told.game, value) & changed:
            return UNKNOWN
        try:
            return self.told.engine.evaluator.value(value)(self.state, self.frame[:])
        except NO_SENSE:
            return UNKNOWN

    def hold(self, slot: int, found: Any) -> None:
        """Keep what a name stands for: values that read it can be told, too."""
        self.frame[slot + HEADER] = found
        self.bound.add(slot)
