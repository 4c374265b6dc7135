"""Nothing in, out: the sign that stands for the fault in the patterns of wordings, and what several of them quote."""

from __future__ import annotations

FAULT = "\u00a6"
"""Stands in a pattern before the first token that does not fit; no code holds this sign."""

Rows = tuple[tuple[str, str], ...]
"""Patterns and cures: `{f}` is the fault, the group `at` what is shown and underlined; the cure may quote groups."""
