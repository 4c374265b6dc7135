"""What a name can mean inside one body: local places, ``you``, bare attributes and what is known to hold there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.source import Span


@attrs.define(eq=False)
class Body:
    """Counts the local places of one body (a term, paragraph, cell or scenario)."""

    slots: int = 0

    def take(self) -> int:
        """Return a fresh local place."""
        self.slots += 1
        return self.slots - 1


@attrs.frozen
class LocalName:
    """A parameter, pick, ``let`` or loop variable."""

    slot: int
    type: t.Type
    span: Span = attrs.field(eq=False)


@attrs.frozen
class Bare:
    """Attributes of ``subject`` may stand bare (inside ``each K``, ``S where C`` and cells)."""

    subject: core.Value
    type: t.Type


FactKey = tuple[object, ...]


@attrs.define(eq=False)
class Scope:
    """The surroundings of an expression. Blocks open child scopes; facts end with their block."""

    body: Body
    has_you: bool = False
    scenario: bool = False
    locals: dict[str, LocalName] = attrs.field(factory=dict)
    bare: tuple[Bare, ...] = ()
    facts: dict[FactKey, t.Type] = attrs.field(factory=dict)
    old: core.Value | None = None
    lost: tuple[tuple[str, str | frozenset[str]], ...] = ()
    """What steps have made uncertain since `when` of the paragraph was asked, each as ``forget`` is told."""
    has_when: bool = True
    """Conditions of this paragraph are asked before; a setup and the cells of a table have none."""
    counts_turns: bool = False
    """Positions are counted where this is read: ``until`` of phases with turns, and ``end``."""

    def child(self) -> Scope:
        """Return a scope for an inner block: what it learns and names stays inside."""
        return attrs.evolve(self, locals=dict(self.locals), facts=dict(self.facts))

    def with_bare(self, subject: core.Value, kind: t.Type) -> Scope:
        """Return a child in which the attributes of ``subject`` may stand bare."""
        inner = self.child()
        inner.bare = (*self.bare, Bare(subject, kind))
        return inner

    def bind(self, name: str, kind: t.Type, span: Span) -> int:
        """Give ``name`` a fresh local place and return it."""
        slot = self.body.take()
        self.locals[name] = LocalName(slot, kind, span)
        return slot


def at_hand(scope: Scope, kind: str) -> core.Value | None:
    """Return the thing of a kind whose attributes stand bare here; None where there is none."""
    own = (bare.subject for bare in reversed(scope.bare) if bare.type == t.PieceType(kind))
    return next(own, None)


@contextmanager
def block(scope: Scope) -> Iterator[Scope]:
    """Open an inner block of ``scope``."""
    yield scope.child()
