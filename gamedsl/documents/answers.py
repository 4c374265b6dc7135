"""A table -> the same with several who may decide now: in a phase ``together`` everybody may answer in any order.

The rules go on asking one after the other. Who comes later is asked ahead, in a copy in which those before have decided
anything at all: what somebody is asked does not depend on what others do together with it. An answer given ahead waits
here until its turn has come; only then is it a decision of the game, so records and saves are as ever.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamedsl.choices import Choice
from gamedsl.engine.errors import IllegalChoice
from gamedsl.game import Table
from gamedsl.option_values import shortly

_MOST_AHEAD = 200
"""Decisions that are looked ahead for who else is asked."""


@attrs.define(eq=False)
class Answers:
    """Who may decide at a table now, what they may choose, and the answers given ahead. ``table`` is changed in place.

    Somebody is asked ahead only as long as nothing comes by chance before; of several questions only the first.
    """

    table: Table
    _waiting: dict[int, int] = attrs.field(factory=dict, init=False)

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now, whoever is asked first by the rules first; empty when nobody is."""
        return tuple(seat for seat in self._asked() if seat not in self._waiting)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have answered ahead."""
        return tuple(sorted(self._waiting))

    def asked(self, seat: int) -> Table:
        """Return a table at which a seat is the decider: its question, its choices. Raises IllegalChoice for others.

        It is a copy where others are asked before; what they decide there means nothing.
        """
        found = self._asked().get(seat)
        if found is None or seat in self._waiting:
            raise IllegalChoice(f"seat {shortly(seat)} has nothing to decide now")
        return found

    def legal(self, seat: int) -> tuple[Choice, ...]:
        """What a seat may choose now. Raises IllegalChoice for a seat that has nothing to decide."""
        return self.asked(seat).legal()

    def apply(self, seat: int, move: Choice | int | str) -> None:
        """Decide for a seat: at once when it is asked, else when its turn has come. Raises IllegalChoice."""
        there = self.asked(seat)
        if there is not self.table:
            tried = there.copy()
            tried.apply(move)
            made = tried._codes_made()
            assert made is not None
            self._waiting[seat] = made[-1]
            return
        self.table.apply(move)
        while (decider := self.table.decider) in self._waiting and decider is not None:
            code = self._waiting.pop(decider)
            if code not in self.table.codes():
                return  # it is asked again
            self.table.apply(code)

    def withdraw(self, seat: int) -> None:
        """Take an answer back that was given ahead. Raises IllegalChoice when there is none."""
        if self._waiting.pop(seat, None) is None:
            raise IllegalChoice(f"seat {shortly(seat)} has no answer that waits")

    def _asked(self) -> dict[int, Table]:
        """Return for each seat that is asked now or ahead the table at which it is the decider."""
        decider = self.table.decider
        found = {} if decider is None else {decider: self.table}
        if self.table._state.curtain is not None:
            for copy in self._ahead():
                assert copy.decider is not None
                if copy.decider not in found:
                    found[copy.decider] = copy.copy()
        return found

    def _ahead(self) -> Iterator[Table]:
        """Yield the decisions of the phase together that come, as long as nothing comes by chance."""
        copy, state = self.table.copy(), self.table._state
        assert state.curtain is not None
        draws, begun = list(state.draws), state.curtain[2:4]
        for _ in range(_MOST_AHEAD):
            decider = copy.decider
            assert decider is not None
            code = self._waiting.get(decider)
            codes = copy.codes()
            copy.apply(code if code in codes and code is not None else codes[0])
            after = copy._state
            same = after.curtain is not None and after.curtain[2:4] == begun
            if copy.decider is None or not same or list(after.draws) != draws:
                return
            yield copy
