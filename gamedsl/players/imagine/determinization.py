"""A state and a seat -> determinizations: states that this seat could not tell from it, what it cannot know dealt anew.

A seat remembers everything that it has seen: pieces that it knows stay where they are, and what it has lost track of
can only lie where it can have gone (``State.mixes``). Amounts that it can work out from the payments it saw are kept.
What others have decided ``together`` with it is decided again at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.state.flat import RUNNING, Forced
from gamedsl.engine.state.positions import hide
from gamedsl.engine.state.public import who_knows
from gamedsl.engine.state.saving import mixes_of
from gamedsl.kernel.builder import bits
from gamedsl.kernel.native.thinking import Hidden, Spot
from gamedsl.kernel.search_engine import Trial
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.copies import by_rank, with_copies, without_numbers
from gamedsl.players.imagine.determinized_frames import OpenSecrets, named_in
from gamedsl.players.imagine.hidden_values import deal_faces, deal_values, has_unknown
from gamedsl.players.imagine.matching import Matching
from gamedsl.players.imagine.secret_looks import is_open_to, marked, show_again
from gamedsl.players.imagine.secret_picks import blurred, loops_again
from gamedsl.players.randomness import Random
from gamedsl.presentation.views import plain_sight

MOST_DEALT = 200
"""Deals in which others decide at random, until one leaves the seat what it has seen since they began."""
_BITS = 64


_MUCH = 10
"""What a purse may hold at least, where nothing bounds it."""


class DeterminizationError(RuntimeError):
    """What others may have decided together cannot be imagined: nearly always it would show the seat something else."""


class Determinizer:
    """Deals what ``seat`` cannot know in a running game. The state is read, never changed; it must not change later."""

    def __init__(self, engine: Engine, state: State, seat: int) -> None:
        self.engine = engine
        self.seat = seat
        self._others = False
        self._answers: tuple[int, ...] = ()
        if state.curtain is not None:
            self._answers = tuple(code for asked, code, _ in state.curtain[4] if asked == seat)
        self._together = state.curtain is not None
        self._asked = engine.decider(state)
        self._view = plain_sight(engine, state, seat) if self._together else None
        # what paragraphs have left behind that are closed nobody may read in a deal
        self.base = (engine.before_together(state) if self._together else state).stripped()
        bit, base = 1 << seat, self.base
        self._came = _came(state, seat) if self._together else []
        self._true_places, self._true_known = list(base.place), list(base.known)
        places = self._true_places
        known = {piece for piece, seats in enumerate(self._true_known) if seats & bit} | set(self._came)
        hidden = {
            piece: mask for piece, mask in enumerate(_could(base, seat)) if piece not in known and places[piece] >= 0
        }
        hidden = with_copies(engine.layout, hidden, known)
        self.could = hidden
        self._true_spots = list(base.spot)
        spots, zones, stack = self._true_spots, base.zones, engine.drawing.stack
        cells = sorted({cell for piece in hidden for cell in (spots[piece] or (places[piece],))})
        self._cells = [(cell, stack[cell], zones[cell]) for cell in cells]
        opened = engine.open(base)
        called = _called(engine, base, hidden, seat, opened, _heights(self._cells))
        self._hidden = without_numbers(engine.layout, hidden, called)
        ranked = by_rank(hidden, self._hidden)
        self._places = _in_order(ranked, called)
        self._order = {piece: number for number, piece in enumerate(self._places)}
        masks = {number: ranked[piece] for number, piece in enumerate(self._places)}
        self._matching = Matching(masks, (1 << len(hidden)) - 1)
        self._purses = list(_unknown_purses(engine, self.base, seat))
        self.draws = _draws_seen(engine, base)
        self._known = [*map(who_knows(engine.layout, seat), places, self._true_known)]
        """Who knows what lies in the place of each piece, as far as the seat can tell."""
        self._kept = [*self._known]
        """The same of what is not hidden; of the rest the truth."""
        for piece in hidden:
            self._kept[piece] = self._true_known[piece]
        self._shown = base.exposed
        self._frames = OpenSecrets(engine, base, seat, opened)
        self._blurred = any(True for _ in blurred(engine, base, seat))
        self._start = self._begun()

    def _begun(self) -> State:
        """Return what all deals begin with: what the seat knows."""
        s = self.base.copy()
        s.log = s.measured = s.cache = None
        s.forced = s.reading.unforced[:]
        s.draws = self.draws
        s.place, s.known = self._true_places, self._kept
        s.settle()
        return s

    def hidden(self) -> Hidden | None:
        """Return what deals are made of where pieces and faces of dice are all that is hidden; else None."""
        engine, base = self.engine, self.base
        if self._together or self._purses or self._blurred or not self._matching.is_nested:
            return None
        if any(piece in self.could or not is_open_to(engine, base, piece, self.seat) for piece, _ in self._shown):
            return None
        if self._frames.hold(self.could) or engine.wording.secrets.triggers or has_unknown(engine, base, self.seat):
            return None
        if any(self._true_spots[one] for one in self.could) or self._start.reading.follows_from_faces:
            return None
        if self._start.reading.follows_from_cells([cell for cell, _, _ in self._cells]):
            return None
        heights, words, spots = _heights(self._cells), self._start.reading.table.words, list[Spot]()
        state = self._start.copy()
        hide(state, engine.hidden_positions)
        for piece in self._places:
            cell = self._true_places[piece]
            word, low = words[cell]
            spots.append(Spot(word + heights.get(piece, 0), low, cell, self._known[piece]))
            if low >= 0:
                state[spots[-1].word] &= ~(1 << piece - low)
        return Hidden(state, spots, self._matching.groups(self._hidden))

    def trial(self, random: Random) -> Trial:
        """Return the game of ``deal`` for trying choices out: nobody is to ask there what is hidden from whom."""
        return self.engine.trial(self.deal(random) if self._together else self._deal(random, is_tried=True))

    def deal(self, random: Random, others: bool = False) -> State:
        """Return a state without a log, with chance of its own; raise DeterminizationError where none is found.

        ``others``: what the other seats cannot know there can be dealt anew as well.
        """
        self._others = others
        if not self._together:
            return self._deal(random)
        for _ in range(MOST_DEALT):
            state = self._deal(random)
            if self._replay(state, random):
                return state
        raise DeterminizationError("what others decide together changes what this seat sees")

    def _deal(self, random: Random, is_tried: bool = False) -> State:
        base, s = self.base, self._start.copy()
        s.sow(random.getrandbits(_BITS))
        drawn = self._matching.draw(random)
        moved = {self._places[place]: self._hidden[rank] for place, rank in drawn.items()}
        state = s
        if moved:
            self._put(s, moved)
            deal_faces(self.engine, state, [moved[place] for place in self._places], random)
        if self._blurred:
            loops_again(self.engine, base, state, self.seat, self._order, moved, random)
        for group in self._purses:
            group.share_out(state, random)
        deal_values(self.engine, base, state, self.seat, random)
        self._frames.renew(state, random)
        if self._shown:
            show_again(self.engine, state, self.seat, random)
        self.engine.latch(state)
        hide(state, self.engine.hidden_positions)
        if not is_tried:
            s.mixes = ((), *_summary(self.could, moved), 1 << self.seat, "could")
            if self._others:
                s.mixes = self._others_lost(s.mixes, moved)
            if s.curtain is not None:
                self.engine.begin_together(state)
        return state

    def _put(self, s: State, moved: dict[int, int]) -> None:
        """Put every piece where another one truly lies; what others know and what rules mean goes with the place."""
        get, spots, places, known = moved.get, self._true_spots, self._true_places, self._known
        cells = [
            (
                cell,
                [[get(one, one) for one in block] for block in inside]
                if is_stack
                else [get(one, one) for one in inside],
            )
            for cell, is_stack, inside in self._cells
        ]
        s.lay(cells, [(piece, places[place], known[place]) for place, piece in moved.items()])
        for place, piece in moved.items():
            if spots[place] != spots[piece]:
                s.put("spot", piece, spots[place])
        if self._shown:
            s.exposed = tuple(sorted([(get(piece, piece), seats) for piece, seats in self._shown]))
        self._frames.rename(s, moved)

    def _others_lost(self, mixes: Any, moved: dict[int, int]) -> Any:
        """Return what the others have lost track of in a deal: what a spectator has, who has seen nothing but them.

        What else they remember is as hidden from the seat as the pieces are. Payments are as they were.
        """
        base, layout = self.base, self.engine.layout
        others = layout.everybody & ~(1 << self.seat)
        could = {
            moved.get(piece, piece): sum(1 << moved.get(one, one) for one in bits(mask))
            for piece, mask in enumerate(_could(base, layout.seats))
            if mask.bit_count() > 1
        }
        mixes = (mixes, tuple(sorted(could)), tuple(could[piece] for piece in sorted(could)), others, "could")
        for things, known, blind, sort in mixes_of(base):
            if sort == "paid":
                mixes = (mixes, things, known, blind & others, sort)
        return mixes

    def _replay(self, s: State, random: Random) -> bool:
        """Play on to the open question: the seat answers as it did and sees what it saw, the others at random."""
        engine = self.engine
        left = list(self._answers)
        engine.run(s)
        while s.status == RUNNING and s.curtain is not None:
            decider = engine.decider(s)
            if not left and decider == self._asked:
                return plain_sight(engine, s, self.seat) == self._view
            codes = engine.codes(s)
            if decider == self.seat:
                if not left or left[0] not in codes:
                    return False
                self._force(s)
                engine.apply(s, left.pop(0))
                s.forced = [()] * len(s.forced)
            else:
                engine.apply(s, codes[int(random.random() * len(codes))])
        return False

    def _force(self, s: State) -> None:
        """Let the seat draw what it drew: pieces that it has come to know since all began to decide."""
        drawing = self.engine.drawing
        for cell in {s.place[piece] for piece in self._came}:
            coming = tuple(piece for piece in self._came if s.place[piece] == cell)
            s.forced[drawing.stream[cell]] = (Forced(coming),) * len(coming)


def _summary(could: dict[int, int], moved: dict[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what may lie where by the pieces that lie there now: the deal must not tell what is true."""
    found = sorted((moved[place], mask) for place, mask in could.items())
    return tuple(piece for piece, _ in found), tuple(mask for _, mask in found)


