"""The catalogue: every page can be read, says what it must, and is known by code and by name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamedsl.diagnostics import report
from gamedsl.diagnostics.catalogue import CatalogueError, Template, codes, entry, find, parse_page
from tests.helpers.suite.module_graph import tree

PAGE = """---
name: some-name
severity: error
title: A title
message: `{a}` and {b}
help: write {c}
---

## Why

Because.

## Bad

```game
game X
```

```csv cards.csv
card,value
```

```moves
A: take
2 x B: bid
```

## Good

```variant
variant Y of "x.game"
```

```game x.game
game X
```
"""


def test_page_is_read_whole():
    """Header, sections, files beside the example and moves all come out of a page."""
    page = parse_page("GDNAM99", PAGE)

    assert ("GDNAM99", "some-name", "error", "A title") == (page.code, page.name, page.severity, page.title)
    assert ("a", "b") == page.message.placeholders
    assert "write {c}" == page.help.text
    assert "Because." == page.why
    assert "game X\n" == page.bad.text
    assert {"cards.csv": "card,value\n"} == page.bad.files
    assert ("A: take", "B: bid", "B: bid") == page.bad.moves
    assert {"x.game": "game X\n"} == page.good.files


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("---\nname", "name"),
        ("title: A title\n", ""),
        ("title: A title", "titel: A title"),
        ("severity: error", "severity: bad"),
        ("## Why", "## What"),
        ("```csv cards.csv", "```csv"),
        ("```variant", "```text"),
        ("```game\n", "```game other.game\n"),
    ],
)
def test_broken_page_is_refused(old: str, new: str):
    """A page without a key, a section or the file to check raises."""
    with pytest.raises(CatalogueError, match="GDNAM99"):
        parse_page("GDNAM99", PAGE.replace(old, new, 1))


@pytest.mark.parametrize("code", codes())
def test_page_is_complete(code: str):
    """Every page has words and two different examples, and its placeholders do not clash with those of `report`."""
    page = entry(code)

    assert code == page.code
    assert page.why
    assert page.bad.markdown != page.good.markdown
    used = {*page.message.placeholders, *(page.help.placeholders if page.help else ())}
    assert set() == used & {"code", "span", "labels", "help"}
    assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", page.name)
    assert page.message.text.endswith((".", "?"))


def test_names_are_unique():
    """No two codes share a readable name."""
    names = [entry(code).name for code in codes()]

    assert sorted(set(names)) == sorted(names)


def test_every_code_of_the_program_has_a_page_and_every_page_is_used():
    """Codes written in the source are exactly those with a page."""
    package = Path(report.__file__).parents[1]
    written = {
        code for module in package.rglob("*.py") for code in re.findall(r"\"(GD[A-Z]{3}\d\d)\"", module.read_text())
    }

    assert set(codes()) == written


def reports() -> Iterator[tuple[str, str, set[str]]]:
    """Yield place, code and names of the values of every call in the source that reports a code."""
    for module in sorted(Path(report.__file__).parents[1].rglob("*.py")):
        for call in ast.walk(tree(module)):
            if not isinstance(call, ast.Call):
                continue
            called = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if called.startswith("_"):  # a helper of the module, which reports on its own
                continue
            written = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
            code = next((value for value in written if re.fullmatch(r"GD[A-Z]{3}\d\d", str(value))), None)
            tables = [arg for arg in call.args if isinstance(arg, ast.Dict)]
            names = {str(key.value) for table in tables for key in table.keys if isinstance(key, ast.Constant)}
            keywords = {keyword.arg for keyword in call.keywords}
            if code is not None and None not in keywords and (tables or keywords or len(call.args) <= 2):
                yield f"{module.name}:{call.lineno}", code, names | keywords - {"span", "labels", "help"}


def test_reports_fill_their_pages():
    """Every call that names its values gives all that the message needs, and none that the page does not know."""
    wrong = []
    found = list(reports())
    for place, code, names in found:
        page = entry(code)
        needed = set(page.message.placeholders)
        known = needed | set(page.help.placeholders if page.help else ())
        if not needed <= names <= known:
            wrong.append(f"{place} {code}: missing {sorted(needed - names)}, unknown {sorted(names - known)}")

    assert [] == wrong
    assert len(codes()) / 2 < len({code for _, code, _ in found})


def test_unknown_code_raises():
    """A code without a page is a mistake in the program."""
    with pytest.raises(CatalogueError, match="GDNAM77"):
        entry("GDNAM77")


@pytest.mark.parametrize("word", ["../GDNAM01", "__init__", "GDNAM01.md", ""])
def test_only_codes_are_looked_up(word: str):
    """Text that has not the form of a code never reaches the file system."""
    with pytest.raises(CatalogueError):
        entry(word)


@pytest.mark.parametrize("word", ["GDNAM01", "gdnam01", "NAM01", "unknown-name", "Unknown-Name"])
def test_find_by_code_or_name(word: str):
    """People may leave out GD, ignore case or use the readable name."""
    assert entry("GDNAM01") is find(word)


def test_find_nothing():
    """A word that is neither a code nor a name finds nothing."""
    assert find("unknown") is None


def test_template_knows_doubled_braces():
    """Doubled braces are text, not placeholders."""
    template = Template("write {{x}} for {y}")

    assert ("y",) == template.placeholders
    assert "write {x} for 3" == template.fill({"y": 3})
