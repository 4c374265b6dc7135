"""A table with its secrets in; what studies of whole games, records and undo need to know of it out.

None of it is for players: it tells more than a seat may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import attrs

from gamedsl.engine.errors import IllegalChoice
from gamedsl.engine.events import Event
from gamedsl.engine.state.flat import measured_of
from gamedsl.engine.state.layout import Layout
from gamedsl.game import Game, Table
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.ambiguous_choice import Pointed, pointed
from gamedsl.presentation.undoing import seen_since as seen_on_the_way


@attrs.frozen(eq=False)
class SetUp:
    """A game with players, options and a seed, of which nothing need have begun; see ``set_up``."""

    game: Game
    engine: Engine
    seed: int
    options: dict[str, bool | int | str]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats."""
        return self.game.checked.seat_names[: self.engine.layout.seats]

    @cached_property
    def first(self) -> Table:
        """The state at the first decision, without a log. Raises SetupError for rules that no program can say."""
        return self.game.start(self.engine.layout.seats, self.seed, self.options, log=False)


def set_up(game: Game, players: int | None = None, seed: int = 0, options: Mapping[str, Any] | None = None) -> SetUp:
    """Return a set-up, as ``Game.start`` begins it; raise SetupError for seats, seeds and options that it cannot have.

    Much less is done for it than for the first state, which a simulation by known machine code need not have.
    """
    engine, chosen = game._set_up(players, seed, options)
    return SetUp(game, engine, seed, chosen)


def engine_of(table: Table) -> Engine:
    """Return what carries the rules out with these players and options."""
    return table._engine


def state_of(table: Table) -> State:
    """Return the state of a table as it is, with everything that is secret."""
    return table._state


def standing(table: Table) -> tuple[int, ...] | None:
    """The points of all seats as if the game ended now, None when the rules cannot tell that before the end.

    It counts what is secret too: for studies of whole games, never for players.
    """
    return table._engine.standing(table._state)


def leading(table: Table) -> tuple[int, ...] | None:
    """What decides first who wins (mostly points), by seat, as if the game ended now: more is better.

    None when the rules cannot tell that before the end. It counts what is secret too: for studies of whole games.
    """
    return table._engine.ending.leading(table._state)


def kernel_text(table: Table, printer: Literal["python", "c"]) -> str:
    """The rules with these players and options as a flat program, printed in a language; for people who look at it.

    Beside each part stands the line of the rules. Raises NotLoweredError for rules that cannot be said so yet, and
    TooWideError for sets that are too wide for words of C.
    """
    from gamedsl.kernel.playing import program_of

    program = program_of(table._engine.set_up)
    if printer == "c":
        from gamedsl.kernel.printing.c import Printer as CPrinter

        return CPrinter(program).text()
    from gamedsl.kernel.printing.python import Printer

    return Printer(program).text()


def nowhere(table: Table) -> frozenset[int]:
    """The numbers of the pieces that lie nowhere on the table; spaces, which never move, are among them."""
    return frozenset(piece for piece, cell in enumerate(table._state.place) if cell < 0)


def designs(table: Table) -> tuple[str, ...]:
    """The design of every piece by its number, as rule files write it; spaces, which never move, are empty."""
    return designs_of(table._engine.layout)


def designs_of(layout: Layout) -> tuple[str, ...]:
    """The same of a set-up."""
    kinds = layout.game.kinds
    return tuple(
        "" if kinds[kind].form == "space" else layout.designs[design].name
        for kind, design in zip(layout.piece_kind, layout.piece_design, strict=True)
    )


def all_events(table: Table) -> tuple[Event, ...]:
    """Everything that has happened, secrets included: for studies of whole games, never for players."""
    return table._state.events()


def carried_out(table: Table) -> tuple[str, ...]:
    """The names of the rules, triggers and cells of rules that the last game with a log has carried out, sorted.

    With them stand the modifiers that were in force. Cells are named ``row.column``. It is about the last game
    begun with these players and options: for studies.
    """
    return tuple(sorted(table._engine.carried_out()))


def measured(table: Table) -> tuple[tuple[str, int | None, int | bool | None], ...]:
    """What the metrics of the rules have measured: the metric, for whom, and what; None where that cannot be told.

    It counts what is secret too: for studies of whole games, never for players.
    """
    names = list(table.game.checked.metrics)
    return tuple((names[number], seat, value) for number, seat, value in measured_of(table._state))


def scenario_move(table: Table, code: int) -> Pointed:
    """One legal choice as scenarios write it; raise IllegalChoice when there is none with this code.

    Of several pieces that are called alike it says which one is meant, by where it lies and what it holds.
    """

    choice = next((one for one in table._engine.legal(table._state) if one.code == code), None)
    if choice is None:
        raise IllegalChoice(f"choice {code} is not legal here")
    return pointed(table._engine, table._state, choice)


def seen_since(table: Table, before: Table) -> str:
    """What chance or hidden things have shown somebody since an earlier state of this game; empty: nothing."""

    return seen_on_the_way(table._engine, before._state, table._state)


def has_disclosed(table: Table, before: Table) -> bool:
    """Whether what was decided since an earlier state has told somebody about hidden things, as far as deals show.

    Nobody need have seen them: an amount that depends on them is enough. Takes up to a second or two; both tables
    must have a log.
    """
    from gamedsl.players.imagine import disclosure

    return disclosure.has_disclosed(table._engine, before._state, table._state)


def does_nothing(table: Table, code: int) -> bool:
    """Whether a legal choice costs something and does nothing now, as far as who is asked can know it."""
    from gamedsl.players.imagine import no_effect

    choice = next(one for one in table._engine.legal(table._state) if one.code == code)
    return no_effect.does_nothing(table._engine, table._state, choice)
