"""Checked values -> Python text of functions, and the functions made of it."""
