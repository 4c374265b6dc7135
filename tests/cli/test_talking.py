"""Questions at the table: why, help, rules, names that are nearly right, answers that need a yes."""

import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console, RenderableType

import gamedsl
from gamedsl.api import load, loads
from gamedsl.cli import group
from gamedsl.cli.nearest import nearest
from gamedsl.cli.render.effects import render_chapters, render_goal, render_rules
from gamedsl.cli.render.why import explain
from gamedsl.cli.terminal.helping import HELP, told_help, told_legend
from gamedsl.cli.terminal.signs import signs_of
from gamedsl.game import Table

HERE = Path(__file__).parent
LAND = load(HERE / "land.game")
HANDS = str(HERE / "hands.game")


def shown(what: RenderableType, width: int = 140) -> str:
    """Return what a terminal shows."""
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def why(typed: str, *moves: str) -> str:
    """Return the answer to ``why`` after some moves."""
    table: Table = LAND.start(2, seed=3)
    for move in moves:
        table.apply(move)
    return shown(explain(table, table.view(table.decider), typed))


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Return a function that plays with typed lines and returns what was printed."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path))

    def played(*typed: str, game: str = str(HERE / "land.game"), seats: int = 1) -> str:
        options = [part for seat in range(seats) for part in ("--seat", f"{seat + 1}=human")]
        result = CliRunner().invoke(
            group, ["play", game, "--seed", "3", *options], input="\n".join((*typed, "quit", "y")) + "\n"
        )
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result.stdout

    return played


# ---------------------------------------------------------------- why


def test_equal_reasons_are_told_once() -> None:
    """What is refused for one reason stands on one line, with its names."""
    assert "  Ask for the toll: Old Port, High Gate, Far Gate — not now: nothing is asked there\n" in why("")


def test_a_title_is_told_apart_from_its_reason() -> None:
    """A title with a colon is no reason."""
    assert "  Build: a house — not now: you have no tools\n" in why("")


def test_nothing_to_choose_names_the_question() -> None:
    """Where a question has no answer, it is told which."""
    assert "Trade papers — not now: nothing to choose for `Which papers?`" in why("trade")


def test_what_does_not_come_next_any_more() -> None:
    """After an action of the plan is done, it is told what is possible instead."""
    told = why("build", "keep")
    assert "Build: a house: it does not come next in this phase (Building), or not any more." in told
    assert "Possible now: Throw the die." in told


def test_names_nearly_right() -> None:
    """A slip is offered the name that was meant, also by one word of it."""
    assert "did you mean `build`?" in why("biuld")
    assert "`build_hotel`" == nearest("buld", ["borrow", "build_hotel"])
    assert "`build_hotel`" == nearest("build hotle", ["build_factory", "build_hotel"])
    assert "" == nearest("1", ["q", "?", "21"])
    assert "" == nearest("zebra", ["borrow", "build_hotel"])


# ---------------------------------------------------------------- rules and help


def test_rules_say_what_is_asked_and_what_refuses() -> None:
    """Picks and refusals are labelled; the labels are no words to search for."""
    rules = LAND.start().rules()
    told = shown(render_rules(rules, "toll"))
    assert "asks: Of which town?" in told
    assert "why not: nothing is asked there" in told
    assert "No rule with `not possible`" in shown(render_rules(rules, "not possible"))
    assert "Did you mean `build`?" in shown(render_rules(rules, "buidl"))


def test_help_with_a_word(play) -> None:  # type: ignore[no-untyped-def]
    """``help build`` shows the rules and why; ``help undo`` the command alone."""
    text = play("help trade")
    assert "asks: Which papers?" in text
    assert "Trade papers — not now" in text
    assert "search the choices" not in text
    text = play("help undo")
    assert "take back your last answer" in text
    assert "search the choices" not in text


# ---------------------------------------------------------------- answers


def test_a_slip_at_the_table(play) -> None:  # type: ignore[no-untyped-def]
    """An unknown answer is offered the nearest choice or command."""
    assert "`kepe` is no choice here; did you mean `keep`?" in play("kepe")
    assert "did you mean `scores`?" in play("scroes")


def test_a_number_off_the_list_shows_the_list(play) -> None:  # type: ignore[no-untyped-def]
    """Who types a number looks for the list; what is typed for a choice may be a letter there."""
    shown = play("99")

    assert "`99` is no choice here; what you can type stands in front:" in shown
    listed = shown.partition("stands in front:")[2].strip().splitlines()[0]
    assert shown.count(listed.strip()) == 2


def test_several_words_that_fit_one_choice(play) -> None:  # type: ignore[no-untyped-def]
    """They make it, though they are not its beginning."""
    assert "Left after 0 decisions" in play("the")
    assert "Left after 0 decisions" not in play("the house")


@pytest.mark.parametrize(
    ("answer", "made"), [("y", True), ("n", False), ("", False), ("keep", True), ("scores", False)]
)
def test_one_word_in_the_middle_of_one_choice(play, answer: str, made: bool) -> None:  # type: ignore[no-untyped-def]
    """It is asked whether that is meant; another answer counts as such."""
    text = play("house", answer)
    assert "Do you mean: Keep the house? [y/N]" in text
    assert made != ("Left after 0 decisions" in text)


