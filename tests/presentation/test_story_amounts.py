"""What the short log says of every payment, move and roll: nothing that a move did is left out, or told as less."""

from __future__ import annotations

from gamedsl.api import loads
from gamedsl.game import Table
from gamedsl.i18n.speaking import speaking
from gamedsl.presentation.story.lines import lines
from tests.helpers.texts import game_text

POINTS = game_text("presentation/story_amounts_points")

PURSES = game_text("presentation/story_amounts_purses")

DICE = game_text("presentation/story_amounts_dice")

CHIPS = game_text("presentation/story_amounts_chips")


def played(game: str, *moves: str) -> Table:
    """Return a game in which something has happened."""
    table = loads(game).start(players=2, seed=3)
    for move in moves:
        table.apply(move)
    return table


def told(table: Table, number: int = 1) -> list[str]:
    """Return the last lines of a story."""
    return [line.text.strip() for line in lines(table.story(0), table.names)][-number:]


def detailed(table: Table, number: int) -> list[str]:
    """Return the last lines of all that has happened."""
    return [line.text for line in table.narration(0)][-number:]


def test_where_a_piece_goes_is_told_though_a_number_of_the_move_is_the_same() -> None:
    """A number says an amount, or where something comes from, as well as where it goes."""
    assert ["White: Move a checker: 4 with a 2 · checker to point (2)"] == told(played(POINTS, "step(4, 2)"))
    assert ["White: Move a checker: 24 with a 2 · checker to point (22)"] == told(played(POINTS, "step(24, 2)"))
    assert ["White: Move a checker: 24 with a 4 · checker to point (20)"] == told(played(POINTS, "step(24, 4)"))


def test_a_place_of_another_player_whose_words_lead_on() -> None:
    """ "On the bar" is where it stands, and whose it is stands before the piece."""
    assert ["White: Hit · Black's checker on the bar"] == told(played(POINTS, "hit"))


def test_payments_to_oneself_and_to_others_are_told_apart() -> None:
    """In the short log and in the details; of several purses of a player the first needs no name."""
    table = played(PURSES, "both")

    assert ["Ann: Both · 2 coins to coins, pays 2 coins (bid)"] == told(table)
    assert ["Ann: Both · 2 coins: bid → coins · 2 coins → bank"] == detailed(table, 1)


def test_payments_to_different_places_are_not_told_as_one() -> None:
    """The second is paid as well."""
    assert ["Ann: Split · pays 1 coin, pays 1 coin to pot"] == told(played(PURSES, "split"))


def test_what_is_paid_again_and_again() -> None:
    """The short log tells the sum, the details every payment with how often."""
    table = played(PURSES, "gain")

    assert ["Ann: Gain · gets 6 coins"] == told(table)
    assert ["Ann: Gain · +2 coins from bank ×3"] == detailed(table, 1)
    assert ["Ann: Twice · +1 coin from bank ×2"] == detailed(played(PURSES, "twice"), 1)


def test_what_several_are_paid_again_and_again() -> None:
    """It is told once for all of them, in details with how often; what one gets besides is not forgotten."""
    table, other = played(PURSES, "share"), played(PURSES, "more")

    assert ["Ann: Share · everybody gets 3 coins"] == told(table)
    assert ["Ann: Share · 1 coin each: bank → everybody ×3"] == detailed(table, 1)
    assert ["Ann: More · everybody gets 1 coin, gets 1 coin"] == told(other)
    assert ["Ann: More · 1 coin each: bank → everybody · +1 coin from bank"] == detailed(other, 1)


def test_what_several_pay_from_one_purse_of_theirs_to_the_other() -> None:
    """Not only the player whose move it is."""
    assert ["Ann: Lay · everybody: 1 coin each: coins → bid"] == detailed(played(PURSES, "lay"), 1)


def test_which_of_several_purses() -> None:
    """By its key, or by its name where it is not the first of the counter."""
    table = played(PURSES, "dig")

    assert ["Ann: Dig · gets 2 tokens (ruby), gets 2 tokens (onyx)"] == told(table)
    assert "Set-up · everybody gets 10 coins, everybody gets 4 coins (bid)" == told(table, 2)[0]


def test_yes_and_no_are_told_where_they_have_words() -> None:
    """What rules only remember has none."""
    assert ["Ann: Risk it · out of the round: yes"] == told(played(PURSES, "risk"))


def test_counters_without_words_in_another_language() -> None:
    """Their names have no plural that the program knows."""
    with speaking("de"):
        assert ["Ann: Gain · bekommt 6 × coin"] == told(played(PURSES, "gain"))


def test_names_that_english_gives_no_plural() -> None:
    """The number stands before the bare name, in any language; number forms say it otherwise."""
    golden = PURSES.replace("coin", "gold")
    formed = golden.replace("gold: counter, 60", 'gold: counter, 60 "gold piece|gold pieces"')
    regular = PURSES.replace("coin", "ox").replace("ox: counter, 60", 'ox: counter, 60 "golden key"')

    assert ["Ann: Gain · gets 6 gold"] == told(played(golden, "gain"))
    assert ["Ann: Gain · gets 6 gold pieces"] == told(played(formed, "gain"))
    assert ["Ann: Gain · gets 6 golden keys"] == told(played(regular, "gain"))
    with speaking("de"):
        assert ["Ann: Gain · bekommt 6 gold"] == told(played(golden, "gain"))


def test_dice_are_told_as_dice() -> None:
    """With what they show; of those that are rolled at once where they go only how many they are."""
    table = loads(DICE).start(players=2, seed=3)
    faces = [choice.text.removeprefix("use(").removesuffix(")") for choice in table.legal() if choice.action == "use"]
    table.apply(f"use({faces[0]})")
    first, second = f"Ann: Use a die: {faces[0]}", f"die ({faces[0]}) to dice not in use"

    assert f"{first} · {second}" == told(table)[0]

    table.apply("again")

    assert told(table, 4)[1].endswith(" to dice not in use, 2 dice to dice to play")


def test_a_selection_that_is_empty_is_told_in_words() -> None:
    """Not as the rule file writes it."""
    table = played(CHIPS, "take")

    assert ["takes blue ×2, the chips in the middle whose suit is blue: 1 missing"] == told(table)
