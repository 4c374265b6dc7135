"""Old forms one by one: what becomes of them, and what looks like one and stays."""

from pathlib import Path

import pytest

import gamedsl
from gamedsl.updating.edits import Edit, applied
from gamedsl.updating.update import updated

GAME = """game Boats "Boats"
  players: {players}
components
  coin: counter, 60
  boat: card, 3 each colour
types
  colour: red, blue
table
  bank: purse of coin, full
  sea: heap of boat, full
  guest: player or none
  offer: slot of boat
  turns: {turns}
  each player
    coins: purse of coin
    fleet: heap of boat
    ready: bool
    rank: 0..9
    friend: player or none
terms
  each player
    asked = {asked}
    points_due = count(fleet) * 3 + coins
phases
  game
    who: players from A
    play: sail or wait
    until: sea = 0 or turns >= 9
actions
  sail "Sail"
    when: count(sea) > 0 "no boat is left"
    pick: b in sea "Which boat?"
    then:
      move b to you.fleet
      {step}
  wait "Wait"
    then: set turns to {next}
rules
  fill
    then: pay 1 from bank to you.coins
scoring
  boats
    worth: {worth}
end
  winner: the p in players with most p.points ties all
"""
USUAL = {
    "players": "2 to 4",
    "turns": "number",
    "asked": "guest != none",
    "step": "fill",
    "next": "turns + 1",
    "worth": "you.points_due + (1 if you.asked else 0)",
}


def become(folder: Path, **parts: str) -> dict[str, str]:
    """Update the game with these parts; return those that are otherwise then."""
    path = folder / "boats.game"
    game = GAME.replace("until: sea = 0", "until: count(sea) = 0")
    path.write_text(game.format(**{**USUAL, **parts}), "utf-8")
    found = updated([path])
    assert [] == [finding.message for refused in found.refused for finding in refused.findings]
    text = found.texts.get(path, path.read_text("utf-8"))
    again = folder / "again.game"
    again.write_text(text, "utf-8")
    assert {} == updated([again]).texts  # nothing is old any more
    old, new = (GAME.replace("until: sea = 0", "until: count(sea) = 0").splitlines(), text.splitlines())
    return {
        name: line[len(pattern.split("{" + name + "}")[0]) :].strip()
        for pattern, line in zip(old, new, strict=True)
        for name in USUAL
        if "{" + name + "}" in pattern and line != pattern.format(**{**USUAL, **parts})
    }


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("step", "repeat 99 times until you.coins > 3: fill", "repeat until you.coins > 3: fill"),
        ("step", "repeat 1000 times  until (you.coins > 3): fill", "repeat until (you.coins > 3): fill"),
        ("step", "for each p in players: set p.rank to 0", "set players.rank to 0"),
        ("step", "for each p in players - you: set p.ready to no", "set (players - you).ready to no"),
        ("worth", "max(-99999, min(99999, you.points_due))", "you.points_due"),
        ("worth", "max(-99999, min(you.coins + 2, 99999))", "you.coins + 2"),
        ("asked", "guest != none and guest.rank = 3", "guest.rank = 3"),
        ("asked", "guest != none and (guest.friend = A)", "(guest.friend = A)"),
        ("asked", "guest.friend = you if guest != none else no", "guest.friend = you"),
        ("asked", "(guest.ready and coins > 3) if guest != none else no", "(guest.ready and coins > 3)"),
        ("asked", "A = (guest.friend if guest != none else none)", "A = (guest.friend)"),
        (
            "asked",
            "count(c for each c in colour where any(b.colour = c for each b in fleet)) > 1",
            "count(different b.colour for each b in fleet) > 1",
        ),
    ],
)
def test_an_old_form_becomes_the_new_one(part: str, old: str, new: str, tmp_path: Path):
    """Just these words are written otherwise, and a second update finds nothing."""
    assert {part: new} == become(tmp_path, **{part: old})


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("step", "repeat 12 times until you.coins > 3: fill"),  # twelve may be meant
        ("step", "repeat 99 times: fill"),
        ("step", "repeat 99 times until guest = you: fill"),  # nothing in it changes that
        ("step", 'for each p in players: set p.rank to 0 "back"'),
        ("step", "for each p in players where p != you: set p.rank to 0"),
        ("step", "for each p in players from you: set p.ready to no"),
        ("step", "for each p in players: set p.friend to p"),
        ("step", "for each p in players: set p.rank to min(9, p.coins)"),
        ("worth", "max(-20, min(20, you.points_due))"),
        ("asked", "guest != none and guest.friend = friend"),  # nobody may be nobody's friend
        ("asked", "guest != none and guest.rank != 3"),
        ("asked", "guest != none and guest.coins = 0"),  # of nobody's purse there are 0
        ("asked", "guest != none and A.ready"),
        ("asked", "guest.ready if guest != none else yes"),
        ("asked", "guest.ready if guest != none else no"),  # what the term is asked for must be yes or no
        ("asked", "next(you).ready"),  # there may be more than two players
        ("asked", "count(c for each c in colour where any(b.colour != c for each b in fleet)) > 1"),
    ],
)
def test_what_only_looks_old_stays(part: str, text: str, tmp_path: Path):
    """Where the new form would mean something else, or may, nothing is done."""
    assert {} == become(tmp_path, **{part: text})


