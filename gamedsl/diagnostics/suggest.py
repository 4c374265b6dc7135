"""A word nobody knows and the words that are known -> the nearest ones, and the text that offers them."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.diagnostics.effort import CANDIDATE, spend
from gamedsl.i18n.speaking import all_of, one_of

_MOST = 3


def suggest(word: str, candidates: Iterable[str]) -> list[str]:
    """Return at most three candidates near ``word``, the nearest first, equals in the order given.

    Near means: at most ``max(len(word) / 3, 1)`` letters typed wrongly, left out, added or swapped with their
    neighbour, in the whole and in each part of a name. Case is ignored, so a word that differs in case alone comes
    first. The word itself is never offered.
    """
    limit = max(len(word) // 3, 1)
    folded = word.casefold()
    candidates = dict.fromkeys(candidates)
    like = sum(abs(len(candidate) - len(word)) <= limit for candidate in candidates)
    spend(CANDIDATE * (1 + like) + len(candidates) // 2)
    near = [
        (distance, candidate)
        for candidate in candidates
        if candidate != word
        and (distance := edit_distance(folded, candidate.casefold(), limit)) <= limit
        and _parts_are_near(folded, candidate.casefold())
    ]
    return [candidate for _, candidate in sorted(near, key=lambda pair: pair[0])[:_MOST]]


def _parts_are_near(word: str, candidate: str) -> bool:
    """Tell whether each part of a name is near the same part of another: `own_hand` is no misspelt `own_used`."""
    ours, theirs = word.split("_"), candidate.split("_")
    if len(ours) != len(theirs) or len(ours) == 1:
        return True
    limits = [max(len(one) // 3, 1) for one in ours]
    return all(edit_distance(a, b, most) <= most for a, b, most in zip(ours, theirs, limits, strict=True))


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Return the nearest candidates as text, for example "`bank`, `band` or `bark`"; empty when none is near."""
    return listed(suggest(word, candidates))


def nearest(word: str, candidates: Iterable[str], most: int = 5) -> str:
    """Return all candidates as text when they are at most ``most`` and one more, else the nearest ones and "…".

    Near means few letters to change; equals stay in the order given.
    """
    names = list(dict.fromkeys(candidates))
    if len(names) <= most + 1:
        return listed(names, "and")
    spend(CANDIDATE * len(names) * (1 + len(word)))
    folded = word.casefold()
    far = len(folded) + max(len(name) for name in names)
    ranked = sorted(names, key=lambda name: edit_distance(folded, name.casefold(), far))
    return f"{', '.join(f'`{name}`' for name in ranked[:most])}, …"


def listed(words: Iterable[str], joint: str = "or") -> str:
    """Return words as text, each in backticks: "`a`", "`a` or `b`", "`a`, `b` or `c`"."""
    return enumerated([f"`{word}`" for word in words], joint)


def enumerated(words: Iterable[str], joint: str = "and") -> str:
    """Return words as a list in a sentence: "a", "a and b", "a, b and c"; of none nothing. ``joint``: and, or or."""
    return one_of(words) if joint == "or" else all_of(words)


def edit_distance(a: str, b: str, limit: int) -> int:
    """Return the number of single-letter edits and swaps of neighbours from ``a`` to ``b``; above ``limit`` any number
    above it.
    """
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        above, row = row, [i]
        for j, right in enumerate(b, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and right == a[i - 2]:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        if min(row) > limit and min(above) > limit:  # a swap of neighbours goes on from the row before
            return limit + 1
        before = above
    return row[-1]
