"""Loops -> loops with fewer passes, or with less to do in each."""
