"""A state and a viewer -> what may be seen and said of it: views, displays, words, the log."""
