"""Nothing in, wordings of rulebooks out: what players have, who plays, costs, points, comparisons, lists of words."""

from __future__ import annotations

from gamedsl.syntax.recovery.patterns.marks import Rows

_ASKED = r"^(?:until|when|expect|once|(?:else )?if)\b[^()]*?"
"""Where a condition stands, and not a set, a player or a step."""
_ENDS = r"(?= *(?:$|\"|:|and\b|or\b))"
_THING = r"(?!(?:no|not|more|most|less|fewer|least|at|of|all|any|an?|the)\b)[a-z]\w*"
_HAVE = r"(?:has|have|with|whose|where|owns?|holds?)"
_IS = rf"(?:{_HAVE}|is|are|did|do)"


def _everybody(word: str, form: str) -> Rows:
    """Return the wordings of what some have or all; ``word``: how that is said; ``form``: the function for it."""
    of_set = rf"{_ASKED}(?P<at>\b{word} +{{f}}(?P<v>[a-z]\w*) +in +(?P<s>[\w.]+) +(?:{_HAVE} +|: *)"
    player = rf"{_ASKED}(?P<at>\b{word} +{{f}}players? +(?:{_HAVE} +)?"
    return (
        (
            rf"{player}(?P<n>\d+) +(?P<x>{_THING})){_ENDS}",
            rf"write `{form}(HELD(p.\g<x>) >= \g<n> for each p in players)`",
        ),
        (rf"{player}(?P<n>\d+)){_ENDS}", rf"write `{form}(p.points >= \g<n> for each p in players)`"),
        (
            rf"{player}(?P<x>{_THING}) *(?P<c>(?:!=|>=|<=|[=<>]) *[\w.]+)){_ENDS}",
            rf"write `{form}(p.\g<x> \g<c> for each p in players)`",
        ),
        (
            rf"{_ASKED}(?P<at>\b{word} +{{f}}players? +(?:{_IS} +)?(?P<x>{_THING})){_ENDS}",
            rf"write `{form}(p.\g<x> for each p in players)`",
        ),
        (
            (
                rf"{_ASKED}(?P<at>\b{word} +{{f}}(?P<v>[a-z]\w*) +in +(?P<s>[\w.]+) +(?:{_IS} +|: *)"
                rf"(?P<c>(?!(?P=v)\b){_THING}\b(?! *[.(])[^\"():]*?)){_ENDS}"
            ),
            rf"write `{form}(\g<v>.\g<c> for each \g<v> in \g<s>)`",
        ),
        (
            of_set + r"(?P<c>[^\"()]*[^\"() ]))$",
            rf"write `{form}(\g<c> for each \g<v> in \g<s>)`",
        ),
    )


EVERYBODY: Rows = (*_everybody("(?:any|some|a|one)", "any"), *_everybody("(?:every|each|all)", "all"))
"""What some players have, or all."""

_AMOUNT = r"[a-z_]\w*(?:\.\w+|\([^()]*\))*"
_TOGETHER = r"(?:simultaneous(?:ly)?|at +(?:once|the +same +time)|in +parallel|secretly|together)"
_ALL = r"(?:(?:all|each|every) *{f}?(?:of +{f}?(?:the +)?)?{f}?players?|(?:everybody|everyone|all))"
_LEFT = r"{f}?left +{f}?(?:of|from) +{f}?(?:the +{f}?)?(?P<x>[A-Za-z_][\w.]*)"
WHO: Rows = (
    (rf"^who: *(?P<at>{_ALL} *,? *{{f}}?{_TOGETHER}) *$", "write `players together`"),
    (
        (
            r"^who: *(?P<at>(?:(?:all|the|each) +{f}?)?(?:players?|from) +{f}?(?:(?:from|to) +{f}?)?(?:the +{f}?)?"
            rf"{_LEFT})"
        ),
        r"write `players from next(\g<x>)`",
    ),
    (
        r"^who: *(?P<at>(?P<a>[A-Z]\w*) *{f}(?:,|and\b|&) *(?P<b>[A-Z]\w*)) *$",
        r"several players stand in braces, and one of them begins: `{\g<a>, \g<b>} from \g<a>`",
    ),
    (
        r"^who: *(?P<at>(?P<s>\w+) +{f}(?:simultaneous(?:ly)?|at +(?:once|the same time)|in +parallel|secretly)) *$",
        r"write `\g<s> together`",
    ),
    (
        r"^who: *(?P<at>(?P<s>\w+) +{f}clockwise +from +(?P<p>\w+)) *$",
        r"players follow each other clockwise anyway: `\g<s> from \g<p>`",
    ),
    (
        r"^who: *(?P<at>(?P<s>\w+) +{f}(?:clockwise|in +order|in +turn|one +after +(?:the +)?(?:an)?other)) *$",
        r"players follow each other clockwise anyway; say who begins: `\g<s> from NAME`",
    ),
    (
        r"^who: *(?P<at>(?P<s>active|next|start|starting|first) +{f}player) *$",
        "name one: `active`, or a player of the table",
    ),
)
"""Whose turn it is."""

