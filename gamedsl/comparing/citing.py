"""References to rulebooks, single ones and ranges -> each by itself, runs of them, and how many there are of a sort."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_ONE = re.compile(r"(?P<sort>[A-Z][A-Z0-9]+-[A-Z]?)(?P<number>[0-9]+)(?P<letter>[a-z]?)")
_MOST = 8
"""So many references are still told one by one."""


_LONGEST = 10_000
"""A range of more references is taken as one."""
_RUN = 3
"""So many references that follow each other are told as a range."""


def spread(references: Iterable[str]) -> Iterator[str]:
    """Yield every single reference that is cited, those of ranges one by one."""
    for reference in references:
        first, last = (_ONE.fullmatch(end) for end in (reference.split("..")[0], reference.split("..")[-1]))
        if first is None or last is None or first["sort"] != last["sort"] or first["letter"] or last["letter"]:
            yield reference
            continue
        low, high, width = int(first["number"]), int(last["number"]), len(first["number"])
        if high - low > _LONGEST:
            yield reference
        else:
            yield from (f"{first['sort']}{number:0{width}}" for number in range(low, high + 1))


def folded(references: Iterable[str]) -> str:
    """Return single references by book, letter and number, those that follow each other as ranges."""
    runs: list[list[str]] = []
    for one in sorted(dict.fromkeys(references), key=_sorted_by):
        sort, number, text = _sorted_by(one)
        if runs and _sorted_by(runs[-1][-1])[:2] == (sort, number - 1) and text[-1:].isdecimal():
            runs[-1].append(one)
        else:
            runs.append([one])
    told = ([f"{run[0]}..{run[-1]}"] if len(run) >= _RUN else run for run in runs)
    return ", ".join(one for run in told for one in run)


def _sorted_by(reference: str) -> tuple[str, int, str]:
    found = _ONE.fullmatch(reference)
    return (reference, 0, reference) if found is None else (found["sort"], int(found["number"]), reference)


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
    return f"{sum(1 for _ in spread(written))} from {ends[0]} to {ends[-1]}"


def _place(reference: str) -> tuple[int, str]:
    found = _ONE.fullmatch(reference)
    return (0, reference) if found is None else (int(found["number"]), reference)
