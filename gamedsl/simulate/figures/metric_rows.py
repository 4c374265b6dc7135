"""Nothing in -> every metric of ``simulate``, one row each, in the order of reports.

Whoever adds a row is done: reports in all formats, sweeps, comparisons and claims read nothing else, and
``python tests/docs/refresh.py`` writes its line in docs/metrics.md.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.simulate.figures import figures as of
from gamedsl.simulate.figures import samples
from gamedsl.simulate.figures.estimates import average
from gamedsl.simulate.figures.row import In, LeftOut, OfGame, OfGames, Row
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult
from gamedsl.simulate.results.keys import (
    DECISIONS,
    FIRST,
    HAS_COURSE,
    HOW_MANY_WON,
    KINDS,
    LEAD_CHANGES,
    OWN,
    POINTS,
    SEATS,
    SOURCES,
    STATUS,
    TURNS,
    WINNERS,
    Key,
    Of,
    OfSeat,
    PerDecision,
    points_from,
    standing_at,
    uses_of,
)
from gamedsl.simulate.results.results import Results

_COURSE: tuple[Key, ...] = HAS_COURSE, *(Of(standing_at(share), "differ") for share in CHECKPOINTS)
NEEDED: tuple[Key, ...] = (FIRST, WINNERS, KINDS, SEATS, SOURCES, OWN, Of(POINTS, "who has"), *_COURSE)
"""All of games on which it depends which figures they have."""


def _starters_differ(games: Results) -> bool:
    alike = games.alike(FIRST, WINNERS)
    return len({one.first for one, _ in alike if one.winners and one.first is not None}) > 1


def _have_points(games: Results) -> bool:
    return any(any(one.points) for one, _ in games.alike(Of(POINTS, "who has")))


def _have_course(games: Results) -> bool:
    """Tell whether standings during the games say anything; they do not where points show only at the end."""
    alike = games.alike(*_COURSE)
    return any(len(set(standing)) > 1 for one, _ in alike if all(one.standings) for standing in one.standings)


def _is(*keys: Key) -> Callable[..., tuple[Key, ...]]:
    """Return what says that a value depends on these alone, whatever the metric is about."""
    return lambda *_: keys


_HEAD = LeftOut("the head counts them")
_ONE_SIDE = LeftOut("it cannot be computed for a single game")
_BY_USES = LeftOut("`uses.ACTION` says it")
_BY_SCORE = LeftOut("`score` says it")
_BY_METRIC = LeftOut("the metric itself says it")

METRICS: tuple[Row, ...] = (
    # ------------------------------------------------------------ how games end
    Row(
        name="finished",
        words="Games that ended by their rules",
        meaning="share of all games that ended by their rules",
        kind="share",
        value=OfGame(lambda one: float(one.status == "finished"), by=_is(STATUS)),
        among="all",
        report=_HEAD,
        sweep=In("How games end"),
        usual=1.0,
    ),
    Row(
        name="unfinished",
        words="Games given up at the limit",
        meaning="share of all games that were given up at a limit",
        kind="share",
        value=OfGame(lambda one: float(one.status == "unfinished"), by=_is(STATUS)),
        among="all",
        report=_HEAD,
        sweep=In("How games end"),
        usual=0.0,
    ),
    Row(
        name="stopped",
        words="Games stopped by a rule that could not be carried out",
        meaning="share of all games that were stopped because a rule could not be carried out",
        kind="share",
        value=OfGame(lambda one: float(one.status == "stopped"), by=_is(STATUS)),
        among="all",
        report=_HEAD,
        sweep=In("How games end"),
        usual=0.0,
    ),
    # ------------------------------------------------------------ victories
    Row(
        name="win_rate.seat_{}",
        words="Seat {} wins",
        meaning="share of victories of a seat; of a victory shared by *k* players each has 1/*k*",
        kind="share",
        each="seat",
        value=OfGame(GameResult.share, by=_is(WINNERS)),
        report=In("Who wins", "Seat {} wins"),
        sweep=In("Who wins"),
    ),
    Row(
        name="win_rate.starter",
        words="Who decides first wins",
        meaning="share of victories of whoever makes the first decision of the game, in games with a winner. Only "
        "where that is not always the same seat",
        kind="share",
        needs=_starters_differ,
        value=OfGame(of.starter_share, by=_is(FIRST, WINNERS)),
        report=In("Who wins"),
        sweep=In("Who wins"),
    ),
    Row(
        name="win_rate.{}",
        words="A player {} wins",
        meaning="share of victories of a kind of player (`win_rate.mcts:200`), over all seats it had; only when kinds "
        "differ",
        kind="share",
        each="kind",
        value=OfGame(of.kind_share, by=_is(KINDS, WINNERS)),
        report=In("Who wins"),
        sweep=In("Who wins"),
    ),
    Row(
        name="seat_balance",
        words="Seat balance: worst seat by best seat",
        meaning="win rate of the worst seat divided by that of the best, in games with a winner: 1 is even",
        kind="ratio",
        value=OfGames(samples.seat_balance),
        report=In("Who wins"),
        sweep=In("Who wins"),
        comparison=_ONE_SIDE,
        drawn="1 is even",
        for_one=False,
    ),
    Row(
        name="shared",
        words="Games with several winners",
        meaning="share of games with several winners",
        kind="share",
        value=OfGame(lambda one: float(len(one.winners) > 1), by=_is(WINNERS)),
        report=In("Who wins"),
        sweep=In("How games end"),
    ),
    Row(
        name="without_winner",
        words="Games without a winner",
        meaning="share of games with no winner",
        kind="share",
        value=OfGame(lambda one: float(not one.winners), by=_is(WINNERS)),
        report=In("Who wins"),
        sweep=In("How games end"),
    ),
    # ------------------------------------------------------------ length
    Row(
        name="decisions",
        words="Decisions in a game",
        meaning="length of a game in decisions",
        kind="amount",
        value=OfGame(lambda one: one.decisions, by=_is(DECISIONS)),
        report=In("Length"),
        sweep=In("Length"),
        drawn="in a game",
    ),
    Row(
        name="turns",
        words="Turns in a game",
        meaning="length of a game in turns; a turn is an uninterrupted row of decisions of one player",
        kind="amount",
        value=OfGame(lambda one: one.turns, by=_is(TURNS)),
        report=In("Length"),
        sweep=In("Length"),
    ),
    Row(
        name="branching",
        words="Choices at a decision",
        meaning="choices at a decision: the mean within a game, then over the games",
        kind="amount",
        value=OfGame.of_key(PerDecision("choices")),
        report=In("Length"),
        sweep=In("Length"),
    ),
    Row(
        name="forced",
        words="Decisions with a single choice",
        meaning="share of decisions with a single choice: the mean within a game, then over the games",
        kind="part",
        value=OfGame.of_key(PerDecision("forced")),
        report=In("Length"),
        sweep=In("Length"),
    ),
    # ------------------------------------------------------------ points
    Row(
        name="score",
        words="Points of a player",
        meaning="points of a player at the end",
        kind="mean",
        needs=_have_points,
        value=OfGame(lambda one: average(one.points), by=_is(Of(POINTS, "total"))),
        report=LeftOut("`score.seat_N` says it"),
        sweep=In("Points"),
    ),
    Row(
        name="winner_score",
        words="Points of the winner",
        meaning="points of the winner",
        kind="mean",
        needs=_have_points,
        value=OfGame(of.winner_points, by=_is(Of(POINTS, "of winners"), HOW_MANY_WON)),
        report=In("The best and the others"),
        sweep=In("Points"),
        drawn="points",
    ),
    Row(
        name="margin",
        words="Points between the two best",
        meaning="distance in points between the two best",
        kind="amount",
        needs=_have_points,
        value=OfGame(of.margin, by=_is(Of(POINTS, "ahead"))),
        report=In("The best and the others"),
        sweep=In("Points"),
    ),
    Row(
        name="score.seat_{}",
        words="Points of seat {}",
        meaning="points of a seat at the end",
        kind="mean",
        each="seat",
        needs=_have_points,
        value=OfGame(lambda one, seat: one.points[seat], by=lambda seat: (OfSeat(POINTS, seat),)),
        report=In("Points", "mean"),
        sweep=In("Points"),
        comparison=_BY_SCORE,
    ),
    Row(
        name="score.{}",
        words="Points of a player {}",
        meaning="points of a kind of player at the end, over all seats it had; only when kinds differ",
        kind="mean",
        each="kind",
        needs=_have_points,
        value=OfGame(of.kind_points),
        report=In("The best and the others"),
        sweep=In("Points"),
    ),
    Row(
        name="source.{}",
        words="Points of a player from {}",
        meaning="points of a player from one source of `scoring`",
        kind="mean",
        each="source",
        needs=_have_points,
        value=OfGame(of.source_points, by=lambda source: (Of(points_from(source), "total"),)),
        report=In("Points by source", "a player"),
        sweep=In("Points", "Points from: {}"),
    ),
    # ------------------------------------------------------------ the course of games
    Row(
        name="lead_changes",
        words="Changes of the lead in a game",
        meaning="how often a turn ended with other leaders than the turn before",
        kind="amount",
        needs=_have_course,
        value=OfGame(of.lead_changes, by=_is(LEAD_CHANGES, HAS_COURSE)),
        report=In("How games go"),
        sweep=In("How games go"),
    ),
    Row(
        name="leader_wins.{}",
        words="Who leads alone at {} % wins",
        meaning="how often the player wins who leads alone after 25, 50 or 75 % of the decisions",
        kind="share",
        each="checkpoint",
        needs=_have_course,
        value=OfGame(of.leader_wins, by=of.led),
        report=In("How games go"),
        sweep=In("How games go"),
    ),
    Row(
        name="comeback",
        words="Who is last alone at 50 % wins (comeback)",
        meaning="how often the player wins who is last alone at half-time",
        kind="share",
        needs=_have_course,
        value=OfGame(of.comeback, by=_is(*of.LAST)),
        report=In("How games go"),
        sweep=In("How games go"),
    ),
    Row(
        name="runaway",
        words="Winner led at 25, 50, 75 % (runaway)",
        meaning="share of games whose only winner led alone at 25, 50 and 75 %",
        kind="share",
        needs=_have_course,
        value=OfGame(of.runaway, by=_is(*of.led(*CHECKPOINTS))),
        report=In("How games go"),
        sweep=In("How games go"),
    ),
    # ------------------------------------------------------------ actions
    Row(
        name="used.{}",
        words="Games with {}",
        meaning="share of games with an action (`pass` for passing)",
        kind="share",
        each="action",
        value=OfGame(of.used, by=samples.users),
        report=In("Actions", "in games", with_interval=False),
        sweep=_BY_USES,
        comparison=_BY_USES,
    ),
    Row(
        name="uses.{}",
        words="Uses of {} in a game",
        meaning="uses of an action in a game, by all players together",
        kind="amount",
        each="action",
        value=OfGame(of.uses, by=lambda action: (Of(uses_of(action), "total"),)),
        report=In("Actions", "uses a game"),
        sweep=In("Uses of actions in a game", "{}"),
        comparison=In("All figures", "Uses of: {}"),
    ),
    Row(
        name="wins_with.{}",
        words="Who used {} wins",
        meaning="how often players win who used an action",
        kind="share",
        each="action",
        value=OfGames(samples.wins_with),
        report=In("Winning with and without an action", "used it: won"),
        sweep=LeftOut("a report on one value says it"),
        comparison=_ONE_SIDE,
    ),
    Row(
        name="wins_without.{}",
        words="Who did not use {} wins",
        meaning="how often players win who did not use an action",
        kind="share",
        each="action",
        value=OfGames(samples.wins_without),
        report=In("Winning with and without an action", "did not: won"),
        sweep=LeftOut("a report on one value says it"),
        comparison=_ONE_SIDE,
    ),
    # ------------------------------------------------------------ metrics of the rule file
    Row(
        name="metric.{}",
        words="Metric {}",
        meaning="a number under `metrics` of the rule file: the mean of what was measured in a game, over the games",
        kind="mean",
        each="number",
        value=OfGame(of.own),
        report=In("Numbers of the rule file", "mean"),
        sweep=In("Metrics of the rule file", "{}"),
        comparison=In("All figures", "{}"),
    ),
    Row(
        name="metric.{}",
        words="Metric {}",
        meaning="a condition under `metrics` of the rule file: how often it held in a game, over the games",
        kind="part",
        each="condition",
        value=OfGame(of.own),
        report=In("Conditions of the rule file", "{}"),
        sweep=In("Metrics of the rule file", "{}"),
        comparison=In("All figures", "{}"),
    ),
    Row(
        name="metric.{}.winner",
        words="Metric {} of winners",
        meaning="the same, measured for winners, in games that some have won and others not",
        kind="mean",
        each="number of players",
        value=OfGame(of.own_of_winners),
        report=In("Numbers of winners and others", "winners"),
        sweep=In("Metrics of the rule file", "{}, of winners"),
        comparison=In("All figures", "{}, of winners"),
    ),
    Row(
        name="metric.{}.others",
        words="Metric {} of others",
        meaning="measured for those who have not won",
        kind="mean",
        each="number of players",
        value=OfGame(of.own_of_others),
        report=In("Numbers of winners and others", "others"),
        sweep=In("Metrics of the rule file", "{}, of others"),
        comparison=In("All figures", "{}, of others"),
    ),
    Row(
        name="metric.{}.winner",
        words="Metric {} of winners",
        meaning="a condition, measured for winners",
        kind="part",
        each="condition of players",
        value=OfGame(of.own_of_winners),
        report=In("Conditions of winners and others", "winners"),
        sweep=In("Metrics of the rule file", "{}, of winners"),
        comparison=In("All figures", "{}, of winners"),
    ),
    Row(
        name="metric.{}.others",
        words="Metric {} of others",
        meaning="a condition, measured for those who have not won",
        kind="part",
        each="condition of players",
        value=OfGame(of.own_of_others),
        report=In("Conditions of winners and others", "others"),
        sweep=In("Metrics of the rule file", "{}, of others"),
        comparison=In("All figures", "{}, of others"),
    ),
    Row(
        name="metric.{}",
        words="Metric {}",
        meaning="a number, measured for a seat",
        kind="mean",
        each="number of seat",
        value=OfGame(of.own_of_seat),
        report=In("Metrics of the rule file by seat", "{}"),
        sweep=LeftOut("a report on one value says it"),
        comparison=_BY_METRIC,
    ),
    Row(
        name="metric.{}",
        words="Metric {}",
        meaning="a condition, measured for a seat",
        kind="part",
        each="condition of seat",
        value=OfGame(of.own_of_seat),
        report=In("Metrics of the rule file by seat", "{}"),
        sweep=LeftOut("a report on one value says it"),
        comparison=_BY_METRIC,
    ),
)
