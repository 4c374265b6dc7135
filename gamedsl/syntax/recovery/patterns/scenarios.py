"""Nothing in, wordings about scenarios out: moves, lists of moves, passing on, cases, refused set-ups and pictures."""

from __future__ import annotations

from gamedsl.syntax.recovery.patterns.marks import Rows

_REFUSED = 'a set-up that the header refuses: `illegal: "why"` beside `players:` and `with:`, without `then:`'
_PASS = r"write `pass until \g<c>`: until then everybody passes or takes the only choice"

MOVES: Rows = (
    (r"^(?P<at>(?P<w>legal|exactly){f}:) *", r"say whose moves: `\g<w> A: …`"),
    (
        r"^(?P<at>(?P<s>[A-Z]\w*) +{f}(?:may|can)(?: +(?P<o>only))?) *:",
        r"write `legal \g<s>:` (these and perhaps others) or `exactly \g<s>:` (no others)",
    ),
    (r"^(?P<at>(?P<s>[A-Z]\w*): *(?P<w>legal|exactly) +{f}(?P<m>.*\S)) *$", r"write `\g<w> \g<s>: \g<m>`"),
    (r"^(?P<at>{f}?expect +{f}?(?P<w>legal|exactly|illegal) +{f}?)[A-Z]", r"leave out `expect`: write `\g<w> …`"),
    (r"^(?P<at>legal +exactly +{f})[A-Z]", "write only `exactly`"),
    (r"^(?P<w>legal|exactly) +(?P<s>\w+): *(?P<at>{f}\[(?P<m>.*)\])", r"leave the brackets out: `\g<m>`"),
    (
        r"^(?P<w>legal|exactly) +(?P<s>\w+): *(?P<at>(?P<m>\w+\(.*\) +{f}for +each\b[^,]*))",
        r"put it in brackets: `(\g<m>)`",
    ),
    (
        r"^(?:legal|exactly) +\w+: *(?:.*, *)?(?P<at>(?:each|all|any|every) +{f}(?P<m>\w+)(?:\([^()]*\))?)",
        r"write `\g<m>` for any of them, or `(\g<m>(x) for each x in …)`",
    ),
    (
        r"^(?:legal|exactly|illegal) +\w+: *(?:.*, *)?(?P<at>(?P<m>\w+) +{f}(?P<v>\w+(?:\([^()]*\))?))",
        r"what is picked stands in brackets: `\g<m>(\g<v>)`",
    ),
    (r"^expect *(?P<at>{f}:)", "leave out the colon: write `expect …`"),
    (
        r"^expect +.*(?:=|\bin|\bnot) +(?P<at>[A-Z][\w']+(?: +{f}?[\w']+)+)$",
        "write the name that stands in the file, not the words for people",
    ),
    (
        r"^expect +(?P<at>(?P<s>[A-Z]\w*) +{f}(?:has|have|owns|holds) +(?P<n>\d+) +(?P<x>(?!of\b)[a-z]\w*))",
        r"write `\g<s>.\g<x> = \g<n>`",
    ),
    (r"^force *(?P<at>{f}:) *(?P<x>\w+) *= *(?P<v>.*\S)", r"write `force \g<x>: \g<v>`"),
    (r"^force +(?P<x>[\w.]+) *(?P<at>{f}(?:to|=|as)) *(?P<v>.*\S)", r"write `force \g<x>: \g<v>`"),
    (r"^force .*: *(?:.*, *)?(?P<at>\d+ +{f}(?P<v>\w+(?:\([^()]*\))?))", r"name each of them: `\g<v>, \g<v>`"),
    (r"^(?P<at>(?:pass|skip) *:? *{f}?(?:till|to|up to) +{f}?(?P<c>.*\S))", r"write `pass until \g<c>`"),
    (r"^(?P<at>(?:pass|skip) *:? *{f}?while +not +{f}?(?P<c>.*\S))", r"write `pass until \g<c>`"),
    (r"^(?P<at>(?:pass|skip) *:? *{f}?while +{f}?(?P<c>.*\S))", r"write `pass until not (\g<c>)`"),
    (r"^(?P<at>until +{f}?(?P<c>[^:]*[^: ]): *{f}?pass) *$", _PASS),
    (r"^(?P<at>pass +until +(?P<p>[A-Z]\w*) *{f}: *(?P<c>active|.*\S)) *$", r"write `pass until active = \g<p>`"),
    (r"^(?P<at>[A-Z]\w*: *pass +{f}until +(?P<c>.*\S))", _PASS),
    (r"^(?P<at>repeat +until +(?P<c>[^:]*): *pass *{f})$", _PASS),
)
"""Moves, and lists of them."""

