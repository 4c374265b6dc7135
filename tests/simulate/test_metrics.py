"""Metrics of results written by hand, claims about them, comparisons."""

import random

import attrs
import pytest

import gamedsl
from gamedsl.simulate.figures.claims import ClaimError, expected, judge, parse_claim
from gamedsl.simulate.figures.differences import compare, told
from gamedsl.simulate.figures.metrics import measure
from gamedsl.simulate.figures.samples import winners_use, wins_with
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.results import Results
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text

ONE = GameResult(
    number=0,
    seed=9,
    kinds=("random", "greedy"),
    status="finished",
    winners=(0,),
    points=(7, 4),
    sources={"wares": (7, 4)},
    decisions=10,
    turns=6,
    forced=2,
    choices=30,
    lead_changes=1,
    standings=((1, 0), (2, 3), (5, 3)),
    uses={"buy": (3, 0)},
)
OTHER = attrs.evolve(ONE, number=1, winners=(1,), points=(2, 8), standings=((0, 1), (0, 3), (1, 6)), decisions=20)
SHARED = attrs.evolve(ONE, number=2, winners=(0, 1), points=(5, 5), standings=((1, 1), (1, 1), (5, 5)))
STOPPED = attrs.evolve(ONE, number=3, status="stopped", winners=(), error="GDRUN02 x.game:3:1: no cover")


def value(games: list[GameResult], name: str) -> float:
    """Return the measured value of a metric."""
    return measure(games)[name].estimate.value


def test_a_result_comes_back_from_its_line() -> None:
    """One line of JSON holds everything."""
    assert GameResult.from_line(STOPPED.to_line()) == STOPPED


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"number": 1}', "7", '{"x": 1}'])
def test_other_lines_are_refused(line: str) -> None:
    """What is no result is a ValueError, never a half-filled result."""
    with pytest.raises(ValueError, match=r"."):
        GameResult.from_line(line)


def test_victories_count_in_parts() -> None:
    """A shared victory is half a victory for each of two."""
    games = [ONE, OTHER, SHARED]

    assert 0.5 == value(games, "win_rate.seat_1") == value(games, "win_rate.greedy")
    assert 1.0 == value(games, "seat_balance")
    assert 1 / 3 == value(games, "shared")


def test_stopped_games_count_only_as_stopped() -> None:
    """Nothing else is measured of them."""
    assert 0.25 == value([ONE, OTHER, SHARED, STOPPED], "stopped")
    assert 40 / 3 == pytest.approx(value([ONE, OTHER, SHARED, STOPPED], "decisions"))
    assert {"finished", "unfinished", "stopped"} == set(measure([STOPPED]))


def test_the_course_of_games() -> None:
    """Leaders, comebacks and runaways by the standings."""
    games = [ONE, OTHER, SHARED]

    assert 1.0 == value(games, "leader_wins.25")
    assert 0.5 == value(games, "leader_wins.50")
    assert 0.5 == value(games, "comeback")
    assert 1 / 3 == value(games, "runaway")


def test_points() -> None:
    """Means by player, seat, source; the winner's; the distance."""
    games = [ONE, OTHER]

    assert (5.25, 4.5, 6.0) == (value(games, "score"), value(games, "score.seat_1"), value(games, "score.greedy"))
    assert (7.5, 4.5, 5.5) == (value(games, "winner_score"), value(games, "margin"), value(games, "source.wares"))


def test_lengths() -> None:
    """Decisions, turns, choices at a decision, forced decisions."""
    assert (15.0, 6.0) == (value([ONE, OTHER], "decisions"), value([ONE, OTHER], "turns"))
    assert 2.25 == value([ONE, OTHER], "branching")
    assert 0.15 == pytest.approx(value([ONE, OTHER], "forced"))


def test_use_of_actions() -> None:
    """Who used it won once in two games; who did not, too; an action nobody used shows as such."""
    found = {name: one.estimate for name, one in measure([ONE, OTHER], ["buy", "sell"]).items()}
    names = ("used", "uses", "wins_with", "wins_without")

    assert (1.0, 3.0, 0.5, 0.5) == tuple(found[f"{name}.buy"].value for name in names)
    assert (0.0, 0, 2) == (found["used.sell"].value, found["wins_with.sell"].size, found["wins_without.sell"].size)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("win_rate.seat_1 >= 40%", "holds"),
        ("win_rate.seat_1 > 0.9", "fails"),
        ("win_rate.seat_1 >= 0.5", "open"),
        ("win_rate.seat_1 >= .4", "holds"),
        ("decisions < 16", "holds"),
        ("decisions <= 14.5", "fails"),
    ],
)
def test_claims(text: str, answer: str) -> None:
    """A claim holds or fails only beyond the interval."""
    games = [attrs.evolve(one, number=number) for number, one in enumerate([ONE, OTHER] * 400)]

    assert answer == judge(parse_claim(text), measure(games)).answer


