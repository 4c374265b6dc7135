"""Text of a CSV file -> its header and rows, every cell with its place in the file; what is broken is reported."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

import attrs

from gamedsl.diagnostics.effort import CELL, spend
from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import enumerated
from gamedsl.source import UNSEEN, Source, Span

MOST_LINES = 20_000
"""Lines of a file, empty ones too."""
MOST_COLUMNS = 200
MOST_CELLS = 40_000
MOST_CELL_LETTERS = 10_000
MOST_LETTERS = 1_000_000

_FORBIDDEN = re.compile(f"(?!\r)[{UNSEEN}]")
SEPARATORS = ",;\t"
"""What stands between the cells: spreadsheets of many countries write semicolons, as commas stand in their numbers."""
_BARE = {sign: re.compile(rf"[^{sign}\r\n]*") for sign in SEPARATORS}
_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"[ \u00a0]*')
_UNLIKE_BLANKS = "\u00a0\u2007\u202f"
_AROUND = f" \t{_UNLIKE_BLANKS}"
"""Blanks around a cell, no-break spaces of spreadsheets too."""
_SPLIT = "leave out what the game does not need, or split it into several files"
_BLANKS = re.compile(r"[ \u00a0]*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_SEPARATOR_LINE = re.compile(r'"?sep=([,;\t])"?[ ,;\t]*(?:\r\n|\r|\n)', re.I)
"""What some spreadsheets write above the header for themselves."""
_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_MOST_NAMED = 6
REMARK = "#"
"""What the name of a column begins with that only readers of the file need."""


@attrs.frozen
class FileCell:
    """One cell of a CSV file: its text (blanks around it are left out unless it stands in quotes) and its place."""

    text: str
    span: Span = attrs.field(eq=False, repr=False)
    shifted: bool = attrs.field(default=False, eq=False, repr=False)  # in a row with a cell too few or too many


@attrs.frozen
class CsvFile:
    """A CSV file: header and rows; every row has as many cells as the header."""

    source: Source = attrs.field(repr=False)
    header: tuple[FileCell, ...]
    rows: tuple[tuple[FileCell, ...], ...]

    def index(self, name: str) -> int | None:
        """Return the position of the column ``name``; None when there is none."""
        return next((at for at, cell in enumerate(self.header) if cell.text == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, from the left."""
        return tuple(cell.text for cell in self.header)


class _BrokenError(Exception):
    """The file cannot be read further; the finding is made of this."""

    def __init__(self, span: Span, problem: str, cure: str = "") -> None:
        super().__init__(problem)
        self.span = span
        self.problem = problem
        self.cure = cure


def read_csv(source: Source, report: Report, *, name: str | None = None) -> CsvFile | None:
    """Read a CSV file: UTF-8 text, one header row, cells in quotes where they hold separators or line ends.

    Commas, semicolons or tabs stand between the cells, as the header has them. A byte order mark, empty lines, and
    rows and columns without any value are left out, the latter with one note. Rows of a wrong length are reported and
    then cut or filled up.
    Returns None when the file cannot be read at all. ``name`` is how messages call the file (default: its path).
    """
    shown = name or source.path
    if source.text.startswith("\ufeff"):
        source = Source(source.path, source.text[1:])
    try:
        return _with_header(_Scanner(source), shown, report)
    except _BrokenError as broken:
        report("GDDAT10", broken.span, table=f"The file `{shown}`", problem=broken.problem, cure=broken.cure)
        return None


def _with_header(scanner: _Scanner, shown: str, report: Report) -> CsvFile:
    """Split off the header, check it, and bring every row to its length."""
    source, rows = scanner.source, scanner.rows()
    if not rows:
        raise _BrokenError(
            Span(source, 1, 1, 1, 1), "it is empty", "write the names of the columns into its first line"
        )
    used = {at for row in rows for at, cell in enumerate(row) if cell.text}
    empty = [at for at in range(max(map(len, rows))) if at not in used]
    header, *body = [tuple(cell for at, cell in enumerate(row) if at in used) for row in rows] if empty else rows
    _check_header(header)
    _check_separators(header, body)
    if left_out := _empty(scanner, rows, empty):
        report("GDDAT23", left_out[0], file=shown, what=left_out[1])
    even = []
    for row in body:
        if len(row) != len(header):
            parted = _parted_otherwise(row, len(header))
            problem, cure = _of_wrong_length(len(row), len(header))
            if parted:
                problem = f"this row has {_NAMES[parted[0]]} between its cells, but the header has not"
                cure = f"write {_NAMES[scanner.separator]} there, as in the header"
            span = row[0].span.to(row[-1].span)
            report("GDDAT10", span, table=f"The file `{shown}`", problem=problem, cure=cure)
            row = parted[1] if parted else (row[0], *(attrs.evolve(cell, shifted=True) for cell in row[1:]))
            if not any(cell.text for cell in row[: len(header)]):
                continue
        end = row[-1].span
        at = Span(source, end.end_line, end.end_column, end.end_line, end.end_column)
        filler = FileCell("", at, shifted=True)
        even.append((*row, *[filler] * (len(header) - len(row)))[: len(header)])
    return CsvFile(source, header, tuple(even))


