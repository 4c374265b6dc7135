"""A table -> what is asked now as a JSON document: the choices with what they pick, cost and do, and refused ones"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gamedsl.documents.handles import Handles
from gamedsl.documents.schemas import question as shape
from gamedsl.documents.schemas.values import Part
from gamedsl.documents.value_json import static_handle, type_data, value_data
from gamedsl.engine.event_names import seat_place
from gamedsl.engine.setup.choosing import first_parts
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import decisions_seen
from gamedsl.engine.words.place_names import template
from gamedsl.engine.words.wording import bare
from gamedsl.kernel.state.block import State
from gamedsl.play.copies import can_hide, first_copies
from gamedsl.play.engine import Engine
from gamedsl.presentation.effects.deed import Deed
from gamedsl.presentation.effects.moves import MovesTold
from gamedsl.presentation.refusal import Refusal, refusals
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import parts_of, walk


class QuestionDocument:
    """What one moment asks of the seat that decides; ``shown`` is the state as that seat sees it."""

    def __init__(self, engine: Engine, state: State, shown: State, handles: Handles) -> None:
        self.engine, self.game, self.layout = engine, engine.game, engine.layout
        self.state, self.shown, self.handles = state, shown, handles
        self.asked = engine.asked(state)

    def document(self) -> shape.Question:
        """Return the document."""
        engine, state, asked = self.engine, self.state, self.asked
        told = engine.question(state)
        return {
            "format": "gamedsl question",
            "version": 1,
            "game": self.game.name,
            "seat": seat_place(asked.seat),
            "decisions": decisions_seen(state, asked.seat),
            "kind": told.kind,
            "words": told.words,
            "phase": told.phase,
            "phase_words": told.phase_words,
            "paragraph": asked.paragraph,
            "way": self._way(),
            "parts": [] if asked.question is None else self._parts(asked.question),
            "choices": [self._choice(one) for one in engine.legal(state)],
            "refusals": [self._refusal(one) for one in refusals(engine, state)],
        }

    def _way(self) -> list[str]:
        """Return what has been begun and is asked about now, in words: the action with what was picked for it."""
        asked = self.asked
        if asked.question is None:
            return []
        return [self.engine.wording.paragraph(asked.paragraph, self.state, asked.frame[:], hide=asked.by_another)]

    # ------------------------------------------------------------ choices

    def _choice(self, choice: Choice) -> shape.Choice:
        engine, state = self.engine, self.state
        deeds = engine.once(MovesTold).of(state, choice)
        return {
            "code": choice.code,
            "text": engine.choice_text(state, choice),
            "words": engine.choice_words(state, choice),
            "head": self._head(choice),
            "label": engine.choice_label(state, choice),
            "action": choice.action,
            "group": self._group(choice.action),
            "pass": choice.is_pass,
            "values": [] if choice.type is None else self._values(choice.type, engine.meant(state, choice)),
            "costs": _deeds(deeds.costs),
            "effects": _deeds(deeds.effects),
        }

    def _head(self, choice: Choice) -> str:
        """Return the words of the action without what is picked; of an answer the question is the head."""
        return "" if choice.action is None else self.action_words(choice.action)

    def action_words(self, name: str) -> str:
        """Return the words of an action, with … for what stands there in play."""
        words = self.game.actions[name].words
        return bare(name) if words is None else template(words)

    def _group(self, action: str | None) -> str:
        return "" if action is None else self.game.actions[action].group

    def _parts(self, question: int) -> list[Part]:
        return parts_data(self.engine, question)

    def _values(self, kind: t.Answer, value: Any) -> list[shape.Picked]:
        """Return what is picked, part by part: as a value, and what on the table it names."""
        kinds = t.parts_of(kind)
        values = value if isinstance(kind, t.PartsType) else (value,)
        return [self._value(part, one) for part, one in zip(kinds, values, strict=True)]

    def _value(self, kind: t.Part, value: Any) -> shape.Picked:
        targets, label = list(self._targets(kind, value)), self.engine.wording.label(kind, value, self.state.values)
        if isinstance(kind, t.SomeType):  # the order of members is that of their numbers, which nobody may read
            targets.sort(key=lambda handle: (len(handle), handle))
        item = kind.item if isinstance(kind, t.SomeType | t.MaybeType) else kind
        if isinstance(item, t.PieceType):
            found: Any = targets if isinstance(value, tuple) else next(iter(targets), None)
        else:
            found = value_data(self.layout, kind, value, lambda _: None)
        return {"value": found, "label": label, "targets": targets}

    def _targets(self, kind: t.Part, value: Any) -> Iterable[str]:
        """Yield the handles of players, places and pieces that a part of a choice names."""
        item = kind.item if isinstance(kind, t.SomeType | t.MaybeType) else kind
        members = value if isinstance(value, tuple) else () if value is None else (value,)
        pieces = [one for one in members if isinstance(item, t.PieceType)]
        if pieces and isinstance(item, t.PieceType) and self.game.kinds[item.kind].form != "space":
            yield from (found for found in self._several(pieces) if found is not None)
            return
        for one in members:
            found = static_handle(self.layout, item, one)
            if found is not None:
                yield found

    def _several(self, pieces: Sequence[int]) -> list[str | None]:
        """Return the handles of pieces; of copies that lie together those that come first, as they are all the same."""
        found: list[str | None] = []
        for piece in pieces:
            cell = self.shown.place[piece]
            alike = self.handles.alike(piece, cell)
            found.append(next((one for one in alike if one not in found), None))
        return found

    # ------------------------------------------------------------ refusals

    def _refusal(self, refusal: Refusal) -> shape.Refusal:
        action = self.game.actions[refusal.action]
        code, values = None, []
        if refusal.type is None:
            code = None if first_parts(action) else self.engine.numbering.action_base[refusal.action]
        else:
            code = self._code(refusal)
            values = self._values(refusal.type, refusal.value)
        return {
            "code": code,
            "text": refusal.text,
            "words": refusal.words,
            "reason": refusal.reason,
            "head": self.action_words(refusal.action),
            "action": refusal.action,
            "group": action.group,
            "values": values,
        }

    def _code(self, refusal: Refusal) -> int:
        """Return the code of a refused choice; pieces that can hide by the number of the first copy."""
        numbering = self.engine.numbering
        question = numbering.first_question[refusal.action].number
        code = numbering.action_base[refusal.action] + numbering.domains[question].index(refusal.value)
        choice = numbering.choice(code)
        if not can_hide(self.engine, choice):
            return code
        return numbering.with_value(choice, first_copies(self.engine, choice))


def parts_data(engine: Engine, question: int) -> list[Part]:
    """Return the parts of a question: what each is called and asks, and the type of its answers."""
    asked = engine.game.questions[question]
    found = _picks(engine.game, asked)
    kinds = t.parts_of(asked.type)
    return [
        {
            "name": asked.name if not found else found[at].name,
            "words": _asks(asked, found[at] if found else None),
            "type": type_data(kind),
            "keys": []
            if not found
            else [{"entry": entry, "key": key} for entry, key in _keys_of(engine.game, found[at])],
        }
        for at, kind in enumerate(kinds)
    ]


def _keys_of(game: model.CheckedGame, pick: model.PickField) -> dict[tuple[str, str], None]:
    """Return the keys of entries in which what is picked stands in its action: of "drop in column 4" the column."""
    action = game.actions[game.questions[pick.question].paragraph]
    found: dict[tuple[str, str], None] = {}
    for node in walk(*parts_of((action.elements, action.cost, action.then))):
        if not isinstance(node, core.ZoneRef | core.ReadValue):
            continue
        declared = game.zones.get(node.entry) or game.values[node.entry]
        for key, value in zip(declared.keys, node.keys, strict=True):
            if isinstance(value, core.Local) and value.slot == pick.slot:
                found[node.entry, key.name] = None
    return found


def _picks(game: model.CheckedGame, question: model.Question) -> list[model.PickField]:
    """Return the picks of an action that a question is about, by part; empty for questions in the middle of steps."""
    action = game.actions.get(question.paragraph)
    picks = [] if action is None else [one for one in action.elements if isinstance(one, model.PickField)]
    return sorted((one for one in picks if one.question == question.number), key=lambda one: one.part)


def _asks(question: model.Question, pick: model.PickField | None) -> str:
    words = question.words if pick is None or pick.words is None else pick.words
    return bare(question.name if pick is None else pick.name) if words is None else template(words)


def _deeds(deeds: Iterable[Deed]) -> list[shape.Deed]:
    return [_deed(one) for one in deeds]


def _deed(deed: Deed) -> shape.Deed:
    assert deed.kind != "let", "only rules explain their names"
    return {
        "kind": deed.kind,
        "words": deed.words,
        "amount": deed.amount,
        "what": deed.what,
        "source": deed.source,
        "target": deed.target,
        "inside": _deeds(deed.inside),
    }
