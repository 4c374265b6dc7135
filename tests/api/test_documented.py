"""The public API is what docs/api.md documents: no name more and no name less, and what is returned is public too."""

import inspect
import re
from pathlib import Path

import attrs
import pytest

import gamedsl

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
EXPORTED = {name: getattr(gamedsl, name) for name in gamedsl.__all__}
CLASSES = {name: found for name, found in EXPORTED.items() if inspect.isclass(found)}
FUNCTIONS = {name: found for name, found in EXPORTED.items() if not inspect.isclass(found)}
_TABLE = re.compile(r"^\| `(?P<name>[A-Za-z]+)` \|.*\n\|[-|]+\|\n(?P<rows>(?:\|.*\n)+)", re.MULTILINE)
_CALLED = re.compile(r"`(\w+)")
_KNOWN = re.compile(
    r"\b(?:str|int|bool|float|None|tuple|list|dict|frozenset|range|Any|Literal|Mapping|Sequence|Iterator|Path|object|"
    r"Self)\b|\"[^\"]*\"|'[^']*'"
)
INSIDE = {"CheckedGame"}
"""What `Game.checked` holds: passed on without being public."""
LITERALS = {"DeedKind", "Form", "Severity"}
"""Names for the few words that a field can have; the page tells the words."""
STANDARD = {"Fraction"}
"""Of Python's own library."""


def documented() -> dict[str, set[str]]:
    """Return the members of every class that has a table of its own on the page."""
    return {
        table["name"]: {name for row in table["rows"].splitlines() for name in _CALLED.findall(row.split(" | ")[0])}
        for table in _TABLE.finditer(PAGE)
    }


def members(cls: type) -> set[str]:
    """Return what a user can reach on an object: fields, properties, methods, and what ``__init__`` sets."""
    own = [base for base in cls.__mro__ if base.__module__.startswith("gamedsl")]
    found = {name for base in own for name in (*vars(base), *getattr(base, "__annotations__", {}))}
    found |= {field.name for field in attrs.fields(cls)} if attrs.has(cls) else set()
    found |= {name for base in own if "__init__" in vars(base) for name in _set_by(vars(base)["__init__"])}
    return {name for name in found if not name.startswith("_")}


def _set_by(method: object) -> list[str]:
    try:
        return re.findall(r"^ +self\.(\w+)(?:: [^=]+)? = ", inspect.getsource(method), re.MULTILINE)
    except (OSError, TypeError):
        return []


def returned(function: object) -> str:
    """Return the annotation of what a function returns, or of a property."""
    called = function.fget if isinstance(function, property) else function
    return str(getattr(called, "__annotations__", {}).get("return", ""))


def test_every_exported_name_is_documented():
    """Functions stand in the table of functions, classes have a table each; nothing else does."""
    tables = documented()

    assert sorted(FUNCTIONS) == sorted(tables.pop("gamedsl"))
    assert sorted(CLASSES) == sorted(tables)


@pytest.mark.parametrize("name", CLASSES)
def test_every_member_is_documented(name: str):
    """The table of a class has all its public members, and no others."""
    assert sorted(members(CLASSES[name])) == sorted(documented()[name])


@pytest.mark.parametrize("name", EXPORTED)
def test_what_is_returned_is_exported(name: str):
    """Every type of the program that a public function, method or field gives is public itself."""
    found = EXPORTED[name]
    told = [returned(found)]
    if inspect.isclass(found):
        told = [returned(inspect.getattr_static(found, member, None)) for member in members(found)]
        told += [str(field.type) for field in attrs.fields(found) if field.name[0] != "_"] if attrs.has(found) else []
    used = {word for text in told for word in re.findall(r"[A-Z]\w+", _KNOWN.sub("", text))}

    assert set() == used - set(EXPORTED) - INSIDE - LITERALS - STANDARD


@pytest.mark.parametrize("name", EXPORTED)
def test_every_public_thing_has_a_docstring(name: str):
    """Classes, functions and methods that are public say what they mean."""
    found = EXPORTED[name]
    things = [(name, found)]
    if inspect.isclass(found):
        static = {member: inspect.getattr_static(found, member, None) for member in members(found)}
        told = {member: one for member, one in static.items() if callable(one) or type(one) is property}
        things += [(f"{name}.{member}", one) for member, one in told.items()]

    assert [] == [called for called, one in things if not inspect.getdoc(one)]
