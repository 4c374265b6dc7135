"""A checked game in, findings about displays that show what those who look at them cannot see out."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.visibility.knowledge import Observer
from gamedsl.semantics.visibility.labels import YOU, Visibility, join
from gamedsl.semantics.visibility.surroundings import Env

_TO_OWNER = "write `seen by: owner` in the display, so that it is shown to that player only"
_LEAVE_OUT = "leave it out, or let the zone be seen by all"
_OTHER_IF = "the display needs the same condition as the zone, or none: `seen by: owner`"
_OWN = "put the display under `each player` and write `seen by: owner` in it, or let the zone be seen by all"


def check_displays(game: model.CheckedGame, observer: Observer, report: Report) -> None:
    """Report what a display shows although not everybody sees it; one seen by its owner shows what that player sees.

    Where a display is its owner's under a condition, it may read zones that are so under the same condition.
    """
    for display in game.displays.values():
        told: set[object] = set()
        _check(display, observer, report, told, own=display.own)
        if display.own_if is not None:
            _check(display, Observer(opened(game, display.own_if), told=observer.told), report, told, own=False)


def _check(display: model.DisplayCode, observer: Observer, report: Report, told: set[object], own: bool) -> None:
    for seen in _read(display, observer):
        allowed = seen.visible if own else seen.public
        if allowed or seen.leak in told:
            continue
        assert seen.leak is not None, "what is not public says why"
        told.add(seen.leak)
        leak = seen.leak
        if observer.tells_cell(leak, report, "shown"):
            continue
        labels = [Label(leak.origin, "it is read here")] if leak.origin != leak.site else []
        hint = _LEAVE_OUT if own else _OTHER_IF if display.own else _TO_OWNER if seen.viewer == YOU else _OWN
        who = "its player" if own else "everybody"
        report("GDKNO04", leak.site, labels=labels, what=leak.what, who=who, hint=hint)


def opened(game: model.CheckedGame, condition: core.Value) -> model.CheckedGame:
    """Return the game in which nothing is seen by its owner alone under this condition."""

    def left(traits: tuple[model.TraitUse, ...]) -> tuple[model.TraitUse, ...]:
        return tuple(use for use in traits if use.name != "seen by owner" or use.condition != condition)

    zones = {name: attrs.evolve(zone, traits=left(zone.traits)) for name, zone in game.zones.items()}
    values = {name: attrs.evolve(value, traits=left(value.traits)) for name, value in game.values.items()}
    return attrs.evolve(game, zones=zones, values=values)


def _read(display: model.DisplayCode, observer: Observer) -> Iterator[Visibility]:
    """Walk the labels of everything that a display tells, in the order in which it is read."""
    env = Env(f"display {display.name}", Visibility(who=YOU) if display.each else Visibility())
    for loop in display.loops:
        yield observer.loop(loop, env)
    for place in (display.row, display.column, display.joined):
        if place is not None:
            yield observer.see(place, env)
    if display.title is not None:
        yield from _words(display.title, observer, env)
    elif display.loops and not display.untitled:
        yield env.slots[display.loops[-1].slot]
    for line in display.lines:
        if line.condition is not None:
            yield observer.see(line.condition, env)
        yield from _words(line.text, observer, env)


class _Namer(Observer):
    """Labels conditions whose missing parts are named: by members of loops, arguments and the words of terms."""

    def loop(self, loop: core.Loop, env: Env) -> Visibility:
        passes = super().loop(loop, env)
        return join([passes, env.slots[loop.slot].bare()])

    def term(self, call: core.TermCall, env: Env) -> Visibility:
        code = self.game.terms[call.term]
        found = super().term(call, env)
        owner = None if call.owner is None else self.see(call.owner, env)
        arguments = [self.see(argument, env) for argument in call.arguments]
        first = [owner] if code.each not in ("", "player") and owner is not None else []
        you = owner if code.each == "player" and owner is not None else env.you
        inner = Env(f"term {call.term}", you, dict(enumerate([*first, *arguments])))
        words = [] if code.words is None else [seen.at(call.span) for seen in _words(code.words, self, inner)]
        label = join([found, *(seen.bare() for seen in (*first, *arguments)), *words])
        return attrs.evolve(label, who=found.who, place=found.place)


def _words(text: core.Text, observer: Observer, env: Env) -> Iterator[Visibility]:
    for part in text.parts:
        if isinstance(part, core.TextSlot):
            namer = _Namer(observer.game, told=observer.told) if core.is_condition(part.value) else observer
            yield namer.printed(part.value, env)
            if part.most is not None:
                yield observer.see(part.most, env)
