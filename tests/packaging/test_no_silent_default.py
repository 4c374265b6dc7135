"""A kind of node that a pass does not know is an error, never passed over in silence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import gamedsl
from tests.helpers.suite.module_graph import tree

ROOTS = {Path(gamedsl.__file__).parent: "", Path(gamedsl.__file__).parents[1] / "cli": "cli/"}

OPEN = {
    "semantics/bodies/blocks/changes.py _changes": "any step that is not in the two lists may change all",
    "semantics/bodies/lay.py _names": "what has no names cannot be laid, and that is told",
    "semantics/bodies/pictures.py _corners": "any other set of places is told to be no rectangle",
    "semantics/bodies/scenario_moves.py _named": "looks for one shape: a name, alone or with arguments",
    "semantics/bodies/step_advice.py better": "an example to write for a comparison; the rest has general words",
    "semantics/bodies/step_advice.py instead_of": "words for what some values are; any other is called as written",
    "semantics/core/sums.py _parts": "whatever is no sum is one part of it",
    "semantics/core/walk.py carried_out": "steps that set off nothing themselves",
    "semantics/core/intervals.py join": "two types that are not alike have no common one",
    "semantics/data/cells.py _hint": "the other types have values with names",
    "semantics/bodies/scenario_moves.py _forced_place": "whatever else is written is told to be nothing of chance",
    "semantics/data/cells.py _parts": "every case of the union returns, which mypy proves",
    "semantics/data/cells.py is_empty": "every case of the union returns, which mypy proves",
    "semantics/data/row_edits.py _text": "every case of the union returns, which mypy proves",
    "semantics/declare/grids.py _places_meant": "what names no place is told by the table",
    "semantics/expressions/checker.py is_of_nothing": "only what belongs to something can be nothing because of it",
    "semantics/expressions/operators.py _subject": "only what belongs to something can be nothing because of it",
    "semantics/expressions/checker.py same": "types without parts are compared as they are",
    "semantics/expressions/functions.py _paragraph_call": "looks for one shape: a name, alone or with arguments",
    "semantics/expressions/narrowing.py _bound": "`!=` of a number in between says nothing",
    "semantics/expressions/sets.py _tells_apart": "counts, amounts and yes or no can always be equal",
    "semantics/expressions/wrong_type.py _columns": "the other types have no columns",
    "semantics/variants/changed_setup.py _without_words": "COMPOUND lists the steps that hold others",
    "semantics/visibility/learning.py _laid_open": "only these two steps take the top of a stack",
    "semantics/visibility/learning.py learn": "what other steps show is not followed by name",
    "semantics/expressions/narrowing.py _certain": "to learn nothing is only careful",
    "semantics/expressions/narrowing.py _learn": "to learn nothing is only careful",
    "semantics/flow/decisions.py _holds": "to find nothing certain is only careful",
    "semantics/flow/counts.py plain": "what does not count members stays as it is",
    "semantics/flow/something_to_pick.py _member": "of any other set its members are looked for as they are",
    "semantics/flow/something_to_pick.py _ruled_out": "any other condition may rule out everything",
    "semantics/flow/something_to_pick.py _is_certain": "of any other set nobody knows that it stays the same",
    "semantics/flow/missing_resources/path_conditions.py _ways": "the other steps hold none",
    "semantics/flow/reach/within.py _of_anybody": "one shape is meant: what any player has",
    "semantics/flow/reach/progress.py asked_of": "of any other condition nobody knows what would make it hold",
    "semantics/flow/reach/progress.py pace_of": "a number changes so; of any other way nothing is known",
    "semantics/flow/triggers/facts.py after": "of what other steps change nothing is known",
    "semantics/flow/triggers/facts.py _number": "any other value may be any number",
    "semantics/flow/reach/directions.py directions": "any other step may change it either way",
    "semantics/flow/reach/capacities.py homes": "other pieces can come from wherever their kind can lie",
    "semantics/flow/reach/capacities.py _steps": "the other steps bring nothing anywhere",
    "semantics/flow/reach/reach.py at_first": "of any other value nobody knows more than its type says",
    "semantics/flow/reach/reach.py domain": "of any other value nobody knows more than its type says",
    "semantics/flow/reach/value_ranges.py _end_of": "of any other value its type tells the end",
    "semantics/flow/turns/never_back.py _homes": "other pieces can come from wherever their kind can lie",
    "semantics/flow/unbound_you.py _called": "calls of cells and rules; what only asks others speaks to them",
    "semantics/flow/logic.py _some_against": "of any condition the opposite is `not`",
    "semantics/flow/logic.py _constant": "looks for values that are known before play",
    "semantics/flow/logic.py members_written": "looks for sets that are written out",
    "semantics/flow/logic.py collect": "the trait `is_logic` names the kinds that are looked into",
    "semantics/flow/logic.py judge": "the trait `is_logic` names the kinds that are looked into",
    "semantics/texts/keys.py _thing": "declarations are read field by field; two sorts have texts of another form",
    "players/imagine/hidden_pieces.py _followed": "what comes from elsewhere may be any piece",
    "players/imagine/hidden_pieces.py _named": "nothing else gives a name to a piece",
    "semantics/visibility/changing.py _touched": "other steps change nothing, or hold those that do",
    "semantics/visibility/named.py _is_coming": "no other step shows a piece by its name, or asks anybody",
    "semantics/visibility/quiet.py _offered": "nothing else asks a player to choose pieces",
    "semantics/visibility/quiet.py _places": "other sets are not made of what lies somewhere",
    "semantics/visibility/secret_numbers.py _part": "whatever else reads the number may give it away",
    "comparing/data.py _text": "the other types have names, and where there are none `_names` raises",
    "comparing/data.py _values": "the other types have names, and where there are none `_names` raises",
    "documents/segments.py _places_of": "other events name no place; players are named wherever they stand",
    "documents/value_json.py value_data": "numbers, truth values and rows of tables are JSON as they are",
    "engine/words/place_names.py _stands_bare": "values of the other types say too little alone",
    "engine/words/place_names.py _key": "keys of the other types are written as they are",
    "presentation/verbalize/clauses.py own": "whatever else is read is told as a condition of its own",
    "presentation/effects/moves.py _by_parts": "what else is not told as a whole has no parts that decide it",
    "presentation/effects/rules.py now": "of all else nobody knows before play what it will be",
    "presentation/story/event_words.py words": "the class of any other event has its words, or raises",
    "presentation/story/details.py _tell": "`words` has the words of the other events",
    "presentation/verbalize/in_state.py _adjectives": "a condition that is no plain adjective is told as it is written",
    "presentation/ambiguous_choice.py _has_name": "what has no name of its own is told by its place",
    "presentation/story/teller.py hear": "whatever else happens is an effect; `words` raises for what is none",
    "presentation/undoing.py seen_since": "the other events show nothing new; `known` is compared besides",
    "engine/words/wording.py _name": "numbers, texts and rows are called as they are",
    "engine/state/domains.py composed": "all other answers are single values",
    "engine/state/domains.py domain_of": "`span_of` raises for types that have no numbers",
    "engine/state/domains.py singles": "all other answers are single values",
    "engine/state/layout.py constant": "constants of the other types are their own values in play",
    "kernel/passes/analysis/liveness.py _does": "statements without bodies do no more to fields; others raise",
    "kernel/passes/analysis/liveness.py _left_for": "other parts hold none, and play stays where it is behind them",
    "engine/state/loads.py _moved": "the other steps move one piece or none",
    "engine/state/loads.py _steps_in": "the other steps hold others or none, and go through nothing",
    "kernel/lowering/pieces/translate.py value": "`condition` has the rest, and raises",
    "kernel/lowering/steps/lines.py _entries": "of other conditions it is not known, so they are tested whole",
    "kernel/lowering/play/alike.py lie_apart": "of other sets it is not known, so their pieces are compared",
    "kernel/printing/rows.py strided": "loops of any other shape are written as they are",
    "kernel/passes/scalar/dead_locals.py _is_dead": "other statements do something, or stand around what does",
    "kernel/passes/scalar/propagate.py _statement": "other statements only have other expressions, whatever they do",
    "kernel/passes/analysis/value_numbering.py _statement": "other statements give places other values in bodies alone",
    "kernel/passes/scalar/lookup_tables.py _value": "`_of_parts` has the rest, and raises",
    "kernel/passes/memoize/read_ranges.py _statement": "of all others only the values and statements inside matter",
    "kernel/passes/memoize/read_ranges.py _word": "of all other words every part matters whole",
    "kernel/passes/memoize/read_ranges.py _may": "other words may have any bit",
    "kernel/passes/memoize/aliasing.py _of_word": "of other words it is not known who holds their bits",
    "kernel/passes/memoize/aliasing.py _terms": "anything else is one term",
    "kernel/passes/memoize/memoize.py only_bit": "any other value may change several bits",
    "kernel/passes/loops/hoist_calls.py _fits": "whatever else is given may not be there before",
    "kernel/passes/memoize/placement.py is_found": "what is not known to be found in a place is taken as read",
    "kernel/passes/memoize/placement.py _holds": "of other words it is not known where their pieces lie",
    "kernel/printing/c.py loop": "every case of the union is there, which mypy proves",
    "kernel/printing/c.py item": "every case of the union returns, which mypy proves",
    "kernel/printing/c.py of_word": "every case of the union returns, which mypy proves",
    "kernel/printing/c.py statement": "`way_out` has the rest, and raises",
    "kernel/printing/python.py test": "any other condition is written as its value: 0 or not",
    "kernel/printing/python.py item": "every case of the union returns, which mypy proves",
    "kernel/printing/python.py of_word": "every case of the union returns, which mypy proves",
    "kernel/printing/python.py statement": "`way_out` has the rest, and raises",
    "simulate/figures/scope.py truth": "the truth of other conditions is their value",
    "simulate/figures/scope.py value": "what is the same in every state is known to the engine",
    "syntax/builders/nouns.py _choice": "the grammar has three kinds of tokens there",
    "syntax/print/printer.py _is_bare": "only steps that hold others can hold none",
    "syntax/print/printer.py _one_line": "steps that hold no others have a text",
    "cli/render/constants.py text": "numbers and texts are their own words",
    "cli/render/rules.py _item": "what has no parts is printed with its lines",
    "records/history.py _by_people": "the other lines of a record are no moves",
}
"""Where the default is right for every kind there may ever be, and why."""


def _modules() -> Iterator[tuple[Path, str]]:
    for root, prefix in ROOTS.items():
        for path in sorted(root.rglob("*.py")):
            yield path, prefix + path.relative_to(root).as_posix()


def silent() -> Iterator[str]:
    """Walk the functions with a ``match`` that passes over what it does not know: its last case is no loud ``_``."""
    for path, name in _modules():
        for function in ast.walk(tree(path)):
            for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
                if isinstance(node, ast.Match) and not _is_loud(node.cases[-1]):
                    yield f"{name} {function.name}"


def _is_loud(case: ast.match_case) -> bool:
    if not isinstance(case.pattern, ast.MatchAs) or case.pattern.pattern is not None or case.guard is not None:
        return False
    last = case.body[-1]
    return isinstance(last, ast.Raise) or "assert_never" in ast.dump(last)


def test_no_match_has_a_silent_default() -> None:
    """The last case is a ``_`` that raises, or it is stated here why any other kind is meant as well."""
    assert sorted(OPEN) == sorted(set(silent()))
