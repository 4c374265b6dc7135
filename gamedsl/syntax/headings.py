"""The entries and cards under a section -> where the line of another section is missing, as far as their form tells."""

from __future__ import annotations

import re

from gamedsl.syntax.layout import Block

_CARDS = frozenset({"phases", "actions", "rules", "triggers", "modifiers", "scoring", "hints", "scenarios", "display"})
_COMPONENT = r"(?:counter|card|tile|piece|space|chart|dice)\b(?: *$|, *(?:[0-9]|csv|unlimited|adjacent)| .*\.\.)"
_ZONE = r"(?:(?:purse|heap|stack|slot|set|design) of |player\b(?! *,)|-?[0-9]+ *\.\.)"
_NAME = r"(?:change )?(?!(?:who|when|until|once|worth|let|change)\b)\w+"
# What a line under a section looks like; the section it then belongs to; the sections that can hold such lines.
_FORMS: tuple[tuple[str, str, frozenset[str]], ...] = (
    (r"winner:", "end", frozenset({"end"})),
    (rf"{_NAME}(?:\(.*\))? *= ", "terms", frozenset({"terms"})),
    (rf"{_NAME}(?:\[.*\])?: *{_COMPONENT}", "components", frozenset({"components", "table"})),
    (rf"{_NAME}(?:\[.*\])?: *{_ZONE}", "table", frozenset({"components", "table"})),
    (r"each \w+$", "table", frozenset({"table", "terms", "display"})),
)
# The first kind of field that is found decides: `when` and `then` stand in nearly all cards.
_FIELDS: tuple[tuple[str, str], ...] = (
    (r"(?:each|title|joined|line|instead of):", "display"),
    (r"(?:given|at|with|seed):", "scenarios"),
    (r"(?:after|once):", "triggers"),
    (r"(?:play|steps|until|start|pass):", "phases"),
    (r"(?:pick|cost|let):", "actions"),
    (r"(?:change|forbid):", "modifiers"),
    (r"worth:", "scoring"),
    (r"(?:when|then):", "rules"),
)
_CARD = re.compile(r"(?:change )?\w+(?:\(.*\))?(?: *\"[^\"]*\")?(?: *\[[^\]]*\])?$")


def _form(block: Block) -> tuple[str, frozenset[str]] | None:
    """Return the section that a block under a section looks like and those that can hold it, or None."""
    text = block.line.text
    for pattern, section, holders in _FORMS:
        if re.match(pattern, text):
            return section, holders
    if _CARD.match(text):
        for pattern, section in _FIELDS:
            if any(re.match(pattern, child.line.text) for child in block.children):
                return section, _CARDS
    return None


def missing_heading(section: str, block: Block) -> tuple[int, str] | None:
    """Return from which of its children on a section that cannot be read is another one, and the likely name of that.

    Only forms that the section can never hold count; cards of one section look like those of another.
    """
    if section == "setup":
        return None
    for index, child in enumerate(block.children):
        form = _form(child)
        if form is not None and section not in form[1]:
            return _first(block, index, form[0]), form[0]
    return None


def _first(block: Block, index: int, likely: str) -> int:
    """Return where the other section starts: at lines above that look alike, or at conditions above a winner."""
    while index:
        above = block.children[index - 1]
        form = _form(above)
        if not (form and form[0] == likely) and not (likely == "end" and above.line.text.startswith("when:")):
            break
        index -= 1
    return index
