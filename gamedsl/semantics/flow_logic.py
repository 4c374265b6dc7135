"""Two conditions in, what they say about each other out."""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.semantics import core, model
from gamedsl.semantics.walk import Part, changes_of, walk

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def same(left: Any, right: Any) -> bool:
    """Tell whether two expressions are written alike: places in the text and exact types do not count."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right, strict=True))
    if type(left) is not type(right) or not attrs.has(type(left)):
        return bool(left == right)
    names = [field.name for field in attrs.fields(type(left)) if field.name not in ("span", "type")]
    return all(same(getattr(left, name), getattr(right, name)) for name in names)


def cover(left: core.Value, right: core.Value) -> bool:
    """Tell whether one of two conditions always holds, as far as that can be read off them."""
    if isinstance(left, core.Or):
        return any(cover(item, right) for item in left.items)
    if isinstance(right, core.Or):
        return any(cover(left, item) for item in right.items)
    if isinstance(left, core.Not):
        return same(left.value, right)
    if isinstance(right, core.Not):
        return same(left, right.value)
    return _opposite(left, right)


def exclude(left: core.Value, right: core.Value) -> bool:
    """Tell whether two conditions can never hold together, as far as that can be read off them."""
    if isinstance(left, core.And):
        return any(exclude(item, right) for item in left.items)
    if isinstance(right, core.And):
        return any(exclude(left, item) for item in right.items)
    if isinstance(left, core.Not):
        return same(left.value, right)
    if isinstance(right, core.Not):
        return same(left, right.value)
    return _opposite(left, right)


def _opposite(left: core.Value, right: core.Value) -> bool:
    if not isinstance(left, core.Compare) or not isinstance(right, core.Compare):
        return False
    return _OPPOSITE[left.sign] == right.sign and same(left.left, right.left) and same(left.right, right.right)


def mentions(game: model.CheckedGame, kind: type[core.Value], *values: Part) -> bool:
    """Tell whether expressions hold a node of a kind, also inside the terms that they read."""
    waiting, followed = list(values), set()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, kind):
                return True
            if isinstance(node, core.TermCall) and node.term not in followed:
                followed.add(node.term)
                waiting.append(game.terms[node.term].value)
                waiting += [modifier.value for modifier in changes_of(game, node.term) if modifier.value is not None]
    return False
