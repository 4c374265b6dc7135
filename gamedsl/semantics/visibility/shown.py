"""A checked game in, findings about displays that show what those who look at them cannot see out."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.symbols import Report
from gamedsl.semantics.visibility.known import Env, Eyes
from gamedsl.semantics.visibility.labels import YOU, Seen, join

_TO_OWNER = "write `seen by: owner` in the display, so that it is shown to that player only"
_LEAVE_OUT = "leave it out, or let the zone be seen by all"
_OTHER_IF = "the display needs the same condition as the zone, or none: `seen by: owner`"
_OWN = "put the display under `each player` and write `seen by: owner` in it, or let the zone be seen by all"


def check_displays(game: model.CheckedGame, eyes: Eyes, report: Report) -> None:
    """Report what a display shows although not everybody sees it; one seen by its owner shows what that player sees.

    Where a display is its owner's under a condition, it may read zones that are so under the same condition.
    """
    for display in game.displays.values():
        told: set[object] = set()
        _check(display, eyes, report, told, own=display.own)
        if display.own_if is not None:
            _check(display, Eyes(_opened(game, display.own_if), told=eyes.told), report, told, own=False)


def _check(display: model.DisplayCode, eyes: Eyes, report: Report, told: set[object], own: bool) -> None:
    for seen in _read(display, eyes):
        allowed = seen.visible if own else seen.public
        if allowed or seen.leak in told:
            continue
        assert seen.leak is not None, "what is not public says why"
        told.add(seen.leak)
        leak = seen.leak
        if eyes.tells_cell(leak, report, "shown"):
            continue
        labels = [Label(leak.origin, "it is read here")] if leak.origin != leak.site else []
        hint = _LEAVE_OUT if own else _OTHER_IF if display.own else _TO_OWNER if seen.viewer == YOU else _OWN
        who = "its player" if own else "everybody"
        report("GDKNO04", leak.site, labels=labels, what=leak.what, who=who, hint=hint)


def _opened(game: model.CheckedGame, condition: core.Value) -> model.CheckedGame:
    """Return the game in which nothing is seen by its owner alone under this condition."""
    zones = {
        name: attrs.evolve(
            zone,
            traits=tuple(use for use in zone.traits if use.name != "seen by owner" or use.condition != condition),
        )
        for name, zone in game.zones.items()
    }
    return attrs.evolve(game, zones=zones)


def _read(display: model.DisplayCode, eyes: Eyes) -> Iterator[Seen]:
    """Walk the labels of everything that a display tells, in the order in which it is read."""
    env = Env(f"display {display.name}", Seen(who=YOU) if display.each else Seen())
    for loop in display.loops:
        yield eyes.loop(loop, env)
    for place in (display.row, display.column, display.joined):
        if place is not None:
            yield eyes.see(place, env)
    if display.title is not None:
        yield from _words(display.title, eyes, env)
    elif display.loops and not display.untitled:
        yield env.slots[display.loops[-1].slot]
    for line in display.lines:
        if line.condition is not None:
            yield eyes.see(line.condition, env)
        yield from _words(line.text, eyes, env)


class _Namer(Eyes):
    """Labels conditions whose missing parts are named: by members of loops, arguments and the words of terms."""

    def loop(self, loop: core.Loop, env: Env) -> Seen:
        passes = super().loop(loop, env)
        return join([passes, env.slots[loop.slot].bare()])

    def term(self, call: core.TermCall, env: Env) -> Seen:
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


def _words(text: core.Text, eyes: Eyes, env: Env) -> Iterator[Seen]:
    for part in text.parts:
        if isinstance(part, core.TextSlot):
            namer = _Namer(eyes.game, told=eyes.told) if core.is_condition(part.value) else eyes
            yield namer.see(part.value, env)
            if part.most is not None:
                yield eyes.see(part.most, env)
