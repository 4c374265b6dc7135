"""Settings -> results of single games, by several processes, kept in a file."""
