"""The place where reading a text stops -> the finding, where the wording of the line is known."""

from __future__ import annotations

import re

import attrs

from gamedsl.source import Span
from gamedsl.syntax.recovery.hints.cases import WORD, Case, Finding, in_variant, section_of
from gamedsl.syntax.recovery.hints.declared import stands_in
from gamedsl.syntax.recovery.hints.declared import suited as _suited
from gamedsl.syntax.recovery.patterns.plain_english import OF_SECTIONS
from gamedsl.syntax.recovery.patterns.typos import find_form_typo, find_typo
from gamedsl.syntax.sentences.lines import meant
from gamedsl.syntax.text.table_cells import Cure

_ASSIGNED = re.compile(r"[A-Za-z_]\w* = ")
_EACH = re.compile(r"(?:(?P<w>for +each|for +every|every|for +all|for|all|per|of +each) +)?(?P<x>\w+):?")
_EVERYBODY = ("everybody", "everyone", "player", "players")
_SETTING = re.compile(r"(?:^|[:;] *)(?:change +)?(?P<x>(?!\w+ )[(\w][^:;\"]*?) to (?P<v>[^:;\"]*[^:;\" ])")
_PARAGRAPH = 2
_STEPS = "steps stand under `setup` or a field such as `then:`, and what a term needs stands under it: `let: NAME = …`"
_CUT = "put a blank between: "
_EDITED = ("write `change ", "write `remove ")


def form(case: Case) -> Finding | None:
    """A form of the language that is written almost as it should be."""
    line, span = case.line, case.span
    if span.line != line.number:
        return None
    if case.accepted <= {"LET", "_DEDENT"} and _ASSIGNED.match(line.text):
        return Finding("GDSYN30", span, {"found": case.text, "cure": f"write `let: {line.text}`"})
    is_name = case.terminal == "STRING" and "NAME" in case.accepted and WORD.fullmatch(case.text[1:-1])
    # Behind a formula that stops too early the words for people would be taken for a name.
    if is_name and ("LBRACE" not in case.accepted or line.texts[0][span.end_column - 1 :].strip()):
        cure = f"only people read texts; a name stands without quotes: `{case.text[1:-1]}`"
        return Finding("GDSYN30", span, {"found": case.text, "cure": cure})
    if (told := _each(case)) is not None:
        return told
    section, text, column = section_of(case), line.texts[0], span.column - 1
    found = find_typo(text, column, OF_SECTIONS.get(section, ()))
    found = found or find_form_typo(text, column, scenario=section == "scenarios")
    return None if found is None else _told(case, found)


def _each(case: Case) -> Finding | None:
    """The line above things of every player or place, without or with other words than `each`."""
    line = case.line
    written = _EACH.fullmatch(line.text)
    if written is None or section_of(case) not in ("table", "terms"):
        return None
    below = line.span(case.span.source).source.line(line.number + 1)
    if not written["w"] and len(below) - len(below.lstrip(" ")) <= line.margin:
        return None
    at = Span(case.span.source, line.number, line.margin + 1, line.number, line.margin + 1 + len(line.text))
    one = written["x"].removesuffix("s")
    is_one = one == "player" or re.search(rf"^  {one}: *(?!purse\b|heap\b|stack\b|slot\b)", case.span.source.text, re.M)
    each = "player" if written["x"] in _EVERYBODY else one if is_one else written["x"]
    return Finding("GDSYN30", at, {"found": line.text, "cure": f"write `each {each}`"})


def sentence(case: Case) -> Finding | None:
    """A line as rulebooks write it."""
    if len(case.line.texts) > 1 or case.accepted == {"_INDENT"}:
        return None
    source, number = case.span.source, case.line.number
    told = meant(source.text, number)
    if told is None or not told.start < case.span.end_column <= told.start + len(told.found) + 1:
        return None
    at = Span(source, number, told.start + 1, number, told.start + len(told.found) + 1)
    return Finding("GDSYN30", at, {"found": told.found, "cure": told.cure})


def slip(case: Case) -> Finding | None:
    """Known wordings of rulebooks and of other languages."""
    line, span = case.line, case.span
    found = find_typo(line.texts[0], span.column - 1) if span.line == line.number else None
    if found is not None and found.cure.startswith(_EDITED) and not in_variant(case):
        return None
    if found is not None and found.cure.startswith(_CUT) and stands_in(found.found, span.source.text):
        return None  # a name of the file that only begins like a word of the language
    if found is None or (found.found.startswith("if ") and "ELSE" not in case.accepted):
        return None
    return _told(case, found)


def suited(found: Finding, case: Case) -> Finding:
    """Return a finding whose cure calls things by their names in the file."""
    text = case.span.source.text
    told = {key: _suited(found.values[key], text) for key in ("cure", "help") if key in found.values}
    return attrs.evolve(found, values=found.values | told) if told else found


def setting(case: Case) -> str:
    """`x to 3` where a step stands: a value is changed, whose step may have another name."""
    written = _SETTING.search(case.line.text) if case.text == "to" else None
    if written is None or section_of(case) in ("terms", "table", "types", "options"):
        return ""
    return f"to change a value write `set {written['x']} to {written['v']}`"


def _told(case: Case, found: Cure) -> Finding:
    if found.cure.startswith("write `let: ") and section_of(case) == "terms" and case.line.margin <= _PARAGRAPH:
        found = attrs.evolve(found, cure=_STEPS)
    at = Span(case.span.source, case.span.line, found.start + 1, case.span.line, found.end + 1)
    return Finding("GDSYN30", at, {"found": found.found, "cure": found.cure})
