"""A state -> the values and dice of the table that mean nothing where play stands: written anew before they are read

Such a value is left over from before, like the winner of the last auction, or a throw that has been made use of. What
rules never read behind a question is for people, and never stale: so the die of a game that makes use of every throw
at once shows the last one. Neither is a value that has a place for each player or key, of which the writing of one
leaves the others. Each die counts by itself.

When a game is over nothing is read any more but what has ended it and how it is scored. Of all others those are left
over then that were so at times in play: the winner of the last auction, not the number of the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import attrs

from gamedsl.engine.state.flat import LeftOver
from gamedsl.kernel.passes.analysis.liveness import Liveness, place_in
from gamedsl.kernel.resume_points import Standing
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs
from gamedsl.semantics.core.model import CheckedGame, CheckedPhase
from gamedsl.semantics.core.reads import reads

_VALUE, _DICE = "value.", "dice."


@attrs.frozen
class _Read:
    """Of a block: what is read behind it in any case, and what may be read if whoever called its paragraph needs it."""

    own: frozenset[str]
    passed: frozenset[str]


class Stale:
    """Knows which values and dice are stale in the states of one program."""

    def __init__(self, game: CheckedGame, opened: OpenParagraphs) -> None:
        self.game = game
        self.opened = opened
        self._found: dict[tuple[int, ...], LeftOver] = {}

    def left_over(self, s: list[int]) -> LeftOver:
        """Return which values and dice are stale."""
        standing = [id(one) for one, _ in self.opened.open(s)]
        key = tuple(one for one in standing if one in self._blocks)
        if key not in self._found:
            self._found[key] = self._worked_out(key)
        return self._found[key]

    def _worked_out(self, standing: tuple[int, ...]) -> LeftOver:
        live = frozenset[str]()
        for one in reversed(standing):  # from the outermost paragraph inwards: what it needs, those inside may pass on
            read = self._blocks[one]
            live = read.own | (live & read.passed)
        return self._named(self._ever - live)

    def _named(self, stale: frozenset[str]) -> LeftOver:
        dice = {place_in(name, at): (name, at) for name in self._dice for at in self._dice[name]}
        return LeftOver(
            frozenset(name.removeprefix(_VALUE) for name in stale - dice.keys()),
            frozenset((dice[one][0].removeprefix(_DICE), dice[one][1]) for one in stale & dice.keys()),
        )

    @cached_property
    def at_the_end(self) -> LeftOver:
        """What is stale when a game is over."""
        game, program = self.game, self.opened.program
        ended = [*(one.condition for one in game.ends), *(one.until for one in self._outermost())]
        read = reads(game, game.winner, *(one.worth for one in game.sources.values()), *ended)
        around = self._around()
        at_times = frozenset[str]().union(*(self._at_times(one, around) for one in program.standing.values()))
        needed = {f"{form}{name}" for name in read for form in (_VALUE, _DICE)}
        return self._named(frozenset(one for one in at_times if one.partition("[")[0] not in needed))

    def _outermost(self) -> list[CheckedPhase]:
        """Return the phases that are part of no other one: when these are over, so is the game."""
        parts = {step for phase in self.game.phases.values() for step in phase.phases}
        return [phase for name, phase in self.game.phases.items() if name not in parts]

    def _at_times(self, standing: object, called: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """Return what may be stale where play stands; ``called``: what may be so around paragraphs that are called."""
        if not isinstance(standing, Standing):
            return self._ever
        outer = standing.around
        around = called.get(standing.paragraph, self._ever) if outer is None else self._at_times(outer, called)
        block = self._blocks.get(id(standing))
        return around if block is None else self._ever - block.own - (block.passed - around)

    def _around(self) -> dict[str, frozenset[str]]:
        """Return what may be stale around paragraphs that are called, whoever has called: it grows from nothing."""
        sites = self.opened.program.sites
        found = dict.fromkeys(sites, frozenset[str]())
        inside: dict[str, list[str]] = {}
        for key, calls in sites.items():
            for one in calls:
                while isinstance(one, Standing) and one.around is not None:
                    one = one.around
                if isinstance(one, Standing):
                    inside.setdefault(one.paragraph, []).append(key)
        left = [*sites]
        while left:
            key = left.pop()
            now = frozenset[str]().union(*(self._at_times(one, found) for one in sites[key]))
            if now != found[key]:
                found[key] = now
                left += inside.get(key, ())
        return found

    @cached_property
    def _dice(self) -> dict[str, range]:
        fields = self.opened.program.fields
        return {name: range(field.count) for name, field in fields.items() if name.startswith(_DICE)}

    @cached_property
    def _names(self) -> list[str]:
        """The values that lie in one place, and each die of all dice."""
        fields = self.opened.program.fields
        values = [name for name, field in fields.items() if name.startswith(_VALUE) and field.count == 1]
        return values + [place_in(name, at) for name, all_of in self._dice.items() for at in all_of]

    @cached_property
    def _ever(self) -> frozenset[str]:
        """The values and dice that are read behind any question before they are written."""
        return frozenset(name for read in self._blocks.values() for name in read.own)

    @cached_property
    def _blocks(self) -> dict[int, _Read]:
        """What is read behind where paragraphs wait and call, by that."""
        program = self.opened.program
        liveness = Liveness(program.plain or program, self._names, needed=True)

        def read(block: int) -> _Read:
            return _Read(liveness.fields(block), liveness.needed(block))

        found = {id(one): read(block) for block, one in program.standing.items()}
        for key, sites in {id(sites): (key, sites) for key, sites in program.sites.items()}.values():
            for number, one in enumerate(sites):
                found[id(one)] = read(liveness.behind(key, number))
        return found
