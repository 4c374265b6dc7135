"""A fault of a program with its numbers -> the error of a rule, with the values of its message"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.engine.errors import RuleError
from gamedsl.engine.present.words import Wording
from gamedsl.kernel.lowering.context import Fault


def rule_error(fault: object, values: Sequence[int], wording: Wording) -> RuleError:
    """Return a fault as the error that the engine raises; values of its message that name things become words."""
    assert isinstance(fault, Fault)
    message = {name: _told(one, wording) for name, one in fault.message(values).items()}
    return RuleError(fault.code, fault.span, **message)


def _told(value: Any, wording: Wording) -> str | int:
    match value:
        case str() | int():
            return value
        case ("tied", kind, found):
            return enumerated([wording.label(kind, one) for one in found])
        case _:
            raise TypeError(f"unknown value of a message {value!r}")
