"""Bodies -> bodies in which what is worked out several times is a local, made before loops that do not change it

Known as common subexpression elimination with code motion (partial redundancy elimination); which expressions are equal
says ``analysis/value_numbering.py``. Where a local would be made that is not always needed, what it is made of must be
sure to be there for any numbers (``analysis/speculation.py``).

    if purse[you] + loan[you] > 9:                same1 = purse[you] + loan[you]
        out[0] = purse[you] + loan[you]           if same1 > 9:
                                                      out[0] = same1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import attrs

from gamedsl.kernel.builder import joined
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.analysis.speculation import NotSpeculatableError, speculated
from gamedsl.kernel.passes.analysis.value_numbering import Found, Spot, ValueNumbering, walk_up
from gamedsl.kernel.passes.walk import Body, operands, subexpressions, with_bodies, with_operands
from gamedsl.kernel.program import (
    Aside,
    Declare,
    Expression,
    Lowest,
    Name,
    Note,
    Number,
    Parameter,
    Program,
    Size,
    Statement,
    Type,
)

ROUNDS = 3
WORTH = 0.6
"""Steps that a local has to save, as far as they can be foreseen."""

Fresh = Callable[[], str]
Way = tuple[float, list[Found], Callable[[list[Found]], str | None]]
"""How much it saves to have a local for some equal expressions, these, and what makes it."""


def cse(program: Program) -> None:
    """Let every function, block and wait keep in locals what it works out several times."""
    work = _Eliminating(program)
    for function in list(program.called()):
        program.functions[function.name] = attrs.evolve(function, body=work.body(function.body, function.parameters))
    program.blocks = [work.body(body) for body in program.blocks]
    program.waits = {at: work.body(body) for at, body in program.waits.items()}


class _Eliminating:
    """Shares in one program; no local of it is called like one that is made."""

    def __init__(self, program: Program) -> None:
        self.program, self.effects, self.numbers = program, Effects(program), count(1)

    def body(self, body: Body, given: Iterable[Parameter] = ()) -> Body:
        """Return a body that works out nothing twice that can as well be kept in a local."""
        kinds = {one.name: one.type for one in given}
        for _ in range(ROUNDS):
            plan = _Plan(self.program, ValueNumbering(body, self.effects), lambda: f"same{next(self.numbers)}", kinds)
            if not plan.instead:
                break
            body = _Writing(plan).body(body)
        return body


class _Plan:
    """What locals are made of one body, and what they stand for."""

    def __init__(self, program: Program, numbering: ValueNumbering, fresh: Fresh, kinds: Mapping[str, Type]) -> None:
        self.program, self.numbering, self.fresh = program, numbering, fresh
        self.kinds = {**kinds, **numbering.kinds}
        self.instead: dict[int, str] = {}
        """By the number of an expression the local that stands for it."""
        self.new: dict[tuple[int, int], list[Declare]] = {}
        """By body and place there the locals that are made before."""
        self.unstable = numbering.changing
        self._around = {one.number: one.within for one in numbering.found}
        self._taken: set[int] = set()
        alike: dict[int, list[Found]] = {}
        for one in numbering.found:
            alike.setdefault(one.worth, []).append(one)
        ways = [way for many in alike.values() for way in self._ways(many)]
        ways.sort(key=lambda way: (-way[0], way[1][0].number))
        for _, many, make in ways:
            self._take(many, make)

    def _ways(self, alike: list[Found]) -> list[Way]:
        """Return what equal expressions could do without: how much that saves, which, and what makes the local."""
        kept = self._kept(alike)
        often = sum([one.weight for one in alike])
        spot = self._best(alike, often) if len(alike) > 1 or often > 1 else None
        if kept is None and spot is None:
            return []
        cost = _cost(alike[0].x)
        found: list[Way] = []
        if kept is not None:
            name, behind = kept
            found.append((cost * sum(one.weight for one in behind), behind, lambda _: name))
        if spot is not None:
            saved = cost * often - (cost + 0.2) * spot.weight
            if saved >= WORTH:
                found.append((saved, alike, lambda many: self._made(many, spot)))
        return found

    def _kept(self, alike: list[Found]) -> tuple[str, list[Found]] | None:
        """Return a local that is this already, and where it can stand."""
        for name, spot in self.numbering.kept.get(alike[0].worth, ()):
            if name in self.unstable:
                continue
            behind = [one for one in alike if spot.body in one.spot.path and spot.moment < one.spot.moment]
            if behind:
                return name, behind
        return None

    def _best(self, alike: list[Found], often: float) -> Spot | None:
        """Return before which statement a local is made best."""
        first, common = alike[0], set(alike[0].spot.path)
        for one in alike[1:]:
            common &= set(one.spot.path)
        since = min(one.since for one in alike)
        fits = [one for one in walk_up(first.spot) if one.body in common and since < one.moment]
        best = min(fits, key=lambda one: one.weight, default=None)  # the innermost of several
        return best if best is not None and best.weight < often else None

    def _take(self, many: list[Found], make: Callable[[list[Found]], str | None]) -> None:
        if any(one.number in self._taken for one in many):
            return
        name = make(many)
        if name is None:
            return
        for one in many:
            self.instead[one.number] = name
            self._taken.update(range(one.number, one.number + one.many))
            at = one.number
            while (at := self._around.get(at, -1)) >= 0:
                self._taken.add(at)

    def _made(self, many: list[Found], spot: Spot) -> str | None:
        """Make a local before a statement; None where what it is made of may not be there."""
        first = many[0]
        if first.is_sure and first.spot is spot and first.since < spot.moment:
            value = first.x
        else:
            source = min(many, key=lambda one: one.since)
            try:
                value = speculated(self.program, self.kinds, source.x)
            except NotSpeculatableError:
                return None
        kind = value.type
        if value is first.x:
            for one in many[1:]:
                kind = joined(kind, one.x.type)
        name = self.fresh()
        self.kinds[name] = kind
        self.new.setdefault((spot.body, spot.at), []).append(Declare(name, kind, value))
        return name


class _Writing:
    """Writes a body with the locals of a plan; expressions come in the order in which they were numbered."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan
        self.numbers = self.bodies = 0
        self.same: dict[str, Name] = {}
        """By locals that are nothing but another one that one."""

    def body(self, body: Sequence[Statement]) -> Body:
        """Return a body with its locals."""
        self.bodies += 1
        own = self.bodies
        found: list[Statement] = []
        for at, x in enumerate(body):
            new = self.plan.new.get((own, at), ())
            found += [attrs.evolve(one, value=self._name(one.value)) for one in new]
            made = self._statement(x)
            if isinstance(made, Declare) and isinstance(made.value, Name) and self._is_fixed(made):
                self.same[made.name] = made.value
            else:
                found.append(made)
        return tuple(found)

    def _is_fixed(self, x: Declare) -> bool:
        assert isinstance(x.value, Name)
        new = x.value.name in self.plan.instead.values()
        return new and x.name not in self.plan.unstable

    def _statement(self, x: Statement) -> Statement:
        if isinstance(x, Aside | Note):
            return self._renamed(x)  # type: ignore[no-any-return]
        made = with_operands(x, self._value)
        return with_bodies(made, self.body)  # type: ignore[no-any-return]

    def _renamed(self, x: Any) -> Any:
        """Return a statement that only notes need with the locals that there are."""
        made = with_operands(x, self._name)
        return with_bodies(made, lambda inner: tuple([self._renamed(one) for one in inner]))

    def _name(self, x: Expression) -> Expression:
        if isinstance(x, Name):
            found = self.same.get(x.name)
            return x if found is None else attrs.evolve(found, type=x.type)
        return with_operands(x, self._name)  # type: ignore[no-any-return]

    def _value(self, x: Expression) -> Expression:
        number = self.numbers
        name = self.plan.instead.get(number)
        if name is not None:
            self.numbers += 1 + len(subexpressions(x))
            return self._name(Name(name, x.type))
        self.numbers += 1
        if isinstance(x, Name):
            return self._name(x)
        return with_operands(x, self._value)  # type: ignore[no-any-return]


def _cost(x: Expression) -> float:
    """Return about how many steps an expression takes."""
    if isinstance(x, Number | Name):
        return 0.0
    return sum([_cost(one) for one in operands(x)], 2.0 if isinstance(x, Size | Lowest) else 1.0)
