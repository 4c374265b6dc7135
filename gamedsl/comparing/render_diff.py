"""Differences between two games -> lines for people, and plain data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any, Literal

import attrs

from gamedsl.comparing.citing import summary
from gamedsl.comparing.differences import Comparison, Difference, Part

VERSION = 1
_SHORT = 72
"""Texts whose old and new form fit into so many signs are told on one line."""
_AROUND = 2
"""So many unchanged lines are told around a changed one."""
_TITLES = {
    "header": "Header",
    "about": "Facts",
    "setup": "Setup",
    "scoring": "Points",
    "references": "References to the rulebook",
}

LineKind = Literal["title", "section", "added", "removed", "changed", "old", "new", "plain"]


@attrs.frozen
class Line:
    """One line for people: what it is (for colours), and its text."""

    kind: LineKind
    text: str


def told(comparison: Comparison) -> Iterator[Line]:
    """Walk what differs as lines for people, section by section; one line says so when nothing does."""
    number = len(comparison.differences)
    counted = "no difference" if not number else f"{number} difference{'s' if number > 1 else ''}"
    old, new = f"{comparison.old_title} ({comparison.old_name})", f"{comparison.new_title} ({comparison.new_path})"
    yield Line("title", f"{old} → {new}")
    yield Line("plain", f"{counted} in rules, data and options")
    section = ""
    for difference in comparison.differences:
        if difference.section != section:
            section = difference.section
            yield Line("plain", "")
            yield Line("section", _TITLES.get(section, section.capitalize()))
        yield from _told(difference)


def _told(difference: Difference) -> Iterator[Line]:
    called = " ".join(part for part in (difference.kind, difference.name) if part)
    words = f' "{difference.words}"' if difference.words and len(difference.words) < _SHORT else ""
    head = f"  {difference.deed:<8} {called}{words}"
    short = [_short(part) for part in difference.parts]
    if difference.deed != "changed":
        lines = (summary(difference.text) if difference.section == "references" else difference.text).split("\n")
        if len(lines) == 1 and not difference.name:
            yield Line(difference.deed, f"{head}: {lines[0]}")
            return
        yield Line(difference.deed, head)
        sign = "+" if difference.deed == "added" else "-"
        yield from (Line("new" if sign == "+" else "old", f"      {sign} {line}") for line in lines)
    elif len(short) == 1 and short[0] is not None and len(head) + len(short[0]) < _SHORT + 30:
        yield Line("changed", f"{head}: {short[0]}")
    else:
        yield Line("changed", head)
        for part, said in zip(difference.parts, short, strict=True):
            yield from [Line("plain", f"      {said}")] if said is not None else _long(part)


def _short(part: Part) -> str | None:
    """Return a part on one line, or None when it is too long for that."""
    if "\n" in part.old + part.new or len(part.old) + len(part.new) > _SHORT:
        return None
    if not part.old:
        return f"{part.part}, new: {part.new}"
    if not part.new:
        return f"{part.part}, gone: {part.old}"
    return f"{part.part}: {part.old} → {part.new}"


def _long(part: Part) -> Iterator[Line]:
    """Walk the lines of a part: unchanged ones near the changed ones, old ones, new ones."""
    old, new = ([*text.split("\n")] if text else [] for text in (part.old, part.new))
    yield Line("plain", f"      {part.part}:")
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_AROUND):
        if group[0][1] or group[0][3]:
            yield Line("plain", "          …")
        for tag, low, high, start, stop in group:
            if tag == "equal":
                yield from (Line("plain", f"          {line}") for line in old[low:high])
                continue
            yield from (Line("old", f"        - {line}") for line in old[low:high])
            yield from (Line("new", f"        + {line}") for line in new[start:stop])
        if group[-1][2] < len(old):
            yield Line("plain", "          …")


def as_dict(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain data for ``json.dumps``; see docs/json.md."""
    return {
        "version": VERSION,
        "old": {"path": comparison.old_path, "title": comparison.old_title},
        "new": {"path": comparison.new_path, "title": comparison.new_title},
        "differences": [
            attrs.asdict(one) | {"parts": [attrs.asdict(part) for part in one.parts]} for one in comparison.differences
        ],
    }