def _heights(cells: Sequence[tuple[int, bool, Any]]) -> dict[int, int]:
    """Return the block in which each piece lies that lies in a stack, from the bottom."""
    return {
        piece: number
        for _, is_stack, inside in cells
        for number, block in enumerate(inside if is_stack else ())
        for piece in block
    }


def _called(
    engine: Engine,
    state: State,
    could: dict[int, int],
    seat: int,
    opened: Sequence[OpenParagraph],
    height: Mapping[int, int],
) -> dict[int, Any]:
    """Return for each hidden piece what its place is called: nothing in it tells the truth.

    A place is called by everything that tells it from others for whoever knows the table and its past, but for what may
    lie there: where it is, who knows it, what was shown since the last action, and which open rules mean what lies
    there. Places that are alike in all of that can change their pieces without anything being different.
    """
    if not could:
        return {}
    meant, shown = named_in(engine, state, seat, opened), marked(engine, state, seat)
    cells, spots = list(state.place), list(state.spot)
    knowing = [*map(who_knows(engine.layout, seat), cells, state.known)]
    return {
        piece: (
            (spots[piece] or (cells[piece],), height.get(piece, 0)),
            (knowing[piece], sorted(shown.get(piece, ())), meant.get(piece, [])),
        )
        for piece in could
    }


