"""An entry of the table -> whether not everybody sees it, and the label of what lies or stands there."""

from __future__ import annotations

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility.labels import PUBLIC, YOU, Leak, Visibility
from gamedsl.source import Span


def is_hidden(entry: model.Zone | model.TableValue) -> bool:
    """Tell whether not everybody sees an entry, be it under a condition."""
    return any(use.name in ("seen by none", "seen by owner") for use in entry.traits)


def label_of(entry: model.Zone | model.TableValue, owner: Visibility | None, span: Span) -> Visibility:
    """Return who knows what lies in a zone, or what a value is; ``owner`` is whose it is."""
    traits = [trait.name for trait in entry.traits if trait.name.startswith("seen by")]
    name = entry.name.split(".")[-1]
    inside = "what lies in"
    if isinstance(entry, model.TableValue):
        inside = "the value of"
    elif entry.form == "purse":
        inside = "how much is in"
    if "seen by none" in traits or ("seen by owner" in traits and entry.each != "player"):
        return Visibility(False, None, Leak(f"{inside} `{name}`", span, span))
    if "seen by owner" in traits:
        what = f"{inside} the `{name}` of {'one' if is_mine(owner) else 'another'} player"
        return Visibility(False, owner.who if owner is not None else None, Leak(what, span, span))
    return PUBLIC


def is_mine(owner: Visibility | None) -> bool:
    """Tell whether something belongs to ``you`` for certain: as player, or with a piece that lies in your zone."""
    return owner is not None and YOU in (owner.who, owner.place)


def constant(value: core.Const) -> Visibility:
    """Return the label of a constant; of a player it says who it is."""
    is_seat = isinstance(value.type, t.PlayerType) and isinstance(value.value, int)
    return Visibility(who=("seat", value.value)) if is_seat else PUBLIC  # type: ignore[arg-type]


def is_of_dice(game: model.CheckedGame, kind: t.Type | None) -> bool:
    """Tell whether a type is one of dice that lie in zones, or of sets of them."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return isinstance(kind, t.PieceType) and game.kinds[kind.kind].faces is not None


def is_piece(game: model.CheckedGame, kind: t.Type | None) -> bool:
    """Tell whether a type is one of pieces that can be moved."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return isinstance(kind, t.PieceType) and game.kinds[kind.kind].form != "space"


def slot_of(value: core.Value) -> int | None:
    """Return the local place that a value is read from; None for anything else."""
    while isinstance(value, core.Certain | core.Checked):
        value = value.value
    return value.slot if isinstance(value, core.Local) else None
