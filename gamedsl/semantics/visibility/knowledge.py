"""Expressions in, what a decider can know about them out: public, own (somebody's alone) or hidden.

The labels belong to whom a paragraph speaks to (``YOU``). A player named by a local place is a token of its own,
so that what lies in ``p.hand`` becomes own when ``p`` is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, assert_never

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import POINTS, places_of
from gamedsl.semantics.core.walk import cells_meant, changes_of
from gamedsl.semantics.visibility.changing import touched_between
from gamedsl.semantics.visibility.entries import constant, is_mine, is_of_dice, is_piece, label_of
from gamedsl.semantics.visibility.labels import COMMON, PUBLIC, SOMEWHERE, YOU, Leak, OddCell, Visibility, alike, join
from gamedsl.semantics.visibility.surroundings import Env, Read
from gamedsl.source import Span

_PLACES = "copies that lie in different places are choices of their own, which would tell where they lie"
_MARKS = "copies that hold different things are choices of their own, which would tell what they hold"
Handler = Callable[["Observer", Any, Env], Visibility]


@attrs.define(eq=False)
class Observer:
    """Labels expressions; ``log`` collects everything that was read on the way."""

    game: model.CheckedGame
    log: list[Read] = attrs.field(factory=list)
    known: dict[tuple[Any, ...], tuple[Visibility, tuple[Read, ...]]] = attrs.field(factory=dict)
    opened: list[str] = attrs.field(factory=list)
    told: set[Span] = attrs.field(factory=set)
    numbers: frozenset[int] = frozenset()
    """The picks whose number is a secret (``knowledge_numbers``)."""

    @cached_property
    def moving(self) -> frozenset[str]:
        """The entries that may change at any moment, so that nothing shown there stays known."""
        return touched_between(self.game)

    def tells_cell(self, leak: Leak, report: Report, deed: str) -> bool:
        """Report a single cell that betrays something, once; tell whether that is where the fault lies."""
        if leak.cell is None:
            return False
        cell = leak.cell
        if cell.place not in self.told:
            self.told.add(cell.place)
            labels = [Label(leak.site, f"it is {deed} here")]
            labels += [Label(leak.origin, "it is read here")] if leak.origin != cell.place else []
            report("GDKNO05", cell.place, labels=labels, column=cell.column, row=cell.row, what=leak.what)
        return True

    def see(self, value: core.Value, env: Env) -> Visibility:
        """Return the label of an expression."""
        handler = HANDLERS.get(type(value))
        if handler is None:
            raise TypeError(f"unknown expression {type(value).__name__}")
        return handler(self, value, env)

    def all(self, values: Iterable[core.Value | None], env: Env) -> Visibility:
        """Return the joined label of several expressions."""
        return join([self.see(value, env) for value in values if value is not None])

    # ------------------------------------------------------------ the table

    def zone(self, zone: core.ZoneRef, env: Env, contents: bool = True, part: str = "") -> Visibility:
        """Return the label of a zone's contents or a ``part`` of them, or of its size alone, which everybody sees."""
        owner = self.see(zone.owner, env) if zone.owner is not None else None
        places = join([*([owner.bare()] if owner else []), self.all(zone.keys, env)])
        entry = self.game.zones[zone.entry]
        mine = is_mine(owner)
        shown = not contents or env.is_shown("", zone.entry, owner) or env.is_shown(part, zone.entry, owner)
        label = PUBLIC if shown else label_of(entry, owner, zone.span)
        self.log.append(Read(zone.entry, mine, None if label.visible else label.leak, zone.span))
        place = (owner.who if owner is not None and owner.who is not None else COMMON) if contents else None
        return attrs.evolve(join([places, label]), place=YOU if mine else place)

    def value_read(self, value: core.ReadValue, env: Env) -> Visibility:
        """Return the label of a table value: everybody sees it, where it does not say who does."""
        owner = self.see(value.owner, env) if value.owner is not None else None
        if value.owner is not None and is_of_dice(self.game, value.owner.type):
            label = self._face(value.owner, env, value.span)
            self.log.append(Read(value.entry, is_mine(owner), None if label.visible else label.leak, value.span))
            return label
        shown = env.is_shown("", value.entry, owner) and not value.keys
        label = PUBLIC if shown else label_of(self.game.values[value.entry], owner, value.span)
        self.log.append(Read(value.entry, is_mine(owner), None if label.visible else label.leak, value.span))
        return join([*([owner.bare()] if owner else []), self.all(value.keys, env), label])

    def _face(self, dice: core.Value, env: Env, span: Span) -> Visibility:
        """Return who knows what dice show: who knows them where they lie now."""
        seen = self.see(dice, env)
        return seen.bare() if seen.place is not None else join([seen.bare(), *self._somewhere(dice.type, span)])

    def _somewhere(self, kind: t.Type, span: Span) -> list[Visibility]:
        return [label_of(self.game.zones[name], None, span) for name in places_of(self.game, kind)]

    def local(self, value: core.Local, env: Env) -> Visibility:
        """Return the label of a name; dice that were rolled since they got it are known where they lie now."""
        seen = env.local(value.slot, value.span)
        if value.slot not in env.rolled or not is_of_dice(self.game, value.type):
            return seen
        if seen.public and seen.place is not None and value.slot not in env.away:
            return seen
        return attrs.evolve(join([seen.bare(), *self._somewhere(value.type, value.span)]), place=seen.place)

    def printed(self, value: core.Value, env: Env) -> Visibility:
        """Return the label of a value as words print it: dice are called by what they show."""
        seen = self.see(value, env)
        return join([seen, self._face(value, env, value.span)]) if is_of_dice(self.game, value.type) else seen

    def whereabouts(self, value: core.KeyOf | core.OwnerOf | core.PlaceOf, env: Env) -> Visibility:
        """Return the label of where a piece lies: as visible as every zone in which it may be."""
        subject = self.see(value.subject, env)
        if subject.place is not None:
            return attrs.evolve(subject.bare(), who=subject.place if subject.place != COMMON else None)
        found = [subject.bare()]
        for name in places_of(self.game, value.subject.type):
            label = label_of(self.game.zones[name], None, value.span)
            found.append(label)
            self.log.append(Read(name, False, label.leak, value.span))
        return join(found)

    # ------------------------------------------------------------ loops

    def loops(self, loops: Iterable[core.Loop], env: Env) -> Visibility:
        """Bind the local places of nested loops; return the label of how many passes they make."""
        return join([self.loop(loop, env) for loop in loops])

    def loop(self, loop: core.Loop, env: Env) -> Visibility:
        """Bind one loop; going through the pieces of a zone tells no more than its size."""
        source = self.see(loop.source, env)
        env.bind(loop.slot, source, getattr(loop.source.type, "item", loop.source.type))
        passes = source.bare()
        if isinstance(loop.source, core.Contents):
            passes = self.zone(loop.source.zone, env, contents=False).bare()
        return join([passes, self.see(loop.condition, env)]) if loop.condition is not None else passes

    # ------------------------------------------------------------ calls

    def term(self, call: core.TermCall, env: Env) -> Visibility:
        """Return the label of a term, with every modifier that may change it."""
        code = self.game.terms[call.term]
        owner = self.see(call.owner, env) if call.owner is not None else None
        arguments = [self.see(value, env) for value in call.arguments]
        you = owner if code.each == "player" and owner is not None else env.you
        first = [owner] if code.each not in ("", "player") and owner is not None else []
        inside = (*first, *arguments)
        key = ("term", call.term, you, inside)
        return self._remembered(key, call.span, lambda: self._term(code, Env(f"term {call.term}", you), inside))

    def _term(self, code: model.CheckedTerm, env: Env, inside: tuple[Visibility, ...]) -> Visibility:
        env.slots.update(enumerate(inside))
        found = [self.see(code.value, env)]
        for modifier in changes_of(self.game, code.name):
            inner = Env(f"modifier {modifier.name}", env.you, dict(enumerate(inside)))
            inner.slots[modifier.old_slot] = found[0]
            conditions = [self.see(when.condition, inner) for when in modifier.whens]
            found += [*conditions, *([self.see(modifier.value, inner)] if modifier.value is not None else [])]
        return found[0] if len(found) == 1 else join(found)

    def cell(self, call: core.CellCall, env: Env) -> Visibility:
        """Return the label of a cell of rule text: that of every row which may be meant."""
        subject = self.see(call.subject, env)
        inside = (subject, *(self.see(value, env) for value in call.arguments))
        found = {
            name: self._cell(name, code.value, env.you, inside, call.span)
            for name, code in cells_meant(self.game, call.kind, call.column, call.subject)
            if code.value is not None
        }
        strange = [name for name, seen in found.items() if not seen.visible]
        for name in strange if 2 * len(strange) < len(found) else ():
            seen, inner = found[name], self.known["cell", name, env.you, inside][0].leak
            if seen.leak is not None and inner is not None:
                cell = OddCell(
                    call.column, name.removeprefix(f"{call.kind}.").removesuffix(f".{call.column}"), inner.site
                )
                found[name] = attrs.evolve(seen, leak=attrs.evolve(seen.leak, cell=cell))
        return join([subject.bare(), *found.values()])

    def _cell(
        self, name: str, value: core.Value, you: Visibility, inside: tuple[Visibility, ...], span: Span
    ) -> Visibility:
        inner = Env(f"cell {name}", you, dict(enumerate(inside)))
        return self._remembered(("cell", name, you, inside), span, lambda: self.see(value, inner))

    def _remembered(self, key: tuple[Any, ...], span: Span, work: Callable[[], Visibility]) -> Visibility:
        """Work out a call once; its result is placed at the call, and so is everything that it reads."""
        if key not in self.known:
            start = len(self.log)
            found = work()
            self.known[key] = (found, tuple(dict.fromkeys(self.log[start:])))  # all of them get the same place
            del self.log[start:]
        found, reads = self.known[key]
        self.log += [attrs.evolve(read, site=span) for read in reads]
        return found.at(span)

    def possible(self, value: core.Possible, env: Env) -> Visibility:
        """Return the label of ``possible``: that of all conditions, picks and costs of the actions."""
        arguments = [self.see(argument, env) for argument in value.leaf.arguments]
        found = [argument.bare() for argument in arguments]
        for name in value.leaf.actions:
            if name in self.opened:
                continue
            self.opened.append(name)
            inner = Env(f"action {name}", env.you, dict(enumerate(arguments)))
            found += [seen.at(value.span) for _, seen in self.guards(self.game.actions[name], inner)]
            self.opened.pop()
        return join(found)

    def guards(
        self, action: model.CheckedAction, env: Env
    ) -> Iterable[tuple[model.When | model.PickField | None, Visibility]]:
        """Walk what decides whether an action is possible, each with its label; the local places are bound on the way.

        A condition or pick comes with its own node, a cost with None.
        """
        for element in action.elements:
            match element:
                case model.When(condition=condition):
                    yield element, self.see(condition, env)
                case model.LetField(slot=slot, value=value):
                    seen = self.see(value, env)
                    env.bind(slot, seen, value.type)
                    yield None, seen
                case model.PickField():
                    yield element, self.pick(element, env)
                case _:
                    assert_never(element)
        for step in action.cost:
            yield None, self.cost(step, env)

    def pick(self, pick: model.PickField | core.Pick, env: Env) -> Visibility:
        """Bind what is picked, which the log tells unless it is a piece; return the label of the choices."""
        domain = self.see(pick.domain, env)
        kind = model.kind_picked(pick)
        item = kind.item if isinstance(kind, t.SetType) else kind
        picked = domain
        if pick.question in self.numbers:
            what = f"the {_answer(kind)} `{pick.name}` that is picked in secret"
            picked = Visibility(False, YOU, Leak(what, pick.span, pick.span), place=domain.place)
        elif not (isinstance(item, t.PieceType) and self.game.kinds[item.kind].form != "space"):
            picked = attrs.evolve(domain, public=True, viewer=None, leak=None)
        env.bind(pick.slot, picked, kind)
        rest = [self.see(one, env) for one in (pick.condition, *_numbers(pick)) if one is not None]
        return join([domain.bare(), *rest, self.apart(pick.domain, domain, pick.name)])

    def apart(self, domain: core.Value, seen: Visibility, name: str) -> Visibility:
        """Return the label of how many choices there are among pieces: copies that are alike in all are one choice.

        They are when they lie in one place and the same belongs to them.
        """
        kind = domain.type
        while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
            kind = kind.item
        if not isinstance(kind, t.PieceType) or not is_piece(self.game, kind):
            return PUBLIC
        declared = self.game.kinds[kind.kind]
        if declared.each_player or all(design.copies == 1 for design in declared.designs):
            return PUBLIC  # what was made for players mostly lies with them, where they see it
        entries: tuple[model.Zone | model.TableValue, ...]
        entries = (*self.game.values.values(), *(one for one in self.game.zones.values() if one.form == "purse"))
        marks = [label_of(one, seen, domain.span) for one in entries if one.each == kind.kind]
        is_counted = len(declared.designs) == 1  # how many lie somewhere is no secret
        places = self._somewhere(kind, domain.span) if seen.place is None and not is_counted else []
        found, why = (join(places), _PLACES) if not join(places).visible else (join([*places, *marks]), _MARKS)
        cure = f"{why}: pick a design, `{name} in {kind.kind}.design`, and compare `x.design = {name}`"
        return found if found.leak is None else attrs.evolve(found, leak=attrs.evolve(found.leak, help=cure))

    def cost(self, step: core.CoreStep, env: Env) -> Visibility:
        """Return the label of whether a cost can be paid."""
        match step:
            case core.Pay(amount=amount, source=source, target=target):
                return join([self.see(amount, env), self.zone(source, env), self.zone(target, env, contents=False)])
            case core.Move(pieces=pieces, target=target):
                return join([self.pieces(pieces, env).bare(), self.zone(target, env, contents=False)])
            case _:
                raise TypeError(f"not a cost: {type(step).__name__}")

    def pieces(self, value: core.Value, env: Env) -> Visibility:
        """Return the label of pieces that are moved; to move a whole zone tells no more than its size."""
        if isinstance(value, core.ZoneRef):
            size = self.zone(value, env, contents=False)
            return attrs.evolve(size, place=size.place or COMMON)
        return self.see(value, env)


