"""A kind of node that a pass does not know is an error, never passed over in silence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from modules import tree

import gamedsl.semantics

ROOT = Path(gamedsl.semantics.__file__).parent

OPEN = {
    "bodies/scenario_moves.py _named": "looks for one shape: a name, alone or with arguments",
    "bodies/steps.py _better": "an example to write for a comparison; anything else has the general words",
    "bodies/steps.py _instead": "words for what some values are; any other is called as written",
    "core/walk.py carried_out": "steps that set off nothing themselves",
    "core/intervals.py join": "two types that are not alike have no common one",
    "data/cells.py _hint": "the other types have values with names",
    "bodies/scenario_moves.py _forced_place": "whatever else is written is told to be nothing of chance",
    "data/cells.py _parts": "every case of the union returns, which mypy proves",
    "data/cells.py is_empty": "every case of the union returns, which mypy proves",
    "data/row_edits.py _text": "every case of the union returns, which mypy proves",
    "expressions/checker.py same": "types without parts are compared as they are",
    "expressions/functions.py _paragraph_call": "looks for one shape: a name, alone or with arguments",
    "expressions/narrowing.py _bound": "`!=` of a number in between says nothing",
    "expressions/wrong_type.py _columns": "the other types have no columns",
    "variants/changed_setup.py _without_words": "COMPOUND lists the steps that hold others",
    "visibility/known.py learn": "what other steps show is not followed by name",
    "expressions/narrowing.py _certain": "to learn nothing is only careful",
    "expressions/narrowing.py _learn": "to learn nothing is only careful",
    "flow/decisions.py _holds": "to find nothing certain is only careful",
    "flow/nobody.py _called": "calls of cells and rules; what only asks others speaks to them",
    "flow/logic.py _some_against": "of any condition the opposite is `not`",
    "flow/logic.py _constant": "looks for values that are known before play",
    "flow/logic.py _members": "looks for sets that are written out",
    "flow/logic.py collect": "WHOLE lists the kinds that are taken as they are",
    "flow/logic.py judge": "WHOLE lists the kinds that are taken as they are",
    "texts/keys.py _thing": "declarations are read field by field; two sorts of them have texts of another form",
    "visibility/secret_numbers.py _part": "whatever else reads the number may give it away",
}
"""Where the default is right for every kind there may ever be, and why."""


def silent() -> Iterator[str]:
    """Walk the functions with a ``match`` that passes over what it does not know: its last case is no loud ``_``."""
    for path in sorted(ROOT.rglob("*.py")):
        for function in ast.walk(tree(path)):
            for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
                if isinstance(node, ast.Match) and not _is_loud(node.cases[-1]):
                    yield f"{path.relative_to(ROOT).as_posix()} {function.name}"


def _is_loud(case: ast.match_case) -> bool:
    if not isinstance(case.pattern, ast.MatchAs) or case.pattern.pattern is not None or case.guard is not None:
        return False
    last = case.body[-1]
    return isinstance(last, ast.Raise) or "assert_never" in ast.dump(last)


def test_no_match_has_a_silent_default() -> None:
    """The last case is a ``_`` that raises, or it is stated here why any other kind is meant as well."""
    assert sorted(OPEN) == sorted(set(silent()))
