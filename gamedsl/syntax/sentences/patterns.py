"""The text of a pattern of sentences -> a pattern that is compiled when a line that cannot be read first needs it.

There are some hundred, and compiling them takes a quarter of the time in which a small file is checked.
"""

from __future__ import annotations

import re
from functools import cached_property


class Pattern:
    """A pattern with the methods of compiled ones that sentences need."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.text)

    def match(self, text: str) -> re.Match[str] | None:
        """Return what the beginning of a text matches."""
        return self._compiled.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return what the whole of a text matches."""
        return self._compiled.fullmatch(text)

    def split(self, text: str) -> list[str]:
        """Return a text cut where the pattern matches."""
        return self._compiled.split(text)
