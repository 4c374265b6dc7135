"""What a deal was to take from, as an event writes it -> words for it, where it is a selection and no place"""

from __future__ import annotations

from gamedsl.engine.setup.as_written import source_text
from gamedsl.engine.state.by_game import ByGame, parts_of_game
from gamedsl.engine.words.wording import Wording
from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.verbalize.kinds import WordsInGeneral
from gamedsl.presentation.verbalize.scope import Scope, nothing_known
from gamedsl.semantics import core

_dealt = ByGame(
    lambda game: {
        source_text(part.source): part.source
        for part in parts_of_game(game)
        if isinstance(part, core.Deal) and not isinstance(part.source, core.ZoneRef)
    }
)


class Selections:
    """Words for what the deals of one set-up select from."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.dealt = _dealt(wording.game)

    def called(self, source: str) -> str:
        """Return what a source of an event is called; empty for a place of the table."""
        if source in self.wording.game.zones or source not in self.dealt:
            return ""
        return WordsInGeneral(self.wording).of(self.dealt[source], Scope({}, nothing_known))


def told_at_most(step: core.Deal, told: str, things: str) -> str:
    """Return how many a deal takes that deals as many as there are and fit: "up to 3 cards", "all cards"."""
    if isinstance(step.count, core.CountPieces | core.Count):
        return gettext("all {things}", things=things)
    return gettext("up to {what}", what=told)
