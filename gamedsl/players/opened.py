"""A set-up -> which paragraphs may be open at each decision, and what they hold, as rows of numbers for C

It is what ``OpenSecrets`` of ``imagine/determinized_frames.py`` looks at, so that C can tell whether anything in it may
be otherwise in a deal. Where that is not known beforehand a row says that Python is to be asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.engine.state.flat import HEADER
from gamedsl.kernel.lowering.context import bare
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.native.bots import Held, Opened
from gamedsl.kernel.program import Expression, Number, Read
from gamedsl.kernel.standing import Held as Bound
from gamedsl.kernel.standing import Standing
from gamedsl.kernel.state.open_paragraphs import outermost
from gamedsl.players.imagine.determinized_frames import Shape, shapes
from gamedsl.semantics.core import types as t


class Paragraphs:
    """The paragraphs that may be open in a set-up, by number.

    ``first``: by resume point the innermost one, -1: none. ``opened``: what is to be known of each.
    """

    def __init__(self, engine: KernelEngine) -> None:
        self._engine, self._program = engine, engine.carried.reading.program
        self._at, self._common = engine.carried.reading.at, len(engine.carried.quiet.initial)
        self._numbers, self._standings = dict[int, int](), list[Standing]()
        standing = self._program.standing
        self.first = [self._number(standing.get(at)) for at in range(len(self._program.blocks))]
        self.opened = [*self._walk()]

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
        back = -1 if sites is None else self._place(f"{one.paragraph}.back")
        you, own = self._you(one.you), one.offer is None
        held, is_called = self._held(one, known), sites is not None
        is_hidden = _is_together(self._engine, one) or (own and bool(known.lets)) or (is_called and back < 0)
        return Opened(
            around=around,
            back=back,
            sites=[] if sites is None else [self._number(each) for each in sites],
            saves=one.saves,
            you=you,
            picks=own and bool(known.taken or known.secrets),
            is_certain=held is not None and not is_hidden,
            held=held or [],
        )

    def _place(self, field: str) -> int:
        place = self._at.get(field, -1)
        return place if place < self._common else -1

    def _you(self, x: Expression) -> tuple[bool, int] | None:
        """Return the seat to whom a paragraph speaks, or the place of the number that has it; None: neither."""
        if isinstance(x, Number):
            return False, x.value
        if isinstance(x, Read) and isinstance(x.index, Number) and self._place(x.field) >= 0:
            return True, self._place(x.field) + x.index.value
        return None

    def _held(self, one: Standing, known: Shape) -> list[Held] | None:
        """Return where the pieces stand that a paragraph holds; None where that is not known beforehand."""
        found = list[Held]()
        if _is_in_loop(self._engine, one):
            return None
        for slot, bound in one.slots.items():
            if slot + HEADER not in known.pieces:
                continue
            place = self._place(bound.field) if isinstance(bound, Bound) else -1
            if not isinstance(bound, Bound) or bound.inside or place < 0:
                return None
            kind = bound.kind.item if isinstance(bound.kind, t.MaybeType) else bound.kind
            if bound.length:
                length = self._place(bound.length)
                if length < 0:
                    return None
                found.append(Held(place, -1, length))
            elif isinstance(kind, t.SetType):
                found.append(Held(place, self._engine.layout.span_of(bare(kind.item))[0], -1))
            else:
                found.append(Held(place, -1, -1))
        return found


def followed_waits(engine: KernelEngine) -> list[bool]:
    """Return by resume point whether more may be hidden there than where pieces lie.

    It is so while all decide at once, and in loops through pieces, of which others may have picked some unseen.
    """
    program, found = engine.carried.reading.program, list[bool]()
    for at in range(len(program.blocks)):
        left, seen = [program.standing.get(at)], set[int]()
        is_followed = False
        while left and not is_followed:
            one = left.pop()
            if not isinstance(one, Standing) or id(one) in seen:
                continue
            seen.add(id(one))
            is_followed = _is_together(engine, one) or _is_in_loop(engine, one)
            left += program.sites.get(one.paragraph, ()) if one.around is None else [one.around]
        found.append(is_followed)
    return found


def _is_together(engine: KernelEngine, one: Standing) -> bool:
    """Tell whether a paragraph is a phase in which all decide at once."""
    section, _, name = one.paragraph.partition(" ")
    phase = engine.game.phases.get(name) if section == "phase" else None
    return phase is not None and phase.who is not None and phase.who.together


def _is_in_loop(engine: KernelEngine, one: Standing) -> bool:
    return any(engine.carried.reading.open.can_move(under_way.kind) for under_way in one.opened)
