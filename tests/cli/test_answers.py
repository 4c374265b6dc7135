"""What a person at the terminal is answered: pages, choices with what lies there, rules that name a thing, the end."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console, RenderableType
from rich.text import Text

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.render.effects import rules_naming
from gamedsl.cli.render.lines import Shortened, render_outcome, render_story
from gamedsl.cli.terminal.choices import is_later
from gamedsl.cli.terminal.dialogue import Dialogue
from gamedsl.cli.terminal.helping import an_amount, refused
from gamedsl.cli.terminal.listing import told_about
from gamedsl.cli.terminal.screen import Screens
from gamedsl.cli.terminal.signs import signs_of
from gamedsl.cli.terminal.undo import Playing
from gamedsl.presentation.story.lines import lines
from gamedsl.presentation.story.passages import Effect, Passage, news
from gamedsl.records.history import History


def console(height: int = 24) -> Console:
    """Return a console that is taken for a terminal of 80 columns."""
    return Console(
        width=80,
        height=height,
        file=io.StringIO(),
        force_terminal=True,
        no_color=True,
        markup=False,
        highlight=False,
        _environ={},
    )


def printed(on: Console) -> list[str]:
    """Return the lines that a console has printed."""
    assert isinstance(on.file, io.StringIO)
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", on.file.getvalue()).splitlines()]


def shown(what: RenderableType) -> list[str]:
    """Return the lines of something on a high terminal."""
    on = console(200)
    on.print(what)
    return printed(on)


def answers(*typed: str) -> Iterator[str]:
    """Yield what is typed, then close standard input."""
    yield from typed
    raise EOFError


LONG = Text("\n".join(f"line {number}" for number in range(1, 26)))


@pytest.mark.parametrize(
    ("typed", "last", "wanted"),
    [(("", ""), "line 25", ""), (("",), "line 18", ""), (("gg",), "line 9", "gg"), ((), "line 9", "")],
)
def test_long_answers_come_in_pages(typed: tuple[str, ...], last: str, wanted: str) -> None:
    """Enter shows the next page; anything else is what is wanted next, and Ctrl-C or Ctrl-D is enough of it."""
    on, given, asked = console(10), answers(*typed), []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(given)

    assert wanted == Screens(on).paged(LONG, ask)
    assert last == [line for line in printed(on) if line][-1]
    assert "… 16 more lines: Enter " == asked[0]


def test_what_has_room_or_is_piped_is_never_asked_about() -> None:
    """A page that fits is printed, and so is everything where no terminal reads."""
    on, pipe = console(26), Console(width=80, height=10, file=io.StringIO())
    for one in (on, pipe):
        assert "" == Screens(one).paged(LONG, lambda _: pytest.fail("asked"))
        assert 25 == len(printed(one))


def talk(table: gamedsl.Table, *typed: str, height: int = 24) -> Dialogue:
    """Return the talk with the first seat, for whom some lines are typed."""
    given = answers(*typed)
    playing = Playing(table, None, History(), frozenset({0}))  # type: ignore[arg-type]
    return Dialogue(console(height), playing, lambda _: next(given), "gamedsl play")


def test_what_is_typed_between_pages_is_done_next() -> None:
    """A move that is typed instead of Enter is made."""
    table = gamedsl.load("saloon_tycoon").start(2, seed=7)
    assert "keep(SC09)" == talk(table, "look", "", "keep SC09").choose(0).text


def test_changes_of_a_move_are_shown_although_the_next_choice_was_the_only_one() -> None:
    """Nothing is printed for the only choice: the next question shows what has changed, and the story tells it once."""
    table = gamedsl.load("mogul").start(3, seed=3)
    speaks = talk(table)
    while table.decider != 0 or [one.action for one in table.legal()] != ["sell"]:
        table.apply(next((one.code for one in table.legal() if one.action == "take"), table.codes()[-1]))
    speaks.changes(0)
    speaks.only_choice(table.legal()[0])
    assert [] == printed(speaks.console)
    table.apply(table.codes()[0])
    own = [one.words for one in speaks.changes(0).story if one.seat == 0]
    assert len(own) == 1
    assert own[0].startswith("Sell ")
    assert own[0].endswith(" (only choice)")
    assert [] == speaks.unasked


def test_rules_are_found_by_a_sign() -> None:
    """What stands in front of a choice opens the rules of its action; the beginning of a title is a chapter first."""
    speaks = talk(gamedsl.load("tycoon").start(2, seed=5))
    speaks.show_rules(0, "bs2")
    assert "  Buy a scheduled ticket  [TYC-021, TYC-051..TYC-053]" in printed(speaks.console)
    speaks.show_rules(0, "t")
    assert any(line.endswith("  Turns") for line in printed(speaks.console))


def test_what_comes_later_is_not_told_of_a_phase_that_cannot_come() -> None:
    """Mogul has loans before the reveal only with an option."""
    table = gamedsl.load("mogul").start(3, seed=4)
    while not any(choice.action == "bid" for choice in table.legal()):
        table.apply(table.legal()[-1])
    said = "Borrow … chips: your marker goes back 2 spaces from space …: not now; that comes in “{phase}”"
    assert said.format(phase="Loans before the auction") == refused(table, signs_of(table), "borrow")


def test_help_names_an_amount_of_the_game() -> None:
    """`why` explains amounts: one that there is."""
    assert "chips" == an_amount(gamedsl.load("mogul").start(3).view(0))
    assert "" == an_amount(gamedsl.load("checkers").start().view(0))


def test_the_only_answer_is_told_with_its_move() -> None:
    """Nothing is printed for it: the move says where the plane has flown to, in the same line."""
    table = gamedsl.load("tycoon").start(2, seed=5)
    speaks = talk(table)
    speaks.looks[0] = table.look(0)
    for word in ("buy_scheduled", "fly_scheduled"):
        table.apply(next(choice.code for choice in table.legal() if word in choice.text))
    speaks.only_choice(table.legal()[0])
    assert [] == speaks.unasked


def test_choices_say_what_lies_there() -> None:
    """Lots tell their price, own tiles how full they are, and what one keeps how many points it is worth."""
    table = gamedsl.load("saloon_tycoon").start(2, seed=7)
    known = told_about(table.view(0), table.game.checked)
    kept = {choice.label: known.of(choice) for choice in table.legal()}
    boxes = dict(known.boxes.values())
    assert "(6 points)" == kept["Flatfoot Flemming and 10 gold"]
    assert (("empty",), ("□□□□", "S")) == (boxes["A1"], boxes["Saloon"])


def test_a_thing_tells_which_rules_name_it() -> None:
    """What somebody does who lies on the table is told with them; turns and actions name too much."""
    rules = gamedsl.load("saloon_tycoon").start(2, seed=7).rules()
    told = rules_naming(rules, "Flatfoot")
    assert told is not None
    assert "Flatfoot Flemming: 1 gold less income" in " ".join(shown(told))
    assert rules_naming(rules, "a1") is rules_naming(rules, "zebra") is rules_naming(rules, "") is None


def test_what_has_grown_is_told_as_what_there_is_now() -> None:
    """A second cube on the same tile is not told as two cubes more."""
    one = Passage("move", 0, "Buy cubes", 1, effects=(Effect("1 cube on Kitchen", (2,)), Effect("pays 4", (1,))))
    two = Passage("move", 0, "Buy cubes", 1, effects=(Effect("2 cubes on Kitchen", (2, 3)), Effect("pays 4", (1,))))
    assert ["now 2 cubes on Kitchen"] == [line.text for line in lines(news([one], [two]), "AB")]
    more = Passage("move", 0, "Buy cubes", 1, effects=(*one.effects, Effect("1 cube on Saloon", (4,))))
    assert ["1 cube on Saloon"] == [line.text for line in lines(news([one], [more]), "AB")]


STORY = (
    Passage("move", 0, "Draw", 1, effects=(Effect("x" * 90, (2,)),)),
    Passage("move", 1, "Build", 3, effects=(Effect("y" * 90, (4,)),)),
    Passage("head", None, "Auction", 5),
)


def test_a_cut_story_says_how_to_read_it_and_keeps_what_befell_oneself() -> None:
    """What others brought about stands behind their moves then, as far as it fits; a heading needs lines under it."""
    cut = shown(render_story(STORY, 3, "AB", shortened=Shortened(0)))
    assert "… 2 lines before: log 5" == cut[0]
    moves = [line for line in cut if line[1:2] == ":"]
    assert ["A: Draw", "B: Build · yy"] == [moves[0], moves[1][:13]]
    assert moves[1].endswith("y…")
    assert not any("Auction" in line for line in cut)
    assert "… 4 lines before: log 5" == shown(render_story(STORY, 1, "AB"))[0]


def test_nothing_decides_that_is_always_the_same() -> None:
    """What an option has switched off is no key that says 0 for everybody."""
    assert () == gamedsl.load("tycoon").start(3, seed=7).standings(0).keys
    assert "Gold" == gamedsl.load("saloon_tycoon").start(3, seed=7).standings(0).keys[0].words


@pytest.mark.parametrize("game", ["quatre_etoiles", "tycoon", "saloon_tycoon"])
def test_the_legend_calls_no_question_by_its_inner_name(game: str) -> None:
    """Questions whose words differ from time to time stand there with … for what differs."""
    checked = gamedsl.load(game).checked
    inner = {f"{one.paragraph.replace('_', ' ')}, {one.name}" for one in checked.questions}
    words = {asked.words for asked in signs_of(gamedsl.load(game).start()).asked}
    assert inner.isdisjoint(words)
    assert game != "quatre_etoiles" or "… stands at …: up or down by …?" in words


def test_how_to_see_the_game_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who has played to the end is told how to look at the game again; the command works."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path))
    monkeypatch.setattr("gamedsl.cli.verbs.play.at_terminal", lambda: True)
    options = ["--seat", "1=human", "--seat", "2=random", "--seed", "3"]
    typed = "\n".join(f"{letter}{number}" for number in (1, 2, 3) for letter in "abc")
    told = CliRunner().invoke(group, ["play", "tic_tac_toe", *options], input=f"{typed}\n").output.splitlines()
    assert told[-1].startswith("See the game again: gamedsl replay ")
    assert 0 == CliRunner().invoke(group, ["replay", told[-1].rpartition(" ")[2]]).exit_code


def test_the_end_tells_points_and_only_what_decided() -> None:
    """Who wins by points alone does so without a table of what would have counted next."""
    table = gamedsl.load("no_thanks").start(3, seed=7)
    while table.decider is not None:
        table.apply(table.codes()[0])
    told = "\n".join(shown(render_outcome(table, table.view(0))))
    assert re.search(r"1\. \w+  -?\d+ points", told)
    assert "If that is equal" not in told


def test_words_for_other_places_are_not_proposed() -> None:
    """What can be typed in a replay alone is no answer in play, and nothing is proposed that was just typed."""
    spoken = talk(gamedsl.load("mogul").start(seed=7), "end", "jmup", "rulse", "pass")
    spoken.choose(0)
    said = "\n".join(printed(spoken.console))
    assert "`end` is no choice here; press Enter for the list" in said
    assert "did you mean `jump`" not in said
    assert "did you mean `rules`?" in said


def test_what_is_not_possible_says_why_by_its_name_and_by_its_letters() -> None:
    """An action of another part of the game says where it comes; one that is refused says why."""
    table = gamedsl.load("mogul").start(3, seed=7)
    speaks = talk(table)
    for typed in ("take", "bid"):
        assert speaks._command(0, table.legal(), typed) is None
    told = " ".join(" ".join(printed(speaks.console)).split())

    assert "begin the next round: not now; that comes in “The winner takes the share or sells”" in told
    assert "Stay in for 1 chip: not now; that comes in “Auction”" in told


@pytest.mark.parametrize("typed", ["back", "cancel", "0", "undo"])
def test_a_half_given_answer_is_taken_back(typed: str) -> None:
    """By `back`, `cancel` and, where it is no number that is asked for, `0`, as by `undo`."""
    table = gamedsl.load("saloon_tycoon").start(2, seed=7)
    speaks = talk(table)
    while not is_later(table.legal()):
        table.apply(table.codes()[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Playing, "take_back", lambda _, seat: f"seat {seat} is asked")
        assert speaks._command(table.decider, table.legal(), typed) is None

    assert f"It stays as it is: seat {table.decider} is asked." in printed(speaks.console)
