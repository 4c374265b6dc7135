"""Rule texts for tests of documents and answers: cards that come and go, and bids that all make together."""

from tests.helpers.texts import game_text

HIDING = game_text("helpers/documents_hiding")
BIDS = game_text("helpers/documents_bids")
HANDS = game_text("helpers/documents_hands")
