"""A list of references to rulebooks as text -> the same when it is short, else how many there are of each sort."""

from __future__ import annotations

import re

_ONE = re.compile(r"(?P<sort>[A-Z][A-Z0-9]+-[A-Z]?)(?P<number>[0-9]+)(?P<letter>[a-z]?)")
_MOST = 8
"""So many references are still told one by one."""


def summary(references: str) -> str:
    """Return references, separated by ``, ``; many as "104 from TYC-001 to TYC-190" for each book and letter."""
    written = references.split(", ")
    if len(written) <= _MOST:
        return references
    sorts: dict[str, list[str]] = {}
    for one in written:
        found = _ONE.match(one)
        sorts.setdefault(found["sort"] if found else one, []).append(one)
    return ", ".join(_told(sort) for sort in sorts.values())


def _told(written: list[str]) -> str:
    if len(written) == 1:
        return written[0]
    ends = sorted({end for one in written for end in one.split("..")}, key=_place)
    return f"{len(written)} from {ends[0]} to {ends[-1]}"


def _place(reference: str) -> tuple[int, str]:
    found = _ONE.fullmatch(reference)
    return (0, reference) if found is None else (int(found["number"]), reference)