_PLACE = r"[^;\"]*[^;\" ]"
_DEALS: Rows = (
    (r"\b(?P<at>deal +(?:at +{f}most|max|maximum) +{f}?(?P<n>\S+)) +from\b", r"write `deal up to \g<n>`"),
    (
        r"\b(?P<at>deal +(?P<n>\S+) +{f}as +(?P<x>\w+) +from +(?P<a>[^;\"]*\S) +to +(?P<b>" + _PLACE + r"))",
        r"the name stands at the end: `deal \g<n> from \g<a> to \g<b> as \g<x>`",
    ),
    (
        r"\b(?P<at>deal +(?P<n>\S+) +from +(?P<a>[^;\"]*\S) +{f}as +(?P<x>\w+) +to +(?P<b>" + _PLACE + r"))",
        r"the name stands at the end: `deal \g<n> from \g<a> to \g<b> as \g<x>`",
    ),
    (
        r"\b(?P<at>let +(?P<x>\w+) *= *deal +{f}(?P<n>\S+) +from +(?P<a>[^;\"]*\S) +to +(?P<b>" + _PLACE + r"))",
        r"write `deal \g<n> from \g<a> to \g<b> as \g<x>`",
    ),
    (
        r"\bdeal +\S.* +(?P<at>(?:{f}(?:called|named)|and +call +{f}(?:it|them)) +(?P<x>\w+)) *$",
        r"write `as \g<x>`",
    ),
)

STEPS: Rows = (
    *_DEALS,
    (
        rf"^(?P<at>cost: *(?:pay +)?(?P<n>\d+|{_AMOUNT}) +{{f}}(?!to\b|from\b|if\b)(?P<x>[a-z]\w*)) *$",
        r"say from where and where to: `cost: pay \g<n> from OWN_PURSE to COMMON_PURSE`",
    ),
    (r"\bscore +\w+ +[\w.]+ +(?P<at>{f}points?)\b", "leave it out: a source gives points, `score SOURCE 3 for you`"),
    (
        r"\bscore +(?P<at>{f}(?P<n>\d+) +points?)\b",
        r"say from which source, as under `scoring`: `score SOURCE \g<n> for you`",
    ),
    (r"\bpay +(?P<at>half +{f}(?:of +)?(?P<x>[\w.]+))", r"write `pay \g<x> / 2 from \g<x>`"),
    (
        r"\b(?P<at>deal +(?P<n>\w+) +{f}(?:(?!to\b|from\b)[a-z]\w* +)?to +(?:each|every|all) +players?)\b",
        r"write `for each p in players: deal \g<n> from COMMON_PILE to p.OWN_PLACE`",
    ),
    (
        r"\b(?P<at>(?:go|goto|jump|return) +{f}to +\w+) *$",
        "phases follow each other as `steps:` says; `until:` ends one",
    ),
    (r"\bset +(?P<x>[\w.]+) +to +(?P<at>{f}(?P<s>[+]) *(?P<n>\w+))", r"write `set \g<x> to \g<x> \g<s> \g<n>`"),
)
"""What is paid, scored and handed out."""

VALUES: Rows = (
    (
        r"(?P<at>(?P<x>[\w.]+(?:\([^()]*\))?) +{f}(?:squared|\*\* *2))",
        r"write it twice: `\g<x> * \g<x>`",
    ),
    (r"/ *(?P<n>\d+) +(?P<at>{f}(?:,? *)round(?:ed|ing)? +down)", "leave it out: `/` rounds down"),
    (r"(?P<at>(?P<x>[\w.]+(?:\([^()]*\))?) */ *2 +{f}(?:,? *)round(?:ed|ing)? +up)", r"write `(\g<x> + 1) / 2`"),
    (
        r"(?P<at>\d+ +{f}(?P<x>points?|vp)(?: +(?:per|for|each)\b.*\S)?)",
        "leave the word out, and say where it is counted: `2 * count(ZONE)` for pieces, `2 * PURSE` for counters",
    ),
    (r"(?P<x>[\w.)\]]+) +(?P<at>{f}at +least) ", "write `>=`"),
    (r"(?P<x>[\w.)\]]+) +(?P<at>{f}at +most) ", "write `<=`"),
    (r"(?P<x>[\w.)\]]+) +(?P<at>{f}(?:more|greater|higher|larger) +than) ", "write `>`"),
    (r"(?P<x>[\w.)\]]+) +(?P<at>{f}(?:less|fewer|lower|smaller) +than) ", "write `<`"),
    (
        r"(?P<at>\byou +{f}(?:have|own|hold)(?: +at +least)? +(?P<n>\d+) +(?P<x>[a-z]\w*))",
        r"write `you.\g<x> >= \g<n>`",
    ),
    (
        r"(?P<at>(?P<a>-?\w+) *(?P<s><=?) *(?P<x>[\w.]+(?:\([^()]*\))?) *{f}(?P<t><=?) *(?P<b>[\w.]+))",
        r"write `\g<a> \g<s> \g<x> and \g<x> \g<t> \g<b>`",
    ),
    (
        r"\bties +(?P<at>{f}(?:shared?|together|both|draw|tied?|win|everybody|everyone))\b",
        "write `ties all`: all who are equal",
    ),
    (
        r"\bpick:? *(?P<at>(?:an?|one|the|some) +{f}(?P<x>\w+) +(?:from|in|of) +(?P<s>[\w.]+))",
        r"give it a name: `pick: x in \g<s>`",
    ),
)
"""Numbers, comparisons, ties and what is chosen."""

LISTS: Rows = (
    (r"^(?!(?:{fields})\b)\w+: *\w+(?P<at> *{f}[|;/]) *\w+", "write commas between the words: `red, blue`"),
    (
        r"^(?P<x>\w+): *(?P<at>\d+) *{f}$",
        r"say what it is: among components `\g<x>: counter, 20`, on the table `\g<x>: 0..9`",
    ),
)
"""Words of types, and entries that are only a number."""
