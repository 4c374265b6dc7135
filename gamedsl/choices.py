"""What one decision is about: what is asked, what may be chosen, and what may not be, as data for callers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs

from gamedsl.by_fields import ByFields


@attrs.frozen(slots=False, eq=False, repr=False)
class Choice(ByFields):
    """One legal move: a stable ``code``, its structured form, the short ``text`` form and ``words`` for people.

    ``action`` is None for the answer to a later question; ``value`` is what is picked as a run-time value, None when
    nothing is, a tuple for a set and for several parts; ``label`` shows it.
    """

    code: int
    action: str | None
    value: int | bool | tuple[int | bool | tuple[int, ...], ...] | None
    label: str
    is_pass: bool
    text: str
    words: str


@attrs.frozen(slots=False, eq=False, repr=False)
class ChoiceGroup(ByFields):
    """Choices of one action or question: ``words`` is what all of them say, without what is picked, mostly a title.

    It is empty where they have nothing in common.
    """

    action: str | None
    words: str
    choices: tuple[Choice, ...]


def grouped(choices: Sequence[Choice]) -> tuple[ChoiceGroup, ...]:
    """Return choices in their order, those of one action or question together."""
    together = groupby(choices, key=lambda choice: (choice.action, choice.is_pass))
    return tuple(_group(tuple(members)) for _, members in together)


def _group(members: tuple[Choice, ...]) -> ChoiceGroup:
    heads = {title_of(choice) if choice.label else choice.words for choice in members}
    return ChoiceGroup(members[0].action, heads.pop() if len(heads) == 1 else "", members)


def title_of(choice: Choice) -> str:
    """Return the words of a choice without the value at their end; empty where it does not stand there."""
    for ending in (f": {choice.label}", f" {choice.label}"):
        if choice.label and choice.words.endswith(ending):
            return choice.words[: -len(ending)].rstrip()  # French has a blank before a colon
    return ""


@attrs.frozen(slots=False, eq=False, repr=False)
class Decision(ByFields):
    """What is asked: ``kind`` is ``plan`` (which action?), ``pick`` or ``chosen`` (which is next?)."""

    kind: str
    seat: int
    words: str
    phase: str | None


@attrs.frozen(slots=False, eq=False, repr=False)
class Refusal(ByFields):
    """A move that the plan would allow, but that is not possible now, and why."""

    text: str
    words: str
    reason: str


@attrs.frozen(slots=False, eq=False, repr=False)
class Undo(ByFields):
    """Whether somebody may take a decision back now: ``why`` not, in words; how many ``decisions`` are left then."""

    why: str
    decisions: int | None

    @property
    def possible(self) -> bool:
        """May it be taken back?"""
        return self.decisions is not None
