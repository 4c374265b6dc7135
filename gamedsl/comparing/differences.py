"""What differs between two games, as plain records."""

from __future__ import annotations

from typing import Literal

import attrs

Deed = Literal["added", "removed", "changed"]


@attrs.frozen
class Part:
    """One part of a changed thing: what it is called, and its text before and after (empty: there was, is none)."""

    part: str
    old: str
    new: str


@attrs.frozen(kw_only=True)
class Difference:
    """One thing that only one of two games has, or that is different in them.

    ``section`` is that of the rule file, or "header" or "references". ``kind`` is a word for people ("action"); of a
    row it is the component it belongs to. ``name`` is the name in the rules, ``player.coins`` for what belongs to
    players; for lines of ``end`` their keyword, for steps empty. ``words`` are the words for people of the thing,
    without quotes. ``parts`` say what has changed; ``text`` is the rule text of what was added or removed.
    """

    section: str
    kind: str
    name: str
    deed: Deed
    words: str = ""
    parts: tuple[Part, ...] = ()
    text: str = ""


@attrs.frozen(kw_only=True)
class Comparison:
    """Two games, called by their paths and titles, and all that differs, section by section."""

    old_path: str
    old_name: str
    """What people call the old one: its path, or the name by which a variant calls its base."""
    old_title: str
    new_path: str
    new_title: str
    differences: tuple[Difference, ...]