def _answer(kind: t.Type) -> str:
    return "number" if isinstance(kind, t.IntType) else "answer"


def _numbers(pick: model.PickField | core.Pick) -> tuple[core.Value | None, ...]:
    """Return what says how many members of a set are picked."""
    return () if pick.many is None else (pick.many.least, pick.many.most)


# ---------------------------------------------------------------- one handler for each kind of expression


def _public(observer: Observer, value: core.Value, env: Env) -> Visibility:
    return PUBLIC


def _parts(*names: str) -> Handler:
    """Return the handler of an expression whose label is that of its parts."""

    def handler(observer: Observer, value: core.Value, env: Env) -> Visibility:
        found: list[core.Value | None] = []
        for name in names:
            part = getattr(value, name)
            found += part if isinstance(part, tuple) else (part,)
        return observer.all(found, env)

    return handler


def _same(name: str) -> Handler:
    """Return the handler of an expression that only passes on one of its parts."""
    return lambda observer, value, env: observer.see(getattr(value, name), env)


def _compare(observer: Observer, value: core.Compare, env: Env) -> Visibility:
    for side, other in ((value.left, value.right), (value.right, value.left)):
        if (
            isinstance(other, core.Const)
            and other.value is None
            and isinstance(side, core.SlotPiece | core.Top | core.Bottom)
        ):
            return observer.zone(side.zone, env, contents=False).bare()
    return observer.all((value.left, value.right), env)


