"""Hypothesis strategies for AST nodes: every class of ``gamedsl.syntax.nodes`` has one in ``BY_CLASS``.

What is generated can be printed and read again; a new construct of the language must enter here, or have a form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from gamedsl.syntax import nodes
from tests.helpers.checking.word_strategies import codes, joined, maybe, names, numbers, plain_texts, tuples, written

# ---------------------------------------------------------------- expressions

numbers_ = st.builds(nodes.Number, numbers)
_leaves = st.one_of(
    st.builds(nodes.Name, names), numbers_, st.builds(nodes.Truth, st.booleans()), st.builds(nodes.Nothing)
)


def _compound(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    function = st.builds(nodes.Name, names) | st.builds(nodes.Member, inner, names)
    drawn = inner | _filter(inner) | _gather(inner) | _stopped(inner)
    argument = drawn | st.builds(nodes.Fallback, drawn, inner) | st.builds(nodes.Different, drawn)
    sign = st.sampled_from(["+", "-", "*", "/", "mod"])
    compare = st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "in", "not in"])
    return st.one_of(
        st.builds(nodes.Member, inner, names),
        st.builds(nodes.Index, inner, tuples(inner, 1)),
        st.builds(nodes.Call, function, tuples(argument)),
        st.builds(nodes.Negative, inner),
        st.builds(nodes.Not, inner),
        st.builds(nodes.Arithmetic, sign, inner, inner),
        st.builds(nodes.Between, inner, inner),
        st.builds(nodes.Compare, compare, inner, inner),
        st.builds(nodes.And, tuples(inner, 2)),
        st.builds(nodes.Or, tuples(inner, 2)),
        st.builds(nodes.Either, inner, inner, inner),
        st.builds(nodes.SetOf, tuples(inner)),
        argument,
        _ranking(inner),
    )


def _filter(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(nodes.Filter, inner, inner)


def _binder(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(nodes.Binder, names, inner, maybe(inner))


def _several(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    numbered = st.builds(nodes.Several, names, st.sampled_from(["exactly", "up to"]), inner, inner, maybe(inner))
    return numbered | st.builds(nodes.Several, names, st.just("any number"), st.none(), inner, maybe(inner))


def _gather(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(nodes.Gather, inner, tuples(_binder(inner), 1, 2))


def _stopped(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(nodes.Stopped, inner, inner, maybe(inner))


def _order(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(nodes.Order, st.sampled_from(["most", "least"]), inner)


def _tie(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    plain = st.builds(nodes.Tie, st.sampled_from(["all", "none", "never", "in order"]))
    return plain | st.builds(nodes.Tie, st.just("from"), inner)


def _ranking(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    form = st.sampled_from(["the", "ranked"])
    return st.builds(nodes.Ranking, form, _binder(inner), tuples(_order(inner), 1), _tie(inner))


expressions: st.SearchStrategy[Any] = st.recursive(_leaves, _compound, max_leaves=10)
small: st.SearchStrategy[Any] = st.recursive(_leaves, _compound, max_leaves=2)

# ---------------------------------------------------------------- words

references = st.builds(nodes.Reference, codes, maybe(codes))
slots = st.builds(nodes.Slot, small, st.just(()) | tuples(plain_texts, 2)) | st.builds(
    nodes.Slot, small, st.just(()), small
)

_texts = (
    st.lists(written | slots, max_size=4)
    .map(joined)
    .filter(lambda parts: any(not isinstance(part, str) or part.strip() for part in parts))
)
words = st.builds(nodes.Words, _texts, tuples(references)) | st.builds(nodes.Words, st.none(), tuples(references, 1))
maybe_words = maybe(words)

# ---------------------------------------------------------------- plans

plan_calls = st.builds(nodes.PlanCall, names, maybe(tuples(small)))


def _plan_repeat(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    limits = numbers | names | st.tuples(names, names).map(".".join)
    limited = st.builds(nodes.PlanRepeat, st.sampled_from(["exactly", "up to"]), limits, inner)
    return limited | st.builds(nodes.PlanRepeat, st.just("any number"), st.none(), inner)


plans: st.SearchStrategy[Any] = st.recursive(
    plan_calls,
    lambda inner: st.one_of(
        st.builds(nodes.PlanSequence, tuples(inner, 2)),
        st.builds(nodes.PlanChoice, tuples(inner, 2)),
        st.builds(nodes.PlanMix, tuples(inner, 2)),
        st.builds(nodes.PlanMust, tuples(inner, 2)),
        _plan_repeat(inner),
    ),
    max_leaves=4,
)

# ---------------------------------------------------------------- steps

binders = _binder(small)
FORMED = [kind for kind in nodes.Step.__subclasses__() if kind.form]
BY_FORM = {kind: st.builds(kind, *[small] * kind.form.count("{"), words=maybe_words) for kind in FORMED}
SIMPLE: dict[type[nodes.Node], st.SearchStrategy[Any]] = {
    **{kind: one for kind, one in BY_FORM.items() if kind is not nodes.Expect},
    **{one: st.builds(one, small, small, st.booleans(), words=maybe_words) for one in (nodes.Move, nodes.ShuffleTo)},
    nodes.Deal: st.builds(nodes.Deal, small, small, small, *[st.booleans()] * 2, names, words=maybe_words)
    | st.builds(nodes.Deal, st.none(), small, small, st.booleans(), st.just(True), words=maybe_words),
    nodes.Roll: st.builds(nodes.Roll, small, maybe(small), words=maybe_words),
    nodes.Let: st.builds(nodes.Let, names, small, words=maybe_words),
    nodes.Score: st.builds(nodes.Score, names, small, small, words=maybe_words),
    nodes.Pick: st.builds(nodes.Pick, tuples(binders | _several(small), 1, 3), answers=maybe_words, words=maybe_words),
    nodes.Offer: st.builds(nodes.Offer, small, plans, words=maybe_words),
    nodes.Lay: st.builds(nodes.Lay, small, tuples(plain_texts, 1), words=maybe_words),
}
SCENARIO: dict[type[nodes.Node], st.SearchStrategy[Any]] = {
    nodes.Expect: BY_FORM[nodes.Expect],
    nodes.PlayMove: st.builds(nodes.PlayMove, names, tuples(small, 1), st.booleans(), words=maybe_words),
    nodes.ListedMoves: st.builds(
        nodes.ListedMoves, st.sampled_from(["legal", "exactly"]), names, tuples(small, 1), words=maybe_words
    ),
    nodes.PassUntil: st.builds(
        nodes.PassUntil,
        small | st.builds(nodes.ListedMoves, st.sampled_from(["legal", "exactly"]), names, tuples(small, 1)),
        words=maybe_words,
    ),
    nodes.Force: st.builds(nodes.Force, small, tuples(small, 1), st.booleans(), words=maybe_words),
}


def _branch(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(nodes.Branch, small, tuples(inner, 1, 2))


def _if(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(nodes.If, tuples(_branch(inner), 1), tuples(inner, 0, 2))


def _for(inner: st.SearchStrategy[Any] | None) -> st.SearchStrategy[Any]:
    body, start = st.just(()) if inner is None else tuples(inner, 1, 2), maybe(small)
    plain = st.builds(nodes.ForEach, binders, start, st.just(False), body, together=st.booleans())
    return plain | st.builds(nodes.ForEach, binders, start, st.just(True), body, words=maybe_words)


def _repeat(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    body = tuples(inner, 1, 2)
    return st.builds(nodes.Repeat, small, maybe(small), body) | st.builds(nodes.Repeat, st.none(), small, body)


def _moment(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(nodes.Moment, tuples(inner, 1, 2))


def _steps(simple: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(simple, lambda inner: _if(inner) | _for(inner) | _repeat(inner) | _moment(inner), max_leaves=3)


_rows = tuples(st.lists(st.sampled_from([".", "R", "red", "12"]), min_size=1, max_size=4).map(" ".join), 1, 3)
pictures = st.builds(nodes.Lay, small, _rows, st.just(True))
simple_steps = st.one_of(*SIMPLE.values())
steps = _steps(simple_steps | pictures)
scenario_steps = _steps(st.one_of(*SIMPLE.values(), *SCENARIO.values(), pictures))

_heads = st.one_of(
    st.builds(nodes.If, st.builds(nodes.Branch, small, st.just(())).map(lambda branch: (branch,))),
    _for(None),
    st.builds(nodes.Moment, st.just(())),
    st.builds(nodes.Repeat, small, maybe(small), st.just(())),
    st.builds(nodes.Repeat, st.none(), small, st.just(())),
    st.builds(nodes.Lay, small, st.just(()), st.just(True)),
)
_short = st.one_of(
    simple_steps,
    st.builds(nodes.If, _branch(simple_steps).map(lambda branch: (branch,))),
    _for(simple_steps),
    _repeat(simple_steps),
    _moment(simple_steps),
)
_long = _if(steps) | _for(steps) | _repeat(steps) | _moment(steps) | pictures
step_edits = st.builds(nodes.StepEdit, _short, tuples(steps, 1, 2)) | st.builds(nodes.StepEdit, _long)
step_removals = st.builds(nodes.StepRemoval, steps | _heads)

# ---------------------------------------------------------------- types, keys, traits, tables

named_types = st.builds(nodes.NamedType, names)
range_types = st.builds(nodes.RangeType, st.integers(-99, 99), st.integers(-99, 99))
set_types: st.SearchStrategy[Any] = st.deferred(lambda: st.builds(nodes.SetType, plain_types))
design_types = st.builds(nodes.DesignType, names)
zone_types = st.builds(nodes.ZoneType, st.sampled_from(["purse", "heap", "stack", "slot"]), names)
dice_types = st.builds(nodes.DiceType, range_types | named_types)
plain_types = st.one_of(named_types, range_types, set_types, design_types, zone_types, dice_types)
maybe_types = st.builds(nodes.MaybeType, plain_types)
types = plain_types | maybe_types
keys = st.builds(nodes.Key, maybe(names), types)
params = st.builds(nodes.Param, names, types, maybe(small))
_condition = maybe(small)
_ends = names | st.integers(0, 99).map(str)
runs = st.builds(nodes.Run, tuples(names, 2))
TRAITS: dict[type[nodes.Node], st.SearchStrategy[Any]] = {
    nodes.Seen: st.builds(nodes.Seen, st.sampled_from(["all", "owner", "none"]), condition=_condition),
    nodes.Refilled: st.builds(nodes.Refilled, names, condition=_condition)
    | st.builds(nodes.Refilled, names, numbers, names, condition=_condition),
    nodes.Flag: st.builds(
        nodes.Flag, st.sampled_from(["unlimited", "full", "overdraft", "quiet"]), condition=_condition
    ),
    nodes.Copies: st.builds(nodes.Copies, numbers, tuples(keys), condition=_condition),
    nodes.Adjacent: st.builds(nodes.Adjacent, names, maybe(names), condition=_condition),
    nodes.Csv: st.builds(nodes.Csv, plain_texts, condition=_condition),
    nodes.Grid: st.builds(nodes.Grid, *[st.tuples(_ends, _ends)] * 2, st.booleans(), condition=_condition),
    nodes.DrawnLines: st.builds(nodes.DrawnLines, tuples(runs, 1), condition=_condition),
}
columns = st.builds(nodes.Column, names, tuples(params, 0, 2), tuples(keys, 0, 2)) | st.builds(
    nodes.Column, names, tuples(params, 0, 1), tuples(keys, 0, 1), types, maybe(small), maybe(names)
)
cells = (
    st.builds(nodes.Cell)
    | st.builds(nodes.Cell, plain_texts)
    | st.builds(nodes.Cell, st.none(), tuples(simple_steps, 1, 2))
)
rows = st.builds(nodes.Row, tuples(cells, 1))
tables = st.builds(nodes.Table, tuples(columns, 1), tuples(rows))

# ---------------------------------------------------------------- entries, fields, cards

removals = st.builds(nodes.Removal, names)
facts = st.builds(
    nodes.Fact,
    names,
    st.text(st.characters(exclude_characters='"\n', codec="ascii", min_codepoint=32, max_codepoint=126)),
)
choice = st.builds(nodes.Choice, names | numbers | st.booleans())


def choices(change: st.SearchStrategy[bool]) -> st.SearchStrategy[Any]:
    """Return options or lists of words, edited ones as ``change`` says."""
    return st.builds(nodes.Choices, names, tuples(choice, 1), maybe_words, change=change)


def entries(change: st.SearchStrategy[bool]) -> st.SearchStrategy[Any]:
    """Return entries, edited ones as ``change`` says."""
    traits = tuples(st.one_of(*TRAITS.values()), 0, 2)
    rest = (maybe(small), traits, maybe_words, maybe(tables))
    return st.builds(nodes.Entry, names, types, tuples(keys, 0, 2), *rest, change=change)


edited_columns = st.builds(nodes.EditedColumn, names, tuples(small, 0, 2), maybe(types))
row_keys = st.builds(nodes.Name, names) | st.builds(nodes.Number, numbers)
row_removals = st.builds(nodes.RowRemoval, tuples(row_keys, 1, 2))
row_edits = st.builds(
    nodes.RowEdits, names, tuples(edited_columns, 1), tuples(rows, 0), tuples(row_removals, 0, 2), change=st.just(True)
)


def terms(change: st.SearchStrategy[bool]) -> st.SearchStrategy[Any]:
    """Return terms, edited ones as ``change`` says."""
    rest = (small, maybe_words, tuples(SIMPLE[nodes.Let], 0, 2))
    return st.builds(nodes.Term, names, maybe(tuples(params, 1, 2)), *rest, change=change)


name_items = st.builds(nodes.NameItem, names)
settings_ = st.builds(nodes.Setting, names, choice)
conditions = st.builds(
    nodes.Condition, st.sampled_from(["when", "once", "until", "worth", "winner"]), small, maybe_words
)


def _fields(inner: st.SearchStrategy[Any]) -> dict[type[nodes.Node], st.SearchStrategy[Any]]:
    keyword = st.sampled_from(["cost", "start", "then", "given"])
    return {
        nodes.Who: st.builds(nodes.Who, small, maybe(small), st.booleans()),
        nodes.Condition: conditions,
        nodes.Steps: st.builds(nodes.Steps, keyword, tuples(inner, 1)),
        nodes.PickField: st.builds(nodes.PickField, SIMPLE[nodes.Pick]),
        nodes.LetField: st.builds(nodes.LetField, SIMPLE[nodes.Let]),
        nodes.Play: st.builds(nodes.Play, plans),
        nodes.Pass: st.builds(nodes.Pass, words),
        nodes.Names: st.builds(
            nodes.Names, st.sampled_from(["steps", "forbid", "at"]), tuples(name_items, 1), maybe_words
        ),
        nodes.After: st.builds(nodes.After, names, maybe(tuples(name_items, 1))),
        nodes.Change: st.builds(nodes.Change, names, small, st.none() | names | st.just("cost")),
        nodes.Players: st.builds(nodes.Players, numbers, numbers, tuples(names)),
        nodes.With: st.builds(nodes.With, tuples(settings_, 1)),
        nodes.Seed: st.builds(nodes.Seed, numbers),
        nodes.Depth: st.builds(nodes.Depth, numbers),
        nodes.Level: st.builds(nodes.Level, names),
        nodes.From: st.builds(nodes.From, names),
        nodes.Cases: st.builds(nodes.Cases, tables),
        nodes.Refused: st.builds(nodes.Refused, words),
    }


FIELDS = _fields(steps)
fields = st.one_of(*FIELDS.values())
added_fields = st.builds(nodes.Added, fields)
edited_steps = st.builds(nodes.EditedSteps, st.just("then"), st.tuples(steps | step_edits, step_edits))
scenario_fields = st.one_of(*_fields(scenario_steps).values())


def cards(inner: st.SearchStrategy[Any], change: st.SearchStrategy[bool]) -> st.SearchStrategy[Any]:
    """Return cards with fields from ``inner``, edited ones as ``change`` says; only these have added fields."""
    head = (names, tuples(params, 0, 2), maybe_words)
    return change.flatmap(
        lambda edited: st.builds(
            nodes.Paragraph,
            *head,
            tuples(inner | added_fields | edited_steps if edited else inner),
            change=st.just(edited),
        )
    )


def each_blocks(item: Callable[[st.SearchStrategy[bool]], Any], edits: bool) -> st.SearchStrategy[Any]:
    """Return ``each`` blocks of entries or terms."""
    return st.builds(nodes.EachBlock, names, tuples(_editable(item, edits), 1, 2))


DISPLAY_FIELDS: dict[type[nodes.Node], st.SearchStrategy[Any]] = {
    nodes.EachField: st.builds(nodes.EachField, binders),
    nodes.Place: st.builds(nodes.Place, small, maybe(small)),
    nodes.Joined: st.builds(nodes.Joined, small),
    nodes.Title: st.builds(nodes.Title, maybe_words),
    nodes.Line: st.builds(nodes.Line, words, maybe(small)),
    nodes.SeenBy: st.builds(nodes.SeenBy, st.sampled_from(["all", "owner"]), maybe(small)),
    nodes.Instead: st.builds(nodes.Instead, tuples(name_items, 1)),
}


def displays(change: st.SearchStrategy[bool]) -> st.SearchStrategy[Any]:
    """Return displays, edited ones as ``change`` says."""
    inner = st.one_of(*DISPLAY_FIELDS.values())
    added = st.builds(nodes.Added, inner)
    head = (names, st.just(()), maybe_words)
    return change.flatmap(
        lambda edited: st.builds(
            nodes.Paragraph, *head, tuples(inner | added if edited else inner), change=st.just(edited)
        )
    )


# ---------------------------------------------------------------- sections, files


def _editable(item: Callable[[st.SearchStrategy[bool]], Any], edits: bool) -> st.SearchStrategy[Any]:
    return item(st.booleans()) | removals if edits else item(st.just(False))


removed_setup = st.just(nodes.Section("setup", (), change=True))


def sections(edits: bool) -> st.SearchStrategy[Any]:
    """Return sections; with ``edits`` as variants have them."""

    def section(keyword: str | list[str], item: st.SearchStrategy[Any], *more: Any) -> st.SearchStrategy[Any]:
        keywords = st.sampled_from([keyword] if isinstance(keyword, str) else keyword)
        return st.builds(nodes.Section, keywords, tuples(item, 1), *more)

    card = _editable(lambda change: cards(fields, change), edits)
    scenario = _editable(lambda change: cards(scenario_fields, change), edits)
    judged = st.builds(
        nodes.Condition,
        st.sampled_from(["when", "winner"]),
        small,
        maybe_words,
        st.booleans() if edits else st.just(False),
    )
    return st.one_of(
        section("about", facts),
        section(["options", "types"], _editable(choices, edits)),
        section("components", _editable(entries, edits) | row_edits if edits else entries(st.just(False))),
        section("table", _editable(entries, edits) | each_blocks(entries, edits)),
        section("terms", _editable(terms, edits) | each_blocks(terms, edits)),
        section("setup", steps | step_edits | step_removals if edits else steps, st.none(), maybe_words),
        *([section("setup", steps, st.none(), maybe_words, st.just(True)), removed_setup] if edits else []),
        section(["phases", "rules", "triggers", "modifiers", "scoring", "hints", "metrics"], card),
        section("scenarios", scenario),
        section("actions", card, maybe(names), maybe_words),
        section("end", judged, st.none(), maybe_words),
        section("display", _editable(displays, edits) | each_blocks(displays, edits)),
    )


game_files = st.builds(nodes.GameFile, names, tuples(fields, 1), tuples(sections(edits=False)), maybe_words)
variant_files = st.builds(
    nodes.VariantFile, names, plain_texts, tuples(sections(edits=True)), maybe_words, tuples(fields, 0, 2)
)
scenario_files = st.builds(
    nodes.ScenarioFile, names, plain_texts, tuples(cards(scenario_fields, st.just(False)), 1), maybe_words
)
files = game_files | variant_files | scenario_files

BY_CLASS: dict[type[nodes.Node], st.SearchStrategy[Any]] = {
    nodes.Slot: slots,
    nodes.Reference: references,
    nodes.Words: words,
    nodes.Name: st.builds(nodes.Name, names),
    nodes.Number: numbers_,
    nodes.Truth: st.builds(nodes.Truth, st.booleans()),
    nodes.Nothing: st.builds(nodes.Nothing),
    nodes.Member: st.builds(nodes.Member, small, names),
    nodes.Index: st.builds(nodes.Index, small, tuples(small, 1)),
    nodes.Call: st.builds(nodes.Call, st.builds(nodes.Name, names), tuples(small)),
    nodes.Negative: st.builds(nodes.Negative, small),
    nodes.Not: st.builds(nodes.Not, small),
    nodes.Arithmetic: st.builds(nodes.Arithmetic, st.sampled_from(["+", "-", "*", "/", "mod"]), small, small),
    nodes.Between: st.builds(nodes.Between, small, small),
    nodes.Compare: st.builds(nodes.Compare, st.sampled_from(["=", "not in"]), small, small),
    nodes.And: st.builds(nodes.And, tuples(small, 2)),
    nodes.Or: st.builds(nodes.Or, tuples(small, 2)),
    nodes.Either: st.builds(nodes.Either, small, small, small),
    nodes.SetOf: st.builds(nodes.SetOf, tuples(small)),
    nodes.Filter: _filter(small),
    nodes.Binder: binders,
    nodes.Several: _several(small),
    nodes.Gather: _gather(small),
    nodes.Stopped: _stopped(small),
    nodes.Fallback: st.builds(nodes.Fallback, small | _filter(small) | _gather(small), small),
    nodes.Different: st.builds(nodes.Different, small | _filter(small) | _gather(small)),
    nodes.Order: _order(small),
    nodes.Tie: _tie(small),
    nodes.Ranking: _ranking(small),
    nodes.PlanCall: plan_calls,
    nodes.PlanSequence: st.builds(nodes.PlanSequence, tuples(plans, 2)),
    nodes.PlanChoice: st.builds(nodes.PlanChoice, tuples(plans, 2)),
    nodes.PlanMix: st.builds(nodes.PlanMix, tuples(plans, 2)),
    nodes.PlanMust: st.builds(nodes.PlanMust, tuples(plans, 2)),
    nodes.PlanRepeat: _plan_repeat(plans),
    **SIMPLE,
    **SCENARIO,
    nodes.Branch: _branch(steps),
    nodes.If: _if(steps),
    nodes.ForEach: _for(steps),
    nodes.Repeat: _repeat(steps),
    nodes.Moment: _moment(steps),
    nodes.NamedType: named_types,
    nodes.RangeType: range_types,
    nodes.SetType: set_types,
    nodes.DesignType: design_types,
    nodes.ZoneType: zone_types,
    nodes.DiceType: dice_types,
    nodes.MaybeType: maybe_types,
    nodes.Key: keys,
    nodes.Param: params,
    **TRAITS,
    nodes.Run: runs,
    nodes.Column: columns,
    nodes.Cell: cells,
    nodes.Row: rows,
    nodes.Table: tables,
    nodes.Added: added_fields,
    nodes.EditedSteps: edited_steps,
    nodes.StepEdit: step_edits,
    nodes.StepRemoval: step_removals,
    nodes.Removal: removals,
    nodes.Fact: facts,
    nodes.Choice: choice,
    nodes.Choices: choices(st.just(False)),
    nodes.Entry: entries(st.just(False)),
    nodes.EditedColumn: edited_columns,
    nodes.RowEdits: row_edits,
    nodes.RowRemoval: row_removals,
    nodes.Term: terms(st.just(False)),
    nodes.EachBlock: each_blocks(entries, edits=False),
    **FIELDS,
    **DISPLAY_FIELDS,
    nodes.NameItem: name_items,
    nodes.Setting: settings_,
    nodes.Paragraph: cards(fields, st.just(False)),
    nodes.Section: sections(edits=False),
    nodes.GameFile: game_files,
    nodes.VariantFile: variant_files,
    nodes.ScenarioFile: scenario_files,
}
