"""A log and a viewer -> the events that this viewer may know of, as it may read them, and the same as plain data.

Whoever may not see an event in full gets its counted form ("2 cards from deck"). A spectator sees what all players see.
What others do ``together`` appears when they are all done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.state.flat import events_since
from gamedsl.kernel.state.block import State
from gamedsl.play.copies import can_hide, first_copies, first_copy, in_told_order
from gamedsl.play.engine import Engine


def seen_events(engine: Engine, state: State, seat: int | None) -> tuple[dict[str, Any], ...]:
    """Return all events that a viewer may know of, as plain data; ``full`` tells whether secrets are left out.

    Copies that nobody can tell apart all have the number of the first one: a number of its own would tell whether a
    card that was passed on unseen comes back.
    """
    found = []
    for _, event, full in visible(engine, state, seat):
        shown = event if full else counted(event, engine)
        data = ev.to_data(shown)
        for name in ("audience", "together", "told", "told_question"):
            data.pop(name, None)
        if isinstance(data.get("piece"), int):
            data["piece"] = first_copy(engine, data["piece"])
        if "pieces" in data:
            data["pieces"] = [first_copy(engine, piece) for piece in data["pieces"]]
        found.append(data | {"full": full})
    return tuple(found)


def seen_log(engine: Engine, state: State, seat: int, target: State) -> None:
    """Give ``target`` the log of ``state`` without anything that a seat may not know; None stays None."""
    if state.log is None:
        return
    log: Any = ()
    for _, event, full in visible(engine, state, seat):
        log = (log, _sealed(engine, event, seat, full=full))
    target.log = log
    target.log_size = state.log_size
    if target.curtain is not None:
        target.curtain = (*target.curtain[:2], state.log_size, *target.curtain[3:])


def _sealed(engine: Engine, event: ev.Event, seat: int, *, full: bool) -> ev.Event:
    """Return an event as a seat knows it; who else knows more of it may be a secret of others."""
    if event.audience == engine.layout.everybody:
        return event
    return attrs.evolve(event if full else counted(event, engine), audience=1 << seat if full else 0)


def ledger(engine: Engine, state: State, seat: int | None) -> list[dict[str, Any]]:
    """Return the ledger entries among ``seen_events``."""
    return [data for data in seen_events(engine, state, seat) if data["event"] == "ledger"]


def visible(
    engine: Engine, state: State, seat: int | None, *, revealed: bool = False
) -> Iterator[tuple[int, ev.Event, bool]]:
    """Yield (number, event, seen in full) for what a viewer may know of; ``revealed``: everything."""
    if revealed:
        yield from ((number, event, True) for number, event in enumerate(in_told_order(engine, state.events())))
        return
    for one in seen_from(engine, state, seat, 0):
        yield one.number, one.event, one.full


@attrs.frozen
class Seen:
    """An event as a viewer may know it, with its number in the log; ``full``: it may read all of it.

    ``happened`` is the event as it was: for following pieces, never to be told.
    """

    number: int
    event: ev.Event
    full: bool
    happened: ev.Event = attrs.field(repr=False)


def seen_from(engine: Engine, state: State, seat: int | None, first: int) -> Iterator[Seen]:
    """Yield what a viewer may know of, from a number in the log on; none may lie behind a closed curtain but all."""
    closed = closed_from(state)
    behind: list[ev.Event] = []
    for number, happened in enumerate(in_told_order(engine, events_since(state, first)), first):
        if number >= closed and happened.together is not None and happened.together != seat:
            continue
        event = _for_others(engine, happened, seat)
        full = event.audience == engine.layout.everybody or (seat is not None and bool(event.audience >> seat & 1))
        if number >= closed:
            behind.append(event)
            yield Seen(closed + len(behind) - 1, _behind_curtain(state, behind), full, happened)
        else:
            yield Seen(number, event, full, happened)


def closed_from(state: State) -> int:
    """Return the number in the log from which on events lie behind a closed curtain; where none does, its length."""
    return state.log_size if state.curtain is None else int(state.curtain[2])


def log_at(state: State, size: int) -> Any:
    """Return the log as it was when it had a size; None where it has never been so long."""
    rest, left = state.log, state.log_size - size
    if left < 0:
        return None
    for _ in range(left):
        assert rest
        rest = rest[0]
    return rest


def _for_others(engine: Engine, event: ev.Event, seat: int | None) -> ev.Event:
    """Return a decision in the words that this viewer may read; which of several copies it was is not told by number.

    That there was a second one to choose from may be the player's secret.
    """
    if not isinstance(event, ev.DecisionEvent) or event.seat == seat:
        return event
    words = event.words if event.told is None else event.told
    question = event.question if event.told_question is None else event.told_question
    code, text = event.code, event.text
    choice = engine.numbering.choice(code)
    if choice.type is not None and can_hide(engine, choice):
        seen = engine.numbering.with_value(choice, first_copies(engine, choice))
        code, text = seen, _without_number(text) if engine.called.names_dice(choice) else engine.move_text(choice)
    return attrs.evolve(event, code=code, text=text, words=words, question=question, told=None, told_question=None)


_NUMBER = re.compile(r"#\d+")


def _without_number(text: str) -> str:
    """Return a move by what it says of a die, without which of several alike it is."""
    return _NUMBER.sub("", text)


def _behind_curtain(state: State, events: list[ev.Event]) -> ev.Event:
    """Return the last event with numbers that do not count what others do ``together``: how much is their secret."""
    assert state.curtain is not None
    event, decisions = events[-1], state.curtain[3][-1]
    decided = sum(isinstance(one, ev.DecisionEvent) for one in events)
    if isinstance(event, ev.DecisionEvent):
        return attrs.evolve(event, number=decisions + decided - 1)
    if isinstance(event, ev.LedgerEvent):
        entries = [one for one in events if isinstance(one, ev.LedgerEvent)]
        first = state.curtain[3][-2]
        return attrs.evolve(event, number=first + len(entries) - 1, decision=decisions + decided)
    return event


def counted(event: ev.Event, engine: Engine) -> ev.Event:
    """Return an event without what only its audience may know; which action was chosen is public."""
    found = event.counted()
    if isinstance(event, ev.DecisionEvent) and isinstance(found, ev.DecisionEvent) and event.code >= 0:
        return attrs.evolve(found, text=engine.numbering.choice(event.code).action or "")
    return found
