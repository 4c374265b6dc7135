"""The grammar file -> ready parse tables, kept in the user's cache folder because making them takes long."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from gamedsl.packages import package_folder
from gamedsl.syntax.grammar.lalr import END, Tables, shape

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

START_RULES = ["header", "tests", "section", "expression", "shown"]
FORM = 3
"""Number of the form in which tables are kept; must change with ``Tables`` and ``_plain``."""


def grammar_text() -> str:
    """Return the text of ``gamedsl.lark``."""
    return (package_folder("gamedsl.grammar") / "gamedsl.lark").read_text(encoding="utf-8")


def build_grammar(text: str | None = None, *, strict: bool = False) -> Lark:
    """Build Lark's parser anew, of the grammar in use or of another text.

    ``strict`` also looks for collisions of terminals (needs ``interegular``).
    """
    from lark import Lark

    return Lark(
        grammar_text() if text is None else text,
        parser="lalr",
        maybe_placeholders=True,
        strict=strict,
        start=START_RULES,
    )


@functools.cache
def load_grammar() -> Tables:
    """Return the tables, from the cache where possible; a missing, damaged or unwritable cache is no error."""
    path = _cache_path()
    loaded = None if path is None else _load(path)
    if loaded is not None:
        return loaded
    plain = _plain(build_grammar())
    if path is not None:
        _save(plain, path)
    return _tables(plain)


# ---------------------------------------------------------------- Lark's parser -> plain data -> tables


def _plain(built: Lark) -> dict[str, Any]:
    """Return what the tables are made of, as JSON can hold it."""
    from lark.parsers.lalr_analysis import Shift

    table = built.parser.parser._parse_table
    numbers = {rule: number for number, rule in enumerate(built.rules)}
    patterns = {terminal.name: terminal.pattern for terminal in built.terminals if terminal.name != "_BLANK"}
    fixed = {pattern.value: name for name, pattern in patterns.items() if pattern.type == "str"}
    actions: list[dict[str, int]] = [{} for _ in table.states]
    for state, row in table.states.items():
        for symbol, (action, goal) in row.items():
            actions[state][symbol] = goal if action is Shift else ~numbers[goal]
    for end in table.end_states.values():
        actions[end][END] = end
    return {
        "actions": actions,
        "shapes": [_plain_shape(rule) for rule in built.rules],
        "starts": table.start_states,
        "rules": [(rule.origin.name, [symbol.name for symbol in rule.expansion]) for rule in built.rules],
        "words": {text: name for text, name in fixed.items() if text.isalpha()},
        "signs": {text: name for text, name in fixed.items() if not text.isalpha()},
        "classes": {name: pattern.value for name, pattern in patterns.items() if pattern.type == "re"},
    }


def _plain_shape(rule: Rule) -> list[Any]:
    """Return the arguments for ``shape``.

    Terminals written as texts are left out, rules with an underscore in front give their children, and each optional
    part that was not written gives one None (Lark's options ``maybe_placeholders`` and ``?rule``).
    """
    empty = rule.options.empty_indices or [False] * len(rule.expansion)
    before, nones = [], 0
    for is_empty in empty:
        if is_empty:
            nones += 1
        else:
            before.append(nones)
            nones = 0
    plan, waiting = [], 0
    for index, symbol in enumerate(rule.expansion):
        waiting += before[index]
        if not (symbol.is_term and symbol.filter_out):  # type: ignore[attr-defined]
            plan.append([index, int(not symbol.is_term and symbol.name.startswith("_")), waiting])
            waiting = 0
    inline = bool(rule.options.expand1 and not rule.alias)
    return [len(rule.expansion), rule.origin.name, rule.alias or rule.origin.name, inline, plan, waiting + nones]


def _tables(plain: dict[str, Any]) -> Tables:
    """Return the tables from their plain data."""
    shapes = [shape(*values) for values in plain["shapes"]]
    return Tables(
        plain["actions"], shapes, plain["starts"], plain["rules"], plain["words"], plain["signs"], plain["classes"]
    )


# ---------------------------------------------------------------- cache


def _cache_path() -> Path | None:
    """Return the file for this version of everything that goes into it, or None when there is no safe folder."""
    key = hashlib.sha256(f"{FORM} {grammar_text()}".encode()).hexdigest()[:16]
    try:
        folder = platformdirs.user_cache_path("gamedsl")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder / f"grammar-{key}.json" if _is_private(folder) else None


def _is_private(path: Path) -> bool:
    """Tell whether nobody but this user may have written here: foreign tables would read something else."""
    try:
        status = path.lstat()
    except OSError:
        return False
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _load(path: Path) -> Tables | None:
    if not _is_private(path):
        return None
    try:
        return _tables(json.loads(path.read_bytes()))
    except Exception:  # A damaged file may be anything; the tables are then made anew.
        return None


def _save(plain: dict[str, Any], path: Path) -> None:
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
    except OSError:
        return
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(plain, file, separators=(",", ":"))
        Path(temporary).replace(path)
    except Exception:  # Nothing about the cache may stop the work; what is half written is removed.
        Path(temporary).unlink(missing_ok=True)
