"""Every rule of a game's catalogue is cited by a rule or scenario of the game, and nothing else is cited."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest

from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse

GAMES = Path(__file__).parents[2] / "games"
CATALOGUES = ("mogul", "quatre_etoiles", "saloon_tycoon", "tycoon")
"""The games that follow a catalogue: its ids are listed in ``rules.csv`` in the folder of the game."""
FILES = [(game, name) for game in CATALOGUES for name in (f"{game}.game", f"{game}_scenarios.game")]


def catalogue(game: str) -> list[str]:
    """All ids of the catalogue in its order: rules, scenarios, open questions."""
    with (GAMES / game / "rules.csv").open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def references(value: object) -> Iterator[nodes.Reference]:
    """All references in a tree of nodes, in the order of the text."""
    if isinstance(value, nodes.Reference):
        yield value
    elif isinstance(value, nodes.Node):
        for field in attrs.fields(type(value)):
            if field.name not in {"span", "name_span"}:
                yield from references(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from references(item)


def ends(reference: nodes.Reference) -> list[str]:
    """The ids that are written in a reference: one, or the two ends of a range."""
    return [reference.first] if reference.last is None else [reference.first, reference.last]


def covered(reference: nodes.Reference, ids: list[str]) -> list[str]:
    """The ids of the catalogue that a reference stands for; the catalogue's order makes a range a slice."""
    written = ends(reference)
    return ids[ids.index(written[0]) : ids.index(written[-1]) + 1]


@cache
def cited_in(name: str) -> tuple[nodes.Reference, ...]:
    """All references of a bundled file; the file must parse without a diagnostic."""
    path = GAMES / name
    findings: list[str] = []
    tree = parse(
        Source(str(path), path.read_text(encoding="utf-8")), lambda code, span, **values: findings.append(code)
    )
    assert findings == []
    found = tuple(references(tree))
    assert found != ()
    return found


@pytest.mark.parametrize(("game", "name"), FILES, ids=[name for _, name in FILES])
def test_only_ids_of_the_catalogue_are_cited(game: str, name: str) -> None:
    """A reference names an id of the catalogue, and a range runs forwards within one sort of ids."""
    ids = catalogue(game)
    cited = cited_in(name)
    assert [end for reference in cited for end in ends(reference) if end not in ids] == []
    assert [reference for reference in cited if covered(reference, ids) == []] == []
    assert [reference for reference in cited if len({re.sub(r"\d", "", end) for end in ends(reference)}) > 1] == []


@pytest.mark.parametrize("game", CATALOGUES)
def test_every_rule_is_cited_by_the_game(game: str) -> None:
    """No rule (MOG-001 to MOG-122 …) is left without a card, entry, condition or step that implements it."""
    ids = catalogue(game)
    cited = {item for reference in cited_in(f"{game}.game") for item in covered(reference, ids)}
    assert [item for item in ids if re.fullmatch(r"[A-Z]+-\d+", item) and item not in cited] == []


@pytest.mark.parametrize("game", CATALOGUES)
def test_every_scenario_is_cited_by_a_scenario_card(game: str) -> None:
    """No scenario (MOG-S01 to MOG-S40 …) is left without a card that plays it."""
    ids = catalogue(game)
    cited = {item for reference in cited_in(f"{game}_scenarios.game") for item in covered(reference, ids)}
    assert [item for item in ids if "-S" in item and item not in cited] == []


@pytest.mark.parametrize("game", CATALOGUES)
def test_every_open_question_is_named_by_the_game(game: str) -> None:
    """Every open question is an option or is decided in a comment: its id stands in the text of the rules."""
    text = (GAMES / f"{game}.game").read_text(encoding="utf-8")
    assert [item for item in catalogue(game) if "-Q" in item and item not in text] == []
