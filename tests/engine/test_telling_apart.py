"""Pieces of one name that can be chosen are told apart in words: at the question, in the log, and by what is typed."""

from __future__ import annotations

import gamedsl
from gamedsl.cli.terminal.choices import find_choice
from gamedsl.game import Table
from tests.helpers.texts import game_text

BOARD = game_text("engine/telling_apart")


def begun(laid: str, where: str) -> Table:
    """Return a table with pawns laid like this, of which one is chosen."""
    return gamedsl.loads(BOARD.replace("LAID", laid).replace("WHERE", where)).start()


def said(table: Table) -> list[str]:
    """Return the words of what can be taken."""
    return [choice.words for choice in table.legal() if choice.action == "take"]


def test_pieces_on_a_board_are_called_by_their_places() -> None:
    """A place with a name says enough; the log says it too."""
    table = begun("move A.box.top to field[a2]; move A.box.top to field[b1]", "field")

    assert ["Take one: pawn on a2", "Take one: pawn on b1"] == said(table)
    table.apply(table.legal()[1])
    assert "A: Take one: pawn on b1 · pawn: field (b1) → pit" == table.log(1)[-1]


def test_places_with_several_keys_are_called_by_them() -> None:
    """Rows and columns stand in brackets behind the name of the piece."""
    table = begun("move A.box.top to grid[3, 1]; move A.box.top to grid[1, 2]", "grid")

    assert {"Take one: pawn (3, 1)", "Take one: pawn (1, 2)"} == set(said(table))


def test_a_piece_on_several_places_is_called_by_all_of_them() -> None:
    """Where two pieces lie side by side, one place of each would not say how far they reach."""
    laid = "move A.box.top to wide[{a1, a2}, 1]; move A.box.top to wide[{b1}, 1]; pay 1 from bank to wide[a2, 1].gems"
    table = begun(laid, "wide")

    assert ["Take one: pawn (a1+a2, floor 1)", "Take one: pawn (b1, floor 1)"] == said(table)
    assert "1 gem: bank → pawn (a1+a2, floor 1) gems" in table.log(0)


def test_pieces_in_one_place_are_called_by_what_they_hold() -> None:
    """Amounts on a piece tell it from its copies."""
    laid = "for each p in A.box: move p to pit\n  pay 2 from bank to pit.top.gems"
    table = begun(laid, "pit")

    assert {"Take one: pawn (2 gem)", "Take one: pawn"} == set(said(table))


def test_a_single_choice_needs_no_more_words() -> None:
    """Where only one can be chosen, or all are alike, its name is enough."""
    assert ["Take one: pawn"] == said(begun("move A.box.top to field[a2]", "field"))
    assert ["Take one: pawn"] == said(begun("move B.box to pit", "players.box"))


def test_what_only_the_player_sees_does_not_change_the_words_of_the_log() -> None:
    """That there is a copy in a bag, too, is nobody else's business."""
    one = begun("move A.box.top to field[a2]; move A.box to A.bag", "pawn")
    other = begun("move A.box.top to field[a2]; move A.box to pit", "field")
    taken = next(choice for choice in one.legal() if "a2" in choice.words)
    one.apply(taken)
    other.apply(other.legal()[0])
    words = [
        next(event["words"] for event in table.events(1) if event["event"] == "decision") for table in (one, other)
    ]

    assert "Take one: pawn on a2" == taken.words
    assert ["Take one: pawn"] * 2 == words


def test_places_can_be_typed() -> None:
    """What tells pieces apart can be typed: `a2`, `3, 1`."""
    table = begun("move A.box.top to field[a2]; move A.box.top to grid[3, 1]; move A.box.top to grid[1, 2]", "pawn")
    typed = {text: find_choice(table.legal(), text).choices for text in ("a2", "3, 1", "take 1, 2")}

    assert [["Take one: pawn on a2"], ["Take one: pawn (3, 1)"], ["Take one: pawn (1, 2)"]] == [
        [choice.words for choice in found] for found in typed.values()
    ]
