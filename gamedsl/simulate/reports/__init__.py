"""Metrics and results -> reports: sentences, tables and plots, in every output format."""
