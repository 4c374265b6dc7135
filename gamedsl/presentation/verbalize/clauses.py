"""A checked condition -> a clause for people: "your gold is at least 6", "the chosen card is in your hand"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

import attrs

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.labels import called
from gamedsl.engine.words.place_names import column_of, static_words
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import gettext, is_english, mark, one_of
from gamedsl.presentation.verbalize.agreeing import is_many, is_you
from gamedsl.presentation.verbalize.row import AS_WRITTEN, Row
from gamedsl.presentation.verbalize.scope import Scope
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.values import OPPOSITE, Loop
from gamedsl.source import written

_SIGNS = {
    "=": mark("{what} is {value}"),
    "!=": mark("{what} is not {value}"),
    "<": mark("{what} is less than {value}"),
    "<=": mark("{what} is at most {value}"),
    ">": mark("{what} is more than {value}"),
    ">=": mark("{what} is at least {value}"),
}
_MANY_SIGNS = {
    "=": mark("{what} are {value}"),
    "!=": mark("{what} are not {value}"),
    "<": mark("{what} are less than {value}"),
    "<=": mark("{what} are at most {value}"),
    ">": mark("{what} are more than {value}"),
    ">=": mark("{what} are at least {value}"),
}
"""The same of what is called by a word for several."""
_IS = {
    (True, False): mark("{what} is yes"),
    (False, False): mark("{what} is no"),
    (True, True): mark("{what} is yes for {owner}"),
    (False, True): mark("{what} is no for {owner}"),
}
"""What a value or term is that is yes or no, by what is wanted and whether it is somebody's."""
_MEMBERS = {
    ("one of", True): mark("{what} is {values}"),
    ("one of", False): mark("{what} is not {values}"),
    ("in", True): mark("{what} is in {place}"),
    ("in", False): mark("{what} is not in {place}"),
    ("among", True): mark("{what} is among {values}"),
    ("among", False): mark("{what} is not among {values}"),
}
_YOU = {
    ("one of", True): mark("you are {values}"),
    ("one of", False): mark("you are not {values}"),
    ("in", True): mark("you are in {place}"),
    ("in", False): mark("you are not in {place}"),
    ("among", True): mark("you are among {values}"),
    ("among", False): mark("you are not among {values}"),
}
"""The same, told to whoever it is about."""


_DEEPEST = 6


class Naming(Protocol):
    """What clauses need: names of the expressions in them."""

    game: model.CheckedGame
    kinds: Mapping[type[core.Value], Row]

    def of(self, node: core.Value, scope: Scope) -> str:
        """Return what an expression is called."""
        ...

    def place(self, zone: core.ZoneRef, scope: Scope) -> str:
        """Return what a place of the table is called."""
        ...

    def loop(self, loop: Loop, scope: Scope) -> tuple[str, Scope]:
        """Return what a loop goes through, and the scope inside."""
        ...

    def paragraph(self, name: str) -> str:
        """Return what an action, rule or phase is called."""
        ...

    def yes_no(self, node: core.Value, scope: Scope) -> str:
        """Return a condition as a clause."""
        ...

    def counted(self, node: core.Value, scope: Scope) -> str:
        """Return the things of which a value is the number."""
        ...

    def amount_of(self, node: core.Value) -> str:
        """Return what a number of a player counts; empty for other numbers."""
        ...

    def number_of(self, amount: core.Value, number: int) -> str:
        """Return a number with what it counts in a purse."""
        ...

    def quoted(self, node: core.ReadValue | core.TermCall, scope: Scope) -> str:
        """Return what a value or a term is called, in quotes, with its keys but not with whose it is."""
        ...

    def entry_words(self, entry: model.Named) -> str:
        """Return the words of an entry as they stand in a sentence."""
        ...

    def is_bent(self, term: str) -> bool:
        """Tell whether a modifier may change a term."""
        ...


def clause(phrases: Naming, node: core.Value, scope: Scope, wanted: bool = True) -> str:
    """Return a condition as a clause; with ``wanted`` no its opposite."""
    teller = phrases.kinds.get(type(node), AS_WRITTEN).clause
    if teller is not None:
        return teller(phrases, node, scope, wanted)
    found = scope.tell(node)
    if found is not UNKNOWN:
        return _known(bool(found) is wanted)
    return _yes_no(phrases.of(node, scope), wanted)


