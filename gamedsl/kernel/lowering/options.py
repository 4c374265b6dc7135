"""An option -> its value; or a field of the state, in a program that several set-ups share (``Settings.options``)."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.values.registry import constant_of, lowers
from gamedsl.kernel.program import Expression
from gamedsl.semantics import core


@lowers(core.OptionValue)
def _option(b: Lowering, node: core.OptionValue) -> Expression:
    if node.option in b.settings.options:
        return b.read(_field(node.option))
    return constant_of(b, node.type, b.layout.options[node.option])


def make_option_fields(b: Lowering) -> None:
    """Make the fields of options, as they are in the set-up that is lowered."""
    for name in sorted(b.settings.options):
        field = _field(name)
        b.field(field, 1, b.type_of(b.game.options[name].type), [option_numbers(b, b.layout.options)[field]])


def option_numbers(b: Lowering, options: Mapping[str, bool | int | None]) -> dict[str, int]:
    """Return what stands in the fields of options in a set-up."""
    kinds = {name: b.game.options[name].type for name in b.settings.options}
    return {_field(name): constant_of(b, kind, options[name]).value for name, kind in kinds.items()}


def _field(name: str) -> str:
    return f"option.{name}"
