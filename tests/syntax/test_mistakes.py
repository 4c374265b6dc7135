"""Every syntax error is reported once, at the right place, with words for people; the good rest is kept."""

from __future__ import annotations

import pytest

from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import MAX_FINDINGS, parse_expression
from gamedsl.syntax.text.scanner import MAX_CELLS
from tests.helpers.checking.parsing import CLAP as GAME
from tests.helpers.checking.parsing import Findings, clean, expression, read, worded

MISTAKES = [
    ("1 for you\n  stamp", "1 to you\n  stamp", ("GDSYN01", 31, 25)),
    ("bank > 3", "bank > ", ("GDSYN01", 21, 18)),
    ("bank > 3", "bank bank", ("GDSYN01", 21, 15)),
    ("in players:", "players:", ("GDSYN01", 37, 18)),
    ("for each p in", "for p in", ("GDSYN30", 37, 7)),
    ("for you\n      for", "for you at top\n      for", ("GDSYN01", 36, 35)),
    ("card | value: 1..3", "card  value: 1..3", ("GDSYN01", 10, 13)),
    ("game Clap", "game", ("GDSYN01", 1, 5)),
    (" ties all", "", ("GDTIE01", 44, 46)),
    ("    play: clap", "     play: clap", ("GDSYN02", 26, 1)),
    ("    play: clap", "   play: clap", ("GDSYN02", 26, 1)),
    ("    play: clap", "\tplay: clap", ("GDSYN02", 26, 1)),
    ("    play: clap", "  \tplay: clap", ("GDSYN02", 26, 3)),
    ("game Clap", "  game Clap", ("GDSYN02", 1, 1)),
    ("  colour: red, blue", "  colour: red, blue\n    size: big, small", ("GDSYN02", 6, 1)),
    ('"Clap"', '"Clap', ("GDSYN03", 29, 8)),
    ("bank > 3", "(bank > 3", ("GDSYN03", 21, 10)),
    ("players:\n", "(players:\n", ("GDSYN03", 37, 21)),
    ("play: clap", "play: clap or wait then stamp", ("GDSYN04", 26, 24)),
    ("bank > 3", "a and b or c", ("GDSYN04", 21, 18)),
    ("done(clap) = 0", "done(clap) == 0", ("GDSYN05", 30, 22)),
    ("score claps 2 for you", "gold += 2", ("GDSYN05", 36, 18)),
    ("score claps 2 for you", "gold++", ("GDSYN05", 36, 17)),
    ("score claps 2 for you", "gold--", ("GDSYN05", 36, 17)),
    ("| king | 2 |", "| king | 2", ("GDSYN06", 12, 15)),
    ('"Clap"\n', '"Clap {n"\n', ("GDSYN07", 29, 14)),
    ('"Clap"\n', '"Clap }"\n', ("GDSYN07", 29, 14)),
    ('"Clap"\n', '"Clap {n|x}"\n', ("GDSYN07", 29, 14)),
    ('"Clap"\n', '"Clap {a b}"\n', ("GDSYN07", 29, 15)),
    ('"Clap"\n', '"Clap {}"\n', ("GDSYN07", 29, 15)),
    ("play: clap", "play clap", ("GDSYN08", 26, 10)),
    ("  bank: purse", "  bank purse", ("GDSYN08", 15, 8)),
    ("if n = 1:", "if n = 1", ("GDSYN08", 35, 16)),
    ("else:", "else", ("GDSYN08", 36, 12)),
    ("\nactions", "\nacitons", ("GDSYN09", 28, 1)),
    ('"Clap"\n', "\u201cClap\u201d\n", ("GDSYN10", 29, 8)),
    ('"Clap"\n', "'Clap'\n", ("GDSYN10", 29, 8)),
    ("bank > 3", "bank $ 3", ("GDSYN11", 21, 15)),
    ("bank > 3", "bank\u00a0> 3", ("GDSYN11", 21, 14)),
    ('"Clap"\n', '"Cl\x07ap"\n', ("GDSYN11", 29, 11)),
    ("game Clap\n  players: 2\n", "", ("GDSYN12", 2, 1)),
    ("bank > 3", "x" * 4001, ("GDSYN13", 21, 4001)),
    ("bank > 3", "(" * 5000 + "1" + ")" * 5000, ("GDSYN13", 21, 4001)),
    ("bank > 3", "(" * 101 + "1" + ")" * 101, ("GDSYN14", 21, 110)),
    ("bank > 3", "not " * 200 + "x", ("GDSYN14", 21, 402)),
    ("bank > 3", "1" + "+1" * 200, ("GDSYN14", 21, 10)),
    ("bank > 3", "bank > 3)", ("GDSYN15", 21, 18)),
    ("bank > 3", "(bank > 3]", ("GDSYN15", 21, 19)),
    ("bank > 3", "1234567890123456789", ("GDSYN16", 21, 10)),
    ("bank > 3", "(grid[A1-1])", ("GDSYN17", 21, 15)),
    ('  clap "Clap"', '  change clap "Clap"', ("GDSYN18", 29, 10)),
    ('  claps "Claps"', "  remove claps", ("GDSYN18", 41, 3)),
    ("score claps 2 for you", "expect n = 2", ("GDSYN19", 36, 13)),
    ("score claps 2 for you", "A: clap", ("GDSYN19", 36, 13)),
    ("score claps 2 for you", "force die: 2", ("GDSYN19", 36, 13)),
    ('  claps "Claps"\n', "", ("GDSYN20", 40, 8)),
    ("        pay 1 from bank to p.gold\n", "", ("GDSYN20", 37, 29)),
    ("        pay 1", "      pay 1", ("GDSYN20", 37, 29)),
    ("when: done", "When: done", ("GDSYN21", 30, 5)),
    ("game Clap", "Game Clap", ("GDSYN21", 1, 1)),
    ('clap "Clap"\n', "clap Clap\n", ("GDSYN22", 29, 8)),
    ("when: done", "wehn: done", ("GDSYN23", 30, 5)),
    ("players: 2", "playrs: 2", ("GDSYN23", 2, 3)),
    ("players: 2", "players: 2 too 4", ("GDSYN23", 2, 14)),
    ("else:", "esle:", ("GDSYN23", 36, 7)),
    ("game Clap", "gmae Clap", ("GDSYN23", 1, 1)),
    ("when: done", "colour: done", ("GDSYN24", 30, 5)),
    ("1 for you\n  stamp", "1 for you;\n  stamp", ("GDSYN25", 31, 33)),
    ("\ntypes\n", "\ngame X\n  players: 3\n\ntypes\n", ("GDSYN28", 4, 1)),
    ("then: score claps 1 for you\n", "then: if x = 1: score claps 1 for you\n", ("GDSYN30", 31, 11)),
]