def _count(observer: Observer, value: core.Count, env: Env) -> Visibility:
    if isinstance(value.source, core.Contents):
        return observer.zone(value.source.zone, env, contents=False).bare()
    if isinstance(value.source, core.Local) and value.source.slot in env.counted:
        return PUBLIC
    return observer.all((value.source,), env)


def _either(observer: Observer, value: core.Either | core.Bent, otherwise: core.Value, env: Env) -> Visibility:
    branches = [observer.see(value.value, env), observer.see(otherwise, env)]
    return alike(join([observer.see(value.condition, env), *branches]), branches)


def _join_sets(observer: Observer, value: core.Join, env: Env) -> Visibility:
    sides = [observer.see(value.left, env), observer.see(value.right, env)]
    return alike(join(sides), sides if value.sign == "+" else sides[:1])


def _make_set(observer: Observer, value: core.MakeSet, env: Env) -> Visibility:
    items = [observer.see(item, env) for item in value.items]
    return alike(join(items), items)


def _collect(observer: Observer, value: core.Collect, env: Env) -> Visibility:
    passes = observer.loops(value.loops, env)
    found = observer.see(value.value, env)
    whole = isinstance(value.value, core.Local) and value.value.slot in {loop.slot for loop in value.loops}
    return attrs.evolve(alike(join([passes, found]), [found]), who=None if whole else found.who)


