"""Every metric in every place: reports in all formats, sweeps, comparisons, claims and docs/metrics.md, by its row."""

import json
import random
from html import escape

import attrs
import pytest

from gamedsl import load
from gamedsl.cli.render.simulation import FORMATS, _text_of
from gamedsl.simulate import GameResult, Settings, compare, measure
from gamedsl.simulate.figures import metric_rows
from gamedsl.simulate.figures.claims import check_claim, expected, judge, parse_claim
from gamedsl.simulate.figures.metric_rows import METRICS
from gamedsl.simulate.figures.metrics import Metric, game_figures
from gamedsl.simulate.figures.row import COMPARED, PLACEHOLDERS, Each, In, LeftOut, OfGame, OfGames, Row
from gamedsl.simulate.figures.samples import seat_balance
from gamedsl.simulate.figures.wording import label, value_of
from gamedsl.simulate.reports.compared import Side, compared_report
from gamedsl.simulate.reports.report import Report
from gamedsl.simulate.reports.simulated import simulated_report
from gamedsl.simulate.reports.sweeping import TABLES, Part, sweep_report
from gamedsl.simulate.results.game_result import PASS
from gamedsl.simulate.results.results import Results, finished_of
from tests.helpers.suite.pages import METRICS_PAGE, metric_line

GAME = load("no_thanks")
ACTIONS = [*GAME.checked.actions, PASS]
SETTINGS = Settings("no_thanks", 3, ("quick", "random", "random"), seed=1, games=82)

BY_ROW = pytest.mark.parametrize("row", METRICS, ids=lambda row: row.shown_name)


def games(seed: int) -> list[GameResult]:
    """Return games in which there is something of every metric; two of them were not finished."""
    chance = random.Random(seed)
    found = []
    for number in range(SETTINGS.games):
        points = tuple(chance.sample(range(1, 40), 3))
        kinds = ("quick", "random", "random")
        best = tuple(seat for seat in range(3) if points[seat] == max(points))
        found.append(
            GameResult(
                number=number,
                seed=1 + number,
                kinds=kinds[number % 3 :] + kinds[: number % 3],
                status={0: "stopped", 1: "unfinished"}.get(number, "finished"),
                winners={2: (), 3: (0, 1)}.get(number % 9, best),
                points=points,
                sources=dict.fromkeys(GAME.checked.sources, points),
                decisions=chance.randrange(20, 40),
                turns=chance.randrange(10, 20),
                forced=chance.randrange(1, 9),
                choices=chance.randrange(40, 80),
                lead_changes=chance.randrange(9),
                standings=tuple(tuple(chance.sample(range(9), 3)) for _ in range(3)),
                uses={name: tuple(chance.choice((0, 0, 1, 2)) for _ in range(3)) for name in ACTIONS},
                first=number % 3,
                own={
                    "runs": (False, True, tuple((seat, chance.randrange(9)) for seat in range(3))),
                    "few": (True, True, tuple((seat, chance.random() < 0.3) for seat in (0, 1, 2, 1))),
                },
                error="GDRUN02 x.game:3:1: no cover" if number == 0 else "",
            )
        )
    return found


FIRST, SECOND = games(1), games(2)


@attrs.frozen
class Everything:
    """All that is made of the games with the rows that there are at the moment."""

    metrics: dict[str, Metric]
    before: dict[str, Metric]
    report: Report
    texts: dict[str, str]
    sweep: Report
    differences: set[str]
    comparison: Report

    def of_row(self, row: Row) -> list[Metric]:
        """Return the metrics of a row: there is at least one."""
        found = [one for one in self.metrics.values() if one.figure.row == row]
        assert found
        return found


def make() -> Everything:
    """Make everything."""
    report = simulated_report(GAME, SETTINGS, FIRST)
    undrawn = attrs.evolve(report, plots=())
    return Everything(
        metrics=measure(FIRST, ACTIONS),
        before=expected(GAME, SETTINGS),
        report=report,
        texts={form: _text_of(undrawn, form) for form in FORMATS},
        sweep=sweep_report("sale", [Part(f"sale = {n}", GAME, SETTINGS, one) for n, one in ((1, FIRST), (2, SECOND))]),
        differences={one.name for one in compare(FIRST, SECOND, ACTIONS)},
        comparison=compared_report(Side(GAME, SETTINGS, FIRST), Side(GAME, SETTINGS, SECOND)),
    )


@pytest.fixture(scope="module")
def made() -> Everything:
    """Return everything, made once."""
    return make()


def section(text: str, title: str, form: str) -> str:
    """Return what stands under a heading of a report, with single blanks."""
    begins = {"md": f"## {title}\n", "html": f"<h2>{escape(title)}</h2>", "text": f"\n{title}"}
    ends = {"md": "\n## ", "html": "<h2>", "text": "\n\n"}
    _, found, behind = text.partition(begins[form])
    assert found
    return " ".join(behind.partition(ends[form])[0].split())


def assert_reported(row: Row, made: Everything, form: str) -> None:
    """Assert that a report in a format tells all metrics of a row, or leaves them out as the row says."""
    text = made.texts[form]
    for one in made.of_row(row):
        if form == "json":
            assert one.words == json.loads(text)["metrics"][one.name]["words"]
        elif form == "csv":
            assert f"\n{one.name},{one.words},{one.unit},{one.estimate.value}," in text.replace('"', "")
        elif isinstance(row.report, In):
            told = section(text, row.report.table, form)
            assert (row.report.label.partition("{}")[0] or label(GAME.checked, one.figure, row.report)) in told
            assert value_of(one) in told
        else:
            assert one.words not in [line[0] for table in made.report.tables for line in table.rows]


