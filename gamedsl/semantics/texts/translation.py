"""Translation files (CSV ``key,words``) -> the game in another language, or findings; a game -> such a file to fill in.

The file of a language stands beside the rule file: ``mogul.de.csv`` for ``mogul.game``. A variant also takes the
translations of what it is based on, where it has left the words as they are; its own come first. Texts without
translation stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Protocol

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.effort import EXPRESSION, TooMuchWorkError, bounded, spend
from gamedsl.diagnostics.report import Report, Reporter
from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.i18n.speaking import gettext
from gamedsl.internal_errors import place_of_work, working_on
from gamedsl.semantics import core
from gamedsl.semantics.check import check_source
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.data.csv_reader import FileCell, read_csv, with_names
from gamedsl.semantics.data.tables import Files
from gamedsl.semantics.expressions.checker import text_of
from gamedsl.semantics.texts.keys import texts, with_texts
from gamedsl.semantics.texts.plurals import plural_rule, written_forms
from gamedsl.source import Source, Span
from gamedsl.syntax.pieces import Reader
from gamedsl.syntax.print import inline as print_inline

KEY, WORDS = "key", "words"


class TranslationFiles(Files, Protocol):
    """Finds files, and the translations beside a rule file."""

    def languages(self, stem: str) -> tuple[str, ...]:
        """Return the languages of the files ``STEM.LANGUAGE.csv`` beside the rule file, sorted."""
        ...


def stem_of(path: str) -> str:
    """Return the path of a rule file without its ending, as its translations begin."""
    return path.removesuffix(".game")


def translated(
    game: model.CheckedGame, language: str, files: TranslationFiles, report: Report
) -> model.CheckedGame | None:
    """Return the game in a language; None when there is no translation into it.

    Findings in the game's own translation go to ``report``. Raise OSError when a file cannot be read as text.
    """
    own = stem_of(PurePath(game.path).name)
    given = [_of_base(game, base, language, files) for base in reversed(game.bases)]
    if language in files.languages(own):
        source = files.read(f"{own}.{language}.csv")
        given.append(None if source is None else read_translation(texts(game), source, language, report))
    if all(found is None for found in given):
        return None
    return with_texts(game, {key: text for found in given if found is not None for key, text in found.items()})


def _of_base(game: model.CheckedGame, base: str, language: str, files: TranslationFiles) -> dict[str, core.Text] | None:
    """Return the base's translations of the texts that the game has from it unchanged; None when there are none."""
    rules, source = files.read(base), files.read(f"{stem_of(base)}.{language}.csv")
    checked = None if rules is None or source is None else check_source(rules, files, Reporter())
    if checked is None or source is None:
        return None
    same, now = texts(checked), texts(game)
    found = read_translation(texts(game), source, language, _ignore)
    return {key: text for key, text in found.items() if key in same and written(same[key]) == written(now[key])}


def no_translation(game: model.CheckedGame, language: str, files: TranslationFiles) -> str:
    """Return in words that there is no translation into a language, and which there are."""
    own = stem_of(PurePath(game.path).name)
    known = listed(files.languages(own), "and")
    said = {"game": game.name, "language": language}
    if known:
        return gettext(
            "there is no translation of {game} into `{language}`; there are {languages}", **said, languages=known
        )
    return gettext(
        "there is no translation of {game} into `{language}`; it would be the file {file} beside the rule file",
        **said,
        file=f"{own}.{language}.csv",
    )


def check_translations(game: model.CheckedGame, files: TranslationFiles, report: Report) -> None:
    """Report what is wrong with the translations beside a rule file."""
    try:
        with bounded():
            _check_all(game, files, report)
    except TooMuchWorkError:
        report("GDLIM03", place_of_work() or game.winner.span)


def _check_all(game: model.CheckedGame, files: TranslationFiles, report: Report) -> None:
    own = stem_of(PurePath(game.path).name)
    languages = files.languages(own)
    originals = texts(game) if languages else {}
    for language in languages:
        path = f"{own}.{language}.csv"
        working_on("reading a translation", Span(Source(path, ""), 1, 1, 1, 1))
        try:
            source = files.read(path)
        except OSError as error:
            span = Span(Source(path, ""), 1, 1, 1, 1)
            cure = "save it as a small UTF-8 text file"
            report("GDDAT10", span, table=f"The file `{path}`", problem=str(error), cure=cure)
            continue
        if source is not None:
            read_translation(originals, source, language, report)


def template(game: model.CheckedGame) -> str:
    """Return a translation file with all keys of a game and the words that it has now."""
    rows = [(key, written(text)) for key, text in texts(game).items()]
    return "".join(f"{_cell(key)},{_cell(words)}\n" for key, words in [(KEY, WORDS), *rows])


def written(text: core.Text) -> str:
    """Return a text with its slots as rule files write them."""
    return "".join(part if isinstance(part, str) else _slot_text(part) for part in text.parts)


def _slot_text(slot: core.TextSlot) -> str:
    return f"{{{'|'.join((_expression(slot), *written_forms(slot)))}}}"


def _expression(slot: core.TextSlot) -> str:
    """Return the expression of a slot as written in the rule file; the span holds its braces and forms too."""
    return text_of(slot.span)[1:-1].split("|")[0]


def _cell(text: str) -> str:
    plain = text == text.strip() and not any(sign in text for sign in ',"\n\r')
    return text if plain else '"' + text.replace('"', '""') + '"'


def _ignore(code: str, span: Span, **values: object) -> None:
    """Take no notice: the file is checked with the rules that it belongs to."""


# ---------------------------------------------------------------- reading