def _stopped(observer: Observer, value: core.Stopped, env: Env) -> Visibility:
    passes = observer.loop(value.loop, env)
    found = env.slots[value.loop.slot]
    conditions = observer.all((value.until, value.closed), env)
    return attrs.evolve(join([passes, conditions, found]), place=found.place)


def _reduce(observer: Observer, value: core.Reduce | core.Best, env: Env) -> Visibility:
    passes = observer.loops(value.loops, env)
    if value.function == "count":
        return passes
    more = value.count if isinstance(value, core.Best) else value.otherwise
    return join([passes, observer.all((value.value, more), env)])


def _rank(observer: Observer, value: core.Rank, env: Env) -> Visibility:
    passes = observer.loop(value.loop, env)
    keys = [observer.see(key.key, env) for key in value.keys]
    start = [observer.see(value.start, env)] if value.start is not None else []
    found = env.slots[value.loop.slot]
    return attrs.evolve(join([passes, *keys, *start, found]), place=found.place)


def _piece(observer: Observer, value: Any, env: Env) -> Visibility:
    return observer.zone(value.zone, env, part=type(value).__name__)


def _lines(observer: Observer, value: core.Lines, env: Env) -> Visibility:
    return alike(join([observer.zone(value.zone, env), observer.see(value.length, env)]), [SOMEWHERE])


