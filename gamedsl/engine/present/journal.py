"""What the machine does -> events in the state's log. Every method is called only when the log is on."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.present import events
from gamedsl.engine.present.words import Wording
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics import core

Said = tuple[str, tuple[str, ...]]
"""Words and references of a ledger entry."""


class Journal:
    """Writes events; words are rendered at the moment they happen."""

    def __init__(self, layout: Layout, wording: Wording, card_names: list[str]) -> None:
        self.layout = layout
        self.wording = wording
        self.card_names = card_names
        self.kept: dict[int, int] = {}
        """Where in the frames of a card, by its number, its words are kept as they were when it began."""

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

    def said(self, s: State, f: list[Any], step: core.CoreStep | None) -> Said:
        """Return words and references of the ledger entry of a step that is about to begin.

        The words are the step's own, else those of its card as they were when that began.
        """
        if step is None:
            return "", ()
        place = self.kept.get(f[0])
        return self.wording.step_words(step, s, f, self.card_names[f[0]], None if place is None else f[place])

    def entry(self, s: State, step: core.CoreStep | None, said: Said, audience: int | None, /, **values: Any) -> None:
        """Append a ledger entry for a step, with what was ``said`` when it began."""
        words, references = said
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
