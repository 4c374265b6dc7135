"""A state -> JSON-able data, versioned and tied to rules and set-up; what somebody saved -> where it is not a state."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from gamedsl.engine import events
from gamedsl.engine.errors import SaveError
from gamedsl.engine.state.flat import StateLike, mixes_back
from gamedsl.engine.state.layout import Layout

FORMAT = 2
_LISTS = (
    "purses",
    "zones",
    "values",
    "dice",
    "place",
    "spot",
    "known",
    "scores",
    "points",
    "latches",
    "draws",
    "turns",
)
_FIELDS = ("seed", "game_number", "armed", "pending", "curtain", "status", "end", "winners", "ranking", "error")
_COUNTS = ("decisions", "log_size", "ledger_size")


def to_json(layout: Layout, s: StateLike) -> dict[str, Any]:
    """Return a state as JSON-able data."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": layout.game.name,
        "rules": layout.game.rules_hash,
        "seats": layout.seats,
        "options": dict(layout.options),
    }
    for name in (*_LISTS, *_FIELDS, *_COUNTS, "limit", "forced"):
        data[name] = _lists(getattr(s, name))
    data["open"] = _lists(s.open_now())
    if s.aware:
        data["aware"] = _lists(s.aware)
    if s.turn_of is not None:
        data["turn_of"] = s.turn_of
    if s.past:
        data["past"] = _lists(s.past)
    data["mixes"] = _lists(mixes_of(s))
    data["exposed"] = _lists(s.exposed)
    data["log"] = None if s.log is None else [events.to_data(event) for event in s.events()]
    return data


def _lists(value: Any) -> Any:
    return [_lists(one) for one in value] if isinstance(value, Sequence) and not isinstance(value, str) else value


def differing(layout: Layout, s: StateLike, data: Any) -> str:
    """Return the first field of saved data that is not as in a state, so nobody has saved it; empty for none.

    The log is told in the language of whoever played: only its other parts are compared. Raise TypeError, ValueError or
    RecursionError for data that JSON does not know.
    """
    if not isinstance(data, dict):
        return "state"
    own = to_json(layout, s)
    for name in (*own, *data):
        if name not in own or name not in data:
            return str(name)
        first, second = (_unworded(one[name]) if name == "log" else one[name] for one in (own, data))
        if json.dumps(first, sort_keys=True) != json.dumps(second, sort_keys=True):
            return str(name)
    return ""


def _unworded(log: Any) -> Any:
    """Return a log with blanks for its texts."""
    if not isinstance(log, list) or not all(isinstance(event, dict) for event in log):
        return log
    return [{name: one if name == "event" else _blanked(one) for name, one in event.items()} for event in log]


def _blanked(value: Any) -> Any:
    if isinstance(value, list):
        return [_blanked(one) for one in value]
    return "" if isinstance(value, str) else value


def mixes_of(s: StateLike) -> tuple[tuple[Any, ...], ...]:
    """Return what somebody lost track of, oldest first."""
    return tuple(reversed([tuple(mix[1:]) for mix in mixes_back(s)]))


def is_same(own: Mapping[str, Any], saved: Mapping[str, Any], name: str) -> bool:
    """Tell whether a field of two saves is the same to the letter: neither 1 for true nor 1.0 for 1."""
    return (
        name in own
        and name in saved
        and json.dumps(own[name], sort_keys=True) == json.dumps(saved[name], sort_keys=True)
    )


def parsed(saved: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a save as data, from data or JSON text; raise SaveError where it is neither."""
    try:
        data = json.loads(saved) if isinstance(saved, str) else saved
    except (ValueError, RecursionError) as error:
        broken = isinstance(saved, str) and saved.lstrip().startswith("{")
        problem = "the saved game is damaged: it is not complete JSON" if broken else "this is not a saved game"
        raise SaveError(problem) from error
    if not isinstance(data, Mapping):
        raise SaveError("this is not a saved game")
    return data
