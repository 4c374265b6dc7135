"""An engine -> one with a fault planted in it, by which it tells what is hidden.

A program is lowered for each engine when it is first asked for: plant before games are loaded.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from gamedsl.kernel.builder import compare, number
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.pieces import drawing, taking
from gamedsl.kernel.lowering.pieces.knowing import viewers_in
from gamedsl.kernel.lowering.play import naming, offers, several
from gamedsl.kernel.program import Expression
from gamedsl.kernel.trace.journal import LISTENERS, Heard, Telling
from gamedsl.semantics.core import types as t


def order_of_the_file(patch: pytest.MonkeyPatch) -> None:
    """Rules go through hidden pieces in the order of the file."""
    patch.setattr(drawing, "_some_hidden", lambda *_: number(0))


def first_of_a_hand(patch: pytest.MonkeyPatch) -> None:
    """A deal takes the first piece of a heap that somebody sees, in the order of the file."""

    def lies_open(b: Lowering, entry: str, at: Expression) -> Expression:
        return compare("!=", viewers_in(b, entry, at), 0)

    patch.setattr(taking, "_lies_open", lies_open)


def numbers_of_copies_in_sets(patch: pytest.MonkeyPatch) -> None:
    """Copies that are picked several at a time are called by their own numbers."""

    def one_alone(b: Lowering, question: int) -> list[t.Type]:
        return renamed_kinds(b, question) if isinstance(b.game.questions[question].type, t.Type) else []

    renamed_kinds = naming.renamed_kinds
    for module in (offers, several):
        patch.setattr(module, "renamed_kinds", one_alone)


def dice_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """The log tells everybody what was rolled, under a cup as well."""
    heard_by_all(patch, "dice")


def heard_by_all(patch: pytest.MonkeyPatch, what: str) -> None:
    """What a program notes of one sort is told to everybody."""
    listener, add = LISTENERS[what], Telling.add

    def listening(a: Telling, told: Any) -> Heard:
        tell = listener.listen(a, told)

        def to_all(s: Any, *values: Any) -> Any:
            with pytest.MonkeyPatch.context() as inner:
                inner.setattr(Telling, "add", lambda a, s, event, card, audience=None, **v: add(a, s, event, card, **v))
                return tell(s, *values)

        return to_all

    patch.setitem(LISTENERS, what, attrs.evolve(listener, listen=listening))