def _known(holds: bool) -> str:
    return gettext("it is so") if holds else gettext("it is not so")


def _yes_no(noun: str, wanted: bool) -> str:
    return noun + ": " + (gettext("yes") if wanted else gettext("no"))


def _compare(phrases: Naming, node: core.Compare, scope: Scope, wanted: bool) -> str:
    sign = node.sign if wanted else OPPOSITE[node.sign]
    if isinstance(node.left, core.Done) and isinstance(node.right, core.Const) and node.right.value == 0:
        actions = one_of(phrases.paragraph(name) for name in node.left.actions)
        if sign in ("=", "<="):
            return gettext("you did not do {actions} this turn", actions=actions)
        return gettext("you did {actions} this turn", actions=actions)
    if isinstance(node.right, core.Const) and node.right.value is None:
        return _there(phrases, node.left, scope, sign != "=")
    if _is_empty(node.right) and sign in ("=", "!="):
        return some(phrases.of(node.left, scope), sign != "=")
    if having := _having(phrases, node, sign, scope):
        return having
    if isinstance(node.left, core.Count | core.CountPieces | core.Reduce) and _counts(node.left):
        few = (sign, getattr(node.right, "value", None))
        if isinstance(node.right, core.Const) and few in _NONE:
            return some(phrases.counted(node.left, scope), _NONE[few])
    if isinstance(node.right, core.Const) and isinstance(node.right.value, bool) and sign in ("=", "!="):
        return clause(phrases, node.left, scope, node.right.value is (sign == "="))
    what, value = phrases.of(node.left, scope), phrases.of(node.right, scope)
    if is_you(what) and sign in ("=", "!="):
        return gettext(_YOU["one of", sign == "="], values=value)
    is_one = isinstance(intervals.strip(node.left.type), t.PlayerType) or not is_many(what)
    signs = _SIGNS if is_one else _MANY_SIGNS
    return gettext(signs[sign], what=what, value=value)


_NONE = {("=", 0): False, ("<=", 0): False, ("<", 1): False, ("!=", 0): True, (">", 0): True, (">=", 1): True}
"""Comparisons of a number of things that ask whether there are any."""


_HAVE = {
    "=": (mark("you have {number}"), mark("{player} has {number}")),
    "!=": (mark("you do not have {number}"), mark("{player} does not have {number}")),
    "<": (mark("you have less than {number}"), mark("{player} has less than {number}")),
    "<=": (mark("you have at most {number}"), mark("{player} has at most {number}")),
    ">": (mark("you have more than {number}"), mark("{player} has more than {number}")),
    ">=": (mark("you have at least {number}"), mark("{player} has at least {number}")),
}


def _having(phrases: Naming, node: core.Compare, sign: str, scope: Scope) -> str:
    """Return how much somebody has of something that is counted: "you have at least 15 points"; else nothing."""
    left, number = node.left, scope.tell(node.right)
    owner = (
        left.subject if isinstance(left, core.PointsOf) else left.zone.owner if isinstance(left, core.Amount) else None
    )
    things = phrases.amount_of(left)
    if owner is None or not things or not isinstance(number, int) or isinstance(owner, core.AllPlayers):
        return ""
    told = f"{number} {things}" if isinstance(left, core.PointsOf) else phrases.number_of(left, number)
    mine, theirs = _HAVE[sign]
    if isinstance(owner, core.You):
        return gettext(mine, number=told)
    return gettext(theirs, player=phrases.of(owner, scope), number=told)


def _counts(node: core.Value) -> bool:
    return not isinstance(node, core.Reduce) or node.function == "count"


def _is_empty(node: core.Value) -> bool:
    return isinstance(node, core.MakeSet) and not node.items


def some(things: str, wanted: bool) -> str:
    """Return that there are things, or that there are none."""
    if wanted:
        return gettext("there are {things}", things=things)
    if is_english() and _OWNED.match(things):
        return gettext("there are none of {things}", things=things)
    return gettext("there are no {things}", things=without_article(things))


