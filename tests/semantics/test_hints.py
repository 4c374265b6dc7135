"""Hints: numbers for players that think, which their player can know and the rules cannot read."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

import gamedsl
from gamedsl.cli import group

GAME = """
game Hinted "Hinted"
  players: 2

components
  card: card, 1 each value: 1..9

table
  deck: stack of card, full, seen by none
  each player
    hand: heap of card, seen by owner

setup
  shuffle deck
  for each p in players: deal 2 from deck to p.hand

phases
  round
    who: players from A
    play: draw

actions
  draw "Draw"
    then: score cards 1 for you; deal 1 from deck to you.hand

scoring
  cards "Cards"
{hints}
end
  winner: the p in players with most p.points ties all
"""
OWN = """
hints
  values "What you hold"
    worth: sum(c.value for each c in you.hand) + 2 * you.points
"""


def codes(hints: str, **files: str) -> list[str]:
    """Return the codes of everything found in a game with these hints."""
    return [found.code for found in gamedsl.check_text(GAME.format(hints=hints), files=files)]


def test_a_hint_reads_what_is_its_players_own() -> None:
    """What is public and the own hand may be read, and the points so far."""
    assert [] == codes(OWN)
    hint = gamedsl.loads(GAME.format(hints=OWN)).checked.hints["values"]
    assert ("values", ("What you hold",)) == (hint.name, hint.words.parts)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("worth: sum(c.value for each c in next(you).hand)", ["GDKNO01"]),
        ("worth: deck.top.value if deck.top != none else 0", ["GDKNO01"]),
        ("worth: yes", ["GDTYP01"]),
        ("worth: 1\n    worth: 2", ["GDNAM02"]),
        ("worth: 1\n    then: score cards 1 for you", ["GDNAM06"]),
        ("worth: 999999 * 2000", []),
        ("level: mcts\n    worth: 1", []),
        ("level: quick\n    worth: 1", []),
        ("level: expert\n    worth: 1", ["GDNAM12"]),
        ("level: mcts\n    level: quick\n    worth: 1", ["GDNAM02"]),
    ],
)
def test_what_a_hint_cannot_say(hint: str, expected: list[str]) -> None:
    """Hidden things, no number, a second worth and other fields are errors; any size is fine."""
    assert expected == codes(f"\nhints\n  odd\n    {hint}\n")


def test_the_levels_are_named_where_one_is_unknown() -> None:
    """The cure lists the levels there are, each quoted once."""
    (found,) = gamedsl.check_text(GAME.format(hints="\nhints\n  odd\n    level: expert\n    worth: 1\n"))

    assert "write `quick`, `greedy` or `mcts`: " in (found.help or "")


def test_a_hint_needs_worth() -> None:
    """A hint without `worth:` says nothing."""
    assert ["GDFLO11"] == codes('\nhints\n  odd "Odd"\n')


def test_hints_have_a_name_space_of_their_own() -> None:
    """A hint may be called like a card or a scoring source; twice the same name is an error."""
    assert [] == codes("\nhints\n  cards\n    worth: 1\n  draw\n    worth: 1\n")
    assert ["GDNAM02"] == codes("\nhints\n  cards\n    worth: 1\n  cards\n    worth: 1\n")


def test_no_rule_reads_a_hint() -> None:
    """A hint is no value: its name tells what it is."""
    found = gamedsl.check_text(GAME.format(hints=OWN).replace("score cards 1", "score cards values"))
    assert ["GDTYP01"] == [one.code for one in found] or ["GDNAM01"] == [one.code for one in found]
    with pytest.raises(gamedsl.RuleFileError):
        gamedsl.loads(GAME.format(hints=OWN).replace("score cards", "score values"))


def test_variants_change_hints() -> None:
    """Variants add, change and remove them."""
    variant = """
variant More "More" of "base.game"

hints
  change values
    worth: 7
  more
    worth: 3
"""
    files = {"base.game": GAME.format(hints=OWN)}
    checked = gamedsl.loads(variant, files=files).checked
    assert {"values": 7, "more": 3} == {name: _constant(hint.worth) for name, hint in checked.hints.items()}
    removed = 'variant Less "Less" of "base.game"\n\nhints\n  remove values\n'
    assert {} == gamedsl.loads(removed, files=files).checked.hints


def _constant(value: Any) -> Any:
    return value.value


def test_hints_are_translated() -> None:
    """Their words have a key."""
    files = {"game.de.csv": "key,words\nhints.values,Was du hast\n"}
    game = gamedsl.loads(GAME.format(hints=OWN), files=files, language="de")
    assert ("Was du hast",) == game.checked.hints["values"].words.parts  # type: ignore[union-attr]


def test_show_lists_hints(tmp_path: Any) -> None:
    """`gamedsl show` has a part for them."""
    path = tmp_path / "hinted.game"
    path.write_text(GAME.format(hints=OWN), encoding="utf-8")
    shown = CliRunner().invoke(group, ["show", str(path)]).output
    assert "Hints for players that think" in shown and "What you hold" in shown


def test_a_level_belongs_to_hints() -> None:
    """A scoring source has none."""
    text = GAME.format(hints="").replace('  cards "Cards"\n', '  cards "Cards"\n    level: mcts\n')
    assert ["GDNAM06"] == [found.code for found in gamedsl.check_text(text)]


def test_show_tells_levels(tmp_path: Any) -> None:
    """Of hints that not all know it says who does."""
    path = tmp_path / "hinted.game"
    path.write_text(GAME.format(hints=OWN.replace("    worth", "    level: greedy\n    worth")), encoding="utf-8")
    assert "from greedy" in CliRunner().invoke(group, ["show", str(path)]).output
