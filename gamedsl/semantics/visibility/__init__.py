"""A checked game -> findings about what players cannot know: see ``judge``."""