@pytest.mark.parametrize(("games", "seats"), [(20, 3), (60, 5), (100, 4)] if NIGHTLY else [(20, 3)])
def test_few_games_do_not_rule_out_a_fair_game(games: int, seats: int) -> None:
    """Of 200 samples of a fair game hardly any is said to be unfair."""
    chance = random.Random(games)
    kinds = ("random",) * seats
    ruled_out = 0
    for _ in range(200):
        won = [chance.randrange(seats) for _ in range(games)]
        sample = [attrs.evolve(ONE, kinds=kinds, winners=(seat,), points=(), sources={}, uses={}) for seat in won]
        ruled_out += measure(sample)["seat_balance"].estimate.excludes(1.0)

    assert ruled_out <= 10


def test_an_unfair_game_is_found() -> None:
    """Where one seat of two wins three games of four, a hundred games tell."""
    sample = [attrs.evolve(ONE, winners=(int(number % 4 == 0),)) for number in range(100)]

    assert "fails" == judge(parse_claim("seat_balance >= 0.9"), measure(sample)).answer


def test_no_number_of_cases_that_is_there_already() -> None:
    """An interval that is cut off at one side never leads to fewer games than were played."""
    games = [attrs.evolve(ONE, winners=(seat,)) for seat in (0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)]
    verdict = judge(parse_claim("win_rate.seat_1 >= 0.4"), measure(games))
    wanted = int(verdict.words.partition("about ")[2].partition(" ")[0])

    assert "open" == verdict.answer
    assert wanted > 12


def test_no_number_of_cases_for_the_balance_of_seats() -> None:
    """The distance of the worst from the best of several seats shrinks while games are added."""
    games = [attrs.evolve(ONE, winners=(seat,)) for seat in (0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)]
    verdict = judge(parse_claim("seat_balance >= 0.9"), measure(games))

    assert "open" == verdict.answer
    assert "nearer to each other the more games are played" in verdict.words
    assert "would do" not in verdict.words


def test_players_who_win_together_are_no_cases_of_their_own() -> None:
    """The interval of who used an action and won holds the truth though all players of a game win or lose together."""
    chance = random.Random(2)
    alike = attrs.evolve(ONE, kinds=("random",) * 4, points=(1,) * 4, sources={})
    held = 0
    for _ in range(200):
        games = [
            attrs.evolve(
                alike,
                winners=tuple(range(4)) if chance.random() < 0.4 else (),
                uses={"buy": (1,) * users + (0,) * (4 - users)},
            )
            for users in chance.choices(range(5), k=60)
        ]
        held += not wins_with(Results(games), "buy").excludes(0.1)

    assert 180 <= held


def test_an_open_claim_says_how_many_cases_might_do() -> None:
    """The sentence names the interval and a number of cases."""
    verdict = judge(parse_claim("win_rate.seat_1 >= 0.45"), measure([ONE, OTHER]))

    assert "open" == verdict.answer
    assert "the sample is too small to tell; about" in verdict.words


@pytest.mark.parametrize("text", ["", "balance", "seat_balance == 1", "seat_balance >= x", ">= 3"])
def test_what_is_no_claim(text: str) -> None:
    """It is refused with an example."""
    with pytest.raises(ClaimError, match=r"seat_balance >= 0\.9"):
        parse_claim(text)


def test_an_unknown_metric_is_named_with_a_guess() -> None:
    """Did you mean …?"""
    with pytest.raises(ClaimError, match="did you mean `seat_balance`"):
        judge(parse_claim("seat_ballance > 1"), measure([ONE]))


def test_paired_differences() -> None:
    """The same change in every pair is real however much the games differ; no change is none."""
    first = [attrs.evolve(ONE, number=number, decisions=10 + 7 * number) for number in range(20)]
    second = [attrs.evolve(one, decisions=one.decisions + 2 + one.number % 2) for one in first]
    found = {one.name: one for one in compare(first, second)}

    assert (2.5, True) == (found["decisions"].difference.value, found["decisions"].is_real)
    assert not found["turns"].is_real
    assert "open" == found["turns"].answer == found["win_rate.seat_1"].answer
    assert "Decisions in a game: 76.5 and 79.0, 2.50 more" in told(found["decisions"])


def test_only_pairs_are_compared() -> None:
    """Games that one side lacks are left out; of those that one side has not finished only their end is compared."""
    assert [] == compare([ONE], [OTHER])
    assert {"finished", "stopped"} == {one.name for one in compare([ONE], [attrs.evolve(ONE, status="stopped")])}


def test_many_figures_bring_no_false_alarm() -> None:
    """Between samples that differ by chance alone hardly any difference is called real, though many are looked at."""
    chance = random.Random(4)
    alarms = 0
    for _ in range(30):
        first = [_by_chance(chance, number) for number in range(40)]
        second = [_by_chance(chance, number) for number in range(40)]
        alarms += any(one.is_real for one in compare(first, second, ["buy"]))

    assert alarms <= 4


