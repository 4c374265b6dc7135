"""A game and how far its table can come in, warnings about ends that never come out."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import enumerated
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import called, inside, walk
from gamedsl.semantics.flow.counts import plain
from gamedsl.semantics.flow.logic import Reach as Domains
from gamedsl.semantics.flow.logic import never
from gamedsl.semantics.flow.reach.reach import Reach
from gamedsl.source import written

_MOST_NAMED = 3


def check_ends(reach: Reach, changed: frozenset[str], report: Report) -> None:
    """Warn about every alternative under `until` and `end` that no position in play can make true.

    What nothing in play changes (``changed``: the rest) is told elsewhere, and so is what its types rule out.
    """
    for condition in (one for end in ends_of(reach.game) for one in alternatives_of(end)):
        asked = reads(reach.game, condition)
        if asked & changed and reach.never(condition) and not never(reach.game, condition, lambda _: None):
            known = [one.replace(" is ", " is always ", 1) for one in far(reach.game, condition, reach.domain)]
            told = enumerated(known[:_MOST_NAMED], "and") or "no step leads there"
            report("GDFLO28", condition.span, condition=written(condition.span), far=told)


def ends_of(game: model.CheckedGame) -> Iterator[core.Value]:
    """Walk the conditions under `until`, and under `end`."""
    yield from (phase.until for phase in game.phases.values() if phase.until is not None)
    yield from (end.condition for end in game.ends)


def alternatives_of(condition: core.Value) -> tuple[core.Value, ...]:
    """Return the alternatives of a condition, itself where it has none."""
    return condition.items if isinstance(condition, core.Or) else (condition,)


def far(game: model.CheckedGame, condition: core.Value, domain_of: Domains) -> Iterator[str]:
    """Walk in words what is known of the values that a condition reads, also inside its terms."""
    told: set[str] = set()
    for node in walk(condition, *_inside(game, condition)):
        if not isinstance(node, core.Value):
            continue
        domain, text = domain_of(plain(node)), written(node.span)
        if isinstance(domain, t.IntType) and domain != node.type and text not in told:
            told.add(text)
            yield f"`{text}` is {_words(domain)}"


def _words(domain: t.IntType) -> str:
    return f"{domain.high} or less" if domain.low <= t.IntType().low else str(domain)


def _inside(game: model.CheckedGame, condition: core.Value) -> Iterator[core.Value]:
    for node in walk(condition):
        for name in called(game, node):
            yield from (part for part in inside(game, name) if isinstance(part, core.Value))
