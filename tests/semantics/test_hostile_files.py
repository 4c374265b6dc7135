"""Files that a stranger might send to keep gamedsl busy: each is answered after a bounded amount of work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import gamedsl
from gamedsl.diagnostics import effort
from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import MOST_FINDINGS
from gamedsl.source import Source, longest_part
from tests.helpers.hostile.files import hostile
from tests.helpers.hostile.registry import game
from tests.helpers.suite.nightly import NIGHTLY

HERE = Path(__file__).parent / "hostile"
FOUND = {
    "plans_in_plans": "game.game:12 GDLIM02",
    "deep_plans": "game.game:12 GDLIM02",
    "mixed_plans": "game.game:12 GDLIM02",
    "plans_of_unlike_orders": "game.game:12 GDLIM02",
    "plans_of_any_orders": "game.game:12 GDLIM02",
    "huge_repeats": "game.game:12 GDLIM02",
    "plan_by_option": "game.game:14 GDLIM02",
    "blank_rows": "cards.csv:20002 GDDAT10",
    "empty_rows": "cards.csv:20001 GDDAT10",
    "many_rows": "cards.csv:20001 GDDAT10",
    "rows_over_the_limit": "cards.csv:5002 GDTYP01",
    "many_cells": "cards.csv:1 GDDAT10",
    "many_columns": "cards.csv:1 GDDAT10",
    "one_long_cell": "cards.csv:2 GDDAT10",
    "quotes": "cards.csv:2 GDDAT10",
    "bad_cells": "cards.csv:2 GDDAT03",
    "bad_names": "cards.csv:2 GDDAT03",
    "same_names": "cards.csv:3 GDDAT04",
    "short_rows": "cards.csv:2 GDDAT10",
    "large_chart": "cards.csv:13334 GDDAT10",
    "chart_with_gaps": "game.game:5 GDDAT10",
    "patterns": "game.game:5 GDTYP01",
    "many_pieces": "game.game:7 GDLIM01",
    "huge_kind": "game.game:5 GDLIM01",
    "many_places": "game.game:9 GDLIM01",
    "huge_grid": "game.game:7 GDTYP01",
    "many_kinds": "game.game:1461 GDLIM01",
    "many_owned_places": "game.game:10 GDLIM01",
    "many_dice": "game.game:5 GDTYP01",
    "spaces_on_one_place": "game.game:5 GDLIM03",
    "long_line": "game.game:13 GDSYN13",
    "huge_line": "game.game:13 GDSYN13",
    "huge_words": "game.game:15 GDSYN13",
    "blank_lines": "game.game:5001 GDSYN13",
    "comments": "game.game:5001 GDSYN13",
    "brackets": "game.game:13 GDSYN14",
    "brackets_over_lines": "game.game:13 GDSYN03",
    "unclosed_brackets": "game.game:18 GDSYN03",
    "deep_blocks": "game.game:507 GDSYN13",
    "many_empty_sections": "game.game:17 GDSYN20",
    "many_unreadable_lines": "game.game:19 GDSYN15",
    "huge_player_numbers": "game.game:2 GDSYN16",
    "many_players": "game.game:2 GDRNG01",
    "huge_range": "game.game:14 GDRNG04",
    "huge_products": "game.game:13 GDSYN13",
    "long_number": "game.game:13 GDSYN16",
    "set_of_sets": "game.game:7 GDTYP01",
    "chained_rules": "game.game:15 GDLIM06",
    "nested_loops": "game.game:13 GDSYN14",
    "circle_of_bases": "v15.game:1 GDVAR01",
    "rules_in_a_circle": "game.game:15 GDLIM06",
    "plans_in_offers": "game.game:18 GDLIM02",
    "many_large_plans": "game.game:22 GDLIM02",
    "rows_of_a_translation": "game.de.csv:2 GDDAT14",
    "rows_with_semicolons": "cards.csv:5 GDDAT03",
}
"""The first error of each file."""
FOR_THE_NIGHT = (
    *("plans_in_plans", "deep_plans", "mixed_plans", "plans_of_unlike_orders", "plans_of_any_orders"),
    "huge_repeats",
    "many_large_plans",
)
"""Files with the same fault as another one, which take long until it is found."""
MUCH = (
    "rule_cells",
    "adjacent_spaces",
    "letters_at_the_limit",
    "many_rules",
    "many_scenarios",
    "many_sections",
    "many_mistakes",
    "ands_everywhere",
    "chained_terms",
    "chained_terms_backwards",
    "chained_conditions",
    "chained_phases",
    "loops_beside_each_other",
    "many_triggers",
    "many_steps",
    "many_picks",
    "many_options",
    "many_texts",
    "many_counters",
    "many_translations",
    "variant_of_large_bases",
    "triggers_in_a_row",
    "triggers_in_a_circle",
    "triggers_behind_one_rule",
    "loops_of_loops_many_times",
    "moments",
    "values_that_name_pieces",
    "sets_of_pieces",
    "deals_to_many_places",
    "what_was_dealt",
    "words_with_many_slots",
    "cells_over_lines",
    "displays",
    "many_metrics",
    "many_hints",
    "lists_of_moves",
    "cases_of_a_scenario",
    "variants_of_variants",
    "changes_of_single_steps",
)
"""Files that are much work, all of which is counted."""


def errors(name: str) -> list[Diagnostic]:
    """Return the errors of a hostile file."""
    texts = hostile(name)
    found = gamedsl.check_text(texts["game.game"], "game.game", texts)
    return [one for one in found if one.severity == "error"]


def placed(found: Diagnostic) -> str:
    """Return where a finding stands, and its code."""
    return f"{Path(found.span.path).name}:{found.span.line} {found.code}"


@pytest.mark.parametrize("name", [name for name in FOUND if NIGHTLY or name not in FOR_THE_NIGHT])
def test_what_is_too_large_is_found(name: str) -> None:
    """Each has a finding with a code, a file and a line, and never more findings than are shown of a file."""
    found = [one for one in errors(name) if one.code != "GDFLO22"]
    assert FOUND[name] == placed(found[0])
    assert len(found) <= MOST_FINDINGS + 1


@pytest.mark.parametrize("name", MUCH if NIGHTLY else MUCH[::3])
def test_much_work_is_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is less to spend than a file needs, checking stops with a finding that says so.

    That is the only error: a file with a mistake of another kind never reaches the check that is much work.
    """
    monkeypatch.setattr(effort, "MOST_WORK", 60_000)
    monkeypatch.setattr(effort, "PER_LETTER", 0)
    found = errors(name)
    assert ["GDLIM03"] == [one.code for one in found]
    assert (1, 1) != (found[0].span.line, found[0].span.column)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("triggers_in_a_circle", "triggers"),
        ("many_rules", "rules"),
        ("letters_at_the_limit", '  take "Take"'),
        ("many_hints", "hints"),
    ],
)
def test_too_much_as_a_whole_is_told_where_most_stands(name: str, place: str) -> None:
    """The section that is most of the file, or the paragraph that is most of that; never the first line of all."""
    (found,) = [one for one in errors(name) if one.code == "GDLIM03"]
    assert place == found.span.source.line(found.span.line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("game X\n  players: 2\n", 2),
        ("game X\n\nrules\n  a\n    then: pay\n  b\n    then: score\n", 3),
        ("game X\n\nrules\n  a\n    then: pay\n  b\n" + "    then: score\n" * 9, 6),
        ("game X\n\nrules\n  a\n    then: pay\n" + "# a long remark that says nothing\n" * 9 + "table\n  b: 0..1\n", 4),
    ],
)
def test_the_longest_part_of_a_text(text: str, line: int) -> None:
    """A section, or a paragraph that is at least half of it; remarks are no part of either."""
    assert line == longest_part(Source("a.game", text)).line


