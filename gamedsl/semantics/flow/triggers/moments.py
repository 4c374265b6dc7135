"""A graph of paragraphs in, findings about moments out: decisions in one, pieces moved twice, where one is missed"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import POINTS, reads, writes
from gamedsl.semantics.core.walk import Part, called, carried_out, children, inside, walk
from gamedsl.semantics.flow.graph import SETUP, Graph, steps_of, written
from gamedsl.source import Span
from gamedsl.source import written as words_of


def check_moments(paragraphs: Graph, report: Report) -> None:
    """Report decisions in the middle of a moment, what all would move at once, and loops whose order decides."""
    game = paragraphs.game
    asking = {node: asked for node, parts in steps_of(game).items() if (asked := _asked(parts)) is not None}
    for node, parts in steps_of(game).items():
        for moment in walk(*parts):
            if isinstance(moment, core.Moment):
                _nobody_decides(paragraphs, moment, asking, report)
            if isinstance(moment, core.ForEach) and moment.together:
                _same_for_all(moment, report)
        if node != SETUP:
            for loop in _loops(parts):
                _order_decides(game, loop, report)


# ---------------------------------------------------------------- decisions


def _asked(parts: tuple[Part, ...]) -> core.CoreStep | None:
    """Return the first step that asks somebody."""
    return next((one for one in walk(*parts) if isinstance(one, core.CoreStep) and _asks(one)), None)


def _asks(step: core.CoreStep) -> bool:
    chosen = isinstance(step, core.ForEach) and step.question is not None
    return chosen or isinstance(step, core.Pick | core.Offer)


def _nobody_decides(
    paragraphs: Graph, moment: core.Moment, asking: dict[tuple[str, str], core.CoreStep], report: Report
) -> None:
    for part in walk(*moment.body):
        if not isinstance(part, core.CoreStep):
            continue
        if _asks(part):
            report("GDFLO41", part.span, what="this step", labels=[])
            continue
        for call in carried_out(paragraphs.game, part):
            found = next((node for node in sorted(paragraphs.reached([call])) if node in asking), None)
            if found is not None:
                place = Label(asking[found].span, "somebody is asked here")
                report("GDFLO41", part.span, what=f"`{written((found,))}`", labels=[place])
                break


# ---------------------------------------------------------------- what all would move


def _same_for_all(loop: core.ForEach, report: Report) -> None:
    """Warn of pieces that each pass would move: what is moved is worked out for all before the first is moved."""
    own = {loop.loop.slot, *(step.slot for step in loop.body if isinstance(step, core.Let))}
    for step in loop.body:
        if not isinstance(step, core.Move) or loop.loop.condition is not None:
            continue
        if not any(isinstance(one, core.Local) and one.slot in own for one in walk(step.pieces)):
            report("GDFLO43", step.span, pieces=words_of(step.pieces.span), name=loop.name)


# ---------------------------------------------------------------- loops whose order decides


def _loops(parts: tuple[Part, ...]) -> Iterator[core.ForEach]:
    """Walk the loops over players of which nobody has said that they are one moment, nor who comes first."""
    for part in parts:
        if isinstance(part, core.Moment):
            continue
        if isinstance(part, core.ForEach) and part.start is None and part.question is None and _is_players(part.loop):
            yield part
        yield from _loops(tuple(children(part)))


def _is_players(loop: core.Loop) -> bool:
    kind = loop.source.type
    return isinstance(kind, t.SetType) and isinstance(kind.item, t.PlayerType)


def _order_decides(game: model.CheckedGame, loop: core.ForEach, report: Report) -> None:
    own = dict(_own_changes(game, loop.body, frozenset((loop.loop.slot,)), ()))
    if not own:
        return
    entries = frozenset(own)
    after = writes(game, *_carried_out(game, loop.body)) | entries
    found = _end(game, entries, after) or _trigger(game, entries, after)
    if found is None:
        return
    what, place, asked = found
    label = Label(place, "this is asked behind each payment and each `set`")
    name = loop.name or "p"
    report("GDFLO42", own[asked], labels=[label], name=name, what=what)


def _own_changes(
    game: model.CheckedGame, parts: tuple[Part, ...], mine: frozenset[int], opened: tuple[str, ...]
) -> Iterator[tuple[str, Span]]:
    """Walk the entries of the player of a pass that steps change, each with the place of the step."""
    for step in walk(*parts):
        if not isinstance(step, core.CoreStep):
            continue
        effect = core.EFFECTS.get(type(step), core.Effect())
        for name in (*effect.changes, *((effect.takes,) if effect.takes else ())):
            for one in walk(getattr(step, name)):
                if isinstance(one, core.ZoneRef | core.ReadValue) and _is_mine(one.owner, mine):
                    yield one.entry, step.span
                    break
        if effect.points and _is_mine(getattr(step, effect.points), mine):
            yield POINTS, step.span
        if isinstance(step, core.CallRule) and step.rule not in opened:
            given = frozenset(at for at, one in enumerate(step.arguments) if _is_mine(one, mine))
            inner = _own_changes(game, game.rules[step.rule].then, given, (*opened, step.rule)) if given else ()
            yield from ((entry, step.span) for entry, _ in inner)


def _is_mine(owner: core.Value | None, mine: frozenset[int]) -> bool:
    return isinstance(owner, core.Local) and owner.slot in mine


def _carried_out(game: model.CheckedGame, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return steps with those of the rules and cells that they call."""
    steps, found, waiting = steps_of(game), list(parts), list(parts)
    done: set[tuple[str, str]] = set()
    while waiting:
        for part in walk(waiting.pop()):
            for name in carried_out(game, part):
                if name not in done:
                    done.add(name)
                    found += steps[name]
                    waiting += steps[name]
    return tuple(found)


