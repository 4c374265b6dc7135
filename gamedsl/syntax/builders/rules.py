"""The builders of all rules of the grammar, by the name of the tree."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.syntax.builders import expressions, nouns, paragraphs, steps
from gamedsl.syntax.builders.builder import Rule

RULES: Mapping[str, Rule] = expressions.RULES | steps.RULES | nouns.RULES | paragraphs.RULES
