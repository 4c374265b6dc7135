"""Recorded games written as scenarios: what is written plays the same game again."""

from pathlib import Path

import pytest

import gamedsl
from gamedsl.files import FolderFiles, bundled_names, find_game, scenario_base
from gamedsl.players.seats import make
from gamedsl.records.lines import Record
from gamedsl.records.replaying import verify
from gamedsl.records.scenario import CannotStandError, base_of, scenario_text, write_scenario
from gamedsl.records.session import Session
from tests.helpers.suite.nightly import NIGHTLY, examples, games_of_each_form
from tests.helpers.texts import game_text

FOUR = ("tycoon", "saloon_tycoon", "quatre_etoiles", "mogul")
OTHERS = [name for name in bundled_names() if scenario_base(find_game(name)) is None and name not in FOUR]
HERE = Path(__file__).parents[1] / "cli"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records go to a folder of the test."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))


def recorded(game: gamedsl.Game, path: str, seed: int, kind: str = "random", limit: int | None = None) -> Session:
    """A whole game, or the beginning of one."""
    table = game.start(seed=seed)
    players = [make(kind, seed + seat) for seat in range(table.players)]
    session = Session.begin(table, path, (kind,) * table.players)
    while (seat := table.decider) is not None and table.decisions != limit:
        codes = table.codes()
        code = codes[players[seat].choose(table.situation(), codes)]
        text = table.text_of(code)
        table.apply(code)
        session.decided(table, seat, code, text, sync=False)
    session.ended(table)
    session.close()
    return session


def again(name: str, record: Record, folder: Path) -> None:
    """Verify a record, and play it as a scenario."""
    game = gamedsl.load(name)
    assert verify(game, record) is None
    file = folder / "again.game"
    done = write_scenario(game, record, file, base_of(name, file))
    assert (len(record.moves), "") == (done.moves, done.note)
    assert [()] == [result.diagnostics for result in gamedsl.load(file).test()]


@pytest.mark.parametrize(
    ("name", "seed"),
    [(name, seed) for name in FOUR for seed in (1, 2)] if NIGHTLY else [("mogul", 1), ("quatre_etoiles", 1)],
)
def test_whole_games_again(name: str, seed: int, tmp_path: Path) -> None:
    """Whole games verify, and pass as scenarios with their result."""
    kind = "quick" if name == "quatre_etoiles" else "random"
    record = recorded(gamedsl.load(name), name, seed, kind).record
    assert record.end is not None
    again(name, record, tmp_path)


@pytest.mark.parametrize("name", OTHERS if NIGHTLY else games_of_each_form(*FOUR[1:]))
def test_bundled_games_again(name: str, tmp_path: Path) -> None:
    """The beginning of a random game does so, too: of all bundled games that are not played to their end."""
    again(name, recorded(gamedsl.load(name), name, 11, limit=examples(25, 60)).record, tmp_path)


def test_what_a_scenario_says(tmp_path: Path) -> None:
    """Set-up, seed and moves stand there, then result, points and purses."""
    (tmp_path / "nim.game").write_text((HERE / "nim.game").read_text("utf-8"), "utf-8")
    game = gamedsl.load(tmp_path / "nim.game")
    table = game.start(seed=7, options={"start": 9})
    session = Session.begin(table, "nim.game", ("human", "random"))
    for move in ["skip", "take(3)", "take(3)"]:
        seat = table.decider or 0
        choice = next(one for one in table.legal() if one.text == move)
        table.apply(choice)
        session.decided(table, seat, choice.code, move)
    session.close()
    text = scenario_text(game, session.record, "nim.game")
    assert """\
    players: 2
    with: start = 9
    seed: 7
    then:
      Ann: skip
      Bob: take(3)
      Ann: take(3)
      expect not game_over
      expect Ann.points = 0 and Bob.points = 0
      expect box = 0
      expect heap = 3
      expect Ann.coins = 3
      expect Bob.coins = 3
""" == text.partition("\n\n")[2].partition("\n")[2]  # fmt: skip


def test_the_seed_of_a_scenario_is_that_of_the_game(tmp_path: Path) -> None:
    """With `seed:` chance is that of a game with this seed, without it that of seed 0."""
    text = (HERE / "steps.game").read_text("utf-8")
    for seed in (0, 5, 2**64 - 1):
        table = gamedsl.loads(text).start(seed=seed)
        table.apply("throw")
        (face,) = table.view(None).dice[0].faces
        field = f"seed: {seed}\n    " if seed else ""
        scenario = f"\nscenarios\n  one\n    {field}then:\n      Ann: throw\n      expect die = {face}\n"
        (result,) = gamedsl.loads(text + scenario).test()
        assert () == result.diagnostics


def test_the_largest_seed() -> None:
    """A seed beyond 2**64 - 1 is an error."""
    text = (
        (HERE / "nim.game")
        .read_text("utf-8")
        .replace("players: 2\n    then", f"players: 2\n    seed: {2**64}\n    then")
    )
    assert ["GDRNG01"] == [found.code for found in gamedsl.check_text(text)]


ALIKE = game_text("records/scenarios_alike")


