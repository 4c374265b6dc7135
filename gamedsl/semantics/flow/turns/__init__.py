"""Checks of what rules say about turns that are over."""
