"""The name of a JSON document -> its JSON Schema (draft 2020-12), kept beside this module as a file"""

from __future__ import annotations

import json
from typing import Any

from gamedsl.option_values import shortly
from gamedsl.packages import package_folder

NAMES = ("legend", "view", "question", "events")
"""The documents that have a schema, by the last word of their format."""


def schema_text(name: str) -> str:
    """Return the schema of a document as text; raise ValueError for a name that is not one of ``NAMES``."""
    if name not in NAMES:
        raise ValueError(f"there is no document {shortly(name)}, but {', '.join(NAMES)}")
    return (package_folder(__name__) / f"{name}.json").read_text("utf-8")


def schema(name: str) -> dict[str, Any]:
    """Return the schema of a document; raise ValueError for a name that is not one of ``NAMES``."""
    found: dict[str, Any] = json.loads(schema_text(name))
    return found
