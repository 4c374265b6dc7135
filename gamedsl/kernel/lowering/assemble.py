"""A layout and the numbers of choices -> the kernel program of a set-up"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gamedsl.engine.beginning import Table
from gamedsl.engine.errors import Limits
from gamedsl.engine.setup.by_game import ByGame, parts_of_game
from gamedsl.engine.setup.prepare import asked_actions
from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import bit, choose, compare, number, plus, word
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.makers import MODULES
from gamedsl.kernel.lowering.pieces.forcing import FORCES, forces, settle_all, settled
from gamedsl.kernel.lowering.pieces.stacks import make_fields
from gamedsl.kernel.lowering.play.blocks import wait_steps
from gamedsl.kernel.lowering.play.entrances import ENTERED, Entering, enter_behind, entering, write_entrances
from gamedsl.kernel.lowering.play.frames import write_called
from gamedsl.kernel.lowering.play.phases import count_uses, first_turn_of, lower_phase, write_called_phases
from gamedsl.kernel.lowering.play.waiting import find_waiting, waits
from gamedsl.kernel.lowering.rule_errors import Chain
from gamedsl.kernel.lowering.steps.checks import arm, test_ends
from gamedsl.kernel.lowering.steps.lines import find_changed, make_changed
from gamedsl.kernel.lowering.steps.paragraphs import depth_of
from gamedsl.kernel.lowering.steps.watching import PUT_OFF, WATCHED, watching
from gamedsl.kernel.lowering.trace_points import LOG, Told, begins, ends, measure_at_end
from gamedsl.kernel.lowering.values.counting import MOST_WORK
from gamedsl.kernel.lowering.values.maintained_sets import find_kept, make_kept
from gamedsl.kernel.lowering.values.registry import constant_of, narrowed, value
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.program import Do, Expression, Fail, For, Halt, If, Int, Length, Name, Statement, Store, Word
from gamedsl.kernel.resume_points import Standing
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.flow.logic import mentions

RUNNING, FINISHED, STOPPED = 0, 1, 2


_LEAST_SAVED, _MOST_SAVED = 1 << 12, 1 << 15
"""Numbers of frames that can lie saved while their paragraphs are carried out inside themselves."""
_LOADED = MODULES
"""What registers how each kind of value and step is lowered."""


def lower(
    layout: Layout,
    numbering: Numbering,
    start: Table,
    settings: dict[str, Any],
    givens: Sequence[tuple[core.CoreStep, ...]] | None = None,
) -> Lowering:
    """Return a set-up with its program, into which more can be lowered.

    ``start`` is the state before setup. ``settings``: what the engine has worked out of the game besides its layout.
    ``givens``: what scenarios put before play; None: no scenario is played.
    """
    b = Lowering(layout, numbering)
    b.shared |= settings
    if givens is not None:
        b.shared["entering"] = Entering(givens)
    _learn(b)
    _make_fields(b, start)
    b.waiting = find_waiting(b)
    _finish(b)
    _machine(b)
    _expand_frames(b)
    b.program.most_choices = _most_choices(numbering)
    b.program.blocks = [tuple(body) for body in b.shared["blocks"]]
    b.program.within = {
        number_: Standing(scope.frame, None, scope.you, scope.active, {}, (), scope.around, scope.offer, number(0))
        for number_, scope in enumerate(b.shared["block scopes"])
        if scope.frame
    }
    if forces(b):
        b.forced, b.program = settled(b.program, True), settled(b.program, False)
        b.shared[FORCES] = False  # what is lowered later belongs to the other program
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
    asked = asked_actions(game)
    b.shared["asked done"] = [name for name in game.actions if name in asked]
    b.shared["asked during"] = _asked_during(game)
    find_kept(b)
    find_changed(b)
    b.shared["asks last"] = _asks_last(game)
    b.shared["all at once"] = any(phase.who is not None and phase.who.together for phase in game.phases.values())
    b.shared["has show"] = _shows(game)
    b.shared["cells"], b.shared["cell subjects"] = {}, {}
    b.shared["phase uses"], b.shared["phases called"] = count_uses(game), []
    hidden = {
        zone.kind
        for zone in game.zones.values()
        if zone.form != "purse"
        for cell in range(layout.cells[zone.name].base, layout.cells[zone.name].base + layout.cells[zone.name].size)
        if layout.cell_viewers[cell] != layout.everybody
    }
    b.shared["can hide"] = lambda kind: kind in hidden
    streams: dict[str, list[int]] = {}
    for zone in game.zones.values():
        if zone.form == "stack":
            grid = layout.cells[zone.name]
            streams.setdefault(zone.kind, []).extend(layout.cell_stream[grid.base : grid.base + grid.size])
    b.shared["stream of stack"] = streams
    _calls(b)


def _calls(b: Lowering) -> None:
    """Note which paragraphs may be carried out inside themselves, and where each stands."""
    game = b.game
    b.shared["recursive"] = lambda section, name: f"{section} {name}" in b.layout.loads.recursive

    def span_of(section: str, name: str) -> Any:
        if section == "cell":
            return b.shared["cells"][name][0].span
        return {"rule": game.rules, "trigger": game.triggers, "action": game.actions}[section][name].span

    b.shared["span of"] = span_of


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
    b.field("armed", 1, Int(0, PUT_OFF if b.shared["all at once"] else WATCHED))
    b.field("winners", 1, Word(b.seats))
    b.field("turn.level", 1, Int(0, 64))
    b.field("turn.of", 1, seats_type(b), [NOBODY])
    b.field("points", b.seats, Int(-Limits.points, Limits.points))
    b.field("scores", max(1, len(game.sources)) * b.seats, Int(-(2**31), 2**31 - 1))
    b.field("draws", max(1, len(layout.stream_names)), Int(0, 1 << 24))
    done = max(1, len(b.shared["asked done"])) * b.seats
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
    make_fields(b)
    watching(b)
    _lay(b, start)
    make_kept(b)
    make_changed(b)


def _lay(b: Lowering, start: Table) -> None:
    """Put the pieces where they lie before setup."""
    layout, initial = b.layout, b.program.initial
    initial["place"][: len(start.place)] = start.place
    initial["known"][: len(start.known)] = start.known
    first: dict[str, int] = b.shared["stack of"]
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
    if entering(b) is None:
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


def _expand_frames(b: Lowering) -> None:
    """Write the saving and restoring of frames, now that all their fields are known."""
    own: dict[str, list[tuple[str, int]]] = {}
    for field in b.program.fields.values():
        places = [(field.name, at) for at in range(field.count)]
        for end in [at for at, letter in enumerate(field.name) if letter == "."]:
            own.setdefault(field.name[:end], []).extend(places)
    saved = False

    def expand(body: Sequence[Statement]) -> list[Statement]:
        nonlocal saved
        found: list[Statement] = []
        for one in body:
            if isinstance(one, Store) and one.field.startswith(("save ", "restore ")):
                word_, key = one.field.split(" ", 1)
                saved = True
                fields = own.get(key, [])
                found += _saving(b, key, fields, room) if word_ == "save" else _restoring(b, fields)
            elif isinstance(one, If):
                found.append(If(one.condition, tuple(expand(one.then)), tuple(expand(one.otherwise))))
            else:
                found.append(one)
        return found

    blocks = b.shared["blocks"]
    saving = {key for body in blocks for key in _saved(body)}
    room = _room(b, {key: len(own.get(key, ())) for key in saving})
    if saving:
        b.field("saved", room, Int(-(2**63), 2**63 - 1))
        b.field("saved.size", 1, Int(0, room))
        b.program.rows["saved"] = Length("saved.size")
    blocks[:] = [expand(body) for body in blocks]


def _saved(body: Sequence[Statement]) -> Iterator[str]:
    """Give the paragraphs whose frames are saved somewhere in a body."""
    for one in body:
        if isinstance(one, Store) and one.field.startswith("save "):
            yield one.field.removeprefix("save ")
        if isinstance(one, If):
            yield from _saved((*one.then, *one.otherwise))


def _room(b: Lowering, sizes: Mapping[str, int]) -> int:
    """Return how many numbers of frames can be saved: all that may ever be, unless that makes states too large."""
    deepest = sum(size * depth_of(b, *key.split(" ", 1)) for key, size in sizes.items())
    most = min(deepest, Limits.frames * max(sizes.values(), default=0))
    return max(_LEAST_SAVED, min(most, _MOST_SAVED))


def _saving(b: Lowering, key: str, own: list[tuple[str, int]], room: int) -> list[Statement]:
    top = b.read("saved.size")
    found: list[Statement] = []
    if room == _MOST_SAVED:
        section, name = key.split(" ", 1)
        bound, place = max(1, room // max(1, len(own))), b.shared["span of"](section, name)
        full = Fail(b.fault("GDRUN06", place, bound=bound, chain=Chain(name)), ())
        found.append(If(compare(">", top, room - len(own)), (full,)))
    found += [Store("saved", plus(top, at), b.read(name, place)) for at, (name, place) in enumerate(own)]
    return [*found, Store("saved.size", number(0), plus(top, len(own)))]


def _restoring(b: Lowering, own: list[tuple[str, int]]) -> list[Statement]:
    top = b.read("saved.size")
    found: list[Statement] = [Store("saved.size", number(0), plus(top, -len(own)))]
    for at, (name, place) in enumerate(own):
        found.append(Store(name, number(place), b.read("saved", plus(top, at))))
        found.append(Store("saved", plus(top, at), number(0)))
    return found
