"""Parts of checked steps -> what words for them need to know: whose a place is, what is asked and offered"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.i18n.speaking import gettext, mark
from gamedsl.presentation.verbalize.scope import Scope, picked, that
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

MOVES = {
    (False, False): mark("{what} goes to {place}"),
    (False, True): mark("{what} goes under {place}"),
    (True, False): mark("{what} go to {place}"),
    (True, True): mark("{what} go under {place}"),
}
"""By whether several pieces move, and whether they come to lie under the others."""
OUT = {False: mark("{what} goes {place}"), True: mark("{what} go {place}")}
"""The same, where the words of a place lead there themselves: "out of the game"."""
"""By whether the stack is called by a plural."""
SHUFFLED_TO = {
    (False, False): mark("{what} is shuffled and laid on {place}"),
    (False, True): mark("{what} is shuffled and laid under {place}"),
    (True, False): mark("{what} are shuffled and laid on {place}"),
    (True, True): mark("{what} are shuffled and laid under {place}"),
}
"""By whether what is shuffled is several things, and whether it is laid under the stack."""
LEADS_ON = ("out", "in", "on", "under", "over", "beside", "before", "behind")


def moved(what: str, target: str, several: bool, at_bottom: bool = False) -> str:
    """Return where one or several pieces go: "BR1 goes out of the game"."""
    if target.partition(" ")[0] in LEADS_ON and not at_bottom:
        return gettext(OUT[several], what=what, place=target)
    return gettext(MOVES[several, at_bottom], what=what, place=target)


def shuffled(what: str, stack: str, several: bool, at_bottom: bool) -> str:
    """Return where one or several pieces go in an order that nobody knows."""
    return gettext(SHUFFLED_TO[several, at_bottom], what=what, place=stack)


def is_player(kind: t.Type) -> bool:
    """Is something of a type a player, or nobody?"""
    return isinstance(intervals.strip(kind), t.PlayerType)


def is_quiet(entry: model.Zone | model.TableValue) -> bool:
    """Is a place or a value one that nobody looks at?"""
    return any(use.name == "quiet" for use in entry.traits)


def words_of_cell(game: model.CheckedGame, design: model.Design, kind: str, column: str) -> str:
    """Return the words of a row for what one of its cells does; empty where none are named."""
    told = next((one.told for one in game.kinds[kind].columns if one.name == column), "")
    found = design.data.get(told)
    return found if isinstance(found, str) else ""


def body(game: model.CheckedGame, section: str, name: str) -> tuple[Any, ...]:
    """Return the steps of a rule, a cell or an action."""
    if section == "rules":
        return game.rules[name].then
    if section == "actions":
        return (*game.actions[name].cost, *game.actions[name].then)
    kind, row, column = name.split(".")
    return tuple([step for one in game.kinds[kind].designs if one.name == row for step in one.code[column].steps])


def has_piece(rule: model.CheckedRule) -> bool:
    """Is a rule about a piece, which may say itself what happens?"""
    return any(isinstance(kind, t.PieceType | t.DesignType) for kind in rule.params)


def words_of(text: str) -> set[str]:
    """Return the words of a sentence, each once, in small letters."""
    return set(re.findall(r"\w+", text.casefold()))


def is_yours(zone: core.ZoneRef) -> bool:
    """Is a place that of the player who reads?"""
    return isinstance(zone.owner, core.You)


def kind_of(game: model.CheckedGame, source: core.Value) -> str:
    """Return the kind of the pieces that are taken from somewhere."""
    if isinstance(source, core.ZoneRef):
        return game.zones[source.entry].kind
    item = getattr(intervals.strip(source.type), "item", source.type)
    return item.kind if isinstance(item, t.PieceType) else "piece"


def whole_and_less(value: core.Value) -> tuple[int, core.Value] | None:
    """Return 7 and what goes off it of ``7 - you.used``; None for what is not such a difference."""
    plain = value.value if isinstance(value, core.Checked) else value
    if not isinstance(plain, core.Arithmetic) or plain.sign != "-":
        return None
    whole = constant(plain.left)
    return (whole, plain.right) if isinstance(whole, int) else None


def constant(value: core.Value) -> int | None:
    """Return a number that is written out."""
    if isinstance(value, core.Negate):
        inner = constant(value.value)
        return None if inner is None else -inner
    return value.value if isinstance(value, core.Const) and isinstance(value.value, int) else None


def capped(value: core.Value, source: core.ZoneRef) -> int | None:
    """Return a number that is written out, where so much of it is paid as its source holds: `min(3, bank)`."""
    if not isinstance(value, core.Extreme) or value.function != "min":
        return None
    numbers = [constant(one) for one in value.items if not (isinstance(one, core.Amount) and one.zone == source)]
    return numbers[0] if len(numbers) == 1 and len(value.items) > 1 else None


def static(text: core.Text | None) -> str:
    """Return words without values; nothing where there are values in them."""
    if text is None or not all(isinstance(part, str) for part in text.parts):
        return ""
    return "".join(map(str, text.parts))


def with_remark(words: str, remark: core.Text | None) -> str:
    """Return words with the author's remark at a step, where that says more."""
    said = static(remark)
    return f"{words} ({said})" if words_of(said) - words_of(words) else words


def picks(steps: Sequence[core.CoreStep]) -> list[core.Pick]:
    """Return the questions among steps."""
    return [step for step in steps if isinstance(step, core.Pick)]


def named_in(game: model.CheckedGame, steps: Sequence[core.CoreStep]) -> dict[int, str]:
    """Return what everything is called that steps choose or go through, however deep they stand."""
    found = picked(game, [one for one in walk(*steps) if isinstance(one, core.Pick)])
    for one in walk(*steps):
        if isinstance(one, core.ForEach):
            found[one.loop.slot] = that(game, getattr(one.loop.source.type, "item", one.loop.source.type))
    return found


def offered(plan: core.CorePlan) -> list[str]:
    """Return the actions of a plan, each once, in their order."""
    if isinstance(plan, core.PlanLeaf):
        return list(plan.actions)
    parts = (plan.plan,) if isinstance(plan, core.PlanTimes) else getattr(plan, "items", ())
    return list(dict.fromkeys(name for part in parts for name in offered(part)))


def reads_locals(value: core.Value) -> bool:
    """Does a value depend on what is chosen or given?"""
    return any(isinstance(one, core.Local | core.LetIn) for one in walk(value))


def known(value: core.Value, scope: Scope) -> Any:
    """Return a value that may be told; of several numbers what has no end decides nothing."""
    if isinstance(value, core.Extreme) and value.function == "min":
        found = [scope.tell(item) for item in value.items]
        return UNKNOWN if UNKNOWN in found else min(found)
    return scope.tell(value)


def so_many(number: str, things: str) -> str:
    """Return a number that is not known of things: "the chosen number of chips", "as many chips as your hand"."""
    if gettext("number") in number:
        return gettext("{number} of {things}", number=number, things=things)
    return gettext("as many {things} as {number}", things=things, number=number)
