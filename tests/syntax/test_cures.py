"""Mistakes in the first files of designers: each gives one finding, at the right word, that says what to write."""

from __future__ import annotations

import pytest

from gamedsl.syntax.parser import MAX_JUNK
from tests.helpers.checking.parsing import read, worded
from tests.helpers.texts import game_text

GAME = game_text("syntax/cures")

STEP = "score claps 1 for you\n"


def finding(good: str, bad: str) -> tuple[str, int, int, str]:
    """Return code, line, column and cure of the only finding after a replacement."""
    assert good in GAME
    _, found = read(GAME.replace(good, bad, 1))
    assert 1 == len(found.calls), found.calls
    code, span, values = found.calls[0]
    return code, span.line, span.column, values.get("cure", "")


MEANT_FOR = "to move counters write `pay 2 from PURSE to PURSE`"
STEPS = [
    ("shufle pile", "did you mean `shuffle`?"),
    ('shufle pile "Mix"', "did you mean `shuffle`?"),
    ("mvoe x to y", "did you mean `move`?"),
    ("pya 1 from a to b", "did you mean `pay`?"),
    ("dael 3 from a to b", "did you mean `deal`?"),
    ("sett x to 1", "did you mean `set`?"),
    ("Shuffle pile", "fixed words have small letters: write `shuffle`"),
    (
        "draw 3 from pile to you.hand",
        "write `deal 3 from pile to you.hand` for pieces, `pay 3 from pile to you.hand` for counters",
    ),
    (
        "give 1 to B",
        f"{MEANT_FOR}; to move a piece write `move PIECE to ZONE`; to hand out pieces write `deal 3 from ZONE to ZONE`",
    ),
    ("put x in y", "write `move x to y`"),
    ("add 1 to x", "write `set x to x + 1`"),
    ("increase x by 2", "write `set x to x + 2`"),
    ("discard x", "to move a piece write `move PIECE to ZONE`"),
    ("gain 2", f"{MEANT_FOR}; points: `score claps 2 for you`"),
    ("you pay 1 from a to b", "leave `you` out and begin with the step: `pay …`"),
    (
        "frobnicate x",
        (
            "a step begins with `pay`, `move`, `deal`, `shuffle`, `roll`, `set`, `let`, `score`, `pick`, `offer`, "
            "`show` or `lay`"
        ),
    ),
]


@pytest.mark.parametrize(("step", "cure"), STEPS, ids=[step for step, _ in STEPS])
def test_a_first_word_that_is_no_step(step: str, cure: str) -> None:
    """The finding points at this word, on the line of the field and on a line of its own."""
    assert ("GDSYN32", 27, 11, cure) == finding(STEP, step + "\n")
    assert ("GDSYN32", 28, 7, cure) == finding(STEP, f"\n      {step}\n")


@pytest.mark.parametrize(
    ("step", "cure"),
    [
        ("x += 2", "`set x to x + 2`, or `pay 2 from PURSE to x` if it is a purse"),
        ("x++", "`set x to x + 1`, or `pay 1 from PURSE to x` if it is a purse"),
        ("you.x--; score claps 1 for you", "`set you.x to you.x - 1`, or `pay 1 from you.x to PURSE` if it is a purse"),
        ("x--  # one less", "`set x to x - 1`, or `pay 1 from x to PURSE` if it is a purse"),
        (
            "x[red] -= x + 1; score claps 1 for you",
            "`set x[red] to x[red] - (x + 1)`, or `pay (x + 1) from x[red] to PURSE` if it is a purse",
        ),
        ("score claps 1 for you; you.x /= 2 # half", "`set you.x to you.x / 2`"),
        ("set x *= 3", "`set x to x * 3`"),
        ("+= 3", "`set x to x + 3`, or `pay 3 from PURSE to x` if it is a purse"),
        ('x += 1 "more" [HAR-14]', "`set x to x + 1`, or `pay 1 from PURSE to x` if it is a purse"),
        ("set y to x += 3", "`set x to x + 3`, or `pay 3 from PURSE to x` if it is a purse"),
        ("x += min(3, x)", "`set x to x + min(3, x)`, or `pay (min(3, x)) from PURSE to x` if it is a purse"),
    ],
)
def test_a_sign_of_other_languages_that_changes_a_value(step: str, cure: str) -> None:
    """What stands around the sign is written as this language has it."""
    _, found = read(GAME.replace(STEP, step + "\n", 1))

    assert [("GDSYN05", cure)] == [(code, values["write"]) for code, _, values in found.calls]


