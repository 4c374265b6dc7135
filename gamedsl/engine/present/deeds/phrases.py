"""A checked expression -> what people call it in any game: "your gold", "the price of the chosen card"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.present.called import plurals, static_words, template
from gamedsl.engine.present.deeds import conditions
from gamedsl.engine.present.deeds.scope import Scope, kind_words
from gamedsl.engine.present.view_data import called
from gamedsl.engine.present.words import Wording, bare
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.values import Loop
from gamedsl.semantics.symbols import UNLIMITED
from gamedsl.source import written

_SIGNS = {"+": "+", "-": "−", "*": "×", "/": ":", "mod": "mod"}
_TIGHT = ("*", "/", "mod")
_DEEPEST = 8
"""Expressions inside each other that are put in words; what is deeper stands there as it is written."""


_NAMED = (core.AllPlayers, core.AllMembers, core.You, core.Active)
"""What has a name that says more than its value."""
THAT_PLAYER = "that player"


class Phrases:
    """Words for the expressions of one set-up."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.game: model.CheckedGame = wording.game
        self.plurals = plurals(self.game)

    def of(self, node: core.Value, scope: Scope) -> str:
        """Return what an expression is called; its value where the reader may be told that."""
        found = UNKNOWN if isinstance(node, _NAMED) else scope.tell(node)
        if found is not UNKNOWN:
            return self.value(node, found)
        teller = TELLERS.get(type(node))
        if teller is None or scope.depth >= _DEEPEST:
            return written(node.span)
        return teller(self, node, attrs.evolve(scope, depth=scope.depth + 1))

    def value(self, node: core.Value, found: Any) -> str:
        """Return a value of an expression in words."""
        if found is None:
            return "none"
        if isinstance(node, core.You) or (found == () and isinstance(node.type, t.SetType)):
            return "you" if isinstance(node, core.You) else "nothing"
        return self.wording.label(node.type, found)

    def yes_no(self, node: core.Value, scope: Scope) -> str:
        """Return a condition as a clause: "your gold is at least 6"."""
        return conditions.clause(self, node, scope)

    # ------------------------------------------------------------ names

    def owned(self, noun: str, owner: core.Value | None, scope: Scope) -> str:
        """Return a noun with whose it is."""
        if owner is None:
            return noun
        noun = noun.removeprefix("the ")
        if isinstance(owner, core.You):
            return f"your {noun}"
        if isinstance(owner, core.AllPlayers):
            return f"everybody's {noun}"
        told = self.of(owner, scope)
        if isinstance(intervals.strip(owner.type), t.PlayerType):
            return f"their {noun}" if told == THAT_PLAYER else f"{told}'s {noun}"
        return f"the {noun} of {told}"

    def entry(self, entry: model.Named) -> str:
        """Return what an entry of the table is called: with an article, where that is its name."""
        name = bare(entry.name.rpartition(".")[2])
        words = called(entry.name, static_words(entry))
        if words.casefold() == name.casefold():
            return f"the {name}"
        return words if words[1:2].isupper() else words[:1].lower() + words[1:]

    def place(self, zone: core.ZoneRef, scope: Scope) -> str:
        """Return what a place of the table is called, with its owner and keys."""
        return self._keyed(self.game.zones[zone.entry], zone.owner, zone.keys, scope)

    def _keyed(
        self, entry: model.Named, owner: core.Value | None, keys: tuple[core.Value | None, ...], scope: Scope
    ) -> str:
        told = [self.of(key, scope) for key in keys if key is not None]
        return self.owned(self.entry(entry), owner, scope) + (f" ({', '.join(told)})" if told else "")

    def _zone(self, node: core.ZoneRef, scope: Scope) -> str:
        return self.place(node, scope)

    def _amount(self, node: core.Amount, scope: Scope) -> str:
        return self.place(node.zone, scope)

    def _contents(self, node: core.Contents, scope: Scope) -> str:
        zone = self.game.zones[node.zone.entry]
        if zone.form == "slot" and not zone.keys:
            return self._on(node.zone, scope)
        return f"{self.many(zone.kind)} in {self.place(node.zone, scope)}"

    def many(self, kind: str) -> str:
        """Return what several things of a kind are called."""
        return bare(self.plurals.get(kind, kind))

    def _in_slot(self, node: core.SlotPiece, scope: Scope) -> str:
        return self._on(node.zone, scope)

    def _on(self, zone: core.ZoneRef, scope: Scope) -> str:
        """Return what lies in a place for one piece; a place that is called by what lies there says it alone."""
        kind, place = bare(self.game.zones[zone.entry].kind), self.place(zone, scope)
        return place if kind in place.split() else f"the {kind} on {place}"

    def _top(self, node: core.Top | core.Bottom, scope: Scope) -> str:
        end = "top" if isinstance(node, core.Top) else "bottom"
        zone = self.game.zones[node.zone.entry]
        end = f"{end} " if zone.form == "stack" else ""
        return f"the {end}{bare(zone.kind)} of {self.place(node.zone, scope)}"

    def _pieces(self, node: core.CountPieces, scope: Scope) -> str:
        zone = self.game.zones[node.zone.entry]
        return f"the number of {self.many(zone.kind)} in {self.place(node.zone, scope)}"

    def _read(self, node: core.ReadValue, scope: Scope) -> str:
        return self._keyed(self.game.values[node.entry], node.owner, node.keys, scope)

    def _local(self, node: core.Local, scope: Scope) -> str:
        if node.slot in scope.names:
            return scope.names[node.slot]
        if node.slot in scope.values:
            return self.of(scope.values[node.slot], scope)
        return f"the {kind_words(self.game, node.type)}"

    def _you(self, _: core.You, __: Scope) -> str:
        return "you"

    def _active(self, _: core.Active, __: Scope) -> str:
        return "the player at turn"

    def _all_players(self, _: core.AllPlayers, __: Scope) -> str:
        return "all players"

    def _members(self, node: core.AllMembers, _: Scope) -> str:
        item = getattr(node.type, "item", node.type)
        return (
            f"all {self.many(item.kind)}" if isinstance(item, t.PieceType) else f"every {kind_words(self.game, item)}"
        )

    def _option(self, node: core.OptionValue, _: Scope) -> str:
        return f"the option “{bare(node.option)}”"

    def _column(self, node: core.Attribute, scope: Scope) -> str:
        if isinstance(node.subject, core.ChartRow):
            keys = ", ".join(self.of(key, scope) for key in node.subject.keys)
            return f"the {bare(node.column)} for {keys}"
        of = self.of(node.subject, scope)
        keys = f" ({', '.join(self.of(key, scope) for key in node.keys)})" if node.keys else ""
        return f"the {bare(node.column)}{keys} of {of}"

    def _key_of(self, node: core.KeyOf, scope: Scope) -> str:
        return f"the {bare(node.key)} of {self.of(node.subject, scope)}"

    def _owner(self, node: core.OwnerOf, scope: Scope) -> str:
        return f"the owner of {self.of(node.subject, scope)}"

    def _design(self, node: core.DesignOf, scope: Scope) -> str:
        return self.of(node.subject, scope)

    def _own_piece(self, node: core.OwnPiece, scope: Scope) -> str:
        return self.owned(bare(node.kind), node.owner, scope)

    def _points(self, node: core.PointsOf, scope: Scope) -> str:
        source = "" if node.source is None else f" from {static_words(self.game.sources[node.source])}"
        return f"{self.owned('points', node.subject, scope)}{source}"

    def _term(self, node: core.TermCall, scope: Scope) -> str:
        term = self.game.terms[node.term]
        noun = self.entry(term) if _is_static(term) else f"the {bare(term.name.rpartition('.')[2])}"
        told = ", ".join(self.of(argument, scope) for argument in node.arguments)
        owner = node.owner if term.each else None
        return self.owned(noun, owner, scope) + (f" ({told})" if told else "")

    def _cell(self, node: core.CellCall, scope: Scope) -> str:
        return f"the {bare(node.column)} of {self.of(node.subject, scope)}"

    def _dice(self, node: core.DiceSum | core.DieFace, scope: Scope) -> str:
        words = self.entry(self.game.dice[node.dice])
        if isinstance(node, core.DiceSum):
            return f"the sum of {words}"
        return words if self.game.dice[node.dice].count == 1 else f"{words} {self.of(node.index, scope)}"

    # ------------------------------------------------------------ numbers

    def _arithmetic(self, node: core.Arithmetic, scope: Scope) -> str:
        return f"{self._part(node.left, node, scope)} {_SIGNS[node.sign]} {self._part(node.right, node, scope)}"

    def _part(self, node: core.Value, around: core.Arithmetic, scope: Scope) -> str:
        told = self.of(node, scope)
        inner = node.sign if isinstance(node, core.Arithmetic) and scope.tell(node) is UNKNOWN else None
        loose = inner in ("+", "-") and (around.sign in _TIGHT or (around.sign == "-" and node is around.right))
        return f"({told})" if loose else told

    def _negated(self, node: core.Negate, scope: Scope) -> str:
        return f"−{self.of(node.value, scope)}"

    def _extreme(self, node: core.Extreme, scope: Scope) -> str:
        items = [item for item in node.items if node.function == "max" or scope.tell(item) != UNLIMITED]
        known = [item for item in items if scope.tell(item) is not UNKNOWN]
        other = [item for item in items if item not in known]
        if len(items) == 1:
            return self.of(items[0], scope)
        if len(known) == 1 and len(other) == 1:
            limit = "at least" if node.function == "max" else "at most"
            return f"{self.of(other[0], scope)} ({limit} {self.of(known[0], scope)})"
        which = "larger" if node.function == "max" else "smaller"
        return f"the {which} of {enumerated([self.of(item, scope) for item in items])}"

    def _absolute(self, node: core.Absolute, scope: Scope) -> str:
        return f"the size of {self.of(node.value, scope)}"

    def _either(self, node: core.Either, scope: Scope) -> str:
        if (_constant(node.value), _constant(node.otherwise)) == (1, 0):
            return f"whether {self.yes_no(node.condition, scope)}"
        value, otherwise = self.of(node.value, scope), self.of(node.otherwise, scope)
        return f"{value} if {self.yes_no(node.condition, scope)}, else {otherwise}"

    def _same(self, node: core.Checked | core.Certain, scope: Scope) -> str:
        return self.of(node.value, scope)

    # ------------------------------------------------------------ sets

    def loop(self, loop: Loop, scope: Scope) -> tuple[str, Scope]:
        """Return what a loop goes through, and the scope inside."""
        item = getattr(loop.source.type, "item", loop.source.type)
        source, inner = self.of(loop.source, scope), scope.named(loop.slot, f"that {kind_words(self.game, item)}")
        if loop.condition is None:
            return source, inner
        return f"{source} of which {self.yes_no(loop.condition, inner)}", inner

    def _loops(self, loops: tuple[Loop, ...], scope: Scope) -> tuple[str, Scope]:
        told = []
        for loop in loops:
            words, scope = self.loop(loop, scope)
            told.append(words)
        return " and ".join(told), scope

    def _collect(self, node: core.Collect, scope: Scope) -> str:
        through, inner = self._loops(node.loops, scope)
        own = isinstance(node.value, core.Local) and node.value.slot == node.loops[-1].slot
        return through if own else f"{self.of(node.value, inner)} for {through}"

    def _reduce(self, node: core.Reduce, scope: Scope) -> str:
        through, inner = self._loops(node.loops, scope)
        if node.function == "count":
            return f"the number of {through}"
        which = {"sum": "the sum of", "min": "the least of", "max": "the most of"}[node.function]
        return f"{which} {self.of(node.value, inner)} for {through}"

    def _count(self, node: core.Count, scope: Scope) -> str:
        return f"the number of {self.of(node.source, scope)}"

    def _only(self, node: core.Only, scope: Scope) -> str:
        return self.of(node.source, scope)

    def _rank(self, node: core.Rank, scope: Scope) -> str:
        through, inner = self.loop(node.loop, scope)
        told = [key for key in node.keys if scope.tell(key.key) is UNKNOWN]
        keys = ", then ".join(f"{'most' if key.most else 'least'}: {self.of(key.key, inner)}" for key in told)
        return f"{through} with {keys}" if keys else through

    def _join(self, node: core.Join, scope: Scope) -> str:
        sign = "and" if node.sign == "+" else "without"
        return f"{self.of(node.left, scope)} {sign} {self.of(node.right, scope)}"

    def _set(self, node: core.MakeSet, scope: Scope) -> str:
        return enumerated([self.of(item, scope) for item in node.items]) or "nothing"

    def _interval(self, node: core.Interval, scope: Scope) -> str:
        return f"{self.of(node.low, scope)} to {self.of(node.high, scope)}"

    def _next(self, node: core.NextPlayer, scope: Scope) -> str:
        return f"the next player after {self.of(node.player, scope)}"

    def _near(self, node: core.Neighbours, scope: Scope) -> str:
        return f"the places next to {self.of(node.space, scope)}"

    def _place_of(self, node: core.PlaceOf, scope: Scope) -> str:
        return f"the place of {self.of(node.subject, scope)}"

    def _let(self, node: core.LetIn, scope: Scope) -> str:
        for slot, value in zip(node.slots, node.given, strict=True):
            scope = scope.meaning(slot, value)
        return self.of(node.value, scope)

    def _done(self, node: core.Done, _: Scope) -> str:
        return f"how often you did {enumerated([self.paragraph(name) for name in node.actions], 'or')} this turn"

    def paragraph(self, name: str) -> str:
        """Return an action, rule or phase by its words, in quotes, or by its name."""
        text, _ = self.wording.paragraph_words(name)
        return bare(name) if text is None or not text.parts else f"“{template(text)}”"

    def _bent(self, node: core.Bent, scope: Scope) -> str:
        return self.of(node.value if scope.tell(node.condition) is True else node.old, scope)

    def _condition(self, node: core.Value, scope: Scope) -> str:
        return f"whether {self.yes_no(node, scope)}"


