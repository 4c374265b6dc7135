"""What expressions read and steps write, and the walk over all bodies of a game."""

import pytest

from gamedsl.api import loads
from gamedsl.semantics import core
from gamedsl.semantics.core.model import CheckedGame
from gamedsl.semantics.core.reads import reads, writes
from gamedsl.semantics.core.walk import bodies, children, walk
from tests.helpers.texts import game_text

GAME = game_text("semantics/reads")


def game(condition: str = "gold > 3", step: str = "set gold to 1") -> CheckedGame:
    """Return a checked game whose action has this condition and whose setup is this step."""
    return loads(GAME.format(condition=condition, step=step)).checked


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ("gold > 3", {"gold"}),
        ("you.loud or count(pile) > 2", {"player.loud", "pile"}),
        ("you.points > 3", {"points"}),
        ("price > 2", {"silver", "die"}),
        ("you.rich", {"silver", "die", "player.chips"}),
        ("any(c.good for each c in pile)", {"pile", "gold", "player.loud"}),
        ("fancy.good", {"player.loud"}),
        ("plain.owner = you", {"pile", "player.hand"}),
    ],
)
def test_reads(condition: str, names: set[str]):
    """Reading goes through terms, their modifiers and cells of rule text; the place of a piece is in its zones."""
    checked = game(condition)
    when = checked.actions["clap"].elements[0]

    assert names == reads(checked, when.condition)


def test_possible_reads_conditions_and_costs():
    """`possible` reads what decides whether the action can be done."""
    checked = game()
    leaf = checked.phases["round"].plan
    value = core.Possible(span=leaf.span, type=checked.terms["player.rich"].value.type, leaf=leaf)

    assert {"gold", "player.chips", "bank"} == reads(checked, value)


@pytest.mark.parametrize(
    ("step", "names"),
    [
        ("set gold to silver", {"gold"}),
        ("pay gold from bank to A.chips", {"bank", "player.chips"}),
        ("deal 1 from pile to A.hand", {"pile", "player.hand"}),
        ("shuffle pile", {"pile"}),
        ("roll die", {"die"}),
        ("roll gold in 0..9", {"gold"}),
        ("for each p in players: set p.loud to yes", {"player.loud"}),
    ],
)
def test_writes(step: str, names: set[str]):
    """Steps write the entries that they change, not those that they read."""
    checked = game(step=step)

    assert names == writes(checked, *checked.setup)


def test_walk_meets_every_part_once():
    """A walk begins with the node itself and meets what `children` gives, outermost first."""
    condition = game("gold > 3 and you.loud").actions["clap"].elements[0].condition

    assert [core.And, core.Compare, core.ReadValue, core.Const, core.ReadValue, core.You] == [
        type(node) for node in walk(condition)
    ]
    assert [core.Compare, core.ReadValue] == [type(node) for node in children(condition)]


def test_bodies_have_roles():
    """Every body of a game is named with the paragraph it belongs to and its role."""
    found = {(body.section, body.paragraph, body.role) for body in bodies(game()) if body.parts}

    assert {
        ("setup", "setup", "setup"),
        ("table", "gold", "initial"),
        ("terms", "price", "term"),
        ("cells", "card.fancy.good", "term"),
        ("phases", "round", "who"),
        ("phases", "round", "plan"),
        ("actions", "clap", "guard"),
        ("actions", "clap", "cost"),
        ("modifiers", "dear", "guard"),
        ("modifiers", "dear", "term"),
        ("end", "end", "referee"),
    } <= found
