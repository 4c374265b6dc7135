"""What an engine must know about all paragraphs before it compiles any of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.source import Source, Span


def nodes_of(thing: Any) -> Iterator[core.Core]:
    """Walk all core nodes inside a part of a checked game."""
    if isinstance(thing, core.Core):
        yield thing
    if isinstance(thing, str | int | Span) or thing is None:
        return
    if isinstance(thing, tuple):
        for one in thing:
            yield from nodes_of(one)
    elif hasattr(thing, "items") and not attrs.has(type(thing)):
        for one in thing.values():
            yield from nodes_of(one)
    elif attrs.has(type(thing)):
        for field in attrs.fields(type(thing)):
            if field.name not in ("type", "span"):
                yield from nodes_of(getattr(thing, field.name))


_KEPT: deque[tuple[model.CheckedGame, frozenset[str], frozenset[str]]] = deque(maxlen=16)


def _noted(game: model.CheckedGame) -> tuple[frozenset[str], frozenset[str]]:
    """Return the rolled values and the counted actions; walking a whole game is slow, and engines of it are many."""
    for known, rolls, counts in _KEPT:
        if known is game:
            return rolls, counts
    rolled: set[str] = set()
    asked: set[str] = set()
    for node in nodes_of(game):
        if isinstance(node, core.RollValue):
            rolled.add(node.target.entry)
        elif isinstance(node, core.Done):
            asked.update(node.actions)
    _KEPT.append((game, frozenset(rolled), frozenset(asked)))
    return frozenset(rolled), frozenset(asked)


def rolled_values(game: model.CheckedGame) -> frozenset[str]:
    """Return the names of the values that some step rolls."""
    return _noted(game)[0]


def asked_actions(game: model.CheckedGame) -> frozenset[str]:
    """Return the names of the actions that some ``done`` counts."""
    return _noted(game)[1]


def span_at(game: model.CheckedGame, place: tuple[str, int, int, int, int]) -> Span:
    """Return a place written as plain data as a span in the sources of the game."""
    path, line, column, end_line, end_column = place
    source = next((node.span.source for node in nodes_of(game) if node.span.path == path), Source(path, ""))
    return Span(source, line, column, end_line, end_column)
