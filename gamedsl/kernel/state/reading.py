"""A layout and a program -> what reads and writes its states by the names of ``State``"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from gamedsl.engine.setup.prepare import asked_actions
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.lowering.pieces.stacks import first_stacks
from gamedsl.kernel.lowering.values.maintained_sets import of_value_field
from gamedsl.kernel.lowering.watching import latches_of
from gamedsl.kernel.program import Derive, Program
from gamedsl.kernel.state.dead_state import Stale
from gamedsl.kernel.state.frames import Frames
from gamedsl.kernel.state.live import Live
from gamedsl.kernel.state.table import table_of

Turns = list[tuple[tuple[int, int], ...]]


class Reading:
    """What a set-up has to say about its states. ``is_quick``: its program has been through the passes.

    What such a program remembers stands behind the numbers that every program of the set-up has.
    """

    def __init__(self, layout: Layout, program: Program, *, is_quick: bool = True) -> None:
        self.is_quick = is_quick
        self.layout, self.program = layout, program
        self.at: Mapping[str, int] = program.places()
        self.status, self.decider, self.resume = self.at["status"], self.at.get("decider", 0), self.at["resume"]
        self.decisions, self.work, self.jumps = self.at["decisions"], self.at["work"], self.at["jumps"]
        self.count = {name: field.count for name, field in program.fields.items()}
        self.table = table_of(layout, self.at, first_stacks(layout))
        self.open = Frames(layout, program)
        actions, asked = list(layout.game.actions), asked_actions(layout.game)
        self._asked = [name for name in actions if name in asked]
        self._numbers = [actions.index(name) for name in self._asked]
        self.lengths = {
            "purses": len(layout.purse_entry),
            "place": len(layout.piece_design),
            "known": len(layout.piece_design),
            "aware": len(layout.secret),
            "points": layout.seats,
            "scores": len(layout.game.sources) * layout.seats,
            "latch": sum(one.width for one in latches_of(layout.game, layout.seats)),
            "draws": len(layout.stream_names),
        }
        self.unforced: list[tuple[Any, ...]] = [()] * self.lengths["draws"]
        """``State.forced`` where no outcome is forced."""
        self.live = Live(self.open)
        """Which numbers decide how the game goes on."""
        self.stale = Stale(layout.game, self.open)
        """Which values are left over from before."""

    def turns(self, s: list[int]) -> Turns:
        """Return what was done in each turn that is under way, by seat and action in the order of their numbers."""
        found: Turns = []
        for level in range(s[self.at["turn.level"]] + 1):
            done = []
            for seat in range(self.layout.seats):
                for at, action in enumerate(self._numbers):
                    done += [(seat, action)] * s[self._done(level, at, seat)]
            found.append(tuple(done))
        return found

    def put_turns(self, s: list[int], turns: Turns) -> None:
        """Write what was done in each turn that is under way."""
        s[self.at["turn.level"]] = len(turns) - 1
        for level, done in enumerate(turns):
            for seat in range(self.layout.seats):
                for at, action in enumerate(self._numbers):
                    s[self._done(level, at, seat)] = done.count((seat, action))

    def _done(self, level: int, action: int, seat: int) -> int:
        return self.at["done"] + (level * len(self._asked) + action) * self.layout.seats + seat

    def derive(self, s: list[int]) -> None:
        """Work out the fields that only follow from others, and forget what functions have found."""

        def read(name: str) -> list[int]:
            return s[self.at[name] : self.at[name] + self.count[name]]

        for name, derive in self.program.derived.items():
            s[self.at[name] : self.at[name] + self.count[name]] = derive(read)
        for name in self.program.kept:
            s[self.at[name] : self.at[name] + self.count[name]] = [0] * self.count[name]

    def follows_from_cells(self, cells: Iterable[int]) -> bool:
        """Tell whether there are fields that follow from what lies in some of these cells, or from where pieces are."""
        words = {self.table.words[cell][0] for cell in cells} | {self.at["place"], self.at["known"]}
        return any(self.at[name] <= word < self.at[name] + self.count[name] for name in self._read for word in words)

    @cached_property
    def follows_from_faces(self) -> bool:
        """Whether there are fields that follow from what dice show, but for the words that say which show the same."""
        entries = {self.layout.value_entry[field] for field in self.layout.face_of.values()}
        words, read = {of_value_field(entry) for entry in entries}, set[str]()
        for name, derive in self.program.derived.items():
            read |= set[str]() if name in words else self._read_by(derive)
        return not read.isdisjoint(f"value.{entry}" for entry in entries)

    @cached_property
    def _read(self) -> frozenset[str]:
        """The fields from which others follow, but those that nobody reads."""
        return frozenset().union(*map(self._read_by, self.program.derived.values()))

    def _read_by(self, derive: Derive) -> set[str]:
        read = set[str]()

        def note(name: str) -> list[int]:
            read.add(name)
            return self.program.initial[name]

        derive(note)
        return read
