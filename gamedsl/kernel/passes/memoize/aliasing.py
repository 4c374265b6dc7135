"""Statements -> of locals that are pieces or places the words of owners that surely hold them

Known as a must-alias (points-to) analysis, with words for objects. A loop through what somebody has built passes pieces
that a word of the state holds, at the place of that owner. What was found in a slot of an owner lies in one, so the
word that says what lies in all of them holds it, too.

    for tile in built[p] & coastal: ...           tile is held by built[p]
    card = zone.row[p * 5 + 2]                    card is held by inside.row[p]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from gamedsl.kernel.builder import constant, gained, interval, number, parted, plus, times
from gamedsl.kernel.passes.walk import walk
from gamedsl.kernel.program import (
    Assign,
    Bit,
    Choose,
    Declare,
    Expression,
    ForBits,
    Name,
    Number,
    Operation,
    Program,
    Read,
    Statement,
    Word,
)

_SLOTS, _INSIDE = "zone.", "inside."
"""How the names of fields begin that say which piece lies in each slot, and which lie in the slots of each owner."""


@attrs.frozen
class Holder:
    """A place of a field of words: it holds the bits that a local has."""

    field: str
    owner: Expression


class Aliasing:
    """Answers for the locals of one function, block or wait."""

    def __init__(self, program: Program, body: Iterable[Statement]) -> None:
        self.program = program
        self.words: dict[str, Expression] = {}
        self.values: dict[str, list[Expression]] = {}
        self._known: dict[str, Holder | None] = {}
        for x in walk(body):
            if isinstance(x, ForBits):
                self.words[x.name] = x.word
            elif isinstance(x, Assign | Declare):
                self.values.setdefault(x.name, []).append(x.value)

    def member(self, x: Expression) -> tuple[str, int] | None:
        """Return the local of a loop through a word from which something is so far away; None for anything else."""
        thing, by = parted(x)
        if not isinstance(thing, Name):
            return None
        if thing.name in self.words:
            return thing.name, by
        values = self.values.get(thing.name, ())
        found = self.member(values[0]) if len(values) == 1 else None
        return None if found is None else (found[0], found[1] + by)

    def holder(self, name: str) -> Holder | None:
        """Return what surely holds all that a loop through a word passes; None where that is not known."""
        found = self._of_word(self.words[name])
        return found if found is not None and self._lasts(found.owner) else None

    def _lasts(self, x: Expression) -> bool:
        """Tell whether an owner is always the same."""
        return isinstance(x, Number) or (isinstance(x, Name) and len(self.values.get(x.name, ())) < 2)

    def _of_word(self, x: Expression) -> Holder | None:
        match x:
            case Operation(sign="&", left=left, right=right):
                return self._of_word(left) or self._of_word(right)
            case Operation(sign="&~", left=left):
                return self._of_word(left)
            case Choose(value=value, otherwise=otherwise):
                return self._same([one for one in (value, otherwise) if constant(one) != 0], self._of_word)
            case Bit(number=piece):
                return self._of_piece(piece)
            case Read(field=field, index=index, type=Word()):
                return Holder(field, index)
            case Name(name=name):
                return self._of_name(name)
            case _:
                return None

    def _of_name(self, name: str) -> Holder | None:
        """Return what holds all that a local ever gets; while that is found out nothing holds it."""
        if name not in self._known:
            self._known[name] = None
            values = [one for one in self.values.get(name, ()) if constant(one) != 0]
            added = [gained(one, name) or one for one in values]
            self._known[name] = self._same(added, self._of_word)
        return self._known[name]

    def _same(self, many: list[Expression], find: Callable[[Expression], Holder | None]) -> Holder | None:
        found = [find(one) for one in many]
        return found[0] if found and all(one == found[0] for one in found) else None

    def _of_piece(self, x: Expression) -> Holder | None:
        """Return what holds a piece that was found in a slot."""
        thing, _ = parted(x)
        if isinstance(thing, Name):
            values = self.values.get(thing.name, ())
            return self._of_piece(values[0]) if len(values) == 1 else None
        if not isinstance(thing, Read) or not thing.field.startswith(_SLOTS):
            return None
        inside = self.program.fields.get(_INSIDE + thing.field.removeprefix(_SLOTS))
        if inside is None:
            return None
        each = self.program.fields[thing.field].count // inside.count
        owner = owner_of(thing.index, each)
        return None if owner is None else Holder(inside.name, owner)


def owner_of(index: Expression, each: int) -> Expression | None:
    """Return whose place a place is, where each owner has so many; None where that is not known."""
    terms = _terms(index)
    many = [one for one in terms if one[1] == each]
    if len(many) > 1:
        return None
    low, high = interval(plus(number(0), *[times(one, by) for one, by in terms if by != each]))
    return many[0][0] if many and low >= 0 and high < each else None


def _terms(x: Expression) -> list[tuple[Expression, int]]:
    """Return the terms of a sum, each with what it is multiplied by."""
    match x:
        case Operation(sign="+", left=left, right=right):
            return [*_terms(left), *_terms(right)]
        case Operation(sign="*", left=left, right=Number(value=by)):
            return [(left, by)]
        case _:
            return [(x, 1)]