def test_the_game_without_mistakes_is_clean() -> None:
    """What is reported below comes from the mistake alone."""
    assert "Clap" == clean(GAME).name


@pytest.mark.parametrize(("good", "bad", "place"), MISTAKES, ids=[f"{m[2][0]}-{m[1][:20]!r}" for m in MISTAKES])
def test_a_mistake_is_reported_once_at_its_place(good: str, bad: str, place: tuple[str, int, int]) -> None:
    """One mistake gives one finding, whatever stands around it."""
    assert good in GAME
    text = GAME.replace(good, bad, 1)
    _, found = read(text)

    assert [place] == found.places
    assert [place[0]] == [message.split(" ", 1)[0] for message in worded(text)]


def test_several_mistakes_are_all_reported() -> None:
    """Mistakes in different sections, cards, fields, rows and steps do not hide each other."""
    text = GAME
    places = []
    for good, bad, place in MISTAKES:
        if (
            place[0] in {"GDSYN01", "GDSYN04", "GDSYN08", "GDSYN10", "GDTIE01"}
            and bad.count("\n") == good.count("\n")
            and good in text
        ):
            changed = text.replace(good, bad, 1)
            line = next(
                i for i, (a, b) in enumerate(zip(text.split("\n"), changed.split("\n"), strict=True), 1) if a != b
            )
            if line == place[1] and line not in [p[1] for p in places]:
                text, places = changed, [*places, place]
    _, found = read(text)

    assert len(places) > 8
    assert sorted(places, key=lambda place: place[1]) == found.places


def test_the_good_rest_is_kept() -> None:
    """A bad field, row, step or card is left out; its neighbours stay."""
    text = GAME.replace("when: done(clap) = 0", "when: done(clap) =").replace("| ace  | 3 |", "| ace  | 3")
    file, found = read(text.replace("pay 1 from", "pay 1 of"))

    assert ["GDSYN06", "GDSYN01", "GDSYN01"] == found.codes
    assert isinstance(file, nodes.GameFile)
    sections = {section.keyword: section for section in file.sections}
    cards = [item for item in sections["actions"].items if isinstance(item, nodes.Paragraph)]
    assert ["clap", "stamp"] == [card.name for card in cards]
    assert [nodes.Steps] == [type(field) for field in cards[0].fields]
    card = sections["components"].items[1]
    assert isinstance(card, nodes.Entry)
    assert card.table is not None
    assert 1 == len(card.table.rows)


