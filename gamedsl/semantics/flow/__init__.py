"""A checked game -> findings about how its cards lead to each other: see ``judge``."""
