"""A checked game in, findings about how its paragraphs lead to each other out: circles, dead ends, never reached."""

from __future__ import annotations

from collections.abc import Container, Iterator

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.circular_values import check_values
from gamedsl.semantics.flow.decisions import check_plans
from gamedsl.semantics.flow.endless_phases import check_passes, check_repeats, check_untils
from gamedsl.semantics.flow.from_the_start import check_beginning, check_forbidden
from gamedsl.semantics.flow.graph import Graph, Node, circles, graph, place_of, roots, steps_of, written
from gamedsl.semantics.flow.logic import exclude
from gamedsl.semantics.flow.missing_resources.deals import check_deals
from gamedsl.semantics.flow.missing_resources.path_conditions import Ways
from gamedsl.semantics.flow.missing_resources.payments import check_payments
from gamedsl.semantics.flow.missing_resources.refills import check_refills
from gamedsl.semantics.flow.missing_resources.setup import check_setup
from gamedsl.semantics.flow.missing_resources.slots import check_empty_places, check_places
from gamedsl.semantics.flow.missing_resources.step_picks import check_step_picks
from gamedsl.semantics.flow.never_closed import check_rows
from gamedsl.semantics.flow.plan_sizes import check_plan_sizes
from gamedsl.semantics.flow.reach.never_changed import check_conditions
from gamedsl.semantics.flow.reach.reach import Reach
from gamedsl.semantics.flow.triggers.endless import endless_chains
from gamedsl.semantics.flow.triggers.moments import check_moments
from gamedsl.semantics.flow.turns.never_back import check_positions
from gamedsl.semantics.flow.turns.over_at_once import check_laps
from gamedsl.semantics.flow.turns.past_turns import check_past_turns
from gamedsl.semantics.flow.unbound_you import check_you
from gamedsl.source import Span

DEPTH = 32
HINTS = {
    "phases": "name it under the `steps` of a phase that is reached",
    "actions": "put it into a plan: `play: …` of a phase, or `offer … : …` in a step",
    "rules": "call it by its name in a step",
    "triggers": "the paragraph behind `after:` never comes up either",
}


def check(game: model.CheckedGame, report: Report, rarer: Container[str] = ()) -> None:
    """Report what only the whole of the paragraphs shows; ``rarer`` are names that variants took away."""
    check_you(game, report)
    check_past_turns(game, report)
    check_positions(game, report)
    check_values(game, report)
    check_rows(game, report)
    if _phases_in_a_circle(game, report):
        return
    check_plan_sizes(game, report)
    paragraphs = graph(game)
    _sets_itself_off(paragraphs, report)
    reach = Reach(paragraphs)
    check_passes(paragraphs, report)
    check_repeats(reach, report)
    check_moments(paragraphs, report)
    check_untils(reach, report)
    check_laps(paragraphs, report)
    check_beginning(reach, report)
    check_forbidden(game, report)
    check_conditions(reach, rarer, report)
    check_plans(reach, report)
    ways = Ways(paragraphs)
    check_step_picks(ways, report)
    check_payments(ways, report)
    check_setup(game, report)
    check_places(ways, report)
    check_refills(ways, report)
    check_deals(ways, report)
    check_empty_places(reach, ways, report)
    _never_reached(paragraphs, report)
    _two_changes(game, report)
    _never_fed(paragraphs, report)


def _phases_in_a_circle(game: model.CheckedGame, report: Report) -> bool:
    inside: dict[Node, tuple[Node, ...]] = {
        ("phases", phase.name): tuple(("phases", name) for name in phase.phases) for phase in game.phases.values()
    }
    chains = list(circles(Graph(game, inside)))
    for chain in chains:
        report("GDFLO02", place_of(game, chain[0]), name=written(chain[:1]), chain=written(chain))
    return bool(chains)


def _sets_itself_off(paragraphs: Graph, report: Report) -> None:
    """Warn about circles of paragraphs, but not where one on the way has a bound of its own: that one is meant."""
    game = paragraphs.game
    meant = {("rules", rule.name) for rule in game.rules.values() if rule.bounded}
    meant |= {("triggers", trigger.name) for trigger in game.triggers.values() if trigger.bounded}
    for chain in (*circles(paragraphs.without(meant)), *endless_chains(paragraphs)):
        report("GDFLO03", place_of(game, chain[0]), name=written(chain[:1]), chain=written(chain), bound=DEPTH)


