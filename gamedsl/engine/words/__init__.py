"""Texts, places, values and choices of a game -> their names and words, for records, logs and people."""