def _owner(observer: Observer, value: core.OwnerOf, env: Env) -> Visibility:
    kind = value.subject.type
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    if isinstance(kind, t.PieceType) and observer.game.kinds[kind.kind].each_player:
        return observer.see(value.subject, env).bare()
    return observer.whereabouts(value, env)


def _points(observer: Observer, value: core.PointsOf, env: Env) -> Visibility:
    subject = observer.see(value.subject, env)
    observer.log.append(Read(POINTS, subject.who == YOU, None, value.span))
    return subject.bare()


HANDLERS: dict[type[core.Value], Handler] = {
    **dict.fromkeys(
        (
            core.OptionValue,
            core.Active,
            core.AllPlayers,
            core.AllMembers,
            core.GameOver,
            core.Winners,
            core.CopyOf,
            core.FreeCopy,
            core.Done,
            core.During,
        ),
        _public,
    ),
    core.Const: lambda observer, value, env: constant(value),
    core.You: lambda observer, value, env: env.you,
    core.Local: lambda observer, value, env: observer.local(value, env),
    core.Amount: lambda observer, value, env: observer.zone(value.zone, env).bare(),
    core.Contents: _piece,
    **dict.fromkeys((core.SlotPiece, core.Dealt, core.Top, core.Bottom), _piece),
    core.CountPieces: lambda observer, value, env: observer.zone(value.zone, env, contents=False).bare(),
    core.Lines: _lines,
    core.ZoneRef: lambda observer, value, env: observer.zone(value, env),
    core.ReadValue: lambda observer, value, env: observer.value_read(value, env),
    core.DieFace: lambda observer, value, env: _dice(observer, value, observer.all((value.index,), env)),
    core.DiceSum: lambda observer, value, env: _dice(observer, value, PUBLIC),
    core.Attribute: _parts("subject", "keys"),
    core.KeyOf: lambda observer, value, env: observer.whereabouts(value, env).bare(),
    core.OwnerOf: _owner,
    core.DesignOf: _parts("subject"),
    core.OwnPiece: _parts("owner"),
    core.Checked: _same("value"),
    core.Certain: _same("value"),
    core.Only: lambda observer, value, env: _only(observer, value, env),
    core.PointsOf: _points,
    core.ChartRow: _parts("keys"),
    core.TermCall: lambda observer, value, env: observer.term(value, env),
    core.CellCall: lambda observer, value, env: observer.cell(value, env),
    core.Possible: lambda observer, value, env: observer.possible(value, env),
    core.Arithmetic: _parts("left", "right"),
    core.Negate: _parts("value"),
    core.Absolute: _parts("value"),
    core.Not: _parts("value"),
    core.And: _parts("items"),
    core.Or: _parts("items"),
    core.Extreme: _parts("items"),
    core.Interval: _parts("low", "high"),
    core.Member: _parts("element", "container"),
    core.Compare: _compare,
    core.Either: lambda observer, value, env: _either(observer, value, value.otherwise, env),
    core.Bent: lambda observer, value, env: _either(observer, value, value.old, env),
    core.Join: _join_sets,
    core.MakeSet: _make_set,
    core.Collect: _collect,
    core.Reduce: _reduce,
    core.Best: _reduce,
    core.LetIn: lambda observer, value, env: _let_in(observer, value, env),
    core.Rank: _rank,
    core.Count: _count,
    core.ListPart: lambda observer, value, env: _item(observer, value, (value.low, value.high), env),
    core.SeatDistance: _parts("first", "second"),
    core.Repeated: _parts("times", "entries"),
    core.ListItem: lambda observer, value, env: _item(observer, value, (value.index,), env),
    core.NextPlayer: _parts("player", "among"),
    core.Neighbours: _parts("space", "directions"),
    core.NextPlace: _parts("space", "direction"),
    core.Way: _parts("space", "directions"),
    core.Stopped: _stopped,
    core.Behind: _parts("first", "second"),
    core.PlacesBetween: _parts("first", "second"),
    core.Rectangle: _parts("first", "last"),
    core.DrawnLines: _parts("space"),
    core.Runs: _parts("length"),
    core.Connected: _parts("start", "within"),
    core.PlaceOf: lambda observer, value, env: observer.whereabouts(value, env).bare(),
    core.Distance: _parts("first", "second"),
    core.PathEnds: _parts("space", "steps"),
}


def _dice(observer: Observer, value: core.DieFace | core.DiceSum, label: Visibility) -> Visibility:
    observer.log.append(Read(value.dice, False, None, value.span))
    return label


def _item(
    observer: Observer, value: core.ListItem | core.ListPart, places: tuple[core.Value, ...], env: Env
) -> Visibility:
    source = observer.see(value.source, env)
    return attrs.evolve(join([source, observer.all(places, env)]), place=source.place)


def _only(observer: Observer, value: core.Only, env: Env) -> Visibility:
    options = [observer.see(one, env) for one in (value.source, value.otherwise) if one is not None]
    return alike(join(options), options) if len(options) > 1 else options[0]


def _let_in(observer: Observer, value: core.LetIn, env: Env) -> Visibility:
    for slot, given in zip(value.slots, value.given, strict=True):
        env.bind(slot, observer.see(given, env), given.type)
    return observer.see(value.value, env)
