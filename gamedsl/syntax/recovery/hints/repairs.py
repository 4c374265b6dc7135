"""A line, and the token in it that does not fit -> the line as it can be read with one small change, if there is one.

Each change is tried: what is offered can be read to the end of its line. What it means then nobody knows here; so the
changes that people mostly forget come first, and nothing is offered that needs a name or a value to be thought of.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator

import attrs

from gamedsl.diagnostics.suggest import suggest
from gamedsl.syntax.grammar.stopping import StoppedError
from gamedsl.syntax.grammar.vocabulary import WORDS

LINE_END = "\x1e"
MAX_SHOWN = 70
_INSERTED = (":", "to", "from", "by", "of", "for", "with", "|", ",", "=", "then", "or", ")", "ties")
"""What is put in front of the token, the most likely first."""

_MEANT: tuple[tuple[str, tuple[str, ...]], ...] = (
    (",", (":", ".", ";", "then", "or")),
    (";", (",", ":")),
    ("|", ("or", ",")),
    ("/", ("or", ",")),
    ("-", ("..", "_")),
    (":", ("..", "=", ",", "in", "")),
    ("=", (":", "to", "in")),
    (".", ("", "..", ",")),
    ("do", (":",)),
    ("then", (":", ",", ";", "to")),
    ("und", ("and",)),
    ("et", ("and",)),
    ("plus", ("+", "and")),
    ("minus", ("-",)),
    ("times", ("*",)),
    ("oder", ("or",)),
    ("ou", ("or",)),
    ("nor", ("or",)),
    ("von", ("from", "of")),
    ("vom", ("from",)),
    ("de", ("from", "of")),
    ("aus", ("from",)),
    ("nach", ("to",)),
    ("zu", ("to",)),
    ("vers", ("to",)),
    ("si", ("if",)),
    ("wenn", ("if",)),
    ("falls", ("if",)),
    ("when", ("if", "where")),
    ("dann", ("then", ":")),
    ("alors", ("then", ":")),
    ("sonst", ("else",)),
    ("sinon", ("else",)),
    ("otherwise", ("else",)),
    ("mit", ("with",)),
    ("avec", ("with",)),
    ("highest", ("most",)),
    ("max", ("most",)),
    ("more", ("most",)),
    ("largest", ("most",)),
    ("lowest", ("least",)),
    ("min", ("least",)),
    ("fewest", ("least",)),
    ("nothing", ("none",)),
    ("nobody", ("none",)),
    ("every", ("each", "")),
    ("all", ("each", "")),
    ("whose", ("where",)),
    ("that", ("where",)),
    ("such", ("where",)),
    ("into", ("to",)),
    ("onto", ("to",)),
    ("of", ("from", "in", "to", "")),
    ("from", ("in", "of", "")),
    ("to", ("by", "for", "..", "in")),
    ("for", ("by", "to", "from")),
    ("on", ("in", "to")),
    ("in", ("from", "to", "of")),
    ("is", ("=", ":")),
    ("as", ("to", "=")),
    ("be", ("=", "to")),
    ("the", ("",)),
    ("a", ("",)),
    ("an", ("",)),
    ("or", ("to", "and", ",")),
    ("and", ("or", ",", ";")),
)
"""Words and signs as people write them -> what they mean; nothing: it is left out."""

_IN_ROWS: dict[str, tuple[tuple[str, str], ...]] = {"-": (("..", "-"),)}
REPLACED = dict(_MEANT)
_VALUES = ("you", "players", "active", "opponent", "old", "winners", "game_over")
_CALLED = ("count", "sum", "min", "max", "any", "only", "largest", "smallest", "way", "lines", "neighbours", "distance")
_SPOKEN = ("other", "every", "such", "must", "same", "own")
_JOINTS = frozenset({"=", "or", "then", ",", "of", "."})
_WORD = re.compile(r"[A-Za-z_]{3,}")
_LAST = re.compile(r"(?<![\w.])([A-Za-z_]\w*)$")
_NAMED = re.compile(r"(?:let:?|with:|,)? *\w+(?:\([^()]*\))?$")
_BOUND = re.compile(r"(?:each|pick:?|the|ranked) +\w+$")
_FIRST = re.compile(r"(?:\d|\bin \w[\w.]*)$")
_LIMIT = re.compile(r"(?:\d|\.\w+|\bto \w+|\b(?:set|design|dice|heap|stack|slot|purse|any number|instead))$")
_CHOICE = re.compile(
    r"\s*(?:(?:play|offer)\b|(?!(?:cost|worth|when|until|who|winner|let|once)\b)\w+: *[a-z_]\w*(?: or [a-z_]\w*)*$)"
)
_DOTTED = re.compile(r"(?:^|[^\w.]|\.\.)(?:you|active|players|[a-z])$")
_CORNER = re.compile(r"(?:^|[^\w.])[A-Za-z]?\d+$")
_LOOSE = re.compile(r" +([:,;)])")


@attrs.frozen
class Change:
    """A line in which one place is written in another way: what stood there, what now does, and the line."""

    old: str
    new: str
    line: str

    def told(self, token: str) -> str:
        """Return the change as a help line; ``token`` is what does not fit."""
        if len(self.line) <= MAX_SHOWN:
            return f"write `{self.line}`"
        if not self.new:
            return f"leave out `{self.old}`"
        return (
            f"write `{self.new}` instead of `{self.old}`" if self.old else f"write `{self.new}` in front of `{token}`"
        )


def respelt(text: str, line: tuple[int, int, int], continued: Callable[[str], Callable[[str], bool]]) -> str:
    """Return the word of the language that one in front of a token is misspelt for, so that the line can be read.

    ``line``: where in the text it begins, where the token does, and where it ends. ``continued`` gives for the text in
    front of a place what tells whether something can follow there. A word that stands elsewhere, too, is a name.
    """
    first, token, last = line
    for found in _WORD.finditer(text, first, token):
        word = found[0]
        if word in WORDS.words or len(re.findall(rf"\b{word}\b", text)) > 1:
            continue
        for meant in suggest(word, WORDS.words):
            if _follows(continued, text[: found.start()], meant + text[found.end() : last] + LINE_END):
                return meant
    return ""


def _follows(continued: Callable[[str], Callable[[str], bool]], before: str, rest: str) -> bool:
    """Tell whether the rest of a line can follow what stands in front; a word of that may be cut off by it."""
    try:
        return continued(before)(rest)
    except StoppedError:
        return False


def repaired(
    text: str, start: int, end: int, accepted: frozenset[str], goes_on: Callable[[str], bool], dotted: bool = False
) -> Change | None:
    """Return the first change that makes a line readable, or None.

    ``text`` is the line; the token that does not fit stands between ``start`` and ``end``, where the words
    ``accepted`` of the language could stand: any other would only be read as a name. ``goes_on`` tells whether what
    follows the part in front of the token can be read. ``dotted``: the token stands behind a dot elsewhere.
    """
    token, rest = text[start:end], text[end:]
    before = text[:start].rstrip()
    in_row = text.lstrip().startswith("|")
    for new, old in _IN_ROWS.get(token, (("|", ""),)) if in_row else _tried(before, token, dotted, rest):
        kept = "" if old else token
        if (new.isalpha() and new not in accepted) or not _can_join(before, token, new, old):
            continue
        if goes_on(f" {new} {kept}{rest}"):
            blank = "" if new in (".", "..") else " "
            whole = f"{before}{blank}{new}{blank}{kept}{rest if blank or kept else rest.lstrip()}"
            return Change(old, new, _LOOSE.sub(r"\1", re.sub(r"(?<=\S) {2,}", " ", whole)).strip())
    return None


@functools.cache
def _no_names() -> frozenset[str]:
    """Return words that are no name where they stand in front of another: nothing can be put between the two."""
    return frozenset({*WORDS.words, *_CALLED, *_SPOKEN}) - frozenset(_VALUES)


def _can_join(before: str, token: str, new: str, old: str) -> bool:
    """Tell whether what would be written can be meant there, and not only be read."""
    if new == "from" and not old and before.endswith(" ties"):
        return token in _VALUES
    if new == ".." and token == "to":
        return _FIRST.search(before) is not None
    if new == "or" and not old:
        return token in ("none", "else") or _CHOICE.match(before) is not None
    if new == "of" and not old:
        return _LIMIT.search(before) is not None
    if new == ".." and token == ":":
        return _CORNER.search(before) is not None
    word = _LAST.search(before)
    if not old and new in _JOINTS and word is not None and word[1] in _no_names():
        return False
    if new == "=" and not old:
        return _NAMED.fullmatch(before.lstrip()) is not None
    return (token.lower(), new) != ("of", "in") or _BOUND.search(before) is not None


def _tried(before: str, token: str, dotted: bool, rest: str) -> Iterator[tuple[str, str]]:
    """Yield what is tried: what is written, and the token if it is replaced by that, else nothing."""
    for new in REPLACED.get(token.lower(), ()):
        yield new, token
    is_owner = before.endswith(("you", "active", "players")) or before.count("(") == before.count(")")
    word = _LAST.search(before)
    is_bound = word is not None and re.search(rf"\b(?:each|the|some) +{word[1]}\b", before + rest) is not None
    if token[:1].isalpha() and _DOTTED.search(before) and (dotted or is_owner or is_bound):
        yield ".", ""
    if not token or token[:1].isalnum() or token in '([{"|':
        for new in _INSERTED:
            yield new, ""
