"""Parse tables and a text with layout marks -> a parse tree, or the token at which reading stops.

Lark makes the tables (gamedsl/syntax/grammar.py); running them here keeps the start of every command short, and lets
the lexer read whole words: a word is a keyword where the grammar expects that keyword, and a name everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import attrs

END = "$END"
GLUED = "GLUED"
"""Terminal of a number that runs into letters; no rule has it."""

UNKNOWN = ""
"""Terminal of a sign that no terminal begins with."""


class Token(str):
    """A piece of the text, with its terminal and the positions where it starts and ends."""

    __slots__ = ("end", "start", "type")
    type: str
    start: int
    end: int


class Tree:
    """What a rule was made of; ``data`` names the rule, ``start`` and ``end`` are positions in the text.

    A child is a tree, a token, or None for an optional part that was not written.
    """

    __slots__ = ("children", "data", "end", "start")

    def __init__(self, data: str, children: list[Any], start: int, end: int) -> None:
        self.data = data
        self.children = children
        self.start = start
        self.end = end


class StoppedError(Exception):
    """Raised at the first token that cannot follow what stands before it.

    ``states`` are those behind the token before it (``before``), without the reductions that the faulty token causes.
    """

    def __init__(self, token: Token, before: Token | None, states: list[int]) -> None:
        super().__init__(token)
        self.token = token
        self.before = before
        self.states = states


@attrs.frozen
class Shape:
    """One rule of the grammar: how many values it takes, and what becomes of them.

    ``plan`` lists the values that are kept as (index, whether its children take its place, how many None go before);
    ``nones`` go behind the last. ``inline``: a rule that is left with one child is that child. ``plain`` means that all
    values are kept as they are, ``unit`` that the one value is only handed on.
    """

    size: int
    origin: str
    data: str
    inline: bool
    plan: tuple[tuple[int, bool, int], ...]
    nones: int
    plain: bool
    unit: bool

    def children(self, values: list[Any]) -> list[Any]:
        """Return the children of the tree that is made of these values."""
        found: list[Any] = []
        for index, expands, nones in self.plan:
            if nones:
                found += [None] * nones
            if not expands:
                found.append(values[index])
            elif found:
                found += values[index].children
            else:
                found = values[index].children  # Long lists grow at their end; copying them takes quadratic time.
        return found + [None] * self.nones if self.nones else found


def shape(size: int, origin: str, data: str, inline: bool, plan: Sequence[Sequence[int]], nones: int) -> Shape:
    """Return the shape of a rule from its plain data."""
    kept = tuple((index, bool(expands), before) for index, expands, before in plan)
    plain = kept == tuple((index, False, 0) for index in range(size)) and not nones
    return Shape(size, origin, data, inline, kept, nones, plain, plain and inline and size == 1)


@attrs.frozen
class Tables:
    """All that is needed to read texts.

    ``actions`` has for each state what follows a terminal or a rule: the state to go to, or the complement of the
    number of a rule in ``shapes``. ``starts`` has the first state of each start rule; ``rules`` are the alternatives of
    all rules as the grammar has them, with the names of their parts; ``words`` and ``signs`` have the
    terminals of keywords and signs; ``classes`` the patterns of NAME, INT, STRING and REFS.
    """

    actions: Sequence[Mapping[str, int]]
    shapes: Sequence[Shape]
    starts: Mapping[str, int]
    rules: Sequence[tuple[str, Sequence[str]]]
    words: Mapping[str, str]
    signs: Mapping[str, str]
    classes: Mapping[str, str]
    _leaps: dict[tuple[int, str, str], int] = attrs.field(init=False, factory=dict, eq=False, repr=False)
    _match: Callable[[str, int], re.Match[str] | None] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        signs = "|".join(re.escape(sign) for sign in sorted(self.signs, key=lambda sign: (-len(sign), sign)))
        kinds = {**self.classes, GLUED: "[0-9]+[A-Za-z_][A-Za-z_0-9]*", "SIGN": signs}
        groups = "|".join(f"(?P<{kind}>{kinds[kind]})" for kind in ("NAME", GLUED, "INT", "STRING", "REFS", "SIGN"))
        object.__setattr__(self, "_match", re.compile(f"[ \\n]*(?:{groups}|)").match)

    @property
    def texts(self) -> dict[str, str]:
        """The texts of keywords and signs, by the names of their terminals; marks of the layout are none."""
        fixed = [*self.words.items(), *self.signs.items()]
        return {terminal: text for text, terminal in fixed if not terminal.startswith("_")}

    def parse(self, text: str, start: str) -> Tree:
        """Return the tree of a text.

        Raises:
            StoppedError: the text cannot be read.
        """
        actions, shapes, leaps = self.actions, self.shapes, self._leaps
        states = [self.starts[start]]
        values: list[Any] = []
        firsts, lasts = cast("list[int | None]", []), cast("list[int | None]", [])
        position, before = 0, cast("Token | None", None)
        while True:
            state = states[-1]
            row = actions[state]
            token = self._token(text, position, row)
            terminal, position = token.type, token.end
            move = row.get(terminal)
            known = states if move is not None and move >= 0 else states[:]
            while move is not None and move < 0:
                rule = shapes[~move]
                if rule.unit:
                    states.pop()
                else:
                    _reduce(rule, states, values, firsts, lasts)
                key = (states[-1], rule.origin, terminal)
                state = leaps[key] if key in leaps else self._leap(*key)
                states.append(state)
                move = actions[state].get(terminal)
            if move is None:
                raise StoppedError(token, before, known)
            if terminal == END:
                return cast(Tree, values[-1])
            states.append(move)
            values.append(token)
            firsts.append(token.start)
            lasts.append(position)
            before = token

    def _leap(self, state: int, symbol: str, terminal: str) -> int:
        """Return where a rule leads before a terminal, behind all rules that only hand it on; it is remembered."""
        goal = self.actions[state][symbol]
        while (move := self.actions[goal].get(terminal, 0)) < 0 and self.shapes[~move].unit:
            goal = self.actions[state][self.shapes[~move].origin]
        self._leaps[state, symbol, terminal] = goal
        return goal

    def accepted(self, states: list[int]) -> frozenset[str]:
        """Return which terminals could follow in these states."""
        return frozenset(t for t in self.actions[states[-1]] if (t == END or t.isupper()) and self._fits(states, t))

    def _fits(self, states: list[int], terminal: str) -> bool:
        """Tell whether a terminal can follow, now or behind reductions."""
        tried = [*states]
        while (move := self.actions[tried[-1]].get(terminal)) is not None and move < 0:
            rule = self.shapes[~move]
            del tried[len(tried) - rule.size :]
            tried.append(self.actions[tried[-1]][rule.origin])
        return move is not None

    def _token(self, text: str, position: int, row: Mapping[str, int]) -> Token:
        """Return the token behind a position; what it is depends on what the state expects."""
        match = cast("re.Match[str]", self._match(text, position))  # The pattern fits everywhere.
        kind = match.lastgroup
        if kind is None:
            start = match.end()
            return _token(text[start : start + 1], UNKNOWN if start < len(text) else END, start)
        found, start = match[kind], match.start(kind)
        if kind == "NAME":
            word = self.words.get(found, kind)
            return _token(found, kind if word not in row and kind in row else word, start)
        if kind == "REFS" and kind not in row and "LSQB" in row:
            return _token("[", "LSQB", start)
        return _token(found, self.signs[found] if kind == "SIGN" else kind, start)


def _token(text: str, terminal: str, start: int) -> Token:
    made = Token(text)
    made.type, made.start, made.end = terminal, start, start + len(text)
    return made


def _reduce(
    rule: Shape, states: list[int], values: list[Any], firsts: list[int | None], lasts: list[int | None]
) -> None:
    """Replace the values of a rule by what it makes of them.

    Positions on the stacks include brackets that the trees themselves leave out.
    """
    size = rule.size
    if not size:
        values.append(Tree(rule.data, rule.children([]), -1, -1))
        firsts.append(None)
        lasts.append(None)
        return
    taken = values[-size:]
    first, last = firsts[-size], lasts[-1]
    if first is None:
        first = next((at for at in firsts[-size:] if at is not None), None)
    if last is None:
        last = next((at for at in lasts[: -size - 1 : -1] if at is not None), None)
    del states[-size:], values[-size:], firsts[-size:], lasts[-size:]
    children = taken if rule.plain else rule.children(taken)
    if rule.inline and len(children) == 1:
        values.append(children[0])
    else:
        values.append(Tree(rule.data, children, -1 if first is None else first, -1 if last is None else last))
    firsts.append(first)
    lasts.append(last)
