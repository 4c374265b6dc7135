"""Sections that declare -> symbols: kinds, counters, zones, values, heads of paragraphs."""
