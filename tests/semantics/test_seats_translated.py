"""Names of seats in another language, and the letters that stand for players."""

import gamedsl
from gamedsl.presentation.view_data import initials
from tests.helpers.texts import game_text

SEATS = game_text("semantics/seats_translated")
GERMAN = "key,words\nplayers.North,Nord\nplayers.South,Norden\n"


def test_seats_are_called_in_the_language() -> None:
    """Choices, reasons, views, the log and the end say it; moves, and what is kept, have the names of the rules."""
    table = gamedsl.loads(SEATS, "g.game", {"g.de.csv": GERMAN}, "de").start(log=True)
    assert ("Nord", "Norden", "East") == table.names == tuple(seat.name for seat in table.view().seats)
    assert [("give(South)", "Norden"), ("give(East)", "East")] == [(one.text, one.label) for one in table.legal()]
    table.apply("give(South)")
    table.apply("give(East)")
    assert ["that is enough for Norden"] == [one.reason for one in table.refusals()]
    assert any(line.startswith("Norden") for line in table.log()) and "South" not in "".join(table.log())
    assert "Norden" in [one.text for one in table.view().values]
    assert ("North", "South", "East") == table.game.checked.seat_names
    assert table.game.restore(table.save()).names == table.names


def test_a_letter_stands_for_one_player() -> None:
    """The first one of the name; where another player has that a small one, then any other, and at last the first."""
    assert ("B", "G", "R", "g") == initials(("Blau", "Gelb", "Rot", "Grün"))
    assert ("A", "a", "n") == initials(("Ann", "Anna", "Anne"))
    assert ("A", "a", "A") == initials(("A", "Aa", "A"))
