"""Engines and kernel programs side by side: the same games, decision by decision, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gamedsl.engine.machine import Engine
from gamedsl.engine.present.words import Wording
from gamedsl.engine.state.chance import draw
from gamedsl.engine.state.flat import STOPPED, UNFINISHED, State
from gamedsl.kernel.lone.faults import Moment, rule_error
from gamedsl.kernel.lowering.context import Fault
from gamedsl.kernel.optimising.passes import NAMES
from gamedsl.kernel.playing import Block, PythonKernel, program_of
from gamedsl.kernel.program import Program
from gamedsl.kernel.state.values import bits
from gamedsl.semantics.core import types as t
from tests.frozen.folds import folded, played
from tests.frozen.kept import freezes, held

POLICY = 255
COUNTED = {"work", "jumps"}
"""Counts that passes leave out where nothing can come to be too many."""


def kernel_of(engine: Engine) -> PythonKernel:
    """Return the kernel of an engine, printed as Python."""
    return PythonKernel(program_of(engine))


def differences(engine: Engine, kernel: PythonKernel, s: State, block: Block) -> list[str]:
    """Return the names of what differs between a state of the engine and one of the kernel."""
    expected: dict[str, Sequence[Any]] = {
        "purses": s.purses,
        "place": s.place,
        "known": s.known,
        "aware": s.aware,
        "points": s.points,
        "scores": s.scores,
        "draws": s.draws,
        "latch": [int(one) for one in s.latches],
    }
    expected = {name: values for name, values in expected.items() if values}
    found = [name for name, values in expected.items() if list(values) != field(kernel, block, name)[: len(values)]]
    if engine.decider(s) is not None and engine.decider(s) != field(kernel, block, "decider")[0]:
        found.append("decider")
    return [*found, *_zones(engine, kernel, s, block), *_values(engine, kernel, s, block)]


def field(kernel: PythonKernel, block: Block, name: str) -> list[int]:
    """Return the places of a field."""
    first = kernel.at[name]
    return block[first : first + kernel.program.fields[name].count]


def _zones(engine: Engine, kernel: PythonKernel, s: State, block: Block) -> list[str]:
    """Return the zones in which something else lies."""
    layout, found = engine.layout, []
    stacks: dict[str, int] = {}
    for zone in engine.game.zones.values():
        if zone.form == "purse":
            continue
        grid, (low, many) = layout.cells[zone.name], layout.kind_pieces[zone.kind]
        first = stacks.get(zone.kind, 0)
        if zone.form == "stack":
            stacks[zone.kind] = first + grid.size
        for at in range(grid.size):
            inside = s.zones[grid.base + at]
            if zone.form == "heap":
                word = field(kernel, block, f"zone.{zone.name}")[at]
                lies: Any = bits(word, low)
            elif zone.form == "slot":
                piece = field(kernel, block, f"zone.{zone.name}")[at]
                lies = () if piece < 0 else (piece,)
            else:
                lies = _blocks(kernel, block, (zone.kind, first + at), (low, max(1, many)))
            if lies != inside:
                found.append(f"{zone.name} {at}")
    return found


def _blocks(
    kernel: PythonKernel, block: Block, stack: tuple[str, int], pieces: tuple[int, int]
) -> tuple[tuple[int, ...], ...]:
    (kind, number), (low, many) = stack, pieces
    count = field(kernel, block, f"stack.{kind}.blocks")[number]
    words = field(kernel, block, f"stack.{kind}.block")[number * many : (number + 1) * many]
    found = [bits(word, low) for word in words[:count]]
    if any(words[count:]) or field(kernel, block, f"stack.{kind}.size")[number] != sum(map(len, found)):
        found.append(())
    return tuple(found)


def _values(engine: Engine, kernel: PythonKernel, s: State, block: Block) -> list[str]:
    """Return the values of the table, and the dice, that are others."""
    found = []
    for name, grid in engine.layout.values.items():
        kind = engine.game.values[name].type
        expected = [as_number(engine, kind, one) for one in s.values[grid.base : grid.base + grid.size]]
        if expected != field(kernel, block, f"value.{name}")[: grid.size]:
            found.append(name)
    for name, (first, count) in engine.layout.dice.items():
        if s.dice[first : first + count] != field(kernel, block, f"dice.{name}"):
            found.append(name)
    return found


def as_number(engine: Engine, kind: t.Type, value: Any) -> int:
    """Return the number that stands for a value of a type: a set is a word, none a number below all others."""
    if isinstance(value, tuple):
        assert isinstance(kind, t.SetType)
        low, _ = engine.layout.span_of(kind.item)
        return sum(1 << (one - low) for one in value)
    if value is None:
        bare = kind.item if isinstance(kind, t.MaybeType) else kind
        return min(-1, bare.low - 1) if isinstance(bare, t.IntType) else -1
    return int(value)


def compared(engine: Engine, seed: int, limit: int = 400, kernel: PythonKernel | None = None) -> tuple[str, int]:
    """Play a random game on both sides; return the first difference (empty: none) and the number of decisions."""
    kernel = kernel or kernel_of(engine)
    s, block = engine.start(seed, log=False), kernel.start(seed)
    while True:
        codes, found = list(engine.codes(s)), kernel.codes(block)
        if s.status == UNFINISHED or (s.status == STOPPED and _fault(engine, kernel, s) == ""):
            return "", s.decisions
        other = differences(engine, kernel, s, block)
        if codes != found or other:
            return f"decision {s.decisions}: {other} {codes[:5]} {found[:5]} {s.error} {kernel.failed}", s.decisions
        if not codes or s.decisions >= limit:
            return _end(kernel, s, block), s.decisions
        code = codes[draw(s.key, 0, POLICY, s.decisions, len(codes))]
        engine.apply(s, code)
        kernel.apply(block, code)


def _fault(engine: Engine, kernel: PythonKernel, s: State) -> str:
    """Return how the fault of a rule differs, empty when it is the same at the same place, with the same values."""
    assert s.error is not None
    if kernel.failed is None:
        return f"no {s.error[0]}"
    fault = kernel.program.faults[kernel.failed[0]]
    assert isinstance(fault, Fault)
    error = rule_error(fault, kernel.failed[1], Wording(engine.layout), Moment(s.place))
    span, values = error.span, {name: one for name, one in error.values.items() if name != "chain"}
    here = (error.code, (span.path, span.line, span.column, span.end_line, span.end_column), values)
    there = (*s.error[:2], {name: one for name, one in s.error[4] if name != "chain"})
    return "" if here == there else f"{here} is not {there}"


def _end(kernel: PythonKernel, s: State, block: Block) -> str:
    """Return how the end of a game differs."""
    winners = sum(1 << seat for seat in s.winners)
    return "" if field(kernel, block, "winners") == [winners] else f"winners {s.winners}"


def same_games(section: str, case: str, engine: Engine, seeds: Iterable[int], limit: int) -> None:
    """Hold random games to what is frozen, and the program after all passes to the program as it is lowered."""
    held("kernel", section, case, folded(played, engine, seeds, limit))
    if not freezes():
        assert "" == otherwise_after_passes(engine, seeds, limit)


def otherwise_after_passes(engine: Engine, seeds: Iterable[int], limit: int) -> str:
    """Play random games by the program as it is lowered, and after all passes; return the first difference."""
    plain, quick = PythonKernel(program_of(engine, NAMES)), kernel_of(engine)
    for seed in seeds:
        found = _otherwise(plain, quick, seed, limit)
        if found:
            return f"seed {seed}, {found}"
    return ""


def _otherwise(plain: PythonKernel, quick: PythonKernel, seed: int, limit: int) -> str:
    plain.failed = quick.failed = None
    s, block = plain.start(seed), quick.start(seed)
    for number in range(limit + 1):
        codes = plain.codes(s)
        if (codes, plain.failed) != (quick.codes(block), quick.failed):
            return f"decision {number}: other choices, or {plain.failed} is not {quick.failed}"
        fields = alike(plain.program, quick.program, plain.failed is not None)
        found = [name for name in fields if field(plain, s, name) != field(quick, block, name)]
        if found or not codes:
            return f"decision {number}: {found}" if found else ""
        code = codes[draw(seed, 0, POLICY, number, len(codes))]
        plain.apply(s, code)
        quick.apply(block, code)
    return ""


def alike(plain: Program, other: Program, failed: bool) -> set[str]:
    """Return the fields that must be the same; where a rule has failed, only how play stands.

    Behind a fault passes leave out stores that nobody reads.
    """
    if plain is other:
        return set(plain.fields)
    return {"status", "decisions", "draws"} & set(plain.fields) if failed else set(plain.fields) - COUNTED
