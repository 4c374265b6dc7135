"""The decisions of a person so far, or a record -> the table before the last one, or why it cannot be taken back."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl import studies
from gamedsl.choices import Undo
from gamedsl.engine.state.flat import decisions_seen
from gamedsl.game import Game, Table
from gamedsl.i18n.speaking import gettext, speaking
from gamedsl.option_values import demand
from gamedsl.players.seats import HUMAN
from gamedsl.records.lines import Move, Record, Resume
from gamedsl.records.lines import Undo as UndoLine
from gamedsl.records.replaying import make, opening

"""What records call a person at a seat."""


@attrs.frozen
class _Step:
    """A decision that may still be taken back: the table before it, and whether there was a choice at all."""

    before: Table
    asked: bool


@attrs.define
class History:
    """What the person who decided last may take back: nothing that others have seen or acted upon.

    Another person's decision, chance that somebody saw, and hidden things that were shown end it; so does what has told
    somebody about them. Players of the program may have decided since. ``seat`` is the person, before the first one
    decides whoever decided last; ``why`` says what came before the first step that can be taken back. ``note`` is told
    every decision, and ``back`` gives the table to go on with.
    """

    seat: int | None = None
    why: str = attrs.field(factory=lambda: gettext("nothing has been decided since this game began"))
    _steps: list[_Step] = attrs.field(factory=list)
    _now: Table | None = None
    _is_person: bool = False

    def note(self, before: Table, after: Table, seat: int, *, asked: bool, person: bool) -> None:
        """Note a decision of ``seat``: ``before`` is a copy of the table as it was; ``asked``: there was a choice."""
        demand(before, "the table before a decision", Table)
        demand(after, "the table behind a decision", Table)
        self._now = after
        if not person and self._is_person:
            return  # what it has told is asked when somebody wants to go back behind it
        with speaking(after.game.language):
            self._noted(before, after, seat, asked=asked, person=person)

    def _noted(self, before: Table, after: Table, seat: int, *, asked: bool, person: bool) -> None:
        if seat != self.seat:
            if self.seat is not None:
                self.why = _not_yours(before.names[self.seat])
            self._steps.clear()
        self.seat, self._is_person = seat, person
        if not person:
            return
        seen = studies.seen_since(after, before)
        if seen:
            self._steps.clear()
            self.why = seen
        else:
            self._steps.append(_Step(before, asked))

    def back(self, seat: int | None, names: Sequence[str]) -> Table | str:
        """Return the table before the last decision that ``seat`` was asked for, or why it stays as it is."""
        with speaking("" if self._now is None else self._now.game.language):
            place = self._place(seat, names)
        if isinstance(place, str):
            return place
        self._now = table = self._steps[place].before
        del self._steps[place:]
        return table

    def undo(self, seat: int | None, names: Sequence[str]) -> Undo:
        """Return what ``back`` would do, without doing it: for who is to be told whether there is a way back.

        Working it out takes up to a second or two.
        """
        with speaking("" if self._now is None else self._now.game.language):
            place = self._place(seat, names)
        if isinstance(place, str):
            return Undo(place, None)
        return Undo("", decisions_seen(studies.state_of(self._steps[place].before), seat))

    def _place(self, seat: int | None, names: Sequence[str]) -> int | str:
        """Return which step would be taken back, or why none."""
        if self.seat is not None and seat != self.seat:
            return _not_yours(names[self.seat])
        place = next((at for at in reversed(range(len(self._steps))) if self._steps[at].asked), None)
        if place is None:
            return self.why
        table, now = self._steps[place].before, self._now
        assert now is not None
        why = studies.seen_since(now, table)
        if not why and studies.has_disclosed(now, table):
            why = gettext("what happened then has told somebody about hidden things")
        if why:
            self._steps.clear()
            self.why = why
            return why
        return place


def _not_yours(name: str) -> str:
    return gettext("the last decision was {name}'s, and nobody takes back another player's", name=name)


def rebuilt(game: Game, record: Record, ask_all: bool) -> History:
    """Return what may be taken back of a game that goes on: what could be if it had never been interrupted.

    Who has looked at the table since the last decision is forgotten; that changes nothing for anybody else.
    """
    if not record.moves:
        return History()
    names, counting, last_typed = game.checked.seat_labels, *_by_people(record)
    last = next((move.seat for move, person in reversed(counting) if person), None)
    if last_typed is not None and last_typed != last:  # another person has decided since, and has taken it back
        return History(last_typed, _not_yours(names[counting[-1][0].seat if last is None else last]), is_person=True)
    first = len(counting)
    while first and (not counting[first - 1][1] or counting[first - 1][0].seat == last):
        first -= 1
    history = History(counting[first - 1][0].seat, is_person=True) if first else History()
    table = opening(game, record.start)
    for number, (move, person) in enumerate(counting):
        if number < first:
            make(table, move)
            continue
        before, asked = table.copy(), ask_all or len(table.codes()) > 1
        make(table, move)
        history.note(before, table, move.seat, asked=asked, person=person)
    return history


def _by_people(record: Record) -> tuple[list[tuple[Move, bool]], int | None]:
    """Return the moves that count, each with whether a person made it, and which person decided last at all."""
    seats, found, last = record.start.seats, list[tuple[Move, bool]](), None
    for line in record.lines:
        match line:
            case Resume():
                seats = line.seats
            case Move():
                person = seats[line.seat] == HUMAN
                last = line.seat if person else last
                found.append((line, person))
            case UndoLine():
                del found[line.left :]
            case _:
                pass
    return found, last
