"""All paragraphs of a game -> numbered Codes, in an order that depends on the rule file alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.errors import Limits, RuleError, told_chain
from gamedsl.engine.present.words import bare
from gamedsl.engine.rules.alike import namer
from gamedsl.engine.rules.asks import ChosenAsk, PickAsk, PlanAsk
from gamedsl.engine.rules.atoms import Atoms
from gamedsl.engine.rules.codes import JUMP, OVER, Code, Write
from gamedsl.engine.rules.measuring import Measuring
from gamedsl.engine.rules.offers import answering
from gamedsl.engine.rules.phases import write_phase
from gamedsl.engine.rules.steps import Writer
from gamedsl.engine.rules.watching import Watching, members_of
from gamedsl.engine.setup.choosing import parts_from
from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.flat import HEADER, State
from gamedsl.engine.write.basic import jumped
from gamedsl.engine.write.compiling import Compiler
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

Frame = list[Any]
ROOT, WATCH, SETUP = 0, 1, 2


class Paragraphs:
    """The compiled paragraphs of one engine."""

    def __init__(self, c: Compiler, numbering: Numbering, names: list[str]) -> None:
        self.c = c
        self.game = c.game
        self.numbering = numbering
        self.names = names
        self.codes: list[Code] = []
        self.by_name: dict[str, Code] = {}
        self.cells: dict[tuple[str, str], dict[int, Code]] = {}
        self.atoms: Atoms
        self.watching: Watching
        self.finish: Callable[[State, int | None], None]
        self.carried: set[int] = set()
        """Rules, triggers and cells begun in the last game with a log, by number: many of them leave no event."""
        self.measuring = Measuring(c.looks)
        self.of_offers: dict[int, Code] = {}
        self.columns: dict[int, str] = {}
        self._bounds: dict[int, tuple[bool, str]] = {}
        self.root = self._code("", "", None, 0)
        self.watch = self._code("", "", None, 0)
        self.setup = self._code("setup", "setup", None, self.game.setup_slots)
        self._allot()

    # ------------------------------------------------------------ numbers

    def _code(self, paragraph: str, section: str, span: Span | None, slots: int) -> Code:
        code = Code(self.c, len(self.codes), paragraph, section, span, slots)
        self.codes.append(code)
        self.names.append(paragraph)
        if paragraph:
            self.c.paragraph_codes.setdefault(paragraph, set()).add(code.number)
        return code

    def _allot(self) -> None:
        """Number all paragraphs before any is compiled: they call each other."""
        game = self.game
        for section, paragraphs in (
            ("phase", game.phases),
            ("action", game.actions),
            ("rule", game.rules),
            ("trigger", game.triggers),
        ):
            for paragraph in paragraphs.values():
                self.by_name[paragraph.name] = self._code(paragraph.name, section, paragraph.span, paragraph.slots)
        for kind in game.kinds.values():
            for column in kind.columns:
                if column.code == "rule":
                    table = self.cells[kind.name, column.name] = {}
                    for design in kind.designs:
                        cell = design.code.get(column.name)
                        if cell is not None:
                            name = f"{design.name}.{column.name}"
                            table[design.number] = code = self._code(name, "cell", design.span, cell.slots)
                            self.columns[code.number] = f"cell {kind.name}.{column.name}"

    def action_code(self, name: str) -> Code:
        """Return the code of an action."""
        return self.by_name[name]

    def rule_code(self, name: str) -> Code:
        """Return the code of a rule."""
        return self.by_name[name]

    def cell_codes(self, kind: str, column: str) -> dict[int, Code]:
        """Return the codes of a column of rules by design."""
        return self.cells[kind, column]

    def offer_code(self, parent: Code, slots: int) -> Code:
        """Make the code of an ``offer`` step: it carries on for its paragraph."""
        code = self._code(parent.paragraph, "offer", parent.span, slots)
        self.of_offers[code.number] = self.of_offers.get(parent.number, parent)
        return code

    def extra_code(self, steps: tuple[core.CoreStep, ...], slots: int, name: str) -> Code:
        """Compile further steps (``given`` of a scenario) behind all others."""
        code = self._code(name, "given", None, slots)
        Writer(self, code).steps(steps)
        code.pop()
        return code

    # ------------------------------------------------------------ bodies

    def write(self) -> None:
        """Compile all bodies."""
        game = self.game
        self._write_root()
        Writer(self, self.setup).steps(game.setup)
        self.setup.pop()
        for phase in game.phases.values():
            write_phase(self, phase, self.by_name[phase.name])
        for action in game.actions.values():
            self._write_action(action, self.by_name[action.name])
        for rule in game.rules.values():
            self._write_body(rule.then, self.by_name[rule.name], rule.name)
        for trigger in game.triggers.values():
            self._write_body(trigger.then, self.by_name[trigger.name], trigger.name)
        for (kind, column), table in self.cells.items():
            for design in game.kinds[kind].designs:
                if design.number in table:
                    code = table[design.number]
                    Writer(self, code).steps(design.code[column].steps)
                    code.pop()

    def _write_root(self) -> None:
        first = next(iter(self.game.phases), None)

        def set_up(s: State, f: Frame) -> int:
            if s.log is not None:
                self.carried.clear()
                self.c.in_force.clear()
            s.frames.append(self.setup.template[:])
            return JUMP

        def begin(s: State, f: Frame) -> int | None:
            for number in range(len(s.forced)):
                self.atoms.board.settle_forced(s, number)
            self.watching.arm(s)
            if self.watching.test_ends(s):
                return OVER
            if first is not None:
                s.frames.append(self.by_name[first].template[:])
                return JUMP
            return None

        def end(s: State, f: Frame) -> int:
            self.finish(s, None)
            return OVER

        for operation in (set_up, begin, end):
            self.root.emit(operation)

    def keep_words(self, code: Code, name: str) -> None:
        """Keep the words of a paragraph with values as they are when it begins, for the ledger entries of its steps."""
        wording = self.c.wording
        if not wording.says_values(name):
            return
        slot = code.slot()
        self.atoms.journal.kept[code.number] = slot

        def keep(s: State, f: Frame) -> None:
            if s.log is not None:
                f[slot] = wording.paragraph(name, s, f, hide=True)

        code.emit(keep)

    def _write_body(self, steps: tuple[core.CoreStep, ...], code: Code, name: str) -> None:
        self.keep_words(code, name)
        Writer(self, code).steps(steps)
        self.after(code, name)
        code.pop()

    def _write_action(self, action: model.CheckedAction, code: Code) -> None:
        writer = Writer(self, code)
        first = True
        for place, element in enumerate(action.elements):
            if isinstance(element, model.LetField):
                code.write(_bind(element))
            elif isinstance(element, model.PickField) and element.part == 0:
                if not first:
                    self._later_pick(code, action, parts_from(action.elements[place:]), place)
                first = False
        self._record(code, action)
        self.keep_words(code, action.name)
        writer.steps(action.cost)
        writer.steps(action.then)
        self.after(code, action.name)
        code.pop()

    def _record(self, code: Code, action: model.CheckedAction) -> None:
        """Count the action as done in this turn; only what some ``done`` asks about is kept."""
        if action.name not in self.asked_done:
            return
        number = list(self.game.actions).index(action.name)

        def record(s: State, f: Frame) -> None:
            if f[2] is not None:
                s.turns[-1] = (*s.turns[-1], (f[2], number))

        code.emit(record)

    asked_done: frozenset[str] = frozenset()
    """Names of the actions that some ``done`` counts."""

    def _later_pick(
        self, code: Code, action: model.CheckedAction, parts: tuple[model.PickField, ...], place: int
    ) -> None:
        question = parts[0].question
        code.mark(parts[0])
        ask = PickAsk(
            question,
            [part.slot for part in parts],
            self.numbering.question_base[question],
            answering(self.c, parts, action.elements[place + len(parts) :], action.cost),
            self.numbering.domains[question].index,
            namer(self.c, self.game.questions[question].type),
        )
        self.complete(ask, parts[0].span, action.name)
        code.ask(ask, ask.write)

    def complete(self, ask: PlanAsk | PickAsk | ChosenAsk, span: Span, paragraph: str) -> None:
        """Give a question what its messages need."""
        ask.span = span
        ask.where = bare(paragraph)
        ask.numbering = self.numbering
        ask.seat_name = lambda seat: "nobody" if seat is None else self.c.wording.label(t.PlayerType(), seat)

    # ------------------------------------------------------------ triggers after paragraphs

    def after(self, code: Code, paragraph: str) -> None:
        """Append what is measured behind a paragraph, and the triggers that follow it, in file order."""
        for metric in self.measuring.behind(paragraph):
            code.emit(metric.measure)
        for trigger in self.game.triggers.values():
            if paragraph in trigger.follows:
                self._after(code, trigger)

    def _after(self, code: Code, trigger: model.CheckedTrigger) -> None:
        members = members_of(self.c, trigger.who)
        code.mark(trigger)
        target, left = self.by_name[trigger.name], code.slot()
        place = [0]
        taken = [slot + HEADER for slot in trigger.taken]
        last = HEADER + len(taken)
        tests = [f.condition for f in trigger.whens]
        holds = self.c.later(lambda d: [*[f"if not {d.value(one)}: return False" for one in tests], "return True"])

        def begin(s: State, f: Frame) -> None:
            if not s.armed:
                f[left] = ()
            elif trigger.who is None:
                f[left] = (f[2],)
            else:
                frame = target.template[:]
                frame[2], frame[3] = f[2], f[3]
                frame[HEADER:last] = [f[slot] for slot in taken]
                f[left] = members(s, frame)

        def run(s: State, f: Frame) -> int | None:
            while f[left]:
                seat, f[left] = f[left][0], f[left][1:]
                frame = target.template[:]
                frame[2], frame[3] = seat, f[3]
                frame[HEADER:last] = [f[slot] for slot in taken]
                if holds(s, frame):
                    f[1] = place[0]
                    self.watching.begin_frame(s, trigger, frame)
                    return JUMP
            f[left] = None
            return None

        code.emit(begin)
        place[0] = code.emit(run)

    # ------------------------------------------------------------ frames

    def push(self, s: State, frame: Frame, span: Span, depth: int = 32) -> None:
        """Begin a paragraph; raise GDRUN06 when it is carried out too often inside itself."""
        frames, number = s.frames, frame[0]
        recursive, counted = self._bounds.get(number) or self._bound(number)
        if recursive and len(frames) >= depth:
            if sum([1 for other in frames if other[0] == number]) >= depth:
                raise RuleError("GDRUN06", span, bound=depth, chain=self.chain(s, self.codes[number].paragraph))
            if sum([1 for other in frames if self._bound(other[0])[0]]) >= Limits.frames:
                raise RuleError("GDRUN06", span, bound=Limits.frames, chain=self.chain(s, self.codes[number].paragraph))
        if counted:
            jumped(s, span, counted)
        if s.log is not None:
            self.carried.add(frame[0])
        frames.append(frame)

    def _bound(self, number: int) -> tuple[bool, str]:
        """Return of a paragraph whether it may be carried out inside itself, and as what its calls are counted."""
        if number not in self._bounds:
            code, loads = self.codes[number], self.c.layout.loads
            of = self.of_offers.get(number, code)
            key = f"{of.section} {of.paragraph}"
            asked = self.columns.get(number, key)
            counted = code.section in ("rule", "trigger", "cell") and loads.is_counted(asked)
            self._bounds[number] = key in loads.recursive, bare(code.paragraph) if counted else ""
        return self._bounds[number]

    def chain(self, s: State, last: str) -> str:
        """Return the paragraphs being carried out, outermost first; long chains are cut in the middle."""
        return told_chain([*self.paragraph_chain(s), last])

    def paragraph_chain(self, s: State) -> tuple[str, ...]:
        """Return the names of the paragraphs being carried out, outermost first."""
        return tuple(name for name in (self.names[frame[0]] for frame in s.frames) if name)


def _bind(element: model.LetField) -> Write:
    return lambda p: [f"f[{element.slot + HEADER}] = {p.draft.value(element.value)}"]
