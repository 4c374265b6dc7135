"""A fault of a program with its numbers -> the error of a rule, with the values of its message"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.engine.errors import RuleError, told_chain
from gamedsl.engine.words.wording import Wording
from gamedsl.kernel.lowering.rule_errors import Chain, Fault
from gamedsl.semantics.core import types as t


@attrs.frozen
class Moment:
    """When a fault came up: where the pieces lay, which paragraphs were open, outermost first."""

    place: Sequence[int] = ()
    open: Sequence[str] = ()


def rule_error(fault: object, values: Sequence[int], wording: Wording, moment: Moment | None = None) -> RuleError:
    """Return a fault as the error that the engine raises; values of its message that name things become words."""
    assert isinstance(fault, Fault)
    when = moment or Moment()
    message = {name: _told(one, wording, when) for name, one in fault.message(values).items()}
    return RuleError(fault.code, fault.span, **message)


def _told(value: Any, wording: Wording, moment: Moment) -> str | int:
    table: Any = moment
    match value:
        case str() | int():
            return value
        case Chain(last=last):
            return told_chain([*moment.open, last])
        case ("tied", kind, found):
            return enumerated([wording.label(kind, one) for one in found])
        case ("piece", piece):
            return wording.label(t.PieceType(wording.layout.piece_kind[piece]), piece)
        case ("cell", cell):
            return wording.cell(cell)
        case ("purse", purse):
            return wording.purse(purse, table)
        case ("field", field):
            return wording.field(field, table)
        case ("seat", seat):
            return "nobody" if seat < 0 else wording.label(t.PlayerType(), seat)
        case _:
            raise TypeError(f"unknown value of a message {value!r}")
