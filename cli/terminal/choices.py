"""The legal choices -> what is typed for each; what people type -> the choice they mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count

import attrs

from gamedsl.choices import Choice
from gamedsl.i18n.speaking import gettext

from .signs import Signs, signs_among

_SURE_FROM = 2
RUN = 2
_MOST_RUNS = 24
_NUMBER = re.compile(r"-?\d+")
PLACE = re.compile(r"([a-z])(\d+)")
_SIGNED = re.compile(r"([a-z]+)\s*(-?\d*)")


@attrs.frozen
class About:
    """What is known besides: of pieces by their labels, what choices cost and bring, by their codes, and the signs.

    Without the signs of the game, those of the choices alone are taken.
    """

    pieces: Mapping[str, str] = attrs.field(factory=dict)
    moves: Mapping[int, str] = attrs.field(factory=dict)
    signs: Signs | None = None

    def of(self, choice: Choice) -> str:
        """Return what is known of what a choice names."""
        return self.pieces.get(choice.label, "")

    def behind(self, choice: Choice, *, moves: bool = True) -> str:
        """Return what stands behind a choice; without ``moves`` only of what it names."""
        told = [self.of(choice), self.moves.get(choice.code, "") if moves else ""]
        return "".join(f"  {one}" for one in told if one)


NOTHING = About()
"""Nothing is known besides."""
_BLANKS = str.maketrans("_(){},", "      ")


@attrs.frozen
class Found:
    """What a typed answer fits. ``exact``: it is written in full; ``sure``: one choice is meant without doubt."""

    choices: tuple[Choice, ...]
    exact: bool = False
    sure: bool = False

    @property
    def single(self) -> Choice | None:
        """The choice that is meant, when there is no doubt."""
        return self.choices[0] if len(self.choices) == 1 and (self.exact or self.sure) else None


def handles(choices: Sequence[Choice], signs: Signs | None = None) -> dict[int, str]:
    """Return what is typed for each choice, by code: a number is always a number, never a place in the list.

    A number where only numbers are asked for; else none for them: they are typed with their action (``raise 6``). A
    place as it is called. Else the sign of the action or question, which is the same in the whole game, with a running
    number behind it where something is chosen.
    """
    signs = signs or signs_among(choices)
    alone = only_numbers(choices, signs)
    said = Counter((choice.action, choice.label) for choice in choices if is_number(choice))
    labels = Counter(choice.label for choice in choices)
    taken = {_simple(read(choice)) for choice in choices for read in (_text, _label, _words, _lies)}
    found: dict[int, str] = {}
    running: dict[str, int] = {}
    for choice in choices:
        sign = signs.of(choice)
        if choice.is_pass or not choice.label:
            found[choice.code] = choice.text if sign in taken else sign
        elif is_number(choice) and said[choice.action, choice.label] == 1:
            if alone:
                found[choice.code] = choice.label
        elif PLACE.fullmatch(choice.label) and labels[choice.label] == 1:
            found[choice.code] = choice.label
        else:
            after = running.get(sign, 0) + 1
            running[sign] = next(number for number in count(after) if f"{sign}{number}" not in taken)
            found[choice.code] = f"{sign}{running[sign]}"
    return found


def only_numbers(choices: Sequence[Choice], signs: Signs) -> bool:
    """Is a number asked for, and nothing else but whether to pass?"""
    answers = [choice for choice in choices if not choice.is_pass]
    return len({signs.of(choice) for choice in answers}) == 1 and all(
        is_number(choice) and [one.label for one in answers].count(choice.label) == 1 for choice in answers
    )


def is_number(choice: Choice) -> bool:
    """Is a number picked?"""
    return _NUMBER.fullmatch(choice.label) is not None


def ranges(members: list[Choice], read: Callable[[Choice], str] | None = None) -> str:
    """Return "raise 6 … raise 10, raise 15", as ``read`` tells a choice."""
    read = read or spoken
    ordered = sorted(members, key=lambda choice: int(choice.label))
    runs: list[list[Choice]] = []
    for choice in ordered:
        if runs and int(choice.label) == int(runs[-1][-1].label) + 1:
            runs[-1].append(choice)
        else:
            runs.append([choice])
    said = []
    for run in runs:
        said += [f"{read(run[0])} … {read(run[-1])}"] if len(run) > RUN else [read(one) for one in run]
    return ", ".join(said[:_MOST_RUNS] + ["…"] * (len(said) > _MOST_RUNS))


def spoken(choice: Choice) -> str:
    """Return the short form without brackets: raise 6; of a later question the number alone."""
    return choice.label if choice.action is None else f"{choice.action} {choice.label}"


def find_choice(choices: Sequence[Choice], typed: str, about: About = NOTHING) -> Found:
    """Return what a typed answer means: the sign before a choice, its text form, or a part of its words.

    A number alone means a number that is asked for, and nothing else; so does a sign of the game. What is told
    ``about`` a choice is searched too.
    """
    wanted = _simple(typed)
    signs = about.signs or signs_among(choices)
    if not wanted or (_NUMBER.fullmatch(wanted) and not only_numbers(choices, signs)):
        return Found(())
    for read in (_text, _label, _words, _lies):
        exact = tuple(choice for choice in choices if _simple(read(choice)) == wanted)
        if exact:
            return Found(exact, exact=True)
    alike, sign, number = wanted.rpartition("#")
    if sign and number.isdecimal():
        return _numbered(find_choice(choices, alike, about), int(number))
    listed = handles(choices, signs)
    if signed := tuple(choice for choice in choices if wanted in _signed(choice, listed, signs)):
        return Found(signed, exact=True)
    if _is_sign(wanted, signs) or _NUMBER.fullmatch(wanted) or other_numbers(choices, typed):
        return Found(())
    near = tuple(choice for choice in choices if _fits(choice, wanted, start=True))
    if near or len(wanted) < _SURE_FROM:
        return Found(near, sure=len(wanted) >= _SURE_FROM)
    parts = wanted.split()
    sure = len(parts) > 1 and all(len(part) >= _SURE_FROM and not part.isdecimal() for part in parts)
    inside = tuple(choice for choice in choices if all(_fits(choice, part, start=False) for part in parts))
    if inside:
        return Found(inside, sure=sure)
    told = tuple(choice for choice in choices if all(_within(choice, part, about) for part in parts))
    return Found(told, sure=sure)


def _signed(choice: Choice, typed: Mapping[int, str], signs: Signs) -> tuple[str, ...]:
    """Return how a choice is typed by its sign: of a number with that number, ``s 2`` or ``s2``."""
    if is_number(choice):
        sign = signs.of(choice)
        return f"{sign} {choice.label}", f"{sign}{choice.label}"
    return (typed[choice.code],)


def _is_sign(wanted: str, signs: Signs) -> bool:
    """Is this a sign of the game, alone or with a number, whatever may be chosen now?"""
    found = _SIGNED.fullmatch(wanted)
    return found is not None and bool(signs.meaning(found[1]))


def of_sign(choices: Sequence[Choice], typed: str, signs: Signs) -> tuple[Choice, ...]:
    """Return the choices of which a sign stands alone, that is without what is picked; none of numbers."""
    wanted = _simple(typed)
    found = tuple(choice for choice in choices if signs.of(choice) == wanted and choice.label)
    return () if any(is_number(choice) for choice in found) else found


def slip(choices: Sequence[Choice], typed: str, signs: Signs) -> str:
    """Return in a sentence what a sign or a number means that is no answer now; empty for anything else."""
    wanted = _simple(typed)
    found = _SIGNED.fullmatch(wanted)
    meaning = "" if found is None else signs.meaning(found[1])
    if found is not None and meaning:
        now = [text for code, text in handles(choices, signs).items() if text.rstrip("0123456789") == found[1]]
        if any(signs.of(choice) == found[1] and is_number(choice) for choice in choices):
            now.append(ranges([choice for choice in choices if signs.of(choice) == found[1]]))
        if now:
            return gettext(
                "`{typed}` is no answer now; for `{meaning}` you can type {possible}",
                typed=wanted,
                meaning=meaning,
                possible=_run_of(now),
            )
        return gettext("`{typed}` is for `{meaning}`, which is not possible now", typed=wanted, meaning=meaning)
    numbers = [choice for choice in choices if is_number(choice)]
    if _NUMBER.fullmatch(wanted) and numbers:
        if only_numbers(choices, signs):
            possible = ranges(numbers, _label)
            return gettext("`{typed}` is not possible now; type {possible}", typed=wanted, possible=possible)
        return gettext(
            "`{typed}` alone is no answer now; a number stands behind its action: type {possible}",
            typed=wanted,
            possible=ranges(numbers),
        )
    return ""


def _run_of(texts: list[str]) -> str:
    return ", ".join(texts) if len(texts) <= RUN else f"{texts[0]} … {texts[-1]}"


def _numbered(alike: Found, number: int) -> Found:
    """Return one of the choices that are alike, as records once called pieces on a board: ``go(man, b4#2)``."""
    return Found(alike.choices[number - 1 : number] if number else (), exact=True)


def other_numbers(choices: Sequence[Choice], typed: str) -> str:
    """Return which numbers are possible where an action with another number is typed (``raise 2``); else no text."""
    action, _, number = _simple(typed).rpartition(" ")
    members = [choice for choice in choices if choice.action is not None and _simple(choice.action) == action]
    if not members or not _NUMBER.fullmatch(number) or not all(is_number(choice) for choice in members):
        return ""
    return "" if any(choice.label == number for choice in members) else ranges(members)


def _within(choice: Choice, part: str, about: About) -> bool:
    return _fits(choice, part, start=False) or part in _simple(about.of(choice))


def _fits(choice: Choice, wanted: str, *, start: bool) -> bool:
    """Does one of the texts hold ``wanted``? A number is never a part of a longer one: 1 is not the start of 10."""
    texts = [_simple(read(choice)) for read in (_text, _label, _words)]
    left = r"\A" if start else r"(?<!\w)" if wanted[:1].isdecimal() else ""
    right = r"(?!\w)" if wanted[-1:].isdecimal() else ""
    return any(re.search(left + re.escape(wanted) + right, text) for text in texts)


def _text(choice: Choice) -> str:
    return choice.text


def _label(choice: Choice) -> str:
    return choice.label


def _words(choice: Choice) -> str:
    return choice.words


def _lies(choice: Choice) -> str:
    """Return where a piece lies that is told from others by its place: `d2` for `pawn on d2`."""
    return choice.label.partition(gettext(" on {place}", place=""))[2]


def _simple(text: str) -> str:
    """Return text for comparing: ``Sell(2)`` is the same as ``sell 2``."""
    return " ".join(text.casefold().translate(_BLANKS).split())
