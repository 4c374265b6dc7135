"""Nothing in, wordings about formulas out: calls of functions, sets, ties, names of terms, limits and modifiers."""

from __future__ import annotations

from gamedsl.syntax.recovery.patterns.calls import BUILTIN_FORMS
from gamedsl.syntax.recovery.patterns.marks import Rows

_SPOKEN = (
    *("count", "sum", "largest", "smallest"),
    *("neighbours", "distance", "lines", "way", "behind", "between", "connected"),
)
"""Functions that people call without brackets."""

_REST = r"[^\"()]*(?:\([^()]*\)[^\"()]*)*[^\"() ]"
_TWO_PLACES = (
    r"(?P<at>\b(?P<f>between|behind|distance|way)(?: +{f}?(?:between|from|of|to|along))?"
    r" +{f}?(?P<a>[\w.]+),? +(?:and +|to +|from +)?(?P<b>(?!until\b|where\b)[\w.]+))"
)
_ELSE = "else|default|otherwise|if none|or else|if empty"
_ORDERS = "most|least|highest|lowest|max|min|more|fewest|largest"
_OTHER_TIES = (
    r"(?P<at>\bties +{f}?(?:(?:in|by)(?: +|-){f}?)?(?:(?:the +)?{f}?file(?: +|-){f}?)?"
    r"{f}?(?:order(?:ed)?|first|any|random(?:ly)?|file)(?: order)?)\b"
)
_SHOWN = r"(?:[^\"()]|\([^()]*\))*?"


def _without_brackets(name: str) -> str:
    """Return the pattern of a function that is called without brackets."""
    return rf"(?P<at>\b{name} +{{f}}(?![=<>+*/-]|from\b|to\b|and\b|or\b)\w[\w.]*(?: +\w[\w.]*)*)"


def _in_brackets(name: str) -> str:
    return f"its values stand in brackets: {BUILTIN_FORMS[name].removeprefix('write ')}"


_COUNTED = r"^(?:worth:|[\w()]+ *=).*?"
"""Where points are counted."""

