"""The text of a file before and after -> what changes, as lines of a unified diff."""

from __future__ import annotations

import difflib

import click

from .console import plain, wants_colour


def print_diff(name: str, before: str, after: str) -> None:
    """Print what changes in a file, in colours at a terminal."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="")
    for line in lines:
        colour = {"+": "green", "-": "red"}.get(line[:1]) if line[:3] not in ("+++", "---") else None
        click.secho(plain(line), fg=colour, color=wants_colour())
