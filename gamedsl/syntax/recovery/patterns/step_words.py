"""A line of steps whose first word is no step -> what to write instead, where that is known."""

from __future__ import annotations

import re

from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.recovery.patterns.typos import CHANGES, REMOVALS, without_references

_DEAL = "to hand out pieces write `deal 3 from ZONE to ZONE`"
_MOVE = "to move a piece write `move PIECE to ZONE`"
_PAY = "to move counters write `pay 2 from PURSE to PURSE`"
_POINTS = "points: `score SOURCE 2 for you`"
_CHANGE = "to change a value write `set x to …`"

_COUNTERS = r"(?!(?:points?|vp|cards?|tiles?|pieces?|from)\b)[a-z]\w*"

_AT_ONCE = r"(?:all )?(?:together|at once|at the same (?:time|moment)|simultaneously)"
_GAIN = "(?:you |active )?(?:gain|get|receive|earn|win|take)s?"
# A step with its words, as other languages and rulebooks have it; the cure may quote groups.
_WORDED: tuple[tuple[str, str], ...] = (
    (r"(?:add) (?P<n>\S+) to (?P<x>[^;\"]*[^;\" ])", r"write `set \g<x> to \g<x> + \g<n>`"),
    (r"(?:increase|raise|increment) (?P<x>\S+) by (?P<n>[^;\"]*[^;\" ])", r"write `set \g<x> to \g<x> + \g<n>`"),
    (r"(?:subtract|deduct) (?P<n>\S+) from (?P<x>[^;\"]*[^;\" ])", r"write `set \g<x> to \g<x> - \g<n>`"),
    (r"(?:decrease|lower|reduce|decrement) (?P<x>\S+) by (?P<n>[^;\"]*[^;\" ])", r"write `set \g<x> to \g<x> - \g<n>`"),
    (
        r"(?:draw|take|give) (?P<n>\d+) from (?P<a>[^;\"]*?\S) to (?P<b>[^;\"]*[^;\" ])",
        r"write `deal \g<n> from \g<a> to \g<b>` for pieces, `pay \g<n> from \g<a> to \g<b>` for counters",
    ),
    (
        r"(?:draw|take) (?P<n>\d+) from (?P<a>[^;\"]*[^;\" ])",
        r"say where to: `deal \g<n> from \g<a> to ZONE` for pieces, `pay \g<n> from \g<a> to PURSE` for counters",
    ),
    (
        r"(?:put|place) (?P<x>\w+) to (?P<y>[^;\"]*[^;\" ])",
        r"a piece: `move \g<x> to \g<y>`; a value: `set \g<x> to \g<y>`",
    ),
    (
        r"(?:put|place|discard|return) (?P<x>\S+) (?:in|into|on|onto|to) (?P<y>[^;\"]*[^;\" ])",
        r"write `move \g<x> to \g<y>`",
    ),
    (
        r"remove (?P<x>\S+) from (?P<y>[^;\"]*[^;\" ])",
        r"pieces: `move \g<x> to ZONE`; out of a set: `set \g<y> to \g<y> - \g<x>`",
    ),
    (rf"{_AT_ONCE},? +(?P<l>for each [^:\"]*[^:\" ]) *:", r"write `\g<l> together:`"),
    (rf"{_AT_ONCE}(?: *:)? +(?P<s>[^:\"]*[^:\" ])", r"write `together: \g<s>`"),
    (rf"{_AT_ONCE} *:? *$", "write `together:`"),
    (r"unless (?P<c>[^:]*[^: ])", r"write `if not (\g<c>):` on a line of its own"),
    (r"(?:put|draw|place|show|set|arrange) (?P<x>[\w.]+)(?: *[:=])? *\"", r"write `lay \g<x>: …`"),
    (r"(?:do |loop |repeat )?until (?P<c>[^:]*[^: ]) *:", r"write `repeat until \g<c>:`"),
    (r"(?:do|loop) while (?P<c>[^:]*[^: ])", r"write `repeat until not (\g<c>):`"),
    (r"(?:skip|wait) until (?P<c>.*\S)", r"write `pass until \g<c>`"),
    (r"(?:exact|only|exclusively|allowed|can) (?P<s>[A-Z]\w*): *(?P<m>.*\S)", r"write `exactly \g<s>: \g<m>`"),
    (
        r"(?:refill|restock|replenish|fill) (?:up )?(?P<x>[\w.]+)(?: up)? to (?P<n>\d+)",
        r"write `deal \g<n> - count(\g<x>) from STACK to \g<x>`",
    ),
    (
        r"(?:end|finish|stop|quit|exit)(?: (?:the )?(?:game|round|turn|phase))? *(?:;|$)",
        "`until:` says when a phase is over, and with the first phase the game; or write `when:` under `end`",
    ),
    (r"while (?P<c>[^:]*[^: ])", r"write `repeat until not (\g<c>):`"),
    (
        r"(?:next|end|finish|pass)(?: (?:the|of|to))*(?: next)? (?:player|turn)s?\b",
        "leave it out: a turn is over when nothing is left of `play:`, and the next player follows as `who:` says",
    ),
    (
        (
            r"(?:take|have|get|play)s? (?:another|an extra|an additional|one more|a second|an) (?:turn|move)|"
            r"(?:play|go|move)s? again\b"
        ),
        (
            "whose turn comes next is what `who:` says: in a phase with `until:` and `who: NAME`, a player of the "
            "table, the turn stays until `set NAME to next(NAME)`"
        ),
    ),
    (
        r"(?:skip|miss)(?:es)? (?:the |a |your |his |her )?(?:next )?(?:player|turn)\b",
        (
            "who is asked is what `who:` says: note it, `skipped: bool` under `each player`, and write "
            "`who: (players where not skipped) from NAME`"
        ),
    ),
    (
        r"(?:swap|exchange|switch) (?P<x>[\w.]+(?:\[[^\[\]]*\])?) (?:and|with|for) (?P<y>[\w.]+(?:\[[^\[\]]*\])?)",
        (
            r"pieces: `let before = (one for each one in \g<x>); move \g<y> to \g<x>; move before to \g<y>`; "
            r"values: `let before = \g<x>; set \g<x> to \g<y>; set \g<y> to before`"
        ),
    ),
    (
        rf"{_GAIN} (?P<n>\d+) {_COUNTERS} from (?:the )?(?P<y>[\w.]+) *(?:$|[;\"])",
        r"write `pay \g<n> from \g<y> to OWN_PURSE`",
    ),
    (
        rf"{_GAIN} (?P<n>\d+) {_COUNTERS} *(?:$|[;\"])",
        r"counters: `pay \g<n> from COMMON_PURSE to OWN_PURSE`; points: `score SOURCE \g<n> for you`",
    ),
    (
        rf"(?:you )?(?:lose|spend|pay)s? (?P<n>\d+) {_COUNTERS} *(?:$|[;\"])",
        r"write `pay \g<n> from OWN_PURSE to COMMON_PURSE`",
    ),
)
_EVERYBODY = (
    r"(?:each|every|all)(?: +(?:of +the +)?players?)?|each +of +(?:the +)?players|everybody|everyone|players|player"
)
_GETS = "gets?|takes?|receives?|draws?|gains?|pays?|loses?|has|have|starts? with|is given"
# What happens to all players, as rulebooks have it.
_FOR_ALL: tuple[tuple[str, str], ...] = (
    (
        rf"(?:{_EVERYBODY}) *: *(?P<s>[^\s;].*)",
        r"write `for each p in players:` in front of the step; the purse of each is then `p.PURSE`",
    ),
    (
        rf"(?:{_EVERYBODY}) +(?:{_GETS}) +(?P<n>\d+)\b",
        r"counters: `for each p in players: pay \g<n> from PURSE to p.PURSE`; pieces: `deal \g<n> from ZONE to p.ZONE`",
    ),
    (rf"(?:{_EVERYBODY}) +(?:{_GETS})\b", "write `for each p in players:` in front of a step"),
)
CURES = {
    **dict.fromkeys(("draw", "distribute"), _DEAL),
    **dict.fromkeys(("put", "place", "discard", "return", "play", "remove", "trash"), _MOVE),
    **dict.fromkeys(("give", "take", "lose", "spend", "buy", "sell"), f"{_PAY}; {_MOVE}; {_DEAL}"),
    **dict.fromkeys(("gain", "get", "receive", "earn", "win"), f"{_PAY}; {_POINTS}"),
    **dict.fromkeys(("add", "subtract", "increase", "decrease", "change", "increment", "decrement"), _CHANGE),
    **dict.fromkeys(("mix", "scramble"), "write `shuffle ZONE`"),
    **dict.fromkeys(("throw", "toss"), "write `roll DICE`"),
    **dict.fromkeys(("choose", "select"), "write `pick x in SET`"),
    **dict.fromkeys(("reveal", "flip"), "to let players see something write `show VALUE to PLAYERS`"),
    **dict.fromkeys(("var", "define", "const"), "write `let x = 3`"),
    **dict.fromkeys(("then", "and", "finally", "next"), "leave it out: steps stand in their order"),
    **dict.fromkeys(("do", "call", "run"), "leave it out and write only the name"),
    **dict.fromkeys(("elif", "elseif", "elsif"), "write `else if …:`"),
    "foreach": "write `for each x in SET:`",
    "loop": "write `repeat 3 times:`",
}

