"""A checked game, seats and options -> the engine of this set-up: the one place where engines are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from gamedsl.engine.state.by_game import parts_of_game
from gamedsl.kernel.compiled_rules import SharedRules
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import bodies, walk

_Key = tuple[Any, ...]
_CALLED = ("terms", "cells", "modifiers")
"""Sections of what values may call, or what changes that."""


def engine_for(
    game: model.CheckedGame,
    seats: int,
    options: Mapping[str, bool | int | str] | None = None,
) -> Engine:
    """Return an engine; raise SetupError when seats, options or the header's ``when`` do not allow this set-up.

    Rules that no program can say raise it later: when a game is first begun, or the program is first asked for a value.
    """
    return Engine(game, seats, options)


@attrs.define(eq=False)
class ScenarioEngines:
    """The engines of a game's scenarios: one for each set-up, and one program for all that differ in options alone.

    Making a program takes longer than the few moves of a scenario. Those of play have their options written out.
    """

    game: model.CheckedGame
    _engines: dict[_Key, Engine] = attrs.field(factory=dict, init=False)
    _shared: dict[_Key, SharedRules] = attrs.field(factory=dict, init=False)

    _laid_out: frozenset[str] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._laid_out = options_of_layout(self.game)

    def engine(self, scenario: model.CheckedScenario) -> Engine:
        """Return the engine of a scenario; raise SetupError as ``engine_for`` does."""
        set_up = self._set_up(scenario)
        if set_up not in self._engines:
            own = [one for one in self.game.scenarios if self._set_up(one) == set_up]
            shared = self._shared_by(scenario)
            self._engines[set_up] = Engine(self.game, scenario.seats, scenario.options, own, shared=shared)
        return self._engines[set_up]

    def _shared_by(self, scenario: model.CheckedScenario) -> SharedRules:
        key = self._set_up(scenario, self._laid_out)
        if key not in self._shared:
            alike = [one for one in self.game.scenarios if self._set_up(one, self._laid_out) == key]
            chosen = {name: {self._option(one, name) for one in alike} for name in self.game.options}
            differ = frozenset(name for name, values in chosen.items() if len(values) > 1)
            self._shared[key] = SharedRules(tuple(alike), differ)
        return self._shared[key]

    def _set_up(self, scenario: model.CheckedScenario, options: frozenset[str] | None = None) -> _Key:
        """Return the number of players and the options of a scenario, or some of them."""
        names = self.game.options if options is None else sorted(options)
        return (scenario.seats, *(self._option(scenario, name) for name in names))

    def _option(self, scenario: model.CheckedScenario, name: str) -> tuple[bool, bool | int | str]:
        """Return an option of a scenario, so that yes is not 1."""
        value = scenario.options.get(name, self.game.options[name].values[0])
        return isinstance(value, bool), value


def options_of_layout(game: model.CheckedGame) -> frozenset[str]:
    """Return the options that a program must know: they say what lies where before setup, and how often plans go on."""
    traits = [*(one.traits for one in game.zones.values()), *(one.traits for one in game.values.values())]
    parts: list[Any] = [use.condition for uses in traits for use in uses if use.condition is not None]
    parts += [one.initial for one in game.values.values()]
    if any(isinstance(one, core.TermCall | core.CellCall) for one in walk(*parts)):
        parts += [part for body in bodies(game) if body.section in _CALLED for part in body.parts]
    plans = (one for one in parts_of_game(game) if isinstance(one, core.PlanTimes))
    parts += [limit for one in plans for limit in (one.low, one.high) if limit is not None]
    return frozenset(one.option for one in walk(*parts) if isinstance(one, core.OptionValue))
