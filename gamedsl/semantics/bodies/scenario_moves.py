"""Steps that only scenarios have -> core steps: moves with their answers, expectations, forced chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import attrs

from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.names import constants
from gamedsl.semantics.expressions.narrowing import forget
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.sets import loops_of
from gamedsl.semantics.expressions.words import text
from gamedsl.syntax import nodes


class Around(Protocol):
    """What a step of a scenario needs of the body in which it stands: ``key`` begins its translation keys."""

    @property
    def checker(self) -> Checker: ...

    @property
    def key(self) -> str: ...


def play_move(steps: Around, node: nodes.PlayMove, scope: Scope) -> core.CoreStep | None:
    """Check ``A: move, answers`` and ``illegal A: move, answers, another move "reason"``."""
    checker = steps.checker
    forget(scope)
    seat = _seat(checker, node, scope)
    if seat is None:
        return None
    words = text(checker, node.words, f"{steps.key}.reason", scope)
    if node.illegal:
        listed = [_listed_move(checker, move, scope) for move in node.moves]
        known = [move for move in listed if move is not None]
        moves = tuple(_with_answers(known)) if len(known) == len(listed) else ()
        return core.ListedMoves(span=node.span, words=words, seat=seat, moves=moves, word="illegal") if moves else None
    parts = tuple(_part(checker, move, scope) for move in node.moves)
    kept = tuple(part for part in parts if part is not None)
    return core.PlayMove(span=node.span, words=words, seat=seat, parts=kept) if len(kept) == len(parts) else None


def _with_answers(moves: list[core.ListedMove]) -> Iterator[core.ListedMove]:
    """Walk moves, each with the answers to later questions that stand behind it; only an action begins another one."""
    whole: core.ListedMove | None = None
    for move in moves:
        is_answer = move.part.action is None and not move.part.is_pass and not move.loops
        if whole is None or not is_answer or whole.loops:
            if whole is not None:
                yield whole
            whole = move
            continue
        part = attrs.evolve(whole.part, answers=whole.part.answers + move.part.answers)
        whole = attrs.evolve(whole, part=attrs.evolve(part, span=part.span.to(move.span)))
    if whole is not None:
        yield whole


def _seat(checker: Checker, node: nodes.PlayMove | nodes.ListedMoves, scope: Scope) -> core.Value | None:
    """Return whose move it is: a seat by its name, a name for a player, or ``active``; None after a report."""
    seats, name = list(checker.symbols.seat_names), node.seat
    if name in seats:
        return core.Const(span=node.span, type=t.PlayerType(), value=seats.index(name))
    if name in scope.locals or name == "active":
        return checker.player(nodes.Name(name, span=node.span), scope)
    upper = name.upper()
    cure = f"write `{upper}:`" if upper in seats else f"the seats are {listed(seats, 'and')}"
    checker.symbols.unknown(node.span, "seat", name, lambda: seats, cure)
    return None


def listed_moves(steps: Around, node: nodes.ListedMoves, scope: Scope) -> core.ListedMoves | None:
    """Check ``legal A: move, move`` and ``exactly A: move, (move for each x in S)``."""
    checker = steps.checker
    forget(scope)
    seat = _seat(checker, node, scope)
    moves = tuple(_listed_move(checker, move, scope) for move in node.moves)
    kept = tuple(move for move in moves if move is not None)
    if seat is None or len(kept) < len(moves):
        return None
    return core.ListedMoves(span=node.span, words=None, seat=seat, moves=kept, word=node.word)


def _listed_move(checker: Checker, node: nodes.Expr, scope: Scope) -> core.ListedMove | None:
    loops: tuple[core.Loop, ...] = ()
    if isinstance(node, nodes.Gather):
        scope = scope.child()
        loops = loops_of(checker, node.loops, scope)
        node = node.value
    part = _part(checker, node, scope)
    return None if part is None else core.ListedMove(span=node.span, part=part, loops=loops)


def pass_until(steps: Around, node: nodes.PassUntil, scope: Scope) -> core.PassUntil | None:
    """Check ``pass until C`` and ``pass until legal A: move``."""
    forget(scope)
    if not isinstance(node.until, nodes.ListedMoves):
        condition = steps.checker.condition(node.until, scope)
        return core.PassUntil(span=node.span, words=None, condition=condition, listed=None)
    found = listed_moves(steps, node.until, scope)
    return None if found is None else core.PassUntil(span=node.span, words=None, condition=None, listed=found)


def _part(checker: Checker, node: nodes.Expr, scope: Scope) -> core.MovePart | None:
    if isinstance(node, nodes.Or | nodes.And):
        names = ", ".join(text_of(item.span) for item in node.items)
        own_help = {"help": f"several moves are written one behind the other: `{names}`"}
        checker.report("GDSCN01", node.span, move=text_of(node.span), suggestions="", **own_help)
        return None
    name, arguments = _named(node)
    head = checker.symbols.paragraphs.get(name or "")
    if head is not None and head.section == "actions":
        checker.symbols.used.add("paragraphs." + head.node.name)
        answers = [answer(checker, argument, scope) for argument in arguments]
        kept = tuple(item for item in answers if item is not None)
        if len(kept) < len(answers):
            return None
        return core.MovePart(span=node.span, action=head.node.name, answers=kept)
    if name == "pass" and not arguments:
        return core.MovePart(span=node.span, action=None, answers=(), is_pass=True)
    if isinstance(node, nodes.Call) and not _is_piece_call(checker, node):
        _unknown_move(checker, node)
        return None
    if isinstance(node, nodes.Name) and not _means_something(checker, node, scope):
        _unknown_move(checker, node)
        return None
    found = answer(checker, node, scope)
    return None if found is None else core.MovePart(span=node.span, action=None, answers=(found,))


def _unknown_move(checker: Checker, node: nodes.Expr) -> None:
    actions = [name for name, paragraph in checker.symbols.paragraphs.items() if paragraph.section == "actions"]
    name, _ = _named(node)
    if name in checker.symbols.broken:
        return
    if name is not None and name in checker.symbols.unknown_names.uses:
        checker.symbols.unknown(node.span, "action or group", name, lambda: actions)  # The rules call it as well.
        return
    suggestions = did_you_mean(name or "", [*actions, "pass"])
    own_help = {} if suggestions else {"help": f"moves are {listed([*actions, 'pass'])}"}
    if name in ("nothing", "none", "skip", "done", "end"):
        suggestions, own_help = "", {"help": "who does nothing more: `pass`"}
    checker.report("GDSCN01", node.span, move=text_of(node.span), suggestions=suggestions, **own_help)


def _named(node: nodes.Expr) -> tuple[str | None, tuple[nodes.Expr, ...]]:
    match node:
        case nodes.Name(name=name):
            return name, ()
        case nodes.Call(function=nodes.Name(name=name), arguments=arguments):
            return name, arguments
        case _:
            return None, ()


def _is_piece_call(checker: Checker, node: nodes.Call) -> bool:
    return isinstance(node.function, nodes.Name) and node.function.name in checker.symbols.kinds


def _means_something(checker: Checker, node: nodes.Name, scope: Scope) -> bool:
    kind = checker.symbols.kinds.get(node.name)
    is_row = kind is not None and [design.name for design in kind.designs] == [kind.name]
    return is_row or bool(constants(checker, node.name)) or node.name in scope.locals


def answer(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Answer | None:
    """Return all that a written answer may mean; the decision at hand chooses by its type."""
    if isinstance(node, nodes.Name) and node.name not in scope.locals:
        meanings: list[core.Value] = []
        for kind, value in constants(checker, node.name):
            meanings.append(core.Const(span=node.span, type=kind, value=value))
        known = checker.symbols.kinds.get(node.name)
        if known is not None and [design.name for design in known.designs] == [known.name]:
            number = known.designs[0].number
            meanings.append(core.Const(span=node.span, type=t.DesignType(known.name), value=number))
        if meanings:
            return core.Answer(span=node.span, meanings=tuple(meanings))
    written = checker.value(node, scope)
    if isinstance(written.type, t.UnknownType):
        return None
    return core.Answer(span=node.span, meanings=(written,))


def expect(steps: Around, node: nodes.Expect, scope: Scope) -> core.CoreStep:
    """Check ``expect C``."""
    condition = steps.checker.condition(node.condition, scope)
    return core.Expect(span=node.span, words=None, condition=condition, text=text_of(node.condition.span))


def _forced(checker: Checker, written: tuple[nodes.Expr, ...], scope: Scope, wanted: t.Type) -> Iterator[core.Value]:
    """Yield the values; of several that are written alike and wrong only the first is told."""
    told: set[str] = set()
    for node in written:
        if text_of(node.span) in told:
            continue
        value = checker.fit(checker.value(node, scope, wanted), wanted)
        if isinstance(value.type, t.UnknownType):
            told.add(text_of(node.span))
        yield value


def force(steps: Around, node: nodes.Force, scope: Scope) -> core.CoreStep | None:
    """Check ``force PLACE: values``."""
    checker = steps.checker
    subject = node.target
    while isinstance(subject, nodes.Member | nodes.Index):
        subject = subject.value
    if subject is not node.target and _is_no_seat(checker, subject):
        return None
    place = _forced_place(checker, node.target, scope)
    if place is None:
        return None
    name, owner, keys, wanted = place
    if node.unseen and (name not in checker.symbols.zones or not isinstance(wanted, t.DesignType)):
        shown, reason = text_of(node.target.span), "everybody sees what comes there"
        checker.report("GDSCN03", node.span, value=shown, reason=reason, cure="leave `unseen` out")
    if isinstance(wanted, t.PlayerType) and any(_is_no_seat(checker, value) for value in node.values):
        return None
    values = tuple(_forced(checker, node.values, scope, wanted))
    for value in values:
        if isinstance(value.type, t.UnknownType):
            continue
        reason, cure = _impossible(value, wanted, text_of(node.target.span))
        if reason:
            checker.report("GDSCN03", value.span, value=text_of(value.span), reason=reason, cure=cure)
    return core.Force(
        span=node.span,
        words=None,
        place=node.target.span,
        name=name,
        values=values,
        owner=owner,
        keys=keys,
        unseen=node.unseen,
    )


def _is_no_seat(checker: Checker, node: nodes.Expr) -> bool:
    """Report a letter that is no player of this game; tell whether it is one."""
    if not isinstance(node, nodes.Name) or not (len(node.name) == 1 and node.name.isupper()):
        return False
    if constants(checker, node.name):
        return False
    seats = list(checker.symbols.seat_names)
    checker.symbols.unknown(node.span, "player", node.name, lambda: seats, f"the players are {listed(seats, 'and')}")
    return True


def _impossible(value: core.Value, wanted: t.Type, name: str) -> tuple[str, str]:
    """Return why a value cannot be forced, and a cure; both empty when it can, as far as this is known before play."""
    if not isinstance(value, core.Const):
        return "only something written out can be forced", "write the value itself"
    found = value.value
    if isinstance(wanted, t.IntType) and isinstance(found, int) and not wanted.low <= found <= wanted.high:
        return f"{name} never gives it", f"force one of {wanted}"
    return "", ""


def _comes_to(checker: Checker, zone: str) -> t.Type:
    """Return what chance gives in a zone: which piece comes, of dice what they show."""
    kind = checker.symbols.kinds[checker.symbols.zones[zone].kind]
    return t.DesignType(kind.name) if kind.faces is None else kind.faces


_Place = tuple[str, core.Value | None, tuple[core.Value | None, ...], t.Type]


def _forced_place(checker: Checker, node: nodes.Expr, scope: Scope) -> _Place | None:
    """Return the entry, owner and keys that are forced, and the type of what comes there; None with a finding."""
    symbols = checker.symbols
    if isinstance(node, nodes.Name):
        name = node.name
        if name in symbols.dice:
            return name, None, (), symbols.dice[name].faces
        if name in symbols.values:
            return name, None, (), intervals.strip(symbols.values[name].type)
        if name in symbols.kinds and (faces := symbols.kinds[name].faces) is not None:
            return name, None, (), faces
        if name in symbols.zones and symbols.zones[name].form != "purse":
            return name, None, (), _comes_to(checker, name)
        stacks = (name for name, zone in symbols.zones.items() if zone.form == "stack")
        thrown = [name for name, kind in symbols.kinds.items() if kind.faces is not None]
        known = [*symbols.dice, *thrown, *symbols.values, *(one.rpartition(".")[2] for one in stacks)]
        owned = f"player.{name}" in {**symbols.zones, **symbols.values}
        cure = f"write `{symbols.seat_names[0]}.{name}:`, for the player that is meant" if owned else ""
        symbols.unknown(node.span, "stack, dice or value", name, lambda: known, cure)
        return None
    match checker.raw(node, scope):
        case core.ZoneRef(entry=entry, owner=owner, keys=keys) if symbols.zones[entry].form != "purse":
            return entry, owner, keys, _comes_to(checker, entry)
        case core.ReadValue(entry=entry, owner=owner, keys=keys):
            return entry, owner, keys, intervals.strip(symbols.values[entry].type)
        case core.DieFace(dice=dice, index=index):
            return dice, None, (index,), symbols.dice[dice].faces
        case core.Value(type=t.UnknownType()):
            return None
    checker.report("GDSCN03", node.span, value=text_of(node.span), reason="nothing there is left to chance")
    return None
