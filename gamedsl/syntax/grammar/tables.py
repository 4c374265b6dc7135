"""The grammar file -> Lark's parser, kept in the user's cache folder because making it takes long."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from gamedsl.packages import package_folder
from gamedsl.storage.caching import cache_folder, is_own

if TYPE_CHECKING:
    from lark import Lark

    from gamedsl.syntax.grammar.reading import Grammar

FORM = 4
"""Number of the form in which the parser is kept; must change with the options that Lark is given."""

START_RULES = ["header", "tests", "section", "expression", "shown"]


def grammar_text() -> str:
    """Return the text of ``gamedsl.lark``."""
    return (package_folder("gamedsl.grammar") / "gamedsl.lark").read_text(encoding="utf-8")


def build_grammar(text: str | None = None, *, strict: bool = False) -> Lark:
    """Build Lark's parser anew, of the grammar in use or of another text.

    ``strict`` looks for collisions of terminals (needs ``interegular``); such a parser has a lexer of its own, and is
    not for reading.
    """
    from lark import Lark

    from gamedsl.syntax.grammar.reading import ByHand

    return Lark(
        grammar_text() if text is None else text,
        parser="lalr",
        lexer="contextual" if strict else ByHand,
        maybe_placeholders=True,
        propagate_positions=True,
        strict=strict,
        start=START_RULES,
    )


@functools.cache
def load_grammar() -> Grammar:
    """Return the grammar, from the cache where possible; a missing, damaged or unwritable cache is no error."""
    from gamedsl.syntax.grammar.reading import Grammar  # Lark takes long to import: only for who reads texts.

    path = _cache_path()
    loaded = None if path is None else _load(path)
    if loaded is not None:
        return Grammar(loaded)
    built = build_grammar()
    if path is not None:
        _save(built, path)
    return Grammar(built)


# ---------------------------------------------------------------- cache


def _cache_path() -> Path | None:
    """Return the file for this version of everything that goes into it, or None when there is no safe folder."""
    from lark import __version__

    key = hashlib.sha256(f"{FORM} {__version__} {grammar_text()}".encode()).hexdigest()[:16]
    folder = cache_folder(home=False)
    return None if folder is None else folder / f"grammar-{key}.lark"


def _load(path: Path) -> Lark | None:
    from lark import Lark

    if not is_own(path):
        return None
    try:
        with path.open("rb") as file:
            return Lark.load(file)
    except Exception:  # A damaged file may be anything; the parser is then made anew.
        return None


def _save(built: Lark, path: Path) -> None:
    import tempfile  # takes long to import, and most often nothing is written

    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            built.save(file)
        Path(temporary).replace(path)
    except Exception:  # Nothing about the cache may stop the work; what is half written is removed.
        Path(temporary).unlink(missing_ok=True)