_EDITS = {
    **dict.fromkeys(CHANGES, "a step of the base is changed by `change`, written as it stands there"),
    **dict.fromkeys(REMOVALS, "a step of the base is taken away by `remove`, written as it stands there"),
}


def edited_step(line: str) -> str:
    """Return what to write for another word in front of a step of the base, in the setup of a variant, or nothing."""
    return _EDITS.get(line.partition(" ")[0], "")


def step_list() -> str:
    """Return which words begin the steps of a game."""
    return f"a step begins with {listed(WORDS.game_steps)}"


def step_cure(word: str, line: str) -> str:
    """Return what to write for a first word that is no step, or nothing; ``line`` goes on from that word."""
    line = without_references(line).rstrip()
    near = did_you_mean(word, (*WORDS.steps, *WORDS.blocks, "else"))
    lowered = word.lower()
    if lowered != word and lowered in (*WORDS.steps, *WORDS.loops):
        return f"fixed words have small letters: write `{lowered}`"
    for pattern, cure in (*_WORDED, *_FOR_ALL):
        match = re.match(pattern, line)
        if match is not None:
            return match.expand(cure)
    if lowered in CURES:
        return CURES[lowered]
    following = line[len(word) :].split(maxsplit=1)
    verb = following[0].removesuffix("s") if following else ""
    if verb in WORDS.steps:
        return f"leave `{word}` out and begin with the step: `{verb} …`"
    return f"did you mean {near}?" if near else ""
