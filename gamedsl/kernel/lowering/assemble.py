"""A layout and the numbers of choices -> the kernel program of a set-up"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.engine.beginning import Table
from gamedsl.engine.errors import Limits
from gamedsl.engine.setup.prepare import asked_actions
from gamedsl.engine.state.by_game import ByGame, parts_of_game
from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import bit, choose, compare, number, plus, word
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.facts import Entering, Facts, Settings
from gamedsl.kernel.lowering.makers import MODULES
from gamedsl.kernel.lowering.options import make_option_fields
from gamedsl.kernel.lowering.pieces.forcing import forces, settle_all, settled
from gamedsl.kernel.lowering.pieces.stacks import first_stacks, make_fields
from gamedsl.kernel.lowering.play.blocks import wait_steps
from gamedsl.kernel.lowering.play.entrances import ENTERED, enter_behind, write_entrances
from gamedsl.kernel.lowering.play.frames import write_called, write_saving
from gamedsl.kernel.lowering.play.phases import count_uses, first_turn_of, lower_phase, write_called_phases
from gamedsl.kernel.lowering.play.waiting import find_waiting, waits
from gamedsl.kernel.lowering.steps.checks import arm, test_ends
from gamedsl.kernel.lowering.steps.latches import make_latches
from gamedsl.kernel.lowering.steps.lines import find_changed, make_changed
from gamedsl.kernel.lowering.trace_points import LOG, Told, begins, ends, measure_at_end
from gamedsl.kernel.lowering.values.counting import MOST_WORK
from gamedsl.kernel.lowering.values.maintained_sets import find_kept, make_kept
from gamedsl.kernel.lowering.values.registry import constant_of, narrowed, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.lowering.watching import PUT_OFF, WATCHED, watching_of
from gamedsl.kernel.program import Do, Expression, For, Halt, Int, Length, Name, Store, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.flow.logic import mentions

RUNNING, FINISHED, STOPPED = 0, 1, 2


_LOADED = MODULES
"""What registers how each kind of value and step is lowered."""


def lower(
    layout: Layout,
    numbering: Numbering,
    start: Table,
    settings: Settings,
    givens: Sequence[tuple[core.CoreStep, ...]] | None = None,
) -> Lowering:
    """Return a set-up with its program, into which more can be lowered.

    ``start`` is the state before setup.
    ``givens``: what scenarios put before play; None: no scenario is played.
    """
    b = Lowering(layout, numbering, settings)
    if givens is not None:
        b.written.entering = Entering(givens)
    _learn(b)
    _make_fields(b, start)
    b.waiting = find_waiting(b)
    _finish(b)
    _machine(b)
    write_saving(b)
    b.program.most_choices = _most_choices(numbering)
    b.program.blocks = [tuple(body) for body in b.written.blocks]
    if forces(b):
        b.forced, b.program = settled(b.program, True), settled(b.program, False)
        b.settings = attrs.evolve(settings, forces=False)  # what is lowered later belongs to the other program
    return b


def _most_choices(numbering: Numbering) -> int:
    """Return how many choices may be listed at once: every action without a question, of the others not too many."""
    sizes = [one.size for one in numbering.domains.values()]
    return len(numbering.action_base) + 1 + sum(min(size, Limits.choices + 1) for size in sizes)


_asked_during = ByGame(
    lambda game: frozenset(part.paragraph for part in parts_of_game(game) if isinstance(part, core.During))
)
_shows = ByGame(lambda game: any(isinstance(part, core.Show) for part in parts_of_game(game)))
_asks_last = ByGame(lambda game: mentions(game, core.Active, game.winner))


def _learn(b: Lowering) -> None:
    """Work out what parts of the lowering ask about the game as a whole."""
    game, layout = b.game, b.layout
    asked, hidden = asked_actions(game), set()
    streams: dict[str, list[int]] = {}
    for zone in game.zones.values():
        if zone.form == "purse":
            continue
        grid = layout.cells[zone.name]
        cells = slice(grid.base, grid.base + grid.size)
        if any(viewers != layout.everybody for viewers in layout.cell_viewers[cells]):
            hidden.add(zone.kind)
        if zone.form == "stack":
            streams.setdefault(zone.kind, []).extend(layout.cell_stream[cells])
    b.facts = Facts(
        asked_done=[name for name in game.actions if name in asked],
        asked_during=_asked_during(game),
        asks_last=_asks_last(game),
        all_at_once=any(phase.who is not None and phase.who.together for phase in game.phases.values()),
        has_show=_shows(game),
        phase_uses=count_uses(game),
        hidden_kinds=frozenset(hidden),
        first_stack=first_stacks(layout),
        stack_streams=streams,
        watching=watching_of(game, b.seats),
    )
    b.facts = find_kept(b)
    b.facts = attrs.evolve(b.facts, line_fields=find_changed(b))


def _make_fields(b: Lowering, start: Table) -> None:
    game, layout = b.game, b.layout
    b.field("key", 1, Int(0, 2**64 - 1))
    b.field("game", 1, Int(0, 2**31 - 1))
    b.field("status", 1, Int(0, 3))
    b.field("end", 1, Int(-1, max(0, len(game.ends))), [-1])
    b.field("resume", 1, Int(0, 1 << 20))
    b.field("decider", 1, seats_type(b), [NOBODY])
    b.field("decisions", 1, Int(0, Limits.decisions + 1))
    b.field("work", 1, Int(0, MOST_WORK))
    b.field("jumps", 1, Int(0, 2 * Limits.jumps + 1))
    b.field("armed", 1, Int(0, PUT_OFF if b.facts.all_at_once else WATCHED))
    b.field("winners", 1, Word(b.seats))
    b.field("turn.level", 1, Int(0, 64))
    b.field("turn.of", 1, seats_type(b), [NOBODY])
    b.field("points", b.seats, Int(-Limits.points, Limits.points))
    b.field("scores", max(1, len(game.sources)) * b.seats, Int(-(2**31), 2**31 - 1))
    b.field("draws", max(1, len(layout.stream_names)), Int(0, 1 << 24))
    done = max(1, len(b.facts.asked_done)) * b.seats
    b.field("done", 16 * done, Int(0, 1 << 20))
    b.program.rows["done"] = Length("turn.level", done, done)
    b.field("purses", len(layout.purse_entry), Int(-Limits.amount, Limits.amount), start.purses)
    for name, (first, count) in layout.dice.items():
        low, faces = layout.span_of(game.dice[name].faces)
        b.field(f"dice.{name}", count, Int(min(0, low), low + faces - 1), start.dice[first : first + count])
    for name, entry in game.values.items():
        grid = layout.values[name]
        found = start.values[grid.base : grid.base + grid.size]
        initial = [constant_of(b, entry.type, one).value for one in found]
        b.field(f"value.{name}", grid.size, b.type_of(entry.type), initial)
    secret = len(layout.secret)
    if secret:
        b.field("aware", secret, Word(b.seats + 1), start.aware)
    make_option_fields(b)
    make_fields(b)
    make_latches(b)
    _lay(b, start)
    make_kept(b)
    make_changed(b)


def _lay(b: Lowering, start: Table) -> None:
    """Put the pieces where they lie before setup."""
    layout, initial = b.layout, b.program.initial
    initial["place"][: len(start.place)] = start.place
    initial["known"][: len(start.known)] = start.known
    first = b.facts.first_stack
    for zone in b.game.zones.values():
        if zone.form == "purse":
            continue
        grid, kind = layout.cells[zone.name], t.PieceType(zone.kind)
        low, many = b.base(kind), max(1, b.wide(kind))
        for at in range(grid.size):
            inside = start.zones[grid.base + at]
            if zone.form == "heap":
                initial[f"zone.{zone.name}"][at] = sum(1 << (one - low) for one in inside)
            elif zone.form == "slot":
                initial[f"zone.{zone.name}"][at] = inside[0] if inside else -1
            else:
                c = first[zone.name] + at
                place = c * many
                initial[f"stack.{zone.kind}.size"][c] = sum(map(len, inside))
                initial[f"stack.{zone.kind}.blocks"][c] = len(inside)
                for at_, block in enumerate(inside):
                    initial[f"stack.{zone.kind}.block"][place + at_] = sum(1 << (one - low) for one in block)
        if any(key.is_set for key in zone.keys):
            for piece, spots in enumerate(start.spot):
                if low <= piece < low + many and start.place[piece] >= 0 and spots:
                    initial[f"spot.{zone.name}"][piece - low] = sum(1 << (one - grid.base) for one in spots)


def _finish(b: Lowering) -> None:
    """Write the function that ends a game: points of every source, then who has won."""
    game = b.game

    def write(given: list[Expression]) -> None:
        with b.aside(LOG):
            words = b.note(LOG, Told("ending"), given[0], result="words")
        b.store("status", FINISHED)
        b.store("end", given[0])
        _count(b)
        _winners(b)
        _open_all(b)
        measure_at_end(b)
        b.note(LOG, Told("end"), given[0], words, b.read("winners"))

    b.function("finish", [("end", Int(-1, max(0, len(game.ends))))], None, write)


def _count(b: Lowering) -> None:
    added = []
    for place, source in enumerate(b.game.sources.values()):
        if source.worth is None:
            continue
        for seat in range(b.seats):
            with b.within(you=number(seat), active=number(NOBODY), slots={}):
                added.append((place, seat, b.let(value(b, source.worth), always=True)))
    for place, seat, points in added:
        at = place * b.seats + seat
        b.store("scores", plus(b.read("scores", at), points), at)
        total = b.let(plus(b.read("points", seat), points), always=True)
        least, most = -Limits.points, Limits.points
        total = choose(
            compare("<", total, least), number(least), choose(compare(">", total, most), number(most), total)
        )
        b.store("points", total, seat)


def _winners(b: Lowering) -> None:
    node = b.game.winner
    with b.within(you=number(NOBODY), active=b.read("turn.of"), slots={}):
        found = value(b, node)
        if not isinstance(node.type, t.SetType):
            found = b.let(found)
            there = b.there(found, node.type)
            found = choose(there, bit(narrowed(found, 0, b.seats - 1), b.seats), word(0, b.seats))
        b.store("winners", found)


def _open_all(b: Lowering) -> None:
    for field, count in (("known", len(b.layout.piece_design)), ("aware", len(b.layout.secret))):
        if count:
            one = Name(b.temp("j"), Int(0, count - 1))
            known = Store(field, one, word(b.layout.everybody, b.seats + 1))
            b.emit(For(one.name, one.type, number(0), number(count), (known,)))


def _machine(b: Lowering) -> None:
    game = b.game
    b.block()
    with b.within(armed=False, frame="setup", card="setup"):
        _set_up(b)
    enter_behind(b, "arm")
    if b.written.entering is None:
        settle_all(b)
    else:
        with b.when(compare("=", b.read(ENTERED), 0)):
            settle_all(b)
    arm(b)
    with b.within(armed=True):
        test_ends(b, [(at, end.condition) for at, end in enumerate(game.ends)])
        enter_behind(b, "begin")
        if game.phases:
            lower_phase(b, next(iter(game.phases)))
        b.emit(Do(b.call("finish", number(-1))), Halt())
        write_called_phases(b)
        write_entrances(b, first_turn_of)
        write_called(b)


def _set_up(b: Lowering) -> None:
    begins(b, "setup")
    if any(waits(b, step) for step in b.game.setup):
        with b.within(armed=None):
            wait_steps(b, b.game.setup)
    else:
        wait_steps(b, b.game.setup)
    ends(b)
