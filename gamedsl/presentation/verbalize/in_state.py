"""A checked expression and a state -> what people call it: "women", "rooms (large)", "completed Kitchen"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import TYPE_CHECKING, Any

from gamedsl.engine.state.flat import Frame
from gamedsl.engine.words.labels import called
from gamedsl.engine.words.place_names import column_of, static_words
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import gettext
from gamedsl.kernel.state.block import State
from gamedsl.presentation.verbalize.row import AS_WRITTEN, Row
from gamedsl.presentation.view_data import Segment
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.source import written

if TYPE_CHECKING:
    from gamedsl.play.engine import Engine
    from gamedsl.semantics.core import model

Segments = tuple[Segment, ...]
Now = Callable[[core.Value, State, Frame], Any]


class Nouns:
    """Names of expressions in one engine; ``now`` evaluates a part, ``shown`` gives a value of a type."""

    def __init__(
        self,
        engine: Engine,
        now: Now,
        shown: Callable[[t.Type, Any], Iterable[Segment]],
        kinds: Mapping[type[core.Value], Row],
    ) -> None:
        self.game = engine.game
        self.wording = engine.wording
        self.now = now
        self.shown = shown
        self.kinds = kinds

    def of(self, node: core.Value, s: State, f: Frame) -> Segments:
        """Return what an expression is called; as written, when nothing else is known."""
        namer = self.kinds.get(type(node), AS_WRITTEN).now
        found = namer(self, node, s, f) if namer is not None else None
        return found if found is not None else words(written(node.span))

    def value(self, kind: t.Type, value: Any) -> Segments:
        """Return a value in words."""
        return tuple(self.shown(kind, value))

    def frame(self, call: core.TermCall, s: State, f: Frame) -> Frame | None:
        """Return the frame inside a term; None when its owner is none."""
        term = self.game.terms[call.term]
        owner = None if call.owner is None else self.now(call.owner, s, f)
        if call.owner is not None and owner is None:
            return None
        you = owner if term.each == "player" else f[2]
        first = [owner] if term.each not in ("", "player") else []
        given = [self.now(argument, s, f) for argument in call.arguments]
        taken = zip(given, term.params, strict=True)
        if any(value is None and not isinstance(kind, t.MaybeType) for value, kind in taken):
            return None
        return [0, 0, you, f[3], *first, *given, *[None] * term.slots]

    # ------------------------------------------------------------ kinds of expressions

    def _term(self, call: core.TermCall, s: State, f: Frame) -> Segments | None:
        """Return the words of a term that hold values or are short, else its name with its arguments."""
        term = self.game.terms[call.term]
        plain = term.words is None or all(isinstance(part, str) for part in term.words.parts)
        if not plain:
            inner = self.frame(call, s, f)
            if inner is None:
                return None
            return (*words(self.wording.render(term.words, s, inner)), *self._of(call.owner, s, f))
        given = [part for argument in call.arguments for part in (*words(" "), *self._known(argument, s, f))]
        return (*words(called(term.name, static_words(term))), *given, *self._of(call.owner, s, f))

    def _zone(self, zone: core.ZoneRef, s: State, f: Frame) -> Segments:
        keys = tuple(key for key in zone.keys if key is not None)
        return self._entry(self.game.zones[zone.entry], zone.owner, keys, s, f)

    def _entry(
        self, entry: model.Named, owner: core.Value | None, keys: tuple[core.Value, ...], s: State, f: Frame
    ) -> Segments:
        given = [part for one in keys for part in (*words(" "), *self._known(one, s, f))]
        return (*words(called(entry.name, static_words(entry))), *given, *self._of(owner, s, f))

    def _in_zone(
        self,
        node: core.Amount | core.Contents | core.CountPieces | core.SlotPiece | core.Top | core.Bottom,
        s: State,
        f: Frame,
    ) -> Segments:
        return self._zone(node.zone, s, f)

    def _read(self, node: core.ReadValue, s: State, f: Frame) -> Segments:
        return self._entry(self.game.values[node.entry], node.owner, node.keys, s, f)

    def _column(self, node: core.Attribute, s: State, f: Frame) -> Segments:
        return (*words(column_of(self.game, node)), *self._of(node.subject, s, f))

    def _counted(self, node: core.Count, s: State, f: Frame) -> Segments:
        return self.of(node.source, s, f)

    def _collected(self, node: core.Collect, s: State, f: Frame) -> Segments | None:
        loop = node.loops[0]
        own = isinstance(node.value, core.Local) and node.value.slot == loop.slot
        return self._filtered(loop, s, f) if own and len(node.loops) == 1 else None

    def _reduced(self, node: core.Reduce, s: State, f: Frame) -> Segments | None:
        return self._filtered(node.loops[0], s, f) if len(node.loops) == 1 and node.function == "count" else None

    def _filtered(self, loop: core.Loop, s: State, f: Frame) -> Segments:
        source = self.of(loop.source, s, f)
        if loop.condition is None:
            return source
        return (*source, *words(" ("), *joined(self._adjectives(loop.condition, loop.slot, s, f)), *words(")"))

    def _adjectives(self, condition: core.Value, slot: int, s: State, f: Frame) -> list[Segments]:
        """Return what a filter asks for: "large" for ``size = large``."""
        match condition:
            case core.And(items=items):
                return [one for item in items for one in self._adjectives(item, slot, s, f)]
            case core.Compare(sign="=", right=core.Const(value=value) as right) if value is not None:
                return [self.value(right.type, value)]
            case core.TermCall(owner=core.Local(slot=own), arguments=()) if own == slot:
                term = self.game.terms[condition.term]
                return [words(called(term.name, static_words(term)))]
            case core.Attribute(subject=core.Local(slot=own)) if own == slot:
                return [words(column_of(self.game, condition))]
            case _:
                return [words(written(condition.span))]

    def _arithmetic(self, node: core.Arithmetic, s: State, f: Frame) -> Segments:
        return (*self.of(node.left, s, f), *words(f" {node.sign} "), *self.of(node.right, s, f))

    def _same(self, node: core.Checked | core.Certain, s: State, f: Frame) -> Segments:
        return self.of(node.value, s, f)

    def _joined(self, node: core.Join, s: State, f: Frame) -> Segments:
        return (*self.of(node.left, s, f), *words(f" {node.sign} "), *self.of(node.right, s, f))

    def _points(self, node: core.PointsOf, s: State, f: Frame) -> Segments:
        if node.source is None:
            said = gettext("points")
        else:
            said = gettext("points ({source})", source=static_words(self.game.sources[node.source]))
        return (*words(said), *self._of(node.subject, s, f))

    def _dice(self, node: core.DiceSum | core.DieFace, *_: Any) -> Segments:
        return words(called(node.dice, static_words(self.game.dice[node.dice])))

    def _option(self, node: core.OptionValue, *_: Any) -> Segments:
        return words(bare(node.option))

    def _known(self, node: core.Value, s: State, f: Frame) -> Segments:
        return self.value(node.type, self.now(node, s, f))

    def _of(self, owner: core.Value | None, s: State, f: Frame) -> Segments:
        """Return " of NAME" for the owner of something; nothing for ``you`` and for everybody."""
        if owner is None or isinstance(owner, core.You | core.AllPlayers):
            return ()
        found = self.now(owner, s, f)
        if found == f[2] and isinstance(intervals.strip(owner.type), t.PlayerType):
            return ()
        return told(gettext(" of {name}"), name=self.value(owner.type, found))


def words(text: str) -> Segments:
    """Return a text as segments."""
    return (Segment(text, "words"),)


def joined(parts: list[Segments], template: str = "") -> Segments:
    """Return parts with commas between them; with a ``template`` the last one stands there as ``{last}``."""
    if template and len(parts) > 1:
        return told(template, most=joined(parts[:-1]), last=parts[-1])
    made: list[Segment] = []
    for place, part in enumerate(parts):
        made += (*words(", "), *part) if place else part
    return tuple(made)


def told(template: str, **parts: Segments) -> Segments:
    """Return a text with parts in the places that it names."""
    made: list[Segment] = []
    for text, name, _, _ in Formatter().parse(template):
        made += words(text) if text else ()
        made += parts[name] if name else ()
    return tuple(made)
