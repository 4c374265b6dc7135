"""A legal choice -> whether it costs something and does nothing, as far as the player who is asked can know it."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import RUNNING
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinization import DeterminizationError, Determinizer
from gamedsl.players.randomness import Random
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import carried_out, walk

DEALS = 6
"""Deals in which a choice is tried out."""
_MOST_ANSWERS = 5
"""Where an action asks on and has more answers than so many, it is not tried out."""
_MOST_QUESTIONS = 2


@attrs.frozen
class _Lost:
    """What a choice may take away without doing anything: what the steps in some lines pay, and a piece of a design.

    Pieces of the ``kind`` of that piece may go as well, where the ``action`` asks the ``seat`` for them.
    """

    lines: frozenset[int]
    action: str
    seat: int
    design: int | None = None
    kind: str | None = None


def does_nothing(engine: Engine, state: State, choice: Choice) -> bool:
    """Tell whether a choice takes something away and changes nothing else, in several deals of all that is hidden.

    Asked of choices that could do more: those with a cost and steps behind it, and pieces with rules of their own, as
    cards have. A piece that is only laid somewhere does what it can.
    """
    seat = engine.decider(state)
    lost = None if seat is None or choice.action is None else _lost(engine, choice, seat)
    if seat is None or lost is None:
        return False
    asked = _asked(engine, state)
    try:
        determinizer = Determinizer(engine, state, seat)
        return all(_is_idle(engine, determinizer.deal(Random(number)), choice, lost, asked) for number in range(DEALS))
    except DeterminizationError:
        return False


def _lost(engine: Engine, choice: Choice, seat: int) -> _Lost | None:
    """Return what a choice may take away; None where it says what it does."""
    action, layout = engine.game.actions[choice.action or ""], engine.layout
    lost = _Lost(frozenset(step.span.line for step in action.cost), action.name, seat)
    if isinstance(choice.type, t.PieceType) and _carries_out_cells(engine.game, action.then, set()):
        return attrs.evolve(lost, design=layout.piece_design[choice.value], kind=layout.piece_kind[choice.value])
    return lost if action.cost and action.then else None


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


def _asked(engine: Engine, s: State) -> tuple[str, int]:
    """Return which paragraph asks, and how many are open: a card may offer what it has been played by."""
    return engine.question(s).paragraph, len(engine.open(s))


def _is_idle(engine: Engine, s: State, choice: Choice, lost: _Lost, before: tuple[str, int]) -> bool:
    return choice.code in engine.codes(s) and _leads_nowhere(engine, s, choice.code, lost, before)


def _leads_nowhere(
    engine: Engine, s: State, code: int, lost: _Lost, before: tuple[str, int], *, asked: int = 0
) -> bool:
    """Tell whether a choice, and all answers to what its action ``asked`` then, only take something away."""
    s.log, s.log_size = (), 0
    engine.apply(s, code)
    for event in s.events():
        if isinstance(event, ev.PhaseEvent | ev.TurnEvent):
            return True  # what comes next is not its doing
        if not isinstance(event, ev.DecisionEvent) and not _is_lost(engine, event, lost, asked=asked > 0):
            return False
    if s.status != RUNNING:
        return False
    now = _asked(engine, s)
    if now == before or now[0] != lost.action or engine.decider(s) != lost.seat:
        return now == before
    codes = engine.codes(s)
    if asked == _MOST_QUESTIONS or len(codes) > _MOST_ANSWERS:
        return False
    return all(_leads_nowhere(engine, s.copy(), one, lost, before, asked=asked + 1) for one in codes)


def _is_lost(engine: Engine, event: ev.Event, lost: _Lost, *, asked: bool) -> bool:
    if not isinstance(event, ev.LedgerEvent):
        return False
    if event.form == "pay":
        return event.line in lost.lines
    if event.form != "move" or event.piece is None:
        return False
    is_given = asked and event.owners == (lost.seat, None) and engine.layout.piece_kind[event.piece] == lost.kind
    return is_given or engine.layout.piece_design[event.piece] == lost.design
