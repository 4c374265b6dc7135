"""The program -> a template of all its words (Babel), catalogues brought up to it, and what is wrong with them."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from inspect import cleandoc
from pathlib import Path
from string import Formatter

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from gamedsl.cli import group
from gamedsl.i18n.speaking import DOMAIN, LOCALE

ROOT = Path(__file__).parents[2]
LANGUAGES = ("de", "fr")
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
KEYWORDS = {
    "gettext": None,
    "mark": None,
    "mark_counted": (1, 2),
    "mark_in": ((1, "c"), 2),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
_WHEN = datetime(2026, 1, 1, tzinfo=UTC)
_WIDTH = 116


def po_path(language: str) -> Path:
    """Return where the catalogue of a language stands."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def template() -> Catalog:
    """Return all words of the program: of every module that marks some, and the help of the command line."""
    found = Catalog(project="gamedsl", charset="utf-8", creation_date=_WHEN, revision_date=_WHEN)
    for path in sorted([*(ROOT / "gamedsl").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]):
        if "gamedsl.i18n.speaking import" in path.read_text("utf-8") or path.parent.name == "i18n":
            place = path.relative_to(ROOT).as_posix()
            for _, text, _, context in extract_from_file("python", path, keywords=KEYWORDS):  # type: ignore[arg-type]
                found.add(text, context=context, locations=[(place, 1)])
    for text, place in _help(group, "cli/__init__.py"):
        found.add(text, locations=[(place, 1)])
    return found


def _help(command: click.Command, place: str) -> list[tuple[str, str]]:
    """Return the help of a command, of its options and of the commands under it."""
    found = [(cleandoc(command.help), place)] if command.help else []
    found += [(param.help, place) for param in command.params if isinstance(param, click.Option) and param.help]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inside = command.get_command(context, name)
            assert inside is not None
            found += _help(inside, f"cli/verbs/{name}.py")
    return found


def read(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one where there is none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(language, project="gamedsl", charset="utf-8", creation_date=_WHEN, revision_date=_WHEN)
    return read_po(io.BytesIO(path.read_bytes()), locale=language)


def _without_words(language: str) -> Catalog:
    """Return a catalogue with nothing but the head of a language's: its plurals are not Babel's to change."""
    if not po_path(language).exists():
        return read(language)
    found = read_po(io.BytesIO(po_path(language).read_bytes().split(b"\n\n")[0] + b"\n"), locale=language)
    found.creation_date = found.revision_date = _WHEN
    return found


def brought_up(language: str, words: Catalog) -> Catalog:
    """Return the catalogue of a language with the words of the template: new ones without translation, no old ones."""
    old, new = read(language), _without_words(language)
    for message in words:
        if message.id:
            known = old.get(message.id, message.context)
            string = "" if known is None else known.string
            flags = set() if known is None else known.flags & {"fuzzy"}
            new.add(message.id, string, message.locations, flags, context=message.context)
    return new


def as_po(catalogue: Catalog) -> bytes:
    """Return a catalogue as the text of its file: the same for the same words, whoever writes it."""
    out = io.BytesIO()
    write_po(out, catalogue, width=_WIDTH, include_lineno=False, sort_by_file=True)
    kept = [line for line in out.getvalue().decode().splitlines(keepends=True) if not _TOLD_BY_BABEL.match(line)]
    start = next(place for place, line in enumerate(kept) if line.startswith("msgid"))
    return "".join(["# The words of gamedsl.\n", *kept[start:]]).encode()


_TOLD_BY_BABEL = re.compile(
    r'"(POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team|Report-Msgid-Bugs-To|'
    r"Project-Id-Version)"
)


def as_mo(catalogue: Catalog) -> bytes:
    """Return a catalogue as the program reads it: the same for the same words, whenever it is written."""
    out = io.BytesIO()
    catalogue.creation_date = catalogue.revision_date = _WHEN
    write_mo(out, catalogue)
    return out.getvalue()


def faults(catalogue: Catalog) -> list[str]:
    """Return what is wrong with a catalogue: texts without translation, fuzzy ones, and other placeholders."""
    return [f"{told}: {message.id!r}" for message in catalogue if message.id for told in [_fault(message)] if told]


def _fault(message: Message) -> str:
    given = [message.string] if isinstance(message.string, str) else [*message.string]
    wanted = [message.id] if isinstance(message.id, str) else [*message.id]
    if not all(given):
        return "not translated"
    if message.fuzzy:
        return "fuzzy"
    names = set().union(*map(placeholders, wanted))
    for text in given:
        found = placeholders(text)
        if not (found <= names and (found == names or len(wanted) > 1)):
            return f"other placeholders ({', '.join(sorted(found ^ names))})"
        if text.strip() != text and wanted[0].strip() == wanted[0]:
            return "blanks around it"
    return ""


def placeholders(text: str) -> set[str]:
    """Return the names in braces; with conversions and forms, which belong to the text."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return set()
