"""What is told while rules are carried out -> notes: what happened, in whose words, and what these read"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from gamedsl.kernel.builder import number, plus
from gamedsl.kernel.lowering.context import NOBODY, Beside, Listed, Lowered, Lowering, Run
from gamedsl.kernel.program import DeclareRow, Expression, For, Int, Item, Name, Noted, Put, Statement, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

LOG, USE, MEASURE, TOGETHER, MIX = "log", "use", "measure", "together", "mix"
"""What notes are about: events, what was carried out at all, metrics, what happens behind a closed curtain, and what
somebody loses track of or is shown."""
OPEN = "open"
"""What notes are about that follow which paragraphs are being carried out, and who is spoken to."""
BEGINS, SPEAKS, ENDS = "begins", "speaks", "ends"


@attrs.frozen
class Form:
    """How a number of the program stands for a value: of a set each bit counted from ``low``; ``none`` for nothing."""

    is_set: bool
    is_bool: bool
    low: int
    none: int | None


@attrs.frozen
class Reads:
    """What words read of a paragraph: the form of each of its places, by their numbers; None of a list, as it is."""

    places: tuple[tuple[int, Form | None], ...] = ()


@attrs.frozen
class Told:
    """What a note says: what happens, in which paragraph (None: in the one that called), and of which node.

    ``reads`` is what words in the note read: the note begins with ``you``, ``active`` and these places; None for words
    without values, and for notes without words.
    """

    what: str
    card: str | None = None
    node: Any = None
    reads: Reads | None = None
    form: Form | None = None


def form_of(b: Lowering, kind: t.Type) -> Form:
    """Return how numbers stand for the values of a type."""
    inner = kind.item if isinstance(kind, t.MaybeType) else kind
    if isinstance(inner, t.SetType):
        low = 0 if isinstance(inner.item, t.NothingType) else b.base(inner.item)
        return Form(True, False, low, None)
    none = b.none_of(kind) if isinstance(kind, t.MaybeType | t.NothingType) else None
    return Form(False, isinstance(inner, t.BoolType), 0, none)


def _nodes(text: core.Text | None) -> Iterator[core.Value]:
    for part in () if text is None else text.parts:
        if not isinstance(part, str):
            yield part.value
            if part.most is not None:
                yield part.most


def says_values(text: core.Text | None) -> bool:
    """Tell whether words hold values that may change."""
    return any(True for _ in _nodes(text))


def reads_of(b: Lowering, *nodes: core.Value) -> dict[int, t.Type]:
    """Return the places of the paragraph at hand that values read, with their types."""
    found: dict[int, t.Type] = {}
    for node in nodes:
        for part in walk(node):
            if isinstance(part, core.Local) and part.slot in b.scope.slots:
                before = found.get(part.slot)
                found[part.slot] = part.type if not isinstance(before, t.MaybeType) else before
    return found


def framed(b: Lowering, text: core.Text | None) -> tuple[Reads | None, tuple[Expression, ...]]:
    """Return what words read, and the values of a note that say it; nothing for words without values."""
    nodes = list(_nodes(text))
    if not nodes:
        return None, ()
    return frame_of(b, reads_of(b, *nodes))


def frame_of(b: Lowering, slots: dict[int, t.Type]) -> tuple[Reads, tuple[Expression, ...]]:
    """Return what places of a paragraph are, and the values of a note that say it."""
    places: list[tuple[int, Form | None]] = []
    values = [b.scope.you, b.scope.active]
    for slot, kind in sorted(slots.items()):
        found = b.scope.slots[slot]
        if isinstance(found, Listed | Run):
            values.append(_gathered(b, found))
            places.append((slot, None))
        else:
            values.append(found)
            places.append((slot, form_of(b, kind)))
    return Reads(tuple(places)), tuple(values)


def _gathered(b: Lowering, found: Listed | Run) -> Expression:
    """Write what gathers a list for whoever is told."""
    gathered = b.note(LOG, Told("list"), result="n")
    one = Name(b.temp("j"), Int(0, 1 << 20))
    body: list[Statement] = []
    form = form_of(b, found.kind)
    with b.into(body):
        item: Lowered = found.item(one) if isinstance(found, Listed) else found.piece(one)
        assert not isinstance(item, Listed | Run)
        if isinstance(found, Listed):
            b.note(LOG, Told("item", form=form), gathered, item)
        else:
            b.note(LOG, Told("piece", form=form), gathered, item)
    length = found.length if isinstance(found, Listed) else number(found.length)
    b.emit(For(one.name, one.type, number(0), length, tuple(body)))
    return gathered


# ---------------------------------------------------------------- words


def said(b: Lowering, step: core.CoreStep) -> Expression:
    """Write what works out the words of a step as it begins; return them: 0 where they are the same always."""
    if step.words is not None and step.words.parts:
        reads, values = framed(b, step.words)
        if reads is None:
            return number(0)
        return b.note(LOG, Told("said", b.scope.card, step, reads), *values, result="said")
    kept = b.scope.kept
    if isinstance(kept, Beside):
        return b.note(LOG, Told("kept"), result="said")
    return number(0) if kept is None else kept


def said_across(b: Lowering, step: core.Move | core.Deal) -> tuple[Callable[[], Expression], Callable[[], None]]:
    """Write that the words of a step are kept as it begins, because something may wait in it.

    Return what writes them for each piece, and what writes that the step is over.
    """
    reads, values = framed(b, step.words)
    if reads is None:
        return (lambda: said(b, step)), (lambda: None)
    with b.aside(LOG):
        b.note(LOG, Told("said across", b.scope.card, step, reads), *values)
    return (lambda: b.note(LOG, Told("kept"), result="said")), (lambda: _over(b))


def _over(b: Lowering) -> None:
    b.note(LOG, Told("over"))


def keep_words(b: Lowering, name: str, may_wait: bool) -> None:
    """Write that the words of a paragraph are kept as they are now, for what its steps are told to do."""
    b.scope = attrs.evolve(b.scope, card=name, kept=None)
    reads, values = framed(b, words_of(b, name))
    if reads is None:
        return
    with b.aside(LOG):
        note = Told("begun" if may_wait else "words", name, None, reads)
        kept = b.note(LOG, note, *values, result="" if may_wait else "kept")
    b.scope = attrs.evolve(b.scope, kept=Beside() if may_wait else kept)


def drop_words(b: Lowering) -> None:
    """Write that a paragraph that may wait is over."""
    if isinstance(b.scope.kept, Beside):
        b.note(LOG, Told("over"))


def words_of(b: Lowering, name: str) -> core.Text | None:
    """Return the words of a paragraph; only some sections have them."""
    game = b.game
    found = game.phases.get(name) or game.actions.get(name) or game.rules.get(name) or game.triggers.get(name)
    return None if found is None else found.words


def on_card(b: Lowering) -> None:
    """Write which paragraph is being carried out, for what several share."""
    if b.scope.card is not None:
        b.note(LOG, Told("card", b.scope.card))


# ---------------------------------------------------------------- pieces


Moving = tuple[Expression, Expression, Expression]
"""What was said when a piece began to move, where it lay, and who knew it."""


def moving(b: Lowering, piece: Expression, words: Expression) -> Moving:
    """Write what has to be known of a piece that is about to move."""
    with b.aside(LOG):
        return words, b.let(b.read("place", piece), always=True), b.let(b.read("known", piece), always=True)


def moved(
    b: Lowering,
    step: core.CoreStep | None,
    before: Moving,
    piece: Expression,
    cell: Expression,
    nth: Expression | None = None,
) -> None:
    """Write that a piece has moved to a cell, by its number among all; ``nth`` of those that one step moves."""
    known = b.read("known", piece)
    b.note(LOG, Told("move", b.scope.card, step), *before, piece, cell, known, number(-1) if nth is None else nth)


@attrs.frozen
class MovingBlock:
    """What has to be known of an open block that is about to move: its words and place, who knew each of its pieces.

    ``piece`` gives its pieces, ``count`` of them from ``first`` on.
    """

    words: Expression
    source: Expression
    seen: str
    piece: Callable[[Expression], Expression]
    first: Expression
    count: Expression

    def item(self, at: Expression) -> Expression:
        """Return a piece of the block."""
        return self.piece(plus(self.first, at))


def moving_block(
    b: Lowering, piece: Callable[[Expression], Expression], first: Expression, count: Expression, words: Expression
) -> MovingBlock:
    """Write what has to be known of an open block that is about to move."""
    wide = Word(b.seats + 1)
    with b.aside(LOG):
        seen = b.temp("seen")
        found = MovingBlock(words, number(0), seen, piece, first, count)
        source = b.let(b.read("place", found.item(number(0))), always=True)
        b.emit(DeclareRow(seen, wide, max(1, len(b.layout.piece_design))))
        one = Name(b.temp("j"), Int(0, len(b.layout.piece_design)))
        b.emit(For(one.name, one.type, number(0), count, (Put(seen, one, b.read("known", found.item(one))),)))
    return attrs.evolve(found, source=source)


def moved_block(b: Lowering, step: core.CoreStep, before: MovingBlock, cell: Expression) -> None:
    """Write that each piece of a block has moved to a cell."""
    body: list[Statement] = []
    with b.aside(LOG):
        one = Name(b.temp("j"), Int(0, len(b.layout.piece_design)))
        with b.into(body):
            seen = Item(before.seen, one, Word(b.seats + 1))
            moved(b, step, (before.words, before.source, seen), before.item(one), cell)
        b.emit(For(one.name, one.type, number(0), before.count, tuple(body)))


def missing(b: Lowering, step: core.Deal, left: Expression, cell: Expression) -> None:
    """Write that a deal finds no more pieces."""
    b.note(LOG, Told("missing", b.scope.card, step), left, cell)


def value_told(b: Lowering, step: core.Assign | core.RollValue, index: Expression, seers: Expression) -> None:
    """Write that a value has been set or rolled, for those who know it.

    Where it is a secret whether it is set, or which one is, the log is silent.
    """
    entry = step.target.entry
    if b.layout.values[entry].base in b.layout.secret and entry in b.settings.secrets.murky:
        return
    what = "value" if isinstance(step, core.Assign) else "rolled"
    place, new = plus(index, b.layout.values[entry].base), b.read(f"value.{entry}", index)
    b.note(LOG, Told(what, b.scope.card, step, None, form_of(b, b.game.values[entry].type)), place, new, seers)


def shown(b: Lowering, piece: Expression, seats: Expression, to: Expression) -> None:
    """Write that a piece is about to be shown to seats: it goes ``to`` what is told of all of them."""
    b.note(LOG, Told("shown"), to, piece, seats, b.read("known", piece), b.read("exposed", piece))


# ---------------------------------------------------------------- what somebody loses track of


def mixed(b: Lowering, kind: t.PieceType, pieces: Expression, seers: Expression, sort: str) -> None:
    """Write that all but some seats cannot tell any more which of some pieces lies where: ``sort`` says why."""
    b.note(MIX, Told(sort, kind.kind, None, None, form_of(b, t.SetType(kind))), pieces, seers)


def lost(b: Lowering, what: str, *values: Expression) -> None:
    """Write anything else that somebody loses track of, or that is shown or lies open no more."""
    b.note(MIX, Told(what), *values)


# ---------------------------------------------------------------- paragraphs


def phase_told(b: Lowering, phase: model.CheckedPhase, begins: bool) -> None:
    """Write that a phase begins, with its words that are kept, or that it ends."""
    if begins:
        with b.aside(LOG):
            reads, values = framed(b, phase.words)
            b.note(LOG, Told("phase begins", phase.name, phase, reads), *values)
        keep_words(b, phase.name, True)
        return
    with b.aside(LOG):
        kept = number(0) if b.scope.kept is None else b.note(LOG, Told("kept"), result="said")
        b.note(LOG, Told("phase ends", phase.name, phase), kept)
    drop_words(b)


def trigger_told(
    b: Lowering,
    trigger: model.CheckedTrigger,
    seat: Expression,
    taken: Sequence[Expression],
    around: tuple[Expression, Expression] | None = None,
) -> None:
    """Write that a trigger begins for a seat.

    ``around``: where others may be due behind it, the paragraph that set them off, and at which level they are due.
    """
    with b.aside(LOG), b.within(you=seat, slots=dict(enumerate(taken))):
        reads, values = framed(b, trigger.words)
        card = b.scope.card
        if around is not None:
            b.note(LOG, Told("due"), *around)
            card = None
        b.note(LOG, Told("trigger", card, trigger, reads), *values, seat)


def begins(b: Lowering, name: str) -> None:
    """Write that a paragraph begins and speaks to ``you``, for whoever wants to know which are open."""
    b.note(OPEN, (BEGINS, name), b.scope.you)


def speaks_to(b: Lowering, seat: Expression) -> None:
    """Write that the innermost paragraph speaks to somebody else from here on."""
    b.note(OPEN, (SPEAKS, ""), seat)


def ends(b: Lowering) -> None:
    """Write that the innermost paragraph ends."""
    b.note(OPEN, (ENDS, ""))


def carried_out(b: Lowering, section: str, name: str) -> None:
    """Write that a paragraph is carried out, for counts of what is used at all."""
    if section in ("rule", "trigger", "cell", "offer"):
        b.note(USE, Told("carried out", name))


def in_force(b: Lowering, modifier: str) -> None:
    """Write that a modifier changes or forbids something."""
    b.note(USE, Told("in force", modifier))


def noted_in_force(b: Lowering, modifier: str, value: Expression) -> Expression:
    """Return a value that a modifier gives; whenever it is worked out, that is told."""
    b.program.notes.append(Told("in force", modifier))
    return Noted(USE, len(b.program.notes) - 1, value, value.type)


def measure(b: Lowering, name: str, kinds: Callable[[model.Metric], list[t.Type]]) -> None:
    """Write that metrics are measured behind a paragraph; ``kinds`` gives the types of what they take over."""
    for at, metric in enumerate(b.game.metrics.values()):
        if name in metric.follows:
            taken = dict(enumerate(b.scope.slots[slot] for slot in metric.taken))
            with b.aside(MEASURE), b.within(slots=taken):
                reads, values = frame_of(b, dict(enumerate(kinds(metric))))
                b.note(MEASURE, Told("measure", name, (at, metric), reads), *values)


def measure_at_end(b: Lowering) -> None:
    """Write that metrics are measured when a game has ended."""
    for at, metric in enumerate(b.game.metrics.values()):
        if not metric.follows:
            with b.aside(MEASURE):
                b.note(MEASURE, Told("measure", "", (at, metric), Reads()), number(NOBODY), b.read("turn.of"))