def _end(game: model.CheckedGame, entries: frozenset[str], after: frozenset[str]) -> tuple[str, Span, str] | None:
    """Return an end that the change of one player can bring about, where those to come would change who wins."""
    judged = reads(game, game.winner)
    if POINTS in judged:
        judged |= reads(game, *(source.worth for source in game.sources.values()))
    if not judged & after:
        return None
    for end in game.ends:
        asked = _each_asked(game, end.condition, entries)
        if asked is not None:
            return "The game ends", end.condition.span, asked
    return None


def _trigger(game: model.CheckedGame, entries: frozenset[str], after: frozenset[str]) -> tuple[str, Span, str] | None:
    """Return a watched trigger that the change of one player can set off, where it does what those to come would."""
    for trigger in game.triggers.values():
        if trigger.after is not None:
            continue
        steps = _carried_out(game, trigger.then)
        if not (reads(game, *steps) | writes(game, *steps)) & after:
            continue
        conditions = [*(when.condition for when in trigger.whens), *([] if trigger.once is None else [trigger.once])]
        for condition in conditions:
            asked = _each_asked(game, condition, entries)
            if asked is not None:
                return f"`{trigger.name}` is carried out", condition.span, asked
    return None


def _each_asked(game: model.CheckedGame, condition: core.Value, entries: frozenset[str]) -> str | None:
    """Return which of these entries a condition asks of each player so that one of them may decide it."""
    done: set[tuple[str, str]] = set()
    waiting: list[Part] = [condition]
    while waiting:
        part = waiting.pop()
        if isinstance(part, core.Reduce) and part.function in ("any", "count", "max", "min"):
            asked = _asked_of_players(game, (part.value, *part.loops), part.loops, entries)
            if asked is not None:
                return asked
        if isinstance(part, core.Count) and isinstance(part.source, core.Collect):
            loops = part.source.loops
            asked = _asked_of_players(game, loops, loops, entries)
            if asked is not None:
                return asked
        waiting += children(part)
        for name in called(game, part):
            if name not in done:
                done.add(name)
                waiting += inside(game, name)
    return None


def _asked_of_players(
    game: model.CheckedGame, parts: tuple[Part, ...], loops: tuple[core.Loop, ...], entries: frozenset[str]
) -> str | None:
    if not any(_is_players(loop) for loop in loops):
        return None
    return min(reads(game, *parts) & entries, default=None)
