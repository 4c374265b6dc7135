"""The section ``display`` -> how parts of the table are drawn: heads first, then their boxes and lines."""

from __future__ import annotations

from typing import Literal

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.declare.heads import Names, items, plain
from gamedsl.semantics.declare.tabletop import option_condition
from gamedsl.semantics.expressions.checker import Checker, describe
from gamedsl.semantics.expressions.scopes import Bare, Body, Scope
from gamedsl.semantics.expressions.sets import SEVERAL_LINES, bind
from gamedsl.semantics.expressions.words import references, text
from gamedsl.semantics.field_words import keyword_of
from gamedsl.semantics.symbols import ParagraphHead, Symbols
from gamedsl.syntax import nodes

_MANY = ("each", "line")
_Form = Literal["flow", "grid", "ring", "list", "text"]
_NAMED_FORMS: dict[str, _Form] = {"ring": "ring", "list": "list", "text": "text"}


def declare_displays(symbols: Symbols, game: nodes.GameFile) -> None:
    """Read the heads of ``display``; those under ``each player`` are called ``player.NAME``."""
    names = Names(symbols)
    for item in items(game, "display", nodes.Node):
        if isinstance(item, nodes.Paragraph):
            _declare(symbols, item, "", names)
        elif isinstance(item, nodes.EachBlock):
            if item.kind != "player" and item.kind not in symbols.kinds:
                symbols.unknown(item.span, "kind of component", item.kind, lambda: ["player"])
                continue
            if item.kind != "player":
                hint = f"a box for each {item.kind} is made by `each: x in {item.kind}` inside a display"
                found = f"`each {item.kind}`"
                symbols.report("GDTYP01", item.span, expected="displays or `each player`", found=found, hint=hint)
                continue
            for paragraph in item.items:
                if isinstance(paragraph, nodes.Paragraph):
                    _declare(symbols, paragraph, "player", names)


def _declare(symbols: Symbols, node: nodes.Paragraph, each: str, names: Names) -> None:
    full = f"{each}.{node.name}" if each else node.name
    if names.add(full, "display", node.name_span):
        symbols.displays[full] = ParagraphHead(node=node, section="display", group=each)


def check_displays(checker: Checker) -> dict[str, model.DisplayCode]:
    """Check all displays in file order."""
    return {full: _Display(checker, full, head).check() for full, head in checker.symbols.displays.items()}


class _Display:
    """The check of one display."""

    def __init__(self, checker: Checker, full: str, head: ParagraphHead) -> None:
        self.checker = checker
        self.full = full
        self.node = head.node
        self.each = head.group
        self.key = f"display.{full}"
        self.body = Body()
        self.scope = Scope(self.body, has_you=bool(self.each))
        if self.each:
            you = core.You(span=self.node.span, type=t.PlayerType())
            self.scope.bare = (Bare(you, t.PlayerType()),)

    def check(self) -> model.DisplayCode:
        node, checker = self.node, self.checker
        self._check_fields()
        loops = tuple(
            bind(checker, field.binder, self.scope, SEVERAL_LINES)[0]
            for field in node.fields
            if isinstance(field, nodes.EachField)
        )
        form, row, column = self._place()
        titles = [field for field in node.fields if isinstance(field, nodes.Title)]
        words = titles[0].words if titles else None
        title = text(checker, words, f"{self.key}.title", self.scope)
        lines = tuple(self._lines())
        own, own_if = self._own()
        return model.DisplayCode(
            name=self.full,
            span=node.name_span,
            words=plain(node.words, self.key),
            references=references(node.words),
            each=self.each,
            own=own,
            own_if=own_if,
            loops=loops,
            form=form,
            row=row,
            column=column,
            joined=self._joined(form),
            title=title,
            untitled=bool(titles) and words is None,
            lines=lines,
            instead=tuple(self._instead()),
            slots=self.body.slots,
        )

    def _check_fields(self) -> None:
        report, seen = self.checker.report, set()
        for field in self.node.fields:
            keyword = keyword_of(field)
            if keyword in seen and keyword not in _MANY:
                report("GDNAM02", field.span, kind="field", name=keyword)
            seen.add(keyword)
        if not seen & {"each", "title", "line"}:
            hint = 'write `each: x in SET`, `title: "…"` or `line: "…"`'
            report("GDTYP01", self.node.name_span, expected="something to draw", found="nothing", hint=hint)

    def _place(self) -> tuple[_Form, core.Value | None, core.Value | None]:
        field = next((field for field in self.node.fields if isinstance(field, nodes.Place)), None)
        if field is None:
            return "flow", None, None
        if field.second is not None:
            return "grid", self._coordinate(field.first), self._coordinate(field.second)
        if isinstance(field.first, nodes.Name) and field.first.name in _NAMED_FORMS:
            return _NAMED_FORMS[field.first.name], None, None
        hint = "a place in a grid is written `at: row, column`"
        expected = "a row and a column, `ring`, `list` or `text`"
        self.checker.report("GDTYP01", field.first.span, expected=expected, found="something else", hint=hint)
        return "flow", None, None

    def _joined(self, form: _Form) -> core.Value | None:
        field = next((field for field in self.node.fields if isinstance(field, nodes.Joined)), None)
        if field is None:
            return None
        if form != "grid":
            allowed = "`joined` where boxes stand `at: row, column`"
            self.checker.report(
                "GDNAM06", field.span, field="joined", paragraph="a display without a grid", allowed=allowed
            )
        return self.checker.value(field.value, self.scope)

    def _coordinate(self, node: nodes.Expr) -> core.Value:
        value = self.checker.value(node, self.scope)
        kind = intervals.strip(value.type)
        if isinstance(kind, t.IntType | t.WordType | t.PlayerType | t.UnknownType):
            return value
        hint = "rows and columns are numbers, words of a list or players, in their order"
        return self.checker.wrong(value, f"a row or column, not {describe(kind)}", hint)

    def _lines(self) -> list[model.DisplayLine]:
        lines: list[model.DisplayLine] = []
        for field in self.node.fields:
            if isinstance(field, nodes.Line):
                inner = self.scope.child()
                condition = None if field.condition is None else self.checker.condition(field.condition, inner)
                if condition is not None:
                    self.checker.learn(inner, condition)
                words = text(self.checker, field.words, f"{self.key}.line.{len(lines) + 1}", inner)
                assert words is not None, "the words of a line are written"
                lines.append(model.DisplayLine(text=words, condition=condition))
        return lines

    def _own(self) -> tuple[bool, core.Value | None]:
        field = next((field for field in self.node.fields if isinstance(field, nodes.SeenBy)), None)
        if field is None or field.by == "all":
            return False, None
        if not self.each:
            hint = "put the display under `each player`"
            expected, found = "a display of a player", "a common display"
            self.checker.report("GDTYP01", field.span, expected=expected, found=found, hint=hint)
        condition = field.condition
        return True, None if condition is None else option_condition(self.checker, condition, "seen by: owner")

    def _instead(self) -> list[str]:
        symbols = self.checker.symbols
        entries = [*symbols.table_order, *symbols.dice]
        found: list[str] = []
        for field in self.node.fields:
            for item in field.names if isinstance(field, nodes.Instead) else ():
                own = [f"{self.each}.{item.name}"] if self.each else []
                meant = next(([name] for name in (*own, item.name) if name in entries), None)
                meant = meant or [name for name in entries if name.endswith(f".{item.name}")]
                found += meant
                if not meant:
                    known = [name.rpartition(".")[2] for name in entries]
                    symbols.unknown(item.span, "entry of the table", item.name, lambda known=known: known)  # type: ignore[misc]
        return found
