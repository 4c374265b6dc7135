"""A state -> the values of the table that mean nothing where play stands: they are written anew before they are read

Such a value is left over from before, like the winner of the last auction. Values that rules never read are for people,
and never stale; neither is one that has a place for each player or key, of which the writing of one leaves the others.
"""

from __future__ import annotations

from functools import cached_property

import attrs

from gamedsl.kernel.liveness import Liveness
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs

_VALUE = "value."


@attrs.frozen
class _Read:
    """Of a block: what is read behind it in any case, and what may be read if whoever called its paragraph needs it."""

    own: frozenset[str]
    passed: frozenset[str]


class Stale:
    """Knows which values are stale in the states of one program."""

    def __init__(self, opened: OpenParagraphs) -> None:
        self.opened = opened
        self._found: dict[tuple[int, ...], frozenset[str]] = {}

    def values(self, s: list[int]) -> frozenset[str]:
        """Return the names of the values that are stale, as they stand in the rule file."""
        standing = [id(one) for one, _ in self.opened.open(s)]
        key = tuple(one for one in standing if one in self._blocks)
        if key not in self._found:
            self._found[key] = self._worked_out(key)
        return self._found[key]

    def _worked_out(self, standing: tuple[int, ...]) -> frozenset[str]:
        live = frozenset[str]()
        for one in reversed(standing):  # from the outermost paragraph inwards: what it needs, those inside may pass on
            read = self._blocks[one]
            live = read.own | (live & read.passed)
        return frozenset(name.removeprefix(_VALUE) for name in self._ever - live)

    @cached_property
    def _names(self) -> list[str]:
        fields = self.opened.program.fields
        return [name for name, field in fields.items() if name.startswith(_VALUE) and field.count == 1]

    @cached_property
    def _ever(self) -> frozenset[str]:
        """The values that are read anywhere."""
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