def test_a_move_without_colon_is_no_step() -> None:
    """In scenarios a move begins with a player, so a colon is missing behind a capital letter."""
    assert ("GDSYN08", 27, 13, "") == finding(STEP, "A clap\n")


JOIN = "write `;` between two steps, or give each a line of its own"
PLAN = "join actions with `or` (one of them), `then` (in this order) or `and` (in any order)"
CURES = [
    (STEP, "roll the die\n", (27, 16), "leave out `the`: write `roll die`"),
    (STEP, "deal 3 form a to b\n", (27, 18), "write `deal 3 from …`"),
    (STEP, "set high = n\n", (27, 20), "write `set high to n`"),
    (STEP, "set high n\n", (27, 20), "write `set high to n`"),
    (STEP, "let x to 3\n", (27, 17), "write `let x = 3` for a new name; `set x to 3` changes what is on the table"),
    (
        STEP,
        "score 1 for you\n",
        (27, 17),
        "say what the points are for: `score claps 1 for you`",
    ),
    (STEP, "score claps for you\n", (27, 11), "say how many: `score claps 1 for you`"),
    (STEP, "score claps 1\n", (27, 17), "say for whom: `score claps 1 for you`"),
    (
        STEP,
        "move 1 from x to y\n",
        (27, 16),
        "pieces by number are dealt: `deal 1 from x to y`; counters are paid: `pay 1 from … to …`",
    ),
    (
        STEP,
        "move 3 cards to y\n",
        (27, 16),
        "pieces by number are dealt: `deal 3 from … to …`; counters are paid: `pay 3 from … to …`",
    ),
    (STEP, "clap, stamp\n", (27, 15), JOIN),
    (STEP, "clap and set x to 1\n", (27, 16), JOIN),
    ("play: clap", "play: clap; stamp", (22, 15), PLAN),
    ("done(clap) = 0", "n = 1 m = 2", (26, 17), "write `and` or `or` between two conditions: `… and m …`"),
    ("if n = 1:", "if n = 1 not m in y:", (31, 16), "write `and` or `or` between two conditions: `… and not …`"),
    ('clap "Clap"', 'put up "Put up"', (25, 3), "names have no blanks: write `put_up`"),
    ('clap "Clap"', 'put-up "Put up"', (25, 3), "names have no signs: write `put_up`"),
    ("chip: counter", "red chip: counter", (8, 3), "names have no blanks: write `red_chip`"),
    ("rich = ", "very rich = ", (17, 3), "names have no blanks: write `very_rich`"),
    ("done(clap) = 0", "best is not you", (26, 16), "write `!=`"),
    ("done(clap) = 0", "best is you", (26, 16), "write `=`"),
    ("card, 3", "card, csv attic/items.csv", (9, 19), 'put the path in quotes: `csv "attic/items.csv"`'),
    ("bank > 3", "bank * 0.5", (17, 17), "there are only whole numbers; for a half write `/ 2`"),
    ("bank > 3", "bank = true", (17, 17), "write `yes`"),
    ("chip, full", "chip full", (12, 23), "put a comma before it: `, full`"),
    ("components\n", "components:\n", (7, 11), "leave out the colon: write `components`"),
    ("each player\n", "each player:\n", (13, 14), "leave out the colon: write `each player`"),
    ("round\n", "round:\n", (20, 8), "leave out the colon: write `round`"),
    ("long: yes", "option long: yes", (5, 3), "leave out the first word: a line begins with the name, here `long`"),
]


