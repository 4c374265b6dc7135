"""The grammar file -> a ready Lark parser, kept in the user's cache folder because building it takes long."""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import logging
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from lark import Lark

START_RULES = ["header", "tests", "section", "expression"]
_LOG = logging.getLogger(__name__)


def grammar_text() -> str:
    """Return the text of ``gamedsl.lark``."""
    return importlib.resources.files("gamedsl.grammar").joinpath("gamedsl.lark").read_text(encoding="utf-8")


def build_grammar(strict: bool = False) -> Lark:
    """Build the parser anew; ``strict`` also looks for collisions of terminals (needs ``interegular``)."""
    from lark import Lark

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
        start=START_RULES,
    )


@functools.cache
def load_grammar() -> Lark:
    """Return the parser, from the cache where possible; a missing, damaged or unwritable cache is no error."""
    path = _cache_path()
    loaded = None if path is None else _load(path)
    if loaded is not None:
        return loaded
    built = build_grammar()
    if path is not None:
        _save(built, path)
    return built


def _cache_path() -> Path | None:
    """Return the file for this version of everything that goes into it, or None when there is no safe folder."""
    import lark

    parts = (_package_version(), f"py{sys.version_info[0]}{sys.version_info[1]}", f"lark{lark.__version__}")
    key = hashlib.sha256(grammar_text().encode()).hexdigest()[:16]
    try:
        folder = platformdirs.user_cache_path("gamedsl")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder / f"grammar-{'-'.join(parts)}-{key}.bin" if _is_private(folder) else None


def _package_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gamedsl")
    except PackageNotFoundError:
        return "unknown"


def _is_private(path: Path) -> bool:
    """Tell whether nobody but this user may have written here: the cache is a pickle."""
    try:
        status = path.lstat()
    except OSError:
        return False
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _load(path: Path) -> Lark | None:
    from lark import Lark

    if not _is_private(path):
        return None
    try:
        with path.open("rb") as file:
            loaded: Lark = Lark.load(file)
    except Exception:  # A damaged pickle may raise anything; the parser is then built anew.
        _LOG.debug("grammar cache %s is damaged", path, exc_info=True)
        return None
    return loaded


def _save(parser: Lark, path: Path) -> None:
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            parser.save(file)
        Path(temporary).replace(path)
    except Exception:  # Nothing about the cache may stop the work; what is half written is removed.
        _LOG.debug("grammar cache %s could not be written", path, exc_info=True)
        Path(temporary).unlink(missing_ok=True)
