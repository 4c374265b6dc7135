"""What stands behind a choice in a menu: all that `consequences()` tells of it and that nobody has read before."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from gamedsl.api import load, loads
from gamedsl.choices import Choice
from gamedsl.cli.render.effects import short_deeds
from gamedsl.game import Table
from gamedsl.presentation.effects.deed import Deed
from tests.helpers.texts import game_text

ROOT = Path(__file__).parent.parent.parent
GAMES = [*sorted((ROOT / "games").glob("*.game")), *sorted((ROOT / "examples").glob("*.game"))]


def words(text: str) -> set[str]:
    """Return the words and numbers of a text."""
    return set(re.findall(r"\w+", text.casefold()))


def rules_of(table: Table, action: str) -> str | None:
    """Return the lines that the rules have about an action; None where its author says in words what is done."""
    if table.game.checked.actions[action].then_words is not None:
        return None
    found = (one for section in table.rules() for one in section.rules if one.name == action)
    return "\n".join(line.words for one in found for line in one.lines)


def is_known(deed: Deed, choice: Choice, rules: str | None) -> bool:
    """Has whoever chooses read it already: nothing happens, the choice says it, or the rules do with what it names?"""
    if deed.amount == 0:
        return True
    said = words(choice.words)
    if deed.kind == "pay" and deed.amount is not None:
        return str(deed.amount) in said
    if words(deed.words) <= said:
        return True
    if deed.kind in ("pay", "score", "deal", "rule", "offer", "told", "if"):
        return False
    if rules is None or deed.words in rules.splitlines():
        return True
    named = words(deed.value or deed.what) <= said
    return named and (words(deed.target) <= said or deed.target in rules)


def missing(table: Table) -> list[str]:
    """Return what the menu of a decision leaves out without a reason."""
    legal, told = table.legal(), table.consequences()
    menu, found = short_deeds(legal, told), []
    for choice in legal:
        if choice.code not in told or choice.action is None:
            continue
        rules, shown = rules_of(table, choice.action), menu.get(choice.code, ())
        line = ", ".join(shown)
        is_cut = line.endswith("…") and len(line) > 0
        for deed in (*told[choice.code].costs, *told[choice.code].effects):
            plain = deed.words.removesuffix(f" ({deed.remark})")
            if is_known(deed, choice, rules) or plain in line:
                continue
            begun = plain[:20] in line
            if not is_cut or (not begun and not _is_behind(deed, told[choice.code].effects, line)):
                found.append(f"{choice.words}: {deed.words} | {line}")
    return found


def _is_behind(deed: Deed, effects: tuple[Deed, ...], line: str) -> bool:
    """Does a deed that is not told stand behind all that are?"""
    places = [at for at, one in enumerate(effects) if one.words[:20] in line]
    return deed in effects and (not places or effects.index(deed) > max(places))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_menu_tells_what_consequences_tell(path: Path) -> None:
    """In games by chance nothing is left out but what the choice says, what the rules always say, and the end."""
    table, chance = load(path).start(seed=2), Random(2)
    for _ in range(24):
        if table.decider is None:
            break
        assert [] == missing(table)
        table.apply(chance.choice(table.legal()).code)


POINTS = game_text("cli/menus_tell")


def menu(of: str) -> dict[str, str]:
    """Return by its words what stands behind each choice of an action."""
    table = loads(of).start(seed=1)
    told = short_deeds(table.legal(), table.consequences())
    return {one.words: ", ".join(told.get(one.code, ())) for one in table.legal()}


def test_a_move_that_captures_reads_otherwise() -> None:
    """What is known of a name given on the way decides what is told: the move that hits says so, no other does."""
    found = menu(POINTS)
    assert "1 man goes to B's bar, 1 man from the point (1) to the point (2)" == found["Go on: 1"]
    assert "1 man from the point (1) to the point (3)" == found["Go on: 2"]


def test_the_target_stands_there_whatever_was_picked() -> None:
    """A target whose number is that of the pick is no remark that the choice says already."""
    found = menu(POINTS)
    assert ["(3)", "(2)", "(1)"] == [found[f"Come in: {d}"].rpartition(" ")[2] for d in (1, 2, 3)]


def test_conditions_and_loops_are_told() -> None:
    """Where they are decided, the one that holds is told, and no loop without anything to go through."""
    found = menu(POINTS)
    assert "moves made rise by 1, up to 9" in found["Jump: 1"].replace("your ", "")
    assert "B's bar" in found["Jump: 2"] and "by 2" in found["Jump: 2"]
    assert "bar" not in found["Jump: 3"] and "by 1" in found["Jump: 3"]


def test_a_remark_that_the_choice_says() -> None:
    """What a payment is for is left out where the choice says it, and nothing else that stands in brackets."""
    text = POINTS.replace("to point[4 - d]", 'to point[4 - d] "in"')
    assert [found for found in menu(text).values() if found.endswith(" (in)")] == []
