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
    """A change: its edits, and the tests that the guide says will miss what is left out.

    ``script`` is run behind the edits, and writes the files that are ``made``. ``proof`` is a test that comes with the
    change, and is never left out.
    """

    edits: tuple[Edit, ...]
    tests: tuple[str, ...]
    script: str = ""
    made: tuple[str, ...] = ()
    proof: Edit | None = None

    def paths(self) -> list[str]:
        """Return the files that the change touches, each once."""
        return list(dict.fromkeys([*(edit.path for edit in self.edits), *self.made]))


_FRAME = "@attrs.frozen(slots=False, eq=False, repr=False)\n"
_CORE = "@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)\n"
_KINDS = "tests/semantics/test_every_kind.py::test_every_kind_is_known_to_the_pass_or_stated_as_left_out"
_WORDS = "tests/syntax/test_vocabulary.py"
_ROWS = "tests/simulate/test_metric_rows.py"

_LOCALE = "gamedsl/i18n/locale"
_WORDED = '\nmsgid "turn {{place}} over"\nmsgstr "{}"\n\nmsgid "{{place}} turned over"\nmsgstr "{}"\n'
_FLIP = """game Flip
  players: 2

types
  colour: red, blue, green, grey

components
  disc: piece, 1 each colour

table
  row: stack of disc, full
  rest: heap of disc

phases
  round
    who: players from A
    play: flip or draw
    until: count(row) = 0

actions
  flip "Flip"
    then: reverse row
  draw "Draw"
    then: deal 1 from row to rest

end
  when: count(row) = 0
  winner: players

scenarios
  turned_over
    given: move row to rest; for each c in {red, blue, green}: move (disc where colour = c) to row
    then:
      expect row.top.colour = green
      A: flip
      expect row.top.colour = red
      B: draw
      expect row.top.colour = blue
"""
_PROOF = f"""\'\'\'A stack is turned over, and everybody is told.\'\'\'

from pathlib import Path

import pytest
from click.testing import CliRunner

import gamedsl
from gamedsl.cli import group

FLIP = \'\'\'{_FLIP}\'\'\'


@pytest.mark.parametrize(
    ("language", "line"), [("en", "A: Flip · row turned over"), ("de", "A: Flip · row umgedreht")]
)
def test_it_is_told(language: str, line: str) -> None:
    table = gamedsl.loads(FLIP, language=language).start(2, seed=1)
    table.apply("flip")

    assert [line] == list(table.log(0))
    assert "reverse" in [event["event"] for event in table.events(0)]
    assert line.partition(" · ")[2] in [effect.words for part in table.story(0) for effect in part.effects]


def test_studies_of_many_games_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "flip.game"
    path.write_text(FLIP, encoding="utf-8")
    told = []
    for engine in ("python", "native"):
        found = CliRunner().invoke(group, ["simulate", str(path), "--games", "100", "--seed", "1", "--engine", engine])
        assert 0 == found.exit_code, found.output
        told.append(found.output)

    assert told[0] == told[1]
"""

