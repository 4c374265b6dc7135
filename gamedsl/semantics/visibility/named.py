"""A checked game in, findings out about values that tell what a piece is to players who cannot see it.

A value that names a piece or its design is read by all who see the value; and who reads that something belongs to a
piece reads which piece it is.
"""

from __future__ import annotations

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility.entries import is_hidden, is_of_dice, is_piece, slot_of
from gamedsl.semantics.visibility.guards import Watch
from gamedsl.semantics.visibility.knowledge import Observer
from gamedsl.semantics.visibility.labels import PUBLIC, Visibility
from gamedsl.semantics.visibility.secret_numbers import secret_numbers
from gamedsl.semantics.visibility.shown import opened
from gamedsl.semantics.visibility.surroundings import Env
from gamedsl.source import Span

_EVERYBODY = {"readers": "everybody", "unseen": "not everybody can see"}
_ITS_PLAYER = {"readers": "its player", "unseen": "this player cannot see"}


def check_named(game: model.CheckedGame, observer: Observer, report: Report) -> None:
    """Report values that name hidden pieces, or belong to them, where more players see the value than the piece.

    An entry that is hidden under a condition is judged with it, and without it.
    """
    names = [entry for entry in game.values.values() if _names(game, entry.type)]
    owners = {entry.each for entry in game.values.values()} | {entry.each for entry in game.zones.values()}
    if not names and not any(_holds(game, each) for each in owners):
        return
    if not any(is_hidden(zone) for zone in game.zones.values()):
        return
    judged: set[Span] = set()
    conditions = dict.fromkeys(use.condition for one in names for use in one.traits if _is_sometimes(use))
    _Naming(game, observer, report, judged=judged).paragraphs()
    for condition in conditions:
        assert condition is not None
        _Naming(*_without(game, condition), report, judged=judged).paragraphs()


def _without(game: model.CheckedGame, condition: core.Value) -> tuple[model.CheckedGame, Observer]:
    open_ = opened(game, condition)
    return open_, Observer(open_, numbers=secret_numbers(open_))


def _is_sometimes(use: model.TraitUse) -> bool:
    return use.name in ("seen by owner", "seen by none") and use.condition is not None


def _names(game: model.CheckedGame, kind: t.Type) -> bool:
    """Tell whether values of a type name pieces by what stands on them, or designs."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return isinstance(kind, t.DesignType) or (is_piece(game, kind) and not is_of_dice(game, kind))


def _holds(game: model.CheckedGame, each: str) -> bool:
    kind = game.kinds.get(each)
    return kind is not None and kind.form != "space" and kind.faces is None


@attrs.define(eq=False)
class _Naming(Watch):
    """Goes through all paragraphs, and judges what is set and changed there; decisions and words are judged elsewhere.

    ``coming``: the steps behind the one at hand.
    """

    judged: set[Span] = attrs.field(factory=set)
    coming: tuple[core.CoreStep, ...] = ()

    def guard(self, seen: Visibility) -> None:
        """Leave decisions to the check of all actions."""

    def words(self, text: core.Text | None, env: Env) -> None:
        """Leave words to the check of all paragraphs."""

    def logged(self, text: core.Text | None, env: Env) -> None:
        """Leave words to the check of all paragraphs."""

    def steps(self, steps: tuple[core.CoreStep, ...], env: Env) -> None:
        """Go through steps, each with those behind it."""
        for place, step in enumerate(steps):
            self.coming = steps[place + 1 :]
            super().steps((step,), env)

    def _effect(self, step: core.CoreStep, effect: core.Effect, env: Env) -> None:
        if isinstance(step, core.Assign | core.RollValue) and _names(self.game, step.target.type):
            self._judge_value(step, env)
        for name in effect.changes:
            self._judge_owner(getattr(step, name), env)
        super()._effect(step, effect, env)

    def _judge_value(self, step: core.Assign | core.RollValue, env: Env) -> None:
        """Report what a value is set to where somebody sees the value and not the piece."""
        target, value = step.target, step.domain if isinstance(step, core.RollValue) else step.value
        declared = self.game.values[target.entry]
        traits = {use.name for use in declared.traits}
        owner = PUBLIC if target.owner is None else self.observer.see(target.owner, env)
        seen = self.observer.see(value, env)
        own = "seen by owner" in traits
        known = "seen by none" in traits or (own and seen.viewer is not None and seen.viewer == owner.who)
        if known or not self._tells(value, seen, env):
            return
        name = target.entry.rpartition(".")[2]
        hiding = f"`{name}: …, seen by {'owner' if declared.each == 'player' and not own else 'none'}`"
        readers = _ITS_PLAYER if own else _EVERYBODY
        self._report("GDKNO08", value, seen, name=name, hiding=hiding, **readers)

    def _judge_owner(self, target: core.ZoneRef | core.ReadValue, env: Env) -> None:
        """Report that what belongs to a piece changes where not everybody sees the piece."""
        piece = target.owner
        if piece is None or not _names(self.game, piece.type):
            return
        seen = self.observer.see(piece, env)
        if self._tells(piece, seen, env):
            entry = self.game.values.get(target.entry) or self.game.zones[target.entry]
            self._report("GDKNO10", piece, seen, name=target.entry.rpartition(".")[2], kind=entry.each)

    def _tells(self, value: core.Value, seen: Visibility, env: Env) -> bool:
        return not seen.public and value.span not in self.judged and not self._is_coming(value, env)

    def _report(self, code: str, value: core.Value, seen: Visibility, **values: str) -> None:
        self.judged.add(value.span)
        assert seen.leak is not None, "what is not public says why"
        labels = [Label(seen.leak.origin, "it is read here")] if seen.leak.origin != value.span else []
        self.report(code, value.span, labels=labels, what=seen.leak.what, **values)

    def _is_coming(self, value: core.Value, env: Env) -> bool:
        """Tell whether one of the next steps lays a piece where all see it, or shows it, before anybody is asked."""
        slot = slot_of(value)
        for step in self.coming if slot is not None else ():
            match step:
                case core.Move(pieces=pieces, target=target) if slot_of(pieces) == slot:
                    return self.observer.zone(target, env).public
                case core.Show(pieces=pieces, viewers=core.AllPlayers()) if slot_of(pieces) == slot:
                    return True
                case core.Pick() | core.Offer() | core.CallRule() | core.CallCell() | core.ForEach() | core.Repeat():
                    return False
                case _:
                    continue
        return False
