"""How one kind of expression is put in words"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.presentation.view_data import Segment


@attrs.frozen
class Row:
    """What a kind of expression is called in any game (``name``), and now, in a state (``now``).

    Of what can be a condition also: what it says in any game (``clause``: "your gold is at least 6"), and what is
    missing in a state where it is not as wanted (``missing``: "2 of 6 gold"). See ``kinds`` for all rows.
    """

    name: Callable[..., str] | None = None
    clause: Callable[..., str] | None = None
    now: Callable[..., tuple[Segment, ...] | None] | None = None
    missing: Callable[..., Any] | None = None


AS_WRITTEN = Row()
"""The row of kinds that have none."""