def _in_order(could: Mapping[int, int], called: Mapping[int, Any]) -> list[int]:
    """Return the pieces that a seat cannot know, sorted by their places alone: nothing in the order tells the truth."""
    return sorted(could, key=lambda piece: (called[piece][0], could[piece], called[piece][1]))


def _draws_seen(engine: Engine, state: State) -> list[int]:
    """Return how often chance was asked, of dice alone: how many draws hidden things took can tell what they are."""
    layout = engine.layout
    dice = {layout.streams[name] for name in layout.dice}
    dice |= {layout.streams[kind.name] for kind in engine.game.kinds.values() if kind.faces is not None}
    return [number if stream in dice else 0 for stream, number in enumerate(state.draws)]


def _came(state: State, seat: int) -> list[int]:
    """Return the pieces that a seat has come to know by its own decisions since all began to decide together.

    What the others did may lie open before it, but is seen only when all are done.
    """
    assert state.curtain is not None
    answers, bit = state.curtain[4], 1 << seat
    later = [*(known for _, _, known in answers[1:]), state.known]
    found = {
        piece
        for (decider, _, before), after in zip(answers, later, strict=False)
        if decider == seat
        for piece, seats in enumerate(after)
        if seats & ~before[piece] & bit
    }
    return sorted(found)


