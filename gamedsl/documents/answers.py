"""A table -> the same with several who may decide now: in a phase ``together`` everybody may answer in any order.

The rules go on asking one after the other. Who comes later is asked ahead, in a copy in which those before have decided
anything at all: what somebody is asked does not depend on what others do together with it. An answer given ahead waits
here until its turn has come; only then is it a decision of the game, so records and saves are as ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from gamedsl.choices import Choice
from gamedsl.documents.knowledge import hand_on
from gamedsl.engine.errors import IllegalChoice, SaveError
from gamedsl.engine.state.saving import parsed
from gamedsl.game import Game, Table
from gamedsl.option_values import demand, shortly, whole

_FORMAT, _VERSION = "gamedsl answers", 1
_MOST_AHEAD = 200
"""Decisions that are looked ahead for who else is asked."""


@attrs.define(eq=False)
class Answers:
    """Who may decide at a table now, what they may choose, and the answers given ahead. ``table`` is changed in place.

    Somebody is asked ahead only as long as nothing comes by chance before; of several questions only the first.
    """

    table: Table = attrs.field(validator=lambda _, __, table: demand(table, "what is answered at", Table))
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
        seat = whole(seat)
        found = self._asked().get(seat) if type(seat) is int else None
        if found is None or seat in self._waiting:
            raise IllegalChoice(f"seat {shortly(seat)} has nothing to decide now")
        if found is not self.table:
            hand_on(self.table, found, seat)
        return found

    def legal(self, seat: int) -> tuple[Choice, ...]:
        """What a seat may choose now. Raises IllegalChoice for a seat that has nothing to decide."""
        return self.asked(seat).legal()

    def apply(self, seat: int, move: Choice | int | str) -> None:
        """Decide for a seat: at once when it is asked, else when its turn has come. Raises IllegalChoice."""
        there, seat = self.asked(seat), whole(seat)
        if there is not self.table:
            tried = there.copy()
            tried.apply(move)
            made = tried._codes_made()
            assert made is not None
            self._waiting[seat] = made[-1]
            return
        self.table.apply(move)
        self._apply_due()

    def _apply_due(self) -> None:
        """Make the decisions whose answers wait and whose turn has come, also by moves made at the table itself."""
        while (decider := self.table.decider) in self._waiting and decider is not None:
            code = self._waiting.pop(decider)
            if code not in self.table.codes():
                return  # it is asked again
            self.table.apply(code)

    def withdraw(self, seat: int) -> None:
        """Take an answer back that was given ahead. Raises IllegalChoice when there is none."""
        seat = whole(seat)
        if type(seat) is not int or self._waiting.pop(seat, None) is None:
            raise IllegalChoice(f"seat {shortly(seat)} has no answer that waits")

    def save(self) -> dict[str, Any]:
        """Return the saved table and the answers that wait, as plain data for ``json.dumps``; see ``restored``."""
        waiting = [{"seat": seat, "code": code} for seat, code in sorted(self._waiting.items())]
        return {"format": _FORMAT, "version": _VERSION, "table": self.table.save(), "waiting": waiting}

    @classmethod
    def restored(cls, game: Game, saved: str | Mapping[str, Any]) -> Answers:
        """Return what ``save`` has written: its dict or the JSON text of it. Raises SaveError."""
        demand(game, "the game of saved answers", Game)
        data = parsed(saved)
        if (data.get("format"), data.get("version")) != (_FORMAT, _VERSION) or not isinstance(data.get("table"), dict):
            raise SaveError("these are no saved answers of this version of gamedsl")
        answers = cls(game.restore(data["table"]))
        waiting = data.get("waiting")
        if not isinstance(waiting, list) or not all(isinstance(one, dict) for one in waiting):
            raise SaveError("the saved answers are damaged")
        for one in waiting:
            seat, code = one.get("seat"), one.get("code")
            if type(seat) is not int or type(code) is not int or seat == answers.table.decider:
                raise SaveError("the saved answers are damaged: nobody is asked ahead so")
            try:
                answers.apply(seat, code)
            except IllegalChoice as error:
                raise SaveError(f"the saved answers are damaged: {error}") from error
        return answers

    def _asked(self) -> dict[int, Table]:
        """Return for each seat that is asked now or ahead the table at which it is the decider."""
        self._apply_due()
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
