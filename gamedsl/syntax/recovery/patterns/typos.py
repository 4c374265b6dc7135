"""A line that cannot be read and the place of the fault -> what the line means in this language, where that is known.

People bring wordings along from rulebooks and from other languages. Each is one row here: a pattern and its cure.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.recovery.patterns import boards, formulas, phrases, plain_english, rulebook_phrases, scenarios
from gamedsl.syntax.recovery.patterns.marks import FAULT, Rows
from gamedsl.syntax.sentences.numbers import MAX_LENGTH
from gamedsl.syntax.text.table_cells import Cure

_WHO_WINS = r"^winner: *(?P<at>(?:the +)?{f}?players? +{f}?(?:with|who +{f}?has) +{f}?(?:the +{f}?)?"
"""How a rulebook begins to say who wins, up to most or least."""
_NO_SCORE = r"(?!(?:scores?|totals?|values?)\b)"
"""Words for points are no names of what a player has."""
KINDS = ("counter", "card", "tile", "piece", "space", "chart")
"""Sorts of components; to the grammar they are names of types."""

SUPERFLUOUS = ("option", "type", "term", "component", "zone", "phase", "action", "rule", "trigger", "var", "define")
"""Words that other languages write before a name."""

CHANGES = ("replace", "modify", "alter", "override", "update", "edit")
REMOVALS = ("delete", "erase", "without", "drop")
"""What people write in a variant for `change` and `remove`."""
ADDITIONS = ("add", "new", "insert", "append", "extend")
"""What people write in a variant in front of what is new, or of what gets more rows."""

_SET = r"(?P<s>[^\",]*[^\", ])"
_QUANTITY = r"\d+ +(?={f})|up +{f}to +\S+ +|any +{f}number +"
_SEVERAL = (
    (
        rf"\bpick:? *(?P<at>{{f}}(?P<n>\d+) +(?P<x>(?!of\b)\w+) +(?:of|in|from|out +of) +{_SET})",
        r"give the set a name: `\g<x> = \g<n> of \g<s>`",
    ),
    (rf"\bpick:? *(?P<at>{{f}}(?P<n>\d+) +(?:of +)?{_SET})", r"give the set a name: `some = \g<n> of \g<s>`"),
    (
        rf"\bpick:? *(?P<at>(?P<n>up +{{f}}to +\S+|any +{{f}}number) +of +{_SET})",
        r"give the set a name: `some = \g<n> of \g<s>`",
    ),
    (
        rf"\bpick:? .*?\b(?P<at>(?P<x>\w+) +in +(?P<n>{_QUANTITY}){{f}}?of +{_SET})",
        r"write `\g<x> = \g<n>of \g<s>`",
    ),
    (
        rf"\bpick:? *(?P<at>(?P<x>\w+) *{{f}}, *(?P<y>\w+) +in +{_SET})",
        r"write `\g<x> in \g<s>, \g<y> in \g<s>`, or `some = 2 of \g<s>` if it does not matter which is which",
    ),
    (
        r"\bpick:? .*\S +{f}(?P<at>(?P<x>[a-z_]\w*) +in\b)",
        r"write a comma between two parts of one choice: `…, \g<x> in …`",
    ),
    (r"\bpick:? .*= *(?P<at>exactly +{f}(?P<n>\S+) +of\b)", r"write only `\g<n> of`"),
    (
        r"\bpick:? .*= *(?P<at>(?:at +{f}most|no +{f}more +than|maximum|max) +{f}?(?P<n>\S+) +of\b)",
        r"write `up to \g<n> of`",
    ),
    (
        r"\bpick:? .*\b(?P<x>\w+) *= *(?P<at>(?P<a>\d+) *{f}(?:to|\.\.) *(?P<b>\d+) +of\b)",
        r"write `up to \g<b> of`, and for the least number `when: count(\g<x>) >= \g<a>` behind it",
    ),
)
"""Choices of several parts and of sets."""

JOIN_STEPS = "write `;` between two steps, or give each a line of its own"
_HIDDEN = r"hidden|unseen|face[ -]?down|secret|private|invisible"
_OPEN = r"face[ -]?up|visible|public|open"
OTHER_ZONES = (
    *("deck", "pile", "list", "hand", "bag", "pool", "row", "pot", "supply", "collection", "place", "space", "spot"),
    *("box", "area", "zone", "pieces", "group", "amount"),
)
"""What people call forms of zones."""

_FORMS = (
    r"write `heap of \g<x>` (no order), `stack of \g<x>` (with a top), `slot of \g<x>` (one piece) "
    r"or `purse of \g<x>` (counters)"
)
_HEADLESS = r"write `change \g<x>`, and under it a table with the rows and columns that differ: `| \g<x> | COLUMN |`"
_WHERE_FROM = "leave out `from …`: a piece knows where it lies; write `move PIECES to ZONE`"

# {f} is the fault; {steps}, {fields}, {traits} and {zones} are the words of that sort, {kinds} those of components,
# {no_move} what no move of a scenario begins with.
# The group `at` is what is shown and underlined; the cure may quote groups.
_ROWS: Rows = (
    (r'^(?P<at>(?P<x>cost|start|then) +{f}" *") *:', r'write `as` before words that people read: `\g<x> as "…":`'),
    (
        r'^(?P<at>(?P<x>cost|start|then) *: *{f}?as +{f}?" *"{f}?) *:? *{f}',
        r'write the words before the colon: `\g<x> as "…":`',
    ),
    (
        r"{f}(?P<at>\d+[A-Za-z_]\w*)",
        r"put a blank or a sign between the number and the word; names begin with a letter",
    ),
    (r"\* *(?P<at>0(?:{f}\.|\.{f})50*\b)", "there are only whole numbers; for a half write `/ 2`"),
    (r"(?P<at>\d+(?:{f}\.|\.{f})\d+)", r"write a whole number; for parts of it multiply first: `x * 3 / 2`"),
    (r"(?P<at>(?P<a>\d{1,3}){f},(?P<b>000)\b)", r"write numbers without a sign inside: `\g<a>\g<b>`"),
    (r"(?P<at>\d+{f},\d+)", r"write a whole number; for parts of it multiply first: `x * 3 / 2`"),
    (r"^players: *(?P<at>(?P<low>\d+) *{f}(?:-|\.\.) *(?P<high>\d+))", r"write `\g<low> to \g<high>`"),
    (r": *(?P<kind>{kinds}) +{f}(?P<at>\d+)", r"put a comma before it: `\g<kind>, \g<at>`"),
    (r": *(?P<at>(?P<n>\d+) *{f}(?P<kind>{kinds})s?)\b", r"write `\g<kind>, \g<n>`"),
    (
        rf"^(?P<at>{'|'.join(SUPERFLUOUS)}) +{{f}}(?P<x>\w+)",
        r"leave out the first word: a line begins with the name, here `\g<x>`",
    ),
    (
        r"^change +(?P<at>(?P<x>\w+) *{f}(?:\.|\[) *(?P<y>\w+)\]?) *$",
        _HEADLESS,
    ),
    (r"^change +(?P<at>(?P<x>\w+)\[\w+{f}\][\w.]*)", _HEADLESS),
    (
        r"^(?P<at>change) +each +{f}player\b",
        "write `each player` alone, and under it `change` in front of what differs",
    ),
    (r"^(?P<at>change) +{f}players *:", "leave it out: `players:` under the first line takes the place of the base's"),
    (rf"^(?P<at>{'|'.join(CHANGES)}) +{{f}}(?P<x>\w+)", r"write `change \g<x>`"),
    (rf"^(?P<at>{'|'.join(REMOVALS)}) +{{f}}(?P<x>\w+)", r"write `remove \g<x>`"),
    (
        rf"^(?P<at>(?:{'|'.join(ADDITIONS)}) +{{f}}(?P<x>\w+ *:[^\"#]*[^\"# ]))",
        r"what is new is written as in a game: `\g<x>`",
    ),
    (
        rf"^(?P<at>{'|'.join(ADDITIONS)}) +{{f}}(?P<x>\w+)",
        r"write `change \g<x>` for more rows of a table of the base; what is new is written without `\g<at>`",
    ),
    (r"^(?P<at>no) +{f}(?P<x>\w+)$", r"write `remove \g<x>`"),
    (r"^variant .*\bof +{f}(?P<at>[\w./-]+)", r'put the file in quotes: `of "\g<at>"`'),
    (
        r"^remove +(?P<at>(?P<x>\w+) *{f}(?:\.|\[) *(?P<y>\w+)\]?) *$",
        r"write `change \g<x>`, and under it `remove \g<y>`",
    ),
    (r"^(?P<x>\w+(?: \w+)?) *{f}(?P<at>:) *(?:$|\")", r"leave out the colon: write `\g<x>`"),
    (
        r"^(?P<at>(?P<x>(?!(?:when|if|for|else)\b)\w+) +{f}(?P<y>\w+)) *(?:[\"\[(:=])",
        r"names have no blanks: write `\g<x>_\g<y>`",
    ),
    (r"^(?P<at>(?P<x>\w+) *{f}- *(?P<y>\w+)) *(?:$|[\"\[(:=])", r"names have no signs: write `\g<x>_\g<y>`"),
    (r"\bcsv +{f}(?P<at>[^\",|\]]*[^\",|\] ])", r'put the path in quotes: `csv "\g<at>"`'),
    (
        r": .*\w +{f}(?P<at>{traits})\b",
        r"put a comma before it: `, \g<at>`",
    ),
    (rf": .*, *{{f}}(?P<at>{_HIDDEN})\b", "write `seen by owner` (only its player sees it) or `seen by none` (nobody)"),
    (rf": .*, *{{f}}(?P<at>{_OPEN})\b", "leave it out: everybody sees what lies there; or write `seen by all`"),
    (r"\bseen by +{f}(?P<at>you|me|self|player)\b", "write `seen by owner`: the player whose zone it is"),
    (r"\bseen by +{f}(?P<at>everybody|everyone|players)\b", "write `seen by all`"),
    (r"\bseen by +{f}(?P<at>nobody|no one)\b", "write `seen by none`"),
    (
        r"^\w[^\"]*: *(?P<at>(?P<x>unlimited|full) +{f}(?P<y>(?:{zones}) of \w+))",
        r"the form comes first: write `\g<y>, \g<x>`",
    ),
    (r"^\w[^\"]*: *(?P<at>(?P<x>{zones})s +{f}of +(?P<y>\w+))", r"write `\g<x> of \g<y>`"),
    (r"^\w[^\"]*: *(?P<at>(?:die|dices?|d\d+) +{f}(?P<n>\d+)) *(?!\.\.)", r"write `dice 1..\g<n>`"),
    (r"^\w[^\"]*: *(?P<at>dice +(?P<n>\d+)) *{f}(?!\.\.)", r"write `dice 1..\g<n>`"),
    (r": .*, *{f}(?P<at>infinite|infinity|endless|unbounded|never empty)\b", "write `unlimited`"),
    (r": .*, *{f}(?P<at>filled|all|everything|complete)\b", "write `full`: everything of its kind starts here"),
    (r"(?<!who: )\b(?P<at>all +{f}players)\b", "write `players`"),
    (
        r"\bfor each (?P<at>in +{f})",
        "name each of them: `for each x in …`",
    ),
    (r"\bfor each (?P<at>(?P<x>\w+s)) *{f}(?:from|where|\))", r"name each of them: `for each x in \g<x>`"),
    (r"\b(?P<at>for +{f}(?:all|every) +(?P<x>\w+) +in)\b", r"write `for each \g<x> in`"),
    (
        rf"^\w[^\"]*: *(?P<at>{'|'.join(OTHER_ZONES)}) +{{f}}of +(?P<x>\w+)",
        _FORMS,
    ),
    (r"^(?!players:)[^\"]*: *(?P<at>(?P<a>\d+) +{f}to +(?P<b>\d+))", r"write `\g<a>..\g<b>`"),
    *_SEVERAL,
    (
        r"^pick: *\w+ +{f}(?P<at>from +(?P<a>[^\"]*?\S) +to +(?P<b>[^\"]*[^\" ]))",
        r"write `in \g<a>..\g<b>`",
    ),
    (r"^pick: *(?P<x>\w+) +{f}(?P<at>from|of|out of)\b", r"write `pick: \g<x> in …`"),
    (
        r"^pick: *(?P<at>(?!.*\bin\b)(?:[\w.]+ *{f}[-+*/.]|{f}\d)[^\"]*[^\" ])",
        r"give the answer a name: `pick: x in \g<at>`",
    ),
    (r"^steps: .*{f}(?P<at>then|and|or)\b", "write a comma between two phases: they run in this order"),
    (
        r"(?:^play:|\boffer .*:).*{f}(?P<at>[,;/])",
        "join actions with `or` (one of them), `then` (in this order) or `and` (in any order)",
    ),
    (r"^play:.*{f}(?P<at>(?P<x>or|and|then)(?P<y>\w+))", r"put a blank between: `\g<x> \g<y>`"),
    (r"^play:.*\b(?P<at>and then) *{f}", "write only `then`: it means one after the other"),
    (r"^(?!play:).*\b(?P<at>and then) *{f}", JOIN_STEPS),
    (r"\b(?P<at>and) (?:{steps}) *{f}", JOIN_STEPS),
    (r"\b(?:{steps}) .*{f}(?P<at>,|then\b) *(?:{steps})\b", JOIN_STEPS),
    (r"^(?:else )?if (?P<c>.*\S) *{f}(?P<at>then)\b", r"write a colon instead: `if \g<c>:`"),
    (
        r"\S +{f}(?P<at>(?P<x>{fields}) *:)",
        r"begin a new line with `\g<x>:`; each field has a line of its own",
    ),
    (r"^(?P<at>otherwise) *:.*{f}", "write `else:`"),
    (r"^then: *(?P<at>when) +{f}(?P<c>[^:]*[^\s:]) *:", r"before steps write `if`: `if \g<c>:`"),
    (
        r"^(?P<at>when +{f}(?P<c>[^:]*[^\s:]) *: *(?P<s>[^\s\"\[#][^\"]*[^\" ]))",
        r"write `if \g<c>: \g<s>`",
    ),
    (
        r"^(?P<at>when +{f}(?P<c>[^:]*?[^\s:,])(?:,|,? +then) +(?P<s>(?:{steps})\b[^\"\[#]*[^\"\[# ]))",
        r"write `if \g<c>: \g<s>`",
    ),
    (r"^(?P<at>when +{f}(?P<c>[^:]*[^\s:]) *:) *$", r"write `if \g<c>:`"),
    (r"^(?P<at>when) +{f}(?P<c>.*[^\s:])", r"before steps write `if`, and a colon behind the condition: `if \g<c>:`"),
    (
        r"\b(?:{steps}) .*\b(?P<at>if (?P<c>.*\S)) *{f}(?:$|[\"\[])",
        r"put `if \g<c>:` in front, on a line of its own",
    ),
    (r"\b(?P<at>if (?P<c>.*\S)) *{f}(?:$|[\"\[])", r"say what it is otherwise: `… if \g<c> else …`"),
    (r"\broll (?P<at>the) +{f}(?P<x>\w+)", r"leave out `the`: write `roll \g<x>`"),
    (
        r"\b(?:shuffle|from|to|in) (?P<at>the) +{f}(?P<x>\w+)(?! +(?:in|with)\b)",
        r"leave out `the`: write `\g<x>`",
    ),
    (
        r"\b(?P<verb>deal|pay) (?P<n>\S+) +{f}(?P<at>(?!to\b|from\b)\w+) +from\b",
        r"leave it out: `\g<verb> \g<n> from …`",
    ),
    (
        r"\b(?P<verb>deal|pay) (?P<n>.*\S) +{f}(?P<at>to) +(?P<to>.*\S) +from +(?P<from>[^;\"]*[^;\" ])",
        r"first `from`, then `to`: `\g<verb> \g<n> from \g<from> to \g<to>`",
    ),
    (
        r"\b(?P<verb>deal|pay) (?P<n>(?!.*\bfrom\b)[^;\"]*[^;\" ]) +{f}(?P<at>to) +(?P<to>[^;\"]*[^;\" ])",
        r"say where from: `\g<verb> \g<n> from … to \g<to>`",
    ),
    (
        r"\bmove (?P<at>(?P<n>\d+)) +{f}.*?\bfrom +(?P<a>\S+) +to +(?P<b>[^;\"]*[^;\" ])",
        r"pieces by number are dealt: `deal \g<n> from \g<a> to \g<b>`; counters are paid: `pay \g<n> from … to …`",
    ),
    (
        r"\bmove (?P<at>(?P<n>\d+)) +{f}\w+",
        r"pieces by number are dealt: `deal \g<n> from … to …`; counters are paid: `pay \g<n> from … to …`",
    ),
    (r"\b(?P<verb>deal|pay) (?P<n>\S+) +{f}(?P<at>form|fro|fromm|off) ", r"write `\g<verb> \g<n> from …`"),
    (r"\bset (?!of\b)(?P<x>[^=;]*\S) *(?P<at>=) *(?P<v>[^;\"]*[^;\" ]) *{f}", r"write `set \g<x> to \g<v>`"),
    (r"\bset (?!of\b)(?P<x>[\w.]+) +{f}(?P<at>(?!is\b)(?P<v>\w+)) *(?:$|[;\"])", r"write `set \g<x> to \g<v>`"),
    (
        r"\blet (?P<x>\w+) +{f}(?P<at>to|be|is) +(?P<v>[^;\"]*[^;\" ])",
        r"write `let \g<x> = \g<v>` for a new name; `set \g<x> to \g<v>` changes what is on the table",
    ),
    (
        r"\b(?P<at>let (?P<x>\w+(?:{f}\.\w+|{f}\[[^\]]*\])[\w.]*) +(?:to|=) +(?P<v>[^;\"]*[^;\" ]))",
        r"write `set \g<x> to \g<v>`: `let` only gives new names",
    ),
    (
        r"\bscore {f}(?P<at>(?P<n>\d+(?: if [^;\"]*[^;\" ])?)) +for +(?P<w>[^;\"]*[^;\" ])",
        r"say what the points are for: `score SOURCE \g<n> for \g<w>`; SOURCE is a name under `scoring`",
    ),
    (r"\b(?P<at>score (?P<s>\w+) for +{f}(?P<w>[^;\"]*[^;\" ]))", r"SCORED(\g<s>, \g<w>)"),
    (r"\bscore (?P<at>(?P<s>\w+) +(?P<n>\w+)) *{f}(?:$|[;\"])", r"say for whom: `score \g<s> \g<n> for you`"),
    (r"\bmove .*{f}(?P<at>from)\b", _WHERE_FROM),
    (
        r"^{f}(?P<at>points?|scores?|vp) *:",
        "points come from sources under `scoring`, each with `worth:`; who wins stands in `winner:` under `end`",
    ),
    (
        r"^{f}(?P<at>player) *: *(?P<x>[A-Za-z][^\"]*[^\" ])",
        r"whose turn it is in a phase: `who: \g<x>`; how many play, under the first line: `players: 2 to 4`",
    ),
    (
        r"^who: *(?P<at>from +{f}(?P<x>\w[\w.()]*))",
        r"say who is asked as well as who begins: `who: players from \g<x>`",
    ),
    (r"^who: *(?P<at>(?:all|each|every) *{f}players?)\b", "write `players from X`, where X is the player who begins"),
    (
        rf"{_WHO_WINS}(?:most|highest) +{{f}}?(?P<x>{_NO_SCORE}[a-z]\w*))(?= *(?:$|\"))",
        r"write `the p in players with most p.\g<x> ties all`",
    ),
    (
        rf"{_WHO_WINS}(?:least|fewest|lowest) +{{f}}?(?P<x>{_NO_SCORE}[a-z]\w*))(?= *(?:$|\"))",
        r"write `the p in players with least p.\g<x> ties all`",
    ),
    (
        r"^winner: *(?P<at>(?!.* in )(?!.*\bmost\b).*\b(?:least|lowest|fewest)\b.*[^\s\"])",
        "write `the p in players with least p.points ties all`",
    ),
    (
        r"^winner: *(?P<at>(?!.* in ).*\b(?:most|highest)\b.*[^\s\"])",
        "write `the p in players with most p.points ties all`",
    ),
    (r"(?P<at>\bthe \w+) +{f}with\b", "say where to look: `the p in players with …`"),
    (r"(?P<at>(?:\bthe )?\b(?P<x>top|owner|points) +{f}of +(?:the )?(?P<y>\w+))", r"write `\g<y>.\g<x>`"),
    (r"(?P<at>\b(?:the )?next {f}(?:player|seat))\b", "write `next(you)`, or `next(NAME)` of a player of the table"),
    (r"(?P<at>\b(?:the )?number +{f}of)\b", "write `count(…)`"),
    (r"(?P<at>\b(?:your|my) +{f}(?P<x>\w+))", r"write `you.\g<x>`"),
    # Moves of scenarios.
    (r"^illegal{f}(?P<at>:) *(?P<s>\w+):? +(?P<m>[^;\"]*[^;\" ])", r"write `illegal \g<s>: \g<m>`"),
    (r"\w\)?(?P<at>,) *[A-Z]\w*{f}: *\w", "write `;` between two moves, or give each a line of its own"),
    (
        r"(?:^|[;:] *)(?:illegal +)?[A-Z]\w*: *(?P<at>(?P<m>(?!(?:{no_move})\b)\w+) +{f}(?P<v>\w+)) *(?:$|[;\"])",
        r"what is picked stands in brackets: `\g<m>(\g<v>)`",
    ),
    (
        r"\b(?:shuffle|move|deal|roll|show|set|from|to|in) (?P<at>the) (?P<x>\w+) *{f}",
        r"leave out `the`: write `\g<x>`",
    ),
    (
        r"\b(?P<at>for {f}(?:all|every) *players?) *:",
        "write `for each p in players:`, and `p` for the player behind it",
    ),
    (r"\b(?P<at>for {f}(?P<x>(?!all\b|every\b)\w+) +in) ", r"write `for each \g<x> in …`"),
    (r"\bfor each (?P<at>\w+?)s? *{f}:", r"name each of them: `for each x in \g<at>s:`"),
    (
        r"\bfor each (?P<x>.*\S) +from +(?P<p>\S+) +{f}(?P<at>where) +(?P<c>[^:]*[^: ])",
        r"`where` stands before `from`: `for each \g<x> where \g<c> from \g<p>:`",
    ),
    (r"(?P<at>(?P<x>[\w.]+(?:\[[^\[\]]*\][\w.]*)?) +{f}is not empty)\b", r"write `count(\g<x>) > 0`"),
    (r"(?P<at>(?P<x>[\w.]+(?:\[[^\[\]]*\][\w.]*)?) +{f}is empty)\b", r"write `count(\g<x>) = 0`"),
    (r"{f}(?P<at>is (?:more|greater|higher|bigger) than)\b", "write `>`"),
    (r"{f}(?P<at>is (?:less|fewer|lower|smaller) than)\b", "write `<`"),
    (r"{f}(?P<at>is at least)\b", "write `>=`"),
    (r"{f}(?P<at>is at most)\b", "write `<=`"),
    (r"{f}(?P<at>is not)\b", "write `!=`"),
    (r"{f}(?P<at>is|equals)\b", "write `=`"),
)


_FORM_ROWS: Rows = (
    *plain_english.CONDITIONS,
    *plain_english.SETS,
    *plain_english.STEPS,
    *plain_english.FIELDS,
    *boards.GRIDS,
    *boards.PLACES,
    *boards.WAYS,
    *formulas.SETS,
    *formulas.TIES,
    *rulebook_phrases.WHO,
    *rulebook_phrases.STEPS,
    *rulebook_phrases.EVERYBODY,
    *rulebook_phrases.VALUES,
    *rulebook_phrases.LISTS,
    *formulas.TERMS,
    *formulas.LOOPS,
    *formulas.BENDS,
    *phrases.STEPS,
    *formulas.CALLS,
    *scenarios.PICTURES,
    *phrases.TABLE,
    *phrases.CONDITIONS,
)
"""Rows about single forms, which are looked at before anything general is."""
_SCENARIO_ROWS: Rows = (*scenarios.FIELDS, *scenarios.MOVES)
_PLAN = re.compile(r" *play:| *(?:\w.*[:;] *)?offer ")


_REFERENCES = re.compile(r"(?<= )\[[A-Z]+-[A-Z]?\d+(?:(?:\.\.|, *)[A-Z]+-[A-Z]?\d+)*\]")


def without_references(text: str) -> str:
    """Return a line with blanks in place of references, which no cure is to take along."""
    return _REFERENCES.sub(lambda match: " " * len(match[0]), text)


@functools.cache
def _patterns(rows: Rows) -> tuple[tuple[re.Pattern[str], str], ...]:
    lists = {
        "{steps}": WORDS.steps,
        "{fields}": [word for word in WORDS.fields if word != "players"],  # It is a name as well.
        "{traits}": WORDS.traits,
        "{zones}": WORDS.zones,
        "{kinds}": KINDS,
        "{no_move}": (*WORDS.steps, *WORDS.zones, *KINDS),
    }
    marks = {"{f}": FAULT} | {mark: "|".join(words) for mark, words in lists.items()}
    return tuple((re.compile(_filled(pattern, marks)), cure) for pattern, cure in rows)


def _filled(pattern: str, marks: Mapping[str, str]) -> str:
    for mark, meant in marks.items():
        pattern = pattern.replace(mark, meant)
    return pattern


def find_form_typo(text: str, column: int, *, scenario: bool) -> Cure | None:
    """Return what is wrong with a form that the line plainly wants to be, or None; ``scenario``: it stands in one."""
    plans = (*plain_english.PLANS, *formulas.PLANS, *phrases.PLANS) if _PLAN.match(text) else ()
    return find_typo(text, column, (_SCENARIO_ROWS if scenario else ()) + plans + _FORM_ROWS)


def find_typo(text: str, column: int, rows: Rows = _ROWS) -> Cure | None:
    """Return the known wording in a line whose token at a column (from 0) does not fit.

    ``text`` is the line from its margin on, with all its blanks in front.
    """
    if len(text) > MAX_LENGTH:
        return None
    code = re.sub(r'"[^"]*"', lambda match: '"' + " " * (len(match[0]) - 2) + '"', without_references(text))
    margin = len(code) - len(code.lstrip(" "))
    marked = (code[margin:column] + FAULT + code[column:]).rstrip()
    for pattern, cure in _patterns(rows):
        match = pattern.search(marked)
        if match is not None and FAULT in marked[max(0, match.start() - 1) : match.end() + 1]:
            start, end = (place + margin - (place + margin > column) for place in match.span("at"))
            end = max(len(text[:end].rstrip()), start + 1)
            start += len(text[start:end]) - len(text[start:end].lstrip())
            return Cure(text[start:end], match.expand(cure).replace(FAULT, ""), start, end)
    return None
