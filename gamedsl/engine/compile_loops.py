"""Loops inside expressions, ``the``/``ranked``, terms, cells and questions about play -> closures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from gamedsl.engine.compile_basic import clockwise, spend, union
from gamedsl.engine.compiling import UNKNOWN, Compiler, Eval, in_limits, is_set, makes
from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.state import HEADER, State
from gamedsl.semantics import core, model
from gamedsl.semantics import types as t
from gamedsl.source import Span

Frame = list[Any]
Passes = Callable[[State, Frame], Iterator[None]]
_WORST = -(2**40)


def source_of(c: Compiler, node: core.Value) -> Eval:
    """Compile what a loop walks; an interval is not built."""
    if isinstance(node, core.Interval) and c.known(node) is UNKNOWN:
        low, high = c.value(node.low), c.value(node.high)
        return lambda s, f: range(low(s, f), high(s, f) + 1)
    return c.value(node)


def passes(c: Compiler, loops: tuple[core.Loop, ...]) -> Passes:
    """Compile nested loops: an iterator that binds the slots of every pass in turn."""
    first = _single(c, loops[0])
    if len(loops) == 1:
        return first
    rest = passes(c, loops[1:])

    def nested(s: State, f: Frame) -> Iterator[None]:
        for _ in first(s, f):
            yield from rest(s, f)

    return nested


def _single(c: Compiler, loop: core.Loop) -> Passes:
    source, place, span = source_of(c, loop.source), loop.slot + HEADER, loop.span
    condition = None if loop.condition is None else c.value(loop.condition)

    def walk(s: State, f: Frame) -> Iterator[None]:
        values = source(s, f)
        spend(s, len(values), span)
        for value in values:
            f[place] = value
            if condition is None or condition(s, f):
                yield None

    return walk


def candidates(c: Compiler, loop: core.Loop) -> Eval:
    """Compile the list of the elements of a loop for which its condition holds."""
    source, place, span = source_of(c, loop.source), loop.slot + HEADER, loop.span
    if loop.condition is None:

        def everything(s: State, f: Frame) -> Any:
            values = source(s, f)
            spend(s, len(values), span)
            return values if type(values) is tuple else tuple(values)

        return everything
    condition, most = c.value(loop.condition), Limits.passes

    def chosen(s: State, f: Frame) -> Any:
        values = source(s, f)
        s.work += len(values)
        if s.work > most:
            spend(s, 0, span)
        found = []
        for value in values:
            f[place] = value
            if condition(s, f):
                found.append(value)
        return tuple(found)

    return chosen


@makes(core.Collect)
def collect(c: Compiler, node: core.Collect) -> Eval:
    loops = node.loops
    if len(loops) == 1 and isinstance(node.value, core.Local) and node.value.slot == loops[0].slot:
        chosen = candidates(c, loops[0])
        if not is_set(node.value.type) and not isinstance(node.value.type, t.MaybeType):
            if isinstance(loops[0].source.type, t.ListType):
                return lambda s, f: union(chosen(s, f))
            return chosen
    value, every = c.value(node.value), passes(c, loops)

    def gather(s: State, f: Frame) -> tuple[Any, ...]:
        found: list[Any] = []
        for _ in every(s, f):
            one = value(s, f)
            if type(one) is tuple:
                found.extend(one)
            elif one is not None:
                found.append(one)
        return tuple(sorted(set(found)))

    return gather


_FOLDS: dict[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max}


@makes(core.Reduce)
def reduce(c: Compiler, node: core.Reduce) -> Eval:
    if len(node.loops) == 1 and node.function in _FAST:
        return _FAST[node.function](c, node, node.loops[0])
    value, every = c.value(node.value), passes(c, node.loops)
    function = node.function
    if function == "count":
        return lambda s, f: sum([1 for _ in every(s, f)])
    if function == "any":
        return lambda s, f: any(value(s, f) for _ in every(s, f))
    if function == "all":
        return lambda s, f: all(value(s, f) for _ in every(s, f))
    best = _FOLDS[function]

    def fold(s: State, f: Frame) -> int:
        found = [one for one in (value(s, f) for _ in every(s, f)) if one is not None]
        return best(found) if found else 0

    return fold


def _count_fast(c: Compiler, node: core.Reduce, loop: core.Loop) -> Eval:
    if loop.condition is None:
        chosen = candidates(c, loop)
        return lambda s, f: len(chosen(s, f))
    source, place, span = source_of(c, loop.source), loop.slot + HEADER, loop.span
    condition, most = c.value(loop.condition), Limits.passes

    def count(s: State, f: Frame) -> int:
        values = source(s, f)
        s.work += len(values)
        if s.work > most:
            spend(s, 0, span)
        found = 0
        for value in values:
            f[place] = value
            if condition(s, f):
                found += 1
        return found

    return count


def _sum_fast(c: Compiler, node: core.Reduce, loop: core.Loop) -> Eval:
    chosen, value, place = candidates(c, loop), c.value(node.value), loop.slot + HEADER

    def total(s: State, f: Frame) -> int:
        found = 0
        for one in chosen(s, f):
            f[place] = one
            found += value(s, f) or 0
        return found

    return total


def _decide_fast(wanted: bool) -> Callable[[Compiler, core.Reduce, core.Loop], Eval]:
    def make(c: Compiler, node: core.Reduce, loop: core.Loop) -> Eval:
        source, value, place, span = source_of(c, loop.source), c.value(node.value), loop.slot + HEADER, loop.span
        condition = None if loop.condition is None else c.value(loop.condition)

        def decide(s: State, f: Frame) -> bool:
            values = source(s, f)
            spend(s, len(values), span)
            for one in values:
                f[place] = one
                if (condition is None or condition(s, f)) and bool(value(s, f)) is wanted:
                    return wanted
            return not wanted

        return decide

    return make


_FAST: dict[str, Callable[[Compiler, core.Reduce, core.Loop], Eval]] = {
    "count": _count_fast,
    "sum": _sum_fast,
    "any": _decide_fast(True),
    "all": _decide_fast(False),
}


# ---------------------------------------------------------------- the, ranked


def rank_keys(c: Compiler, node: core.Rank) -> Callable[[State, Frame, Any], tuple[int, ...]]:
    """Compile the keys of one element; larger is better, a None key is worst.

    Where nobody is ``you`` (in ``winner``), each player is while the own keys are read.
    """
    keys = [(key.most, c.value(key.key)) for key in node.keys]
    place = node.loop.slot + HEADER
    if getattr(node.loop.source.type, "item", None) == t.PlayerType():
        return _keys_of_player(keys, place)

    def measure(s: State, f: Frame, element: Any) -> tuple[int, ...]:
        f[place] = element
        found = []
        for most, key in keys:
            value = key(s, f)
            found.append(_WORST if value is None else value if most else -value)
        return tuple(found)

    return measure


def _keys_of_player(keys: list[tuple[bool, Eval]], place: int) -> Callable[[State, Frame, Any], tuple[int, ...]]:
    def measure(s: State, f: Frame, element: Any) -> tuple[int, ...]:
        f[place] = element
        you = f[2]
        if you is None:
            f[2] = element
        found = []
        for most, key in keys:
            value = key(s, f)
            found.append(_WORST if value is None else value if most else -value)
        f[2] = you
        return tuple(found)

    return measure


@makes(core.Rank)
def rank(c: Compiler, node: core.Rank) -> Eval:
    chosen, measure = candidates(c, node.loop), rank_keys(c, node)
    if node.form == "ranked":
        return _ranked(c, node, chosen, measure)
    settle = _settle(c, node)

    def best(s: State, f: Frame) -> Any:
        top: tuple[int, ...] | None = None
        found: list[Any] = []
        for element in chosen(s, f):
            keys = measure(s, f, element)
            if top is None or keys > top:
                top, found = keys, [element]
            elif keys == top:
                found.append(element)
        return settle(s, f, found)

    return best


def _settle(c: Compiler, node: core.Rank) -> Callable[[State, Frame, list[Any]], Any]:
    """Compile what several best mean."""
    if node.tie == "all":
        return lambda s, f, found: tuple(sorted(found))
    if node.tie == "none":
        return lambda s, f, found: found[0] if len(found) == 1 else None
    if node.tie == "from":
        assert node.start is not None
        start = c.value(node.start)
        return lambda s, f, found: clockwise(tuple(sorted(found)), start(s, f) or 0)
    span, kind = node.span, node.loop.source.type

    def alone(s: State, f: Frame, found: list[Any]) -> Any:
        if len(found) > 1:
            raise _tied(c, span, kind, found)
        return found[0] if found else None

    return alone


def _tied(c: Compiler, span: Span, kind: t.Type, found: list[Any]) -> RuleError:
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    names = [c.wording.label(item, one) for one in found]
    return RuleError("GDRUN08", span, tied=" and ".join([", ".join(names[:-1]), names[-1]]))


def _ranked(
    c: Compiler, node: core.Rank, chosen: Eval, measure: Callable[[State, Frame, Any], tuple[int, ...]]
) -> Eval:
    start = None if node.start is None else c.value(node.start)
    span, kind, seats = node.span, node.loop.source.type, c.layout.seats

    def order(s: State, f: Frame) -> Any:
        elements = chosen(s, f)
        measured = [(measure(s, f, element), element) for element in elements]
        if start is not None:
            first = start(s, f) or 0
            measured.sort(key=lambda pair: (tuple([-key for key in pair[0]]), (pair[1] - first) % seats))
        else:
            measured.sort(key=lambda pair: (tuple([-key for key in pair[0]]), pair[1]))
            for (keys, one), (others, other) in pairwise(measured):
                if keys == others:
                    raise _tied(c, span, kind, [one, other])
        return tuple([element for _, element in measured])

    return order


# ---------------------------------------------------------------- terms and cells


def _arguments(c: Compiler, params: tuple[t.Type, ...], arguments: tuple[core.Value, ...], name: str) -> list[Eval]:
    return [in_limits(c, value, kind, name) for value, kind in zip(arguments, params, strict=True)]


def term_body(c: Compiler, name: str) -> Eval:
    """Compile a term with the modifiers that change it; its frame holds owner and arguments."""
    found = c.terms.get(name)
    if found is not None:
        return found
    term = c.game.terms[name]
    body = c.value(term.value)
    for modifier in c.changers.get(name, ()):
        body = _changed(c, body, modifier, term.slots)
    c.terms[name] = body
    return body


def _changed(c: Compiler, body: Eval, modifier: model.ModifierCode, slots: int) -> Eval:
    assert modifier.value is not None
    whens = [c.value(when.condition) for when in modifier.whens]
    value, old = c.value(modifier.value), modifier.old_slot + HEADER
    shared = min(modifier.old_slot, slots) + HEADER
    size = max(modifier.slots, modifier.old_slot + 1) + HEADER

    def change(s: State, f: Frame) -> Any:
        own = f[:shared]
        before = body(s, f)
        own.extend([None] * (size - len(own)))
        own[old] = before
        for when in whens:
            if not when(s, own):
                return before
        return value(s, own)

    return change


@makes(core.TermCall)
def term_call(c: Compiler, node: core.TermCall) -> Eval:
    term = c.game.terms[node.term]
    body = term_body(c, node.term)
    arguments = _arguments(c, term.params, node.arguments, node.term)
    if node.owner is None:
        return _plain_call(body, arguments, max(0, term.slots - len(arguments)))
    owner = c.value(node.owner)
    missing: Any = () if is_set(node.type) else None
    if term.each == "player":
        return _player_call(body, owner, arguments, max(0, term.slots - len(arguments)), missing)
    pads = [None] * max(0, term.slots - len(arguments) - 1)

    def call(s: State, f: Frame) -> Any:
        piece = owner(s, f)
        if piece is None:
            return missing
        return body(s, [0, 0, f[2], f[3], piece, *[argument(s, f) for argument in arguments], *pads])

    return call


def _plain_call(body: Eval, arguments: list[Eval], pad: int) -> Eval:
    pads = [None] * pad
    if not arguments:
        return lambda s, f: body(s, [0, 0, f[2], f[3], *pads])
    if len(arguments) == 1:
        only = arguments[0]
        return lambda s, f: body(s, [0, 0, f[2], f[3], only(s, f), *pads])
    return lambda s, f: body(s, [0, 0, f[2], f[3], *[argument(s, f) for argument in arguments], *pads])


def _player_call(body: Eval, owner: Eval, arguments: list[Eval], pad: int, missing: Any) -> Eval:
    pads = [None] * pad
    if len(arguments) == 1:
        only = arguments[0]

        def call_with(s: State, f: Frame) -> Any:
            seat = owner(s, f)
            return missing if seat is None else body(s, [0, 0, seat, f[3], only(s, f), *pads])

        return call_with

    def call(s: State, f: Frame) -> Any:
        seat = owner(s, f)
        if seat is None:
            return missing
        return body(s, [0, 0, seat, f[3], *[argument(s, f) for argument in arguments], *pads])

    return call


@makes(core.CellCall)
def cell_call(c: Compiler, node: core.CellCall) -> Eval:
    subject, designs = c.value(node.subject), c.layout.piece_design
    kind = node.subject.type.item if isinstance(node.subject.type, t.MaybeType) else node.subject.type
    by_piece = isinstance(kind, t.PieceType)
    table = condition_cells(c, node.kind, node.column)
    params = c.layout.columns[node.kind, node.column].params
    arguments = _arguments(c, params, node.arguments, node.column)

    def call(s: State, f: Frame) -> Any:
        value = subject(s, f)
        if value is None:
            return None
        body, size = table[designs[value] if by_piece else value]
        own = [0, 0, f[2], f[3], value, *[argument(s, f) for argument in arguments]]
        own.extend([None] * (size - len(own)))
        return body(s, own)

    return call


def condition_cells(c: Compiler, kind: str, column: str) -> dict[int, tuple[Eval, int]]:
    """Compile a column of conditions or formulas: by design the closure and the size of its frame."""
    table = c.cells.get((kind, column))
    if table is not None:
        return table
    table = c.cells[kind, column] = {}
    for design in c.game.kinds[kind].designs:
        code = design.code.get(column)
        if code is not None and code.value is not None:
            table[design.number] = (_late(c, code.value), code.slots + HEADER)
    return table


def _late(c: Compiler, node: core.Value) -> Eval:
    """Compile a cell when it is first read: cells may read each other's columns."""
    made: list[Eval] = []

    def evaluate(s: State, f: Frame) -> Any:
        if not made:
            made.append(c.value(node))
        return made[0](s, f)

    return evaluate


