"""A game that was played -> its ledger added up a second time, and where the table says something else."""

from __future__ import annotations

from collections import Counter
from random import Random

import gamedsl
from gamedsl.engine.event_names import CELL, PURSE, SEAT
from gamedsl.engine.events import Event, LedgerEvent
from gamedsl.studies import all_events, engine_of, state_of

LIMIT = 400
"""Decisions after which a game is given up: random players need not come to an end in 4 Étoiles."""
_SET_UPS = 30
"""So many players and options are drawn for each game."""
_EVERY = 60
"""One decision in so many is compared."""


class Books:
    """What lies where by the ledger alone: amounts of purses, the place of each piece, points of each source."""

    def __init__(self, table: gamedsl.Table) -> None:
        layout = engine_of(table).layout
        self.amounts = Counter(dict(layout.starting_amounts()))
        self.place = {piece: cell for cell, pieces in layout.starting_cells() for piece in pieces}
        self.least = layout.purse_least
        self.unlimited = {number for number, unlimited in enumerate(layout.purse_unlimited) if unlimited}
        self.sources = list(layout.game.sources)
        self.seats = layout.seats
        self.scores: Counter[int] = Counter()
        self.counted = 0
        self.wrong: list[str] = []

    def book(self, events: tuple[Event, ...]) -> None:
        """Book what has come since the last call."""
        for event in events[self.counted :]:
            if isinstance(event, LedgerEvent):
                self._enter(event)
        self.counted = len(events)

    def _enter(self, entry: LedgerEvent) -> None:
        places = {(side, place[0]): int(place[1:]) for side, place in enumerate(entry.where) if place}
        match entry.form:
            case "pay":
                source, target = places[0, PURSE], places[1, PURSE]
                self.amounts[source] -= entry.amount
                self.amounts[target] += entry.amount
                if self.amounts[source] < self.least[source] and source not in self.unlimited:
                    self._complain(entry, f"{self.amounts[source]} are left")
            case "move":
                assert entry.piece is not None
                source, target = places.get((0, CELL), -1), places.get((1, CELL), -1)
                lies = self.place.get(entry.piece, -1)
                if lies != source:
                    self._complain(entry, f"piece {entry.piece} lies in {lies}, not in {source}")
                self.place[entry.piece] = target
            case "score":
                seat = next(number for (_, letter), number in places.items() if letter == SEAT)
                self.scores[self.sources.index(entry.kind) * self.seats + seat] += entry.amount

    def _complain(self, entry: LedgerEvent, why: str) -> None:
        self.wrong.append(f"entry {entry.number}, line {entry.line}, {entry.source} to {entry.target}: {why}")

    def compare(self, table: gamedsl.Table) -> None:
        """Note where the table says something else."""
        state = state_of(table)
        for number, amount in enumerate(state.purses):
            if number not in self.unlimited and amount != self.amounts[number]:
                self.wrong.append(f"purse {number} holds {amount}, not {self.amounts[number]}")
        for piece, cell in enumerate(state.place):
            if not state.spot[piece] and cell != self.place.get(piece, -1):
                self.wrong.append(f"piece {piece} lies in {cell}, not in {self.place.get(piece, -1)}")
        if table.decider is None:
            return  # what is worth points only at the end is in no entry
        for number, points in enumerate(state.scores):
            if points != self.scores[number]:
                source, seat = divmod(number, self.seats)
                self.wrong.append(f"{self.sources[source]} of seat {seat}: {points}, not {self.scores[number]}")


def booked(game: gamedsl.Game, seed: int) -> tuple[list[str], int]:
    """Play a random game; return what is wrong with its ledger, and how many entries it has."""
    random, chosen = Random(seed), Random(seed % _SET_UPS)  # to lower the rules takes longer than to play a game
    options = {name: chosen.choice(values) for name, values in game.options.items() if chosen.random() < 0.5}
    table = game.start(chosen.choice(game.players), seed, options, limit=LIMIT)
    books = Books(table)
    while table.decider is not None and not books.wrong:
        if not random.randrange(_EVERY):
            books.book(all_events(table))
            books.compare(table)
        table.apply(random.choice(table.codes()))
    events = all_events(table)
    books.book(events)
    books.compare(table)
    return books.wrong, sum(isinstance(event, LedgerEvent) for event in events)
