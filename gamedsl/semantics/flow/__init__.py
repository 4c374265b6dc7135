"""A checked game -> findings about how its paragraphs lead to each other: see ``judge``."""