def _by_chance(chance: random.Random, number: int) -> GameResult:
    points = (chance.randrange(20), chance.randrange(20))
    return attrs.evolve(
        ONE,
        number=number,
        points=points,
        winners=(points.index(max(points)),),
        decisions=chance.randrange(10, 30),
        turns=chance.randrange(5, 9),
        choices=chance.randrange(30, 90),
        uses={"buy": (chance.randrange(4), chance.randrange(4))},
    )


def test_few_pairs_show_nothing() -> None:
    """Two pairs that happen to change alike are no proof."""
    first = [attrs.evolve(ONE, number=number) for number in range(2)]
    second = [attrs.evolve(one, decisions=12) for one in first]

    assert {"open"} == {one.answer for one in compare(first, second)}


def test_players_of_one_game_are_one_case() -> None:
    """Points of a player are measured by game: players who share the same luck do not make the interval narrower."""
    found = measure([ONE, OTHER])

    assert 2 == found["score"].estimate.size == found["source.wares"].estimate.size


def test_the_winner_beside_the_others() -> None:
    """Uses of an action by a winner and by another player of the same game."""
    games = [attrs.evolve(ONE, uses={"buy": (3, 1)}), attrs.evolve(OTHER, uses={"buy": (1, 3)})] * 10
    buy = winners_use(Results(games), "buy", 1)

    assert (3.0, 1.0, 2.0) == (buy.by_winners.value, buy.by_others.value, buy.more.value)
    assert buy.more.excludes(0.0)


def test_uses_of_actions_are_metrics() -> None:
    """So claims can be made about them."""
    found = measure([ONE, OTHER] * 5, ["buy"])

    assert (1.0, 3.0) == (found["used.buy"].estimate.value, found["uses.buy"].estimate.value)
    assert "holds" == judge(parse_claim("uses.buy >= 3"), found).answer


@pytest.mark.parametrize("claim", ["forced > 0.5", "decisions > 50", "uses.buy >= 4"])
def test_a_few_equal_games_rule_nothing_out(claim: str) -> None:
    """One game, or some that happen to be alike, are no proof."""
    for games in (1, 2, 9):
        assert "open" == judge(parse_claim(claim), measure([ONE] * games, ["buy"])).answer
    assert "fails" == judge(parse_claim(claim), measure([ONE] * 10, ["buy"])).answer


def test_claims_about_any_bot() -> None:
    """Names of bots may hold signs."""
    games = [attrs.evolve(ONE, kinds=("my-bot", "pack.age:Bot"))] * 30

    assert "holds" == judge(parse_claim("win_rate.my-bot >= 0.5"), measure(games)).answer
    assert "fails" == judge(parse_claim("win_rate.pack.age:Bot>=50%"), measure(games)).answer


def test_players_of_one_kind_are_one_case() -> None:
    """Where two of three seats are played alike, each game tells once how such a player does."""
    games = [attrs.evolve(ONE, kinds=("random", "greedy", "random"), points=(1, 2, 3), winners=(2,))] * 6
    found = measure(games)

    assert (0.5, 6) == (found["win_rate.random"].estimate.value, found["win_rate.random"].estimate.size)
    assert 6 == found["score.random"].estimate.size


def test_comparisons_and_metrics_have_the_same_figures() -> None:
    """A name means the same in both: the difference is that of the two metrics."""
    first = [attrs.evolve(ONE, number=number) for number in range(20)]
    second = [attrs.evolve(one, points=(9, 2), sources={"wares": (9, 2)}, forced=4, choices=40) for one in first]
    before, after = measure(first, ["buy"]), measure(second, ["buy"])
    found = compare(first, second, ["buy"])

    assert {"score", "winner_score", "forced", "source.wares"} <= {one.name for one in found}
    for one in found:
        assert before[one.name].estimate.value == pytest.approx(one.first)
        assert after[one.name].estimate.value == pytest.approx(one.second)
        assert (before[one.name].words, before[one.name].unit == "rate") == (one.words, one.is_rate)


ALONE = game_text("simulate/metrics")


def test_points_can_be_claimed_for_one_player() -> None:
    """Which metrics there will be is known before, also in a game for one."""
    game = gamedsl.loads(ALONE)
    known = expected(game, Settings("alone", 1, ("random",), 1, 1))
    assert {"score", "score.seat_1", "winner_score", "source.money", "uses.take"} <= set(known)


def test_a_claim_about_too_few_cases_says_so() -> None:
    """Where there is no interval none is told."""
    words = judge(parse_claim("forced <= 0.9"), measure([ONE] * 3)).words
    assert "too few cases for an interval" in words
    assert "inf" not in words
