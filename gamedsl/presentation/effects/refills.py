"""The places of a set-up that are filled up again -> in words when that happens, and where from"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.place_names import number_of_kind
from gamedsl.i18n.speaking import gettext
from gamedsl.presentation.verbalize.in_general import Phrases
from gamedsl.presentation.verbalize.scope import Scope
from gamedsl.semantics.core import model


def refills(phrases: Phrases, scope: Scope) -> Iterator[tuple[model.Zone, str, str]]:
    """Yield each place that is filled up, with a title and what happens then, in the order of the table."""
    for zone in phrases.game.zones.values():
        for use in zone.traits:
            if use.name == "refilled" and use.source is not None and _holds(use, scope):
                source = phrases.entry(phrases.game.zones[use.source])
                yield zone, *_told(phrases, zone, use, source)


def _holds(use: model.TraitUse, scope: Scope) -> bool:
    return use.condition is None or scope.tell(use.condition) in (True, UNKNOWN)


def _told(phrases: Phrases, zone: model.Zone, use: model.TraitUse, source: str) -> tuple[str, str]:
    place = phrases.entry(zone)
    if use.level is None or use.phase is None:
        words = gettext("shuffle all of {source}, and go on drawing from there", source=source)
        return headed(gettext("Used up"), place), words
    things = number_of_kind(phrases.game, zone.kind, use.level, phrases.plurals)
    words = gettext(
        "after {phase} as many come from {source} as it takes to have {things}",
        phase=phrases.paragraph(use.phase),
        source=source,
        things=things,
    )
    return headed(gettext("Filled up"), place), words
