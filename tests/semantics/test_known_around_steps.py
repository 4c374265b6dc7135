"""What is known of values behind steps that set others, inside loops and behind branches."""

import pytest

from tests.helpers.checking.additions import action, added, steps


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["if target = none: set target to you", "set first to target"], []),
        (["if target = none: set round to 2", "set first to target"], ["GDTYP11"]),
        (["if round > 3: set target to you", "else: set target to first", "set first to target"], []),
        (
            ["if round > 3: set target to you", "else if round < 2: set target to you", "set first to target"],
            ["GDTYP11"],
        ),
        (["if round = 10: set round to 1", "set round to round + 1"], []),
        (["if round = 9: set round to 1", "set round to round + 1"], ["GDRNG02"]),
    ],
    ids=["made sure", "something else", "on both ways", "not on the third way", "a number", "another number"],
)
def test_behind_a_branch(lines: list[str], expected: list[str]) -> None:
    """Behind `if` holds what holds at the end of every branch, and where no branch is gone."""
    assert expected == steps(*lines)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("set round to 3", []),
        ("set level[red] to 3", []),
        ("roll round in 1..6", []),
        ("set target to none", ["GDFLO34", "GDTYP11"]),
        ("set players.best to 3", []),
        ("roll die", []),
    ],
)
def test_behind_a_step(line: str, expected: list[str]) -> None:
    """Setting or rolling one value says nothing of another one."""
    assert expected == action("when: target != none", f"then:\n  {line}\n  set first to target")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("for each p in players where p.best != none: set p.best to p.best / 2", []),
        ("for each p in players where p.best < 9: set p.best to p.best + 1", []),
        ("for each p in players where p.best < 9: set you.best to p.best + 1", ["GDRNG02", "GDTYP11"]),
        ("for each p in players where p.best < 9: set next(p).best to p.best + 1", ["GDRNG02", "GDTYP11"]),
        ("for each c in colour where level[c] < 5: set level[c] to level[c] + 1", []),
        ("for each c in colour where level[red] < 5: set level[c] to level[red] + 1", ["GDRNG02"]),
        ("for each p in players where next(p, {target}) != none: set next(p, {target}).best to 1", []),
        (
            "for each p in players where next(p, {target}) != none: set first to next(p, {target}); set target to none",
            ["GDTYP11"],
        ),
        ("repeat 2 times: set level[red] to round / 2", []),
    ],
)
def test_in_a_loop(line: str, expected: list[str]) -> None:
    """What the condition of a loop says holds in its passes, unless another pass may change it."""
    assert expected == sorted(steps(line))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("for each p in players: set p.best to 2", []),
        ("for each p in players where p.best = 2: set target to none", ["GDTYP11"]),
        ("repeat 2 times: set round to 2", []),
        ("repeat 2 times:\n    if round > 2: set target to none", ["GDTYP11"]),
        ("for each p in players: other", ["GDTYP11"]),
    ],
)
def test_behind_a_loop(line: str, expected: list[str]) -> None:
    """Behind a loop all is known that its steps cannot change."""
    extra = f"actions\n  extra\n    when: target != none\n    then:\n      {line.replace(chr(10), chr(10) + '    ')}\n"
    codes = added(extra + "      set first to target\nrules\n  other\n    then: set target to none\n")

    assert expected == [code for code in codes if code in ("GDTYP11", "GDRNG02")]


WATCH = "triggers\n  gone\n    when: {when}\n    then: {then}\n"


@pytest.mark.parametrize(
    "line",
    [
        "set round to 5",
        "roll round in 1..6",
        "if round > 3: set round to 5",
        "for each p in players: set p.best to 2",
        "repeat 2 times: set round to 5",
    ],
)
def test_what_triggers_set(line: str) -> None:
    """A trigger that watches may come behind any step: what it sets is not known any more, directly or by a rule."""
    extra = f"actions\n  extra\n    when: target != none\n    then:\n      {line}\n      set first to target\n"
    rule = "rules\n  other\n    then: set target to none\n"

    def told(trigger: str) -> list[str]:
        return [code for code in added(extra + rule + trigger) if code == "GDTYP11"]

    assert ["GDTYP11"] == told(WATCH.format(when="round = 5", then="set target to none"))
    assert ["GDTYP11"] == told(WATCH.format(when="round = 5", then="other"))
    assert [] == told(WATCH.format(when="round = 5", then="set round to 6"))
    assert [] == told("triggers\n  gone\n    after: other\n    then: set target to none\n")


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("largest(2, p.coins for each p in players)[2]", []),
        ("smallest(2, players.points)[2]", []),
        ("largest(3, players.points)[3]", ["GDTYP11"]),
        ("largest(2, p.coins for each p in players where p.rich)[2]", ["GDTYP11"]),
        ("largest(2, 3 for each m in marker)[2]", []),
        ("largest(3, 3 for each m in marker)[3]", ["GDTYP11"]),
        ("largest(4, p.coins for each p in players for each c in {red, blue})[4]", ["GDTYP11"]),
        ("largest(6, p.coins for each p in players for each c in colour)[6]", []),
    ],
)
def test_places_of_the_largest(what: str, expected: list[str]) -> None:
    """There are at least as many numbers as the fewest players have things that are gone through without a question."""
    assert expected == steps(f"set round to min(10, max(1, {what}))")
