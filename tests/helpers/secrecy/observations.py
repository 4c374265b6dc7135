"""A table and a seat -> everything that this seat, or a spectator, ever gets to know of it, as plain data.

A new way to ask a table something about a seat belongs in here: twins and leak tests compare no more than this.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import attrs

from gamedsl import documents
from gamedsl.documents.answers import Answers
from gamedsl.game import Table
from gamedsl.players.imagine.determinization import DeterminizationError
from gamedsl.players.seats import make
from gamedsl.studies import does_nothing, has_disclosed, seen_since

_BOT_EVERY = 5
"""Bots think about every fifth moment: the deals they think about are compared at each."""
_ASKED_EVERY = 7
"""At every seventh moment it is tried whether the last decision has told somebody something: it takes many deals."""
_WHOLE_EVERY = 2
"""At every second moment what is made of other data is compared as well."""


def shown(table: Table, seat: int | None, whole: bool = True) -> list[Any]:
    """Return what a seat (None: a spectator) is shown: view, question, choices, refusals, log, events, ledger, sums.

    ``whole``: with the ledger, the JSON of the view and the documents, which are mostly made of the rest.
    """
    asked: list[Any] = []
    if seat is not None and table.decider == seat:
        legal = table.legal()
        asked = [table.decision(), table.codes(), legal, [table.text_of(one.code) for one in legal], table.refusals()]
        asked += [table.situation().decisions, table.consequences(), table.groups()]
    view = table.view(seat)
    told = [table.narration(seat), table.story(seat), table.breakdowns(seat), _text(table.events(seat))]
    more = [_text(table.ledger(seat)), _text(view.to_json()), *told_as_documents(table, seat)] if whole else []
    return [[view, table.standings(seat)], asked, told, more]


def told_as_documents(table: Table, seat: int | None) -> list[str]:
    """Return the documents that a seat (None: a spectator) is given: handles in them count what it has seen."""
    events = documents.events(table, seat)
    found = [_text(documents.legend(table)), _text(documents.view(table, seat)), _text(events)]
    found.append(_text(documents.events(table, seat, events["next"] // 2)))
    answers = Answers(table)
    found.append(_text(answers.deciders))
    return [*found, _text(documents.question(answers.asked(seat)))] if seat in answers.deciders else found


def _text(data: Any) -> str:
    """Return data as JSON: there 1 and true, and the order of names, are not the same."""
    return json.dumps(data)


def dealt(table: Table, seat: int, number: int) -> list[Any]:
    """Return what is imagined for a seat by one seed: by turns the deal of its bots, and the table of a foreign bot.

    First as it looks when all of it lies open, then with the numbers of all pieces, which tell copies apart. Empty
    where nothing can be imagined.
    """
    try:
        deal = table._sealed(seat, number)._state if number % 2 else table._determinizer(seat).deal(Random(number))
    except DeterminizationError:
        return []
    open_ = attrs.evolve(table, state=deal)
    looks = [open_.view(revealed=True), open_.codes()]
    if number % 2:
        return [looks, _text(open_.save())]
    return [looks, [deal.record(), deal.mixes, sorted(deal.exposed)]]


def decided(table: Table, seat: int, number: int) -> Any:
    """Return what a bot decides for a seat that is asked, now and then, and which choices are found to do nothing."""
    if table.decider != seat or number % _BOT_EVERY:
        return None
    try:
        chosen = make("quick", number).choose(table.situation(), table.legal())
        return [chosen, [does_nothing(table, code) for code in table.codes()]]
    except DeterminizationError:
        return None


def without_numbers(seen: list[Any]) -> list[Any]:
    """Return the same without the numbers of imagined pieces, which the codes of choices have as well.

    For worlds in which copies stand for each other.
    """
    return [*seen[:2], [looks[:1] for looks in seen[2][:1]], *seen[3:]]


def look(table: Table, before: Table | None, seat: int, number: int) -> list[Any]:
    """Return all that a seat and a spectator get at one moment; ``before``: the table at the moment before.

    Whether a decision may be taken back is told only to whom it was.
    """
    undo: list[Any] = []
    if before is not None and before.decider == seat:
        undo = [seen_since(table, before), number % _ASKED_EVERY == 1 and has_disclosed(table, before)]
    whole = number % _WHOLE_EVERY == 0
    looks = [shown(table, one, whole) for one in (seat, None)]
    news = [table.changes(before.look(one)) for one in (seat, None)] if before is not None and whole else []
    return [*looks, dealt(table, seat, number), decided(table, seat, number), undo, news]


def difference(one: Any, other: Any, path: str = "") -> str:
    """Return where two nested values differ first, and how."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for place, (first, second) in enumerate(zip(one, other, strict=True)):
            if first != second:
                return difference(first, second, f"{path}/{place}")
    if attrs.has(type(one)) and type(one) is type(other):
        for field in attrs.fields(type(one)):
            first, second = getattr(one, field.name), getattr(other, field.name)
            if first != second:
                return difference(first, second, f"{path}.{field.name}")
    if isinstance(one, str) and isinstance(other, str):
        at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        return f"{path}: …{one[max(0, at - 150) : at + 80]}… ≠ …{other[max(0, at - 150) : at + 80]}…"
    return f"{path}: {str(one)[:300]} ≠ {str(other)[:300]}"
