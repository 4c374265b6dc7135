"""What steps do, as data: every step is known to every pass, and every name in a row is a field."""

from __future__ import annotations

import attrs
import pytest

from gamedsl.semantics import core
from gamedsl.semantics.flow.endless_phases import CONTROL as FLOW
from gamedsl.semantics.visibility.guards import CONTROL as KNOWLEDGE

SCENARIO = {core.PlayMove, core.Expect, core.Force}
STEPS = {kind for kind in core.CoreStep.__subclasses__() if kind not in SCENARIO}


@pytest.mark.parametrize("control", [FLOW, KNOWLEDGE], ids=["flow", "knowledge"])
def test_every_step_is_known_once(control: dict[type[core.CoreStep], object]) -> None:
    """A step either has a row of effects or is known to the pass itself."""
    assert STEPS == set(core.EFFECTS) ^ set(control)
    assert set() == set(core.EFFECTS) & set(control)


def test_rows_name_fields() -> None:
    """A misspelt field would be silent otherwise."""
    for step, effect in core.EFFECTS.items():
        named = {*effect.reads, *effect.changes, effect.looks, effect.takes, effect.pays, effect.dice, effect.points}
        assert named - {""} <= {field.name for field in attrs.fields(step)}
