"""The worked example of docs/architecture.md -> what each stage of the program really makes of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
from click.testing import CliRunner

import gamedsl
from gamedsl.cli import group
from gamedsl.files import find_game
from gamedsl.semantics import core
from gamedsl.source import Source
from gamedsl.syntax.nodes import Node
from gamedsl.syntax.parser import parse

PAGE = Path(__file__).parents[3] / "docs" / "architecture.md"
NAME, ACTION, PLAYERS = "no_thanks", "no_thanks", 3
_BLOCK = re.compile(r"(<!-- stage: (\w+) -->\n```\w+\n)(.*?)(```\n)", re.DOTALL)


def page() -> str:
    """Return the page with the real output of each stage."""
    made = stages()
    return _BLOCK.sub(lambda found: f"{found[1]}{made[found[2]]}\n{found[4]}", PAGE.read_text("utf-8"))


def stages() -> dict[str, str]:
    """Return the output of each stage by its name in the page."""
    python, c = _program("python"), _program("c")
    action = gamedsl.load(NAME).checked.actions[ACTION]
    return {
        "text": _cut(find_game(NAME).read_text("utf-8"), rf"  {ACTION} ", r"\nscoring"),
        "ast": "\n".join(_tree(step) for step in _written()),
        "core": "\n".join(_tree(step) for step in (*action.cost, *action.then)),
        "fields": _cut(python, "# s\\[77", "# s\\[83"),
        "legal": _cut(python, "def L3", r"(?<=return codes)\n"),
        "python": _cut(python, "  # block 4", "  # block 5"),
        "c": _cut(c, r"static INLINE int32_t L3\(S \*s, int32_t \*codes\) \{", r"(?<=\n\})\n"),
        "played": _played(),
    }


def _program(language: str) -> str:
    ran = CliRunner().invoke(group, ["show", NAME, "--players", str(PLAYERS), "--kernel", language])
    assert ran.exit_code == 0, ran.output
    return str(ran.output)


def _cut(text: str, first: str, behind: str) -> str:
    """Return what stands between two patterns, with the first."""
    start = re.search(first, text)
    assert start is not None, first
    end = re.search(behind, text[start.start() :])
    return (text[start.start() :] if end is None else text[start.start() :][: end.start()]).rstrip()


def _written() -> list[Node]:
    """Return the steps of the action as they were parsed: its cost, and what it does."""
    path = find_game(NAME)
    file = parse(Source(str(path), path.read_text("utf-8")), lambda *_, **__: None)
    found: list[Node] = []
    for section in file.sections:  # type: ignore[union-attr]
        for item in section.items if section.keyword == "actions" else ():
            if getattr(item, "name", "") == ACTION:
                found += [step for field in item.fields for step in getattr(field, "steps", ())]
    return found


def _tree(node: Any, depth: int = 0) -> str:
    """Return a node and its parts, one a line; without places, types and what is empty."""
    blank = "  " * depth
    if not isinstance(node, Node | core.Core):
        return f"{blank}{node!r}"
    plain, below = [], []
    for field in attrs.fields(type(node)):
        part = getattr(node, field.name)
        if field.name in ("span", "name_span", "type") or part is None or part == () or part is False:
            continue
        if isinstance(part, Node | core.Core):
            below.append(f"{blank}  {field.name}: {_tree(part, depth + 1).lstrip()}")
        else:
            plain.append(f"{field.name}={part!r}")
    return "\n".join([f"{blank}{type(node).__name__}({', '.join(plain)})", *below])


def _played() -> str:
    """Return a decision as a choice, as events and in words."""
    table = gamedsl.load(NAME).start(players=PLAYERS, seed=1)
    choice = next(one for one in table.legal() if one.action == ACTION)
    seen = len(table.events())
    lines = [">>> for choice in table.legal(): print(choice.code, choice.text, choice.words)"]
    lines += [f"{one.code} {one.text} {one.words}" for one in table.legal()]
    table.apply(choice)
    lines.append(f">>> table.apply({choice.code})")
    lines.append(f">>> for event in table.events()[{seen}:]: print(event)")
    lines += [str(event) for event in table.events()[seen:]]
    lines.append(">>> table.log()[-1]")
    lines.append(str(table.log()[-1]))
    return "\n".join(lines)
