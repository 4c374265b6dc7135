"""The legal choices -> what is typed for each; what people type -> the choice they mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
_ENDING = re.compile(r"-?\d+\Z")


@attrs.define
class Numbers:
    """Which number stands behind a sign for each thing, for one person: the same as long as the thing is remembered.

    What has gone is remembered until others need room; what was offered last always is. So the same number never means
    one thing at one question and another at the next.
    """

    given: dict[str, dict[str, int]] = attrs.field(factory=dict)
    last: dict[str, tuple[str, ...]] = attrs.field(factory=dict)

    def note(self, choices: Sequence[Choice], signs: Signs) -> None:
        """Give numbers to what is offered now."""
        offered: dict[str, list[str]] = {}
        for choice in _numbered_ones(choices, signs):
            offered.setdefault(signs.of(choice), []).append(_thing(choice))
        for sign, things in offered.items():
            if tuple(things) == self.last.get(sign):
                continue  # noted twice is noted once
            known = self.given.setdefault(sign, {})
            stays = {*things, *self.last.get(sign, ())}
            for thing in [one for one in known if one not in stays][: max(0, len(known) - _REMEMBERED)]:
                del known[thing]
            used = set(known.values())
            free = (number for number in count(1) if number not in used)
            for thing in things:
                known[thing] = known.pop(thing) if thing in known else next(free)  # what is offered moves to the end
            self.last[sign] = tuple(things)

    def of(self, sign: str, choice: Choice) -> int | None:
        """Return the number of a choice that has been offered."""
        return self.given.get(sign, {}).get(_thing(choice))


_REMEMBERED = 30


def _thing(choice: Choice) -> str:
    """Return what is chosen, whichever of the questions that are asked alike it answers."""
    return choice.text.partition("=")[2] or choice.text


@attrs.frozen
class Known:
    """What is known of pieces and places: of all with a label (``traits``), and of each by its number (``boxes``).

    A box is what the table draws around a piece; it tells of that copy alone, which has the label that stands there.
    """

    traits: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    boxes: Mapping[int, tuple[str, tuple[str, ...]]] = attrs.field(factory=dict)

    def of(self, choice: Choice, said: str = "") -> str:
        """Return what is known of what a choice names, but for what its label says, and whole texts that are said."""
        label, lines = choice.label, tuple[str, ...]()
        if isinstance(choice.value, int) and choice.value in self.boxes:
            own, told = self.boxes[choice.value]
            if f"{choice.label} ".startswith(f"{own} "):
                named = choice.label.removeprefix(own).strip(" ()").split(", ")
                label, lines = own, tuple([one for one in told if one not in named])
        words = [one for one in (*lines, *self.traits.get(label, ())) if not (" " in one and one in said)]
        return f"({', '.join(words)})" if words else ""


@attrs.frozen
class About:
    """What is known besides: of pieces, what choices cost and bring, by their codes, and the signs.

    Without the signs of the game, those of the choices alone are taken; without ``numbers``, running ones. ``texts``:
    the short form of each choice, as records write it, is wanted too.
    """

    pieces: Known = attrs.field(factory=Known)
    moves: Mapping[int, tuple[str, ...]] = attrs.field(factory=dict)
    signs: Signs | None = None
    numbers: Numbers | None = None
    texts: bool = False

    def brings(self, choice: Choice) -> tuple[str, ...]:
        """Return what a choice costs and brings."""
        return self.moves.get(choice.code, ())

    def behind(self, choice: Choice, *, without: int = 0) -> str:
        """Return what stands behind a choice, ``without`` so many of its costs and effects at their end.

        Of what it names nothing is told that they say already.
        """
        brings = self.brings(choice)
        named = self.pieces.of(choice, said := ", ".join(brings))
        told = ["" if named[1:-1] in said else named, ", ".join(brings[: len(brings) - without])]
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


def handles(choices: Sequence[Choice], signs: Signs | None = None, numbers: Numbers | None = None) -> dict[int, str]:
    """Return what is typed for each choice, by code: a number is always a number, never a place in the list.

    A number as it is where a later question asks for nothing else; else behind the sign of its action (``r 6``). A
    place as it is called. Else the sign of the action or question, which is the same in the whole game, with a number
    behind it where something is chosen: the one that is remembered for it.
    """
    signs = signs or signs_among(choices)
    alone = only_numbers(choices, signs)
    taken = {_simple(read(choice)) for choice in choices for read in (_text, _label, _words, _lies)}
    listed = list(_numbered_ones(choices, signs))
    together = {choice.code for choice in choices if several(choice)} - {choice.code for choice in listed}
    found: dict[int, str] = {}
    for choice in listed:
        number = None if numbers is None else numbers.of(signs.of(choice), choice)
        if number is not None and f"{signs.of(choice)}{number}" not in taken:
            taken.add(found.setdefault(choice.code, f"{signs.of(choice)}{number}"))
    for choice in listed:
        if choice.code not in found:
            sign = signs.of(choice)
            found[choice.code] = next(f"{sign}{number}" for number in count(1) if f"{sign}{number}" not in taken)
            taken.add(found[choice.code])
    for choice in choices:
        sign = signs.of(choice)
        if choice.is_pass or not choice.label:
            found[choice.code] = choice.text if sign in taken else sign
        elif choice.code in together:
            found[choice.code] = " ".join((sign, *several(choice)))
        elif choice.code not in found and is_number(choice):
            found[choice.code] = digits(choice) if alone and choice.action is None else f"{sign} {digits(choice)}"
        elif choice.code not in found:
            found[choice.code] = choice.label
    return {choice.code: found[choice.code] for choice in choices}


def _numbered_ones(choices: Sequence[Choice], signs: Signs) -> Iterator[Choice]:
    """Yield the choices that are typed by a sign and a number: no numbers or places of which each is there once."""
    said = Counter((signs.of(choice), _numbers(choice)) for choice in choices if _numbers(choice))
    labels = Counter(choice.label for choice in choices)
    for choice in choices:
        number = said[signs.of(choice), _numbers(choice)] == 1
        place = PLACE.fullmatch(choice.label) is not None and labels[choice.label] == 1
        if not choice.is_pass and choice.label and not number and not place:
            yield choice


def by_numbers(choices: Sequence[Choice], typed: Mapping[int, str]) -> list[Choice]:
    """Return choices in the order of the number behind their sign, where all have one; else as they are."""
    if any(map(several, choices)):
        return list(choices)
    ends = {choice.code: _ENDING.search(typed[choice.code]) for choice in choices}
    if any(end is None or PLACE.fullmatch(choice.label) for choice, end in zip(choices, ends.values(), strict=True)):
        return list(choices)
    return sorted(choices, key=lambda choice: int((ends[choice.code] or "0")[0]))


def run_of(typed: Sequence[str]) -> str:
    """Return what is typed as runs: ``b1 … b4, b7``."""
    runs: list[list[str]] = []
    for one in typed:
        before = _ENDING.search(runs[-1][-1]) if runs else None
        end = _ENDING.search(one)
        follows = before is not None and end is not None and int(end[0]) == int(before[0]) + 1
        if follows and runs[-1][-1][: before.start()] == one[: end.start()]:  # type: ignore[union-attr]
            runs[-1].append(one)
        else:
            runs.append([one])
    said = []
    for run in runs:
        said += [f"{run[0]} … {run[-1]}"] if len(run) > RUN else run
    return ", ".join(said[:_MOST_RUNS] + ["…"] * (len(said) > _MOST_RUNS))


def several(choice: Choice) -> tuple[str, ...]:
    """Return the numbers that are picked together, as they are typed: 3 and 5 of `bid(3, 5)`; else nothing."""
    picked = choice.text.partition("=" if choice.action is None else "(")[2].removesuffix(")").split(", ")
    together = isinstance(choice.value, tuple) and len(picked) > 1 and all(map(_NUMBER.fullmatch, picked))
    return tuple(picked) if together else ()


def _numbers(choice: Choice) -> str:
    """Return all numbers that are picked, as they are typed."""
    return digits(choice) or " ".join(several(choice))


def is_later(choices: Sequence[Choice]) -> bool:
    """Is a later question of a move asked, which has been answered in part?"""
    return bool(choices) and all(choice.action is None and not choice.is_pass for choice in choices)


def only_numbers(choices: Sequence[Choice], signs: Signs) -> bool:
    """Is a number asked for, and nothing else but whether to pass?"""
    answers = [choice for choice in choices if not choice.is_pass]
    return len({signs.of(choice) for choice in answers}) == 1 and all(
        is_number(choice) and [digits(one) for one in answers].count(digits(choice)) == 1 for choice in answers
    )


def is_number(choice: Choice) -> bool:
    """Is a number picked, whatever words it has?"""
    return digits(choice) != ""


def digits(choice: Choice) -> str:
    """Return the number that is picked, as it is typed; empty for anything else."""
    if _NUMBER.fullmatch(choice.label):
        return choice.label
    ends = (f"({choice.value})", f"={choice.value}")
    return str(choice.value) if type(choice.value) is int and choice.text.endswith(ends) else ""


def ranges(members: list[Choice], read: Callable[[Choice], str] | None = None) -> str:
    """Return "raise 6 … raise 10, raise 15", as ``read`` tells a choice."""
    read = read or spoken
    ordered = sorted(members, key=lambda choice: int(digits(choice)))
    runs: list[list[Choice]] = []
    for choice in ordered:
        if runs and int(digits(choice)) == int(digits(runs[-1][-1])) + 1:
            runs[-1].append(choice)
        else:
            runs.append([choice])
    said = []
    for run in runs:
        said += [f"{read(run[0])} … {read(run[-1])}"] if len(run) > RUN else [read(one) for one in run]
    return ", ".join(said[:_MOST_RUNS] + ["…"] * (len(said) > _MOST_RUNS))


def spoken(choice: Choice) -> str:
    """Return the short form without brackets: raise 6; of a later question the number alone."""
    return digits(choice) if choice.action is None else f"{choice.action} {digits(choice)}"


def find_choice(choices: Sequence[Choice], typed: str, about: About = NOTHING) -> Found:
    """Return what a typed answer means: the sign before a choice, its text form, or a part of its words.

    A number alone means a number that is asked for, and nothing else; so does a sign of the game. What is told
    ``about`` a choice is searched too.
    """
    wanted = _simple(typed)
    signs = about.signs or signs_among(choices)
    if begun := _begun(choices, wanted, signs):
        return begun
    if not wanted or (_NUMBER.fullmatch(wanted) and not only_numbers(choices, signs)):
        return Found(())
    if picked := tuple(choice for choice in choices if _numbers(choice) == wanted):
        return Found(picked, exact=True)
    for read in (_text, _label, _words, _lies):
        exact = tuple(choice for choice in choices if _simple(read(choice)) == wanted)
        if exact:
            return Found(exact, exact=True)
    alike, sign, number = wanted.rpartition("#")
    if sign and number.isdecimal():
        return _numbered(find_choice(choices, alike, about), int(number))
    listed = handles(choices, signs, about.numbers)
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


def _begun(choices: Sequence[Choice], wanted: str, signs: Signs) -> Found | None:
    """Return which numbers that are picked together go on as typed, `b 3` or `bid 3`; None where that is not typed.

    Alone, a number can only be the first one where nothing else is asked for.
    """
    head, _, number = wanted.rpartition(" ")
    signed = _SIGNED.fullmatch(wanted)
    if signed is not None and not head:
        head, number = signed[1], signed[2]
    pairs = [choice for choice in choices if several(choice)]
    meant = [choice for choice in pairs if head in ("", signs.of(choice), _simple(choice.action or ""))]
    if not meant or not _NUMBER.fullmatch(number) or (not head and len({signs.of(one) for one in pairs}) > 1):
        return None
    return Found(tuple([choice for choice in meant if several(choice)[0] == number]))


def _signed(choice: Choice, typed: Mapping[int, str], signs: Signs) -> tuple[str, ...]:
    """Return how a choice is typed by its sign: with its number, ``s 2`` or ``s2``."""
    sign = signs.of(choice)
    if _numbers(choice):
        return f"{sign} {_numbers(choice)}", f"{sign}{_numbers(choice)}"
    number = typed[choice.code].removeprefix(sign)
    return (typed[choice.code], f"{sign} {number}") if number.isdecimal() else (typed[choice.code],)


def _is_sign(wanted: str, signs: Signs) -> bool:
    """Is this a sign of the game, alone or with a number, whatever may be chosen now?"""
    found = _SIGNED.fullmatch(wanted)
    return found is not None and bool(signs.meaning(found[1]))


def of_sign(choices: Sequence[Choice], typed: str, signs: Signs) -> tuple[Choice, ...]:
    """Return the choices of which a sign stands alone, that is without what is picked."""
    wanted = _simple(typed)
    return tuple(choice for choice in choices if signs.of(choice) == wanted and choice.label)


def slip(choices: Sequence[Choice], typed: str, about: About) -> str:
    """Return in a sentence what a sign or a number means that is no answer now; empty for anything else."""
    wanted = _simple(typed)
    signs = about.signs or signs_among(choices)
    listed = handles(choices, signs, about.numbers)
    found = _SIGNED.fullmatch(wanted)
    meaning = "" if found is None else signs.meaning(found[1])
    if found is not None and meaning:
        now = by_numbers([choice for choice in choices if signs.of(choice) == found[1]], listed)
        if now:
            return gettext(
                "`{typed}` is no answer now; for `{meaning}` you can type {possible}",
                typed=wanted,
                meaning=meaning,
                possible=run_of([listed[choice.code] for choice in now]),
            )
        return gettext("`{typed}` is for `{meaning}`, which is not possible now", typed=wanted, meaning=meaning)
    if found is not None and (begun := _beginning(choices, signs, found[1], found[2])):
        possible = run_of([listed[choice.code] for choice in begun])
        return gettext("`{typed}` is no choice here; did you mean {near}?", typed=wanted, near=possible)
    numbers = [choice for choice in choices if is_number(choice)]
    if _NUMBER.fullmatch(wanted) and numbers:
        meant = [choice for choice in numbers if digits(choice) == wanted] or by_numbers(numbers, listed)
        possible = run_of([listed[choice.code] for choice in meant])
        if only_numbers(choices, signs):
            return gettext("`{typed}` is not possible now; type {possible}", typed=wanted, possible=possible)
        return gettext(
            "`{typed}` alone is no answer now; a number stands behind its action: type {possible}",
            typed=wanted,
            possible=possible,
        )
    return ""


def _beginning(choices: Sequence[Choice], signs: Signs, letters: str, number: str) -> list[Choice]:
    """Return the choices of a number whose signs begin with these letters: ``f1`` for ``ff 1`` and ``fc 1``."""
    numbers = [choice for choice in choices if is_number(choice) and digits(choice) == number]
    return [choice for choice in numbers if signs.of(choice).startswith(letters)]


def _numbered(alike: Found, number: int) -> Found:
    """Return one of the choices that are alike, as records once called pieces on a board: ``go(man, b4#2)``."""
    return Found(alike.choices[number - 1 : number] if number else (), exact=True)


def other_numbers(choices: Sequence[Choice], typed: str) -> str:
    """Return which numbers are possible where an action with another number is typed (``raise 2``); else no text."""
    action, _, number = _simple(typed).rpartition(" ")
    members = [choice for choice in choices if choice.action is not None and _simple(choice.action) == action]
    if not members or not _NUMBER.fullmatch(number) or not all(is_number(choice) for choice in members):
        return ""
    return "" if any(digits(choice) == number for choice in members) else ranges(members)


def _within(choice: Choice, part: str, about: About) -> bool:
    return _fits(choice, part, start=False) or part in _simple(about.pieces.of(choice))


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