@pytest.mark.parametrize(("good", "bad", "place", "cure"), CURES, ids=[cure[1] for cure in CURES])
def test_a_known_wording_has_a_cure(good: str, bad: str, place: tuple[int, int], cure: str) -> None:
    """One finding names what is meant."""
    assert ("GDSYN30", *place, cure) == finding(good, bad)


def test_both_foreign_truth_values_are_named() -> None:
    """An option that can be `true` or `false` is one that can be `yes` or `no`."""
    _, found = read(GAME.replace("yes, no", "true, false"))

    assert [("GDSYN30", 5, 9), ("GDSYN30", 5, 15)] == found.places
    assert ["write `yes`", "write `no`"] == [values["cure"] for _, _, values in found.calls]


@pytest.mark.parametrize("line", ["for each p in players", "if n = 1", "repeat 3 times"])
def test_a_missing_colon_is_named_with_its_line(line: str) -> None:
    """The colon belongs behind the whole line, not behind its first word."""
    text = GAME.replace("for each p in players:", line)

    assert [f"GDSYN08 Behind `{line}` a colon is missing."] == worded(text)


def test_a_dash_between_numbers_of_players() -> None:
    """Word processors make a long dash of a short one; what is meant is `to`."""
    _, found = read(GAME.replace("players: 2", "players: 2 \u2013 4"))

    assert [("GDSYN05", 2, 14)] == found.places
    assert "`to`, as in `players: 2 to 4`" == found.calls[0][2]["write"]


def test_letters_of_other_alphabets_in_names() -> None:
    """Each word is reported once, and the cure says which letters are meant."""
    cure = "write names with the letters a to z, digits and `_`; anything may stand in words in quotes"

    assert ("GDSYN11", 17, 3, cure) == finding("rich", "\u00fcberm\u00e4\u00dfig")
    assert ("GDSYN11", 17, 15, "remove it") == finding("bank > 3", "bank $ 3")


def test_words_in_quotes_are_not_empty() -> None:
    """Nobody could read them."""
    assert ("GDSYN33", 25, 8, "") == finding('"Clap"', '""')
    assert ("GDSYN33", 26, 26, "") == finding('"only once"', '" "')


WRONG = [
    ("    who: players from A\n", "   who: players from A\n", (21, "3 spaces where 4 are needed")),
    (
        "    who: players from A\n    play: clap",
        "   who: players from A\n   play: clap",
        (21, "3 spaces where 4 are needed"),
    ),
    ("    play: clap", "     play: clap", (22, "5 spaces where 4 are needed")),
    ("    when: done", "   when: done", (26, "3 spaces where 4 are needed")),
    ("    then:\n", "   then:\n", (30, "3 spaces where 4 are needed")),
    ("  clap ", " clap ", (25, "1 space where 2 are needed")),
    ("  stamp", "   stamp", (28, "3 spaces where 2 are needed")),
    ("      if n", "     if n", (31, "5 spaces where 6 are needed")),
    ("      else", "       else", (32, "7 spaces where 6 are needed")),
    ("        pay", "       pay", (34, "7 spaces where 8 are needed")),
    ("    gold", "   gold", (14, "3 spaces where 4 are needed")),
    ("\nscoring", "\n scoring", (36, "1 space where 0 are needed")),
]


@pytest.mark.parametrize(("good", "bad", "place"), WRONG, ids=[wrong[1] for wrong in WRONG])
def test_one_blank_too_many_or_too_few(good: str, bad: str, place: tuple[int, str]) -> None:
    """It is reported once, with the number that is needed; the lines behind it are read as if it were right."""
    assert good in GAME
    _, found = read(GAME.replace(good, bad, 1))

    assert [("GDSYN02", place[0], 1)] == found.places
    assert place[1] == found.calls[0][2]["problem"]


