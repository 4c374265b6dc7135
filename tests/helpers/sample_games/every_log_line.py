"""A game in which everything is told that a log can hold: words with values kept while play waits, and so on."""

from __future__ import annotations

from tests.helpers.texts import game_text

TALES = game_text("helpers/every_log_line")
