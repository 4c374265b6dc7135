"""The page about the architecture shows what each stage really makes of its example, and names rooms that are there."""

import re

from tests.helpers.suite.architecture_page import PAGE, page
from tests.helpers.suite.pages import ROOT


def test_every_stage_is_shown_as_it_is() -> None:
    """Where it differs: ``python tests/docs/refresh.py`` writes the outputs anew; look whether the text still fits."""
    assert PAGE.read_text("utf-8") == page()


def test_files_that_are_named_are_there() -> None:
    """A room that has moved or gone must not be looked for."""
    named = set(re.findall(r"`([\w/]+(?:/|\.(?:py|md|game)))`", PAGE.read_text("utf-8")))
    roots = [ROOT, ROOT / "gamedsl", *(ROOT / "gamedsl").glob("*"), *(ROOT / "gamedsl").glob("*/*")]
    assert named
    assert [] == [one for one in named if not any((root / one).exists() for root in roots)]
