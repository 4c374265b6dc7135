"""Players written in Python, as examples; see docs/bots.md."""
