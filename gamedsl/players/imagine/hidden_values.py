"""A state and a seat -> what the values may be that this seat does not know, and other ones in their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.hidden_pieces import kind_named, may_be_named
from gamedsl.players.randomness import Random
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import bodies, walk

_MUCH = 20
"""What a number may be that has no end."""


@attrs.frozen
class _Possible:
    """What a hidden value may be: its type, and the range or the ways to be none of what is put there in secret."""

    type: t.Type
    low: int = 0
    high: int = -1
    may_be_none: bool = False

    def draw(self, engine: Engine, random: Random) -> Any:
        """Return one of the values, all equally likely."""
        kind, none = self.type, int(self.may_be_none)
        if isinstance(kind, t.IntType):
            place = random.randint(self.low - none, self.high)
            return None if place < self.low else place
        return self.draw_among(engine.layout.members(kind.item if isinstance(kind, t.SetType) else kind), random)

    def draw_among(self, members: Sequence[Any], random: Random) -> Any:
        """Return one of these, or some of them where the value is a set."""
        if isinstance(self.type, t.SetType):
            return tuple([one for one in members if random.random() < 0.5])
        place = random.randrange(-int(self.may_be_none), len(members))
        return None if place < 0 else members[place]


_POSSIBLE: WeakKeyDictionary[Engine, dict[str, _Possible]] = WeakKeyDictionary()


def deal_values(engine: Engine, base: State, s: State, seat: int, random: Random) -> None:
    """Put something else in the place of every value that a seat does not know."""
    layout, aware = engine.layout, base.aware
    for field, rank in layout.secret.items():
        if not aware[rank] >> seat & 1:
            possible = _possible(engine)[layout.value_entry[field]]
            if kind_named(possible.type) is None:
                s.put("values", field, possible.draw(engine, random))
            else:
                s.put("values", field, possible.draw_among(may_be_named(engine, s, field), random))


def has_unknown(engine: Engine, s: State, seat: int) -> bool:
    """Tell whether there are values that a seat does not know."""
    aware = s.aware
    return any(not aware[rank] >> seat & 1 for rank in engine.layout.secret.values())


def deal_faces(engine: Engine, s: State, pieces: Sequence[int], random: Random) -> None:
    """Let hidden dice show anything: whoever loses track of a die does not know its face any more.

    ``pieces`` come in the order of their places, which tells nothing of the truth.
    """
    layout = engine.layout
    for piece in pieces if layout.face_of else ():
        field = layout.face_of.get(piece)
        if field is not None:
            low, count = layout.span_of(engine.game.values[layout.value_entry[field]].type)
            s.put("values", field, low + int(random.random() * count))


def _possible(engine: Engine) -> dict[str, _Possible]:
    found = _POSSIBLE.get(engine)
    if found is None:
        found = {engine.layout.value_entry[field]: _Possible(t.BoolType()) for field in engine.layout.secret}
        put = list(_put(engine))
        found = {entry: _of(engine, entry, [kind for one, kind in put if one == entry]) for entry in found}
        _POSSIBLE[engine] = found
    return found


def _put(engine: Engine) -> Iterator[tuple[str, t.Type]]:
    """Walk the types of what steps put into values without telling everybody, each with the entry."""
    secrets, game = engine.wording.secrets, engine.game
    for body in bodies(game):
        for step in walk(*body.parts):
            if isinstance(step, core.RollValue):
                yield step.target.entry, getattr(step.domain.type, "item", step.domain.type)
            elif isinstance(step, core.Assign) and (
                step.span not in secrets.open or step.target.entry in secrets.murky
            ):
                yield step.target.entry, step.value.type
    for entry in secrets.murky:
        yield entry, game.values[entry].initial.type


def _of(engine: Engine, entry: str, put: list[t.Type]) -> _Possible:
    declared = engine.game.values[entry].type
    kind = declared.item if isinstance(declared, t.MaybeType) else declared
    may_be_none = any(isinstance(one, t.MaybeType | t.NothingType) for one in put)
    if not isinstance(kind, t.IntType):
        return _Possible(kind, may_be_none=may_be_none)
    ranges = [one.item if isinstance(one, t.MaybeType) else one for one in put]
    numbers = [one for one in ranges if isinstance(one, t.IntType) and one.low <= one.high]
    low = max([kind.low, min((one.low for one in numbers), default=kind.low)])
    high = min([kind.high, max((one.high for one in numbers), default=kind.high)])
    if kind.is_open or low > high:
        low, high = max(kind.low, 0), min(kind.high, _MUCH)
    return _Possible(kind, low, high, may_be_none)
