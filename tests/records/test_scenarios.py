"""Recorded games written as scenarios: what is written plays the same game again."""

import random
from pathlib import Path

import pytest

import gamedsl
from gamedsl.files import FolderFiles, bundled_names, find_game, scenario_base
from gamedsl.records.replaying import verify
from gamedsl.records.scenario import CannotStandError, base_of, scenario_text, write_scenario
from gamedsl.records.session import Session

GAMES = [name for name in bundled_names() if scenario_base(find_game(name)) is None]
HERE = Path(__file__).parents[1] / "cli"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records go to a folder of the test."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))


def recorded(game: gamedsl.Game, path: str, seed: int, most: int = 120) -> Session:
    """The beginning of a game of random moves."""
    chance = random.Random(seed)
    table = game.start(seed=seed)
    session = Session.begin(table, path, ("random",) * table.players)
    while table.decider is not None and table.decisions < most:
        seat, choice = table.decider, chance.choice(table.legal())
        table.apply(choice)
        session.decided(table, seat, choice.code, choice.text, sync=False)
    session.ended(table)
    session.close()
    return session


@pytest.mark.parametrize("name", GAMES)
def test_bundled_games_again(name: str, tmp_path: Path) -> None:
    """A random game of every bundled game verifies, and passes as a scenario with its result."""
    game = gamedsl.load(name)
    record = recorded(game, name, 11).record
    assert verify(game, record) is None
    file = tmp_path / "again.game"
    done = write_scenario(game, record, file, base_of(name, tmp_path / "again.game"))
    assert 0 < done.moves <= len(record.moves)
    results = gamedsl.load(file).test()
    assert [()] == [result.diagnostics for result in results]


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


def test_pieces_that_are_called_alike(tmp_path: Path) -> None:
    """Where scenarios cannot say which copy was chosen, the moves before are written, with the reason."""
    text = """game Twins "Twins"
  players: 2
components
  coin: card
    | coin | copies: 1..2 |
    | gold | 2            |
table
  shelf[n: 1..2]: slot of coin
  box: heap of coin, full
  used: heap of coin
setup
  move box.top to shelf[1]
  move box.top to shelf[2]
phases
  day
    who: A
    play: rest then lay then rest
actions
  rest "Rest"
    when: shelf[1] != none "nothing is there"
  lay "Lay a coin away"
    pick: c in shelf "Which one?"
    then: move c to used
scoring
  worth "Points"
    worth: 1
end
  winner: the p in players with most p.points ties all
"""
    path = tmp_path / "twins.game"
    path.write_text(text, "utf-8")
    game = gamedsl.load(path)
    table = game.start()
    session = Session.begin(table, str(path), ("human", "human"))
    for move in ["rest", "lay(gold#2)", "rest"]:
        choice = next(one for one in table.legal() if one.text == move)
        table.apply(choice)
        session.decided(table, 0, choice.code, move)
    session.close()
    done = write_scenario(game, session.record, tmp_path / "again.game", "twins.game")
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
