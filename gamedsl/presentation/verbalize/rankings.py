"""What is first by some keys, and lists in an order -> in words: "the one of prizes with the highest worth" """

from __future__ import annotations

import re
from collections.abc import Iterable

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.place_names import static_words
from gamedsl.i18n.speaking import gettext, is_english, mark
from gamedsl.presentation.verbalize import clauses
from gamedsl.presentation.verbalize.agreeing import NUMBER_OF, THEIRS, around, is_many
from gamedsl.presentation.verbalize.scope import Scope
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t

_TIES = {
    "none": mark("{told}; where several are equal, none of them"),
    "in order": mark("{told}; of several equal the first"),
    "from": mark("{told}; of several equal the next in the order of play from {player}"),
}
"""What is said of several that are equal, where something is first by some keys."""
_RANKED = {"from": mark("{told}, of several equal the next in the order of play from {player}")}
"""The same of all of them in an order."""
_WINNERS = {
    "all": mark("{told}; who is still equal wins together"),
    "none": mark("{told}; where several are still equal, nobody wins"),
    "in order": mark("{told}; of those still equal whoever sits first wins"),
    "from": mark("{told}; of those still equal the next in the order of play from {player} wins"),
    "never": mark("{told}; there is always just one"),
}
"""The same of the winner."""


def key(phrases: clauses.Naming, asked: core.OrderKey, slot: int, scope: Scope) -> str:
    """Return what decides: "the most points", "the lowest price of the house"."""
    counted = phrases.amount_of(asked.key)
    if counted:
        told = _most(counted) if asked.most else gettext("the fewest {things}", things=counted)
        sources = phrases.game.sources
        is_all = isinstance(asked.key, core.PointsOf) and asked.key.source is None and len(sources) == 1
        return headed(told, *map(static_words, sources.values())) if is_all else told
    whole = phrases.of(asked.key, scope)
    value = _printed(phrases, asked.key, slot) or _bare(whole)
    is_number = whole.startswith(around(NUMBER_OF)[0])
    if is_number or (is_many(value) and isinstance(intervals.strip(asked.key.type), t.IntType)):
        return _most(value) if asked.most else gettext("the fewest {things}", things=value)
    return gettext("the highest {value}", value=value) if asked.most else gettext("the lowest {value}", value=value)


def _bare(noun: str) -> str:
    """Return a noun without an article, without whose it is, and of a number what it counts."""
    for before, behind in map(around, (THEIRS, NUMBER_OF, THEIRS)):
        noun = noun.removeprefix(before).removesuffix(behind)
    noun = clauses.without_article(noun)
    return re.sub(r"^an? ", "", noun) if is_english() else noun


def _printed(phrases: clauses.Naming, value: core.Value, slot: int) -> str:
    """Return the name of what is read of the thing in a place and stands on it; empty for everything else."""
    stands_on_it = isinstance(value, core.Attribute | core.CellCall | core.KeyOf)
    return clauses.own(phrases.game, value, slot) if stands_on_it else ""


def _most(things: str) -> str:
    return gettext("the most {things}", things=things)


def keys(phrases: clauses.Naming, node: core.Rank, scope: Scope) -> str:
    """Return all that decides, in its order, without what the set-up decides."""
    return gettext("; if that is equal, ").join(_keys(phrases, node, scope))


def _keys(phrases: clauses.Naming, node: core.Rank, scope: Scope) -> list[str]:
    return [key(phrases, one, node.loop.slot, scope) for one in node.keys if scope.always(one.key, _NONE) is UNKNOWN]


_NONE: frozenset[str] = frozenset()


def winner(phrases: clauses.Naming, node: core.Rank, scope: Scope) -> str:
    """Return in words who wins by a ranking."""
    through, inner = phrases.loop(node.loop, scope)
    said, condition = keys(phrases, node, inner), node.loop.condition
    if said and condition is None and isinstance(node.loop.source, core.AllPlayers):
        return _with_ties(phrases, node, _whoever(_keys(phrases, node, inner)), _WINNERS, scope)
    if condition is not None and isinstance(node.loop.source, core.AllPlayers):
        who = clauses.with_it(phrases, gettext("the player"), node.loop.slot, condition, inner)
    elif isinstance(node.loop.source, core.AllPlayers):
        who = gettext("the player")
    else:
        who = gettext("of {things} the one", things=through)
    told = gettext("Who wins: {who} with {keys}", who=who, keys=said) if said else gettext("Who wins: {who}", who=who)
    if not said and node.tie == "none":
        return gettext("{told}; where there are several, nobody wins", told=told)
    return _with_ties(phrases, node, told, _WINNERS, scope)


