"""Calls -> what the functions do, written where they are called."""
