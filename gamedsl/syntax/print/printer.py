"""AST -> canonical text; with the source it came from, comments, blank lines and short forms stay where they were."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import attrs

from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.print.comments import Printed, logical_lines, weave
from gamedsl.syntax.print.inline import ANY, INLINE, LOGIC, at, joined, let_body, optional, pick_body, text
from gamedsl.syntax.print.wrapping import WIDEST

WIDTH = 100
"""Steps that fit on their line are written behind the colon when no source says otherwise."""

WORDS_COLUMNS = range(42, 61)
"""Where the words of entries and terms begin, as far as what stands before them leaves room."""

TABLE_COLUMN = 72

LOOPS = (nodes.ForEach, nodes.Repeat, nodes.Moment)
COMPOUND = (nodes.If, *LOOPS)


def print_file(file: nodes.File, source: Source | None = None) -> str:
    """Return the canonical text of a file.

    ``source`` is the text the AST was parsed from: its comments and blank lines are kept, and what stood on one line
    stays on one line.

    Raises:
        TypeError: a node of an unknown kind.
    """
    printer = _Printer(None if source is None else logical_lines(source))
    printer.block(file, 0)
    return weave(printer.lines, source)


def expression_text(expr: nodes.Expr) -> str:
    """Return an expression as people write it."""
    return at(expr, ANY)


def plan_text(plan: nodes.Plan) -> str:
    """Return a plan as people write it."""
    return text(plan)


def step_text(step: nodes.Step) -> str:
    """Return a step as people write it; of one with lines below it only the head, as in ``for each p in players:``."""
    return _head(step) if has_lines(step) else text(step)


def node_text(node: nodes.Node) -> str:
    """Return the canonical text of anything that has lines of its own: a paragraph, an entry, a field, a section.

    Raises:
        TypeError: a node of an unknown kind, or one that stands inside a line.
    """
    printer = _Printer(None)
    if isinstance(node, nodes.Step):
        printer.statements(0, [node])
    else:
        printer.block(node, 0)
    return "\n".join(line.text for line in printer.lines)


def steps_text(steps: Sequence[nodes.Step]) -> str:
    """Return the canonical text of steps, each on a line of its own."""
    printer = _Printer(None)
    printer.statements(0, steps)
    return "\n".join(line.text for line in printer.lines)


def has_lines(step: nodes.Step) -> bool:
    """Tell whether a step has lines of its own below its first one."""
    return isinstance(step, COMPOUND) or (isinstance(step, nodes.Lay) and step.drawn)


def _head(step: nodes.Step) -> str:
    match step:
        case nodes.If():
            return f"if {at(step.branches[0].condition, ANY)}:"
        case nodes.ForEach():
            chosen = f" chosen{optional(' ', step.words)}" if step.chosen else ""
            together = " together" if step.together else ""
            return f"for each {text(step.binder)}{optional(' from ', step.start)}{chosen}{together}:"
        case nodes.Moment():
            return "together:"
        case nodes.Repeat():
            times = "" if step.count is None else f" {at(step.count, ANY)} times"
            return f"repeat{times}{optional(' until ', step.until)}:"
        case nodes.Lay():
            return f"lay {at(step.place, ANY)}:"
        case _:
            raise TypeError(f"no head for {type(step).__name__}")


@attrs.define(eq=False)
class _Printer:
    """Collects printed lines; ``source`` gives each line of the source the logical line it belongs to."""

    source: dict[int, int] | None
    lines: list[Printed] = attrs.field(factory=list)

    def block(self, node: nodes.Node, depth: int) -> None:
        """Print a node that needs lines of its own."""
        write = BLOCKS.get(type(node))
        if write is None:
            raise TypeError(f"no lines for {type(node).__name__}")
        write(self, node, depth)

    def line(self, depth: int, written: str, node: nodes.Node, section: bool = False) -> None:
        """Add one line; in the source ``node`` stood on it."""
        self.lines.append(Printed("  " * depth + written, node.span.line, section))

    def together(self, first: nodes.Node, second: nodes.Node) -> bool:
        """Tell whether two nodes stand on one line of the source."""
        assert self.source is not None
        return self.source.get(first.span.line) == self.source.get(second.span.line)

    # ------------------------------------------------------------ steps

    def body(self, depth: int, head: str, node: nodes.Node, steps: Sequence[nodes.Step]) -> None:
        """Print a head that ends with a colon, and its steps behind or under it."""
        inline = self._inline(node, steps)
        widest = WIDTH if self.source is None else WIDEST
        if inline is not None and 2 * depth + len(head) + 1 + len(inline) <= widest:
            self.line(depth, f"{head} {inline}", node)
            return
        self.line(depth, head, node)
        self.statements(depth + 1, steps)

    def _inline(self, node: nodes.Node, steps: Sequence[nodes.Step]) -> str | None:
        """Return steps as they stand behind a colon, or None when they need lines of their own."""
        if self.source is not None and not self.together(node, steps[0]):
            return None
        *simple, last = steps
        if any(map(has_lines, simple)) or (isinstance(last, (nodes.If, nodes.Lay)) and has_lines(last)):
            return None
        if not isinstance(last, LOOPS):
            return joined(steps, "; ")
        inner = self._inline(last, last.body)
        return None if inner is None else "; ".join([*map(text, simple), f"{_head(last)} {inner}"])

    def statements(self, depth: int, steps: Sequence[nodes.Step]) -> None:
        """Print steps under each other; those that shared a line in the source still do."""
        group: list[nodes.Step] = []
        for step in steps:
            before, first = "", len(self.lines)
            if group and (isinstance(step, nodes.If) or self.source is None or not self.together(group[-1], step)):
                self._flush(depth, group)
                first = len(self.lines)
            elif group and has_lines(step):
                before = joined(group, "; ") + "; "
                group.clear()
            if has_lines(step):
                self.block(step, depth)
                self.in_front(first, depth, before)
            else:
                group.append(step)
        self._flush(depth, group)

    def in_front(self, number: int, depth: int, before: str) -> None:
        """Put words in front of what stands in a printed line."""
        line, indent = self.lines[number], "  " * depth
        self.lines[number] = attrs.evolve(line, text=f"{indent}{before}{line.text[len(indent) :]}")

    def _flush(self, depth: int, group: list[nodes.Step]) -> None:
        if group:
            self.line(depth, joined(group, "; "), group[0])
            group.clear()


# ---------------------------------------------------------------- steps that hold steps


def _if(p: _Printer, n: nodes.If, depth: int) -> None:
    for index, branch in enumerate(n.branches):
        p.body(depth, f"{'else ' if index else ''}if {at(branch.condition, ANY)}:", branch, branch.body)
    if n.otherwise:
        p.body(depth, "else:", nodes.Node(span=n.else_span), n.otherwise)


def _loop(p: _Printer, n: nodes.ForEach | nodes.Repeat | nodes.Moment, depth: int) -> None:
    p.body(depth, _head(n), n, n.body)


def _picture(p: _Printer, n: nodes.Lay, depth: int) -> None:
    """Print a picture; signs of one column stand under each other."""
    p.line(depth, _head(n), n)
    rows = [line.split() for line in n.lines]
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(max(map(len, rows)))]
    for number, row in enumerate(rows, 1):
        signs = " ".join(sign.ljust(width) for sign, width in zip(row, widths, strict=False))
        p.lines.append(Printed("  " * (depth + 1) + f"| {signs} |", n.span.line + number, False))


# ---------------------------------------------------------------- fields


def _who(p: _Printer, n: nodes.Who, depth: int) -> None:
    together = " together" if n.together else ""
    p.line(depth, f"who: {at(n.value, ANY)}{optional(' from ', n.start)}{together}", n)


def _condition(p: _Printer, n: nodes.Condition, depth: int) -> None:
    change = "change " if n.change else ""
    p.line(depth, f"{change}{n.keyword}: {at(n.value, ANY)}{optional(' ', n.words)}", n)


def _steps(p: _Printer, n: nodes.Steps, depth: int) -> None:
    p.body(depth, f"{n.keyword}{optional(' as ', n.words)}:", n, n.steps)


def _after(p: _Printer, n: nodes.After, depth: int) -> None:
    params = "" if n.params is None else f"({joined(n.params)})"
    p.line(depth, f"after: {n.paragraph}{params}", n)


def _players(p: _Printer, n: nodes.Players, depth: int) -> None:
    high = "" if n.high == n.low else f" to {n.high}"
    seats = f" as {', '.join(n.names)}" if n.names else ""
    p.line(depth, f"players: {n.low}{high}{seats}", n)


def _cases(p: _Printer, n: nodes.Cases, depth: int) -> None:
    p.line(depth, "cases:", n)
    p.block(n.table, depth + 1)


def _if_logic(condition: nodes.Expr | None) -> str:
    return "" if condition is None else f" if {at(condition, LOGIC)}"


def _line_of(write: Callable[[Any], str]) -> Callable[[_Printer, Any, int], None]:
    """Return a writer of a field that is one line."""
    return lambda p, n, depth: p.line(depth, write(n), n)


# ---------------------------------------------------------------- entries


def _edit(n: nodes.Editable) -> str:
    return "change " if n.change else ""


def _keys(keys: Sequence[nodes.Key]) -> str:
    return f"[{joined(keys)}]" if keys else ""


def _params(params: Sequence[nodes.Param] | None) -> str:
    return f"({joined(params)})" if params else ""


def _noun_text(n: nodes.Node) -> str:
    """Return an entry, term or list of choices without its words."""
    match n:
        case nodes.Choices():
            return f"{_edit(n)}{n.name}: {joined(n.choices)}"
        case nodes.Entry():
            traits = "".join(f", {text(trait)}" for trait in n.traits)
            return f"{_edit(n)}{n.name}{_keys(n.keys)}: {text(n.type)}{optional(' = ', n.initial)}{traits}"
        case nodes.Term():
            return f"{_edit(n)}{n.name}{_params(n.params)} = {at(n.value, ANY)}"
        case _:
            raise TypeError(f"no text for {type(n).__name__}")


def _noun(p: _Printer, n: nodes.Choices | nodes.Entry | nodes.Term, depth: int, column: int = 0) -> None:
    written = "  " * depth + _noun_text(n)
    if n.words is not None:
        gap = "   " if len(written) + 2 > column else ""
        written = f"{written}{gap or '  '.rjust(column - len(written))}{text(n.words)}"
    table = n.table if isinstance(n, nodes.Entry) else None
    p.line(depth, written[2 * depth :], n)
    if table is not None:
        p.block(table, depth + 1)
    for let in n.lets if isinstance(n, nodes.Term) else ():
        p.line(depth + 1, f"let: {let_body(let)}", let)


def _nouns(p: _Printer, items: Sequence[nodes.Node], depth: int) -> None:
    """Print entries or terms; their words stand under each other where that needs no long way."""
    column = _words_column(items, depth)
    for item in items:
        if isinstance(item, (nodes.Choices, nodes.Entry, nodes.Term)):
            _noun(p, item, depth, column)
        else:
            p.block(item, depth)


def _words_column(items: Sequence[nodes.Node], depth: int) -> int:
    widths = [
        2 * depth + len(_noun_text(item)) + 2
        for item in items
        if isinstance(item, (nodes.Choices, nodes.Entry, nodes.Term)) and item.words is not None
    ]
    return max((width for width in widths if width in WORDS_COLUMNS), default=WORDS_COLUMNS[0])


def _table(p: _Printer, n: nodes.Table, depth: int) -> None:
    _grid(p, n.columns, n.rows, depth)


def _grid(p: _Printer, columns: Sequence[nodes.Node], lines: Sequence[nodes.Row], depth: int) -> None:
    """Print a head and rows with their cells under each other."""
    rows = [[text(column) for column in columns], *([text(cell) for cell in row.cells] for row in lines)]
    widths = [
        max((len(row[i]) for row in rows if i < len(row) and len(row[i]) <= TABLE_COLUMN), default=0)
        for i in range(max(map(len, rows)))
    ]
    for index, row in enumerate(rows):
        cells = " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        p.line(depth, f"| {cells} |", lines[index - 1] if index else columns[0])


def _row(p: _Printer, n: nodes.Row, depth: int) -> None:
    p.line(depth, f"| {joined(n.cells, ' | ')} |", n)


def _row_edits(p: _Printer, n: nodes.RowEdits, depth: int) -> None:
    p.line(depth, f"change {n.name}", n)
    if n.columns:
        _grid(p, n.columns, n.rows, depth + 1)
    for removal in n.removals:
        p.block(removal, depth + 1)


def _step_edit(p: _Printer, n: nodes.StepEdit, depth: int) -> None:
    """Print the old step behind ``change``: on one line when the new ones follow below."""
    if not n.new:
        _behind(p, "change", n.old, depth)
        return
    p.line(depth, f"change {_one_line(n.old)}", n)
    p.statements(depth + 1, n.new)


def _step_removal(p: _Printer, n: nodes.StepRemoval, depth: int) -> None:
    if _is_bare(n.step):
        p.line(depth, f"remove {_head(n.step)}", n)
    else:
        _behind(p, "remove", n.step, depth)


def _steps_and_edits(p: _Printer, items: Sequence[nodes.Node], depth: int) -> None:
    for are_steps, group in groupby(items, lambda item: isinstance(item, nodes.Step)):
        if are_steps:
            p.statements(depth, [item for item in group if isinstance(item, nodes.Step)])
        else:
            for item in group:
                p.block(item, depth)


def _edited_steps(p: _Printer, n: nodes.EditedSteps, depth: int) -> None:
    p.line(depth, f"{n.keyword}{optional(' as ', n.words)}:", n)
    _steps_and_edits(p, n.items, depth + 1)


def _behind(p: _Printer, word: str, step: nodes.Step, depth: int) -> None:
    """Print a step with a word in front of its first line."""
    first = len(p.lines)
    p.statements(depth, [step])
    p.in_front(first, depth, f"{word} ")


def _one_line(step: nodes.Step) -> str:
    """Return a step as it stands on one line, whatever the width."""
    match step:
        case (
            nodes.If(branches=(nodes.Branch(body=body),))
            | nodes.ForEach(body=body)
            | nodes.Repeat(body=body)
            | nodes.Moment(body=body)
        ):
            return f"{_head(step)} {'; '.join(_one_line(inner) for inner in body)}"
    return text(step)


def _is_bare(step: nodes.Step) -> bool:
    match step:
        case (
            nodes.If(branches=(nodes.Branch(body=()),))
            | nodes.ForEach(body=())
            | nodes.Repeat(body=())
            | nodes.Moment(body=())
        ):
            return True
        case nodes.Lay(lines=()):
            return True
    return False


def _added(p: _Printer, n: nodes.Added, depth: int) -> None:
    first = len(p.lines)
    p.block(n.field, depth)
    p.in_front(first, depth, "add ")


def _each_block(p: _Printer, n: nodes.EachBlock, depth: int) -> None:
    p.line(depth, f"each {n.kind}", n)
    _nouns(p, n.items, depth + 1)


# ---------------------------------------------------------------- paragraphs, sections, files


def _paragraph(p: _Printer, n: nodes.Paragraph, depth: int) -> None:
    p.line(depth, f"{_edit(n)}{n.name}{_params(n.params)}{optional(' ', n.words)}", n)
    for field in n.fields:
        p.block(field, depth + 1)


def _section(p: _Printer, n: nodes.Section, depth: int) -> None:
    name = "" if n.name is None else f" {n.name}"
    edit = "" if not n.change else "change " if n.items else "remove "
    p.line(depth, f"{edit}{n.keyword}{name}{optional(' ', n.words)}", n, section=True)
    if n.keyword == "setup":
        _steps_and_edits(p, n.items, depth + 1)
    else:
        _nouns(p, n.items, depth + 1)


def _game(p: _Printer, n: nodes.GameFile, depth: int) -> None:
    p.line(depth, f"game {n.name}{optional(' ', n.words)}", n)
    for field in n.fields:
        p.block(field, depth + 1)
    for section in n.sections:
        p.block(section, depth)


def _variant(p: _Printer, n: nodes.VariantFile, depth: int) -> None:
    p.line(depth, f'variant {n.name}{optional(" ", n.title)} of "{n.base}"', n)
    for field in n.fields:
        p.block(field, depth + 1)
    for section in n.sections:
        p.block(section, depth)


def _scenarios(p: _Printer, n: nodes.ScenarioFile, depth: int) -> None:
    p.line(depth, f'scenarios {n.name}{optional(" ", n.title)} of "{n.base}"', n)
    for paragraph in n.paragraphs:
        p.block(paragraph, depth + 1)


BLOCKS: dict[type[nodes.Node], Callable[[_Printer, Any, int], None]] = {
    nodes.If: _if,
    nodes.ForEach: _loop,
    nodes.Repeat: _loop,
    nodes.Moment: _loop,
    nodes.Lay: _picture,
    nodes.Who: _who,
    nodes.Condition: _condition,
    nodes.Steps: _steps,
    nodes.EditedSteps: _edited_steps,
    nodes.PickField: _line_of(lambda n: f"pick: {pick_body(n.pick)}"),
    nodes.LetField: _line_of(lambda n: f"let: {let_body(n.let)}"),
    nodes.Play: _line_of(lambda n: f"play: {text(n.plan)}"),
    nodes.Pass: _line_of(lambda n: f"pass: {text(n.words)}"),
    nodes.Names: _line_of(lambda n: f"{n.keyword}: {joined(n.names)}{optional(' ', n.words)}"),
    nodes.After: _after,
    nodes.Change: _line_of(lambda n: f"change: {n.term}{'.' + n.part if n.part else ''} to {at(n.value, ANY)}"),
    nodes.Players: _players,
    nodes.With: _line_of(lambda n: f"with: {joined(n.settings)}"),
    nodes.Seed: _line_of(lambda n: f"seed: {n.number}"),
    nodes.From: _line_of(lambda n: f"from: {n.scenario}"),
    nodes.Cases: _cases,
    nodes.Refused: _line_of(lambda n: f"illegal: {text(n.words)}"),
    nodes.Depth: _line_of(lambda n: f"depth: {n.count}"),
    nodes.Level: _line_of(lambda n: f"level: {n.name}"),
    nodes.EachField: _line_of(lambda n: f"each: {text(n.binder)}"),
    nodes.Place: _line_of(lambda n: f"at: {at(n.first, ANY)}{optional(', ', n.second)}"),
    nodes.Joined: _line_of(lambda n: f"joined: {at(n.value, ANY)}"),
    nodes.Title: _line_of(lambda n: f"title: {'none' if n.words is None else text(n.words)}"),
    nodes.Line: _line_of(lambda n: f"line: {text(n.words)}{_if_logic(n.condition)}"),
    nodes.SeenBy: _line_of(lambda n: f"seen by: {n.by}{_if_logic(n.condition)}"),
    nodes.Instead: _line_of(lambda n: f"instead of: {joined(n.names)}"),
    nodes.Added: _added,
    nodes.StepEdit: _step_edit,
    nodes.StepRemoval: _step_removal,
    nodes.Removal: _line_of(lambda n: f"remove {n.name}"),
    nodes.Fact: _line_of(lambda n: f'{n.key}: "{n.text}"'),
    nodes.Choices: _noun,
    nodes.Entry: _noun,
    nodes.Term: _noun,
    nodes.Table: _table,
    nodes.Row: _row,
    nodes.RowEdits: _row_edits,
    nodes.RowRemoval: _line_of(lambda n: f"remove {joined(n.keys)}"),
    nodes.EachBlock: _each_block,
    nodes.Paragraph: _paragraph,
    nodes.Section: _section,
    nodes.GameFile: _game,
    nodes.VariantFile: _variant,
    nodes.ScenarioFile: _scenarios,
}

HANDLED = {*INLINE, *BLOCKS, nodes.Branch}
"""Every kind of node that can be printed; branches are printed by their ``if``."""
