"""A checked expression -> what people call it in any game: "your gold", "the price of the chosen card"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.labels import head
from gamedsl.engine.words.place_names import (
    column_of,
    many_of_kind,
    number_of_kind,
    one_of_kind,
    plurals,
    short_template,
    static_words,
)
from gamedsl.engine.words.wording import Wording, bare, each_once
from gamedsl.i18n.speaking import gettext, is_english, mark, one_of
from gamedsl.presentation.verbalize import clauses, rankings, sets
from gamedsl.presentation.verbalize.agreeing import NUMBER_OF, THEIRS, YOURS
from gamedsl.presentation.verbalize.numbers import none_of
from gamedsl.presentation.verbalize.row import AS_WRITTEN, Row
from gamedsl.presentation.verbalize.scope import SHORT_NAME, Scope, in_sentence, kind_words, that
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.values import Loop
from gamedsl.source import written

_DEEPEST = 8
"""Expressions inside each other that are put in words; what is deeper stands there as it is written."""


EVERYBODY = mark("every player")
_NAMED = (core.AllPlayers, core.AllMembers, core.You, core.Active)
"""What has a name that says more than its value."""


_LONGEST_PLACE, _LONGEST = 24, 32
"""Longer words explain a thing, they do not call it; of places those that are called so on the table."""
_LONGEST_MEANT = 140
"""What a name stands for is told in so many letters, or not at all."""
_FROM_TO = 4
"""So many numbers one after another are told by the first and the last."""
_WITHOUT_ARTICLE = (
    *("the", "a", "an", "no", "any", "every", "each", "all", "who", "what", "whose", "where"),
    *("out", "in", "on", "under", "over", "behind"),
)
"""How English words begin that have none."""


class Phrases:
    """Words for the expressions of one set-up, by the rows of their kinds."""

    kinds: Mapping[type[core.Value], Row]

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.game: model.CheckedGame = wording.game
        self.plurals = plurals(self.game)
        self.closed: frozenset[str] = frozenset()
        """Paragraphs that never come in games of the set-up."""

    def of(self, node: core.Value, scope: Scope) -> str:
        """Return what an expression is called; its value where the reader may be told that."""
        found = UNKNOWN if isinstance(node, _NAMED) else scope.tell(node)
        return self._unread(node, scope) if found is UNKNOWN else self.value(node, found)

    def _unread(self, node: core.Value, scope: Scope) -> str:
        """Return what an expression is called, though its value may be told."""
        teller = self.kinds.get(type(node), AS_WRITTEN).name
        if teller is None or scope.depth >= _DEEPEST:
            return written(node.span)
        return teller(self, node, attrs.evolve(scope, depth=scope.depth + 1))

    def value(self, node: core.Value, found: Any) -> str:
        """Return a value of an expression in words."""
        if found is None:
            return gettext("none")
        if isinstance(node, core.You):
            return gettext("you")
        if isinstance(node.type, t.SetType):
            return self._several(node.type, found)
        return self.wording.label(node.type, found)

    def _several(self, kind: t.SetType, found: Any) -> str:
        """Return a set in words: of many numbers one after another the first and the last."""
        if found == ():
            return none_of(kind)
        if isinstance(kind.item, t.IntType) and len(found) >= _FROM_TO and found[-1] - found[0] == len(found) - 1:
            return gettext("{first} to {last}", first=found[0], last=found[-1])
        if isinstance(kind.item, t.PieceType):
            return self._pieces_called(kind.item, found)
        return self.wording.label(kind, found)

    def _pieces_called(self, kind: t.PieceType, found: tuple[Any, ...]) -> str:
        """Return pieces by their names, those of one name once with how often: "red ×3", "1 die"."""
        labels = [self.wording.label(kind, one) for one in found]
        if set(labels) == {bare(kind.kind)}:
            return number_of_kind(self.game, kind.kind, len(found), self.plurals)
        return each_once(labels)

    def yes_no(self, node: core.Value, scope: Scope) -> str:
        """Return a condition as a clause: "your gold is at least 6"."""
        return clauses.clause(self, node, scope)

    # ------------------------------------------------------------ names

    def owned(self, noun: str, owner: core.Value | None, scope: Scope) -> str:
        """Return a noun with whose it is."""
        if owner is None:
            return noun
        noun = noun.removeprefix(gettext("the {noun}", noun=""))
        if isinstance(owner, core.You):
            return gettext(YOURS, noun=noun)
        if isinstance(owner, core.AllPlayers):
            return gettext("everybody's {noun}", noun=noun)
        told = self.of(owner, scope)
        is_long = isinstance(owner, core.NextPlayer) and not self._is_opponent(owner)
        if is_long or not isinstance(intervals.strip(owner.type), t.PlayerType):
            return gettext("the {noun} of {owner}", noun=noun, owner=told)
        if told in (that(self.game, owner.type), gettext(EVERYBODY)):
            return gettext(THEIRS, noun=noun)
        return gettext("{owner}'s {what}", owner=told, what=noun)

    def entry(self, entry: model.Named) -> str:
        """Return what an entry of the table is called: with an article, where that is its name."""
        name, words = bare(entry.name.rpartition(".")[2]), self._called(entry)
        if words.casefold() != name.casefold():
            words = in_sentence(words)
            if not is_english() or words.partition(" ")[0] in _WITHOUT_ARTICLE:
                return words
        return gettext("the {noun}", noun=words)

    def _called(self, entry: model.Named) -> str:
        """Return the words of an entry; in English its name where they are too long to call it."""
        name, words = bare(entry.name.rpartition(".")[2]), head(static_words(entry))
        most = max(_LONGEST_PLACE if isinstance(entry, model.Zone) else _LONGEST, len(name))
        return words if not is_english() or len(words) <= most else name

    def quoted(self, node: core.ReadValue | core.TermCall, scope: Scope) -> str:
        """Return what a value or a term is called, in quotes, with its keys but not with whose it is."""
        if isinstance(node, core.ReadValue):
            entry: model.TableValue | model.CheckedTerm = self.game.values[node.entry]
            keys = self._keys(self.game.values[node.entry], node.keys, scope)
        else:
            entry = self.game.terms[node.term]
            keys = [self.of(argument, scope) for argument in node.arguments]
        is_fixed = isinstance(entry, model.TableValue) or entry.words is None or _is_static(entry)
        words = self._called(entry) if is_fixed else bare(entry.name.rpartition(".")[2])
        return gettext("“{words}”", words=words) + (f" ({', '.join(keys)})" if keys else "")

    def entry_words(self, entry: model.Named) -> str:
        """Return the words of an entry as they stand in a sentence."""
        return in_sentence(static_words(entry))

    def place(self, zone: core.ZoneRef, scope: Scope) -> str:
        """Return what a place of the table is called, with its owner and keys; a place of a board by its own name."""
        entry = self.game.zones[zone.entry]
        if zone.owner is not None and entry.words is None and self.wording.is_place(entry):
            return self.of(zone.owner, scope)
        return self._keyed(entry, zone.owner, zone.keys, scope)

    def _keyed(
        self,
        entry: model.Zone | model.TableValue,
        owner: core.Value | None,
        keys: tuple[core.Value | None, ...],
        scope: Scope,
    ) -> str:
        return self._for(self.owned(self.entry(entry), owner, scope), self._keys(entry, keys, scope))

    def _keys(
        self, entry: model.Zone | model.TableValue, keys: tuple[core.Value | None, ...], scope: Scope
    ) -> list[str]:
        """Return the keys that are given, numbers by what they count where other keys stand beside them."""
        given = [key for key in keys if key is not None]
        numbers = [isinstance(intervals.strip(key.type), t.IntType) for key in given]
        told = [self.of(key, scope) for key in given]
        if is_english() and not all(numbers) and len(given) == len(entry.keys):
            return [
                f"{bare(key.name)} {one}" if number and one.isdecimal() else one
                for key, one, number in zip(entry.keys, told, numbers, strict=True)
            ]
        return told

    def _for(self, noun: str, keys: Sequence[str]) -> str:
        """Return a noun with what it is of: "the price of the chosen card"; numbers and several things in brackets."""
        if len(keys) == 1 and not keys[0].lstrip("−-").isdecimal() and " " in keys[0]:
            return gettext("{noun} of {owner}", noun=noun, owner=keys[0])
        return f"{noun} ({', '.join(keys)})" if keys else noun

    def _zone(self, node: core.ZoneRef, scope: Scope) -> str:
        return self.place(node, scope)

    def _amount(self, node: core.Amount, scope: Scope) -> str:
        return self.place(node.zone, scope)

    def _contents(self, node: core.Contents, scope: Scope) -> str:
        zone = self.game.zones[node.zone.entry]
        if zone.form == "slot" and not zone.keys:
            return self._on(node.zone, scope)
        return self.lying(self.many(zone.kind), self.place(node.zone, scope))

    def lying(self, many: str, place: str) -> str:
        """Return things in a place; a place that is called by them says it alone."""
        name = place.removeprefix(gettext("the {noun}", noun=""))
        if name.endswith(many) or name.startswith(f"{many} "):  # "your shares", in French "actions à toi"
            return place
        return gettext("{things} in {place}", things=many, place=place)

    def is_bent(self, term: str) -> bool:
        """Tell whether a modifier may change a term."""
        return any(modifier.term == term for modifier in self.game.modifiers.values())

    def many(self, kind: str) -> str:
        """Return what several things of a kind are called."""
        return many_of_kind(self.game, kind, self.plurals)

    def _in_slot(self, node: core.SlotPiece, scope: Scope) -> str:
        return self._on(node.zone, scope)

    def _on(self, zone: core.ZoneRef, scope: Scope) -> str:
        """Return what lies in a place for one piece; a place that is called by what lies there says it alone."""
        kind, place = one_of_kind(self.game, self.game.zones[zone.entry].kind), self.place(zone, scope)
        return place if kind in place.split() else gettext("the {kind} on {place}", kind=kind, place=place)

    def _top(self, node: core.Top | core.Bottom, scope: Scope) -> str:
        zone = self.game.zones[node.zone.entry]
        kind, place = one_of_kind(self.game, zone.kind), self.place(node.zone, scope)
        if zone.form != "stack":
            return gettext("the {noun} of {owner}", noun=kind, owner=place)
        if isinstance(node, core.Top):
            return gettext("the top {kind} of {place}", kind=kind, place=place)
        return gettext("the bottom {kind} of {place}", kind=kind, place=place)

    def _pieces(self, node: core.CountPieces, scope: Scope) -> str:
        return gettext(NUMBER_OF, what=self.counted(node, scope))

    def _read(self, node: core.ReadValue, scope: Scope) -> str:
        return self._keyed(self.game.values[node.entry], node.owner, node.keys, scope)

    def _local(self, node: core.Local, scope: Scope) -> str:
        if node.slot in scope.names:
            return scope.names[node.slot]
        if node.slot in scope.values:
            return self.of(scope.values[node.slot], scope)
        return gettext("the {noun}", noun=kind_words(self.game, node.type))

    def _you(self, _: core.You, __: Scope) -> str:
        return gettext("you")

    def _active(self, _: core.Active, __: Scope) -> str:
        return gettext("the player at turn")

    def _all_players(self, _: core.AllPlayers, __: Scope) -> str:
        return gettext("all players")

    def _members(self, node: core.AllMembers, _: Scope) -> str:
        item = getattr(node.type, "item", node.type)
        if isinstance(item, t.PieceType):
            return gettext("all {things}", things=self.many(item.kind))
        return gettext("every {kind}", kind=kind_words(self.game, item))

    def _option(self, node: core.OptionValue, _: Scope) -> str:
        return gettext("the option “{name}”", name=bare(node.option))

    def _column(self, node: core.Attribute, scope: Scope) -> str:
        if isinstance(node.subject, core.ChartRow):
            keys = ", ".join(self.of(key, scope) for key in node.subject.keys)
            return gettext("the {noun} for {keys}", noun=column_of(self.game, node), keys=keys)
        of = self.of(node.subject, scope)
        keys = f" ({', '.join(self.of(key, scope) for key in node.keys)})" if node.keys else ""
        return gettext("the {noun} of {owner}", noun=f"{column_of(self.game, node)}{keys}", owner=of)

    def _key_of(self, node: core.KeyOf, scope: Scope) -> str:
        return gettext("the {noun} of {owner}", noun=bare(node.key), owner=self.of(node.subject, scope))

    def _owner(self, node: core.OwnerOf, scope: Scope) -> str:
        return gettext("the owner of {what}", what=self.of(node.subject, scope))

    def _design(self, node: core.DesignOf, scope: Scope) -> str:
        return self.of(node.subject, scope)

    def _own_piece(self, node: core.OwnPiece, scope: Scope) -> str:
        return self.owned(one_of_kind(self.game, node.kind), node.owner, scope)

    def amount_of(self, node: core.Value) -> str:
        """Return what a number of a player counts: "points", "gold", "cards in hand"; empty for other numbers."""
        if isinstance(node, core.PointsOf) and node.source is None:
            return gettext("points")
        zone = node.zone if isinstance(node, core.Amount | core.CountPieces) else None
        if isinstance(node, core.Count) and isinstance(node.source, core.Contents):
            zone = node.source.zone
        term = self.game.terms[node.term] if isinstance(node, core.TermCall) and not node.arguments else None
        if term is not None and term.each == "player" and is_english() and _is_plural(static_words(term)):
            return self.entry_words(term)
        if zone is None or zone.keys or self.game.zones[zone.entry].each != "player":
            return ""
        kind, name = (
            self.game.zones[zone.entry].kind,
            clauses.without_article(self.entry(self.game.zones[zone.entry])),
        )
        things = self.many(kind)
        return things if isinstance(node, core.Amount) or name == things else self.lying(things, name)

    def number_of(self, amount: core.Value, number: int) -> str:
        """Return a number with what it counts in a purse."""
        assert isinstance(amount, core.Amount)
        return number_of_kind(self.game, self.game.zones[amount.zone.entry].kind, number, self.plurals)

    def _points(self, node: core.PointsOf, scope: Scope) -> str:
        told = self.owned(gettext("points"), node.subject, scope)
        if node.source is None:
            return told
        source = static_words(self.game.sources[node.source])
        return gettext("{points} from {source}", points=told, source=source)

    def _term(self, node: core.TermCall, scope: Scope) -> str:
        term = self.game.terms[node.term]
        name = bare(term.name.rpartition(".")[2])
        noun = self.entry(term) if _is_static(term) else gettext("the {noun}", noun=name)
        told = [self.of(argument, scope) for argument in node.arguments]
        owner = node.owner if term.each else None
        noun = self.owned(noun, owner, scope)
        is_many = not told and _is_counted(term) and is_english() and _is_plural(name)
        return gettext(NUMBER_OF, what=noun) if is_many else self._for(noun, told)

    def _cell(self, node: core.CellCall, scope: Scope) -> str:
        return gettext("the {noun} of {owner}", noun=column_of(self.game, node), owner=self.of(node.subject, scope))

    def _dice(self, node: core.DiceSum | core.DieFace, scope: Scope) -> str:
        words = self.entry(self.game.dice[node.dice])
        if self.game.dice[node.dice].count == 1:
            return words
        if isinstance(node, core.DiceSum):
            return gettext("the sum of {what}", what=words)
        number = self.of(node.index, scope)
        return gettext("die no. {number}", number=number) if len(self.game.dice) == 1 else f"{words} {number}"

    def _same(self, node: core.Checked | core.Certain, scope: Scope) -> str:
        return self.of(node.value, scope)

    # ------------------------------------------------------------ sets

    def loop(self, loop: Loop, scope: Scope) -> tuple[str, Scope]:
        """Return what a loop goes through, and the scope inside."""
        item = getattr(loop.source.type, "item", loop.source.type)
        inner = scope.named(loop.slot, that(self.game, item))
        if loop.condition is None or scope.tell(loop.condition) is True:
            return self.of(loop.source, scope), inner
        return clauses.chosen(self, self._unread(loop.source, scope), loop.slot, loop.condition, inner), inner

    def loops(self, loops: tuple[Loop, ...], scope: Scope) -> tuple[str, Scope]:
        """Return what nested loops go through, and the scope inside."""
        told = []
        for loop in loops:
            words, scope = self.loop(loop, scope)
            told.append(words)
        return gettext(" and ").join(told), scope

    def _collect(self, node: core.Collect, scope: Scope) -> str:
        through, inner = self.loops(node.loops, scope)
        own = isinstance(node.value, core.Local) and node.value.slot == node.loops[-1].slot
        return through if own else gettext("{value} for {things}", value=self.of(node.value, inner), things=through)

    def counted(self, node: core.Value, scope: Scope) -> str:
        """Return the things of which a value is the number."""
        if isinstance(node, core.Reduce):
            return self.loops(node.loops, scope)[0]
        if isinstance(node, core.CountPieces):
            zone = self.game.zones[node.zone.entry]
            return self.lying(self.many(zone.kind), self.place(node.zone, scope))
        if not isinstance(node, core.Count):
            return self.of(node, scope)
        source = sets.drawn(node.source)
        if not isinstance(source, core.Collect) or sets.is_own(source.value, source.loops):
            return self.of(node.source, scope)
        value = rankings.values(self, source.value, source.loops, scope)
        return gettext("different values of {value}", value=value)

    def _count(self, node: core.Count, scope: Scope) -> str:
        return gettext(NUMBER_OF, what=self.counted(node, scope))

    def _next(self, node: core.NextPlayer, scope: Scope) -> str:
        player = self.of(node.player, scope)
        if self._is_opponent(node):
            is_you = isinstance(node.player, core.You)
            return gettext("your opponent") if is_you else gettext("the opponent of {player}", player=player)
        if node.among is not None:
            among = self.of(node.among, scope)
            return gettext("the next of {players} after {player}", players=among, player=player)
        return gettext("the next player after {player}", player=player)

    def _is_opponent(self, node: core.NextPlayer) -> bool:
        """Is the next player the only other one?"""
        return node.among is None and self.wording.layout.seats == 2

    def _let(self, node: core.LetIn, scope: Scope) -> str:
        for slot, value in zip(node.slots, node.given, strict=True):
            scope = scope.meaning(slot, value)
        return self.of(node.value, scope)

    def _done(self, node: core.Done, _: Scope) -> str:
        actions = one_of(self.paragraph(name) for name in node.actions)
        return gettext("how often you did {actions} this turn", actions=actions)

    def meant(self, name: str, value: core.Value, scope: Scope, told: Iterable[str]) -> str:
        """Return what a name stands for that rules say; nothing where they do not say it, or it is too long to tell."""
        noun = bare(name)
        if not scope.in_rules or len(name) <= SHORT_NAME or isinstance(value, core.Bent | core.Dealt):
            return ""
        if not any(re.search(rf"(?<!\w){re.escape(noun)}(?!\w)", one) for one in told):
            return ""
        said = gettext("{head}: {told}", head=noun, told=self.of(value, scope))
        return said if len(said) <= _LONGEST_MEANT else ""

    def paragraph(self, name: str) -> str:
        """Return an action, rule or phase by its words, in quotes, or by its name."""
        text, _ = self.wording.paragraph_words(name)
        return bare(name) if text is None or not text.parts else gettext("“{words}”", words=short_template(text))

    def _bent(self, node: core.Bent, scope: Scope) -> str:
        return self.of(node.value if scope.tell(node.condition) is True else node.old, scope)

    def _condition(self, node: core.Value, scope: Scope) -> str:
        return gettext("whether {condition}", condition=self.yes_no(node, scope))

    def _reduced(self, node: core.Reduce, scope: Scope) -> str:
        return self._condition(node, scope) if node.function in ("any", "all") else sets.reduced(self, node, scope)


def _is_plural(words: str) -> bool:
    return words.endswith("s") and not words.endswith("ss") and len(words) <= _LONGEST


def _is_counted(term: model.CheckedTerm) -> bool:
    """Is a term without words of its own a number of things?"""
    counted = isinstance(term.value, core.Count | core.CountPieces)
    return term.words is None and (counted or (isinstance(term.value, core.Reduce) and term.value.function == "count"))


def _is_static(thing: model.Named) -> bool:
    return thing.words is not None and all(isinstance(part, str) for part in thing.words.parts)
