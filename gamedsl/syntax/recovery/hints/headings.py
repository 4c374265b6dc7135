"""The entries and paragraphs under a section -> where the line of another is missing, as far as their form tells."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterator

from gamedsl.syntax.grammar.field_words import FIELDS
from gamedsl.syntax.grammar.vocabulary import SCENARIO_STEPS, WORDS
from gamedsl.syntax.nodes import Step
from gamedsl.syntax.text.layout import Block

_COMPONENT = r"(?:counter|card|tile|piece|space|chart|dice)\b(?: *$|, *(?:[0-9]|csv|unlimited|adjacent)| .*\.\.)"
_ZONE = r"(?:(?:{zones}|set|design) of |\w+ or none\b|(?:player|number)\b(?! *,(?! *(?:{traits})\b))|-?[0-9]+ *\.\.)"
VALUED_FIELDS = ("who", "when", "until", "once", "worth", "let", "change")
"""Fields behind which values stand, so that they may look like terms and entries."""

OTHER_STEPS = ("lay", "set", "let", "score", "pick", "offer", "show")
"""Steps that say nothing about their section: they stand in paragraphs, or under a misspelt field."""


def _of_form(form: str) -> Iterator[tuple[str, str]]:
    """Yield the word of a step that stands in a setup by its form, with what tells that it is no name."""
    first, *rest = re.split(r"\{\w+\}", form)
    if first and (word := first.split()[0]) not in (*OTHER_STEPS, *SCENARIO_STEPS):
        yield word, r" \w+$" if rest == [""] else f" .*{rest[0]}"


SETUP_LINES = {
    **dict(row for kind in Step.__subclasses__() for row in _of_form(kind.form)),
    "deal": " .* from ",
    "move": " .* to ",
    "shuffle": r" \w+(?: to .*)?$",
    "roll": r" \w",
}
"""Steps that stand in a setup, with what tells that they are no names."""

_NAME = rf"(?:change )?(?!(?:{'|'.join(VALUED_FIELDS)})\b)\w+"
_STEPS = "|".join(step + behind for step, behind in SETUP_LINES.items())
# What a line under a section looks like; the section it then belongs to; the sections that can hold such lines (of
# steps all sections with paragraphs as well).
_FORMS: tuple[tuple[str, str, frozenset[str]], ...] = (
    (r"winner:(?! *player(?: or none)? *(?:$|[,\"\[]))", "end", frozenset({"end"})),
    (rf"{_NAME}(?:\(.*\))? *= ", "terms", frozenset({"terms"})),
    (rf"{_NAME}(?:\[.*\])?: *{_COMPONENT}", "components", frozenset({"components", "table"})),
    (rf"{_NAME}(?:\[.*\])?: *{_ZONE}", "table", frozenset({"components", "table"})),
    (r"each \w+$", "table", frozenset({"table", "terms", "display"})),
    (rf"(?:for each \w+ in |{_STEPS})", "setup", frozenset({"setup", "end"})),
)
# The first kind of field that is found decides: `when` and `then` stand in nearly all paragraphs.
SECTION_OF_FIELDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("each", "title", "joined", "line", "instead of"), "display"),
    (("given", "at", "with", "seed", "cases", "from", "illegal"), "scenarios"),
    (("after", "once"), "triggers"),
    (("play", "steps", "until", "start", "pass"), "phases"),
    (("pick", "cost", "let"), "actions"),
    (("change", "forbid"), "modifiers"),
    (("level",), "hints"),
    (("worth",), "scoring"),
    (("when", "then"), "rules"),
)
FIELDS_OF_MANY = ("who", "winner", "players", "depth", "seen")
"""Fields that do not tell the section of their paragraph: they stand in several, or do so with another beside them."""

_WORDS = re.compile(rf"{_NAME}: *-?\w+(?:, *-?\w+)+ *(?:$|\")")
_FIELD = re.compile(r"([a-z]+):")
_TERM = re.compile(rf"{_NAME}(?:\(.*\))? *= ")
_NUMBERS = re.compile(rf"{_NAME}: *-?[0-9]")
_MOVE = re.compile(r"(?:expect |[A-Z]\w*: *\w+\()")
_CALLED = re.compile(rf"{_NAME}\([^()]*\) = ")
_PARAGRAPH = re.compile(r"(?:change )?\w+(?:\(.*\))?(?: *\"[^\"]*\")?(?: *\[[^\]]*\])?$")


@functools.cache
def _forms() -> tuple[tuple[re.Pattern[str], str, frozenset[str]], ...]:
    """Return the forms of lines, with the words of the language in them."""
    zones, traits = "|".join(WORDS.zones), "|".join(WORDS.traits)
    return tuple(
        (
            re.compile(pattern.replace("{zones}", zones).replace("{traits}", traits)),
            section,
            holders | WORDS.paragraph_sections if section == "setup" else holders,
        )
        for pattern, section, holders in _FORMS
    )


def _form(block: Block) -> tuple[str, frozenset[str]] | None:
    """Return the section that a block under a section looks like and those that can hold it, or None."""
    text = block.line.text
    if text.startswith("each ") and block.children and all(_TERM.match(one.line.text) for one in block.children):
        return "terms", frozenset({"terms"})
    for pattern, section, holders in _forms():
        if pattern.match(text):
            return section, holders
    if _PARAGRAPH.match(text):
        told = (step.line.text for child in block.children if child.line.text == "then:" for step in child.children)
        if any(_MOVE.match(step) for step in told):
            return "scenarios", WORDS.paragraph_sections
        written = {child.line.text.partition(":")[0] for child in block.children if ":" in child.line.text}
        for fields, section in SECTION_OF_FIELDS:
            if not written.isdisjoint(fields):
                return section, WORDS.paragraph_sections
    return None


def missing_heading(
    section: str, block: Block, is_read: Callable[[str, Block], bool], others: Collection[str]
) -> tuple[int, str] | None:
    """Return from which of its children on a section that cannot be read is another one, and the likely name of that.

    Only forms that the section can never hold count; paragraphs of one section look like those of another. ``is_read``
    tells whether a section can hold a child: one that it can hold is at home (a value may be called `winner`), and a
    term that cannot be read as such either is rather an entry with a slip. ``others``: the sections whose lines are
    there.
    """
    for index, child in enumerate(block.children):
        form = _form(child) or _option(section, child, others)
        if form is None or section in form[1] or is_read(section, child):
            continue
        if form[0] == "terms" and not is_read("terms", child):
            continue
        if (section, form[0]) == ("scoring", "terms") and index + 1 == len(block.children):
            continue  # A single line is rather a source with what it is worth.
        strays = (
            form[0] == "terms" and _CALLED.match(child.line.text) and goes_back(section, block.children[index + 1 :])
        )
        if strays or _goes_on(section, form[0], block.children[index:]):
            return _first(block, index, form[0]), form[0]
    return None


def _option(section: str, child: Block, others: Collection[str]) -> tuple[str, frozenset[str]] | None:
    """Return the section of words or numbers with commas under `about`, where all facts stand in quotes.

    Lists of words stand under `types` and `options`: they belong to the one whose line is missing.
    """
    likely = likely_section(child) if section == "about" else ""
    if likely == "types" and "types" in others and "options" not in others:
        likely = "options"
    return (likely, frozenset({likely})) if likely in ("options", "types") else None


def goes_back(section: str, blocks: list[Block]) -> bool:
    """Tell whether blocks behind one that belongs elsewhere look like the section again: then that one has strayed."""
    alike = ("types", "options")
    found = {likely_section(block) for block in blocks}
    return section in found or (section in alike and not found.isdisjoint(alike))


def likely_section(block: Block) -> str:
    """Return the section that a line under a header looks like; nothing when nobody can tell."""
    form = _form(block)
    if form is None and _WORDS.match(block.line.text):
        return "options" if _NUMBERS.match(block.line.text) else "types"
    return form[0] if form else ""


def paragraphs_of_another(section: str, block: Block) -> tuple[int, str] | None:
    """Return from which of its paragraphs on a section looks like another one, by their fields, and the name of that.

    Most of these must have fields that the section does not know, and all must be able to stand in the other.
    """
    known = frozenset(FIELDS.get(section, ()))
    if not known or section in ("end", "scenarios"):
        return None
    paragraphs = [_fields(paragraph) for paragraph in block.children]
    index = next((place for place, fields in enumerate(paragraphs) if not fields <= known), 0)
    form = _form(block.children[index]) if index else None
    if form is None or form[0] == section or form[0] not in FIELDS:
        return None
    rest = [fields for fields in paragraphs[index:] if fields]
    strange = [fields for fields in rest if not fields <= known]
    if 2 * len(strange) <= len(rest) or not all(fields <= frozenset(FIELDS[form[0]]) for fields in rest):
        return None
    named = _played(block) if form[0] == "actions" else frozenset()
    while form[0] == "actions" and index > 1:
        if paragraphs[index - 1] and _first_word(block.children[index - 1]) not in named:
            break
        index -= 1  # An action may do without fields, a phase or rule cannot; and it is named behind `play`.
    return index, form[0]


def _played(block: Block) -> frozenset[str]:
    """Return all words that stand behind `play` in the paragraphs of a section."""
    plans = (field.line.text for paragraph in block.children for field in paragraph.children)
    return frozenset(word for plan in plans if plan.startswith("play:") for word in re.findall(r"\w+", plan[5:]))


def _first_word(block: Block) -> str:
    return block.line.text.removeprefix("change ").split(" ", 1)[0].split("(", 1)[0]


def _fields(paragraph: Block) -> frozenset[str]:
    found = (_FIELD.match(child.line.text) for child in paragraph.children)
    return frozenset(match[1] for match in found if match is not None)


def _goes_on(section: str, likely: str, blocks: list[Block]) -> bool:
    """Tell whether the rest of a section can be another one; a slip in one line has lines of the section behind it."""
    if likely == "setup":
        forms = [_form(block) for block in blocks]
        return not any(form is not None and section in form[1] for form in forms)
    if likely != "terms":
        return True
    return section != "setup" and all(
        _TERM.match(block.line.text)
        or (block.line.text.startswith("each ") and all(_TERM.match(child.line.text) for child in block.children))
        for block in blocks
    )


def _first(block: Block, index: int, likely: str) -> int:
    """Return where the other section starts: at lines above that look alike, or at conditions above a winner."""
    while index:
        above = block.children[index - 1]
        form = _form(above)
        if not (form and form[0] == likely) and not (likely == "end" and above.line.text.startswith("when:")):
            break
        index -= 1
    return index
