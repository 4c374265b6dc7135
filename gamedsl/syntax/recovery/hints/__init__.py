"""A place where reading stops -> the finding that a person needs, and what to write instead."""
