"""A paragraph -> what its local places are called in words, and which values a reader may be told"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.labels import head
from gamedsl.engine.words.place_names import one_of_kind, static_words
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import gettext, is_english, kinds, mark, spoken
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.counts import replaced

_CAPITAL_NOUNS = ("de",)
"""Languages in which nouns begin with capital letters."""
SHORT_NAME = 2
"""Names of so few letters say nothing to people."""
_CHOSEN = (
    mark("the first chosen {kind}"),
    mark("the second chosen {kind}"),
    mark("the third chosen {kind}"),
    mark("the fourth chosen {kind}"),
)
"""What answers of a kind are called in their order that have no names."""
Telling = Callable[[core.Value, frozenset[str]], Any]
"""Gives a value that the reader may be told and that changes of these entries cannot touch, else UNKNOWN."""


@attrs.frozen
class Scope:
    """What the local places of a paragraph are called, by number; ``now`` gives values that may be told.

    ``values``: what names that say nothing stand for; ``stands``: what all names stand for.
    ``changed``: entries that steps before may have changed.
    ``said``: words that stand before what is told. ``opened``: rules around, by name; ``depth``: expressions around.
    ``always`` gives what is the same in all games of the set-up. ``in_rules``: the rules are told, not a choice.
    ``hold`` keeps what a name stands for that is given on the way, where that may be told.
    """

    names: dict[int, str]
    now: Telling
    values: dict[int, core.Value] = attrs.field(factory=dict)
    stands: dict[int, core.Value] = attrs.field(factory=dict)
    changed: frozenset[str] = frozenset()
    said: str = ""
    opened: tuple[str, ...] = ()
    depth: int = 0
    always: Telling = attrs.field(default=lambda _, __: UNKNOWN)
    in_rules: bool = False
    hold: Callable[[int, Any], None] | None = None

    def tell(self, value: core.Value) -> Any:
        """Return a value that the reader may be told, else UNKNOWN."""
        found = self.now(value, self.changed)
        if found is not UNKNOWN or not self.stands:
            return found
        if any(isinstance(one, core.Local) and one.slot in self.stands for one in walk(value)):
            return self.always(replaced(value, self.stands), frozenset())
        return found

    def behind(self, changed: frozenset[str]) -> Scope:
        """Return the scope behind steps that may change some entries."""
        return attrs.evolve(self, changed=self.changed | changed)

    def meaning(self, slot: int, value: core.Value) -> Scope:
        """Return the scope with one more place, that is called by what it stands for."""
        return attrs.evolve(self, values=self.values | {slot: value})

    def named(self, slot: int, name: str) -> Scope:
        """Return the scope with one more place, that is called so."""
        return attrs.evolve(self, names=self.names | {slot: name})

    def let(self, slot: int, name: str, value: core.Value) -> Scope:
        """Return the scope in which a place holds a value that has a name; who reads in play knows what it is now."""
        if isinstance(value, core.Dealt):
            return self.named(slot, gettext("what was just dealt"))
        known = self
        if self.hold is not None and (found := self.tell(value)) is not UNKNOWN:
            self.hold(slot, found)
        if self.now == self.always:
            known = attrs.evolve(self, stands=self.stands | {slot: replaced(value, self.stands)})
        if len(name) > SHORT_NAME:
            return known.named(slot, bare(name))
        return known.meaning(slot, value)


def nothing_known(_: core.Value, __: frozenset[str]) -> Any:
    """Tell no value."""
    return UNKNOWN


def picked(game: model.CheckedGame, picks: Iterable[model.PickField | core.Pick]) -> dict[int, str]:
    """Return what the answers to picks are called: "the chosen card"; where several are alike by names, or in turn."""
    all_picks = list(picks)
    kinds = [kind_words(game, model.kind_picked(pick)) for pick in all_picks]
    found = {}
    for at, (pick, kind) in enumerate(zip(all_picks, kinds, strict=True)):
        if kinds.count(kind) == 1:
            found[pick.slot] = gettext("the chosen {kind}", kind=kind)
        elif (len(pick.name) > SHORT_NAME and is_english()) or kinds[:at].count(kind) >= len(_CHOSEN):
            found[pick.slot] = gettext("the {kind} “{name}”", kind=kind, name=bare(pick.name))
        else:
            found[pick.slot] = gettext(_CHOSEN[kinds[:at].count(kind)], kind=kind)
    return found


def given(game: model.CheckedGame, names: Iterable[str], kinds: Iterable[t.Type]) -> dict[int, str]:
    """Return what the parameters of a paragraph are called, which take its first places."""
    return {slot: _given(game, name, kind) for slot, (name, kind) in enumerate(zip(names, kinds, strict=True))}


def _given(game: model.CheckedGame, name: str, kind: t.Type) -> str:
    """Return what a parameter is called: a number of a short name by its letter, as in "gain N gold"."""
    if len(name) > SHORT_NAME:
        return bare(name)
    return name.upper() if isinstance(kind, t.IntType) else gettext("the {noun}", noun=kind_words(game, kind))


def _list_words(listed: model.WordList) -> str:
    """Return what a word of a list is called: by the name of the list; in other languages by its words, to a colon."""
    return bare(listed.name) if is_english() or listed.words is None else head(static_words(listed))


def in_sentence(words: str) -> str:
    """Return words as they stand in a sentence: German nouns keep their capital letters, and names all."""
    return words if kinds(spoken())[-1] in _CAPITAL_NOUNS or words[1:2].isupper() else words[:1].lower() + words[1:]


def that(game: model.CheckedGame, kind: t.Type) -> str:
    """Return what a member of something is called, of which each is told: "that player"."""
    if isinstance(intervals.strip(kind), t.PlayerType):
        return gettext("that player")
    return gettext("that {kind}", kind=kind_words(game, kind))


def kind_words(game: model.CheckedGame, kind: t.Type) -> str:
    """Return what one thing of a type is called."""
    kind = intervals.strip(kind)
    match kind:
        case t.PieceType(name) | t.DesignType(name):
            return one_of_kind(game, name)
        case t.WordType(name):
            return _list_words(game.word_lists[name])
        case t.PlayerType():
            return gettext("player")
        case t.IntType():
            return gettext("number")
        case t.BoolType():
            return gettext("answer")
        case t.SetType(item=item) | t.ListType(item=item):
            return gettext("set of {kind}", kind=kind_words(game, item))
        case t.RowType(chart):
            return bare(chart)
        case t.TextType() | t.NothingType() | t.ZoneType() | t.UnknownType():
            return gettext("thing")
        case _:
            raise TypeError(f"unknown type {type(kind).__name__}")