def test_a_guessed_section_is_looked_into() -> None:
    """Behind a misspelt section name the cards are still read, and used."""
    file, found = read(GAME.replace("\nactions", "\nacitons").replace("pick: n in", "pick: n of"))

    assert [("GDSYN09", 28, 1), ("GDSYN30", 33, 13)] == found.places
    assert isinstance(file, nodes.GameFile)
    assert "actions" in [section.keyword for section in file.sections]


def test_messages_say_what_may_follow() -> None:
    """At most six words that people know, the most likely first."""
    _, found = read(GAME.replace("pay 1 from bank", "pay 1 of bank"))
    expected = "`from`, a sign such as = + <, `and` or `or`"
    assert {"found": "`of`", "expected": expected, "help": "write `pay 1 from bank to p.gold`"} == found.calls[0][2]
    _, found = read(GAME.replace("bank > 3", "bank > "))
    assert {"found": '`"rich"`', "expected": "a value"} == found.calls[0][2]
    _, found = read(GAME.replace("when: done", "colour: done"))
    assert "`when`, `pick`, `let`, `cost` or `then`" == found.calls[0][2]["expected"]


def test_suggestions_name_the_nearest_word() -> None:
    """Misspelt sections, fields and headers get a suggestion."""
    for bad, good in {"wehn: done": "`when`", "acitons": "`actions`", "gmae Clap": "`game`"}.items():
        original = {"wehn: done": "when: done", "acitons": "actions", "gmae Clap": "game Clap"}[bad]
        _, found = read(GAME.replace(original, bad, 1))
        assert good == found.calls[0][2]["suggestions"]


def test_after_too_many_mistakes_the_rest_is_not_read() -> None:
    """Nobody reads a thousand findings: one last finding says that there are more."""
    file, found = read("game G\n  players: 2\n\nrules\n" + "  a b\n" * 1000)

    assert file is None
    assert MAX_FINDINGS + 1 == len(found.calls)
    assert "GDSYN26" == found.codes[-1]


def test_sections_do_not_belong_into_files_of_scenarios() -> None:
    """Only scenario cards can stand there."""
    _, found = read('scenarios S of "g"\n  a\n    then: A: go\n\nrules\n  b\n    then: go\n')

    assert [("GDSYN27", 5, 1)] == found.places


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_misses_its_header(text: str) -> None:
    """Nothing is not a rule file."""
    file, found = read(text)

    assert file is None
    assert [("GDSYN12", 1, 1)] == found.places


@pytest.mark.parametrize(
    "text",
    [
        "setup\n" + "".join("  " * depth + "if x:\n" for depth in range(1, 400)),
        "setup\n  " + "for each p in x: " * 150 + "y\n",
        "terms\n" + "".join("  " * depth + "x = (\n" for depth in range(1, 300)),
        'rules\n  a "' + "{" * 1500 + "}" * 1500 + '"\n',
        "terms\n  x = a" + "[1" * 150 + "]" * 150 + "\n",
        "terms\n  x = " + "-" * 300 + "1\n",
        "terms\n  x = " + "a if b else " * 150 + "c\n",
        "setup\n" + "  x\n" * 100_000,
        "terms\n  x = " + "(" * 1_000_000 + "\n",
        "setup\n" + "  pay 1 to\n" * 4_000,
        "game X\n  players: 2\n" * 2_000,
    ],
    ids=lambda text: repr(text[:30]),
)
def test_absurd_texts_end_in_findings(text: str) -> None:
    """Nothing but findings comes out of deep nesting and long files."""
    _, found = read("game G\n  players: 2\n\n" + text)

    assert 1 <= len(found.calls) <= MAX_FINDINGS + 1


def test_expressions_alone_can_be_read() -> None:
    """An expression may come from a command line; what is wrong with it is reported in the same way."""
    assert nodes.Member(nodes.Name("you"), "gold") == expression("you.gold  # mine\n")
    for text, place in {
        "": ("GDSYN01", 1, 1),
        "a b": ("GDSYN01", 1, 3),
        "a +": ("GDSYN01", 1, 4),
        "a\nb": ("GDSYN01", 2, 1),
        "(a": ("GDSYN03", 1, 1),
        "a == b": ("GDSYN05", 1, 3),
        "a and b or c": ("GDSYN04", 1, 9),
        "not " * 200 + "a": ("GDSYN14", 1, 397),
    }.items():
        found = Findings()
        assert parse_expression(Source("x", text), found) is None
        assert [place] == found.places


