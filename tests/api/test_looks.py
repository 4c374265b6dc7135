"""What is new since a look, groups of choices, and what may be taken back, from Python."""

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
