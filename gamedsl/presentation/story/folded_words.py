"""Events as a viewer knows them -> what each of them, or several of one sort, brought, in a few words"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.engine import events as ev
from gamedsl.engine.setup.choosing import written_down
from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.place_names import Called, kind_called, static_words
from gamedsl.engine.words.wording import bare, each_once
from gamedsl.i18n.speaking import all_of, gettext, ngettext
from gamedsl.play.engine import Engine
from gamedsl.presentation.story.event_words import Around, EventWords, scorer
from gamedsl.presentation.story.templates import told
from gamedsl.semantics.core import types as t

_MOST_LABELS = 6
_ONE, _SEVERAL = 1, 2
_LONGEST_STORE = 24
"""Longer words explain a store, they do not call it."""
_LEADS_ON = ("out", "in", "on", "under", "over", "beside", "before", "behind")
"""How the words of a place may begin that need no "to" before them: "out of the game"."""


class FoldedWords(EventWords):
    """Words for what moves bring, as people tell a game: in a few words, and not what the move says itself."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.written_down = written_down(engine.game)
        owned = [one for one in engine.game.zones.values() if one.form == "purse" and one.each == "player"]
        self.stores = {
            counter: [one.name for one in owned if one.kind == counter and one.name not in self.quiet]
            for counter in engine.game.counters
        }
        """Where players have what is only counted, by counter."""
        pieces = enumerate(engine.layout.piece_seat)
        self.owned = {engine.layout.piece_kind[piece] for piece, seat in pieces if seat is not None}
        """Kinds of which every player has pieces: nobody takes them, they are moved."""

    def at_first(self, entry: str) -> str | None:
        """Return what a value is before the set-up, in words; None where that is worked out."""
        declared = self.game.values.get(entry)
        found = UNKNOWN if declared is None else self.engine.evaluator.known(declared.initial)
        return None if declared is None or found is UNKNOWN else self.engine.wording.label(declared.type, found)

    # ------------------------------------------------------------ payments, moves of pieces, points

    def ledger(self, entries: Sequence[ev.LedgerEvent], around: Around) -> str:
        """Tell payments, moves of pieces or points of one sort."""
        first = entries[0]
        if first.form == "score":
            return self._scores(entries, around)
        if first.form == "move" and first.source == first.target:
            return ""
        parts = _by_share(entries) if first.form == "move" else _in_whole_rounds(entries)
        if len(parts) > 1:
            return ", ".join(filter(None, (self.ledger(part, around) for part in parts)))
        what = self._amount(entries) if first.form == "pay" else self._pieces(entries)
        if first.form == "pay" and first.amount == 0 and not what:
            return ""
        is_said = first.form == "move" and _is_in(what, around.said) and what != bare(first.kind)
        if first.form == "pay" and around.said and self.places.is_turned(first.source, first.target):
            return ""
        if self.is_quiet(first.target) and not (first.form == "pay" and first.owners[0] is not None):
            return "" if is_said else self._away(what, entries, around)
        sources = tuple(dict.fromkeys(one.owners[0] for one in entries))
        targets = tuple(dict.fromkeys(one.owners[1] for one in entries))
        if first.form == "move" and first.kind in self.owned:
            return self._to(what, entries, around, is_said=is_said)
        if self.is_quiet(first.source):
            sources = (None,)
        if sources == targets:
            return self._to(what, entries, around, is_said=is_said)
        pairs = list(dict.fromkeys(one.owners for one in entries))
        if len(sources) == len(targets) == len(pairs) > 1:  # each gives to another: a swap
            both = ([one for one in entries if one.owners == pair] for pair in pairs)
            return ", ".join(filter(None, (self.ledger(one, around) for one in both)))
        return self._between(what, entries, sources, targets, around, is_said=is_said)

    def _away(self, what: str, entries: Sequence[ev.LedgerEvent], around: Around) -> str:
        """Tell from where something goes to a place that nobody looks at."""
        first, givers = entries[0], tuple(dict.fromkeys(one.owners[0] for one in entries))
        if len(givers) == 1:
            return told("from", what=what, place=self.whose(first.source, around))
        label = self.places.read(first.source).label
        each = gettext("{what} each", what=self._of_each(what, first.kind))
        return told("from", what=each, place=gettext("{owner}'s {what}", owner=self.players(givers), what=label))

    def _of_each(self, what: str, kind: str) -> str:
        """Return what each of several gives: "1 card", where "card" is the name of all of them."""
        return self.number(1, kind) if what == kind_called(self.game, kind) else what

    def _between(
        self,
        what: str,
        entries: Sequence[ev.LedgerEvent],
        sources: tuple[int | None, ...],
        targets: tuple[int | None, ...],
        around: Around,
        *,
        is_said: bool,
    ) -> str:
        """Tell what goes from one owner to another; None is what belongs to nobody."""
        first, me = entries[0], around.seat
        if first.form == "move" and targets == (None,):
            return self._to(what, entries, around, is_said=is_said)
        if me is not None and sources == (me,):
            if targets == (None,):
                return "" if self._is_said(what, around) else self._paid(what, first, around)
            return told("gives", what=self._of_which(what, first), player=self.players(targets))
        if me is not None and targets == (me,):
            return self._got(what, first, sources, around, is_said=is_said)
        if targets == (None,):
            return self._each("pay", self._in_store(what, first, 0, around), sources, len(entries))
        if sources == (None,):
            return self._each("get", self._in_store(what, first, 1, around), targets, len(entries))
        return told("gets_from_other", player=self.players(targets), what=what, other=self.players(sources))

    def _paid(self, what: str, entry: ev.LedgerEvent, around: Around) -> str:
        what, place = self._in_store(what, entry, 0, around), self._beyond(entry.target, entry.kind)
        return told("pays_to", what=what, place=place) if place else told("pays", what=what)

    def _got(
        self,
        what: str,
        entry: ev.LedgerEvent,
        sources: tuple[int | None, ...],
        around: Around,
        *,
        is_said: bool,
    ) -> str:
        """Tell what the player whose move it is gets."""
        if sources != (None,):
            what = self._of_which(what, entry)
            return told("gets_from" if entry.form == "pay" else "takes_from", what=what, place=self.players(sources))
        if entry.form == "pay":
            if self._is_said(what, around):
                return ""
            what, place = self._in_store(what, entry, 1, around), self._beyond(entry.source, entry.kind)
            return told("gets_from", what=what, place=place) if place else told("gets", what=what)
        if is_said:
            return ""
        zone = self.game.zones.get(self.places.read(entry.source).entry)
        return told("draws" if zone is not None and zone.form == "stack" else "takes", what=what)

    def _is_said(self, what: str, around: Around) -> bool:
        """Do the words of a move say an amount themselves?"""
        return _is_in(what, around.said)

    def _beyond(self, place: str, kind: str) -> str:
        """Return where something is paid to, or comes from; nothing for a bank, the first place or a quiet one."""
        zones = [one for one in self.game.zones.values() if one.kind == kind and not one.each]
        common = [one.name for one in zones if one.name not in self.quiet]
        is_bank = self.is_quiet(place) or common[:1] == [self.places.read(place).entry]
        return "" if is_bank else self.place(place)

    def _each(self, verb: str, what: str, seats: tuple[int | None, ...], many: int) -> str:
        """Tell what others get or pay, each of them as much."""
        known = [seat for seat in seats if seat is not None]
        if many > 1 and len(known) == len(self.names):
            return told(f"everybody_{verb}s", what=what)
        if len(known) > 1:
            return told(f"each_{verb}s", player=self.players(seats), what=what)
        return told(f"other_{verb}s", player=self.players(seats), what=what)

    def _to(self, what: str, entries: Sequence[ev.LedgerEvent], around: Around, *, is_said: bool) -> str:
        """Tell where something goes."""
        entry = entries[0]
        found = self.places.read(entry.target)
        if found.holder:
            return told("on", what=what, holder=self._holder(found, around))
        origin = self.places.read(entry.source)
        if origin.holder and entry.form == "pay":
            return told("off", what=what, holder=self._holder(origin, around))
        givers = tuple(dict.fromkeys(one.owners[0] for one in entries))
        if len(givers) > 1:
            return self._each_to(gettext("{what} each", what=self._of_each(what, entry.kind)), entry, givers)
        within = entry.owners[0] is not None and entry.owners[0] == entry.owners[1] == around.seat
        is_only = not entry.label and len(entries) == 1 and _is_in(kind_called(self.game, entry.kind), around.said)
        if within and not found.keys and (is_said or is_only):
            return ""
        if is_said and self.is_quiet(entry.source):
            return ""
        if entry.form == "move" and _is_in(what, around.said) and _is_in(found.label, around.said):
            return ""
        place = self._whose_keys(entry.target, around)
        if self._keys_are_said(found, around):
            if entry.form == "move" and (is_said or _is_in(kind_called(self.game, entry.kind), around.said)):
                return ""
            place = found.counted or place.removesuffix(f" ({found.keys})")
        own = entry.owners[0] is not None and entry.owners[0] != around.seat and entry.owners[0] != entry.owners[1]
        thing = told("from", what=what, place=self.names[entry.owners[0] or 0]) if own else what
        if found.seat and place != found.label and found.label.partition(" ")[0] in _LEADS_ON:  # "on the bar"
            led = told("out", what=thing, place=found.label)
            return gettext("{owner}'s {what}", owner=found.seat, what=led)
        way = "out" if place.partition(" ")[0] in _LEADS_ON else "to"
        if is_said and not own and _is_in(what, around.move):
            return "" if around.begun and not found.keys else told(f"{way}_it", place=place)
        return told(way, what=thing, place=place)

    def _each_to(self, what: str, entry: ev.LedgerEvent, givers: tuple[int | None, ...]) -> str:
        """Tell where something goes that several players have each had as much of."""
        label = self.places.read(entry.target).label
        if entry.owners[1] is not None:
            return told("to", what=what, place=gettext("{owner}'s {what}", owner=self.players(givers), what=label))
        return told("to", what=told("from", what=what, place=self.players(givers)), place=label)

    def _whose_keys(self, place: str, around: Around) -> str:
        """Return a place with whose it is; one of several in a row of its own by that: "Cairo, strip 1"."""
        found = self.places.read(place)
        is_own = not found.seat or (around.seat is not None and found.seat == self.names[around.seat])
        return found.keys if is_own and found.named and found.counted else self.whose(place, around)

    def _of_which(self, what: str, entry: ev.LedgerEvent) -> str:
        """Return what players give each other, with which of several stores of theirs it comes from."""
        keys = self.places.read(entry.source).keys if entry.form == "pay" else ""
        return told("why", told=what, why=keys) if keys else what

    def _in_store(self, what: str, entry: ev.LedgerEvent, side: int, around: Around) -> str:
        """Return what a player pays (``side`` 0) or gets (1) with the store that it is of, where there are several.

        The first that players have of a counter is the one that is meant where none is named.
        """
        if entry.form != "pay":
            return what
        found = self.places.read((entry.source, entry.target)[side])
        other = self.places.read((entry.target, entry.source)[side])
        which = found.keys if self.stores[entry.kind][:1] == [found.entry] else found.label
        is_said = any(_is_in(one, around.said) for one in (*found.named, *filter(None, [found.label])))
        is_beyond = which == other.keys and bool(self._beyond((entry.target, entry.source)[side], entry.kind))
        return (
            what if is_said or is_beyond or not 0 < len(which) <= _LONGEST_STORE else told("why", told=what, why=which)
        )

    def _keys_are_said(self, found: Called, around: Around) -> bool:
        """Does a move say which of several places is meant? Of two strips of a city it says the city."""
        named = bool(found.named) and all(_is_answer(one, around.said) for one in found.named)
        return named or (bool(found.named) and _is_in(found.keys, around.said))

    def _scores(self, entries: Sequence[ev.LedgerEvent], around: Around) -> str:
        source = static_words(self.game.sources[entries[0].kind])
        if len(entries) == 1 and around.seat is not None and scorer(entries[0]) == around.seat:
            amount = entries[0].amount
            return told("loses" if amount < 0 else "scores", amount=self.points(abs(amount)), source=source)
        return self.scored(entries, None)

    def points(self, number: int) -> str:
        """Return a number of points."""
        return ngettext("{count} point", "{count} points", number)

    def _amount(self, entries: Sequence[ev.LedgerEvent]) -> str:
        """Return what is paid: by each, where several pay; all of it, where one pays several times."""
        first = entries[0]
        again = [one for one in entries if (one.source, one.target) == (first.source, first.target)]
        amount = sum(one.amount for one in again)
        if amount:
            return self.number(amount, first.kind)
        return told("some", things=self.number(_SEVERAL, first.kind)[_SEVERAL:])

    def _pieces(self, entries: Sequence[ev.LedgerEvent]) -> str:
        """Return which pieces move; of those that several players give or get, what each does."""
        shares: dict[object, list[str]] = {}
        several = len({one.owners[0] for one in entries}) > 1
        for entry in entries:
            shares.setdefault(entry.owners[0] if several else entry.target, []).append(entry.label)
        kind, first = entries[0].kind, next(iter(shares.values()))
        if len(shares) > 1 and all(sorted(one) == sorted(first) for one in shares.values()):
            return self.listed([label for label in first if label], len(first), kind)
        if len(shares) > 1 and len({len(one) for one in shares.values()}) == 1:
            return self.number(len(first), kind)
        return self.listed([entry.label for entry in entries if entry.label], len(entries), kind)

    def listed(self, labels: Sequence[str], number: int, kind: str) -> str:
        """Return pieces by their names, where the viewer knows them all and they are few; else how many they are.

        A face alone is no name: dice are told as such, with what they show.
        """
        names = set(labels)
        if not labels or len(labels) != number or len(names) > _MOST_LABELS:
            return self.number(number, kind)
        if names == {bare(kind)}:
            return self.number(number, kind) if number > 1 else kind_called(self.game, kind)
        named = each_once(labels)
        if self.game.kinds[kind].faces is None:
            return named
        return told("why", told=self.number(number, kind) if number > 1 else kind_called(self.game, kind), why=named)

    # ------------------------------------------------------------ everything else

    def faces(self, source: str, dice: str, faces: Sequence[str], around: Around) -> str:
        """Tell what dice show."""
        shown = all_of(faces)
        if around.seat is None:
            return told("thrown", dice=dice, faces=shown)
        alone = len(self.game.dice) == 1 and source in self.game.dice
        return told("rolls", faces=shown) if alone else told("rolls_of", faces=shown, dice=dice)

    def drawn(self, source: str, outcome: str, around: Around) -> str:
        """Tell a value that chance has given: a number as a throw."""
        declared = self.game.values.get(self.places.read(source).entry)
        is_number = declared is not None and isinstance(declared.type, t.IntType)
        return told("rolled_value" if is_number else "drawn_value", place=self.whose(source, around), value=outcome)

    def value(self, events: Sequence[ev.ValueEvent], around: Around) -> str:
        """Tell a new number or word, of several players perhaps; nothing when the move says it already.

        What is true or not is told where it has words: else rules only remember it. Players, pieces and sets that they
        remember are mostly named by other lines: the details tell them.
        """
        event = events[0]
        declared = self.game.values.get(event.entry)
        kind = declared.type if declared is not None else t.UnknownType()
        kind = kind.item if isinstance(kind, t.MaybeType) else kind
        is_named = isinstance(kind, t.BoolType) and declared is not None and declared.words is not None
        if not (is_named or isinstance(kind, t.IntType | t.WordType)):
            return ""
        is_said = around.said.endswith((f": {event.value}", f", {event.value}"))
        is_said |= event.entry in self.written_down and _is_in(event.value, around.move.partition(": ")[2])
        is_said |= is_named and event.value == gettext("yes") and self._place_is_said(event.place, around)
        if is_said and len(events) == 1:
            return ""
        place = self.whose(event.place, around)
        if len(events) > 1:
            owners = self.players([self.names.index(self.places.read(one.place).seat) for one in events])
            place = gettext("{owner}'s {what}", owner=owners, what=self.places.read(event.place).label)
        return told("value", place=place, value=event.value)

    def _place_is_said(self, place: str, around: Around) -> bool:
        """Does a move say a place, and what it is of?"""
        found = self.places.read(place)
        return _is_in(found.label, around.said) and (not found.where or _is_in(found.where, around.said))

    def shown(self, what: str, viewers: Sequence[int], around: Around) -> str:
        """Tell to whom something is shown."""
        if len(viewers) == len(self.names) and _is_in(what, around.said):
            return ""
        return told("shown" if around.seat is None else "shows", what=what, players=self.players(viewers))

    # ------------------------------------------------------------ names

    def place(self, place: str, /) -> str:
        """Return a place with whose it is."""
        return self.whose(place, Around(None, ""))

    def held(self, found: Called, around: Around) -> str:
        """Return a place that a piece has with that piece."""
        return told("on", what=found.label, holder=self._holder(found, around))

    def _holder(self, found: Called, around: Around) -> str:
        """Return the piece that a place is of; of several alike with where it lies."""
        if not found.where:
            return found.piece
        return f"{found.piece} {self.places.apart(found.where, '' if around.seat is None else self.names[around.seat])}"


