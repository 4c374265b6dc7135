"""Lark's tables for a grammar and the tokens of a text -> the tree that Lark would make, in a third of the time.

Lark's own loop looks for the place of every part again in the parts inside; here places lie on a stack beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from lark import Token
from lark.parse_tree_builder import ExpandSingleChild, PropagatePositions
from lark.parsers.lalr_analysis import Shift
from lark.tree import Meta

from gamedsl.syntax.grammar.stopping import END

if TYPE_CHECKING:
    from lark import Lark, ParseTree
    from lark.grammar import Rule

States = list[Any]
"""The states that a text has led to, the latest last."""
Row = Mapping[str, tuple[Any, Any]]
"""What can follow in a state: by the name of a terminal, what to do there."""


_Made = tuple[int, str, Callable[[list[Any]], Any] | None]
"""How many parts a rule has, its name, and what makes a tree of its parts; None: it is what its only part is."""


class UnfitError(Exception):
    """A token that a state allows, but nothing around what stands before it."""


class Automaton:
    """Goes through texts token by token; ``lark`` is an LALR parser that propagates positions."""

    def __init__(self, lark: Lark) -> None:
        parser: Any = lark.parser
        table, self._callbacks = parser.parser.parser.parse_table, parser.parser.parser.callbacks
        self._rows: Mapping[Any, Row] = table.states
        self._starts, self._ends = table.start_states, table.end_states
        self._rules: dict[int, _Made] = {}
        """By identity: that of a rule costs less than its hash."""

    def begin(self, start: str) -> States:
        """Return the states at the beginning of a text."""
        return [self._starts[start]]

    def row(self, states: States) -> Row:
        """Return what may follow, as far as the last state tells."""
        return self._rows[states[-1]]

    def accepted(self, states: States, start: str) -> frozenset[str]:
        """Return the terminals that can follow for certain."""
        return frozenset(one for one in self.row(states) if one.isupper() and self.goes_on([*states], one, start))

    def goes_on(self, states: States, terminal: str, start: str) -> bool:
        """Go on with a terminal; return whether it can follow. Where it cannot, the states are of no use any more."""
        end = self._ends[start]
        while True:
            action = self._rows[states[-1]].get(terminal)
            if action is None:
                return False
            kind, argument = action
            if kind is Shift:
                states.append(argument)
                return True
            size, name, _ = self._rules.get(id(argument)) or self._rule(argument)
            if size:
                del states[-size:]
            states.append(self._rows[states[-1]][name][1])
            if terminal == END and states[-1] == end:
                return True

    def tree(self, start: str, following: Callable[[Row], Token]) -> ParseTree:
        """Return the tree of a text; ``following`` is asked for each token, which fits in the row that it is given.

        Raises:
            UnfitError: the token that was asked for last cannot follow.
        """
        rows, rules, end = self._rows, self._rules, self._ends[start]
        states = self.begin(start)
        values: list[Any] = []
        begins: list[int | None] = []
        ends: list[int | None] = []
        while True:
            row = rows[states[-1]]
            token = following(row)
            terminal = token.type
            kind, argument = row[terminal]
            while kind is not Shift:
                size, name, made_of = rules.get(id(argument)) or self._rule(argument)
                if size:
                    del states[-size:]
                if made_of is not None:
                    _join(made_of, size, values, begins, ends)
                states.append(rows[states[-1]][name][1])
                if terminal == END and states[-1] == end:
                    return cast("ParseTree", values[-1])
                row = rows[states[-1]]
                if terminal not in row:
                    raise UnfitError
                kind, argument = row[terminal]
            states.append(argument)
            values.append(token)
            begins.append(token.start_pos)
            ends.append(token.end_pos)

    def _rule(self, rule: Rule) -> _Made:
        """Return how many parts a rule has, what it makes, and what makes that of the parts."""
        making = self._callbacks[rule]
        if not isinstance(making, PropagatePositions) or making.node_filter is not None:
            raise TypeError("this parser does not propagate positions")
        size, made_of = len(rule.expansion), making.node_builder
        is_same = size == 1 and isinstance(made_of, ExpandSingleChild)
        found = self._rules[id(rule)] = (size, rule.origin.name, None if is_same else made_of)
        return found


def _join(
    made_of: Callable[[list[Any]], Any], size: int, values: list[Any], begins: list[int | None], ends: list[int | None]
) -> None:
    """Put one value in the place of the last ones; what stands nowhere has no place."""
    if size == 0:
        values.append(made_of([]))
        begins.append(None)
        ends.append(None)
        return
    value, first, last = made_of(values[-size:]), begins[-size], ends[-1]
    if first is None or last is None:
        first = next((one for one in begins[-size:] if one is not None), None)
        last = next((one for one in reversed(ends[-size:]) if one is not None), None)
    if isinstance(value, Token):
        first, last = value.start_pos, value.end_pos
    elif first is not None and value._meta is None:
        value._meta = meta = Meta()  # type: ignore[no-untyped-call]
        meta.empty, meta.start_pos, meta.end_pos = False, first, cast("int", last)
    values[-size:], begins[-size:], ends[-size:] = (value,), (first,), (last,)
