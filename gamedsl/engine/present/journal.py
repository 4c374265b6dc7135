"""What happens -> events in the log of a state, which must have one"""

from __future__ import annotations

from typing import Any

from gamedsl.engine.present.events import Event
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout

Said = tuple[str, tuple[str, ...]]
"""Words and references of a ledger entry."""


def tell(layout: Layout, s: State, kind: type[Event], audience: int | None = None, /, **values: Any) -> None:
    """Append an event; without ``audience`` everybody sees it."""
    event = kind(
        audience=layout.everybody if audience is None else audience,
        together=None if s.curtain is None else s.curtain[1],
        behind=-1 if s.curtain is None else s.curtain[2],
        **values,
    )
    s.log = (s.log, event)
    s.log_size += 1
