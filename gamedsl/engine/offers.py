"""Actions -> what is possible: the answers to the first pick, whether they can be completed, and why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from gamedsl.engine.compile_basic import spend
from gamedsl.engine.compile_loops import source_of
from gamedsl.engine.compile_table import find_cell, find_cells, zone_is_single
from gamedsl.engine.compiling import UNKNOWN, Compiler, Eval, in_limits
from gamedsl.engine.errors import Limits, RuleError, SetupError
from gamedsl.engine.state import HEADER, State
from gamedsl.semantics import core, model
from gamedsl.semantics import types as t

Frame = list[Any]
Test = Callable[[State, Frame], bool]
Signature = Callable[[State, int], Any]


def action_offer(c: Compiler, name: str) -> Offer:
    """Return the compiled offer of an action, made once."""
    found = c.actions.get(name)
    if found is None:
        found = c.actions[name] = Offer(c, c.game.actions[name])
    assert isinstance(found, Offer)
    return found


class Offer:
    """One action as it is offered."""

    def __init__(self, c: Compiler, action: model.ActionCode) -> None:
        self.c = c
        self.action = action
        self.name = action.name
        self.size = action.slots + HEADER
        self.pads = [None] * max(0, action.slots - len(action.params))
        self.forbids = [_forbid(c, modifier) for modifier in c.forbidders.get(action.name, ())]
        cut = next((at for at, e in enumerate(action.elements) if isinstance(e, model.PickField)), None)
        self.pick: model.PickField | None = None
        self._ready: tuple[Test | None, Eval | None, Test | None, Signature | None] | None = None
        if cut is not None:
            first = action.elements[cut]
            assert isinstance(first, model.PickField)
            self.pick = first
        self.cut = cut
        self.alone = not any(_names_pieces(kind) for kind in action.params)

    def _made(self) -> tuple[Test | None, Eval | None, Test | None, Signature | None]:
        """Compile the tests when they are first needed: conditions may ask ``possible`` of other actions."""
        if self._ready is None:
            elements, cost = self.action.elements, payable(self.c, self.action.cost)
            if self.pick is None or self.cut is None:
                self._ready = (chain(self.c, elements, cost), None, None, None)
            else:
                before = chain(self.c, elements[: self.cut], None)
                after = chain(self.c, elements[self.cut + 1 :], cost)
                if self.pick.condition is not None:
                    after = _both(self.c, self.pick.condition, after)
                signature = merger(self.c, self.c.game.questions[self.pick.question].type)
                self._ready = (before, source_of(self.c, self.pick.domain), after, signature)
        return self._ready

    def simple(self) -> Test | Literal[False] | None:
        """Return a test on the asking frame itself for an action without places of its own; False when it has some."""
        if self.pick is not None or self.forbids or self.action.slots:
            return False
        return (self._ready or self._made())[0]

    def frame(self, you: int | None, active: int | None, values: Sequence[Any]) -> Frame:
        """Return a frame of the action with these arguments."""
        return [0, 0, you, active, *values, *self.pads]

    def forbidden(self, s: State, you: int | None, active: int | None) -> model.ModifierCode | None:
        """Return the first modifier that forbids the action now."""
        for modifier, test in self.forbids:
            if test(s, you, active):
                return modifier
        return None

    def answers(self, s: State, you: int | None, active: int | None, values: Sequence[Any]) -> Sequence[Any] | None:
        """Return the possible answers to the first pick (``(None,)`` when there is no pick), None for impossible."""
        if self.forbids and self.forbidden(s, you, active) is not None:
            return None
        before, domain, after, signature = self._ready or self._made()
        f = [0, 0, you, active, *values, *self.pads]
        if before is not None and not before(s, f):
            return None
        if domain is None or self.pick is None:
            return (None,)
        return accepted(s, f, domain(s, f), self.pick, after, signature, self.alone) or None

    def possible(self, s: State, you: int | None, active: int | None, values: Sequence[Any]) -> bool:
        """Tell whether the action would be offered; one answer is enough."""
        if self.forbids and self.forbidden(s, you, active) is not None:
            return False
        before, domain, after, _ = self._ready or self._made()
        f = [0, 0, you, active, *values, *self.pads]
        if before is not None and not before(s, f):
            return False
        if domain is None or self.pick is None:
            return True
        found = domain(s, f)
        spend(s, len(found), self.pick.span)
        if after is None:
            return len(found) > 0
        place = self.pick.slot + HEADER
        for value in found:
            f[place] = value
            if after(s, f):
                return True
        return False


def _names_pieces(kind: t.Type) -> bool:
    if isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        return _names_pieces(kind.item)
    return isinstance(kind, t.PieceType)


def accepted(
    s: State,
    f: Frame,
    domain: Sequence[Any],
    pick: Any,
    after: Test | None,
    signature: Signature | None,
    alone: bool = False,
) -> list[Any]:
    """Return the values of a pick that can be completed; of pieces that are alike the lowest.

    ``alone``: no other piece has been named before, so that what holds for one piece holds for all that are alike.
    """
    place = pick.slot + HEADER
    spend(s, len(domain), pick.span)
    found: list[Any] = []
    alike: set[Any] = set()
    for value in domain:
        mark = None if signature is None else signature(s, value)
        if mark is not None and mark in alike:
            continue
        f[place] = value
        fits = after is None or after(s, f)
        if fits:
            found.append(value)
        if mark is not None and (fits or alone):
            alike.add(mark)
    if len(found) > Limits.choices:
        raise RuleError("GDRUN07", pick.span, what="the list of choices", bound=Limits.choices)
    return found


def _forbid(
    c: Compiler, modifier: model.ModifierCode
) -> tuple[model.ModifierCode, Callable[[State, int | None, int | None], bool]]:
    whens = [c.value(when.condition) for when in modifier.whens]
    pads = [None] * modifier.slots

    def test(s: State, you: int | None, active: int | None) -> bool:
        f = [0, 0, you, active, *pads]
        return all(when(s, f) for when in whens)

    return modifier, test


def forbidden_test(c: Compiler, card: str) -> Callable[[State, int | None, int | None], bool] | None:
    """Compile whether some modifier forbids a card."""
    tests = [_forbid(c, modifier)[1] for modifier in c.forbidders.get(card, ())]
    if not tests:
        return None
    return lambda s, you, active: any(test(s, you, active) for test in tests)


# ---------------------------------------------------------------- conditions, picks and lets in written order


def _both(c: Compiler, node: core.Value, second: Test | None) -> Test:
    first = c.value(node)
    if second is None:
        return first
    known = c.known(node)
    if known is not UNKNOWN and known:
        return second
    return lambda s, f: first(s, f) and second(s, f)


def chain(c: Compiler, elements: Sequence[Any], rest: Test | None) -> Test | None:
    """Compile whether the elements can be passed, with ``rest`` behind them; None when nothing is tested."""
    for element in reversed(elements):
        rest = _LINKS[type(element)](c, element, rest)
    return rest


def _when(c: Compiler, element: model.When, rest: Test | None) -> Test:
    return _both(c, element.condition, rest)


def _let(c: Compiler, element: model.LetField, rest: Test | None) -> Test | None:
    if rest is None:
        return None
    value, place, later = c.value(element.value), element.slot + HEADER, rest

    def bind(s: State, f: Frame) -> bool:
        f[place] = value(s, f)
        return later(s, f)

    return bind


def _pick(c: Compiler, element: model.PickField, rest: Test | None) -> Test:
    domain, place, span = source_of(c, element.domain), element.slot + HEADER, element.span
    if element.condition is not None:
        rest = _both(c, element.condition, rest)

    def some(s: State, f: Frame) -> bool:
        values = domain(s, f)
        if rest is None:
            return len(values) > 0
        for value in values:
            s.work += 1
            f[place] = value
            if rest(s, f):
                return True
        spend(s, 1, span)
        return False

    return some


_LINKS: dict[type, Callable[[Compiler, Any, Test | None], Test | None]] = {
    model.When: _when,
    model.LetField: _let,
    model.PickField: _pick,
}


# ---------------------------------------------------------------- costs


class Bill:
    """What a cost would take while it is tested: amounts by purse, pieces moved away, slots filled."""

    __slots__ = ("filled", "moved", "paid")

    def __init__(self) -> None:
        self.paid: dict[int, int] = {}
        self.moved: set[int] = set()
        self.filled: set[int] = set()


Part = Callable[[State, Frame, Bill], bool]


def payable(c: Compiler, cost: tuple[core.CoreStep, ...]) -> Test | None:
    """Compile whether a whole cost can be paid; it never overdraws."""
    if not cost:
        return None
    if len(cost) == 1 and isinstance(cost[0], core.Pay):
        return _one_payment(c, cost[0])
    parts = [_part(c, step) for step in cost]

    def test(s: State, f: Frame) -> bool:
        bill = Bill()
        return all(part(s, f, bill) for part in parts)

    return test


def _one_payment(c: Compiler, step: core.Pay) -> Test:
    amount, find = c.value(step.amount), find_cell(c, step.source)
    target = find_cell(c, step.target)
    unlimited = c.layout.purse_unlimited

    def covered(s: State, f: Frame) -> bool:
        purse = find(s, f)
        if purse < 0 or target(s, f) < 0:
            return False
        return bool(unlimited[purse] or amount(s, f) <= s.purses[purse])

    return covered


def _part(c: Compiler, step: core.CoreStep) -> Part:
    maker = _PARTS.get(type(step))
    if maker is None:
        raise TypeError(f"a cost cannot hold {type(step).__name__}")
    return maker(c, step)


def _parts(c: Compiler, steps: tuple[core.CoreStep, ...]) -> Part:
    made = [_part(c, step) for step in steps]
    return lambda s, f, bill: all(part(s, f, bill) for part in made)


def _pay_part(c: Compiler, step: core.Pay) -> Part:
    amount, source, target = c.value(step.amount), find_cell(c, step.source), find_cell(c, step.target)
    unlimited = c.layout.purse_unlimited

    def covered(s: State, f: Frame, bill: Bill) -> bool:
        purse, other, sum_ = source(s, f), target(s, f), amount(s, f)
        if purse < 0 or other < 0:
            return False
        left = s.purses[purse] + bill.paid.get(purse, 0) - sum_
        bill.paid[purse] = bill.paid.get(purse, 0) - sum_
        bill.paid[other] = bill.paid.get(other, 0) + sum_
        return unlimited[purse] or left >= 0 or sum_ == 0

    return covered


def _move_part(c: Compiler, step: core.Move) -> Part:
    pieces, cells = c.value(step.pieces), find_cells(c, step.target)
    slot = c.game.zones[step.target.entry].form == "slot"

    def movable(s: State, f: Frame, bill: Bill) -> bool:
        found = pieces(s, f)
        places = cells(s, f)
        if found is None or not places:
            return False
        for piece in found if type(found) is tuple else (found,):
            if slot:
                for place in places:
                    inside = [one for one in s.zones[place] if one not in bill.moved and one != piece]
                    if inside or place in bill.filled:
                        return False
                bill.filled.update(places)
            bill.moved.add(piece)
        return True

    return movable


def _if_part(c: Compiler, step: core.If) -> Part:
    branches = [(c.value(branch.condition), _parts(c, branch.body)) for branch in step.branches]
    otherwise = _parts(c, step.otherwise)

    def test(s: State, f: Frame, bill: Bill) -> bool:
        for condition, body in branches:
            if condition(s, f):
                return body(s, f, bill)
        return otherwise(s, f, bill)

    return test


def _for_part(c: Compiler, step: core.ForEach) -> Part:
    from gamedsl.engine.compile_loops import candidates

    chosen, place, body = candidates(c, step.loop), step.loop.slot + HEADER, _parts(c, step.body)

    def test(s: State, f: Frame, bill: Bill) -> bool:
        for value in chosen(s, f):
            f[place] = value
            if not body(s, f, bill):
                return False
        return True

    return test


def _let_part(c: Compiler, step: core.Let) -> Part:
    value, place = c.value(step.value), step.slot + HEADER

    def bind(s: State, f: Frame, bill: Bill) -> bool:
        f[place] = value(s, f)
        return True

    return bind


_PARTS: dict[type[core.CoreStep], Callable[[Compiler, Any], Part]] = {
    core.Pay: _pay_part,
    core.Move: _move_part,
    core.If: _if_part,
    core.ForEach: _for_part,
    core.Let: _let_part,
}


# ---------------------------------------------------------------- pieces that are alike


def merger(c: Compiler, kind: t.Type) -> Signature | None:
    """Return what tells pieces of one kind apart for players; None when every piece is its own choice."""
    item = kind.item if isinstance(kind, t.MaybeType) else kind
    if not isinstance(item, t.PieceType):
        return None
    declared = c.game.kinds[item.kind]
    if declared.form == "space" or all(design.copies == 1 for design in declared.designs):
        return None
    layout = c.layout
    first, _ = layout.kind_pieces[item.kind]
    prefix = item.kind + "."
    values = [(grid.base, grid.owner_stride) for name, grid in layout.values.items() if name.startswith(prefix)]
    purses = [(grid.base, grid.owner_stride) for name, grid in layout.purses.items() if name.startswith(prefix)]
    cells = [(grid.base, grid.owner_stride) for name, grid in layout.cells.items() if name.startswith(prefix)]
    designs, seats, stack = layout.piece_design, layout.piece_seat, c.board.stack

    def signature(s: State, piece: int) -> Any:
        cell = s.place[piece]
        rank = None
        if cell >= 0 and stack[cell]:
            rank = next(number for number, block in enumerate(s.zones[cell]) if piece in block)
        mark: list[Any] = [designs[piece], seats[piece], cell, s.spot[piece], rank, s.known[piece]]
        own = piece - first
        for base, size in values:
            mark.extend(s.values[base + own * size : base + (own + 1) * size])
        for base, size in purses:
            mark.extend(s.purses[base + own * size : base + (own + 1) * size])
        for base, size in cells:
            inside = s.zones[base + own * size : base + (own + 1) * size]
            mark.append(piece if any(inside) else None)
        return tuple(mark)

    return signature


def check_arguments(c: Compiler, action: model.ActionCode, arguments: tuple[core.Value, ...]) -> list[Eval]:
    """Compile the arguments of an action in a plan."""
    if len(arguments) != len(action.params):
        raise SetupError(f"{action.span}: {action.name} is called without its arguments")
    return [in_limits(c, value, kind, action.name) for value, kind in zip(arguments, action.params, strict=True)]


__all__ = ["Offer", "accepted", "action_offer", "forbidden_test", "merger", "zone_is_single"]
