"""The context of all checks of bodies: AST expressions -> core values, and how values fit the types wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

import attrs

from gamedsl.diagnostics.effort import EXPRESSION, spend
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.types import UNLIMITED
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.expressions.narrowing import NARROWED, Narrower, may_be_asked_above
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.wrong_type import ask_first, cure_for
from gamedsl.semantics.symbols import Symbols
from gamedsl.source import Span
from gamedsl.syntax import nodes

Mood = Literal["rules", "steps", "scenario"]
Handler = Callable[["Checker", Any, Scope, "t.Type | None"], core.Value]
UNKNOWN = t.UnknownType()
_FROM_TO = re.compile(r"(-?[\w.]+) *- *([\w.()]+)")
_OF_PLAYERS = re.compile(r"\bplayers\.")
ALIASES = (*NARROWED, core.Compare, core.And, core.Member)


_MOST_LEVELS = 6
"""Levels of terms that are seen through: written out, each level may double an expression."""


def _narrower(checker: Checker) -> Narrower:
    return Narrower(checker.alias, checker.meaning, checker.same_places)


@attrs.define
class Checker:
    """Checks bodies against the declared symbols and makes their core form."""

    symbols: Symbols
    handlers: Mapping[type[nodes.Expr], Handler]
    term_check: Callable[[Checker, str], model.CheckedTerm | None]
    changed_terms: frozenset[str]
    terms: dict[str, model.CheckedTerm] = attrs.field(factory=dict)
    open_terms: list[str] = attrs.field(factory=list)
    failed_terms: set[str] = attrs.field(factory=set)
    term_depths: dict[str, int] = attrs.field(factory=dict)
    has_long_chain: bool = False
    questions: list[model.Question] = attrs.field(factory=list)
    mood: Mood = "rules"
    around: Scope | None = None
    """The surroundings of the step that is checked."""
    clashing: set[str] = attrs.field(factory=set)
    narrower: Narrower = attrs.field(init=False, default=attrs.Factory(_narrower, takes_self=True))

    def check_term(self, name: str) -> model.CheckedTerm | None:
        """Check the body of a term when it is first asked for; None after an error."""
        return self.term_check(self, name)

    @property
    def report(self) -> Callable[..., None]:
        """The funnel for findings."""
        return self.symbols.report

    # ------------------------------------------------------------ expressions

    def raw(self, node: nodes.Expr, scope: Scope, expected: t.Type | None = None) -> core.Value:
        """Check an expression; a zone stays a zone. ``expected`` chooses between constants of one name."""
        spend(EXPRESSION)
        handler = self.handlers.get(type(node))
        if handler is None:
            raise TypeError(f"unknown expression {type(node).__name__}")
        return self.narrow(handler(self, node, scope, expected), scope)

    def value(self, node: nodes.Expr, scope: Scope, expected: t.Type | None = None) -> core.Value:
        """Check an expression that is read as a value: a purse is its amount, a slot its piece, a heap a set."""
        return self.narrow(self.read(self.raw(node, scope, expected)), scope)

    def narrow(self, value: core.Value, scope: Scope) -> core.Value:
        """Give a value the more exact type that is known in this scope."""
        if not scope.facts or not isinstance(value, NARROWED):
            return value
        kind = self.narrower.known(scope, value)
        return value if kind is value.type else attrs.evolve(value, type=kind)

    def read(self, value: core.Value) -> core.Value:
        """Return a zone as the value it stands for; any other value as it is."""
        if not isinstance(value, core.ZoneRef) or not isinstance(value.type, t.ZoneType):
            return value
        zone = value.type
        if zone.form == "purse":
            low = -UNLIMITED if self._has_trait(zone.entry, "overdraft") else 0
            return core.Amount(span=value.span, type=t.IntType(low, self.symbols.supply(zone.kind)), zone=value)
        piece = t.PieceType(zone.kind)
        if zone.form == "slot" and zone.single:
            return core.SlotPiece(span=value.span, type=t.MaybeType(piece), zone=value)
        return core.Contents(span=value.span, type=t.SetType(piece, self.symbols.pieces_of(zone.kind)), zone=value)

    def contents(self, value: core.Value) -> core.Value:
        """Return a heap, stack or slot as the set of its pieces; any other value as ``read`` does."""
        if isinstance(value.type, t.ZoneType) and value.type.form != "purse" and isinstance(value, core.ZoneRef):
            kind = value.type.kind
            most = 1 if value.type.form == "slot" and value.type.single else self.symbols.pieces_of(kind)
            return core.Contents(span=value.span, type=t.SetType(t.PieceType(kind), most), zone=value)
        return self.read(value)

    def _has_trait(self, entry: str, trait: str) -> bool:
        return any(use.name == trait for use in self.symbols.zones[entry].traits)

    def unknown(self, span: Span) -> core.Value:
        """Return the value of an expression whose error is reported already."""
        return core.Const(span=span, type=UNKNOWN, value=None)

    # ------------------------------------------------------------ fitting

    def wrong(self, value: core.Value, expected: str, hint: str = "") -> core.Value:
        """Report a value of the wrong type."""
        if not isinstance(value.type, t.UnknownType):
            hint = hint or cure_for(self.symbols, value.type, text_of(value.span), expected)
            self.report("GDTYP01", value.span, expected=expected, found=describe(value.type), hint=hint)
        return self.unknown(value.span)

    def certain(self, value: core.Value, expected: str) -> core.Value:
        """Return the value where none is not allowed; report it when it may be none."""
        if isinstance(value.type, t.NothingType):
            return self.wrong(value, expected)
        if isinstance(value.type, t.MaybeType):
            self._report_none(value, expected)
            return core.Certain(span=value.span, type=value.type.item, value=value)
        return value

    def _report_none(self, value: core.Value, expected: str) -> None:
        """In steps the referee finds out in time, so there it is a warning; a scenario is simply tried."""
        written = text_of(value.span)
        if isinstance(value, core.Rank) and value.tie == "none":
            self.report("GDTIE03", value.span, value=written)
        elif self.mood == "rules":
            self.report("GDTYP02", value.span, value=written, expected=expected)
        elif self.mood == "steps":
            # What is looked for with a loop is better read once, and given a name.
            has_facts = isinstance(value, NARROWED) and not any(isinstance(part, core.Loop) for part in walk(value))
            cure = ask_first(self.symbols, value, written, has_facts)
            if not cure and self.around is not None and not may_be_asked_above(self.around, value, self.alias):
                cure = f"ask first: `if {written} != none:` around it"
            own_help = {"help": cure} if cure else {}
            self.report("GDTYP11", value.span, value=written, expected=expected, **own_help)

    @contextmanager
    def in_mood(self, mood: Mood) -> Iterator[None]:
        """Check what follows as rules (what players are asked), as steps, or as part of a scenario."""
        saved, self.mood = self.mood, mood
        try:
            yield
        finally:
            self.mood = saved

    def fit(self, value: core.Value, wanted: t.Type) -> core.Value:
        """Return the value as one of type ``wanted`` (ints of any size), or report why it is none."""
        value = self.read(value)
        if isinstance(value.type, t.UnknownType) or isinstance(wanted, t.UnknownType):
            return value
        if isinstance(wanted, t.MaybeType):
            return self._fit_maybe(value, wanted)
        if isinstance(wanted, t.SetType):
            return self._fit_set(value, wanted)
        value = self._convert(value, wanted)
        if not same(intervals.strip(value.type), wanted):
            return self.wrong(value, describe(wanted))
        if isinstance(wanted, t.BoolType) and isinstance(value.type, t.MaybeType) and self.is_of_nothing(value):
            yes = core.Const(span=value.span, type=t.BoolType(), value=True)
            return core.Compare(span=value.span, type=t.BoolType(), sign="=", left=value, right=yes)
        return self.certain(value, describe(wanted))

    def is_of_nothing(self, value: core.Value) -> bool:
        """Tell whether a value can only be none because what it belongs to may be: then a condition does not hold."""
        match value:
            case core.Attribute(subject=subject) | core.CellCall(subject=subject):
                return isinstance(subject.type, t.MaybeType) and not self._may_hold_none(value)
            case core.OwnerOf(subject=subject):
                return isinstance(subject.type, t.MaybeType)
            case core.ReadValue(entry=entry, owner=owner, keys=keys):
                declared = self.symbols.values[entry].type
                return _any_maybe(owner, *keys) and not isinstance(declared, t.MaybeType)
            case core.TermCall(term=term, owner=owner, arguments=arguments):
                known = self.terms.get(term)
                own = None if known is None else known.value.type
                return _any_maybe(owner, *arguments) and not isinstance(own, t.MaybeType | None)
            case _:
                return False

    def _may_hold_none(self, value: core.Attribute | core.CellCall) -> bool:
        """Tell whether a column may be empty."""
        kind = intervals.strip(value.subject.type)
        owner = kind.chart if isinstance(kind, t.RowType) else getattr(kind, "kind", "")
        column = self.symbols.column(owner, value.column) if owner else None
        return column is None or isinstance(column.type, t.MaybeType)

    def _fit_maybe(self, value: core.Value, wanted: t.MaybeType) -> core.Value:
        if isinstance(value.type, t.NothingType):
            return attrs.evolve(value, type=wanted)
        value = self._convert(value, wanted.item)
        if not same(intervals.strip(value.type), wanted.item):
            return self.wrong(value, describe(wanted))
        return value

    def _fit_set(self, value: core.Value, wanted: t.SetType) -> core.Value:
        if not isinstance(value.type, t.SetType | t.ListType):
            return self.wrong(value, describe(wanted), hint=f"put it in braces: {{{text_of(value.span)}}}")
        if isinstance(value.type.item, t.NothingType):
            return attrs.evolve(value, type=t.SetType(wanted.item, 0))
        if isinstance(wanted.item, t.DesignType) and isinstance(value.type.item, t.PieceType):
            return self.designs_of(value)
        if not same(value.type.item, wanted.item):
            return self.wrong(value, describe(wanted))
        return value

    def designs_of(self, value: core.Value) -> core.Value:
        """Return the set of the designs of a set of pieces."""
        assert isinstance(value.type, t.SetType | t.ListType) and isinstance(value.type.item, t.PieceType)
        kind = t.SetType(t.DesignType(value.type.item.kind), value.type.most)
        return core.DesignOf(span=value.span, type=kind, subject=value)

    def _convert(self, value: core.Value, wanted: t.Type) -> core.Value:
        """Turn a piece into its design, or a row with one copy into its piece, where the other is wanted."""
        have = intervals.strip(value.type)
        if isinstance(wanted, t.DesignType) and isinstance(have, t.PieceType) and have.kind == wanted.kind:
            kind: t.Type = t.DesignType(have.kind)
            if isinstance(value.type, t.MaybeType):
                kind = t.MaybeType(kind)
            return core.DesignOf(span=value.span, type=kind, subject=value)
        if isinstance(wanted, t.PieceType) and isinstance(value, core.Const) and isinstance(have, t.DesignType):
            return self.piece_of(value) or value
        return value

    def piece_of(self, value: core.Const, any_copy: bool = False) -> core.Value | None:
        """Return the piece of a row with one copy (scenarios: a free copy of any row)."""
        assert isinstance(value.type, t.DesignType) and isinstance(value.value, int)
        kind = self.symbols.kinds[value.type.kind]
        design = self.symbols.designs[value.value][1]
        if kind.each_player or (design.copies != 1 and not (any_copy or self.mood == "scenario")):
            return None
        if design.copies != 1 and not any_copy:
            piece = t.PieceType(kind.name)
            everything = core.AllMembers(span=value.span, type=t.SetType(piece))
            return core.FreeCopy(span=value.span, type=piece, design=value.value, subject=everything)
        return core.CopyOf(span=value.span, type=t.PieceType(kind.name), design=value.value)

    def pieces_of(self, value: core.Value, name: str) -> core.Value:
        """Return the pieces that a written set of rows with one copy each means, where only these have ``name``."""
        kind = value.type
        if not isinstance(value, core.MakeSet) or not isinstance(kind, t.SetType) or not value.items:
            return value
        if not isinstance(kind.item, t.DesignType) or name in self.symbols.attribute_names(kind.item):
            return value
        pieces = [self.piece_of(item) for item in value.items if isinstance(item, core.Const)]
        found = tuple(piece for piece in pieces if piece is not None)
        if len(found) < len(value.items):
            return value
        return attrs.evolve(value, items=found, type=t.SetType(found[0].type, kind.most))

    def in_range(
        self,
        value: core.Value,
        wanted: t.Type,
        target: str,
        question: str = "",
        is_told: bool = True,
        larger: str = "a larger range where it is declared",
    ) -> core.Value:
        """Fit a value and test its interval against the declared range of what takes it.

        ``larger`` says what it must get to take more.

        ``question`` asks whether it fits, where the rules may have to say what holds if it does not. Without
        ``is_told`` numbers without an end are only tested in play.
        """
        fitted = self.fit(value, wanted)
        limit, have = intervals.strip(wanted), intervals.strip(fitted.type)
        if not isinstance(limit, t.IntType) or not isinstance(have, t.IntType) or have.low > have.high:
            return fitted
        if intervals.contains(limit, have):
            return fitted
        if not intervals.meets(limit, have):
            self.report("GDRNG01", value.span, target=target, range=str(limit), found=str(have))
            return fitted
        if have.is_endless and not is_told:
            return core.Checked(span=value.span, type=limit, value=fitted, low=limit.low, high=limit.high)
        fix = text_of(value.span)
        if have.high > limit.high:
            fix = f"min({limit.high}, {fix})"
        if have.low < limit.low:
            fix = f"max({limit.low}, {fix})"
        fix = f"`{fix}`, or ask first: `… if {question} else …`" if question else f"`{fix}`"
        if target.startswith("`") and not question:
            fix = f"{fix} if it may not become more or less; else give {target} {larger}"
        self.report("GDRNG02", value.span, target=target, range=str(limit), found=str(have), fix=fix)
        if isinstance(fitted.type, t.MaybeType):
            return fitted
        return core.Checked(span=value.span, type=limit, value=fitted, low=limit.low, high=limit.high)

    # ------------------------------------------------------------ shorthands

    def condition(self, node: nodes.Expr, scope: Scope) -> core.Value:
        """Check an expression that must be yes or no."""
        return self.fit(self.value(node, scope, t.BoolType()), t.BoolType())

    def number(self, node: nodes.Expr, scope: Scope) -> core.Value:
        """Check an expression that must be a number."""
        return self.fit(self.value(node, scope, t.IntType()), t.IntType())

    def player(self, node: nodes.Expr, scope: Scope) -> core.Value:
        """Check an expression that must be one player."""
        return self.fit(self.value(node, scope, t.PlayerType()), t.PlayerType())

    def set_value(self, node: nodes.Expr, scope: Scope, expected: t.Type | None = None) -> core.Value:
        """Check an expression that must be a set or a list."""
        raw = self.raw(node, scope, expected or t.SetType(UNKNOWN))
        value = self.narrow(self.contents(raw), scope)
        if isinstance(value.type, t.SetType | t.ListType | t.UnknownType):
            return value
        written = text_of(value.span)
        if numbers := _FROM_TO.fullmatch(written):
            hint = f"write `{numbers[1]}..{numbers[2]}`"
        elif _OF_PLAYERS.search(written):
            each = _OF_PLAYERS.sub("p.", written)
            hint = f"this is what all have together; what each of them has is `{each} for each p in players`"
        else:
            hint = f"for one thing alone write {{{written}}}"
        return self.wrong(value, "a set", hint=hint)

    def with_end(self, kind: t.Type, span: Span, what: str) -> bool:
        """Tell whether numbers have an end where all of them are gone through; report it otherwise."""
        if not isinstance(kind, t.IntType) or not kind.is_endless:
            return True
        self.report("GDRNG07", span, what=what, written=text_of(span))
        return False

    def learn(self, scope: Scope, condition: core.Value, truth: bool = True) -> None:
        """Add to ``scope`` what follows from a condition."""
        self.narrower.learn(scope, condition, truth)

    # ------------------------------------------------------------ what narrowing asks

    def alias(self, call: core.TermCall) -> core.Value | None:
        """Return the expression that a term without parameters merely names, seen from the call; else None."""
        term = self.terms.get(call.term)
        if term is None or term.params or not isinstance(term.value, ALIASES):
            return None
        if call.term in self.changed_terms or self.term_depths.get(call.term, 0) > _MOST_LEVELS:
            return None
        return substitute(term.value, term.each, call.owner)

    def meaning(self, call: core.TermCall) -> core.Value | None:
        """Return what a term says, seen from the call: its parameters are what is handed over; else None."""
        term = self.terms.get(call.term)
        if term is None or call.term in self.changed_terms or self.term_depths.get(call.term, 0) > _MOST_LEVELS:
            return None
        return substitute(term.value, term.each, call.owner, call.arguments)

    def same_places(self, place: core.KeyOf) -> Iterable[core.KeyOf]:
        """Return the other keys that a piece has for certain when it has this one."""
        subject = intervals.strip(place.subject.type)
        if not isinstance(subject, t.PieceType):
            return
        zones = [zone for zone in self.symbols.zones_of(subject.kind) if any(k.name == place.key for k in zone.keys)]
        for other in zones[0].keys if zones else ():
            kinds = [next((k.type for k in zone.keys if k.name == other.name), None) for zone in zones]
            if other.name == place.key or other.is_set or None in kinds:
                continue
            yield core.KeyOf(span=place.span, type=t.MaybeType(other.type), key=other.name, subject=place.subject)


def _any_maybe(*values: core.Value | None) -> bool:
    return any(value is not None and isinstance(value.type, t.MaybeType) for value in values)


def substitute(
    value: core.Value, each: str, owner: core.Value | None, arguments: tuple[core.Value, ...] = ()
) -> core.Value | None:
    """Return a term's body as seen by its caller, or None when it has loops of its own."""
    failed = False
    given: tuple[core.Value | None, ...] = arguments if each in ("", "player") else (owner, *arguments)

    def replace(part: Any) -> Any:
        nonlocal failed
        if isinstance(part, core.You) and each == "player":
            return owner
        if isinstance(part, core.Local):
            if part.slot >= len(given):
                failed = True
                return part
            return given[part.slot]
        if isinstance(part, core.Core):
            changes = {}
            for field in attrs.fields(type(part)):
                if field.name not in ("span", "type"):
                    before = getattr(part, field.name)
                    after = replace(before)
                    if after is not before:
                        changes[field.name] = after
            return attrs.evolve(part, **changes) if changes else part
        if isinstance(part, tuple) and any(isinstance(item, core.Core) for item in part):
            return tuple(replace(item) for item in part)
        return part

    result = replace(value)
    return None if failed else result


