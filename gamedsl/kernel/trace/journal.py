"""Notes of a program -> events in the log of a state; each kind of note has a listener that is made once"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.journal import Said, tell
from gamedsl.engine.state.flat import HEADER
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.wording import Wording, bare
from gamedsl.kernel.builder import bits
from gamedsl.kernel.lowering.trace_points import Form, Reads, Told, says_values
from gamedsl.kernel.program import Program
from gamedsl.semantics.core import types as t

Heard = Callable[..., Any]
"""What is called with the state and the values of a note when it comes up."""
Block = list[int]
_NOBODY = -1
_NOTHING: Said = ("", ())


def decoder(form: Form) -> Callable[[int], Any]:
    """Return what turns a number of the program into the value that it stands for."""
    low, none = form.low, form.none
    if form.is_set:
        return lambda word: bits(word, low)
    if form.is_bool:
        return lambda number: None if number == none and none is not None else bool(number)
    if none is None:
        return int
    return lambda number: None if number == none else int(number)


def seat_of(number: int) -> int | None:
    """Return a seat, None for nobody."""
    return None if number == _NOBODY else number


def decoder_of(told: Told) -> Callable[[int], Any]:
    """Return what turns the number of a note into the value that it stands for."""
    assert told.form is not None
    return decoder(told.form)


def frame_maker(reads: Reads) -> Callable[..., list[Any]]:
    """Return what makes of ``you``, ``active`` and places what words are rendered with."""
    size = HEADER + max([slot + 1 for slot, _ in reads.places], default=0)
    places = [(slot + HEADER, tuple if form is None else decoder(form)) for slot, form in reads.places]

    def make(you: int, active: int, *values: Any) -> list[Any]:
        f: list[Any] = [None] * (size + 64)
        f[0] = f[1] = 0
        f[2], f[3] = seat_of(you), seat_of(active)
        for (place, decode), one in zip(places, values, strict=True):
            f[place] = decode(one)
        return f

    return make


class Telling:
    """Writes events into the log of the state that tells of itself."""

    def __init__(self, layout: Layout, wording: Wording, program: Program) -> None:
        self.layout = layout
        self.game = layout.game
        self.wording = wording
        self.card = ""
        """The paragraph that has called what several share: set before each such call, and read in it alone."""
        at, due = program.places(), program.fields["due"]
        self.due = slice(at["due"], at["due"] + due.count)
        """Where it stands at which level each trigger is due."""
        self._labels: dict[int, str] = {}

    def listener(self, told: Told) -> Heard:
        """Return what is called when a note comes up."""
        return LISTENERS[told.what].listen(self, told)

    # ------------------------------------------------------------ events

    def add(
        self, s: Any, kind: type[ev.Event], card: str | None, audience: int | None = None, /, **values: Any
    ) -> None:
        """Append an event; without ``audience`` everybody sees it."""
        tell(self.layout, s, kind, audience, card=self.card if card is None else card, **values)

    def entry(self, s: Any, told: Told, said: Said, audience: int | None, /, **values: Any) -> None:
        """Append a ledger entry."""
        line = 0 if told.node is None else told.node.span.line
        words, references = said
        self.add(
            s, ev.LedgerEvent, told.card, audience, number=s.ledger_size, decision=s.decisions, line=line, words=words,
            references=references, **values,
        )  # fmt: skip
        s.ledger_size += 1

    def sayer(self, told: Told) -> Callable[[Any], Said]:
        """Return what gives words and references of a ledger entry by what was said: 0 where that is always the same.

        The words are the step's own, else those of its card as they were when that began.
        """
        step, card = told.node, told.card or ""
        if step is None:
            return lambda _: _NOTHING
        _, references = self.wording.paragraph_words(card)
        if step.words is not None and step.words.references:
            references = step.words.references
        own = step.words if step.words is not None and step.words.parts else self.wording.paragraph_words(card)[0]
        always = "" if says_values(own) else self.wording.render(own, None, [], bare(card), hide=True)  # type: ignore[arg-type]
        return lambda said: (always, references) if said == 0 else (said, references)

    def seats(self, word: int) -> tuple[int, ...]:
        """Return the seats of a word; who only watches has none."""
        return tuple([seat for seat in range(self.layout.seats) if word >> seat & 1])

    def label(self, s: Any, piece: int) -> str:
        """Return a piece in words; dice by their faces."""
        found = self._labels.get(piece)
        if found is None:
            kind = t.PieceType(self.layout.piece_kind[piece])
            if piece in self.layout.face_of:
                return self.wording.label(kind, piece, s.values)
            found = self._labels[piece] = self.wording.label(kind, piece)
        return found


Listen = Callable[[Telling, Told], Heard]


@attrs.frozen
class Listener:
    """Who hears one kind of note.

    ``event`` is the kind of event that it adds to the log; None for notes that only help others to add theirs. Programs
    that count without a log go by it (``seen``).
    """

    listen: Listen
    event: type[ev.Event] | None


LISTENERS: dict[str, Listener] = {}
"""By what happens what makes the function that is called when it does."""


def hears(what: str, event: type[ev.Event] | None = None) -> Callable[[Listen], Listen]:
    """Register what listens to one kind of note, and which kind of event it adds to the log."""

    def register(listen: Listen) -> Listen:
        LISTENERS[what] = Listener(listen, event)
        return listen

    return register