CALLS: Rows = (
    (
        _COUNTED
        + r"(?P<at>(?P<n>\d+) +{f}for +(?:each|every|all) +\w+ +in +(?P<s>[\w.]+(?:\([^()]*\))?))(?! +where\b)",
        r"write `\g<n> * count(\g<s>)`",
    ),
    (
        _COUNTED + r"(?P<at>(?P<n>\d+) +{f}(?:per|for +(?:each|every|all)|each) +(?:of +)?[a-z]\w*)\b(?! +in\b)",
        r"say where they are counted: `\g<n> * count(ZONE)` for pieces, `\g<n> * PURSE` for counters",
    ),
    (
        r"(?P<at>(?:\bthe +){f}(?P<n>\d+) +(?P<f>largest|smallest) +(?P<x>" + _REST + r"))",
        r"write `\g<f>(\g<n>, \g<x>)`",
    ),
    (r"(?P<at>\b(?P<f>largest|smallest)\((?P<n>\w+) +{f}of +)", r"write a comma: `\g<f>(\g<n>, …)`"),
    (
        r"(?P<at>\b(?P<f>largest|smallest) +{f}(?P<n>\d+|\w+) +(?:of +)?\((?P<x>" + _REST + r")\))",
        r"write `\g<f>(\g<n>, \g<x>)`",
    ),
    (
        r"(?P<at>\b(?P<f>largest|smallest) +{f}(?P<n>\d+|\w+) +(?:of +)?(?P<x>" + _REST + r"))",
        r"write `\g<f>(\g<n>, \g<x>)`",
    ),
    (
        r"\bcount\((?P<at>(?P<w>distinct|unique|diff?er[ae]nt|dif+erent|various) +{f}(?P<x>[^\"]*))\) *$",
        r"write `different \g<x>`",
    ),
    (r"\bcount\((?P<at>(?P<x>\S+) +{f}different)\b", r"the word comes first: `different \g<x>`"),
    (r"(?P<at>\bcount +{f}different *\((?P<x>" + _REST + r")\))", r"write `count(different \g<x>)`"),
    (r"= *(?P<at>different +{f}(?P<x>" + _REST + r"))", r"say what becomes of them: `count(different \g<x>)`"),
    (
        _TWO_PLACES,
        r"write `\g<f>(\g<a>, \g<b>)`",
    ),
    (r"(?P<at>\b(?P<f>lines|neighbours) +{f}(?:of|through|from|to) +(?P<a>[\w.]+))", r"write `\g<f>(\g<a>)`"),
    *((_without_brackets(name), _in_brackets(name)) for name in _SPOKEN),
    (r"\((?P<at>(?P<a>[\w.]+) *{f}to *(?P<b>[\w.]+))\)", r"between two values stands a comma: `\g<a>, \g<b>`"),
    (r"(?P<at>(?:\bthe )?\b(?P<x>bottom) +{f}of +(?:the )?(?P<y>\w+))", r"write `\g<y>.\g<x>`"),
    (r"\bmove (?P<at>the {f}?(?P<x>top|bottom) +{f}?of +(?:the )?(?P<y>\w+))", r"write `\g<y>.\g<x>`"),
    (r"\bmove (?P<at>(?P<y>\w+) +{f}at (?P<x>bottom|top))\b", r"write `\g<y>.\g<x>`"),
    (r"\.\.(?P<at>{f}\])", "say where it ends, too: `[1..3]`"),
    (r"(?P<at>\[{f}(?:\.\.|:) *(?P<n>\d+)\])", r"say where it begins, too: `[1..\g<n>]`"),
    (r"\)(?P<at>\.{f}(?P<a>\d+)\.\.(?P<b>\d+))", r"places stand in brackets: `[\g<a>..\g<b>]`"),
    (r"(?P<at>\[(?:the )?first {f}(?P<n>\d+)\])", r"write `[1..\g<n>]`"),
    (r"(?P<at>\[(?P<a>\d+) +{f}to +(?P<b>\d+)\])", r"write `[\g<a>..\g<b>]`"),
    (
        r"\b(?:any|all|count|sum|min|max)\((?P<at>(?P<c>(?P<v>[a-z]\w*)\."
        + _SHOWN
        + r") +{f}in +(?P<s>"
        + _SHOWN
        + r"))\)",
        r"name each of them: `\g<c> for each \g<v> in \g<s>`",
    ),
    (
        r"\b(?:any|all|count|sum|min|max)\((?P<at>for +{f}each +(?P<b>\w+ in "
        + _SHOWN
        + r"): *(?P<c>"
        + _SHOWN
        + r"))\)",
        r"the loop comes last: `\g<c> for each \g<b>`",
    ),
    (
        r"\b(?:any|all|count|sum|min|max)\(" + _SHOWN + r"(?<=[\w)\]]) +(?P<at>{f}(?P<x>[a-z]\w*)) +in +[\w({]",
        r"name each of them: write `for each \g<x>`",
    ),
    (r"\bfor each +(?P<at>(?P<s>\w+{f}\([^()]*\)))", r"name each of them: `for each x in \g<s>`"),
    (
        r"\b(?P<w>min|max|only)\((?P<x>.*)(?P<at>\) *{f}else +(?P<v>[\w.]+))",
        r"what counts otherwise stands inside: `\g<w>(… else \g<v>)`",
    ),
    (
        r"\b(?:min|max|only)\(.*\S(?P<at>(?: *{f};| +{f}) *(?:" + _ELSE + r"):? +(?P<v>[\w.]+))\)",
        r"write ` else \g<v>`",
    ),
    (r"\b(?:min|max|only)\(.* (?P<at>if none +{f}(?P<v>[\w.]+))\)", r"write `else \g<v>`"),
    (r"\b(?:min|max|only)\(.*\belse *{f}(?P<at>\))", "say what counts otherwise: `else 0`, or `else none`"),
    (
        r"[=<>] *(?P<at>(?:the +)?(?:{f}?other|{f}?opposing|{f}?opposite) +{f}player)\b",
        "write `opponent`, in games for two players",
    ),
    (r"[=<>] *(?P<at>the +{f}(?P<x>opponent))\b", r"leave out `the`: write `\g<x>`"),
    (r"(?:^when: *|\b(?:and|or|if|where|until) +)(?P<at>no +{f}(?P<x>\w[\w.]*))", r"write `not \g<x>`"),
    (
        r"(?P<at>(?:every|each|all|any) +{f}(?P<x>direction|diagonal|straight))\b",
        r"write `\g<x>`: it means all of them",
    ),
    (r"(?P<at>(?<!!)(?:=|\bis) *not +{f}(?P<x>\w+))", r"write `!= \g<x>`"),
)
"""Calls as people speak them."""