def _never_reached(paragraphs: Graph, report: Report) -> None:
    """Tell of paragraphs that never come up; what only leads on from such a paragraph is not named as well."""
    live = paragraphs.reached(roots(paragraphs.game))
    dead = [node for node in paragraphs.edges if node not in live and node[0] in HINTS]
    led_to = {follower for node in dead for follower in paragraphs.edges[node] if follower != node}
    named: set[Node] = set()
    is_whole = _is_whole(paragraphs.game)
    for node in [*(node for node in dead if node not in led_to), *dead]:
        if node not in named:
            named |= paragraphs.reached([node])
            section, name = node
            values = {"kind": section[:-1], "name": name, "hint": HINTS[section]}
            if section in _LISTED and is_whole:
                own = place_of(paragraphs.game, node)
                where = _forgetful(paragraphs.game, section) or own
                labels = [] if where == own else [Label(own, f"`{name}` stands here")]
                report("GDFLO22", where, labels=labels, **values)
            else:
                report("GDFLO07", place_of(paragraphs.game, node), **values)


_LISTED = ("phases", "actions")
"""Paragraphs that come up where a line of the file lists them."""


def _is_whole(game: model.CheckedGame) -> bool:
    """Tell whether the paragraphs stand in one file: a variant may leave some of its base unused."""
    return len({one.span.path for one in (*game.phases.values(), *game.actions.values())}) == 1


def _forgetful(game: model.CheckedGame, section: str) -> Span | None:
    """Return the line that has left something out, where only one can have done so."""
    plans = [phase.plan.span for phase in game.phases.values() if phase.plan is not None]
    lists = [phase.span for phase in game.phases.values() if phase.phases]
    found = plans if section == "actions" else lists
    return found[0] if len(found) == 1 else None


_MOST_PAIRS = 2_000
"""Pairs of modifiers that are compared: each is some work, and hundreds of one term must not use up all there is."""


def _two_changes(game: model.CheckedGame, report: Report) -> None:
    pairs = iter(range(_MOST_PAIRS))
    earlier: dict[str, list[model.CheckedModifier]] = {}
    for modifier in game.modifiers.values():
        if modifier.term is None:
            continue
        for first, _ in zip(earlier.setdefault(modifier.term, []), pairs, strict=False):
            if not _never_both(game, first, modifier):
                labels = [Label(first.span, f"`{first.name}` changes it as well")]
                term = modifier.term.split(".")[-1]
                names = {"first": first.name, "second": modifier.name, "term": term}
                report("GDFLO08", modifier.span, labels=labels, **names)
        earlier[modifier.term].append(modifier)
    for action in game.actions.values():
        _two_bends(game, action, pairs, report)


def _two_bends(game: model.CheckedGame, action: model.CheckedAction, pairs: Iterator[int], report: Report) -> None:
    """Warn about modifiers that bend the same part of an action and may be in force together."""
    lets = [element for element in action.elements if isinstance(element, model.LetField)]
    earlier: dict[str, list[core.Bent]] = {}
    for bent in (let.value for let in lets):
        if not isinstance(bent, core.Bent):
            continue
        part = next(part for name, part in game.modifiers[bent.modifier].bends if name == action.name)
        for first, _ in zip(earlier.setdefault(part, []), pairs, strict=False):
            if not exclude(game, first.condition, bent.condition):
                span = game.modifiers[bent.modifier].span
                labels = [Label(game.modifiers[first.modifier].span, f"`{first.modifier}` changes it as well")]
                names = {"first": first.modifier, "second": bent.modifier, "term": f"{action.name}.{part}"}
                report("GDFLO08", span, labels=labels, **names)
        earlier[part].append(bent)


def _never_both(game: model.CheckedGame, first: model.CheckedModifier, second: model.CheckedModifier) -> bool:
    return any(exclude(game, a.condition, b.condition) for a in first.whens for b in second.whens)


def _never_fed(paragraphs: Graph, report: Report) -> None:
    fed = set(_fed(paragraphs))
    for source in paragraphs.game.sources.values():
        if source.worth is None and source.name not in fed:
            report("GDFLO10", source.span, name=source.name)


def _fed(paragraphs: Graph) -> Iterator[str]:
    live = paragraphs.reached(roots(paragraphs.game))
    for node, parts in steps_of(paragraphs.game).items():
        if node in live:
            yield from (part.source for part in walk(*parts) if isinstance(part, core.Score))