STEP = "score claps 1 for you\n"
WORDINGS = [
    ("play: clap", "play: clap orstamp", (26, 16), "put a blank between: `or stamp`"),
    (
        "bank > 3",
        "bank > 3x",
        (21, 17),
        "put a blank or a sign between the number and the word; names begin with a letter",
    ),
    ("bank > 3", "bank / 2.5", (21, 17), "write a whole number; for parts of it multiply first: `x * 3 / 2`"),
    ("bank > 3", "1.5", (21, 10), "write a whole number; for parts of it multiply first: `x * 3 / 2`"),
    ("players: 2", "players: 2-4", (2, 12), "write `2 to 4`"),
    ("players: 2", "players: 2 .. 4", (2, 12), "write `2 to 4`"),
    ("counter, 10", "counter 60", (8, 17), "put a comma before it: `counter, 60`"),
    ("counter, 10", "60 counters", (8, 9), "write `counter, 60`"),
    (
        "play: clap",
        "play: clap, stamp",
        (26, 11),
        "write `clap or stamp`",
    ),
    ("play: clap", "play: clap and then stamp", (26, 16), "write only `then`: it means one after the other"),
    (
        STEP,
        "pay 1 from a to b and then shuffle c\n",
        (31, 29),
        "write `;` between two steps, or give each a line of its own",
    ),
    (
        STEP,
        "pay 1 from a to b then shuffle c\n",
        (31, 29),
        "write `;` between two steps, or give each a line of its own",
    ),
    (STEP, "pay 1 from a to b, shuffle c\n", (31, 28), "write `;` between two steps, or give each a line of its own"),
    (
        STEP,
        "pay 1 from a to b and shuffle c\n",
        (31, 29),
        "write `;` between two steps, or give each a line of its own",
    ),
    (STEP, "set x to y if c\n", (31, 22), "put `if c:` in front, on a line of its own"),
    ("bank > 3", "x if c", (21, 12), "say what it is otherwise: `… if c else …`"),
    (STEP, "deal 4 cards from deck to you\n", (31, 18), "leave it out: `deal 4 from …`"),
    (STEP, "deal 4 to quay from market\n", (31, 18), "first `from`, then `to`: `deal 4 from market to quay`"),
    (STEP, "pay 1 to x from y\n", (31, 17), "first `from`, then `to`: `pay 1 from y to x`"),
    (
        STEP,
        "move c from x to y\n",
        (31, 18),
        "leave out `from …`: a piece knows where it lies; write `move PIECES to ZONE`",
    ),
    ("who: players from A", "who: all players", (25, 10), "write `players from A`, with the player who begins"),
    (
        "who: players from A",
        "who: from next(A)",
        (25, 10),
        "say who is asked as well as who begins: `who: players from next(A)`",
    ),
    ("who: players from A", "who: each player", (25, 10), "write `players from A`, with the player who begins"),
    (
        "the p in players with most p.points ties all",
        "most points",
        (44, 11),
        "write `the p in players with most p.points ties all`",
    ),
    ("the p in players with", "the player with", (44, 11), "write `the p in players with most p.points ties all`"),
    (STEP, "shuffle the market\n", (31, 19), "leave out `the`: write `market`"),
    (STEP, "move the top of market to y\n", (31, 16), "write `market.top`"),
    ("bank > 3", "number of chips", (21, 10), "write `count(…)`"),
    ("for each p in players:", "for each player:", (37, 16), "name each of them: `for each x in players:`"),
    (
        "for each p in players:",
        "for each p in players from A where p.gold > 1:",
        (37, 36),
        "`where` stands before `from`: `for each p in players where p.gold > 1 from A:`",
    ),
    ("bank > 3", "market is empty", (21, 10), "write `count(market) = 0`"),
    ("bank > 3", "market is not empty", (21, 10), "write `count(market) > 0`"),
    ("bank > 3", "bank is more than 3", (21, 15), "write `>`"),
    ("bank > 3", "bank is at least 3", (21, 15), "write `>=`"),
    ("bank > 3", "bank is not 3", (21, 15), "write `!=`"),
    ("bank > 3", "bank is 3", (21, 15), "write `=`"),
    ("if n = 1: score", "if n = 1 then score", (35, 16), "write a colon instead: `if n = 1:`"),
    (
        "if n = 1: score claps 1 for you",
        "when n = 1\n        score claps 1 for you",
        (35, 7),
        "before steps write `if`, and a colon behind the condition: `if n = 1:`",
    ),
    (
        "      if n = 1: score claps 1 for you\n",
        "",
        (35, 7),
        (
            "write it directly under an `if` that stands equally far from the margin: `if CONDITION: STEP`, and below "
            "it `else: STEP`"
        ),
    ),
    (
        "      if n = 1: score claps 1 for you\n      else: score claps 2 for you\n",
        "      else: stamp\n",
        (35, 7),
        (
            "write it directly under an `if` that stands equally far from the margin: `if CONDITION: STEP`, and below "
            "it `else: STEP`"
        ),
    ),
]


