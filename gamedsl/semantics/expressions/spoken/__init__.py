"""Expressions as people speak them, and what to write instead."""
