"""Notes of a program -> what a game has come to: paragraphs, phases, pieces that moved, without a log and its words

It is what studies of many games want of a log, for a small part of its time. States are plain lists here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from gamedsl.engine.present.words import Wording
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.lowering.notes import Told
from gamedsl.kernel.program import Program
from gamedsl.kernel.telling.journal import Block, Heard


class Seeing:
    """Gathers, from ``begin`` on, what one game comes to.

    ``cards``: the paragraphs of all that happens; ``phases``: how often each began; ``pieces``: those that moved during
    the game, that setup gave to a player, or that were shown.
    """

    def __init__(self, layout: Layout, wording: Wording, program: Program) -> None:
        self.layout = layout
        self.open = wording.secrets.open
        """Where payments stand that everybody can follow."""
        self.cards: set[str] = set()
        self.phases: Counter[str] = Counter()
        self.pieces: set[int] = set()
        self.is_setup = True
        self.card = ""
        """The paragraph that has called what several share, as in ``Telling``."""
        at, due = program.places(), program.fields["due"]
        self.due = slice(at["due"], at["due"] + due.count)

    def begin(self) -> None:
        """Forget the game before."""
        self.cards.clear()
        self.phases.clear()
        self.pieces.clear()
        self.is_setup, self.card = True, ""

    def listener(self, told: Told) -> Heard:
        """Return what is called when a note comes up; raise KeyError for a kind that nobody has thought of."""
        return SEEN[told.what](self, told)

    def adding(self, told: Told) -> Callable[[], None]:
        """Return what adds the paragraph of an event."""
        name = told.card
        if name is None:
            return lambda: self.cards.add(self.card)
        return lambda: self.cards.add(name)


def _event(a: Seeing, told: Told) -> Heard:
    add = a.adding(told)
    return lambda s, *_: add()


def _pay(a: Seeing, told: Told) -> Heard:
    """Note a payment, but of nothing only where somebody could not see that it was nothing."""
    add, viewers, everybody = a.adding(told), a.layout.purse_viewers, a.layout.everybody
    is_open = told.node.span in a.open

    def note(s: Block, said: Any, amount: int, source: int, target: int) -> None:
        del s, said
        if amount or not (is_open or viewers[source] | viewers[target] == everybody):
            add()

    return note


def _move(a: Seeing, told: Told) -> Heard:
    add, seats, pieces = a.adding(told), a.layout.cell_seat, a.pieces

    def note(s: Block, said: Any, source: int, seen: int, piece: int, target: int, known: int) -> None:
        del s, said, source, seen, known
        add()
        if not a.is_setup or seats[target] is not None:
            pieces.add(piece)

    return note


def _shown(_: Seeing, __: Told) -> Heard:
    return lambda s, found, piece, *_: found.append(piece)


def _show(a: Seeing, told: Told) -> Heard:
    add, pieces = a.adding(told), a.pieces

    def note(s: Block, found: list[int], viewers: int) -> None:
        del s, viewers
        if found:
            add()
            pieces.update(found)

    return note


def _dice(a: Seeing, told: Told) -> Heard:
    add = a.adding(told)
    return lambda s, dice: add() if dice else None


def _phase_begins(a: Seeing, told: Told) -> Heard:
    add, name, phases = a.adding(told), told.node.name, a.phases

    def note(s: Block, *values: Any) -> None:
        del s, values
        add()
        phases[name] += 1
        a.is_setup = False

    return note


def _trigger(a: Seeing, told: Told) -> Heard:
    add, name, cards = a.adding(told), told.node.name, a.cards

    def note(s: Block, *values: Any) -> None:
        del s, values
        add()
        cards.add(name)

    return note


def _card(a: Seeing, told: Told) -> Heard:
    name = told.card or ""

    def note(_: Block) -> None:
        a.card = name

    return note


def _which_card(a: Seeing, _: Told) -> Heard:
    return lambda s: a.card


def _due(a: Seeing, _: Told) -> Heard:
    due = a.due

    def note(s: Block, card: Any, level: int) -> None:
        a.card = "" if level in s[due] else card

    return note


def _no_words(_: Seeing, __: Told) -> Heard:
    return lambda s, *_: 0


def _list(_: Seeing, __: Told) -> Heard:
    return lambda s: []


SEEN: Mapping[str, Callable[[Seeing, Told], Heard]] = {
    **dict.fromkeys(
        ("die", "drawn", "missing", "phase ends", "rolled", "score", "show value", "shuffle", "turn", "value"), _event
    ),
    **dict.fromkeys(("begun", "end", "ending", "item", "kept", "over", "piece", "said", "said across"), _no_words),
    "card": _card,
    "dice": _dice,
    "due": _due,
    "list": _list,
    "move": _move,
    "pay": _pay,
    "phase begins": _phase_begins,
    "show": _show,
    "shown": _shown,
    "shows": _list,
    "trigger": _trigger,
    "which card": _which_card,
    "words": _no_words,
}
"""By kind of note what makes the function that is called when it comes up; the same kinds as those of the log."""
