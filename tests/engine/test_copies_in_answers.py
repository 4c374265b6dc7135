"""Answers of several parts in which copies can be meant: the number stands behind the part that it tells apart."""

from __future__ import annotations

import gamedsl
from gamedsl.game import Table
from tests.helpers.texts import game_text

GAME = game_text("engine/copies_in_answers")


def put_apart(colours: int = 1) -> Table:
    """Return a table at which some chips lie on the left, which the answers do not say."""
    table = gamedsl.loads(GAME).start()
    for _ in range(colours):
        table.apply(next(one for one in table.legal() if one.action == "part"))
    return table


def test_the_number_stands_behind_the_copy() -> None:
    """``fill(chip(red)#2, upper)``: the second red chip, not the second upper row."""
    texts = [one.text for one in put_apart().legal() if one.action == "fill"]
    assert ["fill(chip(red), upper)", "fill(chip(red), lower)"] == texts[:2]
    assert ["fill(chip(red)#2, upper)", "fill(chip(red)#2, lower)"] == texts[2:4]
    assert len(texts) == len(set(texts))


def test_words_of_the_author_tell_copies_apart_where_they_must() -> None:
    """Answers with words of their own say where a copy lies if they would read alike, and nothing more else."""
    words = [one.words for one in put_apart().legal() if one.action == "fill"]
    assert ["Lay down: red to upper in left", "Lay down: red to upper in shop"] == [words[0], words[2]]
    assert ["Lay down: blue to upper", "Lay down: blue to lower"] == words[4:]


def test_the_log_says_what_others_can_see() -> None:
    """What is said behind the words is for whoever chooses; the log tells the move."""
    table = put_apart()
    table.apply(next(one for one in table.legal() if one.text == "fill(chip(red)#2, upper)"))
    assert "red: shop → upper line" in table.log()[-1]
