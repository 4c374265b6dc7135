"""A program with notes -> the same program that counts what its games come to, and what these numbers mean

It is what studies of many games want of a log, for a small part of its time: paragraphs, phases, pieces that moved.
Notes of the log become stores into fields of their own behind all others, so that every printer can count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import is_
from typing import Any

import attrs

from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.wording import Wording
from gamedsl.kernel.builder import choose, combine, compare, constant, either, number, plus, read, some, word
from gamedsl.kernel.lowering.trace_points import LOG, MEASURE, MIX, TOGETHER, USE, Told
from gamedsl.kernel.passes.walk import Body, named_bodies, subexpressions
from gamedsl.kernel.program import (
    BOOL,
    Aside,
    Assign,
    Declare,
    DeclareRow,
    Entry,
    Expression,
    Field,
    For,
    ForBits,
    If,
    Int,
    Name,
    Note,
    Number,
    Program,
    Put,
    Statement,
    Store,
    Word,
)
from gamedsl.kernel.trace.journal import Heard
from gamedsl.kernel.trace.listeners import NOTES

CARDS, PHASES, PIECES, CARD, BEGUN = "seen.cards", "seen.phases", "seen.pieces", "seen.card", "seen.begun"
"""Fields: which paragraphs were carried out, how often each phase began, which pieces came into play; the paragraph
that has called what several share (as in ``Telling``), and whether a phase has begun."""
FIELDS = (CARDS, PHASES, PIECES, CARD, BEGUN)
"""All of them, in their order."""
COUNTED = (LOG, USE)
"""What notes are about that count."""
_VIEWERS, _TAKES = "seen.viewers", "seen.takes"
_MOST = 2**31 - 1


@attrs.frozen
class Seen:
    """What a game has come to.

    ``cards``: the paragraphs of all that happens; ``phases``: how often each began; ``pieces``: those that moved during
    the game, that setup gave to a player, or that were shown.
    """

    cards: frozenset[str]
    phases: Mapping[str, int]
    pieces: tuple[int, ...]


@attrs.frozen
class Counted:
    """A program that counts.

    ``cards`` and ``phases``: whose numbers stand at each place of their fields. ``marks``: by number of a note about
    what is used the place in CARDS.
    """

    program: Program
    cards: tuple[str, ...]
    phases: tuple[str, ...]
    marks: Mapping[int, int]

    @property
    def places(self) -> Mapping[int, tuple[str, int]]:
        """By number of a note that is about a value the place that is set to 1 when this is worked out."""
        return {note: (CARDS, at) for note, at in self.marks.items()}

    def told(self, numbers: Sequence[int]) -> Seen:
        """Return what the numbers of FIELDS say, one field behind the other."""
        cards, phases, pieces = self.parts
        return Seen(
            frozenset(compress(self.cards, numbers[cards])),
            {name: many for name, many in zip(self.phases, numbers[phases], strict=False) if many},
            tuple([at for at, one in enumerate(numbers[pieces]) if one]),
        )

    @property
    def parts(self) -> tuple[slice, slice, slice]:
        """Where in the numbers of FIELDS those of paragraphs, phases and pieces stand."""
        phases = len(self.cards)
        pieces = phases + self.program.fields[PHASES].count
        return slice(phases), slice(phases, pieces), slice(pieces, -2)

    def seen_in(self, s: Sequence[int]) -> Seen:
        """Return what a state says."""
        return self.told(s[self.program.places()[CARDS] :])

    def listener(self, told: Told) -> Heard:
        """Return who counts a paragraph or modifier that a value tells of."""
        place = self.program.places()[CARDS] + self.cards.index(told.card or "")

        def mark(s: list[int]) -> None:
            s[place] = 1

        return mark


def counted(program: Program, layout: Layout, wording: Wording, asking: Mapping[int, str]) -> Counted:
    """Return a program that counts; ``asking``: by wait the name of the paragraph that asks."""
    names = [one.card for one in program.notes if isinstance(one, Told) and one.card]
    names += [one.node.name for one in program.notes if isinstance(one, Told) and one.what == "trigger"]
    cards = tuple(dict.fromkeys(["", *names, *asking.values()]))
    return _Counting(program, layout, wording, cards).counted(asking)


class _Counting:
    """Writes a program that counts."""

    def __init__(self, program: Program, layout: Layout, wording: Wording, cards: tuple[str, ...]) -> None:
        self.program, self.layout, self.cards = program, layout, cards
        self.open = wording.secrets.open
        """Where payments stand that everybody can follow."""
        self.places = {name: at for at, name in enumerate(cards)}
        self.phases = tuple(layout.game.phases)
        self.tables = {
            **program.tables,
            _VIEWERS: tuple(layout.purse_viewers),
            _TAKES: tuple(int(seat is not None) for seat in layout.cell_seat),
        }

    def counted(self, asking: Mapping[int, str]) -> Counted:
        program, many = self.program, max(1, len(self.layout.piece_design))
        fields = [
            Field(CARDS, len(self.cards), BOOL),
            Field(PHASES, max(1, len(self.phases)), Int(0, _MOST)),
            Field(PIECES, many, BOOL),
            Field(CARD, 1, Int(0, len(self.cards))),
            Field(BEGUN, 1, BOOL),
        ]
        blocks = [self.body(body) for body in program.blocks]
        for place, name in asking.items():  # who goes on behind a wait has been asked there
            blocks[place] = (self._mark(number(self.places[name])), *blocks[place])
        made = attrs.evolve(
            program,
            fields={**program.fields, **{one.name: one for one in fields}},
            initial={**program.initial, **{one.name: [0] * one.count for one in fields}},
            tables=self.tables,
            widths={**program.widths, _VIEWERS: self.layout.seats + 1},
            functions={name: attrs.evolve(one, body=self.body(one.body)) for name, one in program.functions.items()},
            blocks=blocks,
            waits={number: self.body(body) for number, body in program.waits.items()},
        )
        marks = {
            at: self.places[one.card or ""]
            for at, one in enumerate(program.notes)
            if isinstance(one, Told) and one.what in USES
        }
        return Counted(made, self.cards, self.phases, marks)

    # ------------------------------------------------------------ statements

    def body(self, body: Body) -> Body:
        """Return statements that count."""
        return self._body(body, set(), apart=False)

    def _body(self, body: Body, wanted: set[str], *, apart: bool) -> Body:
        """Return statements that count; ``wanted``: the names that those behind them read, and get those they read.

        What stands ``apart`` stays only where something that counts reads it. What stays as it is, is the same object.
        """
        found: list[Statement] = []
        for one in reversed(body):
            for made in reversed(self._statement(one, wanted, apart=apart)):
                found.append(made)
                if made is not one:
                    wanted.update([x.name for x in subexpressions(made) if isinstance(x, Name)])
        same = len(found) == len(body) and all(map(is_, reversed(found), body))
        return body if same else tuple(found[::-1])

    def _statement(self, x: Statement, wanted: set[str], *, apart: bool) -> Sequence[Statement]:
        if isinstance(x, Note | Aside) and x.about not in COUNTED:
            return [x] if x.about in (MEASURE, MIX, TOGETHER) else []
        if isinstance(x, Aside):
            return self._body(x.body, wanted, apart=True)
        if isinstance(x, Note):
            told = self.program.notes[x.number]
            assert isinstance(told, Told)
            counts = SEEN[told.what](self, told, x.values, Name(x.result, Int(0, len(self.cards))))
            return [one for one in counts if not isinstance(one, Declare) or one.name in wanted]
        if apart and isinstance(x, Declare | DeclareRow | Put):
            return [attrs.evolve(x)] if (x.row if isinstance(x, Put) else x.name) in wanted else []
        inside: dict[str, Any] = {name: self._body(body, wanted, apart=apart) for name, body in named_bodies(x)}
        if apart and isinstance(x, For | ForBits | If) and not any(inside.values()):
            return []
        same = not apart and all(inside[name] is body for name, body in named_bodies(x))
        return [x if same else attrs.evolve(x, **inside)]

    # ------------------------------------------------------------ what counts

    def _mark(self, at: Expression) -> Statement:
        return Store(CARDS, at, number(1))

    def add(self, told: Told) -> list[Statement]:
        """Return what counts the paragraph of an event."""
        if told.card is None:
            return [self._mark(read(CARD, 0, Int(0, len(self.cards))))]
        return [self._mark(number(self.places[told.card]))]

    def mark(self, name: str) -> Statement:
        """Return what counts a paragraph."""
        return self._mark(number(self.places[name]))

    def of_card(self, value: Expression) -> Statement:
        """Return what notes the paragraph that calls what several share."""
        return Store(CARD, number(0), value)

    def piece(self, piece: Expression) -> Statement:
        """Return what counts a piece."""
        return Store(PIECES, piece, number(1))

    def entry(self, table: str, index: Expression) -> Expression:
        """Return an entry of a table."""
        values, known = self.tables[table], constant(index)
        kind = Word(self.layout.seats + 1) if table == _VIEWERS else BOOL
        return Entry(table, index, kind) if known is None else Number(values[known], kind)

    def changed(self, source: Expression, target: Expression) -> Expression:
        """Return whether somebody could not see that nothing goes from one purse to another."""
        viewers = combine("|", self.entry(_VIEWERS, source), self.entry(_VIEWERS, target))
        return compare("!=", viewers, word(self.layout.everybody, self.layout.seats + 1))

    def due(self, level: Expression) -> Expression:
        """Return whether some trigger is due at a level."""
        field = self.program.fields["due"]
        return some([compare("=", read("due", at, field.type), level) for at in range(field.count)])


USES = ("carried out", "in force")
"""Kinds of notes about what is used."""
Counts = Callable[[_Counting, Told, Sequence[Expression], Name], list[Statement]]


def _when(condition: Expression, *body: Statement) -> list[Statement]:
    known = constant(condition)
    return [If(condition, body)] if known is None else [*body] if known else []


def _event(a: _Counting, told: Told, _: Sequence[Expression], __: Name) -> list[Statement]:
    return a.add(told)


def _pay(a: _Counting, told: Told, values: Sequence[Expression], _: Name) -> list[Statement]:
    """Count a payment, but of nothing only where somebody could not see that it was nothing."""
    amount, source, target = values[1:]
    some_ = compare("!=", amount, 0)
    return _when(some_ if told.node.span in a.open else either(some_, a.changed(source, target)), *a.add(told))


def _move(a: _Counting, told: Told, values: Sequence[Expression], _: Name) -> list[Statement]:
    """Count a move; while a game is set up, its piece only where a player gets it."""
    piece, target = values[3:5]
    decisions = read("decisions", 0, a.program.fields["decisions"].type)
    is_play = either(compare(">", decisions, 0), compare("=", read(BEGUN, 0, BOOL), 1))
    is_taken = compare("=", a.entry(_TAKES, target), 1)
    return [*a.add(told), *_when(either(is_taken, is_play), a.piece(piece))]


def _shows(_: _Counting, __: Told, ___: Sequence[Expression], result: Name) -> list[Statement]:
    return [Declare(result.name, BOOL, number(0))]


def _shown(a: _Counting, _: Told, values: Sequence[Expression], __: Name) -> list[Statement]:
    found, piece = values[:2]
    assert isinstance(found, Name)
    return [Assign(found.name, number(1)), a.piece(piece)]


def _show(a: _Counting, told: Told, values: Sequence[Expression], _: Name) -> list[Statement]:
    return _when(compare("=", values[0], 1), *a.add(told))


def _dice(a: _Counting, told: Told, values: Sequence[Expression], _: Name) -> list[Statement]:
    return _when(compare("!=", values[0], 0), *a.add(told))


def _phase_begins(a: _Counting, told: Told, _: Sequence[Expression], __: Name) -> list[Statement]:
    at = number(a.phases.index(told.node.name))
    many = plus(read(PHASES, at, Int(0, _MOST - 1)), 1)
    return [*a.add(told), Store(PHASES, at, many), Store(BEGUN, number(0), number(1))]


def _trigger(a: _Counting, told: Told, _: Sequence[Expression], __: Name) -> list[Statement]:
    return [*a.add(told), a.mark(told.node.name)]


def _carried_out(a: _Counting, told: Told, _: Sequence[Expression], __: Name) -> list[Statement]:
    return [a.mark(told.card or "")]


def _card(a: _Counting, told: Told, _: Sequence[Expression], __: Name) -> list[Statement]:
    return [a.of_card(number(a.places[told.card or ""]))]


def _which_card(a: _Counting, _: Told, __: Sequence[Expression], result: Name) -> list[Statement]:
    return [Declare(result.name, result.type, read(CARD, 0, result.type))]


def _due(a: _Counting, _: Told, values: Sequence[Expression], __: Name) -> list[Statement]:
    """A trigger behind which others are due stands above them, not above the paragraph that set them off."""
    card, level = values
    assert isinstance(card, Name)
    return [a.of_card(choose(a.due(level), number(0), attrs.evolve(card, type=Int(0, len(a.cards)))))]


def _nothing(_: _Counting, __: Told, ___: Sequence[Expression], ____: Name) -> list[Statement]:
    return []


OWN: Mapping[str, Counts] = {
    **dict.fromkeys(USES, _carried_out),
    "card": _card,
    "dice": _dice,
    "due": _due,
    "end": _nothing,
    "move": _move,
    "pay": _pay,
    "phase begins": _phase_begins,
    "show": _show,
    "shown": _shown,
    "shows": _shows,
    "trigger": _trigger,
    "which card": _which_card,
}
"""Kinds of notes of which more is counted than the paragraph of an event, or less."""

SEEN: Mapping[str, Counts] = {
    **{what: _nothing if row.event is None else _event for what, row in NOTES.items()},
    **OWN,
}
"""By kind of note what counts it: those of the log, and those of what is used.

A note that adds an event counts its paragraph, any other nothing, so a new kind of note needs no row here.
"""
