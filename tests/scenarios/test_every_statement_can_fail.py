"""Whatever stands in a scenario is tested: changed in one place, a scenario that passed fails.

A statement of which a part is read and never compared looks like a test and is none: `illegal A: m1, m2` once judged
the first move alone. Each row here is a statement that holds, with places in it that are changed, and what makes it
untrue there.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import gamedsl
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

RULES = game_text("scenarios/every_statement_can_fail")
STATEMENTS = [
    ("then: illegal Cross: put(«a1»), put(«a2»)", "b2"),
    ("then: illegal Cross: put(«a1»), wait, put(«a2»)", "b2"),
    ("then: illegal Cross: (put(s) for each s in {«a1», a2})", "b2"),
    ("then: illegal Cross: mark_two(b1), «a1»", "b2"),
    ("then: illegal Cross: mark_two(b1), «a1», put(«a2»)", "b3"),
    ('then: illegal Cross: mark_two(«c3») "not in the corner"', "b2"),
    ('then: illegal Cross: mark_two(c3) "«not in the corner»"', "too far"),
    ('then: illegal Cross: wait "«put first»"', "no"),
    ("then: legal Cross: put(«b2»), put(«c3»)", "a1"),
    ("then: legal Cross: put(b2), «throw», mark_two(«b1», «b2»)", "wait"),
    ("then: legal Cross: (put(s) for each s in {b1, «b2»})", "a1"),
    ("then: exactly Cross: (put(s) for each s in square where s.mark = «none»), mark_two, throw", "Nought"),
    ("then: exactly Cross: (put(s) for each s in square where s.mark = none), mark_two«, throw»", ""),
    ("then: Cross: put(«b2»); Nought: put(«b3»)", "a1"),
    ("then: «Cross»: put(b2)", "Nought"),
    ("then: Cross: put(b2); «Nought»: put(b3)", "Cross"),
    ("then: Cross: put(b2); expect b2.mark = «Cross»", "Nought"),
    ("then: Cross: mark_two(b1), «b2»; Nought: put(b3)", "a2"),
    ("then: expect Cross.coins = «2» and bank = «7»", "3"),
    ("then: expect count(square where mark = «Nought») = «2»", "Cross"),
    ("then: «expect» not game_over; expect winners = {}", "expect game_over and"),
    ("then: force die: «4»; Cross: throw; expect thrown = «4»", "5"),
    ("then: force die: 4«»; Cross: throw; expect thrown = 4", ", 5"),
    ("then: for each s in {a1, «a2»}: expect s.mark = Nought", "b2"),
    ("then: for each s in {a1, a2}: expect s.mark = «Nought»", "none"),
    ("then: for each s in {a1, «a2»}: illegal Cross: put(s)", "b2"),
    ("then: let n = «2»; expect Cross.coins = n", "3"),
    ("then:\n      if Cross.coins = «2»: expect bank = 7\n      else: expect bank = 9", "3"),
]


def _passes(text: str) -> bool:
    """Is a rule file without errors, and do all its scenarios pass?"""
    found = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    return not found and all(result.passed for result in gamedsl.loads(text).test())


def _without_marks(text: str) -> str:
    return text.replace("«", "").replace("»", "")


@pytest.mark.parametrize(("statement", "untrue"), STATEMENTS)
def test_every_part_of_a_statement_is_tested(statement: str, untrue: str) -> None:
    """As it stands it passes; with any of its marked places changed it does not."""
    assert _passes(f"{RULES}    {_without_marks(statement)}\n"), "as it stands"
    for place in re.finditer("«[^»]*»", statement):
        changed = _without_marks(statement[: place.start()] + untrue + statement[place.end() :])
        assert not _passes(f"{RULES}    {changed}\n"), changed


NUMBERS = re.compile(r"(?<![\w.\]])= (?P<n>\d+)(?![\w.])")
GAMES = Path(gamedsl.__file__).parents[1] / "games"


@pytest.mark.parametrize("name", ["mogul", "tycoon", "quatre_etoiles", "saloon_tycoon"])
def test_numbers_expected_in_the_scenarios_of_games_are_tested(name: str) -> None:
    """Another number behind `=` in an `expect` line, and the scenario in which it stands fails."""
    path = GAMES / f"{name}_scenarios.game"
    text = path.read_text("utf-8")
    files = {f"{name}.game": (GAMES / f"{name}.game").read_text("utf-8")}
    files |= {f"{name}/{one.name}": one.read_text("utf-8") for one in (GAMES / name).glob("*.csv")}
    places = [
        found for found in NUMBERS.finditer(text)
        if text[text.rfind("\n", 0, found.start()) + 1 : found.start()].lstrip().startswith("expect")
    ]  # fmt: skip
    assert len(places) > 40
    heads = list(re.finditer(r"^  (\w+) \"", text, re.MULTILINE))
    for place in Random(name).sample(places, examples(3, len(places))):
        inside = [head[1] for head in heads if head.start() < place.start()][-1]
        changed = f"{text[: place.start('n')]}{int(place['n']) + 1}{text[place.end('n') :]}"
        results = gamedsl.loads(changed, path=path.name, files=files).test(inside)
        line = text.count("\n", 0, place.start()) + 1
        assert not all(result.passed for result in results), f"{path.name}:{line}: {inside}"