def same(have: t.Type, wanted: t.Type) -> bool:
    """Tell whether two types are the same but for intervals and sizes."""
    match have, wanted:
        case (t.UnknownType(), _) | (_, t.UnknownType()):
            return True
        case (t.IntType(), t.IntType()):
            return True
        case (t.MaybeType(), t.MaybeType()):
            return same(have.item, wanted.item)
        case (t.SetType() | t.ListType(), t.SetType() | t.ListType()):
            return same(have.item, wanted.item) or isinstance(have.item, t.NothingType)
        case _:
            return have == wanted


_WITH_AN = ("a", "e", "i", "o", "u")


def describe(kind: t.Type) -> str:
    """Return a type as a phrase with its article, for messages."""
    match kind:
        case t.IntType(low, high) if low == high:
            return f"the number {low}"
        case t.IntType(low, high):
            if high >= t.HIGHEST:
                return "a number" if low <= t.LOWEST else f"a number, {kind}"
            return f"a number {kind}"
        case t.BoolType() | t.NothingType() | t.TextType():
            return str(kind)
        case t.WordType(words):
            return f"a word of `{words}`"
        case t.MaybeType(item):
            return f"{describe(item)} or none"
        case t.SetType(t.NothingType()):
            return "an empty set"
        case (
            t.PlayerType()
            | t.PieceType()
            | t.DesignType()
            | t.RowType()
            | t.SetType()
            | t.ListType()
            | t.ZoneType()
            | t.UnknownType()
        ):
            article = "an" if str(kind).startswith(_WITH_AN) else "a"
            return f"{article} {kind}"
        case _:
            raise TypeError(f"unknown type {type(kind).__name__}")


def text_of(span: Span) -> str:
    """Return the words of a span as written, on one line."""
    lines = span.source.lines[span.line - 1 : span.end_line]
    if not lines:
        return ""
    if len(lines) == 1:
        return lines[0][span.column - 1 : span.end_column - 1]
    middle = [line.strip() for line in lines[1:-1]]
    return " ".join([lines[0][span.column - 1 :].strip(), *middle, lines[-1][: span.end_column - 1].strip()])