def _whoever(keys: list[str]) -> str:
    """Return who of all players wins: other languages say the first key in the middle of a clause."""
    first, others = keys[0], gettext("; if that is equal, ").join(keys[1:])
    if not others:
        return gettext("Who wins: whoever has {first}", first=first)
    return gettext("Who wins: whoever has {first}; if that is equal, {others}", first=first, others=others)


def _with_ties(phrases: clauses.Naming, node: core.Rank, told: str, texts: dict[str, str], scope: Scope) -> str:
    template = texts.get(node.tie)
    if template is None:
        return told
    given = {} if node.tie != "from" or node.start is None else {"player": phrases.of(node.start, scope)}
    return gettext(template, told=told, **given)


def rank(phrases: clauses.Naming, node: core.Rank, scope: Scope) -> str:
    """Return what is first by some keys, or all of it in that order."""
    through, inner = phrases.loop(node.loop, scope)
    said = keys(phrases, node, inner)
    if node.form == "ranked":
        told = gettext("{things}, {keys} first", things=through, keys=said) if said else through
        return _with_ties(phrases, node, told, _RANKED, scope)
    if isinstance(node.loop.source, core.AllPlayers) and node.loop.condition is None and node.tie != "all":
        told = gettext("the player with {keys}", keys=said) if said else gettext("the player")
    elif not said:
        told = gettext("the one of {things}", things=through)
    elif node.tie == "all":
        told = gettext("those of {things} with {keys}", things=through, keys=said)
    else:
        told = gettext("the one of {things} with {keys}", things=through, keys=said)
    alike = isinstance(intervals.strip(node.type), t.PieceType) and node.tie == "in order"
    return told if alike else f"{_in_brackets(phrases, node, told, scope)}"


def _in_brackets(phrases: clauses.Naming, node: core.Rank, told: str, scope: Scope) -> str:
    """Return what is first, with what is said of several that are equal behind it in brackets."""
    whole = _with_ties(phrases, node, told, _TIES, scope)
    behind = whole.removeprefix(told).lstrip("\N{NO-BREAK SPACE}; ")
    return f"{told} ({behind})" if behind else told


def part(phrases: clauses.Naming, node: core.ListPart, scope: Scope) -> str:
    """Return the first ones of a list, or those from one place to another."""
    low, high, source = scope.tell(node.low), phrases.of(node.high, scope), phrases.of(node.source, scope)
    if low == 1:
        return gettext("the first {number} of {things}", number=high, things=source)
    return gettext("no. {first} to {last} of {things}", first=phrases.of(node.low, scope), last=high, things=source)


def item(phrases: clauses.Naming, node: core.ListItem, scope: Scope) -> str:
    """Return one of a list by its place in it."""
    source = phrases.of(node.source, scope)
    if scope.tell(node.index) == 1:
        return gettext("the first of {things}", things=source)
    return gettext("no. {number} of {things}", number=phrases.of(node.index, scope), things=source)


_BEST = {
    "largest": mark("the {number} largest values of {value}"),
    "smallest": mark("the {number} smallest values of {value}"),
}


def best(phrases: clauses.Naming, node: core.Best, scope: Scope) -> str:
    """Return the largest or smallest numbers of several."""
    value = values(phrases, node.value, node.loops, scope)
    return gettext(_BEST[node.function], number=phrases.of(node.count, scope), value=value)


def values(phrases: clauses.Naming, value: core.Value, loops: Iterable[core.Loop], scope: Scope) -> str:
    """Return what is read of each of several things: "“worth” among goods in the market"."""
    told, slot = [], -1
    for loop in loops:
        words, scope = phrases.loop(loop, scope)
        told.append(words)
        slot = loop.slot
    through = gettext(" and ").join(told)
    if isinstance(value, core.Local) and value.slot == slot:
        return through
    if noun := clauses.own(phrases.game, value, slot):
        return gettext("{noun} among {things}", noun=gettext("“{words}”", words=noun), things=through)
    return gettext("{value} for {things}", value=phrases.of(value, scope), things=through)
