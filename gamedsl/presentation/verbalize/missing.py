"""A checked condition and a state -> a tick where it holds, else what is missing, made from the condition itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.engine.errors import NO_SENSE
from gamedsl.engine.setup.as_written import parts
from gamedsl.engine.state.flat import HEADER, Frame
from gamedsl.i18n.speaking import gettext, mark
from gamedsl.kernel.state.block import State
from gamedsl.presentation.verbalize.in_state import Nouns, Segments, joined, told, words
from gamedsl.presentation.verbalize.row import AS_WRITTEN, Row
from gamedsl.presentation.view_data import Segment
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.narrowing import NARROWED, key

if TYPE_CHECKING:
    from gamedsl.engine.state.flat import Eval
    from gamedsl.play.engine import Engine

HOLDS = "✓"
_DEEPEST = 12
"""Terms and cells inside each other that are looked into; deeper ones are called by their names."""
_MOST_ALTERNATIVES = 3
"""Different things one of which would do for an `any`; of more it is called as written."""
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_SWAPPED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_LIMITS = {
    "=": mark(" {value}"),
    "<=": mark(" at most {value}"),
    "<": mark(" less than {value}"),
    ">=": mark(" at least {value}"),
    ">": mark(" more than {value}"),
}


@attrs.frozen
class _Missing:
    """Parts of which all are missing, or with ``either`` one of which would do."""

    parts: tuple[Segments, ...]
    either: bool = False

    def one(self, inner: bool = False) -> Segments:
        """Return the parts as one phrase; ``inner``: in brackets, among parts that are joined the other way."""
        template = gettext("{most} or {last}") if self.either else gettext("{most} and {last}")
        made = joined(_counted(self.parts), template)
        return (*words("("), *made, *words(")")) if inner and len(self.parts) > 1 else made


class Conditions:
    """Tells what is missing for the conditions of one engine; evaluating functions are made once for each part."""

    kinds: Mapping[type[core.Value], Row]

    def __init__(self, engine: Engine, shown: Callable[[t.Type, Any], Iterable[Segment]]) -> None:
        self.evaluator = engine.evaluator
        self.changed = {one.term for one in engine.game.modifiers.values()}
        self.game = engine.game
        self.layout = engine.layout
        self.evals: dict[core.Value, Eval] = {}
        self.nouns = Nouns(engine, self.now, shown, self.kinds)
        self.depth = 0

    def tell(self, condition: core.Value, s: State, f: Frame) -> Segments:
        """Return a tick, or what is missing; raise RuleError when that cannot be worked out."""
        if self.now(condition, s, f):
            return (Segment(HOLDS, "value"),)
        return self._why(condition, True, s, f).one()

    def now(self, value: core.Value, s: State, f: Frame) -> Any:
        """Evaluate a part."""
        made = self.evals.get(value)
        if made is None:
            made = self.evals[value] = self.evaluator.value(value)
        return made(s, f)

    def _why(self, node: core.Value, wanted: bool, s: State, f: Frame) -> _Missing:
        """Return what keeps a condition from being ``wanted``."""
        teller = self.kinds.get(type(node), AS_WRITTEN).missing
        found: _Missing | None = teller(self, node, wanted, s, f) if teller is not None else None
        if found is not None:
            return found
        noun = self.nouns.of(node, s, f)
        return _Missing((noun if wanted else told(gettext("not {what}"), what=noun),))

    def _let_in(self, node: core.LetIn, wanted: bool, s: State, f: Frame) -> _Missing:
        for slot, given in zip(node.slots, node.given, strict=True):
            try:
                f[HEADER + slot] = self.now(given, s, f)
            except NO_SENSE:
                f[HEADER + slot] = None
        return self._why(node.value, wanted, s, f)

    # ------------------------------------------------------------ signs

    def _negated(self, node: core.Not, wanted: bool, s: State, f: Frame) -> _Missing:
        return self._why(node.value, not wanted, s, f)

    def _joint(self, node: core.And | core.Or, wanted: bool, s: State, f: Frame) -> _Missing:
        if isinstance(node, core.And) is not wanted:
            found = [self._why(item, wanted, s, f) for item in node.items]
            parts = [part for one in found for part in (one.parts if one.either else (one.one(True),))]
            return _Missing(tuple(dict.fromkeys(parts)), either=True)
        found = list(self._failing(node.items, wanted, s, f))
        if len(found) == 1:
            return found[0]
        return _Missing(tuple(part for one in found for part in ((one.one(True),) if one.either else one.parts)))

    def _failing(self, items: tuple[core.Value, ...], wanted: bool, s: State, f: Frame) -> Iterator[_Missing]:
        """Yield why parts are not as wanted; not those which make sense only when an earlier one is."""
        failed: list[core.Value] = []
        for item in items:
            if any(_rests(item, earlier) for earlier in failed):
                continue
            try:
                holds = bool(self.now(item, s, f)) is wanted
                found = None if holds else self._why(item, wanted, s, f)
            except NO_SENSE:
                if not failed:
                    raise
                continue
            if found is not None:
                failed.append(item)
                yield found

    def _branch(self, node: core.Either, wanted: bool, s: State, f: Frame) -> _Missing:
        return self._why(node.value if self.now(node.condition, s, f) else node.otherwise, wanted, s, f)

    def _compared(self, node: core.Compare, wanted: bool, s: State, f: Frame) -> _Missing:
        sign, left, right = node.sign if wanted else _OPPOSITE[node.sign], node.left, node.right
        if isinstance(left, core.Const) and not isinstance(right, core.Const):
            sign, left, right = _SWAPPED[sign], right, left
        have, limit = self.now(left, s, f), self.now(right, s, f)
        noun = self.nouns.of(left, s, f)
        if sign == "!=":
            if limit is None:
                return _Missing((noun,))
            other = self.nouns.value(right.type, limit)
            return _Missing((told(gettext("{what} other than {value}"), what=noun, value=other),))
        if sign in (">=", ">") and _is_number(left, have) and _is_number(right, limit):
            return _Missing(((*noun, *_count(have, limit + (sign == ">"))),))
        needed = self.nouns.value(right.type, limit) if limit is not None else words(gettext("none"))
        most = told(gettext(_LIMITS[sign]), value=needed)
        if have is None:
            return _Missing(((*noun, *most),))
        found = self.nouns.value(left.type, have)
        return _Missing((told(gettext("{what} {have} instead of{limit}"), what=noun, have=found, limit=most),))

    def _member(self, node: core.Member, wanted: bool, s: State, f: Frame) -> _Missing | None:
        element, container = self.now(node.element, s, f), self.now(node.container, s, f)
        if element is None:
            return _Missing((self.nouns.of(node.element, s, f),))
        elements = element if isinstance(element, tuple) else (element,)
        if not wanted:
            named = self.nouns.value(node.element.type, element)
            place = self.nouns.of(node.container, s, f)
            return _Missing((told(gettext("{what} not in {place}"), what=named, place=place),))
        kind = getattr(intervals.strip(node.element.type), "item", node.element.type)
        return _Missing(tuple(self.nouns.value(kind, one) for one in elements if one not in container))

    # ------------------------------------------------------------ what has an inside of its own

    def _term(self, node: core.TermCall, wanted: bool, s: State, f: Frame) -> _Missing | None:
        """Look into a term without words; one with words is called by them."""
        term = self.game.terms[node.term]
        told = term.words is not None and bool(term.words.parts)
        if told or node.term in self.changed or self.depth >= _DEEPEST:
            return None
        inner = self.nouns.frame(node, s, f)
        return None if inner is None else self._inside(term.value, wanted, s, inner)

    def _cell(self, node: core.CellCall, wanted: bool, s: State, f: Frame) -> _Missing | None:
        subject = self.now(node.subject, s, f)
        if subject is None or self.depth >= _DEEPEST:
            return None
        is_piece = isinstance(intervals.strip(node.subject.type), t.PieceType)
        code = self.layout.designs[self.layout.piece_design[subject] if is_piece else subject].code[node.column]
        assert code.value is not None, "a condition has a value"
        given = [self.now(argument, s, f) for argument in node.arguments]
        return self._inside(code.value, wanted, s, [*f[:HEADER], subject, *given, *[None] * code.slots])

    def _inside(self, value: core.Value, wanted: bool, s: State, inner: Frame) -> _Missing:
        self.depth += 1
        try:
            return self._why(value, wanted, s, inner)
        finally:
            self.depth -= 1

    # ------------------------------------------------------------ every one, some

    def _reduced(self, node: core.Reduce, wanted: bool, s: State, f: Frame) -> _Missing | None:
        if node.function not in ("any", "all"):
            return None
        if (node.function == "all") is wanted:
            return _Missing(tuple(self._members(node, wanted, s, f)))
        parts: dict[Segments, None] = {}
        for _ in self._passes(node, 0, s, f):
            parts[self._why(node.value, wanted, s, f).one()] = None
            if len(parts) > _MOST_ALTERNATIVES:
                return None
        return _Missing(tuple(parts), either=True) if parts else None

    def _members(self, node: core.Reduce, wanted: bool, s: State, f: Frame) -> Iterator[Segments]:
        """Yield the last member of every pass that fails, with its number where one is counted."""
        last = node.loops[-1]
        kind = getattr(last.source.type, "item", last.source.type)
        for _ in self._passes(node, 0, s, f):
            if bool(self.now(node.value, s, f)) is not wanted:
                yield (*self.nouns.value(kind, f[HEADER + last.slot]), *self._number(node.value, wanted, s, f))

    def _number(self, node: core.Value, wanted: bool, s: State, f: Frame) -> Segments:
        if not isinstance(node, core.Compare):
            return ()
        sign = node.sign if wanted else _OPPOSITE[node.sign]
        have, limit = self.now(node.left, s, f), self.now(node.right, s, f)
        if sign not in (">=", ">") or not _is_number(node.left, have) or not _is_number(node.right, limit):
            return ()
        return _count(have, limit + (sign == ">"))

    def _passes(self, node: core.Reduce, depth: int, s: State, f: Frame) -> Iterator[None]:
        if depth == len(node.loops):
            yield
            return
        loop = node.loops[depth]
        for member in self.now(loop.source, s, f):
            f[HEADER + loop.slot] = member
            if loop.condition is None or self.now(loop.condition, s, f):
                yield from self._passes(node, depth + 1, s, f)


def _is_number(value: core.Value, found: Any) -> bool:
    return isinstance(intervals.strip(value.type), t.IntType) and found is not None


def _count(have: int, needed: int) -> Segments:
    """Return " 1 of 3"; nothing where there is none yet and one would do."""
    if (have, needed) == (0, 1):
        return ()
    numbers = {"have": (Segment(str(have), "value"),), "needed": (Segment(str(needed), "value"),)}
    return told(gettext(" {have} of {needed}"), **numbers)


def _counted(parts: tuple[Segments, ...]) -> list[Segments]:
    """Return the parts without repeats, equal ones counted."""
    numbers: dict[Segments, int] = {}
    for part in parts:
        numbers[part] = numbers.get(part, 0) + 1
    return [part if number == 1 else (*part, *words(f" ×{number}")) for part, number in numbers.items()]


def _rests(part: core.Value, earlier: core.Value) -> bool:
    """Was the check of ``part`` perhaps told by ``earlier`` that something is not none, or within a range?"""
    told = {key(value, _no_alias) for value in _all_parts(earlier) if _may_be_told(value)}
    sides = (part.left, part.right) if isinstance(part, core.Compare) else ()
    return any(
        key(value, _no_alias) in told
        for value in _all_parts(part)
        if isinstance(value, NARROWED) and not (value in sides and isinstance(value.type, t.IntType))
    )


def _may_be_told(value: core.Core) -> bool:
    return isinstance(value, NARROWED) and isinstance(value.type, t.MaybeType | t.IntType)


def _all_parts(node: core.Core) -> Iterator[core.Core]:
    yield node
    for part in parts(node):
        yield from _all_parts(part)


def _no_alias(call: core.TermCall) -> core.Value | None:
    return None