@pytest.mark.parametrize("blanks", [3, 4])
def test_another_step_throughout_is_reported_for_each_level_at_most(blanks: int) -> None:
    """Who indents by another number of blanks gets no finding for each line."""
    text = "\n".join(
        " " * ((len(line) - len(line.lstrip())) // 2 * blanks) + line.lstrip() for line in GAME.split("\n")
    )
    _, found = read(text)

    assert {"GDSYN02"} == set(found.codes)
    assert len(found.codes) < len(text.splitlines()) // 2


def test_a_file_of_another_kind_is_given_up() -> None:
    """A document of a word processor does not get a finding for every line."""
    rtf = "{\\rtf1\\ansi\\ansicpg1252\n" + "\\pard\\f0\\fs24 game Clap\\par\n" * 200
    file, found = read(rtf)

    assert file is None
    assert MAX_JUNK + 1 >= len([code for code in found.codes if code != "GDSYN15"])
    assert "GDSYN34" == found.codes[-1]


@pytest.mark.parametrize(
    ("lines", "place", "cure"),
    [
        (
            "  change city.rome\n",
            (3, 10),
            "write `change city`, and under it a table with the rows and columns that differ: `| city | COLUMN |`",
        ),
        ("  remove city.rome\n", (3, 10), "write `change city`, and under it `remove rome`"),
        ("  remove city[rome]\n", (3, 10), "write `change city`, and under it `remove rome`"),
    ],
)
def test_single_rows_in_a_variant(lines: str, place: tuple[int, int], cure: str) -> None:
    """Other ways to write a change of single rows are told the way of this language."""
    _, found = read(f'variant V "V" of "base.game"\ncomponents\n{lines}')
    ((code, span, values),) = found.calls
    assert ("GDSYN30", place, cure) == (code, (span.line, span.column), values["cure"])


def test_rows_are_edited_in_variants_only() -> None:
    """A game has nothing to change."""
    _, found = read("game G\n  players: 2\ncomponents\n  change city\n    remove rome\n")
    assert ["GDSYN18"] == [call[0] for call in found.calls]


@pytest.mark.parametrize(
    ("row", "place", "cure"),
    [
        ("| r1 | Cairo – Sydney (1) | 3 |", (5, 12), 'words in a cell need quotes: `"Cairo – Sydney (1)"`'),
        ("| r1 | Cairo to Sydney | 3 |", (5, 12), 'words in a cell need quotes: `"Cairo to Sydney"`'),
        ("| r1 | fly home, and back | 3 |", (5, 12), 'words in a cell need quotes: `"fly home, and back"`'),
        ("| r1 | São Paulo | 3 |", (5, 12), 'words in a cell need quotes: `"São Paulo"`'),
        ('| r1 | "a | b" | 4, 5 |', (5, 22), "several values of a cell: `4; 5`"),
        ("| hong kong | 4; 5 | 3 |", (5, 7), "row names have no blanks: `hong_kong`"),
    ],
)
def test_cells_of_rows(row: str, place: tuple[int, int], cure: str) -> None:
    """Words without quotes, commas between values and names with blanks are told as what they are in a row."""
    _, found = read(f'variant V "V" of "b.game"\ncomponents\n  change city\n    | city | title | toll |\n    {row}\n')
    assert {("GDSYN30", place, cure)} == {
        (code, (span.line, span.column), values["cure"]) for code, span, values in found.calls
    }


@pytest.mark.parametrize("cell", ["pay 3 cash", "cost if x", "n – 1"])
def test_cells_of_rules(cell: str) -> None:
    """A cell that begins like a rule or a sum is not taken for words without quotes."""
    _, found = read(
        f'variant V "V" of "b.game"\ncomponents\n  change city\n    | city | fee |\n    | rome | {cell} |\n'
    )
    assert found.codes
    assert "GDSYN30" not in found.codes


def test_rows_without_change() -> None:
    """Rows under the plain name of a component are taken for a change in a variant, not in a game."""
    rows = "components\n  city\n    | city | toll |\n    | rome | 3 |\n"
    _, found = read(f'variant V "V" of "b.game"\n{rows}')
    ((code, span, values),) = found.calls
    assert ("GDSYN30", 3, True) == (code, span.line, "write `change city`;" in values["cure"])
    assert ["GDSYN08"] == read(f"game G\n  players: 2\n{rows}")[1].codes


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("setup\n  change shuffle deck\n", ["GDSYN20"]),
        ("setup\n  remove shuffle deck\n    shuffle stock\n", ["GDSYN02"]),
        ("change setup\n", ["GDSYN20"]),
        ("remove setup\n  shuffle deck\n", ["GDSYN02"]),
        ("change setup\n  remove shuffle deck\n  shuffle stock\n", ["GDSYN32"]),
        ("change setup\n  frobnicate deck\n  shuffle\n", ["GDSYN32", "GDSYN01"]),
    ],
)
def test_edits_of_setup(setup: str, expected: list[str]) -> None:
    """A changed step wants new steps below it, a removed one takes none; each fault is told once."""
    assert expected == read(f'variant V "V" of "b.game"\n{setup}')[1].codes


