"""The text of a rule file -> a checked game, or findings that say why there is none."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from gamedsl.diagnostics.effort import TooDeepError, TooMuchWorkError, bounded
from gamedsl.diagnostics.report import Reporter, diagnostic
from gamedsl.internal_errors import place_of_work, working_on
from gamedsl.semantics import core, usage
from gamedsl.semantics.bodies import scenario_paragraphs
from gamedsl.semantics.bodies.code_cells import check_cell
from gamedsl.semantics.bodies.displays import check_displays, declare_displays
from gamedsl.semantics.bodies.metrics import check_metric
from gamedsl.semantics.bodies.modifiers import check_modifier
from gamedsl.semantics.bodies.paragraphs import (
    check_action,
    check_end,
    check_hint,
    check_phase,
    check_rule,
    check_trigger,
    model_slot,
    named_slots,
)
from gamedsl.semantics.bodies.paragraphs import check_source as check_scoring_source
from gamedsl.semantics.bodies.steps import Steps
from gamedsl.semantics.bodies.terms import check_term
from gamedsl.semantics.consequences import without_consequences
from gamedsl.semantics.core import model
from gamedsl.semantics.data.tables import Files as FileReader
from gamedsl.semantics.declare.components import declare_components
from gamedsl.semantics.declare.heads import (
    Names,
    check_attributes,
    check_plain_words,
    declare_facts,
    declare_header,
    declare_options,
    declare_paragraphs,
    declare_terms,
    declare_types,
    plain,
)
from gamedsl.semantics.declare.paragraph_fields import conditions
from gamedsl.semantics.declare.tabletop import declare_table, finish_table, option_condition
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.kinds import HANDLERS
from gamedsl.semantics.expressions.scopes import Body, Scope
from gamedsl.semantics.expressions.words import references, shown, text
from gamedsl.semantics.flow import judge as flow
from gamedsl.semantics.flow.reach.within import always_fitting
from gamedsl.semantics.flow.scenarios import judge_scenarios
from gamedsl.semantics.flow.unbound_you import check_scenarios
from gamedsl.semantics.rule_parts import rule_parts, rules_hash
from gamedsl.semantics.symbols import ParagraphHead, Symbols
from gamedsl.semantics.unknown_names import UnknownNames
from gamedsl.semantics.variants.blaming import pointing_at_changes
from gamedsl.semantics.variants.edits import rarer_names, wholes
from gamedsl.semantics.variants.loading import Loaded, RecordingFiles, load
from gamedsl.semantics.visibility import judge as knowledge
from gamedsl.source import Source, Span, longest_part
from gamedsl.syntax import nodes

_NO_USE_TO_GO_ON = ("GDDAT01", "GDDAT02", "GDDAT04", "GDDAT10", "GDDAT19")


def check_source(source: Source, files: FileReader, reporter: Reporter) -> model.CheckedGame | None:
    """Check one rule file (a game, a variant or a file of scenarios) with everything it names.

    Findings go to ``reporter``; the result is None when one of them is an error.
    """
    try:
        with bounded():
            return _check(source, files, reporter)
    except TooMuchWorkError:
        reporter.add(diagnostic("GDLIM03", _most_work(source)))
    except (TooDeepError, RecursionError):
        reporter.add(diagnostic("GDLIM06", place_of_work() or Span(source, 1, 1, 1, 1)))
    return None


def _most_work(source: Source) -> Span:
    """Return what was worked on; where that was a file as a whole, the part in which most of it stands."""
    place = place_of_work() or Span(source, 1, 1, 1, 1)
    return longest_part(place.source) if (place.line, place.column) == (1, 1) and place.source.lines else place


def _check(source: Source, files: FileReader, reporter: Reporter) -> model.CheckedGame | None:
    recording = RecordingFiles(files)
    loaded = load(source, recording, reporter.report)
    if loaded is None or reporter.has_errors:
        return None
    bases = tuple(recording.texts)
    declared = _declared(source.path, loaded, recording, reporter)
    game = declared.check() if declared is not None else None
    if game is None or any(found.severity == "error" for found in reporter.diagnostics):
        return None
    parts = rule_parts(source, recording.texts)
    return attrs.evolve(game, rules_hash=rules_hash(parts), parts=parts, bases=bases)


def _declared(path: str, loaded: Loaded, files: FileReader, reporter: Reporter) -> _Game | None:
    """Declare everything; None when the tables are so wrong that more findings would tell nothing."""
    node = loaded.game
    report = pointing_at_changes(reporter.report, node, loaded.changed, loaded.removed)
    removed = {edit.name: edit.span for edit in loaded.removed}
    symbols = Symbols(report, unknown_names=UnknownNames(removed, wholes(loaded.removed)))
    working_on("reading the header, the options and the types", node.span)
    facts = _declare(symbols, node, files)
    if any(found.code in _NO_USE_TO_GO_ON for found in reporter.diagnostics):
        symbols.unknown_names.forget("column")  # the file with the columns has findings of its own
        symbols.report_unknown()
        return None
    checker = Checker(symbols, HANDLERS, check_term, _changed_terms(symbols))
    return _Game(path, loaded, reporter, symbols, checker, facts)


def _declare(symbols: Symbols, node: nodes.GameFile, files: FileReader) -> tuple[tuple[str, str], ...]:
    types, values = Names(symbols), Names(symbols)
    declare_header(symbols, node)
    facts = declare_facts(symbols, node)
    declare_options(symbols, node, values)
    declare_types(symbols, node, types)
    declare_components(symbols, node, files, types, values)
    working_on("reading the table, the terms and the paragraphs", node.span)
    declare_table(symbols, node, values)
    declare_terms(symbols, node, values)
    check_attributes(symbols)
    declare_paragraphs(symbols, node)
    declare_displays(symbols, node)
    check_plain_words(symbols, node)
    return facts


def _changed_terms(symbols: Symbols) -> frozenset[str]:
    found = set()
    for head in symbols.paragraphs.values():
        for field in head.node.fields:
            if isinstance(field, nodes.Change) and field.part is None:
                found |= {n for n in symbols.terms if n == field.term or n.endswith("." + field.term)}
    return frozenset(found)


@attrs.define
class _Game:
    """One run of all checks of bodies and of the whole, behind the declarations."""

    path: str
    loaded: Loaded
    reporter: Reporter
    symbols: Symbols
    checker: Checker
    facts: tuple[tuple[str, str], ...]
    phases: dict[str, model.CheckedPhase] = attrs.field(factory=dict)
    actions: dict[str, model.CheckedAction] = attrs.field(factory=dict)
    rules: dict[str, model.CheckedRule] = attrs.field(factory=dict)
    triggers: dict[str, model.CheckedTrigger] = attrs.field(factory=dict)
    modifiers: dict[str, model.CheckedModifier] = attrs.field(factory=dict)
    sources: dict[str, model.ScoringSource] = attrs.field(factory=dict)
    hints: dict[str, model.Hint] = attrs.field(factory=dict)
    metrics: dict[str, model.Metric] = attrs.field(factory=dict)

    def check(self) -> model.CheckedGame | None:
        """Check all bodies, then what only the whole shows."""
        node, report = self.loaded.game, self.symbols.report
        finish_table(self.checker, node)
        setup_conditions = self._header_conditions(node)
        setup, setup_slots = self._bodies(node)
        working_on("checking the end", node.span)
        ends, winner, winner_words, end_slots, _ = check_end(self.checker, node)
        for name in self.symbols.terms:
            working_on(f"checking the term `{name}`", self.symbols.terms[name].node.span)
            check_term(self.checker, name)
        working_on("checking the displays", node.span)
        displays = check_displays(self.checker)
        scenarios = scenario_paragraphs.check_scenarios(self.checker, self.loaded.scenarios)
        self.symbols.report_unknown()
        if self.reporter.has_errors or winner is None:
            self.reporter.keep(without_consequences(self.reporter.diagnostics, node))
            return None
        game = self._game(setup_conditions, setup, setup_slots, ends, winner, end_slots)
        game = attrs.evolve(game, displays=displays, winner_words=winner_words)
        working_on("checking what players can know", node.span)
        knowledge.check(game, report)
        working_on("checking how the paragraphs lead to each other", node.span)
        flow.check(game, report, rarer_names((*self.loaded.changed, *self.loaded.removed)))
        self._hear_ends(game)
        working_on("checking what is never used", node.span)
        usage.check(game, node, self.symbols)
        game = attrs.evolve(game, scenarios=scenarios)
        working_on("checking the scenarios", node.span)
        check_scenarios(game, report)
        judge_scenarios(game, report)
        return game

    def _header_conditions(self, node: nodes.GameFile) -> tuple[model.When, ...]:
        found = []
        for place, condition in enumerate(conditions(node.fields, "when"), start=1):
            value = option_condition(self.checker, condition.value, "when")
            words = text(self.checker, condition.words, f"game.when.{place}", Scope(Body()))
            found.append(
                model.When(
                    condition=value,
                    words=words if shown(condition.words) else None,
                    span=condition.span,
                    references=references(condition.words),
                )
            )
        return tuple(found)

    def _hear_ends(self, game: model.CheckedGame) -> None:
        """Take back that values may not fit where `until` or an end of the game comes before."""
        found = self.reporter.diagnostics
        if any(one.code == "GDRNG02" for one in found):
            fitting = always_fitting(game)
            if any(one.code == "GDRNG02" and one.span in fitting for one in found):
                self.reporter.keep(one for one in found if one.code != "GDRNG02" or one.span not in fitting)

    # ------------------------------------------------------------ bodies, in file order

    def _bodies(self, node: nodes.GameFile) -> tuple[tuple[core.CoreStep, ...], int]:
        body = Body()
        scope = Scope(body, has_when=False)
        steps = Steps(self.checker, "setup", "setup")
        setup: list[core.CoreStep] = []
        with_you = self._surrounded()
        for section in node.sections:
            for item in section.items:
                if isinstance(item, nodes.Entry) and section.keyword == "components":
                    self._cells(item.name)
                elif isinstance(item, nodes.Paragraph) and section.keyword != "scenarios":
                    self._paragraph(item.name, section.keyword, with_you)
                elif isinstance(item, nodes.Step):
                    working_on("checking a step of the setup", item.span)
                    setup += steps.block((item,), scope)
        return tuple(setup), body.slots

    def _cells(self, kind: str) -> None:
        for cell in self.symbols.code_cells:
            if cell.kind == kind:
                working_on(f"checking the rules in the rows of `{kind}`", cell.span)
                design = self.symbols.designs[cell.design][1]
                code: Mapping[str, model.CellCode] = design.code
                assert isinstance(code, dict)
                code[cell.column] = check_cell(self.checker, cell)

    def _paragraph(self, name: str, section: str, with_you: dict[str, bool]) -> None:
        own = {"scoring": self.symbols.sources, "hints": self.symbols.hints, "metrics": self.symbols.metrics}
        head = own.get(section, self.symbols.paragraphs).get(name)
        if head is None or head.section != section:
            return
        working_on(f"checking the {section.removesuffix('s')} `{name}`", head.node.span)
        match section:
            case "phases":
                self.phases[name] = check_phase(self.checker, head, with_you.get(name, True))
            case "actions" | "rules":
                self._callable(name, head)
            case "triggers":
                self.triggers[name] = check_trigger(self.checker, head, self._slots(head))
            case "modifiers":
                self.modifiers[name] = check_modifier(self.checker, head)
            case "scoring":
                self.sources[name] = check_scoring_source(self.checker, head)
            case "hints":
                self.hints[name] = check_hint(self.checker, head)
            case "metrics":
                self.metrics[name] = check_metric(self.checker, head, self._slots(head))
            case _:
                raise TypeError(f"unknown section {section}")

    def _callable(self, name: str, head: ParagraphHead) -> model.CheckedAction | model.CheckedRule:
        if head.section == "actions":
            if name not in self.actions:
                self.actions[name] = check_action(self.checker, head)
            return self.actions[name]
        if name not in self.rules:
            self.rules[name] = check_rule(self.checker, head)
        return self.rules[name]

    def _slots(self, head: ParagraphHead) -> dict[str, dict[str, model_slot]]:
        """Return the named places of the paragraph that a trigger follows."""
        for field in head.node.fields:
            if isinstance(field, nodes.After) and field.paragraph in self.symbols.paragraphs:
                followed = self.symbols.paragraphs[field.paragraph]
                if followed.section in ("actions", "rules"):
                    return {field.paragraph: named_slots(self._callable(field.paragraph, followed))}
        return {}

    def _surrounded(self) -> dict[str, bool]:
        """Tell for every phase whether somebody's turn surrounds it wherever it is reached."""
        known: dict[str, bool] = {}
        phases = [name for name, head in self.symbols.paragraphs.items() if head.section == "phases"]
        waiting = [(phases[0], False)] if phases else []
        while waiting:
            name, has_you = waiting.pop()
            if known.get(name, True) is False or known.get(name) == has_you:
                continue
            known[name] = has_you
            fields = self.symbols.paragraphs[name].node.fields
            inner = has_you or any(isinstance(field, nodes.Who) for field in fields)
            for field in fields:
                if isinstance(field, nodes.Names) and field.keyword == "steps":
                    waiting += [(item.name, inner) for item in field.names if item.name in phases]
        return known

    # ------------------------------------------------------------ the whole

    def _game(
        self,
        setup_conditions: tuple[model.When, ...],
        setup: tuple[core.CoreStep, ...],
        setup_slots: int,
        ends: tuple[model.When, ...],
        winner: core.Value,
        end_slots: int,
    ) -> model.CheckedGame:
        symbols, node = self.symbols, self.loaded.game
        words = plain(node.words, "game")
        title = "".join(part for part in words.parts if isinstance(part, str)) if words else node.name
        return model.CheckedGame(
            name=node.name,
            title=title,
            path=self.path,
            rules_hash="",
            least_seats=symbols.low,
            most_seats=symbols.high,
            seat_names=symbols.seat_names,
            seat_labels=symbols.seat_names,
            setup_conditions=setup_conditions,
            facts=self.facts,
            options=symbols.options,
            word_lists=symbols.word_lists,
            kinds=symbols.kinds,
            counters=symbols.counters,
            dice=symbols.dice,
            charts=symbols.charts,
            zones=symbols.zones,
            values=symbols.values,
            table_order=tuple(symbols.table_order),
            terms=self.checker.terms,
            setup=setup,
            setup_slots=setup_slots,
            phases=self.phases,
            actions=self.actions,
            groups=self._groups(),
            rules=self.rules,
            triggers=self.triggers,
            modifiers=self.modifiers,
            sources=self.sources,
            hints=self.hints,
            metrics=self.metrics,
            ends=ends,
            winner=winner,
            end_slots=end_slots,
            questions=tuple(self.checker.questions),
            scenarios=(),
        )

    def _groups(self) -> dict[str, model.GroupCode]:
        made = {}
        for name, members in self.symbols.groups.items():
            words, span = self.symbols.group_words[name]
            made[name] = model.GroupCode(
                name=name,
                span=span,
                words=plain(words, f"actions.{name}"),
                references=references(words),
                actions=tuple(members),
            )
        return made


__all__ = ["FileReader", "check_source"]
