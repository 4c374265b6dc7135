"""A game -> which of its paragraphs may be carried out inside themselves"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk

Bodies = dict[str, tuple[core.CoreStep, ...]]
Cells = dict[tuple[str, str], list[str]]


def _step_bodies(game: model.CheckedGame) -> tuple[Bodies, Cells]:
    """Return the steps of all paragraphs by key, and the keys of the cells of each column of rules."""
    steps: Bodies = {f"rule {r.name}": r.then for r in game.rules.values()}
    steps |= {f"trigger {x.name}": x.then for x in game.triggers.values()}
    steps |= {f"action {a.name}": (*a.cost, *a.then) for a in game.actions.values()}
    cells: Cells = {}
    for kind in game.kinds.values():
        for column in kind.columns:
            for design in kind.designs:
                code = design.code.get(column.name)
                if column.code == "rule" and code is not None:
                    key = f"cell {design.name}.{column.name}"
                    steps[key] = code.steps
                    cells.setdefault((kind.name, column.name), []).append(key)
    return steps, cells


def _carried_out(body: tuple[core.CoreStep, ...], cells: Cells, watched: list[str]) -> Iterator[str]:
    """Return the keys of the paragraphs that steps carry out, or may set off."""
    for part in walk(*body):
        if isinstance(part, core.CallRule):
            yield f"rule {part.rule}"
        elif isinstance(part, core.CallCell):
            yield from cells.get((part.kind, part.column), ())
        elif isinstance(part, core.PlanLeaf):
            yield from (f"action {name}" for name in part.actions)
        elif isinstance(part, core.CoreStep) and type(part) in core.EFFECTS:
            yield from watched


class _Circles:
    """Finds what leads back to itself, by Tarjan's algorithm: each key and each arrow is looked at once."""

    def __init__(self, ahead: Mapping[str, Collection[str]]) -> None:
        self._ahead = ahead
        self._number: dict[str, int] = {}
        self._lowest: dict[str, int] = {}
        self._open: list[str] = []
        """Keys that are not yet known to be in a circle or in none, in the order in which they were met."""
        self._is_open: set[str] = set()
        self.found: set[str] = set()
        for key in ahead:
            if key not in self._number:
                self._follow(key)

    def _meet(self, key: str) -> tuple[str, Iterator[str]]:
        self._number[key] = self._lowest[key] = len(self._number)
        self._open.append(key)
        self._is_open.add(key)
        return key, iter(self._ahead[key])

    def _follow(self, key: str) -> None:
        """Follow all ways from a key; they stand in a list, as they may be longer than Python lets calls be deep."""
        ways = [self._meet(key)]
        while ways:
            at, rest = ways[-1]
            new = next((one for one in rest if self._is_new(at, one)), None)
            if new is not None:
                ways.append(self._meet(new))
                continue
            ways.pop()
            if ways:
                before = ways[-1][0]
                self._lowest[before] = min(self._lowest[before], self._lowest[at])
            if self._lowest[at] == self._number[at]:
                self._close(at)

    def _is_new(self, at: str, one: str) -> bool:
        if one in self._is_open:
            self._lowest[at] = min(self._lowest[at], self._number[one])
        return one in self._ahead and one not in self._number

    def _close(self, first: str) -> None:
        """Settle the keys that lead to each other: several, or one that leads to itself."""
        together = [self._open.pop()]
        while together[-1] != first:
            together.append(self._open.pop())
        self._is_open.difference_update(together)
        if len(together) > 1 or first in self._ahead[first]:
            self.found.update(together)


_WATCHED = "watched"
"""Stands between what changes something and the watched triggers, so that not each leads to each of them."""


def recursive(game: model.CheckedGame) -> frozenset[str]:
    """Return the keys (``rule NAME``, ``trigger NAME``, ``action NAME``, ``cell ROW.COLUMN``) of such paragraphs."""
    steps, cells = _step_bodies(game)
    following: dict[str, list[str]] = {}
    for one in game.triggers.values():
        for name in one.follows:
            following.setdefault(name, []).append(f"trigger {one.name}")
    reach = {_WATCHED: {f"trigger {one.name}" for one in game.triggers.values() if one.after is None}}
    for key, body in steps.items():
        after = following.get(key.split(" ", 1)[1], ())
        reach[key] = {*_carried_out(body, cells, [_WATCHED]), *after}
    return frozenset(_Circles(reach).found - {_WATCHED})
