"""Tests behind steps that may set off a trigger that waits for a decision, and those steps -> blocks"""

from __future__ import annotations

import attrs

from gamedsl.engine.setup.reads import zone_part
from gamedsl.engine.state.refilling import supplies
from gamedsl.kernel.builder import bit, combine, compare, lowest, minus, number, opposite, plus
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.facts import Due
from gamedsl.kernel.lowering.pieces.zones import kind_of
from gamedsl.kernel.lowering.play.blocks import waits_at
from gamedsl.kernel.lowering.play.frames import begin_due, due_of, later
from gamedsl.kernel.lowering.play.waiting import keep, keep_items, keep_number, opened, standing
from gamedsl.kernel.lowering.steps.checks import (
    concerned,
    due_seat,
    is_watched,
    look_for,
    may_wait,
    needs_check,
    next_due,
    still_holds,
    test_ends,
)
from gamedsl.kernel.lowering.steps.control import STEPS
from gamedsl.kernel.lowering.steps.deals import (
    begin_deal,
    deal_one,
    dealt_by,
    fill_one,
    nothing_dealt,
    refill_levels,
    with_dealt,
)
from gamedsl.kernel.lowering.steps.moves import Counter, Items, move_item, move_piece, several
from gamedsl.kernel.lowering.steps.paragraphs import call_paragraph, key_of
from gamedsl.kernel.lowering.trace_points import LOG, Told, on_card, said_across, trigger_told
from gamedsl.kernel.lowering.values.loops import is_several
from gamedsl.kernel.lowering.values.registry import value
from gamedsl.kernel.program import Back, Expression, For, Int, Jump, Name, Store, Target, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

# ---------------------------------------------------------------- tests


def wait_check(b: Lowering, node: object, *parts: str) -> None:
    """Write the tests behind a node of the rules; what is due begins, and the steps go on behind it."""
    if b.scope.armed is False or not needs_check(b, *parts):
        return
    over = Target()
    watched = is_watched(b)
    if watched != number(1):
        with b.when(opposite(watched)):
            b.emit(Jump(over))
    ends, triggers = concerned(b, *parts)
    with b.within(frame=""):
        test_ends(b, ends)
    wait_fire(b, node, triggers)
    b.block(over)


def wait_fire(b: Lowering, node: object, triggers: tuple[int, ...]) -> None:
    """Write the tests of triggers; all that are due are carried out one after the other, and some may wait."""
    if not triggers and not b.facts.watching.active_mask:
        return
    over, due = Target(), due_of(b)
    fired, every = look_for(b, triggers)
    for at in every:
        _begins(b, due, at)
    with b.when(opposite(fired)):
        b.emit(Jump(over))
    again, behind = b.block(), Target()
    on_card(b)
    b.store("due.active", b.scope.active)
    b.store("due.back", len(due.behind))
    due.behind.append(behind)
    here = standing(b, node)
    for saves, sites in due.sites.items():
        sites.append(attrs.evolve(here, saves=saves))
    b.emit(Jump(due.entry))
    b.block(behind)
    with b.when(compare(">=", b.read("due.now"), 0)):
        b.emit(Jump(again))
    b.block(over)


def _begins(b: Lowering, due: Due, at: int) -> None:
    """Note that a trigger may be due; where it begins is written when all that calls paragraphs is."""
    found = b.facts.watching
    first, width = found.first[at], found.width[at]
    if due.begins[first] is not due.over:
        return
    if all(one is due.over for one in due.begins):
        later(b, lambda: _write_due(b, due))
    target = Target()
    due.begins[first : first + width] = [target] * width
    later(b, lambda: _write_begin(b, due, at, target))


def _write_due(b: Lowering, due: Due) -> None:
    """Write what comes next of all that is due at the level of now."""
    b.block(due.entry)
    b.store("due.now", next_due(b))
    with b.when(compare(">=", b.read("due.now"), 0)):
        b.emit(Back("due.now", due.begins))
    b.block(due.over)
    b.store("due.level", minus(b.read("due.level"), 1))
    b.store("due.now", -1)
    b.emit(Back("due.back", due.behind))
    b.block(due.back)
    b.store("due.now", 0)
    b.emit(Back("due.back", due.behind))


def _write_begin(b: Lowering, due: Due, at: int, target: Target) -> None:
    """Write that a trigger begins for whom it is due, if it still holds then."""
    found, trigger = b.facts.watching, b.facts.watching.triggers[at]
    b.block(target)
    now = b.read("due.now")
    with b.within(frame="", slots={}, opened=(), around=None, offer=None, armed=None, card=None):
        active = b.let(b.read("due.active"), always=True)
        seat = due_seat(b, at, minus(now, found.first[at]))
        with b.when(opposite(still_holds(b, at, seat, active))):
            b.store("latch", 0, now)
            b.emit(Jump(due.entry))
        with b.within(active=active):
            with b.aside(LOG):
                card = b.note(LOG, Told("which card"), result="card")
            trigger_told(b, trigger, seat, (), (card, b.read("due.level")))
        if key_of("trigger", trigger.name) in b.waiting:
            begin_due(b, trigger, seat)
        else:
            call_paragraph(b, "trigger", trigger.name, (seat, active), trigger.span)
            b.emit(Jump(due.back))


# ---------------------------------------------------------------- steps


def _wait_single(b: Lowering, step: core.CoreStep) -> None:
    with b.within(frame=""), b.deferring() as tests:
        STEPS[type(step)](b, step)
    (parts,) = tests
    wait_check(b, step, *parts)


