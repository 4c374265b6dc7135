"""Rolls of dice that lie in zones, hidden values that are shown or set -> statements, with who knows what then"""

from __future__ import annotations

from gamedsl.engine.setup.as_written import source_text
from gamedsl.kernel.builder import bit, both, choose, combine, compare, constant, minus, number, plus, word
from gamedsl.kernel.lowering.context import Listed, Lowering, Run, is_set
from gamedsl.kernel.lowering.pieces.drawing import by_place, rolled
from gamedsl.kernel.lowering.pieces.knowing import each_piece, is_spread, know, seers_type, viewers_in, zones_of
from gamedsl.kernel.lowering.pieces.stacks import block_at, routine, spot_field, stack_at
from gamedsl.kernel.lowering.pieces.zones import cell_word
from gamedsl.kernel.lowering.steps.checks import check
from gamedsl.kernel.lowering.steps.control import lowers_step
from gamedsl.kernel.lowering.trace_points import LOG, Told, form_of, mixed
from gamedsl.kernel.lowering.values.loops import walk_listed
from gamedsl.kernel.lowering.values.maintained_sets import store_value
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, run_word, value
from gamedsl.kernel.lowering.values.table import field_index
from gamedsl.kernel.program import Do, Expression, ForBits, Int, Name, Statement, Type, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

# ---------------------------------------------------------------- who is shown something


def shown_to(b: Lowering, node: core.Value) -> Expression:
    """Return the seats that something is shown to; shown to all, who only watches sees it, too."""
    seats = value(b, node)
    if not is_set(node.type):
        seats = b.let(seats)
        there = compare(">=", seats, 0)
        seats = choose(there, bit(narrowed(seats, 0, b.seats - 1), b.seats), word(0, b.seats))
    seats = b.let(seats)
    all_of_them = compare("=", seats, (1 << b.seats) - 1)
    return b.let(choose(all_of_them, word(b.layout.everybody, b.seats + 1), combine("|", word(0, b.seats + 1), seats)))


@lowers_step(core.ShowValue)
def _show_value(b: Lowering, step: core.ShowValue) -> None:
    index = field_index(b, step.target)
    mask = shown_to(b, step.viewers)
    rank = secret_rank(b, step.target.entry, index)
    if rank is not None:
        b.store("aware", combine("|", b.read("aware", rank), mask), rank)
        form = form_of(b, b.game.values[step.target.entry].type)
        place = plus(index, b.layout.values[step.target.entry].base)
        new, aware = b.read(f"value.{step.target.entry}", index), b.read("aware", rank)
        b.note(LOG, Told("show value", b.scope.card, step, None, form), place, new, mask, aware)


def secret_rank(b: Lowering, entry: str, index: Expression) -> Expression | None:
    """Return the number of a value among those that not everybody sees; None where everybody sees them."""
    grid, secret = b.layout.values[entry], b.layout.secret
    return plus(index, secret[grid.base]) if grid.base in secret else None


# ---------------------------------------------------------------- values that are set


def learned(b: Lowering, step: core.Assign | core.RollValue, index: Expression) -> Expression:
    """Write who knows a value that has been set: who sees or has picked it; all, where all know what it follows from.

    A die that is turned is known to those who see where it lies. Return who knows it.
    """
    entry, layout = step.target.entry, b.layout
    kind = b.game.kinds.get(b.game.values[entry].each)
    if kind is not None and kind.faces is not None and t.face_of(kind.name) == entry:
        piece = plus(index, layout.kind_pieces[kind.name][0])
        die = bit(index, b.wide(t.PieceType(kind.name)))
        mixed(b, t.PieceType(kind.name), die, number(0), "turned")
        _turned(b, t.PieceType(kind.name), piece, die)
        return b.read("known", piece)
    rank = secret_rank(b, entry, index)
    if rank is None:
        return word(layout.everybody, b.seats + 1)
    secrets = b.settings.secrets
    if step.span in secrets.open and entry not in secrets.murky:
        seers: Expression = word(layout.everybody, b.seats + 1)
    else:
        seers = b.table("viewers of secret", layout.secret_viewers, rank, b.seats + 1)
        if step.span in secrets.picked and isinstance(step, core.Assign):
            you = b.scope.you
            own = bit(narrowed(you, 0, b.seats - 1), b.seats + 1)
            seers = combine("|", seers, choose(compare(">=", you, 0), own, word(0, b.seats + 1)))
    b.store("aware", seers, rank)
    return b.read("aware", rank)


# ---------------------------------------------------------------- dice


