"""Updates of whole files: tables, translations, variants and scenarios beside them, and files as they were found."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from nightly import NIGHTLY, examples

import gamedsl
from gamedsl.engine.machine import Engine
from gamedsl.engine.present.fingerprint import fingerprint
from gamedsl.engine.state.chance import POLICY_STREAM, draw
from gamedsl.files import bundled_folders
from gamedsl.kernel.engines import engine_for
from gamedsl.updating.update import updated
from tests.frozen.kept import without_largest

ROOT = Path(__file__).parents[2]
FOUND = ROOT / "tests" / "findings" / "semantic"
MOST_DECISIONS = examples(40, 300)

LIKE_STEPS = """game Cards "Cards"
  players: 2
components
  # what lies in the box
  coin: counter, 60
  event: card
    | event | does: rule         |
    | rain  | lay(1); show       |
    | sun   | lay(2)             |
table
  bank: purse of coin, full
  deck: heap of event, full
  laid: 0..99
  each player
    coins: purse of coin
terms
  calm = not during(lay)
phases
  game
    who: players from A
    play: turn
    until: laid > 20
actions
  turn "Turn"
    pick: e in deck "Which?"
    when: calm "not now"
    then:
      lay(1)   # lay it down
      e.does
      show "lay {laid|card|cards}"
rules
  lay(n: 1..3) "Lay {n|card|cards}"
    then: set laid to min(99, laid + n)
  show
    then: pay min(1, bank) from bank to you.coins
triggers
  again
    after: lay(n)
    when: n = 3
    then: lay(1)
end
  winner: A
