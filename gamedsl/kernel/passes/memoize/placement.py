"""A function -> which of its locals are pieces that were found in places

Known as a redundancy (inverse) invariant between two fields. Where a piece lies is said twice: by ``place`` of the
piece and by what lies in the place. Nobody comes to a place, or leaves it, without that both are written, and nothing
is asked between. So of a piece that is found in a place it need not be noted that its ``place`` was read, too: it
changes only where what was found there does.

    c = zone.hand[3]
    if place[c] = hand: ...                       reads zone.hand[3] alone
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.builder import constant
from gamedsl.kernel.passes.walk import walk
from gamedsl.kernel.program import (
    Assign,
    Bit,
    Choose,
    Declare,
    Expression,
    ForBits,
    Function,
    Name,
    Operation,
    Read,
    Word,
)

_HOLDING = ("zone.", "inside.", "anywhere in ")
"""How the names of fields begin that say what lies in places: pieces of slots, words of all others."""


class Placement:
    """Answers for the locals of one function."""

    def __init__(self, function: Function) -> None:
        self._values: dict[str, list[Expression]] = {}
        self._words: dict[str, Expression] = {}
        self._known: dict[str, bool] = {one.name: False for one in function.parameters}
        for x in walk(function.body):
            if isinstance(x, Assign | Declare):
                self._values.setdefault(x.name, []).append(x.value)
            elif isinstance(x, ForBits):
                self._words[x.name] = x.word

    def is_found(self, piece: Expression) -> bool:
        """Tell whether a piece, as its own number or as that among its kind, surely was found in a place."""
        match piece:
            case Operation(sign="+" | "-", left=left, right=right) if constant(right) is not None:
                return self.is_found(left)
            case Read(field=field):
                return field.startswith(_HOLDING)
            case Name(name=name) if name in self._words:
                return self._holds(self._words[name])
            case Name(name=name):
                return self._all(name, self.is_found)
            case _:
                return False

    def _holds(self, word: Expression) -> bool:
        """Tell whether all pieces of a word surely were found in places."""
        match word:
            case Operation(sign="&", left=left, right=right):
                return self._holds(left) or self._holds(right)
            case Operation(sign="&~", left=left):
                return self._holds(left)
            case Operation(sign="|", left=left, right=right):
                return self._holds(left) and self._holds(right)
            case Choose(value=value, otherwise=otherwise):
                return self._holds(value) and self._holds(otherwise)
            case Bit(number=piece):
                return self.is_found(piece)
            case Read(field=field, type=Word()):
                return field.startswith(_HOLDING)
            case Name(name=name):
                return self._all(name, self._holds)
            case _:
                return constant(word) == 0

    def _all(self, name: str, test: Callable[[Expression], bool]) -> bool:
        """Tell whether all that a local ever is passes a test; while that is found out it is taken to."""
        if name not in self._known:
            self._known[name] = True
            self._known[name] = bool(self._values.get(name)) and all(test(one) for one in self._values[name])
        return self._known[name]