def _of_wrong_length(cells: int, wanted: int) -> tuple[str, str]:
    """Return what is wrong with a row of another length than the header, and what to do."""
    problem = f"this row has {_counted(cells, 'cell')}, but the header has {_counted(wanted, 'column')}"
    return problem, "put cells that hold a comma in quotes" if cells > wanted else "write a comma for every cell"


def _parted_otherwise(row: tuple[FileCell, ...], wanted: int) -> tuple[str, tuple[FileCell, ...]] | None:
    """Return the sign that parts a row into as many cells as the header has, and these; None where none does."""
    for sign in _NAMES:
        parts = [attrs.evolve(cell, text=part.strip(_AROUND)) for cell in row for part in cell.text.split(sign)]
        if len(row) < wanted == len(parts):
            return sign, tuple(parts)
    return None


def _empty(scanner: _Scanner, rows: list[tuple[FileCell, ...]], empty: list[int]) -> tuple[Span, str] | None:
    """Return the first place of rows and columns without any value, and how many there are; None for none."""
    whats = [_counted(len(scanner.blank), "row")] if scanner.blank else []
    whats += [_counted(len(empty), "column")] if empty else []
    places = [row[at].span for row in rows for at in empty[:1] if at < len(row)]
    return ([*places, *scanner.blank][0], enumerated(whats, "and")) if whats else None


def _check_header(header: tuple[FileCell, ...]) -> None:
    """Refuse a header with other separators, with an empty name or with the same name twice."""
    if len(header) == 1 and "|" in header[0].text:
        raise _BrokenError(
            header[0].span, "its columns are separated by bars", "save it with commas between the columns"
        )
    seen: set[str] = set()
    for number, cell in enumerate(header, 1):
        if not cell.text:
            raise _BrokenError(
                cell.span, f"column {number} has no name", "name the column, or take it out of every row"
            )
        if cell.text in seen:
            raise _BrokenError(cell.span, f"two columns are called `{cell.text}`", "rename or remove one of them")
        seen.add(cell.text)


def _check_separators(header: tuple[FileCell, ...], body: list[tuple[FileCell, ...]]) -> None:
    """Refuse a file whose first line alone has the signs that it has between its cells."""
    if len(header) < 2 or not body or any(len(row) > 1 for row in body):
        return
    sign = next((one for one in SEPARATORS if all(one in row[0].text for row in body)), "")
    if sign:
        problem = f"its cells stand between {_NAMES[sign]}, but the names of its columns do not"
        raise _BrokenError(header[0].span, problem, f"write {_NAMES[sign]} in the first line, too")


def with_names(file: CsvFile, wanted: Iterable[str], first: int, shown: str, report: Report) -> CsvFile:
    """Return a file in which columns have names that rules can write, where these are wanted: `Card name`, `card_name`.

    That is told in one note. Columns in front of ``first`` keep their names; so do those of which several would get
    the same one.
    """
    known = set(file.names)
    by_letters: dict[str, set[str]] = {}
    for name in wanted:
        by_letters.setdefault(_letters(name), set()).add(name)
    meant: dict[int, str] = {}
    for at, cell in enumerate(file.header):
        names = by_letters.get(_letters(cell.text), set())
        if at >= first and len(names) == 1 and not names & known and not cell.text.startswith(REMARK):
            meant[at] = next(iter(names))
    often = Counter(meant.values())
    meant = {at: name for at, name in meant.items() if often[name] == 1}
    if not meant:
        return file
    pairs = [f"`{file.header[at].text}` is `{name}`" for at, name in meant.items()]
    more = [f"{len(pairs) - _MOST_NAMED} more"] if len(pairs) > _MOST_NAMED else []
    told = enumerated([*pairs[:_MOST_NAMED], *more], "and")
    report("GDDAT24", file.header[min(meant)].span, file=shown, names=told)
    header = [attrs.evolve(cell, text=meant.get(at, cell.text)) for at, cell in enumerate(file.header)]
    return attrs.evolve(file, header=tuple(header))


def _letters(name: str) -> str:
    """Return what stays of a name without capitals, accents, blanks and other signs."""
    return re.sub(r"[\W_]+", "", "".join(map(plain_letter, name))).lower()


def _counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 cell", "2 cells"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _separator(text: str) -> str:
    """Return the separator of the first line with anything in it: what stands most often outside quotes."""
    first = next((line for line in _LINE_END.split(text, maxsplit=MOST_COLUMNS) if line.strip()), "")
    if named := _SEPARATOR_LINE.match(text):
        return named[1]
    bare = re.sub(r'"[^"]*"', "", first[:MOST_CELL_LETTERS])
    return max(SEPARATORS, key=bare.count)


