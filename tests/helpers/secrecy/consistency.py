"""A table that is played by chance -> where log, events, views and documents tell a viewer different things.

They are held to each other at every decision: what one of them hides from a viewer no other tells, and what one tells
all others tell alike. What they tell of a piece is held to what the viewer has ever seen of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from gamedsl import documents
from gamedsl.engine import events as ev
from gamedsl.engine.state.flat import RUNNING
from gamedsl.game import Table
from gamedsl.presentation.seen import visible
from tests.helpers.secrecy.twin_names import pieces_named

HIDDEN = "(hidden)"
_SAID = ("event", "full", "card", "text", "words", "label", "labels", "value", "outcome", "amount", "question")


class Viewers:
    """What every seat and a spectator have seen of pieces so far, and what they are told now."""

    def __init__(self, table: Table) -> None:
        self.table, self.engine = table, table._engine
        self.viewers: tuple[int | None, ...] = (*range(table.players), None)
        self.seen: dict[int | None, set[int]] = {viewer: set() for viewer in self.viewers}
        self.told: dict[int | None, set[int]] = {viewer: set() for viewer in self.viewers}
        """Pieces that a value names which was shown."""
        self._look()

    def _look(self) -> None:
        for viewer in self.viewers:
            bit = self.table.players if viewer is None else viewer
            known = self.table._state.known
            self.seen[viewer] |= {piece for piece, seats in enumerate(known) if seats >> bit & 1}

    def _hear(self, viewer: int | None) -> None:
        """Note the pieces that a viewer was told of in events."""
        for _, event, full in visible(self.engine, self.table._state, viewer):
            if full and isinstance(event, ev.LedgerEvent) and event.piece is not None:
                self.seen[viewer].add(event.piece)
            if full and isinstance(event, ev.ShowEvent):
                self.seen[viewer] |= set(event.pieces)
            if full and isinstance(event, ev.ShowValueEvent):
                self.told[viewer] |= set(pieces_named(self.engine, self.table._state, int(event.where[0][1:])))

    def decide(self, random: Random) -> None:
        """Make a decision by chance."""
        self.table.apply(random.choice(self.table.codes()))
        self._look()

    def disagreements(self) -> Iterator[str]:
        """Walk what is told otherwise here than there at this moment."""
        for viewer in self.viewers:
            self._hear(viewer)
            told = documents.events(self.table, viewer)
            shown = documents.view(self.table, viewer)
            for found in (*self._events(viewer, told), *self._lines(viewer, told)):
                yield f"{viewer}: {found}"
            for found in (*self._values(viewer, told, shown), *self._faces(viewer, shown)):
                yield f"{viewer}: {found}"

    def _events(self, viewer: int | None, told: Any) -> Iterator[str]:
        """The events of a table and of a document say the same; one that is hidden says nothing in either."""
        own, others = (Counter(map(_said, events)) for events in (self.table.events(viewer), told["events"]))
        if own != others:
            yield f"events: {list((own - others).items())[:2]} ≠ {list((others - own).items())[:2]}"
        for one in (*self.table.events(viewer), *told["events"]):
            names = [one.get(name) for name in ("piece", "piece_before", "pieces", "label", "value", "outcome")]
            if not one["full"] and any(names + [label for label in one.get("labels", ()) if label]):
                yield f"a hidden event tells something: {one}"

    def _lines(self, viewer: int | None, told: Any) -> Iterator[str]:
        """As many lines of the log are hidden as decisions are, in a document too."""
        decisions = sum(one["event"] == "decision" and not one["full"] for one in told["events"])
        log = self.table.log(viewer)
        if (found := sum(line.count(HIDDEN) for line in log)) != decisions:
            yield f"log: {found} hidden, but {decisions} hidden decisions"
        if (found := sum(one["text"].count(HIDDEN) for one in told["lines"])) != decisions:
            yield f"lines of the document: {found} hidden, but {decisions} hidden decisions"

    def _values(self, viewer: int | None, told: Any, shown: Any) -> Iterator[str]:
        """What a value was last set to in the events is what views show, and nothing where it was hidden."""
        last: dict[str, str | None] = {}
        for one in told["events"]:
            if one["event"] in ("value", "showvalue") and one["place_id"]:
                last[one["place_id"]] = one["value"] if one["full"] else None
            if one["event"] == "chance" and one["form"] == "value" and one["source_id"]:
                last[one["source_id"]] = one["outcome"] if one["full"] else None
        for one in shown["values"]:
            if one["id"] in last and one["text"] != last[one["id"]]:
                yield f"{one['entry']} is {one['text']} in the view, {last[one['id']]} in the events"
            if one["text"] is None and one["value"] is not None:
                yield f"{one['entry']} is hidden, but {one['value']} in the document"
        own = Counter((one.entry, one.text) for one in self.table.view(viewer).values)
        if more := Counter((one["entry"], one["text"]) for one in shown["values"]) - own:
            yield f"the document has {list(more)}, the view has not"

    def _faces(self, viewer: int | None, shown: Any) -> Iterator[str]:
        """Whoever is told which pieces a value names has seen them."""
        for one in shown["values"]:
            if one["text"] is not None and (one["id"] or "").startswith("v"):
                named = set(pieces_named(self.engine, self.table._state, int(one["id"][1:])))
                if named - self.seen[viewer] - self.told[viewer]:
                    yield f"{one['entry']} tells {one['text']}, which this viewer has never seen"


def _said(event: Any) -> tuple[str, ...]:
    return tuple(str(event.get(name)) for name in _SAID)


def disagreements(table: Table, seed: int, decisions: int) -> Iterator[str]:
    """Play some decisions, and walk what is told otherwise here than there at any of them."""
    random, viewers = Random(seed), Viewers(table)
    for number in range(decisions):
        if table._state.status != RUNNING:
            return
        viewers.decide(random)
        if table._state.status == RUNNING:
            yield from (f"decision {number}: {found}" for found in viewers.disagreements())
