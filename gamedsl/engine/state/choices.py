"""Every possible choice of a set-up and its number: actions × first answers, pass, then later answers; file order."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import attrs

from gamedsl.engine.errors import SetupError
from gamedsl.engine.state.domains import Domain, domain_of
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

_MOST_CODES = 2**31


@attrs.frozen
class Choice:
    """One legal choice.

    ``action`` is the action chosen, None for ``pass`` and for answers to later questions; ``question`` is the number of
    the question answered (of an action: of its first pick). ``value`` is None when nothing is picked, a sorted tuple
    for a set, and a tuple of its parts for a choice of several.
    """

    code: int
    action: str | None
    value: Any
    type: t.Answer | None
    is_pass: bool = False
    question: int | None = None


class Numbering:
    """The static list of choices of a set-up."""

    def __init__(self, layout: Layout) -> None:
        game = layout.game
        self.game = game
        self.domains: dict[int, Domain] = {}
        self.action_base: dict[str, int] = {}
        self.question_base: dict[int, int] = {}
        self.first_question: dict[str, model.Question] = {}
        for question in game.questions:
            if question.first and question.paragraph in game.actions:
                self.first_question[question.paragraph] = question
            self.domains[question.number] = domain_of(layout, question.type)
        self._starts: list[int] = []
        self._blocks: list[tuple[str | None, int | None]] = []
        self.total = 0
        for name in game.actions:
            self.action_base[name] = self.total
            first = self.first_question.get(name)
            self._block(name, None if first is None else first.number)
        self.pass_code = self.total
        self._block(None, None)
        firsts = {question.number for question in self.first_question.values()}
        for question in game.questions:
            if question.number not in firsts:
                self.question_base[question.number] = self.total
                self._block(None, question.number)
        if self.total > _MOST_CODES:
            raise SetupError("the game has too many different choices")
        self._made: dict[int, Choice] = {}

    def _block(self, action: str | None, question: int | None) -> None:
        size = 1 if question is None else self.domains[question].size
        if size:
            self._starts.append(self.total)
            self._blocks.append((action, question))
        self.total += size

    def named_codes(self) -> list[tuple[range, str]]:
        """Return the codes of each action, of ``pass`` and of each later question, in order; see ``Table``."""
        found = []
        for name, base in self.action_base.items():
            first = self.first_question.get(name)
            size = 1 if first is None else self.domains[first.number].size
            found.append((range(base, base + size), name))
        found.append((range(self.pass_code, self.pass_code + 1), "pass"))
        for number, base in self.question_base.items():
            question = self.game.questions[number]
            found.append((range(base, base + self.domains[number].size), f"{question.paragraph}.{question.name}"))
        return found

    def with_value(self, choice: Choice, value: Any) -> int:
        """Return the number of a choice of the same action or question with another value."""
        assert choice.question is not None
        domain = self.domains[choice.question]
        return choice.code - domain.index(choice.value) + domain.index(value)

    def choice(self, code: int) -> Choice:
        """Return the choice with a number from 0 to ``total - 1``."""
        made = self._made.get(code)
        if made is None:
            place = bisect_right(self._starts, code) - 1
            action, question = self._blocks[place]
            value, kind = None, None
            if question is not None:
                value = self.domains[question].value(code - self._starts[place])
                kind = self.game.questions[question].type
            made = Choice(code, action, value, kind, code == self.pass_code, question)
            self._made[code] = made
        return made