_OWNED = re.compile(r"(?:your|their|everybody's)\b|.*'s ")
"""How English words begin that say whose something is."""


def without_article(noun: str) -> str:
    """Return a noun without the article that the program puts before names."""
    return noun.removeprefix(gettext("the {noun}", noun=""))


def _there(phrases: Naming, node: core.Value, scope: Scope, wanted: bool) -> str:
    """Return whether there is something: a player, what lies in a place, a value."""
    what = phrases.of(node, scope)
    if isinstance(intervals.strip(node.type), t.PlayerType):
        return gettext("somebody is {what}", what=what) if wanted else nobody_is(what)
    if isinstance(node, core.SlotPiece):
        place = phrases.place(node.zone, scope)
        return gettext("{place} is taken", place=place) if wanted else gettext("{place} is free", place=place)
    return gettext("{what} is there", what=what) if wanted else gettext("{what} is none", what=what)


def nobody_is(what: str) -> str:
    """Return that no player is something."""
    return gettext("nobody is {what}", what=what)


def _member(phrases: Naming, node: core.Member, scope: Scope, wanted: bool) -> str:
    element, container = phrases.of(node.element, scope), node.container
    is_you = isinstance(node.element, core.You)
    texts, said = (_YOU, {}) if is_you else (_MEMBERS, {"what": element})
    if isinstance(container, core.MakeSet):
        values = one_of(phrases.of(item, scope) for item in container.items)
        template = texts["one of", wanted]
        return gettext(template, **said, values=values)
    if isinstance(container, core.Contents):
        template = texts["in", wanted]
        return gettext(template, **said, place=phrases.place(container.zone, scope))
    template = texts["among", wanted]
    return gettext(template, **said, values=phrases.of(container, scope))


def _not(phrases: Naming, node: core.Not, scope: Scope, wanted: bool) -> str:
    return clause(phrases, node.value, scope, not wanted)


def _joint(phrases: Naming, node: core.And | core.Or, scope: Scope, wanted: bool) -> str:
    word = gettext(" and ") if isinstance(node, core.And) is wanted else gettext(" or ")
    left = [item for item in node.items if scope.tell(item) is UNKNOWN] or list(node.items)
    left.sort(key=_asks_of_several)  # what is said of each of several goes on to the end of the sentence
    return word.join(clause(phrases, item, scope, wanted) for item in left)


def _asks_of_several(node: core.Value) -> bool:
    return isinstance(node, core.Reduce) and node.function in ("any", "all")


_FOR = {
    ("any", True): (mark("for at least one player: {condition}"), mark("for one of {things}: {condition}")),
    ("any", False): (mark("for no player: {condition}"), mark("for none of {things}: {condition}")),
    ("all", True): (mark("for every player: {condition}"), mark("for each of {things}: {condition}")),
    ("all", False): (mark("not for every player: {condition}"), mark("not for each of {things}: {condition}")),
}
"""By what is asked of several, and whether it is wanted: of all players, and of other things."""
_TOGETHER = {
    ("any", True): mark(" with one of "),
    ("any", False): mark(" with any of "),
    ("all", True): mark(" with each of "),
    ("all", False): mark(" with each of "),
}
"""What stands between things of several kinds."""


def _reduce(phrases: Naming, node: core.Reduce, scope: Scope, wanted: bool) -> str:
    if node.function not in ("any", "all"):
        return _yes_no(phrases.of(node, scope), wanted)
    told, asked = [], (node.function, wanted)
    everybody = [isinstance(loop.source, core.AllPlayers) and loop.condition is None for loop in node.loops]
    for loop in node.loops:
        words, scope = phrases.loop(loop, scope)
        told.append(words)
    of_players, of_things = _FOR[asked]
    condition = clause(phrases, node.value, scope)
    if everybody == [True]:
        return gettext(of_players, condition=condition)
    return gettext(of_things, things=gettext(_TOGETHER[asked]).join(told), condition=condition)


def _during(phrases: Naming, node: core.During, _: Scope, wanted: bool) -> str:
    phase = phrases.paragraph(node.paragraph)
    return (
        gettext("this is during {phase}", phase=phase) if wanted else gettext("this is not during {phase}", phase=phase)
    )


