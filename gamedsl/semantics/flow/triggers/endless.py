"""A graph of paragraphs in, watched triggers that set each other off for ever out, as far as their steps tell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.flow.counts import shape
from gamedsl.semantics.flow.graph import Graph, Node, circles
from gamedsl.semantics.flow.triggers.paths import Way, ways_through
from gamedsl.semantics.flow.triggers.watched import Entries, Moment, Watched, conditions_of, spoken_to


def endless_chains(paragraphs: Graph) -> Iterator[tuple[Node, ...]]:
    """Walk chains of watched triggers each of which makes its own condition false and that of the next true.

    Conditions on the way there must hold in every round: known from what is set, or nothing in a round changes what
    they read. A written ``depth`` says that a chain is meant.
    """
    watched = Watched(paragraphs)
    asked = [one for one in watched.triggers.values() if not one.bounded and one.whens and one.once is None]
    asked = [one for one in asked if watched.asked[one.name] & watched.changed(one.name)]
    links: dict[tuple[str, str], _Link] = {}
    edges: dict[Node, tuple[Node, ...]] = {}
    for one in asked:
        found = [*_links(watched, one, asked)]
        links |= {(link.source, link.target): link for link in found}
        edges["triggers", one.name] = tuple(("triggers", link.target) for link in found)
    for chain in circles(Graph(paragraphs.game, edges)):
        if _comes_again([links[one[1], other[1]] for one, other in pairwise(chain)]):
            yield chain


@attrs.frozen(eq=False)
class _Link:
    """A trigger surely sets another one off: what must stay for that, and what has changed on the way."""

    source: str
    target: str
    needed: Entries
    changed: Entries


def _comes_again(links: list[_Link]) -> bool:
    """Tell whether nothing that a round changes decides on the way."""
    changed = frozenset[str]().union(*(link.changed for link in links))
    return not any(link.needed & changed for link in links)


def _links(watched: Watched, trigger: model.CheckedTrigger, asked: list[model.CheckedTrigger]) -> Iterator[_Link]:
    if watched.asked[trigger.name].isdisjoint(watched.written(*trigger.then)):
        return
    ways = ways_through(watched, trigger)
    written = {entry for way in ways for moment in way.moments for entry in moment.written}
    near = set(watched.asking(written))
    for other in (one for one in asked if one.name in near):
        found = (_link(watched, trigger, other, way) for way in ways)
        sure = next((link for link in found if link is not None), None)
        if sure is not None:
            yield sure


def _link(watched: Watched, trigger: model.CheckedTrigger, other: model.CheckedTrigger, way: Way) -> _Link | None:
    """Return how a trigger surely sets off another one (or itself) on one way through its steps."""
    conditions, was_out = conditions_of(trigger), False
    for place, moment in enumerate(way.moments):
        is_out = any(watched.logic.excluded(moment.facts, one) for one in conditions)
        if (was_out if trigger is other else is_out) and _sets_off(watched, trigger, other, moment):
            link = _gone(watched, trigger, other, way.moments[: place + 1])
            if link is not None and _comes_again([link]):
                return link
        was_out = was_out or is_out
    return None


def _sets_off(watched: Watched, trigger: model.CheckedTrigger, other: model.CheckedTrigger, moment: Moment) -> bool:
    """Tell whether a trigger surely becomes true at a moment, and no earlier one that is due then may prevent it."""
    asked = watched.asked[other.name]
    if moment.assumed is None or asked.isdisjoint(moment.written):
        return False
    earlier = [name for name in moment.others if watched.numbers[name] < watched.numbers[other.name]]
    if watched.changed(*earlier) & asked:
        return False
    return any(
        all(watched.logic.certain(moment.facts, one) for one in spoken_to(player, conditions_of(other)))
        for player in _players(trigger, other, moment)
    )


def _players(trigger: model.CheckedTrigger, other: model.CheckedTrigger, moment: Moment) -> Iterator[core.Value]:
    """Walk the players for whom a step of a trigger may set off another one, as far as these are asked for certain."""
    if other.who is None or isinstance(other.who.value, core.AllPlayers) or _same(trigger, other):
        yield core.You(span=other.span, type=t.PlayerType())
    if other.who is not None and isinstance(other.who.value, core.AllPlayers):
        yield from (player for player in moment.owners or () if not isinstance(player, core.You))


def _same(trigger: model.CheckedTrigger, other: model.CheckedTrigger) -> bool:
    """Tell whether two triggers ask the same players."""
    return None not in (trigger.who, other.who) and _shape(trigger) == _shape(other)


def _shape(trigger: model.CheckedTrigger) -> object:
    return None if trigger.who is None else shape(trigger.who.value)


def _gone(
    watched: Watched, trigger: model.CheckedTrigger, other: model.CheckedTrigger, moments: tuple[Moment, ...]
) -> _Link | None:
    """Return the way up to where another trigger is set off; None where the game may be over before."""
    changed = frozenset[str]()
    for moment in moments:
        others = moment.others if moment is not moments[-1] else tuple(set(moment.others) - {other.name})
        changed |= moment.written | watched.changed(*others)
    for end in watched.game.ends:
        asked = reads(watched.game, end.condition)
        by_others = [name for moment in moments for name in moment.others if name != other.name]
        met = [moment for moment in moments if moment.written & asked]
        if watched.changed(*by_others) & asked or not all(_goes_on(watched, one, end) for one in met):
            return None
    needed = moments[-1].assumed or frozenset()
    who = (one.who.value for one in (trigger, other) if one.who is not None)
    return _Link(trigger.name, other.name, needed | reads(watched.game, *who), changed)


def _goes_on(watched: Watched, moment: Moment, end: model.When) -> bool:
    return watched.logic.excluded(moment.facts, end.condition)
