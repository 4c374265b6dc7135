"""A base game for tests of variants, and what a variant makes of it."""

from __future__ import annotations

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.variants.edits import Overlaid
from gamedsl.semantics.variants.overlay import overlay
from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse
from tests.helpers.texts import game_text

BASE = game_text("helpers/variants")


def lay(variant: str) -> tuple[Overlaid, tuple[Diagnostic, ...]]:
    """Return the base with the variant laid over it, and the findings."""
    reporter = Reporter()
    base = parse(Source("base.game", BASE), reporter.report)
    over = parse(Source("variant.game", f'variant V "Title" of "base.game"\n\n{variant}'), reporter.report)
    assert isinstance(base, nodes.GameFile)
    assert isinstance(over, nodes.VariantFile)
    assert () == reporter.diagnostics
    return overlay(base, over, reporter.report), reporter.diagnostics


def items(laid: Overlaid, keyword: str, name: str | None = None) -> tuple[nodes.Item, ...]:
    """Return all items of the sections with this keyword and name."""
    return tuple(
        item
        for section in laid.game.sections
        if (section.keyword, section.name) == (keyword, name)
        for item in section.items
    )


def names(laid: Overlaid, keyword: str, group: str | None = None) -> list[str]:
    """Return the names of the items of a section."""
    return [getattr(item, "name", "") for item in items(laid, keyword, group)]


def text(words: nodes.Words | None) -> str:
    """Return the plain parts of words."""
    assert words is not None
    return "".join(part for part in words.parts or () if isinstance(part, str))
