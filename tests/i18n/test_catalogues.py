"""The words of the program: every marked text is in the template, and translated in every catalogue."""

import ast
import io
import re
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.i18n.extracting import (
    KEYWORDS,
    LANGUAGES,
    ROOT,
    TEMPLATE,
    as_mo,
    as_po,
    brought_up,
    faults,
    po_path,
    read,
    template,
)

RENEW = "run python tests/i18n/refresh.py"


@pytest.fixture(scope="module")
def words():
    """All words that the program marks now."""
    return template()


def test_the_template_is_what_the_program_marks(words):
    """A text that was added, changed or dropped is found by the script that renews the template."""
    assert as_po(words).decode() == TEMPLATE.read_text("utf-8"), RENEW


def test_every_language_has_a_catalogue():
    """The folders of catalogues are those that are tested here."""
    assert list(LANGUAGES) == sorted(path.name for path in TEMPLATE.parent.iterdir() if path.is_dir())


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_complete(language, words):
    """Every text is translated, none is fuzzy or left over, and placeholders are those of the text."""
    assert as_po(brought_up(language, words)) == po_path(language).read_bytes(), RENEW
    assert [] == faults(read(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_is_what_was_translated(language):
    """The .mo file, which the program reads, is made of the .po file, which translators write."""
    with po_path(language).with_suffix(".mo").open("rb") as file:
        assert texts(as_mo(read(language))) == texts(file.read()), RENEW


def texts(mo):
    """Return what the program reads in a catalogue, without its head, which names the tool."""
    return {key: text for key, text in vars(GNUTranslations(io.BytesIO(mo)))["_catalog"].items() if key}


def test_faults_are_found():
    """An empty text, a fuzzy one and other placeholders are told; forms for one may leave out the number."""
    text = """
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "empty"
msgstr ""

#, fuzzy
msgid "unsure"
msgstr "unsicher"

msgid "{game} is over"
msgstr "{spiel} ist aus"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "eine Karte"
msgstr[1] "{count} Karten"
"""
    found = faults(read_po(io.BytesIO(text.encode()), locale="de"))
    assert ["not translated: 'empty'", "fuzzy: 'unsure'", "other placeholders (game, spiel): '{game} is over'"] == found


def test_marked_texts_stand_where_they_are_marked():
    """What is translated is written out: a text that is put together on the way could not be found in a catalogue."""
    wrong = []
    for path in sorted([*(ROOT / "gamedsl").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]):
        text = path.read_text("utf-8")
        if "gamedsl.i18n.speaking import" in text:
            wrong += [f"{path.relative_to(ROOT)}:{line}" for line in _put_together(ast.parse(text))]
    assert [] == wrong


def _put_together(module: ast.Module) -> list[int]:
    """Return the lines where a text is put together, or marked inside an f-string, where it is not looked for."""
    formed = (call for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for call in _calls(node))
    inside = (call for call in formed if isinstance(call.args[0], ast.Constant))
    put = (call for call in _calls(module) if any(isinstance(text, ast.JoinedStr | ast.BinOp) for text in call.args))
    return sorted({call.lineno for call in (*inside, *put)})


def _calls(node: ast.AST) -> list[ast.Call]:
    found = (one for one in ast.walk(node) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name))
    return [call for call in found if call.func.id in KEYWORDS]


def test_the_template_belongs_to_no_language():
    """Nothing in the template is translated, and it names no time or tool: it changes with the words alone."""
    head = Path(TEMPLATE).read_text("utf-8").split("\n\n")[0]
    assert "Date" not in head and "Generated" not in head


def test_french_signs_do_not_begin_a_line():
    """A blank before a colon, semicolon, question or exclamation mark, and inside quotation marks, is a hard one."""
    told = [one for text in read("fr") for one in ([text.string] if isinstance(text.string, str) else text.string)]
    assert [] == [one for one in told if re.search(r" [:;?!»]|« ", one)]
