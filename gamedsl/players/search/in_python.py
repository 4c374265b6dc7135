"""A judge -> what thinks about games in Python: the reference for every other way of thinking"""

from __future__ import annotations

from gamedsl.players.judge import Judge
from gamedsl.players.search.ahead import MOST_ACTIONS, Ahead
from gamedsl.players.search.opening import Opening
from gamedsl.players.search.planning import Planner
from gamedsl.players.search.tree import Tree


class InPython:
    """Thinks over games in which choices are tried out, by a judge."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def ahead(self, seat: int, actions: int = MOST_ACTIONS) -> Ahead:
        """Return what looks ahead to the end of a turn of a seat."""
        return Ahead(self._judge, seat, actions)

    def planner(self, seat: int, width: int, tries: int) -> Planner:
        """Return what plans the turn of a seat."""
        return Planner(self._judge, seat, width, tries)

    def tree(self, opening: Opening) -> Tree:
        """Return a search of the choices of an opening."""
        return Tree(opening, self._judge)
