"""The words of a checked game: their keys, their translations, their number forms."""
