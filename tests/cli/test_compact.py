"""Screens that fit a small terminal: what is on them, in which order, and how the rest is opened."""

import io
import random
import re
from collections import Counter

import pytest
from click.testing import CliRunner
from rich.console import Console
from rich.text import Text

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.render.compact import OneLine, Part, Screen, Steady, opened
from gamedsl.cli.terminal.dialogue import Dialogue
from gamedsl.cli.terminal.screen import Form, Screens
from gamedsl.cli.terminal.undo import Playing
from gamedsl.records.history import History
from tests.helpers.play.screens import FOLDER as SCREENS
from tests.helpers.play.screens import SIZES
from tests.helpers.suite.nightly import examples

FOUR = (("tycoon", 3), ("mogul", 6), ("saloon_tycoon", 2), ("quatre_etoiles", 4))


def console(width: int = 80, height: int = 24) -> Console:
    """Return a console that is taken for a terminal."""
    return Console(
        width=width,
        height=height,
        file=io.StringIO(),
        force_terminal=True,
        no_color=True,
        markup=False,
        highlight=False,
    )


def dialogue(table: gamedsl.Table, form: Form = "compact", **size: int) -> Dialogue:
    """Return the talk with whoever sits at the first seat."""
    playing = Playing(table, None, History(), frozenset({0}))  # type: ignore[arg-type]
    return Dialogue(console(**size), playing, lambda _: "", "gamedsl play", form)


def screen(talk: Dialogue) -> list[str]:
    """Return what is printed of the table for whoever decides."""
    talk.console.file = io.StringIO()
    seat = talk.table.decider
    assert seat is not None
    talk.goes_on(seat)
    talk._show(seat, talk.table.legal())
    return re.sub(r"\x1b\[[0-9;]*m", "", talk.console.file.getvalue()).splitlines()


@pytest.mark.parametrize(("name", "players"), FOUR)
def test_every_turn_begins_on_one_screen(name: str, players: int) -> None:
    """At 80 × 24 what is new, one's own things and the question with its choices have room, whatever happens."""
    table = gamedsl.load(name).start(players, seed=3)
    talk, chance = dialogue(table), random.Random(5)
    for _ in range(examples(12, 40)):
        if table.decider is None:
            break
        lines = screen(talk)
        assert len(lines) <= 23
        assert max(map(len, lines)) <= 80
        table.apply(chance.choice(table.codes()))


def test_order_of_a_screen() -> None:
    """The common things stand first, then the players as they sit, then what is new, and the question at last."""
    table = gamedsl.load("saloon_tycoon").start(2, seed=7)
    talk = dialogue(table)
    for _ in range(2):  # the choice of claims, a turn
        screen(talk)
        while table.decider == 0:
            table.apply(table.codes()[-1])
        talk.goes_on(1)
        while table.decider != 0:
            table.apply(table.codes()[-1])
    lines = [line.strip() for line in screen(talk)]
    order = ["Saloon Tycoon · ", "common cube reserve", "▶ A", "B  ", "A: Income"]
    places = [next(at for at, line in enumerate(lines) if line.startswith(start)) for start in order]
    assert sorted(places) == places
    assert "A, what do you do?" in lines[places[-1] :] or any(line.startswith("A: ") for line in lines[places[-1] :])


