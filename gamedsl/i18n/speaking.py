"""A text of the program in English -> the same in the language that is spoken here, from the catalogues in ``locale``.

Which language that is belongs to the thread or task (a context variable): nothing is set for a whole process, and
tables in several languages live side by side. Catalogues are read when a text is first wanted from them; English has
none. What these functions are called with is found by ``tests/i18n/refresh.py``, so it is written out at the call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "gamedsl"
LOCALE = Path(__file__).parent / "locale"
ENGLISH = "en"
_MOST_LANGUAGES = 64
_BEFORE_VOWEL = re.compile(r"\b([Dd]|[Qq]u)e (?=[aàâeéèêëiîïoôuûœ])", re.IGNORECASE)
_SPOKEN: ContextVar[str] = ContextVar("language of the words of gamedsl", default="")
_T = TypeVar("_T")


def spoken() -> str:
    """Return the language that is spoken here; empty when nobody has chosen one: English."""
    return _SPOKEN.get()


def is_english() -> bool:
    """Is English spoken here, in which the program and its texts are written?"""
    return kinds(_SPOKEN.get())[-1] in ("", ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language inside; an empty one changes nothing."""
    if not language:
        yield
        return
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def speaks(language: str) -> bool:
    """Are there words of the program in a language, or in the one that it is a kind of (``de`` for ``de-AT``)?"""
    return ENGLISH in kinds(language) or _catalogue(language) is not None


def in_its_language(*methods: str) -> Callable[[type[_T]], type[_T]]:
    """Return what lets methods of a class speak the language of the ``game`` of their object, whoever calls them."""

    def worded(cls: type[_T]) -> type[_T]:
        for name in methods:
            setattr(cls, name, _in_its_language(getattr(cls, name)))
        return cls

    return worded


def _in_its_language(method: Callable[..., _T]) -> Callable[..., _T]:
    @wraps(method)
    def worded(self: Any, *given: Any, **named: Any) -> _T:
        language = self.game.language
        if not language:
            return method(self, *given, **named)
        with speaking(language):
            return method(self, *given, **named)

    return worded


# ---------------------------------------------------------------- words


def gettext(text: str, /, **values: object) -> str:
    """Return a text with its values: ``gettext("{path} cannot be read", path=path)``."""
    catalogue = _catalogue(_SPOKEN.get())
    found = text if catalogue is None else catalogue.gettext(text)
    return _elided(found.format(**values)) if values else found


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return the text for a number, which is ``{count}`` in it; two too few are as many as two."""
    catalogue = _catalogue(_SPOKEN.get())
    found = (one if count == 1 else many) if catalogue is None else catalogue.ngettext(one, many, abs(count))
    return _elided(found.format(count=count, **values))


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Return a text that means another thing elsewhere; the context says which one this is."""
    catalogue = _catalogue(_SPOKEN.get())
    found = text if catalogue is None else catalogue.pgettext(context, text)
    return _elided(found.format(**values)) if values else found


def _elided(text: str) -> str:
    """Return a French text in which words are shortened before a vowel, as values may begin with one: "d’actions"."""
    return _BEFORE_VOWEL.sub(r"\1’", text) if kinds(_SPOKEN.get())[-1] == "fr" else text


def mark(text: str) -> str:
    """Return a text as it is: it stands in a table, and is worded by ``gettext`` where it is told."""
    return text


def mark_in(context: str, text: str) -> str:
    """Return a text as it is, as ``mark`` does; it is worded by ``pgettext`` with this context."""
    del context
    return text


def mark_counted(one: str, many: str) -> tuple[str, str]:
    """Return the texts for a number as they are, as ``mark`` does for a single one."""
    return one, many


def behind_colon(words: str) -> str:
    """Return words with a colon in front, as the language writes it: in French behind a no-break space."""
    return gettext("{head}: {told}", head="", told=words)


def all_of(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: "a", "a and b", "a, b and c"; of none nothing."""
    *most, last = [*words] or [""]
    return gettext("{most} and {last}", most=", ".join(most), last=last) if most else last


def one_of(words: Iterable[str]) -> str:
    """Return words of which one is meant as a list in a sentence: "a", "a or b", "a, b or c"; of none nothing."""
    *most, last = [*words] or [""]
    return gettext("{most} or {last}", most=", ".join(most), last=last) if most else last


# ---------------------------------------------------------------- catalogues


def kinds(language: str) -> tuple[str, ...]:
    """Return a language and those that it is a kind of: ``de-AT``, ``de``."""
    whole = language.replace("_", "-")
    return tuple(dict.fromkeys((whole, whole.partition("-")[0])))


@lru_cache(_MOST_LANGUAGES)
def _catalogue(language: str) -> NullTranslations | None:
    """Return the words in a language; None where the texts are told as they are written."""
    for kind in kinds(language):
        if kind == ENGLISH or not kind.replace("-", "").isalnum():
            return None
        path = LOCALE / kind / "LC_MESSAGES" / f"{DOMAIN}.mo"
        if path.is_file():
            from gettext import GNUTranslations

            with path.open("rb") as file:
                return GNUTranslations(file)
    return None
