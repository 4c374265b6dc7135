"""The changes that docs/contributing.md walks through -> what each of them writes into which file.

Every edit puts ``text`` behind the first place where ``behind`` stands; without it, at the end of the file, which
is new if there is none.
"""

from __future__ import annotations

from pathlib import Path

import attrs

ROOT = Path(__file__).parents[3]
MESSAGES = ROOT / "docs" / "messages.md"
CATALOGUE = ROOT / "gamedsl" / "diagnostics" / "catalogue"


@attrs.frozen
class Edit:
    """One change of one file."""

    path: str
    text: str
    behind: str = ""


@attrs.frozen
class Walk:
    """A change: its edits, and the tests that the guide says will miss what is left out."""

    edits: tuple[Edit, ...]
    tests: tuple[str, ...]

    def paths(self) -> list[str]:
        """Return the files that the change touches, each once."""
        return list(dict.fromkeys(edit.path for edit in self.edits))


_FRAME = "@attrs.frozen(slots=False, eq=False, repr=False)\n"
_CORE = "@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)\n"
_KINDS = "tests/semantics/test_every_kind.py::test_every_kind_is_known_to_the_pass_or_stated_as_left_out"
_WORDS = "tests/syntax/test_vocabulary.py"
_ROWS = "tests/simulate/test_metric_rows.py"

STEP = Walk(
    (
        Edit("grammar/gamedsl.lark", " | stir", "?simple: pay | move | deal | shuffle"),
        Edit("grammar/gamedsl.lark", 'stir: "stir" expr\n', 'shuffle: "shuffle" expr\n'),
        Edit("grammar/gamedsl.lark", 'STIR: "stir"\n', 'SHUFFLE: "shuffle"\n'),
        Edit(
            "gamedsl/syntax/nodes/bodies.py",
            f'\n\n{_FRAME}class Stir(Step, form="stir {{zone}}"):\n    zone: Expr\n',
            'class Shuffle(Step, form="shuffle {zone}"):\n    zone: Expr\n',
        ),
        Edit(
            "gamedsl/semantics/bodies/steps.py",
            "def _stir(steps: Steps, node: nodes.Stir, scope: Scope) -> core.CoreStep | None:\n"
            "    raw = steps.checker.raw(node.zone, scope)\n"
            "    if not isinstance(raw.type, t.ZoneType):\n"
            "        return None\n"
            "    return core.Stir(span=node.span, words=steps.label(node, scope), zone=checker_zone(raw))\n\n\n",
            "    return core.Shuffle(span=node.span, words=steps.label(node, scope), zone=checker_zone(raw))\n\n\n",
        ),
        Edit("gamedsl/semantics/bodies/steps.py", "    nodes.Stir: _stir,\n", "    nodes.Shuffle: _shuffle,\n"),
        Edit(
            "gamedsl/semantics/core/steps.py",
            f'\n\n{_CORE}class Stir(CoreStep, effect=Effect(changes=("zone",), has_chance=True)):\n    zone: ZoneRef\n',
            'class Shuffle(CoreStep, effect=Effect(changes=("zone",), has_chance=True)):\n    zone: ZoneRef\n',
        ),
        Edit(
            "gamedsl/kernel/lowering/steps/deals.py",
            "\n\n@lowers_step(core.Stir)\n"
            "def _stir(b: Lowering, step: core.Stir) -> None:\n"
            "    _shuffle(b, core.Shuffle(span=step.span, words=step.words, zone=step.zone))\n",
        ),
        Edit(
            "gamedsl/presentation/effects/steps.py",
            "    core.Stir: Steps._shuffle,\n",
            "    core.Shuffle: Steps._shuffle,\n",
        ),
        Edit("docs/language.md", "| `stir Z` | a stack, by hand |\n", "| `shuffle Z` | a stack |\n"),
    ),
    (
        _KINDS,
        f"{_WORDS}::test_tables_hold_every_word_of_their_sort",
        f"{_WORDS}::test_every_step_stands_in_the_reference[stir]",
        "tests/syntax/test_round_trip.py::test_nodes_of_every_class_come_back_equal[Stir]",
    ),
)

BUILT_IN = Walk(
    (
        Edit(
            "gamedsl/semantics/expressions/functions.py",
            "def _sign(checker: Checker, node: nodes.Call, scope: Scope) -> core.Value:\n"
            '    if not one_argument(checker, node, "sign"):\n'
            "        return checker.unknown(node.span)\n"
            "    value = checker.number(node.arguments[0], scope)\n"
            "    return core.Sign(span=node.span, type=t.IntType(-1, 1), value=value)\n\n\n",
            "core.Absolute(span=node.span, type=kind, value=value)\n\n\n",
        ),
        Edit("gamedsl/semantics/expressions/functions.py", '        "sign": _sign,\n', '        "abs": _abs,\n'),
        Edit(
            "gamedsl/syntax/recovery/patterns/calls.py",
            '    "sign": "write `sign(NUMBER)`",\n',
            '    "abs": "write `abs(NUMBER)`",\n',
        ),
        Edit(
            "gamedsl/semantics/core/values.py",
            f"\n\n{_CORE}class Sign(Value, traits=OPAQUE):\n    value: Value\n",
            "class Absolute(Value, traits=Traits(is_narrowed=True)):\n    value: Value\n",
        ),
        Edit(
            "gamedsl/semantics/visibility/knowledge.py",
            '    core.Sign: _parts("value"),\n',
            '    core.Absolute: _parts("value"),\n',
        ),
        Edit(
            "gamedsl/kernel/lowering/values/arithmetic.py",
            "\n\n@lowers(core.Sign)\ndef _sign(b: Lowering, node: core.Sign) -> Expression:\n"
            "    found = b.let(value(b, node.value))\n"
            '    return minus(compare(">", found, 0), compare("<", found, 0))\n',
            "    return bounded(b, absolute(b, value(b, node.value)), node)\n",
        ),
        Edit("docs/language.md", "| `sign(n)` | -1, 0 or 1 |\n", "| `abs(n)` | the amount without sign |\n"),
    ),
    (_KINDS, "tests/docs/test_reference.py"),
)

