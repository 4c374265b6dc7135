"""The tree of a game: chance as nodes whose outcomes are listed with their probabilities, and chosen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.play.engines import engine_for
from gamedsl.tree.nodes import Node, tree_of
from tests.helpers.kernel.comparing import field


def walked(node: Node, chance: Fraction, found: list[tuple[Fraction, tuple[int, ...]]]) -> None:
    """Gather all ends of a tree with the probability that chance and players at random come there, and the points."""
    if node.kind == "end":
        assert node.table is not None
        outcome = node.table.outcome()
        assert outcome is not None
        found.append((chance, outcome.points))
        return
    ways = [(one, one.probability) for one in node.outcomes]
    choices = node.legal()
    for move, part in [*ways, *((one, Fraction(1, len(choices))) for one in choices)]:
        walked(node.after(move), chance * part, found)


def counted(game: gamedsl.Game, **how: bool) -> Counter[str]:
    """Count the nodes of a whole tree by their kind."""
    found, waiting = Counter[str](), [tree_of(game, **how)]
    while waiting:
        node = waiting.pop()
        found[node.kind] += 1
        waiting += [node.after(move) for move in (*node.outcomes, *node.legal())]
    return found


@pytest.mark.parametrize(
    ("name", "wanted", "log"),
    [
        ("kuhn_poker", {"chance": 4, "decision": 24, "end": 30}, False),
        ("kuhn_poker", {"chance": 4, "decision": 24, "end": 30}, True),
        ("leduc_poker", {"chance": 157, "decision": 3780, "end": 5520}, False),
    ],
)
def test_whole_trees(name: str, wanted: dict[str, int], log: bool) -> None:
    """No chance is lost on the way, though the engine exchanges its program behind some thousand decisions.

    Whatever takes the place of something else must hold what has been planted there. In Leduc poker the second card
    on the table was drawn without a node, after a while. The numbers are those of the games of OpenSpiel, where copies
    of a card are outcomes of their own.
    """
    assert wanted == counted(gamedsl.load(f"examples/{name}.game"), log=log)


def test_a_tree_with_a_log_and_a_limit() -> None:
    """Tables tell what has happened, as those of a game do; behind the limit it is over, without winners."""
    node = tree_of(gamedsl.load("examples/kuhn_poker.game"), limit=1, log=True)
    while node.kind != "end":
        node = node.after(node.outcomes[0] if node.outcomes else node.legal()[0])
    assert node.table is not None
    outcome = node.table.outcome()
    assert outcome is not None

    assert ("unfinished", 1) == (outcome.status, node.table.decisions)
    assert any("Ann" in line for line in node.table.log(None))


def test_kuhn_poker_as_a_whole() -> None:
    """Six deals with five endings each; between players at random the first wins one coin in eight games."""
    found: list[tuple[Fraction, tuple[int, ...]]] = []
    walked(tree_of(gamedsl.load("examples/kuhn_poker.game")), Fraction(1), found)
    gain = sum(chance * points[0] for chance, points in found)
    both = sum(chance * sum(points) for chance, points in found)

    assert (30, 1, Fraction(1, 8)) == (len(found), sum(chance for chance, _ in found), gain - both / 2)


def test_what_chance_may_give_is_named() -> None:
    """The first card of Kuhn poker is one of three, each named as in the rule file."""
    node = tree_of(gamedsl.load("examples/kuhn_poker.game"))

    assert ("chance", ["jack", "queen", "king"], {Fraction(1, 3)}) == (
        node.kind,
        [one.words.lower() for one in node.outcomes],
        {one.probability for one in node.outcomes},
    )


@pytest.mark.parametrize("name", ["mogul", "tycoon", "examples/six_tricks.game", "examples/liars_dice.game"])
def test_a_game_from_a_seed_is_a_way_through_the_tree(name: str) -> None:
    """Where the outcomes are those that a seed gives, the same choices are legal and the same points come out."""
    game = gamedsl.load(name)
    kernel = PythonKernel(program_of(engine_for(game.checked, game.players.start).set_up, NAMES))
    given: list[int] = []

    def noted(s: list[int], stream: int, number: int, outcomes: int) -> int:
        found = draw(s[kernel.at["key"]], 0, stream, number, outcomes)
        given.extend([found] if outcomes > 1 else [])
        return found

    kernel.module["draw"] = noted
    s, node = kernel.start(5), tree_of(game)
    codes = kernel.codes(s)
    for number in range(40):
        for one in given:
            assert "chance" == node.kind
            node = node.after(one)
        given.clear()
        assert node.table is not None
        assert (tuple(codes), field(kernel, s, "points")) == (node.table.codes(), list(node.table._state.points))
        if not codes:
            return
        code = codes[draw(5, 0, 255, number, len(codes))]
        kernel.apply(s, code)
        codes, node = kernel.codes(s), node.after(code)


def test_what_is_no_move_is_refused() -> None:
    """Numbers that are no outcome, and codes that are not legal, are errors."""
    node = tree_of(gamedsl.load("examples/kuhn_poker.game"))
    with pytest.raises(gamedsl.IllegalChoice, match="no outcome"):
        node.after(3)
    decision = node.after(0).after(1)
    with pytest.raises(gamedsl.IllegalChoice, match="not legal"):
        decision.after(99)


def test_a_set_up_that_does_not_exist() -> None:
    """The same errors as for a table."""
    with pytest.raises(gamedsl.SetupError, match="players"):
        tree_of(gamedsl.load("examples/kuhn_poker.game"), players=7)
