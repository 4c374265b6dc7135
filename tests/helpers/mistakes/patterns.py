"""Nothing in, kinds of mistakes out that a pattern finds: what stands at `at` is written in another way.

A row is a name, a pattern over code (see ``mistakes``) and what is written instead; `{key}` quotes a group. Where
several are given, each may be taken. Sections in front of a pattern limit it to these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import attrs

from tests.helpers.mistakes.sampling import Edit, Page


@attrs.frozen
class Row:
    """One kind of mistake: name, pattern, what is written instead; only in some sections, or apart from some."""

    name: str
    pattern: str
    written: tuple[str, ...]
    sections: tuple[str, ...] = ()
    most: int = 7
    played: bool = False

    def find(self, page: Page, chance: Random) -> Iterator[Edit]:
        """Yield the edits of a page in an order by chance."""
        matches = list(re.finditer(self.pattern, page.code, re.M))
        for match in chance.sample(matches, len(matches)):
            section = page.section(match.start("at"))
            if section == "about" or (self.sections and section not in self.sections):
                continue
            groups = {key: page.text[slice(*match.span(key))] for key in match.re.groupindex}
            new = chance.choice(self.written).format(**groups)
            if new != groups["at"]:
                yield Edit(*match.span("at"), new)


def words(name: str, pattern: str, pairs: dict[str, tuple[str, ...]], **more: object) -> list[Row]:
    """Return one kind of mistake for each word: in the pattern the word is `{}`."""
    return [
        Row(name, pattern.replace("{}", rf"(?P<at>{word})"), written, **more)  # type: ignore[arg-type]
        for word, written in pairs.items()
    ]


_BODIES = ("phases", "actions", "rules", "triggers", "modifiers", "scoring", "end", "setup", "terms")
_RULES = ("phases", "actions", "rules", "triggers", "setup")

ROWS: list[Row] = [
    # ---------------------------------------------------------------- signs
    Row(
        "colon missing behind a field",
        r"^ +(?:who|when|play|until|pick|cost|then|worth|let|after)(?P<at>:)",
        ("", " =", ";"),
        _BODIES,
        10,
    ),
    Row("colon missing behind if", r"^ +if [^:\n]*[^:\n ](?P<at>:)", ("", " then", ","), (), 8),
    Row("colon missing behind for each", r"for each \w+ in [^:\n()]*(?P<at>:)", ("", ",", " do"), _RULES, 6),
    Row(
        "colon missing in a declaration",
        r"^ +\w+(?P<at>: )(?:purse|heap|stack|slot|card|counter|piece|player)",
        (" ", " = ", " is a "),
        ("components", "table"),
        8,
    ),
    Row("closing quote missing", r'"~+(?P<at>")', ("",), (), 6),
    Row("opening quote missing", r'(?P<at>")~+"', ("",), (), 6),
    Row("both quotes missing", r'(?P<at>"~+")', ("Some words here",), (), 6),
    Row("closing bracket missing", r"\w(?P<at>\))", ("",), (), 8),
    Row("opening bracket missing", r"\w(?P<at>\()", (" ", ""), (), 6),
    Row("square bracket missing", r"\w(?P<at>\])", ("",), (), 5),
    Row("bracket of another sort", r"\w(?P<at>\((?P<x>\w+)\))", ("[{x}]", "{{{x}}}"), (*_BODIES,), 6),
    Row("one bracket too many", r"\)(?P<at>)\n", (")",), (), 4),
    Row("comma missing in a list", r"\w(?P<at>,) \w", ("",), ("types", "options", "components", "table"), 8),
    Row("comma in place of a joint", r"^    play: \w+(?P<at> or )", (", ", " / ", " | "), (), 4),
    Row("comma missing between arguments", r"\(\w+(?P<at>, )\w+\)", (" ", "; "), (), 4),
    Row("== for =", r"(?:when|if|where|until)\b[^\n\"]* (?P<at>=) ", ("==", "equals", "is", ":="), (), 8),
    Row("= for : in a declaration", r"^  +\w+(?:\[[^\]\n]*\])?(?P<at>: )", (" = ",), ("table", "options", "types"), 6),
    Row(": for = in a term", r"^  +\w+(?:\([^)\n]*\))?(?P<at> = )", (": ", " is "), ("terms",), 6),
    Row("set x = 3", r"\bset (?:\w|[.\[\],])+(?P<at> to )", (" = ", " ", " := ", " == ", " as "), (), 8),
    Row("x = 3 without set", r"(?P<at>\bset (?P<x>(?:\w|[.\[\],])+) to )", ("{x} = ", "{x} := ", "{x} to "), _RULES, 8),
    Row("x += 1", r"(?P<at>\bset (?P<x>\w+) to (?P=x) \+ )", ("{x} += ", "set {x} += "), _RULES, 4),
    Row(
        "1-3 for 1..3",
        r"(?P<at>\b(?P<a>\d+)\.\.(?P<b>\d+))",
        ("{a}-{b}", "{a} - {b}", "{a}...{b}", "{a} to {b}", "{a}.{b}", "{a}–{b}"),
        ("components", "table", "terms", "actions", "rules"),
        12,
    ),
    Row(
        "players: 2-4",
        r"^  players: (?P<at>(?P<a>\d+) to (?P<b>\d+))",
        ("{a}-{b}", "{a}..{b}", "{a},{b}", "two to four", "{a} or {b}", "{a} – {b}"),
        ("game",),
        6,
    ),
    # Each sign in another way of writing the same: nobody writes `=<` for what is not equal.
    *words(
        "sign of comparison of elsewhere",
        r" {} ",
        {"!=": ("<>", "≠", "is not"), ">=": ("=>", "≥"), "<=": ("=<", "≤")},
        most=4,
    ),
    Row(
        "&& and ||",
        r" (?P<at>and) (?![^\n]*(?:play|steps))",
        ("&", "&&", "+"),
        ("actions", "terms", "end", "rules"),
        6,
    ),
    Row("apostrophe for a dot", r"\b(?:you|p|players)(?P<at>\.)[a-z]", ("'s ", " ", ","), _BODIES, 8),
    Row("bar missing at the end of a row", r"^ +\|[^\n]*(?P<at>\|)\n", ("",), (), 5),
    Row("bar missing at the beginning of a row", r"^ +(?P<at>\|) ", ("",), (), 5),
    Row("bar missing in a row", r"^ +\| +[^|\n]+(?P<at>\|)[^|\n]*\|", ("",), (), 5),
    Row("full stop or semicolon at the end", r"^ +(?:then|cost|when): [^\n\"#]*[\w)](?P<at>)$", (".", ";", ","), (), 6),
    Row("curly quotes", r'(?P<at>"(?P<x>~+)")', ("“{x}”", "'{x}'", "„{x}“"), (), 5),
    Row("decimal number", r" (?P<at>\d+)(?= |\n|\))", ("1.5", "2,5", "½"), _BODIES, 4),
    # ---------------------------------------------------------------- words of the language
    *words(
        "field by another name",
        r"^ +{}:",
        {
            "who": ("player", "whose"),
            "when": ("if", "condition", "requires"),
            "pick": ("choose", "select"),
            "cost": ("price", "costs"),
            "then": ("do", "effect", "does", "steps"),
            "play": ("actions", "choose", "do"),
            "until": ("while", "ends", "stop"),
            "worth": ("points", "value"),
            "steps": ("phases", "then"),
        },
        sections=("phases", "actions", "rules", "scoring"),
        most=2,
    ),
    *words(
        "step by another name",
        r"^(?: {4,}|.*then: |.*; ){} ",
        {
            "pay": ("gain", "give", "take", "transfer", "move"),
            "move": ("put", "place", "mvoe", "take"),
            "deal": ("draw", "give", "distribute"),
            "shuffle": ("mix", "shufle"),
            "roll": ("throw", "rol"),
            "set": ("change", "let", "put"),
            "score": ("add", "gain", "points"),
            "show": ("reveal",),
        },
        sections=_RULES,
        most=3,
    ),
    *words(
        "section by another name",
        r"^{}$",
        {
            "components": ("pieces", "component", "material"),
            "table": ("board", "zones", "tabel"),
            "setup": ("start", "set-up", "preparation"),
            "phases": ("turns", "phase", "rounds"),
            "actions": ("action", "moves", "acitons"),
            "scoring": ("points", "score"),
            "end": ("ending", "game end", "victory"),
            "terms": ("term", "formulas"),
            "options": ("option", "settings"),
            "types": ("type", "enums"),
            "scenarios": ("scenario", "tests"),
        },
        most=2,
    ),
    *words(
        "form of a place or component by another name",
        r"^ +(?:change )?\w+(?:\[[^\]\n]*\])?: {}\b",
        {
            "purse": ("pool", "purses", "amount"),
            "heap": ("pile", "hand", "set"),
            "stack": ("deck", "pile"),
            "slot": ("place", "space"),
            "counter": ("token", "counters"),
            "card": ("cards", "kard"),
            "player": ("players", "seat"),
            "dice": ("die", "d6"),
        },
        most=2,
    ),
    *words(
        "trait by another name",
        r", {}",
        {
            "full": ("filled", "all"),
            "seen by owner": ("hidden", "seen by owners", "visible to owner", "seen by you"),
            "seen by none": ("seen by nobody", "face down", "unseen", "hidden"),
            "unlimited": ("infinite", "endless"),
        },
        sections=("table", "components"),
        most=4,
    ),
    *words(
        "function by another name",
        r"\b{}\(",
        {
            "count": ("number", "size", "length", "cnt"),
            "sum": ("total", "add"),
            "min": ("minimum", "smallest"),
            "max": ("maximum",),
            "next": ("left", "nextplayer"),
            "any": ("exists", "some"),
            "all": ("every", "forall"),
        },
        most=2,
    ),
    *words(
        "word for you or players of elsewhere",
        r"\b{}\b(?!:)",
        {
            "you": ("me", "current", "player", "your", "active_player"),
            "players": ("player", "all players", "everybody"),
        },
        sections=_BODIES,
        most=6,
    ),
    *words(
        "word of another language",
        r"\b{}\b",
        {
            "if": ("wenn", "si"),
            "then": ("dann", "alors"),
            "or": ("oder", "ou"),
            "and": ("und", "et"),
            "from": ("von", "de"),
            "to": ("nach", "zu"),
            "yes": ("ja", "true", "oui"),
            "no": ("nein", "false"),
            "none": ("nobody", "null", "nothing", "empty"),
            "most": ("highest", "max", "more"),
            "each": ("every", "all"),
        },
        sections=(*_BODIES, "options", "components"),
        most=3,
    ),
    Row("capital letter in a section", r"^(?P<at>a)ctions", ("A",), (), 2),
    # ---------------------------------------------------------------- words missing or too many
    Row(
        "step without from",
        r"\b(?:pay|deal) [^\n;]*?(?P<at>from (?P<x>(?:\w|[.\[\],()])+) )to ",
        ("", "to ", "of {x} "),
        _RULES,
        6,
    ),
    Row("step without to", r"\b(?:pay|deal|move) [^\n;]*?(?P<at> to (?:\w|[.\[\],])+)(?=[\n;\" ])", ("",), _RULES, 6),
    Row(
        "to before from",
        r"\b(?:pay|deal) [^\n;]*?(?P<at>from (?P<x>(?:\w|[.\[\],])+) to (?P<y>(?:\w|[.\[\],])+))",
        ("to {y} from {x}",),
        _RULES,
        4,
    ),
    Row("thing named behind the number", r"\b(?:pay|deal) (?P<n>\d+)(?P<at> )from", (" chips ", " cards "), _RULES, 4),
    Row("the in front of a name", r"\b(?:shuffle|from|to) (?P<at>)[a-z]", ("the ",), _RULES, 5),
    Row("ties left out", r"(?P<at> ties (?:all|none|from \w+|never))", ("",), (), 6),
    Row("where to look left out", r"the (?P<at>\w+ in players )", ("player ", "players "), ("end", "phases"), 4),
    Row("else left out", r" (?P<at>else [^\n\"]*)\"", ("",), ("terms",), 3),
    Row("each left out", r"for (?P<at>each )", ("", "all ", "every "), (), 6),
    Row("name left out of for each", r"for each (?P<at>\w+ in )", ("", "in "), (), 6),
    Row("name left out of a pick", r"pick: (?P<at>\w+ in )", ("",), (), 5),
    Row("in written as of, from or :", r"(?:pick: |each )\w+ (?P<at>in) ", ("of", "from", ":", "=", "on"), (), 6),
    Row("seen without by", r"seen (?P<at>by )", ("", "to ", "for "), ("table",), 4),
    Row(
        "winner as in a rulebook",
        r"^ +winner: (?P<at>[^(\n]*)\n",
        ("most points", "the player with most points", "player with the highest score"),
        ("end",),
        5,
    ),
    Row("score without a player", r"\bscore \w+ [^\n;]*?(?P<at> for (?P<x>(?:\w|\.)+))", ("", " to {x}"), (), 5),
    Row("score without a source", r"\bscore (?P<at>\w+ )", ("",), _RULES, 4),
    Row("a colon too many", r"^ +\w+(?P<at>) \"", (":",), ("actions", "phases", "scoring"), 5),
    # ---------------------------------------------------------------- wrong kinds of things
    Row(
        "owner left out",
        r"(?P<at>\b(?:you|p)\.)(?!points)[a-z]",
        ("",),
        ("actions", "rules", "setup", "phases", "end"),
        9,
    ),
    Row(
        "owner of what has none",
        r"\b(?:from|to|shuffle) (?P<at>)(?!you\b|p\b)[a-z]\w*(?=[ \n])",
        ("you.", "players."),
        ("actions", "phases", "rules"),
        5,
    ),
    Row("number as a word", r" (?P<at>\d)(?=[ \n)])", ("three", "two", "one"), (*_BODIES, "components"), 6),
    Row(
        "number far too large", r"\bset \w+ to (?P<at>(?:\w|[.\[\],()+\- ])+?)(?=[;\n])", ("999999999", "-7"), _RULES, 6
    ),
    Row("word in place of a number", r"\b(?:pay|deal) (?P<at>\w+) from", ("some", "all", "yes"), _RULES, 5),
    Row("condition in place of a number", r"\b(?:pay|deal) (?P<at>\w+) from", ("yes", "(1 = 1)"), _RULES, 3),
    Row(
        "number in place of a condition", r"^ +when: (?P<at>[^\n\"]*?) (?=\")", ("3", "count(players)"), ("actions",), 5
    ),
    Row(
        "heap compared with a number",
        r"(?P<at>count\((?P<x>(?:\w|\.)+)\)) [<>=]",
        ("{x}",),
        ("phases", "actions", "rules", "end"),
        5,
    ),
    Row("player in place of a set", r"for each \w+ in (?P<at>players)\b", ("you", "1", "player"), _RULES, 4),
    Row("set in place of a player", r"\bfor (?P<at>you|p|best)\n", ("players",), _RULES, 3),
    Row(
        "pay where a piece is moved",
        r"(?P<at>\bmove (?P<x>(?:\w|[.])+) to)",
        ("pay {x} to", "deal {x} to", "move 1 to"),
        _RULES,
        5,
    ),
    Row(
        "shuffle of what is no stack",
        r"\b(?P<at>shuffle \w+)",
        ("shuffle bank", "shuffle players", "shuffle die"),
        _RULES,
        4,
    ),
    Row("roll of what is no dice", r"\b(?P<at>roll \w+)", ("roll bank", "roll players", "roll dice"), _RULES, 4),
    Row(
        "too many arguments",
        r"\b(?:count|next|min|max|price|wealth|amount)\((?P<at>[^()\n,]+)\)",
        ("{at}, 3, 4",),
        _BODIES,
        5,
    ),
    Row(
        "no arguments",
        r"\b(?:price|wealth|amount|on_card|surplus|height|sum|next|only)(?P<at>\([^()\n]*\))",
        ("", "()"),
        _BODIES,
        5,
    ),
    Row(
        "argument of the wrong kind",
        r"\b(?:next|neighbours|price|on_card|lines|distance)\((?P<at>[^()\n,]+)",
        ("none", "7 = 7", "players"),
        _BODIES,
        5,
    ),
    Row("division by what may be 0", r" / (?P<at>\d+)", ("count(players where you = none)", "0"), _BODIES, 3),
    Row("text in place of a name", r"^    play: (?P<at>\w+)", ('"{at}"',), (), 3),
    Row("words glued together", r"\b(?P<at>for each)\b", ("foreach",), _RULES, 3),
    # ---------------------------------------------------------------- boards, lists, scenarios
    Row(
        "grid in other words",
        r"\b(?P<at>grid (?P<a>\w)\.\.(?P<b>\w) by (?P<n>\d+)\.\.(?P<m>\d+))",
        (
            "grid {a}-{b} by {n}-{m}",
            "grid {a}..{b}, {n}..{m}",
            "grid {m} by {m}",
            "grid {a}{n}..{b}{m}",
            "board {a}..{b} by {n}..{m}",
        ),
        (),
        5,
    ),
    Row(
        "rectangle in other words",
        r"(?P<at>\b(?P<a>[a-z]\d)\.\.(?P<b>[a-z]\d)\b)",
        ("{a}-{b}", "{a}:{b}", "{a} to {b}"),
        _BODIES,
        4,
    ),
    Row(
        "direction in other words", r"\b(?P<at>north|south|east|west)\b", ("up", "nort", "North", "left"), ("terms",), 4
    ),
    Row(
        "directions in other words",
        r"[ (](?P<at>straight|diagonal)\b",
        ("orthogonal", "diagonals", "all"),
        ("terms",),
        4,
    ),
    Row(
        "place and direction the other way round",
        r"\b(?:way|next)\((?P<at>(?P<x>[\w.]+), (?P<y>[\w.]+))\)",
        ("{y}, {x}",),
        ("terms",),
        4,
    ),
    Row("way without brackets", r"(?P<at>\((?P<x>way\([^()]*\) until [^()]*)\))", ("{x}",), ("terms",), 3),
    Row("until in other words", r"\(way\([^()]*\) (?P<at>until) ", ("till", "while"), ("terms",), 3),
    Row("closed by in other words", r" (?P<at>closed by) ", ("ended by", "closed", "and closed by"), ("terms",), 3),
    Row(
        "list part in other words",
        r"(?P<at>\[(?P<a>\d)\.\.(?P<b>\d)\])",
        ("[{a}-{b}]", "[{a} to {b}]", "[..{b}]"),
        _BODIES,
        4,
    ),
    Row(
        "best of several in other words",
        r"(?P<at>\b(?P<f>largest|smallest)\((?P<n>\w+), )",
        ("{f} {n} of (", "best({n}, ", "{f}("),
        _BODIES,
        4,
    ),
    Row("different in other words", r"\bcount\((?P<at>different )", ("distinct ", "unique "), _BODIES, 4),
    Row(
        "what counts otherwise outside",
        r"\b(?:min|max)\([^()]*(?:\([^()]*\)[^()]*)*(?P<at> else (?P<v>\w+)\))",
        (") else {v}", " otherwise {v})"),
        _BODIES,
        3,
    ),
    Row("let of a term in other words", r"^ +(?P<at>let: )\w+ =", ("let ", "where: ", ""), ("terms",), 5),
    Row("ties in order in other words", r"(?P<at>ties in order)", ("ties order", "ties first", "in order"), (), 3),
    Row(
        "cost of an action in other words",
        r"change: (?P<at>(?P<x>\w+)\.(?P<y>\w+) to)",
        ("{y} of {x} to", "{x}.{y} =", "{x} {y} to"),
        ("modifiers",),
        4,
    ),
    Row(
        "who can must, in other words",
        r"play: .*?(?P<at>\b(?P<a>\w+) else (?P<b>\w+))",
        ("{a} or else {b}", "if {a} else {b}", "{a} otherwise {b}"),
        ("phases",),
        4,
    ),
    Row(
        "beginning of a scenario in other words",
        r"^ +(?P<at>from: )\w",
        ("starts from: ", "begin: ", "after: "),
        ("scenarios",),
        4,
    ),
    Row("cases in other words", r"^ +(?P<at>cases:)", ("case:", "examples:", "cases"), ("scenarios",), 4),
    Row(
        "list of moves in other words",
        r"^ +(?P<at>(?P<w>legal|exactly) (?P<s>\w+):)",
        ("{w}:", "{s}: {w}", "{w} {s}"),
        ("scenarios",),
        5,
    ),
    Row(
        "passing on in other words",
        r"\b(?P<at>pass until )",
        ("pass till ", "skip until ", "pass while "),
        ("scenarios",),
        4,
    ),
    Row("picture in other words", r"\blay [\w.\[\]]+(?P<at>: )", (" = ", " "), (), 4),
    # ---------------------------------------------------------------- names
    Row(
        "hyphen in a name",
        r"\b(?P<at>(?P<x>[a-z]+)_(?P<y>[a-z]+))\b",
        ("{x}-{y}", "{x} {y}", "{x}{y}"),
        (*_BODIES, "table", "components"),
        9,
    ),
    Row("capital letter in a name", r"^ +(?:play|steps): (?P<at>(?P<x>[a-z])\w+)", ("Play",), (), 3),
    Row("word of the language as a name", r"^ +let (?P<at>\w+) =", ("the", "from", "all", "if"), (), 3),
    Row("reserved name for a pick", r"^ +pick: (?P<at>\w+) in", ("move", "card type", "you", "each", "any"), (), 4),
    Row(
        "attribute that does not exist",
        r"\b(?:c|s|w|p|t|e|you)\.(?P<at>[a-z]\w+)",
        ("number_of_things", "hand_size", "nickname"),
        _BODIES,
        6,
    ),
    Row("braces in words not closed", r'"~*(?P<at>)~"', ("{{count(players) ",), ("actions",), 3),
]
