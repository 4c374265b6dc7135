"""Nothing in, wordings of rulebooks out: how often, by chance, one thing for each, amounts and joined conditions."""

from __future__ import annotations

from gamedsl.syntax.recovery.patterns.marks import Rows
from gamedsl.syntax.sentences.numbers import NUMBERS

_PART = r"(?P<a>\b[a-z_]\w*|\([^()]*\))"
_ENDS = r"(?= *(?:$|[\"#]|\b(?:then|and|or)\b|\)))"

_MAY = r"(?P<at>\b(?:may|can|optionally|perhaps|maybe) +{f}"
PLANS: Rows = (
    (rf"{_MAY}(?P<a>[a-z_]\w*(?: +or +[a-z_]\w*)+)){_ENDS}", r"write `up to 1 of (\g<a>)`"),
    (rf"{_MAY}{_PART})", r"write `up to 1 of \g<a>`"),
    (
        rf"(?P<at>{_PART} +{{f}}up +to +(?P<n>\w[\w.]*)(?: +times?)?){_ENDS}",
        r"write `up to \g<n> of \g<a>`",
    ),
    (
        rf"(?P<at>{_PART} +{{f}}(?:any +number(?: +of +times?)?|(?:as +often +as|at +will)\b[^\"#]*?)){_ENDS}",
        r"write `any number of \g<a>`",
    ),
    (rf"(?P<at>{_PART} +{{f}}(?:exactly +)?(?P<n>\d+) +times?){_ENDS}", r"write `\g<n> of \g<a>`"),
)
"""How often an action may be taken, written behind it."""

_THING = r"(?P<x>[\w.]+(?:\[[^\[\]]*\])?)"
_TARGET = rf"(?:^|[:;] *)(?P<at>(?:set +)?{_THING} *(?:=|\bto\b) *(?:an? +)?{{f}}?random(?:ly)?"

STEPS: Rows = (
    (
        r"\bscore +(?P<at>{f}(?P<n>-\d+)) +for +(?P<w>[^;\"]*[^;\" ])",
        r"say what the points are for: `score SOURCE \g<n> for \g<w>`; SOURCE is a name under `scoring`",
    ),
    (
        rf"\broll +{_THING} +(?P<at>{{f}}(?:from|between) +(?P<a>[^;\"]*?\S) +(?:to|and) +(?P<b>[^;\"]*[^;\" ]))",
        r"write `in \g<a>..\g<b>`",
    ),
    (
        rf"\broll +{_THING} +(?P<at>{{f}}(?:from|of|among|out +of) +(?P<s>[^;\"]*[^;\" ]))",
        r"write `in \g<s>`",
    ),
    (rf"{_TARGET} +{{f}}?(?:player|seat)s?)\b", r"what comes by chance is rolled: `roll \g<x> in players`"),
    (rf"{_TARGET} +{{f}}?(?P<s>\w+))\b", r"what comes by chance is rolled: `roll \g<x> in \g<s>`"),
    *(
        (rf"\b(?P<verb>pay|deal) +(?P<at>{word}) +{{f}}\w+", rf"write the number: `\g<verb> {number} from …`")
        for word, number in NUMBERS.items()
    ),
    (
        r"^change +(?P<h>(?:for each|if|repeat)\b[^:\"]*:) *.*\S +(?P<at>{f}to +(?P<n>(?:{steps})\b.*\S))",
        r"the new step stands on the line below, two blanks further in: `\g<h> \g<n>`",
    ),
    (
        r"^change +.*\S +(?P<at>{f}to +(?P<n>(?:{steps}|for|if|repeat)\b.*\S))",
        r"the new step stands on the line below, two blanks further in: `\g<n>`",
    ),
    (
        (
            r"\bfor +each +[^:\"]*?[^\s,]"
            r"(?P<at>(?: +|, *){f}(?:at +once|at +the +same +(?:time|moment)|simultaneously))(?= *:)"
        ),
        "write ` together` in front of the colon",
    ),
    (r"\bfor +each +[^:\"]*?[^\s,](?P<at>{f}, *together)(?= *:)", "leave out the comma: write ` together`"),
    (
        r"\b(?P<at>for +each +(?P<x>\w+) +{f}together +(?P<s>in +[^:\"]*[^:\" ]))(?= *:)",
        r"write `for each \g<x> \g<s> together`",
    ),
    (r"\b(?P<at>repeat +(?P<n>[\w.]+) *{f}):", r"write `repeat \g<n> times:`"),
    (
        r"(?P<at>\bfor +(?P<w>all|every) +(?:of +the +)?players +{f}?(?P<p>(?!in\b|where\b)[a-z_]\w*))",
        r"write `for each \g<p> in players`",
    ),
    (
        r"(?P<at>\bfor +{f}(?:all|every) +(?:of +the +)?players +(?P<p>(?!in\b|where\b)[a-z_]\w*))",
        r"write `for each \g<p> in players`",
    ),
)
"""Steps: points that are lost, what comes by chance, amounts, loops, and steps of a base that are changed."""

_PER = "{f}(?:per|for +each|for +every|of +each|of +every)"
_VALUE = r"(?P<v>-?\w+\.\.-?\w+|(?!(?:{kinds})\b)[a-z]\w*(?: +or +none)?)(?= *(?:$|[=,\"\[]))"

TABLE: Rows = (
    (
        rf"^(?P<at>(?P<x>[a-z_]\w*) +{_PER} +players?) *: *{_VALUE}",
        r"things of every player stand below `each player`, two blanks further in: `\g<x>: \g<v>`",
    ),
    (
        rf"^(?P<at>(?P<x>(?!(?:{{steps}}|for|repeat)\b)[a-z_]\w*) +{_PER} +(?P<y>\w+)) *: *{_VALUE}",
        r"write `\g<x>[\g<y>]`",
    ),
    (
        r"\brefilled +from +.*\bafter +(?P<at>(?:each|every|the|an?) +{f}(?P<x>\w+))",
        r"write only the name of the phase: `after \g<x>`",
    ),
    (r": *(?P<kind>{kinds}) +(?P<at>{f}[x×*] *(?P<n>\d+))\b", r"write `\g<kind>, \g<n>`"),
    (r"^steps: .*(?P<at>{f};)", "write a comma between two phases: they run in this order"),
)
"""Things on the table and in the box: one for each, how many, when they come again; phases that follow each other."""

CONDITIONS: Rows = (
    (rf"{_THING} +(?P<at>(?:is +)?not +{{f}}empty)\b", r"write `count(\g<x>) > 0`"),
    (rf"\b(?!ties\b|not\b){_THING} +(?P<at>{{f}}empty)\b", r"write `count(\g<x>) = 0`"),
    (r"\b(?:or|and) +(?P<at>(?P<w>when|until|where|if) +{f})[\w(]", r"leave out `\g<w>`"),
    (r"\b(?:or|and) +(?P<at>{f}(?P<w>when|if|until|where)) +[\w(]", r"leave out `\g<w>`"),
)
"""Conditions: whether something lies there, and words that stand twice."""
