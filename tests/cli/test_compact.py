"""Screens that fit a small terminal: what is on them, in which order, and how the rest is opened."""

import io
import random
import re

import pytest
from click.testing import CliRunner
from nightly import examples
from rich.console import Console
from rich.text import Text

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.render.compact import OneLine, Part, Screen, opened
from gamedsl.cli.terminal.dialogue import Dialogue
from gamedsl.cli.terminal.screen import Form, Screens
from gamedsl.cli.terminal.undo import Playing
from gamedsl.records.history import History

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
    """What is new stands first, then one's own things, the common ones and the others', the question at last."""
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
    order = ["B", "Saloon Tycoon · ", "▶ A", "common cube reserve", "B  ", "A"]
    places = [next(at for at, line in enumerate(lines) if line.startswith(start)) for start in order[:-1]]
    assert sorted(places) == places
    assert "A, what do you do?" in lines[places[-1] :] or any(line.startswith("A: ") for line in lines[places[-1] :])


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


def test_within_a_turn_the_question_says_which_part_it_is() -> None:
    """Where no heading names the phase, the question does; changed boxes are called as their display is."""
    table = gamedsl.load("quatre_etoiles").start(2, seed=7)
    talk, found = dialogue(table), ""
    for _ in range(40):
        while table.decider != 0:
            table.apply(table.codes()[-1])
        screen(talk)
        table.apply(table.codes()[-1])
        found = "\n".join(screen(talk)) if table.decider == 0 else ""
        if "A: Trade on square" in found:
            break
    assert re.search(r"^A: Trade on square \d+: ", found, re.MULTILINE)
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
    typed = {"input": "quit\ny\n"}
    options = ["play", "saloon_tycoon", "--seat", "1=human", "--seed", "7"]
    compact = CliRunner().invoke(group, [*options, "--compact"], **typed).stdout.partition("A> ")[0].splitlines()
    assert len(compact) <= 24
    assert len(CliRunner().invoke(group, options, **typed).stdout.partition("A> ")[0].splitlines()) > 50


def test_more_is_shown_where_there_is_more_room() -> None:
    """What matters most grows first; what has no line at all is named."""
    news, own = Part([None, "news"]), Part(["own", "own\nin full"])
    rest, other = Part([None, "rest", "rest\nin full"], "rest"), Part([None, "other"], "other")
    parts = [news, own, rest, other, Part(["?"])]
    wishes = [(rest, 1), (news, 1), (other, 1), (own, 1), (rest, 2)]

    def fitted(lines: int) -> list[object]:
        for part in parts:
            part.at = 0
        return list(Screen(parts, wishes).fitted(lambda form: str(form).count("\n") + 1, lines))

    assert ["own", "?"] == [one for one in fitted(3) if isinstance(one, str)]
    assert isinstance(fitted(3)[1], OneLine)
    assert ["own", "rest", "other", "?"] == fitted(4)
    assert ["news", "own", "rest", "other", "?"] == fitted(5)
    assert ["news", "own\nin full", "rest\nin full", "other", "?"] == fitted(7)


def test_a_sign_alone_lists_what_is_folded() -> None:
    """Where many choices of one action share a line, its sign shows all of them."""
    shown = CliRunner().invoke(
        group, ["play", "tycoon", "--seat", "1=human", "--seed", "7", "--compact"], input="bc\nquit\ny\n"
    )
    assert "bc1 … bc6  Buy a charter ticket" in shown.stdout
    listed = shown.stdout.partition("Blue> bc\n")[2]
    assert " bc6 Hong Kong – Rio (3)" in listed
    assert "Go home" not in listed