def _possible(phrases: Naming, node: core.Possible, _: Scope, wanted: bool) -> str:
    said = one_of(phrases.paragraph(name) for name in node.leaf.actions)
    return (
        gettext("{actions} is possible", actions=said) if wanted else gettext("{actions} is not possible", actions=said)
    )


def _over(_: Naming, __: core.GameOver, ___: Scope, wanted: bool) -> str:
    return gettext("the game is over") if wanted else gettext("the game is on")


def _term(phrases: Naming, node: core.TermCall, scope: Scope, wanted: bool) -> str:
    """Return a term that holds or not: without words of its own by what it stands for."""
    owner, term = node.owner, phrases.game.terms[node.term]
    mine = (owner is None or isinstance(owner, core.You)) and not node.arguments
    if mine and term.words is None and scope.depth < _DEEPEST and not phrases.is_bent(term.name):
        inside = attrs.evolve(scope, depth=scope.depth + 1, names={}, values={}, now=scope.always)
        return clause(phrases, term.value, inside, wanted)
    if mine and term.words is not None and scope.tell(node) is UNKNOWN:
        words = phrases.entry_words(term)
        return words if wanted else gettext("it is not so that {what}", what=words)
    if owner is None or node.arguments or isinstance(intervals.strip(owner.type), t.PlayerType):
        return _named(phrases, node, scope, wanted)
    return _is(phrases.of(owner, scope), bare(node.term.rpartition(".")[2]), wanted)


def _named(phrases: Naming, node: core.ReadValue | core.TermCall, scope: Scope, wanted: bool) -> str:
    """Return what a value or term is that is yes or no: "“protected” is yes for you"."""
    if scope.tell(node) is not UNKNOWN:
        return _known(bool(scope.tell(node)) is wanted)
    what, owner = phrases.quoted(node, scope), node.owner
    if owner is None:
        return gettext(_IS[wanted, False], what=what)
    return gettext(_IS[wanted, True], what=what, owner=phrases.of(owner, scope))


def _local(phrases: Naming, node: core.Local, scope: Scope, wanted: bool) -> str:
    """Return what a name is that stands for yes or no."""
    if scope.tell(node) is not UNKNOWN:
        return _known(bool(scope.tell(node)) is wanted)
    if node.slot in scope.values and node.slot not in scope.names:
        return clause(phrases, scope.values[node.slot], scope, wanted)
    return gettext(_IS[wanted, False], what=gettext("“{words}”", words=phrases.of(node, scope)))


def _cell(phrases: Naming, node: core.CellCall, scope: Scope, wanted: bool) -> str:
    return _is(phrases.of(node.subject, scope), column_of(phrases.game, node), wanted)


def _column(phrases: Naming, node: core.Attribute, scope: Scope, wanted: bool) -> str:
    subject = node.subject
    of = ", ".join(
        phrases.of(one, scope) for one in (subject.keys if isinstance(subject, core.ChartRow) else (subject,))
    )
    return _is(of, column_of(phrases.game, node), wanted)


def _is(what: str, value: str, wanted: bool) -> str:
    template = _SIGNS["=" if wanted else "!="]
    return gettext(template, what=what, value=value)


def _option(_: Naming, node: core.OptionValue, __: Scope, wanted: bool) -> str:
    if wanted:
        return gettext("the option “{name}” is on", name=bare(node.option))
    return gettext("the option “{name}” is off", name=bare(node.option))


def _either(phrases: Naming, node: core.Either, scope: Scope, wanted: bool) -> str:
    known = scope.tell(node.condition)
    if known is not UNKNOWN:
        return clause(phrases, node.value if known else node.otherwise, scope, wanted)
    value, otherwise = (clause(phrases, part, scope, wanted) for part in (node.value, node.otherwise))
    condition = clause(phrases, node.condition, scope)
    return gettext("{value} if {condition}, else {otherwise}", value=value, condition=condition, otherwise=otherwise)


_WHOSE = {
    "=": mark("{things} whose {noun} is {value}"),
    "!=": mark("{things} whose {noun} is not {value}"),
    "<": mark("{things} whose {noun} is less than {value}"),
    "<=": mark("{things} whose {noun} is at most {value}"),
    ">": mark("{things} whose {noun} is more than {value}"),
    ">=": mark("{things} whose {noun} is at least {value}"),
}
"""What is said of a column of things; in one sentence, as the verb stands at other places in other languages."""


