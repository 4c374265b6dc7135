"""Dice of the section ``components`` -> what they show, and whether they are numbers or lie in zones as pieces."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.declare.heads import items, plain, resolve
from gamedsl.semantics.expressions.words import references
from gamedsl.semantics.symbols import Symbols
from gamedsl.syntax import nodes

_MOST_DICE = 100
_MOST_FACES = 1_000


def kinds_in_zones(game: nodes.GameFile) -> frozenset[str]:
    """Return the names of what lies in zones."""
    return frozenset(entry.type.kind for entry in _table(game) if isinstance(entry.type, nodes.ZoneType))


def _table(game: nodes.GameFile) -> Iterator[nodes.Entry]:
    for item in items(game, "table", nodes.Node):
        inside = item.items if isinstance(item, nodes.EachBlock) else (item,)
        yield from (one for one in inside if isinstance(one, nodes.Entry))


def faces_of(symbols: Symbols, dice: nodes.DiceType) -> t.Type | None:
    """Return what dice can show; None after a finding."""
    faces = resolve(symbols, dice.faces)
    if not isinstance(faces, t.UnknownType) and symbols.members(faces) > _MOST_FACES:
        symbols.report("GDTYP01", dice.span, expected=f"at most {_MOST_FACES} faces", found=f"`{faces}`", hint="")
        return None
    return None if isinstance(faces, t.UnknownType) else faces


def declare_dice(symbols: Symbols, node: nodes.Entry, faces: t.Type, copies: int) -> None:
    """Take dice that lie nowhere: they are read as numbers."""
    for trait in node.traits:
        if isinstance(trait, nodes.Copies) and trait.each:
            hint = f"dice that belong to somebody lie in zones: `cup: heap of {node.name}` under `table`"
            symbols.report("GDTYP01", trait.span, expected="a number of dice", found="dice for each", hint=hint)
    if (copies or 1) > _MOST_DICE:
        found, expected = f"{copies} dice", f"at most {_MOST_DICE} dice"
        symbols.report("GDTYP01", node.span, expected=expected, found=found, hint="")
    symbols.dice[node.name] = model.Dice(
        name=node.name,
        span=node.name_span,
        words=plain(node.words, f"components.{node.name}"),
        references=references(node.words),
        faces=faces,
        count=max(1, min(copies or 1, _MOST_DICE)),
    )


def declare_faces(symbols: Symbols) -> None:
    """Give every die that lies in a zone the value ``face``."""
    for kind in symbols.kinds.values():
        if kind.faces is None:
            continue
        lowest = kind.faces.low if isinstance(kind.faces, t.IntType) else 0
        symbols.used.add("table." + t.face_of(kind.name))
        symbols.values[t.face_of(kind.name)] = model.TableValue(
            name=t.face_of(kind.name),
            span=kind.span,
            type=kind.faces,
            each=kind.name,
            keys=(),
            initial=core.Const(span=kind.span, type=kind.faces, value=lowest),
        )