def assert_swept(row: Row, made: Everything) -> None:
    """Assert that a sweep tells a row in its table, or nowhere where it is left out."""
    for one in made.of_row(row):
        words = label(GAME.checked, one.figure, row.sweep)
        lines = [(table.title, line) for table in made.sweep.tables for line in table.rows if line[0].startswith(words)]
        assert f"sale=1:{one.name}" in made.sweep.metrics
        if isinstance(row.sweep, In):
            assert [value_of(one) in line[1] for title, line in lines if title == row.sweep.table].count(True)
        else:
            assert [] == lines


def assert_compared(row: Row, made: Everything) -> None:
    """Assert that a comparison tells a row, in its data and its table, or leaves it out as the row says."""
    for one in made.of_row(row):
        assert isinstance(row.comparison, In) == (one.name in made.differences)
        assert isinstance(row.comparison, In) == (
            one.name in [told["name"] for told in made.comparison.data["differences"]]
        )
    assert len(made.differences) == len(made.comparison.tables[0].rows)


def assert_claimed(row: Row, made: Everything) -> None:
    """Assert that claims can be made about a row, and are known before anything is played."""
    for one in made.of_row(row):
        claim = parse_claim(f"{one.name} >= {one.estimate.low - 0.01 if one.unit == 'mean' else 0}")
        assert one.unit == check_claim(claim, made.before).unit
        assert "holds" == judge(claim, made.metrics).answer


@BY_ROW
@pytest.mark.parametrize("form", FORMATS)
def test_every_metric_in_every_format(row: Row, form: str, made: Everything) -> None:
    """JSON and CSV have all; the tables of text, Markdown and HTML have those with a place there."""
    assert_reported(row, made, form)


@BY_ROW
def test_every_metric_in_a_sweep(row: Row, made: Everything) -> None:
    """In the table that its row names, or nowhere where the row says why."""
    assert_swept(row, made)


@BY_ROW
def test_every_metric_in_a_comparison(row: Row, made: Everything) -> None:
    """Told game by game, or left out where the row says why."""
    assert_compared(row, made)


@BY_ROW
def test_every_metric_in_claims(row: Row, made: Everything) -> None:
    """What is measured can be claimed, and its name is known before the first game."""
    assert_claimed(row, made)


@BY_ROW
def test_every_metric_in_the_docs(row: Row) -> None:
    """docs/metrics.md has its line as made from its row."""
    assert metric_line(row) in METRICS_PAGE.read_text("utf-8").splitlines()


@BY_ROW
def test_places_exist(row: Row) -> None:
    """A place is a table that there is, and what is left out says why."""
    for place in (row.report, row.sweep, row.comparison):
        assert place.why if isinstance(place, LeftOut) else place.table
    if isinstance(row.sweep, In):
        assert row.sweep.table in TABLES


def test_names_are_unique() -> None:
    """No two rows have one name for the same things, and no two metrics one name."""
    assert len(METRICS) == len({(row.name, row.each) for row in METRICS})
    names = [figure.name for figure in game_figures(Results(FIRST), ACTIONS)]
    assert len(names) == len(set(names))


PLACES: dict[Each, str] = {
    "game": "Length",
    "seat": "Points",
    "kind": "The best and the others",
    "source": "Points by source",
    "checkpoint": "How games go",
    "action": "Actions",
    "number": "Numbers of the rule file",
    "condition": "Conditions of the rule file",
    "number of players": "Numbers of winners and others",
    "condition of players": "Conditions of winners and others",
    "number of seat": "Metrics of the rule file by seat",
    "condition of seat": "Metrics of the rule file by seat",
}
ACROSS = {"seat", "source", "action", "number", "number of players", "condition of players"}
"""What stands in the lines of tables whose columns are metrics."""


@pytest.mark.parametrize("each", list(PLACEHOLDERS))
def test_a_row_is_enough(each: Each, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new metric about anything shows up in all formats, sweeps, comparisons and claims by its row alone."""
    row = Row(
        name="invented" if each == "game" else "invented.{}",
        words="Invented {}",
        meaning="an invented figure",
        kind="mean",
        each=each,
        value=OfGame(lambda one, *keys: 1000 + one.turns),
        report=In(PLACES[each], "invented" if each in ACROSS else ""),
        sweep=In("Length"),
    )
    monkeypatch.setattr(metric_rows, "METRICS", (*METRICS, row))
    made = make()

    for form in FORMATS:
        assert_reported(row, made, form)
    assert_swept(row, made)
    assert_compared(row, made)
    assert_claimed(row, made)
    assert metric_line(row).startswith(f"| `{row.shown_name}` | an invented figure |")


def test_a_row_that_cannot_be_meant() -> None:
    """Figures of many games are never compared game by game, and ratios never averaged."""
    many = METRICS[[row.name for row in METRICS].index("seat_balance")]
    with pytest.raises(ValueError, match="only figures that single games have"):
        attrs.evolve(many, value=OfGames(seat_balance), comparison=COMPARED)
    with pytest.raises(ValueError, match="cannot be averaged"):
        attrs.evolve(many, value=OfGame(lambda one: 1.0))


def test_games_that_are_alike_have_the_same_value() -> None:
    """What a row says that a value depends on is all that it depends on; of all games at once it is the same."""
    every = Results(games(3))
    for played_games in (every, finished_of(every)):
        found = {one.name: (one, one.row.value) for one in game_figures(played_games, ACTIONS)}
        assert {"shared", "win_rate.seat_1", "comeback", f"used.{PASS}", f"uses.{PASS}"} <= found.keys()
        for figure, value in found.values():
            assert isinstance(value, OfGame)
            slow = attrs.evolve(figure, row=attrs.evolve(figure.row, value=OfGame(value.value)))
            assert [figure.of(one) for one in played_games] == [*figure.each(played_games)]
            assert slow.estimate(played_games) == figure.estimate(played_games)
