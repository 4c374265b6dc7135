"""A row of a table with a cell that cannot be read -> what is meant, where that is known."""

from __future__ import annotations

import re

import attrs

from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.sentences.numbers import MAX_LENGTH, NUMBERS

_QUOTED = re.compile(r'"[^"]*"')
_NAME_WITH_BLANKS = re.compile(r"[A-Za-z_]\w*(?: +\w+)+")
_GAP = re.compile(r"(\w+) {2,}(\w+)")
_CORNERS = re.compile(r"([A-Za-z]\d{1,2}) *(?:to|:|until) *([A-Za-z]\d{1,2})")
_PLACES = re.compile(r"[A-Za-z]\d{1,2}(?: *[,;] *[A-Za-z]\d{1,2})+")
_NAME_AND_MORE = re.compile(r"([^\W\d]\w*) +(\w\S*[^\"]*)")
_RULER = re.compile(r"\s*\|[\s|:=+-]*-[\s|:=+-]*")
_VALUE = re.compile(r'-?[0-9][^A-Za-z]*|"[^"]*"')
_FRACTION = re.compile(r"-?[0-9]+,[0-9]+")
_LIST = re.compile(r"-?\w+(?: *, *-?\w+)+")
_OF_RULES = re.compile(r'["=<>+*/\[\]{};:]')
_WORD = re.compile(r"\w+")
_TWO_WORDS = re.compile(r"(?<!\w)([^\W\d]\w*) +(?=([^\W\d]\w*))")
NOT_JOINING = frozenset({"any", "at", "bottom", "force", "illegal", "never", "number", "up"})
"""Words of steps that people write between words of their own as well."""

JOINING = frozenset({"by", "count", "expect", "max", "min", "play", "repeat", "sum", "times", "top"})
"""Words that stand between names in rule text, though not in rows, and functions that do."""


_MEANT = re.compile(
    r"[=+~ ]*(?P<n>-?[0-9]{1,3}(?:[.,'\u00a0\u202f ][0-9]{3})+|-?[0-9]+)(?:[.,]0+)?"
    r"(?:[ \u00a0\u202f]*(?:[A-Za-z€$£%]+\.?))?"
)
_SEPARATED = re.compile(r"[.,'\u00a0\u202f ]")
_NOTHING = re.compile(r"[-\u2013\u2014/.]+|n/?a|#N/A|null|nil|none|nothing|empty|leer|vide", re.I)
_BROKEN = re.compile(r"#(?:REF|NAME|VALUE|DIV/0|NULL|NUM|WERT|BEZUG|VALEUR)[!?]?.*", re.I)
_FORMULA = re.compile(r"=.*")


@attrs.frozen
class Cure:
    """What is written (``found``, from column ``start`` to ``end``, from 0), and what to write instead."""

    found: str
    cure: str
    start: int
    end: int


def number_meant(text: str) -> str:
    """Return the whole number that a cell means (`=5`, `1,000`, `2.0`, `five`, `3 coins`), or nothing."""
    found = _MEANT.fullmatch(text.strip())
    if found is not None:
        return _SEPARATED.sub("", found["n"])
    number = NUMBERS.get(text.strip().lower())
    return "" if number is None else str(number)


NO_RULER = "leave this line out: the rows follow right under the head"
NO_HEAD = (
    "begin the table with a head, a row with the name and the type of each column: `| NAME | cost: 0..9 |`; "
    "the column without a type holds the names of the rows"
)


def find_in_row(text: str, column: int, *, is_head: bool = False, needs_head: bool = False) -> Cure | None:
    """Return what is meant by the cell in which a token at a column (from 0) does not fit; None when nobody knows.

    ``text`` is the whole line, with its bars; ``needs_head`` tells that only the head of a table can stand there.
    """
    first = text.find("|")
    if len(text) > MAX_LENGTH or first < 0 or column <= first:
        return None
    bars = [at for at, sign in enumerate(_QUOTED.sub(_blanks, text)) if sign == "|"]
    before = [bar for bar in bars if bar < column]
    start, end = before[-1] + 1, next((bar for bar in bars if bar >= column), len(text))
    cell = text[start:end]
    content = cell.strip()
    start += len(cell) - len(cell.lstrip())
    if _RULER.fullmatch(text):
        ruler = text.strip()
        return Cure(ruler, NO_RULER, first, first + len(ruler))
    if needs_head and _VALUE.fullmatch(content) and (len(before) > 1 or content.isdigit()):
        return Cure(content, NO_HEAD, start, start + len(content))
    cure = _cure(content, is_name=len(before) == 1 and not is_head)
    return Cure(content, cure, start, start + len(content)) if cure else None


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _cure(content: str, *, is_name: bool) -> str:
    if is_name and (corners := _CORNERS.fullmatch(content)):
        return f"a row for several places: `{corners[1]}..{corners[2]}`"
    if is_name and _PLACES.fullmatch(content):
        return "each of these places has a row of its own; several in a rectangle are called as `a1..b2`"
    if gap := _GAP.fullmatch(content):
        return f"put a bar between two cells: `| {gap[1]} | {gap[2]}`"
    if is_name and _NAME_WITH_BLANKS.fullmatch(content):
        return f"row names have no blanks: `{'_'.join(content.split())}`"
    if is_name and (gap := _NAME_AND_MORE.fullmatch(content)) and not _begins_step(content):
        return f"put a bar behind the name of the row: `| {gap[1]} | {gap[2]}`"
    if _BROKEN.fullmatch(content):
        return "the spreadsheet has an error in this cell: write the value that is meant"
    if not is_name and (number := number_meant(content)) and number != content:
        return f"write `{number}`"
    if not is_name and _FORMULA.fullmatch(content):
        return "a formula of a spreadsheet: write the value that it has there"
    if not is_name and _NOTHING.fullmatch(content):
        return "leave the cell empty"
    if _FRACTION.fullmatch(content):
        return f"numbers are whole; two values of a cell are written `{content.replace(',', '; ')}`"
    if _LIST.fullmatch(content):
        return f"several values of a cell: `{'; '.join(part.strip() for part in content.split(','))}`"
    return f'words in a cell need quotes: `"{content}"`' if _are_words(content) else ""


def _are_words(content: str) -> bool:
    """Tell whether a cell holds words for people: a capital in front, or two words side by side that join nothing."""
    if _OF_RULES.search(content) or not content[:1].isalpha() or _begins_step(content):
        return False
    if content[0].isupper() and " " in content:
        return True
    joining = (WORDS.row_words - NOT_JOINING) | JOINING
    return any(joining.isdisjoint(pair.groups()) for pair in _TWO_WORDS.finditer(content))


def _begins_step(content: str) -> bool:
    word = _WORD.match(content)
    return word is not None and word[0].lower() in (*WORDS.game_steps, *WORDS.blocks, "expect")
