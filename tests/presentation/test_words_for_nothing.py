"""Words whose value is nothing say it as people do, in choices, in the log and in displays."""

from __future__ import annotations

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("presentation/words_for_nothing")


def lines(table: gamedsl.Table) -> list[str]:
    """Return the lines of all displays."""
    shown = [box for display in table.view().displays for box in display.boxes]
    return ["".join(segment.text for segment in line) for box in shown for line in box.lines]


def test_what_is_nothing_is_said_as_people_say_it() -> None:
    """Of players nobody, of numbers a dash, of places nowhere, of pieces nothing, of words none."""
    table = gamedsl.loads(GAME).start(2)
    assert "nobody; –; nowhere; none; nothing; nobody; –; nobody" == table.legal()[0].words
    table.apply(table.codes()[0])
    assert "A; 3; York; wild; card; A; 3; nobody" == table.legal()[0].words.replace("york", "York")


def test_displays_say_it_among_words_and_show_a_sign_alone() -> None:
    """A line with words is read; where only values stand, little room is left."""
    table = gamedsl.loads(GAME).start(2)
    assert ["guest nobody, bet –, on nowhere, none, offer nothing, nobody", "· · · ·"] == lines(table)


def test_tycoon_tells_no_price_where_nothing_can_be_built() -> None:
    """The price of a hotel is that of the landing strip; at home there is none."""
    table = gamedsl.load("tycoon").start(3, 1)
    found = {one.words for one in table.refusals() if one.text.startswith("build")}
    assert {"Build a hotel for –", "Build a factory for –"} == found


SALE = game_text("presentation/words_for_nothing_sale")


def test_a_form_for_none_stands_alone() -> None:
    """In choices, in words of answers, in the log and in displays; moves and numbers stay."""
    table = gamedsl.loads(SALE).start(2)
    choices = table.legal()
    assert ["Sell of 1 share: none", "Sell of 1 share: 1 share"] == [one.words for one in choices]
    assert [("sell(0)", "none", 0), ("sell(1)", "1 share", 1)] == [(one.text, one.label, one.value) for one in choices]
    assert ["no share in the box"] == lines(table)
    table.apply(choices[0])
    assert "A: Sell of 1 share: none" in table.log()
    table.apply(table.legal()[1])
    assert ["1 share in the box"] == lines(table)


def test_of_none_nothing_is_told() -> None:
    """Words about all choices of an action stand behind none of them that does nothing; the rules tell them."""
    table = gamedsl.loads(SALE).start(2)
    none, one = (told.effects for told in table.consequences().values())
    assert ((), 2) == (none, len(one))
    told = [line.words for chapter in table.rules() for rule in chapter.rules for line in rule.lines]
    assert "the box grows" in told


def test_a_translation_says_none_its_own_way() -> None:
    """With one form more than its language has, or without it."""
    rows = {"with": "{n|keine|Aktie|Aktien}", "without": "{n|Aktie|Aktien}"}
    games = {
        name: gamedsl.loads(
            SALE, path="sale.game", files={"sale.de.csv": f"key,words\nactions.sell.n.each,{words}\n"}, language="de"
        )
        for name, words in rows.items()
    }
    said = {name: [one.label for one in game.start(2).legal()] for name, game in games.items()}
    assert {"with": ["keine", "1 Aktie"], "without": ["0 Aktien", "1 Aktie"]} == said
