"""Steps in which something may wait -> blocks"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.setup.choosing import parts_from
from gamedsl.kernel.builder import (
    arithmetic,
    bit,
    choose,
    combine,
    compare,
    constant,
    has,
    interval,
    lowest,
    minus,
    number,
    opposite,
    plus,
    size,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowering, Run
from gamedsl.kernel.lowering.pieces.drawing import in_turn
from gamedsl.kernel.lowering.play.answers import answer_of
from gamedsl.kernel.lowering.play.offers import accept
from gamedsl.kernel.lowering.play.several import Asked, meant
from gamedsl.kernel.lowering.play.waiting import ask, held_list, holding, is_in_phase, keep, keep_list, opened, waits
from gamedsl.kernel.lowering.steps.control import STEPS, _is_of_pieces, _start, chosen, chosen_word
from gamedsl.kernel.lowering.steps.deals import dealt_by
from gamedsl.kernel.lowering.values.counting import jumped, passed
from gamedsl.kernel.lowering.values.loops import item_of
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, value
from gamedsl.kernel.program import Expression, Int, Jump, Remark, Target, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

WaitWork = Callable[[Lowering, Any], None]


WAITING: dict[type[core.CoreStep], WaitWork] = {}
"""By kind of step what lowers it where something in it may wait."""


def waits_at(kind: type[core.CoreStep]) -> Callable[[WaitWork], WaitWork]:
    """Register what lowers one kind of step where something in it may wait."""

    def register(work: WaitWork) -> WaitWork:
        WAITING[kind] = work
        return work

    return register


def wait_steps(b: Lowering, steps: tuple[core.CoreStep, ...]) -> None:
    """Write steps into blocks; those in which nothing waits stand between."""
    for at, step in enumerate(steps):
        b.emit(Remark(step.span.line))
        if isinstance(step, core.Pick):
            if step.part == 0:
                picked(b, Asked(parts_from(steps[at:])))
            continue
        if not waits(b, step):
            if isinstance(step, core.Let):
                keep(b, step.slot, step.value.type, lowered(b, step.value))
                continue
            work = STEPS.get(type(step))
            if work is None:
                raise TypeError(f"{type(step).__name__} is not lowered")
            dealt = dealt_by(step) if isinstance(step, core.Deal) and step.slot is not None else None
            with b.within(frame=""):
                work(b, step)
                named = None if dealt is None else lowered(b, dealt)
            if dealt is not None and named is not None:
                keep(b, dealt.slot, dealt.type, named)
            continue
        work_ = WAITING.get(type(step))
        if work_ is None:
            raise TypeError(f"{type(step).__name__} never waits")
        work_(b, step)


@waits_at(core.If)
def _wait_if(b: Lowering, step: core.If) -> None:
    """Write branches behind each other; of those that options decide only what is carried out."""
    end = Target()
    for branch in step.branches:
        condition, other = value(b, branch.condition), Target()
        known = constant(condition)
        if known == 0:
            continue
        with b.when(opposite(condition)):
            b.emit(Jump(other))
        with b.within():
            wait_steps(b, branch.body)
        if known:
            break
        b.emit(Jump(end))
        b.block(other)
    else:
        with b.within():
            wait_steps(b, step.otherwise)
    b.block(end)


@waits_at(core.Repeat)
def _wait_repeat(b: Lowering, step: core.Repeat) -> None:
    end, again = Target(), Target()
    left = ""
    if step.count is not None:
        left = f"{b.scope.frame}.{b.own('left')}"
        count = b.let(value(b, step.count))
        weight = b.layout.loads.repeated(step)
        if weight:
            passed(b, choose(compare(">", count, 0), count, number(0)), step.span, weight)
        b.field(left, 1, Int(min(0, interval(count)[0]), max(0, interval(count)[1])))
        b.store(left, count)
    b.block(again)
    if left:
        with b.when(compare("<=", b.read(left), 0)):
            b.emit(Jump(end))
    if step.until is not None:
        with b.when(value(b, step.until)):
            b.emit(Jump(end))
    if left:
        b.store(left, minus(b.read(left), 1))
    else:
        jumped(b, step.span, "this loop", b.layout.loads.jump(step.body))
    with opened(b, step, "left", *([left] if left else [])):
        wait_steps(b, step.body)
    b.emit(Jump(again))
    b.block(end)
    if left:
        b.store(left, 0)


@waits_at(core.ForEach)
def _wait_for_each(b: Lowering, step: core.ForEach) -> None:
    kind = item_of(step.loop.source.type)
    b.layout.loads.of(step)
    if step.question is not None:
        _wait_chosen(b, step, kind)
        return
    if step.start is not None:
        _wait_seats(b, step)
        return
    listed: Listed | None = None
    whole: Expression = number(0)
    is_set = isinstance(step.loop.source.type, t.SetType)
    is_mixed = _is_of_pieces(b, kind) and is_set and kind.kind in b.facts.hidden_kinds  # type: ignore[attr-defined]
    if is_mixed:
        listed = in_turn(b, chosen_word(b, step.loop), kind)  # type: ignore[arg-type]
    else:
        found = chosen(b, step.loop)
        if isinstance(found, Listed):
            listed = found
        else:
            whole = found
    if listed is not None:
        _wait_listed(b, step, listed, by_chance=is_mixed)
        return
    wide = b.wide(kind)
    left = f"{b.scope.frame}.{b.own('left')}"
    b.field(left, 1, Word(wide))
    b.store(left, whole)
    end, again = Target(), b.block()
    with b.when(compare("=", b.read(left), 0)):
        b.emit(Jump(end))
    one = b.let(lowest(b.read(left)), always=True)
    b.store(left, combine("&~", b.read(left), bit(one, wide)))
    with opened(b, step, "set", left, kind=kind):
        keep(b, step.loop.slot, kind, plus(one, b.base(kind)))
        wait_steps(b, step.body)
    b.emit(Jump(again))
    b.block(end)


def _wait_listed(b: Lowering, step: core.ForEach, listed: Listed, by_chance: bool) -> None:
    places = b.own("list")
    kept = keep_list(b, places, listed)
    at = f"{b.scope.frame}.{b.own('at')}"
    b.field(at, 1, Int(0, interval(kept.length)[1] + 1))
    b.store(at, 0)
    end, again = Target(), b.block()
    with b.when(compare(">=", b.read(at), kept.length)):
        b.emit(Jump(end))
    one = kept.item(b.let(b.read(at), always=True))
    one = one if isinstance(one, Listed | Run) else b.let(one, always=True)
    b.store(at, plus(b.read(at), 1))
    held = held_list(b, f"{b.scope.frame}.{places}", listed.kind)
    with opened(b, step, "listed", held.field, held.length, at, kind=listed.kind, by_chance=by_chance):
        keep(b, step.loop.slot, listed.kind, one)
        wait_steps(b, step.body)
    b.emit(Jump(again))
    b.block(end)
    b.store(at, 0)


def _wait_seats(b: Lowering, step: core.ForEach) -> None:
    assert step.start is not None
    left, first, at = (f"{b.scope.frame}.{b.own(stem)}" for stem in ("left", "first", "at"))
    b.field(left, 1, Word(b.seats))
    b.field(first, 1, Int(0, b.seats - 1))
    b.field(at, 1, Int(0, b.seats))
    b.store(left, chosen_word(b, step.loop))
    b.store(first, _start(b, step.start))
    b.store(at, 0)
    end, again = Target(), b.block()
    with b.when(compare(">=", b.read(at), b.seats)):
        b.emit(Jump(end))
    seat = b.let(arithmetic("mod", plus(b.read(first), b.read(at)), number(b.seats)), always=True)
    b.store(at, plus(b.read(at), 1))
    with b.when(opposite(has(b.read(left), seat))):
        b.emit(Jump(again))
    with opened(b, step, "seats", left, first, at):
        keep(b, step.loop.slot, t.PlayerType(), seat)
        wait_steps(b, step.body)
    b.emit(Jump(again))
    b.block(end)
    b.store(at, 0)
    b.store(left, word(0, b.seats))
    _ = choose


def _wait_chosen(b: Lowering, step: core.ForEach, kind: t.Type) -> None:
    assert step.question is not None
    wide = b.wide(kind)
    left = f"{b.scope.frame}.{b.own('left')}"
    b.field(left, 1, Word(wide))
    b.store(left, chosen_word(b, step.loop))
    end, again, body = Target(), b.block(), Target()
    one_name = f"{b.scope.frame}.{b.own('one')}"
    b.field(one_name, 1, b.type_of(kind))
    with b.when(compare("=", b.read(left), 0)):
        b.emit(Jump(end))
    with b.when(compare("=", size(b.read(left)), 1)):
        b.store(one_name, plus(lowest(b.read(left)), b.base(kind)))
        b.emit(Jump(body))
    me = core.Local(span=step.span, type=t.SetType(kind), slot=-2)
    pick = model.PickField(
        question=step.question,
        slot=step.loop.slot,
        name=step.name,
        domain=me,
        condition=None,
        words=None,
        span=step.span,
    )
    with opened(b, step, "chosen", left, kind=kind):
        b.bind(-2, holding(b, left, t.SetType(kind)))
        (found,) = answered(b, Asked((pick,)), step)
        b.store(one_name, found)
    b.block(body)
    one = narrowed(minus(b.read(one_name), b.base(kind)), 0, max(0, wide - 1))
    b.store(left, combine("&~", b.read(left), bit(one, wide)))
    with opened(b, step, "chosen", left, kind=kind):
        keep(b, step.loop.slot, kind, b.read(one_name))
        wait_steps(b, step.body)
    b.emit(Jump(again))
    b.block(end)


def picked(b: Lowering, asked: Asked) -> None:
    """Write a question of a paragraph; the parts of its answer go into their places."""
    found = answered(b, asked, asked.parts[0])
    for pick, kind, one in zip(asked.parts, b.answer_kinds(asked.question), found, strict=True):
        keep(b, pick.slot, kind, one)


def answered(b: Lowering, asked: Asked, node: Any) -> list[Expression]:
    """Write a question of a paragraph, of which ``node`` is the step or part; return what the answer means."""
    base = b.numbering.question_base[asked.question]
    code = ask(b, lambda: accept(b, asked, base), node, is_in_phase(b), asked)
    index = narrowed(minus(code, base), 0, max(0, b.numbering.domains[asked.question].size - 1))
    with b.within(frame=""):
        return meant(b, asked, answer_of(b, asked.question, index))