@pytest.mark.parametrize(("good", "bad", "place", "cure"), WORDINGS, ids=[wording[1][:25] for wording in WORDINGS])
def test_wordings_from_elsewhere_have_a_cure(good: str, bad: str, place: tuple[int, int], cure: str) -> None:
    """What people bring along from rulebooks and other languages gives one finding that says what to write."""
    assert good in GAME
    text = GAME.replace(good, bad, 1)
    # An `else` without `if` is looked for where the two lines above it are gone.
    text = text.replace("      else: score claps 2 for you\n", "", 1) if bad.startswith(("when", "if n")) else text
    _, found = read(text)

    assert [("GDSYN30", *place)] == found.places
    assert cure == found.calls[0][2]["cure"]
    assert "{" not in worded(text)[0]


SIGNS = [
    ("x := 3", 12, "`=`; to change a value in steps, `set x to …`"),
    ("a && b", 12, "`and`"),
    ("a || b", 12, "`or`"),
    ("!a", 10, "`not`"),
    ("a <> b", 12, "`!=`"),
    ("a \u2260 b", 12, "`!=`"),
    ("a \u2264 b", 12, "`<=`"),
    ("a \u2192 b", 12, "`to`"),
    ("a -> b", 12, "`to`"),
    ("bank > 3 // no", 19, "`#` before a comment, or `/` to divide"),
    ("bank > 3 /* no */", 19, "`#` before a comment"),
]


@pytest.mark.parametrize(("bad", "column", "write"), SIGNS, ids=[sign[0] for sign in SIGNS])
def test_signs_of_other_languages_have_a_cure(bad: str, column: int, write: str) -> None:
    """One finding says which sign or word is used here."""
    _, found = read(GAME.replace("bank > 3", bad, 1))

    assert [("GDSYN05", 21, column)] == found.places
    assert write == found.calls[0][2]["write"]


def test_a_header_alone_is_told_what_is_missing() -> None:
    """The first line of a game needs the number of players."""
    _, found = read('game X "X"')

    assert [("GDSYN20", 1, 11)] == found.places
    assert "write `players: 2 to 4` under it, two blanks further in" == found.calls[0][2]["cure"]


HEADINGS = [("components", 7, "types"), ("table", 14, "components"), ("terms", 20, "table")]
HEADINGS += [("phases", 23, "terms"), ("end", 43, "scoring")]


@pytest.mark.parametrize(("missing", "line", "above"), HEADINGS, ids=[heading[0] for heading in HEADINGS])
def test_a_missing_section_line_is_named_once(missing: str, line: int, above: str) -> None:
    """Its entries and cards are read as if it were there, so nothing else follows from it."""
    text = GAME.replace(f"\n{missing}\n", "\n", 1)
    file, found = read(text)

    assert [("GDSYN31", line, 3)] == found.places
    assert (missing, above) == (found.calls[0][2]["likely"], found.calls[0][2]["section"])
    assert isinstance(file, nodes.GameFile)
    assert [section.keyword for section in clean(GAME).sections] == [section.keyword for section in file.sections]  # type: ignore[union-attr]


def test_other_mistakes_are_found_behind_a_missing_section_line() -> None:
    """What stands under the guessed section is looked into as well."""
    _, found = read(GAME.replace("\nphases\n", "\n").replace("play: clap", "play: 2 clap"))

    assert [("GDSYN31", 23, 3), ("GDSYN01", 25, 13)] == found.places


def test_tables_with_too_many_cells_are_not_read() -> None:
    """They belong into CSV files, and would take long to read."""
    head = "game G\n  players: 2\n\ncomponents\n  card: card\n    | card |\n"
    _, found = read(head + ("    " + "| 1 " * 999 + "|\n") * (MAX_CELLS // 1000 + 1))

    assert [("GDSYN13", 26, 1)] == found.places
