"""Nothing in, wordings of everyday English out: conditions, loops, dice and lists as people say them.

Words in capitals that `declared.py` knows (`HELD(you.cards)`, `OWN_PURSE`, `DICE` …) give way to names of the file.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.syntax.recovery.patterns.marks import Rows

_VALUE = r"[\w.]+(?:\([^()]*\)|\[[^\[\]]*\])?"
_SIGN = r"(?:>=|<=|!=|[=<>])"
_ASKED = r"^(?:(?:else +)?if|when|until|once|expect)\b.*?"
_FORMULA = r"^(?:let: *)?\w+(?:\([^()]*\))? *= *(?:.*?\b(?:and|or|not|if|where)\b)? *"
_END = r"(?= *(?:$|[\":;)]|and\b|or\b|else\b))"


def _spoken(pattern: str) -> str:
    """Return a pattern of words in front of any of which reading may stop."""
    return "{f}?" + pattern.replace(" +", " +{f}?")


_UNDER = _spoken("(?:under|underneath|below|beneath|(?:to|at) +the +bottom +of) +(?:the +)?")
CONDITIONS: Rows = (
    (r"(?P<at>\b(?:the +)?game +{f}is +over)\b", "write `game_over`"),
    (
        (
            rf"(?P<at>{_spoken('(?:there +(?:are|is) +)?no +(?:more +)?[a-z]+ +(?:left +)?(?:in|on) +(?:the +)?')}"
            rf"(?P<s>{_VALUE}))"
        ),
        r"write `count(\g<s>) = 0`",
    ),
    (
        rf"(?P<at>\b{_spoken('you +(?:have|own|hold) +(?:no|0) +')}(?P<x>[a-z]\w*)){_END}",
        r"write `HELD(you.\g<x>) = 0`",
    ),
    (
        rf"(?P<at>\b{_spoken('you +(?:have|own|hold) +(?:at +least +)?')}(?P<n>\d+) +{{f}}?(?P<x>[a-z]\w*)){_END}",
        r"write `HELD(you.\g<x>) >= \g<n>`",
    ),
    (
        (
            rf"(?P<at>\b{_spoken('you +(?:have|are) +(?:already +)?')}(?P<x>(?!not\b|no\b|the\b|an?\b|most\b)[a-z]\w*))"
            r"(?= *(?:$|[\":]))"
        ),
        r"write `you.\g<x>`",
    ),
    (
        rf"(?P<at>\b{_spoken('you +(?:have|are) +not +(?:yet +)?')}(?P<x>(?!the\b|an?\b)[a-z]\w*))(?= *(?:$|[\":]))",
        r"write `not you.\g<x>`",
    ),
    (
        (
            rf"{_ASKED}(?P<at>\b{_spoken('(?:everybody|everyone|all) +(?:has|have|is|are) +')}"
            rf"(?P<x>(?!not\b|no\b|in\b)[a-z]\w*)){_END}"
        ),
        r"write `all(p.\g<x> for each p in players)`",
    ),
    (
        (
            rf"{_ASKED}(?P<at>\b{_spoken('(?:nobody|no +player|no +one|none) +(?:has|have|is|are) +')}"
            rf"(?P<x>(?!not\b|no\b|in\b)[a-z]\w*)){_END}"
        ),
        r"write `not any(p.\g<x> for each p in players)`",
    ),
    (
        (
            rf"(?:{_ASKED}|{_FORMULA})(?<![\w.])(?!(?:in|not|each|and|or|distance|way)\b){_VALUE} +"
            rf"(?P<at>{{f}}(?:is +)?between +(?P<a>-?\w[\w.]*) +and +(?P<b>-?\w[\w.]*))"
        ),
        r"write `in \g<a>..\g<b>`",
    ),
    (
        rf"(?P<x>(?<![\w.]){_VALUE}) *{_SIGN} *[\w.]+ +(?:and|or) +(?P<at>{{f}}(?P<t>{_SIGN}))",
        r"write `\g<x> \g<t>`",
    ),
    *(
        (
            rf"(?P<at>\b{_spoken('you +(?:have|own|hold) +(?:the +)?')}(?:{words}) +{{f}}?(?P<x>[a-z]\w*)){_END}",
            rf"write `HELD(you.\g<x>) = {function}(HELD(p.\g<x>) for each p in players)`",
        )
        for words, function in (("most", "max"), ("least|fewest", "min"))
    ),
    (
        rf"{_SIGN} *(?P<at>the +{{f}}(?P<x>(?!opponent\b|player\b|other\b|next\b)[a-z]\w*)){_END}",
        r"leave out `the`: write `\g<x>`",
    ),
    (
        r"^until: *(?P<at>(?:the +)?{f}?game +{f}(?:is +)?(?:over|ends?|ended|finished))\b",
        "say when that is: a condition such as `count(ZONE) = 0`; when the first phase is over, the game is over",
    ),
)
"""Conditions as people say them."""


def _in_a_row(count: int) -> tuple[str, str]:
    """Return the wording of so many values behind `in`, with commas and without braces."""
    names = "abcdef"[:count]
    first, *others = (rf"(?P<{name}>\b(?!(?:or|and|together)\b)[\w.]+)\b" for name in names)
    rest = "".join(rf" *(?:, *(?:(?:or|and) +)?|(?:or|and) +){other}" for other in others)
    shown = ", ".join(rf"\g<{name}>" for name in names)
    return rf"\bin +(?P<at>{first} *{{f}}(?=,){rest}){_END}", rf"several things stand in braces: `{{{shown}}}`"


SETS: Rows = (
    *(_in_a_row(count) for count in range(6, 1, -1)),
    (
        r"\bfor +each +\w+ +in +[\w.]+ +(?P<at>{f}(?:except|but|without|other +than|apart +from) +(?P<x>[\w.]+))",
        r"write `- \g<x>`",
    ),
    (
        (
            rf"\bfor +each +(?P<at>{_spoken('(?:of +the +)?other +players?')}"
            r"(?: +{f}?(?P<x>(?!from\b|where\b)[a-z]\w*))) *{f}?:"
        ),
        r"write `\g<x> in players - you`",
    ),
    (
        rf"\bfor +each +(?P<at>{_spoken('(?:of +the +)?other +players?')}) *{{f}}?:",
        "write `p in players - you`",
    ),
    (rf"\bin +(?P<at>{_spoken('(?:all +)?(?:the +)?other +players')})\b", "write `players - you`"),
    (
        r"\bfor +each +\w+ +in +[^:]*?\S +(?P<at>if +{f}?(?P<c>[^:]*?[^: ])) *{f}?:",
        r"write `where \g<c>`",
    ),
    (
        r"\bpick:? .*\bin +[^\"]*?\S +(?P<at>(?:if|with) +(?!.*\belse\b)(?P<c>[^\";]*[^\"; ])) *{f}",
        r"write `where \g<c>`",
    ),
    (
        r"\bpick:? .*\bin +[^\"]*?\S +(?P<at>{f}(?:if|with|that|which) +(?!.*\belse\b)(?P<c>[^\";]*[^\"; ]))",
        r"write `where \g<c>`",
    ),
    (r"\bpick:? *\w+ *= *(?P<at>(?:any|some) +{f}of)\b", "write `any number of`"),
    (
        r"\bpick:? *\w+ *= *(?P<at>(?P<n>(?:up +to +)?\d+) +{f}(?!of\b|or\b|to\b)[a-z]\w* +(?:of|in|from))\b",
        r"write `\g<n> of`",
    ),
    (
        r"\bpick:? *(?P<at>(?P<x>\w+) +in +(?P<n>(?:up +to +)?\d+) +{f}(?!of\b)[a-z]\w* +(?:of|in|from))\b",
        r"write `\g<x> = \g<n> of`",
    ),
    (
        r"\bpick:? .*\b(?P<x>\w+) *= *(?P<at>(?P<a>\d+) *{f}(?:or|-) *(?P<b>\d+) +of\b)",
        r"write `up to \g<b> of`, and for the least number `when: count(\g<x>) >= \g<a>` behind it",
    ),
    (
        r"\bpick:? *(?P<at>(?:an?|one|some) +{f}(?P<x>[a-z]\w*)) *(?:$|\")",
        r"give it a name, and say from where: `\g<x> in SET`",
    ),
)
"""What is chosen or gone through, as people say it."""

STEPS: Rows = (
    (
        r"(?P<at>\b(?P<s>roll +[\w.]+(?:\[[^\[\]]*\])?) +{f}until +(?P<c>[^;\"]*[^;\" ])) *$",
        r"write `\g<s>; repeat until \g<c>: \g<s>`",
    ),
    (
        r"(?P<at>\b(?P<s>roll +[\w.]+(?:\[[^\[\]]*\])?) +{f}until +(?P<c>[^;\"]*[^;\" ]))",
        r"roll once, and on a line of its own write `repeat until \g<c>: \g<s>`",
    ),
    (
        r"(?P<at>\b(?P<s>(?:{steps}) +[^;:\"]*?[^;:\" ]) +{f}until +(?P<c>[^;\"]*[^;\" ])) *$",
        r"write `repeat until \g<c>: \g<s>`",
    ),
    (
        r"(?P<at>\b(?P<s>(?:{steps}) +[^;:\"]*?[^;:\" ]) +{f}until +(?P<c>[^;\"]*[^;\" ]))",
        r"write on a line of its own `repeat until \g<c>: \g<s>`",
    ),
    (
        r"^(?:then: *)?(?:else +)?if\b[^:]*: *.*\S +(?P<at>{f}else *:? *(?P<x>if\b.*[^: ]))",
        r"what holds otherwise stands on a line of its own: `else \g<x>`",
    ),
    (
        r"^(?:then: *)?(?:else +)?if\b[^:]*: *.*\S +(?P<at>{f}else *:? *(?P<x>\S.*))",
        r"what is done otherwise stands on a line of its own: `else: \g<x>`",
    ),
    (
        r"(?P<at>\broll +{f}\d*d(?P<n>\d+))\b",
        r"write `roll DICE`; how many dice that are stands under `components`, as in `die: dice 1..\g<n>, 2`",
    ),
    (
        r"(?P<at>\broll +(?P<n>\d+|two|three|both|all) +{f}?(?:the +)?{f}?(?:dice|die))\b",
        "write `roll DICE`; how many dice that are stands under `components`, as in `die: dice 1..6, 2`",
    ),
    (r"(?P<at>\broll +(?:an?|one) +{f}?(?:dice|die))\b(?! *\.)", "write `roll DICE`"),
    (
        r"^(?P<at>{f}pay *: *(?P<n>\d+)(?: +[a-z]\w*)?) *$",
        r"write `cost: pay \g<n> from OWN_PURSE to COMMON_PURSE`",
    ),
    (
        r"^(?P<at>{f}?(?P<s>pay|move|deal|shuffle|roll|set|score|show|offer){f}? *: *(?P<x>[^:]*[^: ])) *$",
        r"a step has no colon: write `\g<s> \g<x>`",
    ),
    (
        r"(?P<at>\bshuffle +(?:the +)?(?P<x>[\w.]+) +{f}(?:back +)?(?:in|in +)?to +(?:the +)?(?P<y>[\w.]+))",
        r"write `move \g<x> to \g<y>; shuffle \g<y>`",
    ),
    (
        rf"(?P<at>\bshuffle +(?:the +)?(?P<x>[\w.]+) +{_spoken('(?:on +top +of|onto|on) +(?:the +)?')}(?P<y>[\w.]+))",
        r"write `shuffle \g<x> to \g<y>`",
    ),
    (
        rf"(?P<at>\bshuffle +(?:the +)?(?P<x>[\w.]+) +{_UNDER}(?P<y>[\w.]+))",
        r"write `shuffle \g<x> to \g<y> at bottom`",
    ),
    (
        rf"(?P<at>\bmove +{_spoken('(?:the +)?top +(?!of)[a-z]+ +(?:of|from) +(?:the +)?')}(?P<y>[\w.]+)) +to\b",
        r"write `deal 1 from \g<y>`",
    ),
    (
        rf"\bmove +(?P<at>{_spoken('(?:the +)?bottom +(?!of)[a-z]+ +(?:of|from) +(?:the +)?')}(?P<y>[\w.]+)) +to\b",
        r"write `\g<y>.bottom`",
    ),
    (r"\bscore +\w+ +(?P<at>{f}\+ *(?P<n>\w[\w.]*))", r"leave the sign out: write `\g<n>`"),
    (
        r"\bscore +(?P<at>{f}(?P<n>\d+)) *(?:$|[;\"])",
        r"say from which source, as under `scoring`, and for whom: `score SOURCE \g<n> for you`",
    ),
    (r"(?P<at>\brepeat +(?P<n>(?!until\b|while\b)\w[\w.]*) *{f}:)", r"write `repeat \g<n> times:`"),
    (
        r"^(?P<at>{f}?(?:[-*]|\d+ *{f}?\.) *){f}?(?:{steps}|if|for|repeat)\b *{f}?",
        "leave it out: lines of steps need neither dashes nor numbers",
    ),
    (
        rf"^(?:then: *)?(?P<at>{_spoken('you +(?:gain|get|receive|earn)s? +')}(?P<n>\d+) +{{f}}?(?P<x>points?|vp))",
        r"write `score SOURCE \g<n> for you`; SOURCE is a name under `scoring`",
    ),
)
"""Steps as people say them."""

_SO_ON = r" *{f}?(?:, *(?:or|and)?|or|and) *"
_MOST_PLAYERS = 12


def _runs(first: int) -> str:
    """Return a pattern of the numbers from the first on, one after the other, as far as they are written."""
    found = ""
    for number in range(_MOST_PLAYERS, first, -1):
        found = f"{_SO_ON}{number}{f'(?:{found})?' if found else ''}"
    return f"{first}{found}"


_RUNS = "|".join(_runs(first) for first in range(1, _MOST_PLAYERS))
_SOME = r"write `\g<a> to \g<b>`, and under this line"
"""Numbers of players with gaps between them: the header says which of them there are."""


def _seats(count: int) -> tuple[str, str]:
    """Return the wording of so many names of players behind `players:`."""
    names = "abcdefgh"[:count]
    first, *others = (rf"(?P<{name}>[A-Z]\w*)" for name in names)
    written = ", ".join(rf"\g<{name}>" for name in names)
    rest = "".join(rf" *{{f}}?(?:,|&|and\b) *{{f}}?(?:and +{{f}}?)?{other}" for other in others)
    return rf"^players: *(?P<at>{{f}}?{first}{rest}) *$", rf"write `{count} as {written}`"


FIELDS: Rows = (
    *(_seats(count) for count in range(2, 9)),
    (
        r"\bpick:? .*\b(?P<x>\w+) *= *(?P<at>at +{f}least +(?P<n>\w+) +of\b)",
        r"write `any number of`, and behind it `when: count(\g<x>) >= \g<n>`",
    ),
    (
        r"^{f}?(?P<at>(?P<x>[a-z]\w*) *{f}?= *{f}?at +{f}?least +{f}?(?P<n>\w+) +{f}?of +(?P<s>[^\";]*[^\"; ]))",
        r"write `pick: \g<x> = any number of \g<s>`, and behind it `when: count(\g<x>) >= \g<n>`",
    ),
    (
        rf"^players: *(?=(?:{_RUNS}) *$)(?P<at>(?P<a>\d+)\D.*?(?P<b>\d+))(?= *$)",
        r"write `\g<a> to \g<b>`",
    ),
    (
        rf"^players: *(?P<at>(?P<a>\d+){_SO_ON}(?P<b>\d+))(?= *$)",
        rf"{_SOME} `when: count(players) in {{\g<a>, \g<b>}}`",
    ),
    (
        rf"^players: *(?P<at>(?P<a>\d+){_SO_ON}(?P<c>\d+){_SO_ON}(?P<b>\d+))(?= *$)",
        rf"{_SOME} `when: count(players) in {{\g<a>, \g<c>, \g<b>}}`",
    ),
    (
        rf"^players: *(?P<at>(?P<a>\d+)(?:{_SO_ON}\d+)*(?:{_SO_ON}| *{{f}}?to *)(?P<b>\d+))\b",
        rf"{_SOME} which of them are meant, as in `when: count(players) in {{\g<a>, \g<b>}}`",
    ),
    (
        r"^who: *(?P<at>(?P<p>[\w.]+) *,? *{f},? *(?:then|and|and +then|followed +by)\b.*[^ ])",
        r"players follow each other clockwise: write `players from \g<p>`",
    ),
    (
        (
            r"^(?:worth|(?:let: *)?\w+(?:\([^()]*\))? *=) *:? *(?P<at>if +{f}(?P<c>[^:\"]*[^:\" ]) *: *"
            r"(?P<a>[^:;\"]*?[^:;,\" ]) *[;,]? *\belse *:? *(?P<b>[^:\"]*[^:\" ])) *$"
        ),
        r"write `\g<a> if \g<c> else \g<b>`",
    ),
    (
        (
            r"^(?:worth|(?:let: *)?\w+(?:\([^()]*\))? *=) *:? *(?P<at>if +{f}(?P<c>[^:\"]*[^:\" ]) *: *"
            r"(?P<a>[^:\"]*[^:\" ])) *$"
        ),
        r"write `\g<a> if \g<c> else 0`",
    ),
    (
        r"^(?P<f>start|then): *(?P<at>if +{f}(?P<c>[^:\"]*[^:\" ]): *(?P<a>[^:]*?\S) +else *:? *(?P<b>\S.*))",
        (
            r"leave `\g<f>:` alone on its line; under it, two blanks further in, stand `if \g<c>: \g<a>` "
            r"and `else: \g<b>`, each on a line of its own"
        ),
    ),
    (
        r"^(?P<f>start|then): *(?P<at>if +{f}(?P<c>[^:\"]*[^:\" ])(?:: *|,? +then +)(?P<a>\S.*))",
        r"leave `\g<f>:` alone on its line; under it, two blanks further in, stands `if \g<c>: \g<a>`",
    ),
    (
        r";(?P<at> *if +{f}(?P<c>[^:;\"]*?[^:;\", ])(?:: *|,? +then +)(?P<a>[^;]*[^; ]))",
        r"begin a new line with `if \g<c>: \g<a>`; a field that holds several lines stands alone above them",
    ),
    (
        (
            r"^(?:worth|(?:let: *)?\w+(?:\([^()]*\))? *=).*?(?P<at>(?P<n>\d+) +{f}(?:per|for +(?:each|every|all)) +"
            r"(?:of +)?\w+ +in +(?P<s>[\w.]+(?:\([^()]*\))?))(?! +where\b)"
        ),
        r"write `\g<n> * count(\g<s>)`",
    ),
    (r"(?:\b\d+|[)\]]|\w\.\w+) +(?P<at>{f}[xX]) +(?=[\w(])(?!\d+\.\.|in\b)", "write `*`"),
    (r"(?P<at>{f}(?P<n>\d+)[xX]) +(?=[a-z(])", r"write `\g<n> *`"),
    (r"\b(?:most|least)\b.*\S(?P<at>{f},) *then +(?:most|least)\b", "leave out the comma in front of `then`"),
)
"""Fields as people write them."""

PLANS: Rows = (
    (
        r"(?P<at>\b(?P<n>(?:up +{f}?to +)?\d+) +{f}(?:different +)?actions?)\b",
        r"say which: `\g<n> of (ACTIONS)`",
    ),
)
"""Plans as people say them."""


def _each_of_several(count: int) -> tuple[str, str]:
    """Return the wording of so many words behind `each`, in brackets or with commas."""
    names = "abc"[:count]
    first, *others = (rf"(?P<{name}>\w+(?:: *[^(),{{}}\"]*[^(),{{}}\" ])?)" for name in names)
    rest = "".join(rf" *{{f}}?(?:,|and\b|x\b) *{{f}}?{other}" for other in others)
    return rf"\beach +(?P<at>{{f}}?[({{] *{{f}}?{first}{rest} *{{f}}?[)}}])", f"write `{_joined_by_and(names)}`"


def _joined_by_and(names: str) -> str:
    return " and ".join(rf"\g<{name}>" for name in names)


_YES_OR_NO = r"\b(?:yes|no|true|false)\b"
OF_SECTIONS: Mapping[str, Rows] = {
    "types": (
        (r"^\w+: *.*?\b(?P<at>(?P<a>[a-z]\w*) +{f}(?:and|or) +(?P<b>[a-z]\w*))", r"write `\g<a>, \g<b>`"),
        (r"^\w+: *.*, *(?P<at>(?:and|or) +{f}(?P<b>[a-z]\w*))", r"write `\g<b>`"),
        (
            r"^\w+: *(?P<at>\d+ +{f}[a-z]\w*)",
            "name the words, with commas between them: `red, blue`",
        ),
        (
            r"^\w+: *.*?\b(?P<at>(?P<a>[a-z]\w*) +{f}(?P<b>[a-z]\w*)) *(?=,|$|\")",
            r"names have no blanks: write `\g<a>_\g<b>`",
        ),
    ),
    "phases": (
        (
            r"^{f}?(?P<at>(?:repeat|loop|rounds?|times?) *{f}?: *{f}?(?P<n>\d+)(?: +{f}?(?:times?|rounds?))?) *$",
            (
                r"write `until: rounds = \g<n>`; `rounds: number` stands under `table`, and where a round is over "
                r"`set rounds to rounds + 1`"
            ),
        ),
        (
            r"^{f}?(?P<at>(?:repeat|loop) *{f}?: *{f}?until *{f}?:? +(?P<c>[^\"]*[^\" ]))",
            r"write `until: \g<c>`",
        ),
    ),
    "components": (
        *(_each_of_several(count) for count in (3, 2)),
        (r"\beach +(?P<at>(?P<a>\w+) +{f}(?:x|times|by) +(?P<b>\w+))", r"write `\g<a> and \g<b>`"),
        (r"^\w+: *(?P<at>dice +(?P<a>\d+) *{f}(?:-|to) *(?P<b>\d+))", r"write `dice \g<a>..\g<b>`"),
        (r"^\w+: *(?P<at>{f}1 *d(?P<n>\d+)|1 +{f}d(?P<m>\d+))\b", r"write `dice 1..\g<n>\g<m>`"),
        (
            r"^\w+: *(?P<at>{f}(?P<k>\d+)d(?P<n>\d+)|(?P<l>\d+) +{f}d(?P<m>\d+))\b",
            r"write `dice 1..\g<n>\g<m>, \g<k>\g<l>`",
        ),
        (
            r"^\w+: *(?P<at>(?:1|one|an?) +{f}(?:six-sided +)?(?:die|dice))\b",
            "write `dice 1..6`, with the faces that it has",
        ),
        (
            r"^\w+: *(?P<at>(?P<k>\d+) +{f}(?:six-sided +)?(?:die|dice))\b",
            r"write `dice 1..6, \g<k>`, with the faces that they have",
        ),
    ),
    "table": (
        (
            rf"^\w+(?:\[[^\[\]]*\])?: *(?P<at>{_YES_OR_NO} *{{f}}?(?:/|\||or\b|and\b|,) *{{f}}?{_YES_OR_NO})",
            "write `bool`",
        ),
        (
            r"^\w+(?:\[[^\[\]]*\])?: *(?P<at>(?P<z>{zones}) +of +(?P<a>\w+) +{f}(?:and|or) +(?!none\b)(?P<b>\w+))",
            r"a zone holds one kind: make \g<a> and \g<b> rows of one component, which a column can tell apart",
        ),
        (
            r"^\w+(?:\[[^\[\]]*\])?: *(?P<at>\d+ +{f}(?P<k>[a-z]\w*?)s?)(?= *(?:,|$|\"))",
            r"write `FORM(\g<k>)`; how many lie there at the beginning is dealt or paid under `setup`",
        ),
        (
            (
                r"^(?P<x>\w+)(?:\[[^\[\]]*\])?: *.*?(?P<at>{f}\((?:max(?:imum)?|at +most|up +to|limit|no +more +than)"
                r" +(?P<n>\d+)\))"
            ),
            r"leave it out: the rules ask where something comes there, as in `when: count(you.\g<x>) < \g<n>`",
        ),
    ),
    "scoring": (
        (
            (
                r"^(?:change +)?(?P<at>(?P<x>[a-z_]\w*) *{f}(?:(?P<m>-) *|\+ *)?(?P<v>\d+)"
                r"(?: +(?:points?|pts?|VP))?)(?= *$| *\")"
            ),
            (
                r"points stand where they are given: `score \g<x> \g<m>\g<v> for you` in the steps (a variant changes"
                r" that step), or, counted at the end, under `\g<x>` two blanks further in `worth: \g<m>\g<v>`"
            ),
        ),
        (
            r"^(?P<at>(?P<x>\w+) *{f}[:=] *(?P<v>\S.*))",
            r"a source says under it what it is worth: `\g<x>`, and two blanks further in `worth: \g<v>`",
        ),
    ),
}
"""What lines of single sections are meant for."""
