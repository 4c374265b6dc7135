"""The positions that ``repeated`` asks for -> a key of each in the state, and how often it has been there.

A key is a number of 61 bits, mixed of all that the entries hold, in a form that is the same whichever copy of a piece
lies where. Of two positions that differ, the keys are the same by chance only, once in 2**61.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.engine.state.layout import Grid
from gamedsl.engine.state.positions import DEEPEST, KEPT, Entries, asked_of, is_copied, item_of
from gamedsl.kernel.builder import arithmetic, choose, compare, interval, minus, number, plus, times
from gamedsl.kernel.lowering.context import Lowered, Lowering
from gamedsl.kernel.lowering.pieces.knowing import each_piece
from gamedsl.kernel.lowering.pieces.stacks import block_at, capacity, stack_at, stack_field
from gamedsl.kernel.lowering.values.registry import lowers, narrowed, value
from gamedsl.kernel.lowering.values.table import zone_field
from gamedsl.kernel.program import Call, Do, Expression, For, ForBits, Int, Length, Name, Return, Statement
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

KEYS = 2**61
KEY = Int(0, KEYS - 1)
_PACKED = 2**60
"""Numbers below this are mixed at once, several digits in one."""
_SMALL = 2**16
_FAST = 2**30
"""Numbers below this are put together first: Python takes half the time for them."""


class Asked:
    """The entries that one ``repeated`` asks for: its fields, and what makes the key of a position."""

    def __init__(self, b: Lowering, place: int, entries: Entries, phases: frozenset[str]) -> None:
        self.b, self.entries, self.phases = b, entries, phases
        self.name = f"past.{place}"
        b.field(f"{self.name}.keys", KEPT, KEY)
        b.field(f"{self.name}.size", 1, Int(0, KEPT))
        b.program.rows[f"{self.name}.keys"] = Length(f"{self.name}.size")
        b.field(f"{self.name}.count", 1, Int(0, KEPT + 1))
        layout = b.layout
        self.copied = {name for name in b.game.kinds if is_copied(layout, name)}
        sorts: dict[tuple[int, int | None], int] = {}
        self.sorts = [
            sorts.setdefault(one, len(sorts)) for one in zip(layout.piece_design, layout.piece_seat, strict=True)
        ]

    def each(self, name: str) -> str:
        """Return what an entry belongs to."""
        game = self.b.game
        return game.zones[name].each if name in game.zones else game.values[name].each

    def _own(self, kind: str) -> list[str]:
        """Return the entries that copies of a kind have of their own."""
        return [name for name in self.entries if kind in self.copied and self.each(name) == kind]

    # ------------------------------------------------------------ keys

    def key(self, seat: Expression) -> Expression:
        """Return the key of the position in which a seat comes next."""
        b, game = self.b, self.b.game

        def write(given: list[Expression]) -> None:
            mixer = Mixer(b, given[0])
            own = [name for name in self.entries if self.each(name) in self.copied]
            rest = [name for name in self.entries if name not in own]
            for name in rest:
                self._fields(mixer, name, 0, None)
            lying = {zone.kind for name, zone in game.zones.items() if name in rest}
            for kind in dict.fromkeys(self.each(name) for name in own):
                if kind not in lying:
                    self._of_all(mixer, kind)
            b.emit(Return(mixer.done()))

        name = b.function(f"{self.name}.key", [("seat", Int(-1, b.seats - 1))], KEY, write)
        return b.call(name, seat)

    def _of_all(self, mixer: Mixer, kind: str) -> None:
        """Add what the pieces of a kind have, where nobody asks where they lie."""
        b = self.b
        low, count = b.layout.kind_pieces[kind]
        one = Name(b.temp("j"), Int(low, low + max(0, count - 1)))
        total = b.variable(number(0), KEY)
        body: list[Statement] = []
        with b.into(body):
            _add(b, total, self._face(kind, one, 0))
        b.emit(For(one.name, one.type, number(low), number(low + count), tuple(body)))
        mixer.add(total)

    def _fields(self, mixer: Mixer, name: str, deep: int, owner: Expression | None) -> None:
        """Add what the places of an entry hold; ``owner``: only those of one of its owners, counted from 0."""
        b, layout = self.b, self.b.layout
        grid = layout.purses.get(name) or layout.values.get(name) or layout.cells[name]
        many = grid.size if owner is None else grid.owner_stride
        first: Expression = number(0) if owner is None else b.let(times(owner, grid.owner_stride))
        if name in layout.purses:
            mixer.each(many, lambda at: b.read("purses", plus(first, at, grid.base)))
        elif name in layout.values:
            self._values(mixer, name, many, first)
        else:
            self._cells(mixer, name, (many, first, deep), grid)

    def _values(self, mixer: Mixer, name: str, many: int, first: Expression) -> None:
        b, kind = self.b, self.b.game.values[name].type
        item = item_of(kind)
        is_copy = isinstance(item, t.PieceType) and item.kind in self.copied
        if not is_copy and not isinstance(kind, t.SetType):
            mixer.each(many, lambda at: b.read(f"value.{name}", plus(first, at)))
            return

        def one(at: Expression) -> Expression:
            found = b.let(b.read(f"value.{name}", plus(first, at)))
            if isinstance(kind, t.SetType):
                total = b.variable(number(0), KEY)
                low, bit_ = b.base(kind.item), Name(b.temp("v"), Int(0, max(0, b.wide(kind.item) - 1)))
                body: list[Statement] = []
                with b.into(body):
                    member = b.let(plus(bit_, low))
                    _add(b, total, self._lying(member) if is_copy else member)
                b.emit(ForBits(bit_.name, bit_.type, found, tuple(body)))
                return total
            result = b.variable(number(0), KEY)
            with b.when(b.there(found, kind)):
                b.assign(result, self._lying(found))
            return result

        mixer.loop(many, one)

    def _lying(self, piece: Expression) -> Expression:
        """Return the key of a piece with copies that a value means: what it is, and where it lies."""
        return mixed(plus(self._sort(piece), 1), plus(self.b.read("place", piece), 1))

    def _sort(self, piece: Expression) -> Expression:
        """Return what a piece is: copies of one row for the same player are alike."""
        return self.b.table("sort of piece", self.sorts, narrowed(piece, 0, max(0, len(self.sorts) - 1)))

    def _cells(self, mixer: Mixer, name: str, where: tuple[int, Expression, int], grid: Grid) -> None:
        b, zone = self.b, self.b.game.zones[name]
        many, first, deep = where
        _ = grid
        if zone.form == "slot":
            low, count = b.layout.kind_pieces[zone.kind]
            if self._digit(zone.kind, Name("", Int(low, low + max(0, count - 1)))) is not None:
                mixer.each(many, lambda at: self._in_slot(name, plus(first, at)))
                return

        def one(at: Expression) -> Expression:
            cell = b.let(plus(first, at))
            if zone.form == "stack":
                return self._stack(name, cell, deep)
            total = b.variable(number(0), KEY)
            inside = b.read(zone_field(name), cell)
            if zone.form == "slot":
                there = b.let(inside)
                with b.when(compare(">=", there, 0)):
                    _add(b, total, self._face(zone.kind, narrowed(there, 0, interval(there)[1]), deep))
            else:
                each_piece(
                    b, t.PieceType(zone.kind), inside, lambda piece: _add(b, total, self._face(zone.kind, piece, deep))
                )
            return total

        mixer.loop(many, one)

    def _in_slot(self, name: str, cell: Expression) -> Expression:
        """Return a small number for what lies in a slot."""
        b, kind = self.b, self.b.game.zones[name].kind
        low, count = b.layout.kind_pieces[kind]
        piece = b.read(zone_field(name), cell)
        digit = self._digit(kind, narrowed(piece, low, low + max(0, count - 1)))
        assert digit is not None
        return choose(compare(">=", piece, 0), digit, number(0))

    def _stack(self, name: str, cell: Expression, deep: int) -> Expression:
        """Return the key of what lies in a stack, from the bottom up; what has no order yet counts together."""
        b, kind = self.b, self.b.game.zones[name].kind
        many, c = capacity(b, kind), b.let(stack_at(b, name, cell))
        result = b.variable(number(0), KEY)
        at = Name(b.temp("j"), Int(0, many - 1))
        body: list[Statement] = []
        with b.into(body):
            block = b.variable(number(0), KEY)
            pieces = block_at(b, kind, plus(times(c, many), at))
            each_piece(b, t.PieceType(kind), pieces, lambda piece: _add(b, block, self._face(kind, piece, deep)))
            b.assign(result, mixed(result, block))
        b.emit(For(at.name, at.type, number(0), b.read(stack_field(kind, "blocks"), c), tuple(body)))
        return result

    def _face(self, kind: str, piece: Expression, deep: int) -> Expression:
        """Return the key of what a piece is, and of one with copies of what it has of the entries."""
        b, own = self.b, self._own(kind)
        if not own or deep >= DEEPEST:
            return self._sort(piece)
        low, count = b.layout.kind_pieces[kind]
        type_ = Int(low, low + max(0, count - 1))

        def write(given: list[Expression]) -> None:
            mixer = Mixer(b, self._sort(given[0]))
            for name in own:
                self._fields(mixer, name, deep + 1, b.let(minus(given[0], low)))
            b.emit(Return(mixer.done()))

        name = b.function(f"{self.name}.face.{kind}.{deep}", [("piece", type_)], KEY, write)
        return b.call(name, narrowed(piece, type_.low, type_.high))

    def _digit(self, kind: str, piece: Expression) -> Expression | None:
        """Return a small number, from 1, for what a piece is and has; None where it has too much, or needs a loop."""
        b, layout = self.b, self.b.layout
        first, count = layout.kind_pieces[kind]
        of_kind = self.sorts[first : first + count]
        ranks = sorted(set(of_kind))
        many, scale = max(1, len(ranks)), 1
        has: Expression = number(0)
        for name in self._own(kind):
            item = item_of(b.game.values[name].type) if name in b.game.values else None
            if item is None or (isinstance(item, t.PieceType) and item.kind in self.copied):
                return None
            grid = layout.values[name]
            for at in range(grid.owner_stride):
                own = times(minus(piece, first), grid.owner_stride)
                one = b.read(f"value.{name}", plus(own, at))
                if not isinstance(one.type, Int) or many * scale * (one.type.high - one.type.low + 1) > _SMALL:
                    return None
                radix = one.type.high - one.type.low + 1
                has, scale = plus(times(has, radix), minus(one, one.type.low)), scale * radix
        rows = [0] * first + [ranks.index(one) * scale + 1 for one in of_kind]
        return narrowed(plus(b.table(f"sort of {kind} by {scale}", rows, piece), has), 1, many * scale)

    # ------------------------------------------------------------ what has been there

    def begin(self, phase: int) -> None:
        """Write that the positions of a phase are forgotten: it begins anew."""
        b = self.b
        b.store(f"{self.name}.count", 0)
        if len(self.phases) == 1:
            b.store(f"{self.name}.size", 0)
            return
        kept = b.variable(number(0), Int(0, KEPT), "n")
        one = Name(b.temp("j"), Int(0, KEPT - 1))
        body: list[Statement] = []
        with b.into(body):
            key = b.let(b.read(f"{self.name}.keys", one), always=True)
            with b.when(compare("!=", arithmetic("mod", key, number(self._many)), phase)):
                b.store(f"{self.name}.keys", key, kept)
                b.assign(kept, narrowed(plus(kept, 1), 0, KEPT))
        b.emit(For(one.name, one.type, number(0), b.read(f"{self.name}.size"), tuple(body)))
        b.store(f"{self.name}.size", kept)

    @property
    def _many(self) -> int:
        return max(1, len(self.b.game.phases))

    def note(self, phase: int, seat: Expression) -> None:
        """Write the counting of the position in which a seat has the next turn of a phase; NOBODY: nobody has one."""
        b, keys, size = self.b, f"{self.name}.keys", f"{self.name}.size"

        def write(given: list[Expression]) -> None:
            whole = b.let(self.key(given[0]))
            own = minus(whole, arithmetic("mod", whole, number(self._many)))
            key = b.let(narrowed(plus(own, given[1]), 0, KEYS - 1), always=True)
            count = b.variable(number(1), Int(0, KEPT + 1), "n")
            one = Name(b.temp("j"), Int(0, KEPT - 1))
            body: list[Statement] = []
            with b.into(body), b.when(compare("=", b.read(keys, one), key)):
                b.assign(count, narrowed(plus(count, 1), 0, KEPT + 1))
            b.emit(For(one.name, one.type, number(0), b.read(size), tuple(body)))
            b.store(f"{self.name}.count", count)
            with b.when(compare("=", b.read(size), KEPT)):
                shift: list[Statement] = []
                with b.into(shift):
                    b.store(keys, b.read(keys, plus(one, 1)), one)
                b.emit(For(one.name, one.type, number(0), number(KEPT - 1), tuple(shift)))
                b.store(size, KEPT - 1)
            b.store(keys, key, b.read(size))
            b.store(size, narrowed(plus(b.read(size), 1), 0, KEPT))

        parameters = [("seat", Int(-1, b.seats - 1)), ("phase", Int(0, self._many))]
        name = b.function(f"{self.name}.note", parameters, None, write)
        b.emit(Do(b.call(name, seat, number(phase))))


class Mixer:
    """Puts numbers together to one key; small ones are packed into one before they are mixed."""

    def __init__(self, b: Lowering, first: Expression) -> None:
        self.b = b
        self.key = b.variable(mixed(number(0), plus(first, 1)), KEY)

    def add(self, one: Expression) -> None:
        """Write that a number is mixed in."""
        self.b.assign(self.key, mixed(self.key, one))

    def done(self) -> Expression:
        """Return the key of all numbers that were mixed in."""
        return self.key

    def each(self, many: int, read: Callable[[Expression], Expression]) -> None:
        """Write that so many numbers are mixed in, which cost no statements."""
        b = self.b
        low, high = interval(read(Name("", Int(0, max(0, many - 1)))))
        radix, step = max(2, high - low + 1), 1
        while radix ** (step + 1) <= _PACKED and step < many:
            step += 1

        together = 1
        while radix ** (together + 1) <= _FAST:
            together += 1

        def packed(first: Expression, digits: int) -> Expression:
            found: Expression = number(0)
            for begin in range(0, digits, together):
                several: Expression = number(0)
                end = min(digits, begin + together)
                for digit in range(begin, end):
                    several = plus(times(several, radix), minus(read(plus(first, digit)), low))
                found = plus(times(found, radix ** (end - begin)), several)
            return found

        whole = many // step if step else 0
        if whole > 1:
            one = Name(b.temp("j"), Int(0, whole - 1))
            body: list[Statement] = []
            with b.into(body):
                self.add(packed(b.let(times(one, step)), step))
            b.emit(For(one.name, one.type, number(0), number(whole), tuple(body)))
        elif whole == 1:
            self.add(packed(number(0), step))
        if many % step:
            self.add(packed(number(whole * step), many % step))

    def loop(self, many: int, made: Callable[[Expression], Expression]) -> None:
        """Write that so many numbers are mixed in, each with the statements that it needs."""
        b = self.b
        one = Name(b.temp("j"), Int(0, max(0, many - 1)))
        body: list[Statement] = []
        with b.into(body):
            self.add(made(one))
        b.emit(For(one.name, one.type, number(0), number(many), tuple(body)))


def mixed(one: Expression, other: Expression) -> Expression:
    """Return a key of two numbers."""
    return Call("mix", (one, other), KEY)


def _add(b: Lowering, total: Name, one: Expression) -> None:
    """Write that something counts to a whole that has no order."""
    found = plus(total, mixed(number(1), one))
    b.assign(total, narrowed(arithmetic("mod", found, number(KEYS)), 0, KEYS - 1))


def positions(b: Lowering) -> dict[Entries, Asked]:
    """Return what is asked for by entries."""
    found = asked_of(b.game).items()
    return {entries: Asked(b, place, entries, phases) for place, (entries, phases) in enumerate(found)}


def of_phase(b: Lowering, phase: str) -> list[Asked]:
    """Return what is counted at the ends of the turns of a phase."""
    return [one for one in positions(b).values() if phase in one.phases]


@lowers(core.Repeated)
def _repeated(b: Lowering, node: core.Repeated) -> Lowered:
    asked = positions(b)[node.names]
    return compare(">=", b.read(f"{asked.name}.count"), value(b, node.times))
