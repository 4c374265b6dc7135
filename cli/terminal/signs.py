"""A game -> the letters by which each of its actions and questions is typed, the same from its beginning to its end."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from string import ascii_lowercase

import attrs

from gamedsl.choices import Choice
from gamedsl.engine.words.place_names import static_words, template
from gamedsl.game import Table
from gamedsl.i18n.speaking import gettext
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import CheckedGame, Question
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.graph import steps_of

from .typed import all_commands

PASS = "p"
"""What passing is typed by, in every game."""
TALK = (
    *("help", "why", "log", "table", "scores", "rules", "choices", "legend"),
    *("look", "save", "undo", "back", "cancel", "quit", "exit"),
    *("q", "y", "n", "yes", "no"),
)
"""Words that are commands or answers wherever something is asked, so that no sign may be one of them."""
_ASKING = re.compile(
    "a|an|and|are|at|be|by|comes|do|does|first|for|from|has|how|in|into|is|it|many|much|of|on|one|or|take|takes|that|"
    "the|to|two|what|where|which|who|whom|whose|will|with|you|your"
)
"""Words of questions that say nothing of what is asked."""
_LONG = 2


@attrs.frozen
class Asked:
    """An action or a later question: its sign, what it is called by people, and its action; empty for a question."""

    sign: str
    words: str
    action: str = ""


@attrs.frozen
class Signs:
    """The actions and questions of a game by the first codes of their choices, which are in order."""

    starts: tuple[int, ...]
    asked: tuple[Asked, ...]

    def of(self, choice: Choice) -> str:
        """Return the sign of what a choice answers."""
        return self.asked[bisect_right(self.starts, choice.code) - 1].sign

    def actions(self, sign: str) -> tuple[str, ...]:
        """Return the names of the actions that a sign stands for."""
        return tuple(asked.action for asked in self.asked if asked.sign == sign and asked.action)

    def meaning(self, sign: str) -> str:
        """Return what a sign stands for in this game, in words; empty for what is no sign."""
        return next((asked.words for asked in self.asked if asked.sign == sign), "")


def signs_of(table: Table) -> Signs:
    """Return the signs of the game that is played at a table."""
    game = table.game.checked
    questions = {f"{one.paragraph}.{one.name}": one for one in game.questions}
    passes = _can_pass(game)
    blocks = [(codes.start, name) for codes, name in table.action_codes() if codes and (name != "pass" or passes)]
    actions = {name: name for _, name in blocks if name in game.actions}
    later = {name: _question(questions[name]) for _, name in blocks if name in questions and name not in actions}
    given = _given(actions, later, _meant_otherwise(game))
    words = {name: template(one.words) if one.words else _blank(name) for name, one in game.actions.items()}
    words |= {name: _asks(questions[name]) or said for name, said in later.items()}
    passing = _passing(game) or gettext("passing")
    asked = [
        Asked(given.get(name, PASS), words.get(name, passing), name if name in actions else "") for _, name in blocks
    ]
    return Signs(tuple(start for start, _ in blocks), tuple(asked))


def _can_pass(game: CheckedGame) -> bool:
    """Tell whether a plan of a game leaves it to somebody how often something is done."""
    offers = (part for parts in steps_of(game).values() for part in walk(*parts) if isinstance(part, core.Offer))
    plans = [phase.plan for phase in game.phases.values() if phase.plan is not None]
    times = (node for plan in (*plans, *(offer.plan for offer in offers)) for node in walk(plan))
    return any(isinstance(node, core.PlanTimes) and node.low != node.high for node in times)


def _passing(game: CheckedGame) -> str:
    """Return what passing is called in the phases of a game, each of its names once; empty where it has none."""
    called = [template(one.pass_words) for one in game.phases.values() if one.pass_words is not None]
    return ", ".join(dict.fromkeys(called))


def signs_among(choices: Sequence[Choice]) -> Signs:
    """Return signs for some choices of which nothing else is known."""
    ordered = sorted(choices, key=lambda choice: choice.code)
    names = ["" if one.is_pass else one.action or "choice" for one in ordered]
    given = _given({name: name for name in names if name}, {}, frozenset())
    asked = [Asked(given.get(name, PASS), _blank(name) or gettext("passing")) for name in names]
    return Signs(tuple(one.code for one in ordered), tuple(asked))


def _question(question: Question) -> str:
    """Return what a question is called: its words where they are always the same, else its name."""
    if question.words is not None and all(isinstance(part, str) for part in question.words.parts):
        return template(question.words)
    return f"{_blank(question.paragraph)}, {_blank(question.name)}"


def _asks(question: Question) -> str:
    """Return the words of a question with … for what differs; empty where it has none."""
    return "" if question.words is None else template(question.words)


def _given(actions: dict[str, str], later: dict[str, str], taken: frozenset[str]) -> dict[str, str]:
    """Return a sign for each action, short names first, then for each later question; those asked alike share one."""
    found: dict[str, str] = {}
    for name in sorted(actions, key=lambda one: (one.count("_"), len(one))):
        found[name] = _free(_split(name), taken, found.values())
    shared: dict[str, str] = {}
    for name, words in later.items():
        if words not in shared:
            asked = _split(re.sub(r"\(.*?\)", " ", words))
            said = [word for word in asked if not _ASKING.fullmatch(word)]
            shared[words] = _free(said or asked[:1], taken, [*found.values(), *shared.values()])
        found[name] = shared[words]
    return found


def _free(words: Sequence[str], taken: frozenset[str], others: Iterable[str]) -> str:
    """Return the first sign for these words that is not taken."""
    used = {PASS, *TALK, *all_commands(), *gettext("y yes").split(), *gettext("n no").split(), *taken, *others}
    return next(sign for sign in _candidates(words) if sign not in used)


def _candidates(words: Sequence[str]) -> Iterator[str]:
    """Yield what the words suggest: their first letters, then more letters of the first one; at last any letters."""
    if words:
        first = words[0]
        yield "".join(word[0] for word in words[:_LONG])
        yield first[0]
        yield from (first[0] + letter for letter in first[1:])
        yield from (first[0] + word[0] for word in words[1:])
        yield from (first[0] + letter for letter in ascii_lowercase)
    for length in count(2):
        yield from ("".join(letters) for letters in product(ascii_lowercase, repeat=length))


def _meant_otherwise(game: CheckedGame) -> frozenset[str]:
    """Return the letters that mean something in a game, alone or before a number, as ``a`` before the place a1."""
    labels = [design.label for kind in game.kinds.values() for design in kind.designs]
    labels += [one for words in game.word_lists.values() for one in (*words.words_of, *words.labels.values())]
    labels += [static_words(kind) for kind in game.kinds.values()]
    labels += game.seat_labels if any(_names_players(question) for question in game.questions) else ()
    found = (re.fullmatch(r"([a-z]+)\d*", label.casefold()) for label in labels)
    return frozenset(match[1] for match in found if match)


def _names_players(question: Question) -> bool:
    kinds = [part.item if isinstance(part, t.SomeType) else part for part in t.parts_of(question.type)]
    return any(isinstance(kind.item if isinstance(kind, t.MaybeType) else kind, t.PlayerType) for kind in kinds)


def _split(text: str) -> list[str]:
    """Return the words of a text in plain small letters: ``é`` is an ``e``."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[a-z]+", "".join(one for one in plain if not unicodedata.combining(one)))


def _blank(name: str) -> str:
    return name.replace("_", " ")