class _Scanner:
    """Walks over the text and knows the line and column it has reached."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._text = source.text
        self.separator = _separator(source.text)
        self._at = 0
        self._line = 1
        self._line_start = 0
        self.blank: list[Span] = []
        """Rows that have cells, but no value."""

    def rows(self) -> list[tuple[FileCell, ...]]:
        """Return all rows with at least one value in them."""
        rows: list[tuple[FileCell, ...]] = []
        if len(self._text) > MOST_LETTERS:
            raise _BrokenError(self._here(), f"it has more than {MOST_LETTERS} letters", _SPLIT)
        cells = 0
        if named := _SEPARATOR_LINE.match(self._text):
            self._advance(named.end())
        while self._at < len(self._text):
            if self._line > MOST_LINES + 1:
                raise _BrokenError(self._here(), f"it has more than {MOST_LINES} lines below the header", _SPLIT)
            if end := _LINE_END.match(self._text, self._at):
                self._advance(end.end())
                continue
            row = self._row()
            spend(CELL * len(row))
            cells += len(row)
            if cells > MOST_CELLS:
                raise _BrokenError(row[0].span, f"it has more than {MOST_CELLS} cells", _SPLIT)
            if any(cell.text for cell in row):
                rows.append(row)
            elif len(row) > 1:
                self.blank.append(row[0].span.to(row[-1].span))
        return rows

    def _row(self) -> tuple[FileCell, ...]:
        """Read one row and the line end behind it."""
        cells = [self._cell()]
        while self._text.startswith(self.separator, self._at):
            self._at += 1
            cells.append(self._cell())
            if len(cells) > MOST_COLUMNS:
                raise _BrokenError(self._here(), f"a row has more than {MOST_COLUMNS} cells", _SPLIT)
        end = _LINE_END.match(self._text, self._at)
        if end:
            self._advance(end.end())
        return tuple(cells)

    def _cell(self) -> FileCell:
        """Read one cell up to the separator or line end behind it."""
        blanks = _BLANKS.match(self._text, self._at)
        if blanks and self._text.startswith('"', blanks.end()):
            self._at = blanks.end()
            return self._quoted()
        found = _BARE[self.separator].match(self._text, self._at)
        raw = found[0] if found else ""
        text = raw.strip(_AROUND)
        lead = len(raw) - len(raw.lstrip(_AROUND)) if text else 0
        start = self._at + lead
        span = self._span(start, start + len(text))
        self._check(text, span)
        self._at += len(raw)
        return FileCell(text, span)

    def _quoted(self) -> FileCell:
        """Read a cell in quotes; a doubled quote is a quote, line ends belong to the text."""
        start = self._here()
        found = _QUOTED.match(self._text, self._at)
        if not found:
            raise _BrokenError(start, "the quote that opens here is never closed", 'write `"` where the cell ends')
        text = found[1].replace('""', '"')
        self._advance(self._at + len(found[1]) + 2)
        span = start.to(self._here())
        self._check(text, span)
        self._at = found.end()
        if self._at < len(self._text) and self._text[self._at] not in f"{self.separator}\r\n":
            raise _BrokenError(
                self._here(), "behind the closing quote stands more text", 'write a quote in a cell as `""`'
            )
        return FileCell(_LINE_END.sub("\n", text), span)

    def _check(self, text: str, span: Span) -> None:
        """Refuse cells that no table of a game needs."""
        if found := _FORBIDDEN.search(text):
            sign = f"U+{ord(found[0]):04X} ({unicodedata.name(found[0], 'a control sign').lower()})"
            raise _BrokenError(
                span, f"this cell holds the sign {sign}, which nobody can see", "remove it, or type the cell anew"
            )
        if len(text) > MOST_CELL_LETTERS:
            raise _BrokenError(span, f"this cell has more than {MOST_CELL_LETTERS} letters", "check its quotes")

    def _advance(self, target: int) -> None:
        """Go on to an offset and count the lines on the way."""
        for end in _LINE_END.finditer(self._text, self._at, target):
            self._line += 1
            self._line_start = end.end()
        self._at = target

    def _here(self) -> Span:
        return self._span(self._at, self._at)

    def _span(self, start: int, end: int) -> Span:
        """Return a span within the line reached."""
        first = self._line_start - 1
        return Span(self.source, self._line, start - first, self._line, end - first)


def quoted(text: str) -> str:
    """Return a value for a message; a blank in it that looks like another one is named."""
    unlike = next((sign for sign in text if sign in _UNLIKE_BLANKS), "")
    return f"`{text}`" + (f", with a {unicodedata.name(unlike).lower()} in it," if unlike else "")


def with_plain_blanks(text: str) -> tuple[str, ...]:
    """Return what a value with no-break spaces may mean: without them, or with the sign of names; else nothing."""
    if not any(sign in _UNLIKE_BLANKS for sign in text):
        return ()
    return tuple(re.sub(f"[{_UNLIKE_BLANKS}]+", instead, text) for instead in ("", "_"))


def plain_letter(sign: str) -> str:
    """Return a letter of the alphabet for one of other languages, and the name of any other: names stay different."""
    if sign.isascii():
        return sign
    plain = unicodedata.normalize("NFKD", sign)[0]
    if plain.isascii() and plain.isalnum():
        return plain
    return f"_{unicodedata.name(sign, '').rpartition(' ')[2].lower()}_" if sign.isalnum() else "_"