STEP = Walk(
    (
        Edit("grammar/gamedsl.lark", " | reverse", "?simple: pay | move | deal | shuffle"),
        Edit("grammar/gamedsl.lark", 'reverse: "reverse" expr\n', 'shuffle: "shuffle" expr\n'),
        Edit("grammar/gamedsl.lark", 'REVERSE: "reverse"\n', 'SHUFFLE: "shuffle"\n'),
        Edit(
            "gamedsl/syntax/nodes/bodies.py",
            f'\n\n{_FRAME}class Reverse(Step, form="reverse {{zone}}"):\n    zone: Expr\n',
            'class Shuffle(Step, form="shuffle {zone}"):\n    zone: Expr\n',
        ),
        Edit(
            "gamedsl/semantics/bodies/steps.py",
            "def _reverse(steps: Steps, node: nodes.Reverse, scope: Scope) -> core.CoreStep | None:\n"
            "    raw = steps.checker.raw(node.zone, scope)\n"
            '    if not isinstance(raw.type, t.ZoneType) or raw.type.form != "stack":\n'
            '        steps.checker.wrong(raw, "a stack", hint="only a stack has an order")\n'
            "        return None\n"
            "    return core.Reverse(span=node.span, words=steps.label(node, scope), zone=checker_zone(raw))\n\n\n",
            "    return core.Shuffle(span=node.span, words=steps.label(node, scope), zone=checker_zone(raw))\n\n\n",
        ),
        Edit("gamedsl/semantics/bodies/steps.py", "    nodes.Reverse: _reverse,\n", "    nodes.Shuffle: _shuffle,\n"),
        Edit(
            "gamedsl/semantics/core/steps.py",
            f'\n\n{_CORE}class Reverse(CoreStep, effect=Effect(changes=("zone",))):\n    zone: ZoneRef\n',
            'class Shuffle(CoreStep, effect=Effect(changes=("zone",), has_chance=True)):\n    zone: ZoneRef\n',
        ),
        Edit(
            "gamedsl/kernel/lowering/pieces/routines.py",
            '\n\ndef reverse(c: i) -> None:\n    """Turn a stack over: what lay lowest lies on top."""\n'
            "    low: i = c * CAPACITY\n"
            "    high: i = low + blocks[c] - 1\n"
            "    kept: w = 0\n"
            "    while low < high:\n"
            "        kept = block[low]\n"
            "        block[low] = block[high]\n"
            "        block[high] = kept\n"
            "        low += 1\n"
            "        high -= 1\n",
        ),
        Edit(
            "gamedsl/kernel/lowering/steps/deals.py",
            "from gamedsl.kernel.lowering.pieces.stacks import routine, stack_at, stack_field\n",
            "from gamedsl.kernel.lowering.pieces.moving import move_into\n",
        ),
        Edit("gamedsl/kernel/lowering/steps/deals.py", "Do, ", "from gamedsl.kernel.program import Break, "),
        Edit(
            "gamedsl/kernel/lowering/steps/deals.py",
            "\n\n@lowers_step(core.Reverse)\n"
            "def _reverse(b: Lowering, step: core.Reverse) -> None:\n"
            "    entry, kind = step.zone.entry, b.game.zones[step.zone.entry].kind\n\n"
            "    def turn(at: Expression) -> None:\n"
            "        c = b.let(stack_at(b, entry, at))\n"
            '        b.emit(Do(routine(b, kind, "reverse", c)))\n'
            '        cell, many = plus(at, b.layout.cells[entry].base), b.read(stack_field(kind, "size"), c)\n'
            '        b.note(LOG, Told("reverse", b.scope.card), cell, many)\n\n'
            "    each_place(b, step.zone, turn)\n"
            "    check(b, zone_part(b.game, entry))\n",
        ),
        Edit(
            "gamedsl/engine/events.py",
            f'\n\n{_CORE}class ReverseEvent(PlaceEvent, template=mark("{{place}} turned over")):\n'
            '    """A stack is turned over: what lay lowest lies on top."""\n',
            '    """A stack is shuffled."""\n',
        ),
        Edit(
            "gamedsl/presentation/effects/plain_steps.py",
            '    core.Reverse: _in_place("move", mark("turn {place} over"), mark("turn {place} over")),\n',
            "PLAIN: dict[type[core.CoreStep], Tell] = {\n",
        ),
        Edit(f"{_LOCALE}/de/LC_MESSAGES/gamedsl.po", _WORDED.format("drehe {place} um", "{place} umgedreht")),
        Edit(f"{_LOCALE}/fr/LC_MESSAGES/gamedsl.po", _WORDED.format("retourne {place}", "{place} retourné")),
        Edit(
            "docs/language.md",
            "| `reverse Z` | a stack is turned over |\n",
            "| `shuffle Z` | a stack |\n",
        ),
        Edit("docs/language.md", f"```game\n{_FLIP}```\n\n", "## Rules, triggers, modifiers\n\n"),
    ),
    (
        _KINDS,
        "tests/semantics/test_every_kind.py::test_all_that_is_noted_is_heard",
        "tests/semantics/test_every_kind.py::test_every_other_event_has_words[ReverseEvent]",
        f"{_WORDS}::test_tables_hold_every_word_of_their_sort",
        f"{_WORDS}::test_every_step_stands_in_the_reference[reverse]",
        "tests/syntax/test_round_trip.py::test_nodes_of_every_class_come_back_equal[Reverse]",
        "tests/docs/test_examples.py::test_scenarios_pass",
        "tests/i18n/test_catalogues.py",
    ),
    script="tests/i18n/refresh.py",
    made=(f"{_LOCALE}/gamedsl.pot", *(f"{_LOCALE}/{one}/LC_MESSAGES/gamedsl.mo" for one in ("de", "fr"))),
    proof=Edit("tests/engine/test_turned_over.py", _PROOF),
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
    (
        _KINDS,
        "tests/docs/test_reference.py",
        "tests/semantics/test_names.py::test_a_function_that_is_called_wrongly_says_how_it_is_called[sign]",
    ),
)

_GAME = """game Clap
  players: 2

options
  {name}: yes, no

phases
  round
    who: players from A
    play: clap or wait
    until: game_over

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
