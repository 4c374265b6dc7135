"""What happens -> events in the log of a state, which must have one"""

from __future__ import annotations

from typing import Any

from gamedsl.engine.events import Event, LedgerEvent, RestEvent, ValueEvent
from gamedsl.engine.state.flat import StateLike
from gamedsl.engine.state.layout import Layout

Said = tuple[str, tuple[str, ...]]
"""Words and references of a ledger entry."""
MOST_CHANGES = 50_000
"""Payments, moves, points and values that are told of one decision; more would fill the memory, and nobody reads it."""


def tell(layout: Layout, s: StateLike, kind: type[Event], audience: int | None = None, /, **values: Any) -> None:
    """Append an event; without ``audience`` everybody sees it. Of too many changes the rest is left out."""
    if issubclass(kind, (LedgerEvent, ValueEvent)):
        s.changes_told += 1
        if s.changes_told > MOST_CHANGES + 1:
            return
        if s.changes_told > MOST_CHANGES:
            kind, audience, values = RestEvent, None, {"card": values["card"], "line": values["line"]}
    event = kind(
        audience=layout.everybody if audience is None else audience,
        together=None if s.curtain is None else s.curtain[1],
        behind=-1 if s.curtain is None else s.curtain[2],
        **values,
    )
    s.log = (s.log, event)
    s.log_size += 1
