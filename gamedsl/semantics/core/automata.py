"""A plan -> an automaton: numbered states, each with what may come next, found by derivatives with counters."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from gamedsl.semantics.core import plans
from gamedsl.semantics.core.values import Value

Rest = tuple[object, ...]
"""What is left: ``("leaf", n)``, ``("seq", …)``, ``("mix", …)``, ``("or", …)`` or ``("times", low, high, rest)``."""
NOTHING: Rest = ("seq",)
MOST_STATES = 5_000
"""Different residues of one plan."""
MOST_WORK = 800_000
"""Parts of residues that are looked at for one plan: what is nested multiplies before any state is found."""
_A_PART = 16
"""Signs that a part of a residue takes when it is written out."""
Symbol = tuple[str, tuple[Value, ...]]
"""An action with its arguments."""


class TooManyStatesError(ValueError):
    """A plan is too large to enumerate."""


@attrs.frozen
class Step:
    """One action that may come next: its name, the leaf whose arguments it takes, and the state behind it."""

    action: str
    leaf: int
    next: int


@attrs.frozen
class PlanState:
    """``may_end``: the rest may be empty; ``over``: nothing is left. Steps stand in the order of the actions."""

    may_end: bool
    over: bool
    steps: tuple[Step, ...]


@attrs.frozen
class Automaton:
    """All states of a plan; play begins in state 0. ``endless`` plans hold an ``any number of``."""

    leaves: tuple[plans.PlanLeaf, ...]
    states: tuple[PlanState, ...]
    endless: bool


class _Builder:
    """Enumerates the residues of one plan."""

    def __init__(self, number_of: Callable[[Value], int], order: dict[str, int]) -> None:
        self.number_of = number_of
        self.order = order
        self.leaves: list[plans.PlanLeaf] = []
        self.endless = False
        self.left = MOST_WORK
        self._numbers: dict[plans.PlanLeaf, int] = {}

    def work(self, amount: int) -> None:
        """Count what is looked at; raise TooManyStatesError when it is more than any plan needs."""
        self.left -= amount
        if self.left < 0:
            raise TooManyStatesError

    def in_order(self, residue: frozenset[Rest]) -> list[Rest]:
        """Return what may be left in an order that is always the same."""
        written = sorted((repr(rest), rest) for rest in residue)
        self.work(sum(len(text) for text, _ in written) // _A_PART)
        return [rest for _, rest in written]

    def translate(self, plan: plans.CorePlan) -> Rest:
        """Turn a plan into its residue form."""
        match plan:
            case plans.PlanLeaf():
                if plan not in self._numbers:
                    self._numbers[plan] = len(self.leaves)
                    self.leaves.append(plan)
                return ("leaf", self._numbers[plan])
            case plans.PlanInOrder(items=items):
                return _join("seq", [self.translate(item) for item in items])
            case plans.PlanMixed(items=items):
                return _join("mix", [self.translate(item) for item in items])
            case plans.PlanOneOf(items=items):
                return ("or", *[self.translate(item) for item in items])
            case plans.PlanTimes(low=low, high=high, plan=inner):
                self.endless = self.endless or high is None
                least = max(0, self.number_of(low))
                most = -1 if high is None else max(least, self.number_of(high))
                return _times(least, most, self.translate(inner))
            case _:
                raise TypeError(f"unknown plan {type(plan).__name__}")

    def after(self, rest: Rest, symbol: Symbol) -> frozenset[Rest]:
        """Return what may be left of ``rest`` when the action ``symbol`` is chosen."""
        kind = rest[0]
        self.work(len(rest))
        if kind == "leaf":
            leaf = self.leaves[rest[1]]  # type: ignore[call-overload]
            return frozenset([NOTHING]) if symbol[0] in leaf.actions and symbol[1] == leaf.arguments else frozenset()
        parts: tuple[Rest, ...] = rest[1:]  # type: ignore[assignment]
        if kind == "or":
            return frozenset(one for part in parts for one in self.after(part, symbol))
        if kind == "mix":
            mixed = [(place, one) for place, part in enumerate(parts) for one in self.after(part, symbol)]
            self.work(len(mixed) * len(parts))
            return frozenset(_join("mix", [*parts[:place], one, *parts[place + 1 :]]) for place, one in mixed)
        if kind == "seq":
            found: set[Rest] = set()
            for place, part in enumerate(parts):
                ways = self.after(part, symbol)
                self.work(len(ways) * (len(parts) - place))
                found.update(_join("seq", [one, *parts[place + 1 :]]) for one in ways)
                if not may_end(part):
                    break
            return frozenset(found)
        _, low, high, inner = rest
        assert isinstance(low, int) and isinstance(high, int) and isinstance(inner, tuple)
        again = _times(max(0, low - 1), high - 1 if high > 0 else high, inner)
        return frozenset(_join("seq", [one, again]) for one in self.after(inner, symbol))

    def first(self, rest: Rest) -> list[int]:
        """Return the leaves that may come next, in the order of the plan."""
        kind = rest[0]
        self.work(1)
        if kind == "leaf":
            return [rest[1]]  # type: ignore[list-item]
        if kind == "times":
            return self.first(rest[3])  # type: ignore[arg-type]
        found: list[int] = []
        for part in rest[1:]:
            assert isinstance(part, tuple)
            found.extend(self.first(part))
            if kind == "seq" and not may_end(part):
                break
        return found


def may_end(rest: Rest) -> bool:
    """Tell whether a residue may be empty."""
    kind = rest[0]
    if kind == "leaf":
        return False
    if kind == "times":
        return rest[1] == 0 or may_end(rest[3])  # type: ignore[arg-type]
    ends = (may_end(part) for part in rest[1:])  # type: ignore[arg-type]
    return any(ends) if kind == "or" else all(ends)


def _join(kind: str, parts: list[Rest]) -> Rest:
    flat: list[Rest] = []
    for part in parts:
        if part == NOTHING:
            continue
        flat.extend(part[1:] if part[0] == kind else [part])  # type: ignore[arg-type]
    if len(flat) == 1:
        return flat[0]
    return (kind, *flat) if flat else NOTHING


def _times(low: int, high: int, inner: Rest) -> Rest:
    if high == 0 or inner == NOTHING:
        return NOTHING
    if low == high == 1:
        return inner
    return ("times", low, high, inner)


def build(plan: plans.CorePlan, number_of: Callable[[Value], int], order: dict[str, int]) -> Automaton:
    """Return the automaton of a plan.

    ``number_of`` gives the number that a bound has in this set-up; ``order`` numbers the actions in file order. Raise
    TooManyStatesError when the plan has too many states.
    """
    builder = _Builder(number_of, order)
    start = frozenset([builder.translate(plan)])
    numbers: dict[frozenset[Rest], int] = {start: 0}
    queue, states = [start], []
    for residue in queue:
        symbols: dict[Symbol, int] = {}
        for rest in builder.in_order(residue):
            for leaf in builder.first(rest):
                for action in builder.leaves[leaf].actions:
                    symbols.setdefault((action, builder.leaves[leaf].arguments), leaf)
        steps = []
        for symbol, leaf in sorted(symbols.items(), key=lambda item: (order[item[0][0]], item[1])):
            target = frozenset(one for rest in residue for one in builder.after(rest, symbol))
            if target not in numbers:
                numbers[target] = len(queue)
                queue.append(target)
                if len(queue) > MOST_STATES:
                    raise TooManyStatesError
            steps.append(Step(symbol[0], leaf, numbers[target]))
        ends = any(may_end(rest) for rest in residue)
        states.append(PlanState(ends, residue == frozenset([NOTHING]), tuple(steps)))
    return Automaton(tuple(builder.leaves), tuple(states), builder.endless)