"""
PLAIN = LIKE_STEPS.replace("lay(", "put(").replace("(lay)", "(put)").replace("show", "tell")


def put(folder: Path, **files: str) -> list[Path]:
    """Write files called `a_game` for `a.game`; return the rule files."""
    for name, text in files.items():
        stem, _, ending = name.rpartition("_")
        (folder / f"{stem.replace('__', '.')}.{ending}").write_text(text, "utf-8")
    return sorted(folder.glob("*.game"))


def new_texts(*paths: Path) -> dict[str, str]:
    """Return what an update of these files writes, by the names of files."""
    found = updated(list(paths))
    assert () == found.refused
    return {path.name: text for path, text in found.texts.items()}


def random_game(engine: Engine, seed: int) -> Iterator[tuple[tuple[int, ...], str]]:
    """Play a game at random: its choices at each decision, and at last what it has come to."""
    state = engine.start(seed, log=False)
    codes = engine.codes(state)
    while codes and state.decisions < MOST_DECISIONS:
        yield tuple(codes), ""
        engine.apply(state, codes[draw(state.key, 0, POLICY_STREAM, state.decisions, len(codes))])
        codes = engine.codes(state)
    yield (), fingerprint(engine, state)


def course(path: Path) -> list[object]:
    """Return how games of a file go: with the fewest players, by some seeds; and what stops a game."""
    game = gamedsl.load(path)
    engine = engine_for(game.checked, game.checked.least_seats)
    found: list[object] = []
    for seed in range(examples(1, 6)):
        try:
            found += random_game(engine, seed)
        except gamedsl.GameStoppedError as error:
            found.append(error.diagnostic.code)
    return found


def test_rules_called_like_steps_are_renamed(tmp_path: Path):
    """Everywhere they are called or named, but not in words, in comments, or where a step of that name stands."""
    translation = 'key,words\nrules.lay,"{n|Karte|Karten} ablegen"\nactions.turn.1,"{laid|Karte|Karten} lay"\n'
    paths = put(tmp_path, cards_game=LIKE_STEPS, cards__de_csv=translation)

    found = new_texts(*paths)

    wanted = LIKE_STEPS.replace("lay(", "lay_1(").replace("during(lay)", "during(lay_1)").replace("show", "show_1")
    assert {
        "cards.game": wanted.replace('  show_1 "lay', '  show_1 "lay').replace("rules\n  lay(", "rules\n  lay_1("),
        "cards.de.csv": translation.replace("rules.lay,", "rules.lay_1,"),
    } == found


def test_a_file_with_other_errors_stays(tmp_path: Path):
    """What no new form cures is told; the others are updated."""
    (path,) = put(tmp_path, cards_game=LIKE_STEPS.replace("winner: A", "winner: nobody"))
    shutil.copy(FOUND / "bomb1.game", tmp_path)

    found = updated([path, tmp_path / "bomb1.game"])

    assert (["bomb1.game"], ["cards.game"]) == (
        [path.name for path in found.texts],
        [refused.path.name for refused in found.refused],
    )


def test_columns_that_nothing_reads_become_remarks(tmp_path: Path):
    """Their names begin with `#` in the table, unless a file beside this one reads them."""
    game = PLAIN.replace(
        "  event: card\n", '  tool: card, csv "tools.csv"\n    | tool | cost: 0..9 |\n  event: card\n'
    ).replace("table\n", "table\n  tools: heap of tool, full\n", 1)
    game = game.replace("calm = not", "calm = sum(tools.cost) > 0 and not")
    table = "tool,cost,origin, remark\nhammer,3,printed,\nsaw,2,guessed,\n"
    paths = put(tmp_path, cards_game=game, tools_csv=table)

    assert {"tools.csv": table.replace("origin, remark", "# origin, # remark")} == new_texts(*paths)

    variant = 'variant V "V" of "cards.game"\ncomponents\n  change tool: card, csv "tools.csv"\n'
    variant += "    | tool | cost: 0..9 | origin: words |\n"
    (base, _) = put(tmp_path, v_game=variant)

    assert {"tools.csv": table.replace(" remark", " # remark")} == new_texts(base)


def test_a_full_table_of_places_is_a_board(tmp_path: Path):
    """The columns get the names of a board wherever they are read; a table that is no rectangle stays."""
    for name in ("oth_nopass.game", "squares.csv"):
        shutil.copy(FOUND / name, tmp_path)
    path = tmp_path / "oth_nopass.game"

    text = new_texts(path)["oth_nopass.game"]

    assert (True, 0, 0) == (
        "  square: space, grid a..h by 1..8\n\ntable" in text,
        text.count("col]"),
        text.count(".col,"),
    )

    table = tmp_path / "squares.csv"
    table.write_text(table.read_text("utf-8").replace("h8,8,8\n", ""), "utf-8")

    assert "grid" not in new_texts(path)["oth_nopass.game"]


def test_what_a_variant_names_is_updated_with_it(tmp_path: Path):
    """A step that a variant of the base removes changes in both, or in neither."""
    base = PLAIN.replace("    coins: purse of coin\n", "    coins: purse of coin\n    rank: 0..9\n").replace(
        "phases\n", "setup\n  for each p in players: set p.rank to 3\nphases\n"
    )
    base = base.replace("calm = not", "calm = A.rank > 0 or not")
    variant = (
        'variant V "V" of "cards.game"\nsetup\n  remove for each p in players: set p.rank to 3\n  set A.rank to 1\n'
    )
    first, second = put(tmp_path, cards_game=base, v_game=variant)

    alone = updated([first])

    assert ({}, ["for each p in players: set p.rank to 3"]) == (
        alone.texts,
        [left.done.change.was for left in alone.left],
    )
    assert ["set players.rank to 3", "remove set players.rank to 3"] == [
        line.strip()
        for text in new_texts(first, second).values()
        for line in text.splitlines()
        if "players.rank" in line
    ]


@pytest.mark.parametrize("folder", bundled_folders(), ids=lambda folder: folder.name)
def test_bundled_files_are_up_to_date(folder: Path):
    """There is nothing to do in any of them."""
    games = [path for path in without_largest(folder.glob("*.game")) if NIGHTLY or "scenarios" not in path.stem]
    found = updated(sorted(games))

    assert ((), {}, ()) == (found.done, found.texts, found.refused)


def test_found_files_stay_the_same_games(tmp_path: Path):
    """With the same seeds and choices each game of before goes the same way, with the same numbers for all choices."""
    paths = [Path(shutil.copy(path, tmp_path)) for path in sorted(FOUND.iterdir())]
    games = [path for path in paths if path.suffix == ".game"]
    found = updated(games)
    before = {path: course(path) for path in found.texts}

    for path, text in found.texts.items():
        path.write_text(text, "utf-8")

    assert ({"bomb1.game", "bomb2.game", "morris.game", "oth_nopass.game"}, before) == (
        {path.name for path in found.texts},
        {path: course(path) for path in found.texts},
    )
    assert {} == updated([path for path in games if path not in {one.path for one in found.refused}]).texts