def _by_share(entries: Sequence[ev.LedgerEvent]) -> list[list[ev.LedgerEvent]]:
    """Return moves of pieces apart by how many each player gives or each place gets: all of a part are told as one."""
    several = len({one.owners[0] for one in entries}) > 1
    shares: dict[object, list[ev.LedgerEvent]] = {}
    for entry in entries:
        shares.setdefault(entry.owners[0] if several else entry.target, []).append(entry)
    parts: dict[int, list[ev.LedgerEvent]] = {}
    for share in shares.values():
        parts.setdefault(len(share), []).extend(share)
    return list(parts.values())


def _in_whole_rounds(entries: Sequence[ev.LedgerEvent]) -> list[Sequence[ev.LedgerEvent]]:
    """Return payments that are told as one, those of which each is as often there as the others, and then the rest."""
    whole = len(entries) - len(entries) % len({(one.source, one.target) for one in entries})
    return [part for part in (entries[:whole], entries[whole:]) if part]


def _is_in(words: str, said: str) -> bool:
    """Does a text say some words, as whole words?"""
    return re.search(rf"(?<![\w−-]){re.escape(words)}(?!\w)", said) is not None


def _is_answer(words: str, said: str) -> bool:
    """Does a text give some words as an answer: "Fly: Cairo/2, Cairo", and not as one of two cities of a ticket?"""
    return re.search(rf"(?:\A|[:,] ){re.escape(words)}(?!\w| [–(-])", said) is not None
