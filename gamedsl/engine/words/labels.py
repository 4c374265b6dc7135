"""Words with a head, such as `Buy: 3 links` -> the head of them, what an entry of the table is called, and back."""

from __future__ import annotations

from gamedsl.i18n.speaking import gettext, is_english

_SHORT = 24
"""Signs of words that may stand as the name of an entry."""
ON = " on "
"""Between a piece that things belong to and the place where it lies, in names of places."""


def head(words: str) -> str:
    """Return the name in front of a colon, before which French has a no-break space; without a colon all words."""
    return words.partition(": ")[0].rstrip()


def called(entry: str, words: str) -> str:
    """Return how an entry of the table is called: its words, of long ones those before a colon, else its name.

    Names are English; in other languages long words stand whole.
    """
    name = entry.rpartition(".")[2].replace("_", " ")
    found = (one for one in (words, head(words)) if one and len(one) <= max(_SHORT, len(name)))
    return next(found, name if is_english() else head(words) or name)


def lying(holder: str, where: str) -> str:
    """Return in words what something belongs to, told from its copies by ``where`` (" (A's 2)", or " on d2")."""
    if not where or where.startswith(" ("):
        return holder + where
    return holder + gettext(" on {place}", place=where.removeprefix(ON))


def headed(head: str, told: str) -> str:
    """Return what is told under a head: "at most once: Buy links"."""
    return gettext("{head}: {told}", head=head, told=told)