@lowers_step(core.RollPieces)
def _roll_pieces(b: Lowering, step: core.RollPieces) -> None:
    """Roll dice place by place, those of a stack from the top; then note who still knows them."""
    name = step.face.rpartition(".")[0]
    kind = t.PieceType(name)
    faces = b.game.kinds[name].faces
    assert faces is not None
    (low, count), stream = b.layout.span_of(faces), number(b.layout.streams[name])
    dice = dice_of(b, step, kind)
    mixed(b, kind, dice, number(0), "turned")

    def roll(piece: Expression) -> None:
        face = rolled(b, step, (stream, b.read("place", piece)), (low, count))
        store_value(b, step.face, face, minus(piece, b.base(kind)))
        _turned(b, kind, piece, dice)

    by_place(b, kind, dice, lambda group, _: each_piece(b, kind, group, roll))
    b.note(LOG, Told("dice", b.scope.card, step), dice)
    check(b, "value " + step.face)


def dice_of(b: Lowering, step: core.RollPieces | core.Show, kind: t.PieceType) -> Expression:
    """Return the dice that are rolled or shown as a word."""
    node, wide, low = step.pieces, b.wide(kind), b.base(kind)
    if not isinstance(node, core.ZoneRef) and not is_set(node.type):
        piece = b.let(value(b, node))
        there = b.there(piece, node.type)
        b.fail_unless(there, "GDRUN04", step.span, value=source_text(node), reason="nothing is there")
        return b.let(bit(narrowed(minus(piece, low), 0, max(0, wide - 1)), wide), always=True)
    found = lowered(b, node)
    if isinstance(found, Run):
        found = run_word(b, found)
    if not isinstance(found, Listed):
        return b.let(found, always=True)
    dice = b.variable(word(0, wide), Word(wide), "w")

    def add(piece: object) -> None:
        assert not isinstance(piece, Listed | Run)
        own = narrowed(minus(piece, low), 0, max(0, wide - 1))  # type: ignore[arg-type]
        b.assign(dice, combine("|", dice, bit(own, wide)))

    walk_listed(b, found, add)
    return dice


def _turned(b: Lowering, kind: t.PieceType, piece: Expression, changed: Expression) -> None:
    """Write who still knows a die of which the face has changed, as those of others have: who sees where it lies.

    Who does not look into a heap cannot tell, where only some have changed, which: all in it may show something else.
    """
    low, wide = b.base(kind), b.wide(kind)

    def write(given: list[Expression]) -> None:
        die, others = given
        seers = b.variable(word(b.layout.everybody, b.seats + 1), seers_type(b), "u")
        cell = b.let(b.read("place", die), always=True)
        for zone in zones_of(b, kind.kind):
            grid = b.layout.cells[zone.name]
            inside = both(compare(">=", cell, grid.base), compare("<", cell, grid.base + grid.size))
            with b.when(inside):
                b.assign(seers, word(0, b.seats + 1))
                at = narrowed(minus(cell, grid.base), 0, max(0, grid.size - 1))
                if is_spread(zone):
                    one = Name(b.temp("v"), Int(0, max(0, grid.size - 1)))
                    body: list[Statement] = []
                    with b.into(body):
                        _in_sight(b, zone.name, one, (die, others, seers))
                    b.emit(ForBits(one.name, one.type, b.read(spot_field(zone.name), minus(die, low)), tuple(body)))
                else:
                    _in_sight(b, zone.name, at, (die, others, seers))
        b.store("known", seers, die)
        b.store("exposed", word(0, b.seats + 1), die)

    parameters: list[tuple[str, Type]] = [("die", Int(low, low + max(0, wide - 1))), ("changed", Word(wide))]
    b.function(f"turned.{kind.kind}", parameters, None, write)
    b.emit(Do(b.call(f"turned.{kind.kind}", piece, changed)))


def _in_sight(b: Lowering, entry: str, at: Expression, around: tuple[Expression, Expression, Name]) -> None:
    """Write who sees a changed die in a cell, and who cannot tell any more what else lies there."""
    die, changed, seers = around
    zone, kind = b.game.zones[entry], t.PieceType(b.game.zones[entry].kind)
    sees = b.let(viewers_in(b, entry, at))
    b.assign(seers, combine("|", seers, sees))
    if constant(sees) == b.layout.everybody:
        return
    if zone.form == "stack":
        c = b.let(stack_at(b, entry, at))
        place = b.let(routine(b, kind.kind, "block_of", c, die), always=True)
        together: Expression = b.let(block_at(b, kind.kind, place), always=True)
    else:
        together = b.let(cell_word(b, entry, at), always=True)
    with b.when(compare("!=", combine("&~", together, changed), 0)):
        each_piece(b, kind, together, lambda other: know(b, other, "&", sees))
