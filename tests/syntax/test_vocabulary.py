"""The words of the language: they come from the grammar, and tables that explain them know all of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from gamedsl.syntax import nodes
from gamedsl.syntax.grammar.field_words import FIELDS, HEADER_FIELDS, MEANT
from gamedsl.syntax.grammar.reading import Grammar
from gamedsl.syntax.grammar.tables import build_grammar, grammar_text
from gamedsl.syntax.grammar.vocabulary import SCENARIO_STEPS, WORDS, Vocabulary
from gamedsl.syntax.recovery.hints import expecting, headings
from gamedsl.syntax.recovery.patterns import step_words, typos
from gamedsl.syntax.text import table_cells

REFERENCE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
GROUPS = {name for name, _ in expecting.GROUPS}


def _of(text: str) -> Vocabulary:
    """Return the words of another grammar."""
    grammar = Grammar(build_grammar(text))
    return Vocabulary(lambda: (grammar.rules, grammar.texts))


def test_a_step_in_the_grammar_is_a_step_in_all_lists() -> None:
    """Its rule and its word are enough: nothing else has to be told that `swap` begins a step."""
    text = grammar_text().replace('pay: "pay"', 'swap: "swap" expr "and" expr\npay: "pay"')
    text = text.replace("?simple: pay |", "?simple: pay | swap |").replace('PAY: "pay"', 'PAY: "pay"\nSWAP: "swap"')
    words = _of(text)

    assert {"swap"} == set(words.steps) - set(WORDS.steps)
    assert {"swap"} == set(words.game_steps) - set(WORDS.game_steps)
    assert {"swap"} == words.words - WORDS.words
    assert {"swap"} == words.row_words - WORDS.row_words
    assert "SWAP" == words.terminals["swap"]


def test_the_words_that_the_types_of_nodes_name_are_those_of_the_grammar() -> None:
    """A keyword that a node can hold stands in its type; the grammar has the same."""
    fields = {word for kind in (nodes.Condition, nodes.Steps, nodes.Names) for word in _literal(kind, "keyword")}

    assert set(WORDS.sections) == set(get_args(nodes.SectionKeyword))
    assert set() == fields - set(WORDS.fields)
    assert set(WORDS.zones) == set(_literal(nodes.ZoneType, "form"))
    assert set() == set(_literal(nodes.Flag, "name")) - set(WORDS.traits)


def _literal(kind: type, field: str) -> tuple[str, ...]:
    return get_args(get_type_hints(kind)[field])


TABLES: list[tuple[str, Collection[str], Collection[str]]] = [
    ("steps of scenarios", SCENARIO_STEPS, WORDS.steps),
    ("likely fields", expecting.LIKELY_FIELDS.split(), expecting.field_words()),
    ("parts of sentences", set(expecting.PARTS.split()) - GROUPS - set(expecting.CLASSES), WORDS.texts),
    ("groups", {part for _, parts in expecting.GROUPS for part in parts} - set(expecting.CLASSES), WORDS.texts),
    ("more", {part for parts in expecting.MORE.values() for part in parts} - set(expecting.CLASSES), WORDS.texts),
    ("sections with fields", FIELDS, WORDS.sections),
    ("fields", {field for fields in FIELDS.values() for field in fields}, WORDS.fields),
    ("fields of headers", HEADER_FIELDS, WORDS.fields),
    ("fields that are meant", MEANT.values(), WORDS.fields),
    ("fields with values", headings.VALUED_FIELDS, WORDS.fields),
    ("words that join nothing", table_cells.NOT_JOINING, WORDS.row_words),
]


@pytest.mark.parametrize(("keys", "words"), [table[1:] for table in TABLES], ids=[table[0] for table in TABLES])
def test_tables_hold_only_words_of_the_language(keys: Collection[str], words: Collection[str]) -> None:
    """A word that left the grammar leaves every table too."""
    assert set() == set(keys) - set(words)


WHOLE: list[tuple[str, Collection[str], Collection[str]]] = [
    (
        "lines that look like a setup",
        [*headings.SETUP_LINES, *headings.OTHER_STEPS],
        WORDS.game_steps,
    ),
    (
        "sections by their fields",
        [field.split()[0] for fields, _ in headings.SECTION_OF_FIELDS for field in fields] + [*headings.FIELDS_OF_MANY],
        {*WORDS.fields, *WORDS.drawn_fields},
    ),
    ("fields of sections", {*HEADER_FIELDS, *(word for words in FIELDS.values() for word in words)}, WORDS.fields),
    ("sections with fields", {*FIELDS, "display"}, {*WORDS.paragraph_sections, "end"}),
]


@pytest.mark.parametrize(("keys", "words"), [table[1:] for table in WHOLE], ids=[table[0] for table in WHOLE])
def test_tables_hold_every_word_of_their_sort(keys: Collection[str], words: Collection[str]) -> None:
    """A new word has to be put into these tables, or among their exceptions."""
    assert set(words) == set(keys)


FOREIGN: list[tuple[str, Collection[str], Collection[str]]] = [
    ("first words of steps", step_words.CURES, {*WORDS.steps, *WORDS.blocks}),
    ("superfluous words", typos.SUPERFLUOUS, WORDS.words),
    ("changes", typos.CHANGES, WORDS.words),
    ("removals", typos.REMOVALS, WORDS.words),
    ("zones", typos.OTHER_ZONES, WORDS.words),
]


@pytest.mark.parametrize(("keys", "words"), [table[1:] for table in FOREIGN], ids=[table[0] for table in FOREIGN])
def test_what_has_a_cure_is_not_right(keys: Collection[str], words: Collection[str]) -> None:
    """A word that joins the language leaves the tables that say what to write instead."""
    assert set() == set(keys) & set(words)


@pytest.mark.parametrize("word", WORDS.steps)
def test_a_word_that_begins_a_step_is_never_cured_to_another(word: str) -> None:
    """Written with a capital it is that step, whatever else it looks like."""
    cure = f"fixed words have small letters: write `{word}`"
    assert cure == step_words.step_cure(word.capitalize(), f"{word.capitalize()} level and other")


@pytest.mark.parametrize("terminal", sorted(WORDS.texts))
def test_every_word_and_sign_can_be_told(terminal: str) -> None:
    """What may follow is told in the words and signs of the language."""
    assert f"`{WORDS.texts[terminal]}`" == expecting.word_for(terminal)


def test_every_other_terminal_has_words_for_people() -> None:
    """Names, numbers, texts and the marks of the layout are told in words."""
    built = build_grammar()
    other = {terminal.name for terminal in built.terminals} - set(WORDS.texts) - {"_BLANK"}
    assert other | {"$END"} == set(expecting.CLASSES) - GROUPS


ROWS = re.findall(r"^\|(.*?)\|", REFERENCE, re.MULTILINE)
ITEMS = [line for line in REFERENCE.split("\n") if line.startswith("- ")]


@pytest.mark.parametrize("word", WORDS.steps)
def test_every_step_stands_in_the_reference(word: str) -> None:
    """It has a row in a table, or an item of a list."""
    told = re.compile(rf"`{word} ")
    assert True is any(told.search(text) for text in (*ROWS, *ITEMS))


FIELDS_OF_SECTIONS = [
    *((section, field) for section, fields in FIELDS.items() for field in fields),
    *(("display", field) for field in WORDS.drawn_fields),
]


@pytest.mark.parametrize(("section", "field"), FIELDS_OF_SECTIONS)
def test_every_field_of_every_section_stands_in_the_reference(section: str, field: str) -> None:
    """The chapter that explains a section names each of its fields in a table, a list or its text."""
    chapters = re.split(r"^## ", REFERENCE, flags=re.MULTILINE)
    told = re.compile(rf"`{field}(?: (?:by|of))?[:`]")
    of_section = [text for text in chapters if CHAPTERS[section] == text.partition("\n")[0]]
    assert [True] == [told.search(text) is not None for text in of_section]


CHAPTERS = {
    "phases": "Phases",
    "actions": "Actions",
    "rules": "Rules, triggers, modifiers",
    "triggers": "Rules, triggers, modifiers",
    "modifiers": "Rules, triggers, modifiers",
    "scoring": "Scoring and the end",
    "end": "Scoring and the end",
    "hints": "Scoring and the end",
    "metrics": "Scoring and the end",
    "display": "Display",
    "scenarios": "Scenarios",
}