def read_translation(
    originals: dict[str, core.Text], source: Source, language: str, report: Report
) -> dict[str, core.Text]:
    """Return the translated texts of one file by key; what is wrong is reported and left out.

    ``originals`` are the texts of the game.
    """
    file = read_csv(source, report)
    if file is None:
        return {}
    file = with_names(file, (KEY, WORDS), 0, source.path, report)
    at = {name: file.index(name) for name in (KEY, WORDS)}
    for name, place in at.items():
        if place is None:
            table, columns = f"The file `{source.path}`", listed(file.names, "and")
            report("GDDAT02", file.header[0].span, table=table, column=name, columns=columns)
    key_at, words_at = at[KEY], at[WORDS]
    if key_at is None or words_at is None:
        return {}
    reading = _Reading(originals, language, report)
    for row in file.rows:
        reading.row(row[key_at], row[words_at])
    return reading.found


@attrs.define(eq=False)
class _Reading:
    """Reads the rows of one file, one after the other."""

    originals: dict[str, core.Text]
    language: str
    report: Report
    found: dict[str, core.Text] = attrs.field(factory=dict)
    seen: dict[str, Span] = attrs.field(factory=dict)

    def row(self, key: FileCell, words: FileCell) -> None:
        """Take one row; an empty cell stands for the words of the rule file."""
        working_on("reading a row of a translation", key.span)
        spend(EXPRESSION)
        original = self.originals.get(key.text)
        if key.text in self.seen:
            labels = (Label(self.seen[key.text], "the first row with this key"),)
            self.report("GDDAT12", key.span, labels=labels, key=key.text)
        elif original is None:
            near = did_you_mean(key.text, self.originals)
            cure = f"did you mean {near}?" if near else "`gamedsl show GAME --texts` lists all keys"
            self.report("GDDAT11", key.span, key=key.text, cure=cure)
        elif words.text:
            text = self._text(original, words)
            if text is not None:
                self.found[key.text] = text
        self.seen.setdefault(key.text, key.span)

    def _text(self, original: core.Text, cell: FileCell) -> core.Text | None:
        slots = {_normal(_expression(part)): part for part in original.parts if isinstance(part, core.TextSlot)}
        parts: list[str | core.TextSlot] = []
        used, unknown = set(), []
        try:
            if "\n" in cell.text:
                raise _BrokenError("they have more than one line")
            for piece in _cut(cell.text):
                if isinstance(piece, str):
                    parts.append(piece)
                    continue
                expression, *forms = piece
                name = _normal(expression)
                if name is None:
                    raise _BrokenError(f"`{{{expression}}}` cannot be read")
                used.add(name)
                if name in slots:
                    parts.append(self._slot(slots[name], expression, tuple(forms)))
                else:
                    unknown.append(expression)
        except _BrokenError as broken:
            self.report("GDDAT13", cell.span, key=original.key, problem=str(broken))
            return None
        missing = [_expression(slot) for name, slot in slots.items() if name not in used]
        if missing or unknown:
            self._other_values(original, cell, missing, unknown)
            return None
        return core.Text(span=cell.span, key=original.key, parts=tuple(parts), references=original.references)

    def _other_values(self, original: core.Text, cell: FileCell, missing: list[str], unknown: list[str]) -> None:
        told = [f"{_braced(missing)} is missing"] if missing else []
        told += [f"{_braced(unknown)} is not in the rule file"] if unknown else []
        words = written(original)
        self.report("GDDAT14", cell.span, key=original.key, difference=" and ".join(told), original=words)

    def _slot(self, original: core.TextSlot, expression: str, forms: tuple[str, ...]) -> core.TextSlot:
        wanted = plural_rule(self.language).forms
        if forms and not isinstance(original.value.type, t.IntType):
            raise _BrokenError(f"`{{{expression}}}` is no number, so it has no number forms")
        if forms and original.most is not None:
            raise _BrokenError(f"`{{{expression}}}` is a meter, so it has no number forms")
        none = forms[0] if len(forms) == len(wanted) + 1 else None
        counted = forms if none is None else forms[1:]
        if forms and len(counted) != len(wanted):
            names = ", ".join(wanted)
            counts = f"{len(wanted)} number forms in `{self.language}` ({names}), not {len(forms)}"
            raise _BrokenError(f"`{{{expression}|…}}` wants {counts}; one more before them stands for 0")
        return attrs.evolve(original, forms=counted, none=none, language=self.language)


class _BrokenError(Exception):
    """A translated text cannot be read; the message says why."""


def _braced(expressions: list[str]) -> str:
    return listed([f"{{{expression}}}" for expression in expressions], "and")


def _cut(text: str) -> Iterator[str | list[str]]:
    """Cut a text at its slots; each slot comes as its expression and its number forms."""
    start = 0
    while start < len(text):
        opening = text.find("{", start)
        plain = text[start : opening if opening >= 0 else len(text)]
        if "}" in plain:
            raise _BrokenError("`}` closes nothing")
        if plain:
            yield plain
        if opening < 0:
            return
        start = _end(text, opening)
        pieces = text[opening + 1 : start - 1].split("|")
        if any("{" in form or "}" in form for form in pieces[1:]):
            raise _BrokenError("number forms hold no braces")
        yield pieces


def _end(text: str, opening: int) -> int:
    """Return the place behind the brace that closes the one at ``opening``."""
    depth = 0
    for place in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    raise _BrokenError("`{` is never closed")


def _normal(expression: str) -> str | None:
    """Return an expression in its canonical form, so that blanks and needless brackets do not count; None: broken."""
    read = Reader(Source("", expression)).template(Source("", expression), expression, 1, 1, _ignore)
    return None if read is None else print_inline.text(read)
