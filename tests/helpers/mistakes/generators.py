"""Nothing in, kinds of mistakes out that need more than a pattern: typing errors, lines, declarations, files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from random import Random

from gamedsl.syntax.grammar.vocabulary import WORDS
from tests.helpers.mistakes.patterns import ROWS
from tests.helpers.mistakes.sampling import Edit, Kind, Page

_NAME = re.compile(r"\b[A-Za-z_]\w*\b")
_HEAD = re.compile(r'^ +(?:change )?(?P<name>\w+): [^\n]*csv "(?P<path>[^"\n]+)"[^\n]*\n(?P<head> +\|[^\n]*\n)', re.M)
_UNCALLED = ("scoring", "hints", "display", "scenarios", "triggers", "modifiers")
"""Sections whose paragraphs nothing needs to call by their names."""

Found = Iterator[Edit]


def _shuffled(chance: Random, matches: Iterator[re.Match[str]] | list[re.Match[str]]) -> list[re.Match[str]]:
    found = list(matches)
    return chance.sample(found, len(found))


def mistyped(word: str, chance: Random) -> str:
    """Return a word as somebody in a hurry types it."""
    for _ in range(20):
        at = chance.randrange(1, len(word))
        made = chance.choice(
            (
                word[:at] + word[at + 1 :],
                word[:at] + word[at] + word[at:],
                word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
                word[:at] + chance.choice("aeinrst") + word[at + 1 :],
            )
        )
        if made != word and made.isidentifier():
            return made
    return word + word[-1]


# ---------------------------------------------------------------- names and words


def _names(page: Page, chance: Random, least: int) -> Iterator[re.Match[str]]:
    """Yield names that matter: they stand in the file twice, or come from another file."""
    known: dict[str, int] = {}
    for match in _NAME.finditer(page.code):
        known[match[0]] = known.get(match[0], 0) + 1
    for match in _shuffled(chance, _NAME.finditer(page.code)):
        name, start = match[0], match.start()
        begin, _ = page.line_at(start)
        section, lead = page.section(start), page.code[begin:start]
        if name in WORDS.words or len(name) < least or section == "about" or not lead:
            continue
        if (
            (lead in ("  ", "    ") and section in _UNCALLED)
            or (page.has_base and section == "options")
            or page.text[begin : begin + 5] in ("game ", "scena", "varia")
        ):
            continue
        if known[name] > 1 or (page.has_base and lead.strip() and not re.search(r"\b(let|pick:|each) $", lead)):
            yield match


def _in_names(change: Callable[[str, Random], str]) -> Callable[[Page, Random], Found]:
    def find(page: Page, chance: Random) -> Found:
        for match in _names(page, chance, 4):
            new = change(match[0], chance)
            if new != match[0] and not re.search(rf"\b{new}\b", page.code) and new not in WORDS.words:
                yield Edit(*match.span(), new)

    return find


def _other_number(name: str, _: Random) -> str:
    return name[:-1] if name.endswith("s") else name + "s"


def _other_case(name: str, _: Random) -> str:
    return name[0].swapcase() + name[1:]


def _in_words(pattern: str) -> Callable[[Page, Random], Found]:
    """Find words of the language by a pattern and mistype them."""

    def find(page: Page, chance: Random) -> Found:
        for match in _shuffled(chance, re.finditer(pattern, page.code, re.M)):
            word = match["at"]
            new = mistyped(word, chance)
            if page.section(match.start()) != "about" and new not in WORDS.words:
                yield Edit(*match.span("at"), new)

    return find


def _capital(page: Page, chance: Random) -> Found:
    for match in _shuffled(chance, _NAME.finditer(page.code)):
        if match[0] in WORDS.words and page.section(match.start()) != "about":
            yield Edit(*match.span(), chance.choice((match[0].capitalize(), match[0].upper())))


def _wrong_option(page: Page, chance: Random) -> Found:
    """A value that the option does not have: in conditions and in `with`."""
    lists = re.finditer(r"^  (?P<name>\w+): (?P<values>[a-z]\w*(?:, \w+)+)", page.code, re.M)
    known = {match["name"]: match["values"] for match in lists if page.section(match.start()) == "options"}
    for match in _shuffled(chance, re.finditer(r"\b(?P<name>\w+) !?= (?P<at>[a-z]\w+)", page.code)):
        if known.get(match["name"]) not in (None, "no, yes", "yes, no"):
            new = chance.choice(("always", "on", "normal", "yes", mistyped(match["at"], chance)))
            if new not in known[match["name"]]:
                yield Edit(*match.span("at"), new)


# ---------------------------------------------------------------- lines


def _lines(page: Page, pattern: str, chance: Random) -> Iterator[tuple[re.Match[str], int, int]]:
    for match in _shuffled(chance, re.finditer(pattern, page.code, re.M)):
        if page.section(match.start()) != "about":
            yield match, *page.line_at(match.start())


def _deeper(page: Page, chance: Random) -> Found:
    for _, start, _ in _lines(page, r"^ +\w", chance):
        yield Edit(start, start, chance.choice((" ", "   ")))


def _less_deep(page: Page, chance: Random) -> Found:
    for _, start, _ in _lines(page, r"^ +\w", chance):
        yield Edit(start, start + 1, "")


def _tab(page: Page, chance: Random) -> Found:
    for _, start, _ in _lines(page, r"^  +\w", chance):
        yield Edit(start, start + 2, "\t")


def _not_indented(page: Page, chance: Random) -> Found:
    """A line that stands under another is written below it instead, as deep as that one."""
    for match, start, _ in _lines(page, r"^(?P<lead> *)\S[^\n]*:\n(?P<at>(?P=lead)  )(?! )", chance):
        if page.section(start) not in ("components",):
            yield Edit(match.start("at"), match.end("at"), match["lead"])


def _broken_line(page: Page, chance: Random) -> Found:
    """A line goes on in the next one without a bracket."""
    for match, _, _ in _lines(page, r"^ +[^\n|\"(]*? (?P<at>)(?:from|to|with|and|or|ties|in) [^\n(|]*\n", chance):
        yield Edit(match.start("at"), match.end("at"), "\n" + " " * 6)


def _joined_lines(page: Page, chance: Random) -> Found:
    """Two fields on one line."""
    for match, _, _ in _lines(page, r"^    \w+: [^\n\"]*[^\n\":](?P<at>\n    )(?=\w+: )", chance):
        yield Edit(match.start("at"), match.end("at"), " ")


def _without_then(page: Page, chance: Random) -> Found:
    """Steps directly under their paragraph."""
    for match, _, _ in _lines(page, r"^    (?P<at>then: )(?=pay|set|move|score|deal|shuffle)", chance):
        yield Edit(match.start("at"), match.end("at"), "")


def _without_heading(page: Page, chance: Random) -> Found:
    for _, start, end in _lines(
        page, r"^(?:components|table|terms|phases|actions|scoring|scenarios|setup|types|options|end)\b", chance
    ):
        yield Edit(start, end, "")


def _without_header(page: Page, chance: Random) -> Found:
    for _, start, end in _lines(page, r"^(?:game|variant|scenarios) \w", chance):
        yield Edit(start, end, "")


def _without_players(page: Page, chance: Random) -> Found:
    for _, start, end in _lines(page, r"^  players: \d", chance):
        if page.section(start) == "game":
            yield Edit(start, end, "")


def _without_winner(page: Page, chance: Random) -> Found:
    for _, start, end in _lines(page, r"^  winner: [^\n(]*\n", chance):
        if page.section(start) == "end":
            yield Edit(start, end, "")


def _block(page: Page, start: int) -> int:
    """Return where what stands under a line ends."""
    begin, end = page.line_at(start)
    depth = len(page.code[begin:end]) - len(page.code[begin:end].lstrip(" "))
    while end < len(page.code):
        _, following = page.line_at(end)
        line = page.code[end:following]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= depth:
            break
        end = following
    return end


def _used_elsewhere(page: Page, name: str, start: int, end: int) -> bool:
    return re.search(rf"\b{name}\b", page.code[:start] + page.code[end:]) is not None


def _deleted(pattern: str, sections: tuple[str, ...]) -> Callable[[Page, Random], Found]:
    """Find what is declared and used elsewhere; it is left out."""

    def find(page: Page, chance: Random) -> Found:
        for match, start, _ in _lines(page, pattern, chance):
            end = _block(page, start)
            if page.section(start) in sections and _used_elsewhere(page, match["name"], start, end):
                yield Edit(start, end, "")

    return find


def _doubled(pattern: str, sections: tuple[str, ...]) -> Callable[[Page, Random], Found]:
    def find(page: Page, chance: Random) -> Found:
        for _, start, _ in _lines(page, pattern, chance):
            end = _block(page, start)
            if page.section(start) in sections:
                text = page.text[start:end].rstrip() + "\n"
                yield Edit(start, start, text)

    return find


def _swapped(page: Page, chance: Random) -> Found:
    """A line that names something behind the line that reads it."""
    pattern = r"^ +(?:pick: |let:? )(?P<x>\w+)\b[^\n]*\n(?P<next>[^\n]*\b(?P=x)\b[^\n]*\n)"
    for match, start, _ in _lines(page, pattern, chance):
        first, second = page.text[start : match.start("next")], page.text[match.start("next") : match.end("next")]
        if "each " + match["x"] not in second and not second.lstrip().startswith(("then:", "cost:")):
            yield Edit(start, match.end("next"), second + first)


def _other_section(page: Page, chance: Random) -> Found:
    """A paragraph or entry that stands at the end of another section."""
    homes = {
        "actions": ("phases", "scoring", "table"),
        "phases": ("actions", "rules", "end"),
        "table": ("components", "terms", "types"),
        "terms": ("table", "actions"),
        "components": ("table", "types"),
    }
    for match, start, _ in _lines(page, r"^  (?P<name>[a-z]\w*)\b", chance):
        end = _block(page, start)
        section = page.section(start)
        places = [home for home in homes.get(section, ()) if re.search(rf"^{home}\n", page.code, re.M)]
        if places and _used_elsewhere(page, match["name"], start, end) and "each " not in page.code[start:end]:
            target = re.search(rf"^{chance.choice(places)}\n", page.code, re.M)
            assert target is not None
            moved = page.text[start:end].rstrip() + "\n"
            if target.end() <= start:
                yield Edit(target.end(), end, moved + page.text[target.end() : start])
            else:
                yield Edit(start, target.end(), page.text[end : target.end()] + moved)


def _not_listed(page: Page, chance: Random) -> Found:
    """A phase or an action that nothing names any more."""
    for match in _shuffled(
        chance,
        re.finditer(r"^    (?:steps|play): [^\n]*?(?P<at>(?:, | or )(?P<name>\w+))(?=,|\n| or)", page.code, re.M),
    ):
        if len(re.findall(rf"\b{match['name']}\b", page.code)) == 2:
            yield Edit(*match.span("at"), "")


def _never_fed(page: Page, chance: Random) -> Found:
    for _, start, end in _lines(page, r"^    worth: [^\n]*\n", chance):
        name = re.search(r"^  (\w+)[^\n]*\n\Z", page.code[:start], re.M)
        if page.section(start) == "scoring" and name and not re.search(rf"\bscore {name[1]}\b", page.code):
            yield Edit(start, end, "")


# ---------------------------------------------------------------- tables


def _cells(page: Page) -> Iterator[tuple[str, str, str]]:
    """Yield path, column and type of the typed columns of CSV files."""
    for match in _HEAD.finditer(page.text):
        for cell in match["head"].strip().strip("|").split("|"):
            column, colon, kind = (part.strip() for part in cell.partition(":"))
            if colon and column.isidentifier() and not kind.startswith(("words", "condition", "rule", "formula")):
                yield match["path"], column, kind


def _csv_cell(wrong: Callable[[str, str, Random], str]) -> Callable[[Page, Random], Found]:
    def find(page: Page, chance: Random) -> Found:
        columns = list(_cells(page))
        for path, column, kind in chance.sample(columns, len(columns)):
            text = page.beside(path)
            rows = list(csv.reader(io.StringIO(text)))
            if column not in rows[0]:
                continue
            place, number = rows[0].index(column), chance.randrange(1, len(rows))
            old = rows[number][place]
            lines = text.split("\n")
            if not old or '"' in lines[number] or text.count('"') % 2:
                continue
            cells = lines[number].split(",")
            cells[place] = wrong(old, kind, chance)
            start = len("\n".join([*lines[:number], ""]))
            if cells[place] != old:
                yield Edit(start, start + len(lines[number]), ",".join(cells), path)

    return find


def _misspelt_cell(old: str, kind: str, chance: Random) -> str:
    return mistyped(old, chance) if len(old) > 2 and old.isidentifier() else "x" + old


def _large_cell(old: str, kind: str, chance: Random) -> str:
    return "999" if old.isdigit() and ".." in kind else old


def _worded_cell(old: str, kind: str, chance: Random) -> str:
    return chance.choice(("three", "3.5", "3 coins", "?")) if old.isdigit() else "7"


def _csv_line(change: Callable[[list[str], int, Random], list[str] | None]) -> Callable[[Page, Random], Found]:
    def find(page: Page, chance: Random) -> Found:
        paths = sorted({match["path"] for match in _HEAD.finditer(page.text)})
        for path in chance.sample(paths, len(paths)):
            text = page.beside(path)
            lines, at = text.rstrip("\n").split("\n"), chance.randrange(2, 4)
            made = change(lines, at, chance) if at < len(lines) else None
            if made is not None:
                yield Edit(0, len(text), "\n".join(made) + "\n", path)

    return find


def _row_twice(lines: list[str], at: int, _: Random) -> list[str] | None:
    return [*lines[: at + 1], lines[at], *lines[at + 1 :]] if '"' not in lines[at] else None


def _cell_left_out(lines: list[str], at: int, _: Random) -> list[str] | None:
    first, _comma, rest = lines[at].partition(",")
    return [*lines[:at], first + "," + rest.partition(",")[2], *lines[at + 1 :]] if '"' not in lines[at] else None


def _cell_too_many(lines: list[str], at: int, _: Random) -> list[str] | None:
    return [*lines[:at], lines[at] + ",5,6", *lines[at + 1 :]]


def _semicolons(lines: list[str], at: int, _: Random) -> list[str] | None:
    """The first line alone: a whole file with semicolons is right."""
    return [lines[0].replace(",", ";"), *lines[1:]]


def _misnamed_column(page: Page, chance: Random) -> Found:
    for match in _HEAD.finditer(page.text):
        for name in _shuffled(chance, re.finditer(r"\| (?P<at>\w+): (?!words)", match["head"])):
            new = mistyped(name["at"], chance) if len(name["at"]) > 2 else name["at"] + "_of_it"
            yield Edit(match.start("head") + name.start("at"), match.start("head") + name.end("at"), new)


def _missing_file(page: Page, chance: Random) -> Found:
    for match in _shuffled(chance, re.finditer(r'(?:csv|of) "(?P<at>[^"\n]+)"', page.text)):
        path = match["at"]
        end = match.end("at")
        yield Edit(
            end - len(path), end, chance.choice((path.split("/")[-1] + "x", path.replace(".", "s."), "x/" + path))
        )


def _inline_cell(page: Page, chance: Random) -> Found:
    """A number of a written table far out of its range, or in words."""
    for match in _shuffled(chance, re.finditer(r"^ +\|[^\n]*\| (?P<at>\d+) +\|", page.code, re.M)):
        yield Edit(*match.span("at"), chance.choice(("9999", "three", "-1", "1,5")))


def _cell_more(page: Page, chance: Random) -> Found:
    for match in _shuffled(chance, re.finditer(r"^ +\|[^\n:]*\|(?P<at>)\n", page.code, re.M)):
        yield Edit(*match.span("at"), " 5 |")


# ---------------------------------------------------------------- variants and translations


def _edit_words(written: str, words: tuple[str, ...]) -> Callable[[Page, Random], Found]:
    def find(page: Page, chance: Random) -> Found:
        for match in _shuffled(chance, re.finditer(rf"^ +(?P<at>{written} )\w", page.code, re.M)):
            yield Edit(*match.span("at"), chance.choice(words))

    return find


def _translated(pattern: str, written: tuple[str, ...]) -> Callable[[Page, Random], Found]:
    def find(page: Page, chance: Random) -> Found:
        for path in sorted(one.name for one in page.folder.glob(f"{page.path.removesuffix('.game')}.*.csv")):
            for match in _shuffled(chance, re.finditer(pattern, page.beside(path), re.M)):
                yield Edit(*match.span("at"), chance.choice(written), path)

    return find


_ENTRY = r"^  (?:  )?(?P<name>[a-z]\w*)(?:\[[^\]\n]*\])?: "
_TITLE = r"^  (?P<name>[a-z]\w*)(?:\([^)\n]*\))?(?: \"|\n)"
_TERM = r"^  (?:  )?(?P<name>[a-z]\w*)(?:\([^)\n]*\))? = "

MADE = [
    Kind("typing error in a name", _in_names(mistyped), 40),
    Kind("singular for plural", _in_names(_other_number), 16),
    Kind("capital letter in a name", _in_names(_other_case), 9),
    Kind("typing error in a section", _in_words(r"^(?P<at>[a-z]{4,})\b"), 9),
    Kind(
        "typing error in a field",
        _in_words(
            r"^ +(?P<at>when|who|play|pick|cost|then|until|steps|worth|start|given|winner|forbid|after|let|pass):"
        ),
        14,
    ),
    Kind(
        "typing error in a step",
        _in_words(r"\b(?P<at>pay|move|deal|shuffle|roll|score|offer|show|expect|illegal|force) [\w{(]"),
        14,
    ),
    Kind(
        "typing error in another word",
        _in_words(
            r"[\w)=:,(] (?P<at>from|to|each|with|most|least|ties|where|and|or|not|else|none|times|"
            r"purse|heap|stack|slot|seen|full|unlimited|together|owner)\b"
        ),
        22,
    ),
    Kind("capital letter in a word of the language", _capital, 9),
    Kind("option value that is not there", _wrong_option, 9),
    Kind("too deep", _deeper, 10),
    Kind("not deep enough", _less_deep, 10),
    Kind("a tab", _tab, 4),
    Kind("what stands under a line is not indented", _not_indented, 8),
    Kind("line broken without a bracket", _broken_line, 7),
    Kind("two fields on one line", _joined_lines, 7),
    Kind("steps without then", _without_then, 6),
    Kind("line of a section left out", _without_heading, 9),
    Kind("first line left out", _without_header, 4),
    Kind("number of players left out", _without_players, 4),
    Kind("winner left out", _without_winner, 4),
    Kind("entry or component left out", _deleted(_ENTRY, ("table", "components", "types", "options")), 14),
    Kind("term left out", _deleted(_TERM, ("terms",)), 6),
    Kind("paragraph left out", _deleted(_TITLE, ("actions", "phases", "rules")), 9),
    Kind("pick or let left out", _deleted(r"^    (?:pick|let): (?P<name>\w{2,})\b", ("actions", "rules")), 5),
    Kind("entry or component twice", _doubled(_ENTRY, ("table", "components", "types", "options")), 8),
    Kind("term twice", _doubled(_TERM, ("terms",)), 4),
    Kind("paragraph twice", _doubled(_TITLE, ("actions", "phases", "rules", "scoring")), 8),
    Kind("row of a table twice", _doubled(r"^ +\| +\w+ +\|", ("components",)), 5),
    Kind("name read before it is given", _swapped, 8),
    Kind("in the wrong section", _other_section, 12),
    Kind("phase or action that nothing names", _not_listed, 8),
    Kind("source without points", _never_fed, 5),
    Kind("misspelt cell of a file", _csv_cell(_misspelt_cell), 8),
    Kind("cell of a file out of its range", _csv_cell(_large_cell), 5),
    Kind("cell of a file of another sort", _csv_cell(_worded_cell), 6),
    Kind("row of a file twice", _csv_line(_row_twice), 4),
    Kind("cell of a file left out", _csv_line(_cell_left_out), 5),
    Kind("row of a file too long", _csv_line(_cell_too_many), 4),
    Kind("semicolons in the first line of a file", _csv_line(_semicolons), 4),
    Kind("misnamed column", _misnamed_column, 6),
    Kind("file that is not there", _missing_file, 7),
    Kind("wrong number in a table", _inline_cell, 7),
    Kind("row of a table too long", _cell_more, 4),
    Kind("edit of a variant in other words", _edit_words("change", ("replace ", "modify ", "add ", "")), 6),
    Kind("removal in other words", _edit_words("remove", ("delete ", "no ", "change ")), 4),
    Kind("unknown text in a translation", _translated(r"^(?P<at>\w+\.\w+)", ("actions.gain_all",)), 3),
    Kind("broken braces in a translation", _translated(r"(?P<at>\})", ("",)), 3),
    Kind("other values in a translation", _translated(r"\{(?P<at>\w+)\}", ("bank", "players")), 3),
]

KINDS: list[Kind] = [*MADE, *(Kind(row.name, row.find, row.most, row.played) for row in ROWS)]
"""Everything that is tried."""
