"""A set-up -> which paragraphs may be open at each decision, and what they hold, as rows of numbers for C

It is what ``OpenSecrets`` of ``imagine/determinized_frames.py`` looks at, so that C can tell whether anything in it may
be otherwise in a deal. Where that is not known beforehand a row says that Python is to be asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.engine.state.flat import HEADER
from gamedsl.kernel.lowering.context import bare
from gamedsl.kernel.native.bots import Held, Opened, Stands
from gamedsl.kernel.program import Expression, Number, Read, Word
from gamedsl.kernel.resume_points import Held as Bound
from gamedsl.kernel.resume_points import Standing
from gamedsl.kernel.state.open_paragraphs import outermost
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinized_frames import Shape, shapes
from gamedsl.semantics.core import types as t


class Paragraphs:
    """The paragraphs that may be open in a set-up, by number.

    ``first``: by resume point the innermost one, -1: none. ``opened``: what is to be known of each. ``keys``: how many
    of them save their numbers when they begin inside themselves.
    """

    def __init__(self, engine: Engine) -> None:
        reading = engine.programs.first.reading
        self._engine, self._program, self._open = engine, reading.program, reading.open
        self._at, self._common = reading.at, len(engine.programs.first.quiet.initial)
        self._numbers, self._standings = dict[int, int](), list[Standing]()
        self._behind, self._sizes = self._saved()
        self.keys = len(self._sizes)
        standing = self._program.standing
        self.first = [self._number(standing.get(at)) for at in range(len(self._program.blocks))]
        self.opened = [*self._walk()]

    def _saved(self) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]]:
        """Return of fields that are saved by which paragraph and at which place, and of these how many numbers."""
        behind, sizes = dict[str, tuple[int, int]](), dict[str, tuple[int, int]]()
        for paragraph, sites in self._program.sites.items():
            if any(isinstance(one, Standing) and one.saves for one in sites):
                number, size = len(sizes), 0
                for name in self._open.own_fields(paragraph):
                    behind[name] = number, size
                    size += self._program.fields[name].count
                sizes[paragraph] = number, size
        return behind, sizes

    def _number(self, one: object) -> int:
        """Return the number of a paragraph that stands somewhere; -1 where none does."""
        if not isinstance(one, Standing):
            return -1
        if id(one) not in self._numbers:
            self._numbers[id(one)] = len(self._standings)
            self._standings.append(one)
        return self._numbers[id(one)]

    def _walk(self) -> Iterator[Opened]:
        at = 0
        while at < len(self._standings):  # those that are met on the way are walked, too
            yield self._opened(self._standings[at])
            at += 1

    def _opened(self, one: Standing) -> Opened:
        known = shapes(self._engine)[outermost(one).paragraph]
        around = -1 if one.around is None else self._number(one.around)
        sites = self._program.sites.get(one.paragraph) if one.around is None else None
        back = None if sites is None else self._stands(f"{one.paragraph}.back")
        own, held = one.offer is None, self._held(one, known)
        lets = own and any(not is_own for _, _, is_own in known.lets)
        is_hidden = _is_in_loop(self._engine, one) or lets or (sites is not None and back is None)
        return Opened(
            around=around,
            back=back or Stands(),
            sites=[] if sites is None else [self._number(each) for each in sites],
            saves=one.saves,
            key=self._sizes.get(one.paragraph, (-1, 0)),
            you=self._you(one.you),
            picks=own and bool(known.taken or known.secrets or known.lets),
            is_certain=held is not None and not is_hidden,
            held=held or [],
        )

    def _stands(self, field: str, at: int = 0) -> Stands | None:
        """Return where a number stands; None where C does not have it, or not whole while it is saved."""
        place = self._at.get(field, -1)
        if not 0 <= place < self._common:
            return None
        key, behind = self._behind.get(field, (-1, 0))
        kind = self._program.fields[field].type
        if key >= 0 and isinstance(kind, Word) and kind.width >= _SAVED_BITS:
            return None
        return Stands(place + at, key, behind + at)

    def _you(self, x: Expression) -> Stands | int | None:
        """Return the seat to whom a paragraph speaks, or where the number stands that has it; None: neither."""
        if isinstance(x, Number):
            return x.value
        if isinstance(x, Read) and isinstance(x.index, Number):
            return self._stands(x.field, x.index.value)
        return None

    def _held(self, one: Standing, known: Shape) -> list[Held] | None:
        """Return where the pieces stand that a paragraph holds; None where that is not known beforehand."""
        found = list[Held]()
        for slot, bound in one.slots.items():
            if slot + HEADER not in known.pieces:
                continue
            if not isinstance(bound, Bound) or bound.inside:
                return None
            kind = bound.kind.item if isinstance(bound.kind, t.MaybeType) else bound.kind
            at = self._stands(bound.field)
            length = self._stands(bound.length) if bound.length else Stands()
            if at is None or length is None:
                return None
            low = -1
            if not bound.length and isinstance(kind, t.SetType):
                low = self._engine.layout.span_of(bare(kind.item))[0]
            found.append(Held(at, low, length))
        return found


_SAVED_BITS = 64
"""A saved number has a bit less than that."""


def is_followed(engine: Engine, one: Standing) -> bool:
    """Tell whether more may be hidden in an open paragraph than where pieces lie.

    It is so while all decide at once, and in loops through pieces of which others may have picked some unseen.
    """
    return _is_together(engine, one) or _is_in_loop(engine, one)


def _is_in_loop(engine: Engine, one: Standing) -> bool:
    return any(_may_hide(engine, under_way.kind) for under_way in one.opened)


def _is_together(engine: Engine, one: Standing) -> bool:
    """Tell whether a paragraph is a phase in which all decide at once."""
    section, _, name = one.paragraph.partition(" ")
    phase = engine.game.phases.get(name) if section == "phase" else None
    return phase is not None and phase.who is not None and phase.who.together


def _may_hide(engine: Engine, kind: t.Type | None) -> bool:
    """Tell whether something that is under way goes through pieces that somebody may not see."""
    if kind is None or not engine.programs.first.reading.open.can_move(kind):
        return False
    item, layout = bare(kind), engine.layout
    assert isinstance(item, t.PieceType)
    zones = {zone.name for zone in engine.game.zones.values() if zone.form != "purse" and zone.kind == item.kind}
    return any(
        viewers != layout.everybody or engine.game.zones[entry].form == "stack"
        for entry, viewers in zip(layout.cell_entry, layout.cell_viewers, strict=True)
        if entry in zones
    )
