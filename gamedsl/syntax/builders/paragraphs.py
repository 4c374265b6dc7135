"""Parse trees of fields, paragraphs, sections and headers -> nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import attrs

from gamedsl.syntax import nodes
from gamedsl.syntax.builders.builder import Builder, Rule, is_token

if TYPE_CHECKING:
    from lark import ParseTree as Tree

SEED_DIGITS = 20
"""As many as the largest seed has."""


def _who(b: Builder, t: Tree) -> nodes.Who:
    value, start, together = cast("Any", t.children)
    return nodes.Who(b.node(value), b.maybe(start), together is not None, span=b.span(t))


def _condition(b: Builder, t: Tree) -> nodes.Condition:
    keyword, value, words = cast("Any", t.children)
    return nodes.Condition(str(keyword), b.node(value), b.maybe(words), span=b.span(t))  # type: ignore[arg-type]


def _changed_condition(b: Builder, t: Tree) -> nodes.Condition:
    b.edit(t.children[0], b.token_span(cast("Any", t.children[0])))
    made = cast(nodes.Condition, b.node(cast("Tree", t.children[-1])))
    return attrs.evolve(made, change=True, span=b.span(t))


def _steps_field(b: Builder, t: Tree) -> nodes.Steps:
    keyword, *told, steps = cast("Any", t.children)
    words = b.maybe(told[0]) if told else None
    return nodes.Steps(str(keyword), b.node(steps), words, span=b.span(t))  # type: ignore[arg-type]


def _edited_steps(b: Builder, t: Tree) -> nodes.EditedSteps:
    keyword, words, *items = cast("Any", t.children)
    return nodes.EditedSteps(str(keyword), b.all(items), b.maybe(words), span=b.span(t))  # type: ignore[arg-type]


def _pick_field(b: Builder, t: Tree) -> nodes.PickField:
    _pick, *parts, words, answers = cast("Any", t.children)
    bound, made, each = b.all(parts), b.maybe(words), b.maybe(answers)
    last = next((one for one in (each, made) if one is not None), bound[-1])
    span = bound[0].span.to(last.span)
    return nodes.PickField(nodes.Pick(bound, answers=each, words=made, span=span), span=b.span(t))


def _let_field(b: Builder, t: Tree) -> nodes.LetField:
    _let, name, value, words = cast("Any", t.children)
    made, texts, place = b.node(value), b.maybe(words), b.token_span(name)
    span = place.to(made.span if texts is None else texts.span)
    return nodes.LetField(nodes.Let(str(name), made, words=texts, name_span=place, span=span), span=b.span(t))


def _play(b: Builder, t: Tree) -> nodes.Play:
    return nodes.Play(b.node(cast("Tree", t.children[0])), span=b.span(t))


def _pass_field(b: Builder, t: Tree) -> nodes.Pass:
    return nodes.Pass(b.node(cast("Tree", t.children[0])), span=b.span(t))


def _name_item(b: Builder, t: Tree) -> nodes.NameItem:
    return nodes.NameItem(str(t.children[0]), span=b.span(t))


def _names(b: Builder, t: Tree) -> nodes.Names:
    keyword, *items, words = cast("Any", t.children)
    return nodes.Names(str(keyword), b.all(items), b.maybe(words), span=b.span(t))  # type: ignore[arg-type]


def _after_params(b: Builder, t: Tree) -> tuple[nodes.NameItem, ...]:
    return b.all(t.children)


def _after(b: Builder, t: Tree) -> nodes.After:
    paragraph, params = cast("Any", t.children)
    return nodes.After(str(paragraph), b.maybe(params), span=b.span(t))


def _change(b: Builder, t: Tree) -> nodes.Change:
    term, part, value = cast("Any", t.children)
    return nodes.Change(str(term), b.node(value), None if part is None else str(part), span=b.span(t))


def _players(b: Builder, t: Tree) -> nodes.Players:
    low, high, *seats = cast("Any", t.children)
    first = b.number(low)
    last = first if high is None else b.number(high)
    return nodes.Players(first, last, tuple(str(seat) for seat in seats if seat is not None), span=b.span(t))


def _setting(b: Builder, t: Tree) -> nodes.Setting:
    option, value = cast("Any", t.children)
    return nodes.Setting(str(option), b.node(value), span=b.span(t))


def _with_field(b: Builder, t: Tree) -> nodes.With:
    return nodes.With(b.all(t.children), span=b.span(t))


def _seed(b: Builder, t: Tree) -> nodes.Seed:
    return nodes.Seed(b.number(cast("Any", t.children[0]), SEED_DIGITS), span=b.span(t))


def _level(b: Builder, t: Tree) -> nodes.Level:
    return nodes.Level(str(t.children[0]), span=b.span(t))


def _depth(b: Builder, t: Tree) -> nodes.Depth:
    return nodes.Depth(b.number(cast("Any", t.children[0])), span=b.span(t))


def _from_field(b: Builder, t: Tree) -> nodes.From:
    return nodes.From(str(t.children[0]), span=b.span(t))


def _cases(b: Builder, t: Tree) -> nodes.Cases:
    return nodes.Cases(b.node(cast("Tree", t.children[-1])), span=b.span(t))


def _refused(b: Builder, t: Tree) -> nodes.Refused:
    return nodes.Refused(b.node(cast("Tree", t.children[-1])), span=b.span(t))


def _added_field(b: Builder, t: Tree) -> nodes.Added:
    word, field = cast("Any", t.children)
    b.edit(word, b.token_span(word))
    return nodes.Added(b.node(field), span=b.span(t))


def _checked_fields(b: Builder, name: str, change: bool, made: tuple[nodes.Field, ...]) -> tuple[nodes.Field, ...]:
    """Return the fields of a paragraph; report ``add`` and edits of steps where there is nothing that they change."""
    for field in made:
        if isinstance(field, nodes.Added) and b.edits and not change:
            span = field.field.span
            keyword = span.source.line(span.line)[span.column - 1 :].partition(":")[0].strip()
            problem = f"it is new itself, so write `{keyword}:` alone"
            b.report("GDVAR12", field.span, paragraph=name, field=keyword, problem=problem)
        edits = field.field if isinstance(field, nodes.Added) else field
        if isinstance(edits, nodes.EditedSteps) and b.edits and (edits is not field or not change):
            alone = f"under it single steps of the base are edited: write `{edits.keyword}:` alone"
            problem = "it is new itself, so it has no steps to edit" if not change else alone
            b.report("GDVAR12", edits.span, paragraph=name, field=edits.keyword, problem=problem)
    return made


def _fields(b: Builder, t: Tree) -> tuple[nodes.Field, ...]:
    return b.all(t.children)


def _paragraph(b: Builder, t: Tree) -> nodes.Paragraph:
    edited, name, parameters, words, made = cast("Any", t.children)
    return nodes.Paragraph(
        str(name),
        b.maybe(parameters) or (),
        b.maybe(words),
        _checked_fields(b, str(name), edited is not None, b.maybe(made) or ()),
        change=b.edit(edited, b.token_span(name)),
        name_span=b.token_span(name),
        span=b.span(t),
    )


# ---------------------------------------------------------------- displays


def _drawing(b: Builder, t: Tree) -> nodes.Paragraph:
    edited, name, words, made = cast("Any", t.children)
    return nodes.Paragraph(
        str(name),
        (),
        b.maybe(words),
        _checked_fields(b, str(name), edited is not None, b.maybe(made) or ()),
        change=b.edit(edited, b.token_span(name)),
        name_span=b.token_span(name),
        span=b.span(t),
    )


def _each_field(b: Builder, t: Tree) -> nodes.EachField:
    return nodes.EachField(b.node(cast("Tree", t.children[0])), span=b.span(t))


def _place(b: Builder, t: Tree) -> nodes.Place:
    first, second = cast("Any", t.children)
    return nodes.Place(b.node(first), b.maybe(second), span=b.span(t))


def _joined(b: Builder, t: Tree) -> nodes.Joined:
    return nodes.Joined(b.node(cast("Tree", t.children[0])), span=b.span(t))


def _title(b: Builder, t: Tree) -> nodes.Title:
    (words,) = cast("Any", t.children)
    return nodes.Title(None if is_token(words) else b.node(words), span=b.span(t))


def _line(b: Builder, t: Tree) -> nodes.Line:
    words, condition = cast("Any", t.children)
    return nodes.Line(b.node(words), b.maybe(condition), span=b.span(t))


def _seen_by(b: Builder, t: Tree) -> nodes.SeenBy:
    by, condition = cast("Any", t.children)
    return nodes.SeenBy(str(by), b.maybe(condition), span=b.span(t))  # type: ignore[arg-type]


def _instead(b: Builder, t: Tree) -> nodes.Instead:
    return nodes.Instead(b.all(t.children), span=b.span(t))


# ---------------------------------------------------------------- sections and headers


def _plain_section(b: Builder, t: Tree) -> nodes.Section:
    keyword, *items = cast("Any", t.children)
    return nodes.Section(str(keyword), b.all(items), span=b.span(t))  # type: ignore[arg-type]


def _worded_section(b: Builder, t: Tree) -> nodes.Section:
    keyword, words, *items = cast("Any", t.children)
    return nodes.Section(str(keyword), b.all(items), None, b.maybe(words), span=b.span(t))  # type: ignore[arg-type]


def _changed_setup(b: Builder, t: Tree) -> nodes.Section:
    change, _setup, words, *items = cast("Any", t.children)
    b.edit(change, b.token_span(change))
    return nodes.Section("setup", b.all(items), None, b.maybe(words), change=True, span=b.span(t))


def _removed_setup(b: Builder, t: Tree) -> nodes.Section:
    remove, _setup = cast("Any", t.children)
    b.edit(remove, b.token_span(remove))
    return nodes.Section("setup", (), change=True, span=b.span(t))


def _group_section(b: Builder, t: Tree) -> nodes.Section:
    _actions, name, words, *items = cast("Any", t.children)
    title = None if name is None else str(name)
    return nodes.Section("actions", b.all(items), title, b.maybe(words), span=b.span(t))


def _game(b: Builder, t: Tree) -> nodes.GameFile:
    _game, name, words, *made = cast("Any", t.children)
    return nodes.GameFile(str(name), b.all(made), (), b.maybe(words), span=b.span(t))


def _variant(b: Builder, t: Tree) -> nodes.VariantFile:
    _variant, name, words, base, fields = cast("Any", t.children)
    written = () if fields is None else b.all(fields.children)
    return nodes.VariantFile(str(name), str(base)[1:-1], (), b.maybe(words), written, span=b.span(t))


def _tests(b: Builder, t: Tree) -> nodes.ScenarioFile:
    _scenarios, name, words, base, *paragraphs = cast("Any", t.children)
    return nodes.ScenarioFile(str(name), str(base)[1:-1], b.all(paragraphs), b.maybe(words), span=b.span(t))


RULES: dict[str, Rule] = {
    "who": _who,
    "condition": _condition,
    "changed_condition": _changed_condition,
    "steps_field": _steps_field,
    "edited_steps": _edited_steps,
    "pick_field": _pick_field,
    "let_field": _let_field,
    "play": _play,
    "pass_field": _pass_field,
    "name_item": _name_item,
    "names": _names,
    "after_params": _after_params,
    "after": _after,
    "change": _change,
    "players": _players,
    "setting": _setting,
    "with_field": _with_field,
    "seed": _seed,
    "depth": _depth,
    "level": _level,
    "from_field": _from_field,
    "cases": _cases,
    "refused": _refused,
    "fields": _fields,
    "paragraph": _paragraph,
    "drawing": _drawing,
    "drawing_fields": _fields,
    "each_field": _each_field,
    "place": _place,
    "joined": _joined,
    "title": _title,
    "line": _line,
    "seen_by": _seen_by,
    "instead": _instead,
    "plain_section": _plain_section,
    "worded_section": _worded_section,
    "group_section": _group_section,
    "changed_setup": _changed_setup,
    "removed_setup": _removed_setup,
    "added_field": _added_field,
    "game": _game,
    "variant": _variant,
    "tests": _tests,
}
