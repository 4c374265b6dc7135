"""A plan -> an automaton: numbered states, each with what may come next, found by derivatives with counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product

import attrs

from gamedsl.diagnostics.effort import spend
from gamedsl.semantics.core import plans
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.values import Value
from gamedsl.semantics.core.walk import limits

Rest = tuple[object, ...]
"""What is left: ``("leaf", n)``, ``("seq", …)``, ``("mix", …)``, ``("or", …)``, ``("else", …)`` or
``("times", low, high, rest)``."""
NOTHING: Rest = ("seq",)
MOST_STATES = 5_000
"""Different residues of one plan."""
MOST_WORK = 300_000
"""Parts of residues that are looked at for one plan: what is nested multiplies before any state is found."""
_IN_A_CHECK = 2
"""Parts that a check counts as one unit of its work."""
_A_PART = 16
"""Signs that a part of a residue takes when it is written out."""
Symbol = tuple[str, tuple[Value, ...]]
"""An action with its arguments."""
Unless = frozenset[int]
"""Leaves of which none may be possible."""
ALWAYS: Unless = frozenset()


class TooManyStatesError(ValueError):
    """A plan is too large to enumerate."""


@attrs.frozen
class Step:
    """One action that may come next: its name, the leaf whose arguments it takes, and the state behind it.

    ``unless``: leaves of which none may be possible.
    """

    action: str
    leaf: int
    next: int
    unless: tuple[int, ...] = ()


@attrs.frozen
class PlanState:
    """``may_end``: the rest may be empty; ``over``: nothing is left. Steps stand in the order of the actions.

    ``ends``: sets of leaves; where none of one set is possible, the rest may be empty, too. Of the steps of one action
    the first counts that is offered.
    """

    may_end: bool
    over: bool
    steps: tuple[Step, ...]
    ends: tuple[tuple[int, ...], ...] = ()


@attrs.frozen
class Automaton:
    """All states of a plan; play begins in state 0. ``endless`` plans hold an ``any number of``.

    With ``limits`` that are known only in play, ``starts`` gives the state to begin in for their values; state 0 then
    means that they have not been read.
    """

    leaves: tuple[plans.PlanLeaf, ...]
    states: tuple[PlanState, ...]
    endless: bool
    limits: tuple[Value, ...] = ()
    starts: tuple[tuple[tuple[int | None, ...], int], ...] = ()


class _Builder:
    """Enumerates the residues of one plan; ``values`` are those of limits that are known only in play."""

    def __init__(self, number_of: Callable[[Value], int | None]) -> None:
        self.number_of = number_of
        self.values: dict[Value, int | None] = {}
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
            case plans.PlanMust(items=items):
                return ("else", *[self.translate(item) for item in items])
            case plans.PlanTimes(low=low, high=high, plan=inner):
                least = max(0, self._number(low) or 0)
                number = None if high is None else self._number(high)
                most = -1 if number is None else max(least, number)
                self.endless = self.endless or most < 0
                return _times(least, most, self.translate(inner))
            case _:
                raise TypeError(f"unknown plan {type(plan).__name__}")

    def _number(self, value: Value) -> int | None:
        return self.values[value] if value in self.values else self.number_of(value)

    # ------------------------------------------------------------ what may come next, and what is left then

    def moves(self, rest: Rest) -> Iterator[tuple[int, Unless, Rest]]:
        """Walk the leaves that may come next, in the order of the plan, each with what is left behind it.

        With each come the leaves of which none may be possible.
        """
        kind = rest[0]
        self.work(1)
        parts: tuple[Rest, ...] = rest[1:]  # type: ignore[assignment]
        match kind:
            case "leaf":
                yield rest[1], ALWAYS, NOTHING  # type: ignore[misc]
            case "or":
                for part in parts:
                    yield from self.moves(part)
            case "else":
                earlier = ALWAYS
                for part in parts:
                    found = list(self.moves(part))
                    yield from ((leaf, unless | earlier, left) for leaf, unless, left in found)
                    earlier |= {leaf for leaf, _, _ in found}
            case "mix":
                for place, part in enumerate(parts):
                    for leaf, unless, left in self.moves(part):
                        yield leaf, unless, _join("mix", [*parts[:place], left, *parts[place + 1 :]])
            case "seq":
                yield from self._in_order(parts)
            case "times":
                _, low, high, inner = rest
                assert isinstance(low, int) and isinstance(high, int) and isinstance(inner, tuple)
                again = _times(max(0, low - 1), high - 1 if high > 0 else high, inner)
                yield from ((leaf, unless, _join("seq", [left, again])) for leaf, unless, left in self.moves(inner))
            case _:
                raise TypeError(f"unknown residue {kind}")

    def _in_order(self, parts: tuple[Rest, ...]) -> Iterator[tuple[int, Unless, Rest]]:
        """Walk what may come next of parts in their order: also of others behind those that may be empty."""
        skipped = [ALWAYS]
        for place, part in enumerate(parts):
            for leaf, unless, left in self.moves(part):
                behind = _join("seq", [left, *parts[place + 1 :]])
                yield from ((leaf, unless | skip, behind) for skip in skipped)
            skipped = _each_once(skip | end for skip in skipped for end in self.ends(part))
            self.work(len(skipped))
            if not skipped:
                return

    def ends(self, rest: Rest) -> list[Unless]:
        """Return when a residue may be empty: each time none of some leaves is possible."""
        kind = rest[0]
        self.work(1)
        parts: tuple[Rest, ...] = rest[1:]  # type: ignore[assignment]
        match kind:
            case "leaf":
                return []
            case "times":
                return [ALWAYS] if rest[1] == 0 else self.ends(rest[3])  # type: ignore[arg-type]
            case "or":
                return _each_once(one for part in parts for one in self.ends(part))
            case "else":
                earlier = frozenset(leaf for part in parts[:-1] for leaf, _, _ in self.moves(part))
                return [one | earlier for one in self.ends(parts[-1])]
            case "seq" | "mix":
                found = [ALWAYS]
                for part in parts:
                    found = _each_once(one | end for one in found for end in self.ends(part))
                    self.work(len(found))
                return found
            case _:
                raise TypeError(f"unknown residue {kind}")


def _each_once(found: Iterable[Unless]) -> list[Unless]:
    """Return conditions without repeats; one that always holds makes the others needless."""
    kept = list(dict.fromkeys(found))
    return [ALWAYS] if ALWAYS in kept else kept


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


# ---------------------------------------------------------------- the automaton


_Found = list[tuple[int, Unless, Rest]]


class _States:
    """Numbers sets of residues in the order in which they are found."""

    def __init__(self) -> None:
        self.numbers: dict[frozenset[Rest], int] = {}
        self.queue: list[frozenset[Rest]] = []

    def number(self, residue: frozenset[Rest]) -> int:
        """Return the number of a set of residues; raise TooManyStatesError when there are too many."""
        if residue not in self.numbers:
            self.numbers[residue] = len(self.queue)
            self.queue.append(residue)
            if len(self.queue) > MOST_STATES:
                raise TooManyStatesError
        return self.numbers[residue]


def build(plan: plans.CorePlan, number_of: Callable[[Value], int | None], order: dict[str, int]) -> Automaton:
    """Return the automaton of a plan.

    ``number_of`` gives the number that a bound has in this set-up, None for none; ``order`` numbers the actions in file
    order. Raise TooManyStatesError when the plan has too many states.
    """
    builder, states = _Builder(number_of), _States()
    read = tuple(dict.fromkeys(limits(plan)))
    if read:
        states.number(frozenset())
    starts = []
    for values in product(*[_range(limit.type) for limit in read]):
        builder.work(1)
        builder.values = dict(zip(read, values, strict=True))
        starts.append((values, states.number(frozenset([builder.translate(plan)]))))
    made = [_state(builder, states, residue, order) for residue in states.queue]
    spend((MOST_WORK - builder.left) // _IN_A_CHECK)
    return Automaton(tuple(builder.leaves), tuple(made), builder.endless, read, tuple(starts) if read else ())


def _range(kind: t.Type) -> Iterable[int | None]:
    """Return all numbers that a limit can be; None stands for none."""
    if isinstance(kind, t.MaybeType):
        return (*_range(kind.item), None)
    if not isinstance(kind, t.IntType):
        raise TypeError(f"a limit is a number, not {kind}")
    return range(kind.low, kind.high + 1)


def _state(builder: _Builder, states: _States, residue: frozenset[Rest], order: dict[str, int]) -> PlanState:
    symbols: dict[Symbol, _Found] = {}
    in_order = builder.in_order(residue)
    for rest in in_order:
        for move in builder.moves(rest):
            leaf = builder.leaves[move[0]]
            for action in leaf.actions:
                symbols.setdefault((action, leaf.arguments), []).append(move)
    steps = [
        Step(symbol[0], found[0][0], states.number(target), tuple(sorted(unless)))
        for symbol, found in sorted(symbols.items(), key=lambda item: (order[item[0][0]], item[1][0][0]))
        for unless, target in _targets(found)
    ]
    ending = [one for rest in in_order for one in builder.ends(rest)]
    sometimes = () if ALWAYS in ending else tuple(dict.fromkeys(tuple(sorted(one)) for one in ending))
    return PlanState(ALWAYS in ending, residue == frozenset([NOTHING]), tuple(steps), sometimes)


def _targets(found: _Found) -> Iterator[tuple[Unless, frozenset[Rest]]]:
    """Walk what may be left behind an action, and when: the more of its places in the plan count, the earlier."""
    guards = list(dict.fromkeys(unless for _, unless, _ in found))
    for size in range(len(guards), 0, -1):
        for chosen in combinations(guards, size):
            if ALWAYS in guards and ALWAYS not in chosen:
                continue
            yield ALWAYS.union(*chosen), frozenset(left for _, unless, left in found if unless in chosen)
