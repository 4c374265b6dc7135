"""Checked cards -> operations: steps, decisions, phases, triggers, offers."""
