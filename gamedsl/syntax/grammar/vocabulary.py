"""The rules and terminals of the grammar -> the words of the language, sorted by what they begin.

Every list of words in the program is made from here, so that a rule in the grammar is enough to know its word. What
explains a word or a phrase is a table keyed by words; tests hold such tables against these lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import attrs

from gamedsl.syntax.grammar.tables import load_grammar

Rule: TypeAlias = tuple[str, Sequence[str]]

SCENARIO_STEPS = ("expect", "illegal", "legal", "exactly", "pass", "force")
"""Steps that only scenarios may hold; the builder refuses them everywhere else."""


@attrs.frozen
class _Rules:
    """The alternatives of each rule, as names of rules and terminals; terminals are written in capitals."""

    alternatives: Mapping[str, Sequence[Sequence[str]]]

    def first(self, *symbols: str) -> tuple[str, ...]:
        """Return the terminals that can begin any of these, in the order of the grammar."""
        found: dict[str, None] = {}
        done: set[str] = set()
        for symbol in symbols:
            self._first(symbol, found, done)
        return tuple(found)

    def _first(self, symbol: str, found: dict[str, None], done: set[str]) -> None:
        if symbol not in self.alternatives:
            found[symbol] = None
            return
        if symbol in done:
            return
        done.add(symbol)
        for alternative in self.alternatives[symbol]:
            for part in alternative:
                self._first(part, found, done)
                if not self._may_be_empty(part):
                    break

    def _may_be_empty(self, symbol: str) -> bool:
        return any(not alternative for alternative in self.alternatives.get(symbol, ()))

    def within(self, *symbols: str) -> frozenset[str]:
        """Return all rules and terminals of which these are made."""
        done: set[str] = set()
        todo = [*symbols]
        while todo:
            symbol = todo.pop()
            if symbol not in done:
                done.add(symbol)
                todo += (part for alternative in self.alternatives.get(symbol, ()) for part in alternative)
        return frozenset(done)


class Vocabulary:
    """The fixed words and signs of a language, from its grammar; each list is made when it is first asked for.

    ``load`` returns the rules, as (name, parts) for each alternative, and the words and signs by their terminals.
    """

    def __init__(self, load: Callable[[], tuple[Iterable[Rule], Mapping[str, str]]]) -> None:
        self._load = load

    @cached_property
    def _grammar(self) -> tuple[Iterable[Rule], Mapping[str, str]]:
        return self._load()

    @cached_property
    def _rules(self) -> _Rules:
        alternatives: dict[str, list[Sequence[str]]] = {}
        for name, parts in self._grammar[0]:
            alternatives.setdefault(name, []).append(parts)
        return _Rules(alternatives)

    @property
    def texts(self) -> Mapping[str, str]:
        """The words and signs by their terminals."""
        return self._grammar[1]

    def _words(self, symbols: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.texts[symbol] for symbol in symbols if self.texts.get(symbol, "").isalpha())

    def _begin(self, *symbols: str) -> tuple[str, ...]:
        return self._words(self._rules.first(*symbols))

    @cached_property
    def terminals(self) -> dict[str, str]:
        """The terminals by their words and signs."""
        return {text: terminal for terminal, text in self.texts.items()}

    def terminals_of(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return the terminals of words, in the order of the words."""
        return tuple(self.terminals[word] for word in words)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words."""
        return frozenset(self._words(self.texts))

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """What the line of a section begins with."""
        return tuple(word for word in self._begin("section") if word not in ("change", "remove"))

    @cached_property
    def headers(self) -> tuple[str, ...]:
        """What the first line of a file begins with."""
        return self._begin("header", "tests")

    @cached_property
    def paragraph_sections(self) -> frozenset[str]:
        """The sections that hold paragraphs."""
        within = self._rules.within
        holders = (parts for parts in self._rules.alternatives["section"] if within(*parts) & {"paragraph", "drawing"})
        return frozenset(word for parts in holders for word in self._begin(parts[0]))

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields of paragraphs, and of the lines under a header."""
        return self._begin("field")

    @cached_property
    def drawn_fields(self) -> tuple[str, ...]:
        """The fields of displays."""
        return self._begin("_drawing_field")

    @cached_property
    def traits(self) -> tuple[str, ...]:
        """What can stand behind a comma in an entry, as far as it begins with a word."""
        return self._begin("plain_trait")

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The forms of places."""
        return self._begin("zone_type")

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """What steps begin with."""
        values = self._begin("expr")
        return tuple(word for word in self._begin("simple") if word not in values)

    @cached_property
    def game_steps(self) -> tuple[str, ...]:
        """The steps that a game may hold: all but those of scenarios."""
        return tuple(word for word in self.steps if word not in SCENARIO_STEPS)

    @cached_property
    def blocks(self) -> tuple[str, ...]:
        """What begins a step that holds others."""
        apart = (*self._begin("expr"), *self.steps)
        return tuple(word for word in self._begin("_statement") if word not in apart)

    @cached_property
    def loops(self) -> tuple[str, ...]:
        """What begins a step that is done several times."""
        return self._begin("loop")

    @cached_property
    def row_words(self) -> frozenset[str]:
        """All words that can stand in a row of a table."""
        return frozenset(self._words(self._rules.within("row")))


def _used() -> tuple[Iterable[Rule], Mapping[str, str]]:
    grammar = load_grammar()
    return grammar.rules, grammar.texts


WORDS = Vocabulary(_used)
"""The words of the grammar in use."""
