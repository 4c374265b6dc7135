"""Warnings are accepted by a comment with their code and a reason at their line, and every acceptance is judged."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from gamedsl.api import check_path, check_text, loads
from gamedsl.check_cache.findings import check_if_changed
from gamedsl.cli import group
from tests.helpers.texts import game_text

REASON = "a house rule gives new gold"
GAME = game_text("semantics/acceptances")
PLAY = "    play: clap\n"
FAIR = f"# accept GDFLO06: {REASON}"


def told(text: str, **files: str) -> list[str]:
    """Return line and code of what is found in a rule file."""
    found = check_text(text, "clap.game", {name.replace("_", "."): other for name, other in files.items()})
    return [f"{each.span.line} {each.code}" for each in found]


def changed(line: str) -> str:
    """Return the game with another line (or several) where its plan stands."""
    assert PLAY in GAME
    return GAME.replace(PLAY, line)


@pytest.mark.parametrize(
    "line",
    [
        f"    play: clap  {FAIR}\n",
        f"    play: clap  #Accept GDFLO06 : {REASON}\n",
        f"    {FAIR}\n    play: clap\n",
        f"{FAIR}\n# a remark about it\n    play: clap\n",
        f"    {FAIR}\n    play: (clap\n      or clap)\n",
    ],
)
def test_accepted_at_its_line(line: str) -> None:
    """At the end of the line, or alone above it, a reason takes the warning away."""
    assert ["8 GDFLO06"] == told(GAME)
    assert [] == told(changed(line))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (f"    play: clap  # accept GDNAM07: {REASON}\n", ["8 GDFLO06", "8 GDACC01"]),
        (f"    {FAIR}\n\n    play: clap\n", ["8 GDACC01", "10 GDFLO06"]),
        (f"    play: clap\n    {FAIR}\n", ["8 GDFLO06", "9 GDACC01"]),
        (f"    play: clap  {FAIR}\n{FAIR}\n", ["9 GDACC01"]),
        (f"    {FAIR}\n    # accept GDNAM07: nor this\n    play: clap\n", ["9 GDACC01"]),
        (f"    play: clap  # accept GDFLO77: {REASON}\n", ["8 GDFLO06", "8 GDACC02"]),
        (f"    play: clap  # accept no-sure-choice: {REASON}\n", ["8 GDFLO06", "8 GDACC02"]),
        (f"    play: clap  # accept GDNAM01: {REASON}\n", ["8 GDFLO06", "8 GDACC03"]),
        (f"    play: clap  # accept GDACC01: {REASON}\n", ["8 GDFLO06", "8 GDACC03"]),
        ("    play: clap  # accept GDFLO06:\n", ["8 GDFLO06", "8 GDACC04"]),
        ("    play: clap  # accept GDFLO06\n", ["8 GDFLO06", "8 GDACC04"]),
        ("    play: clap  # accept the gold as it is\n", ["8 GDFLO06"]),
        ("    play: clap  # we accept GDFLO06: it is fine\n", ["8 GDFLO06"]),
    ],
)
def test_acceptances_are_judged(line: str, found: list[str]) -> None:
    """Unused, unknown, of an error or without a reason: a warning of its own, and what was meant is told as well."""
    assert found == told(changed(line))


def test_quoted_text_is_no_comment() -> None:
    """Words for people that look like an acceptance accept nothing."""
    assert ["8 GDFLO06"] == told(changed(PLAY + f'    pass: "{FAIR}"\n'))


def test_behind_an_error() -> None:
    """Where the check stops at an error, nobody knows yet whether an acceptance is of use."""
    broken = changed(f"    play: clap  {FAIR}\n").replace("winner: players", "winner: nobody_known")

    assert ["14 GDNAM01"] == told(broken)


def test_base_speaks_for_itself() -> None:
    """A variant has the acceptances of its base, and the base alone answers for those of no use."""
    base = changed(f"    play: clap  {FAIR}\n")
    plain = 'variant Soft of "base.game"\n\nactions\n  change clap "Clap softly"\n'
    mended = 'variant Soft of "base.game"\n\nphases\n  change round\n    play: up to 1 of clap\n'

    assert [] == told(plain, base_game=base)
    assert [] == told(mended, base_game=base)


def test_of_another_file() -> None:
    """What stands in a base or a table is accepted at the first line, or at a line that names the file."""
    plain = 'variant Soft of "base.game"\n\nactions\n  change clap "Clap softly"\n'
    told_of_base = check_text(plain, "clap.game", {"base.game": GAME})

    assert ["base.game:8 GDFLO06"] == [f"{each.span.path}:{each.span.line} {each.code}" for each in told_of_base]
    assert [] == told(plain.replace('e"\n', f'e"  {FAIR}\n', 1), base_game=GAME)
    assert [] == told(f"{FAIR}\n{plain}", base_game=GAME)


def test_of_a_table() -> None:
    """A CSV file has no comments: its warnings are accepted where the file is named."""
    cities = 'components\n  city: space, adjacent by near, csv "c.csv"\n    | city | near: set of city |\n'
    game = GAME.replace("table\n", f"{cities}table\n  here: city\n").replace("gold > 0", "gold > 0 and here = rome")
    game = game.replace("0, gold - 1", "0, gold - count(neighbours(here))").replace(PLAY, f"    play: clap  {FAIR}\n")
    rows = "city,near\nbern,rome\nrome,\n"
    accepted = '"c.csv"  # accept GDDAT08: the way leads down only'

    assert ["2 GDDAT08"] == told(game, c_csv=rows)
    assert [] == told(game.replace('"c.csv"', accepted), c_csv=rows)
    assert [] == told(f"game Clap  {accepted[9:]}\n{game.partition(chr(10))[2]}", c_csv=rows)
    assert ["2 GDDAT08", "7 GDACC01"] == sorted(
        told(game.replace("here: city", f"here: city  {accepted[9:]}"), c_csv=rows)
    )


def test_warnings_of_a_loaded_game() -> None:
    """A game that is loaded does not have the warnings that are accepted either."""
    assert ["GDFLO06"] == [found.code for found in loads(GAME).warnings]
    assert () == loads(changed(f"    play: clap  {FAIR}\n")).warnings


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_strict_and_formats(form: str, tmp_path: Path) -> None:
    """With --strict an accepted warning is no finding, and no format tells it."""
    path = tmp_path / "clap.game"
    path.write_text(changed(f"    play: clap  {FAIR}\n"), "utf-8")
    result = CliRunner().invoke(group, ["check", "--strict", "--format", form, str(path)])
    nothing = {"version": 1, "errors": 0, "warnings": 0, "notes": 0, "diagnostics": []}
    clean = {"text": "1 file checked: no findings\n", "json": json.dumps(nothing, indent=2) + "\n", "github": ""}

    assert (0, clean[form]) == (result.exit_code, result.stdout)


def test_what_was_accepted_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is clean because of an acceptance is checked anew when that goes."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    path = tmp_path / "clap.game"
    path.write_text(changed(f"    play: clap  {FAIR}\n"), "utf-8")
    before = [check_if_changed(path), check_if_changed(path)]
    path.write_text(GAME, "utf-8")

    assert [[], []] == before
    assert ["GDFLO06"] == [found.code for found in check_if_changed(path)]


@pytest.mark.parametrize("variant", [False, True])
def test_written_as_one_file(variant: bool, tmp_path: Path) -> None:
    """All rules as one file keep their acceptances, so that it is as clean as the files it was made of."""
    base = tmp_path / "base.game"
    base.write_text(changed(f"    play: clap  {FAIR}\n"), "utf-8")
    soft = tmp_path / "soft.game"
    more = f"phases\n  change round\n    {FAIR}\n    play: clap or knock\n"
    knock = 'actions\n  knock "Knock"\n    when: gold > 1 "too little gold"\n'
    soft.write_text(f'variant Soft of "base.game"\n\n{more}\n{knock}', "utf-8")
    path = soft if variant else base
    text = CliRunner().invoke(group, ["show", "--full", str(path)]).stdout

    assert [] == [f"{each.span} {each.code}" for each in check_path(path)]
    assert [] == told(text), text