def test_findings_that_are_left_out_are_counted() -> None:
    """Of 5,000 bad cells the first are shown; the last finding of the file says how many there are besides."""
    *shown, more = errors("bad_cells")
    assert [("GDDAT03", n + 2) for n in range(MOST_FINDINGS)] == [(one.code, one.span.line) for one in shown]
    rest = 5_000 - MOST_FINDINGS
    assert ("GDLIM04", MOST_FINDINGS + 2) == (more.code, more.span.line)
    assert (
        f"{rest} more errors of this file are not shown, the first of them here; {MOST_FINDINGS} are shown."
        == more.message
    )


def test_warnings_that_are_left_out_are_counted() -> None:
    """The same goes for warnings; they remain warnings."""
    texts = hostile("many_counters")
    *shown, more = gamedsl.check_text(texts["game.game"])
    assert ({"GDNAM07"}, MOST_FINDINGS) == ({one.code for one in shown}, len(shown))
    assert ("GDLIM05", "warning") == (more.code, more.severity)
    assert more.message.startswith(f"{1_200 - MOST_FINDINGS} more warnings of this file are not shown")


@pytest.mark.parametrize(
    ("name", "expected"), [("r_plan2", "r_plan2.game:12 GDLIM02"), ("r_pieces", "r_pieces.game:6 GDLIM01")]
)
def test_files_that_were_sent(name: str, expected: str) -> None:
    """A plan of thirty counters and a game of 800,000 pieces have findings at their lines."""
    assert expected in [placed(one) for one in gamedsl.check_path(HERE / f"{name}.game")]


