"""What hangs together on a board -> functions that spread over it, from what was found before where that still holds"""

from __future__ import annotations

from gamedsl.kernel.builder import bit, choose, combine, compare, lowest, plus, word
from gamedsl.kernel.lowering.boards.near import near_rows
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.derived import is_left_out
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.values.boards import space_kind
from gamedsl.kernel.lowering.values.registry import lowers
from gamedsl.kernel.lowering.values.sets import _as_set
from gamedsl.kernel.program import Expression, ForBits, Int, Name, Return, Statement, Type, While, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

_CONSTANT = (
    *(core.Const, core.OptionValue, core.You, core.NextPlayer, core.Either, core.Compare, core.Not, core.And, core.Or),
    *(core.MakeSet, core.AllMembers, core.AllPlayers, core.Rectangle, core.CopyOf),
)
"""Values that depend on nobody but whom they are about, in all states."""


@lowers(core.Connected)
def _connected(b: Lowering, node: core.Connected) -> Expression:
    kind = space_kind(node.within.type)
    want = t.SetType(t.PieceType(kind))
    start, within = _as_set(b, node.start, want), _as_set(b, node.within, want)
    if _is_constant(b, node.start) and not is_left_out(b, "chains"):
        try:
            return _grown(b, node, kind, (start, within))
        except NotLoweredError:
            pass
    return b.call(_spreading(b, kind), combine("&", start, within), within, combine("&", start, within))


def _is_constant(b: Lowering, node: core.Value) -> bool:
    def constant(part: object) -> bool:
        if not isinstance(part, core.TermCall):
            return isinstance(part, _CONSTANT)
        plain = not part.arguments and part.term not in b.settings.changers
        return plain and all(constant(one) for one in walk(b.game.terms[part.term].value))

    return all(constant(part) for part in walk(node))


def _spreading(b: Lowering, kind: str) -> str:
    """Make the function that goes on from an edge of what is reached, within some places; return its name."""
    count = b.wide(t.PieceType(kind))
    rows = near_rows(b, kind)

    def write(given: list[Expression]) -> None:
        reached = b.variable(given[0], Word(count), "w")
        edge = b.variable(given[2], Word(count), "w")
        body: list[Statement] = []
        with b.into(body):
            place = b.let(lowest(edge), always=True)
            near = b.table(f"near {kind}", rows, place, count)
            fresh = b.let(combine("&~", combine("&", near, given[1]), reached))
            b.assign(reached, combine("|", reached, fresh))
            b.assign(edge, combine("|", combine("&~", edge, bit(place, count)), fresh))
        b.emit(While(compare("!=", edge, 0), tuple(body)), Return(reached))

    parameters = [(name, Word(count)) for name in ("reached", "within", "edge")]
    return b.function(f"connected.{kind}", parameters, Word(count), write)


def _grown(b: Lowering, node: core.Connected, kind: str, sets: tuple[Expression, Expression]) -> Expression:
    """Return what is reached, from what was reached before where the places have only become more since."""
    sites = b.written.connected
    site = f"connected.{kind}.{sites.setdefault(id(node), len(sites))}"
    count, wide = b.wide(t.PieceType(kind)), b.seats + 1
    for part in ("within", "reached"):
        b.field(f"{site}.{part}", wide, Word(count))
        b.program.derived[f"{site}.{part}"] = lambda _: [0] * wide  # nothing is known of another state
    rows, spread = near_rows(b, kind), _spreading(b, kind)

    def write(given: list[Expression]) -> None:
        start, within, at = given[0], given[1], given[2]
        before = b.let(b.read(f"{site}.within", at), always=True)
        less = compare("!=", combine("&~", before, within), 0)
        fresh = b.let(choose(less, within, combine("&~", within, before)))
        reached = b.variable(choose(less, word(0, count), b.read(f"{site}.reached", at)), Word(count), "w")
        edge = b.variable(combine("&", fresh, start), Word(count), "w")
        one = Name(b.temp("v"), Int(0, count - 1))
        body: list[Statement] = []
        with b.into(body):
            near = combine("&", b.table(f"near {kind}", rows, one, count), reached)
            with b.when(compare("!=", near, 0)):
                b.assign(edge, combine("|", edge, bit(one, count)))
        with b.when(compare("!=", reached, 0)):
            b.emit(ForBits(one.name, one.type, fresh, tuple(body)))
        with b.when(compare("!=", edge, 0)):
            b.assign(reached, b.call(spread, combine("|", reached, edge), within, edge))
            b.store(f"{site}.reached", reached, at)
        with b.when(less):
            b.store(f"{site}.reached", reached, at)
        b.store(f"{site}.within", within, at)
        b.emit(Return(reached))

    parameters: list[tuple[str, Type]] = [("start", Word(count)), ("within", Word(count)), ("at", Int(0, b.seats))]
    b.function(site, parameters, Word(count), write)
    return b.call(site, *sets, plus(b.scope.you, -NOBODY))