SETS: Rows = (
    (
        r"(?P<at>\{(?P<x>[^{}\"]*? +{f}for +each +[^{}\"]*[^{}\" ])\})",
        r"what a loop gives stands in round brackets: `(\g<x>)`",
    ),
    (
        r"\{(?:[^{}]*, *)?(?P<at>(?P<a>[a-z]\w*) +{f}(?P<n>\d+)) *[,}]",
        r"a piece of a table with `each` is called by its values in brackets: `NAME(\g<a>, \g<n>)`",
    ),
    (r"(?P<at>\{\w+(?: +{f}\w+)(?: +\w+)+\})", "write commas between the members: `{a, b}`"),
    (r"(?P<at>\{(?P<a>\w+) +{f}(?:and|or|to) +(?P<b>\w+)\})", r"write `{\g<a>, \g<b>}`"),
    (
        r"(?<![\w.])(?P<at>\((?P<x>[\w.]+(?:\([^()]*\))?{f}?(?:{f}?, *[\w.]+(?:\([^()]*\))?)+)\))",
        r"several things stand in braces: `{\g<x>}`",
    ),
    (r"(?<![\w.\]])(?P<at>{f}\[(?P<x>[\w., ()]+)\])", r"several things stand in braces: `{\g<x>}`"),
    (r"\bset +(?P<at>(?P<v>\w+) +{f}(?:of|in|on) +(?P<s>\{[^{}]*\}|[\w.]+)) +(?:to|=)", r"write `\g<s>.\g<v>`"),
    (r"\bset +(?P<at>(?:all|each|every) *{f})(?P<s>\{[^{}]*\}|[\w.]+)", r"leave it out: `set \g<s>…` sets every one"),
)
"""Several things at once."""

TIES: Rows = (
    (r"(?P<at>\btie {f}?in +{f}?order)\b", "write `ties in order`"),
    (r"\bwith (?:most|least)\b(?!.*\bties\b).*? (?P<at>{f}?(?:tie|in) {f}?(?:in )?order)$", "write `ties in order`"),
    (
        _OTHER_TIES,
        "write `ties in order`: the first in the order of the file",
    ),
    (r"(?P<at>\bties in{f}-order)\b", "write `ties in order`"),
    (r"(?P<at>\bties in +{f}?the +{f}?order)\b", "write `ties in order`"),
    (r"\b(?:ranked|the) \w+ in .*(?P<at>{f}, *)ties\b", "leave out the comma in front of `ties`"),
    (r"\b(?:ranked|the) \w+ in \S+ +{f}(?P<at>by (?P<x>most|least)\b)", r"write `with \g<x>`"),
    (
        rf"\b(?:ranked|the) \w+ in .*\bwith +{{f}}(?P<at>(?P<x>(?!(?:{_ORDERS})\b)\w[\w.]*(?:\([^()]*\))?))",
        r"say whether most or least comes first: `most \g<x>`",
    ),
)
"""Slips in rankings."""

