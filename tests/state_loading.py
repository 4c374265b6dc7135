"""JSON-able data of a state -> the state, when all its parts agree: places, knowledge, supplies, values, frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.engine.errors import Limits, RuleError, SaveError
from gamedsl.engine.machine import Engine
from gamedsl.engine.present.events import KINDS, Event
from gamedsl.engine.state.flat import FINISHED, HEADER, RUNNING, STOPPED, UNFINISHED, State, mixes_back

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


def _tuples(value: Any) -> Any:
    """Turn lists into tuples; raise SaveError for anything that is not plain data."""
    if isinstance(value, list):
        return tuple(_tuples(one) for one in value)
    if value is None or isinstance(value, bool | int | str):
        return value
    raise SaveError("the save holds something else than numbers and lists")


def from_json(engine: Engine, data: Any) -> State:
    """Read a saved state; raise SaveError when it does not belong to the engine or is damaged."""
    _check_head(engine, data)
    s = State(_int(data, "seed"), _int(data, "game_number"), data.get("log") is not None)
    for name in _LISTS:
        setattr(s, name, list(_rows(data, name)))
    s.forced = list(_rows(data, "forced"))
    s.frames = [list(_tuples(frame)) for frame in _rows(data, "frames")]
    for name in (*_FIELDS[2:], *_COUNTS):
        if name not in data:
            raise SaveError(f"the save lacks {name}")
        setattr(s, name, _tuples(data[name]))
    s.limit = _int(data, "limit") if "limit" in data else 0
    _demand(0 <= s.limit <= Limits.decisions, "limit")
    for mix in _rows(data, "mixes") if "mixes" in data else ():
        s.mixes = (s.mixes, *mix)
    s.aware = list(_rows(data, "aware")) if "aware" in data else []
    s.exposed = _rows(data, "exposed") if "exposed" in data else ()
    if data.get("log") is not None:
        log: Any = ()
        for event in _rows(data, "log", plain=False):
            log = (log, from_data(event))
        s.log = log
    _check(engine, s)
    return s


def _check_head(engine: Engine, data: Any) -> None:
    if not isinstance(data, dict) or data.get("format") != 1:
        raise SaveError("this is not a saved game of this version")
    if data.get("rules") != engine.game.rules_hash:
        raise SaveError("the save belongs to other rules")
    if data.get("seats") != engine.layout.seats or data.get("options") != dict(engine.layout.options):
        raise SaveError("the save belongs to another number of players or to other options")


def _int(data: dict[str, Any], name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise SaveError(f"the save is damaged: {name}")
    return value


def _rows(data: dict[str, Any], name: str, plain: bool = True) -> Any:
    value = data.get(name)
    if not isinstance(value, list):
        raise SaveError(f"the save is damaged: {name}")
    return _tuples(value) if plain and name != "frames" else value


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise SaveError(f"the save is damaged: {what}")


def _check(engine: Engine, s: State) -> None:
    """Test sizes, kinds and agreement of all parts."""
    fresh = engine.blank(0, 0, False)
    for name in (*_LISTS[:-1], "forced", "aware"):
        _demand(len(getattr(s, name)) == len(getattr(fresh, name)), name)
    _demand(s.status in (RUNNING, FINISHED, STOPPED, UNFINISHED), "status")
    for name in ("purses", "dice", "place", "known", "scores", "points", "draws"):
        _demand(all(isinstance(one, int) and not isinstance(one, bool) for one in getattr(s, name)), name)
    _demand(all(isinstance(one, bool) for one in s.latches), "latches")
    _demand(not any(s.forced), "forced")
    for name in _COUNTS:
        _demand(isinstance(getattr(s, name), int), name)
    _demand(len(s.turns) > 0, "turns")
    marks: tuple[object, ...] = (s.armed, s.pending)
    _demand(isinstance(marks[0], bool) and isinstance(marks[1], int), "turns")
    _guard(lambda: _check_pieces(engine, s), "pieces")
    _guard(lambda: _check_values(engine, s), "values")
    _guard(lambda: _check_mixes(engine, s), "mixes")
    _guard(lambda: _check_frames(engine, s), "frames")


def _guard(test: Callable[[], None], what: str) -> None:
    """Run a test of shapes; whatever breaks in it is damage."""
    try:
        test()
    except (TypeError, IndexError, KeyError, AttributeError, RuleError) as broken:
        raise SaveError(f"the save is damaged: {what}") from broken


def _check_pieces(engine: Engine, s: State) -> None:
    board = engine.board
    found: dict[int, list[int]] = {}
    for cell, inside in enumerate(s.zones):
        _demand(type(inside) is tuple, "zones")
        pieces = [piece for block in inside for piece in block] if board.stack[cell] else list(inside)
        _demand(not board.slot[cell] or len(pieces) <= 1, "zones")
        kind = engine.game.zones[engine.layout.cell_entry[cell]].kind
        for piece in pieces:
            _demand(engine.layout.piece_kind[piece] == kind and piece >= 0, "zones")
            found.setdefault(piece, []).append(cell)
    for piece, cell in enumerate(s.place):
        cells = tuple(found.get(piece, ()))
        _demand(cells == (tuple(sorted(s.spot[piece])) or ((cell,) if cell >= 0 else ())), "places")
        _demand(0 <= s.known[piece] <= engine.layout.everybody, "known")
        _demand(cell == (s.spot[piece][0] if s.spot[piece] else cell), "places")
    for purse, amount in enumerate(s.purses):
        _demand(engine.layout.purse_least[purse] <= amount <= Limits.amount, "purses")
    _check_supplies(engine, s)


def _check_supplies(engine: Engine, s: State) -> None:
    """Amounts of a limited counter add up to its supply while no purse of it is unlimited."""
    layout = engine.layout
    fresh = engine.blank(0, 0, False)
    for counter in engine.game.counters:
        purses = [purse for purse, entry in enumerate(layout.purse_entry) if engine.game.zones[entry].kind == counter]
        if not any(layout.purse_unlimited[purse] for purse in purses):
            total = sum(s.purses[purse] for purse in purses)
            _demand(total == sum(fresh.purses[purse] for purse in purses), "supplies")


def _check_values(engine: Engine, s: State) -> None:
    fresh = engine.blank(0, 0, False)
    for value, first in zip(s.values, fresh.values, strict=True):
        _demand(value is None or isinstance(value, bool | int | tuple), "values")
        _demand(value is None or first is None or isinstance(value, type(first)) or isinstance(first, bool), "values")
    for name, kind in (("scores", int), ("points", int)):
        _demand(all(isinstance(one, kind) for one in getattr(s, name)), name)


def _check_mixes(engine: Engine, s: State) -> None:
    """Test what somebody lost track of, what was shown, and the curtain."""
    for piece, seats in s.exposed:
        _demand(type(piece) is int and 0 <= piece < len(s.place) and 0 <= seats <= engine.layout.everybody, "exposed")
    for _, things, known, blind, sort in mixes_back(s):
        size = len(s.purses) if sort == "paid" else len(s.place)
        _demand(
            sort in ("all", "unknown", "swapped", "paid", "could", "picked") and 0 <= blind <= engine.layout.everybody,
            "mixes",
        )
        _demand(all(type(thing) is int and 0 <= thing < size for thing in things), "mixes")
        _demand(sort == "picked" or len(known) == (0 if sort == "paid" else len(things)), "mixes")
        _demand(all(type(seats) is int for seats in known), "mixes")
    if s.curtain is not None:
        shaped = len(s.curtain) == 5 and len(s.curtain[3]) == 7 and all(len(one) == 3 for one in s.curtain[4])
        _demand(shaped, "curtain")


def _check_frames(engine: Engine, s: State) -> None:
    if s.status != RUNNING:
        return
    codes = engine.paragraphs.codes
    _demand(bool(s.frames), "frames")
    for place, frame in enumerate(s.frames):
        code = codes[frame[0]]
        _demand(frame[0] >= 0 and len(frame) == len(code.template), "frames")
        _demand(0 <= frame[1] < len(code.operations), "frames")
        for seat in frame[2:HEADER]:
            _demand(seat is None or 0 <= seat < engine.layout.seats, "frames")
        if place == len(s.frames) - 1:
            _demand(frame[1] in code.asks and frame[2] is not None, "frames")
    _demand(bool(engine.codes(s)), "frames")


def from_data(data: Any) -> Event:
    """Read what ``to_data`` wrote; raise SaveError for anything else."""
    kind = KINDS.get(str(data.get("event"))) if isinstance(data, dict) else None
    if kind is None:
        raise SaveError("the log of the save is damaged")
    values = {name: _plain(value) for name, value in data.items() if name != "event"}
    fields = attrs.fields(kind)
    needed = {field.name for field in fields if field.default is attrs.NOTHING} | {"together", "card", "line"}
    if not needed <= set(values) <= {field.name for field in fields}:
        raise SaveError("the log of the save is damaged")
    return kind(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_plain(one) for one in value)
    if value is None or isinstance(value, bool | int | str):
        return value
    raise SaveError("the log of the save is damaged")