def test_only_an_empty_line_is_ready(play, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """What somebody types before the table is theirs is not taken for being ready."""
    path, open_game = tmp_path / "secret.game", (HERE / "nim.game").read_text("utf-8")
    secret = open_game.replace("\ntable\n", "\ntable\n  each player\n    note: 0..9, seen by owner\n")
    path.write_text(secret, "utf-8")
    text = play("keep", "", game=str(path), seats=2)
    assert 2 == text.count("Ann, press Enter when you are ready")
    assert "Press Enter alone" in text
    assert "Left after 0 decisions" in text


# ---------------------------------------------------------------- replay


@pytest.mark.usefixtures("play")
def test_the_next_turn_tells_what_happened_until_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase that only pays, between two turns, is told."""
    monkeypatch.setattr("gamedsl.cli.verbs.replay.at_terminal", lambda: True)
    path = tmp_path / "a.jsonl"
    typed = ["", "keep", "", "keep", "", "keep", "", f"save {path}", "quit", "y"]
    options = ["--seat", "1=human", "--seat", "2=human"]
    CliRunner().invoke(group, ["play", str(HERE / "land.game"), *options], input="\n".join(typed) + "\n")
    text = CliRunner().invoke(group, ["replay", str(path)], input="turn\nturn\nquit\n").stdout
    first, _, rest = text.partition("turn 2")
    assert "Payday" not in first
    assert "Payday · everybody gets 4 coins" in rest


def test_a_number_is_never_looked_for_in_words(play) -> None:  # type: ignore[no-untyped-def]
    """Where no number is asked for, one alone shows the list, although words of choices or refusals hold it."""
    text = play("1", game="tycoon")
    assert "`1` is no choice here; what you can type stands in front:" in text
    assert "is not possible" not in text


def test_help_fits_a_small_screen() -> None:
    """At 80 columns each command has one line, and all of them have room on 24."""
    lines = shown(told_help(), 80).splitlines()
    assert len(HELP) == len(lines) < 24


def test_a_sign_is_explained(play) -> None:  # type: ignore[no-untyped-def]
    """``help`` and a sign tell what it stands for, with the rules of its action."""
    text = play("help t")
    assert "t  Trade papers" in text
    assert "asks: Which papers?" in text


def test_legend_tells_the_signs_of_the_board_and_what_is_typed() -> None:
    """Players by their letters, marks by their words, then all actions and questions; nobody can pass there."""
    table = load("checkers").start(seed=1)
    lines = [line.split(maxsplit=1) for line in shown(told_legend(table.view(0), signs_of(table))).splitlines()]
    said = {sign: words.rstrip() for sign, words in lines}
    assert ("White", "Black", None) == (said["W"], said["B"], said.get("p"))
    assert "Move a man slantwise to the next square" in said["go"]


def test_chapters_of_the_rules() -> None:
    """Where all rules are too long, the end is told in full, and of each other chapter all titles, with its number."""
    rules = load("mogul").start(seed=1).rules()
    text = " ".join(shown(render_chapters(rules)).split())
    assert rules[0].rules[0].words[:20] in text
    assert all(f"{number} {section.title}" in text for number, section in enumerate(rules, 1))
    assert all(rule.words in text for section in rules for rule in section.rules)
    assert "Turns" not in shown(render_rules(rules, "actions"))


def test_a_chapter_by_its_number_and_by_its_title() -> None:
    """Both show the same chapter, under its number."""
    rules = load("mogul").start(seed=1).rules()
    number = next(number for number, section in enumerate(rules, 1) if section.title == "Actions")
    assert shown(render_rules(rules, "actions")).startswith(f"{number}  Actions\n  ")
    assert shown(render_rules(rules, "actions")) == shown(render_rules(rules, str(number)))


def test_the_goal_is_the_first_chapter_in_every_language() -> None:
    """What the author says of a game comes first, in full, each paragraph by itself, translated with the game."""
    example = Path(gamedsl.__file__).parents[1] / "examples" / "no_thanks.game"
    head, _, rest = example.read_text("utf-8").partition("about\n")
    text = f'{head}about\n  goal: "Cards are bad."\n  goal: "Chips are good."\n\n{rest[rest.index("components") :]}'
    words = {"no_thanks.de.csv": "key,words\nabout.goal.2,Chips sind gut.\n"}
    english, german = (
        loads(text, path="no_thanks.game", files=words, language=language).start(3, 1).rules()
        for language in ("en", "de")
    )
    assert shown(render_chapters(english)).startswith(
        "1  What the game is about\n  Cards are bad.\n  Chips are good.\n2 "
    )
    assert shown(render_chapters(german)).startswith("1  Worum es geht\n  Cards are bad.\n  Chips sind gut.\n2 ")
    assert ["· Cards are bad.", "· Chips are good."] == [
        line.rstrip() for line in shown(render_goal(english)).splitlines()
    ]
    assert render_goal(load(HERE / "land.game").start(seed=1).rules()) is None


def test_the_goal_is_told_to_who_plays_a_game_for_the_first_time(tmp_path: Path) -> None:
    """Once, before anything else; who has played before can ask for it."""
    rules = (HERE / "land.game").read_text("utf-8")
    header, _, rest = rules.partition("\ncomponents\n")
    path = tmp_path / "land.game"
    path.write_text(f'{header}\nabout\n  goal: "Land is what counts here."\n\ncomponents\n{rest}', encoding="utf-8")
    runner = CliRunner(env={"GAMEDSL_HOME": str(tmp_path / "home")})
    first, second = (
        runner.invoke(group, ["play", str(path), "--seat", "1=human", "--seed", "1"], input=typed).output
        for typed in ("quit\ny\n", "rules 1\nquit\ny\n")
    )

    assert 1 == first.count("Land is what counts here.")
    assert first.index("Land is what counts here.") < first.index("'s decision")
    assert 1 == second.count("Land is what counts here.")
    assert "What the game is about" in second
