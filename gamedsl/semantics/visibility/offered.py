"""A checked game -> what of costs and effects who is offered an action can know, and who can know how all stand"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import Part, children, walk
from gamedsl.semantics.flow.circular_values import has_circles
from gamedsl.semantics.visibility.guards import DECIDER, Watch
from gamedsl.semantics.visibility.knowledge import Observer
from gamedsl.semantics.visibility.labels import SOMEWHERE, YOU, Visibility
from gamedsl.semantics.visibility.secret_numbers import secret_numbers
from gamedsl.semantics.visibility.surroundings import Env

Known = Mapping[str, frozenset[core.Value]]
"""By action the values that its decider can know when it is offered, once all that they name has been answered."""


def known_when_offered(game: model.CheckedGame) -> Known:
    """Return what may be told of actions to those who are offered them."""
    if has_circles(game):
        return {}
    offered = _Offered(game, Observer(game, numbers=secret_numbers(game)), lambda *_, **__: None)
    offered.paragraphs()
    return {name: frozenset(found) for name, found in offered.found.items()}


def pieces_in(zone: core.ZoneRef) -> core.CountPieces:
    """Return the number of pieces in a place, as an expression."""
    return core.CountPieces(span=zone.span, type=t.IntType(), zone=zone)


def free_places(node: Part) -> frozenset[int]:
    """Return the local places that an expression reads and does not bind itself."""
    inside = list(walk(node))
    read = {one.slot for one in inside if isinstance(one, core.Local)}
    bound = {one.slot for one in inside if isinstance(one, core.Loop)}
    lets = {slot for one in inside if isinstance(one, core.LetIn) for slot in one.slots}
    return frozenset(read - bound - lets)


@attrs.define(eq=False)
class _Offered(Watch):
    """Goes through all paragraphs, and notes what deciders know of actions before anything of them is carried out."""

    found: dict[str, set[core.Value]] = attrs.field(factory=dict)

    def guard(self, seen: object) -> None:
        """Leave decisions to the check."""

    def words(self, text: object, env: object) -> None:
        """Leave words to the check."""

    def logged(self, text: object, env: object) -> None:
        """Leave words to the check."""

    def action(self, action: model.CheckedAction) -> None:
        """Note what is known of an action that is offered."""
        env = Env(f"action {action.name}", DECIDER, words=action.words, given=frozenset(range(len(action.params))))
        given = self.calls.given.get(action.name) or [SOMEWHERE] * len(action.params)
        for slot, (seen, kind) in enumerate(zip(given, action.params, strict=True)):
            env.bind(slot, seen, kind)
        for _ in self.observer.guards(action, env):
            pass
        lets = tuple(element.value for element in action.elements if isinstance(element, model.LetField))
        found = self.found[action.name] = set()
        texts = [text.parts for text in (action.cost_words, action.then_words) if text is not None]
        said = (part.value for parts in texts for part in parts if isinstance(part, core.TextSlot))
        for part in (*lets, *action.cost, *action.then, *said):
            self._note(part, env, found)
        super().action(action)

    def _note(self, part: Part, env: Env, found: set[core.Value]) -> None:
        """Note the largest expressions in a step that can be known; in others the parts."""
        if isinstance(part, core.Value) and not isinstance(part, core.ZoneRef) and self._is_known(part, env):
            found.add(part)
        if isinstance(part, core.Deal) and isinstance(part.source, core.ZoneRef):
            self._note(pieces_in(part.source), env, found)
        for child in children(part):
            self._note(child, env, found)
        if isinstance(part, core.Let) and self._is_known(part.value, env):
            env.bind(part.slot, self.observer.see(part.value, env), part.value.type)

    def _is_known(self, value: core.Value, env: Env) -> bool:
        return free_places(value) <= env.slots.keys() and self.observer.printed(value, env).visible


Viewers = Literal["all", "owner", "nobody"]
"""Who can know something that is counted for a player: everybody, that player alone, or not even that player."""


@attrs.frozen
class StandingKnown:
    """Who can know how a player stands: from each source that is worth something at the end, and by each key."""

    sources: Mapping[str, Viewers]
    keys: tuple[Viewers, ...]


def known_of_standing(game: model.CheckedGame) -> StandingKnown:
    """Return who can know before the end how all stand."""
    ranked = game.winner.keys if isinstance(game.winner, core.Rank) else ()
    if has_circles(game):
        return StandingKnown(dict.fromkeys(game.sources, "nobody"), tuple("nobody" for _ in ranked))
    observer = Observer(game, numbers=secret_numbers(game))
    worths = {source.name: source.worth for source in game.sources.values() if source.worth is not None}
    sources: dict[str, Viewers] = {
        name: _viewers(observer.see(worth, Env(f"scoring {name}", DECIDER))) for name, worth in worths.items()
    }
    every: Viewers = min(sources.values(), key=_OPENNESS.index, default="all")
    keys: list[Viewers] = []
    for key in ranked:
        assert isinstance(game.winner, core.Rank)
        env = Env("end", Visibility(), {game.winner.loop.slot: DECIDER})
        seen = _viewers(observer.see(key.key, env))
        counts = any(isinstance(one, core.PointsOf) for one in walk(key.key))
        keys.append(min(seen, every, key=_OPENNESS.index) if counts else seen)
    return StandingKnown(sources, tuple(keys))


_OPENNESS: tuple[Viewers, ...] = ("nobody", "owner", "all")


def _viewers(seen: Visibility) -> Viewers:
    return "all" if seen.public else "owner" if seen.viewer == YOU else "nobody"