def test_the_largest_games_stay_below_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large games, and files of scenarios with theirs, need at most three quarters of the work that there is."""
    monkeypatch.setattr(effort, "MOST_WORK", effort.MOST_WORK * 3 // 4)
    monkeypatch.setattr(effort, "PER_LETTER", effort.PER_LETTER * 3 // 4)
    games = ("saloon_tycoon", "tycoon_scenarios", "quatre_etoiles_scenarios", "mogul_scenarios")
    for name in games if NIGHTLY else games[:2]:
        assert [] == [one for one in gamedsl.check_path(name) if one.code == "GDLIM03"]


def test_many_long_bases_do_not_bring_more_and_more() -> None:
    """Letters of a file and its bases allow more work, but only up to a bound for all of them together."""
    with effort.bounded():
        effort.allow(effort.MOST_LETTERS - 1)
        effort.allow(1_000_000)
        effort.spend(effort.MOST_WORK + effort.MOST_LETTERS * effort.PER_LETTER)
        with pytest.raises(effort.TooMuchWorkError):
            effort.spend(1)


def triggers(count: int) -> str:
    """Return a game with that many triggers that watch one value and set another one."""
    lines = "".join(f"  t{n}\n    when: mark > {n % 50}\n    then: set other to {n % 10}\n" for n in range(count))
    return game(table="  mark: 0..50\n  other: 0..9\n", more=f"triggers\n{lines}")


def actions_alone(count: int) -> str:
    """Return a game with that many actions."""
    lines = "".join(
        f'  w{n} "W"\n    when: bank > {n % 9}\n    then: pay 1 from bank to you.coins\n' for n in range(count)
    )
    return game(play=" or ".join(["take", *(f"w{n}" for n in range(count))]), more=f"actions\n{lines}")


@pytest.mark.parametrize("maker", [triggers, actions_alone])
def test_twice_as_much_is_twice_the_work(maker: Callable[[int], str]) -> None:
    """What a check counts grows with what there is to check, and not with its square."""
    spent = []
    for count in (80, 160):
        with effort.bounded():
            effort.spend(-1_000_000_000)
            before = left()
            gamedsl.check_text(maker(count))
            spent.append(before - left())
    assert 2.3 * spent[0] > spent[1]


def left() -> int:
    """Return what is left of the work that may be done, without what the letters of the file bring."""
    found = effort._left.get()
    assert found is not None
    return found[0] - found[1] * effort.PER_LETTER
