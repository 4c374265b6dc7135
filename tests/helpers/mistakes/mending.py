"""A mistake in a shipped file -> what `check --fix` makes of it, beside the file as it was."""

from __future__ import annotations

from typing import Literal

from gamedsl.authoring.fixing.repair import repair
from gamedsl.files import GivenFiles
from gamedsl.source import Source
from tests.helpers.mistakes.sampling import Mistake

Mended = Literal["as it was", "otherwise", "in part", "not", "elsewhere"]
"""The file as it was but for blanks; another file without findings; fewer findings; none fewer; in another file."""


def mended(mistake: Mistake) -> Mended:
    """Apply the cures of a mistake; without the files that lie beside the shipped one and are in no package."""
    if mistake.edit.file or mistake.kind.played:
        return "elsewhere"
    text = mistake.texts[0]
    result = repair(Source(mistake.page.path, text), GivenFiles({}))
    if result.text.split() == mistake.page.text.split() and result.fixed:
        return "as it was"
    if result.text == text:
        return "not"
    return "in part" if result.left else "otherwise"
