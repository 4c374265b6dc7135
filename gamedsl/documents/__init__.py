"""A table and who looks at it -> JSON documents by which other programs show the game: with handles and versions

``legend`` is the same for everybody and in all games of a set-up; ``view``, ``question`` and ``events`` hold what one
seat, or a spectator (None), may know. They need a table with a log, as handles follow what has happened.
``schema`` gives the JSON Schema of each.
"""

from __future__ import annotations

from gamedsl.choices import Undo
from gamedsl.documents.events import events_document
from gamedsl.documents.handles import Handles
from gamedsl.documents.knowledge import known_at
from gamedsl.documents.legend import legend_document
from gamedsl.documents.question import QuestionDocument
from gamedsl.documents.schemas import Events, Legend, Question, View, schema
from gamedsl.documents.view import ViewDocument
from gamedsl.game import Table
from gamedsl.i18n.speaking import speaking
from gamedsl.kernel.state.block import State
from gamedsl.option_values import demand, shortly, whole
from gamedsl.play.together import behind_curtain

__all__ = ["events", "legend", "question", "schema", "view"]


def legend(table: Table) -> Legend:
    """Return what never changes: seats, kinds, entries with their keys and types, boards, words, actions.

    Like the others it raises TypeError where there is no table.
    """
    demand(table, "the table of a document", Table)
    with speaking(table.game.language):
        return legend_document(table._engine)


def view(table: Table, seat: int | None = None, undo: Undo | None = None) -> View:
    """Return what a seat (None: a spectator) sees. Raises ValueError for no such seat, or without a log.

    ``undo`` is what this seat may take back, as a ``History`` says; it is handed on.
    """
    seat = whole(seat)
    state = _checked(table, seat)
    if undo is not None:
        demand(undo, "what may be taken back", Undo)
    shown = _shown(table, seat)
    with speaking(table.game.language):
        handles = Handles(table._engine, shown, known_at(table, seat).following)
        return ViewDocument(table._engine, state, seat, handles).document(undo)


def question(table: Table) -> Question | None:
    """Return what is asked, for the seat that is asked alone; None when nobody is. Raises ValueError without a log."""
    demand(table, "the table of a document", Table)
    seat = table.decider
    if seat is None:
        return None
    state, shown = _checked(table, seat), _shown(table, seat)
    with speaking(table.game.language):
        handles = Handles(table._engine, shown, known_at(table, seat).following)
        return QuestionDocument(table._engine, state, shown, handles).document()


def events(table: Table, seat: int | None = None, since: int = 0) -> Events:
    """Return what has happened as a seat (None: a spectator) may know it, from the event with the number ``since`` on.

    Raises ValueError for no such seat, without a log, or for another ``since`` than a number from 0 to ``next``, which
    a document may have given that an undo has left behind.
    """
    seat, since = whole(seat), whole(since)
    if type(since) is not int or since < 0:
        raise ValueError(f"events are numbered from 0, not from {shortly(since)}")
    _checked(table, seat)
    with speaking(table.game.language):
        known = known_at(table, seat)
        if since > len(known.events):
            raise ValueError(
                f"there is no event {shortly(since)}: the next one will have the number {len(known.events)}"
            )
        return events_document(known, since)


def _checked(table: Table, seat: int | None) -> State:
    demand(table, "the table of a document", Table)
    table._seat(seat)
    if table._state.log is None:
        raise ValueError("this table has no log: handles follow what has happened, so start it with one")
    return table._state


def _shown(table: Table, seat: int | None) -> State:
    """Return the state as a seat sees it: what others decide ``together`` is not done yet."""
    state = table._state
    return state if state.curtain is None else behind_curtain(table._engine.layout, state, seat)
