"""A line as people write it who know rulebooks or other languages -> what to write instead."""
