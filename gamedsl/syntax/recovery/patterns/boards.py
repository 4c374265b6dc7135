"""Nothing in, wordings about boards out: grids, lines, rectangles, ways and what stops them, places in moves."""

from __future__ import annotations

from gamedsl.syntax.recovery.patterns.marks import Rows

_LINES = "name the points of a line one after the other, with commas between lines: `lines (a7 d7 g7, a7 a4 a1)`"
_BRACKETS = "put the lines in brackets: `lines (a7 d7 g7, a7 a4 a1)`"
_WITH = "(?:of|with|in)"
_PLACE = r"[A-Za-z]\d{1,2}"

GRIDS: Rows = (
    (
        r"\bgrid +(?P<at>(?P<a>[A-Za-z]) *{f}(?:-|to) *(?P<b>[A-Za-z]))\b",
        r"write `\g<a>..\g<b>`, as in `grid a..h by 1..8`",
    ),
    (
        r"\bgrid +(?P<c>\w+\.\.\w+) *{f}(?P<at>,|x|×|\*|and\b) *(?P<r>\w+\.\.\w+)",
        r"write `by` between columns and rows: `grid \g<c> by \g<r>`",
    ),
    (
        r"\bgrid(?: +of)? *(?P<at>\(? *{f}?\d+ *{f}?(?:by|x|×|\*|,) *{f}?\d+ *\)?)",
        "call the columns by letters: `grid a..h by 1..8`",
    ),
    (r"\bgrid(?P<at> *{f}?\( *{f}?\d[^)]*\))", "call the columns by letters: `grid a..h by 1..8`"),
    (
        r"\bgrid +(?P<at>(?P<a>[A-Za-z])(?P<n>\d+) *\.\. *(?P<b>[A-Za-z])(?P<m>\d+)) *{f}",
        r"write `grid \g<a>..\g<b> by \g<n>..\g<m>`",
    ),
    (
        r"\bgrid +(?P<c>\w+\.\.\w+) +by +(?P<at>(?P<n>\d+)){f}(?! *\.)",
        r"say from which row to which: `grid \g<c> by 1..\g<n>`",
    ),
    (
        rf"\bby +\d+\.\.\d+,? +(?P<at>(?:{_WITH} +)?{{f}}(?:{_WITH} +)?(?:hexagon(?:s|al)?(?: +\w+)?|hex(es)?|six)\b)",
        "write `of hexagons`",
    ),
    (
        r"\bby +\d+\.\.\d+ +of +{f}(?P<at>\w+)",
        "boards have squares, or `of hexagons`; of other shapes the places are joined by `lines (…)`",
    ),
    (r": *space\b.*, *{f}(?P<at>board|map|squares|field)\b", "a board is a grid: write `grid a..h by 1..8`"),
    (
        r": *space\b.*, *(?P<at>(?:lines?\b *)?{f}(?:lines?\b *)?:? *[({\[](?P<x>[^)\]}]*)[)\]}]) *$",
        r"write round brackets: `lines (\g<x>)`",
    ),
    (
        r": *space\b.*, *lines *\([^)]*\)(?P<at>, *{f}\()",
        "one pair of brackets holds all lines, with commas between them",
    ),
    (
        r": *space\b.*, *(?P<at>lines +{f}(?P<x>\w+(?: +\w+)+(?:, *\w+(?: +\w+)+)*)) *$",
        r"put the lines in brackets: `lines (\g<x>)`",
    ),
    (r": *space\b.*, *lines +{f}(?P<at>\w+)", _BRACKETS),
    (r": *space\b.*, *lines *\([^)]*{f}(?P<at>,|;|-|–|→|\.\.)", _LINES),
    (r": *space\b.*, *lines *\((?:[^)]*, *)?(?P<at>\w+){f} *[,)]", f"a line joins two points or more; {_LINES}"),
)
"""Slips in grids and drawn lines."""

