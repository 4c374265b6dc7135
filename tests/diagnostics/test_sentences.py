"""What people write who know rulebooks: one finding at the place of the sentence, with a cure that works as it stands.

Each row of ``slips/sentences.csv`` is one as in ``slips/table.csv`` (see ``test_form_slips.py``), with the code of its
finding besides. Some are German, some French. What stands there is asked of other games as well: names differ.
"""

from __future__ import annotations

import csv

import attrs
import pytest

import gamedsl
from tests.helpers.mistakes.slip_tables import FOLDER, Slip, followed, game
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text

MUSHROOMS = game_text("diagnostics/sentences")


@attrs.frozen
class Sentence(Slip):
    """A row, with the code of its finding."""

    code: str = attrs.field(kw_only=True)


def sentences() -> list[Sentence]:
    """Return the rows of the table."""
    with (FOLDER / "sentences.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Sentence(**{key: value.replace("\\n", "\n") for key, value in row.items()}) for row in rows]


def test_the_game_is_clean() -> None:
    """What the sentences stand in has no findings, and holds every place once."""
    assert [] == list(gamedsl.check_text(game("orchard")))
    assert [] == [one.right for one in sentences() if game(one.base).count(one.right) != 1]
    assert [] == [one for one in gamedsl.check_text(MUSHROOMS) if one.severity == "error"]


def test_nearly_all_cures_can_be_typed_as_they_stand() -> None:
    """Nine of ten lead to a clean game as they stand, also of those in German and in French; all say something."""
    rows = sentences()
    for language, least in (("", 400), ("German", 25), ("French", 25)):
        some = [one for one in rows if one.form.startswith(language)]
        assert least <= len(some)
        assert 0.89 <= sum(one.followed == "yes" for one in some) / len(some)
    assert [] == [one.slip for one in rows if not one.cure]


TRIED = sentences() if NIGHTLY else sentences()[::4]


@pytest.mark.parametrize("row", TRIED, ids=[f"{row.form}: {row.wrong.strip()}" for row in TRIED])
def test_a_sentence_has_one_finding_with_a_cure(row: Sentence) -> None:
    """One finding, at the marked place, whose help leads where the row says."""
    (found,) = gamedsl.check_text(row.text)
    line = row.text.split("\n")[found.span.line - 1]
    end = found.span.end_column - 1 if found.span.end_line == found.span.line else len(line)

    assert row.place == (found.span.line, found.span.column, line[found.span.column - 1 : end])
    assert (row.code, row.cure) == (found.code, found.help[: len(row.cure)])
    assert row.followed == followed(row, found)


@pytest.mark.parametrize(
    ("right", "sentence", "cure"),
    [
        (
            "shuffle forest\n",
            "deal 3 from forest to each player",
            "for each p in players: deal 3 from forest to p.basket",
        ),
        (
            "shuffle forest\n",
            "each player gets 3 pennies",
            "for each p in players: pay 3 from till to p.purse_of_pennies",
        ),
        ("shuffle forest\n", "mélangez la pioche", "shuffle forest"),
        ("shuffle forest\n", "jeder Spieler zieht 2 Karten", "for each p in players: deal 2 from forest to p.basket"),
        ("count(you.basket) < 9", "you have a toadstool", "count(you.basket where design = toadstool) > 0"),
        (
            "count(you.basket) < 9",
            "you.basket contains 2 toadstools",
            "count(you.basket where design = toadstool) >= 2",
        ),
        ("count(you.basket) < 9", "you have fewer than 9 mushrooms", "count(you.basket) < 9"),
        ("count(forest) < 4", "there are fewer than 4 cards in the forest", "count(forest) < 4"),
        ("count(forest) < 4", "der Stapel ist leer", "count(forest) = 0"),
        ("deal 1 from forest to you.basket", "you draw a mushroom", "deal 1 from forest to you.basket"),
        ("deal 1 from forest to you.basket", "vous piochez une carte", "deal 1 from forest to you.basket"),
    ],
)
def test_sentences_call_things_by_the_names_of_their_file(right: str, sentence: str, cure: str) -> None:
    """Names of purses, piles, rows and baskets come from the file, and the cure gives a game."""
    text = MUSHROOMS.replace(right, sentence + "\n" if right.endswith("\n") else sentence)
    (found,) = gamedsl.check_text(text)

    assert f"write `{cure}`" == found.help
    assert [] == [one for one in gamedsl.check_text(text.replace(sentence, cure)) if one.severity == "error"]


@pytest.mark.parametrize("owner", ["p", "A", "active"])
def test_a_place_of_somebody_else_is_not_given_to_you(owner: str) -> None:
    """`p.basket` is meant as it is written: no cure says `you.basket` in its stead."""
    text = MUSHROOMS.replace("deal 1 from forest to you.basket", f"draw 1 from forest to {owner}.basket")
    found = next(one for one in gamedsl.check_text(text) if one.severity == "error")

    assert "you.basket" not in found.help
