"""An action or a step that asks -> the parts of its choice, and where their answers go in a frame."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from gamedsl.engine.state.flat import HEADER
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk

Frame = list[Any]
Pick = model.PickField | core.Pick


def parts_from(elements: Sequence[Any]) -> tuple[Any, ...]:
    """Return the parts of the choice with which elements begin: picks of one question that follow each other."""
    first = elements[0]
    return tuple(takewhile(lambda one: isinstance(one, Pick) and one.question == first.question, elements))


def first_parts(action: model.CheckedAction) -> tuple[model.PickField, ...]:
    """Return the parts of the first choice of an action; none where it has no picks."""
    cut = next((at for at, one in enumerate(action.elements) if isinstance(one, model.PickField)), None)
    return () if cut is None else parts_from(action.elements[cut:])


def written_down(game: model.CheckedGame) -> frozenset[str]:
    """Return the values of the table that actions set to what is picked: ``set you.bid to n``."""
    found = set()
    for action in game.actions.values():
        picked = {one.slot for one in action.elements if isinstance(one, model.PickField)}
        for step in walk(*action.then):
            if isinstance(step, core.Assign) and isinstance(step.value, core.Local) and step.value.slot in picked:
                found.add(step.target.entry)
    return frozenset(found)


def places_of(parts: Sequence[Pick]) -> tuple[int, ...]:
    """Return where the answers to the parts of a choice go in the frame."""
    return tuple([part.slot + HEADER for part in parts])


def fill(f: Frame, places: Sequence[int], value: Any) -> None:
    """Put an answer into a frame: of a choice of several parts each into its place."""
    if len(places) == 1:
        f[places[0]] = value
        return
    for place, part in zip(places, value, strict=True):
        f[place] = part


def action_frame(action: model.CheckedAction, seats: Sequence[int | None], values: Sequence[Any] = ()) -> Frame:
    """Return a frame of an action, for ``you`` and ``active``, with its arguments."""
    return [0, 0, *seats, *values, *[None] * (action.slots - len(values))]
