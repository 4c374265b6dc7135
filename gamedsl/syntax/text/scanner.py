"""The text of a source -> its logical lines without comments; signs that no rule file contains are reported."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.source import UNSEEN, Source, Span
from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.sentences.lines import meant
from gamedsl.syntax.text.signs import becomes_cure, conditional, drawn_word, percentage, possessive, steps_cure
from gamedsl.syntax.text.table_cells import find_in_row

MAX_LINE = 4_000
MAX_LINES = 5_000
MAX_CELLS = 20_000
"""In all tables together: each cell becomes several nodes."""

MAX_CHARACTERS = 250_000
"""Ten times the largest known rule file; what is longer belongs into CSV files, and would take long to read."""

MAX_BRACKETS = 100
MAX_CONTINUATION = 200
"""Lines that an open bracket goes on over in any case."""
MOST_FOLLOWED = 4 * MAX_CHARACTERS
"""Characters behind open brackets that are read before these end there: some are never closed, each in the last."""

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {")": "(", "]": "[", "}": "{"}
WRONG_QUOTES = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb\u2039\u203a'`"
CORRECTIONS = {
    "==": "=",
    "=<": "<=",
    "=>": ">=",
    "<>": "!=",
    "~=": "!=",
    "&&": "and",
    "&": "and",
    "||": "or",
    "!": "not",
    "%": "mod",
    "->": "to",
    "\u2192": "to",
    "\u21d2": ">=",
    "**": "*",
    "\u2260": "!=",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u00d7": "*",
    "\u00f7": "/",
    "\u2212": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2026": "..",
}
CHANGES = frozenset({"++", "--", "+=", "-=", "*=", "/="})
DASHES = "\u2013\u2014\u2212"
WORDED = {
    "//": "`#` before a comment, or `/` to divide",
    "/*": "`#` before a comment",
    "*/": "`#` before a comment",
    ":=": "`=`",
}
_SIGN = re.compile(
    r'"[^"]*"|"|#|[()\[\]{}]|==|\+\+|(?<=[\w\])])--(?=\s*(?:$|[;#]))|[-+*/:~]='
    r"|=<|=>|<>|\*\*|//|/\*|\*/|->|&&?|\|\||!(?!=)|\.\.\.+"
    r"|[^A-Za-z0-9_ :;,.|=!<>+*/-]"
)
_BETWEEN_NUMBERS = re.compile(r"(?:^|[^\w.])[0-9]+ *$")
_SET = re.compile(r"\bset +[\w.]+(?:\[[^\]]*\])? *$")
_REST = re.compile(r"\w*")
_DRAWN = re.compile(r" *\|[A-Za-z_. ]+\| *(?:#|$)")
"""A row of a picture in which dots can stand side by side: without numbers, which tables have ranges of."""
_HIDDEN = re.compile(f"[\n{UNSEEN}]")
_JOINING = re.compile(r"[ \t]+(and|or|in|from|to|ties|of|by|where|with) +(?=[\w({-])")
_ON_ONE_LINE = "it goes on with the line above: write both on one line, or put brackets round what takes several lines"


@attrs.frozen
class Line:
    """One logical line: several lines of the source where brackets are open at the end of a line, or behind a comma.

    ``texts`` are its lines without comments and blanks at the end; ``bad`` lines have been reported and must not be
    parsed; of ``misplaced`` lines the indentation has been reported.
    """

    number: int
    indent: int
    texts: tuple[str, ...]
    bad: bool = False
    misplaced: bool = False

    @property
    def text(self) -> str:
        """The first line without its indentation."""
        return self.texts[0].strip(" \t")

    @property
    def margin(self) -> int:
        """The number of signs in front of the first word; ``indent`` is where the line is meant to stand."""
        return len(self.texts[0]) - len(self.texts[0].lstrip(" \t"))

    def span(self, source: Source) -> Span:
        """Return the span of what is written on the line."""
        end = self.number + len(self.texts) - 1
        return Span(source, self.number, self.margin + 1, end, len(self.texts[-1]) + 1)


@attrs.define(eq=False)
class _Fault:
    code: str
    span: Span
    values: dict[str, object]


_JOINT = re.compile(r"(?:or|and)\b|[-+*/),\]}]")


def _is_of_brackets(fault: _Fault) -> bool:
    """Tell whether a finding is about a bracket that lacks its other one."""
    return fault.code == "GDSYN15" or (fault.code == "GDSYN03" and fault.values["what"] == "bracket")


def _is_letter(fault: _Fault) -> bool:
    """Tell whether a finding is about a letter that other languages have, or an apostrophe."""
    return (fault.code == "GDSYN11" and str(fault.values["found"]).isalpha()) or (
        fault.code == "GDSYN10" and fault.values["found"] in ("'", "\u2019")
    )


def _each_once(faults: list[_Fault]) -> list[_Fault]:
    """Return the findings of a line with one for each sign that means nothing, however often it stands there."""
    kept: list[_Fault] = []
    places = Counter((fault.span.line, fault.values.get("found")) for fault in faults if fault.code == "GDSYN11")
    for fault in faults:
        place = fault.span.line, fault.values.get("found")
        often = places.pop(place, 0) if fault.code == "GDSYN11" else 1
        if often > 1:
            more = "another place" if often == 2 else f"{often - 1} other places"
            fault.values["cure"] = f"{fault.values['cure']}, here and at {more} of this line"
        if often:
            kept.append(fault)
    return kept


class Scanner:
    """Reads one logical line after another."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        lines = source.text.split("\n", MAX_LINES)  # of a longer text only the first lines
        self._followed = 0
        self._lost = 0  # the last line that a bracket without an end took along
        self.physical = [line[:-1] if line.endswith("\r") else line for line in lines]
        if self.physical[0].startswith("\ufeff"):
            self.physical[0] = self.physical[0][1:]

    def lines(self) -> list[Line]:
        """Return all logical lines; blank lines and comments are left out."""
        found: list[Line] = []
        number = 1
        if self._too_long():
            return []
        while number <= len(self.physical):
            text = self.physical[number - 1]
            bare = text.lstrip(" \t")
            if not bare or (bare[0] == "#" and not _HIDDEN.search(text)):
                number += 1
                continue
            line = self._logical(number)
            if found and (joining := _JOINING.match(line.texts[0])) and self._can_go_on(found[-1]):
                column, word = joining.start(1) + 1, joining[1]
                if number > self._lost:
                    self.report("GDSYN30", self._at(number, column, len(word)), found=word, cure=_ON_ONE_LINE)
                found[-1] = _joined(found[-1], line)
            elif line.texts[0].strip(" \t") or line.bad:
                found.append(line)
            number += len(line.texts)
        return found

    @staticmethod
    def _can_go_on(line: Line) -> bool:
        """Tell whether a line that begins with a joining word can be the rest of this one."""
        return line.indent > 0 and not line.texts[0].lstrip(" \t").startswith("|") and not line.texts[-1].endswith(":")

    def _too_long(self) -> bool:
        """Report a text that is too long as a whole."""
        if len(self.physical) > MAX_LINES:
            at = Span(self.source, MAX_LINES + 1, 1, MAX_LINES + 1, 1)
            self.report("GDSYN13", at, what="lines", limit=MAX_LINES)
            return True
        cells = 0
        for number, text in enumerate(self.physical, 1):
            cells += text.count("|") if text.lstrip(" \t").startswith("|") else 0
            if cells > MAX_CELLS:
                self.report("GDSYN13", self._at(number, 1), what="cells of tables", limit=MAX_CELLS)
                return True
        if len(self.source.text) > MAX_CHARACTERS:
            line = self.source.text.count("\n", 0, MAX_CHARACTERS) + 1
            self.report("GDSYN13", Span(self.source, line, 1, line, 1), what="characters", limit=MAX_CHARACTERS)
            return True
        return False

    def _logical(self, number: int) -> Line:
        first = self.physical[number - 1]
        indent = len(first) - len(first.lstrip(" \t"))
        faults: list[_Fault] = []
        open_: list[tuple[str, Span]] = []
        before = self._lost
        texts = [self._scan(number, open_, faults)]
        cut: tuple[list[str], int] = ([*texts], len(faults))
        last = number
        while self._may_go_on(last - number) and (final := self._end(last, indent, open_, texts)) > last:
            for line in range(last + 1, final + 1):
                self._followed += len(self.physical[line - 1])
                texts.append(self._scan(line, open_, faults))
            last = final
        if open_:
            # The bracket is never closed: only its own line is spoilt, the lines below are read on their own.
            texts, kept = cut
            self._lost = max(self._lost, last)
            unclosed = [item for item in open_ if item[1].line == number] or open_
            sign, span = unclosed[-1]
            end = Span(self.source, span.line, span.column, span.line, span.column + 1)
            faults = faults[:kept] or [_Fault("GDSYN03", end, {"what": "bracket", "closing": f"`{OPENING[sign]}`"})]
            if span.line != number:
                texts = [self._code(n) for n in range(number, span.line + 1)]
        while len(texts) > 1 and not texts[-1].strip():
            texts.pop()
        is_lost = number <= before and (_JOINT.match(first, indent) is not None or any(map(_is_of_brackets, faults)))
        for fault in () if is_lost else self._in_a_sentence(number, faults) or _each_once(faults):
            self.report(fault.code, fault.span, **fault.values)
        return Line(number, indent, tuple(texts), is_lost or bool(faults))

    def _end(self, last: int, indent: int, open_: list[tuple[str, Span]], texts: list[str]) -> int:
        """Return the line that a logical line surely goes on to: brackets are open, or it ends with a comma."""
        if open_:
            return last if self._ends(last + 1, indent) else last + 1
        written = next((text for text in reversed(texts) if text), "")
        if not written.endswith(",") or texts[0].startswith("|", indent):
            return last
        rest = ((at, self.physical[at - 1]) for at in range(last + 1, len(self.physical) + 1))
        at, text = next(((at, text) for at, text in rest if text.strip() and text.lstrip()[0] != "#"), (last, ""))
        bare = text.lstrip(" \t")
        return at if len(text) - len(bare) > indent and bare[0] != "|" and not _other().match(bare) else last

    def _may_go_on(self, lines: int) -> bool:
        """Tell whether an open bracket is looked for further on: the work for many of them is bounded."""
        return lines < MAX_CONTINUATION or self._followed < MOST_FOLLOWED

    def _code(self, number: int) -> str:
        return self._scan(number, [], [])

    def _ends(self, number: int, indent: int) -> bool:
        """Tell whether the line cannot go on an open bracket: it stands too far out and closes nothing."""
        if number > len(self.physical):
            return True
        text = self.physical[number - 1]
        bare = text.lstrip(" \t")
        if not bare or bare[0] == "#" or bare[0] in CLOSING:
            return False
        return len(text) - len(bare) <= indent

    def _scan(self, number: int, open_: list[tuple[str, Span]], faults: list[_Fault]) -> str:
        """Return the code of one line without comment; note brackets and faults."""
        text = self.physical[number - 1]
        if len(text) > MAX_LINE:
            faults.append(
                _Fault("GDSYN13", self._at(number, MAX_LINE + 1), {"what": "characters in one line", "limit": MAX_LINE})
            )
            return text[:MAX_LINE].rstrip()
        hidden = _HIDDEN.search(text)
        if hidden:
            faults.append(self._unknown(number, hidden.start() + 1, hidden[0]))
            return text[: hidden.start()].rstrip()
        indent = len(text) - len(text.lstrip(" \t"))
        position = indent
        is_row = text.startswith("|", indent)
        while match := _SIGN.search(text, position):
            sign, column = match[0], match.start() + 1
            position = match.end()
            if sign == "#":
                return text[: match.start()].rstrip()
            if sign in OPENING or sign in CLOSING:
                self._bracket(sign, number, column, open_, faults)
            elif sign[0] == '"':
                if len(sign) == 1:
                    faults.append(_Fault("GDSYN03", self._to_end(number, column), {"what": "text", "closing": '`"`'}))
                    return text.rstrip()
            elif sign in WRONG_QUOTES:
                faults.append(
                    self._possessive(number, column) or _Fault("GDSYN10", self._at(number, column), {"found": sign})
                )
                return text.rstrip()
            elif sign.isalpha():
                faults.append(self._in_row(number, column) or self._foreign_letter(number, column))
                position = _REST.match(text, position).end()  # type: ignore[union-attr]  # It fits everywhere.
            elif not (is_row and (sign == "||" or (sign[0] == "." and _DRAWN.match(text)))):
                faults.append(self._in_row(number, column) or self._wrong_sign(number, column, sign))
                if sign in {"//", "/*"}:
                    return text.rstrip()
        return text.rstrip()

    def _bracket(
        self, sign: str, number: int, column: int, open_: list[tuple[str, Span]], faults: list[_Fault]
    ) -> None:
        at = self._at(number, column)
        if sign in OPENING:
            open_.append((sign, at))
            if len(open_) == MAX_BRACKETS + 1:
                faults.append(_Fault("GDSYN14", at, {"limit": MAX_BRACKETS}))
        elif open_ and open_[-1][0] == CLOSING[sign]:
            open_.pop()
        elif open_:
            opened, _ = open_.pop()
            faults.append(_Fault("GDSYN15", at, {"found": sign, "expected": f"`{OPENING[opened]}`"}))
        else:
            faults.append(_Fault("GDSYN15", at, {"found": sign, "expected": "no closing bracket"}))

    def _in_row(self, number: int, column: int) -> _Fault | None:
        """Return a finding about the cell of a row in which a sign cannot stand, when the cell as a whole is known."""
        text = self.physical[number - 1]
        found = find_in_row(text, column - 1, is_head=True) if text.lstrip().startswith("|") else None
        if found is None:
            return None
        at = self._at(number, found.start + 1, found.end - found.start)
        return _Fault("GDSYN30", at, {"found": found.found, "cure": found.cure})

    def _wrong_sign(self, number: int, column: int, sign: str) -> _Fault:
        if sign.startswith("...") and len(sign) >= 3:
            return _Fault("GDSYN05", self._at(number, column, len(sign)), {"found": sign, "write": "`..`"})
        if sign in CORRECTIONS or sign in WORDED or sign in CHANGES:
            write = WORDED.get(sign) or f"`{CORRECTIONS.get(sign, sign)}`"
            if sign == "==" and _SET.search(self.physical[number - 1][: column - 1]):
                write = "`to`"
            if sign == ":=":
                write = becomes_cure(self.physical[number - 1].strip())
            if sign in CHANGES and self.physical[number - 1].lstrip().startswith("change:"):
                write = f"`to old {sign[0]}`"
            elif sign in CHANGES:
                write = steps_cure(self.physical[number - 1], column - 1, sign)
            if sign == "%":
                line = self.physical[number - 1]
                write = percentage(line[: column - 1], line[column:]) or write
            if sign in DASHES and _BETWEEN_NUMBERS.search(self.physical[number - 1][: column - 1]):
                write = "`..` between the smallest and the largest number"
            if sign in DASHES and self.physical[number - 1].lstrip().startswith("players:"):
                write = "`to`, as in `players: 2 to 4`"
            return _Fault("GDSYN05", self._at(number, column, len(sign)), {"found": sign, "write": write})
        return self._unknown(number, column, sign)

    def _in_a_sentence(self, number: int, faults: list[_Fault]) -> list[_Fault]:
        """Return a finding about the whole line in place of those about its letters, where it says what is meant."""
        if not faults or any(fault.span.line != number or not _is_letter(fault) for fault in faults):
            return []
        told = meant(self.source.text, number)
        if told is None:
            return []
        at = self._at(number, told.start + 1, len(told.found))
        return [_Fault("GDSYN30", at, {"found": told.found, "cure": told.cure})]

    def _foreign_letter(self, number: int, column: int) -> _Fault:
        sign = self.physical[number - 1][column - 1]
        cure = "write names with the letters a to z, digits and `_`; anything may stand in words in quotes"
        name = unicodedata.name(sign, "letter").lower()
        return _Fault("GDSYN11", self._at(number, column), {"found": sign, "name": name, "cure": cure})

    def _unknown(self, number: int, column: int, sign: str) -> _Fault:
        name = unicodedata.name(sign, "invisible sign").lower()
        shown = f"U+{ord(sign):04X}" if _HIDDEN.search(sign) or not sign.isprintable() else sign
        values: dict[str, object] = {"found": shown, "name": "tab" if sign == "\t" else name, "cure": "remove it"}
        if sign.isspace():
            values["cure"] = self._instead_of_blank(number, column, sign)
        if sign == "^":
            values["cure"] = "a number to the power of 2 is written as a product: `x * x`"
        line = self.physical[number - 1]
        if sign == "?":
            values["cure"] = conditional(line[: column - 1], line[column:]) or values["cure"]
        if word := drawn_word(line[: column - 1], name, line[column:]):
            values["cure"] = f"a drawing is no name: write a word, `{word}`"
        return _Fault("GDSYN11", self._at(number, column), values)

    def _instead_of_blank(self, number: int, column: int, sign: str) -> str:
        """Return what to write for a tab or another blank: a bar, where it stands between two cells of a row."""
        line = self.physical[number - 1]
        around = line[: column - 1].rstrip()[-1:] + line[column:].lstrip()[:1]
        above = next((text for text in self.physical[number - 2 :: -1] if text.strip()), "") if number > 1 else ""
        if sign == "\t" and "|" not in line and above.lstrip().startswith("|"):
            return "write `|` between the cells, and at both ends of the row"
        return "write `|` between the cells" if sign == "\t" and "|" in line and "|" not in around else "write a blank"

    def _possessive(self, number: int, column: int) -> _Fault | None:
        """Return a finding about `player's hand`."""
        line = self.physical[number - 1]
        told = possessive(line[: column - 1], line[column:]) if line[column - 1] in "'\u2019" else None
        if told is None:
            return None
        found, cure = told
        at = self._at(number, column - found.index("'"), len(found))
        return _Fault("GDSYN30", at, {"found": found, "cure": cure})

    def _at(self, number: int, column: int, width: int = 1) -> Span:
        return Span(self.source, number, column, number, column + width)

    def _to_end(self, number: int, column: int) -> Span:
        return Span(self.source, number, column, number, len(self.physical[number - 1].rstrip()) + 1)


@cache
def _other() -> re.Pattern[str]:
    """Return how a field, a loop or a step begins: a list never goes on with one."""
    return re.compile(rf"[A-Za-z_][\w ]*:|(?:{'|'.join((*WORDS.game_steps, *WORDS.blocks))}) +(?!of\b)[\w(]")


def _joined(line: Line, rest: Line) -> Line:
    """Return two lines as one; behind words and references nothing more can be read, so that it is only reported."""
    between = ("",) * (rest.number - line.number - len(line.texts))
    is_over = line.texts[-1].endswith(('"', "]"))
    return attrs.evolve(line, texts=(*line.texts, *between, *rest.texts), bad=line.bad or rest.bad or is_over)


def read_lines(source: Source, report: Report) -> list[Line]:
    """Return the logical lines of a text that has no blocks, such as one expression."""
    return Scanner(source, report).lines()
