"""``gamedsl diff``, and what ``gamedsl show`` marks of a variant: outputs and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gamedsl
from gamedsl.cli import group
from tests.helpers.texts import game_text

NIM = Path(__file__).parent / "nim.game"
WARES = game_text("cli/diff_wares")
DEAR = game_text("cli/diff_dear")


def run(*arguments: str) -> Result:
    """Run the command line; standard output is no terminal."""
    return CliRunner().invoke(group, list(arguments))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a game, its data and a variant."""
    (tmp_path / "fair.game").write_text(WARES, "utf-8")
    (tmp_path / "wares.csv").write_text("ware,price,copies,label\nsilk,4,3,Silk\nsalt,1,6,Salt\n", "utf-8")
    (tmp_path / "dear.game").write_text(DEAR, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


TOLD = """\
A fair (fair.game) → A dear fair (dear.game)
7 differences in rules, data and options

Header
  changed  game Dear
      name: Fair → Dear
      title: "A fair" → "A dear fair"
      players: 2 → 3

Components
  changed  ware silk: price: 4 → 5
  removed  stamp red
      - red: worth 5, rare yes
  added    stamp green
      + green: worth 2, rare no

Phases
  changed  phase day: play: buy or swap or wait → buy or swap or beg

Actions
  removed  action wait "Wait"
      - wait "Wait"
  added    action beg "Beg"
      + beg "Beg"
      +   then: pay 1 from bank to you.coins
"""


def test_variant_against_its_base(folder: Path) -> None:
    """One variant is compared with its base, in words, without colours where there is no terminal; exit code 1."""
    result = run("diff", "dear.game")
    assert (TOLD, 1) == (result.stdout, result.exit_code)


def test_two_games(folder: Path) -> None:
    """Two games are compared in the order given."""
    assert run("diff", "dear.game").stdout == run("diff", "fair.game", "dear.game").stdout
    back = run("diff", "dear.game", "fair.game").stdout
    assert "  changed  ware silk: price: 5 → 4\n" in back
    assert '  added    action wait "Wait"\n' in back


def test_no_difference(folder: Path) -> None:
    """Equal rules and data give exit code 0, whatever their layout and wherever the data lie."""
    text = WARES.replace('ware: card, csv "wares.csv"', "ware: card  # here").replace(
        "label: words |\n", 'label: words |\n    | silk | 4 | 3 | "Silk" |\n    | salt | 1 | 6 | "Salt" |\n'
    )
    (folder / "copy.game").write_text(text.replace("\nsetup\n", "\n\n# at the start\nsetup\n"), "utf-8")
    result = run("diff", "fair.game", "copy.game")
    assert (0, "no difference in rules, data and options") == (result.exit_code, result.stdout.splitlines()[1])


def test_changed_data_file(folder: Path) -> None:
    """Rows of CSV files are compared, too."""
    (folder / "other").mkdir()
    (folder / "other" / "fair.game").write_text(WARES, "utf-8")
    (folder / "other" / "wares.csv").write_text("ware,price,copies,label\nsalt,2,6,Salt\nsilk,4,3,Silk\n", "utf-8")
    result = run("diff", "fair.game", "other/fair.game")
    assert [
        "  changed  ware salt: price: 1 → 2",
        "  changed  table ware: order of the rows: silk, salt → salt, silk",
    ] == result.stdout.splitlines()[4:]


def test_json(folder: Path) -> None:
    """The JSON format is one object with a version, both games and all differences; the exit codes are the same."""
    result = run("diff", "--format", "json", "dear.game")
    made = json.loads(result.stdout)
    assert (1, 1, "fair.game", "dear.game") == (
        result.exit_code,
        made["version"],
        made["old"]["path"],
        made["new"]["path"],
    )
    assert {"section": "components", "kind": "ware", "name": "silk", "deed": "changed"}.items() <= made["differences"][
        1
    ].items()
    nothing = run("diff", "--format", "json", "fair.game", "fair.game")
    assert (0, []) == (nothing.exit_code, json.loads(nothing.stdout)["differences"])


def test_bundled_names() -> None:
    """Bundled games and variants go by their names."""
    result = run("diff", "tycoon_later")
    assert 1 == result.exit_code
    assert "default: yes → no" in result.stdout


def test_one_game_that_is_no_variant() -> None:
    """A game alone has nothing to be compared with; exit code 2."""
    result = run("diff", str(NIM))
    assert (2, f"gamedsl: {NIM} is no variant: name the game to compare it with, `gamedsl diff {NIM} OTHER`\n") == (
        result.exit_code,
        result.stderr,
    )


@pytest.mark.parametrize("names", [("nix.game",), ("fair.game", "nix.game"), ("nix.game", "fair.game")])
def test_missing_file(folder: Path, names: tuple[str, ...]) -> None:
    """A file that is not there is named; exit code 2."""
    result = run("diff", *names)
    assert (2, "gamedsl: there is no file and no bundled game `nix.game`\n") == (result.exit_code, result.stderr)


@pytest.mark.parametrize("names", [("broken.game",), ("fair.game", "broken.game"), ("broken.game", "fair.game")])
def test_file_with_errors(folder: Path, names: tuple[str, ...]) -> None:
    """Games with errors are not compared: the errors are shown, exit code 2."""
    (folder / "broken.game").write_text(DEAR.replace("remove wait", "remove wat"), "utf-8")
    result = run("diff", *names)
    assert 2 == result.exit_code
    assert "broken.game:12:3: error GDVAR02 nothing-to-change: `wat` cannot be removed" in result.stdout


def test_variant_without_its_base(folder: Path) -> None:
    """A base that is not there is a finding; exit code 2."""
    (folder / "lost.game").write_text(DEAR.replace("fair.game", "lost_base.game"), "utf-8")
    result = run("diff", "lost.game")
    assert (2, True) == (result.exit_code, "GDVAR01" in result.stdout)


# ---------------------------------------------------------------- show


def test_show_marks_a_variant(folder: Path) -> None:
    """The page of a variant marks what is added and changed, lists what is removed, and explains its marks."""
    lines = [" ".join(line.split()) for line in run("show", "dear.game").stdout.splitlines()]
    for line in (
        "A variant of fair.game",
        "adds: stamp green, action beg",
        "marked: + added ~ changed - removed in words: gamedsl diff dear.game",
        "~ ware card 9: price, label",
        "coin counter unlimited",
        "- wait action, removed: Wait",
    ):
        assert line in lines
    assert [True] == [line.startswith("~ day who players from A") for line in lines if " day who" in line]
    assert [True] == [line.split()[1] == "+" for line in lines if line.endswith("beg Beg")]


@pytest.mark.parametrize("base", ["fair", "fair.game", "mogul"])
def test_base_is_called_as_the_variant_calls_it(
    base: str, folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever one stands, a variant's base has the name that is written there, not its place on this machine."""
    (folder / "quick.game").write_text(f'variant Quick "Quick" of "{base}"\n  players: 3\n', "utf-8")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    path = str(folder / "quick.game")
    texts = [run("diff", path).stdout, run("show", path).stdout, run("show", "--full", path).stdout]
    first = texts[0].splitlines()[0]
    assert f"({base}) → Quick (" in first
    assert [True, True] == [f"A variant of {base}" in text for text in texts[1:]]
    others = [text.replace(path, "") for text in texts]
    assert [] == [
        line for text in others for line in text.splitlines() if str(Path(gamedsl.__file__).parents[1]) in line
    ]


def test_show_writes_a_paragraph_whose_steps_are_edited(folder: Path) -> None:
    """A step that a variant changes or removes stands in its paragraph as it is then; `diff` tells only that step."""
    edits = "      change score loan -2 for you\n        score loan -3 for you\n"
    (folder / "quick.game").write_text(
        'variant Quick "Quick" of "mogul"\n\nactions\n  change borrow\n    then as "3 points":\n' + edits, "utf-8"
    )
    steps = [
        '    then as "3 points":  # changed\n      pay loan from bank to you.chips [MOG-050]\n',
        "      score loan -3 for you [MOG-050]\n      set borrowers to borrowers + you\n",
    ]
    assert "".join(steps) in run("show", "--full", "quick.game").stdout
    told = [line.strip() for line in run("diff", "quick.game").stdout.splitlines()]
    assert ["- score loan -2 for you [MOG-050]", "+ score loan -3 for you [MOG-050]"] == [
        line for line in told if line.startswith(("- score", "+ score", "- pay", "+ pay", "- set", "+ set"))
    ]
    removal = "      remove set borrowers to borrowers + you\n"
    (folder / "quick.game").write_text(
        'variant Quick "Quick" of "mogul"\n\nactions\n  change borrow\n    then as "free":\n' + removal, "utf-8"
    )
    whole = (
        '    then as "free": pay loan from bank to you.chips [MOG-050]; score loan -2 for you [MOG-050]  # changed\n'
    )
    assert whole in run("show", "--full", "quick.game").stdout


def test_show_marks_nothing_of_a_game(folder: Path) -> None:
    """A game that is no variant has no marks."""
    page = run("show", "fair.game").stdout + run("show", "--full", "fair.game").stdout
    assert [] == [word for word in ("marked", "Marked", "# changed", "~", "variant") if word in page]


def test_full_marks_a_variant(folder: Path) -> None:
    """--full marks what differs with comments and writes changed tables with all of their rows."""
    text = run("show", "--full", "dear.game").stdout
    for part in (
        "# A variant of fair.game. Marked: what it has added, changed or removed.\n",
        "# In words: gamedsl diff dear.game\n",
        'game Dear "A dear fair"  # changed\n  players: 3  # changed\n',
        "  ware: card  # rows of wares.csv\n    | ware | price: 1..9 | copies: 1..9 | label: words |\n",
        '    | silk | 5           | 3            | "Silk"       |  # changed\n',
        '    | salt | 1           | 6            | "Salt"       |\n',
        "    | green | 2           | no              |  # added\n    # removed: red\n",
        "    play: buy or swap or beg  # changed\n",
        '  beg "Beg"  # added\n    then: pay 1 from bank to you.coins\n  # removed: wait\n',
    ):
        assert part in text


def test_what_full_writes_of_a_variant_is_the_variant(folder: Path) -> None:
    """The text of --full is a rule file with the same rules and data."""
    (folder / "whole.game").write_text(run("show", "--full", "dear.game").stdout, "utf-8")
    result = run("diff", "dear.game", "whole.game")
    assert (0, "no difference in rules, data and options") == (result.exit_code, result.stdout.splitlines()[1])


@pytest.mark.parametrize("path", ["quatre_etoiles", "mogul_open_purse", "saloon_tycoon_spring"])
def test_what_full_writes_of_bundled_games(path: str, tmp_path: Path) -> None:
    """Of large games and of variants, too, the text of --full says the same without any other file."""
    (tmp_path / "whole.game").write_text(run("show", "--full", path).stdout, "utf-8")
    result = run("diff", path, str(tmp_path / "whole.game"))
    assert (0, "no difference in rules, data and options") == (result.exit_code, result.stdout.splitlines()[1])


def test_full_keeps_comments_in_tables(folder: Path) -> None:
    """What stands behind the head of a table or behind a row stays there, so that accepted warnings stay so."""
    text = WARES.replace("| label: words |\n", "| label: words | age: 0..9 = 1 |  # accept GDDAT17: printed on it\n")
    text = text.replace("| yes             |\n", "| yes             |  # the dear one\n").replace(
        "    | red ", "    # not blue\n    | red "
    )
    (folder / "fair.game").write_text(text, "utf-8")
    full = run("show", "--full", "fair.game").stdout
    behind = {line.partition("#")[2] for line in full.splitlines() if line.lstrip().startswith("|") and "#" in line}
    assert {" accept GDDAT17: printed on it", " the dear one"} == behind
    assert "    # not blue\n    | red " in full
    (folder / "whole.game").write_text(full, "utf-8")
    assert run("check", "fair.game").stdout == run("check", "whole.game").stdout == "1 file checked: no findings\n"


COMMENTED = """\
# A fair in autumn.
variant Autumn "Autumn" of "fair.game"

# What is sold
components
  # Dearer, for there is less of it.
  change ware
    # one row
    | ware | price |
    | silk | 5     |

setup
  # Poorer people
  change for each p in players: pay 9 from bank to p.coins
    # to begin with
    for each p in players: pay 7 from bank to p.coins  # seven

actions
  # About begging
  change wait "Rest"
# odd
    # in vain
    add when: bank > 5
  change buy
    # at the door
    add then: pay 1 from bank to you.coins
"""


def test_full_keeps_comments(folder: Path) -> None:
    """Comments stand above what they are about, those of the base and those of the variant."""
    text = WARES.replace("  wait ", "  # of the base\n  wait ").replace("game Fair", "# The base\ngame Fair")
    (folder / "fair.game").write_text(text, "utf-8")
    (folder / "autumn.game").write_text(COMMENTED, "utf-8")
    full = run("show", "--full", "autumn.game").stdout
    for part in (
        '# A fair in autumn.\ngame Autumn "Autumn"  # changed\n  # The base\n  players: 2\n',
        "  # What is sold\n  # Dearer, for there is less of it.\n  ware: card  # rows of wares.csv\n    # one row\n",
        "setup\n  # Poorer people\n  # to begin with\n",
        "  for each p in players: pay 7 from bank to p.coins  # seven, changed\n",
        '  # About begging\n  wait "Rest"  # changed\n    # odd\n    # in vain\n    when: bank > 5  # changed\n',
        "    # at the door\n    then: move w to you.bag; pay 1 from bank to you.coins  # changed\n",
    ):
        assert part in full, full
    assert "  # of the base\n  wait " in run("show", "--full", "fair.game").stdout


def test_a_changed_setup_is_told(folder: Path) -> None:
    """`diff` tells which steps of setup a variant has changed, removed and added, and the words of the section."""
    (folder / "poor.game").write_text(
        'variant Poor "Poor" of "fair.game"\n\nsetup\n  change for each p in players: pay 9 from bank to p.coins\n'
        "    for each p in players: pay 7 from bank to p.coins\n  pay 1 from bank to A.coins\n",
        "utf-8",
    )
    (folder / "bare.game").write_text('variant Bare "Bare" of "fair.game"\n\nremove setup\n', "utf-8")
    assert [
        "Setup",
        "  removed  step: for each p in players: pay 9 from bank to p.coins",
        "  added    step: for each p in players: pay 7 from bank to p.coins",
        "  added    step: pay 1 from bank to A.coins",
    ] == run("diff", "poor.game").stdout.splitlines()[8:]
    assert ["Setup", "  removed  step: for each p in players: pay 9 from bank to p.coins"] == run(
        "diff", "bare.game"
    ).stdout.splitlines()[8:]


def test_many_references_are_counted(folder: Path) -> None:
    """Up to eight references are told one by one; of more how many there are of each book and letter."""
    for number, expected in ((8, "GAM-1, GAM-3, GAM-5"), (9, "9 from GAM-1 to GAM-17, GAM-Q1..GAM-Q3")):
        cited = ", ".join([*(f"GAM-{one}" for one in range(1, 2 * number, 2)), *["GAM-Q1..GAM-Q3"] * (number > 8)])
        (folder / "cited.game").write_text(WARES.replace('"Wares"', f'"Wares" [{cited}]'), "utf-8")
        line = run("diff", "fair.game", "cited.game").stdout.splitlines()[-1]
        assert line.startswith(f"  added    references: {expected}")
        told = json.loads(run("diff", "--format", "json", "fair.game", "cited.game").stdout)["differences"][-1]
        assert cited == told["text"]


def test_show_as_json(folder: Path) -> None:
    """The JSON form has a version, the set-ups, every thing with its rule text and place, and all rows."""
    made = json.loads(run("show", "dear.game", "--format", "json").stdout)
    assert [1, "Dear", "A dear fair", "dear.game", "fair.game"] == [
        made[key] for key in ("version", "name", "title", "path", "base")
    ]
    assert {"least": 3, "most": 3, "names": ["A", "B", "C"], "codes": 3} == made["players"]
    things = {(one["section"], one["name"]): one for one in made["things"]}
    beg = {
        "section": "actions",
        "group": "",
        "kind": "action",
        "name": "beg",
        "words": "Beg",
        "references": [],
        "text": 'beg "Beg"\n  then: pay 1 from bank to you.coins',
        "path": "dear.game",
        "line": 13,
        "deed": "added",
        "codes": [11, 11],
    }
    assert beg == things["actions", "beg"]
    assert ("changed", "") == (things["phases", "day"]["deed"], things["table", "player.coins"]["deed"])
    assert "for each p in players: pay 9 from bank to p.coins" == things["setup", ""]["text"]
    wares, stamps = made["tables"]
    assert ("ware", ["wares.csv"], "stamp", []) == (
        wares["component"],
        wares["files"],
        stamps["component"],
        stamps["files"],
    )
    assert {"name": "silk", "cells": {"price": "5", "copies": "3", "label": '"Silk"'}} == wares["rows"][0]
    assert {"name": "price", "type": "price: 1..9"} == wares["columns"][0]
    assert ["blue", "green"] == [row["name"] for row in stamps["rows"]]


def test_show_as_json_of_a_game_alone() -> None:
    """A game that is no variant has no base and no deeds; options have their values, the default first."""
    made = json.loads(run("show", "mogul", "--format", "json", "--players", "4").stdout)
    assert (None, 4, {""}) == (made["base"], made["players"]["codes"], {one["deed"] for one in made["things"]})
    assert {"name": "quick_start", "values": [False, True]} == made["options"][0]
    assert {"key": "designer", "text": "Michael Schacht"} in made["facts"]
    assert 2 == run("show", "mogul", "--format", "json", "--full").exit_code
