"""A name -> the texts of a rule file that a stranger might send to make gamedsl work for long: one of each kind."""

from __future__ import annotations

from tests.helpers.hostile import forms, rules, tables
from tests.helpers.hostile.registry import MAKERS, Texts

ROOMS = (tables, rules, forms)
"""The modules whose makers are known."""


def hostile_names() -> tuple[str, ...]:
    """Return the names of all hostile files."""
    return tuple(MAKERS)


def hostile(name: str) -> Texts:
    """Return the texts of a hostile file."""
    return MAKERS[name]()
