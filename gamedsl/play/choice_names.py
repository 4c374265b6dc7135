"""A legal choice -> what it is called: its text in records, and in words what tells pieces that are called alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.domains import singles
from gamedsl.engine.state.flat import Signature
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.place_names import Places
from gamedsl.engine.words.wording import COVERED, Wording, bare, each_once
from gamedsl.i18n.speaking import gettext
from gamedsl.kernel.queries.evaluator import Evaluator
from gamedsl.kernel.state.block import State
from gamedsl.play.runner import Runner
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility.entries import is_of_dice

_Said = Callable[[Choice, State], str]
_WithNumber = Callable[[Choice, str, int], str]
"""Puts a number into the text of a choice."""


class TellingApart:
    """Says which of several pieces of one name is meant: by its place, its player, what it holds, or by a number."""

    def __init__(self, layout: Layout, wording: Wording) -> None:
        self.layout = layout
        self.wording = wording
        self.places = Places(layout.game, layout.game.seat_labels[: layout.seats])

    def said(self, s: State, piece: int, pieces: Sequence[int], seat: int | None) -> str:
        """Return what is said behind the name of one of several pieces, for a seat (None: for everybody)."""
        if seat is None:
            pieces = [one for one in pieces if self._open(s, one)]
        if piece not in pieces or len(pieces) < 2:
            return ""
        left, found = list(pieces), ""
        facts: tuple[Callable[[State, int, int | None], str], ...] = (
            self._place,
            self._player,
            self._holds,
            self._shown,
        )
        for fact in facts:
            mine = fact(s, piece, seat)
            same = [one for one in left if fact(s, one, seat) == mine]
            if len(same) < len(left):
                found += mine
                left = same
        return found if len(left) == 1 else f"{found} #{left.index(piece) + 1}"

    def _open(self, s: State, piece: int) -> bool:
        cell = s.place[piece]
        return cell >= 0 and self.layout.cell_viewers[cell] == self.layout.everybody

    def _place(self, s: State, piece: int, seat: int | None) -> str:
        """Say where a piece lies; a single key says enough: "on d2"."""
        cell = s.place[piece]
        if cell < 0 or self.layout.cell_entry[cell] in self.layout.quiet:
            return ""
        zone = self.layout.game.zones[self.layout.cell_entry[cell]]
        if self.wording.is_on_board(cell):
            return gettext(" on {place}", place=self.wording.cell(cell))
        if not zone.keys:
            return gettext(" in {place}", place=self.places.whose(self.wording.cell(cell)))
        if len(zone.keys) > 1 or zone.each:
            names = self.layout.game.seat_labels
            return f" {self.places.apart(self.wording.spot(s, piece), '' if seat is None else names[seat])}"
        cells = s.spot[piece] or (cell,)
        places = [self.wording.label(zone.keys[0].type, self.layout.cell_keys[one][0]) for one in cells]
        return gettext(" on {place}", place=COVERED.join(places))

    def _player(self, s: State, piece: int, seat: int | None) -> str:  # noqa: ARG002
        owner = self.layout.piece_seat[piece]
        return "" if owner is None else gettext(" of {name}", name=self.layout.game.seat_labels[owner])

    def _holds(self, s: State, piece: int, seat: int | None) -> str:
        """Say the amounts on a piece that are seen, and its values, but for bookkeeping."""
        layout, kind = self.layout, self.layout.piece_kind[piece]
        own = piece - layout.kind_pieces[kind][0]
        eyes = layout.everybody if seat is None else 1 << seat
        found = []
        for name, grid in layout.purses.items():
            if name in layout.quiet:
                continue
            found += [
                f"{s.purses[field]} {bare(layout.game.zones[name].kind)}"
                for field in range(*self._fields(name, kind, grid.base, grid.owner_stride, own))
                if s.purses[field] and layout.purse_viewers[field] & eyes == eyes
            ]
        for name, grid in layout.values.items():
            if name in layout.quiet or name == t.face_of(kind):
                continue
            for field in range(*self._fields(name, kind, grid.base, grid.owner_stride, own)):
                words = self.wording.label(layout.game.values[name].type, s.values[field])
                found.append(f"{bare(name.rpartition('.')[2])} {words}")
        return f" ({', '.join(found)})" if found else ""

    def _fields(self, name: str, kind: str, base: int, size: int, own: int) -> tuple[int, int]:
        return (base + own * size, base + (own + 1) * size) if name.startswith(f"{kind}.") else (0, 0)

    def _shown(self, s: State, piece: int, seat: int | None) -> str:  # noqa: ARG002
        return gettext(" (just shown)") if any(one == piece for one, _ in s.exposed) else ""


_NO_TYPE = t.UnknownType()
_MOST_KEPT = 200_000
"""Texts of moves that are kept; of sets there can be many more."""


_Question = tuple[str | None, int | None, int]
"""An action or none, the number of a question, and the number of a part of it."""


class Called:
    """What the choices of one engine are called; what it has worked out for one decision it keeps until the next."""

    def __init__(self, runner: Runner, evaluator: Evaluator) -> None:
        self.runner, self.evaluator = runner, evaluator
        self.numbering, self.layout, self.wording = runner.set_up.numbering, runner.set_up.layout, runner.set_up.wording
        self.game = self.layout.game
        self.telling_apart = TellingApart(self.layout, self.wording)
        self._has_boards = any(kind.board is not None for kind in self.game.kinds.values())
        self._moves: dict[int, str] = {}
        self._tellers: dict[tuple[str, bool], Signature] = {}
        self._texts: tuple[tuple[int, ...], dict[int, str]] = ((), {})
        self._alike: tuple[tuple[int, ...], dict[_Question, dict[str, dict[Any, int]]]] = ((), {})
        self._said_alike: tuple[tuple[int, ...], dict[tuple[str | None, int | None], dict[str, list[int]]]] = ((), {})

    # ------------------------------------------------------------ as records and scenarios write it

    def text(self, s: State, choice: Choice) -> str:
        """Return a choice as records and scenarios write it: ``sell(2)``, ``pass``, ``build.l=B1``.

        Pieces on a board are called by their places: ``go(c3, b4)``. Legal choices that would still read alike get a
        number: ``play(knight)``, ``play(knight#2)``.
        """
        if not self._may_read_alike(choice):
            return self.move(choice, s)
        codes = self.runner.codes(s)
        if self._texts[0] is not codes:
            self._texts = codes, self._numbered(s, codes, self._placed, self._with_number)
        text = self._texts[1].get(choice.code, "")
        return text or self.move(choice, s)

    def _numbered(self, s: State, codes: Sequence[int], said: _Said, numbered: _WithNumber) -> dict[int, str]:
        """Return the texts of legal choices by their codes; those that are ``said`` alike get numbers."""
        found: dict[int, str] = {}
        seen: dict[str, int] = {}
        for code in codes:
            choice = self.numbering.choice(code)
            text = said(choice, s)
            place = seen[text] = seen.get(text, 0) + 1
            found[code] = text if place == 1 else numbered(choice, text, place)
        return found

    def _with_number(self, choice: Choice, text: str, place: int) -> str:
        """Return a text with a number behind the one answer of several that is called like others, else at its end."""
        kinds, (head, sign, names) = t.parts_of(choice.type or _NO_TYPE), text.partition("(")
        alike = [at for at, kind in enumerate(kinds) if self._is_called_alike(kind)]
        answers = names.removesuffix(")").split(", ")
        if len(alike) == 1 and len(answers) == len(kinds) > 1 and sign:
            answers[alike[0]] += f"#{place}"
            return f"{head}({', '.join(answers)})"
        return _at_the_end(choice, text, place)

    def _placed(self, choice: Choice, s: State) -> str:
        if choice.type is None or not self._has_boards or not self._may_read_alike(choice):
            return self.move(choice, s)
        meant = self.runner.meant(s, choice)
        return self._move(choice, self.wording.name(choice.type, meant, s.values, s.place))

    def _may_read_alike(self, choice: Choice) -> bool:
        """Tell whether two values of a type can have one name: only copies of pieces do."""
        return any(map(self._is_called_alike, t.parts_of(choice.type or _NO_TYPE)))

    def _is_called_alike(self, part: t.Type | t.SomeType) -> bool:
        """Tell whether two values of a part of an answer can have one name."""
        item = part.item if isinstance(part, t.SomeType) else part
        piece = item.item if isinstance(item, t.MaybeType) else item
        return isinstance(piece, t.PieceType) and self.game.kinds[piece.kind].form != "space"

    def move(self, choice: Choice, s: State | None = None) -> str:
        """Return a choice by its names alone, whatever else is legal; dice by what they show in a state."""
        if s is not None and self.names_dice(choice):
            return self._move(choice, self.value(choice, s))
        text = self._moves.get(choice.code)
        if text is None:
            if len(self._moves) > _MOST_KEPT:
                self._moves.clear()
            text = self._moves[choice.code] = self._move(choice, self.value(choice))
        return text

    def value(self, choice: Choice, s: State | None = None) -> str:
        """Return only the value of a choice; empty when it has none."""
        if choice.type is None:
            return ""
        if s is None or not self.names_dice(choice):
            return self.wording.name(choice.type, choice.value)
        return self.wording.name(choice.type, self.runner.meant(s, choice), s.values)

    def names_dice(self, choice: Choice) -> bool:
        """Tell whether a choice picks dice that lie somewhere."""
        if not self.layout.face_of or choice.type is None:
            return False
        return any(is_of_dice(self.game, item) for item, one in singles(choice.type, choice.value) if one is not None)

    def _move(self, choice: Choice, value: str) -> str:
        if choice.is_pass:
            return "pass"
        if choice.question is None:
            return choice.action or ""
        if choice.action is not None:
            return f"{choice.action}({value})"
        question = self.game.questions[choice.question]
        return f"{question.paragraph}.{question.name}={value}"

    # ------------------------------------------------------------ in words

    def label(self, s: State, choice: Choice, *, hide: bool) -> str:
        """Return the value of a choice in words; empty when it has none. Pieces called alike are told apart.

        ``hide``: as others than the decider read it.
        """
        if choice.type is None or choice.question is None:
            return ""
        question = self.game.questions[choice.question]
        if question.answers is not None:
            words = self._own_words(s, choice, hide=hide)
            return words if hide else words + self._apart(s, choice, words)
        seat = None if hide else self.runner.decider(s)
        said = []
        for part, found in enumerate(self._parts(s, choice)):
            labels = [(item, one, self._label(s, choice, part, item, one, seat)) for item, one in found]
            labels.sort(key=lambda one: (self._place_of_name(*one[:2]), one[2]))  # numbers of copies must not tell
            said.append(each_once(label for *_, label in labels) or gettext("nothing"))
        return ", ".join(said)

    def _parts(self, s: State, choice: Choice) -> list[list[tuple[t.Type, Any]]]:
        """Return the single values of each part of an answer, with their types."""
        assert choice.type is not None
        meant = self.runner.meant(s, choice)
        values = meant if isinstance(choice.type, t.PartsType) else (meant,)
        return [list(singles(kind, value)) for kind, value in zip(t.parts_of(choice.type), values, strict=True)]

    def _own_words(self, s: State, choice: Choice, *, hide: bool) -> str:
        """Return an answer in the words that the author gave to all answers of its question."""
        assert choice.question is not None
        answers = self.game.questions[choice.question].answers
        assert answers is not None
        return self.wording.render(answers, s, self.runner.answered_frame(s, choice), hide=hide)

    def _apart(self, s: State, choice: Choice, words: str) -> str:
        """Return what tells an answer from others with the same words of the author: as little as that takes."""
        if not self._may_read_alike(choice):
            return ""
        codes = self.runner.codes(s)
        if self._said_alike[0] is not codes:
            self._said_alike = codes, {}
        question = choice.action, choice.question
        found = self._said_alike[1].get(question)
        if found is None:
            found = self._said_alike[1][question] = {}
            for code in codes:
                other = self.numbering.choice(code)
                if (other.action, other.question) == question:
                    found.setdefault(self._own_words(s, other, hide=False), []).append(code)
        alike = found.get(words, [])
        if len(alike) < 2:
            return ""
        told = [self._said_behind(s, self.numbering.choice(code)) for code in alike]
        mine = told[alike.index(choice.code)]
        return mine if told.count(mine) == 1 else f"{mine} #{alike.index(choice.code) + 1}"

    def _said_behind(self, s: State, choice: Choice) -> str:
        """Return what is said behind the names of the pieces in an answer to tell them from others."""
        seat, found = self.runner.decider(s), ""
        for part, values in enumerate(self._parts(s, choice)):
            for kind, value in values:
                found += self._label(s, choice, part, kind, value, seat).removeprefix(
                    self.wording.label(kind, value, s.values)
                )
        return found

    def _place_of_name(self, kind: t.Type, value: Any) -> int:
        """Return the place of a value among all names of its type: that of its design, for a piece."""
        item = kind.item if isinstance(kind, t.MaybeType) else kind
        is_piece = isinstance(item, t.PieceType) and value is not None
        return self.layout.piece_design[value] if is_piece else -1 if value is None else int(value)

    def _label(self, s: State, choice: Choice, part: int, kind: t.Type, value: Any, seat: int | None) -> str:
        label = self.wording.label(kind, value, s.values)
        item = kind.item if isinstance(kind, t.MaybeType) else kind
        if not isinstance(item, t.PieceType) or value is None or self.game.kinds[item.kind].form == "space":
            return label
        like = self._called(s, choice, part, item).get(label, {})
        if len(like) < 2:
            return label
        if seat is None:  # what the player has named in secret tells the others no copies apart
            like = {self._mark(s, item, piece, is_open=True): piece for piece in like.values()}
        mark = self._mark(s, item, value, is_open=seat is None)
        pieces = [value if one == mark else piece for one, piece in like.items()]
        return label + self.telling_apart.said(s, value, pieces, seat)

    def _called(self, s: State, choice: Choice, part: int, item: t.PieceType) -> dict[str, dict[Any, int]]:
        """Return the pieces that a part of a question can mean by their labels, one of those that are alike."""
        codes = self.runner.codes(s)
        if self._alike[0] is not codes:
            self._alike = codes, {}
        question = choice.action, choice.question, part
        found = self._alike[1].get(question)
        if found is None:
            found = self._alike[1][question] = {}
            for code in codes:
                other = self.numbering.choice(code)
                if other.type is None or (other.action, other.question) != question[:2]:
                    continue
                meant = self.runner.meant(s, other)
                own = meant[part] if isinstance(other.type, t.PartsType) else meant
                for _, piece in singles(t.parts_of(other.type)[part], own):
                    if piece is not None:
                        like = found.setdefault(self.wording.label(item, piece, s.values), {})
                        like.setdefault(self._mark(s, item, piece), piece)
        return found

    def _mark(self, s: State, kind: t.PieceType, piece: int, *, is_open: bool = False) -> Any:
        tell = self._tellers.get((kind.kind, is_open))
        if tell is None:
            tell = self.evaluator.merger(kind, is_open=is_open) or (lambda s, piece: piece)
            self._tellers[kind.kind, is_open] = tell
        return tell(s, piece)


def _at_the_end(_: Choice, text: str, place: int) -> str:
    return f"{text[:-1]}#{place})" if text.endswith(")") else f"{text}#{place}"
