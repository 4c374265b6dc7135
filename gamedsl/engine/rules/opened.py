"""The frames of a state -> the paragraphs that are open in it, outermost first."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.rules.paragraphs import Paragraphs
from gamedsl.engine.state.flat import State


def opened(paragraphs: Paragraphs, s: State) -> Iterator[OpenParagraph]:
    """Walk the paragraphs that are open in a state; what waits below a trigger is none."""
    for frame in s.frames:
        code = paragraphs.codes[frame[0]]
        if code.section:
            own = paragraphs.of_offers.get(frame[0], code)
            name = own.paragraph if own.paragraph in ("", own.section) else f"{own.section} {own.paragraph}"
            yield OpenParagraph(name or own.section, own is not code, frame, code.holding, code.loops)
