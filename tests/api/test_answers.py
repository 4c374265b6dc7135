"""Several who decide at once: in any order, with the same game as one after the other."""

import json
from random import Random

import pytest

import gamedsl
from gamedsl import Answers, documents
from tests.helpers.sample_games.documents import BIDS
from tests.helpers.suite.nightly import games_of_each_form
from tests.helpers.texts import game_text

DRAWN = game_text("api/answers")


def started(text: str = BIDS, seed: int = 1) -> Answers:
    """Return a game at its first question."""
    return Answers(gamedsl.loads(text).start(seed=seed))


def test_all_who_decide_together_may_answer_in_any_order() -> None:
    """The game is the same as when they answer one after the other."""
    one, other = started(), started()
    assert (0, 1, 2) == one.deciders
    one.apply(2, "bid(3)")
    one.apply(1, "bid(2)")
    assert ((0,), (1, 2), 0) == (one.deciders, one.waiting, one.table.decisions)
    one.apply(0, "bid(1)")
    for seat, move in enumerate(("bid(1)", "bid(2)", "bid(3)")):
        other.apply(seat, move)
    assert one.table.save() == other.table.save()
    assert ((0, 1, 2), (), 3) == (one.deciders, one.waiting, one.table.decisions)


def test_who_has_nothing_to_decide_is_told_so() -> None:
    """Nobody answers twice, nobody else answers, and a choice must be legal; an answer that waits can be withdrawn."""
    answers = started()
    answers.apply(1, "bid(5)")
    for wrong in (lambda: answers.apply(1, "bid(4)"), lambda: answers.legal(1), lambda: answers.withdraw(2)):
        with pytest.raises(gamedsl.IllegalChoice, match="seat"):
            wrong()
    with pytest.raises(gamedsl.IllegalChoice):
        answers.apply(2, "bid(9)")
    answers.withdraw(1)
    assert (0, 1, 2) == answers.deciders
    assert ["bid(1)", "bid(2)"] == [one.text for one in answers.legal(1)][:2]


def test_answers_given_ahead_are_saved() -> None:
    """Whoever goes on from a save goes on with them, and the game becomes the same; a damaged save is refused."""
    answers = started()
    answers.apply(2, "bid(3)")
    saved = json.loads(json.dumps(answers.save()))
    again = Answers.restored(answers.table.game, json.dumps(saved))
    assert ((2,), (0, 1)) == (again.waiting, again.deciders)
    for one in (answers, again):
        one.apply(1, "bid(2)")
        one.apply(0, "bid(1)")
    assert answers.table.save() == again.table.save()
    for waiting in ([{"seat": 2, "code": 99}], [{"seat": 0, "code": 1}], [{"seat": 7, "code": 1}], [1], None):
        with pytest.raises(gamedsl.SaveError, match="the saved answers are damaged"):
            Answers.restored(answers.table.game, saved | {"waiting": waiting})
    for other in (answers.table.save(), saved | {"version": 2}):
        with pytest.raises(gamedsl.SaveError, match="no saved answers"):
            Answers.restored(answers.table.game, other)
    with pytest.raises(gamedsl.SaveError, match="belongs to the game 'Bids'"):
        Answers.restored(gamedsl.load("kuhn_poker"), saved)


def test_an_answer_that_waits_is_given_when_its_turn_comes() -> None:
    """Also when those before decide at the table itself."""
    answers = started()
    answers.apply(1, "bid(5)")
    answers.table.apply("bid(1)")
    assert ((2,), (), 2) == (answers.deciders, answers.waiting, answers.table.decisions)


def test_nobody_is_asked_ahead_of_chance() -> None:
    """What is rolled for somebody comes only when the turn has come."""
    assert (0,) == started(DRAWN).deciders


def test_elsewhere_one_decides() -> None:
    """In phases without ``together`` there is one decider, and none at the end."""
    answers = Answers(gamedsl.load("connect_four").start())
    assert (0,) == answers.deciders
    for move in ("drop(1)", "drop(2)") * 3 + ("drop(1)",):
        answers.apply(answers.deciders[0], move)
    assert () == answers.deciders


@pytest.mark.parametrize("name", games_of_each_form("tycoon", "quatre_etoiles", "checkers", "no_thanks"))
def test_random_orders_end_in_the_same_games(name: str) -> None:
    """Whoever answers first, the record is that of one after the other, and plays again to the same end."""
    random, answers = Random(3), Answers(gamedsl.load(name).start(seed=3))
    for _ in range(25):
        deciders = answers.deciders
        if not deciders:
            break
        seat = random.choice(deciders)
        answers.apply(seat, random.choice(answers.legal(seat)).code)
    saved = json.loads(json.dumps(answers.table.save()))
    assert answers.table.fingerprint() == answers.table.game.restore(saved).fingerprint()


def test_a_question_ahead_tells_nothing_of_the_others() -> None:
    """It is the same whatever those before have answered."""
    asked = []
    for bid in ("bid(1)", "bid(5)"):
        answers = started()
        before = documents.question(answers.asked(2))
        answers.apply(0, bid)
        after = documents.question(answers.asked(2))
        assert before == after
        asked.append((after, documents.view(answers.table, 2)))
    assert asked[0] == asked[1]