def _of_one_kind(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that stand on both screens, once on each: what has stayed."""
    often, now = Counter(before), Counter(after)
    return [line for line in after if line.strip() and often[line] == now[line] == 1]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", [name for name, _ in FOUR])
def test_what_stays_on_a_screen_stays_in_its_place(name: str, width: int, height: int) -> None:
    """Of 200 screens of a game no line has moved, up or down, by more rows than were added or went."""
    table, chance = gamedsl.load(name).start(seed=7), random.Random(1)
    talk, before, told = dialogue(table, "auto", width=width, height=height), list[str](), 0
    while table.decider is not None and told < examples(8, 200):
        if table.decider == 0:
            now, told = screen(talk), told + 1
            assert len(now) < height
            rows = max((Counter(now) - Counter(before)).total(), (Counter(before) - Counter(now)).total())
            for line in _of_one_kind(before, now):
                assert abs((before.index(line) - len(before)) - (now.index(line) - len(now))) <= rows, line
            before = now
        else:
            talk.goes_on(table.decider)
        table.apply(chance.choice(table.codes()))
    assert told > 7


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_tables_do_not_jump_with_questions(width: int, height: int) -> None:
    """Where a table has room beside any question, its heading stands in the same row at every decision."""
    table = gamedsl.load("connect_four").start(seed=7)
    talk, rows = dialogue(table, "auto", width=width, height=height), list[int]()
    for number in range(8):
        if table.decider == 0:
            lines = screen(talk)
            rows.append(next(at for at, line in enumerate(lines) if "Connect Four" in line) - len(lines))
        else:
            talk.goes_on(table.decider)
        table.apply(table.codes()[number % 7])
    assert len(set(rows[1:])) == 1


def test_the_board_and_the_other_players_outlast_what_is_used_up() -> None:
    """In a middle of Tycoon the map is drawn, and in Saloon Tycoon the other building, before discards take lines."""
    tycoon = (SCREENS / "tycoon.txt").read_text("utf-8").partition("100 × 40, behind")[2].partition("====")[0]
    assert "╭ New York" in tycoon
    saloon = (SCREENS / "saloon_tycoon.txt").read_text("utf-8").partition("120 × 50, behind")[2].partition("====")[0]
    assert "Classroom" in saloon.partition("\n  B  ")[2]
    assert "look discard" in saloon


def test_a_line_that_is_cut_says_how_it_is_opened() -> None:
    """It ends with a command that shows all of it."""
    table = gamedsl.load("tycoon").start(2, seed=7)
    lines = screen(dialogue(table))
    assert any(line.startswith("The nine cities … look the nine cities") for line in lines)
    shown = console()
    shown.print(opened(table.view(0), "the nine cities"))
    assert "Rio de Janeiro" in shown.file.getvalue()  # type: ignore[attr-defined]


def test_a_display_is_opened_by_its_last_word() -> None:
    """Who looks at the board sees The board (R restaurant, H hotel), not the chart behind it; its name does as well."""
    table = gamedsl.load("quatre_etoiles").start(2, seed=7)
    assert opened(table.view(0), "board") is not None
    assert opened(table.view(0), "circuit") is not None
    assert opened(table.view(0), "nothing") is None


def test_within_a_turn_the_heading_says_which_part_it_is() -> None:
    """Changed boxes are called as their display is."""
    table = gamedsl.load("quatre_etoiles").start(2, seed=7)
    talk, found = dialogue(table), ""
    for _ in range(40):
        while table.decider != 0:
            table.apply(table.codes()[-1])
        screen(talk)
        table.apply(table.codes()[-1])
        found = "\n".join(screen(talk)) if table.decider == 0 else ""
        if "Trade: " in found:
            break
    assert re.search(r"^4 Étoiles · Trade: .* · A's decision", found, re.MULTILINE)
    assert "circuit" not in found


@pytest.mark.parametrize("name", ["tycoon", "saloon_tycoon", "quatre_etoiles", "mogul"])
def test_every_opener_opens(name: str) -> None:
    """Whatever ``look`` is named with on a screen is found by it."""
    table, chance = gamedsl.load(name).start(seed=4), random.Random(2)
    talk, found = dialogue(table, height=13), 0
    for _ in range(examples(3, 10)):
        for line in screen(talk):
            listed = line.partition("Not shown, look …: ")[2].removesuffix(" …")
            for named in [*re.findall(r"look ([^…]+?) *(?:,|$)", line), *filter(None, listed.split(", ")[:-1])]:
                talk.console.file = io.StringIO()
                talk.look(table.decider, named)
                assert "is called" not in talk.console.file.getvalue(), named
                found += 1
        table.apply(chance.choice(table.codes()))
    assert found > 0


def test_the_whole_table_where_it_has_room() -> None:
    """Without a wish the whole is shown where the terminal is large enough, and in a pipe."""
    large, small = Screens(console(height=80)), Screens(console(height=8))
    view = Text("\n" * 20)
    assert not large.is_fitted(view)
    assert small.is_fitted(view)
    assert not Screens(Console(file=io.StringIO(), width=80)).is_fitted(view)
    assert Screens(Console(file=io.StringIO(), width=80), "compact").is_fitted(view)
    assert not Screens(console(height=8), "full").is_fitted(view)


def test_a_pipe_is_taken_for_a_small_terminal_where_that_is_wanted() -> None:
    """``--compact`` fits 24 lines there; without it all of the table is printed."""

    def first_screen(*options: str) -> list[str]:
        given = ["play", "saloon_tycoon", "--seat", "1=human", "--seed", "7", *options]
        shown = CliRunner().invoke(group, given, input="quit\ny\n").stdout.partition("A> ")[0]
        return shown[shown.index("Saloon Tycoon · Keep two") :].splitlines()  # behind what the game is about

    assert len(first_screen("--compact")) <= 24
    assert len(first_screen()) > 50


def test_more_is_shown_where_there_is_more_room() -> None:
    """What matters most grows first; what has no line at all is named. News and questions have their share."""
    news, own, ask = Part([None, "news"]), Part(["own", "own\nin full"]), Part(["?", "?\nwell"])
    rest, other = Part([None, "rest", "rest\nin full"], "rest"), Part([None, "other"], "other")
    table, below = [own, rest, other], [news, ask]
    wishes, wishes_below = [(rest, 1), (other, 1), (own, 1), (rest, 2)], [(news, 1), (ask, 1)]

    def fitted(lines: int) -> list[object]:
        for part in (*table, *below):
            part.at = 0
        return list(Screen(table, below, wishes, wishes_below).fitted(lambda form: str(form).count("\n") + 1, lines))

    assert ["own", "?"] == [one for one in fitted(3) if isinstance(one, str)]
    assert isinstance(fitted(3)[1], OneLine)
    assert ["own", "rest", "other", "news", "?\nwell"] == fitted(6)
    assert ["own\nin full", "rest\nin full", "other", "news", "?\nwell"] == fitted(8)


def test_news_and_questions_keep_the_rows_that_they_have_had() -> None:
    """Where a question is shorter than one before it, blank rows stand above it, and the table does not move."""
    steady, table = Steady(), Part(["table"])

    def fitted(question: str) -> str:
        shown = Screen([table], [Part([None]), Part([question])], [], []).fitted(
            lambda form: str(form).count("\n") + 1, 10, steady
        )
        return "|".join(map(str, shown))

    assert "table|a\nb\nc" == fitted("a\nb\nc")
    assert "table|\n|a" == fitted("a")


def test_a_sign_alone_lists_what_is_folded() -> None:
    """Where many choices of one action share a line, its sign shows all of them."""
    shown = CliRunner().invoke(
        group, ["play", "tycoon", "--seat", "1=human", "--seed", "7", "--compact"], input="bc\nquit\ny\n"
    )
    assert "bc1 … bc6  Buy a charter ticket" in shown.stdout
    listed = shown.stdout.partition("Blue> bc\n")[2]
    assert " bc6 Hong Kong – Rio (3)" in listed
    assert "Go home" not in listed
