"""What one decision is about: what is asked, what may be chosen, and what may not be, as data for callers."""

from __future__ import annotations

import attrs


@attrs.frozen
class Choice:
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


@attrs.frozen
class Decision:
    """What is asked: ``kind`` is ``plan`` (which action?), ``pick`` or ``chosen`` (which is next?)."""

    kind: str
    seat: int
    words: str
    phase: str | None


@attrs.frozen
class Refusal:
    """A move that the plan would allow, but that is not possible now, and why."""

    text: str
    words: str
    reason: str