# ---------------------------------------------------------------- what a seat can have lost track of


def _could(state: State, seat: int) -> list[int]:
    """Return for each piece, as bits, which pieces may lie in its place as far as the seat has seen."""
    could = [1 << piece for piece in range(len(state.place))]
    bit = 1 << seat
    for things, known, blind, sort in mixes_of(state):
        if not blind & bit or sort in ("paid", "picked"):
            continue
        if sort == "could":
            for piece, mask in zip(things, known, strict=True):
                could[piece] = mask
            continue
        if sort == "swapped":
            _swap(could, *things)
            continue
        mixed = things
        if sort == "unknown":
            mixed = [piece for piece, seats in zip(things, known, strict=True) if not seats & bit]
        else:
            for piece, seats in zip(things, known, strict=True):
                if seats & bit:
                    could[piece] = 1 << piece
        union = 0
        for piece in mixed:
            union |= could[piece]
        for piece in mixed:
            could[piece] = union
    return could


def _swap(could: list[int], gone: int, other: int) -> None:
    """Note that a seat takes ``gone`` for a copy that it knew: the other may be wherever the one that went might."""
    one, two = 1 << gone, 1 << other
    could[other] = could[gone] | two
    for piece, mask in enumerate(could):
        if mask & one:
            could[piece] = mask | two


@attrs.frozen
class _Group:
    """Purses between which a seat cannot know how something was paid.

    ``least`` is what each holds at least; ``total`` all of them together, None where an unlimited purse is among them:
    then each may hold up to ``most``.
    """

    purses: tuple[int, ...]
    least: tuple[int, ...]
    total: int | None
    most: int

    def share_out(self, s: State, random: Random) -> None:
        """Share the total out anew: every split is equally likely."""
        if self.total is None:
            for purse, least in zip(self.purses, self.least, strict=True):
                s.put("purses", purse, random.randint(least, self.most))
            return
        total = self.total - sum(self.least)
        cuts = sorted(random.sample(range(total + len(self.purses) - 1), len(self.purses) - 1))
        last = -1
        for purse, least, cut in zip(self.purses, self.least, [*cuts, total + len(self.purses) - 1], strict=True):
            s.put("purses", purse, least + cut - last - 1)
            last = cut


def _unknown_purses(engine: Engine, state: State, seat: int) -> Iterator[_Group]:
    """Walk the groups of purses between which the seat cannot know how something was paid."""
    layout = engine.layout
    group: dict[int, list[int]] = {}
    for things, _, blind, sort in mixes_of(state):
        if sort == "paid" and blind >> seat & 1:
            source, target = things
            one, other = group.setdefault(source, [source]), group.setdefault(target, [target])
            if one is not other:
                one.extend(other)
                for purse in other:
                    group[purse] = one
    done: set[int] = set()
    for purse in sorted(group):
        members = [one for one in sorted(group[purse]) if not layout.purse_unlimited[one]]
        is_open = len(members) < len(group[purse])
        if purse not in done and (len(members) > 1 or (is_open and members)):
            total = None if is_open else sum(state.purses[one] for one in members)
            most = max(_much(engine, state, seat, purse), -(total or 0))
            least = tuple(max(-most, layout.purse_least[one]) for one in members)
            yield _Group(tuple(members), least, total, most)
        done.update(group[purse])


def _much(engine: Engine, state: State, seat: int, purse: int) -> int:
    """Return what would be much of a counter, by what the seat sees of it: the truth must not tell it."""
    layout, zones = engine.layout, engine.game.zones
    kinds = [zones[entry].kind for entry in layout.purse_entry]
    seen = [
        abs(amount)
        for one, amount in enumerate(state.purses)
        if kinds[one] == kinds[purse] and layout.purse_viewers[one] >> seat & 1 and not layout.purse_unlimited[one]
    ]
    return max([_MUCH, *(2 * amount for amount in seen)])
