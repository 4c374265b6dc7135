"""What counts of a state is what the program still reads: all else may hold anything, and is no part of the state."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.passes.analysis.liveness import Liveness
from gamedsl.kernel.program import Word
from gamedsl.kernel.resume_points import Standing
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.presentation.views import project
from tests.frozen.kept import cases, tried
from tests.helpers.kernel.comparing import POLICY
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.set_ups import fitting
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.texts import game_text
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES

_EVERY = 3
SOME = ("quatre_etoiles", *FORMS)


def playing(name: str) -> Engine:
    """Return an engine that plays by the program, with options by chance."""
    game = gamedsl.load(name).checked
    return Engine(game, *fitting(Random(name), game))


def scrambled(s: Any, random: Random) -> Any:
    """Return a copy of a state in which all that means nothing is something else; it is what can be forgotten."""
    new, fields, idle = s.copy(), {}, {*s.reading.live.idle(s)}
    bare = zip(new, s.stripped(), s.reading.live._initial, strict=True)
    assert all(forgotten == (first if at in idle else now) for at, (now, forgotten, first) in enumerate(bare))
    for name, field in s.reading.program.fields.items():
        for at in range(field.count):
            fields[s.reading.at[name] + at] = field.type
    for at in idle:
        kind = fields[at]
        new[at] = random.getrandbits(kind.width) if isinstance(kind, Word) else random.randint(kind.low, kind.high)
    return new


def first_difference(engine: Engine, seed: int, limit: int) -> tuple[str, int]:
    """Play at random, and beside it the same game with anything in what means nothing; return how these differ first,
    and how many numbers were others."""
    random, changed = Random(seed), 0
    s: Any = engine.start(seed)
    other = s.copy()
    while s.decisions < limit and (codes := engine.codes(s)):
        if s.decisions % _EVERY == 0:
            other = scrambled(other, random)
            changed += sum(a != b for a, b in zip(s, other, strict=True))
        if s != other or hash(s) != hash(other) or codes != engine.codes(other):
            return f"decision {s.decisions}", changed
        code = codes[draw(s.key, 0, POLICY, s.decisions, len(codes))]
        engine.apply(s, code)
        engine.apply(other, code)
    same = s == other and s.events() == other.events() and project(engine, s, 0) == project(engine, other, 0)
    return "" if same else f"decision {s.decisions}", changed


@pytest.mark.parametrize("name", tried(SOME, [*GAMES, *EXAMPLES]))
def test_what_means_nothing_changes_nothing(name: str) -> None:
    """Games go the same way, with the same log, whatever closed paragraphs have left behind."""
    assert first_difference(playing(name), 3, 150)[0] == ""


@pytest.mark.parametrize("number", cases(1, 12))
def test_what_means_nothing_changes_nothing_in_games_that_nobody_meant(number: int) -> None:
    """So it is where triggers ask in the middle of steps, and where cards are hidden."""
    changed = 0
    for text in (trigger_game(Random(number)), card_game(Random(number))):
        game = gamedsl.loads(text).checked
        found, numbers = first_difference(Engine(game, game.least_seats), number, 60)
        assert found == ""
        changed += numbers
    assert changed > 0


@pytest.mark.parametrize("name", tried(SOME, [*GAMES, *EXAMPLES]))
def test_only_open_paragraphs_count(name: str) -> None:
    """What is still read where play stands belongs to a paragraph that is open there."""
    game = gamedsl.load(name).checked
    carried = Engine(game, game.most_seats).programs.first
    assert carried is not None
    program, count = carried.program, 0
    liveness = Liveness(program)
    places = list(program.standing.items())
    places += [(liveness.behind(key, at), one) for key, ones in program.sites.items() for at, one in enumerate(ones)]
    for block, standing in places:
        own = tuple(f"{key}." for key in around(standing))
        found = liveness.fields(block)
        assert [] == sorted(field for field in found if not field.startswith(own))
        count += len(found)
    assert count > 0


def around(standing: object) -> list[str]:
    """Return the paragraph of where play stands, and those in which it is written."""
    found = []
    while isinstance(standing, Standing):
        found.append(standing.paragraph)
        standing = standing.around
    return found


PLANS = game_text("kernel/liveness")


def planned(engine: Engine, *choices: str) -> Any:
    """Return the state behind some choices."""
    s: Any = engine.start(0, log=False)
    for text in choices:
        engine.apply(s, next(one.code for one in engine.legal(s) if engine.choice_text(s, one) == text))
    return s


def test_what_was_picked_and_taken_back_is_no_part_of_a_state() -> None:
    """States are equal when only a pick of an action that is over was another one, and others when it still counts."""
    engine = Engine(gamedsl.loads(PLANS).checked, 2)
    one, other = (planned(engine, f"plan({n})", "nod", "drop") for n in (2, 5))
    assert list(one) != list(other)
    assert one == other and hash(one) == hash(other)
    asked, still = (planned(engine, f"plan({n})") for n in (2, 5))
    assert asked != still


@pytest.mark.parametrize("ways", [("nod",), ("nod", "drop"), ("shake", "plan(1)", "nod")])
def test_no_number_of_a_deal_tells_what_was_picked_in_secret(ways: tuple[str, ...]) -> None:
    """Deals for who has not seen it are the same numbers, those of paragraphs that are closed included."""
    engine = Engine(gamedsl.loads(PLANS).checked, 2)
    deals: list[Any] = [
        Determinizer(engine, planned(engine, f"plan({n})", *ways), 1).deal(Random(3)) for n in (2, 4, 5)
    ]
    assert [list(deals[0])] * 2 == [list(deal) for deal in deals[1:]]
    assert [None] * 3 == [deal.since for deal in deals]
