"""What may not be there where it is moved, and where pieces lie before the game: what is told, and what helps."""

import pytest

from gamedsl.diagnostics.diagnostic import Diagnostic
from tests.helpers.checking.additions import BASE, check, found, only

WITH_STEPS = BASE.replace("pile: stack of card", "pile: stack of card, refilled from used\n  used: heap of card") + (
    "actions\n  extra\n    then:\n"
)
HOUSE = "the t in shop where t.cost = 3 with most 1 ties in order"


def told(*lines: str) -> Diagnostic:
    """Return the warning about something that may be none in steps."""
    return only(WITH_STEPS + "".join(f"      {line}\n" for line in lines), "GDTYP11")


def warned(*lines: str) -> list[str]:
    """Return the codes that are found in steps."""
    return found(WITH_STEPS + "".join(f"      {line}\n" for line in lines))


@pytest.mark.parametrize("piece", [HOUSE, "only(t for each t in shop where t.cost = 3)"])
def test_a_piece_that_is_looked_for(piece: str) -> None:
    """A single piece out of some may be missing when it is moved: the name in the help is asked for, then moved."""
    finding = told(f"move ({piece}) to you.tiles")
    assert f"give it a name, `let found = {piece}`, and ask first: `if found != none:` around" in finding.help
    assert [] == warned(f"let found = {piece}", "if found != none: move found to you.tiles")


def test_the_only_piece() -> None:
    """What is read again as it stands is asked for as it stands."""
    assert "`if only(shop) != none:` around it" in told("move only(shop) to you.tiles").help
    assert [] == warned("if only(shop) != none: move only(shop) to you.tiles")


def test_what_is_drawn() -> None:
    """Nothing is said of the top of a stack that is drawn, nor of all pieces of a place."""
    filled = "deal 1 from deck to pile"
    assert [] == warned(filled, "move pile.top to you.hand", "move deck.bottom to you.hand", "move shop to you.tiles")


def test_the_top_of_a_stack_that_is_refilled() -> None:
    """Asking whether something lies on a stack refills nothing, so that is no help: the piece is drawn first."""
    finding = told("let c = pile.top", "move c to used")
    assert "an empty `pile` is refilled when something is drawn from it, not when it is looked at" in finding.help
    assert "`if c != none:`" in told("let c = deck.top", "move c to used").help


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (
            "  box: heap of pawn, full\n  place: heap of pawn\n",
            ["The entry of the table `place` is never used.", "use it somewhere or remove it"],
        ),
        (
            "  box: heap of pawn, full\n",
            [
                "The entry of the table `box` is never used.",
                "use it somewhere, or remove it together with `pawn`",
            ],
        ),
    ],
)
def test_the_place_where_pieces_start(entries: str, expected: list[str]) -> None:
    """Pieces that are moved elsewhere need the place where all of them start; else it goes with its component."""
    text = f"{BASE}components\n  pawn: piece, 4\ntable\n{entries}"
    (finding,) = [one for one in check(text)[1] if one.code == "GDNAM07" and one.span.line > BASE.count("\n")]
    assert expected == [finding.message, finding.help]