@pytest.mark.parametrize(
    ("setup", "action", "source", "said"),
    [
        ("move box.top to shelf[1]; move box.top to shelf[2]", "lay", "shelf", "lay(shelf[2])"),
        (
            "move box.top to row[north]; move box.top to row[south]", "lay", "row",
            "lay((one for each one in row[south] where one = gold))",
        ),
        (
            "move box.top to land[{north}]; move box.top to land[{north, south}]", "lay", "land",
            "lay((one for each one in land where one = gold and one.fields = {north, south}))",
        ),
        (
            "pay 2 from marks to box.top.scratches; move box.top to used", "lay", "box + used",
            "lay((one for each one in box where one = gold))",
        ),
        (
            "let c = box.top; move c to used; pay 2 from marks to box.top.scratches; move c to box", "lay", "box",
            "lay((one for each one in box where one = gold and one.scratches = 2))",
        ),
        (
            "let c = box.top; move c to used; set box.top.worn[2] to 3; move c to box", "look", "box",
            "(one for each one in box where one = gold and one.worn[2] = 3)",
        ),
        (
            "let c = box.top; move c to used; set box.top.feels to wild; move c to box", "look", "box",
            "(one for each one in box where one = gold and one.feels = wild)",
        ),
        ("move box.top to shelf[1]; move box.top to tray", "look", "shelf + tray", "{tray}"),
        (
            "for each p in players: move p.pawn to crowd", "go", "box",
            "go((one for each one in crowd where one.owner = B))",
        ),
    ],
)  # fmt: skip
def test_pieces_that_are_called_alike(setup: str, action: str, source: str, said: str, tmp_path: Path) -> None:
    """They are told apart by where they lie and what they hold, and the scenario plays the same game."""
    path = tmp_path / "twins.game"
    text = ALIKE.replace("{setup}", setup.replace("; ", "\n  ")).replace("{then}", action)
    path.write_text(text.replace("{source}", source), "utf-8")
    game = gamedsl.load(path)
    table = game.start()
    session = Session.begin(table, str(path), ("human", "human"))
    while table.decider is not None:
        choice = next((one for one in table.legal() if "#2" in one.text), table.legal()[0])
        seat = table.decider
        table.apply(choice)
        session.decided(table, seat, choice.code, choice.text)
    session.close()
    done = write_scenario(game, session.record, tmp_path / "again.game", "twins.game")
    assert (len(session.record.moves), "") == (done.moves, done.note)
    written = (tmp_path / "again.game").read_text("utf-8")
    assert f"A: {said}\n" in written
    tested = gamedsl.load(tmp_path / "again.game")
    assert [()] == [result.diagnostics for result in tested.test()]


PILE = game_text("records/scenarios")


def test_pieces_that_cannot_be_told_apart(tmp_path: Path) -> None:
    """Where words do not say which one of a pile was taken, the moves before are written, with the reason."""
    path = tmp_path / "pile.game"
    path.write_text(PILE, "utf-8")
    game = gamedsl.load(path)
    table = game.start()
    session = Session.begin(table, str(path), ("human", "human"))
    for number in (0, 1, 0):
        choices = [choice for choice in table.legal() if choice.label != "silver"]
        choice = choices[number]
        table.apply(choice)
        session.decided(table, 0, choice.code, choice.text)
    session.close()
    done = write_scenario(game, session.record, tmp_path / "again.game", "pile.game")
    note = "decision 2 (lay(gold#2)) chose one of several that scenarios cannot tell apart"
    assert (1, note) == (done.moves, done.note)
    assert (tmp_path / "again.game").read_text("utf-8").startswith(f"# {note}\n")
    assert [True] == [result.passed for result in gamedsl.load(tmp_path / "again.game").test()]


@pytest.mark.parametrize(
    ("game", "file", "said"),
    [
        ("nim.game", "new.txt", "ends in .game"),
        ("nim.game", "nim.game", "it is there already"),
        ("nim.game", "sub/new.game", "scenarios stand beside their rule file"),
    ],
)
def test_where_scenarios_cannot_stand(game: str, file: str, said: str, tmp_path: Path) -> None:
    """They have their ending, overwrite nothing, and stand beside the rule file."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "nim.game").write_text((HERE / "nim.game").read_text("utf-8"), "utf-8")
    with pytest.raises(CannotStandError, match=said):
        base_of(str(tmp_path / game), tmp_path / file)


def test_scenarios_of_bundled_games_stand_anywhere(tmp_path: Path) -> None:
    """A bundled game is found by its name; a file of scenarios stands for the game it is of."""
    assert "mogul.game" == base_of("mogul", tmp_path / "new.game")
    (tmp_path / "more.game").write_text('scenarios More of "mogul"\n', "utf-8")
    assert "mogul" == base_of(str(tmp_path / "more.game"), tmp_path / "new.game")
    assert FolderFiles(tmp_path).read("mogul.game") is not None
    (tmp_path / "mogul.game").write_text("", "utf-8")
    with pytest.raises(CannotStandError, match=r"another mogul\.game lies beside it"):
        base_of("mogul", tmp_path / "new.game")
