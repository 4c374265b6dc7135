"""Scenarios of rule files: run them and tell where they went another way."""