FIELDS: Rows = (
    (r"^(?P<at>{f}(?:set-?up|setting|start|before|arrange|board|state) *:)", "write `given:`"),
    (r"^(?P<at>{f}(?:play|moves?|do|steps?|actions?|run|when) *:)", "write `then:`"),
    (r"^(?P<at>play *:) *[A-Z]\w* *:? +{f}", "write `then:`, and behind the player a colon: `A: …`"),
    (
        r"^(?P<at>{f}(?P<s>(?!(?i:{fields})\b)[A-Z]\w*) *: *(?P<m>[a-z]\w*(?:\(.*\))?)) *$",
        r"moves stand under `then:`, two blanks further in: `then: \g<s>: \g<m>`",
    ),
    (r"^from: *\w+(?P<at> *{f}(?:,|and\b).*)", "a scenario begins where one other ends: name that one"),
    (
        r"^(?P<at>{f}(?:starts?|begins?|continues|goes on|after|base|based|beginning)(?: +(?:from|at|with|on))? *:)",
        "write `from:`",
    ),
    (
        r"^(?P<at>(?:starts|begins|start|begin|continues|goes|based)(?: +on)? +{f}(?:from|at|with|on) *:)",
        "write `from:`",
    ),
    (
        r"^given: *(?P<at>{f}?from +{f}?(?P<x>\w+)) *$",
        r"a scenario that begins where another ends: `from: \g<x>`, on a line of its own",
    ),
    (r"^(?P<at>{f}(?:case|examples?|table|values|where|variants|rows) *:)", "write `cases:`"),
    (r"^cases: *(?P<at>{f}\S.*)", "the table stands under it, two blanks further in: `| NAME | NAME |`"),
    (r"^(?P<at>{f}(?:refused|refuses|forbidden|invalid|impossible|not allowed) *:)", "write `illegal:`"),
    (r"^(?:then|given): *(?P<at>illegal *{f}\")", _REFUSED),
    (r"^(?P<at>illegal) *{f}\"", 'write `illegal: "…"`'),
    (r"^(?P<at>{f}expect: *illegal)\b", _REFUSED),
    (r"^illegal: *(?P<at>{f}(?:yes|no|true|false|always))\b", f"say why, in the words of the header: {_REFUSED}"),
)
"""Fields of scenarios."""

PICTURES: Rows = (
    (r"\blay +(?P<x>[\w.]+(?:\[[^\[\]]*\])?) *(?P<at>{f}?= *{f}?)(?:\"|\()", r"write `lay \g<x>: …`"),
    (r"\blay +(?P<at>(?P<x>[\w.]+(?:\[[^\[\]]*\])?)) *{f}\"", r"write `lay \g<x>: …`"),
    (r"\blay +(?P<x>[\w.]+): *(?P<at>{f}\[(?P<v>[^\[\]]*)\])", 'write round brackets around the rows: `("…", "…")`'),
    (r"\blay +(?P<at>{f}\"[^\"]*\" +(?:on|to|in|into) +(?P<x>[\w.]+))", r'the place comes first: `lay \g<x>: "…"`'),
    (
        r"\blay +(?P<at>(?P<p>\w+) +{f}(?:to|on|in|into) +(?P<x>\S+))",
        r'a single piece is moved: `move \g<p> to \g<x>`; a picture is `lay ZONE: "R.B"`',
    ),
    (
        r"\blay +[\w.]+: *(?P<at>{f}(?P<v>[.\w][^\"]*[^\" ]))",
        'a picture stands in quotes, a sign for each place: `"R.B"`',
    ),
)
"""Pictures of the table."""
