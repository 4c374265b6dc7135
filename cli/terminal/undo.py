"""A table, its record and what may be taken back -> the game at a terminal as it is now."""

from __future__ import annotations

from gamedsl.game import Table
from gamedsl.records.history import History
from gamedsl.records.session import Session


class Playing:
    """The game at a terminal as it is now: the table, its record, and what may be taken back."""

    def __init__(self, table: Table, session: Session, history: History, people: frozenset[int]) -> None:
        self.table = table
        self.session = session
        self.history = history
        self.people = people

    def take_back(self, seat: int | None) -> str:
        """Go back before the last decision of a person, None: whoever decided last; return why not, empty when done."""
        last = self.history.seat
        found = self.history.back(last if seat is None and last in self.people else seat, self.table.names)
        if isinstance(found, str):
            return found
        assert last is not None
        self.table = found
        self.session.undone(found.decisions, last)
        return ""
