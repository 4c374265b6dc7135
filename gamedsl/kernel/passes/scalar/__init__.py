"""Statements -> fewer and simpler ones, with what is known where they stand."""
