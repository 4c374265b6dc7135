"""What is new since a look, groups of choices, and what may be taken back, from Python."""

import pytest

import gamedsl


def mogul() -> gamedsl.Table:
    """Return a game of three."""
    return gamedsl.load("mogul").start(players=3, seed=7)


def test_lines_and_things_that_are_new() -> None:
    """A look tells what has changed since an earlier one, and nothing has since itself."""
    table = mogul()
    before = table.look(0)
    assert table.changes(before) == gamedsl.Changes((), (), (), (), (), ())

    table.apply("borrow")
    new = table.changes(before)
    assert list(before.story) + list(new.story) == list(table.look(0).story)
    assert (1,) == new.seats
    assert [("bank", 27, 25)] == [(one.now.entry, one.before.amount, one.now.amount) for one in new.cells if one.before]


def test_what_was_taken_back_and_done_again_is_new() -> None:
    """Behind an undo a look forgets what has been taken back."""
    table = mogul()
    table.apply("pass")
    before, start = table.look(0), table.copy()
    table.apply("borrow")
    seen = table.look(0)

    back = seen.back_to(start.look(0))
    assert len(back.story) == len(before.story)
    assert table.changes(back).story == table.changes(before).story != ()
    assert () == table.changes(seen).story


def test_a_look_of_somebody_else_or_at_another_game_is_refused() -> None:
    """Nothing could be said of what is new since then."""
    table, other = mogul(), gamedsl.load("kuhn_poker").start()
    for before in (other.look(0), gamedsl.load("mogul").start(players=4).look(0)):
        with pytest.raises(ValueError, match="an earlier look of the same viewer at the same game"):
            table.changes(before)
    with pytest.raises(ValueError, match="same viewer"):
        table.look(0).since(table.look(1))


def test_whether_there_is_a_way_back_is_told_without_going_it() -> None:
    """As often as somebody asks; the reason is the same as when it is tried."""
    table, history = mogul(), gamedsl.History()
    assert (False, history.why) == (history.undo(0, table.names).possible, history.undo(0, table.names).why)
    before, seat = table.copy(), table.decider
    table.apply("borrow")
    history.note(before, table, seat, asked=True, person=True)
    for _ in range(2):
        assert gamedsl.Undo("", 0) == history.undo(seat, table.names)
    other = (seat + 1) % 3
    refused = history.undo(other, table.names)
    assert (False, history.back(other, table.names)) == (refused.possible, refused.why)
    assert 0 == history.back(seat, table.names).decisions
    assert not history.undo(seat, table.names).possible


def test_nothing_hidden_is_a_change() -> None:
    """What others get in secret is none for who cannot see it."""
    table = mogul()
    before = table.look(None)
    table.apply("borrow")
    assert "player.chips" not in {one.now.entry for one in table.changes(before).cells}


def test_choices_of_one_action_stand_together() -> None:
    """Groups have all choices in their order, and what these have in common."""
    table = gamedsl.load("tycoon").start(2, seed=7)
    groups = table.groups()
    assert list(table.legal()) == [choice for group in groups for choice in group.choices]
    assert ("buy_charter", "Buy a charter ticket", 6) in [
        (group.action, group.words, len(group.choices)) for group in groups
    ]


def test_a_history_gives_the_table_before() -> None:
    """A decision may be taken back by whoever made it, also behind a program's, and by nobody else."""
    table, history = mogul(), gamedsl.History()
    for text, person in (("borrow", True), ("pass", False)):
        before, seat = table.copy(), table.decider
        table.apply(text)
        history.note(before, table, seat, asked=True, person=person)
    assert "nobody takes back another player's" in history.back(0, table.names)
    back = history.back(1, table.names)
    assert isinstance(back, gamedsl.Table)
    assert (1, 0) == (back.decider, back.decisions)
