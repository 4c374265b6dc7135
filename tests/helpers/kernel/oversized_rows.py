"""A C file that plays batches -> one in which every third game of a batch has a number that is too large for a row."""

from __future__ import annotations

_FITS = "int64_t fit = 1;"


def unfit(text: str) -> str:
    """Return such a file."""
    assert _FITS in text
    return text.replace(_FITS, "int64_t fit = b->at % 3 != 1;")
