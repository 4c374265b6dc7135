"""What the machine does -> events in the state's log. Every method is called only when the log is on."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.present import events
from gamedsl.engine.present.words import Wording
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics import core


class Journal:
    """Writes events; words are rendered at the moment they happen."""

    def __init__(self, layout: Layout, wording: Wording, card_names: list[str]) -> None:
        self.layout = layout
        self.wording = wording
        self.card_names = card_names

    def add(self, s: State, event_kind: type[events.Event], audience: int | None = None, /, **values: Any) -> None:
        """Append an event; without ``audience`` everybody sees it."""
        if "card" not in values and s.frames:
            values["card"] = self.card_names[s.frames[-1][0]]
        together = None if s.curtain is None else s.curtain[1]
        event = event_kind(
            audience=self.layout.everybody if audience is None else audience,
            together=together,
            **values,
        )
        s.log = (s.log, event)
        s.log_size += 1

    def entry(self, s: State, f: list[Any], step: core.CoreStep | None, audience: int | None, /, **values: Any) -> None:
        """Append a ledger entry for a step; its words are the step's own, else those of its card."""
        words = ""
        references: tuple[str, ...] = ()
        if step is not None:
            words, references = self.wording.step_words(step, s, f, self.card_names[f[0]])
        self.add(
            s,
            events.LedgerEvent,
            audience,
            number=s.ledger_size,
            decision=s.decisions,
            line=step.span.line if step is not None else 0,
            words=words,
            references=references,
            **values,
        )
        s.ledger_size += 1
