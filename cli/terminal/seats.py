"""``--seat N=KIND`` -> who plays each seat, and the players that are no people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from gamedsl.game import Table
from gamedsl.i18n.speaking import gettext
from gamedsl.kernel.native.compiling import processors
from gamedsl.players.protocol import Player, Progress
from gamedsl.players.seats import HUMAN, UnknownPlayerError, check, make, own
from gamedsl.semantics.core import AllPlayers, Show, ShowValue
from gamedsl.semantics.core.model import CheckedGame
from gamedsl.semantics.core.walk import walk


def seat_kinds(written: Sequence[str], table: Table, default: Sequence[str]) -> tuple[str, ...]:
    """Return the kind of player at each seat; raise click.UsageError for what is no seat or no kind.

    ``default`` may come from a file of somebody else: only players of this program are taken from it, because a bot in
    Python is a program that would be run.
    """
    kinds = list(default)
    named: set[int] = set()
    names = table.names
    folded = [name.casefold() for name in (*names, *table.game.checked.seat_names[: table.players])]
    for one in written:
        number, kind = pair(one, "--seat", "N=KIND")
        if number.casefold() in folded:
            number = str(folded.index(number.casefold()) % len(names) + 1)
        if not number.isdecimal() or not 1 <= int(number) <= len(names):
            known = gettext("the seats are 1 to {last}, or {names}", last=len(names), names=", ".join(names))
            raise click.UsageError(f"--seat {one}: {known}")
        if kind != HUMAN:
            _check(one, kind)
        kinds[int(number) - 1] = kind
        named.add(int(number) - 1)
    for seat, kind in enumerate(kinds):
        if seat not in named and kind != HUMAN:
            if own(kind) is None:
                told = f"--seat {seat + 1}={kind}"
                raise click.UsageError(
                    gettext(
                        "{name} was played by the bot {kind}; name it again: {option}",
                        name=names[seat],
                        kind=kind,
                        option=told,
                    )
                )
            _check(f"{seat + 1}={kind}", kind)
    return tuple(kinds)


def _check(written: str, kind: str) -> None:
    try:
        check(kind)
    except UnknownPlayerError as error:
        cure = gettext("human is a person at this terminal")
        raise click.UsageError(f"--seat {written}: {error}; {cure}") from error


def bots(kinds: Sequence[str], seed: int, progress: Progress) -> dict[int, Player]:
    """Return the players of all seats that are no people's; those that search tell ``progress`` how far they are.

    One of them thinks at a time, so it may use all processors.
    """
    threads = processors()
    return {seat: make(kind, seed, progress, threads) for seat, kind in enumerate(kinds) if kind != HUMAN}


def people(kinds: Sequence[str]) -> frozenset[int]:
    """Return the seats that people decide for."""
    return frozenset(seat for seat, kind in enumerate(kinds) if kind == HUMAN)


def pair(written: str, option: str, form: str) -> tuple[str, str]:
    """Return both sides of ``NAME=VALUE``; raise click.UsageError when one is missing."""
    name, sign, value = written.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise click.UsageError(
            gettext("{option} {written}: write {option} {form}", option=option, written=written, form=form)
        )
    return name.strip(), value.strip()


def has_secrets(game: CheckedGame) -> bool:
    """May one player ever see what another one may not: what an owner sees, what is shown, what is decided together?"""
    traits = [use for zone in game.zones.values() for use in zone.traits]
    traits += [use for value in game.values.values() for use in value.traits]
    if any(use.name == "seen by owner" for use in traits):
        return True
    if any(phase.who is not None and phase.who.together for phase in game.phases.values()):
        return True
    return any(
        isinstance(one, Show | ShowValue) and not isinstance(one.viewers, AllPlayers) for one in _carried_out(game)
    )


def _carried_out(game: CheckedGame) -> Iterator[object]:
    """Walk all steps of a game with their parts."""
    cells = [code.steps for kind in game.kinds.values() for row in kind.designs for code in row.code.values()]
    bodies = [one.then for part in (game.rules, game.triggers) for one in part.values()]
    bodies += [(*one.start, *one.then) for one in game.phases.values()]
    bodies += [(*one.cost, *one.then) for one in game.actions.values()]
    return (part for steps in (game.setup, *cells, *bodies) for part in walk(*steps))
