"""A game and a set-up -> its tree: decisions, and chance as nodes whose outcomes are listed and chosen, not drawn.

What runs between two decisions is run again from its beginning with one outcome more, until it needs no more: so chance
may come anywhere, inside a term as well, and a node is only a state, a choice and the outcomes chosen since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import attrs

from gamedsl.choices import Choice
from gamedsl.engine.errors import IllegalChoice
from gamedsl.game import Game, Table
from gamedsl.option_values import check_limit, completed, demand, shortly, whole
from gamedsl.storage.one_thread import Shared
from gamedsl.tree.scripted import ChanceOutcome, Needed, Scripted

if TYPE_CHECKING:
    from gamedsl.kernel.state.block import State

__all__ = ["ChanceOutcome", "Node", "tree_of"]


@attrs.frozen(eq=False)
class Node(Shared):
    """A moment of a game: somebody decides, chance decides, or the game is over. Nodes never change.

    ``table`` is the table as it is now, to look at, at a decision and at the end; what is applied to it leaves the
    tree. ``outcomes`` are those of chance, at a chance node alone.
    """

    kind: Literal["decision", "chance", "end"]
    table: Table | None
    outcomes: tuple[ChanceOutcome, ...]
    _scripted: Scripted = attrs.field(repr=False)
    _game: Game = attrs.field(repr=False)
    _options: dict[str, bool | int | str] = attrs.field(repr=False)
    _before: State | None = attrs.field(repr=False)
    _code: int = attrs.field(repr=False)
    _script: tuple[int, ...] = attrs.field(repr=False)
    _begin: Callable[[], State] = attrs.field(repr=False)

    def legal(self) -> tuple[Choice, ...]:
        """The legal choices; empty where nobody decides."""
        return self.table.legal() if self.table is not None and self.kind == "decision" else ()

    def after(self, move: Choice | ChanceOutcome | int) -> Node:
        """Return the node behind a choice (or its code), or behind an outcome of chance (or its number).

        Raise IllegalChoice where it is none of them.
        """
        if self.table is None:
            number = whole(move.number if isinstance(move, ChanceOutcome) else move)
            if type(number) is not int or not 0 <= number < len(self.outcomes):
                raise IllegalChoice(f"{shortly(move)} is no outcome of this chance node")
            return self._come_to(self._before, self._code, (*self._script, number))
        code = whole(move.code if isinstance(move, Choice) else move)
        if type(code) is not int or code not in self.table.codes():
            raise IllegalChoice(f"{shortly(move)} is not legal here")
        return self._come_to(self.table._state, code, ())

    def _come_to(self, before: State | None, code: int, script: tuple[int, ...]) -> Node:
        scripted = self._scripted

        def run() -> State:
            if before is None:
                return self._begin()
            s = before.copy()
            scripted.engine.apply(s, code)
            return s

        return _node(self._game, scripted, self._options, (before, code, script), self._begin, run)


def _node(
    game: Game,
    scripted: Scripted,
    options: dict[str, bool | int | str],
    way: tuple[State | None, int, tuple[int, ...]],
    begin: Callable[[], State],
    run: Callable[[], State],
) -> Node:
    """Return the node to which a way leads."""
    try:
        s = scripted.played(way[2], run)
    except Needed as needed:
        return Node("chance", None, scripted.outcomes(needed), scripted, game, options, *way, begin)
    table = Table(game, scripted.engine, s, 0, options, None)
    kind: Literal["decision", "end"] = "end" if scripted.engine.decider(s) is None else "decision"
    return Node(kind, table, (), scripted, game, options, *way, begin)


def tree_of(
    game: Game,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    limit: int | None = None,
    log: bool = False,
) -> Node:
    """Return the root of the tree of a game: its first decision, or the first chance of its setup.

    ``limit`` (from 1) is the number of decisions after which a game is given up, as for ``Game.start``; with ``log``
    the tables tell what has happened, and walking takes longer. Raise SetupError for a set-up that does not exist, or
    whose rules say what no tree can be made of, and TypeError for what is no game.
    """
    demand(game, "the game of a tree", Game)
    chosen, limit = completed(game.checked.options, {} if options is None else options), whole(limit)
    check_limit(limit)
    scripted = Scripted(game.checked, game._seats(players), chosen)

    def begin() -> State:
        return scripted.engine.start(log=bool(log), limit=limit or 0)

    return _node(game, scripted, chosen, (None, 0, ()), begin, begin)
