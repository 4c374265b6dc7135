"""Every kind of player is told of wherever players are; every node that fills a frame is known to determinizations."""

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

from gamedsl.cli import group
from gamedsl.players.imagine.determinized_frames import BINDERS
from gamedsl.players.seats import KINDS, OWN
from gamedsl.semantics import core
from gamedsl.semantics.core import model

ROOT = Path(__file__).parents[2]
HOLDERS = frozenset({"slot", "loop"})
WITHIN_A_VALUE = {core.Loop, core.Local}
"""A loop within a value is over before the next decision; reading a place fills none."""


@pytest.mark.parametrize("kind", list(OWN))
def test_every_player_in_the_docs(kind: str) -> None:
    """docs/bots.md has a row for each."""
    rows = [line for line in (ROOT / "docs" / "bots.md").read_text("utf-8").splitlines() if line.startswith("| `")]

    assert any(line.startswith((f"| `{kind}`", f"| `{kind}:")) for line in rows)


@pytest.mark.parametrize("kind", list(OWN))
@pytest.mark.parametrize("verb", ["play", "simulate", "compare"])
def test_every_player_in_the_help(verb: str, kind: str) -> None:
    """The option that says who plays names each."""
    help_ = " ".join(CliRunner().invoke(group, [verb, "--help"]).stdout.split())
    _, _, behind = help_.partition("Who plays")

    assert kind in behind.partition("--seed")[0]


@pytest.mark.parametrize("kind", list(OWN))
def test_every_player_in_the_message(kind: str) -> None:
    """Who asks for an unknown player is told of each."""
    assert kind in KINDS


@pytest.mark.parametrize("kind", [one for one in OWN if one != "random"])
def test_players_who_think_say_how(kind: str) -> None:
    """Reports say in words what such players do; only random ones have no aim."""
    assert OWN[kind].does
    assert "" == OWN["random"].does


def classes() -> Iterator[type]:
    """Walk the classes of the checked game that are steps, or lines of an action."""
    for module in (core, model):
        for one in vars(module).values():
            if isinstance(one, type) and attrs.has(one):
                yield one


@pytest.mark.parametrize(
    "kind",
    [
        one
        for one in dict.fromkeys(classes())
        if HOLDERS & {field.name for field in attrs.fields(one)} and not issubclass(one, core.Value)
    ],
    ids=lambda kind: kind.__name__,
)
def test_every_node_that_fills_a_frame_is_known(kind: type) -> None:
    """What it puts into an open frame is exchanged with the pieces it names, or worked out anew."""
    assert kind in BINDERS or kind in WITHIN_A_VALUE
