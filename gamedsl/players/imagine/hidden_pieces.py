"""A hidden value that names pieces, and a deal -> the pieces there that it may name: by where rules take them from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from weakref import WeakKeyDictionary

import attrs

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import bodies, walk


@attrs.frozen
class _Source:
    """A zone from which pieces are named; ``own``: the one of the player to whom the value belongs."""

    entry: str
    own: bool


_SOURCES: WeakKeyDictionary[Engine, dict[str, tuple[_Source, ...]]] = WeakKeyDictionary()


def kind_named(kind: t.Type) -> t.PieceType | None:
    """Return the kind of pieces that values of a type name; None where they name none."""
    while isinstance(kind, t.MaybeType | t.SetType):
        kind = kind.item
    return kind if isinstance(kind, t.PieceType) else None


def may_be_named(engine: Engine, s: State, field: int) -> list[int]:
    """Return the pieces that a hidden value may name in a deal: of the zones that it is ever set from.

    Where these are not known, or nothing lies there any more, it may name any. What it names in truth is not asked.
    """
    layout = engine.layout
    entry = layout.value_entry[field]
    kind = kind_named(engine.game.values[entry].type)
    assert kind is not None
    every = layout.members(kind)
    grid = layout.values[entry]
    owner = (field - grid.base) // grid.owner_stride
    cells = {cell for source in _sources(engine, entry) for cell in _cells(engine, source, owner)}
    return [piece for piece in every if s.place[piece] in cells] or list(every)


def _cells(engine: Engine, source: _Source, owner: int) -> range:
    grid = engine.layout.cells[source.entry]
    first = grid.base + owner * grid.owner_stride
    return range(first, first + grid.owner_stride) if source.own else range(grid.base, grid.base + grid.size)


def _sources(engine: Engine, entry: str) -> tuple[_Source, ...]:
    known = _SOURCES.setdefault(engine, {})
    if entry not in known:
        found = list(_set_from(engine.game, entry))
        known[entry] = () if None in found else tuple(dict.fromkeys(one for one in found if one is not None))
    return known[entry]


def _set_from(game: model.CheckedGame, entry: str) -> Iterator[_Source | None]:
    """Walk the zones from which a value is set; None for whatever cannot be followed to one."""
    for _, parts in groupby(bodies(game), lambda body: (body.section, body.paragraph)):
        nodes = [node for body in parts for node in walk(*body.parts)]
        names = _named(nodes)
        for step in nodes:
            if isinstance(step, core.Assign | core.RollValue) and step.target.entry == entry:
                value = step.domain if isinstance(step, core.RollValue) else step.value
                yield from _followed(value, step.target, names, frozenset())


def _named(nodes: Sequence[object]) -> dict[int, core.Value]:
    """Return what names in a paragraph come from: the first of each."""
    found: dict[int, core.Value] = {}
    for node in nodes:
        match node:
            case core.Pick(slot=slot, domain=value) | model.PickField(slot=slot, domain=value):
                found.setdefault(slot, value)
            case core.Let(slot=slot, value=value) | model.LetField(slot=slot, value=value):
                found.setdefault(slot, value)
            case core.Loop(slot=slot, source=value):
                found.setdefault(slot, value)
            case _:
                continue
    return found


def _followed(
    value: core.Value, target: core.ReadValue, names: dict[int, core.Value], done: frozenset[int]
) -> Iterator[_Source | None]:
    match value:
        case core.Const():
            return
        case core.ReadValue(entry=entry, owner=owner) if entry == target.entry and _is_same(owner, target.owner):
            return
        case (
            core.Dealt(zone=zone)
            | core.Contents(zone=zone)
            | core.Top(zone=zone)
            | core.Bottom(zone=zone)
            | core.SlotPiece(zone=zone)
        ):
            yield _Source(zone.entry, zone.entry.startswith("player.") and _is_same(zone.owner, target.owner))
        case core.Local(slot=slot) if slot in names and slot not in done:
            yield from _followed(names[slot], target, names, done | {slot})
        case core.Join(left=left, right=right, sign=sign):
            yield from _followed(left, target, names, done)
            yield from _followed(right, target, names, done) if sign == "+" else ()
        case core.MakeSet(items=items):
            for item in items:
                yield from _followed(item, target, names, done)
        case core.Certain(value=inner) | core.Checked(value=inner) | core.Collect(value=inner):
            yield from _followed(inner, target, names, done)
        case _:
            yield None


def _is_same(one: core.Value | None, other: core.Value | None) -> bool:
    """Tell whether two expressions surely are the same player, or nobody."""
    if one is None or other is None:
        return one is other
    if isinstance(one, core.Local) and isinstance(other, core.Local):
        return one.slot == other.slot
    return isinstance(one, core.You) and isinstance(other, core.You)
