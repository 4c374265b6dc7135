"""Checked values -> expressions of kernel programs."""
