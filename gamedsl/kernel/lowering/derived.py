"""Names -> which fields and words that only follow from others a program is made without, to measure what they bring"""

from __future__ import annotations

from typing import Final

from gamedsl.kernel.lowering.context import Lowering

DERIVED: Final = {
    "owners": "words of the cells that hold something, and of those of each player",
    "values": "words of the places or pieces that have each value of an entry of the table",
    "inside": "words of the pieces that lie in the slots of an owner, or in any",
    "lines": "ends that look at the lines through cells that have changed only",
    "chains": "what hangs together, grown from what did before",
    "masks": "conditions about elements of sets as words",
}
"""What can be left out by name, beside the passes of ``passes/pipeline.py``."""


def is_left_out(b: Lowering, name: str) -> bool:
    """Tell whether a program is made without something; ``lines`` needs ``owners``, which tells what has changed."""
    assert name in DERIVED
    without = b.settings.without
    return name in without or (name == "lines" and "owners" in without)
