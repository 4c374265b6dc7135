"""Findings: their codes and pages in the catalogue, a reporter that collects them, one renderer per output format."""
