"""JSON Schemas made of typed classes: what each type becomes, and that documents changed at any place are refused."""

import json
from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from jsonschema import Draft202012Validator

import gamedsl
from gamedsl import documents
from gamedsl.documents.json_schema import Limits, Named, Written, schema_of
from gamedsl.documents.schemas import NAMES
from gamedsl.engine import events as ev
from tests.helpers.sample_games.documents import BIDS, HANDS

Colour = Annotated[str, Limits(pattern="^#[0-9a-f]{6}$"), "As in CSS.", Named("colour")]
Shade = Annotated[str, Named("colour")]


class Leaf(TypedDict):
    """Nothing grows on it."""

    green: bool


class RoundLeaf(Leaf):
    size: Annotated[int, Limits(minimum=0), "Across."]


class Tree(TypedDict):
    """A tree

    Of any kind.
    """

    kind: Literal["oak", "fir"]
    version: Literal[1]
    leaves: list[Leaf | RoundLeaf]
    bark: Annotated[Colour, "From the north."]
    inside: NotRequired[Colour | None]
    ages: dict[str, tuple[int, ...]]
    inner: Annotated[Any, Written(lambda schema: schema(str | bool))]
    trees: Annotated[list["Tree"], Named("trees")]


def test_types_become_schemas() -> None:
    """Keys, unions, lists, maps, names, limits and texts; the docstring is title and description."""
    leaf = {"green": {"type": "boolean"}}
    expected = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "tree:1",
        "title": "A tree",
        "description": "Of any kind.",
        "type": "object",
        "properties": {
            "kind": {"enum": ["oak", "fir"]},
            "version": {"const": 1},
            "leaves": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/leaf"}, {"$ref": "#/$defs/round_leaf"}]}},
            "bark": {"$ref": "#/$defs/colour", "description": "From the north."},
            "inside": {"anyOf": [{"$ref": "#/$defs/colour"}, {"type": "null"}]},
            "ages": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}},
            "inner": {"anyOf": [{"type": "string"}, {"type": "boolean"}]},
            "trees": {"$ref": "#/$defs/trees"},
        },
        "required": ["kind", "version", "leaves", "bark", "ages", "inner", "trees"],
        "additionalProperties": False,
    }
    found = schema_of(Tree, "tree:1")
    defined = found.pop("$defs")
    assert expected == found
    assert {"type": "array", "items": {"$ref": "#/$defs/tree"}} == defined["trees"]
    assert {"type": "string", "pattern": "^#[0-9a-f]{6}$", "description": "As in CSS."} == defined["colour"]
    size = {"type": "integer", "minimum": 0, "description": "Across."}
    assert leaf | {"size": size} == defined["round_leaf"]["properties"]
    assert ("Nothing grows on it.", leaf) == (defined["leaf"]["description"], defined["leaf"]["properties"])


def test_what_is_no_data_is_refused() -> None:
    """A type that JSON cannot hold, and two types under one name."""
    with pytest.raises(TypeError, match="no JSON Schema is known for <class 'bytes'>"):
        schema_of(TypedDict("Odd", {"it": bytes}))
    with pytest.raises(TypeError, match="two types of one schema are called `colour`"):
        schema_of(TypedDict("Two", {"one": Colour, "other": Shade}))


def test_every_kind_of_event_has_its_shape() -> None:
    """Its fields follow from its class: none is written twice, and none is forgotten."""
    shapes = documents.schema("events")["$defs"]["event"]["anyOf"]
    assert list(ev.KINDS) == [one["properties"]["event"]["const"] for one in shapes]
    assert all(list(one["properties"]) == one["required"] for one in shapes)


def made(name: str) -> Iterator[Any]:
    """Yield documents from the middle of some games, as another program reads them."""
    for game in (gamedsl.loads(HANDS), gamedsl.loads(BIDS), *map(gamedsl.load, ("mogul", "checkers"))):
        table, random = game.start(seed=2), Random(1)
        for _ in range(9):
            if table.decider is not None:
                table.apply(random.choice(table.codes()))
        maker = getattr(documents, name)
        found = maker(table) if name in ("legend", "question") else maker(table, 0)
        if found is not None:  # nobody is asked at the end
            yield json.loads(json.dumps(found))


def places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Yield where something stands in a document: what holds it, and its key or number there."""
    if isinstance(part, dict | list):
        for key in list(part) if isinstance(part, dict) else range(len(part)):
            yield part, key
            yield from places(part[key])


MAPS = ("options", "words")
"""Objects that have the names of a game as keys."""
OPTIONAL = {"filled", "of", "id", "owner", "low", "high"}
"""Keys of segments and of numbers that stand there only where they mean something."""


@pytest.mark.parametrize("name", NAMES)
def test_changed_documents_are_refused(name: str) -> None:
    """Another key, a key less, and at any place something that no document holds."""
    fits, random = Draft202012Validator(documents.schema(name)).is_valid, Random(3)
    for document in made(name):
        assert fits(document)
        maps = [document[one] for one in MAPS if isinstance(document.get(one), dict)]
        found = list(places(document))
        for holder, key in random.sample(found, min(30, len(found))):
            before = holder[key]
            holder[key] = {"nobody": None}
            assert not fits(document), key
            if isinstance(before, dict) and before not in maps:
                holder[key] = before | {"secret": None}
                assert not fits(document), key
            if isinstance(holder, dict) and key not in OPTIONAL and holder not in maps:
                del holder[key]
                assert not fits(document), key
            holder[key] = before
        assert fits(document)
