"""A line that cannot be read, and the text of its file -> the sentence in it, and how it is written here."""

from __future__ import annotations

import functools
import re

import attrs

from gamedsl.syntax.sentences.conditions import condition
from gamedsl.syntax.sentences.fields import BOXED, called, counted, filled
from gamedsl.syntax.sentences.languages import in_english
from gamedsl.syntax.sentences.names import Names
from gamedsl.syntax.sentences.numbers import MAX_LENGTH
from gamedsl.syntax.sentences.steps import step

_FIELD = re.compile(r"(?P<margin> *)(?:(?P<field>when|until|then|once) *: *)?")
_FILLED = re.compile(r" *(?P<field>players|who|winner|pick|worth|play|until) *: *")
_CALLED = re.compile(r"(?:game|variant) *:? +(?=\S)")
_TITLE = re.compile(r"[^#\[]*[^#\[ ]")
_FOREIGN = re.compile(r" *(?P<field>spieler|joueurs|number of players) *: *(?P<v>[^\"#]*[^\"# ])", re.I)
_ENTRY = re.compile(r" *\w+(?:\[[^\[\]]*\])? *: *")
_ENTRIES = ("components", "table")
_IF = re.compile(r"(?P<w>(?:else +)?if|wenn|falls|si|expect) +(?P<c>[^:;\"#]*?[^:;\"# ])(?=,? *(?::|$|\bthen\b))")
_END = re.compile(r"[^\"#;]*?(?= *(?:$|[\"#;]|\[[A-Z]+-))")
_JOINED = re.compile(r" +(and|or(?! +(?:more|less|fewer|higher|lower|above|greater)\b)) +")
_STEPPED = ("setup", "actions", "phases", "triggers", "rules")
_DEEP = 4


@attrs.frozen
class Meant:
    """A sentence, from a column (from 0), and what to write for it; behind a tab stands an advice in words."""

    found: str
    start: int
    written: str

    @property
    def cure(self) -> str:
        """What to tell."""
        written, tab, advice = self.written.partition("\t")
        if not tab:
            return f"write `{written}`"
        return f"write `{written}`, {advice}" if written else advice


def meant(text: str, number: int) -> Meant | None:
    """Return the sentence of a line of a text (from 1) with what it means; None where nobody can tell."""
    line = text.split("\n")[number - 1]
    if len(line) > MAX_LENGTH or line.lstrip().startswith(("|", "#")):
        return None
    head = _FIELD.match(line)
    if head is None:
        return None
    section = _section(text, number)
    names = _names(text)
    field, start = head["field"], head.end()
    if (told := _filled(line, text, number, section)) is not None:
        return told
    if field in ("when", "until", "once"):
        return _condition(line, start, names)
    if branch := _IF.match(line, start):
        return _condition(line, branch.start("c"), names, branch["c"])
    if field == "then" or (section in _STEPPED and (len(head["margin"]) > _DEEP or section == "setup")):
        return _step(line, start, names)
    return None


def _filled(line: str, text: str, number: int, section: str) -> Meant | None:
    """Return what a field or an entry is meant to be filled in with."""
    if number == 1 and (head := _CALLED.match(line)) and (title := _TITLE.match(line, head.end())):
        written = called(title[0])
        return Meant(title[0], head.end(), written) if written and written != title[0] else None
    if foreign := _FOREIGN.match(line):
        written = filled("players", in_english(foreign["v"]), _names(text), "")
        start = len(line) - len(line.lstrip())
        return Meant(foreign[0].strip(), start, f"players: {written}") if written else None
    if section == "components" and (box := BOXED.fullmatch(line)):
        return Meant(box["at"], box.start("at"), counted(box["n"], box["x"]))
    head = _FILLED.match(line)
    field = head["field"] if head is not None else ""
    if section in _ENTRIES:
        head, field = _ENTRY.match(line), section
    if head is None:
        return None
    sentence = _sentence(line, head.end())
    written = filled(field, in_english(sentence), _names(text), _paragraph(text, number)) if sentence else ""
    return Meant(sentence, head.end(), written) if written and written != sentence else None


def _paragraph(text: str, number: int) -> str:
    """Return the lines below one, as far as its paragraph goes."""
    found = []
    for line in text.split("\n")[number:]:
        if line.strip() and len(line) - len(line.lstrip()) < _DEEP:
            break
        found.append(line)
    return "\n".join(found)


def _condition(line: str, start: int, names: Names, sentence: str = "") -> Meant | None:
    sentence = sentence or _sentence(line, start)
    english = in_english(sentence)
    parts = _JOINED.split(english)
    made = [part if part in ("and", "or") else condition(part.strip(), names) or part.strip() for part in parts]
    written = " ".join(made)
    is_new = any(part != one for part, one in zip(parts, made, strict=True)) or english != sentence
    plain = all(_is_written(one.partition("\t")[0]) for one in made if one not in ("and", "or"))
    return Meant(sentence, start, written) if is_new and plain and written != sentence else None


def _is_written(condition_: str) -> bool:
    """Tell whether a part of a condition can stand as it is."""
    return re.search(r"[=<>(]|^(?:not +)?[a-z]\w*(?:\.\w+)*$", condition_) is not None and not re.search(
        r"\b(?:have|has|is|are|the|your|of)\b", condition_
    )


def _step(line: str, start: int, names: Names) -> Meant | None:
    sentence = _sentence(line, start)
    written = step(in_english(sentence).strip(" .!"), names) if sentence else ""
    return Meant(sentence, start, written) if written and written != sentence.strip(" .!") else None


def _sentence(line: str, start: int) -> str:
    found = _END.match(line, start)
    return found[0] if found else ""


@functools.lru_cache(maxsize=4)
def _names(text: str) -> Names:
    return Names(text)


def _section(text: str, number: int) -> str:
    """Return the keyword of the section that a line stands in."""
    for line in reversed(text.split("\n")[:number]):
        if line[:1].isalpha():
            return line.removeprefix("change ").split(" ", 1)[0].strip()
    return ""