_GAME = """game Clap
  players: 2

options
  {name}: yes, no

phases
  round
    who: players from A
    play: clap or wait

actions
  wait "Wait"
  clap "Clap"
    when: {name} "no clapping"
    then: score claps 1 for you

scoring
  claps "Claps"

end
  when: any(p.points = 3 for each p in players)
  winner: the p in players with most p.points ties all
"""
_PAGE = (
    """---
name: {name}
severity: warning
title: An option called debug
message: The option is called `debug`.
help: take another name
---

## Why

Players read this name.

## Bad

```game
"""
    + _GAME.format(name="debug")
    + """```

## Good

```game
"""
    + _GAME.format(name="quick")
    + """```
"""
)
_LINE = "| {code} | {name} | warning | An option called debug | The option is called `debug`. |\n"
_CATALOGUE = "tests/diagnostics/test_catalogue.py::test_every_code_of_the_program_has_a_page_and_every_page_is_used"
_EXAMPLE = "tests/diagnostics/test_catalogue_examples.py::test_bad_example_shows_its_code[{code}]"
_CURRENT = "tests/docs/test_examples.py::test_messages_page_is_current"


def _behind(code: str) -> str:
    """Return the line of docs/messages.md on a code, with its end."""
    lines = MESSAGES.read_text(encoding="utf-8").splitlines(keepends=True)
    return next(line for line in lines if line.startswith(f"| {code} |"))


def _last(area: str) -> str:
    """Return the last code of an area."""
    return max(page.stem for page in CATALOGUE.glob(f"{area}*.md"))


def _next(area: str) -> str:
    """Return the next free code of an area."""
    return f"{area}{int(_last(area)[len(area) :]) + 1:02}"


_NAM, _FLO = _next("GDNAM"), _next("GDFLO")
MESSAGE = Walk(
    (
        Edit(f"gamedsl/diagnostics/catalogue/{_NAM}.md", _PAGE.replace("{name}", "called-debug")),
        Edit(
            "gamedsl/semantics/usage.py",
            f'    if "debug" in game.options:\n        symbols.report("{_NAM}", game.options["debug"].span)\n',
            '    What a variant leaves unused in its base is no fault of either.\n    """\n',
        ),
        Edit("docs/messages.md", _LINE.format(code=_NAM, name="called-debug"), _behind(_last("GDNAM"))),
    ),
    (_CATALOGUE, _EXAMPLE.format(code=_NAM), _CURRENT),
)

METRIC = Walk(
    (
        Edit(
            "gamedsl/simulate/figures/metric_rows.py",
            "    Row(\n"
            '        name="free",\n'
            '        words="Decisions with a choice",\n'
            '        meaning="decisions with more than one choice",\n'
            '        kind="mean",\n'
            "        value=OfGame(lambda one: float(one.decisions - one.forced)),\n"
            '        report=In("Length"),\n'
            '        sweep=In("Length"),\n'
            "    ),\n",
            "METRICS: tuple[Row, ...] = (\n",
        ),
        Edit(
            "docs/metrics.md",
            "| `free` | decisions with more than one choice | |\n",
            "| Name | Meaning | Not in |\n|---|---|---|\n",
        ),
    ),
    (
        *(
            f"{_ROWS}::test_every_metric_in_{place}[free]"
            for place in ("a_sweep", "a_comparison", "claims", "the_docs")
        ),
        *(f"{_ROWS}::test_every_metric_in_every_format[{form}-free]" for form in ("text", "html")),
        "tests/docs/test_examples.py::test_metrics_page_is_current",
    ),
)

LINT = Walk(
    (
        Edit(f"gamedsl/diagnostics/catalogue/{_FLO}.md", _PAGE.replace("{name}", "lint-of-debug")),
        Edit(
            "gamedsl/semantics/flow/called_debug.py",
            '"""A checked game in, a warning about an option called ``debug`` out."""\n\n'
            "from gamedsl.semantics.core import model\n"
            "from gamedsl.diagnostics.report import Report\n\n\n"
            "def check_debug(game: model.CheckedGame, report: Report) -> None:\n"
            '    """Warn about an option called ``debug``."""\n'
            '    if "debug" in game.options:\n'
            f'        report("{_FLO}", game.options["debug"].span)\n',
        ),
        Edit(
            "gamedsl/semantics/flow/judge.py",
            "from gamedsl.semantics.flow.called_debug import check_debug\n",
            "from gamedsl.semantics.core.walk import walk\n",
        ),
        Edit("gamedsl/semantics/flow/judge.py", "    check_debug(game, report)\n", "    check_you(game, report)\n"),
        Edit("docs/messages.md", _LINE.format(code=_FLO, name="lint-of-debug"), _behind(_last("GDFLO"))),
    ),
    (_CATALOGUE, _EXAMPLE.format(code=_FLO), _CURRENT),
)

WALKS = {"step": STEP, "built-in": BUILT_IN, "message": MESSAGE, "metric": METRIC, "lint": LINT}
