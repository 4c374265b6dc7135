"""Kernel programs -> programs that play the same games in less time."""