def _constant(node: core.Value) -> object:
    return node.value if isinstance(node, core.Const) else None


def _is_static(thing: model.Named) -> bool:
    return thing.words is not None and all(isinstance(part, str) for part in thing.words.parts)


TELLERS: dict[type[core.Value], Callable[[Phrases, Any, Scope], str]] = {
    core.ZoneRef: Phrases._zone,
    core.Amount: Phrases._amount,
    core.Contents: Phrases._contents,
    core.SlotPiece: Phrases._in_slot,
    core.Top: Phrases._top,
    core.Bottom: Phrases._top,
    core.CountPieces: Phrases._pieces,
    core.ReadValue: Phrases._read,
    core.Local: Phrases._local,
    core.You: Phrases._you,
    core.Active: Phrases._active,
    core.AllPlayers: Phrases._all_players,
    core.AllMembers: Phrases._members,
    core.OptionValue: Phrases._option,
    core.Attribute: Phrases._column,
    core.KeyOf: Phrases._key_of,
    core.OwnerOf: Phrases._owner,
    core.DesignOf: Phrases._design,
    core.OwnPiece: Phrases._own_piece,
    core.PointsOf: Phrases._points,
    core.TermCall: Phrases._term,
    core.CellCall: Phrases._cell,
    core.DiceSum: Phrases._dice,
    core.DieFace: Phrases._dice,
    core.Arithmetic: Phrases._arithmetic,
    core.Negate: Phrases._negated,
    core.Extreme: Phrases._extreme,
    core.Absolute: Phrases._absolute,
    core.Either: Phrases._either,
    core.Checked: Phrases._same,
    core.Certain: Phrases._same,
    core.Collect: Phrases._collect,
    core.Count: Phrases._count,
    core.Only: Phrases._only,
    core.Rank: Phrases._rank,
    core.Join: Phrases._join,
    core.MakeSet: Phrases._set,
    core.Interval: Phrases._interval,
    core.NextPlayer: Phrases._next,
    core.Neighbours: Phrases._near,
    core.PlaceOf: Phrases._place_of,
    core.LetIn: Phrases._let,
    core.Done: Phrases._done,
    core.Bent: Phrases._bent,
    **dict.fromkeys(
        (core.And, core.Or, core.Not, core.Compare, core.Member, core.During, core.Possible, core.GameOver),
        Phrases._condition,
    ),
}
TELLERS[core.Reduce] = lambda phrases, node, scope: (
    Phrases._condition(phrases, node, scope)
    if node.function in ("any", "all")
    else Phrases._reduce(phrases, node, scope)
)
"""What names a kind of expression; any other is called as it is written, where its value is not told."""
