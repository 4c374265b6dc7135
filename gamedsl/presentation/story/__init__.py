"""Events and a viewer -> the log as people tell a game: moves, each with what it cost and brought."""