_LOOP = r"[a-z]\w* +in +[^:\"]*?[^:\" ]"
_PLACE = r"[a-z]\w*"
LOOPS: Rows = (
    (
        (
            rf"(?P<at>\bfor each +(?P<a>{_LOOP})(?: *{{f}},(?: *and\b)?| +{{f}}and\b) *"
            rf"(?:(?:for +)?each +)?(?P<b>{_LOOP}) *:)"
        ),
        r"one loop in the other: write `for each \g<a>: for each \g<b>:`",
    ),
    (
        rf"(?P<at>(?<![\w.(])(?P<a>{_PLACE}\.\.{_PLACE}) *(?P<s>[-+]) *(?P<b>{_PLACE}(?:{{f}}\.\.|\.\.{{f}}){_PLACE}))",
        r"each of them in brackets: write `(\g<a>) \g<s> (\g<b>)`",
    ),
    (
        r"(?:^|\bthen: *|; *)(?P<at>(?P<x>[a-z]\w*(?:\.\w+|\[[^\[\]]*\])*) +{f}to +(?P<v>[^;\":]*[^;\": ])) *(?:$|;)",
        r"write `set \g<x> to \g<v>`",
    ),
    (r"\b(?P<at>repeat +(?:till|up to|to) +{f}(?P<c>[^:]*[^: ])) *:", r"write `repeat until \g<c>:`"),
    (r"\b(?P<at>(?:repeat +)?while +not +{f}(?P<c>[^:]*[^: ])) *:", r"write `repeat until \g<c>:`"),
    (r"\b(?P<at>(?:repeat +)?while +{f}(?P<c>[^:]*[^: ])) *:", r"write `repeat until not (\g<c>):`"),
    (r"\b(?P<at>repeat{f} *):", "say how often: `repeat 3 times:`, or `repeat until CONDITION:`"),
    (r"\b(?P<at>repeat +until{f} *):", "say what ends it: `repeat until CONDITION:`"),
)
"""Loops of other languages, and steps without their first word."""

TERMS: Rows = (
    (r"^(?P<at>(?P<z>{zones}) +{f}of +(?P<x>\w+))", r"say first what it is called: `NAME: \g<z> of \g<x>`"),
    (r"^(?P<at>let +{f}(?P<x>\w+ *=.*\S)) *$", r"write `let: \g<x>`"),
    (r"^(?P<at>let *: *(?P<x>\w+) *{f}: *(?P<v>.*\S))", r"write `let: \g<x> = \g<v>`"),
    (r"^(?P<at>{f}(?:where|with|given|define|set)(?: *:)? +(?P<x>\w+ *=.*\S))", r"write `let: \g<x>`"),
    (r"^(?P<at>\w+ *{f}(?:where|with) *: *)$", "leave it out: under the formula stand lines `let: NAME = …`"),
    (r" +(?P<at>{f}(?:where|with) *:?) *$", "leave it out: under the formula stand lines `let: NAME = …`"),
    (r"= *(?P<at>let +{f}[^\"]*[^\" ])", "write the formula here, and under it `let: NAME = …` for what it needs"),
    (
        r"^\w+: *(?P<at>(?P<n>-?\d+)\.\. *{f}(?:unlimited|infinity|infinite|\*|…)?) *$",
        "for a number without an end that matters write `number`",
    ),
    (r"^\w+: *(?P<at>(?:a|an|any|the) +{f}(?P<x>number|player))\b(?! of\b)", r"write `\g<x>`"),
)
"""Slips in terms and in what they name, and in the types of values."""

