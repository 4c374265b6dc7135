"""The bytes of a rule file -> a Source with plain line ends, or a finding that says why it is no text."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.source import Source, Span

MAX_BYTES = 1_000_000

_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


def read_source(path: str, data: bytes, report: Report) -> Source | None:
    """Return the text of a file, or None after a report.

    UTF-8 is read with or without a byte order mark; lines may end with LF or CRLF, and end with LF in the result.
    """
    if len(data) > MAX_BYTES:
        report("GDSYN13", _line(Source(path, ""), 1), what="bytes", limit=MAX_BYTES)
        return None
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            report("GDSYN29", _line(Source(path, ""), 1), problem=f"it is written in {encoding}")
            return None
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        source = Source(path, data.decode("utf-8-sig", "replace").replace("\r\n", "\n"))
        line = data.count(b"\n", 0, error.start) + 1
        report("GDSYN29", _line(source, line), problem=f"the byte 0x{data[error.start]:02X} is no UTF-8")
        return None
    source = Source(path, text)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        report("GDSYN29", _line(source, line), problem="it holds a byte 0, as only files that are no texts do")
        return None
    if "\r" in text and "\n" not in text:
        report("GDSYN29", _line(source, 1), problem="its lines end with a lone carriage return")
        return None
    return source


def _line(source: Source, number: int) -> Span:
    """Return the start of a line."""
    return Span(source, number, 1, number, 1)
