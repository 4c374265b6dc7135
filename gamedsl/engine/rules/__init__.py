"""Checked paragraphs -> operations: steps, decisions, phases, triggers, offers."""