# ---------------------------------------------------------------- questions about play


@makes(core.Done)
def done(c: Compiler, node: core.Done) -> Eval:
    numbers = frozenset(place for place, name in enumerate(c.game.actions) if name in node.actions)

    def times(s: State, f: Frame) -> int:
        you = f[2]
        return sum([1 for seat, action in s.turns[-1] if seat == you and action in numbers])

    return times


@makes(core.During)
def during(c: Compiler, node: core.During) -> Eval:
    codes = c.card_codes.setdefault(node.card, set())
    return lambda s, f: any(frame[0] in codes for frame in s.frames)


@makes(core.Possible)
def possible(c: Compiler, node: core.Possible) -> Eval:
    from gamedsl.engine.offers import action_offer

    offers = [action_offer(c, name) for name in node.leaf.actions]
    arguments = [c.value(argument) for argument in node.leaf.arguments]

    def test(s: State, f: Frame) -> bool:
        values = [argument(s, f) for argument in arguments]
        return any(offer.possible(s, f[2], f[3], values) for offer in offers)

    return test


@makes(core.LabelOf)
def label_of(c: Compiler, node: core.LabelOf) -> Eval:
    value, kind, wording = c.value(node.value), node.value.type, c.wording
    return lambda s, f: wording.label(kind, value(s, f))
