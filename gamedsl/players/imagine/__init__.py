"""A state and a seat -> deals of what this seat cannot know, and games played on them."""
