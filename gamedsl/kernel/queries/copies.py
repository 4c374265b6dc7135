"""Kinds of pieces -> what tells copies of one design apart for players, read from flat states; sets of such pieces"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.state.flat import HEADER
from gamedsl.engine.state.layout import Grid
from gamedsl.kernel.lowering.context import bare
from gamedsl.kernel.lowering.pieces.knowing import is_spread, means, zones_of
from gamedsl.kernel.lowering.pieces.stacks import capacity, spot_field, stack_field
from gamedsl.kernel.lowering.play.alike import merges, own_values
from gamedsl.kernel.playing import Block
from gamedsl.kernel.queries.compiler import ExpressionCompiler, Frame
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

Signature = Callable[[Block, int], tuple[Any, ...]]
Pick = model.PickField | core.Pick


def merger(compiler: ExpressionCompiler, kind: t.Type, *, is_open: bool = False) -> Signature | None:
    """Return what tells pieces of one kind apart for players; None when every piece is its own choice.

    ``is_open``: for everybody, so without what the player who decides has named in secret.

    Who has seen which of them does not: it is no difference for the game, and the choice would tell it. But what was
    shown since an action was chosen still lies on the table: whom it was shown to tells it apart.
    """
    item = bare(kind)
    if not isinstance(item, t.PieceType) or not merges(compiler.b, item):
        return None
    b, layout, at = compiler.b, compiler.b.layout, compiler.kernel.at
    first, _ = layout.kind_pieces[item.kind]
    spots = [at[spot_field(zone.name)] for zone in zones_of(b, item.kind) if is_spread(zone)]
    stacks = _stack_cells(compiler, item.kind)
    own, naming = _own_fields(compiler, item.kind), _naming(compiler, item.kind)
    own_stacks = _own_stacks(compiler, item.kind)
    place, exposed, decider = at["place"], at["exposed"], at["decider"]
    secret = [] if is_open else _secret(compiler, item.kind)

    def signature(s: Block, piece: int) -> tuple[Any, ...]:
        mine = piece - first
        cell = s[place + piece]
        found: list[Any] = [layout.piece_design[piece], layout.piece_seat[piece], cell, s[exposed + piece]]
        found += [s[field + mine] for field in spots]
        found.append(_height(s, stacks.get(cell), piece))
        for field, size in own:
            found += s[field + mine * size : field + (mine + 1) * size]
        for stack in own_stacks[mine]:
            found.append(tuple(_words_of(s, stack)))
        found += [s[field] >> piece - low & 1 if is_set else s[field] == piece for field, low, is_set in naming]
        for owner, field, low, is_set in secret:
            if owner == s[decider]:
                found.append(s[field] >> piece - low & 1 if is_set else s[field] == piece)
        return tuple(found)

    return signature


Stack = tuple[int, int, int]
"""Where a stack says how many blocks it has, where their words stand, and which piece is the first of a word."""


def _stack_cells(compiler: ExpressionCompiler, kind: str) -> dict[int, Stack]:
    """Return the fields of the stacks of a kind by their cells."""
    b, at = compiler.b, compiler.kernel.at
    found = {}
    for zone in zones_of(b, kind):
        if zone.form == "stack":
            grid, first = b.layout.cells[zone.name], b.facts.first_stack[zone.name]
            blocks, words = (at[stack_field(kind, what)] for what in ("blocks", "block"))
            for number in range(grid.size):
                begin = words + (first + number) * capacity(b, kind)
                found[grid.base + number] = blocks + first + number, begin, b.base(t.PieceType(kind))
    return found


def _words_of(s: Block, stack: Stack) -> list[int]:
    """Return the blocks of a stack from the bottom up."""
    blocks, words, _ = stack
    return s[words : words + s[blocks]]


def _height(s: Block, stack: Stack | None, piece: int) -> int:
    """Return how many blocks of a stack lie below a piece; 0 elsewhere."""
    if stack is None:
        return 0
    return next(height for height, word in enumerate(_words_of(s, stack)) if word >> piece - stack[2] & 1)


def _own_fields(compiler: ExpressionCompiler, kind: str) -> list[tuple[int, int]]:
    """Return where what belongs to the pieces of a kind begins, and how many places each of them has."""
    b, at, prefix = compiler.b, compiler.kernel.at, kind + "."
    layout = b.layout
    found = [
        (at[f"value.{name}"], grid.owner_stride) for name, grid in layout.values.items() if name.startswith(prefix)
    ]
    for name, grid in layout.purses.items():
        if name.startswith(prefix):
            found.append((at["purses"] + grid.base, grid.owner_stride))
    for name, grid in layout.cells.items():
        if not name.startswith(prefix):
            continue
        if b.game.zones[name].form != "stack":
            found.append((at[f"zone.{name}"], grid.owner_stride))
    return found


def _own_stacks(compiler: ExpressionCompiler, kind: str) -> list[list[Stack]]:
    """Return the stacks on the pieces of a kind, by piece."""
    b, found = compiler.b, []
    first, count = b.layout.kind_pieces[kind]
    for zone in b.game.zones.values():
        if zone.each == kind and zone.form == "stack":
            grid, stacks = b.layout.cells[zone.name], _stack_cells(compiler, zone.kind)
            found += [(piece, stacks[cell]) for cell in stacks if (piece := _on(grid, cell)) is not None]
    return [[stack for piece, stack in found if piece == one] for one in range(first, first + count)]


def _on(grid: Grid, cell: int) -> int | None:
    """Return the piece on which a cell of an entry is, None for cells of other entries."""
    return grid.decode(cell)[0] if grid.base <= cell < grid.base + grid.size else None


def _naming(compiler: ExpressionCompiler, kind: str) -> list[tuple[int, int, bool]]:
    """Return the fields that may name pieces of a kind, with the first piece of their sets, and whether they are.

    What not everybody sees tells no copies apart, see ``_secret``.
    """
    values, secret = compiler.b.layout.values, compiler.b.layout.secret
    names = [name for name, one in compiler.b.game.values.items() if means(one.type, kind)]
    return [
        (place, low, is_set)
        for name in names
        if values[name].base not in secret
        for place, low, is_set in _fields(compiler, name)
    ]


def _secret(compiler: ExpressionCompiler, kind: str) -> list[tuple[int, int, int, bool]]:
    """Return those that only their owner sees, each with the owner: for this player they tell copies apart."""
    grids = compiler.b.layout.values
    return [
        (at // grids[name].owner_stride, *field)
        for name in own_values(compiler.b.layout, kind)
        for at, field in enumerate(_fields(compiler, name))
    ]


def _fields(compiler: ExpressionCompiler, name: str) -> list[tuple[int, int, bool]]:
    first, kind = compiler.kernel.at[f"value.{name}"], compiler.b.game.values[name].type
    low = compiler.b.base(kind.item) if isinstance(kind, t.SetType) else 0
    return [(first + at, low, isinstance(kind, t.SetType)) for at in range(compiler.b.layout.values[name].size)]


# ---------------------------------------------------------------- what can be answered


def answers(compiler: ExpressionCompiler, pick: Pick) -> Callable[[Block, Frame], Iterator[Any]]:
    """Return what walks what one part of a choice is taken from: members, or sets of them.

    Of sets whose members are alike one by one only the first comes.
    """
    domain = compiler.look(pick.domain)
    if pick.many is None:
        return lambda s, f: iter(domain(s, f))
    least = compiler.look(pick.many.least)
    most = None if pick.many.most is None else compiler.look(pick.many.most)
    kind = t.parts_of(compiler.b.game.questions[pick.question].type)[pick.part]
    tell = merger(compiler, kind.item if isinstance(kind, t.SomeType) else kind)
    places = _named_before(compiler.b.game, pick)
    known = compiler.kernel.at["known"]

    def walk(s: Block, f: Frame) -> Iterator[tuple[Any, ...]]:
        members = list(domain(s, f))
        sorts = list(range(len(members)))
        low, high = least(s, f), len(members) if most is None else most(s, f)
        if tell is not None:
            named = [f[place] for place in places]
            same: dict[Any, list[int]] = {}
            for one in sorted(members, key=lambda piece: (-s[known + piece].bit_count(), piece)):
                same.setdefault((tell(s, one), _pattern(one, named)), []).append(one)
            members = [one for found in same.values() for one in found]
            sorts = [sort for sort, found in enumerate(same.values()) for _ in found]
        for size in range(low, min(high, len(members)) + 1):
            for chosen in _combinations(pick.span, sorts, size):
                yield tuple(sorted([members[place] for place in chosen]))

    return walk


def _pattern(piece: int, named: Sequence[Any]) -> tuple[bool, ...]:
    """Return which of the names given before mean a piece."""
    return tuple([piece in one if type(one) is tuple else piece == one for one in named])


def _named_before(game: model.CheckedGame, pick: Pick) -> list[int]:
    """Return the places of a frame with pieces that the action has named before: none of them is like its copies."""
    question = game.questions[pick.question]
    own, kind = game.actions.get(question.paragraph), t.parts_of(question.type)[pick.part]
    item = kind.item if isinstance(kind, t.SomeType) else kind
    if own is None or not isinstance(item, t.PieceType) or not any(one is pick for one in own.elements):
        return []
    found: dict[int, t.Type] = dict(enumerate(own.params))
    for element in own.elements:
        if element is pick:
            break
        if isinstance(element, model.PickField):
            found[element.slot] = model.kind_picked(element)
        elif isinstance(element, model.LetField):
            found[element.slot] = element.value.type
    return [slot + HEADER for slot, one in found.items() if means(one, item.kind)]


def _combinations(span: Span, sorts: Sequence[int], size: int) -> Iterator[list[int]]:
    """Yield the places of so many members; of those of one sort, which stand side by side, the first are taken."""
    count, chosen, at, work = len(sorts), list[int](), 0, 0
    while True:
        if len(chosen) < size and at <= count - size + len(chosen):
            chosen.append(at)
            at += 1
            continue
        work += 1
        if work > Limits.passes:
            raise RuleError("GDRUN07", span, what="the list of choices", bound=Limits.passes)
        if len(chosen) == size:
            yield chosen
        if not chosen:
            return
        at = chosen.pop() + 1
        while at < count and sorts[at] == sorts[at - 1]:
            at += 1