_WITH = {True: mark("{things} with {what}: yes"), False: mark("{things} with {what}: no")}


def chosen(phrases: Naming, things: str, slot: int, condition: core.Value, scope: Scope) -> str:
    """Return the things for which a condition holds that is about each of them: "shares whose railway is green"."""
    if isinstance(condition, core.Compare):
        noun, right = own(phrases.game, condition.left, slot), condition.right
        if noun and not (isinstance(right, core.Const) and right.value is None):
            return gettext(_WHOSE[condition.sign], things=things, noun=noun, value=phrases.of(right, scope))
    if isinstance(condition, core.Member) and isinstance(condition.container, core.MakeSet):
        noun, items = own(phrases.game, condition.element, slot), condition.container.items
        if noun and items:
            values, is_one = one_of(phrases.of(item, scope) for item in items), _WHOSE["="]
            return gettext(is_one, things=things, noun=noun, value=values)
    if told := _having_it(phrases, things, slot, condition, scope):
        return told
    if isinstance(condition, core.Attribute | core.TermCall | core.CellCall):
        noun = own(phrases.game, condition, slot)
        if noun:
            return gettext("{things} that are {value}", things=things, value=noun)
    return gettext(
        "{things} for which this holds: {condition}", things=things, condition=phrases.yes_no(condition, scope)
    )


def with_it(phrases: Naming, thing: str, slot: int, condition: core.Value, scope: Scope) -> str:
    """Return the one thing for which a condition holds: "the player with “three in a row”: yes"."""
    if told := _having_it(phrases, thing, slot, condition, scope, (core.ReadValue, core.TermCall)):
        return told
    return gettext(
        "{things} for which this holds: {condition}", things=thing, condition=phrases.yes_no(condition, scope)
    )


def _having_it(
    phrases: Naming,
    things: str,
    slot: int,
    condition: core.Value,
    scope: Scope,
    kinds: tuple[type[core.ReadValue | core.TermCall], ...] = (core.ReadValue,),
) -> str:
    """Return things of which a value of their own says yes or no; nothing for other conditions."""
    said, wanted = (condition.value, False) if isinstance(condition, core.Not) else (condition, True)
    if isinstance(said, kinds) and own(phrases.game, said, slot):
        return gettext(_WITH[wanted], things=things, what=phrases.quoted(said, scope))
    return ""


def own(game: model.CheckedGame, node: core.Value, slot: int) -> str:
    """Return the name of what is read of the thing in a place alone; empty for everything else."""
    match node:
        case (
            core.Attribute(subject=core.Local(slot=at), keys=())
            | core.CellCall(subject=core.Local(slot=at), arguments=())
        ):
            return column_of(game, node) if at == slot else ""
        case core.KeyOf(subject=core.Local(slot=at), key=key):
            return bare(key) if at == slot else ""
        case core.OwnerOf(subject=core.Local(slot=at)):
            return gettext("owner") if at == slot else ""
        case core.TermCall(owner=core.Local(slot=at), arguments=(), term=term):
            return _name_of(game.terms[term]) if at == slot else ""
        case core.ReadValue(owner=core.Local(slot=at), keys=(), entry=entry):
            return _name_of(game.values[entry]) if at == slot else ""
        case core.Checked(value=inner) | core.Certain(value=inner):
            return own(game, inner, slot)
        case _:
            return ""


def _name_of(thing: model.Named) -> str:
    """Return the name of a term or an entry; in other languages than English its words."""
    return bare(thing.name.rpartition(".")[2]) if is_english() else called(thing.name, static_words(thing))


def _let(phrases: Naming, node: core.LetIn, scope: Scope, wanted: bool) -> str:
    for slot, value in zip(node.slots, node.given, strict=True):
        scope = scope.meaning(slot, value)
    return clause(phrases, node.value, scope, wanted)


def _bool(_: Naming, node: core.Const, __: Scope, wanted: bool) -> str:
    return written(node.span) if wanted else gettext("not {what}", what=written(node.span))
