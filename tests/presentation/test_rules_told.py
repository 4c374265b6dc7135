"""Rules as they are read: authors' words for conditions, what points are scored by, what cannot come, number forms."""

from __future__ import annotations

from gamedsl.api import load, loads
from gamedsl.game import Table
from gamedsl.i18n.speaking import gettext, speaking
from tests.helpers.texts import game_text

FAIR = game_text("presentation/rules_told")


def lines(table: Table, name: str) -> list[tuple[str, str]]:
    """Return the lines about a rule, with their labels."""
    rules = (rule for section in table.rules() for rule in section.rules)
    return [(line.label, line.words) for rule in rules if rule.name == name for line in rule.lines]


def test_conditions_are_told_in_words_of_their_own() -> None:
    """Words behind conditions stand in place of what is made of them, and so do those of the start of a phase."""
    table = loads(FAIR).start()
    assert ("until", "the bank is nearly empty") in lines(table, "fair")
    assert ("first", "everybody is fresh") in lines(table, "day")
    assert ("when", "somebody is rich") in lines(table, "night")
    assert ("once", "you have ten coins or more") in lines(table, "ten")
    assert [("worth", "one for two coins")] == lines(table, "rest_of_all")
    assert "Who wins: whoever has worked best" == table.rules()[0].rules[-1].words


def test_they_are_translated() -> None:
    """Their keys are those of their paragraph."""
    rows = (
        "key,words\nphases.fair.until,die Bank ist fast leer\nphases.day.start,alle sind frisch\n"
        "triggers.ten.once,du hast zehn\nscoring.rest_of_all.worth,einer für zwei\nend.winner,wer am besten war\n"
        "components.coin,Münze|Münzen\n"
    )
    table = loads(FAIR, "fair.game", {"fair.de.csv": rows}, "de").start()
    assert ("until", "die Bank ist fast leer") in lines(table, "fair")
    assert ("first", "alle sind frisch") in lines(table, "day")
    assert ("once", "du hast zehn") in lines(table, "ten")
    assert [("worth", "einer für zwei")] == lines(table, "rest_of_all")
    assert table.rules()[0].rules[-1].words.endswith("wer am besten war")
    assert ("then", "2 Münzen bekommen") in lines(table, "work")


def test_other_conditions_are_sentences() -> None:
    """What somebody has, whether there is anything or anybody, and what everybody does."""
    table = loads(FAIR).start()
    assert "The game ends: there are no coins in the bank" not in table.rules()[0].rules[0].words
    assert [("when", "you have 0 coins"), ("then", "get 1 coin")] == lines(table, "owing")
    assert [("then", "every player pays 1 coin")] == lines(table, "night")[1:]
    assert ("then", "you are now the leader") in lines(table, "work")


def test_points_are_told_with_what_scores_them() -> None:
    """Each step that scores points of a source, with the number."""
    table = loads(FAIR).start()
    assert [("scored", "“Work”: 2 points"), ("scored", "“The first with ten”: 1 point")] == lines(table, "work")[-2:]
    assert [("scored", "“Rest”: your purse")] == lines(table, "sleep")
    stormy = loads(FAIR).start(options={"storms": True})
    assert ("scored", "“Flee”: −1 point") in lines(stormy, "work")


def test_what_cannot_come_is_left_out() -> None:
    """With an option off its phases, actions and rules are not told, nor what leads to them."""
    calm, stormy = loads(FAIR).start(), loads(FAIR).start(options={"storms": True})
    for name in ("wake", "flee", "shiver"):
        assert [] == lines(calm, name)
        assert lines(stormy, name)
    assert [("parts", "“Day”, then “Night”")] == lines(calm, "fair")[:1]
    assert ("must", "“Work” or “Rest”") in lines(calm, "day")
    assert "Shiver" not in str(lines(calm, "work"))


def test_pieces_and_counters_have_number_forms() -> None:
    """English makes plurals by itself; other languages take those of the translation."""
    german = load("mogul", language="de").start(players=3, seed=7)
    assert "alle bekommen 6 Chips" in str(german.story(0))
    assert "every player pays 1 coin" in str(lines(loads(FAIR).start(), "night"))
    more = loads(FAIR.replace("pay 1 from p.purse", "pay 2 from p.purse")).start()
    assert "every player pays 2 coins" in str(lines(more, "night"))


def test_french_words_are_shortened_before_vowels() -> None:
    """Nobody knows what stands in a sentence before it is told."""
    with speaking("fr"):
        assert "nombre d’actions" == gettext("the number of {what}", what="actions")
        assert "nombre de parts" == gettext("the number of {what}", what="parts")