def test_a_counter_without_an_end_has_none(tmp_path: Path):
    """`0..9999` becomes `number`, and what keeps it below is gone; a true end stays."""
    assert {"turns": "number", "next": "turns + 1"} == become(tmp_path, turns="0..9999", next="min(9999, turns + 1)")
    assert {"turns": 'number = 3, quiet "turns"', "next": "turns + 2"} == become(
        tmp_path, turns='0..999 = 3, quiet "turns"', next="min(turns + 2, 999)"
    )
    assert {} == become(tmp_path, turns="0..20", next="min(20, turns + 1)")


def test_the_other_of_two_players(tmp_path: Path):
    """In games for just two `next(you)` is `opponent`, unless the file calls something so."""
    assert {"asked": "opponent.ready"} == become(tmp_path, players="2", asked="next(you).ready")
    assert {} == become(tmp_path, players="2", asked="any(opponent = next(you) for each opponent in players)")


def test_comments_and_layout_stay(tmp_path: Path):
    """What stands between the parts is nobody's business."""
    old = "(guest != none   # somebody\n      and guest.rank = 3)   # an apt guest"
    path = tmp_path / "boats.game"
    path.write_text(GAME.replace("until: sea", "until: count(sea)").format(**{**USUAL, "asked": old}), "utf-8")

    assert {} == updated([path]).texts  # a comment stands in the way

    whole = old.replace("   # somebody", "")
    path.write_text(GAME.replace("until: sea", "until: count(sea)").format(**{**USUAL, "asked": whole}), "utf-8")

    assert "    asked = (guest.rank = 3)   # an apt guest\n" in updated([path]).texts[path]


def test_edits_that_meet_are_left_for_another_time():
    """Of two edits of one stretch the first is carried out."""
    assert "a--defg" == applied("abcdefg", [Edit(1, 3, "--"), Edit(2, 5, "++")])


def test_a_rule_with_the_name_of_a_step_is_told_with_this_verb():
    """Who calls it hears that the name is taken, and what renames it."""
    text = GAME.replace("until: sea", "until: count(sea)").format(**{**USUAL, "step": "lay(1)"})
    text = text.replace("  fill\n    then: pay 1", "  lay(n: 1..3)\n    then: pay n")

    with pytest.raises(gamedsl.RuleFileError) as caught:
        gamedsl.loads(text)

    assert [
        (
            "GDSYN01",
            "`lay` is a word of the language: take another name, for example `lay_1` (`gamedsl update` renames rules)",
        )
    ] == [(found.code, found.help) for found in caught.value.diagnostics]