PLANS: Rows = (
    (r"\bup to +(?P<at>{f}\((?P<x>[\w.]+)\)) +of\b", r"leave the brackets out: `up to \g<x> of …`"),
    (r"\b(?P<at>upto +{f}(?P<x>[\w.]+)) +of\b", r"write `up to \g<x>`"),
    (r"\b(?P<at>at +{f}most +(?P<x>[\w.]+)) +of\b", r"write `up to \g<x>`"),
    (r"(?P<at>\b0 *{f}\.\. *(?P<x>[\w.]+)) +of\b", r"write `up to \g<x>`"),
    (r"(?P<at>\b(?P<x>(?:up to +)?[\w.]+) +{f}times(?: +of)?) +(?P<y>\(|\w)", r"write `\g<x> of …`"),
    (
        r"\bup to +(?P<at>[\w.]+ *{f}[-+*/] *[\w.]+) +of\b",
        "a limit is a number, an option or a term: give this a name under `terms`, and write `up to NAME of …`",
    ),
    (
        r"(?P<at>\b(?P<a>\w+) +{f}if +(?:it is +)?possible(?:,)? +else +(?P<b>\w+))",
        r"write `\g<a> else \g<b>`: the second only while nothing of the first is possible",
    ),
    (
        r"(?P<at>{f}?\bif +{f}?(?P<a>\w+)(?: +is)?(?: +possible)? +else +(?P<b>\w+))",
        r"write `\g<a> else \g<b>`: the second only while nothing of the first is possible",
    ),
    (r"(?P<at>\b(?P<a>\w+) +or +else +{f}(?P<b>\w+))", r"write `\g<a> else \g<b>`"),
    (r"(?P<at>\b(?P<a>\w+){f}, *else +(?P<b>\w+))", r"write `\g<a> else \g<b>`"),
    (r"(?P<at>\bmust +{f}(?P<a>\w+) +else +(?P<b>\w+))", r"leave `must` out: `\g<a> else \g<b>` says it"),
    (
        r"(?P<at>\b(?P<a>\w+) +{f}(?:before|otherwise|rather than|unless) +(?P<b>\w+))",
        r"who can the first, must: `\g<a> else \g<b>`",
    ),
    (r"^play: *.*(?P<at>\(?\belse +{f}\w+)", "say first what comes before it: `A else B`"),
    (r"^play: *.*\b(?P<a>\w+) +(?P<at>else *{f}\))", r"say what comes otherwise: `\g<a> else B`"),
)
"""Slips in plans."""

BENDS: Rows = (
    (
        r"^after: *(?P<at>(?:any|every|each|all|group|actions|action|the group)(?: of)? +{f}(?P<x>\w+))",
        r"write `after: \g<x>`: of a group it follows every action",
    ),
    (
        r"^after: *\w+(?P<at>(?:\([^()]*\))? *{f}(?:or|and|,) .*\S)",
        "a trigger follows one action or one group: put the actions under `actions GROUP`, and write `after: GROUP`",
    ),
    (r"^change: *(?P<at>(?:the +{f}?)?(?P<y>\w+) +{f}of +(?P<x>\w+))", r"write `\g<x>.\g<y>`"),
    (r"^change: *(?P<at>(?P<x>\w+)\.let +{f}(?P<y>\w+))", r"write `\g<x>.\g<y>`"),
    (r"^change: *(?P<at>(?P<x>\w+) +{f}(?P<y>(?!to\b)\w+)) +to\b", r"write `\g<x>.\g<y>`"),
    (
        r"^change: *(?P<at>(?P<x>\w+){f}\([^()]*\)(?P<y>\.\w+)?)",
        r"leave the brackets out: `\g<x>\g<y>`; what is picked is known by its names",
    ),
    (r"^change: *(?P<x>\w+(?:\.\w+)?) *(?P<at>{f}(?P<s>[-+*/]) *(?P<v>[^\"]*[^\" ]))", r"write `to old \g<s> \g<v>`"),
    (r"^change: *(?P<x>\w+(?:\.\w+)?) *(?P<at>{f}(?:by|:) *(?P<v>[^\"]*[^\" ]))", r"write `to old + \g<v>`"),
)
"""Slips in triggers and modifiers."""
