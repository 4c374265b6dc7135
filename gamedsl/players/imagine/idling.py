"""A legal choice -> whether it costs something and does nothing, as far as the player who is asked can know it."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from gamedsl.engine.machine import Engine
from gamedsl.engine.present import events as ev
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import RUNNING, State
from gamedsl.players.imagine.determinization import DeterminizationError, Determinizer
from gamedsl.players.randomness import Random
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import carried_out, walk

DEALS = 6
"""Deals in which a choice is tried out."""


@attrs.frozen
class _Lost:
    """What a choice may take away without doing anything: what the steps in some lines pay, and a piece of a design."""

    lines: frozenset[int]
    design: int | None


def does_nothing(engine: Engine, state: State, choice: Choice) -> bool:
    """Tell whether a choice takes something away and changes nothing else, in several deals of all that is hidden.

    Asked of choices that could do more: those with a cost and steps behind it, and pieces with rules of their own, as
    cards have. A piece that is only laid somewhere does what it can.
    """
    seat = engine.decider(state)
    lost = None if choice.action is None else _lost(engine, choice)
    if seat is None or lost is None:
        return False
    paragraph = engine.question(state).paragraph
    try:
        determinizer = Determinizer(engine, state, seat)
        return all(
            _is_idle(engine, determinizer.deal(Random(number)), choice, lost, paragraph) for number in range(DEALS)
        )
    except DeterminizationError:
        return False


def _lost(engine: Engine, choice: Choice) -> _Lost | None:
    """Return what a choice may take away; None where it says what it does."""
    action = engine.game.actions[choice.action or ""]
    design = None
    if isinstance(choice.type, t.PieceType) and _carries_out_cells(engine.game, action.then, set()):
        design = engine.layout.piece_design[choice.value]
    if design is None and not (action.cost and action.then):
        return None
    return _Lost(frozenset(step.span.line for step in action.cost), design)


def _carries_out_cells(game: model.CheckedGame, steps: Iterable[core.CoreStep], seen: set[str]) -> bool:
    """Do steps carry out rules that stand in the rows of pieces?"""
    for step in (inner for one in steps for inner in walk(one)):
        for section, name in carried_out(game, step):
            if section == "cells":
                return True
            if section == "rules" and name not in seen:
                seen.add(name)
                if _carries_out_cells(game, game.rules[name].then, seen):
                    return True
    return False


def _is_idle(engine: Engine, s: State, choice: Choice, lost: _Lost, paragraph: str) -> bool:
    s.log, s.log_size = (), 0
    if choice.code not in engine.codes(s):
        return False
    engine.apply(s, choice.code)
    for event in s.events():
        if isinstance(event, ev.PhaseEvent | ev.TurnEvent):
            return True  # what comes next is not its doing
        if not isinstance(event, ev.DecisionEvent) and not _is_lost(engine, event, lost):
            return False
    return s.status == RUNNING and engine.question(s).paragraph == paragraph


def _is_lost(engine: Engine, event: ev.Event, lost: _Lost) -> bool:
    if not isinstance(event, ev.LedgerEvent):
        return False
    if event.form == "pay":
        return event.line in lost.lines
    return event.form == "move" and event.piece is not None and engine.layout.piece_design[event.piece] == lost.design
