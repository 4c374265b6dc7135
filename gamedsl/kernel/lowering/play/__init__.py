"""Phases, plans, questions and paragraphs that wait -> blocks."""
