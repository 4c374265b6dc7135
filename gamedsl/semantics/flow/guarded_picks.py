"""A set to pick from, and what is asked before somebody picks, in -> whether anybody has thought of it being empty out.

What the rules ask before (in `until`, `when`, `who`, the end) is taken to care for it, but not where that is only
whether the set is empty that the things to pick are filtered out of, or is asked of all players where one has to pick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from gamedsl.diagnostics.effort import NODE, spend
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.reads import places_of, reads, writes
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.counts import conjuncts, plain, shape
from gamedsl.semantics.flow.graph import roots, steps_of
from gamedsl.semantics.flow.reach.reach import Reach


@attrs.frozen(eq=False)
class Moment:
    """What is asked before a phase, and whether it is carried out again and again."""

    asked: tuple[Part, ...]
    is_repeated: bool


@attrs.frozen(eq=False)
class Moments:
    """The phases of a game; to which places pieces come in play, and which are changed at all."""

    game: model.CheckedGame
    filled: frozenset[str]
    touched: frozenset[str]
    phases: Mapping[str, Moment]

    def is_open(self, loop: core.Loop, phase: str) -> bool:
        """Tell whether nothing that is asked before a phase cares for the members of a loop."""
        own, moment = reads(self.game, loop.source, loop.condition), self.phases[phase]
        if not own:
            return False
        if loop.condition is None:
            if not moment.is_repeated or not self._runs_out(loop.source):
                return False
            own |= self.filled & frozenset(places_of(self.game, loop.source.type))  # what is taken lies there then
        narrow = None if loop.condition is None else loop
        caring = [atom for part in moment.asked for atom in self._cares(part, narrow)]
        fixed = {} if narrow is None else _fixed_places(caring, narrow)
        return not own & reads(self.game, *(atom for atom in caring if fixed.get(id(atom)) not in _once(fixed)))

    def _runs_out(self, source: core.Value) -> bool:
        """Tell whether pieces are only taken from here in play; of other sets nothing is known."""
        return isinstance(source, core.Contents) and source.zone.entry in self.touched - self.filled

    def _cares(self, part: Part, narrow: core.Loop | None) -> Iterator[Part]:
        """Walk the parts of what is asked that care for the members of a set that is filtered (``narrow``)."""
        if narrow is None or not isinstance(part, core.Value):
            yield part
            return
        for atom in _atoms(part):
            if not _is_only_about(plain(atom), narrow.source) and not (_is_of_all(atom) and _is_of_one(narrow)):
                yield atom


Cell = tuple[str, str]
"""An entry, and what stands in its brackets."""


def _fixed_places(atoms: Iterable[Part], narrow: core.Loop) -> dict[int, Cell]:
    """Return by identity the conditions that ask about a single cell, of an entry whose cells a loop goes through."""
    through = {
        node.entry
        for node in walk(narrow)
        if isinstance(node, core.ReadValue | core.ZoneRef)
        and any(isinstance(one, core.Local) and one.slot == narrow.slot for one in node.keys)
    }
    found = {}
    for atom in atoms:
        inside = list(walk(atom))
        cells = [one for one in inside if isinstance(one, core.ReadValue | core.ZoneRef)]
        calls = any(isinstance(one, core.TermCall | core.CellCall | core.Possible) for one in inside)
        places = {(one.entry, repr(shape(one))) for one in cells}
        if not calls and len(places) == 1 and all(one.entry in through and _is_fixed(one) for one in cells):
            found[id(atom)] = places.pop()
    return found


def _is_fixed(cell: core.ReadValue | core.ZoneRef) -> bool:
    return bool(cell.keys) and all(isinstance(key, core.Const) for key in cell.keys)


def _once(fixed: Mapping[int, Cell]) -> set[Cell]:
    """Return the cells whose entry has no other cell among these: several together may well say something of all."""
    cells = set(fixed.values())
    return {cell for cell in cells if sum(other[0] == cell[0] for other in cells) == 1}


def _atoms(condition: core.Value) -> Iterator[core.Value]:
    if isinstance(condition, core.Not):
        yield from _atoms(condition.value)
    elif isinstance(condition, core.And | core.Or):
        for item in condition.items:
            yield from _atoms(item)
    else:
        yield condition


def _is_only_about(atom: core.Value, base: core.Value) -> bool:
    """Tell whether a condition only compares how many pieces a place holds with a fixed number."""
    if not isinstance(atom, core.Compare) or not isinstance(base, core.Contents):
        return False
    counted, other = plain(atom.left), atom.right
    return isinstance(counted, core.CountPieces) and isinstance(other, core.Const) and counted.zone == base.zone


def _is_of_all(atom: core.Value) -> bool:
    return isinstance(atom, core.Reduce) and any(isinstance(node, core.AllPlayers) for node in walk(*atom.loops))


def _is_of_one(loop: core.Loop) -> bool:
    return any(isinstance(node, core.You) for node in walk(loop))


def moments(reach: Reach) -> Moments:
    """Return what a game does to its places in play, and what is asked before its phases and in those around them."""
    paragraphs, game = reach.paragraphs, reach.game
    live = paragraphs.reached(roots(game))
    played = [part for node, parts in steps_of(game).items() if node in live and node[0] != "setup" for part in parts]
    filled = {step.target.entry for step in walk(*played) if isinstance(step, core.Move | core.Deal | core.ShuffleTo)}
    filled |= {name for name, zone in game.zones.items() if any(use.name == "refilled" for use in zone.traits)}
    around: dict[str, list[model.CheckedPhase]] = {name: [] for name in game.phases}
    for phase in game.phases.values():
        for name in _inside(game, phase.name):
            around[name].append(phase)
    asked = {name: _moment(reach, phases) for name, phases in around.items()}
    return Moments(game, frozenset(filled), writes(game, *played), asked)


def _moment(reach: Reach, around: list[model.CheckedPhase]) -> Moment:
    asked = [one for phase in around for one in _asked(phase)]
    ends = [phase.until for phase in around if phase.until is not None] + [end.condition for end in reach.game.ends]
    met = [found for end in ends if (found := reach.possible(end)) is not None]
    return Moment((*asked, *met), any(phase.until is not None for phase in around))


def _inside(game: model.CheckedGame, name: str) -> set[str]:
    """Return a phase with all phases inside it."""
    found, waiting = {name}, [name]
    while waiting:
        inner = set(game.phases[waiting.pop()].phases) - found
        spend(NODE)
        found |= inner
        waiting += sorted(inner)
    return found


def _asked(phase: model.CheckedPhase) -> Iterator[Part]:
    """Walk what decides whether a phase takes place, and for whom."""
    yield from (when.condition for when in phase.whens)
    yield from () if phase.who is None else _chosen(phase.who.value)


def _chosen(who: core.Value) -> Iterator[core.Value]:
    """Walk the conditions under which somebody is asked at all."""
    if isinstance(who, core.Collect):
        yield from (one for loop in who.loops for one in conjuncts(loop.condition))
    elif not isinstance(who, core.AllPlayers):
        yield who