@pytest.mark.parametrize("edit", ["setup\n  remove shuffle deck\n", "change setup\n  shuffle deck\n", "remove setup\n"])
def test_edits_of_setup_in_a_game(edit: str) -> None:
    """In a game there is no setup yet that could be changed."""
    assert ["GDSYN18"] == read(f"game G\n  players: 2\n{edit}")[1].codes


@pytest.mark.parametrize(
    ("section", "fields"),
    [
        ("phases", "`when`, `who`, `start`, `steps`, `play`, `pass`, `until` or `then`"),
        ("scenarios", "`from`, `players`, `with`, `seed`, `at`, `cases`, `given`, `then` or `illegal`"),
        ("hints", "`level`, `let` or `worth`"),
    ],
)
def test_fields_of_this_sort_of_card(section: str, fields: str) -> None:
    """An unknown field is told which fields cards of this section have."""
    _, found = read(f"game G\n  players: 2\n{section}\n  one\n    income: 5\n")
    assert [("GDSYN24", fields)] == [(code, values["expected"]) for code, _, values in found.calls]


TABLE = "write `change {}`, and under it a table with the rows and columns that differ: `| {} | COLUMN |`"


def test_otherwise_is_else() -> None:
    """A word of rulebooks for the other case."""
    assert ("GDSYN30", 32, 7, "write `else:`") == finding("else: score claps 2 for you", "otherwise:")


@pytest.mark.parametrize(
    ("text", "found", "cure"),
    [
        ("actions\n  delete clap\n", "delete", "write `remove clap`"),
        ("actions\n  replace clap\n    then: tidy\n", "replace", "write `change clap`"),
        ("components\n  change prize[3].worth: 10\n", "prize[3].worth", TABLE.format("prize", "prize")),
        (
            "table\n  change each player\n    gold: purse of coin\n",
            "change",
            "write `each player` alone, and under it `change` in front of what differs",
        ),
        (
            "  change players: 3\n",
            "change",
            "leave it out: `players:` under the first line takes the place of the base's",
        ),
    ],
)
def test_wordings_of_first_variants(text: str, found: str, cure: str) -> None:
    """Words that only look like `change` and `remove`, or stand where these cannot."""
    findings = read(f'variant V "V" of "b.game"\n{text}')[1].calls
    assert [("GDSYN30", found, cure)] == [(code, values["found"], values["cure"]) for code, _, values in findings]


def test_the_base_of_a_variant_stands_in_quotes() -> None:
    """The whole name of the file is shown, not its first word."""
    _, found = read('variant V "V" of b.game\nactions\n  remove clap\n')
    assert [("GDSYN30", 'put the file in quotes: `of "b.game"`')] == [
        (code, values["cure"]) for code, _, values in found.calls
    ]


def test_a_row_of_numbers_without_a_head() -> None:
    """The first cell may be the key of a chart."""
    _, found = read('variant V "V" of "b.game"\ncomponents\n  change prize\n    | 3 | 10 |\n')
    ((code, _, values),) = found.calls
    assert ("GDSYN30", "3") == (code, values["found"])
    assert values["cure"].startswith("begin the table with a head")