PLACES: Rows = (
    (
        r"^\| *(?P<at>(?P<a>" + _PLACE + r") *{f}?(?::|to|-) *{f}?(?P<b>" + _PLACE + r")) *\|",
        r"a row for several places: `\g<a>..\g<b>`",
    ),
    (
        r"^(?:illegal +)?[A-Z]\w*: *\w+\((?P<at>(?P<a>" + _PLACE + r") +{f}(?:to +)?(?P<b>" + _PLACE + r"))\)",
        r"what is picked is written one behind the other: `\g<a>, \g<b>`",
    ),
    (
        r"^(?:illegal +)?[A-Z]\w*: *(?P<at>(?P<m>[a-z]\w*) +{f}(?P<a>"
        + _PLACE
        + r")[ ,]+(?:to +)?(?P<b>"
        + _PLACE
        + r")) *$",
        r"what is picked stands in brackets: `\g<m>(\g<a>, \g<b>)`",
    ),
    (
        r"^(?:illegal +)?[A-Z]\w*: *(?P<at>(?P<a>" + _PLACE + r") +{f}(?:to +)?(?P<b>" + _PLACE + r")) *$",
        r"say first what is done: `ACTION(\g<a>, \g<b>)`",
    ),
    (
        r"\bset +(?P<at>(?P<x>" + _PLACE + r"(?:{f}?, *" + _PLACE + r")+)\.(?P<y>\w+))",
        r"several places stand in braces: `{\g<x>}.\g<y>`",
    ),
    (r"\((?P<at>(?P<a>" + _PLACE + r") +{f}to +(?P<b>" + _PLACE + r"))", r"write `\g<a>..\g<b>`"),
    (
        r"\b(?:in|from|to) +(?P<at>(?P<a>" + _PLACE + r")(?: +{f}to +|{f}: *)(?P<b>" + _PLACE + r"))",
        r"write `\g<a>..\g<b>`",
    ),
    (r"\bin +(?P<at>(?P<a>" + _PLACE + r"):(?P<b>" + _PLACE + r")):.*{f}", r"write `\g<a>..\g<b>`"),
    (r"\bin +(?P<at>(?P<x>row|column) +{f}(?P<n>\d+))", r"the places of one: `(KIND where \g<x> = \g<n>)`"),
    (r"(?P<at>(?<=[(, ])(?P<x>row|column) +{f}(?P<n>\d+))", r"the places of one: `(KIND where \g<x> = \g<n>)`"),
)
"""Places, and several of them, as people write them down."""

WAYS: Rows = (
    (r"\(.* +{f}?(?P<at>(?:and|or) +closed by)\b", "leave out the joint: `(… until C closed by D)`"),
    (r"\(.* until .*(?P<at>{f}, *(?:closed|ended) by)\b", "leave out the comma: `(… until C closed by D)`"),
    (
        r"\(.* until .* +{f}(?P<at>(?:ended|bordered|bounded|enclosed|stopped|closing|finished) by)\b",
        "write `closed by`",
    ),
    (r"\(.* until .* +(?P<at>closed {f}(?:at|with|on|in))\b", "write `closed by`"),
    (r"(?P<at>\(until +{f}(?P<c>[^:]*): *(?P<x>.*\)))\)", r"the row comes first: `(\g<x> until \g<c>)`"),
    (r"(?P<at>(?P<x>\bway\([^()]*)\)?{f}?, *until +{f}?(?P<c>[^()]*[^() ]))\)", r"write `(\g<x>) until \g<c>)`"),
    (r"= *(?P<at>(?P<x>[^\"]*\S) +{f}until +(?P<y>[^\"]*[^\" ]))", r"put it in brackets: `(\g<x> until \g<y>)`"),
    (r"\(.* +{f}(?P<at>closed by)\b", "say first what ends the row: `(… until C closed by D)`"),
    (r"\(.* +{f}(?P<at>while)\b", "write `until`, and the opposite condition: `(… until C)`"),
    (r"\(.* +{f}(?P<at>till|up to|as far as|to where)\b", "write `until`"),
    (r"\(.* +(?P<at>until) *{f}\)", "say what stops it: `(… until CONDITION)`"),
)
"""Slips in what stops a way."""
