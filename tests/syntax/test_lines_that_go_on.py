"""A comma at the end of a line: the list goes on in the next, everywhere outside tables."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.source import Source
from gamedsl.syntax.print.printer import print_file
from tests.helpers.checking.parsing import clean
from tests.helpers.texts import game_text

GAME = game_text("syntax/lines_that_go_on")


def test_the_game_is_clean() -> None:
    """What is broken up below has no findings as it stands."""
    assert [] == list(gamedsl.check_text(GAME))


def _broken(text: str, by: str) -> str:
    """Return a text whose lines go on behind every comma."""
    lines = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines.append(line.replace(", ", f",{by}\n{indent}"))
    return "\n".join(lines)


@pytest.mark.parametrize("by", ["", "  # a remark", "\n\n    # between", "  "], ids=["bare", "remark", "gap", "blanks"])
def test_every_list(by: str) -> None:
    """Seats, options, types, traits, arguments, sets, picks, phases, settings, moves: all mean the same."""
    broken = _broken(GAME, by)

    assert broken.count("\n") > GAME.count("\n") + 20
    assert clean(GAME) == clean(broken)
    assert [] == list(gamedsl.check_text(broken))


def test_findings_stand_where_they_are_written() -> None:
    """The place of a fault in a line that goes on is that of its own line."""
    text = GAME.replace("1), take(tile(bronze_gate), 2)\n  second", "1),\n        take(tile(bronze), 2)\n  second")
    text = text.replace("1), take(tile(bronze_gate), 2)\n      Anna", "1),\n        take(tile(bronze), 2)\n      Anna")
    (found,) = gamedsl.check_text(text)

    line = text.split("\n")[found.span.line - 1]
    assert "bronze" == line[found.span.column - 1 : found.span.end_column - 1]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("iron_gate, bronze_gate\n", "iron_gate, bronze_gate,\n"),
        ("seen by all\n", "seen by all,\n"),
        ("    steps: one, other\n", "    steps: one, other,\n"),
        ("  tile: tile, 1 each site\n", "  tile: tile, 1 each site,\n"),
        ('  take "Take"\n', '  take "Take",\n'),
        ("take(tile(bronze_gate), 2)\n  second", "take(tile(bronze_gate), 2),\n  second"),
    ],
)
def test_a_comma_too_many(right: str, wrong: str) -> None:
    """A line below that is no rest of a list stays what it is; the help names the comma and says how lists go on."""
    (found,) = gamedsl.check_text(GAME.replace(right, wrong, 1))

    line = GAME.replace(right, wrong, 1).split("\n")[found.span.line - 1]
    assert "leave out `,` at the end; a list goes on in the line below where that stands further in" == found.help
    assert "," == line[: found.span.column].rstrip()[-1]


def test_numbers_of_rules_go_on() -> None:
    """References to a rulebook stand in brackets, so they go on in the next line like all else in brackets."""
    text = GAME.replace('"A long list"', '"A long list" [LON-001, LON-002]')

    broken = text.replace("LON-001, ", "LON-001,\n    ")
    words = clean(broken).words

    assert clean(text) == clean(broken)
    assert [(1, 26, 33), (2, 5, 12)] == [
        (one.span.line, one.span.column, one.span.end_column) for one in words.references
    ]


def test_tables_do_not_go_on() -> None:
    """A row ends with its line, whatever its last cell ends with."""
    text = GAME.replace(
        "tile: tile, 1 each site", "tile: tile\n    | tile | n: 1..3 |\n    | one  | 1,\n    | two  | 2      |"
    )

    assert gamedsl.check_text(text)
    assert clean(GAME.replace("tile, 1 each site", "tile,\n    1 each site")) == clean(GAME)


def test_what_is_printed_goes_on_as_well() -> None:
    """A long line is printed on several, however it stood, and a short one on one; both are read as they were."""
    long = GAME.replace("bronze_gate\n", ", ".join(f"gate_of_the_{n}th_wall" for n in range(12)) + "\n", 1)
    broken = _broken(long, "")
    written = print_file(clean(broken), Source("game.game", broken))

    assert clean(long) == clean(written)
    assert written == print_file(clean(written), Source("game.game", written))
    assert max(map(len, written.split("\n"))) <= 120
    assert "  size: small, large, huge" in written
    assert written == print_file(clean(long), Source("game.game", long))


def test_a_comma_where_a_colon_is_meant() -> None:
    """Steps below are steps: the comma alone is told, with what to write."""
    text = GAME.replace(
        "      move t to you.tiles\n",
        "      for each p in players,\n        set high to 2\n      move t to you.tiles\n",
    )
    (found,) = gamedsl.check_text(text)

    assert "write `for each p in players:`" == found.help