for _kind, _effect in core.EFFECTS.items():
    if _effect.changes or _effect.dice or _effect.points:
        waits_at(_kind)(_wait_single)


waits_at(core.Moment)(_wait_single)


@waits_at(core.Move)
def _wait_move(b: Lowering, step: core.Move) -> None:
    if isinstance(step.pieces, core.Top) or not is_several(step.pieces):
        _wait_single(b, step)
        return
    with b.within(frame=""):
        found = several(b, step)
    if isinstance(found, Items):
        _wait_items(b, step, found)
    else:
        _wait_rest(b, step, found)


def _wait_items(b: Lowering, step: core.Move, found: Items) -> None:
    """Write the move of pieces in a row, which forgets each that has moved: nobody may read later which it was."""
    kind = kind_of(b, step.target.entry)
    items, kept = keep_items(b, found, kind)
    words, over = said_across(b, step)
    at, below = (keep_number(b, Int(0, b.wide(kind)), stem) for stem in ("at", "below"))
    for one in (at, below):
        b.store(one, 0)
    end, again = Target(), b.block()
    with b.when(compare(">=", b.read(at), items.count)):
        b.emit(Jump(end))
    with b.within(frame=""):
        first = b.let(b.read(at), always=True)
        with b.aside(LOG):
            said = words()
        move_item(b, step, items, _counter(b, at), (_counter(b, below), said))
        gone = Name(b.temp("j"), Int(0, b.wide(kind)))
        b.emit(For(gone.name, gone.type, first, b.read(at), (Store(kept[0], gone, number(b.base(kind))),)))
    with opened(b, step, "items", *kept, at, below, kind=kind, by_chance=found.by_chance):
        wait_check(b, step, zone_part(b.game, step.target.entry))
    b.emit(Jump(again))
    b.block(end)
    over()
    for one in (at, below):
        b.store(one, 0)


def _wait_rest(b: Lowering, step: core.Move, found: Expression) -> None:
    """Write the move of the pieces of a word, in the order of the file."""
    kind = kind_of(b, step.target.entry)
    wide = b.wide(kind)
    left, below = keep_number(b, Word(wide), "left"), keep_number(b, Int(0, wide), "below")
    b.store(left, found)
    b.store(below, 0)
    words, over = said_across(b, step)
    end, again = Target(), b.block()
    with b.when(compare("=", b.read(left), 0)):
        b.emit(Jump(end))
    with b.within(frame=""):
        one = b.let(lowest(b.read(left)), always=True)
        b.store(left, combine("&~", b.read(left), bit(one, wide)))
        with b.aside(LOG):
            said = words()
        move_piece(b, step, b.let(plus(one, b.base(kind)), always=True), (_counter(b, below), said))
    with opened(b, step, "rest", left, kind=kind):
        wait_check(b, step, zone_part(b.game, step.target.entry))
    b.emit(Jump(again))
    b.block(end)
    over()
    b.store(below, 0)


def _counter(b: Lowering, field: str) -> Counter:
    return Counter(b.read(field), lambda now: b.store(field, now))


@waits_at(core.Deal)
def _wait_deal(b: Lowering, step: core.Deal) -> None:
    wide = b.wide(kind_of(b, step.target.entry))
    with b.within(frame=""):
        count, pool = begin_deal(b, step)
    left = keep_number(b, Int(0, t.HIGHEST), "left")
    b.store(left, count)
    words, over = said_across(b, step)
    if step.slot is not None and step.dealt is not None:
        keep(b, step.slot, step.dealt, nothing_dealt(b, step))
    rest = ""
    if pool is not None:
        rest = keep_number(b, Word(wide), "rest")
        b.store(rest, pool)
    end, tested, again = Target(), Target(), b.block()
    with b.when(compare("<=", b.read(left), 0)):
        b.emit(Jump(end))

    def stop() -> None:
        b.store(left, 0)
        b.emit(Jump(tested))

    with b.within(frame=""):
        taken = b.variable(b.read(rest), Word(wide), "w") if rest else None
        with b.aside(LOG):
            said = words()
        piece = deal_one(b, step, taken, (b.read(left), said), stop)
        if taken is not None:
            b.store(rest, taken)
    if step.slot is not None and step.dealt is not None:
        keep(b, step.slot, step.dealt, with_dealt(b, step, value(b, dealt_by(step)), piece))
    b.store(left, minus(b.read(left), 1))
    b.block(tested)
    with opened(b, step, "deal", left, rest, kind=kind_of(b, step.target.entry)):
        wait_check(b, step, zone_part(b.game, step.target.entry))
    b.emit(Jump(again))
    b.block(end)
    over()
    b.store(left, 0)


# ---------------------------------------------------------------- refills


def wait_refills(b: Lowering, phase: str) -> None:
    """Write what fills zones up at the end of a phase."""
    levels = b.layout.levels.get(phase, ())
    if not any(may_wait(b, zone_part(b.game, entry)) for entry, _, _ in levels):
        with b.within(frame=""):
            refill_levels(b, phase)
        return
    for entry, source, level in levels:
        for at, cells in enumerate(supplies(b.layout, entry, source)):
            full, again = Target(), b.block()
            with b.within(frame=""):
                fill_one(b, (entry, at), (source, cells), level, lambda full=full: b.emit(Jump(full)))  # type: ignore[misc]
            wait_check(b, b.game.zones[entry], zone_part(b.game, entry))
            b.emit(Jump(again))
            b.block(full)
        wait_check(b, b.game.zones[entry], zone_part(b.game, entry))
