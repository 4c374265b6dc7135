"""A name -> the texts of a rule file that a stranger might send to make gamedsl work for long: one of each kind."""

from __future__ import annotations

import hostile_forms
import hostile_rules
import hostile_tables
from hostile_help import MAKERS, Texts

ROOMS = (hostile_tables, hostile_rules, hostile_forms)
"""The modules whose makers are known."""


def hostile_names() -> tuple[str, ...]:
    """Return the names of all hostile files."""
    return tuple(MAKERS)


def hostile(name: str) -> Texts:
    """Return the texts of a hostile file."""
    return MAKERS[name]()
